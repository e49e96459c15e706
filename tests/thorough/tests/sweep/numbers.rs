//! Continuous laws. Of scales that are far from 1 the distribution functions keep their digits; what they do
//! not is left to the law's relatives: shapes below 1e-5.

use super::comparison::{follows, sweep};
use monomorph::prelude::*;
use monomorph::rand::{RngExt, SeedableRng, rngs::SmallRng};

sweep! { standard_normals: StdNormal, std_normal() in |n| vector(n); [] }
sweep! { normals: Normal, normal(location, scale) in |n| vector(n);
[2.0, 3.0], [1e10, 1e-3], [0.0, 1e-300], [-1e300, 1e299], [0.0, 1e307] }
sweep! { half_normals: HalfNormal, half_normal(scale) in |n| vector(n).positive(); [2.0], [1e-300], [1e300] }
sweep! { cauchys: Cauchy, cauchy(location, scale) in |n| vector(n);
[2.0, 3.0], [1e10, 1e-3], [0.0, 1e-150], [0.0, 1e150] }
sweep! { half_cauchys: HalfCauchy, half_cauchy(scale) in |n| vector(n).positive(); [2.0], [1e-150], [1e150] }
sweep! { students: StudentT, student_t(freedom, location, scale) in |n| vector(n);
[4.0, 2.0, 3.0], [0.5, 0.0, 1.0], [1.0, 0.0, 1e100], [0.05, 0.0, 1.0], [1e6, 0.0, 1.0], [1e9, 5.0, 1e-3] }
sweep! { half_students: HalfStudentT, half_student_t(freedom, scale) in |n| vector(n).positive();
[4.0, 3.0], [0.5, 1.0], [0.05, 1.0], [1e6, 1e100] }
sweep! { exponentially_modified: ExpModNormal, exp_mod_normal(location, scale, rate) in |n| vector(n);
[1.0, 2.0, 0.7], [0.0, 1.0, 5.0], [0.0, 1e-3, 1.0], [1e3, 1.0, 0.1] }
sweep! { skew_normals: SkewNormal, skew_normal(location, scale, shape) in |n| vector(n);
[1.0, 2.0, 0.0], [0.0, 1.0, 5.0], [0.0, 1e-100, -20.0], [0.0, 1.0, 1e3] }
sweep! { double_exponentials: DoubleExponential, double_exponential(location, scale) in |n| vector(n);
[1.0, 2.0], [0.0, 1e-300], [0.0, 1e300] }
sweep! { logistics: Logistic, logistic(location, scale) in |n| vector(n); [1.0, 2.0], [0.0, 1e-300],
[0.0, 1e300] }
sweep! { gumbels: Gumbel, gumbel(location, scale) in |n| vector(n); [1.0, 2.0], [0.0, 1e-300], [0.0, 1e300] }
sweep! { lognormals: Lognormal, lognormal(location, scale) in |n| vector(n).positive();
[1.0, 2.0], [0.0, 400.0], [0.0, 1e-6], [-700.0, 20.0], [700.0, 20.0] }
sweep! { loglogistics: Loglogistic, loglogistic(scale, shape) in |n| vector(n).positive();
[1.0, 2.0], [1.0, 0.01], [3.0, 0.001], [1e100, 50.0] }
sweep! { exponentials: Exponential, exponential(rate) in |n| vector(n).positive(); [2.0], [1e-300], [1e300] }
sweep! { gammas: Gamma, gamma(shape, rate) in |n| vector(n).positive();
[2.0, 3.0], [0.5, 1e10], [0.01, 1.0], [0.001, 1.0], [1e-5, 1.0], [0.02, 1e-100], [1e6, 1e-6], [1e10, 1e200] }
sweep! { inverse_gammas: InvGamma, inv_gamma(shape, scale) in |n| vector(n).positive();
[2.0, 3.0], [0.5, 1e-10], [0.01, 1.0], [0.001, 1.0], [0.02, 1e100], [1e6, 1e-6] }
sweep! { chi_squares: ChiSquare, chi_square(freedom) in |n| vector(n).positive(); [3.0], [1.0], [0.01],
[0.001], [1e8] }
sweep! { inverse_chi_squares: InvChiSquare, inv_chi_square(freedom) in |n| vector(n).positive();
[3.0], [1.0], [0.02], [0.001], [1e8] }
sweep! { scaled_inverse_chi_squares: ScaledInvChiSquare,
    scaled_inv_chi_square(freedom, scale) in |n| vector(n).positive();
[3.0, 2.0], [0.5, 1e-10], [0.02, 1.0], [0.001, 1.0], [1e8, 3.0] }
sweep! { weibulls: Weibull, weibull(shape, scale) in |n| vector(n).positive();
[2.0, 3.0], [0.5, 1e-100], [0.01, 1.0], [0.001, 1.0], [100.0, 1e100] }
sweep! { frechets: Frechet, frechet(shape, scale) in |n| vector(n).positive();
[2.0, 3.0], [0.5, 1e-100], [0.01, 1.0], [0.001, 1.0], [100.0, 1e100] }
sweep! { rayleighs: Rayleigh, rayleigh(scale) in |n| vector(n).positive(); [2.0], [1e-100], [1e100] }
sweep! { paretos: Pareto, pareto(minimum, shape) in |n| vector(n).lower(data(&minimum));
[2.0, 3.0], [1.0, 0.01], [1.0, 0.001], [1e100, 5.0], [3.0, 1e17], [3.0, 3e15] }
sweep! { second_paretos: ParetoType2,
    pareto_type_2(location, scale, shape) in |n| vector(n).lower(data(&location));
[2.0, 3.0, 1.5], [0.0, 1.0, 0.01], [0.0, 1e-50, 0.02], [1e10, 1e-6, 2.0], [-5.0, 1e100, 4.0] }
sweep! { betas: Beta, beta(alpha, weight) in |n| vector(n).interval(0.0, 1.0);
[2.0, 3.0], [0.05, 0.05], [0.01, 0.01], [0.001, 2.0], [3.0, 0.02], [0.5, 0.5], [1e6, 1e6], [1e-3, 1e3],
[1e-3, 1e-3] }
sweep! { beta_proportions: BetaProportion,
    beta_proportion(mean, concentration) in |n| vector(n).interval(0.0, 1.0);
[0.3, 5.0], [0.5, 0.02], [0.01, 0.1], [0.9, 0.05], [0.5, 1e6] }
sweep! { von_mises_angles: VonMises, von_mises(location, concentration) in |n| vector(n).interval(-4.0, 4.0);
[0.0, 2.0], [0.0, 1e-3], [0.0, 700.0], [0.5, 30.0] }
sweep! { uniforms: Uniform, uniform(lower, upper) in |n| vector(n).interval(data(&lower), data(&upper));
[-2.0, 3.0], [-1e-300, 1e-300], [-1e300, 1e300], [-1.0, 1e16] }

/// Beta numbers of shapes that are hardly numbers are 0 or 1.
#[test]
fn the_least_shapes() {
    params! { p: interval(0.0, 1.0), tau: positive(), inverse: positive(), parts: simplex(3), t: real() }
    let least = 1e-305;
    let concentration = [least, least, 2.0 * least];
    let model = model! {
        p |= beta(least, 3.0 * least),
        tau |= gamma(least, 1.0),
        inverse |= inv_gamma(least, 1.0),
        parts |= dirichlet(data(&concentration)),
        t |= student_t(least, 0.0, 1.0),
    };
    let draws = model.sample_prior(20_000, 1).unwrap();
    let share = |name: &str| {
        let column = draws.column(name).unwrap();
        column.as_slice().iter().filter(|x| **x > 0.5).count() as f64 / 20_000.0
    };
    for (name, wanted) in [("p", 0.25), ("tau", 0.0), ("inverse", 1.0), ("parts[2]", 0.5), ("t", 0.5)] {
        assert!((share(name) - wanted).abs() < 0.02, "{name}: {}", share(name));
    }
}

/// Positions between bounds that are numbers beside the law's own: what is rounded to a bound lies next to
/// it.
#[test]
fn bounds_of_truncated_laws() {
    params! {
        narrow: interval(1.0, 1.0 + 1e-14), above: lower(1e10), below: upper(-1e10),
        sorted: positive_ordered(2)
    }
    let model = model! {
        narrow |= uniform(1.0, 1.0 + 1e-14),
        above |= exponential(1e-3).truncated_below(1e10),
        below |= gumbel(0.0, 1e9).truncated_above(-1e10),
        sorted |= gamma(0.001, 1.0),
    };
    let draws = model.sample_prior(50_000, 1).unwrap();
    let column = |name: &str| draws.column(name).unwrap().as_slice().to_vec();
    follows("narrow", &column("narrow"), false, |y| ((y - 1.0) / 1e-14).clamp(0.0, 1.0));
    follows("above", &column("above"), false, |y| 1.0 - (-1e-3 * (y - 1e10).max(0.0)).exp());
    // The smaller and the larger of two have 1 − (1 − F)² and F².
    let one = |y: f64| if y > 0.0 { (0.001 * y.ln() + 0.000_577_2).exp().min(1.0) } else { 0.0 };
    let (low, high) = (column("sorted[0]"), column("sorted[1]"));
    assert!(low.iter().zip(&high).all(|(low, high)| *low > 0.0 && low < high));
    let share = |of: &[f64], y: f64| of.iter().filter(|x| **x <= y).count() as f64 / 5e4;
    for y in [1e-300, 1e-200, 1e-100, 1e-50] {
        assert!((share(&low, y) - 1.0 + (1.0 - one(y)).powi(2)).abs() < 0.008, "{y}: {}", share(&low, y));
        assert!((share(&high, y) - one(y).powi(2)).abs() < 0.008, "{y}: {}", share(&high, y));
    }
}

/// The mean of a beta number is not moved by rounding to 1, where it is half of the time.
#[test]
fn means_at_the_ends() {
    params! { p: interval(0.0, 1.0), q: interval(0.0, 1.0) }
    let model = model! { p |= beta(0.05, 0.05), q |= beta(0.01, 0.01) };
    for draws in [model.sample_prior(40_000, 1).unwrap(), model.sample_exact(40_000, 2).unwrap()] {
        for name in ["p", "q"] {
            let mean = draws.column(name).unwrap().mean();
            assert!((mean - 0.5).abs() < 0.01, "{name}: {mean}");
        }
    }
    let mut rng = SmallRng::seed_from_u64(3);
    let mean = (0..40_000).map(|_| rng.sample::<f64, _>(beta(0.01, 0.01))).sum::<f64>() / 4e4;
    assert!((mean - 0.5).abs() < 0.01, "{mean}");
}
