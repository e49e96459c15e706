//! The place in the source from which a node comes.

use super::Tape;
use core::fmt;

/// A place in the source, with the expression at this place.
// Exhaustive: `#[track]` writes all of it into programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path of the file, as it was given to the compiler.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The expression as it is written.
    pub text: &'static str,
}

impl Source {
    /// The place of steps without a source.
    pub const NONE: &'static Self = &Self { file: "", line: 0, column: 0, text: "" };
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// The tape and the source of a step: the last argument of every function that records.
// Exhaustive: `#[track]` writes all of it into programs.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    /// The tape that records the step.
    pub tape: &'a Tape,
    /// The expression of the step.
    pub source: &'static Source,
}
