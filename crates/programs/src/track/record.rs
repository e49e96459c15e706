//! The steps that a tracked function takes, beside calls: constants, primitive functions, branches, joins.

use super::source::At;
use super::{Kind, Nodes, Operand, Primitive, Tracked};
use crate::native::Native;

impl At<'_> {
    /// A constant.
    #[inline]
    pub fn constant<T: Native>(self, value: T) -> Tracked<T> {
        let node = self.tape.record(Kind::Constant, value.to_number(), &[], self.source);
        Tracked { value, node, is_fixed: true }
    }

    /// Records a step that is a function of others.
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

    /// Records a step of the language that is no call of a function: an element, a cast.
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

    /// A site of a program's run.
    pub(crate) fn choice<T: Native>(self, kind: Kind, inputs: &[Operand], value: T) -> Tracked<T> {
        let node = self.tape.record(kind, value.to_number(), inputs, self.source);
        Tracked { value, node, is_fixed: false }
    }

    /// A branch: where it goes, which is what the condition is. The following steps depend on it until it is
    /// [closed](super::Tape::close).
    ///
    /// `match` on a number and a loop over a number of rounds are branches that go where the number says.
    #[inline]
    pub fn jump<T: Native>(self, condition: Tracked<T>) -> T {
        let operand = condition.operand();
        let jump = self.tape.record(Kind::Jump, operand.value, &[operand], self.source);
        self.tape.open(jump);
        condition.value()
    }

    /// A value that depends on the branches around it: of an `if`, or of a variable that one of its arms
    /// assigns.
    pub fn join<N: Nodes>(self, mut value: N) -> N {
        value.join_at(self);
        value
    }
}
