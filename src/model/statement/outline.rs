//! The parts of a model that compute something in a scope, as separate functions in builds in which the
//! optimiser does not reduce stack use.
//!
//! A part that computes nothing in a scope is not instantiated: otherwise the full conditionals of many
//! variables would each be compiled for every statement.
//!
//! In an optimised build all statements of a kernel are one function, and its values are in registers.
//! Without full optimisation every intermediate value has a place on the stack, and sixty statements in one
//! function needed 7 MB of stack. In such a build each statement of a
//! [`BoundGlueNode`](crate::model::BoundGlueNode) is called instead, so that statements use the same stack
//! one after the other.

use crate::contract::scope::{Scope, any_free, any_needed, keeps};
use crate::contract::transform::Totals;
use crate::frame::Frame;
use crate::model::facts::Level;
use crate::model::rows::Points;
use crate::model::statement::{BoundModel, no_score_of_points};
use crate::simd::MAX_LANES;
use core::marker::PhantomData;
use pulp::{Simd, WithSimd};

/// True if the parts of a model are separate functions.
pub(crate) const OUTLINED: bool = cfg!(monomorph_outlined);

/// The log density so far, as plain numbers, because a called part is generic in its own instruction set.
type Parts = ([f64; MAX_LANES], f64);

/// Declares, for each verb of [`BoundModel`], a function that runs it inline or calls it, if the part
/// computes anything in the scope. The verbs of the first list add to the log density.
///
/// A constant chooses the function; there is no branch on a constant, because the compiler does not
/// translate a branch that is not taken, but still visits everything that is mentioned in it, which took
/// three times as long as all translation.
macro_rules! verbs {
    (<$Scope:ident, $Part:ident>
        [$($function:ident($($argument:ident: $Argument:ty)?) if $condition:expr, $Call:ident;)*]
        [$($plain:ident($($plain_argument:ident: $PlainArgument:ty)?) if $plain_condition:expr,
            $PlainCall:ident;)*]
    ) => {
        $(
            struct $Call<'a, 'b, M, C> {
                model: &'a M,
                frame: &'a mut Frame<'b>,
                $($argument: $Argument,)?
                parts: Parts,
                scope: PhantomData<C>,
            }

            impl<M: BoundModel, C: Scope> WithSimd for $Call<'_, '_, M, C> {
                type Output = Parts;

                #[inline(always)]
                fn with_simd<S: Simd>(self, simd: S) -> Parts {
                    let mut totals = Totals::from_parts(simd, self.parts);
                    self.model.$function::<C, S>(simd, self.frame, $(self.$argument,)? &mut totals);
                    totals.to_parts()
                }
            }

            impl<M: BoundModel, C: Scope> $Call<'_, '_, M, C> {
                /// Calls the part of the model.
                #[inline(always)]
                fn call<S: Simd>(
                    model: &M,
                    simd: S,
                    frame: &mut Frame<'_>,
                    $($argument: $Argument,)?
                    totals: &mut Totals<S>,
                ) {
                    let (parts, scope) = (totals.to_parts(), PhantomData::<C>);
                    let call = $Call { model, frame, $($argument,)? parts, scope };
                    *totals = Totals::from_parts(simd, simd.vectorize(call));
                }

                #[inline(always)]
                fn nothing<S: Simd>(
                    _: &M,
                    _: S,
                    _: &mut Frame<'_>,
                    $(_: $Argument,)?
                    _: &mut Totals<S>,
                ) {
                }
            }

            #[inline(always)]
            pub(crate) fn $function<const CALLED: bool, $Scope: Scope, S: Simd, $Part: BoundModel>(
                model: &$Part,
                simd: S,
                frame: &mut Frame<'_>,
                $($argument: $Argument,)?
                totals: &mut Totals<S>,
            ) {
                let run = const {
                    if !$condition {
                        $Call::<$Part, $Scope>::nothing::<S>
                    } else if (OUTLINED || CALLED) && !$Part::FACTS.is_glued {
                        $Call::<$Part, $Scope>::call::<S>
                    } else {
                        $Part::$function::<$Scope, S>
                    }
                };
                run(model, simd, frame, $($argument,)? totals);
            }
        )*
        $(
            struct $PlainCall<'a, 'b, M, C> {
                model: &'a M,
                frame: &'a mut Frame<'b>,
                $($plain_argument: $PlainArgument,)?
                scope: PhantomData<C>,
            }

            impl<M: BoundModel, C: Scope> WithSimd for $PlainCall<'_, '_, M, C> {
                type Output = ();

                #[inline(always)]
                fn with_simd<S: Simd>(self, simd: S) {
                    self.model.$plain::<C, S>(simd, self.frame, $(self.$plain_argument)?);
                }
            }

            impl<M: BoundModel, C: Scope> $PlainCall<'_, '_, M, C> {
                /// Calls the part.
                #[inline(always)]
                fn call<S: Simd>(
                    model: &M, simd: S, frame: &mut Frame<'_>, $($plain_argument: $PlainArgument)?
                ) {
                    let scope = PhantomData::<C>;
                    simd.vectorize($PlainCall { model, frame, $($plain_argument,)? scope });
                }

                #[inline(always)]
                fn nothing<S: Simd>(_: &M, _: S, _: &mut Frame<'_>, $(_: $PlainArgument)?) {}
            }

            #[inline(always)]
            pub(crate) fn $plain<const CALLED: bool, $Scope: Scope, S: Simd, $Part: BoundModel>(
                model: &$Part,
                simd: S,
                frame: &mut Frame<'_>,
                $($plain_argument: $PlainArgument,)?
            ) {
                let run = const {
                    if !$plain_condition {
                        $PlainCall::<$Part, $Scope>::nothing::<S>
                    } else if (OUTLINED || CALLED) && !$Part::FACTS.is_glued {
                        $PlainCall::<$Part, $Scope>::call::<S>
                    } else {
                        $Part::$plain::<$Scope, S>
                    }
                };
                run(model, simd, frame, $($plain_argument)?);
            }
        )*
    };
}

verbs!(<C, Part>
    [
        constrain(level: Level) if any_needed::<C>(Part::FACTS.lhs), Constrain;
        score() if Part::FACTS.has_density && keeps::<C>(Part::FACTS.all), Score;
    ]
    [
        define() if any_needed::<C>(Part::FACTS.defined), Define;
        propagate() if C::SETS.gradient && any_needed::<C>(Part::FACTS.defined), Propagate;
        pull_back(level: Level) if C::SETS.gradient && any_free::<C>(Part::FACTS.lhs), PullBack;
    ]
);

/// The log densities of a part at several points, as a separate function.
struct ScorePoints<'a, 'b, Own: Simd, M, C> {
    model: &'a M,
    simd: Own,
    points: &'a mut Points<'b, Own>,
    scope: PhantomData<C>,
}

impl<Own: Simd, M: BoundModel, C: Scope> WithSimd for ScorePoints<'_, '_, Own, M, C> {
    type Output = ();

    /// `Same` is the instruction set of the points, as another type parameter.
    #[inline(always)]
    fn with_simd<Same: Simd>(self, _: Same) {
        self.model.score_points::<C, Own>(self.simd, self.points);
    }
}

/// Scores a part of a model at several points, if it computes anything in the scope. Statements are separate
/// functions: compared with the rows of several points, the cost of a call is negligible.
#[inline(always)]
pub(crate) fn score_points<C: Scope, S: Simd, M: BoundModel>(model: &M, simd: S, points: &mut Points<'_, S>) {
    let run = const {
        if !M::FACTS.has_density || !keeps::<C>(M::FACTS.all) {
            no_score_of_points::<M, S>
        } else if M::FACTS.is_glued {
            M::score_points::<C, S>
        } else {
            call_with_points::<C, S, M>
        }
    };
    run(model, simd, points);
}

/// Calls a model, or a part of one, at several points.
#[inline(always)]
pub(crate) fn call_with_points<C: Scope, S: Simd, M: BoundModel>(
    model: &M,
    simd: S,
    points: &mut Points<'_, S>,
) {
    simd.vectorize(ScorePoints { model, simd, points, scope: PhantomData::<C> });
}
