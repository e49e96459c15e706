//! Mixtures of laws of whole numbers and continuous laws: at a number with a positive probability densities
//! do not count. References are plain formulas.

use crate::common::{assert_gradient, assert_near, check_against, evaluate, logistic, numbers, on_every_set};
use crate::laws::compare;
use monomorph::prelude::*;

/// A law of a mixture at a number: its probability, if the law has one there, and its density.
type Part = (Option<f64>, f64);

/// log p(y) of a mixture: from the probabilities if there is one, and from the densities otherwise.
fn log_mixture(weights: &[f64], parts: &[Part]) -> f64 {
    let has_atom = parts.iter().any(|part| part.0.is_some());
    let of = |part: &Part| if has_atom { part.0.unwrap_or(0.0) } else { part.1 };
    weights.iter().zip(parts).map(|(weight, part)| weight * of(part)).sum::<f64>().ln()
}

/// A probability at these whole numbers, and no density anywhere.
fn whole(is_possible: bool, probability: f64) -> Part {
    (is_possible.then_some(probability), 0.0)
}

fn point(y: f64, at: f64) -> Part {
    whole(y == at, 1.0)
}

fn poisson_of(y: f64, rate: f64) -> Part {
    let factorial: f64 = (1..=y as u32).map(f64::from).product();
    whole(y >= 0.0 && y.fract() == 0.0, rate.powf(y) * (-rate).exp() / factorial)
}

fn exponential_of(y: f64, rate: f64) -> Part {
    (None, if y < 0.0 { 0.0 } else { rate * (-rate * y).exp() })
}

fn normal_of(y: f64, mean: f64, scale: f64) -> Part {
    let z = (y - mean) / scale;
    (None, (-0.5 * z * z).exp() / (scale * core::f64::consts::TAU.sqrt()))
}

fn lognormal_of(y: f64, mean: f64, scale: f64) -> Part {
    (None, if y > 0.0 { normal_of(y.ln(), mean, scale).1 / y } else { 0.0 })
}

/// The sum over observations.
fn sum(y: &[f64], of: impl Fn(usize, f64) -> f64) -> f64 {
    y.iter().enumerate().map(|(row, y)| of(row, *y)).sum()
}

/// Amounts of money that are mostly zero, with every kind of density at 0: none, an infinite one, and a
/// finite one.
#[test]
fn money_that_is_zero_for_most() {
    let y: Vec<f64> = (0..17).map(|row| if row % 3 == 1 { 0.3 + f64::from(row) } else { 0.0 }).collect();
    let above = |y: f64| y.max(1.0);
    macro_rules! hurdle {
        ($($law:expr, |$y:ident, $x:ident| $log_density:expr;)*) => {$({
            params! { p: interval(0.0, 1.0), x: positive() }
            let law = $law;
            let model = model! {
                p |= flat(),
                x |= flat(),
                data(&y) |= mixture((1.0 - p, p), (discrete_range(0, 0), law(x))),
            };
            check_against(model, &[0.4, 0.3], |q| {
                let (p, $x) = (logistic(q[0]), q[1].exp());
                let of = |_, $y: f64| if $y == 0.0 { (1.0 - p).ln() } else { p.ln() + $log_density };
                (p * (1.0 - p)).ln() + q[1] + sum(&y, of)
            });
        })*};
    }
    hurdle! {
        |x| lognormal(x, 1.5), |y, x| lognormal_of(y, x, 1.5).1.ln();
        |x| weibull(0.7, x), |y, x| (0.7 / x * (y / x).powf(-0.3)).ln() - (y / x).powf(0.7);
        |x| gamma(0.5, x), |y, x| 0.5 * x.ln() - 0.5 * y.ln() - x * y - core::f64::consts::PI.sqrt().ln();
        |x| exponential(x), |y, x| x.ln() - x * y;
        |x| normal(2.0, x), |y, x| normal_of(y, 2.0, x).1.ln();
        |x| normal(2.0, x).truncated_below(0.0), |y, x| {
            let (left, steps) = (normal_of(0.0, 2.0, x).1, 200_000);
            // P(Y ≥ 0) = ½ + the area from 0 to 2, by Simpson's rule.
            let at = |place: i32| normal_of(2.0 * f64::from(place) / f64::from(steps), 2.0, x).1;
            let inner: f64 = (1..steps).map(|place| if place % 2 == 1 { 4.0 } else { 2.0 } * at(place)).sum();
            let area = (left + inner + at(steps)) * 2.0 / (3.0 * f64::from(steps));
            normal_of(above(y).max(y), 2.0, x).1.ln() - (0.5 + area).ln()
        };
    }
}

/// Several atoms: a number has a probability if it is the place of an atom.
#[test]
fn several_atoms() {
    let y = [0.0, 1.5, 2.0, 5.0, -1.0, -0.25, 3.0, 0.0, 2.0];
    params! { w: vector(4), rate: real(), mu: real() }
    let model = model! {
        w |= flat(),
        rate |= flat(),
        mu |= flat(),
        data(&y) |= mixture(w, (discrete_range(0, 3), normal(mu, 2.0), poisson(rate), exponential(rate))),
    };
    compare("several atoms", model, &[0.1, 0.4, 0.2, 0.3, 1.7, 0.5], &|q| {
        sum(&y, |_, y| {
            let range = whole((0.0..=3.0).contains(&y) && y.fract() == 0.0, 0.25);
            let parts = [range, normal_of(y, q[5], 2.0), poisson_of(y, q[4]), exponential_of(y, q[4])];
            log_mixture(&q[..4], &parts)
        })
    });
}

/// A mixture in a mixture has its own atoms, beside those of the others.
#[test]
fn mixtures_of_mixtures() {
    let y = [0.0, 1.0, 0.5, 2.0, 1.0, 0.0, 3.5, 1.0];
    params! { a: real(), b: real(), rate: real() }
    let inner = || mixture((b, 1.0 - b), (discrete_range(1, 1), exponential(rate)));
    let outer = model! {
        a |= flat(), b |= flat(), rate |= flat(),
        data(&y) |= mixture((a, 1.0 - a), (discrete_range(0, 0), inner())),
    };
    compare("a point in a mixture", outer, &[0.3, 0.6, 1.2], &|q| {
        sum(&y, |_, y| {
            let inside = [point(y, 1.0), exponential_of(y, q[2])];
            let own = log_mixture(&[q[1], 1.0 - q[1]], &inside).exp();
            let part = if y == 1.0 { (Some(own), 0.0) } else { (None, own) };
            log_mixture(&[q[0], 1.0 - q[0]], &[point(y, 0.0), part])
        })
    });
    // At an atom outside, no component of the mixture inside has a density.
    let logarithms = model! {
        a |= flat(), b |= flat(), rate |= flat(),
        data(&y) |= mixture(
            (a, 1.0 - a),
            (discrete_range(0, 0), mixture((b, 1.0 - b), (lognormal(rate, 1.0), lognormal(0.0, 2.0)))),
        ),
    };
    compare("lognormal laws in a mixture", logarithms, &[0.3, 0.6, 1.2], &|q| {
        sum(&y, |_, y| {
            let inside = [lognormal_of(y, q[2], 1.0), lognormal_of(y, 0.0, 2.0)];
            let own = (None, log_mixture(&[q[1], 1.0 - q[1]], &inside).exp());
            log_mixture(&[q[0], 1.0 - q[0]], &[point(y, 0.0), own])
        })
    });
    // Both have atoms, at other numbers.
    let other = model! {
        a |= flat(), b |= flat(), rate |= flat(),
        data(&y) |= mixture(
            (a, 1.0 - a),
            (mixture((b, 1.0 - b), (discrete_range(0, 0), exponential(rate))), inner()),
        ),
    };
    compare("two mixtures with a point", other, &[0.3, 0.6, 1.2], &|q| {
        sum(&y, |_, y| {
            let part = |at: f64| {
                let inside = [point(y, at), exponential_of(y, q[2])];
                let own = log_mixture(&[q[1], 1.0 - q[1]], &inside).exp();
                if y == at { (Some(own), 0.0) } else { (None, own) }
            };
            log_mixture(&[q[0], 1.0 - q[0]], &[part(0.0), part(1.0)])
        })
    });
}

/// Beyond a limit a censored law has a probability, and a truncated law has none outside of its bounds.
#[test]
fn censored_and_truncated_laws() {
    let y = [0.0, 0.7, 1.0, 0.0, 2.5, 3.0];
    let flags = [0, 1, 0, 0, 1, 0];
    params! { p: real(), rate: real() }
    let below = |y: f64, rate: f64| -(-rate * y).exp_m1();
    let limits = model! {
        p |= flat(), rate |= flat(),
        data(&y) |= mixture((p, 1.0 - p), (exponential(rate).censored(1.0, 3.0), exponential(2.0 * rate))),
    };
    compare("limits", limits, &[0.3, 0.8], &|q| {
        sum(&y, |_, y| {
            let censored = match y {
                y if y <= 1.0 => (Some(below(1.0, q[1])), 0.0),
                y if y >= 3.0 => (Some(1.0 - below(3.0, q[1])), 0.0),
                y => exponential_of(y, q[1]),
            };
            log_mixture(&[q[0], 1.0 - q[0]], &[censored, exponential_of(y, 2.0 * q[1])])
        })
    });
    let flagged = model! {
        p |= flat(), rate |= flat(),
        data(&y) |= mixture((p, 1.0 - p), (discrete_range(0, 0), exponential(rate).right_censored(&flags))),
    };
    compare("flags", flagged, &[0.3, 0.8], &|q| {
        sum(&y, |row, y| {
            let seen = exponential_of(y, q[1]);
            let part = if flags[row] == 1 { (Some(1.0 - below(y, q[1])), 0.0) } else { seen };
            log_mixture(&[q[0], 1.0 - q[0]], &[point(y, 0.0), part])
        })
    });
    let truncated = model! {
        p |= flat(), rate |= flat(),
        data(&y) |= mixture(
            (p, 1.0 - p),
            (poisson(rate).truncated(1, 2), exponential(rate).truncated(0.0, 4.0)),
        ),
    };
    compare("bounds", truncated, &[0.3, 0.8], &|q| {
        sum(&y, |_, y| {
            let (one, two) = (poisson_of(1.0, q[1]).0.unwrap_or(0.0), poisson_of(2.0, q[1]).0.unwrap_or(0.0));
            let count = match y {
                1.0 => whole(true, one / (one + two)),
                _ => whole(false, 0.0),
            };
            let time = (None, exponential_of(y, q[1]).1 / below(4.0, q[1]));
            log_mixture(&[q[0], 1.0 - q[0]], &[count, time])
        })
    });
}

/// A probability for each row, that of a regression, and a location for each row.
#[test]
fn weights_for_each_row() {
    for n in [1, 2, 3, 7, 8, 9, 17, 40] {
        let x = numbers(n);
        let y: Vec<f64> = (0..n).map(|row| if row % 2 == 0 { 0.0 } else { 0.5 + row as f64 }).collect();
        params! { a: real(), b: real(), c: vector(n) }
        let none = (a + b * data(&x)).inv_logit();
        let model = model! {
            a |= flat(), b |= flat(), c |= flat(),
            data(&y) |= mixture((none, 1.0 - none), (discrete_range(0, 0), normal(c, 1.5))),
        };
        let mut q = vec![0.3, -0.8];
        q.extend(numbers(n));
        compare("a probability for each row", model, &q, &|q| {
            sum(&y, |row, y| {
                let none = logistic(q[0] + q[1] * x[row]);
                log_mixture(&[none, 1.0 - none], &[point(y, 0.0), normal_of(y, q[2 + row], 1.5)])
            })
        });
    }
}

/// A weight that is data and 0 removes the atom. A weight that is a parameter does not, so that the
/// likelihoods of its values can be compared.
#[test]
fn weights_that_are_zero() {
    let (y, none) = ([0.0, 1.0, 0.0], [0.5, 0.0, 0.0]);
    let other = none.map(|none| 1.0 - none);
    params! { p: real(), rate: real() }
    let known = model! {
        p |= flat(), rate |= flat(),
        data(&y) |= mixture((data(&none), data(&other)), (discrete_range(0, 0), exponential(rate))),
    };
    compare("data", known, &[0.5, 2.0], &|q| 0.5f64.ln() + 2.0 * q[1].ln() - q[1]);
    let unknown = model! {
        p |= flat(), rate |= flat(),
        data(&y) |= mixture((p, 1.0 - p), (discrete_range(0, 0), exponential(rate))),
    };
    on_every_set(unknown, |set, posterior| {
        assert_eq!(evaluate(posterior, &[0.0, 2.0]).0, f64::NEG_INFINITY, "{set}: no atom for two zeros");
        let (value, gradient) = evaluate(posterior, &[1e-300, 2.0]);
        assert_near(value, 2.0 * 1e-300f64.ln() + 2.0f64.ln() - 2.0, 1e-12, || format!("{set}: value"));
        assert_gradient(&[gradient[0] / 2e300, gradient[1]], &[1.0, -0.5], 1e-12, || {
            format!("{set}: gradient")
        });
        // An argument that is none is seen also where its law does not count.
        assert_eq!(evaluate(posterior, &[0.5, -2.0]).0, f64::NEG_INFINITY, "{set}: a negative rate");
    });
    // As the probability 0 of a count: it has an atom at every number of successes, whatever p is.
    let binomials = model! {
        p |= flat(), rate |= flat(),
        data(&[0.0, 0.5]) |= mixture((0.5, 0.5), (binomial(3, p), exponential(rate))),
    };
    on_every_set(binomials, |set, posterior| {
        assert_eq!(evaluate(posterior, &[1.0, 2.0]).0, f64::NEG_INFINITY, "{set}: three of three");
        let want = (0.5 * 0.4f64.powi(3)).ln() + 0.5f64.ln() + 2.0f64.ln() - 1.0;
        assert_near(evaluate(posterior, &[0.6, 2.0]).0, want, 1e-12, || format!("{set}: of three"));
    });
}

/// Components by number, each with the same atom.
#[test]
fn components_with_an_atom() {
    for n in [1, 3, 8, 17, 70] {
        let y: Vec<f64> = (0..n).map(|row| [0.0, 0.4, 1.0, 2.5][row % 4]).collect();
        params! { w: vector(3), p: vector(3), mu: vector(3) }
        let model = model! {
            w |= flat(), p |= flat(), mu |= flat(),
            data(&y) |= mixture(w, components(3, |k| {
                mixture((p.at(k), 1.0 - p.at(k)), (discrete_range(0, 0), normal(mu.at(k), 1.0)))
            })),
        };
        let q = [0.2, 0.5, 0.3, 0.6, 0.1, 0.3, 0.5, -0.4, 1.0];
        compare("components", model, &q, &|q| {
            let part = |y: f64, k: usize| {
                log_mixture(&[q[3 + k], 1.0 - q[3 + k]], &[point(y, 0.0), normal_of(y, q[6 + k], 1.0)]).exp()
            };
            sum(&y, |_, y| (0..3).map(|k| q[k] * part(y, k)).sum::<f64>().ln())
        });
    }
}

/// Components by number, each with its own limit. A value that is censored for one component may have a
/// density for others, which does not count.
#[test]
fn components_with_limits_of_their_own() {
    let (limits, known) = ([0.5, 1.5, -9.0], [0.5, 0.0, 0.5]);
    for n in [1, 3, 8, 17, 70] {
        let y: Vec<f64> = (0..n).map(|row| [0.0, 0.7, 2.0, 1.0][row % 4]).collect();
        params! { w: vector(3) }
        params! { rate: vector(3) }
        let law = || components(3, |k| exponential(rate.at(k)).censored_below(data(&limits).at(k)));
        let model = model! {
            w |= flat(), rate |= flat(),
            data(&y) |= mixture(w, law()),
        };
        let of = |weights: &[f64], rates: &[f64]| {
            sum(&y, |_, y| {
                let part = |k: usize| {
                    let (rate, limit, counts) = (rates[k], limits[k], weights[k] > 0.0);
                    let below = (Some(-(-rate * limit).exp_m1()), 0.0);
                    if y <= limit && counts { below } else { exponential_of(y, rate) }
                };
                log_mixture(weights, &[part(0), part(1), part(2)])
            })
        };
        let q = [0.2, 0.5, 0.3, 1.6, 0.7, 0.3];
        compare("limits", model, &q, &|q| of(&q[..3], &q[3..]));
        // A component without weight has no limit.
        let model = model! { rate |= flat(), data(&y) |= mixture(data(&known), law()) };
        compare("known weights", model, &q[3..], &|q| of(&known, q));
    }
}

/// Numbers of half the size, one number, and statements of a loop.
#[test]
fn other_forms_of_data() {
    let (y, short) = ([0.0, 2.0, 0.0, 3.0], [0.0f32, 2.0, 0.0, 3.0]);
    params! { p: real(), rate: real() }
    let law = || mixture((1.0 - p, p), (discrete_range(0, 0), exponential(rate)));
    let of = |q: &[f64]| {
        sum(&y, |_, y| log_mixture(&[1.0 - q[0], q[0]], &[point(y, 0.0), exponential_of(y, q[1])]))
    };
    let q = [0.4, 0.7];
    compare("f32", model! { p |= flat(), rate |= flat(), data(&short) |= law() }, &q, &of);
    compare(
        "one number each",
        model! {
            p |= flat(), rate |= flat(),
            data(0.0) |= law(), data(2.0) |= law(), data(0.0) |= law(), data(3.0) |= law(),
        },
        &q,
        &of,
    );
    let by_index = model! {
        p |= flat(), rate |= flat(),
        for_each(4, |i| data(y[i]) |= law()),
    };
    compare("a loop", by_index, &q, &of);
    compare(
        "an increment",
        model! { p |= flat(), rate |= flat(), increment(law().log_density(data(&y))) },
        &q,
        &of,
    );
    let twice = model! { p |= flat(), rate |= flat(), data(&y) |= weighted(2.0, law()) };
    compare("counted twice", twice, &q, &|q| 2.0 * of(q));
}

/// A marginalised category that chooses between zero and positive amounts: its weights of 0 and 1 keep the
/// atom.
#[test]
fn categories_that_are_marginalised() {
    let y = [0.0, 2.0, 0.0, 3.0, 0.4];
    params! { p: real(), rate: real(), any: vector(y.len()).binary() }
    let model = model! {
        p |= flat(), rate |= flat(),
        any |= bernoulli(p),
        data(&y) |= mixture((1.0 - any, any), (discrete_range(0, 0), exponential(rate))),
    };
    compare("a category", model.marginalise(any), &[0.4, 0.7], &|q| {
        sum(&y, |_, y| log_mixture(&[1.0 - q[0], q[0]], &[point(y, 0.0), exponential_of(y, q[1])]))
    });
}

/// At 0 a lognormal law has the density 0 also beside laws that have one there.
#[test]
fn lognormal_beside_a_density_at_zero() {
    let y = [0.0, 0.5];
    params! { p: real(), mu: real() }
    let model = model! {
        p |= flat(), mu |= flat(),
        data(&y) |= mixture((p, 1.0 - p), (lognormal(mu, 1.5), exponential(2.0))),
    };
    compare("lognormal", model, &[0.4, 0.7], &|q| {
        sum(&y, |_, y| {
            log_mixture(&[q[0], 1.0 - q[0]], &[lognormal_of(y, q[1], 1.5), exponential_of(y, 2.0)])
        })
    });
}

/// Hidden states, each with its own probability of nothing.
#[test]
fn hidden_states_with_atoms() {
    let y = [0.0, 0.3, 0.0, 1.2, 0.0];
    params! { dry: vector(2), rate: vector(2) }
    let step = stack_rows((data(&[0.8, 0.2]), data(&[0.3, 0.7])));
    let model = model! {
        dry |= flat(), rate |= flat(),
        data(&y) |= hidden_markov(&[0.5, 0.5], step, components(2, |k| {
            mixture((dry.at(k), 1.0 - dry.at(k)), (discrete_range(0, 0), exponential(rate.at(k))))
        })),
    };
    compare("rain", model, &[0.9, 0.2, 3.0, 0.8], &|q| {
        let at = |k: usize, y: f64| {
            log_mixture(&[q[k], 1.0 - q[k]], &[point(y, 0.0), exponential_of(y, q[2 + k])]).exp()
        };
        let step = [[0.8, 0.2], [0.3, 0.7]];
        let mut forward = [0.5 * at(0, y[0]), 0.5 * at(1, y[0])];
        for &y in &y[1..] {
            let to = |k: usize| (forward[0] * step[0][k] + forward[1] * step[1][k]) * at(k, y);
            forward = [to(0), to(1)];
        }
        (forward[0] + forward[1]).ln()
    });
}
