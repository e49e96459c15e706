//! Vectors of length 1: with r = |q|
//!
//! x = q / r,   and log J = −½ r² is added to the log density,
//!
//! q̄ = (x̄ − x Σₖ xₖ x̄ₖ) / r − q.
//!
//! This is not a change of variables: n coordinates map to a sphere of n − 1 dimensions, and the term makes
//! r an independent variable, so that a standard normal q gives a uniform x. At q = 0 there is no x, and the
//! log density is −∞; this also holds if r² is not a normal floating-point number, for r below 1.5e-154 and
//! above 1.3e154.
//!
//! The largest element in magnitude, xₗ, may be close to ±1. The others determine its distance from ±1,
//!
//! 1 − |xₗ| = v / (1 + |xₗ|)   with v = 1 − xₗ² = Σₖ≠ₗ xₖ²,
//!
//! from which the computed x̂ₗ and its rounding error are derived. Its slope by a law of 1 − xₗ² is about
//! 1/v, and cancels in x̄ₗ − xₗ Σₖ xₖ x̄ₖ, which is therefore computed as v x̄ₗ − xₗ Σₖ≠ₗ xₖ x̄ₖ.
//!
//! The transform of the Stan Reference Manual, "Unit vector".

use crate::compiler::Compiler;
use crate::contract::node::Companion;
use crate::contract::scope::Scope;
use crate::contract::sketch::{Range, SupportSketch};
use crate::contract::transform::{BoundSupport, Inside, Normals, Placement, SupportFacts, Totals};
use crate::error::Error;
use crate::frame::{Frame, Scratch};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, IntoDimension, Vector};
use crate::simd::{Block, Pack, for_lanes};
use crate::support::{Space, Support, SupportOf, add_or_reject};
use monomorph_macros::inlined;
use pulp::Simd;

/// The largest distance of the length from 1.
const TOLERANCE: f64 = 1e-8;

/// The support of vectors of length 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnitVector {
    /// The lengths r, one number for each row.
    radius: Scratch,
}

/// A vector whose squares sum to 1: a direction. The number of its elements is a `usize`, or a `typenum`
/// value. It has one unconstrained coordinate for each element.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { axis: unit_vector(2) }
/// let posterior = model! { axis |= flat() }.compile()?;
/// assert_eq!(posterior.constrain(&[6.0, 8.0])?.get("axis")?, [0.6, 0.8]);
/// assert_eq!(posterior.log_density(&[0.0, 0.0], &mut posterior.workspace()), f64::NEG_INFINITY);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn unit_vector<Length: IntoDimension>(length: Length) -> Space<Vector<Length::Dimension>, UnitVector> {
    Space::vector(length, UnitVector::default())
}

impl<N: Dimension> SupportOf<Vector<N>> for UnitVector {
    type Free = N;
}

impl Support for UnitVector {
    type Bound = Self;

    fn sketch(&self) -> SupportSketch {
        SupportSketch::of_whole("unit_vector", Range::between(-1.0, 1.0), true)
    }

    fn bind(mut self, compiler: &mut Compiler, _: usize, rows: usize) -> Result<Self, Error> {
        self.radius = compiler.scratch(rows);
        Ok(self)
    }
}

#[inlined]
impl BoundSupport for UnitVector {
    const FACTS: SupportFacts = SupportFacts {
        own_laws: Some("`normal(0.0, 1.0)`, which is uniform there"),
        inside: Inside::ByProjection,
        ..SupportFacts::NONE
    };

    fn beside(&self) -> Option<Companion> {
        Some(Companion::Rest)
    }

    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        counts: bool,
        totals: &mut Totals<S>,
    ) {
        let mut lanes = Pack::zero(simd);
        for_lanes!(lane in Block { simd, start: 0, end: place.length } => {
            lanes = lane.accumulate(lanes, frame.point(place.coordinate, lane).square());
        });
        let square = lanes.sum();
        let radius = square.sqrt();
        for_lanes!(lane in Block { simd, start: 0, end: place.length } => {
            frame.start_values(place.slot, lane,
                frame.point(place.coordinate, lane) / Pack::splat(simd, radius));
        });
        frame.set_scratch_number(self.radius.element(place.row.unwrap_or(0)), radius);
        store_rest(frame, place);
        // Below the normal floating-point numbers the square has too few digits.
        add_or_reject(simd, totals, -0.5 * square, counts, square.is_normal());
    }

    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, place: Placement, _: bool) {
        let mut lanes = Pack::zero(simd);
        for_lanes!(lane in Block { simd, start: 0, end: place.length } => {
            let product = frame.values(place.slot, lane) * frame.adjoints(place.slot, lane);
            lanes = lane.accumulate(lanes, product);
        });
        let along = Pack::splat(simd, lanes.sum());
        let radius = Pack::splat(simd, frame.scratch_number(self.radius.element(place.row.unwrap_or(0))));
        for_lanes!(lane in Block { simd, start: 0, end: place.length } => {
            let across = frame.adjoints(place.slot, lane) - frame.values(place.slot, lane) * along;
            let gradient = across / radius - frame.point(place.coordinate, lane);
            frame.set_gradient(place.coordinate, lane, gradient);
        });
        let largest = largest(frame, place);
        let (mut others, mut along_others) = (0.0, 0.0);
        for (k, x) in numbers_but(frame, place, largest) {
            others += x * x;
            along_others += x * frame.adjoint_number(place.slot.element(k));
        }
        let element = place.slot.element(largest);
        let across = others * frame.adjoint_number(element) - frame.number(element) * along_others;
        let coordinate = place.coordinate + largest;
        let gradient = across / radius.first() - frame.coordinate_number(coordinate);
        frame.set_gradient_number(coordinate, gradient);
    }

    /// Normalises independent normal elements with mean 0 and one variance: their direction is uniform, like
    /// the density on the sphere.
    fn bring_inside(&self, frame: &mut Frame<'_>, place: Placement, law: Normals<'_>) -> bool {
        let mut x = place.values(frame);
        // Two steps are needed for elements whose squares overflow or underflow.
        for _ in 0..2 {
            let largest = x.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
            let norm = largest * x.iter().map(|x| (x / largest).powi(2)).sum::<f64>().sqrt();
            x.iter_mut().for_each(|x| *x /= norm);
        }
        frame.set_numbers(place.slot, &x);
        law.have_one_variance() && law.are_centred()
    }

    fn unconstrain(
        &self,
        name: &str,
        frame: &mut Frame<'_>,
        place: Placement,
        point: &mut [f64],
    ) -> Result<(), Error> {
        let x = place.values(frame);
        let norm = x.iter().map(|x| x * x).sum::<f64>().sqrt();
        // If an element is NaN or infinite, so is the norm.
        if (norm - 1.0).abs() <= TOLERANCE {
            point[place.coordinate..place.coordinate + place.length].copy_from_slice(&x);
            return Ok(());
        }
        Err(place.outside("norm", name, norm, "be 1, up to 1e-8"))
    }
}

/// Returns the index of the largest element in magnitude.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn largest(frame: &Frame<'_>, place: Placement) -> usize {
    let size = |k| frame.number(place.slot.element(k)).abs();
    (1..place.length).fold(0, |largest, k| if size(k) > size(largest) { k } else { largest })
}

/// Returns all elements except one, with their indices.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn numbers_but(frame: &Frame<'_>, place: Placement, one: usize) -> impl Iterator<Item = (usize, f64)> {
    let others = (0..place.length).filter(move |&k| k != one);
    others.map(move |k| (k, frame.number(place.slot.element(k))))
}

/// Stores the rounding error of the largest element, if a node reads it. An element that is nearer to 0 than
/// to ±1 has all its digits.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn store_rest(frame: &mut Frame<'_>, place: Placement) {
    let Some(beside) = place.beside else { return };
    let largest = largest(frame, place);
    let others: f64 = numbers_but(frame, place, largest).map(|(_, x)| x * x).sum();
    for element in (0..place.length).map(|k| beside.element(k)) {
        frame.set_number(element, 0.0);
    }
    let element = place.slot.element(largest);
    let x = frame.number(element);
    let distance = others / (1.0 + x.abs());
    if distance < 0.5 {
        let rounded = 1.0 - distance;
        frame.set_number(element, rounded.copysign(x));
        frame.set_number(beside.element(largest), ((1.0 - rounded) - distance) * x.signum());
    }
}

sealed! {
    [] UnitVector;
}
