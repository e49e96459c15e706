//! The common parts of the Wishart distributions: their arguments, and the roles that the inverse swaps.

use crate::compiler::LEFT;
use crate::contract::operation::{Setup, Side};
use crate::error::Error;
use crate::frame::MAX_ARGUMENTS;

/// The places of the variable, of ν and of the scale among the arguments.
pub(super) const VARIABLE: usize = 0;
pub(super) const NU: usize = 1;
pub(super) const SCALE: usize = 2;

/// Returns the places of A and B: the scale and the variable, swapped for the inverse.
pub(super) const fn roles(is_inverse: bool) -> (usize, usize) {
    if is_inverse { (VARIABLE, SCALE) } else { (SCALE, VARIABLE) }
}

/// Checks that the variable is a square matrix, ν a number, and the scale a square matrix of the same size.
pub(super) fn bind(setup: &mut Setup<'_>) -> Result<(), Error> {
    setup.check_not_empty(VARIABLE)?;
    setup.check_square(VARIABLE)?;
    setup.check_scalar(NU)?;
    setup.check_square(SCALE)?;
    setup.check_same((VARIABLE, Side::Row), (SCALE, Side::Row))
}

/// The names in messages of the arguments that must be symmetric: the variable and the scale.
pub(super) const SYMMETRIC: [Option<&str>; MAX_ARGUMENTS] =
    [Some(LEFT), None, Some("the scale"), None, None, None, None, None];
