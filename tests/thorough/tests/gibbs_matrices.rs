//! Gibbs sampling of vectors and covariance matrices with conjugate pairs, against closed forms (Gelman et
//! al. 2013, "Bayesian Data Analysis", 3.6; DeGroot 1970, "Optimal Statistical Decisions", 9.10) and against
//! priors that models without data must give back.

#[path = "../../common/gibbs.rs"]
mod common;

use common::{assert_moments, rules};
use monomorph::covariance::{ar1, dense, diagonal, kronecker, scaled_identity};
use monomorph::faer::{Mat, mat};
use monomorph::gibbs::UpdateRule;
use monomorph::prelude::*;

/// Five observations of three variables, which are measured in very different units.
fn observations(k: usize) -> Mat<f64> {
    let y = mat![
        [0.3, -20.0, 0.001],
        [1.1, 40.0, -0.003],
        [-0.5, 90.0, 0.002],
        [0.1, 20.0, 0.004],
        [2.0, -50.0, 0.0]
    ];
    Mat::from_fn(y.nrows(), k, |i, j| y[(i, j)])
}

/// A prior scale that goes with the observations.
fn scale(k: usize) -> Mat<f64> {
    let units = [1.0, 50.0, 0.002];
    let correlation = |i: usize, j: usize| if i == j { 2.0 } else { 0.5 };
    Mat::from_fn(k, k, |i, j| units[i] * units[j] * correlation(i, j))
}

/// The numbers of a normal distribution with an (inverse) Wishart one for its covariance: m, κ, ν and the
/// matrix.
struct Conjugate {
    mean: Vec<f64>,
    count: f64,
    freedom: f64,
    scatter: Mat<f64>,
}

impl Conjugate {
    /// Returns the numbers after the observations.
    fn after(&self, y: &Mat<f64>) -> Self {
        let (n, k) = (y.nrows() as f64, y.ncols());
        let means: Vec<f64> = (0..k).map(|j| y.col(j).iter().sum::<f64>() / n).collect();
        let count = self.count + n;
        let scatter = Mat::from_fn(k, k, |i, j| {
            let within: f64 =
                (0..y.nrows()).map(|row| (y[(row, i)] - means[i]) * (y[(row, j)] - means[j])).sum();
            let between = (means[i] - self.mean[i]) * (means[j] - self.mean[j]);
            self.scatter[(i, j)] + within + self.count * n / count * between
        });
        let mean = (0..k).map(|j| (self.count * self.mean[j] + n * means[j]) / count).collect();
        Self { mean, count, freedom: self.freedom + n, scatter }
    }

    /// Asserts the moments of `mu`, and of the covariance `sigma`.
    fn assert_covariance(&self, draws: &Draws) {
        let (k, psi) = (self.mean.len(), &self.scatter);
        let above = self.freedom - k as f64;
        for i in 0..k {
            let variance = psi[(i, i)] / (self.count * (above - 1.0));
            assert_moments(draws, &format!("mu[{i}]"), self.mean[i], variance.sqrt());
            for j in 0..k {
                let spread = (above + 1.0) * psi[(i, j)].powi(2) + (above - 1.0) * psi[(i, i)] * psi[(j, j)];
                let variance = spread / (above * (above - 1.0).powi(2) * (above - 3.0));
                let mean = psi[(i, j)] / (above - 1.0);
                assert_moments(draws, &format!("sigma[{i},{j}]"), mean, variance.sqrt());
            }
        }
    }

    /// Asserts the moments of `mu`, and of the precision `omega`.
    fn assert_precision(&self, draws: &Draws) {
        use monomorph::faer::linalg::solvers::DenseSolveCore;
        let (k, psi) = (self.mean.len(), &self.scatter);
        let inverse = psi.partial_piv_lu().inverse();
        for i in 0..k {
            let variance = psi[(i, i)] / (self.count * (self.freedom - k as f64 - 1.0));
            assert_moments(draws, &format!("mu[{i}]"), self.mean[i], variance.sqrt());
            for j in 0..k {
                let spread = inverse[(i, j)].powi(2) + inverse[(i, i)] * inverse[(j, j)];
                let mean = self.freedom * inverse[(i, j)];
                assert_moments(draws, &format!("omega[{i},{j}]"), mean, (self.freedom * spread).sqrt());
            }
        }
    }
}

#[test]
fn covariances_have_their_posteriors() {
    for k in [2, 3] {
        let (y, psi, m0) = (observations(k), scale(k), vec![0.5; k]);
        let prior = Conjugate { mean: m0.clone(), count: 2.0, freedom: 9.0, scatter: psi.clone() };
        params! { mu: vector(k), sigma: cov_matrix(k) }
        let model = model! {
            sigma |= inv_wishart(9.0, data(&psi)),
            mu    |= multi_normal(&m0, sigma / 2.0),
            data(&y) |= multi_normal(mu, sigma),
        };
        let posterior = model.compile().unwrap();
        assert_eq!(
            rules(&posterior),
            [("sigma", UpdateRule::InverseWishart), ("mu", UpdateRule::MultiNormal)]
        );
        assert!(posterior.gibbs().schedule().to_string().contains("conjugate: an inverse Wishart"));
        let draws = posterior.gibbs().chains(2).warmup(100).draws(5_000).seed(1).run().unwrap();
        prior.after(&y).assert_covariance(&draws);
    }
}

#[test]
fn precisions_have_their_posteriors() {
    for k in [2, 3] {
        let (y, psi, m0) = (observations(k), scale(k), vec![0.5; k]);
        let prior = Conjugate { mean: m0.clone(), count: 2.0, freedom: 9.0, scatter: psi.clone() };
        let (one, rest) = (y.get(0..1, ..).to_owned(), y.get(1.., ..).to_owned());
        let row: Vec<f64> = (0..k).map(|j| one[(0, j)]).collect();
        params! { mu: vector(k), omega: cov_matrix(k) }
        // A single vector, and rows by way of the covariance.
        let model = model! {
            omega |= wishart(9.0, data(&psi).inverse_spd()),
            mu    |= multi_normal_prec(&m0, 2.0 * omega),
            data(&row) |= multi_normal_prec(mu, omega),
            data(&rest) |= multi_normal(mu, omega.inverse_spd()),
        };
        let posterior = model.compile().unwrap();
        assert_eq!(rules(&posterior), [("omega", UpdateRule::Wishart), ("mu", UpdateRule::MultiNormal)]);
        let draws = posterior.gibbs().chains(2).warmup(100).draws(5_000).seed(2).run().unwrap();
        prior.after(&y).assert_precision(&draws);
    }
}

#[test]
fn without_observations_there_is_the_prior() {
    let (psi, factor) = (scale(2), mat![[0.7, 0.0], [-0.3, 0.5]]);
    params! { sigma: cov_matrix(2), omega: cov_matrix(2), mu: vector(2), y: vector(2).rows(3) }
    let model = model! {
        sigma |= inv_wishart(9.0, data(&psi)),
        omega |= wishart(5.0, data(&psi)),
        mu    |= multi_normal_cholesky(&[1.0, -1.0], data(&factor)),
        y     |= multi_normal(mu, sigma),
    };
    let posterior = model.compile().unwrap();
    let expected = [
        ("sigma", UpdateRule::InverseWishart),
        ("omega", UpdateRule::Wishart),
        ("mu", UpdateRule::MultiNormal),
        ("y", UpdateRule::MultiNormal),
    ];
    assert_eq!(rules(&posterior), expected);
    let draws = posterior.gibbs().chains(4).warmup(200).draws(4_000).seed(3).run().unwrap();
    assert_moments(&draws, "mu[0]", 1.0, 0.7);
    assert_moments(&draws, "mu[1]", -1.0, 0.34_f64.sqrt());
    for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let (square, product) = (psi[(i, j)].powi(2), psi[(i, i)] * psi[(j, j)]);
        let inverse = (8.0 * square + 6.0 * product) / (7.0 * 36.0 * 4.0);
        assert_moments(&draws, &format!("sigma[{i},{j}]"), psi[(i, j)] / 6.0, inverse.sqrt());
        assert_moments(
            &draws,
            &format!("omega[{i},{j}]"),
            5.0 * psi[(i, j)],
            (5.0 * (square + product)).sqrt(),
        );
    }
    // The variance of y is that of its mean and the mean of its variance.
    assert_moments(&draws, "y[2,0]", 1.0, (0.49 + psi[(0, 0)] / 6.0).sqrt());
}

#[test]
fn rows_that_depend_on_each_other_and_rows_that_do_not() {
    let (y, group) = ([1.5, 0.3, -0.8, 2.0], [0, 0, 1, 2]);
    let x = mat![[1.0, 0.5], [1.0, -0.3], [1.0, 1.4], [1.0, 0.1]];
    let sigma = mat![[1.0, 0.5], [0.5, 2.0]];
    params! { tied: vector(2).rows(3), apart: vector(2).rows(3) }
    let model = model! {
        tied  |= normal(0.0, 1.0),
        apart |= multi_normal(0.0, data(&sigma)),
        data(3.0) |= normal(tied.sum(), 2.0),
        data(&y) |= normal(matrix(x.as_ref()).dot_by_group(apart, &group), 0.5),
    };
    let posterior = model.compile().unwrap();
    assert_eq!(rules(&posterior), [("tied", UpdateRule::MultiNormal), ("apart", UpdateRule::MultiNormal)]);
    let draws = posterior.gibbs().chains(2).warmup(1).draws(5_000).seed(5).run().unwrap();
    // Six standard normal elements with a known sum.
    for element in ["tied[0,0]", "tied[2,1]"] {
        assert_moments(&draws, element, 3.0 / 10.0, 0.9_f64.sqrt());
    }
    // The rows of one observation: Σ x (xᵀ Σ x + s²)⁻¹ y.
    for (row, observation) in [(1, 2), (2, 3)] {
        let x = [x[(observation, 0)], x[(observation, 1)]];
        let by_x = [sigma[(0, 0)] * x[0] + sigma[(0, 1)] * x[1], sigma[(1, 0)] * x[0] + sigma[(1, 1)] * x[1]];
        let variance = x[0] * by_x[0] + x[1] * by_x[1] + 0.25;
        for i in [0, 1] {
            let sd = (sigma[(i, i)] - by_x[i] * by_x[i] / variance).sqrt();
            assert_moments(&draws, &format!("apart[{row},{i}]"), by_x[i] * y[observation] / variance, sd);
        }
    }
}

#[test]
fn factors_of_known_matrices_are_conjugate() {
    let y = [0.3_f64, -1.2, 2.0];
    let r = mat![[1.0, 0.5, 0.25], [0.5, 1.0, 0.5], [0.25, 0.5, 1.0]];
    let times = [0.0, 1.0, 2.0];
    // The correlation of `ar1` is the same matrix.
    params! {
        dense_v: positive(), ar_v: positive(), precision: positive(), all: positive(),
        each: vector(3).positive(),
    }
    let model = model! {
        dense_v   |= inv_gamma(4.0, 2.0),
        ar_v      |= inv_gamma(4.0, 2.0),
        precision |= gamma(4.0, 2.0),
        all       |= inv_gamma(4.0, 2.0),
        each      |= inv_gamma(4.0, 2.0),
        data(&y) |= multi_normal(0.0, dense_v * data(&r)),
        data(&y) |= multi_normal(0.0, ar1(0.5, ar_v, &times)),
        data(&y) |= multi_normal_prec(0.0, data(&r) * precision),
        data(&y) |= multi_normal(0.0, scaled_identity(2.0 * all)),
        data(&y) |= multi_normal(0.0, diagonal(each)),
    };
    let posterior = model.compile().unwrap();
    let expected = [
        UpdateRule::InverseGamma,
        UpdateRule::InverseGamma,
        UpdateRule::Gamma,
        UpdateRule::InverseGamma,
        UpdateRule::InverseGamma,
    ];
    assert_eq!(rules(&posterior).iter().map(|(_, rule)| *rule).collect::<Vec<_>>(), expected);
    let draws = posterior.gibbs().chains(2).warmup(1).draws(5_000).seed(4).run().unwrap();
    // y as an autoregressive process, whose inverse covariance is 4/3 of this.
    let steps = y[0] * y[0] * 0.75 + (y[1] - 0.5 * y[0]).powi(2) + (y[2] - 0.5 * y[1]).powi(2);
    let (by_inverse, squares) = (steps / 0.75, y.iter().map(|y| y * y).sum::<f64>());
    let by_matrix = squares + y[0] * y[1] + y[1] * y[2] + 0.5 * y[0] * y[2];
    let inv_gamma = |shape: f64, scale: f64| {
        let mean = scale / (shape - 1.0);
        (mean, mean / (shape - 2.0).sqrt())
    };
    let exact = [
        ("dense_v", inv_gamma(5.5, 2.0 + 0.5 * by_inverse)),
        ("ar_v", inv_gamma(5.5, 2.0 + 0.5 * by_inverse)),
        ("precision", (5.5 / (2.0 + 0.5 * by_matrix), 5.5_f64.sqrt() / (2.0 + 0.5 * by_matrix))),
        ("all", inv_gamma(5.5, 2.0 + 0.25 * squares)),
        ("each[2]", inv_gamma(4.5, 2.0 + 0.5 * y[2] * y[2])),
    ];
    for (element, (mean, sd)) in exact {
        assert_moments(&draws, element, mean, sd);
    }
}

/// The rule of one parameter.
fn rule_of<M: Model>(model: M, name: &str) -> UpdateRule {
    let posterior = model.compile().unwrap();
    rules(&posterior).into_iter().find(|(known, _)| *known == name).unwrap().1
}

#[test]
fn other_functions_of_a_covariance_are_no_conjugate_pair() {
    let (y, psi) = (observations(2), scale(2));
    params! { mu: vector(2), sigma: cov_matrix(2) }
    let with_prior = || model! { mu |= normal(0.0, 1.0), sigma |= inv_wishart(5.0, data(&psi)) };
    let heavy = model! { with_prior(), data(&y) |= multi_student_t(4.0, mu, sigma) };
    assert_eq!(
        (rule_of(heavy, "mu"), rule_of(heavy, "sigma")),
        (UpdateRule::Hamiltonian, UpdateRule::Hamiltonian)
    );
    // Element by element, a sum, a prior of the other kind, and twice.
    let product = model! { with_prior(), data(&y) |= multi_normal(mu, sigma * data(&psi)) };
    assert_eq!(
        (rule_of(product, "mu"), rule_of(product, "sigma")),
        (UpdateRule::MultiNormal, UpdateRule::Hamiltonian)
    );
    let sum = model! { with_prior(), data(&y) |= multi_normal(mu, sigma + data(&psi)) };
    assert_eq!(rule_of(sum, "sigma"), UpdateRule::Hamiltonian);
    let other = model! { with_prior(), data(&y) |= multi_normal_prec(mu, sigma) };
    assert_eq!(rule_of(other, "sigma"), UpdateRule::Hamiltonian);
    let four = [0.1, 0.2, 0.3, 0.4];
    let twice = model! { with_prior(), data(&four) |= multi_normal(0.0, kronecker(sigma, sigma)) };
    assert_eq!(rule_of(twice, "sigma"), UpdateRule::Hamiltonian);
    let once = model! { with_prior(), data(&four) |= multi_normal(0.0, kronecker(data(&psi), sigma)) };
    assert_eq!(rule_of(once, "sigma"), UpdateRule::InverseWishart);
}

#[test]
fn a_part_of_a_covariance_is_no_conjugate_pair() {
    let y = observations(2);
    let psi = Mat::from_fn(4, 4, |i, j| if i == j { 1.0 } else { 0.1 });
    params! { sigma: cov_matrix(4) }
    let with_prior = || model! { sigma |= inv_wishart(9.0, data(&psi)) };
    let part = model! { with_prior(), data(&y) |= multi_normal(0.0, sigma.block(0..2, 0..2)) };
    assert_eq!(rule_of(part, "sigma"), UpdateRule::Hamiltonian);
    let inverse = model! {
        with_prior(),
        data(&y) |= multi_normal_prec(0.0, sigma.block(0..2, 0..2).inverse_spd()),
    };
    assert_eq!(rule_of(inverse, "sigma"), UpdateRule::Hamiltonian);
    let mask = [true, false, true, false];
    let masked = model! { with_prior(), data(&y) |= multi_normal(0.0, dense(sigma).observed(&mask)) };
    assert_eq!(rule_of(masked, "sigma"), UpdateRule::Hamiltonian);
}

#[test]
fn an_unknown_factor_of_a_covariance_is_no_conjugate_pair() {
    let psi = scale(2);
    params! { kappa: positive(), sigma: cov_matrix(2), mu: vector(2) }
    let model = model! {
        kappa |= gamma(2.0, 2.0),
        sigma |= inv_wishart(5.0, data(&psi)),
        mu    |= multi_normal(0.0, sigma / kappa),
    };
    assert_eq!(rule_of(model, "sigma"), UpdateRule::Hamiltonian);
}

#[test]
fn a_covariance_with_too_little_freedom_is_an_error() {
    params! { sigma: cov_matrix(2) }
    let model = model! {
        sigma |= flat(),
        data(&[0.5, -0.2]) |= multi_normal(0.0, sigma),
    };
    let error = model.compile().unwrap().gibbs().run().unwrap_err().to_string();
    assert_eq!(
        error,
        "the full conditional of `sigma` is no distribution: give it a proper prior, or more data"
    );
}
