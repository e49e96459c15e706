//! Proves that points and bounds of laws of whole numbers may be any numbers: P(Y ≤ x) = P(Y ≤ ⌊x⌋), bounds that are not whole are rounded
//! inwards, and the slope by a point is 0, for distribution functions, truncation, censoring and draws; that infinite bounds are no
//! bounds; and that bounds which leave nothing are errors that speak the language of the model.

mod common;

use common::{assert_near, evaluate, on_every_set, with_room};
use monomorph::distribution::{
    Bernoulli, BetaBinomial, Binomial, Cumulative, DiscreteRange, Geometric, NegBinomial, NegBinomial2,
    Poisson,
};
use monomorph::node::{MAX_ARGUMENTS, Packs};
use monomorph::prelude::*;
use monomorph::simd::Pack;
use pulp::{Scalar, Simd, WithSimd};
use std::marker::PhantomData;

/// log P(Y ≤ y) and log P(Y > y) with all their derivatives, in the first lane.
struct Ask<F>(Vec<f64>, PhantomData<F>);

impl<F: Cumulative> WithSimd for Ask<F> {
    type Output = [Vec<f64>; 2];

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let packs: Packs<S> =
            std::array::from_fn(|place| Pack::splat(simd, self.0.get(place).copied().unwrap_or(f64::NAN)));
        [F::log_cdf(&packs), F::log_ccdf(&packs)].map(|(value, slopes)| {
            let slopes = slopes.iter().take(self.0.len()).map(|slope| slope.first());
            [value.first()].into_iter().chain(slopes).collect()
        })
    }
}

/// Checks that a point between whole numbers is as good as the whole number below, on every instruction set.
fn check_points<F: Cumulative>(arguments: &[f64]) {
    assert!(F::ARGUMENTS.len() <= MAX_ARGUMENTS);
    let at = |y: f64| {
        let ask = || Ask::<F>([&[y], arguments].concat(), PhantomData);
        let mut answers = vec![Scalar::new().vectorize(ask())];
        #[cfg(target_arch = "x86_64")]
        {
            answers.extend(pulp::x86::V3::try_new().map(|simd| Simd::vectorize(simd, ask())));
            answers.extend(pulp::x86::V4::try_new().map(|simd| Simd::vectorize(simd, ask())));
        }
        answers
    };
    for whole in [-2.0, -1.0, 0.0, 1.0, 3.0, 6.0, 7.0, 50.0] {
        for part in [1e-9, 0.25, 0.5, 0.75, 0.999_999] {
            for (between, below) in at(whole + part).into_iter().zip(at(whole)) {
                let what = format!("{} of {arguments:?} at {whole} + {part}", F::NAME);
                assert_eq!(format!("{between:?}"), format!("{below:?}"), "{what}");
                assert_eq!((between[0][1], between[1][1]), (0.0, 0.0), "{what}: by the point");
            }
        }
    }
}

#[test]
fn points_are_rounded_down() {
    check_points::<Bernoulli>(&[0.3]);
    check_points::<Binomial>(&[7.0, 0.3]);
    check_points::<BetaBinomial>(&[7.0, 1.3, 0.6]);
    check_points::<NegBinomial>(&[1.7, 0.4]);
    check_points::<NegBinomial2>(&[1.7, 0.4]);
    check_points::<Poisson>(&[3.0]);
    check_points::<Geometric>(&[0.2]);
    check_points::<DiscreteRange>(&[-1.0, 6.0]);
}

/// The numbers.
#[test]
fn known_probabilities() {
    params! { rate: positive(), theta: interval(0.0, 1.0), x: real() }
    let model = model! {
        rate |= flat(), theta |= flat(), x |= flat(),
        increment(poisson(rate).log_cdf(2.5 + 0.0 * x)),
        increment(10.0 * binomial(7, theta).log_cdf(1.5)),
    };
    on_every_set(model, |set, posterior| {
        let logit = (0.3f64 / 0.7).ln();
        let (value, gradient) = evaluate(posterior, &[3f64.ln(), logit, 0.2]);
        let (poisson, binomial) = (8.5f64 * (-3f64).exp(), 0.7f64.powi(7) + 7.0 * 0.3 * 0.7f64.powi(6));
        let jacobian = 3f64.ln() + 0.21f64.ln();
        assert_near(value, poisson.ln() + 10.0 * binomial.ln() + jacobian, 1e-12, || set.to_owned());
        assert_eq!(gradient[2], 0.0, "{set}: by the point");
    });
}

/// Log densities of one law with different bounds, which must agree.
macro_rules! same {
    ($what:literal: $first:expr, $second:expr) => {{
        let expected = with_room(|| {
            let posterior = $first.compile().expect($what);
            evaluate(&posterior, &[0.4, -0.3])
        });
        on_every_set($second, |set, posterior| {
            let (value, gradient) = evaluate(posterior, &[0.4, -0.3]);
            assert_near(value, expected.0, 1e-12, || format!("{}, {set}", $what));
            for (&got, &want) in gradient.iter().zip(&expected.1) {
                assert_near(got, want, 1e-11, || format!("{}, {set}: gradient", $what));
            }
        });
    }};
}

/// A test for each law of two parameters, whose bounds and limits are written in two ways.
macro_rules! laws {
    ($($test:ident($a:ident, $b:ident): $law:expr;)*) => {$(
        #[test]
        fn $test() {
            let y = [3, 4, 6, 5];
            let flags = [0, 1, 0, 1];
            let (lower, upper) = ([2.5, 3.0, 2.1, 2.999], [6.5, 6.0, 6.9, 6.0]);
            let (low, high, infinite) = ([1.5, 2.0, 1.1, 2.0], [5.5; 4], [f64::INFINITY; 4]);
            let (few, above) = ([3, 6], [4.5, 5.25]);
            params! { $a: positive(), $b: positive() }
            laws!(@same $a $b y $law; "truncated": [truncated(3, 6)], [truncated(data(&lower), data(&upper))]);
            laws!(@same $a $b y $law; "truncated below": [truncated_below(3)], [truncated_below(2.5)]);
            laws!(@same $a $b y $law; "truncated above": [truncated_above(6)], [truncated_above(6.5)]);
            laws!(@same $a $b y $law; "no upper bound": [truncated_below(2)], [truncated(data(&low), data(&infinite))]);
            laws!(@same $a $b y $law; "no lower bound": [truncated_above(6)], [truncated(f64::NEG_INFINITY, 6)]);
            laws!(@same $a $b y $law; "censored": [censored(3, 6)], [censored(3.5, data(&high))]);
            let flagged = model! {
                $a |= exponential(1.0), $b |= exponential(1.0),
                data(&few) |= $law,
                increment(($law).log_ccdf(data(&above))),
            };
            let model = model! {
                $a |= exponential(1.0), $b |= exponential(1.0), data(&y) |= ($law).right_censored(data(&flags))
            };
            same!("flags": flagged, model);
        }
    )*};
    (@same $a:ident $b:ident $y:ident $law:expr; $what:literal: [$($first:tt)*], [$($second:tt)*]) => {
        same!($what:
            model! { $a |= exponential(1.0), $b |= exponential(1.0), data(&$y) |= ($law).$($first)* },
            model! { $a |= exponential(1.0), $b |= exponential(1.0), data(&$y) |= ($law).$($second)* })
    };
}

laws! {
    bounds_of_binomial(a, b): binomial(7, a / (a + b));
    bounds_of_beta_binomial(a, b): beta_binomial(7, a, b);
    bounds_of_neg_binomial(a, b): neg_binomial(a, b);
    bounds_of_neg_binomial_2(a, b): neg_binomial_2(a, b);
    bounds_of_poisson(a, b): poisson(a * b);
    bounds_of_geometric(a, b): geometric(a / (a + b));
}

/// A bound that is a parameter has the slope 0, and the law goes over to the next whole number where it does.
#[test]
fn parameters_as_bounds() {
    let y = [4, 5];
    params! { low: real(), width: positive(), cut: real() }
    let model = model! {
        low |= flat(), width |= flat(), cut |= flat(),
        data(&y) |= poisson(4.0).truncated(low, low + width),
        data(&y) |= binomial(9, 0.4).truncated_below(low),
        data(&y) |= geometric(0.2).truncated_above(low + width),
        data(&y) |= neg_binomial(2.0, 0.5).censored(low, low + width),
        increment(neg_binomial_2(3.0, 2.0).log_cdf(cut)),
        increment(beta_binomial(9, 1.0, 2.0).log_ccdf(cut)),
    };
    on_every_set(model, |set, posterior| {
        let at = |low: f64, width: f64, cut: f64| {
            let (value, gradient) = evaluate(posterior, &[low, width.ln(), cut]);
            assert_eq!(gradient, [0.0, 1.0, 0.0], "{set}: only the Jacobian of the positive parameter");
            value - width.ln()
        };
        let whole = at(2.0, 5.3, 6.0);
        assert!(whole.is_finite());
        for (low, high, cut) in [(1.5, 7.25, 6.5), (1.01, 7.99, 6.0), (2.0, 7.5, 6.99)] {
            assert_near(at(low, high - low, cut), whole, 1e-12, || format!("{set}: {low} to {high}, {cut}"));
        }
        assert!((at(0.9, 6.2, 6.0) - whole).abs() > 1e-3, "{set}");
    });
}

/// The messages of what cannot be speak of laws and bounds.
#[test]
fn bounds_that_leave_nothing() {
    let y = [4, 5];
    params! { rate: positive() }
    macro_rules! refused {
        ($law:expr) => {{
            let model = model! { rate |= exponential(1.0), data(&y) |= $law };
            let error = with_room(|| model.compile().map(|_| ())).unwrap_err().to_string();
            for internal in ["Truncated", "Censored", "log_", "LogMass", "LogTail"] {
                assert!(!error.contains(internal), "{error}");
            }
            error
        }};
    }
    assert!(refused!(poisson(rate).truncated(7, 2)).contains("upper bound"));
    assert!(refused!(poisson(rate).truncated(data(&[0, 7]), data(&[9, 5]))).contains("upper bound"));
    assert!(refused!(poisson(rate).truncated(4.2, 4.8)).contains("upper bound"));
    assert!(refused!(poisson(rate).censored(7, 2)).contains("upper limit"));
    assert!(refused!(poisson(rate).truncated(f64::NAN, 9.0)).contains("NaN"));
    assert!(refused!(poisson(rate).truncated_below(f64::NAN)).contains("NaN"));
    assert!(refused!(poisson(rate).censored_above(f64::NAN)).contains("NaN"));
    assert!(refused!(poisson(rate).truncated(5, 9)).contains("truncation"));

    // Of parameters, too, which would have no density anywhere.
    params! { x: real() }
    let model = model! { x |= normal(0.0, 1.0).truncated(2.0, 1.0) };
    let error = with_room(|| model.compile().map(|_| ())).unwrap_err().to_string();
    assert!(error.contains("upper bound") && !error.contains("Truncated"), "{error}");
}

/// Infinite bounds and points of continuous laws, as data and as parameters.
#[test]
fn infinite_bounds() {
    let y = [0.7, 1.2];
    params! { scale: positive() }
    let (low, high) = ([0.5, f64::NEG_INFINITY], [f64::INFINITY, 2.0]);
    let model = model! {
        scale |= exponential(1.0),
        data(&y) |= normal(0.0, scale).truncated(data(&low), data(&high)),
        data(&y) |= gamma(2.0, scale).truncated(0.0, f64::INFINITY),
        data(&y) |= gumbel(0.0, scale).truncated(f64::NEG_INFINITY, f64::INFINITY),
        increment(normal(0.0, scale).log_cdf(f64::INFINITY)),
        increment(student_t(3.0, 0.0, scale).log_ccdf(f64::NEG_INFINITY)),
    };
    let plain = model! {
        scale |= exponential(1.0),
        data(&[0.7]) |= normal(0.0, scale).truncated_below(0.5),
        data(&[1.2]) |= normal(0.0, scale).truncated_above(2.0),
        data(&y) |= gamma(2.0, scale),
        data(&y) |= gumbel(0.0, scale),
    };
    let expected = with_room(|| evaluate(&plain.compile().unwrap(), &[0.4]));
    on_every_set(model, |set, posterior| {
        let (value, gradient) = evaluate(posterior, &[0.4]);
        assert_near(value, expected.0, 1e-13, || set.to_owned());
        assert_near(gradient[0], expected.1[0], 1e-12, || set.to_owned());
    });
    let impossible =
        model! { scale |= exponential(1.0), increment(normal(0.0, scale).log_ccdf(f64::INFINITY)) };
    let posterior = with_room(|| impossible.compile()).unwrap();
    assert_eq!(evaluate(&posterior, &[0.4]).0, f64::NEG_INFINITY);
}

#[cfg(feature = "random")]
mod draws {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;
    use rand_distr::Distribution as _;

    /// Draws are whole numbers between the bounds, as often as their probabilities say.
    fn check(
        what: &str,
        law: impl rand_distr::Distribution<f64>,
        probabilities: &dyn Fn(f64) -> f64,
        range: (i32, i32),
    ) {
        const DRAWS: usize = 4_000;
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let draws: Vec<f64> = (0..DRAWS).map(|_| law.sample(&mut rng)).collect();
        let (first, last) = (f64::from(range.0), f64::from(range.1));
        let is_inside = |draw: &f64| draw.fract() == 0.0 && (first..=last).contains(draw);
        assert!(draws.iter().all(is_inside), "{what}: {draws:?}");
        let total: f64 = (range.0..=range.1).map(|k| probabilities(f64::from(k))).sum();
        for k in range.0..=range.1 {
            let share = probabilities(f64::from(k)) / total;
            let seen = draws.iter().filter(|&&draw| draw == f64::from(k)).count() as f64;
            let (want, sd) = (DRAWS as f64 * share, (DRAWS as f64 * share * (1.0 - share)).sqrt());
            assert!((seen - want).abs() < 4.5 * sd.max(1.0), "{what}: {seen} draws of {k}, expected {want}");
        }
    }

    #[test]
    fn draws_between_bounds() {
        let poisson_mass = |k: f64| (1..=k as i32).fold(1.0, |product, j| product * 0.8 / f64::from(j));
        check("zero-truncated", poisson(0.8).truncated_below(0.5), &poisson_mass, (1, 12));
        check("truncated", poisson(0.8).truncated(0.5, 3.5), &poisson_mass, (1, 3));
        check("truncated above", poisson(0.8).truncated_above(2.9), &poisson_mass, (0, 2));
        let geometric_mass = |k: f64| 0.7f64.powf(k);
        check("geometric", geometric(0.3).truncated(1.5, 6.0), &geometric_mass, (2, 6));
        check("discrete range", discrete_range(-5, 5).truncated(-2.5, 1.5), &|_| 1.0, (-2, 1));
        check("bernoulli", bernoulli(0.3).truncated_below(0.5), &|_| 1.0, (1, 1));
        let censored = |k: f64| match k as i32 {
            1 => poisson_mass(0.0) + poisson_mass(1.0),
            3 => (3..30).map(|k| poisson_mass(f64::from(k))).sum(),
            _ => poisson_mass(k),
        };
        check("censored", poisson(0.8).censored(1.5, 2.5), &censored, (1, 3));
    }

    #[test]
    fn bounds_that_leave_nothing_have_no_draws() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        assert!(poisson(3.0).truncated(7, 2).sample(&mut rng).is_nan());
        assert!(poisson(3.0).truncated(2.2, 2.8).sample(&mut rng).is_nan());
        assert!(poisson(3.0).censored(7, 2).sample(&mut rng).is_nan());
        assert!(normal(0.0, 1.0).truncated(1.0, -1.0).sample(&mut rng).is_nan());
        assert!(bernoulli(0.5).truncated(2, 5).sample(&mut rng).is_nan());

        let y = [4, 5];
        params! { low: real() }
        let model = model! { low |= normal(20.0, 0.1), data(&y) |= poisson(3.0).truncated(low, 9) };
        let error = with_room(|| model.sample_prior(3, 1).map(|_| ())).unwrap_err().to_string();
        assert!(error.contains("no value can be drawn from `data(&y)"), "{error}");
    }

    /// Zero-truncated counts are drawn anew, and all are counts from 1 on.
    #[test]
    fn predictions() {
        let y = vec![1; 400];
        params! { rate: positive() }
        let model = model! { rate |= gamma(8.0, 10.0), data(&y) |= poisson(rate).truncated_below(0.5) };
        let prior = with_room(|| model.sample_prior(20, 1)).unwrap();
        let start = std::time::Instant::now();
        let drawn = with_room(|| model.predict(&prior, 1)).unwrap();
        common::say(&format!("8000 truncated counts in {:?}", start.elapsed()));
        let text = format!("{drawn:?}");
        assert!(!text.contains("NaN") && !text.contains("0.5"), "{text}");
    }
}
