//! The cutpoint below or above an observed category. The maths is in [`node::Cut`](crate::node::Cut).

use super::{Describe, Expression, Stored};
use crate::binding::Compiler;
use crate::error::Error;
use crate::node;
use crate::rewrite::{Key, RowFacts};
use crate::sealed::Sealed;
use crate::shape::Sides;
use core::marker::PhantomData;

/// The cutpoint of a category: the one below it or the one above.
pub trait End: Sealed + Copy + Send + Sync + 'static {
    /// The name in messages.
    const NAME: &'static str;

    /// The cutpoint's index, or the infinity that stands for it.
    fn of(category: usize, cutpoints: usize) -> Result<usize, f64>;
}

/// The cutpoint below.
#[derive(Clone, Copy, Debug)]
pub struct Lower;

/// The cutpoint above.
#[derive(Clone, Copy, Debug)]
pub struct Upper;

impl Sealed for Lower {}

impl End for Lower {
    const NAME: &'static str = "below";

    fn of(category: usize, _: usize) -> Result<usize, f64> {
        category.checked_sub(1).ok_or(f64::NEG_INFINITY)
    }
}

impl Sealed for Upper {}

impl End for Upper {
    const NAME: &'static str = "above";

    fn of(category: usize, cutpoints: usize) -> Result<usize, f64> {
        if category < cutpoints { Ok(category) } else { Err(f64::INFINITY) }
    }
}

/// The elements of `Cutpoints` at one end of the categories `Observed`.
#[derive(Clone, Copy, Debug)]
pub struct Cut<Which, Observed, Cutpoints> {
    observed: Observed,
    cutpoints: Stored<Cutpoints>,
    end: PhantomData<fn() -> Which>,
}

impl<Which, Observed: Expression, Cutpoints: Expression> Cut<Which, Observed, Cutpoints> {
    /// Gathers cutpoints by observed categories.
    pub(crate) fn new(observed: Observed, cutpoints: Cutpoints) -> Self {
        Self { observed, cutpoints: Stored::new(cutpoints), end: PhantomData }
    }
}

impl<Which: End, Observed: Expression, Cutpoints: Expression> Expression for Cut<Which, Observed, Cutpoints> {
    type Shape = Observed::Shape;
    type Bound = node::Cut<Observed::Bound, Cutpoints::Bound>;
    type Erased = Cut<Which, Observed::Erased, Cutpoints::Erased>;

    fn erase(self) -> Self::Erased {
        let Self { observed, cutpoints, .. } = self;
        Cut { observed: observed.erase(), cutpoints: cutpoints.erase(), end: PhantomData }
    }

    fn sides(&self) -> Sides {
        self.observed.sides()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let cutpoints = self.cutpoints.bind(compiler)?;
        let count = self.cutpoints.count();
        compiler.context().check_not_empty(&self.observed)?;
        let observations = self.observed.sides().length().unwrap_or(1);
        let (mut indices, mut infinities): (Vec<usize>, Vec<f64>) = (Vec::new(), Vec::new());
        for index in 0..observations {
            let category = compiler.context().check_category(&self.observed, index, count + 1)?;
            let cut = Which::of(category, count);
            // Where there is none, a cutpoint that exists is read, and ∞ added.
            indices.push(cut.unwrap_or(0));
            infinities.push(cut.err().unwrap_or(0.0));
        }
        let first = indices[0];
        if let Some(rows) = compiler.context().rows() {
            indices = rows.firsts().map(|row| indices[row]).collect();
            infinities = rows.firsts().map(|row| infinities[row]).collect();
        }
        Ok(node::Cut::new(cutpoints, self.sides(), first, &indices, infinities, compiler))
    }
}

impl<Which: End, Observed: Expression, Cutpoints: Expression> Describe for Cut<Which, Observed, Cutpoints> {
    fn describe(&self, text: &mut String) {
        self.cutpoints.describe(text);
        text.push('.');
        text.push_str(Which::NAME);
        text.push_str("(…)");
    }
}

impl<Which: End, Observed: Expression, Cutpoints: Expression> RowFacts for Cut<Which, Observed, Cutpoints> {
    fn key(&self, row: usize, key: &mut Key) {
        let category = self.observed.datum(row).unwrap_or(f64::NAN);
        key.index(self.cutpoints.count() + 1, category as usize);
    }
}
