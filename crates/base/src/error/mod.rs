//! Everything that can go wrong, in words that name the variable, the place, the value and the rule.
//!
//! The chapter *Reading the compiler's messages* of the guide begins with a whole program.

mod conversions;
mod names;
mod text;

#[doc(hidden)]
pub use text::LEFT;

use crate::labels::UnknownLevel;
use crate::shape::Extent;

/// An error of a model, its data or its sampling.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A number is NaN or infinite where the model needs a finite one.
    NotFinite {
        /// The statement.
        statement: String,
        /// The thing to which the number belongs.
        what: String,
        /// The element, from 0; `None` for a single number.
        index: Option<usize>,
        /// The number.
        value: f64,
    },
    /// A number is outside the set where it must be.
    OutsideSupport {
        /// The statement or the parameter.
        statement: String,
        /// The thing to which the number belongs.
        what: String,
        /// The element, from 0; `None` for a single number, and for an element of a matrix, which `what`
        /// names.
        index: Option<usize>,
        /// The number.
        value: f64,
        /// The rule that the number breaks.
        rule: String,
    },
    /// Two lengths differ that must be equal.
    LengthMismatch {
        /// The statement, or the call.
        statement: String,
        /// The thing that has the expected length, or sets it; nothing if it is the posterior.
        expected_by: String,
        /// The expected length.
        expected: usize,
        /// The thing that has the other length.
        found_in: String,
        /// The other length.
        found: usize,
    },
    /// An index names no element.
    IndexOutOfRange {
        /// The statement.
        statement: String,
        /// The indexed expression.
        what: String,
        /// The place among the indices, from 0; `None` for a single index.
        position: Option<usize>,
        /// The index.
        index: f64,
        /// The number of elements, whose indices go from 0 to one less.
        length: usize,
    },
    /// The number of a component outside the closure that it was given to.
    NoComponent {
        /// The statement.
        statement: String,
    },
    /// The carry or an input of a scan outside its step, or where a vector is read as a whole.
    OutsideScan {
        /// The statement.
        statement: String,
    },
    /// The past of a process outside its law, or where a vector is read as a whole.
    OutsideProcess {
        /// The statement.
        statement: String,
    },
    /// Arguments that a function of the user's refuses.
    Refused {
        /// The statement.
        statement: String,
        /// The function's name.
        function: &'static str,
        /// The reason why the arguments are refused.
        reason: String,
    },
    /// A program that cannot go on.
    Program {
        /// The address where it stands: the path of calls and the name.
        address: String,
        /// The reason why the address is refused.
        reason: String,
    },
    /// A recorded value whose derivatives are wanted was computed by a function that has none.
    NoDerivative {
        /// The function.
        function: String,
        /// The place of the call: file, line and column.
        place: String,
    },
    /// A vector without elements.
    Empty {
        /// The statement.
        statement: String,
        /// The vector.
        what: String,
    },
    /// Something that needs more memory than there is, or than there can be.
    TooLarge {
        /// The statement; nothing if it is the posterior as a whole.
        statement: String,
        /// The thing that is too large.
        what: String,
    },
    /// A parameter that is declared and stands in no statement of a model that is compiled, or drawn from as
    /// a whole.
    UnusedParameter {
        /// The parameter.
        name: String,
    },
    /// One name for two different variables.
    Redeclared {
        /// The name.
        name: String,
    },
    /// A workspace that was made by another posterior than the one it is given to, and no clone of that.
    ForeignWorkspace,
    /// A name that is not asked for, or that the posterior does not have.
    UnknownName {
        /// The name.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// A text that does not read as a name, or a name that no variable can have.
    InvalidName {
        /// The text.
        name: String,
        /// The byte up to which it reads as a name.
        position: usize,
        /// The text that could come there.
        expected: &'static str,
    },
    /// Two names that cannot be stored in one trace.
    Overlap {
        /// The new name.
        name: String,
        /// The name that is there already; the same if the new one is wrong by itself.
        other: String,
        /// The reason why the two names exclude each other.
        reason: &'static str,
    },
    /// A value of another shape than its name asks for.
    ShapeMismatch {
        /// The name.
        name: String,
        /// The shape that it asks for.
        expected: Extent,
        /// The shape of the value.
        found: Extent,
    },
    /// A value does not have a part of this kind.
    NoSuchPart {
        /// The name of the value.
        name: String,
        /// The property or the indices.
        part: String,
        /// The shape of the value.
        extent: Extent,
    },
    /// Variables that depend on themselves, so that there is no order in which each comes after its parents.
    Circular {
        /// The names of the variables.
        names: Vec<String>,
    },
    /// A parameter for which no value was given.
    MissingValue {
        /// The parameter.
        name: String,
    },
    /// The machine lacks the instructions that were asked for, or the program has no kernels for them.
    UnsupportedInstructions {
        /// The instruction set.
        wanted: &'static str,
        /// True if the program has kernels for them.
        is_compiled: bool,
    },
    /// A parameter with a value whose bounds mention other parameters.
    HeldBetweenParameters {
        /// The parameter.
        name: &'static str,
    },
    /// A parameter of which elements cannot be given values one by one.
    HeldInPart {
        /// The parameter.
        name: &'static str,
    },
    /// A parameter of which elements are given values, and of which parts stand on the left of statements.
    HeldBesideParts {
        /// The parameter.
        name: &'static str,
    },
    /// An element, or a definition, that stands on the left of two statements, or twice on that of one.
    LeftTwice {
        /// The statement.
        statement: String,
        /// The parameter or the definition.
        name: &'static str,
        /// The element, from 0; `None` for a single number.
        index: Option<usize>,
        /// True if it is one statement.
        is_one: bool,
    },
    /// An element that stands on the left of no statement, of a parameter of which others do.
    LeftOut {
        /// The parameter.
        name: &'static str,
        /// The element, from 0.
        index: usize,
    },
    /// Elements that are set from outside, of a parameter whose law is one of all its elements together.
    SetInPart {
        /// The statement.
        statement: String,
        /// The parameter.
        name: &'static str,
    },
    /// A variable that cannot be marginalised.
    NotSummed {
        /// The statement that is in the way; nothing if it is the variable itself.
        statement: String,
        /// The variable.
        name: &'static str,
        /// The reason why it cannot be.
        reason: String,
    },
    /// The full conditional of a parameter is no distribution.
    ImproperConditional {
        /// The parameter.
        name: &'static str,
        /// The element, from 0; `None` for a single number, or for all.
        index: Option<usize>,
    },
    /// A statement that no value could be drawn from.
    NoDraw {
        /// The statement.
        statement: String,
        /// Why.
        reason: String,
    },
    /// No initial point with a finite log density was found.
    NoInitialPoint {
        /// The chain.
        chain: usize,
        /// The number of points that were tried.
        attempts: usize,
        /// The reason why the last point was refused.
        reason: String,
    },
    /// An optimiser that came to no mode, or a path without an approximation.
    NoMode {
        /// The number of the start, from 0.
        start: usize,
        /// The reason why there is none, with the place where it ended.
        reason: String,
    },
    /// The sampler stopped.
    Sampler {
        /// The chain.
        chain: usize,
        /// The sampler's own words.
        reason: String,
    },
    /// The run was interrupted before its first draw.
    Interrupted,
    /// More than one chain failed.
    Chains {
        /// The number of chains of the run.
        chains: usize,
        /// The error of each chain that failed.
        errors: Vec<Error>,
    },
    /// A file could not be written or read.
    Io {
        /// The file.
        path: String,
        /// The operating system's words.
        reason: String,
    },
    /// A row of data has a level that is not known.
    UnknownLevel(UnknownLevel),
    /// Results that are not as they must be, such as a store of which an array is missing.
    Results {
        /// The reason, with the place.
        reason: String,
    },
    /// A checkpoint that a run cannot go on with, or must not replace.
    Checkpoint {
        /// The file.
        path: String,
        /// The reason why the file is refused.
        reason: String,
    },
    /// A setting that makes no sense.
    InvalidSetting {
        /// The setting.
        setting: &'static str,
        /// The rule that it breaks.
        rule: &'static str,
    },
}

impl Error {
    /// The error of an index, with the words for what it counts.
    #[doc(hidden)]
    pub fn counting(self, what_is_counted: &str) -> Self {
        match self {
            Self::IndexOutOfRange { statement, what, position, index, length } => {
                let what = format!("the {what_is_counted} of {what}");
                Self::IndexOutOfRange { statement, what, position, index, length }
            }
            other => other,
        }
    }

    /// A parameter's value outside its support.
    #[doc(hidden)]
    pub fn outside_support(name: &str, index: Option<usize>, value: f64, rule: &str) -> Self {
        Self::OutsideSupport {
            statement: String::new(),
            what: format!("the parameter `{name}`"),
            index,
            value,
            rule: rule.to_owned(),
        }
    }
}

impl core::error::Error for Error {}
