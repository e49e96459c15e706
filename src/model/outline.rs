//! Statements as functions of their own, where the optimiser does not clean up.
//!
//! In an optimised build all statements of a kernel are one function, whose values live in registers. Without full
//! optimisation every intermediate value has a place on the stack, and sixty statements in one function needed
//! 7 MB of it. There, each part of a [`GlueNode`](super::GlueNode) is called instead, so that the parts use the same
//! stack one after the other.

use super::{Level, Model, Scope, Totals};
use crate::simd::{Frame, MAX_LANES};
use core::marker::PhantomData;
use pulp::{Simd, WithSimd};

/// True where the parts of a model are functions of their own.
const OUTLINED: bool = cfg!(debug_assertions);

/// The log density so far. Plain numbers, because a called part is generic in its own instruction set.
type Parts = ([f64; MAX_LANES], f64);

/// Declares, for each verb of [`Model`], a function that does it or calls it. The first ones add to the log density.
macro_rules! verbs {
    (
        [$($function:ident($($argument:ident: $Argument:ty)?), $Call:ident;)*]
        [$($plain:ident($($plain_argument:ident: $PlainArgument:ty)?), $PlainCall:ident;)*]
    ) => {
        $(
            struct $Call<'a, 'b, M, C> {
                model: &'a M,
                frame: &'a mut Frame<'b>,
                $($argument: $Argument,)?
                parts: Parts,
                scope: PhantomData<C>,
            }

            impl<M: Model, C: Scope> WithSimd for $Call<'_, '_, M, C> {
                type Output = Parts;

                #[inline(always)]
                fn with_simd<S: Simd>(self, simd: S) -> Parts {
                    let mut totals = Totals::from_parts(simd, self.parts);
                    self.model.$function::<C, S>(simd, self.frame, $(self.$argument,)? &mut totals);
                    totals.to_parts()
                }
            }

            #[inline(always)]
            pub(super) fn $function<C: Scope, S: Simd, M: Model>(
                model: &M,
                simd: S,
                frame: &mut Frame<'_>,
                $($argument: $Argument,)?
                totals: &mut Totals<S>,
            ) {
                if const { OUTLINED } {
                    let (parts, scope) = (totals.to_parts(), PhantomData::<C>);
                    let call = $Call { model, frame, $($argument,)? parts, scope };
                    *totals = Totals::from_parts(simd, simd.vectorize(call));
                } else {
                    model.$function::<C, S>(simd, frame, $($argument,)? totals);
                }
            }
        )*
        $(
            struct $PlainCall<'a, 'b, M, C> {
                model: &'a M,
                frame: &'a mut Frame<'b>,
                $($plain_argument: $PlainArgument,)?
                scope: PhantomData<C>,
            }

            impl<M: Model, C: Scope> WithSimd for $PlainCall<'_, '_, M, C> {
                type Output = ();

                #[inline(always)]
                fn with_simd<S: Simd>(self, simd: S) {
                    self.model.$plain::<C, S>(simd, self.frame, $(self.$plain_argument)?);
                }
            }

            #[inline(always)]
            pub(super) fn $plain<C: Scope, S: Simd, M: Model>(
                model: &M,
                simd: S,
                frame: &mut Frame<'_>,
                $($plain_argument: $PlainArgument,)?
            ) {
                if const { OUTLINED } {
                    let scope = PhantomData::<C>;
                    simd.vectorize($PlainCall { model, frame, $($plain_argument,)? scope });
                } else {
                    model.$plain::<C, S>(simd, frame, $($plain_argument)?);
                }
            }
        )*
    };
}

verbs!(
    [constrain(level: Level), Constrain; score(), Score;]
    [define(), Define; propagate(), Propagate; pull_back(level: Level), PullBack;]
);
