//! Log densities of plain numbers.

use crate::contract::family::{COMPLEMENT, Every, Family, LOGARITHM, evaluate, with_computed_complements};
use crate::frame::MAX_ARGUMENTS;
use crate::math;
use crate::simd::Pack;
use pulp::Scalar;

/// Returns the log density of numbers, the value first, with its derivatives by the value and the arguments;
/// `None` if the value is outside the support.
pub(in crate::distribution) fn evaluate_numbers<F: Family>(
    numbers: &[f64; MAX_ARGUMENTS],
) -> Option<(f64, [f64; MAX_ARGUMENTS])> {
    let follows = F::FACTS.rules.iter().all(|rule| (rule.holds)(numbers));
    let is_inside = follows && F::FACTS.arguments[0].domain.contains(numbers[0]);
    is_inside.then(|| evaluate_anywhere::<F>(numbers))
}

/// Returns the formula of the log density at numbers, and its derivatives, also if the value is outside the
/// support.
pub(in crate::distribution) fn evaluate_anywhere<F: Family>(
    numbers: &[f64; MAX_ARGUMENTS],
) -> (f64, [f64; MAX_ARGUMENTS]) {
    let simd = Scalar::new();
    let mut packs = numbers.map(|number| Pack::splat(simd, number));
    if let Some(place) = F::FACTS.logarithm_of {
        packs[LOGARITHM] = math::log(packs[place]);
    }
    packs = with_computed_complements::<F, Scalar>(packs);
    let columns = F::columns(packs[0], packs[COMPLEMENT]);
    for (column, (values, _)) in columns.iter().take(F::FACTS.columns).enumerate() {
        packs[F::FACTS.arguments.len() + column] = *values;
    }
    let (log_density, partials) = evaluate::<F::Terms, Every, Scalar>(simd, &packs);
    let mut partials = partials.map(Pack::first);
    for (column, (_, derivatives)) in columns.iter().take(F::FACTS.columns).enumerate() {
        partials[0] += partials[F::FACTS.arguments.len() + column] * derivatives.first();
    }
    (log_density.first(), partials)
}
