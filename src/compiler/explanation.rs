//! [`Explanation`]: what `compile()` made of each statement, and why.

use core::fmt;

/// The outcome of `compile()` for each statement, in the order of the model.
///
/// It prints as text; [`statements`](Self::statements) has its parts.
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    statements: Vec<Explained>,
}

/// The outcome of `compile()` for one statement.
#[derive(Clone, Debug)]
pub struct Explained {
    statement: String,
    is_rewritten: bool,
    what: String,
}

impl Explained {
    /// The statement, as it stands in the model.
    pub fn statement(&self) -> &str {
        &self.statement
    }

    /// True if fewer operations are made than the statement says.
    pub fn is_rewritten(&self) -> bool {
        self.is_rewritten
    }

    /// The form that is computed instead, or the reason why nothing else is.
    pub fn what(&self) -> &str {
        &self.what
    }
}

impl Explanation {
    /// Begins with the next statement.
    pub(crate) fn start(&mut self, statement: String) {
        let what = "as written".to_owned();
        self.statements.push(Explained { statement, is_rewritten: false, what });
    }

    /// Says what became of the statement that was begun last.
    pub(crate) fn explain(&mut self, outcome: Outcome) {
        if let Some(last) = self.statements.last_mut() {
            (last.is_rewritten, last.what) = match outcome {
                Outcome::Rewritten(what) => (true, what),
                Outcome::Kept(why) => (false, why),
            };
        }
    }

    /// Adds words about how the statement that was begun last is evaluated.
    pub(crate) fn note(&mut self, words: &str) {
        if let Some(last) = self.statements.last_mut() {
            last.what += "; ";
            last.what += words;
        }
    }

    /// Says what else became of the statement that was begun last: if nothing has, it is no longer kept.
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

/// The outcome of a statement.
pub(crate) enum Outcome {
    /// The form that is computed instead.
    Rewritten(String),
    /// The reason why it stays as it is.
    Kept(String),
}
