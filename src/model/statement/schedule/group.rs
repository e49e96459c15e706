//! Statements of one type in a scope, and the functions that loop over them.

use crate::contract::scope::Scope;
use crate::contract::transform::Totals;
use crate::frame::Frame;
use crate::model::facts::Level;
use crate::model::statement::BoundModel;
use core::any::Any;
use core::marker::PhantomData;
use pulp::{Simd, WithSimd};

/// A group that can be downcast to its own type.
pub(crate) trait Member: Send + Sync {
    fn as_any(&mut self) -> &mut dyn Any;
}

/// Parameters on the left of statements.
pub(crate) trait Parameters<S: Simd>: Member {
    /// Computes the parameters of a level from the unconstrained point.
    fn constrain(&self, simd: S, frame: &mut Frame<'_>, level: Level, totals: &mut Totals<S>);

    /// Turns the adjoints of the parameters of a level into the gradient.
    fn pull_back(&self, simd: S, frame: &mut Frame<'_>, level: Level);
}

/// Consecutive definitions.
pub(crate) trait Definitions<S: Simd>: Member {
    /// Computes the values of the definitions, from the first to the last.
    fn define(&self, simd: S, frame: &mut Frame<'_>);

    /// Passes on the adjoints of the definitions, from the last to the first.
    fn propagate(&self, simd: S, frame: &mut Frame<'_>);
}

/// Log densities.
pub(crate) trait Terms<S: Simd>: Member {
    /// Adds the log densities, and passes on adjoints.
    fn score(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>);
}

/// Statements of the type `M`, evaluated in the scope `C`.
pub(crate) struct Group<M, C> {
    statements: Vec<M>,
    scope: PhantomData<fn() -> C>,
}

/// Statements of the type `M`; their parameters are computed in the scope `Values`, and the gradient of
/// these in `C`.
pub(crate) struct ParametersOf<M, Values, C> {
    group: Group<M, C>,
    scope: PhantomData<fn() -> Values>,
}

impl<M: BoundModel, C: Scope> Group<M, C> {
    pub fn of(statement: &M) -> Self {
        Self { statements: vec![statement.clone()], scope: PhantomData }
    }

    pub fn push(&mut self, statement: &M) {
        self.statements.push(statement.clone());
    }
}

impl<M: BoundModel, Values: Scope, C: Scope> ParametersOf<M, Values, C> {
    pub fn of(statement: &M) -> Self {
        Self { group: Group::of(statement), scope: PhantomData }
    }

    pub fn push(&mut self, statement: &M) {
        self.group.push(statement);
    }
}

impl<M: BoundModel, C: Scope> Member for Group<M, C> {
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

impl<M: BoundModel, Values: Scope, C: Scope> Member for ParametersOf<M, Values, C> {
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

/// Declares, for each verb of [`BoundModel`], the loop over the statements of a group that calls it, as one
/// function which is compiled for the instruction set: its name, the scope, its argument besides the frame,
/// and the order. The verbs of the first list add to the log density, in a local sum, because a sum behind a
/// reference would be stored in memory after each statement.
macro_rules! loops {
    (
        [$($Loop:ident $verb:ident<$C:ident>($($argument:ident: $Argument:ty)?) over $order:ident;)*]
        [$($Plain:ident $plain:ident<$D:ident>($($own:ident: $Own:ty)?) over $plain_order:ident;)*]
    ) => {
        $(
            struct $Loop<'a, 'b, S: Simd, M, $C> {
                simd: S,
                statements: &'a [M],
                frame: &'a mut Frame<'b>,
                $($argument: $Argument,)?
                totals: &'a mut Totals<S>,
                scope: PhantomData<$C>,
            }

            impl<Own: Simd, M: BoundModel, $C: Scope> WithSimd for $Loop<'_, '_, Own, M, $C> {
                type Output = ();

                /// `Same` is the instruction set of the group, as another type parameter.
                #[inline(always)]
                fn with_simd<Same: Simd>(self, _: Same) {
                    let (mut totals, mut frame) = (self.totals.clone(), self.frame.lend());
                    for statement in $order(self.statements) {
                        statement.$verb::<$C, Own>(self.simd, &mut frame, $(self.$argument,)? &mut totals);
                    }
                    *self.totals = totals;
                }
            }
        )*
        $(
            struct $Plain<'a, 'b, S, M, $D> {
                simd: S,
                statements: &'a [M],
                frame: &'a mut Frame<'b>,
                $($own: $Own,)?
                scope: PhantomData<$D>,
            }

            impl<Own: Simd, M: BoundModel, $D: Scope> WithSimd for $Plain<'_, '_, Own, M, $D> {
                type Output = ();

                /// `Same` is the instruction set of the group, as another type parameter.
                #[inline(always)]
                fn with_simd<Same: Simd>(self, _: Same) {
                    let mut frame = self.frame.lend();
                    for statement in $plain_order(self.statements) {
                        statement.$plain::<$D, Own>(self.simd, &mut frame, $(self.$own)?);
                    }
                    let flaws = frame.flaws();
                    self.frame.take_back(flaws);
                }
            }
        )*
    };
}

loops! {
    [
        Constrain constrain<C>(level: Level) over forward;
        Score score<C>() over forward;
    ]
    [
        Define define<C>() over forward;
        Propagate propagate<C>() over backward;
        PullBack pull_back<C>(level: Level) over backward;
    ]
}

/// Returns the statements from the first to the last.
#[inline(always)]
fn forward<M>(statements: &[M]) -> impl Iterator<Item = &M> {
    statements.iter()
}

/// Returns the statements from the last to the first.
#[inline(always)]
fn backward<M>(statements: &[M]) -> impl Iterator<Item = &M> {
    statements.iter().rev()
}

impl<S: Simd, M: BoundModel, Values: Scope, C: Scope> Parameters<S> for ParametersOf<M, Values, C> {
    fn constrain(&self, simd: S, frame: &mut Frame<'_>, level: Level, totals: &mut Totals<S>) {
        let statements = &self.group.statements;
        simd.vectorize(Constrain { simd, statements, frame, level, totals, scope: PhantomData::<Values> });
    }

    fn pull_back(&self, simd: S, frame: &mut Frame<'_>, level: Level) {
        let statements = &self.group.statements;
        simd.vectorize(PullBack { simd, statements, frame, level, scope: PhantomData::<C> });
    }
}

impl<S: Simd, M: BoundModel, C: Scope> Definitions<S> for Group<M, C> {
    fn define(&self, simd: S, frame: &mut Frame<'_>) {
        simd.vectorize(Define { simd, statements: &self.statements, frame, scope: PhantomData::<C> });
    }

    fn propagate(&self, simd: S, frame: &mut Frame<'_>) {
        simd.vectorize(Propagate { simd, statements: &self.statements, frame, scope: PhantomData::<C> });
    }
}

impl<S: Simd, M: BoundModel, C: Scope> Terms<S> for Group<M, C> {
    fn score(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        simd.vectorize(Score { simd, statements: &self.statements, frame, totals, scope: PhantomData::<C> });
    }
}
