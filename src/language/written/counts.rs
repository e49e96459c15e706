//! The number of times that each category was observed. [`node::Counts`](crate::node::Counts) reads the
//! counts.

use super::{Describe, Expression};
use crate::binding::Compiler;
use crate::error::Error;
use crate::frame::Packed;
use crate::node;
use crate::rewrite::RowFacts;
use crate::shape::{Dyn, Sides, Vector};

/// The counts of the observations `Observed`, numbers from 0 to the number of categories less one.
#[derive(Clone, Copy, Debug)]
pub struct Counts<Observed> {
    observed: Observed,
    categories: usize,
}

impl<Observed: Expression> Counts<Observed> {
    /// Counts observations in `categories` categories.
    pub(crate) fn new(observed: Observed, categories: usize) -> Self {
        Self { observed, categories }
    }
}

impl<Observed: Expression> Expression for Counts<Observed> {
    type Shape = Vector<Dyn>;
    type Bound = node::Counts;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::vector(self.categories)
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        compiler.context().check_not_empty(&self.observed)?;
        let mut counts = vec![0.0; self.categories];
        for index in 0..self.observed.sides().length().unwrap_or(1) {
            let category = compiler.context().check_category(&self.observed, index, self.categories)?;
            counts[category] += 1.0;
        }
        Ok(node::Counts::new(compiler.pack_numbers(counts), self.categories))
    }

    fn bind_coefficients(self, _: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(node::Counts::new(Packed::default(), self.categories))
    }
}

impl<Observed: Expression> Describe for Counts<Observed> {
    fn describe(&self, text: &mut String) {
        self.observed.describe(text);
    }
}

impl<Observed: Expression> RowFacts for Counts<Observed> {}
