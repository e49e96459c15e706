//! The kernel: one function per scope and instruction set, entered once per evaluation.

use crate::scope::Scope;
#[cfg(feature = "random")]
use crate::scope::Value;
use crate::simd::{Buffers, Frame, Sizes};
#[cfg(feature = "random")]
use crate::statement::VisitSummed;
use crate::statement::{BoundModel, Level, Totals};
use core::marker::PhantomData;
use pulp::{Simd, WithSimd};

/// The evaluation of a model in a scope.
pub(super) struct Kernel<'a, 'b, M, C> {
    pub model: &'a M,
    pub sizes: &'a Sizes,
    pub buffers: Buffers<'b>,
    /// The highest level of a parameter.
    pub highest: usize,
    pub scope: PhantomData<C>,
}

/// Computes the parameters, each after those that its bounds mention.
#[inline(always)]
fn constrain<M: BoundModel, C: Scope, S: Simd>(
    model: &M,
    simd: S,
    frame: &mut Frame<'_>,
    highest: usize,
    totals: &mut Totals<S>,
) {
    if const { M::HAS_LEVELS } {
        for level in 0..=highest {
            model.constrain::<C, S>(simd, frame, Level::Only(level), totals);
        }
    } else {
        model.constrain::<C, S>(simd, frame, Level::Every, totals);
    }
}

/// Turns adjoints into the gradient, each parameter's before those that its bounds mention.
#[inline(always)]
fn pull_back<M: BoundModel, C: Scope, S: Simd>(model: &M, simd: S, frame: &mut Frame<'_>, highest: usize) {
    if const { M::HAS_LEVELS } {
        for level in (0..=highest).rev() {
            model.pull_back::<C, S>(simd, frame, Level::Only(level));
        }
    } else {
        model.pull_back::<C, S>(simd, frame, Level::Every);
    }
}

impl<M: BoundModel, C: Scope> WithSimd for Kernel<'_, '_, M, C> {
    type Output = Option<f64>;

    /// The log density; −∞ where it, or an entry of the gradient that is wanted, is not finite. Then anything may stand in the
    /// gradient. Nothing if a buffer has another size.
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Option<f64> {
        let Self { model, sizes, buffers, highest, .. } = self;
        // A frame that nothing else can see lives in registers. It is opened here, since its own numbers would go through memory on the way into this function.
        let mut local = Frame::open(sizes, const { C::SETS.gradient }, buffers)?;
        let frame = &mut local;
        let mut totals = Totals::new(simd);
        constrain::<M, C, S>(model, simd, frame, highest, &mut totals);
        model.define::<C, S>(simd, frame);
        model.score::<C, S>(simd, frame, &mut totals);
        let log_density = totals.sum();
        // An argument outside its domain makes the sum NaN; an improper peak, where a transform has saturated, ∞.
        if log_density.is_finite() {
            if const { C::SETS.gradient } {
                model.propagate::<C, S>(simd, frame);
                frame.start_gradient();
                pull_back::<M, C, S>(model, simd, frame, highest);
                if !frame.gradient_is_finite(simd) {
                    return Some(f64::NEG_INFINITY);
                }
            }
            Some(log_density)
        } else {
            Some(f64::NEG_INFINITY)
        }
    }
}

/// The variables that are marginalised, shown to a visitor.
#[cfg(feature = "random")]
pub(super) struct SummedOutOf<'a, 'b, M, V> {
    pub model: &'a M,
    pub frame: Frame<'b>,
    /// The highest level of a parameter.
    pub highest: usize,
    pub visitor: &'a mut V,
}

#[cfg(feature = "random")]
impl<M: BoundModel, V: VisitSummed> WithSimd for SummedOutOf<'_, '_, M, V> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let mut totals = Totals::new(simd);
        let Self { model, mut frame, highest, visitor } = self;
        constrain::<M, Value, S>(model, simd, &mut frame, highest, &mut totals);
        model.define::<Value, S>(simd, &mut frame);
        model.visit_summed::<Value, S>(simd, &mut frame, visitor);
    }
}

/// The values of parameters and definitions that a scope needs, without densities.
pub(super) struct Values<'a, 'b, M, C> {
    pub model: &'a M,
    pub frame: Frame<'b>,
    /// The highest level of a parameter.
    pub highest: usize,
    pub scope: PhantomData<C>,
}

impl<M: BoundModel, C: Scope> WithSimd for Values<'_, '_, M, C> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let mut totals = Totals::new(simd);
        let Self { model, mut frame, highest, .. } = self;
        constrain::<M, C, S>(model, simd, &mut frame, highest, &mut totals);
        model.define::<C, S>(simd, &mut frame);
    }
}
