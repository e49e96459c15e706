//! The indices of steps: 0, 1, …, n − 1.

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{Compiler, Key};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::error::Error;
use crate::node::BoundData;
use crate::shape::{Dyn, Sides, Vector};

/// The numbers 0, 1, …, `count` − 1.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    pub(crate) count: usize,
}

impl Expression for Steps {
    type Shape = Vector<Dyn>;
    type Bound = BoundData<Vector<Dyn>>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::vector(self.count)
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let means = compiler.context().rows().map(|rows| rows.means(&|row| row as f64));
        let packed = match means {
            Some(means) => compiler.pack_numbers(means),
            None => compiler.pack_numbers((0..self.count).map(|number| number as f64)),
        };
        Ok(BoundData::new(packed, self.sides()))
    }
}

impl Steps {
    fn text(&self) -> String {
        format!("steps({})", self.count)
    }
}

impl Describe for Steps {
    fn describe(&self, text: &mut String) {
        text.push_str(&self.text());
    }
}

impl RowFacts for Steps {
    fn datum(&self, index: usize) -> Option<f64> {
        Some(index as f64)
    }

    fn key(&self, row: usize, key: &mut Key) {
        key.number(row as f64);
    }
}

expression! {
    [] Steps;
}
