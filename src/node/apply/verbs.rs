//! The functions of nodes whose tape holds the partial derivatives with respect to each of their arguments.

/// Implements the functions of a node over the tuple `self.nodes`, whose tape is the tape of the tuple and
/// the partial derivatives with respect to each node. Only `forward`, which computes these, is left to the
/// node.
macro_rules! verbs_with_partials {
    ($A:ident) => {
        #[cfg_attr(not(monomorph_outlined), inline(always))]
        fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> $A::State<S> {
            self.nodes.begin::<C, S>(simd, frame)
        }

        #[cfg_attr(not(monomorph_outlined), inline(always))]
        fn begin_block<C: Scope, S: Simd>(
            &self,
            state: &mut $A::State<S>,
            frame: &mut Frame<'_>,
            block: Block<S>,
        ) {
            self.nodes.begin_block::<C, S>(state, frame, block);
        }

        #[cfg_attr(not(monomorph_outlined), inline(always))]
        fn backward<C: Scope, S: Simd>(
            &self,
            state: &mut $A::State<S>,
            frame: &mut Frame<'_>,
            lane: Lane<S>,
            (tape, partials): Self::Tape<S>,
            adjoint: Pack<S>,
        ) {
            if const { any_active::<C, $A>() } {
                // Where the adjoint is 0 the slope may be infinite.
                let none = adjoint.eq(0.0);
                let adjoints = crate::simd::each(partials, |partial| none.select(0.0, partial * adjoint));
                self.nodes.backward::<C, S>(state, frame, lane, tape, adjoints);
            }
        }

        #[cfg_attr(not(monomorph_outlined), inline(always))]
        fn end_block<C: Scope, S: Simd>(
            &self,
            state: &mut $A::State<S>,
            frame: &mut Frame<'_>,
            block: Block<S>,
        ) {
            self.nodes.end_block::<C, S>(state, frame, block);
        }

        #[cfg_attr(not(monomorph_outlined), inline(always))]
        fn end<C: Scope, S: Simd>(&self, state: $A::State<S>, simd: S, frame: &mut Frame<'_>) {
            self.nodes.end::<C, S>(state, simd, frame);
        }
    };
}

pub(crate) use verbs_with_partials;
