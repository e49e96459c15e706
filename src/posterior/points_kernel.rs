//! The kernel of several points: it visits the model in the same way as the kernel of one point, and each
//! visit runs over the points.

use super::Posterior;
use super::kernel::{backward, constrain};
use crate::contract::scope::Scope;
use crate::contract::transform::Totals;
use crate::frame::Frame;
use crate::model::rows::{MAX_POINTS, Point, Points};
use crate::model::statement::BoundModel;
use core::marker::PhantomData;
use monomorph_base::density::Evaluation;
use pulp::{Simd, WithSimd};

/// The evaluation of a posterior and its gradient in a scope, at some points.
pub(super) struct PointsKernel<'a, 'b, M, C> {
    pub posterior: &'a Posterior<M>,
    pub evaluations: &'a mut [Option<Evaluation<'b>>; MAX_POINTS],
    pub scope: PhantomData<C>,
}

impl<M: BoundModel, C: Scope> WithSimd for PointsKernel<'_, '_, M, C> {
    type Output = ();

    /// Stores the log densities, as the kernel of one point returns them. A point is left out if its
    /// buffers have another size or its workspace belongs to another posterior; its log density is then
    /// NaN.
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { posterior, evaluations, .. } = self;
        let (model, layout) = (&posterior.model, &posterior.store.layout);
        let highest = if const { M::FACTS.has_levels() } { layout.highest_level } else { 0 };
        let mut results = [const { None }; MAX_POINTS];
        let mut points = Points::none();
        for (place, evaluation) in evaluations.iter_mut().enumerate() {
            let Some(Evaluation { q, gradient, workspace, log_density }) = evaluation else { continue };
            **log_density = f64::NAN;
            let buffers = posterior.store.buffers(q, gradient, workspace);
            let opened = buffers.and_then(|buffers| Frame::open(&layout.sizes, true, buffers));
            let Some(mut frame) = opened else { continue };
            let mut totals = Totals::new(simd);
            constrain::<M, C, S>(model, simd, &mut frame, highest, &mut totals);
            model.define::<C, S>(simd, &mut frame);
            points.put(place, Point { frame, totals });
            results[place] = Some(&mut **log_density);
        }
        #[cfg(feature = "rayon")]
        super::parts::score_points::<M, C, S>(model, simd, &mut points);
        #[cfg(not(feature = "rayon"))]
        model.score_points::<C, S>(simd, &mut points);
        for (point, result) in points.each().zip(results.into_iter().flatten()) {
            let log_density = point.totals.sum();
            let mut frame = point.frame.lend();
            *result = if log_density.is_finite() && backward::<M, C, S>(model, simd, &mut frame, highest) {
                log_density
            } else {
                f64::NEG_INFINITY
            };
        }
    }
}
