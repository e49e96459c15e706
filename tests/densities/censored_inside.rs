//! Proves that truncated distributions whose observations may be censored have the right log densities and
//! gradients, compared with sums of masses and differences of distribution functions; and that bounds
//! without any values are an error.

use crate::common::{Random, assert_near};
use crate::laws::{LENGTHS, compare, normal_cdf, normal_density, poisson_mass};
use monomorph::prelude::*;

/// Bounds as far as ±∞, scalars and vectors, parameters too; the methods in either order.
#[test]
fn normals() {
    let mut random = Random(11);
    for n in LENGTHS {
        let y = random.numbers(n, -1.0, 4.0);
        let flags: Vec<bool> = random.indices(n, 2).iter().map(|&flag| flag == 1).collect();
        let entry: Vec<f64> = y.iter().zip(random.numbers(n, 0.01, 2.0)).map(|(y, less)| y - less).collect();
        params! { mu: real(), sigma: real(), above: real() }
        let model = model! {
            mu |= flat(),
            sigma |= flat(),
            above |= flat(),
            data(&y) |= normal(mu, sigma).truncated_below(data(&entry)).right_censored(data(&flags)),
            data(&y) |= normal(mu, sigma).left_censored(data(&flags)).truncated_below(data(&entry)),
            data(&y) |= normal(mu, sigma).truncated_above(above).right_censored(data(&flags)),
            data(&y) |= normal(mu, sigma).left_censored(data(&flags)).truncated_above(above),
            data(&y) |= normal(mu, sigma).right_censored(data(&flags)).truncated(-1.5, above),
            data(&y) |= normal(mu, sigma).truncated(-1.5, above).left_censored(data(&flags)),
            data(&y) |= normal(mu, sigma).truncated(f64::NEG_INFINITY, 6.0).right_censored(data(&flags)),
            data(&y) |= normal(mu, sigma).truncated(-2.0, f64::INFINITY).left_censored(data(&flags)),
        };
        compare("truncated and censored normals", model, &[0.9, 1.3, 5.0], &|q| {
            let cdf = |y: f64| normal_cdf((y - q[0]) / q[1]);
            let row = |i: usize, lower: f64, upper: f64, is_right: bool| {
                let seen = match (flags[i], is_right) {
                    (false, _) => normal_density(y[i], q[0], q[1]),
                    (true, true) => cdf(upper) - cdf(y[i]),
                    (true, false) => cdf(y[i]) - cdf(lower),
                };
                (seen / (cdf(upper) - cdf(lower))).ln()
            };
            let (none, all) = (f64::NEG_INFINITY, f64::INFINITY);
            let rows = (0..n).map(|i| {
                row(i, entry[i], all, true)
                    + row(i, entry[i], all, false)
                    + row(i, none, q[2], true)
                    + row(i, none, q[2], false)
                    + row(i, -1.5, q[2], true)
                    + row(i, -1.5, q[2], false)
                    + row(i, none, 6.0, true)
                    + row(i, -2.0, all, false)
            });
            rows.sum()
        });
    }
}

/// A right-censored count is larger than its number, and a left-censored count is at most as large. Bounds
/// that are not whole are rounded inwards.
#[test]
fn counts() {
    let y = [2, 5, 3, 4, 2];
    let (flags, none) = ([0, 0, 1, 1, 1], [0; 5]);
    params! { rate: real() }
    let model = model! {
        rate |= flat(),
        data(&y) |= poisson(rate).truncated_below(1.5).right_censored(data(&flags)),
        data(&y) |= poisson(rate).truncated_below(2).left_censored(data(&flags)),
        data(&y) |= poisson(rate).truncated_above(5.7).right_censored(data(&flags)),
        data(&y) |= poisson(rate).truncated_above(5).left_censored(data(&flags)),
        data(&y) |= poisson(rate).truncated(2, 5).right_censored(data(&flags)),
        data(&y) |= poisson(rate).truncated(1.2, 5).left_censored(data(&flags)),
        data(&y) |= poisson(rate).truncated(2, 5).right_censored(data(&none)),
    };
    compare("truncated and censored counts", model, &[2.3], &|q| {
        let mass = |from: u32, to: u32| (from..=to).map(|k| poisson_mass(f64::from(k), q[0])).sum::<f64>();
        let row = |i: usize, flags: &[u32], lower: u32, upper: u32, is_right: bool| {
            let seen = match (flags[i] == 1, is_right) {
                (false, _) => mass(y[i], y[i]),
                (true, true) => mass(y[i] + 1, upper),
                (true, false) => mass(lower, y[i]),
            };
            (seen / mass(lower, upper)).ln()
        };
        let rows = (0..5).map(|i| {
            row(i, &flags, 2, 60, true)
                + row(i, &flags, 2, 60, false)
                + row(i, &flags, 0, 5, true)
                + row(i, &flags, 0, 5, false)
                + row(i, &flags, 2, 5, true)
                + row(i, &flags, 2, 5, false)
                + row(i, &none, 2, 5, true)
        });
        rows.sum()
    });
}

/// Random rows, entries at the observation and far below it, far tails: the plain form is an increment for
/// each part.
#[test]
fn the_parts_written_out() -> Result<(), Error> {
    let mut random = Random(12);
    for round in 0..200 {
        let n = 1 + round % 9;
        let far = if round % 4 == 0 { 30.0 } else { 1.0 };
        let y = random.numbers(n, 0.2, 3.0).iter().map(|y| y * far).collect::<Vec<_>>();
        // Some enter at the time at which they end.
        let shares = random.indices(n, 3);
        let entry: Vec<f64> = y.iter().zip(&shares).map(|(y, share)| y * 0.5 * *share as f64).collect();
        let flags: Vec<f64> =
            random.indices(n, 2).iter().map(|&flag| if round % 5 == 0 { 1.0 } else { flag as f64 }).collect();
        params! { shape: positive(), scale: positive() }
        let law = weibull(shape, scale);
        let model = model! {
            shape |= exponential(1.0), scale |= exponential(1.0),
            data(&y) |= law.truncated_below(data(&entry)).right_censored(data(&flags)),
        };
        let plain = model! {
            shape |= exponential(1.0), scale |= exponential(1.0),
            data(&y) |= law.right_censored(data(&flags)),
            increment(-law.log_ccdf(data(&entry)).sum()),
        };
        let (model, plain) = (model.compile()?, plain.compile()?);
        let q = random.numbers(2, -1.5, 1.5);
        let [mut gradient, mut expected] = [[0.0; 2]; 2];
        let value = model.log_density_and_gradient(&q, &mut gradient, &mut model.workspace());
        let wanted = plain.log_density_and_gradient(&q, &mut expected, &mut plain.workspace());
        assert!(wanted.is_finite(), "round {round}");
        assert_near(value, wanted, 1e-12 * wanted.abs().max(1.0), || format!("round {round}"));
        for (got, want) in gradient.iter().zip(expected) {
            assert_near(*got, want, 1e-11 * want.abs().max(1.0), || format!("round {round}, a slope"));
        }
    }
    Ok(())
}

#[test]
fn what_leaves_nothing_is_an_error() {
    let error = |lower: f64, flag: f64| {
        let flags = [flag];
        params! { scale: positive() }
        let law = weibull(2.0, scale).truncated(lower, 5.0).right_censored(data(&flags));
        let model = model! { scale |= exponential(1.0), data(&[5.0]) |= law };
        model.compile().err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(error(1.0, 0.0), "");
    assert!(
        error(1.0, 1.0).contains("must not be censored at a bound of the truncation"),
        "{}",
        error(1.0, 1.0)
    );
    assert!(
        error(5.5, 0.0).contains("there is no value from the lower bound to the upper bound"),
        "{}",
        error(5.5, 0.0)
    );
    params! { rate: positive() }
    let (count, flag) = ([5], [1]);
    let law = poisson(rate).truncated_above(5.7).right_censored(data(&flag));
    let none = model! { rate |= exponential(1.0), data(&count) |= law }.compile().err();
    assert!(none.is_some_and(|error| error.to_string().contains("at a bound of the truncation")));
    assert!(error(1.0, 2.0).contains("the argument `flag` of truncated"), "{}", error(1.0, 2.0));
}
