//! Custom distributions and operations, as another crate writes them on plain slices, compared with
//! formulas and their central differences on every instruction set, at odd lengths, with bad input, and
//! with an operation that breaks its promises.

use crate::common;
use crate::common::{Random, assert_mean, check_against as check, column, numbers, on_every_set};
use monomorph::Error;
use monomorph::custom::{
    CustomDistribution, CustomOperation, Inputs, Outputs, check_distribution, check_operation, distribution,
    operation,
};
use monomorph::distribution::Domain;
use monomorph::prelude::*;
use monomorph::rand::{Rng, RngExt};
use monomorph::shape::{Dyn, Matrix, Scalar, Size, Vector};
use std::sync::atomic::{AtomicUsize, Ordering};

const LENGTHS: [usize; 5] = [1, 3, 8, 65, 131];

/// Gompertz: p(t) = a b e^(b t) exp(−a (e^(b t) − 1)).
#[derive(Clone, Copy, Debug)]
struct Gompertz;

impl CustomDistribution<2> for Gompertz {
    const NAME: &'static str = "gompertz";
    const VARIABLE: Domain = Domain::Positive;
    const ARGUMENTS: [(&'static str, Domain); 2] = [("a", Domain::Positive), ("b", Domain::Positive)];

    fn log_density(t: f64, [a, b]: [f64; 2]) -> (f64, f64, [f64; 2]) {
        let growth = (b * t).exp_m1();
        let value = (a * b).ln() + b * t - a * growth;
        let by_a = 1.0 / a - growth;
        let by_b = 1.0 / b + t - a * t * (growth + 1.0);
        (value, b - a * b * (growth + 1.0), [by_a, by_b])
    }

    fn draw([a, b]: [f64; 2], rng: &mut dyn Rng) -> Option<f64> {
        let u: f64 = rng.random();
        Some((-(1.0 - u).ln() / a).ln_1p() / b)
    }
}

/// Counts without 0, p(k) = (1 − r) rᵏ⁻¹, which cannot be drawn.
#[derive(Clone, Copy, Debug)]
struct Attempts;

impl CustomDistribution<1> for Attempts {
    const NAME: &'static str = "attempts";
    const VARIABLE: Domain = Domain::Count;
    const ARGUMENTS: [(&'static str, Domain); 1] = [("r", Domain::OpenUnit)];

    fn log_density(k: f64, [r]: [f64; 1]) -> (f64, f64, [f64; 1]) {
        ((1.0 - r).ln() + (k - 1.0) * r.ln(), 0.0, [(k - 1.0) / r - 1.0 / (1.0 - r)])
    }
}

fn log_gompertz(t: f64, a: f64, b: f64) -> f64 {
    Gompertz::log_density(t, [a, b]).0
}

/// sₜ = a xₜ + (1 − a) sₜ₋₁
#[derive(Clone, Copy, Debug)]
struct Smooth;

impl CustomOperation for Smooth {
    const NAME: &'static str = "smooth";
    type Shape = Vector<Dyn>;

    fn size(&self, sizes: &[Size]) -> Result<Size, String> {
        if sizes[0].length() > 1 { Ok(sizes[0]) } else { Err("a series needs two elements".to_owned()) }
    }

    fn value(&self, inputs: Inputs<'_>, _: &mut [f64], value: &mut [f64]) {
        let (x, a) = (&inputs[0], inputs[1][0]);
        value[0] = x[0];
        for t in 1..x.len() {
            value[t] = a * x[t] + (1.0 - a) * value[t - 1];
        }
    }

    fn adjoint(&self, inputs: Inputs<'_>, _: &mut [f64], outputs: &mut Outputs<'_>) {
        let (x, a, s) = (&inputs[0], inputs[1][0], outputs.value);
        let mut behind = 0.0;
        for t in (0..x.len()).rev() {
            let adjoint = outputs.adjoint[t] + behind;
            let (weight, by_a) = if t > 0 { (a, x[t] - s[t - 1]) } else { (1.0, 0.0) };
            outputs.add(0, t, weight * adjoint);
            outputs.add(1, 0, by_a * adjoint);
            behind = (1.0 - a) * adjoint;
        }
    }
}

fn smooth(x: &[f64], a: f64) -> Vec<f64> {
    let mut s = x[0];
    x.iter()
        .map(|x| {
            s = a * x + (1.0 - a) * s;
            s
        })
        .collect()
}

/// xᵀ A x by rows, where working memory stores A x. The factor is a field.
#[derive(Clone, Debug)]
struct Quadratic {
    factor: f64,
}

impl CustomOperation for Quadratic {
    const NAME: &'static str = "quadratic";
    type Shape = Scalar;

    fn size(&self, sizes: &[Size]) -> Result<Size, String> {
        if sizes[0].rows == sizes[0].columns && sizes[0].rows == sizes[1].length() {
            Ok(Size::SCALAR)
        } else {
            Err(format!("a matrix of {} rows and a vector of {}", sizes[0].rows, sizes[1].length()))
        }
    }

    fn memory(&self, sizes: &[Size]) -> usize {
        sizes[1].length()
    }

    fn value(&self, inputs: Inputs<'_>, memory: &mut [f64], value: &mut [f64]) {
        let (a, x) = (&inputs[0], &inputs[1]);
        assert_eq!(inputs.size(0), Size::new(x.len(), x.len()));
        for (product, row) in memory.iter_mut().zip(a.chunks_exact(x.len())) {
            *product = row.iter().zip(x).map(|(a, x)| a * x).sum();
        }
        value[0] = self.factor * memory.iter().zip(x).map(|(product, x)| product * x).sum::<f64>();
    }

    fn adjoint(&self, inputs: Inputs<'_>, memory: &mut [f64], outputs: &mut Outputs<'_>) {
        let (a, x) = (&inputs[0], &inputs[1]);
        let adjoint = self.factor * outputs.adjoint[0];
        for (row, product) in memory.iter().enumerate() {
            outputs.add(1, row, adjoint * product);
            for column in 0..x.len() {
                outputs.add(1, column, adjoint * a[row * x.len() + column] * x[row]);
                outputs.add(0, row * x.len() + column, adjoint * x[row] * x[column]);
            }
        }
    }
}

#[test]
fn derivatives_are_checked() {
    for (t, arguments) in [(0.7, [0.5, 1.2]), (1e-6, [3.0, 0.1]), (4.0, [1e-3, 2.0])] {
        check_distribution::<Gompertz, 2>(t, arguments).unwrap();
    }
    check_distribution::<Attempts, 1>(3.0, [0.4]).unwrap();
    let series = ([1.0, 3.0, 2.0, -1.0], Size::new(4, 1));
    check_operation(&Smooth, &[(&series.0, series.1), (&[0.3], Size::SCALAR)]).unwrap();
    let matrix = [1.0, 2.0, -0.5, 0.3];
    let arguments: [(&[f64], Size); 2] = [(&matrix, Size::new(2, 2)), (&[0.7, -1.1], Size::new(2, 1))];
    check_operation(&Quadratic { factor: 1.5 }, &arguments).unwrap();
}

/// A wrong derivative is found, and named.
#[test]
fn mistakes_are_found() {
    #[derive(Clone, Copy)]
    struct Wrong;

    impl CustomDistribution<2> for Wrong {
        const NAME: &'static str = "wrong";
        const VARIABLE: Domain = Domain::Positive;
        const ARGUMENTS: [(&'static str, Domain); 2] = Gompertz::ARGUMENTS;

        fn log_density(t: f64, arguments: [f64; 2]) -> (f64, f64, [f64; 2]) {
            let (value, by_t, [by_a, by_b]) = Gompertz::log_density(t, arguments);
            (value, by_t, [by_a, by_b + 1e-3])
        }
    }

    let mistake = check_distribution::<Wrong, 2>(0.7, [0.5, 1.2]).unwrap_err().to_string();
    assert!(mistake.starts_with("the derivative by `b` is"), "{mistake}");

    /// Overwrites adjoints to which it should add.
    #[derive(Clone)]
    struct Overwrites;

    impl CustomOperation for Overwrites {
        const NAME: &'static str = "overwrites";
        type Shape = Scalar;

        fn size(&self, _: &[Size]) -> Result<Size, String> {
            Ok(Size::SCALAR)
        }

        fn value(&self, inputs: Inputs<'_>, _: &mut [f64], value: &mut [f64]) {
            value[0] = inputs[0].iter().sum();
        }

        fn adjoint(&self, _: Inputs<'_>, _: &mut [f64], outputs: &mut Outputs<'_>) {
            let adjoint = outputs.adjoint[0];
            outputs.of(0).into_iter().flatten().for_each(|slope| *slope = adjoint);
        }
    }

    let mistake = check_operation(&Overwrites, &[(&[1.0, 2.0], Size::new(2, 1))]).unwrap_err().to_string();
    assert!(mistake.starts_with("the adjoint of element 0 of argument 0 is"), "{mistake}");
    let refused = check_operation(&Smooth, &[(&[1.0], Size::new(1, 1)), (&[0.3], Size::SCALAR)]);
    assert_eq!(refused.unwrap_err().to_string(), "a series needs two elements");
}

#[test]
fn a_distribution_of_data() {
    for n in LENGTHS {
        let t = Random(n as u64).numbers(n, 0.01, 2.0);
        let shift = Random(7).numbers(n, 0.5, 1.5);
        params! { a: positive(), b: vector(n).positive() }
        let model = model! {
            a |= flat(),
            b |= flat(),
            data(&t) |= distribution(Gompertz, (a * data(&shift), b)),
        };
        check(model, &numbers(n + 1), |q| {
            let (a, b) = (q[0].exp(), &q[1..]);
            let terms = t.iter().zip(&shift).zip(b).map(|((t, s), b)| log_gompertz(*t, a * s, b.exp()));
            terms.sum::<f64>() + q.iter().sum::<f64>()
        });
    }
}

#[test]
fn a_distribution_of_parameters_in_mixtures_and_expressions() {
    for n in LENGTHS {
        let y = Random(n as u64).numbers(n, 0.1, 3.0);
        let counts: Vec<u32> = (0..n as u32).map(|k| k % 5 + 1).collect();
        params! { t: vector(n).positive(), s: positive(), r: interval(0.0, 1.0) }
        let model = model! {
            t |= distribution(Gompertz, (0.5, s)),
            s |= distribution(Gompertz, (0.3, 1.1)),
            r |= flat(),
            data(&y) |= mixture([0.3, 0.7], (distribution(Gompertz, (1.0, s)), exponential(t))),
            data(&counts) |= distribution(Attempts, (r,)),
            increment(distribution(Gompertz, (0.7, 0.2)).log_density(s)),
        };
        check(model, &numbers(n + 2), |q| {
            let (t, s): (Vec<f64>, f64) = (q[..n].iter().map(|q| q.exp()).collect(), q[n].exp());
            let r = common::logistic(q[n + 1]);
            let mut sum = t.iter().map(|t| log_gompertz(*t, 0.5, s)).sum::<f64>();
            sum += log_gompertz(s, 0.3, 1.1) + log_gompertz(s, 0.7, 0.2);
            for (y, t) in y.iter().zip(&t) {
                sum += (0.3 * log_gompertz(*y, 1.0, s).exp() + 0.7 * t * (-t * y).exp()).ln();
            }
            sum += counts.iter().map(|k| (1.0 - r).ln() + f64::from(k - 1) * r.ln()).sum::<f64>();
            sum + q[..=n].iter().sum::<f64>() + r.ln() + (1.0 - r).ln()
        });
    }
}

#[test]
fn draws() -> Result<(), Error> {
    let t = [1.0; 4];
    let model = model! { data(&t) |= distribution(Gompertz, (2.0, 1.5)) };
    let draws = model.sample_prior(4_000, 3)?;
    // P(T ≤ t) = 1 − exp(−a (e^(b t) − 1)) is uniform.
    let uniform: Vec<f64> =
        column(&draws, "t[2]").iter().map(|t| 1.0 - (-2.0 * (1.5 * t).exp_m1()).exp()).collect();
    assert_mean("P(T ≤ t)", &uniform, 0.5);
    let squares: Vec<f64> = uniform.iter().map(|u| u * u).collect();
    assert_mean("P(T ≤ t)²", &squares, 1.0 / 3.0);

    let without = model! { data(&[1, 2]) |= distribution(Attempts, (0.5,)) };
    assert!(matches!(without.sample_prior(10, 1), Err(Error::NoDraw { .. })));
    Ok(())
}

#[test]
fn numbers_outside_domains() -> Result<(), Error> {
    params! { a: real() }
    let negative = [0.5, -1.0];
    let model = model! { a |= flat(), data(&negative) |= distribution(Gompertz, (a, 1.0)) };
    assert_eq!(
        model.compile().unwrap_err().to_string(),
        "in `data(&negative) |= distribution(Gompertz, (a, 1.0))`: the variable on the left: element 1 is -1, but \
         must be positive and finite"
    );
    let half = [1.0, 1.5];
    let model = model! { a |= flat(), data(&half) |= distribution(Attempts, (a,)) };
    assert!(
        model.compile().unwrap_err().to_string().contains("element 1 is 1.5, but must be a whole number")
    );
    let zero = [1.0, 0.0];
    let model = model! { a |= flat(), data(&[0.2, 0.4]) |= distribution(Gompertz, (data(&zero), 1.0)) };
    assert!(
        model.compile().unwrap_err().to_string().contains("the argument `a` of gompertz: element 1 is 0")
    );
    // A parameter outside: −∞, and its gradient is zero.
    let model = model! { a |= flat(), data(&[0.2, 0.4]) |= distribution(Gompertz, (a, 1.0)) };
    on_every_set(model, |set, posterior| {
        assert_eq!(common::evaluate(posterior, &[-0.5]), (f64::NEG_INFINITY, vec![0.0]), "{set}");
        assert!(common::evaluate(posterior, &[0.5]).0.is_finite(), "{set}");
    });
    Ok(())
}

#[test]
fn an_operation_of_parameters_and_data() {
    for n in LENGTHS.into_iter().skip(1) {
        let (x, y) = (Random(n as u64).numbers(n, -2.0, 2.0), Random(1).numbers(n, -2.0, 2.0));
        params! { a: interval(0.0, 1.0), z: vector(n) }
        let model = model! {
            a |= flat(),
            z |= normal(0.0, 1.0),
            trend = operation(&Smooth, (data(&x), a)),                 // a definition
            data(&y) |= normal(trend + operation(&Smooth, (z * 2.0, 0.25)), 1.5),
            data(&y) |= normal(operation(&Smooth, (data(&x), 0.5)), 1.0), // of data alone
        };
        check(model, &numbers(n + 1), |q| {
            let (a, z) = (common::logistic(q[0]), q[1..].iter().map(|z| 2.0 * z).collect::<Vec<f64>>());
            let normal = |x: f64, mu: f64, sigma: f64| {
                let e = (x - mu) / sigma;
                -0.5 * e * e - sigma.ln() - 0.5 * std::f64::consts::TAU.ln()
            };
            let (trend, own, fixed) = (smooth(&x, a), smooth(&z, 0.25), smooth(&x, 0.5));
            let mut sum = a.ln() + (1.0 - a).ln() + q[1..].iter().map(|z| normal(*z, 0.0, 1.0)).sum::<f64>();
            for t in 0..n {
                sum += normal(y[t], trend[t] + own[t], 1.5) + normal(y[t], fixed[t], 1.0);
            }
            sum
        });
    }
}

#[test]
fn an_operation_with_memory_and_matrices() {
    let operation_of = Quadratic { factor: -0.5 };
    params! { m: real_matrix(3, 3), x: vector(3) }
    let model = model! {
        m |= normal(0.0, 1.0),
        x |= flat(),
        increment(operation(&operation_of, (m, x)).tanh()),
        increment(operation(&operation_of, (m, [1.0, 2.0, -1.0].as_slice()))),
    };
    check(model, &numbers(12), |q| {
        let (m, x) = q.split_at(9);
        let form =
            |x: &[f64]| -> f64 { (0..9).map(|place| -0.5 * m[place] * x[place / 3] * x[place % 3]).sum() };
        let prior: f64 = m.iter().map(|m| -0.5 * m * m - 0.5 * std::f64::consts::TAU.ln()).sum();
        prior + form(x).tanh() + form(&[1.0, 2.0, -1.0])
    });
}

#[test]
fn arguments_that_do_not_fit() {
    params! { a: real(), x: vector(2) }
    let model =
        model! { a |= flat(), x |= flat(), trend = operation(&Smooth, (a, 0.5)), increment(trend.sum()) };
    assert_eq!(
        model.compile().unwrap_err().to_string(),
        "in `trend = operation(&Smooth, (a, 0.5))`: the arguments of `smooth` do not fit: a series needs two elements"
    );
    let form = Quadratic { factor: 1.0 };
    let table = monomorph::faer::mat![[1.0, 2.0, 3.0], [1.0, 2.0, 3.0], [1.0, 2.0, 3.0]];
    let model = model! { a |= flat(), x |= flat(), increment(operation(&form, (data(&table), x))) };
    assert_eq!(
        model.compile().unwrap_err().to_string(),
        "in `increment(operation(&form, (data(&table), x)))`: the arguments of `quadratic` do not fit: \
         a matrix of 3 rows and a vector of 2"
    );
}

/// An operation that returns a different size each time, or a size that does not fit its shape, is refused,
/// because memory is claimed for one size.
#[test]
fn sizes_that_lie() {
    static ASKED: AtomicUsize = AtomicUsize::new(0);

    #[derive(Clone)]
    struct Liar<const IS_LONG: bool>;

    impl<const IS_LONG: bool> CustomOperation for Liar<IS_LONG> {
        const NAME: &'static str = "liar";
        type Shape = Matrix<Dyn, Dyn>;

        fn size(&self, _: &[Size]) -> Result<Size, String> {
            let asked = ASKED.fetch_add(1, Ordering::Relaxed);
            Ok(if IS_LONG { Size::new(usize::MAX, 3) } else { Size::new(1 + asked, 1) })
        }

        fn value(&self, _: Inputs<'_>, _: &mut [f64], value: &mut [f64]) {
            value.fill(1.0);
        }

        fn adjoint(&self, _: Inputs<'_>, _: &mut [f64], _: &mut Outputs<'_>) {}
    }

    #[derive(Clone)]
    struct LongNumber;

    impl CustomOperation for LongNumber {
        const NAME: &'static str = "long";
        type Shape = Scalar;

        fn size(&self, _: &[Size]) -> Result<Size, String> {
            Ok(Size::new(4, 1))
        }

        fn value(&self, _: Inputs<'_>, _: &mut [f64], value: &mut [f64]) {
            value[0] = 1.0;
        }

        fn adjoint(&self, _: Inputs<'_>, _: &mut [f64], _: &mut Outputs<'_>) {}
    }

    params! { a: real() }
    let growing = model! { a |= flat(), increment(operation(&Liar::<false>, (a,)).sum()) };
    assert!(matches!(growing.compile(), Err(Error::Refused { .. })));
    let endless = model! { a |= flat(), increment(operation(&Liar::<true>, (a,)).sum()) };
    assert!(matches!(endless.compile(), Err(Error::TooLarge { .. })));
    let long = model! { a |= flat(), increment(operation(&LongNumber, (a,))) };
    let error = long.compile().unwrap_err().to_string();
    assert!(error.ends_with("the size 4 × 1 is not one of its shape"), "{error}");
}

/// A value that is not a number makes the log density −∞.
#[test]
fn no_value() {
    #[derive(Clone)]
    struct RootOfSum;

    impl CustomOperation for RootOfSum {
        const NAME: &'static str = "root_of_sum";
        type Shape = Scalar;

        fn size(&self, _: &[Size]) -> Result<Size, String> {
            Ok(Size::SCALAR)
        }

        fn value(&self, inputs: Inputs<'_>, _: &mut [f64], value: &mut [f64]) {
            value[0] = inputs[0].iter().sum::<f64>().sqrt();
        }

        fn adjoint(&self, _: Inputs<'_>, _: &mut [f64], outputs: &mut Outputs<'_>) {
            let slope = 0.5 / outputs.value[0] * outputs.adjoint[0];
            outputs.of(0).into_iter().flatten().for_each(|adjoint| *adjoint += slope);
        }
    }

    params! { x: vector(3) }
    let model = model! { x |= normal(0.0, 1.0), increment(operation(&RootOfSum, (x,))) };
    on_every_set(model, |set, posterior| {
        assert_eq!(
            common::evaluate(posterior, &[-1.0, 0.2, 0.1]),
            (f64::NEG_INFINITY, vec![0.0; 3]),
            "{set}"
        );
        assert!(common::evaluate(posterior, &[1.0, 0.2, 0.1]).0.is_finite(), "{set}");
    });
}
