//! All errors of the library. Their texts name the variable, the place, the value and the rule.
//!
//! The chapter *Reading the compiler's messages* of the guide begins with a whole program.

mod cause;
mod conversions;
mod names;
pub(crate) mod text;

pub use cause::Cause;
#[doc(hidden)]
pub use text::LEFT;

use crate::labels::UnknownLevel;
use crate::shape::Extent;
use std::io;
use std::path::Path;

/// An error of a model, of its data or of sampling.
///
/// Its text contains that of its [source](core::error::Error::source), which is the error of the system for
/// [`Io`](Self::Io), and the error of another crate for [`Results`](Self::Results).
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A number is NaN or infinite where the model needs a finite one.
    NotFinite {
        /// The statement.
        statement: String,
        /// The expression or the data to which the number belongs.
        what: String,
        /// The element, from 0; `None` for a single number.
        index: Option<usize>,
        /// The number.
        value: f64,
    },
    /// A number is outside the set in which it must be.
    OutsideSupport {
        /// The statement or the parameter.
        statement: String,
        /// The expression, the data or the parameter to which the number belongs.
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
        /// The statement or the call.
        statement: String,
        /// The expression or the data that has or determines the expected length; empty if it is the
        /// posterior.
        expected_by: String,
        /// The expected length.
        expected: usize,
        /// The expression or the data that has the other length.
        found_in: String,
        /// The other length.
        found: usize,
    },
    /// An index for which there is no element.
    IndexOutOfRange {
        /// The statement.
        statement: String,
        /// The indexed expression.
        what: String,
        /// The position in the list of indices, from 0; `None` for a single index.
        position: Option<usize>,
        /// The index.
        index: f64,
        /// The number of elements; valid indices are less than it.
        length: usize,
    },
    /// The number of a mixture's component is used outside the closure that received it.
    NoComponent {
        /// The statement.
        statement: String,
    },
    /// The carry or an input of a scan is used outside the step, or by a function that reads a whole
    /// vector.
    OutsideScan {
        /// The statement.
        statement: String,
    },
    /// The past of a process is used outside its law, or by a function that reads a whole vector.
    OutsideProcess {
        /// The statement.
        statement: String,
    },
    /// Arguments that a user's function refuses.
    Refused {
        /// The statement.
        statement: String,
        /// The function's name.
        function: &'static str,
        /// The reason why the arguments are refused.
        reason: String,
    },
    /// A program that cannot continue.
    Program {
        /// The address at which the program stopped: the path of calls and the name.
        address: String,
        /// The reason why the program stopped.
        reason: String,
    },
    /// A derivative is needed of a recorded value that was computed by a function without derivatives.
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
    /// A value that needs more memory than is available.
    TooLarge {
        /// The statement; empty if it is the posterior as a whole.
        statement: String,
        /// The value that is too large.
        what: String,
    },
    /// A parameter that is declared, but stands in no statement of a model that is compiled or from which
    /// all variables are drawn.
    UnusedParameter {
        /// The parameter.
        name: String,
    },
    /// One name for two different variables.
    Redeclared {
        /// The name.
        name: String,
    },
    /// A workspace that was made neither by the posterior that received it, nor by a clone of this
    /// posterior.
    ForeignWorkspace,
    /// A name that is not among the known names.
    UnknownName {
        /// The unknown name.
        name: String,
        /// The known names.
        known: Vec<String>,
    },
    /// A text that is not a valid name, or a name that no variable can have.
    InvalidName {
        /// The text.
        name: String,
        /// The number of bytes that are valid as the beginning of a name.
        position: usize,
        /// The text that could stand at this position.
        expected: &'static str,
    },
    /// Two names that cannot be stored in one trace.
    Overlap {
        /// The new name.
        name: String,
        /// The name that is already stored; equal to `name` if the new name is wrong by itself.
        other: String,
        /// The reason why the two names exclude each other.
        reason: &'static str,
    },
    /// A value whose shape is not the shape of the variable or elements with its name.
    ShapeMismatch {
        /// The name.
        name: String,
        /// The shape of the variable or elements with this name.
        expected: Extent,
        /// The shape of the value.
        found: Extent,
    },
    /// A part of a kind that the value does not have.
    NoSuchPart {
        /// The name of the value.
        name: String,
        /// The property or the indices.
        part: String,
        /// The shape of the value.
        extent: Extent,
    },
    /// Variables that depend on themselves, so that no order puts each of them after its parents.
    Circular {
        /// The names of the variables.
        names: Vec<String>,
    },
    /// A parameter for which no value was given.
    MissingValue {
        /// The parameter.
        name: String,
    },
    /// An instruction set that the machine does not have, or for which the program has no kernels.
    UnsupportedInstructions {
        /// The instruction set.
        wanted: &'static str,
        /// True if the program has kernels for this instruction set.
        is_compiled: bool,
    },
    /// A parameter that is given a value although its bounds are other parameters.
    HeldBetweenParameters {
        /// The parameter.
        name: &'static str,
    },
    /// A parameter whose elements cannot be given values one by one.
    HeldInPart {
        /// The parameter.
        name: &'static str,
    },
    /// A parameter with elements that are given values, although parts of it stand on the left of
    /// statements.
    HeldBesideParts {
        /// The parameter.
        name: &'static str,
    },
    /// An element, or a definition, that stands on the left of two statements, or twice on the left of one.
    LeftTwice {
        /// The statement.
        statement: String,
        /// The parameter or the definition.
        name: &'static str,
        /// The element, from 0; `None` for a single number.
        index: Option<usize>,
        /// True if the element stands twice on the left of a single statement.
        is_one: bool,
    },
    /// An element that stands on the left of no statement, although other elements of the parameter do.
    LeftOut {
        /// The parameter.
        name: &'static str,
        /// The element, from 0.
        index: usize,
    },
    /// An intervention on single elements of a parameter whose law is a joint law of all its elements.
    SetInPart {
        /// The statement.
        statement: String,
        /// The parameter.
        name: &'static str,
    },
    /// A variable that cannot be marginalised.
    NotSummed {
        /// The statement that prevents the marginalisation; empty if the reason is the variable itself.
        statement: String,
        /// The variable.
        name: &'static str,
        /// The reason why the variable cannot be marginalised.
        reason: String,
    },
    /// The full conditional of a parameter is not a distribution.
    ImproperConditional {
        /// The parameter.
        name: &'static str,
        /// The element, from 0; `None` for a single number, or for all elements.
        index: Option<usize>,
    },
    /// A statement from whose law no value can be drawn.
    NoDraw {
        /// The statement.
        statement: String,
        /// The reason why no value can be drawn.
        reason: String,
    },
    /// No initial point with a finite log density was found.
    NoInitialPoint {
        /// The number of the chain.
        chain: usize,
        /// The number of points that were tried.
        attempts: usize,
        /// The reason why the last point was refused.
        reason: String,
    },
    /// An optimiser that found no mode, or a path of Pathfinder that gave no approximation.
    NoMode {
        /// The number of the start, from 0.
        start: usize,
        /// The reason for the failure, with the point at which the search ended.
        reason: String,
    },
    /// The sampler stopped.
    Sampler {
        /// The number of the chain.
        chain: usize,
        /// The message of the sampler.
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
        /// The message of the operating system.
        reason: String,
        /// The error of the operating system, if it is known.
        cause: Option<Cause>,
    },
    /// A row of data with an unknown level.
    UnknownLevel(UnknownLevel),
    /// Results that are not valid, such as a store without one of its arrays.
    Results {
        /// The reason, with the file or the variable.
        reason: String,
        /// The error of the crate that refuses the results, if there is one.
        cause: Option<Cause>,
    },
    /// A checkpoint from which a run cannot continue, or which a run must not replace.
    Checkpoint {
        /// The file.
        path: String,
        /// The reason why the file is refused.
        reason: String,
    },
    /// A setting with an invalid value.
    InvalidSetting {
        /// The setting.
        setting: &'static str,
        /// The rule that the value breaks.
        rule: &'static str,
    },
}

impl Error {
    /// Makes the error of a file that the system could not read or write.
    pub fn io(path: &Path, error: io::Error) -> Self {
        let reason = error.to_string();
        Self::Io { path: path.display().to_string(), reason, cause: Some(Cause::new(error)) }
    }

    /// Makes the error of results that are not valid.
    pub fn results(reason: impl Into<String>) -> Self {
        Self::Results { reason: reason.into(), cause: None }
    }

    /// Makes the error of results that another error refuses.
    pub fn caused_by(error: impl core::error::Error + Send + Sync + 'static) -> Self {
        Self::Results { reason: error.to_string(), cause: Some(Cause::new(error)) }
    }

    /// Replaces the text of an index error by one that says what the index counts.
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

    /// Makes the error of a parameter's value outside its support.
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

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Io { cause, .. } | Self::Results { cause, .. } => {
                cause.as_ref().map(|cause| cause.error() as _)
            }
            Self::UnknownLevel(level) => Some(level),
            // All of them stand in the text.
            Self::Chains { errors, .. } => errors.first().map(|error| error as _),
            _ => None,
        }
    }
}

/// The message.
#[cfg(feature = "serde")]
impl serde::Serialize for Error {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
