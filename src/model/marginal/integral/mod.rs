//! The integral over a continuous variable that is conjugate to everything that mentions it.
//!
//! Given everything else, the log density of an element x is l(x) = c + Σⱼ ηⱼ Tⱼ(x), with T = (x, x²), (log
//! x, x), (log x, 1/x) or (log x, log(1 − x)), whatever the statements are; the
//! [curves](crate::contract::conjugacy::Curve) of the statements state which T. The values of l at three
//! points determine c and η, and these determine the integral:
//!
//! | x | l(x) | log ∫ exp l(x) dx | posterior |
//! |-|-|-|-|
//! | normal | c + h x − P x²/2 | l(m) + ½ log(2π/P), m = h/P | N(m, P^−½) |
//! | gamma | c + a log x − b x | c + log Γ(a + 1) − (a + 1) log b | Gamma(a + 1, b) |
//! | inverse gamma | c − a log x − b/x | c + log Γ(a − 1) − (a − 1) log b | 1/Gamma(a − 1, b) |
//! | beta | c + a log x + b log(1 − x) | c + log B(a + 1, b + 1) | Beta(a + 1, b + 1) |
//!
//! **The gradient takes two points.** By Fisher's identity ∂ log ∫ exp l dx / ∂θ is the mean of ∂l/∂θ over
//! the posterior of x. Since l is linear in T, so is ∂l/∂θ, and its mean over the posterior is its mean over
//! any points at which T has its posterior mean. Two points with the weight ½ are enough for each kind, see
//! [`normal`], [`gamma`] and [`beta`]. So the integral is a sum over two values with known weights, and the
//! backward pass of the statements is that of other sums: no law has a formula of its own.
//!
//! The three points of the first round are the same for all elements; the points of the second round depend
//! on the posterior that the first round has found, so that the results do not depend on the unit of x.

mod beta;
mod gamma;
mod normal;

use super::BoundMarginal;
use super::scope::{Pass, integral_of};
use crate::contract::scope::Scope;
use crate::frame::Frame;
use crate::model::conjugacy::Integral;
use crate::model::marginalised::{PARAMETERS, POINTS};
use crate::model::rows::Tally;
use crate::model::statement::BoundModel;
use crate::name::Name;
use crate::shape::Shape;
use crate::simd::{Pack, for_lanes};
use pulp::Simd;

/// The number of rounds: each evaluates the statements at [`POINTS`] points, and estimates the posterior from
/// the values.
const ROUNDS: usize = Integral::VALUE_PASSES / POINTS;

/// The two parameters of the posterior of the elements of a register.
type Parameters<S> = [Pack<S>; 2];

/// Returns the parameters of the first round.
#[inline(always)]
fn begin<S: Simd>(simd: S, integral: Integral) -> Parameters<S> {
    let first = if matches!(integral, Integral::Normal) { 0.0 } else { 1.0 };
    [Pack::splat(simd, first), Pack::splat(simd, 1.0)]
}

/// Returns the points at which the log density is evaluated, given the current estimate of the posterior.
#[inline(always)]
pub(crate) fn points<S: Simd>(integral: Integral, posterior: Parameters<S>) -> [Pack<S>; POINTS] {
    match integral {
        Integral::Normal => normal::points(posterior),
        Integral::Gamma => gamma::points(posterior),
        Integral::InverseGamma => {
            let [low, middle, high] = gamma::points(posterior);
            [low.recip(), middle.recip(), high.recip()]
        }
        Integral::Beta => beta::points(posterior),
    }
}

/// Returns the logarithm of the integral and the parameters of the posterior, from the log densities at the
/// [points].
#[inline(always)]
pub(crate) fn integrate<S: Simd>(
    integral: Integral,
    posterior: Parameters<S>,
    values: [Pack<S>; POINTS],
) -> (Pack<S>, Parameters<S>) {
    match integral {
        Integral::Normal => normal::integrate(posterior, values),
        Integral::Gamma => gamma::integrate(posterior, values, 1.0),
        // dx = dy/y² for y = 1/x.
        Integral::InverseGamma => gamma::integrate(posterior, values, -1.0),
        Integral::Beta => beta::integrate(values),
    }
}

/// Returns two points at which the sufficient statistics have their posterior mean.
#[inline(always)]
fn pair<S: Simd>(integral: Integral, posterior: Parameters<S>) -> [Pack<S>; Integral::GRADIENT_PASSES] {
    match integral {
        Integral::Normal => normal::pair(posterior),
        Integral::Gamma => gamma::pair(posterior),
        Integral::InverseGamma => {
            let [low, high] = gamma::pair(posterior);
            [low.recip(), high.recip()]
        }
        Integral::Beta => beta::pair(posterior),
    }
}

impl<Var: Name, Sh: Shape, M: BoundModel> BoundMarginal<Var, Sh, M> {
    /// The integral, if the variable is continuous.
    pub(crate) const INTEGRAL: Option<Integral> = integral_of::<Var, M>();

    /// The integral, for a variable that is known to be continuous.
    const KIND: Integral = match Self::INTEGRAL {
        Some(integral) => integral,
        None => Integral::Normal,
    };

    /// Returns the parameters of the posterior of the elements in a register.
    #[inline(always)]
    pub(crate) fn posterior<S: Simd>(&self, simd: S, frame: &Frame<'_>, index: usize) -> Parameters<S> {
        let row = |place: usize| frame.scratch(simd, self.table.row(PARAMETERS[place]).element(index));
        [row(0), row(1)]
    }

    /// Sets the elements to their values at the point with this number.
    #[inline(always)]
    pub(crate) fn set_point<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, number: usize) {
        for block in self.blocks(simd, frame) {
            for_lanes!(lane in block => {
                let points = points(const { Self::KIND }, self.posterior(simd, frame, lane.index));
                self.set_lane(frame, lane, points[number]);
            });
        }
        self.define_again::<C, S>(simd, frame);
    }

    /// Stores the logarithm of the integral over each element in the first row of the table, and the
    /// parameters of its posterior in the last rows; returns the sum of the terms of data alone.
    #[inline(always)]
    pub(crate) fn find_posterior<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> f64 {
        let mut constant = 0.0;
        let start = begin(simd, const { Self::KIND });
        for block in self.blocks(simd, frame) {
            for_lanes!(lane in block => { self.keep_posterior(frame, lane.index, start); });
        }
        for _ in 0..ROUNDS {
            for number in 0..POINTS {
                self.set_point::<Pass<Var, M, C, false>, S>(simd, frame, number);
                constant = self.fill_row::<C, S>(simd, frame, number);
            }
            for block in self.blocks(simd, frame) {
                for_lanes!(lane in block => {
                    let mut values = [Pack::zero(simd); POINTS];
                    for (number, value) in values.iter_mut().enumerate() {
                        *value = self.table.load(frame, number, lane);
                    }
                    let posterior = self.posterior(simd, frame, lane.index);
                    let (integrated, posterior) = integrate(const { Self::KIND }, posterior, values);
                    frame.set_scratch(self.table.row(0).element(lane.index), integrated);
                    self.keep_posterior(frame, lane.index, posterior);
                });
            }
        }
        constant
    }

    #[inline(always)]
    fn keep_posterior<S: Simd>(&self, frame: &mut Frame<'_>, index: usize, posterior: Parameters<S>) {
        for (row, value) in PARAMETERS.into_iter().zip(posterior) {
            frame.set_scratch(self.table.row(row).element(index), value);
        }
    }

    /// Runs the backward pass through the two points.
    #[inline(always)]
    pub(crate) fn backward_through_points<C: Scope, S: Simd, T: Tally<S>>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
    ) {
        for number in 0..Integral::GRADIENT_PASSES {
            let mut sum = Pack::zero(simd);
            for block in self.blocks(simd, frame) {
                for_lanes!(lane in block => {
                    let pair = pair(const { Self::KIND }, self.posterior(simd, frame, lane.index));
                    self.set_lane(frame, lane, pair[number]);
                    let mut weight = Pack::splat(simd, 0.5);
                    if let Some(outer) = tally.weight(frame, lane) {
                        weight = weight * outer;
                    }
                    frame.set_scratch(self.table.row(0).element(lane.index), weight);
                    sum = lane.accumulate(sum, weight);
                });
            }
            self.define_again::<Pass<Var, M, C, true>, S>(simd, frame);
            self.backward::<C, S>(simd, frame, 0, Pack::splat(simd, sum.sum()));
        }
    }
}
