//! P(Y ≤ k) and P(Y > k) of the beta-binomial distribution, for any number of trials.
//!
//! Up to 2²⁰ trials all terms are added: [`log_beta_binomial_cdf`]. For more, with f(j) = pⱼ/p_k, the terms
//! next to k and those next to the other end are added, and between them the sum is an integral, by the
//! Euler–Maclaurin formula,
//!
//! Σ f(j) over l < j ≤ u = ∫ f from l + ½ to u + ½ − [f′(u + ½) − f′(l + ½)]/24 + …,
//!
//! of the mass function as a function of real numbers, by a Gauss–Legendre rule on intervals that grow away
//! from both ends and from the mode, and are halved if the rule has not converged. Derivatives are the means
//! of those of log f, as in `math/scalar/beta_binomial.rs`.

use crate::distribution::discrete::beta_binomial::BetaBinomial;
use crate::distribution::shared::at_numbers::evaluate_anywhere;
use crate::distribution::shared::gauss_legendre::{COARSE, FINE};
use crate::frame::MAX_ARGUMENTS;
use crate::math::scalar::BetaBinomialSum as Sum;
use crate::math::scalar::{MOST_TRIALS, below_and_above_sums, log_beta_binomial_ccdf, log_beta_binomial_cdf};

/// The number of terms next to k that are added.
const STEPS: f64 = 4096.0;

/// The number of terms at the other end that are added.
const END: f64 = 1024.0;

/// The logarithm of the relative size of terms that are left out, e⁻⁴⁵.
const NEGLIGIBLE: f64 = -45.0;

/// The maximum number of times that an interval is halved.
const DEPTH: usize = 12;

/// log P(Y ≤ k) and its derivatives by α and β.
pub(super) fn log_below(k: f64, n: f64, alpha: f64, beta: f64) -> [f64; 3] {
    if n > MOST_TRIALS { of_many(k, n, alpha, beta).0 } else { log_beta_binomial_cdf(k, n, alpha, beta) }
}

/// log P(Y > k) and its derivatives by α and β.
pub(super) fn log_above(k: f64, n: f64, alpha: f64, beta: f64) -> [f64; 3] {
    if n > MOST_TRIALS { of_many(k, n, alpha, beta).1 } else { log_beta_binomial_ccdf(k, n, alpha, beta) }
}

fn of_many(k: f64, n: f64, alpha: f64, beta: f64) -> ([f64; 3], [f64; 3]) {
    let (nothing, all) = ([f64::NEG_INFINITY, 0.0, 0.0], [0.0; 3]);
    // From 2⁵³ on, floating-point numbers have no steps of 1.
    let inside = [alpha, beta].iter().all(|shape| (1e-50..=1e50).contains(shape)) && n < 9.0e15;
    if !inside || k.is_nan() {
        ([f64::NAN; 3], [f64::NAN; 3])
    } else if k < 0.0 {
        (nothing, all)
    } else if k >= n {
        (all, nothing)
    } else {
        let upper = Law { n, alpha, beta }.sum_above(k, 0.0);
        let lower = Law { n, alpha: beta, beta: alpha }.sum_above(n - k, 1.0).mirrored();
        below_and_above_sums(&lower, &upper)
    }
}

/// The beta-binomial distribution whose probabilities are added.
struct Law {
    n: f64,
    alpha: f64,
    beta: f64,
}

/// log f, and its derivatives by α and β minus those of the term k.
#[derive(Clone, Copy)]
struct Term {
    log: f64,
    by_up: f64,
    by_down: f64,
}

/// Weighted sums of f, and of f times the derivatives of log f, all divided by the exponential of
/// `reference`.
struct Moments {
    reference: f64,
    total: f64,
    by_up: f64,
    by_down: f64,
}

impl Moments {
    fn about(reference: f64) -> Self {
        Self { reference, total: 0.0, by_up: 0.0, by_down: 0.0 }
    }

    fn add(&mut self, weight: f64, term: Term) {
        let share = weight * (term.log - self.reference).exp();
        if share != 0.0 {
            self.total += share;
            self.by_up += share * term.by_up;
            self.by_down += share * term.by_down;
        }
    }

    fn add_all(&mut self, other: &Self) {
        self.total += other.total;
        self.by_up += other.by_up;
        self.by_down += other.by_down;
    }
}

impl Law {
    /// Returns the term j relative to the term k.
    fn term(&self, j: f64, k: Term) -> Term {
        let mut numbers = [f64::NAN; MAX_ARGUMENTS];
        [numbers[0], numbers[1], numbers[2], numbers[3]] = [j, self.n, self.alpha, self.beta];
        let (log, partials) = evaluate_anywhere::<BetaBinomial>(&numbers);
        Term { log: log - k.log, by_up: partials[2] - k.by_up, by_down: partials[3] - k.by_down }
    }

    /// Returns the sum over j > k, plus `own` times the term k.
    fn sum_above(&self, k: f64, own: f64) -> Sum {
        let Self { n, alpha, beta } = *self;
        let first = Sum::upwards(k, n, alpha, beta, own, STEPS);
        if first.reached >= n {
            return first;
        }
        let origin = self.term(k, Term { log: 0.0, by_up: 0.0, by_down: 0.0 });
        let (lower, upper) = (first.reached, (n - END).max(first.reached));
        let at = |j: f64| self.term(j, origin);
        let ends = [lower, lower + 1.0, upper, upper + 1.0].map(at);
        let mut sum = self.integral(lower + 0.5, upper + 0.5, &at);
        for (weight, end) in [-1.0, 1.0, 1.0, -1.0].into_iter().zip(ends) {
            sum.add(weight / 24.0, end);
        }
        let last = Sum::upwards(upper, n, alpha, beta, 0.0, END);
        let last = Term {
            log: last.log + ends[2].log,
            by_up: last.by_up + ends[2].by_up,
            by_down: last.by_down + ends[2].by_down,
        };
        let first = Term { log: first.log, by_up: first.by_up, by_down: first.by_down };
        let middle = Term {
            log: sum.reference + sum.total.max(0.0).ln(),
            by_up: sum.by_up / sum.total,
            by_down: sum.by_down / sum.total,
        };
        let largest = first.log.max(middle.log).max(last.log);
        let mut all = Moments::about(largest);
        [first, middle, last].into_iter().for_each(|term| all.add(1.0, term));
        Sum {
            log: all.reference + all.total.ln(),
            by_up: all.by_up / all.total,
            by_down: all.by_down / all.total,
            reached: n,
        }
    }

    /// Returns the integral of f.
    fn integral(&self, lower: f64, upper: f64, at: &impl Fn(f64) -> Term) -> Moments {
        let points = self.points(lower, upper);
        let logs: Vec<f64> = points.iter().map(|&j| at(j).log).collect();
        // For each interval this is its width times the larger end, a bound of the integral, because f is
        // monotone or convex there.
        let sizes = points.windows(2).zip(logs.windows(2));
        let sizes: Vec<f64> = sizes.map(|(j, log)| log[0].max(log[1]) + (j[1] - j[0]).ln()).collect();
        let largest = sizes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut sum = Moments::about(largest);
        for (j, _) in points.windows(2).zip(sizes).filter(|(_, size)| *size > largest + NEGLIGIBLE) {
            let part = halved(j[0], j[1], largest, at, DEPTH);
            sum.add_all(&part);
        }
        sum
    }

    /// Returns the ends of the intervals between two numbers.
    fn points(&self, lower: f64, upper: f64) -> Vec<f64> {
        let Self { n, alpha, beta } = *self;
        let both = alpha + beta;
        let mean = n / (1.0 + beta / alpha);
        let variance = mean * (beta / both) * (1.0 + (n - 1.0) / (both + 1.0));
        let mode = (n * (alpha - 1.0) + (1.0 - beta)) / (both - 2.0);
        let width = variance.sqrt().max(1.0);
        let mut points = vec![lower, upper];
        let centres =
            [(lower, STEPS), (upper, -END), (mean, width), (mean, -width), (mode, width), (mode, -width)];
        for (centre, step) in centres {
            let steps = core::iter::successors(Some(0.5 * step), |step| Some(2.0 * step));
            let distances = steps.take_while(|step| step.abs() < upper - lower);
            points.extend(core::iter::once(centre).chain(distances.map(|step| centre + step)));
        }
        points.retain(|point| (lower..=upper).contains(point));
        points.sort_by(f64::total_cmp);
        points.dedup();
        points
    }
}

/// Returns the integral of f on an interval, which is halved until the rules with 8 and with 16 nodes agree,
/// at most `depth` times.
fn halved(lower: f64, upper: f64, reference: f64, at: &impl Fn(f64) -> Term, depth: usize) -> Moments {
    let (half, middle) = (0.5 * (upper - lower), 0.5 * (upper + lower));
    let by = |nodes: &[(f64, f64)]| {
        let mut sum = Moments::about(reference);
        for &(node, weight) in nodes {
            sum.add(half * weight, at(middle - half * node));
            sum.add(half * weight, at(middle + half * node));
        }
        sum
    };
    let (coarse, fine) = (by(&COARSE), by(&FINE));
    // Twice the nodes give twice the digits.
    let has_settled = (coarse.total - fine.total).abs() <= 1e-8 * fine.total + 1e-16;
    if has_settled || depth == 0 {
        return fine;
    }
    let mut sum = halved(lower, middle, reference, at, depth - 1);
    sum.add_all(&halved(middle, upper, reference, at, depth - 1));
    sum
}
