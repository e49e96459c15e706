//! Log densities and gradients at several points in one pass over the data.

use super::points_kernel::PointsKernel;
use super::{Posterior, Workspace};
use crate::contract::scope::{Calling, Constrained, Gradient, Scope};
use crate::model::rows::MAX_POINTS;
use crate::model::statement::BoundModel;
use core::marker::PhantomData;
use monomorph_base::density::{Evaluation, MultiPoint};

/// Memory for evaluations at several points: a [`Workspace`] for each, and the log densities there.
/// [`Posterior::workspaces`] makes it.
#[derive(Clone, Debug)]
pub struct Workspaces {
    each: Vec<Workspace>,
    log_densities: Vec<f64>,
}

impl<M: BoundModel> Posterior<M> {
    /// Makes memory for evaluations at `count` points at once.
    pub fn workspaces(&self, count: usize) -> Workspaces {
        Workspaces { each: vec![self.workspace(); count], log_densities: vec![f64::NAN; count] }
    }

    /// Returns the log densities at several unconstrained points, which stand in `points` one after the
    /// other, and stores their gradients in `gradients` in the same order. The number of points must be the
    /// one for which `workspaces` was made.
    ///
    /// The rows of long statements are divided into runs that fit in the caches, and each run is evaluated
    /// at all points before the next one is read. So data that do not fit in the caches are read from
    /// memory once for up to eight points. Each log density and each gradient is the result of
    /// [`log_density_and_gradient`](Self::log_density_and_gradient) at that point, equal to the bit for
    /// models with few statements, and up to rounding for others; a point at −∞ does not affect the others.
    /// If the data fit in the caches, this takes as long as separate calls.
    ///
    /// Nothing is allocated and nothing panics. If `points` or `gradients` do not have
    /// [`dimension`](Self::dimension) coordinates for each point, or the workspaces belong to another
    /// posterior, all results are NaN. This kernel is compiled only for a model for which this function is
    /// called.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [1.2, 0.4, 0.9];
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 5.0), data(&y) |= normal(mu, 1.0) };
    /// let posterior = model.compile()?;
    /// let mut workspaces = posterior.workspaces(3);
    /// let (points, mut gradients) = ([-1.0, 0.0, 1.0], [0.0; 3]);
    /// let log_densities = posterior.log_density_and_gradients(&points, &mut gradients, &mut workspaces);
    /// assert!(log_densities[0] < log_densities[1] && log_densities[1] < log_densities[2]);
    /// assert!(gradients[0] > gradients[1] && gradients[1] > 0.0);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    pub fn log_density_and_gradients<'a>(
        &self,
        points: &[f64],
        gradients: &mut [f64],
        workspaces: &'a mut Workspaces,
    ) -> &'a [f64] {
        const { Self::assert_continuous() }
        let Workspaces { each, log_densities } = workspaces;
        let (dimension, count) = (self.dimension(), each.len());
        if points.len() != count * dimension || gradients.len() != count * dimension {
            log_densities.fill(f64::NAN);
            gradients.fill(f64::NAN);
            return log_densities;
        }
        let (mut points, mut gradients) = (points, gradients);
        for (each, log_densities) in each.chunks_mut(MAX_POINTS).zip(log_densities.chunks_mut(MAX_POINTS)) {
            let mut evaluations = [const { None }; MAX_POINTS];
            for ((workspace, log_density), evaluation) in
                each.iter_mut().zip(log_densities).zip(&mut evaluations)
            {
                let (q, other_points) = points.split_at(dimension);
                let (gradient, other_gradients) = core::mem::take(&mut gradients).split_at_mut(dimension);
                (points, gradients) = (other_points, other_gradients);
                *evaluation = Some(Evaluation { q, gradient, workspace, log_density });
            }
            self.evaluate_points(&mut evaluations);
        }
        log_densities
    }

    /// Evaluates the log densities and the gradients at some points.
    pub(crate) fn evaluate_points(&self, evaluations: &mut [Option<Evaluation<'_>>; MAX_POINTS]) {
        let dispatch = const {
            if Self::IS_CALLED {
                Self::dispatch_points::<Calling<Constrained<Gradient>>>
            } else {
                Self::dispatch_points::<Constrained<Gradient>>
            }
        };
        dispatch(self, evaluations);
        for evaluation in evaluations.iter_mut().flatten() {
            if !evaluation.log_density.is_finite() {
                self.give_up::<Gradient>(*evaluation.log_density, evaluation.gradient);
            }
        }
    }

    #[inline(always)]
    fn dispatch_points<C: Scope>(&self, evaluations: &mut [Option<Evaluation<'_>>; MAX_POINTS]) {
        self.store.arch.dispatch(PointsKernel { posterior: self, evaluations, scope: PhantomData::<C> });
    }
}

impl<M: BoundModel> MultiPoint for Posterior<M> {
    fn evaluate_points(&self, evaluations: &mut [Option<Evaluation<'_>>; MAX_POINTS]) {
        self.evaluate_points(evaluations);
    }
}
