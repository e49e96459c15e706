//! A mixture of any number of log densities of one type, element by element. The maths is in
//! [`BoundLogMixEach`](crate::node::BoundLogMixEach).

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{Compiler, Key};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::Node;
use crate::error::Error;
use crate::node::{BoundLogMixEach, ComponentIndex};
use crate::shape::{Shape, Sides};
use crate::simd::{BLOCK_ROWS, MAX_LANES};
use core::marker::PhantomData;

/// The mixture of the log densities `L` with the weights `W`, which both depend on the number of a
/// component and have the shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct LogMixEach<W, L, Sh> {
    weight: W,
    part: L,
    index: ComponentIndex,
    count: usize,
    /// The length of the vector of weights.
    given: usize,
    shape: PhantomData<fn() -> Sh>,
}

impl<W: Expression, L: Expression, Sh: Shape> LogMixEach<W, L, Sh> {
    /// Mixes the log densities of `count` components, whose weights are the elements of a vector of the
    /// length `given`.
    pub(crate) fn new(weight: W, part: L, index: ComponentIndex, count: usize, given: usize) -> Self {
        Self { weight, part, index, count, given, shape: PhantomData }
    }
}

impl<W: Expression, L: Expression, Sh: Shape> Expression for LogMixEach<W, L, Sh> {
    type Shape = Sh;
    type Bound = BoundLogMixEach<W::Bound, L::Bound, Sh>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        self.part.sides().or(self.weight.sides())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let Self { count, .. } = self;
        let (components, weights) = ("the mixture's list of components", "the vector of weights");
        compiler.context().check_not_empty_length(Some(count), &|| components.to_owned())?;
        compiler.context().check_same_length(components, count, weights, self.given)?;
        let index = self.index.claim(count, compiler);
        compiler.start_part("a component of the mixture".to_owned());
        let (bound, _) = compiler.within(index, |compiler| {
            let weight = self.weight.bind(compiler)?;
            self.part.bind(compiler).map(|part| (weight, part))
        });
        let (weight, part) = bound?;
        let name = |place: usize| ["a weight", "a component"][place].to_owned() + " of the mixture";
        let sides = compiler.context().common_sides(&[self.weight.sides(), self.part.sides()], &name)?;
        // A statement about rows of a matrix is evaluated row by row, and may read one register beyond a
        // row.
        let longest = BLOCK_ROWS.max(sides.columns.unwrap_or(0));
        let room = longest.next_multiple_of(MAX_LANES) + MAX_LANES;
        let has_both = const { <L::Bound as Node>::FACTS.measure.is_both() };
        Ok(BoundLogMixEach {
            weight,
            part,
            index,
            count,
            sides,
            rows: compiler.context().row_count(sides.length().unwrap_or(1)),
            room,
            densities: compiler.scratch(count * room),
            atoms: compiler.scratch(if has_both { count * room } else { 0 }),
            weights: compiler.scratch(count * room),
            values: compiler.scratch(room),
            adjoints: compiler.scratch(room),
            shape: PhantomData,
        })
    }
}

impl<W: Expression, L: Expression, Sh: Shape> Describe for LogMixEach<W, L, Sh> {
    fn describe(&self, text: &mut String) {
        text.push_str("mixture(");
        self.weight.describe(text);
        text.push_str(&format!(", components({}, |k| ", self.count));
        self.part.describe(text);
        text.push_str("))");
    }
}

impl<W: Expression, L: Expression, Sh: Shape> RowFacts for LogMixEach<W, L, Sh> {
    fn key(&self, row: usize, key: &mut Key) {
        self.weight.key(row, key);
        self.part.key(row, key);
    }
}

expression! {
    [W, L, Sh] LogMixEach<W, L, Sh>;
}
