//! Densities and their gradients as a careful programmer writes them: one scalar loop each, with terms that
//! depend only on scalars before the loop, and with functions of the standard library, or of pxfm if the
//! standard library does not have them.

use pxfm::{f_digamma, f_erfc, f_i0e, f_i1e, f_lgamma};
use std::f64::consts::{FRAC_1_SQRT_2, LN_2, PI, TAU};

/// A log density of y given `K` arguments, as a sum; each part with its derivatives by the arguments.
pub trait Hand<const K: usize> {
    /// What depends on the observation alone.
    fn constant(_y: f64) -> f64 {
        0.0
    }

    /// What has to be computed for every observation.
    fn element(y: f64, arguments: [f64; K]) -> (f64, [f64; K]);

    /// What depends on the argument that may be a vector, but not on the observation.
    fn each(_arguments: [f64; K]) -> (f64, [f64; K]) {
        (0.0, [0.0; K])
    }

    /// What depends on the other arguments alone.
    fn once(_arguments: [f64; K]) -> (f64, [f64; K]) {
        (0.0, [0.0; K])
    }
}

/// The log density of all observations and its gradient, for scalar arguments.
pub fn of_scalars<H: Hand<K>, const K: usize>(y: &[f64], arguments: [f64; K]) -> (f64, [f64; K]) {
    let (mut sum, mut gradient) = (0.0, [0.0; K]);
    for &y in y {
        let (value, partials) = H::element(y, arguments);
        sum += value;
        for place in 0..K {
            gradient[place] += partials[place];
        }
    }
    for (value, partials) in [H::each(arguments), H::once(arguments)] {
        sum += y.len() as f64 * value;
        for place in 0..K {
            gradient[place] += y.len() as f64 * partials[place];
        }
    }
    (sum, gradient)
}

/// The log density of all observations and its gradient, where the argument `PLACE` is the link of
/// intercept + slope · xᵢ. The derivatives by the intercept and by the slope are the last array.
pub fn of_vector<H: Hand<K>, const K: usize, const PLACE: usize>(
    y: &[f64],
    x: &[f64],
    mut arguments: [f64; K],
    link: impl Fn(f64) -> (f64, f64),
    [intercept, slope]: [f64; 2],
) -> (f64, [f64; K], [f64; 2]) {
    let (mut sum, mut gradient, mut line) = (0.0, [0.0; K], [0.0; 2]);
    for (&y, &x) in y.iter().zip(x) {
        let (argument, derivative) = link(slope.mul_add(x, intercept));
        arguments[PLACE] = argument;
        let (value, partials) = H::element(y, arguments);
        let (more, more_partials) = H::each(arguments);
        sum += value + more;
        for place in 0..K {
            gradient[place] += partials[place] + more_partials[place];
        }
        let adjoint = (partials[PLACE] + more_partials[PLACE]) * derivative;
        line[0] += adjoint;
        line[1] += adjoint * x;
    }
    let (value, partials) = H::once(arguments);
    sum += y.len() as f64 * value;
    for place in 0..K {
        gradient[place] += y.len() as f64 * partials[place];
    }
    (sum, gradient, line)
}

/// Writes the implementations of [`Hand`].
macro_rules! hand {
    ($($Family:ident $k:literal { $($part:ident($($argument:pat),*) $body:block)* })*) => {$(
        pub struct $Family;
        impl Hand<$k> for $Family {
            $(hand!(@ $part $k ($($argument),*) $body);)*
        }
    )*};
    (@ constant $k:literal ($y:pat) $body:block) => {
        #[inline(always)]
        fn constant($y: f64) -> f64 $body
    };
    (@ element $k:literal ($y:pat, $arguments:pat) $body:block) => {
        #[inline(always)]
        fn element($y: f64, $arguments: [f64; $k]) -> (f64, [f64; $k]) $body
    };
    (@ $part:ident $k:literal ($arguments:pat) $body:block) => {
        #[inline(always)]
        fn $part($arguments: [f64; $k]) -> (f64, [f64; $k]) $body
    };
}

/// log Φ(x) and its derivative, where erfc does not underflow.
fn log_normal_cdf(x: f64) -> (f64, f64) {
    let mass = 0.5 * f_erfc(-x * FRAC_1_SQRT_2);
    (mass.ln(), (-0.5 * x * x).exp() / (TAU.sqrt() * mass))
}

/// s(x) and s′(x) of the logistic function and its integral log(1 + eˣ).
fn softplus(x: f64) -> (f64, f64) {
    let t = (-x.abs()).exp();
    (x.max(0.0) + t.ln_1p(), if x < 0.0 { t / (1.0 + t) } else { 1.0 / (1.0 + t) })
}

hand! {
    Normal 2 {
        element(y, [m, s]) {
            let z = (y - m) / s;
            (-0.5 * z * z, [z / s, z * z / s])
        }
        once([_, s]) { (-s.ln() - 0.5 * TAU.ln(), [0.0, -1.0 / s]) }
    }
    HalfNormal 1 {
        element(y, [s]) {
            let z = y / s;
            (-0.5 * z * z, [z * z / s])
        }
        each([s]) { (-s.ln() + 0.5 * (2.0 / PI).ln(), [-1.0 / s]) }
    }
    Cauchy 2 {
        element(y, [m, s]) {
            let z = (y - m) / s;
            let w = 2.0 * z / (1.0 + z * z);
            (-(z * z).ln_1p(), [w / s, w * z / s])
        }
        once([_, s]) { (-s.ln() - PI.ln(), [0.0, -1.0 / s]) }
    }
    HalfCauchy 1 {
        element(y, [s]) {
            let z = y / s;
            (-(z * z).ln_1p(), [2.0 * z * z / (1.0 + z * z) / s])
        }
        each([s]) { (-s.ln() + (2.0 / PI).ln(), [-1.0 / s]) }
    }
    StudentT 3 {
        element(y, [nu, m, s]) {
            let z = (y - m) / s;
            let (log, w) = ((z * z / nu).ln_1p(), (nu + 1.0) * z / (nu + z * z));
            (-0.5 * (nu + 1.0) * log, [0.5 * (w * z / nu - log), w / s, w * z / s])
        }
        once([nu, _, s]) { student_t(nu, s, |by_nu, by_s| [by_nu, 0.0, by_s]) }
    }
    HalfStudentT 2 {
        element(y, [nu, s]) {
            let z = y / s;
            let (log, w) = ((z * z / nu).ln_1p(), (nu + 1.0) * z / (nu + z * z));
            (-0.5 * (nu + 1.0) * log, [0.5 * (w * z / nu - log), w * z / s])
        }
        each([_, s]) { (-s.ln(), [0.0, -1.0 / s]) }
        once([nu, _]) {
            let (value, [by_nu]) = student_t(nu, 1.0, |by_nu, _| [by_nu]);
            (value + LN_2, [by_nu, 0.0])
        }
    }
    ExpModNormal 3 {
        element(y, [m, s, l]) {
            let (z, k) = ((y - m) / s, l * s);
            let (log, r) = log_normal_cdf(z - k);
            let by_k = k - z - r;
            let by_z = r - k;
            (0.5 * k * k - k * z + log, [-by_z / s, -z * by_z / s + l * by_k, s * by_k])
        }
        once([_, _, l]) { (l.ln(), [0.0, 0.0, 1.0 / l]) }
    }
    SkewNormal 3 {
        element(y, [m, s, a]) {
            let z = (y - m) / s;
            let (log, r) = log_normal_cdf(a * z);
            let by_z = a * r - z;
            (-0.5 * z * z + log, [-by_z / s, -z * by_z / s, z * r])
        }
        once([_, s, _]) { (-s.ln() + 0.5 * (2.0 / PI).ln(), [0.0, -1.0 / s, 0.0]) }
    }
    DoubleExponential 2 {
        element(y, [m, s]) {
            let z = (y - m) / s;
            (-z.abs(), [z.signum() / s, z.abs() / s])
        }
        once([_, s]) { (-s.ln() - LN_2, [0.0, -1.0 / s]) }
    }
    Logistic 2 {
        element(y, [m, s]) {
            let z = (y - m) / s;
            let (log, share) = softplus(-z);
            let by_z = 2.0 * share - 1.0;
            (-z - 2.0 * log, [-by_z / s, -z * by_z / s])
        }
        once([_, s]) { (-s.ln(), [0.0, -1.0 / s]) }
    }
    Gumbel 2 {
        element(y, [m, s]) {
            let z = (y - m) / s;
            let t = (-z).exp();
            (-z - t, [(1.0 - t) / s, z * (1.0 - t) / s])
        }
        once([_, s]) { (-s.ln(), [0.0, -1.0 / s]) }
    }
    Lognormal 2 {
        constant(y) { -y.ln() }
        element(y, [m, s]) {
            let z = (y.ln() - m) / s;
            (-0.5 * z * z, [z / s, z * z / s])
        }
        once([_, s]) { (-s.ln() - 0.5 * TAU.ln(), [0.0, -1.0 / s]) }
    }
    Loglogistic 2 {
        element(y, [a, b]) {
            let log = (y / a).ln();
            let (sum, share) = softplus(b * log);
            let pull = 2.0 * share;
            ((b - 1.0) * log - 2.0 * sum, [(b * pull - b + 1.0) / a, log * (1.0 - pull)])
        }
        each([a, _]) { (-a.ln(), [-1.0 / a, 0.0]) }
        once([_, b]) { (b.ln(), [0.0, 1.0 / b]) }
    }
    Exponential 1 {
        element(y, [r]) { (-r * y, [-y]) }
        each([r]) { (r.ln(), [1.0 / r]) }
    }
    Gamma 2 {
        element(y, [a, b]) {
            let log = y.ln();
            ((a - 1.0) * log - b * y, [log, -y])
        }
        each([a, b]) { (a * b.ln(), [b.ln(), a / b]) }
        once([a, _]) { (-f_lgamma(a), [-f_digamma(a), 0.0]) }
    }
    InvGamma 2 {
        element(y, [a, b]) {
            let log = y.ln();
            (-(a + 1.0) * log - b / y, [-log, -1.0 / y])
        }
        each([a, b]) { (a * b.ln(), [b.ln(), a / b]) }
        once([a, _]) { (-f_lgamma(a), [-f_digamma(a), 0.0]) }
    }
    ChiSquare 1 {
        constant(y) { -0.5 * y }
        element(y, [nu]) {
            let log = y.ln();
            ((0.5 * nu - 1.0) * log, [0.5 * log])
        }
        each([nu]) { chi_square(nu) }
    }
    InvChiSquare 1 {
        constant(y) { -0.5 / y }
        element(y, [nu]) {
            let log = y.ln();
            (-(0.5 * nu + 1.0) * log, [-0.5 * log])
        }
        each([nu]) { chi_square(nu) }
    }
    ScaledInvChiSquare 2 {
        element(y, [nu, s]) {
            let (log, half) = (y.ln(), 0.5 * s * s / y);
            (-(0.5 * nu + 1.0) * log - nu * half, [-0.5 * log - half, -2.0 * nu * half / s])
        }
        each([nu, s]) { (nu * s.ln(), [s.ln(), nu / s]) }
        once([nu, _]) {
            let h = 0.5 * nu;
            (h * h.ln() - f_lgamma(h), [0.5 * (h.ln() + 1.0 - f_digamma(h)), 0.0])
        }
    }
    Weibull 2 {
        element(y, [a, s]) {
            let log = (y / s).ln();
            let t = (a * log).exp();
            ((a - 1.0) * log - t, [log * (1.0 - t), (a * t - a + 1.0) / s])
        }
        each([_, s]) { (-s.ln(), [0.0, -1.0 / s]) }
        once([a, _]) { (a.ln(), [1.0 / a, 0.0]) }
    }
    Frechet 2 {
        element(y, [a, s]) {
            let log = (y / s).ln();
            let t = (-a * log).exp();
            (-(a + 1.0) * log - t, [log * (t - 1.0), (a + 1.0 - a * t) / s])
        }
        each([_, s]) { (-s.ln(), [0.0, -1.0 / s]) }
        once([a, _]) { (a.ln(), [1.0 / a, 0.0]) }
    }
    Rayleigh 1 {
        constant(y) { y.ln() }
        element(y, [s]) {
            let z = y / s;
            (-0.5 * z * z, [z * z / s])
        }
        each([s]) { (-2.0 * s.ln(), [-2.0 / s]) }
    }
    Pareto 2 {
        element(y, [_, a]) {
            let log = y.ln();
            (-(a + 1.0) * log, [0.0, -log])
        }
        each([m, a]) { (a * m.ln() + a.ln(), [a / m, m.ln() + 1.0 / a]) }
    }
    ParetoType2 3 {
        element(y, [m, l, a]) {
            let w = (y - m) / l;
            let (log, v) = (w.ln_1p(), (a + 1.0) / (l + y - m));
            (-(a + 1.0) * log, [v, v * w, -log])
        }
        each([_, l, _]) { (-l.ln(), [0.0, -1.0 / l, 0.0]) }
        once([_, _, a]) { (a.ln(), [0.0, 0.0, 1.0 / a]) }
    }
    Beta 2 {
        element(y, [a, b]) {
            let (log, rest) = (y.ln(), (-y).ln_1p());
            ((a - 1.0) * log + (b - 1.0) * rest, [log, rest])
        }
        each([a, b]) {
            let whole = f_digamma(a + b);
            (f_lgamma(a + b) - f_lgamma(a), [whole - f_digamma(a), whole])
        }
        once([_, b]) { (-f_lgamma(b), [0.0, -f_digamma(b)]) }
    }
    BetaProportion 2 {
        element(y, [m, k]) {
            let (log, rest) = (y.ln(), (-y).ln_1p());
            let value = (m * k - 1.0) * log + ((1.0 - m) * k - 1.0) * rest;
            (value, [k * (log - rest), m * log + (1.0 - m) * rest])
        }
        each([m, k]) {
            let (a, b) = (m * k, (1.0 - m) * k);
            let (by_a, by_b) = (f_digamma(a), f_digamma(b));
            (-f_lgamma(a) - f_lgamma(b), [k * (by_b - by_a), -m * by_a - (1.0 - m) * by_b])
        }
        once([_, k]) { (f_lgamma(k), [0.0, f_digamma(k)]) }
    }
    VonMises 2 {
        element(y, [m, k]) {
            let (sin, cos) = (y - m).sin_cos();
            (k * cos, [k * sin, cos])
        }
        once([_, k]) {
            let i0 = f_i0e(k);
            (-(i0.ln() + k) - TAU.ln(), [0.0, -f_i1e(k) / i0])
        }
    }
    Bernoulli 1 {
        element(y, [p]) { if y == 1.0 { (p.ln(), [1.0 / p]) } else { ((-p).ln_1p(), [-1.0 / (1.0 - p)]) } }
    }
    BernoulliLogit 1 {
        element(y, [a]) {
            let (sum, share) = softplus(a);
            (y * a - sum, [y - share])
        }
    }
    Binomial 1 {
        constant(y) { log_choose(TRIALS, y) }
        element(y, [p]) {
            let n = TRIALS - y;
            (y * p.ln() + n * (-p).ln_1p(), [y / p - n / (1.0 - p)])
        }
    }
    BinomialLogit 1 {
        constant(y) { log_choose(TRIALS, y) }
        element(y, [a]) {
            let (sum, share) = softplus(a);
            (y * a - TRIALS * sum, [y - TRIALS * share])
        }
    }
    BetaBinomial 2 {
        constant(y) { log_choose(TRIALS, y) }
        element(y, [a, b]) {
            let (above, below) = (y + a, TRIALS - y + b);
            (f_lgamma(above) + f_lgamma(below), [f_digamma(above), f_digamma(below)])
        }
        each([a, b]) {
            let (sum, rest) = (f_digamma(a + b), f_digamma(TRIALS + a + b));
            let value = f_lgamma(a + b) - f_lgamma(TRIALS + a + b) - f_lgamma(a);
            (value, [sum - rest - f_digamma(a), sum - rest])
        }
        once([_, b]) { (-f_lgamma(b), [0.0, -f_digamma(b)]) }
    }
    Poisson 1 {
        constant(y) { -f_lgamma(y + 1.0) }
        element(y, [r]) { (y * r.ln(), [y / r]) }
        each([r]) { (-r, [-1.0]) }
    }
    PoissonLog 1 {
        constant(y) { -f_lgamma(y + 1.0) }
        element(y, [a]) { (y * a, [y]) }
        each([a]) {
            let r = a.exp();
            (-r, [-r])
        }
    }
    Geometric 1 {
        element(y, [p]) { (y * (-p).ln_1p(), [-y / (1.0 - p)]) }
        each([p]) { (p.ln(), [1.0 / p]) }
    }
    NegBinomial 2 {
        constant(y) { -f_lgamma(y + 1.0) }
        element(y, [a, b]) {
            let (log, share) = (b.ln_1p(), 1.0 / (1.0 + b));
            (f_lgamma(y + a) - y * log, [f_digamma(y + a), -y * share])
        }
        each([a, b]) {
            let log = (b / (1.0 + b)).ln();
            (a * log, [log, a / (b * (1.0 + b))])
        }
        once([a, _]) { (-f_lgamma(a), [-f_digamma(a), 0.0]) }
    }
    NegBinomial2 2 {
        constant(y) { -f_lgamma(y + 1.0) }
        element(y, [m, k]) {
            let (value, [by_log_mean, by_precision]) = neg_binomial_2(y, m, k);
            (value, [by_log_mean / m, by_precision])
        }
        once([_, k]) { (-f_lgamma(k), [0.0, -f_digamma(k)]) }
    }
    NegBinomial2Log 2 {
        constant(y) { -f_lgamma(y + 1.0) }
        element(y, [a, k]) { neg_binomial_2(y, a.exp(), k) }
        once([_, k]) { (-f_lgamma(k), [0.0, -f_digamma(k)]) }
    }
}

fn student_t<const K: usize>(nu: f64, s: f64, partials: fn(f64, f64) -> [f64; K]) -> (f64, [f64; K]) {
    let value = f_lgamma(0.5 * (nu + 1.0)) - f_lgamma(0.5 * nu) - 0.5 * (nu * PI).ln() - s.ln();
    let by_nu = 0.5 * (f_digamma(0.5 * (nu + 1.0)) - f_digamma(0.5 * nu) - 1.0 / nu);
    (value, partials(by_nu, -1.0 / s))
}

fn chi_square(nu: f64) -> (f64, [f64; 1]) {
    (-0.5 * nu * LN_2 - f_lgamma(0.5 * nu), [-0.5 * (LN_2 + f_digamma(0.5 * nu))])
}

/// The number of trials.
const TRIALS: f64 = 10.0;

fn log_choose(n: f64, k: f64) -> f64 {
    f_lgamma(n + 1.0) - f_lgamma(k + 1.0) - f_lgamma(n - k + 1.0)
}

/// But for what depends on y or the precision alone; with derivatives by the logarithm of the mean and by the
/// precision.
fn neg_binomial_2(y: f64, m: f64, k: f64) -> (f64, [f64; 2]) {
    let (sum, more) = (m + k, y + k);
    let (log_share, share) = ((k / sum).ln(), more / sum);
    let value = f_lgamma(more) + k * log_share + y * (m / sum).ln();
    (value, [y - share * m, f_digamma(more) + log_share + 1.0 - share])
}
