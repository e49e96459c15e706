//! The periodic covariance: Kᵢⱼ = σ² exp(−2 sin²(π dᵢⱼ/p)/l²) with the distance dᵢⱼ = |yⱼ − xᵢ|. With a = π
//! d/p:
//!
//!   ∂K/∂σ = 2 K/σ,   ∂K/∂l = K u/l with u = (2 sin a / l)²,   ∂K/∂p = K w/p with w = 4 a sin a cos a / l²,
//!
//!   ∂K/∂(d²) = −K w/(2 d²), and 0 where d is 0, for the points: see `locations.rs`.
//!
//! MacKay 1998, "Introduction to Gaussian processes", section 4.3. Distances of data are computed by
//! `compile()`.

use super::locations::Locations;
use super::points::Points;
use super::{FAR, check_positive, is_positive};
use crate::compiler::Context;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, MAX_ARGUMENTS, Operands, scratch};
use crate::linalg::{copy_upper_to_lower, dot, load, store};
use crate::math::{exp, sin_cos};
use crate::sealed::Sealed;
use crate::shape::Size;
use crate::simd::Pack;
use core::f64::consts::PI;
use monomorph_macros::inlined;
use pulp::{Simd, WithSimd};

const SIGMA: usize = 0;
const SCALE: usize = 1;
const PERIOD: usize = 2;
const X: usize = 3;
const NAME: &str = "gp_periodic_cov";

/// The covariance from σ, the length scale, the period, the points x and, for a pair, the points y; NaN
/// where one of the first three is not positive.
#[derive(Clone, Copy, Debug)]
pub struct PeriodicCovariance {
    points: Points<X>,
    /// True if the points are data, so that their distances are kept.
    is_kept: bool,
}

scratch! {
    /// K u, K w, and, if the points are not data, the distances and the working memory of the points.
    struct PeriodicScratch(
        size: Size, dimensions: usize, is_kept: bool;
        length = size.length(),
        distances = if is_kept { 0 } else { length },
        locations = if is_kept { 0 } else { Locations::length(size.columns, dimensions) },
    ) {
        by_scale: length,
        by_period: length,
        distances: distances,
        locations: locations,
    }
}

impl PeriodicCovariance {
    /// The covariance between two sets of points if `is_pair` is true, otherwise between all pairs of one
    /// set.
    pub(crate) fn new(is_pair: bool) -> Self {
        Self { points: Points { is_pair }, is_kept: false }
    }
}

impl Sealed for PeriodicCovariance {}

impl Operation for PeriodicCovariance {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        self.points.describe(NAME, arguments)
    }

    fn size(&self, sizes: &Sizes) -> Size {
        self.points.size(sizes)
    }

    fn bind(mut self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        self.points.check(setup)?;
        let (rows, second) = (setup.size(X).rows, setup.size(self.points.second()));
        self.is_kept = self.points.are_data(setup);
        let size = Size::new(rows, second.rows);
        setup.claim_scratch(PeriodicScratch::length(size, second.columns, self.is_kept));
        if self.is_kept {
            setup.claim_kept(size.length());
        }
        Ok(self)
    }
}

#[inlined]
impl BoundOperation for PeriodicCovariance {
    const FACTS: OperationFacts = OperationFacts::NONE;

    fn precompute(
        &self,
        context: &Context,
        sizes: &Sizes,
        is_data: [bool; MAX_ARGUMENTS],
        operands: Operands<'_>,
        kept: &mut [f64],
    ) -> Result<(), Error> {
        check_positive(context, NAME, &["magnitude", "length scale", "period"], is_data, operands.arguments)?;
        if self.is_kept {
            self.points.keep_squares(sizes, operands.arguments, kept);
            kept.iter_mut().for_each(|distance| *distance = distance.sqrt());
        }
        Ok(())
    }

    fn forward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        size: Size,
        is_gradient: bool,
        operands: Operands<'_>,
    ) {
        let Operands { arguments, value: values, scratch, kept, .. } = operands;
        let [sigma, scale, period] = [SIGMA, SCALE, PERIOD].map(|place| arguments[place][0]);
        if !is_positive(&[sigma, scale, period]) {
            values.fill(f64::NAN);
            return;
        }
        let PeriodicScratch { by_scale, by_period, distances, locations } =
            PeriodicScratch::divide(scratch, size, sizes[X].columns, self.is_kept);
        if !self.is_kept {
            let mut locations = Locations::divide(locations, size.columns, sizes[X].columns);
            locations.start(arguments[self.points.second()], &[1.0]);
            // The whole matrix, since `backward` reads all of it.
            locations.squares(simd, arguments[X], true, distances);
            distances.iter_mut().for_each(|distance| *distance = distance.sqrt());
        }
        simd.vectorize(Evaluate {
            distances: if self.is_kept { kept } else { distances },
            inverse: 1.0 / scale,
            frequency: PI / period,
            variance: sigma * sigma,
            values: &mut *values,
            by_scale: &mut *by_scale,
            by_period: &mut *by_period,
            columns: size.columns,
            is_pair: self.points.is_pair,
        });
        if !self.points.is_pair {
            copy_upper_to_lower(values, size.rows);
            if is_gradient {
                copy_upper_to_lower(by_scale, size.rows);
                copy_upper_to_lower(by_period, size.rows);
            }
        }
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        size: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let (arguments, k_adjoint) = (operands.arguments, adjoints.value);
        let PeriodicScratch { by_scale, by_period, distances, locations } =
            PeriodicScratch::divide(operands.scratch, size, sizes[X].columns, self.is_kept);
        for (place, factor, slopes) in
            [(SIGMA, 2.0, &*operands.value), (SCALE, 1.0, &*by_scale), (PERIOD, 1.0, &*by_period)]
        {
            if let Some(adjoint) = adjoints.of(place) {
                adjoint[0] += factor / arguments[place][0] * dot(simd, k_adjoint, slopes);
            }
        }
        if self.is_kept || !self.points.are_wanted(&adjoints) {
            return;
        }
        let square_adjoints = by_scale;
        let slopes = by_period.iter().zip(&*distances).zip(k_adjoint);
        for (square_adjoint, ((slope, distance), adjoint)) in square_adjoints.iter_mut().zip(slopes) {
            let slope = if *distance == 0.0 { 0.0 } else { -0.5 * slope / distance / distance };
            *square_adjoint = adjoint * slope;
        }
        let mut locations = Locations::divide(locations, size.columns, sizes[X].columns);
        locations.pull_back(simd, square_adjoints, arguments[X], adjoints.of(X));
        if let Some(y_adjoint) = adjoints.of(self.points.second()) {
            locations.finish(y_adjoint);
        }
    }
}

/// Computes the covariances, K u and K w, from distances.
struct Evaluate<'a> {
    distances: &'a [f64],
    inverse: f64,
    frequency: f64,
    variance: f64,
    values: &'a mut [f64],
    by_scale: &'a mut [f64],
    by_period: &'a mut [f64],
    columns: usize,
    is_pair: bool,
}

impl WithSimd for Evaluate<'_> {
    type Output = ();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { inverse, frequency, variance, columns, is_pair, .. } = self;
        let rows = self.distances.chunks_exact(columns).zip(self.values.chunks_exact_mut(columns));
        let slopes = self.by_scale.chunks_exact_mut(columns).zip(self.by_period.chunks_exact_mut(columns));
        for (row, ((distances, values), (by_scale, by_period))) in rows.zip(slopes).enumerate() {
            for at in (if is_pair { 0 } else { row }..columns).step_by(S::F64_LANES) {
                let angle = Pack::new(simd, load(simd, &distances[at..])) * frequency;
                let (sin, cos) = sin_cos(angle);
                let (sin, cos) = (sin * (2.0 * inverse), cos * (2.0 * inverse));
                let u = sin * sin;
                let u = u.gt(FAR).select(FAR, u);
                let value = exp(u * -0.5) * variance;
                store(simd, &mut values[at..], value.value);
                store(simd, &mut by_scale[at..], (value * u).value);
                store(simd, &mut by_period[at..], (value * sin * cos * angle).value);
            }
        }
    }
}
