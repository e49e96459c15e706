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
#[non_exhaustive]
pub struct Argument {
    /// The name in formulas and messages.
    pub name: &'static str,
    /// The domain of the argument.
    pub domain: Domain,
}

/// A rule about several arguments together, such as `lower < upper`.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Constraint {
    /// The places that the rule reads: 0 for the variable, 1 for the first argument, and so on.
    pub reads: &'static [usize],
    /// The rule in words, which a message puts after "must".
    pub words: &'static str,
    /// True if the values keep the rule.
    pub holds: fn(&[f64; MAX_ARGUMENTS]) -> bool,
}

/// A fact about a family beyond its formula, for the graph and its checks. The number in a property is the
/// place of an argument, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Property {
    /// The density does not integrate to one.
    Improper,
    /// The law of (y − location) / scale depends on neither argument, and its support is the real line.
    LocationScale(usize, usize),
    /// The density is symmetric about the argument `location`, or about 0 if it has no such argument.
    Symmetric,
    /// The density is constant between two arguments and zero elsewhere.
    Between(usize, usize),
    /// The density is zero below an argument.
    From(usize),
    /// The variable (place 0) or an argument is a vector of probabilities: its elements add up to 1.
    Probabilities(usize),
    /// An argument has no unit: a shape, a concentration, a number of degrees of freedom.
    Pure(usize),
    /// An argument is made of the cutpoints of ordered categories.
    Cutpoints(usize),
    /// The density repeats itself every 2π.
    Periodic,
    /// If both arguments are equal and small, the density has a pole at 0 or a tail without a mean, though
    /// users mean it to be vague.
    Vague(usize, usize),
    /// The density is finite and positive at 0, where its support begins.
    PositiveAtZero,
    /// The density is proportional to y^(a − 1) near 0, where its support begins; a is this argument.
    PowerAtZero(usize),
    /// At large shapes, large terms in this column, a logarithm, nearly cancel. Rows of data with nearly
    /// equal values in this column are not replaced by their means, because the means lose the small
    /// difference.
    Sharp(usize),
}

/// The place of an argument's logarithm.
pub const LOGARITHM: usize = MAX_ARGUMENTS - 1;

/// The place of 1 − x for the first variable or argument x in [`FamilyFacts::complements`].
pub const COMPLEMENT: usize = MAX_ARGUMENTS - 2;

/// The place of 1 − x for the second variable or argument x in [`FamilyFacts::complements`].
pub const SECOND_COMPLEMENT: usize = MAX_ARGUMENTS - 3;

/// True for the place of a logarithm or complement that is known beside an argument.
pub(crate) const fn is_companion(place: usize) -> bool {
    place >= SECOND_COMPLEMENT
}

/// The count from which on laws of whole numbers leave out the parts of their terms that cancel each other.
/// These terms are no longer linear in the count.
///
/// Below this count the terms are at most some thousand in size, and their rounding errors are below 1e-12.
pub(crate) const LARGE_COUNT: f64 = 500.0;

/// The greatest number of columns of a family.
pub const MAX_COLUMNS: usize = 2;

/// A family of distributions, such as the normal ones.
///
/// The macro `density!` writes the implementations.
pub trait Family: Sealed + Copy + Send + Sync + 'static {
    /// The facts about the family beyond its formula.
    const FACTS: &'static FamilyFacts;

    /// The way in which statements draw their variable. It is not a field of the facts, since each program
    /// that names the facts would then compile its functions.
    const DRAWING: DrawsOf;

    /// The columns and their derivatives with respect to the variable, one after the other.
    ///
    /// For data they are computed by `compile()` and packed, otherwise once per register. `complement` is
    /// 1 − y.
    fn columns<S: Simd>(variable: Pack<S>, complement: Pack<S>) -> [(Pack<S>, Pack<S>); MAX_COLUMNS];

    /// The terms of the log density.
    type Terms: Terms;

    /// The terms of the log density where the square of the argument [`squared`](FamilyFacts::squared)
    /// stands in the argument's place, and the logarithm of the square in the place of its logarithm, of
    /// which half is subtracted.
    type TermsOfSquare: Terms;

    /// The log density as a function minus the logarithm of a factor, for sums over rows; `()` if no such
    /// form is known.
    type Factored: Factored;

    /// The terms that read the sums over all elements, for a distribution of a vector as a whole.
    type Totals: Terms;

    /// The packs, with NaN where an argument that is not data is outside its domain. The variable stays as
    /// it is.
    fn guard<A: Tuple, S: Simd>(packs: Packs<S>) -> Packs<S>;
}

/// A log density that is a function minus the logarithm of a factor between 1 and 2, so that a statement
/// may take one logarithm of the product over all its rows. The factor has an absolute error of 2⁻⁵³ in the
/// sum: it has no relative accuracy where the logarithm is small.
pub trait Factored {
    /// True if there is a factor.
    const EXISTS: bool;

    /// The log density without the factor, the partial derivatives of the log density with the factor, and
    /// the factor.
    fn evaluate<S: Simd>(packs: &Packs<S>) -> (Pack<S>, Packs<S>, Pack<S>);
}

/// No form with a factor is known: the factor is 1.
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
/// `packs` are the point, in the place of the variable, and the arguments. Each function returns its value
/// and the partial derivatives with respect to each of them. For whole numbers P(Y ≤ y) includes the point
/// itself.
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

    /// log P(Y ≤ y), where the packs hold the complements beside the arguments.
    fn log_cdf_beside<S: Simd>(packs: &Packs<S>) -> (Pack<S>, Packs<S>);

    /// log P(Y > y), where the packs hold the complements beside the arguments.
    fn log_ccdf_beside<S: Simd>(packs: &Packs<S>) -> (Pack<S>, Packs<S>);
}

/// The function that draws the variable of a statement.
#[derive(Clone, Copy)]
pub enum DrawsOf {
    /// The variable is not drawn.
    None,
    /// Draws one element, given the arguments in their places, from 1.
    Number(fn(&[f64; MAX_ARGUMENTS], &mut dyn rand::Rng) -> f64),
    /// Draws a vector as a whole, given the vectors of its arguments in their places, from 1. The slice
    /// holds the observed vector when it is called, which shows the number of trials.
    Vector(fn(&mut [f64], &[Vec<f64>; MAX_ARGUMENTS], &mut dyn rand::Rng)),
    /// Draws one element, given the arguments and the vector from which the last argument is picked.
    Picked(fn(&[f64; MAX_ARGUMENTS], &[f64], &mut dyn rand::Rng) -> f64),
    /// Draws the number of a category, given the argument.
    Category(fn(&[f64], &mut dyn rand::Rng) -> f64),
}

/// A family from which random numbers can be drawn.
pub trait Draw: Family {
    /// Draws one number, given the arguments in their places, from 1; NaN if no distribution has these
    /// arguments.
    fn draw<R: rand::Rng + ?Sized>(values: &[f64; MAX_ARGUMENTS], rng: &mut R) -> f64;
}

/// The variables in arguments that must be whole numbers.
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

/// The error text for an argument that must be whole, and so data, but is not data; empty if all arguments
/// are right.
pub(crate) const fn whole_arguments_are_data<F: Family, A: Tuple>() -> Text {
    whole_arguments::<A>(F::FACTS.name, F::FACTS.arguments)
}

/// The error text for an argument of the law named `law` that must be whole, and so data, but is not data;
/// empty if all arguments are right. The variable stands before the arguments.
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

/// True if a distribution with these arguments, in their places from 1, exists.
pub(crate) fn are_valid<F: Family>(values: &[f64; MAX_ARGUMENTS]) -> bool {
    let inside = F::FACTS
        .arguments
        .iter()
        .zip(values)
        .skip(1)
        .all(|(argument, &value)| argument.domain.contains(value));
    inside && F::FACTS.rules.iter().all(|rule| rule.reads.contains(&0) || (rule.holds)(values))
}
