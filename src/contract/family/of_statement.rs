//! The facts about a family, and which of its variable and arguments are data, as plain values. The work
//! that `compile()` does once with data is not generic, so that it is compiled with this crate and not
//! again with every model.

use crate::contract::family::{
    Argument, Domain, Every, Family, FamilyFacts, Terms, WithData, compute_columns, evaluate, sum_over_vector,
};
use crate::contract::node::{Packs, Tuple, places};
use crate::frame::MAX_ARGUMENTS;
use crate::simd::Pack;
use pulp::Scalar;

/// A family with the variable and the arguments of one statement, in their places from 0.
pub(crate) struct FamilyOfStatement {
    /// The facts about the family.
    pub family: &'static FamilyFacts,
    /// The nodes that are data.
    pub is_data: [bool; MAX_ARGUMENTS],
    /// The place of the column whose sum over the vector terms read; `None` if terms read no such sum.
    pub summed: Option<usize>,
    /// The terms of an observation that read only data.
    pub terms: fn(&Packs<Scalar>) -> f64,
    /// The terms of the sums over a vector that read only data.
    pub totals: fn(&Packs<Scalar>) -> f64,
    /// All terms of an observation, for a family of numbers whose support has an end that belongs to the
    /// domain; `None` for other families.
    at_end: Option<fn(&Packs<Scalar>) -> f64>,
}

impl FamilyOfStatement {
    /// The facts of the family with these nodes.
    pub const fn of<F: Family, A: Tuple>() -> Self {
        Self {
            family: F::FACTS,
            is_data: places!(A, |node| node.is_data()),
            summed: summed_place::<F>(),
            terms: |packs| evaluate::<F::Terms, WithData<A>, Scalar>(Scalar::new(), packs).0.first(),
            totals: |packs| evaluate::<F::Totals, WithData<A>, Scalar>(Scalar::new(), packs).0.first(),
            at_end: if A::EACH[0].is_data() && has_ends::<F>() { Some(density_of::<F, A>) } else { None },
        }
    }

    /// True if an observation is at an end of the support where the log density is infinite for all values
    /// of the arguments that are not data: it is the same infinity for two values of each argument. Where
    /// it is −∞ for one value and ∞ for the other, as for `gamma(shape, rate)`, a shape between the two
    /// values has a density there.
    pub fn is_at_dead_end(&self, packs: &Packs<Scalar>) -> bool {
        self.at_end.is_some_and(|density| is_dead_end(density, self.family.arguments, &self.is_data, packs))
    }

    /// True if an observation is at an end of the support where the density is 0 for all values of the
    /// arguments that are not data, though some terms may be infinite.
    pub fn is_nothing_at_end(&self, packs: &Packs<Scalar>) -> bool {
        let at_end = |density| at_end(density, self.family.arguments, &self.is_data, packs);
        let two = self.at_end.and_then(at_end);
        two.is_some_and(|two| two.iter().all(|value| value.is_nan() || *value == f64::NEG_INFINITY))
    }

    /// The first place, from `from` on, whose data break a rule, and this rule.
    pub fn first_broken(&self, values: &[f64; MAX_ARGUMENTS], from: usize) -> Option<(usize, &'static str)> {
        let domains = self.family.arguments.iter().map(|argument| argument.domain).enumerate().skip(from);
        let outside = domains
            .filter(|&(place, domain)| self.is_data[place] && !domain.contains(values[place]))
            .map(|(place, domain)| (place, domain.rule()));
        let rules = self.family.rules.iter().filter(|rule| rule.reads[0] >= from);
        let known = rules.filter(|rule| rule.reads.iter().all(|&place| self.is_data[place]));
        let broken = known.filter(|rule| !(rule.holds)(values)).map(|rule| (rule.reads[0], rule.words));
        outside.chain(broken).next()
    }

    /// True if the variable and all arguments that are whole numbers are data.
    pub fn counts_are_data(&self) -> bool {
        self.counts().all(|place| self.is_data[place])
    }

    /// The places of the variable and arguments that are whole numbers.
    pub fn counts(&self) -> impl Iterator<Item = usize> {
        let is_count = |(place, argument): (usize, &Argument)| argument.domain.is_discrete().then_some(place);
        self.family.arguments.iter().enumerate().filter_map(is_count)
    }
}

/// The place, after the arguments, of the column whose sum over the vector terms read; `None` if terms read
/// no such sum.
pub(crate) const fn summed_place<F: Family>() -> Option<usize> {
    match F::FACTS.summed {
        Some(column) => Some(F::FACTS.arguments.len() + column),
        None => None,
    }
}

/// The rule for an observation whose density is 0 or infinite for all values of the arguments.
pub(crate) const DEAD_END: &str =
    "lie inside the support: at this end of it the density is 0 or infinite, whatever the parameters are";

/// Returns [`DEAD_END`] if an observation breaks this rule under a family without arguments of data. An
/// argument of data may give the end a density, and the result is then `None`.
pub(crate) fn dead_end<F: Family, A: Tuple>(y: f64) -> Option<&'static str> {
    let density = const {
        let (is_data, mut place, mut has_data) = (places!(A, |node| node.is_data()), 1, false);
        while place < MAX_ARGUMENTS {
            has_data |= is_data[place];
            place += 1;
        }
        if has_ends::<F>() && !has_data {
            Some(density_of::<F, A> as fn(&Packs<Scalar>) -> f64)
        } else {
            None
        }
    };
    let packs = [Pack::splat(Scalar::new(), y); MAX_ARGUMENTS];
    density
        .filter(|&density| is_dead_end(density, F::FACTS.arguments, &[false; MAX_ARGUMENTS], &packs))
        .map(|_| DEAD_END)
}

/// True if the observation is at an end of the support, and its log density is infinite for two values of
/// the arguments that are not data, and for every value between them.
fn is_dead_end(
    density: fn(&Packs<Scalar>) -> f64,
    arguments: &[Argument],
    is_data: &[bool; MAX_ARGUMENTS],
    packs: &Packs<Scalar>,
) -> bool {
    let at_end = at_end(density, arguments, is_data, packs);
    at_end.is_some_and(|[small, large]| !small.is_finite() && !large.is_finite() && small != -large)
}

/// The log densities of an observation at an end of the support, for two values of the arguments that are
/// not data; `None` if the observation is not at an end.
fn at_end(
    density: fn(&Packs<Scalar>) -> f64,
    arguments: &[Argument],
    is_data: &[bool; MAX_ARGUMENTS],
    packs: &Packs<Scalar>,
) -> Option<[f64; 2]> {
    let y = packs[0].first();
    let is_end = y == 0.0 || y == 1.0 && arguments[0].domain == Domain::Unit;
    is_end.then(|| {
        [0.4, 2.5].map(|trial| {
            let mut packs = *packs;
            for (place, argument) in arguments.iter().enumerate().skip(1) {
                if !is_data[place] {
                    let trial = if argument.domain.contains(trial) { trial } else { 0.5 };
                    packs[place] = Pack::splat(Scalar::new(), trial);
                }
            }
            density(&packs)
        })
    })
}

/// True for a family of numbers whose support has an end that belongs to the domain of the variable.
const fn has_ends<F: Family>() -> bool {
    matches!(F::FACTS.arguments[0].domain, Domain::NonNegative | Domain::Unit) && F::FACTS.summed.is_none()
}

/// The log density of a vector, given everything that terms read of each element except the summed column;
/// for a family of numbers, the log density of the only element.
pub(crate) fn density_of_vector<F: Family>(elements: &mut [Packs<Scalar>]) -> f64 {
    sum_over_vector(const { summed_place::<F>() }, elements);
    let simd = Scalar::new();
    let terms = |packs: &Packs<Scalar>| evaluate::<F::Terms, Every, Scalar>(simd, packs).0.first();
    let sum = elements.iter().map(terms).sum::<f64>();
    if F::Totals::READS.is_empty() {
        return sum;
    }
    let mut sums = [Pack::zero(simd); MAX_ARGUMENTS];
    for packs in &*elements {
        sums.iter_mut().zip(packs).for_each(|(sum, pack)| *sum = *sum + *pack);
    }
    sum + evaluate::<F::Totals, Every, Scalar>(simd, &sums).0.first()
}

/// The terms of the log density of an observation, without the terms of sums over a vector.
fn density_of<F: Family, A: Tuple>(packs: &Packs<Scalar>) -> f64 {
    let packs = compute_columns::<F, A, Scalar>(*packs);
    evaluate::<F::Terms, Every, Scalar>(Scalar::new(), &packs).0.first()
}
