//! Combines the gathers of the sums in a statement: see [`Summand`](crate::compiler::rewrite::Summand).

use super::EqNode;
use super::choice::Planned;
use crate::compiler::Compiler;
use crate::contract::expression::Expressions;
use crate::contract::family::Family;
use crate::contract::node::{List, Tuple};
use crate::model::variable::Variable;
use crate::shape::Shape;

impl<F: Family, Target: Variable, A: Expressions, Sh: Shape> EqNode<F, Target, A, Sh> {
    /// Combines gathers of sums. A constant chooses the function: statements without such sums call none.
    pub(super) const JOIN: fn(&mut Planned<A::Bound>, &mut Compiler) = {
        let (mut has_sums, mut place) = (false, 0);
        while place < A::COUNT {
            has_sums |= A::Bound::EACH[place].gathers > 1;
            place += 1;
        }
        if has_sums { Self::join } else { |_, _| () }
    };

    fn join(planned: &mut Planned<A::Bound>, compiler: &mut Compiler) {
        let Planned { nodes, length, .. } = planned;
        for place in 0..A::COUNT {
            compiler.join_summands(*length, &mut |visit| nodes.for_summands(place, visit));
        }
    }
}
