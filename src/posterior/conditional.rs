//! Evaluations at the values in the workspace, without transforms, which Gibbs samplers use to update
//! variables.

use super::kernel::SummedOutOf;
use super::{Posterior, Store, Workspace};
use crate::compiler::Variable;
use crate::contract::scope::{Scope, Value};
use crate::contract::transform::Totals;
use crate::error::Error;
use crate::frame::Frame;
use crate::model::VisitSummed;
use crate::model::rows::EachRow;
use crate::model::statement::{BoundModel, no_pass};
use crate::simd::InstructionSet;
use core::marker::PhantomData;
use pulp::{Simd, WithSimd};

/// The log density of the statements that a scope keeps. With a gradient, the adjoints of variables stay in
/// the workspace.
struct Conditional<'a, 'b, M, C> {
    model: &'a M,
    frame: Frame<'b>,
    scope: PhantomData<C>,
}

impl<M: BoundModel, C: Scope> WithSimd for Conditional<'_, '_, M, C> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let Self { model, mut frame, .. } = self;
        let mut totals = Totals::new(simd);
        model.define::<C, S>(simd, &mut frame);
        model.score::<C, S>(simd, &mut frame, &mut totals);
        let log_density = totals.sum();
        let propagate = const { if C::SETS.gradient { M::propagate::<C, S> } else { no_pass } };
        propagate(model, simd, &mut frame);
        if log_density.is_nan() { f64::NEG_INFINITY } else { log_density }
    }
}

/// Adds each row's log density to its own sum.
struct RowSums<'a, 'b, M, C> {
    model: &'a M,
    frame: Frame<'b>,
    sums: &'a mut [f64],
    scope: PhantomData<C>,
}

impl<M: BoundModel, C: Scope> WithSimd for RowSums<'_, '_, M, C> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { model, mut frame, sums, .. } = self;
        model.define::<C, S>(simd, &mut frame);
        model.score_rows::<C, S, _>(simd, &mut frame, &mut EachRow::new(simd, sums));
    }
}

/// Computes the values of definitions.
struct Define<'a, 'b, M> {
    model: &'a M,
    frame: Frame<'b>,
}

impl<M: BoundModel> WithSimd for Define<'_, '_, M> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { model, mut frame } = self;
        model.define::<Value, S>(simd, &mut frame);
    }
}

impl<M: BoundModel> Posterior<M> {
    /// The log density of the statements that the scope keeps, at the values in the workspace; −∞ where it
    /// is NaN. With a gradient it adds to the adjoints of variables. NaN for a workspace of another
    /// posterior.
    pub(crate) fn conditional<C: Scope>(&self, point: &[f64], workspace: &mut Workspace) -> f64 {
        let Some(frame) = self.open(point, None, workspace) else { return f64::NAN };
        self.store.arch.dispatch(Conditional { model: &self.model, frame, scope: PhantomData::<C> })
    }
}

/// The densities that a Gibbs sampler evaluates.
impl<M: BoundModel> Posterior<M> {
    /// Adds each row's log density to the sum at the row's place in `sums`; NaN for a workspace of another
    /// posterior.
    pub(crate) fn conditional_rows<C: Scope>(
        &self,
        point: &[f64],
        workspace: &mut Workspace,
        sums: &mut [f64],
    ) {
        let Some(frame) = self.open(point, None, workspace) else { return sums.fill(f64::NAN) };
        self.store.arch.dispatch(RowSums { model: &self.model, frame, sums, scope: PhantomData::<C> });
    }

    /// The log density of the scope's variables at the unconstrained point, with Jacobians. Parameters are
    /// computed from the point, except discrete ones, which keep their values in the workspace.
    pub(crate) fn along<C: Scope>(&self, point: &[f64], workspace: &mut Workspace) -> f64 {
        self.evaluate::<C>(point, &mut [], workspace)
    }

    /// The log density of the scope's variables at the unconstrained point, like [`along`](Self::along),
    /// with its gradient with respect to the coordinates.
    pub(crate) fn along_with_gradient<C: Scope>(
        &self,
        point: &[f64],
        gradient: &mut [f64],
        workspace: &mut Workspace,
    ) -> f64 {
        self.evaluate::<C>(point, gradient, workspace)
    }

    /// Shows the variables that are marginalised to a visitor, at an unconstrained point.
    pub(crate) fn visit_summed(
        &self,
        point: &[f64],
        workspace: &mut Workspace,
        visitor: &mut impl VisitSummed,
    ) -> Result<(), Error> {
        let frame = self.open(point, None, workspace).ok_or(Error::ForeignWorkspace)?;
        let highest = if const { M::FACTS.has_levels() } { self.store.layout.highest_level } else { 0 };
        self.store.arch.dispatch(SummedOutOf { model: &self.model, frame, highest, visitor });
        Ok(())
    }

    /// Computes the definitions, if the model has any, from the parameters in the workspace.
    pub(crate) fn define(&self, point: &[f64], workspace: &mut Workspace) -> Result<(), Error> {
        let define =
            const { if M::FACTS.defined.is_empty() { Self::check_workspace } else { Self::define_all } };
        define(self, point, workspace)
    }

    fn check_workspace(&self, point: &[f64], workspace: &mut Workspace) -> Result<(), Error> {
        self.open(point, None, workspace).map(|_| ()).ok_or(Error::ForeignWorkspace)
    }

    fn define_all(&self, point: &[f64], workspace: &mut Workspace) -> Result<(), Error> {
        let frame = self.open(point, None, workspace).ok_or(Error::ForeignWorkspace)?;
        self.store.arch.dispatch(Define { model: &self.model, frame });
        Ok(())
    }

    /// The variables that stand in the workspace.
    pub(crate) fn layout_variables(&self) -> &[Variable] {
        &self.store.layout.variables
    }

    /// The parts of the posterior other than its statements.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// The instruction set of the kernels.
    pub(crate) fn arch(&self) -> InstructionSet {
        self.store.arch
    }

    /// The bound model.
    pub(crate) fn model(&self) -> &M {
        &self.model
    }

    /// Runs `f` on a frame over the workspace.
    pub(crate) fn with_frame<T>(
        &self,
        point: &[f64],
        workspace: &mut Workspace,
        f: impl FnOnce(&mut Frame<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        f(&mut self.open(point, None, workspace).ok_or(Error::ForeignWorkspace)?)
    }
}
