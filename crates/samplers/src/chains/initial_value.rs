//! The forms in which a program writes initial values of chains.

/// A value with which a parameter can begin: a number, or the elements of a vector, or of a matrix row after
/// row.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { mu: real(), theta: vector(2) }
/// let posterior = model! { mu |= normal(0.0, 1.0), theta |= normal(mu, 1.0) }.compile()?;
/// let mode = posterior.optimise().initial(mu, 0.5).initial(theta, [1.0, 2.0]).run()?;
/// assert!(mode.value("mu")?.abs() < 1e-6);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value with which a parameter can begin",
    label = "neither a number nor elements",
    note = "a parameter begins with a number, `0.5`, or with elements, `[0.5, 1.0]`, `vec![0.0; 8]` or `&values`"
)]
pub trait InitialValue {
    /// Returns the elements.
    fn into_elements(self) -> Vec<f64>;
}

impl InitialValue for f64 {
    fn into_elements(self) -> Vec<f64> {
        vec![self]
    }
}

impl InitialValue for Vec<f64> {
    fn into_elements(self) -> Vec<f64> {
        self
    }
}

macro_rules! elements {
    ($([$($length:tt)*] $Slice:ty;)+) => {$(
        impl<$($length)*> InitialValue for $Slice {
            fn into_elements(self) -> Vec<f64> {
                self.to_vec()
            }
        }
    )+};
}

elements! {
    [] &[f64];
    [] &Vec<f64>;
    [const LENGTH: usize] [f64; LENGTH];
    [const LENGTH: usize] &[f64; LENGTH];
}
