//! The larger and the smaller of numbers, and comparisons: values and slopes, at lengths that fill no
//! register, at ties and at NaN, on every instruction set.

use crate::common::{assert_gradient, assert_near, evaluate, numbers, on_every_set};
use monomorph::prelude::*;

fn is(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}

#[test]
fn of_two_numbers() {
    for length in [1, 2, 5, 8, 13] {
        let weights = numbers(length);
        params! { x: vector(length), level: real() }
        let model = model! {
            x     |= flat(),
            level |= flat(),
            increment(x.max(level).dot(data(&weights))),
            increment(2.0 * x.min(0.3).dot(data(&weights))),
            // The slopes are those of the factor alone.
            increment((x.greater(level) * x + level.less(0.5 * x) * level).dot(data(&weights))),
        };
        let level = 0.1;
        let q: Vec<f64> = (0..length).map(|i| (1.7 * i as f64).sin()).chain([level]).collect();
        on_every_set(model, |set, posterior| {
            let what = || format!("{length} numbers, {set}");
            let (value, gradient) = evaluate(posterior, &q);
            let (mut want, mut slopes) = (0.0, vec![0.0; length + 1]);
            for (i, (&x, &w)) in q[..length].iter().zip(&weights).enumerate() {
                let (above, below) = (is(x > level), is(level < 0.5 * x));
                want += w * (x.max(level) + 2.0 * x.min(0.3) + above * x + below * level);
                slopes[i] += w * (above + 2.0 * is(x < 0.3) + above);
                slopes[length] += w * (1.0 - above + below);
            }
            assert_near(value, want, 1e-14 * (1.0 + want.abs()), what);
            assert_gradient(&gradient, &slopes, 1e-13, what);
        });
    }
}

#[test]
fn of_all_elements() {
    for length in [0, 1, 2, 5, 8, 13, 21] {
        params! { x: vector(length) }
        let model = model! {
            x |= flat(),
            largest = x.largest(),
            is_largest = 1.0 - x.less(largest),
            increment(3.0 * largest.min(1e9) - 2.0 * x.smallest().max(-1e9)),
        };
        let q: Vec<f64> = (0..length).map(|i| (1.7 * i as f64 + 0.2).sin()).collect();
        let largest = q.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let smallest = q.iter().copied().fold(f64::INFINITY, f64::min);
        on_every_set(model, |set, posterior| {
            let what = || format!("{length} numbers, {set}");
            let (value, gradient) = evaluate(posterior, &q);
            let value_of_none = 3.0 * f64::NEG_INFINITY;
            let want = if length == 0 { value_of_none } else { 3.0 * largest - 2.0 * smallest };
            assert!(if length == 0 { value == want } else { (value - want).abs() < 1e-14 }, "{}", what());
            let slopes = q.iter().map(|&x| 3.0 * is(x == largest) - 2.0 * is(x == smallest));
            assert_gradient(&gradient, &slopes.collect::<Vec<f64>>(), 1e-14, what);
            let trace = posterior.constrain(&q).expect("a trace");
            let want: Vec<f64> = q.iter().map(|&x| is(x == largest)).collect();
            assert_eq!(trace.get("is_largest").expect("a definition"), want, "{}", what());
        });
    }
}

/// The slope of an extreme is shared by all elements that equal it, and NaN is not lost.
#[test]
fn ties_and_nan() {
    params! { x: vector(9) }
    let model = model! { x |= flat(), increment(6.0 * x.largest() + x.smallest()) };
    let extremes =
        model! { x |= flat(), all = x.largest(), low = x.smallest(), two = x.max(0.0), is = x.greater(0.0) };
    on_every_set(model, |set, posterior| {
        let q = [0.0, 2.0, -1.0, 2.0, 0.5, 1.0, -1.0, 2.0, 0.3];
        let (value, gradient) = evaluate(posterior, &q);
        assert_near(value, 11.0, 1e-15, || set.to_string());
        let want = [0.0, 2.0, 0.5, 2.0, 0.0, 0.0, 0.5, 2.0, 0.0];
        assert_gradient(&gradient, &want, 1e-14, || set.to_string());
    });
    for place in 0..9 {
        on_every_set(extremes, |set, posterior| {
            let mut q = [0.2; 9];
            q[place] = f64::NAN;
            let trace = posterior.constrain(&q).expect("a trace");
            for name in ["all", "low"] {
                assert!(trace.get(name).expect("a definition")[0].is_nan(), "{name} at {place}, {set}");
            }
            for name in ["two", "is"] {
                let values = trace.get(name).expect("a definition");
                assert!(values[place].is_nan() && values.iter().filter(|value| value.is_nan()).count() == 1);
            }
        });
    }
}

/// P(b > a), the loss of a choice, and the probability that a group is the best.
#[test]
fn questions_about_draws() {
    params! { p: vector(3).interval(0.0, 1.0) }
    let model = model! {
        p |= beta(1.0, 1.0),
        data(&[20, 30, 29]) |= binomial(&[100, 100, 100], p),
        is_better = p.at(1).greater(p.at(0)),
        loss = (p.at(1) - p.at(2)).max(0.0),
        is_best = 1.0 - p.less(p.largest()),
        rank = 3.0 - p.at(1).greater(p).sum(),
    };
    let fit = model.compile().expect("a posterior").nuts().chains(2).seed(1).run().expect("a fit");
    let draws = fit.draws();
    let values = |name: &str| draws.column(name).expect("an element").as_slice().to_vec();
    let [a, b, c] = ["p[0]", "p[1]", "p[2]"].map(values);
    let better = values("is_better");
    let (loss, rank) = (values("loss"), values("rank"));
    let best: Vec<Vec<f64>> = (0..3).map(|k| values(&format!("is_best[{k}]"))).collect();
    for i in 0..a.len() {
        assert_eq!(better[i], is(b[i] > a[i]));
        assert_eq!(loss[i], (b[i] - c[i]).max(0.0));
        let largest = a[i].max(b[i]).max(c[i]);
        assert_eq!([best[0][i], best[1][i], best[2][i]], [a[i], b[i], c[i]].map(|x| is(x == largest)));
        assert_eq!(rank[i], 3.0 - is(b[i] > a[i]) - is(b[i] > c[i]));
    }
    let sum: f64 =
        fit.summary().rows().iter().filter(|row| row.name.starts_with("is_best")).map(|row| row.mean).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
}
