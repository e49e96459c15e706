//! Data in the declaration of a parameter.

use super::Compiler;
use crate::error::Error;
use crate::name::Var;
use crate::sealed::Sealed;

/// The data in the declaration of a parameter that are observations of it: none, `()`, or [some
/// elements](crate::support::Incomplete).
pub trait DeclaredData: Sealed + Copy + Send + Sync {
    /// Gives the compiler the elements of the parameter that are known.
    fn tell(&self, var: Var, compiler: &mut Compiler) -> Result<(), Error>;

    /// The smallest and the largest observed number; `None` if no element was observed.
    fn range(&self) -> Option<(f64, f64)>;
}

impl DeclaredData for () {
    fn tell(&self, _: Var, _: &mut Compiler) -> Result<(), Error> {
        Ok(())
    }

    fn range(&self) -> Option<(f64, f64)> {
        None
    }
}
