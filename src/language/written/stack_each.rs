//! A vector for each number, as the rows of a matrix. The maths is in
//! [`node::StackEach`](crate::node::StackEach).

use super::{ComponentIndex, Describe, Expression};
use crate::binding::Compiler;
use crate::error::Error;
use crate::node;
use crate::rewrite::RowFacts;
use crate::shape::{Dyn, Matrix, Sides, Size};

/// The vectors `N` of the numbers 0, 1, …, `count` − 1 on top of each other.
#[derive(Clone, Copy, Debug)]
pub struct StackEach<N> {
    row: N,
    index: ComponentIndex,
    count: usize,
}

impl<N: Expression> StackEach<N> {
    /// Puts `count` vectors on top of each other.
    pub(crate) fn new(row: N, index: ComponentIndex, count: usize) -> Self {
        Self { row, index, count }
    }

    fn value_size(&self) -> Size {
        Size::new(self.count, self.row.size().length())
    }
}

impl<N: Expression> Expression for StackEach<N> {
    type Shape = Matrix<Dyn, Dyn>;
    type Bound = node::StackEach<N::Bound>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::of_shape::<Self::Shape>(self.value_size())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let Self { count, .. } = self;
        compiler.context().check_not_empty_length(Some(count), &|| "the list of laws".to_owned())?;
        let index = self.index.claim(count, compiler);
        compiler.start_part("a law of the list".to_owned());
        let row = compiler.within_components(index, |compiler| self.row.bind(compiler))?;
        let size = self.value_size();
        compiler.context().check_room(size.length(), || "the log densities of all laws".to_owned())?;
        let slot = compiler.slot_of(self.extent());
        Ok(node::StackEach { row, index, slot, size })
    }
}

impl<N: Expression> Describe for StackEach<N> {
    fn describe(&self, text: &mut String) {
        text.push_str(&format!("stack_rows(components({}, |k| ", self.count));
        self.row.describe(text);
        text.push_str("))");
    }
}

impl<N: Expression> RowFacts for StackEach<N> {}
