//! Classes whose probabilities depend on predictors, a row of them for each element: marginalised, as
//! mixtures with a matrix of weights, and given back. Everything is compared with the sum written out, and
//! with Bayes' rule.

use crate::common::{assert_near, check_against, evaluate, numbers, on_every_set};
use faer::{Mat, MatRef};
use monomorph::prelude::*;

/// The sizes that are tried: rows, and classes.
const SIZES: [(usize, usize); 7] = [(1, 2), (7, 3), (8, 2), (9, 17), (17, 3), (5, 1), (0, 2)];

/// Counts without a pattern.
fn counts(n: usize) -> Vec<u32> {
    (0..n).map(|i| [0, 3, 1, 7, 0, 2, 11][i * i % 7]).collect()
}

/// Predictors in two columns.
fn design(n: usize) -> Vec<f64> {
    numbers(2 * n)
}

/// The logarithm of a sum of exponentials.
fn log_sum_exp(terms: &[f64]) -> f64 {
    let largest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    largest + terms.iter().map(|term| (term - largest).exp()).sum::<f64>().ln()
}

/// The log probabilities of the classes of a row of predictors, whose slopes stand row after row in `gamma`.
fn log_softmax(row: &[f64], gamma: &[f64], count: usize) -> Vec<f64> {
    let logit = |k: usize| row.iter().enumerate().map(|(j, x)| x * gamma[j * count + k]).sum::<f64>();
    let logits: Vec<f64> = (0..count).map(logit).collect();
    logits.iter().map(|logit| logit - log_sum_exp(&logits)).collect()
}

fn log_factorial(n: u32) -> f64 {
    (1..=n).map(|k| f64::from(k).ln()).sum()
}

/// log p(y) of a Poisson distribution, given the logarithm of the rate.
fn log_poisson(y: u32, log_rate: f64) -> f64 {
    f64::from(y) * log_rate - log_rate.exp() - log_factorial(y)
}

fn log_normal(y: f64, mean: f64, scale: f64) -> f64 {
    let z = (y - mean) / scale;
    -0.5 * z * z - scale.ln() - 0.5 * std::f64::consts::TAU.ln()
}

/// log Σₖ softmax(xᵢ γ)ₖ f(yᵢ | θₖ) over all rows; coordinates are γ row after row and then log θ.
fn expected(q: &[f64], x: &[f64], y: &[u32], count: usize) -> f64 {
    let (gamma, log_rate) = q.split_at(2 * count);
    let of_row = |(x, &y): (&[f64], &u32)| {
        let classes = log_softmax(x, gamma, count);
        log_sum_exp(&(0..count).map(|k| classes[k] + log_poisson(y, log_rate[k])).collect::<Vec<_>>())
    };
    x.chunks(2).zip(y).map(of_row).sum()
}

#[test]
fn rows_of_logits_and_of_probabilities() {
    for (n, count) in SIZES {
        let (x, y) = (design(n), counts(n));
        let design = MatRef::from_row_major_slice(&x, n, 2);
        let q = numbers(3 * count);
        params! { gamma: vector(count).rows(2), log_rate: vector(count), class: vector(n).category(count) }
        let by_logits = model! {
            gamma |= flat(), log_rate |= flat(),
            class |= categorical_logit(data(design).dot(gamma)),
            data(&y) |= poisson_log(log_rate.at(class)),
        };
        check_against(by_logits.marginalise(class), &q, |q| expected(q, &x, &y, count));
        let by_probabilities = model! {
            gamma |= flat(), log_rate |= flat(),
            class |= categorical(data(design).dot(gamma).softmax_rows()),
            data(&y) |= poisson_log(log_rate.at(class)),
        };
        check_against(by_probabilities.marginalise(class), &q, |q| expected(q, &x, &y, count));
    }
}

#[test]
fn mixtures_with_a_matrix_of_weights() {
    for (n, count) in SIZES {
        let (x, y) = (design(n), counts(n));
        let design = MatRef::from_row_major_slice(&x, n, 2);
        let q = numbers(3 * count);
        params! { gamma: vector(count).rows(2), log_rate: vector(count) }
        let each = model! {
            gamma |= flat(), log_rate |= flat(),
            data(&y) |= mixture(data(design).dot(gamma).softmax_rows(),
                components(count, |k| poisson_log(log_rate.at(k)))),
        };
        check_against(each, &q, |q| expected(q, &x, &y, count));
        let defined = model! {
            gamma |= flat(), log_rate |= flat(),
            weights = data(design).dot(gamma).softmax_rows(),
            data(&y) |= mixture(weights, components(count, |k| poisson_log(log_rate.at(k)))),
        };
        check_against(defined, &q, |q| expected(q, &x, &y, count));
    }
    for n in [1, 7, 8, 9, 17] {
        let (x, y) = (design(n), counts(n));
        let design = MatRef::from_row_major_slice(&x, n, 2);
        let q = numbers(9);
        params! { gamma: vector(3).rows(2), log_rate: vector(3) }
        let array = model! {
            gamma |= flat(), log_rate |= flat(),
            data(&y) |= mixture(data(design).dot(gamma).softmax_rows(),
                [0, 1, 2].map(|k| poisson_log(log_rate.at(k)))),
        };
        check_against(array, &q, |q| expected(q, &x, &y, 3));
        let tuple = model! {
            gamma |= flat(), log_rate |= flat(),
            weights = data(design).dot(gamma).softmax_rows(),
            data(&y) |= mixture(weights,
                (poisson_log(log_rate.at(0)), poisson_log(log_rate.at(1)), poisson_log(log_rate.at(2)))),
        };
        check_against(tuple, &q, |q| expected(q, &x, &y, 3));
    }
}

/// More rows than a block has, with weights that are parameters, numbers of the program, and a number on the
/// left.
#[test]
fn weights_of_many_rows() {
    let n = 70;
    let y = counts(n);
    let shares: Vec<f64> =
        (0..n).flat_map(|i| [0.2 + 0.01 * (i % 50) as f64, 0.3, 0.5 - 0.01 * (i % 50) as f64]).collect();
    let shares_matrix = MatRef::from_row_major_slice(&shares, n, 3);
    let q = numbers(3);
    let by_data = |q: &[f64]| -> f64 {
        let terms =
            |i: usize| (0..3).map(|k| shares[3 * i + k].ln() + log_poisson(y[i], q[k])).collect::<Vec<_>>();
        (0..n).map(|i| log_sum_exp(&terms(i))).sum()
    };
    params! { log_rate: vector(3) }
    let model = model! {
        log_rate |= flat(),
        data(&y) |= mixture(data(shares_matrix), components(3, |k| poisson_log(log_rate.at(k)))),
    };
    check_against(model, &q, by_data);
    let model = model! {
        log_rate |= flat(),
        data(&y) |= mixture(data(shares_matrix), [0, 1, 2].map(|k| poisson_log(log_rate.at(k)))),
    };
    check_against(model, &q, by_data);
    let model = model! {
        log_rate |= flat(),
        data(3) |= mixture(data(shares_matrix), components(3, |k| poisson_log(log_rate.at(k)))),
    };
    check_against(model, &q, |q| {
        let terms =
            |i: usize| (0..3).map(|k| shares[3 * i + k].ln() + log_poisson(3, q[k])).collect::<Vec<_>>();
        (0..n).map(|i| log_sum_exp(&terms(i))).sum()
    });
    let with_classes = {
        params! { log_rate: vector(3), class: vector(n).category(3) }
        let model = model! {
            log_rate |= flat(),
            class |= categorical(data(shares_matrix)),
            data(&y) |= poisson_log(log_rate.at(class)),
        };
        model.marginalise(class)
    };
    check_against(with_classes, &q, by_data);
}

/// Weights that are parameters, a simplex for each row.
#[test]
fn weights_that_are_parameters() {
    let n = 70;
    let y = counts(n);
    params! { log_rate: vector(3), w: simplex(3).rows(n) }
    let by_rows = model! {
        log_rate |= flat(), w |= dirichlet(1.0),
        data(&y) |= mixture(w, components(3, |k| poisson_log(log_rate.at(k)))),
    };
    let by_array = model! {
        log_rate |= flat(), w |= dirichlet(1.0),
        data(&y) |= mixture(w, [0, 1, 2].map(|k| poisson_log(log_rate.at(k)))),
    };
    let q = numbers(3 + 2 * n);
    let other = by_array.compile().unwrap();
    let (want, slopes) = evaluate(&other, &q);
    on_every_set(by_rows, |set, posterior| {
        let (value, gradient) = evaluate(posterior, &q);
        assert_near(value, want, 1e-11, || set.to_owned());
        gradient
            .iter()
            .zip(&slopes)
            .for_each(|(slope, want)| assert_near(*slope, *want, 1e-10, || set.to_owned()));
        let w = posterior.constrain(&q).unwrap().get("w").unwrap().to_vec();
        let terms =
            |i: usize| (0..3).map(|k| w[3 * i + k].ln() + log_poisson(y[i], q[k])).collect::<Vec<_>>();
        let sum: f64 = (0..n).map(|i| log_sum_exp(&terms(i))).sum();
        let likelihood = posterior.log_likelihood(&posterior.constrain(&q).unwrap()).unwrap();
        assert_near(likelihood, sum, 1e-10, || set.to_owned());
    });
}

/// A class is read by several statements, by place and scale together, by groups of rows, and by a
/// definition.
#[test]
fn classes_that_several_statements_read() {
    let (n, count) = (7, 3);
    let (x, y, z) = (design(n), counts(n), numbers(n));
    let design = MatRef::from_row_major_slice(&x, n, 2);
    let group = [3, 0, 0, 6, 3, 3, 1, 5, 0];
    let seen = numbers(9);
    params! {
        gamma: vector(count).rows(2), log_rate: vector(count), mu: vector(count), log_sigma: vector(count),
        class: vector(n).category(count),
    }
    let model = model! {
        gamma |= flat(), log_rate |= flat(), mu |= flat(), log_sigma |= flat(),
        class |= categorical_logit(data(design).dot(gamma)),
        centre = mu.at(class),
        data(&y) |= poisson_log(log_rate.at(class)),
        data(&z) |= normal(centre, log_sigma.at(class).exp()),
        data(&seen) |= normal(mu.at(class.at(&group)), log_sigma.at(class.at(&group)).exp()),
    };
    check_against(model.marginalise(class), &numbers(15), |q| {
        let (gamma, rest) = q.split_at(6);
        let of_element = |i: usize| {
            let classes = log_softmax(&x[2 * i..2 * i + 2], gamma, count);
            let of_class = |k: usize| {
                let (mean, scale) = (rest[3 + k], rest[6 + k].exp());
                let rows = (0..9).filter(|&row| group[row] == i);
                classes[k]
                    + log_poisson(y[i], rest[k])
                    + log_normal(z[i], mean, scale)
                    + rows.map(|row| log_normal(seen[row], mean, scale)).sum::<f64>()
            };
            log_sum_exp(&(0..count).map(of_class).collect::<Vec<_>>())
        };
        (0..n).map(of_element).sum()
    });
}

/// The law of the elements that data name, as a term.
#[test]
fn classes_of_groups_in_a_law_of_rows() {
    let (n, count) = (7, 3);
    let (x, z) = (design(n), numbers(n));
    let group = [3, 0, 0, 6, 3, 3, 1, 5, 0];
    let rows = Mat::from_fn(9, 2, |row, j| x[2 * group[row] + j] + 0.1 * row as f64);
    params! { gamma: vector(count).rows(2), mu: vector(count), class: vector(n).category(count) }
    let model = model! {
        gamma |= flat(), mu |= flat(),
        class |= categorical(&[0.2, 0.3, 0.5]),
        increment(categorical_logit(data(&rows).dot(gamma)).log_density(class.at(&group))),
        data(&z) |= normal(mu.at(class), 1.0),
    };
    check_against(model.marginalise(class), &numbers(9), |q| {
        let of_element = |i: usize| {
            let of_class = |k: usize| {
                let own = (0..9).filter(|&row| group[row] == i);
                let row = |row: usize| log_softmax(&[rows[(row, 0)], rows[(row, 1)]], &q[..6], count)[k];
                [0.2f64, 0.3, 0.5][k].ln() + log_normal(z[i], q[6 + k], 1.0) + own.map(row).sum::<f64>()
            };
            log_sum_exp(&(0..count).map(of_class).collect::<Vec<_>>())
        };
        (0..n).map(of_element).sum()
    });
}

/// Other laws of categories with parameters for each element.
#[test]
fn other_laws_of_classes() {
    let n = 9;
    let (x, y) = (numbers(n), counts(n));
    params! { slope: real(), log_rate: vector(2), class: vector(n).binary() }
    let model = model! {
        slope |= flat(), log_rate |= flat(),
        class |= bernoulli_logit(slope * data(&x)),
        data(&y) |= poisson_log(log_rate.at(class)),
    };
    check_against(model.marginalise(class), &[0.4, 0.1, 1.2], |q| {
        let of_row = |i: usize| {
            let eta = q[0] * x[i];
            let one = -(1.0 + (-eta).exp()).ln();
            let zero = -(1.0 + eta.exp()).ln();
            log_sum_exp(&[zero + log_poisson(y[i], q[1]), one + log_poisson(y[i], q[2])])
        };
        (0..n).map(of_row).sum()
    });
}

/// Ordered classes: the probabilities of `ordered_logistic`, which itself takes data alone.
#[test]
fn ordered_classes() {
    let n = 9;
    let (x, y) = (numbers(n), counts(n));
    params! { slope: real(), cut: vector(2), log_rate: vector(3), class: vector(n).category(3) }
    let model = model! {
        slope |= flat(), cut |= flat(), log_rate |= flat(),
        below = (cut.at(0) - slope * data(&x)).inv_logit(),
        up_to = (cut.at(1) - slope * data(&x)).inv_logit(),
        class |= categorical(stack_columns((below, up_to - below, 1.0 - up_to))),
        data(&y) |= poisson_log(log_rate.at(class)),
    };
    check_against(model.marginalise(class), &[0.4, -0.3, 0.9, 0.1, 1.2, -0.4], |q| {
        let below = |k: usize, eta: f64| match k {
            0 => 0.0,
            3 => 1.0,
            k => 1.0 / (1.0 + (eta - q[k]).exp()),
        };
        let of_row = |i: usize| {
            let eta = q[0] * x[i];
            let class = |k: usize| (below(k + 1, eta) - below(k, eta)).ln() + log_poisson(y[i], q[3 + k]);
            log_sum_exp(&[class(0), class(1), class(2)])
        };
        (0..n).map(of_row).sum()
    });
    params! { level: real(), grade: vector(n).category(3) }
    let model = model! { level |= flat(), grade |= ordered_logistic(level, &[-1.0, 1.0]) };
    let error = model.marginalise(grade).compile().err().unwrap().to_string();
    assert!(error.contains("its categories are data") && error.contains("categorical(matrix)"), "{error}");
}

/// The probabilities given a draw are Bayes' rule, recovered classes follow them, and Gibbs sampling of the
/// same model finds them; rows without an outcome say what the predictors say.
#[test]
fn probabilities_and_draws_of_classes() {
    let (n, count) = (5, 3);
    let (x, y) = (numbers(n), [0.3, f64::NAN, -1.0, 2.2, 0.1]);
    let design = MatRef::from_row_major_slice(&x, n, 1);
    params! {
        gamma: vector(count).rows(1), mu: vector(count), class: vector(n).category(count),
        outcome: data(&y).missing_nan(),
    }
    let model = model! {
        gamma |= normal(0.0, 1.0), mu |= normal(0.0, 2.0),
        class |= categorical_logit(data(design).dot(gamma)),
        outcome |= normal(mu.at(class), 0.7),
    };
    let posterior = model.marginalise(class).compile().unwrap();
    let (q, copies) = (numbers(posterior.dimension()), 4_000);
    assert_eq!(q.len(), 7);
    let outcomes = [y[0], q[6], y[2], y[3], y[4]];
    let values = q[..6].iter().chain(&outcomes).flat_map(|number| vec![*number; copies]);
    let draws = Draws::new(posterior.variables(), 1, copies, values.collect()).unwrap();
    let probabilities = posterior.probabilities(class, &draws).unwrap();
    let recovered = posterior.recover(&draws, 7).unwrap();
    for i in 0..n {
        let classes = log_softmax(&x[i..i + 1], &q[..3], count);
        let joint: Vec<f64> =
            (0..count).map(|k| classes[k] + log_normal(outcomes[i], q[3 + k], 0.7)).collect();
        for k in 0..count {
            let want = (joint[k] - log_sum_exp(&joint)).exp();
            let got = probabilities.column(&format!("class[{i},{k}]")).unwrap().as_slice()[0];
            assert_near(got, want, 1e-12, || format!("class[{i},{k}]"));
            let drawn = recovered.column(&format!("class[{i}]")).unwrap();
            let share =
                drawn.as_slice().iter().filter(|&&class| class == k as f64).count() as f64 / copies as f64;
            let error = 5.0 * (want * (1.0 - want) / copies as f64).sqrt() + 1e-9;
            assert!((share - want).abs() < error, "class[{i}] is {k} in {share} of the draws, not {want}");
        }
    }
    let schedule = model.compile().unwrap().gibbs().schedule().to_string();
    assert!(schedule.contains("class"), "{schedule}");
}

/// What a mixture of rows draws, and its log likelihood of each observation.
#[test]
fn mixtures_of_rows_in_draws() {
    let n = 4;
    let shares = [1.0, 0.0, 0.0, 1.0, 0.25, 0.75, 1.0, 0.0];
    let matrix = MatRef::from_row_major_slice(&shares, n, 2);
    let y = [0.1, 4.9, 5.2, -0.3];
    params! { mu: vector(2) }
    let each = model! {
        mu |= normal(&[0.0, 5.0], 0.1),
        data(&y) |= mixture(data(matrix), components(2, |k| normal(mu.at(k), 0.1))),
    };
    let array = model! {
        mu |= normal(&[0.0, 5.0], 0.1),
        data(&y) |= mixture(data(matrix), [normal(mu.at(0), 0.1), normal(mu.at(1), 0.1)]),
    };
    let draws = Draws::new(each.compile().unwrap().variables(), 1, 2, vec![0.0, 0.2, 5.0, 5.1]).unwrap();
    let pointwise = each.pointwise_log_likelihood(&draws).unwrap();
    for (draw, mu) in [[0.0, 5.0], [0.2, 5.1]].iter().enumerate() {
        for i in 0..n {
            let terms: Vec<f64> =
                (0..2).map(|k| shares[2 * i + k].ln() + log_normal(y[i], mu[k], 0.1)).collect();
            let got = pointwise.column(&format!("y[{i}]")).unwrap().as_slice()[draw];
            assert_near(got, log_sum_exp(&terms), 1e-10, || format!("y[{i}]"));
        }
    }
    for draws in [each.sample_prior(2_000, 1).unwrap(), array.sample_prior(2_000, 1).unwrap()] {
        let is_high = |i: usize| {
            let column = draws.column(&format!("y[{i}]")).unwrap();
            column.as_slice().iter().filter(|&&y| y > 2.5).count() as f64 / 2_000.0
        };
        assert_eq!((is_high(0), is_high(1), is_high(3)), (0.0, 1.0, 0.0));
        assert!((is_high(2) - 0.75).abs() < 0.05, "{}", is_high(2));
    }
}

/// A law of categories as a component, of elements on the left, and as an expression.
#[test]
fn categories_within_other_laws() {
    let z = [0, 2, 1, 1, 2, 0, 0, 2, 1];
    params! { a: vector(3), b: vector(3) }
    let model = model! {
        a |= flat(), b |= flat(),
        data(&z) |= mixture((0.3, 0.7), (categorical_logit(a), categorical(b.softmax()))),
        data(2) |= mixture((0.3, 0.7), (categorical_logit(a), categorical(b.softmax()))),
        increment(categorical(a.softmax()).log_density(data(&z))),
    };
    check_against(model, &numbers(6), |q| {
        let law = |logits: &[f64], k: usize| logits[k] - log_sum_exp(logits);
        let mixed = |k: usize| log_sum_exp(&[0.3f64.ln() + law(&q[..3], k), 0.7f64.ln() + law(&q[3..], k)]);
        z.iter().map(|&k| mixed(k) + law(&q[..3], k)).sum::<f64>() + mixed(2)
    });
    let error = model! {
        a |= flat(), b |= flat(),
        data(&[0, 3]) |= mixture((0.3, 0.7), (categorical_logit(a), categorical_logit(b))),
    };
    let error = error.compile().err().unwrap().to_string();
    assert!(error.contains("element 1 is 3, but must be a category"), "{error}");
}

/// Messages about matrices that do not fit.
#[test]
fn messages() {
    let (shares, y) = (Mat::from_fn(3, 2, |i, j| [0.4, 0.6][j] + if i == 1 { 0.1 } else { 0.0 }), [0, 1, 1]);
    params! { mu: vector(2), w: simplex(3).rows(3) }
    let message = |error: Error| error.to_string();
    let model = model! { mu |= flat(), w |= dirichlet(1.0), data(&y) |= categorical(data(&shares)) };
    let error = message(model.compile().err().unwrap());
    assert!(error.contains("row 1 of") && error.contains("1.2"), "{error}");
    let model = model! { mu |= flat(), w |= dirichlet(1.0), data(&[0, 1]) |= categorical(w) };
    let error = message(model.compile().err().unwrap());
    assert!(error.contains("3") && error.contains("2"), "{error}");
    let model = model! { mu |= flat(), w |= dirichlet(1.0), data(&[0, 3, 1]) |= categorical(w) };
    let error = message(model.compile().err().unwrap());
    assert!(error.contains("element 1 is 3, but must be a category, a whole number from 0 to 2"), "{error}");
    let model = model! {
        mu |= flat(), w |= dirichlet(1.0),
        data(&y) |= mixture(w, [poisson_log(mu.at(0)), poisson_log(mu.at(1))]),
    };
    let error = message(model.compile().err().unwrap());
    assert!(error.contains("the mixture's list of components has length 2"), "{error}");
    let model = model! {
        mu |= flat(), w |= dirichlet(1.0),
        data(&y) |= mixture(w, components(2, |k| poisson_log(mu.at(k)))),
    };
    let error = message(model.compile().err().unwrap());
    assert!(error.contains("the mixture's list of components has length 2"), "{error}");
    let model = model! {
        mu |= flat(), w |= dirichlet(1.0),
        data(&[0, 1]) |= mixture(w, components(3, |_| poisson_log(mu.at(0)))),
    };
    let error = message(model.compile().err().unwrap());
    assert!(error.contains("3") && error.contains("2"), "{error}");
}

/// One class is no class: all ways to write it are the law itself.
#[test]
fn one_class() {
    let y = counts(8);
    params! { log_rate: vector(1), w: simplex(1) }
    let poisson = |q: &[f64]| -> f64 { y.iter().map(|&y| log_poisson(y, q[0])).sum() };
    macro_rules! same {
        ($law:expr) => {
            let model = model! { log_rate |= flat(), w |= dirichlet(1.0), data(&y) |= $law };
            check_against(model, &[0.4], poisson);
        };
    }
    same!(mixture(w, [poisson_log(log_rate.at(0))]));
    same!(mixture(w, (poisson_log(log_rate.at(0)),)));
    same!(mixture((1.0,), (poisson_log(log_rate.at(0)),)));
    same!(mixture([1.0], [poisson_log(log_rate.at(0))]));
    same!(mixture(w, components(1, |k| poisson_log(log_rate.at(k)))));
    same!(mixture(w.repeat_rows(8), components(1, |k| poisson_log(log_rate.at(k)))));
}

#[test]
fn one_class_that_is_marginalised() {
    let y = counts(8);
    let poisson = |q: &[f64]| -> f64 { y.iter().map(|&y| log_poisson(y, q[0])).sum() };
    let ones = Mat::from_fn(8, 1, |_, _| 1.0);
    params! { log_rate: vector(1), w: simplex(1), class: vector(8).category(1) }
    macro_rules! same_class {
        ($law:expr) => {
            let model = model! {
                log_rate |= flat(), w |= dirichlet(1.0), class |= $law,
                data(&y) |= poisson_log(log_rate.at(class)),
            };
            check_against(model.marginalise(class), &[0.4], poisson);
        };
    }
    same_class!(categorical(w));
    same_class!(categorical(&[1.0]));
    same_class!(categorical(data(&ones)));
    same_class!(categorical_logit(log_rate));
    same_class!(categorical_logit(log_rate.repeat_rows(8)));
}
