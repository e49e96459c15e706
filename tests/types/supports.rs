//! Proves what the records of the oracle do not show of supports: the free coordinates in types, rows of a
//! matrix against single vectors, the inverse's complaints, and vectors longer than a register.

use crate::common::{
    Random, assert_gradient, assert_near, differences, evaluate, gradient_by_differences, has_free, largest,
    on_every_set, with_room,
};
use monomorph::prelude::*;
use monomorph::shape::Dyn;
use monomorph::typenum::{U1, U3, U4};

#[test]
fn free_coordinates_are_in_the_types() {
    params! {
        weights: simplex(U4::new()),
        zeros:   sum_to_zero(U4::new()),
        cuts:    ordered(U4::new()),
        rates:   positive_ordered(U4::new()),
        axis:    unit_vector(U4::new()),
        effects: vector(U4::new()).lower(0.0),
        single:  simplex(U1::new()),
        unknown: simplex(4),
        mu:      real(),
        stacked: simplex(4).rows(3),
    }
    has_free::<U3, _, _, _>(weights);
    has_free::<U3, _, _, _>(zeros);
    has_free::<U4, _, _, _>(cuts);
    has_free::<U4, _, _, _>(rates);
    has_free::<U4, _, _, _>(axis);
    has_free::<U4, _, _, _>(effects);
    has_free::<monomorph::typenum::U0, _, _, _>(single);
    has_free::<Dyn, _, _, _>(unknown);
    has_free::<U1, _, _, _>(mu);
    has_free::<Dyn, _, _, _>(stacked);
}

/// Lengths of one and more registers, known to the type or not: |q| = |Vq|, sums, order and norms hold, and
/// gradients are those of differences.
#[test]
fn long_vectors() {
    let mut random = Random(51);
    for n in [1, 2, 7, 8, 9, 17, 33] {
        let weights = random.numbers(n, -1.0, 1.0);
        let q = random.numbers(5 * n - 2, -1.0, 1.0);
        let model = {
            params! {
                weight: simplex(n), zero: sum_to_zero(n), cut: ordered(n), rate: positive_ordered(n),
                axis: unit_vector(n)
            }
            let weights = data(&weights);
            model! {
                weight |= flat(),
                zero   |= flat(),
                cut    |= flat(),
                rate   |= flat(),
                axis   |= flat(),
                increment(weights * (weight.square() + zero.sin() + cut * rate + axis * zero)),
            }
        };
        on_every_set(model, |set, posterior| {
            let what = || format!("{n} elements, {set}");
            let trace = posterior.constrain(&q).expect("the point has the right length");
            let get = |name: &str| trace.get(name).expect("a parameter").to_vec();
            let (weight, zero, cut, rate, axis) =
                (get("weight"), get("zero"), get("cut"), get("rate"), get("axis"));
            assert_near(weight.iter().sum(), 1.0, 1e-14, what);
            assert!(weight.iter().all(|&x| x > 0.0), "{}", what());
            assert_near(zero.iter().sum(), 0.0, 1e-14 * n as f64, what);
            let norm = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
            assert_near(norm(&zero), norm(&q[n - 1..2 * n - 2]), 1e-13, what);
            assert!(cut.windows(2).all(|x| x[0] < x[1]), "{}", what());
            assert!(rate[0] > 0.0 && rate.windows(2).all(|x| x[0] < x[1]), "{}", what());
            assert_near(norm(&axis), 1.0, 1e-14, what);

            let (_, gradient) = evaluate(posterior, &q);
            let slopes = differences(posterior, &q);
            assert_gradient(&gradient, &slopes, 1e-8 * largest(&slopes).max(1.0), what);
            let point = posterior.unconstrain(&trace.values()).expect("all is inside");
            for (place, (&got, &want)) in point.iter().zip(&q).enumerate().take(4 * n - 2) {
                assert_near(got, want, 1e-10, || format!("{}: q[{place}] and back", what()));
            }
        });
    }
}

/// A matrix of independent rows has the density, the gradient, the values and the inverse of one vector for
/// each row.
macro_rules! rows_are_vectors {
    ($($name:ident: $space:expr;)*) => {$(
        #[test]
        fn $name() {
            let coefficients = [0.7, -1.1, 0.4];
            let coefficients = data(&coefficients);
            let single = {
                params! { a: $space, b: $space, c: $space, d: $space, e: $space, after: real() }
                model! {
                    a |= normal(0.2, 1.5),
                    b |= normal(0.2, 1.5),
                    c |= normal(0.2, 1.5),
                    d |= normal(0.2, 1.5),
                    e |= normal(0.2, 1.5),
                    after |= normal(0.0, 1.0),
                    increment(coefficients * (b + 2.0 * e) * after),
                    increment(data(&[2.0, 3.0]) * after),
                    increment(-a.at(2) * c.at(0) + d.at(1)),
                }
            };
            let single = with_room(|| single.compile()).expect("the model compiles");
            // Five rows of three end in the middle of a register, and `after` stands behind them.
            params! { x: $space.rows(5), after: real() }
            let picked = x.cells(&[0_u8, 2, 3], &[2_usize, 0, 1]);
            let stacked = model! {
                x |= normal(0.2, 1.5),
                after |= normal(0.0, 1.0),
                increment(coefficients * (x.row(1) + 2.0 * x.row(4)) * after),
                increment(data(&[2.0, 3.0]) * after),
                increment(-picked.at(0) * picked.at(1) + picked.at(2)),
            };
            let mut random = Random(52);
            let q = random.numbers(single.dimension(), -1.0, 1.0);
            on_every_set(stacked, |set, posterior| {
                assert_eq!(posterior.dimension(), single.dimension());
                let ((got, gradient), (want, wanted)) = (evaluate(posterior, &q), evaluate(&single, &q));
                assert_near(got, want, 1e-13 * want.abs().max(10.0), || format!("{set}: value"));
                assert_gradient(&gradient, &wanted, 1e-13 * largest(&wanted).max(1.0), || set.to_owned());
                let trace = posterior.constrain(&q).expect("the point has the right length");
                let wanted = single.constrain(&q).expect("the point has the right length");
                // One vector after the other, which is row after row.
                let values = [&trace.get("x").expect("a parameter")[..], &trace.get("after").expect("a parameter")].concat();
                for (place, (&got, &want)) in values.iter().zip(&wanted.values()).enumerate() {
                    assert_near(got, want, 1e-15 * want.abs().max(1.0), || format!("{set}: value {place}"));
                }
                let back = posterior.unconstrain(&trace.values()).expect("all is inside");
                let wanted = single.unconstrain(&values).expect("all is inside");
                assert_eq!(back, wanted, "{set}: the inverse");
            });
        }
    )*};
}

rows_are_vectors! {
    rows_of_real_numbers: vector(3);
    rows_above_a_number: vector(3).lower(-1.0);
    rows_with_bounds_of_their_own: vector(3).interval(&[-1.0, -2.0, -3.0], 4.0);
    rows_of_ordered_vectors: ordered(3);
    rows_of_positive_ordered_vectors: positive_ordered(3);
    rows_of_simplexes: simplex(3);
    rows_of_typed_simplexes: simplex(U3::new());
    rows_of_zero_sums: sum_to_zero(3);
    rows_of_unit_vectors: unit_vector(3);
}

/// Rows around parameters, elementwise operators with scalars, definitions of matrices, and rows of
/// expressions.
#[test]
fn matrices_of_parameters() {
    params! { mu: vector(3), tau: positive(), x: vector(3).offset_multiplier(mu, tau).rows(5) }
    let model = model! {
        mu  |= normal(0.0, 1.0),
        tau |= exponential(1.0),
        scaled = (x * tau + 1.0).exp(),
        x |= normal(0.5, tau),
        increment(-(0.1 * scaled)),
        data(&[1.0, 2.0, 3.0]) |= normal(scaled.row(2) - (x / 2.0).row(4), 1.0),
    };
    let mut random = Random(53);
    let q = random.numbers(19, -0.8, 0.8);
    let density =
        |x: f64, m: f64, s: f64| -0.5 * ((x - m) / s).powi(2) - s.ln() - 0.5 * std::f64::consts::TAU.ln();
    let plain = |q: &[f64]| {
        let (mu, tau) = (&q[..3], q[3].exp());
        let x = |i: usize, j: usize| mu[j] + tau * q[4 + 3 * i + j];
        let scaled = |i: usize, j: usize| (x(i, j) * tau + 1.0).exp();
        let mut sum = q[3] - tau + 15.0 * q[3];
        for (j, &mean) in mu.iter().enumerate() {
            sum += density(mean, 0.0, 1.0) + density(j as f64 + 1.0, scaled(2, j) - x(4, j) / 2.0, 1.0);
            for i in 0..5 {
                sum += density(x(i, j), 0.5, tau) - 0.1 * scaled(i, j);
            }
        }
        sum
    };
    on_every_set(model, |set, posterior| {
        let (got, gradient) = evaluate(posterior, &q);
        assert_near(got, plain(&q), 1e-12 * got.abs(), || format!("{set}: value"));
        let slopes = gradient_by_differences(&mut |q| plain(q), &q);
        assert_gradient(&gradient, &slopes, 1e-9 * largest(&slopes).max(plain(&q).abs()), || set.to_owned());
        let variables = posterior.variables();
        let names: Vec<String> = variables.iter().flat_map(|variable| variable.element_names()).collect();
        assert_eq!(names[4], "x[0,0]");
        assert_eq!(names[18], "x[4,2]");
        assert_eq!(names[19 + 6], "scaled[1,1]");
        assert_eq!(variables[2].columns, Some(3));
    });
}

/// A distribution of a vector as a whole is a distribution of each row: its normaliser counts once a row,
/// whether its argument is a parameter or a number.
#[test]
fn dirichlet_distributions_of_rows() {
    let single = {
        params! {
            alpha: positive(), a: simplex(3), b: simplex(3), c: simplex(3), d: simplex(4), e: simplex(4),
        }
        model! {
            alpha |= gamma(2.0, 1.0),
            a |= dirichlet(alpha),
            b |= dirichlet(alpha),
            c |= dirichlet(alpha),
            d |= dirichlet(0.7),
            e |= dirichlet(0.7),
        }
    };
    let single = with_room(|| single.compile()).expect("the model compiles");
    params! { alpha: positive(), x: simplex(3).rows(3), y: simplex(4).rows(2) }
    let stacked = model! { alpha |= gamma(2.0, 1.0), x |= dirichlet(alpha), y |= dirichlet(0.7) };
    let q = Random(54).numbers(single.dimension(), -1.0, 1.0);
    on_every_set(stacked, |set, posterior| {
        let ((got, gradient), (want, wanted)) = (evaluate(posterior, &q), evaluate(&single, &q));
        assert_near(got, want, 1e-13 * want.abs().max(10.0), || format!("{set}: value"));
        assert_gradient(&gradient, &wanted, 1e-13 * largest(&wanted).max(1.0), || set.to_owned());
    });
}

#[test]
fn complaints_of_the_inverse() {
    fn complaint(model: impl Model, values: &[f64]) -> String {
        let posterior = with_room(|| model.compile()).expect("the model compiles");
        posterior.unconstrain_named(&[("x", values)]).unwrap_err().to_string()
    }
    macro_rules! refuses {
        ($($space:expr, $values:expr => $words:literal;)*) => {$({
            params! { x: $space }
            assert_eq!(complaint(model! { x |= flat() }, &$values), $words);
        })*};
    }
    refuses! {
        simplex(3), [0.5, 0.5, 0.0] => "the parameter `x`: element 2 is 0, but must be finite and above 0";
        simplex(3), [0.5, 0.3, 0.1999] => "the sum of the parameter `x` is 0.9999, but must be 1, up to 1e-8";
        simplex(2).rows(2), [0.5, 0.5, 0.25, 0.25] =>
            "the sum of row 1 of the parameter `x` is 0.5, but must be 1, up to 1e-8";
        simplex(2).rows(2), [0.5, 0.5, 1.25, -0.25] =>
            "the parameter `x[1,1]` is -0.25, but must be finite and above 0";
        sum_to_zero(2), [0.5, 0.5] =>
            "the sum of the parameter `x` is 1, but must be 0, up to 1e-8 of the largest element";
        sum_to_zero(2), [f64::NAN, 0.5] => "the parameter `x`: element 0 is NaN, but must be finite";
        ordered(2), [1.0, 1.0] =>
            "the parameter `x`: element 1 is 1, but must be finite and above the element before it";
        positive_ordered(2), [0.0, 1.0] => "the parameter `x`: element 0 is 0, but must be finite and above 0";
        unit_vector(2), [0.5, 0.5] =>
            "the norm of the parameter `x` is 0.7071067811865476, but must be 1, up to 1e-8";
        unit_vector(2), [f64::NAN, 0.5] => "the norm of the parameter `x` is NaN, but must be 1, up to 1e-8";
        vector(2).lower(&[0.0, 1.0]).rows(2), [1.0, 2.0, 3.0, 0.5] =>
            "the parameter `x[1,1]` is 0.5, but must be finite and above its lower bound";
    }
}

#[test]
fn complaints_of_compile() {
    fn complaint(model: impl Model) -> String {
        with_room(|| model.compile().err()).expect("an error").to_string()
    }
    params! { none: simplex(0) }
    assert_eq!(complaint(model! { none |= flat() }), "in `none |= flat()`: the parameter `none` is empty");
    params! { x: vector(3).rows(2) }
    assert_eq!(
        complaint(model! { x |= flat(), increment(x.row(2)) }),
        "in `increment(x.row(2))`: `x.row(2)`: the index is 2, but there are 2 elements, with indices 0 to 1"
    );
    assert_eq!(
        complaint(model! { x |= flat(), increment(x.cells(&[0, 1], &[2, 3])) }),
        "in `increment(x.cells(&[0, 1], &[2, 3]))`: the columns of `x.cells(…)`: the index at place 1 is 3, but there are 3 \
         elements, with indices 0 to 2"
    );
    assert_eq!(
        complaint(model! { x |= flat(), increment(x.cells(&[0, 1, 1], &[2, 2])) }),
        "in `increment(x.cells(&[0, 1, 1], &[2, 2]))`: the slice of rows in `x.cells(…)` has length 3, but the slice of columns has \
         length 2"
    );
}
