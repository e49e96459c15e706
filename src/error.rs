//! Everything that can go wrong, in words that name the variable, the place, the value and the rule.

use crate::shape::Extent;
use core::fmt;

/// An error of a model, its data or its sampling.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A number is NaN or infinite where the model needs a finite one.
    NotFinite {
        /// The statement.
        statement: String,
        /// What the number belongs to.
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
        /// What the number belongs to.
        what: String,
        /// The element, from 0; `None` for a single number.
        index: Option<usize>,
        /// The number.
        value: f64,
        /// What the number must do or be.
        rule: String,
    },
    /// Two lengths differ that must be equal.
    LengthMismatch {
        /// The statement, or the call.
        statement: String,
        /// What has the expected length, or sets it; nothing if it is the posterior.
        expected_by: String,
        /// The expected length.
        expected: usize,
        /// What has the other length.
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
    /// Arguments that a function of the user's refuses.
    Refused {
        /// The statement.
        statement: String,
        /// The function's name.
        function: &'static str,
        /// What is wrong with the arguments.
        reason: String,
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
        /// What is too large.
        what: String,
    },
    /// A parameter that is declared and stands in no statement.
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
        /// What could come there.
        expected: &'static str,
    },
    /// Two names that cannot be stored in one trace.
    Overlap {
        /// The new name.
        name: String,
        /// The name that is there already; the same if the new one is wrong by itself.
        other: String,
        /// What is wrong with the two.
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
        /// Their names.
        names: Vec<String>,
    },
    /// A parameter for which no value was given.
    MissingValue {
        /// The parameter.
        name: String,
    },
    /// The machine lacks the instructions that were asked for.
    UnsupportedInstructions {
        /// The instruction set.
        wanted: &'static str,
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
        /// What was wrong with the last of them.
        reason: String,
    },
    /// The sampler stopped.
    Sampler {
        /// The chain.
        chain: usize,
        /// The sampler's own words.
        reason: String,
    },
    /// More than one chain failed.
    Chains {
        /// The number of chains of the run.
        chains: usize,
        /// What each of the failed ones met.
        errors: Vec<Error>,
    },
    /// A file could not be written or read.
    Io {
        /// The file.
        path: String,
        /// The operating system's words.
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
    pub(crate) fn counting(self, what_is_counted: &str) -> Self {
        match self {
            Self::IndexOutOfRange { statement, what, position, index, length } => {
                let what = format!("the {what_is_counted} of {what}");
                Self::IndexOutOfRange { statement, what, position, index, length }
            }
            other => other,
        }
    }

    /// A parameter's value outside its support.
    pub(crate) fn outside_support(name: &str, index: Option<usize>, value: f64, rule: &str) -> Self {
        Self::OutsideSupport {
            statement: String::new(),
            what: format!("the parameter `{name}`"),
            index,
            value,
            rule: rule.to_owned(),
        }
    }
}

/// "in `statement`: ", or nothing.
fn place(statement: &str) -> String {
    if statement.is_empty() { String::new() } else { format!("in `{statement}`: ") }
}

/// ": element 3", or nothing for a single number.
fn element(index: Option<usize>) -> String {
    index.map_or_else(String::new, |index| format!(": element {index}"))
}

/// "a vector of length 3"
fn shape(extent: Extent) -> String {
    match extent {
        Extent::Scalar => "a number".to_owned(),
        Extent::Vector(length) => format!("a vector of length {length}"),
        Extent::Matrix { length, columns } => {
            format!("a matrix of {} × {columns}", length.checked_div(columns).unwrap_or(0))
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { statement, what, index, value } => {
                write!(f, "{}{what}{} is {value}, but must be finite", place(statement), element(*index))
            }
            Self::OutsideSupport { statement, what, index, value, rule } => {
                write!(f, "{}{what}{} is {value}, but must {rule}", place(statement), element(*index))
            }
            Self::LengthMismatch { expected_by, expected, found_in, found, .. } if expected_by.is_empty() => {
                write!(f, "{found_in} must have length {expected}, but has length {found}")
            }
            Self::LengthMismatch { statement, expected_by, expected, found_in, found } => write!(
                f,
                "{}{expected_by} has length {expected}, but {found_in} has length {found}",
                place(statement)
            ),
            Self::IndexOutOfRange { statement, what, position, index, length } => write!(
                f,
                "{}{what}: the index{} is {index}, but there are {length} elements, with indices 0 to {}",
                place(statement),
                position.map_or_else(String::new, |position| format!(" at place {position}")),
                length.saturating_sub(1)
            ),
            Self::NoComponent { statement } => write!(
                f,
                "{}the number of a component has a meaning only in the closure of its `components(…)`",
                place(statement)
            ),
            Self::Refused { statement, function, reason } => {
                write!(f, "{}the arguments of `{function}` do not fit: {reason}", place(statement))
            }
            Self::Empty { statement, what } => write!(f, "{}{what} is empty", place(statement)),
            Self::TooLarge { statement, what } => {
                write!(f, "{}{what} does not fit into the memory of this machine", place(statement))
            }
            Self::UnusedParameter { name } => write!(
                f,
                "the parameter `{name}` is declared in `params!` but stands in no statement; give it one, or \
                 remove it"
            ),
            Self::Redeclared { name } => write!(
                f,
                "the name `{name}` stands for two different variables; rename one, or give its submodel a prefix"
            ),
            Self::ForeignWorkspace => f.write_str("the workspace was made by another posterior"),
            Self::UnknownName { name, known } => {
                write!(f, "`{name}` is none of the names {}", known.join(", "))
            }
            Self::InvalidName { name, position: 0, expected } => {
                write!(f, "`{name}` is not a name: it must begin with {expected}")
            }
            Self::InvalidName { name, position, expected } => {
                let read = name.get(..*position).unwrap_or(name);
                write!(f, "`{name}` is not a name: after `{read}`, there must be {expected}")
            }
            Self::Overlap { name, other, reason } if name == other => {
                write!(f, "`{name}` cannot be set: {reason}")
            }
            Self::Overlap { name, other, reason } => {
                write!(f, "`{name}` cannot stand beside `{other}`: {reason}")
            }
            Self::ShapeMismatch { name, expected, found } => {
                write!(f, "`{name}` is {}, but the value is {}", shape(*expected), shape(*found))
            }
            Self::NoSuchPart { name, part, extent } => {
                write!(f, "`{name}` has no part `{part}`, since it is {}", shape(*extent))
            }
            Self::Circular { names } => write!(f, "the variables {} depend on themselves", names.join(", ")),
            Self::MissingValue { name } => write!(f, "no value was given for the parameter `{name}`"),
            Self::UnsupportedInstructions { wanted } => {
                write!(f, "this machine has no {wanted} instructions")
            }
            Self::HeldBetweenParameters { name } => write!(
                f,
                "`{name}` cannot be given a value, because its bounds are parameters: declare bounds that are numbers"
            ),
            Self::HeldInPart { name } => write!(
                f,
                "single elements of `{name}` cannot be given values, because its elements bound each other: give all of them one"
            ),
            Self::HeldBesideParts { name } => write!(
                f,
                "single elements of `{name}` cannot be given values, because parts of it stand on the left of statements: give all of it one"
            ),
            Self::LeftTwice { statement, name, index, is_one } => {
                let element = index.map_or(String::new(), |index| format!("element {index} of "));
                let twice = if *is_one { "twice on the left" } else { "on the left of two statements" };
                write!(f, "{}{element}`{name}` stands {twice}", place(statement))
            }
            Self::LeftOut { name, index } => write!(
                f,
                "element {index} of `{name}` stands on the left of no statement: give it one, or write `{name} |= flat()` \
                 beside the others"
            ),
            Self::SetInPart { statement, name } => write!(
                f,
                "{}single elements of `{name}` cannot be intervened on, because its law is one of all of them together: intervene on all, or write the law as one of single elements",
                place(statement)
            ),
            Self::ImproperConditional { name, index } => {
                let element = index.map_or(String::new(), |index| format!("element {index} of "));
                write!(
                    f,
                    "the full conditional of {element}`{name}` is no distribution: give it a proper prior, or more data"
                )
            }
            Self::NoDraw { statement, reason } => {
                write!(f, "no value can be drawn from `{statement}`: {reason}")
            }
            Self::NoInitialPoint { chain, attempts, reason } => write!(
                f,
                "chain {chain}: no initial point with a finite log density and gradient in {attempts} attempts; \
                 at the last one {reason}"
            ),
            Self::Sampler { chain, reason } => write!(f, "chain {chain}: the sampler stopped: {reason}"),
            Self::Chains { chains, errors } => {
                write!(f, "{} of {chains} chains failed:", errors.len())?;
                errors.iter().try_for_each(|error| write!(f, "\n  {error}"))
            }
            Self::Io { path, reason } => write!(f, "{path}: {reason}"),
            Self::InvalidSetting { setting, rule } => write!(f, "the setting `{setting}` must {rule}"),
        }
    }
}

impl core::error::Error for Error {}
