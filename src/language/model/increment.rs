//! A term of the log density that is no distribution: `increment(e)` adds Σᵢ eᵢ.

use super::{Model, StatementNames, Summed};
use crate::binding::Compiler;
use crate::conjugacy::Dependence;
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::sketch::{ExpressionSketch, Sketch};
use crate::statement::{self, RowElements, Shared};
use crate::written::Expression;

/// The statement `increment(term)`.
#[derive(Clone, Copy, Debug)]
pub struct Increment<N> {
    term: N,
    /// The statement as the user wrote it, where the macro knows it.
    source: Option<&'static str>,
}

/// Adds the expression to the log density; of a vector, the sum of its elements.
pub fn increment<Term: IntoExpr>(term: Term) -> Increment<Term::Node> {
    Increment { term: term.into_expr().0, source: None }
}

impl<N: Expression> Increment<N> {
    /// The statement with its text, for messages.
    pub fn written(self, source: Option<&'static str>) -> Self {
        Self { source, ..self }
    }

    /// The statement as a reader would write it.
    fn text(&self) -> String {
        if let Some(source) = self.source {
            return source.to_owned();
        }
        let mut text = String::from("increment(");
        self.term.describe(&mut text);
        text + ")"
    }
}

impl<N: Expression> Model for Increment<N> {
    type Bound = Shared<statement::Increment<N::Bound>>;

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let erased = Increment { term: self.term.erase(), source: self.source };
        erased.bind_erased(const { &Self::NAMES }, compiler).map(Shared::new)
    }

    fn sketch(&self, sketch: &mut Sketch) {
        sketch.increments(ExpressionSketch::of(&self.term), self.text());
    }
}

impl<N: Expression> Increment<N> {
    /// The names in the statement, which is bound without them.
    const NAMES: StatementNames =
        StatementNames { target: None, vars: N::VARS, crossed: <N::Bound as Dependence>::READS_OTHER_ROWS };

    /// Binds the statement, whose types have no names.
    fn bind_erased(
        self,
        names: &StatementNames,
        compiler: &mut Compiler,
    ) -> Result<statement::Increment<N::Bound>, Error> {
        let text = compiler.start_statement(self.text());
        let Summed { term, sum, rows } = Summed::bind(self.term, names, compiler)?;
        let owners = RowElements::bind(sum.length(), &names.crossed, compiler)?;
        Ok(statement::Increment { term, sum, rows, owners, text })
    }
}
