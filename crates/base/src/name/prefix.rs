//! A submodel's prefix as part of a name's type.

use super::{Declaration, Name, Text, hash};
use core::marker::PhantomData;

/// The name `Prefix.Inner`, which `params! { in prefix; … }` gives to each of its names.
///
/// A function that is called with two prefixes builds two submodels whose names differ in type and in key.
#[derive(Clone, Copy)]
pub struct Prefixed<Prefix, Inner>(PhantomData<fn() -> (Prefix, Inner)>);

impl<Prefix: Name, Inner: Name> Prefixed<Prefix, Inner> {
    const TEXT: Text = Text::EMPTY.then(Prefix::NAME).then(".").then(Inner::NAME);
}

impl<Prefix: Name, Inner: Name> Name for Prefixed<Prefix, Inner> {
    const NAME: &'static str = Self::TEXT.as_str();
    const DECLARATION: Declaration = Declaration {
        block: Inner::DECLARATION.block ^ hash(Prefix::NAME),
        position: Inner::DECLARATION.position,
        names: Inner::DECLARATION.names,
    };
}

/// Returns the prefixed name as a value, for `params! { in prefix; … }`.
pub fn prefixed<Prefix: Name, Inner: Name>(_: Prefix, _: Inner) -> Prefixed<Prefix, Inner> {
    Prefixed(PhantomData)
}
