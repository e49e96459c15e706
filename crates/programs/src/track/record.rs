//! The steps of a tracked function other than calls: constants, primitive functions, branches, joins.

use super::source::At;
use super::{Kind, Nodes, Operand, Primitive, Tracked};
use crate::native::Native;

impl At<'_> {
    /// Records a constant.
    #[inline]
    pub fn constant<T: Native>(self, value: T) -> Tracked<T> {
        let node = self.tape.record(Kind::Constant, value.to_number(), &[], self.source);
        Tracked { value, node, is_fixed: true }
    }

    /// Records a step that is a function of other values.
    #[inline]
    pub fn primitive<T: Native>(
        self,
        function: &'static Primitive,
        inputs: &[Operand],
        value: T,
    ) -> Tracked<T> {
        let node = self.tape.record(Kind::Primitive(function), value.to_number(), inputs, self.source);
        Tracked { value, node, is_fixed: inputs.iter().all(|input| input.is_fixed) }
    }

    /// Records a step of the language that is not a function call: an element or a cast.
    #[inline]
    pub(super) fn special<T: Native>(
        self,
        function: &'static Primitive,
        inputs: &[Operand],
        value: T,
    ) -> Tracked<T> {
        let node = self.tape.record(Kind::Special(function), value.to_number(), inputs, self.source);
        Tracked { value, node, is_fixed: inputs.iter().all(|input| input.is_fixed) }
    }

    /// Records a site of a program's run.
    pub(crate) fn choice<T: Native>(self, kind: Kind, inputs: &[Operand], value: T) -> Tracked<T> {
        let node = self.tape.record(kind, value.to_number(), inputs, self.source);
        Tracked { value, node, is_fixed: false }
    }

    /// Records a branch, and returns its condition. The following steps depend on the branch until it is
    /// [closed](super::Tape::close).
    ///
    /// A `match` on a number, and the number of rounds of a loop, are branches whose condition is this
    /// number.
    #[inline]
    pub fn jump<T: Native>(self, condition: Tracked<T>) -> T {
        let operand = condition.operand();
        let jump = self.tape.record(Kind::Jump, operand.value, &[operand], self.source);
        self.tape.open(jump);
        condition.value()
    }

    /// Makes a value depend on the branches around the step: the value of an `if`, or a variable that one
    /// of its arms assigns.
    pub fn join<N: Nodes>(self, mut value: N) -> N {
        value.join_at(self);
        value
    }
}
