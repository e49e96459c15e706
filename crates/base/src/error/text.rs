//! The texts of an [`Error`].

use super::{Error, names};
use crate::shape::Extent;
use core::fmt;

/// The name that messages use for data on the left of `|=`.
pub const LEFT: &str = "the variable on the left";

/// Returns "in `statement`: ", or an empty text without a statement.
fn place(statement: &str) -> String {
    if statement.is_empty() { String::new() } else { format!("in `{statement}`: ") }
}

/// Returns ": element 3", or an empty text for a single number.
fn element(index: Option<usize>) -> String {
    index.map_or_else(String::new, |index| format!(": element {index}"))
}

/// The words of an index of chains.
pub(crate) const CHAINS: &str = "the chains";

/// The words of an index of draws.
pub(crate) const DRAWS: &str = "the draws of a chain";

/// Returns the plural of the things that an index counts.
fn counted(what: &str) -> &'static str {
    match what {
        CHAINS => "chains",
        DRAWS => "draws",
        _ => "elements",
    }
}

/// Describes a shape, such as "a vector of length 3".
fn shape(extent: Extent) -> String {
    match extent {
        Extent::Scalar => "a number".to_owned(),
        Extent::Vector(length) => format!("a vector of length {length}"),
        Extent::Matrix { length, columns } => {
            format!("a matrix of {} × {columns}", length.checked_div(columns).unwrap_or(0))
        }
    }
}

/// Prints the same sentence as `Display`, because a `main` prints the error that it returns with `Debug`.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { statement, what, index, value } => {
                write!(f, "{}{what}{} is {value}, but must be finite", place(statement), element(*index))?;
                match what.as_str() {
                    LEFT if value.is_nan() => f.write_str(
                        "; gaps are a parameter in `params!`, `y: data(&y).missing_nan()`, of counts \
                         `data(&y).missing(&mask).integer(0, 20)`",
                    ),
                    what if value.is_nan() && what.starts_with("data in ") => f.write_str(
                        "; gaps of a predictor or of a series are a parameter in `params!`, \
                         `x: data(&x).missing_nan()`, which has a law",
                    ),
                    _ => Ok(()),
                }
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
                "{}{what}: the index{} is {index}, but there are {length} {}, with indices 0 to {}",
                place(statement),
                position.map_or_else(String::new, |position| format!(" at place {position}")),
                counted(what),
                length.saturating_sub(1)
            ),
            Self::NoComponent { statement } => write!(
                f,
                "{}the number of a component has a meaning only in the closure of its `components(…)`",
                place(statement)
            ),
            Self::OutsideScan { statement } => write!(
                f,
                "{}the carry of a `scan` is one value in each step: it cannot be read outside of the step, nor by functions of whole \
                 vectors such as `sum()`, `at()` and `dot()`",
                place(statement)
            ),
            Self::Program { address, reason } if address.is_empty() => write!(f, "the program: {reason}"),
            Self::Program { address, reason } => write!(f, "at `{address}` of the program: {reason}"),
            Self::NoDerivative { function, place } => {
                write!(f, "the derivatives of `{function}` at {place} are not known")
            }
            Self::OutsideProcess { statement } => write!(
                f,
                "{}the past of a `process` is one value in each row: it cannot be read outside of the law, nor by functions of whole \
                 vectors such as `sum()`, `at()` and `dot()`, which would see the future; `scan`, `lagged`, `convolve` and `cumulative_sum` go step by step",
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
                "the parameter `{name}` is declared in `params!` but stands in no statement of this model; give it one, \
                 or remove it; if only another model needs it, move it to a second `params!`: a model may use \
                 parameters of several"
            ),
            Self::Redeclared { name } => write!(
                f,
                "the name `{name}` stands for two different variables; rename one, or give its submodel a prefix"
            ),
            Self::ForeignWorkspace => f.write_str("the workspace was made by another posterior"),
            Self::UnknownName { name, known } => match names::without_labels(name, known) {
                Some(text) => f.write_str(&text),
                None => write!(f, "`{name}` is none of the names {}", names::beside(name, known)),
            },
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
            Self::UnsupportedInstructions { wanted, is_compiled: true } => {
                write!(f, "this machine has no {wanted} instructions")
            }
            Self::UnsupportedInstructions { wanted, is_compiled: false } => write!(
                f,
                "this program has no kernels for {wanted} instructions: build it with the feature `avx512`, with optimisation, or with \
                 MONOMORPH_INSTRUCTIONS, as `Instructions` tells"
            ),
            Self::HeldBetweenParameters { name } => write!(
                f,
                "`{name}` cannot be given a value, because its bounds are parameters: declare bounds that are numbers"
            ),
            Self::NotSummed { statement, name, reason } => {
                write!(f, "{}`{name}` cannot be marginalised: {reason}", place(statement))
            }
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
                "{}single elements of `{name}` cannot be intervened on, because its law is a joint law of all elements: intervene on all of them, or write a law of single elements",
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
            Self::NoMode { start, reason } => write!(f, "start {start} came to no mode: {reason}"),
            Self::Sampler { chain, reason } => write!(f, "chain {chain}: the sampler stopped: {reason}"),
            Self::Interrupted => f.write_str("the run was interrupted before its first draw"),
            Self::Chains { chains, errors } => {
                write!(f, "{} of {chains} chains failed:", errors.len())?;
                errors.iter().try_for_each(|error| write!(f, "\n  {error}"))
            }
            Self::UnknownLevel(level) => write!(f, "{level}"),
            Self::Results { reason, .. } => f.write_str(reason),
            Self::Io { path, reason, .. } | Self::Checkpoint { path, reason } => {
                write!(f, "{path}: {reason}")
            }
            Self::InvalidSetting { setting, rule } => write!(f, "the setting `{setting}` must {rule}"),
        }
    }
}
