//! The densities that samplers sample from: posteriors of any model, and log densities that a program
//! defines.
//!
//! [`Target`] is a posterior whose type does not name its model. To sample a log density of your own,
//! implement [`CustomTarget`] and make a [`CustomPosterior`] from it, which has the samplers. A density
//! that is only a part of a model is an operation instead.
//!
//! The chapter *Libraries of other programs* of the guide begins with a whole program.

mod answers;
mod beside_parts;
mod custom;
mod setters;
mod start;

#[doc(hidden)]
pub use answers::Answers;
#[doc(hidden)]
pub use beside_parts::beside_parts;
pub use custom::{CustomPosterior, CustomTarget};
#[doc(hidden)]
pub use setters::start_setters;
#[doc(hidden)]
pub use start::{Start, Starts};

use crate::density::Density;
use crate::error::Error;
use crate::trace::VariableInfo;
use crate::workspace::Workspace;

/// A posterior of any model, a [`CustomPosterior`] or an [`Evaluated`](crate::sampling::Evaluated) one: a log
/// density whose points have named values.
///
/// [`Fit::update`](crate::sampling::Fit::update) takes a `&dyn Target`, so that a function of a program can
/// take any posterior, and a `Vec<Box<dyn Target>>` keeps posteriors of different models in one list. A
/// struct holds its posterior in a field of the type `Box<dyn Target>`, which has log densities, gradients,
/// `nuts()`, `laplace()` and `pathfinder()`: the chapter *Embedding a posterior* of the guide has such a
/// struct. The indirect call costs about a nanosecond per gradient.
///
/// The trait is sealed: for a log density of your own implement [`CustomTarget`].
///
/// ```
/// use monomorph::prelude::*;
///
/// fn constant(y: &[f64]) -> Result<Box<dyn Target>, Error> {
///     params! { mu: real() }
///     let model = model! { mu |= normal(0.0, 5.0), data(y) |= normal(mu, 1.0) };
///     Ok(Box::new(model.compile()?))
/// }
///
/// fn growing(y: &[f64]) -> Result<Box<dyn Target>, Error> {
///     let days: Vec<f64> = (0..y.len()).map(|day| day as f64).collect();
///     params! { start: real(), growth: real() }
///     let model = model! {
///         start  |= normal(0.0, 5.0),
///         growth |= normal(0.0, 1.0),
///         data(y) |= normal(start + growth * data(&days), 1.0),
///     };
///     Ok(Box::new(model.compile()?))
/// }
///
/// fn update(fit: &Fit, posterior: &dyn Target) -> Result<Updated, Error> {
///     fit.update(posterior).seed(2).run()
/// }
///
/// let y = [0.2, 1.1, 1.8, 3.3, 3.9, 5.2, 5.8, 7.1];
/// let before: Vec<Box<dyn Target>> = vec![constant(&y[..7])?, growing(&y[..7])?];
/// let fits = before.iter().map(|posterior| posterior.nuts().chains(2).seed(1).run());
/// let fits = fits.collect::<Result<Vec<_>, _>>()?;
///
/// // A day later there is one observation more.
/// let after: Vec<Box<dyn Target>> = vec![constant(&y)?, growing(&y)?];
/// let mut evidence = Vec::new();
/// for (fit, posterior) in fits.iter().zip(&after) {
///     let updated = update(fit, posterior.as_ref())?;
///     assert_eq!(updated.draws().variables(), posterior.variables());
///     evidence.push(updated.log_evidence());
/// }
/// // The model that grows has seen it coming.
/// assert!(evidence[1] > evidence[0]);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub trait Target: Density + Answers {
    /// The variables whose values are in the draws: the parameters, then the definitions.
    fn variables(&self) -> Vec<VariableInfo>;

    /// Writes the values of all variables at a point, one after the other, matrices column after column.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] if `q` or `values` has the wrong length, [`Error::ForeignWorkspace`], and
    /// the error of a [`CustomTarget`].
    fn constrain_into(&self, q: &[f64], values: &mut [f64], workspace: &mut Workspace) -> Result<(), Error>;
}

/// The count of numbers in the data of a posterior from which they no longer fit the caches of a core: 16
/// megabytes. With less data, several points in one pass take no less time than one by one.
#[doc(hidden)]
pub const BEYOND_CACHES: usize = 1 << 21;
