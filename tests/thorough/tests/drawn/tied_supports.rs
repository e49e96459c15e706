//! Draws of parameters whose support ties their elements: means and products of draws against formulas, and
//! what is refused at once.

use crate::common::{assert_mean, column};
use crate::gibbs::{assert_moments, rules};
use monomorph::covariance::diagonal;
use monomorph::faer::mat;
use monomorph::gibbs::UpdateRule;
use monomorph::prelude::*;

const COUNT: usize = 2_000;

/// The means of all elements and of all their products.
#[track_caller]
fn assert_covariances(draws: &Draws, elements: &[&str], covariance: impl Fn(usize, usize) -> f64) {
    for (i, one) in elements.iter().enumerate() {
        assert_mean(one, column(draws, one), 0.0);
        for (j, other) in elements.iter().enumerate() {
            let both = column(draws, one).iter().zip(column(draws, other));
            let products: Vec<f64> = both.map(|(x, y)| x * y).collect();
            assert_mean(&format!("{one} {other}"), &products, covariance(i, j));
        }
    }
}

/// The largest distance from 0 of the sum of some elements.
fn largest_sum(draws: &Draws, elements: &[&str]) -> f64 {
    let columns: Vec<&[f64]> = elements.iter().map(|element| column(draws, element)).collect();
    let sum = |draw: usize| columns.iter().map(|column| column[draw]).sum::<f64>().abs();
    (0..COUNT).map(sum).fold(0.0, f64::max)
}

const THREE: [&str; 3] = ["x[0]", "x[1]", "x[2]"];

/// I − 1 1ᵀ/n
fn centring(n: usize) -> impl Fn(usize, usize) -> f64 {
    move |i, j| f64::from(u8::from(i == j)) - 1.0 / n as f64
}

#[test]
fn values_that_sum_to_zero() -> Result<(), Error> {
    params! { x: sum_to_zero(3) }
    params! { s: positive() }
    let own = model! { x |= zero_sum_normal(2.0) }.sample_prior(COUNT, 1)?;
    assert_covariances(&own, &THREE, |i, j| 4.0 * centring(3)(i, j));
    assert!(largest_sum(&own, &THREE) < 1e-13);
    // Independent normal numbers given that their sum is 0.
    let stan = model! { x |= normal(0.0, 2.0) }.sample_prior(COUNT, 2)?;
    assert_covariances(&stan, &THREE, |i, j| 4.0 * centring(3)(i, j));
    assert!(largest_sum(&stan, &THREE) < 1e-13);
    let unit = model! { x |= std_normal() }.sample_prior(COUNT, 3)?;
    assert_covariances(&unit, &THREE, centring(3));
    // A mean of all counts for nothing.
    let far = model! { x |= normal(1e6, 1.0) }.sample_prior(COUNT, 4)?;
    assert_covariances(&far, &THREE, centring(3));
    assert!(largest_sum(&far, &THREE) < 1e-9);
    // With unequal variances D: D − D 1 1ᵀ D/(1ᵀ D 1).
    let scales = [0.5, 1.0, 2.0];
    let uneven = model! { x |= normal(0.0, data(&scales)) }.sample_prior(COUNT, 5)?;
    let variance = |i: usize| scales[i] * scales[i];
    assert_covariances(&uneven, &THREE, |i, j| {
        f64::from(u8::from(i == j)) * variance(i) - variance(i) * variance(j) / 5.25
    });
    assert!(largest_sum(&uneven, &THREE) < 1e-13);
    // The mean of x given its sum is that of each less its share of the sum of means.
    let means = [1.0, 0.0, -4.0];
    let moved = model! { x |= normal(data(&means), data(&scales)) }.sample_prior(COUNT, 6)?;
    for (i, mean) in means.into_iter().enumerate() {
        assert_mean("a mean", column(&moved, THREE[i]), mean + variance(i) * 3.0 / 5.25);
    }
    // A given scale is none that was drawn.
    let scaled = model! { s |= half_normal(1.0), x |= normal(0.0, s) };
    let held = scaled.condition(s, 3.0).sample_prior(COUNT, 7)?;
    assert_covariances(&held, &THREE, |i, j| 9.0 * centring(3)(i, j));
    Ok(())
}

#[test]
fn rows_and_matrices_that_sum_to_zero() -> Result<(), Error> {
    let (row, next) = (["x[0,0]", "x[0,1]", "x[0,2]"], ["x[1,0]", "x[1,1]", "x[1,2]"]);
    {
        params! { x: sum_to_zero(3).rows(2) }
        let (scales, each) = ([1.0, 2.0], mat![[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]);
        for (seed, draws) in [
            (1, model! { x |= zero_sum_normal(data(&scales)) }.sample_prior(COUNT, 1)?),
            (2, model! { x |= normal(0.0, data(&each)) }.sample_prior(COUNT, 2)?),
        ] {
            assert_covariances(&draws, &row, centring(3));
            assert_covariances(&draws, &next, |i, j| 4.0 * centring(3)(i, j));
            assert_covariances(
                &draws,
                &["x[0,0]", "x[1,0]"],
                |i, j| {
                    if i == j { [2.0, 8.0][i] / 3.0 } else { 0.0 }
                },
            );
            assert!(largest_sum(&draws, &row) + largest_sum(&draws, &next) < 1e-13, "{seed}");
        }
    }
    params! { x: sum_to_zero_matrix(2, 3) }
    for draws in [
        model! { x |= zero_sum_normal(1.0) }.sample_prior(COUNT, 3)?,
        model! { x |= normal(0.0, 1.0) }.sample_prior(COUNT, 4)?,
    ] {
        // (I − 1 1ᵀ/2) ⊗ (I − 1 1ᵀ/3)
        let all = [row, next].concat();
        assert_covariances(&draws, &all, |i, j| centring(2)(i / 3, j / 3) * centring(3)(i % 3, j % 3));
        assert!(largest_sum(&draws, &row) < 1e-13);
        assert!(largest_sum(&draws, &["x[0,1]", "x[1,1]"]) < 1e-13);
    }
    Ok(())
}

/// A scale that is drawn goes with the law of the subspace, and not with the product over elements, whose
/// integral depends on it.
#[test]
fn a_scale_that_is_drawn() -> Result<(), Error> {
    params! { tau: positive() }
    params! { mu: real() }
    params! { x: sum_to_zero(3) }
    params! { u: unit_vector(3) }
    params! { w: simplex(2) }
    let own = model! { tau |= gamma(3.0, 2.0), x |= zero_sum_normal(tau) }.sample_prior(COUNT, 1)?;
    assert_mean("tau", column(&own, "tau"), 1.5);
    assert_covariances(&own, &THREE, |i, j| 3.0 * centring(3)(i, j)); // E τ² = 3·4/4
    let scale = || model! { tau |= gamma(3.0, 2.0) };
    let message = |error: Error| error.to_string();
    assert_eq!(
        message(model! { scale(), x |= normal(0.0, tau) }.sample_prior(5, 1).unwrap_err()),
        "no value can be drawn from `x |= normal(0.0, tau)`: the support of `x` has fewer dimensions than \
         elements, and the integral of its law there depends on `tau`: the prior of `tau` is not the law of \
         its own statement, from which `tau` was drawn; laws for such a parameter are `zero_sum_normal`"
    );
    let defined = model! { scale(), twice = 2.0 * tau, x |= normal(0.0, twice) };
    assert!(message(defined.sample_prior(5, 1).unwrap_err()).contains("depends on `twice`"));
    let location = model! { mu |= normal(0.0, 1.0), x |= student_t(4.0, mu, 1.0) };
    assert!(message(location.sample_prior(5, 1).unwrap_err()).contains("depends on `mu`"));
    let sphere = model! { scale(), u |= normal(0.0, tau) };
    assert!(message(sphere.sample_prior(5, 1).unwrap_err()).contains("depends on `tau`"));
    let shares = model! { scale(), w |= beta(tau, 1.0) };
    assert!(message(shares.sample_prior(5, 1).unwrap_err()).ends_with("parameter are `dirichlet`"));
    Ok(())
}

/// Where no draw of the elements is inside and the law that they have there is not known, that is said at
/// once.
#[test]
fn what_is_never_inside() {
    params! { x: sum_to_zero(3) }
    params! { both: sum_to_zero_matrix(2, 2) }
    params! { w: simplex(3) }
    params! { u: unit_vector(3) }
    params! { c: corr_matrix(2) }
    params! { l: cholesky_factor_corr(2) }
    params! { s: cov_matrix(2) }
    params! { p: row_stochastic_matrix(2, 2) }
    params! { lines: sum_to_zero(2).rows(2) }
    let (sd, uneven) = ([1.0, 2.0, 1.0], mat![[1.0, 2.0], [1.0, 1.0]]);
    let refused = |answer: Result<Draws, Error>, name: &str, laws: &str| {
        let error = answer.unwrap_err().to_string();
        assert!(error.contains(&format!("is inside the support of `{name}`, which has fewer")), "{error}");
        assert!(error.ends_with(&format!("laws for such a parameter are {laws}")), "{error}");
    };
    let zero_sum = "`zero_sum_normal`";
    refused(model! { x |= student_t(4.0, 0.0, 1.0) }.sample_prior(1, 1), "x", zero_sum);
    refused(model! { x |= uniform(-1.0, 1.0) }.sample_prior(1, 1), "x", zero_sum);
    refused(model! { x |= normal(0.0, 1.0).truncated(-1.0, 1.0) }.sample_prior(1, 1), "x", zero_sum);
    refused(model! { x |= multi_normal(0.0, diagonal(data(&sd))) }.sample_prior(1, 1), "x", zero_sum);
    refused(model! { x |= random_walk(0.0, 1.0) }.sample_prior(1, 1), "x", zero_sum);
    refused(model! { both |= normal(0.0, data(&uneven)) }.sample_prior(1, 1), "both", zero_sum);
    refused(model! { w |= beta(1.0, 2.0) }.sample_prior(1, 1), "w", "`dirichlet`");
    refused(model! { p |= beta(1.0, 2.0) }.sample_prior(1, 1), "p", "`dirichlet`");
    refused(model! { c |= normal(0.0, 1.0) }.sample_prior(1, 1), "c", "`lkj_corr`");
    refused(model! { l |= normal(0.0, 1.0) }.sample_prior(1, 1), "l", "`lkj_corr_cholesky`");
    refused(model! { s |= normal(0.0, 1.0) }.sample_prior(1, 1), "s", "`wishart` and `inv_wishart`");
    let uniform = "`normal(0.0, 1.0)`, which is uniform there";
    refused(model! { u |= normal(1.0, 1.0) }.sample_prior(1, 1), "u", uniform);
    refused(model! { u |= normal(0.0, data(&sd)) }.sample_prior(1, 1), "u", uniform);
    refused(model! { u |= double_exponential(0.0, 1.0) }.sample_prior(1, 1), "u", uniform);
    let parts = model! { lines.row(0) |= normal(0.0, 1.0), lines.row(1) |= normal(0.0, 1.0) };
    refused(parts.sample_prior(1, 1), "lines", zero_sum);
}

/// The direction of independent normal numbers is uniform: E u uᵀ = I/n.
#[test]
fn directions() -> Result<(), Error> {
    params! { x: unit_vector(3) }
    params! { many: unit_vector(2).rows(2) }
    for scale in [1.0, 1e-200, 1e200] {
        let draws = model! { x |= normal(0.0, data(scale)), many |= std_normal() }.sample_prior(COUNT, 1)?;
        assert_covariances(&draws, &THREE, |i, j| if i == j { 1.0 / 3.0 } else { 0.0 });
        let own = ["many[0,0]", "many[0,1]", "many[1,0]", "many[1,1]"];
        assert_covariances(&draws, &own, |i, j| if i == j { 0.5 } else { 0.0 });
    }
    Ok(())
}

/// Ordered elements of one law are the order statistics of as many draws: uniform ones have the means k/(n +
/// 1).
#[test]
fn orders_of_elements_that_are_alike() -> Result<(), Error> {
    const N: usize = 20;
    params! { x: ordered(N) }
    params! { tau: positive() }
    params! { y: ordered(N) }
    params! { rows: ordered(2).rows(3) }
    params! { mixed: ordered(N) }
    let (weights, means) = ([0.3, 0.7], [-4.0, 3.0]);
    let centres = mat![[0.0, 0.0], [5.0, 5.0], [-5.0, -5.0]];
    let draws = model! {
        x |= uniform(-1.0, 2.0),
        tau |= gamma(3.0, 2.0),
        y |= normal(0.0, tau),
        rows |= normal(data(&centres), 1.0),
        mixed |= mixture(data(&weights), components(2, |k| normal(data(&means).at(k), 1.0))),
    }
    .sample_prior(COUNT, 1)?;
    for k in [0, 7, 19] {
        let mean = -1.0 + 3.0 * (k + 1) as f64 / 21.0;
        assert_mean("an order statistic", column(&draws, &format!("x[{k}]")), mean);
    }
    // The scale has its prior, and the sum of squares is that of any order.
    assert_mean("tau", column(&draws, "tau"), 1.5);
    let squares = |draw: usize| (0..N).map(|k| column(&draws, &format!("y[{k}]"))[draw].powi(2)).sum::<f64>();
    assert_mean("the sum of squares", &(0..COUNT).map(squares).collect::<Vec<_>>(), 3.0 * N as f64);
    // E max = 1/√π of two.
    let shift = 1.0 / std::f64::consts::PI.sqrt();
    for (row, mean) in [0.0, 5.0, -5.0].into_iter().enumerate() {
        assert_mean("the lower", column(&draws, &format!("rows[{row},0]")), mean - shift);
        assert_mean("the upper", column(&draws, &format!("rows[{row},1]")), mean + shift);
    }
    let below =
        |draw: usize| (0..N).filter(|k| column(&draws, &format!("mixed[{k}]"))[draw] < -0.5).count() as f64;
    assert_mean("the number of the first component", &(0..COUNT).map(below).collect::<Vec<_>>(), 6.0);
    Ok(())
}

/// Positive elements are half of a symmetric law: E Σ x² = n; of a scale that is drawn only the part counts
/// that is positive, 2⁻ⁿ whatever the scale is.
#[test]
fn positive_orders() -> Result<(), Error> {
    const N: usize = 16;
    params! { x: positive_ordered(N) }
    params! { tau: positive() }
    params! { pair: positive_ordered(2) }
    let draws = model! { x |= normal(0.0, 1.0), tau |= gamma(3.0, 2.0), pair |= normal(0.0, tau) };
    let draws = draws.sample_prior(COUNT, 1)?;
    let squares = |draw: usize| (0..N).map(|k| column(&draws, &format!("x[{k}]"))[draw].powi(2)).sum::<f64>();
    assert_mean("the sum of squares", &(0..COUNT).map(squares).collect::<Vec<_>>(), N as f64);
    assert!(column(&draws, "x[0]").iter().all(|x| *x > 0.0));
    assert_mean("tau", column(&draws, "tau"), 1.5);
    Ok(())
}

/// Elements that differ have one order that is likelier than others: they are drawn until they are in order.
#[test]
fn orders_of_elements_that_are_not_alike() -> Result<(), Error> {
    let means = [1.0, 0.0];
    params! { x: ordered(2) }
    let draws = model! { x |= normal(data(&means), 1.0) }.sample_prior(COUNT, 1)?;
    // x₁ − x₀ is normal(−1, √2) given that it is positive; the sum does not depend on it.
    let sums: Vec<f64> = (0..COUNT).map(|k| column(&draws, "x[0]")[k] + column(&draws, "x[1]")[k]).collect();
    assert_mean("the sum", &sums, 1.0);
    let steps: Vec<f64> = (0..COUNT).map(|k| column(&draws, "x[1]")[k] - column(&draws, "x[0]")[k]).collect();
    // −1 + √2 φ(a)/(1 − Φ(a)) with a = 1/√2.
    assert_mean("the step", &steps, 0.8327056412986988);
    Ok(())
}

/// The elements above the diagonal of a factor are 0, the others drawn as their law says.
#[test]
fn factors() -> Result<(), Error> {
    params! { l: cholesky_factor_cov(3) }
    params! { wide: cholesky_factor_cov_of(3, 2) }
    let draws = model! { l |= normal(0.5, 1.0), wide |= normal(0.0, 1.0) }.sample_prior(COUNT, 1)?;
    assert_mean("an element", column(&draws, "l[2,0]"), 0.5);
    assert!(column(&draws, "l[0,2]").iter().chain(column(&draws, "wide[0,1]")).all(|x| *x == 0.0));
    // The mean of normal(0.5, 1) above 0, 0.5 + φ(0.5)/Φ(0.5).
    assert_mean("a diagonal", column(&draws, "l[1,1]"), 1.0091604338370335);
    assert_mean("a half", column(&draws, "wide[1,1]"), (2.0 / std::f64::consts::PI).sqrt());
    params! { tau: positive() }
    let scaled = model! { tau |= half_normal(1.0), l |= normal(0.0, tau) };
    let error = scaled.sample_prior(1, 1).unwrap_err().to_string();
    assert!(error.contains("depends on `tau`") && error.contains("`wishart_cholesky`"), "{error}");
    Ok(())
}

/// The scale is a conjugate pair with d observations, the effects one with normal data, in their subspace.
#[test]
fn full_conditionals() -> Result<(), Error> {
    let (x, y) = ([0.5, -1.5, 1.0], [1.0, -0.5, 0.8, 1.4, 0.3]);
    params! { v: positive() }
    params! { e: sum_to_zero(3) }
    params! { mu: real() }
    let scale = model! { v |= inv_gamma(3.0, 2.0), e |= zero_sum_normal(v.sqrt()) };
    let posterior = scale.condition(e, &x).compile()?;
    assert_eq!(rules(&posterior), [("v", UpdateRule::InverseGamma)]);
    let draws = posterior.gibbs().chains(2).draws(2_000).seed(1).run()?;
    // inv_gamma(3 + 2/2, 2 + 3.5/2): the mean 3.75/3, the variance 3.75²/(3² 2).
    assert_moments(&draws, "v", 1.25, (3.75_f64.powi(2) / 18.0).sqrt());
    let told = model! { v |= inv_gamma(3.0, 2.0), data(&x) |= zero_sum_normal(v.sqrt()) }.compile()?;
    assert_eq!(rules(&told), [("v", UpdateRule::InverseGamma)]);
    let draws = told.gibbs().chains(2).draws(2_000).seed(2).run()?;
    assert_moments(&draws, "v", 1.25, (3.75_f64.powi(2) / 18.0).sqrt());

    // y = e at a group + noise: with the basis V, the coordinates have the precision 1/4 + Vᵀ N V.
    let (group, noise) = ([0, 1, 2, 0, 0], 1.0);
    let own = model! { e |= zero_sum_normal(2.0), data(&y) |= normal(e.at(&group), noise) };
    let stan = model! { e |= normal(0.0, 2.0), data(&y) |= normal(e.at(&group), noise) };
    for draws in [sampled(own, 3)?, sampled(stan, 4)?] {
        let (means, sds) = normal_on_subspace([3.0, 1.0, 1.0], [2.7, -0.5, 0.8], 0.25);
        for k in 0..3 {
            assert_moments(&draws, &format!("e[{k}]"), means[k], sds[k]);
        }
    }
    Ok(())
}

/// Draws by the rule of effects that are normal.
fn sampled<M: Model>(model: M, seed: u64) -> Result<Draws, Error> {
    let posterior = model.compile()?;
    assert_eq!(rules(&posterior), [("e", UpdateRule::MultiNormal)]);
    posterior.gibbs().chains(2).draws(2_000).seed(seed).run()
}

/// Means and standard deviations of x = Vq for the precision diag(n) + p of x and the slope s at 0.
fn normal_on_subspace(n: [f64; 3], s: [f64; 3], p: f64) -> ([f64; 3], [f64; 3]) {
    let v = [[0.5_f64.sqrt(), -(0.5_f64.sqrt()), 0.0], [1.0, 1.0, -2.0].map(|x: f64| x / 6.0_f64.sqrt())];
    let form = |a: [f64; 3], b: [f64; 3]| (0..3).map(|k| a[k] * b[k] * (n[k] + p)).sum::<f64>();
    let (a, b, c) = (form(v[0], v[0]), form(v[0], v[1]), form(v[1], v[1]));
    let determinant = a * c - b * b;
    let covariance = [[c / determinant, -b / determinant], [-b / determinant, a / determinant]];
    let slope = [0, 1].map(|i| (0..3).map(|k| v[i][k] * s[k]).sum::<f64>());
    let q = [0, 1].map(|i| covariance[i][0] * slope[0] + covariance[i][1] * slope[1]);
    let mean = |k: usize| v[0][k] * q[0] + v[1][k] * q[1];
    let variance = |k: usize| {
        (0..2).map(|i| (0..2).map(|j| v[i][k] * covariance[i][j] * v[j][k]).sum::<f64>()).sum::<f64>()
    };
    ([mean(0), mean(1), mean(2)], [variance(0).sqrt(), variance(1).sqrt(), variance(2).sqrt()])
}

/// Rows and matrices by the same rule: the prior alone has the covariances of its draws.
#[test]
fn full_conditionals_of_matrices() -> Result<(), Error> {
    params! { rows: sum_to_zero(3).rows(2) }
    params! { both: sum_to_zero_matrix(3, 3) }
    params! { y: real() }
    let model = model! {
        rows |= zero_sum_normal(1.0), both |= zero_sum_normal(2.0), y |= normal(rows.row(0).at(0), 0.5),
    };
    let posterior = model.condition(y, 1.0).compile()?;
    assert_eq!(rules(&posterior), [("rows", UpdateRule::MultiNormal), ("both", UpdateRule::MultiNormal)]);
    let draws = posterior.gibbs().chains(2).draws(2_000).seed(1).run()?;
    // rows[0,0] is normal(0, √⅔), seen with noise ½.
    let precision = 1.5 + 4.0;
    assert_moments(&draws, "rows[0,0]", 4.0 / precision, (1.0_f64 / precision).sqrt());
    assert_moments(&draws, "rows[0,1]", -2.0 / precision, (0.5 + 0.25 / precision).sqrt());
    assert_moments(&draws, "rows[1,2]", 0.0, (2.0_f64 / 3.0).sqrt());
    assert_moments(&draws, "both[2,2]", 0.0, 2.0 * 2.0 / 3.0);
    Ok(())
}
