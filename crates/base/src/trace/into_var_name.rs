//! The types that a function accepts as a name.

use super::VarName;
use crate::error::Error;
use crate::name::Name;

/// A name: a [`VarName`], its text, or a type that has a name, such as a parameter, a definition, or a name
/// type of `params!` and `names!`.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { mu: real(), tau: positive() }
/// let model = model! { mu |= normal(0.0, 1.0), tau |= half_normal(1.0) };
/// let trace = model.compile()?.constrain(&[0.5, 0.0])?;
/// assert_eq!(trace.get(mu)?, trace.get("mu")?);
/// assert_eq!(trace.get(tau)?, trace.get(VarName::new("tau")?)?);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the name of a variable, nor a variable",
    label = "neither a name nor a parameter",
    note = "a name is a text such as \"theta[2]\", a `VarName`, or a parameter or definition as it stands, not an \
            expression of it"
)]
pub trait IntoVarName {
    /// Converts to a name.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidName`] if a text is not a valid name.
    fn into_var_name(self) -> Result<VarName, Error>;
}

impl IntoVarName for VarName {
    fn into_var_name(self) -> Result<VarName, Error> {
        Ok(self)
    }
}

impl IntoVarName for &VarName {
    fn into_var_name(self) -> Result<VarName, Error> {
        Ok(self.clone())
    }
}

impl IntoVarName for &str {
    fn into_var_name(self) -> Result<VarName, Error> {
        self.parse()
    }
}

impl IntoVarName for String {
    fn into_var_name(self) -> Result<VarName, Error> {
        self.parse()
    }
}

impl IntoVarName for &String {
    fn into_var_name(self) -> Result<VarName, Error> {
        self.parse()
    }
}

impl<Var: Name> IntoVarName for Var {
    fn into_var_name(self) -> Result<VarName, Error> {
        Ok(VarName::of_variable(Var::NAME))
    }
}

/// Returns the text of a name. A text that is not a valid name is returned unchanged: a search for it then
/// reports an unknown name.
pub fn text_of(name: impl IntoVarName) -> String {
    match name.into_var_name() {
        Ok(name) => name.to_string(),
        Err(Error::InvalidName { name, .. }) => name,
        Err(error) => error.to_string(),
    }
}
