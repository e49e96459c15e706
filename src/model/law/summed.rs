//! A summed expression: equal rows are merged into one row with a weight, and rows that gather by an index
//! are sorted.

use crate::compiler::{Compiler, Goal, Outcome, Rows, StatementNames};
use crate::contract::expression::Expression;
use crate::contract::node::Node;
use crate::error::Error;
use crate::model::law::Sum;
use crate::shape::Tag;
use std::sync::Arc;

/// A sum with its expression.
pub(crate) struct Summed<N> {
    pub term: N,
    pub sum: Sum,
    /// The rows that are evaluated, if they are not the rows of the data.
    pub rows: Option<Arc<Rows>>,
}

impl<N: Node> Summed<N> {
    /// Binds the expression, with the cheapest rows.
    pub fn bind<E: Expression<Bound = N>>(
        term: E,
        names: &StatementNames,
        compiler: &mut Compiler,
    ) -> Result<Self, Error> {
        let length = term.sides().length().unwrap_or(1);
        let Some(rows) = rows(&term, names, compiler, length) else {
            let bound = term.bind(compiler)?;
            return Ok(Self {
                term: bound,
                sum: Sum::new(length, None, compiler.cut(length, const { Sum::split::<N>() })),
                rows: None,
            });
        };
        compiler.explain(Outcome::Rewritten(rows.describe(length)));
        let weights = (rows.goal == Goal::Merged).then(|| compiler.pack_numbers(rows.weights()));
        let rows = Arc::new(rows);
        let term = compiler.with_rows(Arc::clone(&rows), |compiler| term.bind(compiler))?;
        let sum = Sum::new(rows.len(), weights, compiler.cut(rows.len(), const { Sum::split::<N>() }));
        Ok(Self { term, sum, rows: Some(rows) })
    }
}

/// Returns other rows than those of the data, if they are cheaper.
fn rows<E: Expression>(term: &E, names: &StatementNames, compiler: &Compiler, length: usize) -> Option<Rows> {
    let has_rows = const { <E::Bound as Node>::FACTS.has_rows && !E::VARS.is_empty() };
    let is_possible = has_rows && !E::Shape::IS_SCALAR && !E::Shape::IS_MATRIX;
    let is_kept = compiler.sums_rows(names.vars) || compiler.approximates(names.vars);
    if !is_possible || !compiler.rewrites() || is_kept || length == 0 {
        return None;
    }
    let merged = Rows::merged(length, &|row, key| term.key(row, key));
    merged.or_else(|| Rows::sorted(length, &|row, key| term.key(row, key)))
}
