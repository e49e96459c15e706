//! A family with its arguments.

use crate::contract::family::Family;
use core::marker::PhantomData;

/// A family with its arguments, which stands on the right of `|=`.
#[derive(Clone, Copy, Debug)]
#[must_use = "a distribution has no effect outside a statement"]
pub struct Distribution<F, Arguments> {
    pub(crate) arguments: Arguments,
    family: PhantomData<fn() -> F>,
}

impl<F: Family, Arguments> Distribution<F, Arguments> {
    /// The distribution with these arguments, a tuple of expressions.
    pub(crate) fn new(arguments: Arguments) -> Self {
        Self { arguments, family: PhantomData }
    }
}
