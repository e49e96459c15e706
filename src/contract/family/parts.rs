//! A distribution without its arguments: a [`Family`].

use crate::contract::family::{Domain, FamilyFacts, Terms, with_computed_complements};
use crate::contract::node::{Packs, Tuple};
use crate::frame::MAX_ARGUMENTS;
use crate::name::{Text, VarSet};
use crate::sealed::Sealed;
use crate::simd::Pack;
use pulp::Simd;

/// The variable or an argument of a family.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// The name in formulas and messages.
    pub name: &'static str,
    /// The domain of the argument.
    pub domain: Domain,
}

/// A rule that ties arguments together, such as `lower < upper`.
#[derive(Clone, Copy)]
pub struct Rule {
    /// The places that the rule reads: 0 for the variable, 1 for the first argument, and so on.
    pub reads: &'static [usize],
    /// The rule in words, to follow "must".
    pub words: &'static str,
    /// True if the values keep the rule.
    pub holds: fn(&[f64; MAX_ARGUMENTS]) -> bool,
}

/// A fact about a family, beyond its formula: for the graph and its checks. Arguments are named by their
/// places, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// The density does not integrate to one.
    Improper,
    /// The law of (y − location) / scale has neither argument, and is on the real line.
    LocationScale(usize, usize),
    /// The density is symmetric about the argument `location`, or about 0 where there is none.
    Symmetric,
    /// The density is constant between two arguments and zero elsewhere.
    Between(usize, usize),
    /// The density is zero below an argument.
    From(usize),
    /// The variable, in the place 0, or an argument is a vector of probabilities: its elements add up to 1.
    Probabilities(usize),
    /// An argument has no unit: a shape, a concentration, a number of degrees of freedom.
    Pure(usize),
    /// An argument is made of the cutpoints of ordered categories.
    Cutpoints(usize),
    /// The density repeats itself every 2π.
    Periodic,
    /// The density with both arguments equal and small has a pole at 0 or a tail without a mean, though it is
    /// meant to be vague.
    Vague(usize, usize),
    /// The density has a number at 0 that is neither 0 nor infinite, where its support begins.
    PositiveAtZero,
    /// The density is about y^(a − 1) at 0, where its support begins, with this argument a.
    PowerAtZero(usize),
    /// Large terms in this column, a logarithm, nearly cancel at large shapes. Rows of data that nearly agree
    /// in it are not replaced by their means, which do not tell what is left.
    Sharp(usize),
}

/// The place of an argument's logarithm.
pub const LOGARITHM: usize = MAX_ARGUMENTS - 1;

/// The place of 1 − x for the first of what a family asks it for.
pub const COMPLEMENT: usize = MAX_ARGUMENTS - 2;

/// The place of 1 − x for the second.
pub const SECOND_COMPLEMENT: usize = MAX_ARGUMENTS - 3;

/// True for the place of what is known beside an argument that a term reads too.
pub(crate) const fn is_companion(place: usize) -> bool {
    place >= SECOND_COMPLEMENT
}

/// The count from which terms of laws of whole numbers leave out what cancels between them: they are no
/// longer linear in the count.
///
/// Below, the sizes of the terms are some thousand, and their rounding errors below 1e-12.
pub(crate) const LARGE_COUNT: f64 = 500.0;

/// The most columns of a family.
pub const MAX_COLUMNS: usize = 2;

/// A family of distributions, such as the normal ones.
///
/// The macro `density!` writes the implementations.
pub trait Family: Sealed + Copy + Send + Sync + 'static {
    /// The facts about the family beyond its formula.
    const FACTS: &'static FamilyFacts;

    /// The way in which statements draw their variable. It is no field of the facts, since each program that
    /// names these would compile its functions.
    const DRAWING: DrawsOf;

    /// The columns and their derivatives by the variable, one after the other.
    ///
    /// Of data they are computed by `compile()` and packed beside it, else once per register. 1 − y is given
    /// too.
    fn columns<S: Simd>(variable: Pack<S>, complement: Pack<S>) -> [(Pack<S>, Pack<S>); MAX_COLUMNS];

    /// The terms of the log density.
    type Terms: Terms;

    /// The terms of the log density where the square of the argument [`squared`](FamilyFacts::squared)
    /// stands in its place, and the logarithm of the square in that of its logarithm, of which half is
    /// subtracted.
    type TermsOfSquare: Terms;

    /// The log density as something less the logarithm of a factor, for sums over rows; `()` if it is not
    /// known as such.
    type Factored: Factored;

    /// The terms of the sums over all elements, of a distribution of a vector as a whole.
    type Totals: Terms;

    /// The packs with NaN where an argument, not the variable, is no data and outside its domain.
    fn guard<A: Tuple, S: Simd>(packs: Packs<S>) -> Packs<S>;
}

/// A log density that is something less the logarithm of a factor between 1 and 2, so that a statement may
/// take one logarithm, of the product of all its rows. The factor has an absolute error of 2⁻⁵³ in the sum:
/// there is no relative accuracy where the logarithm is small.
pub trait Factored {
    /// True if there is a factor.
    const EXISTS: bool;

    /// The log density without the factor, the partial derivatives of all of it, and the factor.
    fn evaluate<S: Simd>(packs: &Packs<S>) -> (Pack<S>, Packs<S>, Pack<S>);
}

/// The empty product.
impl Factored for () {
    const EXISTS: bool = false;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn evaluate<S: Simd>(packs: &Packs<S>) -> (Pack<S>, Packs<S>, Pack<S>) {
        let zero = packs[0].constant(0.0);
        (zero, [zero; MAX_ARGUMENTS], packs[0].constant(1.0))
    }
}

/// A family whose cumulative probabilities are known: it can be truncated and censored.
///
/// `packs` are the point, in the place of the variable, and the arguments. Beside the value are its partial
/// derivatives by each of them. Of whole numbers, the point itself is counted with those below.
#[diagnostic::on_unimplemented(
    message = "the cumulative distribution function of `{Self}` is not known",
    note = "the table in `monomorph::distribution` says which distributions have one; `poisson_log(eta)` is `poisson(eta.exp())`, which has, \
            and `bernoulli_logit(eta)` is `bernoulli(eta.inv_logit())`"
)]
pub trait Cumulative: Family {
    /// log P(Y ≤ y)
    fn log_cdf<S: Simd>(packs: &Packs<S>) -> (Pack<S>, Packs<S>) {
        Self::log_cdf_beside(&with_computed_complements::<Self, S>(*packs))
    }

    /// log P(Y > y)
    fn log_ccdf<S: Simd>(packs: &Packs<S>) -> (Pack<S>, Packs<S>) {
        Self::log_ccdf_beside(&with_computed_complements::<Self, S>(*packs))
    }

    /// log P(Y ≤ y), where complements stand beside the arguments.
    fn log_cdf_beside<S: Simd>(packs: &Packs<S>) -> (Pack<S>, Packs<S>);

    /// log P(Y > y), where complements stand beside the arguments.
    fn log_ccdf_beside<S: Simd>(packs: &Packs<S>) -> (Pack<S>, Packs<S>);
}

/// A function that draws the variable of a statement.
#[derive(Clone, Copy)]
pub enum DrawsOf {
    /// The variable is not drawn.
    None,
    /// Element by element, given the arguments in their places, from 1.
    Number(fn(&[f64; MAX_ARGUMENTS], &mut dyn rand::Rng) -> f64),
    /// A vector as a whole, given the vectors of its arguments in their places, from 1. It stands there with
    /// what was observed, which tells the number of trials.
    Vector(fn(&mut [f64], &[Vec<f64>; MAX_ARGUMENTS], &mut dyn rand::Rng)),
    /// Element by element, given the arguments and the vector that the last of them is picked from.
    Picked(fn(&[f64; MAX_ARGUMENTS], &[f64], &mut dyn rand::Rng) -> f64),
    /// Categories that are counted, given the argument.
    Category(fn(&[f64], &mut dyn rand::Rng) -> f64),
}

/// A family that random numbers can be drawn from.
pub trait Draw: Family {
    /// One draw, given the arguments in their places, from 1; NaN if there is no such distribution.
    fn draw<R: rand::Rng + ?Sized>(values: &[f64; MAX_ARGUMENTS], rng: &mut R) -> f64;
}

/// The variables in arguments that must be whole.
pub(crate) const fn in_whole_arguments<F: Family, A: Tuple>() -> VarSet {
    let (mut vars, mut place) = (VarSet::EMPTY, 1);
    while place < A::COUNT {
        if F::FACTS.arguments[place].domain.is_discrete() {
            vars = vars.union(A::EACH[place].vars);
        }
        place += 1;
    }
    vars
}

/// The complaint about an argument that must be whole, and so data, where it is not; empty if all are as they
/// must be.
pub(crate) const fn whole_arguments_are_data<F: Family, A: Tuple>() -> Text {
    whole_arguments::<A>(F::FACTS.name, F::FACTS.arguments)
}

/// The complaint about an argument of the law of this name that must be whole, and so data, where it is not;
/// empty if all are as they must be. The variable stands before the arguments.
pub(crate) const fn whole_arguments<A: Tuple>(law: &'static str, arguments: &[Argument]) -> Text {
    let mut place = 1;
    while place < A::COUNT {
        let argument = arguments[place];
        if argument.domain.is_discrete() && !A::EACH[place].is_data() {
            let text =
                Text::EMPTY.then("monomorph: the argument `").then(argument.name).then("` of ").then(law);
            return text.then(" is whole, so it must be data: parameters are continuous");
        }
        place += 1;
    }
    Text::EMPTY
}

/// True if there is a distribution with these arguments, in their places from 1.
pub(crate) fn are_valid<F: Family>(values: &[f64; MAX_ARGUMENTS]) -> bool {
    let inside = F::FACTS
        .arguments
        .iter()
        .zip(values)
        .skip(1)
        .all(|(argument, &value)| argument.domain.contains(value));
    inside && F::FACTS.rules.iter().all(|rule| rule.reads.contains(&0) || (rule.holds)(values))
}
