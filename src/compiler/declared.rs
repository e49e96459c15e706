//! Data that stand in the declaration of a parameter.

use super::Compiler;
use crate::error::Error;
use crate::name::Var;
use crate::sealed::Sealed;

/// The data that the declaration of a parameter says were observed of it: nothing, `()`, or [some
/// elements](crate::support::Incomplete).
pub trait DeclaredData: Sealed + Copy + Send + Sync {
    /// Tells the compiler which elements of the parameter are known.
    fn tell(&self, var: Var, compiler: &mut Compiler) -> Result<(), Error>;

    /// The least and the greatest number that was observed.
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
