//! Fields that are marginalised by Laplace approximations, with sparse precisions and on a subspace. Value
//! and gradient equal the results of dense forms.

use crate::common::{assert_gradient, differences, evaluate};
use crate::laplace::value_of;
use approx::assert_relative_eq;
use monomorph::faer::Mat;
use monomorph::prelude::*;

/// A field on a lattice, in which neighbours meet by its sparse precision, compared with a dense precision,
/// in which all elements meet.
#[test]
fn fields_with_sparse_precisions() {
    use monomorph::covariance::{Pattern, sparse_precision};
    let (rows, columns) = (4, 5);
    let cell = |i: usize, j: usize| i * columns + j;
    let edges: Vec<(usize, usize)> = (0..rows)
        .flat_map(|i| (0..columns).map(move |j| (i, j)))
        .flat_map(|(i, j)| {
            let down = (i > 0).then(|| (cell(i, j), cell(i.saturating_sub(1), j)));
            let right = (j > 0).then(|| (cell(i, j), cell(i, j.saturating_sub(1))));
            down.into_iter().chain(right)
        })
        .collect();
    let pattern = Pattern::new(20, edges.iter().copied()).unwrap();
    let mut dense = Mat::<f64>::zeros(20, 20);
    for &(one, other) in &edges {
        (dense[(one, one)], dense[(other, other)]) = (dense[(one, one)] + 1.0, dense[(other, other)] + 1.0);
        (dense[(one, other)], dense[(other, one)]) = (-1.0, -1.0);
    }
    let laplacian: Vec<f64> = pattern.iter().map(|place| dense[place]).collect();
    let identity: Vec<f64> = pattern.iter().map(|(i, j)| f64::from(u8::from(i == j))).collect();
    let eye = Mat::<f64>::identity(20, 20);
    let count: Vec<u32> = (0..20).map(|place| (place * 7 % 5) as u32).collect();
    params! { kappa: positive(), tau: positive(), mu: real(), x: vector(20) }
    let sparse = model! {
        kappa |= exponential(1.0), tau |= gamma(2.0, 1.0), mu |= normal(0.0, 2.0),
        omega = tau * (kappa * data(&identity) + data(&laplacian)),
        x |= multi_normal(0.0, sparse_precision(&pattern, omega)),
        data(&count) |= poisson_log(mu + x),
    };
    let full = model! {
        kappa |= exponential(1.0), tau |= gamma(2.0, 1.0), mu |= normal(0.0, 2.0),
        x |= multi_normal_prec(0.0, tau * (kappa * data(&eye) + data(&dense))),
        data(&count) |= poisson_log(mu + x),
    };
    let sparse = sparse.marginalise_by_laplace(x).compile().unwrap();
    let text = sparse.explain().to_string();
    assert!(text.contains("20 elements, of which 31 pairs meet"), "{text}");
    let full = full.marginalise_by_laplace(x).compile().unwrap();
    assert!(full.explain().to_string().contains("of which 190 pairs meet"));
    for q in [[0.3_f64, -0.4, 0.2], [-2.0, 1.0, 0.5]] {
        let value = value_of(&sparse, &q);
        let (want, slopes) = evaluate(&full, &q);
        assert_relative_eq!(value, want, max_relative = 1e-10);
        for (slope, want) in evaluate(&sparse, &q).1.iter().zip(&slopes) {
            assert_relative_eq!(slope, want, max_relative = 1e-7, epsilon = 1e-8);
        }
    }
}

/// Returns the pseudo-inverse of a symmetric matrix, scaled so that the geometric mean of its diagonal over
/// each of these components is 1.
fn pseudo_inverse(r: &Mat<f64>, components: &[&[usize]]) -> Mat<f64> {
    let n = r.nrows();
    let eigen = r.self_adjoint_eigen(monomorph::faer::Side::Lower).unwrap();
    let values: Vec<f64> = (0..n).map(|k| eigen.S()[k]).collect();
    let inverse = |value: f64| if value.abs() < 1e-9 { 0.0 } else { value.recip() };
    let of = |i: usize, j: usize| {
        (0..n).map(|k| eigen.U()[(i, k)] * eigen.U()[(j, k)] * inverse(values[k])).sum::<f64>()
    };
    let mut result = Mat::from_fn(n, n, of);
    for places in components {
        let mean = (places.iter().map(|&i| result[(i, i)].ln()).sum::<f64>() / places.len() as f64).exp();
        for &i in *places {
            for &j in *places {
                result[(i, j)] /= mean;
            }
        }
    }
    result
}

/// A graph of two components and an island, and the pseudo-inverse of its scaled structure.
fn islands() -> (Adjacency, Mat<f64>) {
    let edges = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (4, 5), (5, 6)];
    let adjacency = Adjacency::new(8, &edges).unwrap();
    let mut r = Mat::<f64>::zeros(8, 8);
    r[(7, 7)] = 1.0;
    for (one, other) in edges {
        (r[(one, one)], r[(other, other)]) = (r[(one, one)] + 1.0, r[(other, other)] + 1.0);
        (r[(one, other)], r[(other, one)]) = (-1.0, -1.0);
    }
    (adjacency, pseudo_inverse(&r, &[&[0, 1, 2, 3], &[4, 5, 6]]))
}

/// Fields on a subspace under normal data: the integral is that of a normal distribution with a dense
/// covariance, value and gradient.
#[test]
fn fields_that_sum_to_zero() {
    let (adjacency, inverse) = islands();
    let y = [0.4, -0.3, 1.2, 0.1, -0.8, 0.9, 0.2, -1.1];
    let eye = Mat::<f64>::identity(8, 8);
    params! { sigma: positive(), noise: positive(), phi: sum_to_zero(8).within(&adjacency) }
    let model = model! {
        sigma |= half_normal(1.0),
        noise |= half_normal(1.0),
        phi   |= icar(&adjacency, sigma),
        data(&y) |= normal(phi, noise),
    };
    let posterior = model.marginalise_by_laplace(phi).compile().unwrap();
    let text = posterior.explain().to_string();
    assert!(text.contains("8 elements with 2 sums that are 0, of which 7 pairs meet"), "{text}");
    let dense = {
        params! { sigma: positive(), noise: positive() }
        let model = model! {
            sigma |= half_normal(1.0),
            noise |= half_normal(1.0),
            data(&y) |= multi_normal(0.0, sigma.square() * data(&inverse) + noise.square() * data(&eye)),
        };
        model.compile().unwrap()
    };
    for q in [[0.3_f64, -0.4], [-1.0, 0.5]] {
        assert_same(&posterior, &dense, &q);
    }
    // What is drawn sums to zero.
    let draws = posterior.nuts().chains(1).warmup(50).draws(50).seed(1).progress(false).run().unwrap();
    let fields = posterior.recover(draws.draws(), 2).unwrap();
    for places in [&[0, 1, 2, 3][..], &[4, 5, 6]] {
        for draw in 0..50 {
            let of = |place: &usize| fields.column(&format!("phi[{place}]")).unwrap().as_slice()[draw];
            assert!(places.iter().map(of).sum::<f64>().abs() < 1e-9);
        }
    }
}

/// BYM2 under normal data, both of its parts integrated out together: a normal distribution whose covariance
/// is σ² ((1 − ρ) I + ρ R⁺) with that of the data.
#[test]
fn bym2_is_integrated_out() {
    let (adjacency, inverse) = islands();
    let y = [0.4, -0.3, 1.2, 0.1, -0.8, 0.9, 0.2, -1.1];
    let eye = Mat::<f64>::identity(8, 8);
    params! { sigma: positive(), rho: interval(0.0, 1.0), noise: positive() }
    params! { theta: vector(8), phi: sum_to_zero(8).within(&adjacency) }
    let prior = model! { sigma |= half_normal(1.0), rho |= beta(2.0, 2.0), noise |= half_normal(1.0) };
    let model = model! {
        prior,
        theta |= normal(0.0, 1.0),
        phi   |= icar(&adjacency, 1.0),
        effect = bym2(theta, phi, sigma, rho),
        data(&y) |= normal(0.3 + effect, noise),
    };
    let posterior = model.marginalise_by_laplace((theta, phi)).compile().unwrap();
    let dense = model! {
        prior,
        shares = (1.0 - rho) * data(&eye) + rho * data(&inverse),
        data(&y) |= multi_normal(0.3, sigma.square() * shares + noise.square() * data(&eye)),
    };
    let dense = dense.compile().unwrap();
    for q in [[0.3_f64, 0.8, -0.4], [-1.0, -1.5, 0.5]] {
        assert_same(&posterior, &dense, &q);
    }
}

fn assert_same<M: BoundModel, N: BoundModel>(posterior: &Posterior<M>, other: &Posterior<N>, q: &[f64]) {
    let (value, gradient) = evaluate(posterior, q);
    let (want, slopes) = evaluate(other, q);
    assert_relative_eq!(value, want, max_relative = 1e-9);
    for (slope, want) in gradient.iter().zip(&slopes) {
        assert_relative_eq!(slope, want, max_relative = 1e-7, epsilon = 1e-7);
    }
}

/// A smooth curve without level and trend, and effects that sum to zero.
#[test]
fn curves_and_effects_that_sum_to_zero() {
    let places = [0.0, 1.0, 1.5, 3.0, 4.0, 6.5];
    let y = [0.4, -0.3, 1.2, 0.1, -0.8, 0.9];
    let mut r = Mat::<f64>::zeros(6, 6);
    for i in 1..5 {
        let (before, after) = (places[i] - places[i - 1], places[i + 1] - places[i]);
        let h: f64 = 0.5 * (before + after);
        let c = [1.0 / before / h.sqrt(), -(1.0 / before + 1.0 / after) / h.sqrt(), 1.0 / after / h.sqrt()];
        for (a, one) in c.iter().enumerate() {
            for (b, other) in c.iter().enumerate() {
                r[(i - 1 + a, i - 1 + b)] += one * other;
            }
        }
    }
    let inverse = pseudo_inverse(&r, &[&[0, 1, 2, 3, 4, 5]]);
    let centred = Mat::from_fn(6, 6, |i, j| f64::from(u8::from(i == j)) - 1.0 / 6.0);
    let eye = Mat::<f64>::identity(6, 6);
    params! { sigma: positive(), f: sum_to_zero(6).without_trend(&places) }
    let curve = model! {
        sigma |= half_normal(1.0),
        f     |= intrinsic_random_walk(&places, 2, sigma),
        data(&y) |= normal(f, 0.5),
    };
    let curve = curve.marginalise_by_laplace(f).compile().unwrap();
    params! { tau: positive(), e: sum_to_zero(6) }
    let effects = model! {
        tau |= half_normal(1.0),
        e   |= zero_sum_normal(tau),
        data(&y) |= normal(e, 0.5),
    };
    let effects = effects.marginalise_by_laplace(e).compile().unwrap();
    let dense = |covariance: &Mat<f64>| {
        params! { sigma: positive() }
        let model = model! {
            sigma |= half_normal(1.0),
            data(&y) |= multi_normal(0.0, sigma.square() * data(covariance) + 0.25 * data(&eye)),
        };
        model.compile().unwrap()
    };
    for q in [[0.3_f64], [-1.0]] {
        assert_same(&curve, &dense(&inverse), &q);
        assert_same(&effects, &dense(&centred), &q);
    }
    let wrong = model! { tau |= half_normal(1.0), e |= normal(0.0, tau) };
    let error = wrong.marginalise_by_laplace(e).compile().unwrap_err().to_string();
    assert!(error.contains("zero_sum_normal"), "{error}");
}

/// One of four thousand elements is far from its mode when the others have reached theirs.
#[test]
fn one_element_of_many_is_found() {
    let mut count = vec![1_u32; 4_000];
    count[1_234] = 0;
    params! { tau: positive(), x: vector(count.len()) }
    let model = model! {
        tau |= half_normal(1.0),
        x   |= normal(0.0, tau),
        data(&count) |= poisson_log(x),
    };
    let posterior = model.marginalise_by_laplace(x).compile().unwrap();
    let one = |y: f64, tau: f64| {
        let mut x = 0.0_f64;
        for _ in 0..100 {
            x += (y - x.exp() - x / (tau * tau)) / (x.exp() + 1.0 / (tau * tau));
        }
        let h = x.exp() + 1.0 / (tau * tau);
        y * x - x.exp() - 0.5 * (x / tau).powi(2) - tau.ln() - 0.5 * h.ln()
    };
    for q in [0.0_f64, 1.5, 2.5] {
        let tau = q.exp();
        let prior = 0.5 * (2.0 / core::f64::consts::PI).ln() - 0.5 * tau * tau + q;
        let want = prior + 3_999.0 * one(1.0, tau) + one(0.0, tau);
        let (value, gradient) = evaluate(&posterior, &[q]);
        assert_relative_eq!(value, want, max_relative = 1e-10);
        // Differences of a sum over thousands of elements have fewer digits.
        assert_gradient(&gradient, &differences(&posterior, &[q]), 1e-4, || format!("at {q}"));
    }
}
