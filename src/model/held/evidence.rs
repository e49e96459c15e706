//! The origin of a variable's value: it was observed or set, as a whole or in part.

use crate::sealed::Sealed;

/// The origin of a variable's value.
pub trait Evidence: Sealed + Copy + Send + Sync + 'static {
    /// True if the variable's own statement stays in the model; for some elements, if the rows of these
    /// elements in that statement stay.
    const HAS_STATEMENT: bool;

    /// True if all elements of the variable have a value.
    const IS_WHOLE: bool;
}

/// The value was observed.
#[derive(Clone, Copy, Debug)]
pub struct Conditioning;

/// The values of some elements were observed.
#[derive(Clone, Copy, Debug)]
pub struct PartialConditioning;

/// The value was set from outside.
#[derive(Clone, Copy, Debug)]
pub struct Intervention;

/// The values of some elements were set from outside.
#[derive(Clone, Copy, Debug)]
pub struct PartialIntervention;

macro_rules! kinds_of_evidence {
    ($($Kind:ident: $has_statement:literal, $is_whole:literal;)*) => {$(
        impl Sealed for $Kind {}

        impl Evidence for $Kind {
            const HAS_STATEMENT: bool = $has_statement;
            const IS_WHOLE: bool = $is_whole;
        }
    )*};
}

kinds_of_evidence! {
    Conditioning: true, true;
    PartialConditioning: true, false;
    Intervention: false, true;
    PartialIntervention: false, false;
}
