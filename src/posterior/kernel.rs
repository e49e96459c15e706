//! The kernel: one function per scope and instruction set, entered once per evaluation.

#[cfg(feature = "rayon")]
use super::parts::score;
use super::{Posterior, Workspace};
use crate::contract::scope::{Scope, Value};
use crate::contract::transform::Totals;
use crate::frame::Frame;
use crate::model::VisitSummed;
use crate::model::facts::Level;
use crate::model::statement::BoundModel;
use core::marker::PhantomData;
use pulp::{Simd, WithSimd};

/// The evaluation of a posterior in a scope, at the point `q`. The gradient may be empty if none is wanted.
pub(super) struct Kernel<'a, M, C> {
    pub posterior: &'a Posterior<M>,
    pub q: &'a [f64],
    pub gradient: &'a mut [f64],
    pub workspace: &'a mut Workspace,
    pub scope: PhantomData<C>,
}

/// Computes the parameters, each after the parameters that its bounds mention.
#[inline(always)]
pub(super) fn constrain<M: BoundModel, C: Scope, S: Simd>(
    model: &M,
    simd: S,
    frame: &mut Frame<'_>,
    highest: usize,
    totals: &mut Totals<S>,
) {
    if const { M::FACTS.has_levels() } {
        for level in 0..=highest {
            model.constrain::<C, S>(simd, frame, Level::Only(level), totals);
        }
    } else {
        model.constrain::<C, S>(simd, frame, Level::Every, totals);
    }
}

/// Adds the log densities of all statements, and passes on adjoints.
#[cfg(not(feature = "rayon"))]
#[inline(always)]
fn score<M: BoundModel, C: Scope, S: Simd>(
    model: &M,
    simd: S,
    frame: &mut Frame<'_>,
    totals: &mut Totals<S>,
) {
    model.score::<C, S>(simd, frame, totals);
}

/// Turns adjoints into the gradient, each parameter before the parameters that its bounds mention.
#[inline(always)]
fn pull_back<M: BoundModel, C: Scope, S: Simd>(model: &M, simd: S, frame: &mut Frame<'_>, highest: usize) {
    if const { M::FACTS.has_levels() } {
        for level in (0..=highest).rev() {
            model.pull_back::<C, S>(simd, frame, Level::Only(level));
        }
    } else {
        model.pull_back::<C, S>(simd, frame, Level::Every);
    }
}

/// Computes the gradient. Returns true if it is finite.
#[inline(always)]
pub(super) fn backward<M: BoundModel, C: Scope, S: Simd>(
    model: &M,
    simd: S,
    frame: &mut Frame<'_>,
    highest: usize,
) -> bool {
    model.propagate::<C, S>(simd, frame);
    frame.start_gradient();
    pull_back::<M, C, S>(model, simd, frame, highest);
    frame.gradient_is_finite(simd)
}

#[inline(always)]
fn no_backward<M, S: Simd>(_: &M, _: S, _: &mut Frame<'_>, _: usize) -> bool {
    true
}

impl<M: BoundModel, C: Scope> WithSimd for Kernel<'_, M, C> {
    type Output = f64;

    /// Returns the log density; −∞, with a gradient of zeros, if it is not finite, or if an entry of a
    /// wanted gradient is not. NaN if a buffer has another size, or if the workspace belongs to another
    /// posterior.
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let Self { posterior, q, gradient, workspace, .. } = self;
        let (model, layout) = (&posterior.model, &posterior.store.layout);
        // A frame that no other function can access stays in registers. It is opened here, since its fields
        // would be passed to this function through memory.
        let opened =
            posterior.store.own_frame(q, &mut *gradient, &mut *workspace, const { C::SETS.gradient });
        let Some(mut local) = opened else { return posterior.give_up::<C>(f64::NAN, gradient) };
        let highest = if const { M::FACTS.has_levels() } { layout.highest_level } else { 0 };
        let frame = &mut local;
        let mut totals = Totals::new(simd);
        constrain::<M, C, S>(model, simd, frame, highest, &mut totals);
        model.define::<C, S>(simd, frame);
        score::<M, C, S>(model, simd, frame, &mut totals);
        let log_density = totals.sum();
        // An argument outside its domain makes the sum NaN; an improper peak, where a transform has
        // saturated, makes it ∞.
        if !log_density.is_finite() {
            return posterior.give_up::<C>(f64::NEG_INFINITY, gradient);
        }
        let has_gradient = const { if C::SETS.gradient { backward::<M, C, S> } else { no_backward } };
        if !has_gradient(model, simd, frame, highest) && !workspace.storage().takes_any_gradient {
            return posterior.give_up::<C>(f64::NEG_INFINITY, gradient);
        }
        log_density
    }
}

/// Shows the variables that are marginalised to a visitor.
pub(super) struct SummedOutOf<'a, 'b, M, V> {
    pub model: &'a M,
    pub frame: Frame<'b>,
    /// The highest level of a parameter: the length of the longest chain of bounds.
    pub highest: usize,
    pub visitor: &'a mut V,
}

impl<M: BoundModel, V: VisitSummed> WithSimd for SummedOutOf<'_, '_, M, V> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let mut totals = Totals::new(simd);
        let Self { model, mut frame, highest, visitor } = self;
        constrain::<M, Value, S>(model, simd, &mut frame, highest, &mut totals);
        model.define::<Value, S>(simd, &mut frame);
        model.visit_summed::<Value, S, V>(simd, &mut frame, visitor);
    }
}

/// Computes the values of the parameters and definitions that a scope needs, without densities.
pub(super) struct Values<'a, 'b, M, C> {
    pub model: &'a M,
    pub frame: Frame<'b>,
    /// The highest level of a parameter: the length of the longest chain of bounds.
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
