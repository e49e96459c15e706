//! An operation on whole values, such as a product of matrices. The maths is in
//! [`BoundWhole`](crate::node::BoundWhole) and in the [operations](crate::contract::operation).

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{Compiler, Joined};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression, Expressions};
use crate::contract::node::{Tuple, places};
use crate::contract::operation::{BoundOperation, Operation, Setup};
use crate::error::Error;
use crate::frame::{Places, Range, Slot};
use crate::node::{BoundWhole, has_symmetric};
use crate::shape::{Shape, Sides, Size};
use core::array::from_fn;
use core::marker::PhantomData;

/// `Op` of the expressions `A`, whose values all stand in slots; the value has the shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct Whole<Op, A, Sh> {
    operation: Op,
    nodes: A,
    shape: PhantomData<fn() -> Sh>,
}

impl<Op: Operation, A: Expressions, Sh: Shape> Whole<Op, A, Sh> {
    /// Applies an operation to expressions, which are stored in slots.
    pub(crate) fn new(operation: Op, nodes: A) -> Self {
        Self { operation, nodes, shape: PhantomData }
    }

    /// The expression of another operation on the same arguments.
    pub(crate) fn of_operation<Other: Operation>(
        self,
        other: impl FnOnce(Op) -> Other,
    ) -> Whole<Other, A, Sh> {
        Whole::new(other(self.operation), self.nodes)
    }

    /// The size of the operation's value.
    fn value_size(&self) -> Size {
        self.operation.size(&self.nodes.sizes())
    }

    /// The number of rows of the arguments that are needed for the first `rows` rows of the value.
    fn rows_of_arguments(rows: usize) -> usize {
        if Op::IS_CAUSAL && Sh::ROWS.is_none() { rows } else { usize::MAX }
    }

    /// The arguments as a user would write them, each of which may stand before a dot.
    fn names(&self) -> Vec<String> {
        let described = |place| {
            let mut text = String::new();
            self.nodes.describe_one(place, &mut text);
            text
        };
        (0..A::COUNT).map(described).collect()
    }

    /// Makes the node that computes its value in `slot`, or in a slot of its own if none is given.
    fn bind_at(
        self,
        slot: Option<Slot>,
        rows: usize,
        compiler: &mut Compiler,
    ) -> Result<BoundWhole<Op::Bound, A::Bound, Sh>, Error> {
        let (size, names, rows) = (self.value_size(), self.names(), Self::rows_of_arguments(rows));
        let name = |place: usize| format!("`{}`", names[place]);
        let bind = |compiler: &mut Compiler| self.nodes.bind_first_rows(rows, compiler, name);
        let nodes = if Op::IS_CAUSAL { compiler.arguments_in_order(bind)? } else { bind(compiler)? };
        // After this check the sizes of the arguments and of the value can be multiplied without overflow.
        compiler.check_claims()?;
        compiler
            .context()
            .check_room(size.length(), || format!("the value of `{}`", self.operation.describe(&names)))?;
        let (sizes, slots) = (nodes.sizes(), nodes.slots());
        sizes[..A::COUNT].iter().for_each(|size| compiler.count_product(size.rows, size.columns));
        let joined =
            if const { Op::Bound::FACTS.couples_elements } { compiler.read_in(slots[0]) } else { None };
        if const { has_symmetric::<Op::Bound, A::Bound>(false) } {
            compiler.prove_symmetry();
        }
        let parameter = compiler.parameter_at(slots[0], sizes[0].length());
        let is_data = const { places!(A::Bound, |node| node.is_data()) };
        let setup = Setup::new(compiler, sizes, is_data, slots, names, joined.is_some());
        let mut setup = setup.of_parameter(parameter);
        if !Op::TAKES_NOTHING {
            (0..A::COUNT).try_for_each(|place| setup.check_not_empty(place))?;
        }
        let operation = self.operation.bind(&mut setup)?;
        let ((scratch, kept), read) = (setup.claimed(), setup.slots());
        let (levels, form) = compiler.kind_at(slots[0]);
        let kind = ((Op::Bound::FACTS.levels)(levels), (Op::Bound::FACTS.form)(form));
        let arguments = from_fn(|place| Range { place: read[place], length: sizes[place].length() });
        let value = slot.unwrap_or_else(|| compiler.slot_of(size.extent::<Sh>()));
        compiler.set_kind_at(value, size.length(), kind);
        // The size of the value that the operation computes from the first rows of the arguments.
        let size = self.operation.size(&sizes);
        let places = Places {
            arguments,
            value: Range { place: value, length: size.length() },
            scratch: Range { place: compiler.scratch(scratch), length: scratch },
            kept: Range { place: compiler.reserve(kept), length: kept },
        };
        if let Some(var) = joined {
            let (table, count) = (places.scratch.place, sizes[1].length());
            compiler.join(var, Joined { table, first: slots[1], transition: slots[2], count });
        }
        Ok(BoundWhole::new(operation, nodes, size, places))
    }
}

impl<Op: Operation, A: Expressions, Sh: Shape> Expression for Whole<Op, A, Sh> {
    type Shape = Sh;
    type Bound = BoundWhole<Op::Bound, A::Bound, Sh>;
    type Erased = Whole<Op, A::Erased, Sh>;

    fn erase(self) -> Self::Erased {
        Whole::new(self.operation, self.nodes.erase())
    }

    fn sides(&self) -> Sides {
        Sides::of_shape::<Sh>(self.value_size())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.bind_at(None, usize::MAX, compiler)
    }

    fn bind_first_rows(self, rows: usize, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.bind_at(None, rows, compiler)
    }

    fn bind_into(self, slot: Slot, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.bind_at(Some(slot), usize::MAX, compiler)
    }
}

impl<Op: Operation, A: Expressions, Sh: Shape> Describe for Whole<Op, A, Sh> {
    fn describe(&self, text: &mut String) {
        text.push_str(&self.operation.describe(&self.names()));
    }
}

impl<Op: Operation, A: Expressions, Sh: Shape> RowFacts for Whole<Op, A, Sh> {
    fn known(&self, index: usize) -> Option<f64> {
        let (place, element) = self.operation.origin(&self.nodes.sizes(), index)?;
        self.nodes.known(place, element)
    }
}

expression! {
    [Op, A, Sh] Whole<Op, A, Sh>;
}
