//! The computations of `compile()` on the data of a rewritten statement.

use super::{BoundLaw, EqNode};
use crate::compiler::Context;
use crate::contract::expression::Expressions;
use crate::contract::family::{Family, compute_columns};
use crate::contract::node::places;
use crate::error::Error;
use crate::model::law::{DataTerms, Plan};
use crate::model::variable::Variable;
use crate::shape::Shape;
use crate::simd::Pack;
use pulp::Scalar;

impl<F: Family, Target: Variable, A: Expressions, Sh: Shape> EqNode<F, Target, A, Sh> {
    /// Checks the data of a rewritten statement with `count` observations, and returns the sum of its terms
    /// of data alone. This is done here because the bound statement has other rows. A statement that is
    /// evaluated as written does this itself, and the sum here is 0.
    pub(crate) fn precompute_rows(
        &self,
        plan: &Plan,
        count: usize,
        width: usize,
        context: &Context,
    ) -> Result<f64, Error> {
        if matches!(plan, Plan::AsWritten) {
            return Ok(0.0);
        }
        // A constant chooses the function, as in `bind_nodes`.
        let precompute =
            const { if Self::IS_REWRITABLE { Self::precompute_data } else { Self::precompute_no_data } };
        precompute(self, count, width, context)
    }

    fn precompute_no_data(&self, _: usize, _: usize, _: &Context) -> Result<f64, Error> {
        Ok(0.0)
    }

    fn precompute_data(&self, count: usize, width: usize, context: &Context) -> Result<f64, Error> {
        let simd = Scalar::new();
        let mut terms = DataTerms::new(
            const { &BoundLaw::<F, A, Sh>::FACTS },
            self.variable.sides(),
            self.nodes.sides(),
            width,
        );
        for row in 0..count {
            let known = |place: usize| {
                if const { places!(A::Bound, |node| node.is_data()) }[place] {
                    self.datum(place, row)
                } else {
                    0.0
                }
            };
            let packs = core::array::from_fn(|place| Pack::splat(simd, known(place)));
            terms.check(context, row, &packs)?;
            terms.add(context, row, &compute_columns::<F, A::Bound, Scalar>(packs))?;
        }
        Ok(terms.constant)
    }
}
