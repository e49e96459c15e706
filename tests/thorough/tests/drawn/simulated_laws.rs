//! Proves that statements draw their variables as their laws say: the means of draws, and of products of
//! draws, against formulas.

use crate::common::{assert_mean, column};
use monomorph::covariance::{ar1, diagonal};
use monomorph::faer::{Mat, mat};
use monomorph::prelude::*;

const COUNT: usize = 8_000;

/// The means of an element and of its square.
#[track_caller]
fn assert_moments(draws: &Draws, element: &str, mean: f64, variance: f64) {
    let numbers = column(draws, element);
    assert_mean(element, numbers, mean);
    let squares: Vec<f64> = numbers.iter().map(|number| (number - mean).powi(2)).collect();
    assert_mean(&format!("the square of {element}"), &squares, variance);
}

/// The mean of the product of the deviations of two elements.
#[track_caller]
fn assert_covariance(draws: &Draws, (a, mean_a): (&str, f64), (b, mean_b): (&str, f64), want: f64) {
    let both = column(draws, a).iter().zip(column(draws, b));
    let products: Vec<f64> = both.map(|(x, y)| (x - mean_a) * (y - mean_b)).collect();
    assert_mean(&format!("the product of {a} and {b}"), &products, want);
}

/// Returns the share of draws in which an element is each of the whole numbers below `count`.
fn shares(draws: &Draws, element: &str, count: usize) -> Vec<Vec<f64>> {
    let is = |category: usize| {
        column(draws, element).iter().map(move |&y| f64::from(u8::from(y == category as f64)))
    };
    (0..count).map(|category| is(category).collect()).collect()
}

#[test]
fn numbers_with_arguments_of_their_own() {
    let (location, y) = ([-3.0, 0.0, 5.0], [0.0; 3]);
    let counts = [0; 3];
    params! { scale: positive(), rows: real_matrix(2, 3) }
    let model = model! {
        scale |= gamma(3.0, 2.0),
        rows  |= normal(data(&location), 2.0),
        data(&y) |= normal(data(&location), scale),
        data(&counts) |= poisson(data(&[0.5, 2.0, 40.0])),
    };
    let draws = model.sample_prior(COUNT, 1).unwrap();
    assert_moments(&draws, "scale", 1.5, 0.75);
    for (i, mean) in location.into_iter().enumerate() {
        assert_moments(&draws, &format!("y[{i}]"), mean, 3.0); // E σ² = 3·4/4
        assert_moments(&draws, &format!("rows[1,{i}]"), mean, 4.0);
    }
    for (i, rate) in [0.5, 2.0, 40.0].into_iter().enumerate() {
        assert_moments(&draws, &format!("counts[{i}]"), rate, rate);
    }
    assert_covariance(&draws, ("y[0]", -3.0), ("y[1]", 0.0), 0.0);
}

#[test]
fn vectors_of_proportions_and_counts() {
    let votes = mat![[3.0, 5.0, 2.0], [0.0, 100.0, 0.0]];
    let (seats, chairs) = ([4, 6], [30, 0, 10]);
    params! { theta: simplex(3).rows(2), phi: simplex(2) }
    let model = model! {
        theta |= dirichlet(&[1.0, 2.0, 5.0]),
        phi   |= dirichlet(0.5),
        data(&votes)  |= multinomial(&[0.2, 0.3, 0.5]),
        data(&seats)  |= multinomial_logit(&[0.0, 1.0]),
        data(&chairs) |= dirichlet_multinomial(&[1.0, 1.0, 2.0]),
    };
    let draws = model.sample_prior(COUNT, 2).unwrap();
    for (i, alpha) in [1.0, 2.0, 5.0].into_iter().enumerate() {
        let mean = alpha / 8.0;
        assert_moments(&draws, &format!("theta[0,{i}]"), mean, mean * (1.0 - mean) / 9.0);
        assert_moments(&draws, &format!("theta[1,{i}]"), mean, mean * (1.0 - mean) / 9.0);
    }
    assert_moments(&draws, "phi[0]", 0.5, 0.125);
    for (row, trials) in [10.0, 100.0].into_iter().enumerate() {
        for (i, share) in [0.2, 0.3, 0.5].into_iter().enumerate() {
            assert_moments(
                &draws,
                &format!("votes[{row},{i}]"),
                trials * share,
                trials * share * (1.0 - share),
            );
        }
        let total: Vec<f64> = (0..COUNT)
            .map(|draw| (0..3).map(|i| column(&draws, &format!("votes[{row},{i}]"))[draw]).sum())
            .collect();
        assert!(total.iter().all(|total| *total == trials));
    }
    let second = 1f64.exp() / (1.0 + 1f64.exp());
    assert_moments(&draws, "seats[1]", 10.0 * second, 10.0 * second * (1.0 - second));
    // Variance n p (1 − p) (n + A)/(1 + A)
    assert_moments(&draws, "chairs[2]", 20.0, 40.0 * 0.25 * 44.0 / 5.0);
}

#[test]
fn categories() {
    let (colour, answer, grade) = ([0, 2], [1, 0], [0, 0]);
    let (cutpoints, theta) = ([-1.0, 0.5], [0.2, 0.5, 0.3]);
    params! { z: vector(3).category(3), k: category(2), p: interval(0.0, 1.0), b: binary() }
    let model = model! {
        p |= beta(2.0, 2.0),
        b |= bernoulli(p),
        z |= categorical(&theta),
        k |= categorical_logit(&[0.0, 2.0]),
        data(&colour) |= categorical(&theta),
        data(&answer) |= ordered_logistic(data(&[0.0, 2.0]), &cutpoints),
        data(&grade)  |= ordered_probit(0.3, &cutpoints),
    };
    let draws = model.sample_prior(COUNT, 3).unwrap();
    for element in ["z[0]", "z[2]", "colour[0]", "colour[1]"] {
        for (share, want) in shares(&draws, element, 3).iter().zip(theta) {
            assert_mean(element, share, want);
        }
    }
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    assert_mean("k", column(&draws, "k"), logistic(2.0));
    assert_mean("b", column(&draws, "b"), 0.5);
    assert_covariance(&draws, ("p", 0.5), ("b", 0.5), 0.05);
    for (element, eta) in [("answer[0]", 0.0), ("answer[1]", 2.0)] {
        let (first, second) = (logistic(-1.0 - eta), logistic(0.5 - eta));
        for (share, want) in shares(&draws, element, 3).iter().zip([first, second - first, 1.0 - second]) {
            assert_mean(element, share, want);
        }
    }
    let phi = |x: f64| 0.5 * pxfm::f_erfc(-x * core::f64::consts::FRAC_1_SQRT_2);
    assert_mean("grade[1]", &shares(&draws, "grade[1]", 3)[0], phi(-1.3));
    assert_mean("grade[1]", &shares(&draws, "grade[1]", 3)[2], 1.0 - phi(0.2));
}

#[test]
fn markov_chains() {
    let transition = mat![[0.9, 0.1], [0.4, 0.6]];
    params! { s: vector(3).category(2) }
    let model = model! { s |= markov_chain(&[0.3, 0.7], data(&transition)) };
    let draws = model.sample_prior(COUNT, 4).unwrap();
    let second = 0.3 * 0.1 + 0.7 * 0.6;
    assert_mean("s[0]", column(&draws, "s[0]"), 0.7);
    assert_mean("s[1]", column(&draws, "s[1]"), second);
    assert_mean("s[2]", column(&draws, "s[2]"), (1.0 - second) * 0.1 + second * 0.6);
    assert_covariance(&draws, ("s[0]", 0.0), ("s[1]", 0.0), 0.7 * 0.6);
}

#[test]
fn laws_made_of_distributions() {
    let y = [0.0; 2];
    let (flag, weight) = ([1, 0], [0.0, 3.0]);
    let counts = [1];
    params! { m: real(), t: real() }
    let model = model! {
        m |= mixture((0.25, 0.75), (normal(-4.0, 1.0), normal(data(8.0), 2.0).truncated_above(8.0))),
        t |= normal(0.0, 1.0).truncated(1.0, 2.0),
        data(&y) |= weighted(data(&weight), normal(data(&[1.0, 7.0]), 1.0)),
        data(&[9.0, 9.0]) |= exponential(0.5).right_censored(data(&flag)),
        data(&[1.0, 1.0]) |= normal(0.0, 1.0).censored(-1.0, data(&[0.0, 1.5])),
        data(&counts) |= mixture((0.4, 0.6), (discrete_range(0, 0), poisson(3.0).truncated_below(2))),
    };
    let draws = model.sample_prior(COUNT, 5).unwrap();
    let half_normal_mean = (2.0 / core::f64::consts::PI).sqrt();
    assert_mean("m", column(&draws, "m"), 0.25 * -4.0 + 0.75 * (8.0 - 2.0 * half_normal_mean));
    let density = |x: f64| (-0.5 * x * x).exp() / core::f64::consts::TAU.sqrt();
    let phi = |x: f64| 0.5 * pxfm::f_erfc(-x * core::f64::consts::FRAC_1_SQRT_2);
    assert_mean("t", column(&draws, "t"), (density(1.0) - density(2.0)) / (phi(2.0) - phi(1.0)));
    assert!(column(&draws, "t").iter().all(|t| (1.0..=2.0).contains(t)));
    assert_moments(&draws, "y[0]", 1.0, 1.0);
    assert_moments(&draws, "y[1]", 7.0, 1.0);
    let names = draws.names();
    let (survival, limited) = (&names[4], &names[6]);
    // As if nothing was censored.
    assert_moments(&draws, survival, 2.0, 4.0);
    // E max(−1, min(0, x)) = −Φ(−1) − ∫ from −1 to 0 of x φ, which is −(φ(−1) − φ(0))
    assert_mean(limited, column(&draws, limited), -phi(-1.0) + density(1.0) - density(0.0));
    let tail = 1.0 - (-3f64).exp() * 4.0;
    assert_mean("counts", column(&draws, "counts[0]"), 0.6 * (3.0 - 3.0 * (-3f64).exp()) / tail);
}

#[test]
fn normal_vectors() {
    let (times, sigma) = ([0.0, 1.0, 3.0], mat![[2.0, 0.6], [0.6, 1.0]]);
    let rows = mat![[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]];
    let (arm, means) = ([1, 0, 1], mat![[0.0, 1.0], [5.0, 6.0]]);
    let omega = mat![[2.0, -0.5], [-0.5, 1.0]];
    params! { path: vector(3), u: vector(2), v: vector(2), w: vector(2).rows(2) }
    let model = model! {
        path |= multi_normal(1.0, ar1(0.5, 2.0, &times)),
        u |= multi_student_t(9.0, &[0.0, 3.0], data(&sigma)),
        v |= multi_normal_prec(0.0, data(&omega)),
        w |= multi_gp(data(&sigma), &[4.0, 0.25]),
        data(&rows) |= multi_normal(data(&means), data(&sigma)).by_group(&arm),
    };
    let draws = model.sample_prior(COUNT, 6).unwrap();
    for i in 0..3 {
        assert_moments(&draws, &format!("path[{i}]"), 1.0, 2.0);
    }
    assert_covariance(&draws, ("path[0]", 1.0), ("path[1]", 1.0), 1.0);
    assert_covariance(&draws, ("path[1]", 1.0), ("path[2]", 1.0), 0.5);
    assert_moments(&draws, "u[1]", 3.0, 9.0 / 7.0);
    assert_covariance(&draws, ("u[0]", 0.0), ("u[1]", 3.0), 0.6 * 9.0 / 7.0);
    let determinant = 2.0 - 0.25;
    assert_moments(&draws, "v[0]", 0.0, 1.0 / determinant);
    assert_covariance(&draws, ("v[0]", 0.0), ("v[1]", 0.0), 0.5 / determinant);
    assert_covariance(&draws, ("w[0,0]", 0.0), ("w[0,1]", 0.0), 0.6 / 4.0);
    assert_moments(&draws, "w[1,0]", 0.0, 2.0 / 0.25);
    for (row, group) in arm.into_iter().enumerate() {
        for column in 0..2 {
            let variance = sigma[(column, column)];
            assert_moments(&draws, &format!("rows[{row},{column}]"), means[(group, column)], variance);
        }
    }
    assert_covariance(&draws, ("rows[0,0]", 5.0), ("rows[0,1]", 6.0), 0.6);
    assert_covariance(&draws, ("rows[0,0]", 5.0), ("rows[2,0]", 5.0), 0.0);
}

#[test]
fn mixtures_of_vectors() {
    let rows = Mat::<f64>::zeros(2, 2);
    params! { share: interval(0.0, 1.0) }
    let model = model! {
        share |= beta(1.0, 1.0),
        data(&rows) |= mixture(
            (0.5, 0.5),
            (multi_normal(&[-9.0, -5.0], diagonal(&[1.0, 1.0])),
                multi_normal(&[9.0, 5.0], diagonal(&[1.0, 1.0])))
        ),
    };
    let draws = model.sample_prior(COUNT, 7).unwrap();
    assert_moments(&draws, "rows[0,0]", 0.0, 82.0);
    assert_covariance(&draws, ("rows[0,0]", 0.0), ("rows[0,1]", 0.0), 45.0);
    assert_covariance(&draws, ("rows[0,0]", 0.0), ("rows[1,0]", 0.0), 0.0);
}

#[test]
fn matrices() {
    let scale = mat![[1.0, 0.3, 0.0], [0.3, 2.0, -0.4], [0.0, -0.4, 0.5]];
    let factor = mat![[1.0, 0.0], [0.5, 2.0]];
    let (a, b) = (mat![[1.0, 0.5], [0.5, 2.0]], mat![[3.0, -1.0], [-1.0, 1.0]]);
    params! {
        w: cov_matrix(3), i: cov_matrix(3), l: cholesky_factor_cov(2), m: cholesky_factor_cov(2),
        omega: corr_matrix(3), r: cholesky_factor_corr(3), y: real_matrix(2, 2)
    }
    let model = model! {
        w |= wishart(5.0, data(&scale)),
        i |= inv_wishart(12.0, data(&scale)),
        l |= wishart_cholesky(4.5, data(&factor)),
        m |= inv_wishart_cholesky(9.0, data(&factor)),
        omega |= lkj_corr(1.5),
        r |= lkj_corr_cholesky(2.5),
        y |= matrix_normal(1.0, data(&a), data(&b)),
    };
    let draws = model.sample_prior(COUNT, 8).unwrap();
    for row in 0..3 {
        for column in 0..3 {
            let s = scale[(row, column)];
            let spread = s * s + scale[(row, row)] * scale[(column, column)];
            assert_moments(&draws, &format!("w[{row},{column}]"), 5.0 * s, 5.0 * spread);
            assert_mean("i", self::column(&draws, &format!("i[{row},{column}]")), s / 8.0);
        }
    }
    let gram = &factor * factor.transpose();
    for (name, mean) in [("l", 4.5), ("m", 1.0 / 6.0)] {
        let product = |i: usize, j: usize| -> Vec<f64> {
            let element =
                |row: usize, k: usize, draw: usize| column(&draws, &format!("{name}[{row},{k}]"))[draw];
            (0..COUNT).map(|draw| (0..2).map(|k| element(i, k, draw) * element(j, k, draw)).sum()).collect()
        };
        for (row, column) in [(0, 0), (1, 0), (1, 1)] {
            assert_mean(&format!("{name} {name}ᵀ"), &product(row, column), mean * gram[(row, column)]);
        }
        assert!(column(&draws, &format!("{name}[0,1]")).iter().all(|zero| *zero == 0.0));
    }
    // (1 + ω)/2 of three variables is beta(η + ½, η + ½).
    for element in ["omega[1,0]", "omega[2,0]", "omega[2,1]"] {
        assert_moments(&draws, element, 0.0, 1.0 / 5.0);
    }
    assert_moments(&draws, "r[1,0]", 0.0, 1.0 / 7.0);
    let last: Vec<f64> = column(&draws, "r[1,0]")
        .iter()
        .zip(column(&draws, "r[2,0]"))
        .zip(column(&draws, "r[1,1]").iter().zip(column(&draws, "r[2,1]")))
        .map(|((a, b), (c, d))| (a * b + c * d).powi(2))
        .collect();
    assert_mean("the square of the last correlation", &last, 1.0 / 7.0);
    assert_covariance(&draws, ("y[0,0]", 1.0), ("y[1,1]", 1.0), -0.5);
    assert_moments(&draws, "y[1,0]", 1.0, 6.0);
}
