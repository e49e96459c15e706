//! A vector some steps before. The maths is in [`node::Lagged`](crate::node::Lagged).

use super::{Describe, Expression, Stored};
use crate::binding::{Compiler, Series};
use crate::error::Error;
use crate::node::{self, Node};
use crate::rewrite::RowFacts;
use crate::shape::Sides;

/// The vector `N` some steps before, behind `First`.
#[derive(Clone, Copy, Debug)]
pub struct Lagged<N, First> {
    source: Stored<N>,
    first: Stored<First>,
    count: usize,
}

impl<N: Expression, First: Expression> Lagged<N, First> {
    /// The vector `count` steps before.
    pub(crate) fn new(source: N, count: usize, first: First) -> Self {
        Self { source: Stored::new(source), first: Stored::new(first), count }
    }
}

impl<N: Expression, First: Expression> Expression for Lagged<N, First> {
    type Shape = N::Shape;
    type Bound = node::Lagged<N::Bound, First::Bound>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        self.source.sides()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let (length, given) = (self.source.count(), self.first.count());
        let text = |expression: &dyn Fn(&mut String)| {
            let mut text = String::new();
            expression(&mut text);
            text
        };
        let context = compiler.context();
        context.check_not_empty(&self.source)?;
        if self.count == 0 || self.count > length {
            let name = text(&|text| self.source.describe(text));
            let what = format!("the number of steps of `{name}.lagged({}, …)`", self.count);
            let rule = format!("be from 1 to {length}, the length of `{name}`");
            return Err(context.outside(what, None, self.count as f64, &rule));
        }
        if given != 1 && given != self.count {
            let reason = format!(
                "`{}` has {given} elements; one number stands before the vector, or a vector of {}",
                text(&|text| self.first.source().describe(text)),
                self.count
            );
            return Err(context.refused("lagged", reason));
        }
        let count = self.count;
        // Elements are read in the order of time, so the vector may be the past of a process.
        let (source, first) = compiler.arguments_in_order(|compiler| {
            Ok::<_, Error>((self.source.bind(compiler)?, self.first.bind(compiler)?))
        })?;
        let given = (given == count).then_some(count);
        let series = Series { values: source.slot(), initial: first.slot(), given };
        Ok(node::Lagged::new(source, first, series, count))
    }
}

impl<N: Expression, First: Expression> Describe for Lagged<N, First> {
    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(&format!(".lagged({}, ", self.count));
        self.first.source().describe(text);
        text.push(')');
    }
}

impl<N, First> RowFacts for Lagged<N, First> {}
