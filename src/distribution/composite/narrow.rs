//! The mass of a narrow interval, for which the probabilities below, or above, its ends agree in most
//! digits.
//!
//! For few whole numbers it is the sum of their probabilities. Otherwise the density is integrated by
//! Gauss–Legendre rules with 8 and with 16 nodes; if they differ, as at a kink of the density or over many
//! powers of ten, the interval is divided. If this does not help, the difference of the probabilities is
//! kept. For many whole numbers l, …, u it is, by the Euler–Maclaurin formula, with f the mass function as a
//! function of real numbers,
//!
//! Σ f(k) = ∫ f from l − ½ to u + ½ − [f′(u + ½) − f′(l − ½)]/24 + …
//!
//! The derivatives by arguments are the means of those of the log density; the derivatives by the ends are
//! f(u)/mass and −f(l)/mass.

use crate::contract::family::Cumulative;
use crate::contract::node::Packs;
use crate::distribution::shared::at_numbers::{evaluate_anywhere, evaluate_numbers};
use crate::distribution::shared::gauss_legendre::{COARSE, FINE};
use crate::distribution::shared::whole::{inwards, is_whole};
use crate::frame::MAX_ARGUMENTS;
use crate::simd::{MAX_LANES, Mask, Pack};
use pulp::Simd;

/// The difference of the logarithms of two probabilities above which an interval counts as narrow.
pub(super) const NARROW: f64 = -0.0625;

/// The maximum number of whole numbers whose probabilities are added one by one.
const FEW: f64 = 512.0;

/// Replaces the log mass and its partial derivatives in the lanes of the mask; the lower end is in the first
/// place, the upper end after the arguments.
#[inline(never)]
pub(super) fn replace_narrow<F: Cumulative, S: Simd>(
    is_narrow: Mask<S>,
    packs: &Packs<S>,
    value: Pack<S>,
    partials: Packs<S>,
) -> (Pack<S>, Packs<S>) {
    let simd = value.simd;
    let is_narrow = is_narrow.select(1.0, value.constant(0.0)).to_array();
    let numbers = packs.map(Pack::to_array);
    let mut values = value.to_array();
    let mut slopes = partials.map(Pack::to_array);
    for lane in (0..S::F64_LANES.min(MAX_LANES)).filter(|&lane| is_narrow[lane] == 1.0) {
        let Some((value, partials)) = log_mass::<F>(&numbers.map(|lanes| lanes[lane])) else { continue };
        values[lane] = value;
        slopes.iter_mut().zip(partials).for_each(|(lanes, partial)| lanes[lane] = partial);
    }
    (Pack::from_array(simd, values), slopes.map(|lanes| Pack::from_array(simd, lanes)))
}

/// Returns the log mass between two ends and its derivatives, if it can be computed.
fn log_mass<F: Cumulative>(numbers: &[f64; MAX_ARGUMENTS]) -> Option<(f64, [f64; MAX_ARGUMENTS])> {
    let last = F::FACTS.arguments.len();
    let (lower, upper) = inwards::<F>(numbers[0], numbers[last]);
    let at = |y: f64| {
        let mut numbers = *numbers;
        numbers[0] = y;
        evaluate_anywhere::<F>(&numbers)
    };
    if !(lower.is_finite() && upper.is_finite() && lower <= upper) {
        return None;
    }
    if const { is_whole::<F>() } {
        let count = upper - lower + 1.0;
        let mut sum = if count <= FEW {
            let at = |y: f64| {
                let mut numbers = *numbers;
                numbers[0] = y;
                evaluate_numbers::<F>(&numbers).unwrap_or((f64::NEG_INFINITY, [0.0; MAX_ARGUMENTS]))
            };
            let places = [lower + (0.5 * count).floor(), lower, upper];
            let mut sum = Sum::about(places.into_iter().map(|y| at(y).0).find(|log| log.is_finite())?);
            (0..count as usize).for_each(|step| sum.add(1.0, at(lower + step as f64)));
            sum
        } else {
            let mut sum = integral(lower - 0.5, upper + 0.5, &at)?;
            for (weight, y) in [(-1.0, upper + 1.0), (1.0, upper), (1.0, lower), (-1.0, lower - 1.0)] {
                sum.add(weight / (24.0 * sum.unit), at(y));
            }
            sum
        };
        sum.partials[0] = 0.0;
        return sum.finish();
    }
    let (value, mut partials) = integral(lower, upper, &at)?.finish()?;
    (partials[0], partials[last]) = (-(at(lower).0 - value).exp(), (at(upper).0 - value).exp());
    Some((value, partials))
}

/// The maximum number of parts into which an interval is divided.
const PARTS: usize = 96;

/// Returns the integral of a density between two numbers, if the rules with 8 and with 16 nodes agree in
/// every part.
fn integral(lower: f64, upper: f64, at: &impl Fn(f64) -> (f64, [f64; MAX_ARGUMENTS])) -> Option<Sum> {
    let reference = at(0.5 * lower + 0.5 * upper).0;
    // The logarithms of densities have rounding errors.
    let allowed = 1e-12 + 1e-14 * reference.abs();
    let mut all = Sum::in_units(reference, 0.5 * upper - 0.5 * lower);
    // Each remaining part begins where the previous one ends.
    let mut ends = [upper; PARTS];
    let (mut start, mut left, mut parts) = (lower, 1, 1);
    while left > 0 {
        let end = ends[left - 1];
        let (half, middle) = (0.5 * end - 0.5 * start, 0.5 * start + 0.5 * end);
        let by = |nodes: &[(f64, f64)]| {
            let mut sum = Sum::in_units(reference, all.unit);
            for &(node, weight) in nodes {
                sum.add(half / all.unit * weight, at(middle - half * node));
                sum.add(half / all.unit * weight, at(middle + half * node));
            }
            sum
        };
        let (coarse, fine) = (by(&COARSE), by(&FINE));
        if (coarse.total - fine.total).abs() <= allowed * (all.total + fine.total) {
            all.total += fine.total;
            all.partials.iter_mut().zip(fine.partials).for_each(|(all, part)| *all += part);
            (start, left) = (end, left - 1);
        } else {
            // Over powers of ten, the interval is divided at the middle of the logarithms.
            let split = if start > 0.0 && end / start > 4.0 { start.sqrt() * end.sqrt() } else { middle };
            if parts == PARTS || !(start < split && split < end) {
                return None;
            }
            ends[left] = split;
            (left, parts) = (left + 1, parts + 1);
        }
    }
    Some(all)
}

/// A weighted sum of densities and of their derivatives. Densities are divided by a density whose logarithm
/// is `reference`, and weights by `unit`.
struct Sum {
    reference: f64,
    unit: f64,
    total: f64,
    partials: [f64; MAX_ARGUMENTS],
}

impl Sum {
    /// Returns empty sums, relative to a density.
    fn about(reference: f64) -> Self {
        Self::in_units(reference, 1.0)
    }

    /// Returns empty sums of weights in a unit, without which products of weights and slopes may overflow or
    /// underflow.
    fn in_units(reference: f64, unit: f64) -> Self {
        Self { reference, unit, total: 0.0, partials: [0.0; MAX_ARGUMENTS] }
    }

    /// Adds a density, given its logarithm and the derivatives of the logarithm.
    fn add(&mut self, weight: f64, (log, partials): (f64, [f64; MAX_ARGUMENTS])) {
        let share = weight * (log - self.reference).exp();
        // A density of 0 has no slope.
        if share != 0.0 {
            self.total += share;
            self.partials.iter_mut().zip(partials).for_each(|(sum, partial)| *sum += share * partial);
        }
    }

    /// Returns the logarithm of the sum, and its derivatives; `None` if it is not finite.
    fn finish(self) -> Option<(f64, [f64; MAX_ARGUMENTS])> {
        let value = self.reference + (self.total.ln() + self.unit.ln());
        let partials = self.partials.map(|partial| partial / self.total);
        value.is_finite().then_some((value, partials))
    }
}
