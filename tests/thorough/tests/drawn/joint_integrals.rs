//! Vectors that are marginalised with all elements together: equal to the marginal densities of their data in
//! closed form, with gradients; drawn exactly.

use crate::common::normal::{log_density as normal_density, multi_normal as multi_normal_density};
use crate::common::{assert_gradient, differences, evaluate, on_every_set};
use approx::assert_relative_eq;
use monomorph::faer::{Mat, mat};
use monomorph::prelude::*;

/// The value of a marginal posterior, its gradient checked.
fn value_of<M: BoundModel>(posterior: &Posterior<M>, q: &[f64]) -> f64 {
    let (value, gradient) = evaluate(posterior, q);
    assert_gradient(&gradient, &differences(posterior, q), 2e-7, || "the integral".to_owned());
    assert_relative_eq!(posterior.log_density(q, &mut posterior.workspace()), value, max_relative = 1e-12);
    value
}

/// Some predictors.
fn predictors(rows: usize, columns: usize) -> Mat<f64> {
    Mat::from_fn(rows, columns, |i, j| {
        (i as f64 * 1.7 + j as f64 * 0.9).sin() + if j == 0 { 1.0 } else { 0.0 }
    })
}

/// Σⱼ xᵢⱼ xₖⱼ
fn product(x: &Mat<f64>, i: usize, k: usize) -> f64 {
    (0..x.ncols()).map(|j| x[(i, j)] * x[(k, j)]).sum()
}

#[test]
fn coefficients() {
    for count in [1, 3, 9] {
        let x = predictors(14, count);
        let y: Vec<f64> = (0..14).map(|i| (f64::from(i) * 0.7).cos() * 2.0).collect();
        params! { mu: real(), tau: positive(), sigma: positive(), b: vector(count) }
        let model = model! {
            mu    |= normal(0.0, 2.0),
            tau   |= exponential(1.0),
            sigma |= exponential(1.0),
            b     |= normal(mu, tau),
            data(&y) |= normal(0.5 + data(&x).dot(b), sigma),
        };
        let marginal = model.marginalise(b);
        let posterior = marginal.compile().unwrap();
        assert_eq!(posterior.parameter_names(), ["mu", "tau", "sigma"]);
        let explanation = posterior.explain().to_string();
        assert!(
            explanation.contains(&format!("an integral over {count} elements together")),
            "{explanation}"
        );
        let expected = |q: &[f64]| {
            let (mu, tau, sigma) = (q[0], q[1].exp(), q[2].exp());
            let mean: Vec<f64> =
                (0..14).map(|i| 0.5 + mu * (0..count).map(|j| x[(i, j)]).sum::<f64>()).collect();
            let covariance =
                |i: usize, k: usize| tau * tau * product(&x, i, k) + if i == k { sigma * sigma } else { 0.0 };
            let others = normal_density(mu, 0.0, 2.0) - tau - sigma + q[1] + q[2];
            others + multi_normal_density(&y, &mean, &covariance)
        };
        for q in [[0.3, -0.4, 0.2], [-1.0, 2.0, -3.0], [4.0, -3.0, 1.5]] {
            assert_relative_eq!(value_of(&posterior, &q), expected(&q), max_relative = 1e-10);
        }
        on_every_set(marginal, |set, posterior| {
            let q = [0.3, -0.4, 0.2];
            let (value, gradient) = evaluate(posterior, &q);
            assert_relative_eq!(value, expected(&q), max_relative = 1e-10);
            assert_gradient(&gradient, &differences(posterior, &q), 2e-7, || set.to_owned());
        });
    }
}

/// Through definitions, with covariates of an index, several statements, and a prior that ties the elements.
#[test]
fn definitions() {
    let x = predictors(10, 3);
    let group = [0, 2, 1, 1, 0, 2, 0, 1, 2, 0];
    let y = [1.2, -0.4, 3.3, 2.9, 0.7, 0.2, 1.0, 3.1, -0.9, 1.4];
    let by_group = y.map(|y| 0.5 * y - 0.2);
    let sigma_b = mat![[2.0, 0.5, 0.1], [0.5, 1.0, -0.3], [0.1, -0.3, 0.7]];
    params! { scale: positive(), sigma: positive(), b: vector(3) }
    let model = model! {
        scale |= exponential(1.0),
        sigma |= exponential(1.0),
        b |= multi_normal(0.7, data(&sigma_b)),
        eta = scale * data(&x).dot(b),
        data(&y) |= normal(eta, sigma),
        data(&by_group) |= normal(b.at(&group), 2.0),
    };
    let marginal = model.marginalise(b);
    let posterior = marginal.compile().unwrap();
    for q in [[0.3_f64, -0.4_f64], [-1.0, 1.0], [1.0, -2.0]] {
        let (scale, sigma) = (q[0].exp(), q[1].exp());
        // The rows of both statements one after the other.
        let row = |i: usize, j: usize| match i.checked_sub(10) {
            None => scale * x[(i, j)],
            Some(i) => f64::from(u8::from(group[i] == j)),
        };
        let mean: Vec<f64> = (0..20).map(|i| 0.7 * (0..3).map(|j| row(i, j)).sum::<f64>()).collect();
        let covariance = |i: usize, k: usize| {
            let spread = (0..3).map(|j| (0..3).map(|l| row(i, j) * sigma_b[(j, l)] * row(k, l)).sum::<f64>());
            let noise = if i < 10 { sigma * sigma } else { 4.0 };
            spread.sum::<f64>() + if i == k { noise } else { 0.0 }
        };
        let all: Vec<f64> = y.iter().chain(&by_group).copied().collect();
        let expected = q[0] - scale + q[1] - sigma + multi_normal_density(&all, &mean, &covariance);
        assert_relative_eq!(value_of(&posterior, &q), expected, max_relative = 1e-10);
    }
}

/// Coefficients for each group, as rows of a matrix.
#[test]
fn rows_of_coefficients() {
    let x = predictors(12, 2);
    let group = [0, 2, 1, 1, 0, 2, 0, 1, 2, 0, 0, 1];
    let y: Vec<f64> = (0..12).map(|i| (f64::from(i) * 0.7).cos() * 2.0).collect();
    params! { tau: positive(), sigma: positive(), b: vector(2).rows(3) }
    let model = model! {
        tau   |= exponential(1.0),
        sigma |= exponential(1.0),
        b     |= normal(0.0, tau),
        data(&y) |= normal(data(&x).dot_by_group(b, &group), sigma),
    };
    let posterior = model.marginalise(b).compile().unwrap();
    let q = [0.3_f64, -0.4];
    let (tau, sigma) = (q[0].exp(), q[1].exp());
    let covariance = |i: usize, k: usize| {
        let shared = if group[i] == group[k] { tau * tau * product(&x, i, k) } else { 0.0 };
        shared + if i == k { sigma * sigma } else { 0.0 }
    };
    let expected = q[0] - tau + q[1] - sigma + multi_normal_density(&y, &[0.0; 12], &covariance);
    assert_relative_eq!(value_of(&posterior, &q), expected, max_relative = 1e-10);
    let explanation = posterior.explain().to_string();
    assert!(explanation.contains("3 groups of elements together, at most 2 in one"), "{explanation}");
    let fit = posterior.nuts().chains(1).warmup(50).draws(20).seed(1).run().unwrap();
    assert!(posterior.recover(fit.draws(), 2).unwrap().column("b[2,1]").unwrap().mean().is_finite());
}

/// Through a product with a matrix of parameters.
#[test]
fn loadings() {
    let y = [0.3, -1.1, 2.0];
    params! { loadings: real_matrix(3, 2), factors: vector(2) }
    let model = model! {
        loadings |= normal(0.0, 1.0),
        factors  |= normal(0.0, 1.0),
        data(&y) |= normal(loadings.dot(factors), 0.5),
    };
    let posterior = model.marginalise(factors).compile().unwrap();
    let q = [0.3, -0.4, 1.2, 0.7, -0.9, 0.1];
    let l = posterior.constrain(&q).unwrap().get("loadings").unwrap().to_vec();
    let covariance = |i: usize, k: usize| {
        l[2 * i] * l[2 * k] + l[2 * i + 1] * l[2 * k + 1] + if i == k { 0.25 } else { 0.0 }
    };
    let prior: f64 = l.iter().map(|l| normal_density(*l, 0.0, 1.0)).sum();
    let expected = prior + multi_normal_density(&y, &[0.0; 3], &covariance);
    assert_relative_eq!(value_of(&posterior, &q), expected, max_relative = 1e-10);
}

/// Whatever the units of the coefficients are, and however far they are from 0.
#[test]
fn units() {
    let x = predictors(12, 2);
    for unit in [1e-9, 1.0, 1e7] {
        let y: Vec<f64> =
            (0..12).map(|i| unit * (4e3 * x[(i, 0)] + 3e3 * x[(i, 1)] + (i as f64 * 0.7).cos())).collect();
        params! { sigma: positive(), b: vector(2) }
        let model = model! {
            sigma |= exponential(1.0),
            b     |= normal(5e3 * unit, 1e4 * unit),
            data(&y) |= normal(data(&x).dot(b), unit * sigma),
        };
        let posterior = model.marginalise(b).compile().unwrap();
        let q = [0.3_f64];
        let sigma = q[0].exp();
        let mean: Vec<f64> = (0..12).map(|i| 5e3 * (x[(i, 0)] + x[(i, 1)])).collect();
        let covariance =
            |i: usize, k: usize| 1e8 * product(&x, i, k) + if i == k { sigma * sigma } else { 0.0 };
        let scaled: Vec<f64> = y.iter().map(|y| y / unit).collect();
        let expected =
            q[0] - sigma + multi_normal_density(&scaled, &mean, &covariance) - 12.0 * f64::ln(unit);
        // The determinant of the dense matrix has lost ten digits to the prior's variance.
        assert_relative_eq!(value_of(&posterior, &q), expected, max_relative = 1e-7);
    }
}

/// Under a number that is marginalised besides: which of two regressions it is.
#[test]
fn regressions_under_a_category() {
    let x = predictors(8, 2);
    let y: Vec<f64> = (0..8).map(|i| 0.3 + x[(i as usize, 1)] + (f64::from(i) * 0.7).cos() * 0.2).collect();
    params! { p: interval(0.0, 1.0), sigma: positive(), z: binary(), b: vector(2) }
    let model = model! {
        p     |= beta(2.0, 2.0),
        sigma |= exponential(1.0),
        z     |= bernoulli(p),
        b     |= normal(0.0, 2.0),
        data(&y) |= normal((1.0 + z) * data(&x).dot(b) - z, sigma),
    };
    let marginal = model.marginalise(b).marginalise(z);
    let posterior = marginal.compile().unwrap();
    for q in [[0.4_f64, -0.6], [-1.2, 0.7]] {
        let (p, sigma) = (1.0 / (1.0 + (-q[0]).exp()), q[1].exp());
        let given = |z: f64| {
            let covariance = |i: usize, k: usize| {
                4.0 * (1.0 + z).powi(2) * product(&x, i, k) + if i == k { sigma * sigma } else { 0.0 }
            };
            multi_normal_density(&y, &[-z; 8], &covariance)
        };
        let jacobian = (p * (1.0 - p)).ln() + q[1];
        let prior = (6.0 * p * (1.0 - p)).ln() - sigma;
        let mixed = (p.ln() + given(1.0)).exp() + ((1.0 - p).ln() + given(0.0)).exp();
        assert_relative_eq!(value_of(&posterior, &q), jacobian + prior + mixed.ln(), max_relative = 1e-10);
    }
}

/// A number whose statements are rewritten as sums of squares.
#[test]
fn squares_of_a_number() {
    let y: Vec<f64> = (0..40).map(|i| (f64::from(i) * 0.7).cos() + 1.0).collect();
    params! { sigma: positive(), mu: real() }
    let model = model! {
        sigma |= exponential(1.0),
        mu    |= normal(0.3, 2.0),
        data(&y) |= normal(mu, sigma),
    };
    let posterior = model.marginalise(mu).compile().unwrap();
    for q in [[0.4_f64], [-3.0]] {
        let sigma = q[0].exp();
        let covariance = |i: usize, k: usize| 4.0 + if i == k { sigma * sigma } else { 0.0 };
        let expected = q[0] - sigma + multi_normal_density(&y, &[0.3; 40], &covariance);
        assert_relative_eq!(value_of(&posterior, &q), expected, max_relative = 1e-10);
    }
}

/// Draws have the moments of the posterior with all parameters, and the log likelihood is that of all data
/// together.
#[test]
fn draws() {
    let x = predictors(20, 2);
    let y: Vec<f64> = (0..20).map(|i| 1.0 + 2.0 * x[(i as usize, 1)] + (f64::from(i) * 2.7).cos()).collect();
    params! { sigma: positive(), b: vector(2) }
    let model = model! {
        sigma |= exponential(1.0),
        b     |= normal(0.0, 2.0),
        data(&y) |= normal(data(&x).dot(b), sigma),
    };
    let marginal = model.marginalise(b);
    let posterior = marginal.compile().unwrap();
    let fit = posterior.nuts().chains(1).warmup(300).draws(2_000).seed(1).run().unwrap();
    let drawn = posterior.recover(fit.draws(), 2).unwrap();
    let whole = model.compile().unwrap().nuts().chains(2).warmup(300).draws(3_000).seed(3).run().unwrap();
    for name in ["b[0]", "b[1]"] {
        let (own, other) = (drawn.column(name).unwrap(), whole.draws().column(name).unwrap());
        assert!(
            (own.mean() - other.mean()).abs() < 0.15 * other.sd(),
            "{name}: {} {}",
            own.mean(),
            other.mean()
        );
        assert!((own.sd() / other.sd() - 1.0).abs() < 0.12, "{name}: {} {}", own.sd(), other.sd());
    }
    let own = |name| drawn.column(name).unwrap().as_slice().to_vec();
    let (first, second) = (own("b[0]"), own("b[1]"));
    let covariance = first
        .iter()
        .zip(&second)
        .map(|(a, b)| (a - first.iter().sum::<f64>() / 2_000.0) * (b - second.iter().sum::<f64>() / 2_000.0));
    // The predictors are correlated, so their coefficients are.
    let correlation = covariance.sum::<f64>()
        / 2_000.0
        / (drawn.column("b[0]").unwrap().sd() * drawn.column("b[1]").unwrap().sd());
    let gram = |j: usize, k: usize| (0..20).map(|i| x[(i, j)] * x[(i, k)]).sum::<f64>();
    let expected = -gram(0, 1) / (gram(0, 0) * gram(1, 1)).sqrt();
    assert!((correlation - expected).abs() < 0.1, "{correlation} {expected}");

    let pointwise = marginal.pointwise_log_likelihood(fit.draws()).unwrap();
    let sigma = fit.draws().column("sigma").unwrap().as_slice().to_vec();
    let told = pointwise.column("y").unwrap().as_slice().to_vec();
    for (sigma, told) in sigma.iter().zip(told).take(20) {
        let covariance =
            |i: usize, k: usize| 4.0 * product(&x, i, k) + if i == k { sigma * sigma } else { 0.0 };
        assert_relative_eq!(told, multi_normal_density(&y, &[0.0; 20], &covariance), max_relative = 1e-9);
    }
    let unknown = posterior.probabilities(b, fit.draws()).err().unwrap();
    assert!(matches!(unknown, Error::UnknownName { .. }), "{unknown}");
}

/// log Γ(x), by Stirling's series from 12 on.
fn log_gamma(x: f64) -> f64 {
    if x < 12.0 {
        return log_gamma(x + 1.0) - x.ln();
    }
    let series = 1.0 / (12.0 * x) - 1.0 / (360.0 * x.powi(3)) + 1.0 / (1260.0 * x.powi(5))
        - 1.0 / (1680.0 * x.powi(7))
        + 1.0 / (1188.0 * x.powi(9));
    (x - 0.5) * x.ln() - x + 0.5 * core::f64::consts::TAU.ln() + series
}

/// The log probability of draws with these counts, one after the other, their probabilities being integrated
/// over.
fn polya(counts: &[f64], alpha: &[f64]) -> f64 {
    let (all, sum) = (counts.iter().sum::<f64>(), alpha.iter().sum::<f64>());
    let own = counts.iter().zip(alpha).map(|(n, alpha)| log_gamma(n + alpha) - log_gamma(*alpha));
    own.sum::<f64>() + log_gamma(sum) - log_gamma(sum + all)
}

/// Where the typical probability of a category that was not seen is none of the machine's numbers, there is
/// no point to take the gradient at, and no density is told.
#[test]
fn probabilities_that_are_no_numbers() {
    params! { shape: vector(3).positive(), w: simplex(3) }
    let model = model! {
        shape |= exponential(0.5),
        w     |= dirichlet(shape),
        data(&[0, 5, 2]) |= multinomial(w),
    };
    let posterior = model.marginalise(w).compile().unwrap();
    let of_first = |log_shape: f64| posterior.log_density(&[log_shape, 0.1, 0.2], &mut posterior.workspace());
    // exp(−1/α) for α of 0.01 and of 0.001.
    assert!(of_first(0.01_f64.ln()).is_finite());
    assert!(!of_first(0.001_f64.ln()).is_finite());
}

/// Probabilities of categories that were seen, with a prior whose concentration is unknown; and how much of
/// them is one of two rates.
#[test]
fn probabilities() {
    let seen = [0, 2, 2, 1, 2, 3, 2, 2, 0];
    params! { shape: vector(4).positive(), w: simplex(4) }
    let model = model! {
        shape |= exponential(0.5),
        w     |= dirichlet(shape),
        data(&seen) |= categorical(w),
        data(&[3, 0, 9, 1]) |= multinomial(w),
    };
    let marginal = model.marginalise(w);
    let posterior = marginal.compile().unwrap();
    let explanation = posterior.explain().to_string();
    assert!(explanation.contains("an integral over 4 elements together, a Dirichlet"), "{explanation}");
    let expected = |q: &[f64]| {
        let alpha: Vec<f64> = q.iter().map(|q| q.exp()).collect();
        let prior: f64 = q.iter().zip(&alpha).map(|(q, alpha)| q + 0.5_f64.ln() - 0.5 * alpha).sum();
        let ways = log_gamma(14.0) - log_gamma(4.0) - log_gamma(10.0);
        prior + ways + polya(&[5.0, 1.0, 14.0, 2.0], &alpha)
    };
    for q in [[0.3, -0.4, 0.2, 0.0], [-1.0, 2.0, -3.0, 0.1], [4.0, 5.0, 3.5, 6.0]] {
        assert_relative_eq!(value_of(&posterior, &q), expected(&q), max_relative = 1e-10);
    }
    on_every_set(marginal, |set, posterior| {
        let q = [0.3, -0.4, 0.2, 0.0];
        let (value, gradient) = evaluate(posterior, &q);
        assert_relative_eq!(value, expected(&q), max_relative = 1e-10);
        assert_gradient(&gradient, &differences(posterior, &q), 2e-7, || set.to_owned());
    });
    let fit = posterior.nuts().chains(1).warmup(200).draws(500).seed(1).run().unwrap();
    let drawn = posterior.recover(fit.draws(), 2).unwrap();
    let whole = model.compile().unwrap().nuts().chains(2).warmup(300).draws(2_000).seed(3).run().unwrap();
    for name in ["w[0]", "w[1]", "w[2]", "w[3]"] {
        let (own, other) = (drawn.column(name).unwrap(), whole.draws().column(name).unwrap());
        assert!(
            (own.mean() - other.mean()).abs() < 0.2 * other.sd(),
            "{name}: {} {}",
            own.mean(),
            other.mean()
        );
        assert!((own.sd() / other.sd() - 1.0).abs() < 0.2, "{name}: {} {}", own.sd(), other.sd());
    }
}

/// Rows of probabilities, those of the transitions of a series of states.
#[test]
fn rows_of_probabilities() {
    let states = [0, 2, 2, 1, 2, 0, 2, 2, 0, 1];
    params! { mass: positive(), moves: simplex(3).rows(3) }
    let model = model! {
        mass  |= gamma(2.0, 1.0),
        moves |= dirichlet(mass),
        data(&states) |= markov_chain(&[0.5, 0.2, 0.3], moves),
    };
    let posterior = model.marginalise(moves).compile().unwrap();
    for q in [[0.4_f64], [-2.0], [3.0]] {
        let mass = q[0].exp();
        let mut counts = [[0.0; 3]; 3];
        states.windows(2).for_each(|pair| counts[pair[0]][pair[1]] += 1.0);
        let rows: f64 = counts.iter().map(|counts| polya(counts, &[mass; 3])).sum();
        let expected = 2.0 * q[0] - mass + 0.5_f64.ln() + rows;
        assert_relative_eq!(value_of(&posterior, &q), expected, max_relative = 1e-10);
    }
    let fit = posterior.nuts().chains(1).warmup(50).draws(20).seed(1).run().unwrap();
    let drawn = posterior.recover(fit.draws(), 2).unwrap();
    let sum: f64 = (0..3).map(|k| drawn.column(&format!("moves[1,{k}]")).unwrap().mean()).sum();
    assert_relative_eq!(sum, 1.0, max_relative = 1e-12);
}

/// Beside a vector of categories the integral would be one for each of its elements; and there is a limit.
#[test]
fn refusals() {
    let (x, y) = (predictors(3, 3), [0.3, 1.0, 2.0]);
    params! { z: vector(3).binary(), b: vector(3) }
    let model = model! {
        z |= bernoulli(0.3),
        b |= normal(0.0, 2.0),
        data(&y) |= normal(data(&x).dot(b) * (1.0 + z), 1.0),
    };
    let error = model.marginalise(b).marginalise(z).compile().err().unwrap();
    assert!(matches!(error, Error::NotSummed { name: "z", .. }), "{error}");

    let x = Mat::<f64>::zeros(2, 3_000);
    params! { many: vector(3_000) }
    let model = model! { many |= normal(0.0, 2.0), data(&[0.0, 1.0]) |= normal(data(&x).dot(many), 1.0) };
    let error = model.marginalise(many).compile().err().unwrap();
    assert!(error.to_string().contains("3000 elements of it depend on each other"), "{error}");
}
