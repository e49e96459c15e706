//! [`Explanation`]: the form in which `compile()` evaluates each statement, and the reason.

use core::fmt;

/// The outcome of `compile()` for each statement, in the order of the model.
///
/// It can be printed as text; [`statements`](Self::statements) returns its parts.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Explanation {
    statements: Vec<Explained>,
}

/// The outcome of `compile()` for one statement.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Explained {
    statement: String,
    is_rewritten: bool,
    what: String,
}

impl Explained {
    /// The text of the statement in the model.
    pub fn statement(&self) -> &str {
        &self.statement
    }

    /// True if the statement is evaluated in another form, which takes fewer operations than the written one.
    pub fn is_rewritten(&self) -> bool {
        self.is_rewritten
    }

    /// The form that is evaluated instead, or the reason why the statement is evaluated as written.
    pub fn what(&self) -> &str {
        &self.what
    }
}

impl Explanation {
    /// Begins the explanation of the next statement.
    pub(crate) fn start(&mut self, statement: String) {
        let what = "as written".to_owned();
        self.statements.push(Explained { statement, is_rewritten: false, what });
    }

    /// Records the outcome of the statement that was begun last.
    pub(crate) fn explain(&mut self, outcome: Outcome) {
        if let Some(last) = self.statements.last_mut() {
            (last.is_rewritten, last.what) = match outcome {
                Outcome::Rewritten(what) => (true, what),
                Outcome::Kept(why) => (false, why),
            };
        }
    }

    /// Adds a remark about the evaluation of the statement that was begun last.
    pub(crate) fn note(&mut self, words: &str) {
        if let Some(last) = self.statements.last_mut() {
            last.what += "; ";
            last.what += words;
        }
    }

    /// Records a further improvement of the statement that was begun last. If it had been kept as written,
    /// it now counts as rewritten.
    pub(crate) fn improve(&mut self, what: String) {
        match self.statements.last() {
            Some(last) if last.is_rewritten => self.note(&what),
            _ => self.explain(Outcome::Rewritten(what)),
        }
    }

    /// The explanations, statement by statement.
    pub fn statements(&self) -> &[Explained] {
        &self.statements
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Explained { statement, is_rewritten, what } in &self.statements {
            let mark = if *is_rewritten { "rewritten: " } else { "" };
            writeln!(f, "{statement}\n    {mark}{what}")?;
        }
        Ok(())
    }
}

/// The outcome of `compile()` for a statement.
pub(crate) enum Outcome {
    /// The form that is evaluated instead.
    Rewritten(String),
    /// The reason why the statement stays as it is written.
    Kept(String),
}
