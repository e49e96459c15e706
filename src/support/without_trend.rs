//! Vectors without a level and without a trend over places t: Uᵀx = 0 for the columns 1/√n and t minus its
//! mean, scaled to the length 1. With two reflections Hᵢ = I − 2 vᵢvᵢᵀ that map these columns to multiples
//! of the first two unit vectors
//!
//! x = H₁ H₂ (0, 0, q), log |det ∂x/∂q| = 0, q̄ = H₂ H₁ x̄ without the first two elements.
//!
//! Golub and Van Loan 2013, "Matrix Computations", §5.2.

use crate::compiler::Compiler;
use crate::contract::scope::Scope;
use crate::contract::sketch::{Range, SupportSketch};
use crate::contract::transform::{
    BoundSupport, Inside, Normals, Placement, SupportFacts, SupportKind, Totals,
};
use crate::error::Error;
use crate::frame::{Frame, Packed, Scratch};
use crate::markov_field::{Subspace, check_places, trend};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, Dyn, Predecessor, Vector};
use crate::support::sum_to_zero::{SumToZero, TOLERANCE};
use crate::support::{Space, Support, SupportOf, add_or_reject};
use monomorph_macros::inlined;
use pulp::Simd;

/// The support of vectors that sum to zero and have no trend.
#[derive(Clone, Copy, Debug)]
pub struct WithoutTrend<'a> {
    places: &'a [f64],
}

/// [`WithoutTrend`] as it runs.
#[derive(Clone, Copy, Debug)]
pub struct BoundWithoutTrend {
    subspace: Subspace,
    /// v₁ and v₂.
    reflections: Packed,
    /// The trend, scaled to the length 1.
    trend: Packed,
    adjoints: Scratch,
}

impl<N: Dimension + Predecessor> Space<Vector<N>, SumToZero> {
    /// Vectors whose elements sum to zero, and whose products with the places `places` sum to zero too: the
    /// values of an [intrinsic random walk](crate::distribution::intrinsic_random_walk()) of order two, with
    /// two coordinates less than elements. The level and the trend are separate terms of the model, with
    /// their own priors.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let t = [0.0, 1.0, 2.0, 4.0, 5.5];
    /// params! { level: real(), slope: real(), sigma: positive(), f: sum_to_zero(5).without_trend(&t) }
    /// let model = model! {
    ///     level |= normal(0.0, 5.0), slope |= normal(0.0, 1.0), sigma |= exponential(1.0),
    ///     f     |= intrinsic_random_walk(&t, 2, sigma),
    ///     curve = level + slope * data(&t) + f,
    ///     increment(curve.sum()),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 3 + 3);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn without_trend<'a>(
        self,
        places: &'a (impl AsRef<[f64]> + ?Sized),
    ) -> Space<Vector<N>, WithoutTrend<'a>> {
        self.on(WithoutTrend { places: places.as_ref() })
    }
}

impl<N: Dimension + Predecessor> SupportOf<Vector<N>> for WithoutTrend<'_> {
    type Free = Dyn;
}

impl Support for WithoutTrend<'_> {
    type Bound = BoundWithoutTrend;

    fn sketch(&self) -> SupportSketch {
        SupportSketch::of_whole("sum_to_zero.without_trend", Range::REAL, false).with_zero_sums(2)
    }

    fn bind(self, compiler: &mut Compiler, length: usize, _: usize) -> Result<Self::Bound, Error> {
        let places = self.places;
        compiler.context().check_same_length("a vector", length, "the places of its trend", places.len())?;
        check_places(places, 2).map_err(|reason| compiler.context().refused("without_trend", reason))?;
        let (level, trend) = (vec![1.0; length], trend(places));
        let first = reflection(&level, 0);
        let mut turned = trend.clone();
        reflect(&first, &mut turned);
        let second = reflection(&turned, 1);
        Ok(BoundWithoutTrend {
            subspace: Subspace::without_trend(places),
            reflections: compiler.pack_numbers(first.into_iter().chain(second)),
            trend: compiler.pack_numbers(trend),
            adjoints: compiler.scratch(length),
        })
    }
}

/// Returns the v of the reflection that maps a vector, from its element `first` on, to a multiple of the
/// unit vector of this element.
fn reflection(of: &[f64], first: usize) -> Vec<f64> {
    let mut v = of.to_vec();
    v[..first].fill(0.0);
    let length = v.iter().map(|v| v * v).sum::<f64>().sqrt();
    v[first] += if v[first] < 0.0 { -length } else { length };
    let length = v.iter().map(|v| v * v).sum::<f64>().sqrt();
    v.into_iter().map(|v| v / length).collect()
}

/// Replaces x by H x.
fn reflect(v: &[f64], x: &mut [f64]) {
    let along: f64 = v.iter().zip(&*x).map(|(v, x)| v * x).sum();
    x.iter_mut().zip(v).for_each(|(x, v)| *x -= 2.0 * along * v);
}

#[inlined(all)]
impl BoundWithoutTrend {
    /// Replaces x by Hᵢ x, with i from 0, for numbers in the workspace.
    fn reflect(
        &self,
        frame: &mut Frame<'_>,
        (reflection, length): (usize, usize),
        get: impl Fn(&Frame<'_>, usize) -> f64,
        set: impl Fn(&mut Frame<'_>, usize, f64),
    ) {
        let v = self.reflections.element(reflection * length);
        let products = (0..length).map(|k| frame.packed_number(v.element(k)) * get(frame, k));
        let twice: f64 = 2.0 * products.sum::<f64>();
        for k in 0..length {
            let reflected = get(frame, k) - twice * frame.packed_number(v.element(k));
            set(frame, k, reflected);
        }
    }

    /// Subtracts from values their parts along D 1 and D t, so that the rest has neither a level nor a
    /// trend.
    fn project(&self, frame: &Frame<'_>, x: &mut [f64], variances: &[f64]) {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let mut trend: Vec<f64> = (0..x.len()).map(|k| frame.packed_number(self.trend.element(k))).collect();
        // The trend is made orthogonal to the level under D.
        let along = dot(&trend, variances) / variances.iter().sum::<f64>();
        trend.iter_mut().for_each(|t| *t -= along);
        let columns = [vec![1.0; x.len()], trend];
        // The second pass removes the rounding errors of the first.
        for column in columns.iter().chain(&columns) {
            let spread: Vec<f64> = column.iter().zip(variances).map(|(u, variance)| u * variance).collect();
            let along = dot(column, x) / dot(column, &spread);
            x.iter_mut().zip(spread).for_each(|(x, spread)| *x -= along * spread);
        }
    }
}

#[inlined]
impl BoundSupport for BoundWithoutTrend {
    const FACTS: SupportFacts = SupportFacts {
        kind: SupportKind::ZeroSum,
        own_laws: Some("`intrinsic_random_walk`"),
        inside: Inside::ByProjection,
        ..SupportFacts::NONE
    };

    fn subspace(&self, _: usize) -> Option<Subspace> {
        Some(self.subspace)
    }

    fn free(&self, length: usize) -> usize {
        length.saturating_sub(2)
    }

    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        counts: bool,
        totals: &mut Totals<S>,
    ) {
        let slot = place.slot;
        for k in 0..place.length {
            let q = if k < 2 { 0.0 } else { frame.coordinate_number(place.coordinate + k - 2) };
            frame.start_number(slot.element(k), q);
        }
        for reflection in [1, 0] {
            self.reflect(
                frame,
                (reflection, place.length),
                |frame, k| frame.number(slot.element(k)),
                |frame, k, x| frame.set_number(slot.element(k), x),
            );
        }
        let is_finite = (0..place.length).all(|k| frame.number(slot.element(k)).is_finite());
        add_or_reject(simd, totals, 0.0, counts, is_finite);
    }

    fn pull_back<C: Scope, S: Simd>(&self, _: S, frame: &mut Frame<'_>, place: Placement, _: bool) {
        let adjoints = self.adjoints;
        for k in 0..place.length {
            frame.set_scratch_number(adjoints.element(k), frame.adjoint_number(place.slot.element(k)));
        }
        for reflection in [0, 1] {
            self.reflect(
                frame,
                (reflection, place.length),
                |frame, k| frame.scratch_number(adjoints.element(k)),
                |frame, k, x| frame.set_scratch_number(adjoints.element(k), x),
            );
        }
        for k in 2..place.length {
            let gradient = frame.scratch_number(adjoints.element(k));
            frame.set_gradient_number(place.coordinate + k - 2, gradient);
        }
    }

    /// Replaces x by x − D U (Uᵀ D U)⁻¹ Uᵀx with the variances D on the diagonal: x given that Uᵀx = 0.
    fn bring_inside(&self, frame: &mut Frame<'_>, place: Placement, law: Normals<'_>) -> bool {
        let mut x = place.values(frame);
        self.project(frame, &mut x, &law.relative_variances());
        frame.set_numbers(place.slot, &x);
        true
    }

    fn unconstrain(
        &self,
        name: &str,
        frame: &mut Frame<'_>,
        place: Placement,
        point: &mut [f64],
    ) -> Result<(), Error> {
        let mut x = place.values(frame);
        if let Some(k) = x.iter().position(|x| !x.is_finite()) {
            return Err(Error::outside_support(name, Some(place.start() + k), x[k], "be finite"));
        }
        let limit = TOLERANCE * x.iter().fold(1.0, |largest: f64, x| largest.max(x.abs()));
        let trend = (0..x.len()).map(|k| frame.packed_number(self.trend.element(k)) * x[k]).sum::<f64>();
        let sums = [("sum", x.iter().sum()), ("trend", trend * (x.len() as f64).sqrt())];
        if let Some((what, sum)) = sums.into_iter().find(|(_, sum)| sum.abs() > limit) {
            return Err(place.outside(what, name, sum, "be 0, up to 1e-8 of the largest element"));
        }
        for reflection in [0, 1] {
            let v = self.reflections.element(reflection * x.len());
            let v: Vec<f64> = (0..x.len()).map(|k| frame.packed_number(v.element(k))).collect();
            reflect(&v, &mut x);
        }
        point[place.coordinate..][..x.len() - 2].copy_from_slice(&x[2..]);
        Ok(())
    }
}

sealed! {
    ['a] WithoutTrend<'a>;
    [] BoundWithoutTrend;
}
