//! At least one model for each folder of nodes, operations, covariances, distributions and supports, which
//! is evaluated at `count` [extreme points](crate::common::extreme).

use crate::common::extreme::wander;
use faer::{Mat, MatRef};
use monomorph::covariance::{
    ar1, dense, diagonal, factored, kronecker, low_rank, precision, scaled_identity,
};
use monomorph::prelude::*;
use monomorph::{functions, support};

const Y: [f64; 6] = [0.3, 1.2, 0.7, 2.5, 0.9, 4.0];
const COUNTS: [u32; 6] = [3, 0, 5, 1, 2, 9];
const FLAGS: [bool; 6] = [true, false, true, true, false, false];
const GROUPS: [u32; 6] = [0, 2, 1, 1, 0, 2];

/// `src/node`: indices, products with data, sums, definitions.
pub fn nodes(count: usize) {
    let design =
        MatRef::from_row_major_slice(&[0.5, 1.0, -1.0, 0.0, 2.0, 0.3, 1.0, 1.0, -0.2, 0.4, 0.0, 0.1], 6, 2);
    params! { tau: positive(), alpha: vector(3), beta: vector(2), share: interval(0.0, 1.0) }
    let model = model! {
        tau   |= half_normal(2.0),
        alpha |= normal(0.0, tau),
        beta  |= student_t(3.0, 0.0, 1.0),
        share |= flat(),
        eta = alpha.at(&GROUPS) + matrix(design).dot(beta),
        data(&Y) |= normal(eta - 0.5 * eta.mean(), tau + 0.1),
        increment(alpha.softmax().dot(alpha.cumulative_sum()) - alpha.log_sum_exp() - alpha.sd()),
        increment(functions::log_mix(share, alpha.at(0), beta.at(1)) - alpha.slice(1..3).dot(beta).abs()),
    };
    wander("nodes", count, model);
}

/// `src/node/unary` and `binary`: functions where their slopes are infinite.
pub fn elements(count: usize) {
    params! { x: vector(3), y: real(), s: positive() }
    let model = model! {
        x |= cauchy(0.0, 2.0),
        y |= normal(0.0, 2.0),
        s |= lognormal(0.0, 1.0),
        increment(-x.square().sqrt() - (x / s).tanh() - s.sqrt() * x.abs().sqrt() + s.log() * y
            - x.log1p_exp()),
        increment(s.powf(y) * -1.0 - s.lgamma() + (y * s).sin() + x.abs().powf(s) * -0.1),
    };
    wander("elements", count, model);
}

/// The root of a coordinate, and roots of sums of squares: no slope at 0.
pub fn roots(count: usize) {
    params! { x: real(), y: vector(2), s: positive() }
    let model = model! {
        x |= normal(1.0, 2.0),
        y |= normal(0.0, 1.0),
        s |= exponential(1.0),
        length = y.dot(y).sqrt(),
        data(1.5) |= normal(x.sqrt() + length, s.sqrt()),
    };
    wander("roots", count, model);
}

/// `src/matrix/gaussian_process`.
pub fn gaussian_process(count: usize) {
    let x = [0.0, 0.4, 1.1, 1.5, 2.7, 3.0];
    params! { rho: positive(), alpha: positive(), sigma: positive() }
    let model = model! {
        rho   |= inv_gamma(5.0, 5.0),
        alpha |= half_normal(1.0),
        sigma |= half_normal(1.0),
        data(&Y) |= multi_normal(0.0, gp_exp_quad_cov(&x, alpha, rho).add_diagonal(sigma.square())),
    };
    wander("a Gaussian process", count, model);
}

/// `src/matrix/gaussian_process`: the other kernels, of places that are parameters.
pub fn kernels(count: usize) {
    params! { rho: positive(), alpha: positive(), z: vector(3), w: vector(3) }
    let model = model! {
        rho   |= lognormal(0.0, 1.0),
        alpha |= half_normal(1.0),
        z     |= normal(0.0, 1.0),
        w     |= normal(0.0, 1.0),
        k = gp_matern32_cov((z, z), alpha, rho) + gp_periodic_cov((z, z), alpha, rho, 2.0),
        m = gp_exponential_cov((z, z), alpha, rho) + gp_matern52_cov((z, z), alpha, rho),
        increment(-quad_form_sym(k.add_diagonal(0.5), w)
            - quad_form_sym(m.add_diagonal(0.5).inverse_spd(), w)),
    };
    wander("kernels", count, model);
}

/// `src/matrix`: products, factors, determinants.
pub fn operations(count: usize) {
    params! { a: vector(3).rows(3), v: vector(3) }
    let model = model! {
        a |= normal(0.0, 1.0),
        v |= normal(0.0, 1.0),
        s = a.crossprod().add_diagonal(v.square() + 0.1),
        factor = s.cholesky(),
        increment(-s.solve_spd(v).dot(v) - s.log_determinant_spd() - factor.solve_lower(v).dot(v)),
        increment(-a.log_determinant().square() - a.inverse().flatten().dot_self()
            - (0.1 * a).matrix_exp().trace()),
        increment(-s.eigenvalues_sym().dot(v).square() - s.eigenvectors_sym().column(1).dot(v).square()),
        increment(-quad_form_diag(a, v).sum().abs() - a.determinant().square()
            - v.inv_logit().stick_breaking().dot_self()),
    };
    wander("operations", count, model);
}

/// `src/covariance`: structures without a matrix.
pub fn covariances(count: usize) {
    let times = [0.0, 2.5, 1.0];
    let rows = MatRef::from_row_major_slice(&Y, 2, 3);
    params! {
        mu: real(), v: vector(3).positive(), w: positive(), rho: interval(0.0, 1.0),
        lambda: vector(2).rows(3),
    }
    let model = model! {
        mu     |= normal(0.0, 1.0),
        v      |= exponential(1.0),
        w      |= exponential(1.0),
        rho    |= flat(),
        lambda |= normal(0.0, 1.0),
        data(rows) |= multi_normal(mu, diagonal(v)),
        data(rows) |= multi_student_t(3.0, mu, scaled_identity(w)),
        data(rows) |= multi_normal(mu, low_rank(lambda, v)),
        data(rows) |= multi_normal(mu, ar1(rho, w, &times)),
    };
    wander("covariances", count, model);
}

/// `src/covariance`: structures with matrices.
pub fn dense_covariances(count: usize) {
    let mask = [true, false, true];
    let pairs = MatRef::from_row_major_slice(&Y, 3, 2);
    params! { mu: real(), a: cov_matrix(2), b: cov_matrix(3), s: positive() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        a  |= flat(),
        b  |= flat(),
        increment(-a.trace() - b.trace()),
        data(pairs) |= multi_normal(mu, dense(b).observed(&mask)),
        data(pairs) |= multi_normal(mu, factored(a)),
        data(pairs) |= multi_normal(mu, precision(a)),
        data(&Y)    |= multi_normal(mu, kronecker(a, b)),
        s  |= exponential(1.0),
        data(&Y)    |= multi_normal(mu, kronecker(a, b).add_diagonal(s)),
    };
    wander("dense covariances", count, model);
}

/// `src/distribution/continuous`: of parameters between 0 and 1, and above 0.
pub fn continuous(count: usize) {
    params! { a: positive(), b: positive(), x: interval(0.0, 1.0), y: positive(), z: real(), nu: positive() }
    let model = model! {
        a  |= gamma(2.0, 0.5),
        b  |= inv_gamma(a, 1.0),
        x  |= beta(a, b),
        y  |= weibull(a, b),
        nu |= gamma(a, y),
        z  |= student_t(nu, y, b),
        data(&Y) |= student_t(nu, z, y),
        data(&Y) |= lognormal(z, b),
    };
    wander("continuous", count, model);
}

/// `src/distribution/continuous`: the rarer ones.
pub fn more_continuous(count: usize) {
    params! { m: real(), s: positive(), r: positive(), angle: interval(-3.0, 3.0) }
    let model = model! {
        m     |= exp_mod_normal(0.0, 1.0, r),
        s     |= scaled_inv_chi_square(3.0, r),
        r     |= loglogistic(1.0, 2.0),
        angle |= von_mises(m, s),
        data(&Y) |= frechet(r, s),
        data(&Y) |= gumbel(m, s),
        data(&Y) |= skew_normal(m, s, angle),
        data(&Y) |= pareto_type_2(0.0, s, r),
        data(&Y) |= double_exponential(m, s),
        data(&Y) |= logistic(m, r),
        data(&Y) |= rayleigh(s),
        data(&[0.2, 0.4]) |= beta_proportion(angle.inv_logit(), r),
    };
    wander("more continuous", count, model);
}

/// `src/distribution/discrete`.
pub fn discrete(count: usize) {
    params! { x: vector(6), phi: positive(), a: positive(), chance: interval(0.0, 1.0) }
    let model = model! {
        x      |= normal(0.0, 2.0),
        phi    |= half_cauchy(5.0),
        a      |= exponential(1.0),
        chance |= beta(a, phi),
        data(&COUNTS) |= poisson_log(x),
        data(&COUNTS) |= neg_binomial_2(a, phi),
        data(&COUNTS) |= neg_binomial_2_log(x, phi),
        data(&COUNTS) |= binomial(9, chance),
        data(&COUNTS) |= binomial_logit(data(&[9, 9, 9, 9, 9, 9]), x),
        data(&COUNTS) |= beta_binomial(9, a, phi),
        data(&COUNTS) |= poisson(a),
        data(&FLAGS)  |= bernoulli_logit(x),
        data(&FLAGS)  |= bernoulli(x.inv_logit()),
    };
    wander("discrete", count, model);
}

/// `src/distribution/vector`.
pub fn vectors(count: usize) {
    let (neighbours, places) = (Adjacency::new(4, &[(0, 1), (3, 1)]).unwrap(), [0.0, 1.0, 3.0, 3.5]);
    let (kind, answer, tally) = ([0, 2, 1, 1, 2], [0, 1, 2, 2, 1], [3, 0, 4]);
    params! { eta: real(), theta: simplex(3), beta: vector(3), cuts: ordered(2), s: positive() }
    params! { field: sum_to_zero(4).within(&neighbours), curve: sum_to_zero(4).without_trend(&places) }
    let model = model! {
        eta   |= normal(0.0, 1.0),
        s     |= half_normal(1.0),
        theta |= dirichlet(beta.exp()),
        beta  |= normal(0.0, 1.0),
        cuts  |= normal(0.0, s),
        field |= icar(&neighbours, s),
        curve |= intrinsic_random_walk(&places, 2, s),
        data(&kind)   |= categorical(theta),
        data(&kind)   |= categorical_logit(beta),
        data(&tally)  |= multinomial(theta),
        data(&tally)  |= dirichlet_multinomial(s * theta),
        data(&answer) |= ordered_logistic(eta, cuts),
        data(&answer) |= ordered_probit(eta, cuts),
    };
    wander("vectors", count, model);
}

/// `src/distribution/multivariate`.
pub fn multivariate(count: usize) {
    let rows = MatRef::from_row_major_slice(&Y, 3, 2);
    params! { mu: vector(2), nu: positive(), sigma: cov_matrix(2), l: cholesky_factor_cov(2) }
    let model = model! {
        mu    |= normal(0.0, 1.0),
        nu    |= gamma(2.0, 0.1),
        sigma |= flat(),
        l     |= normal(0.0, 1.0),
        data(rows) |= multi_normal(mu, sigma),
        data(rows) |= multi_student_t(nu, mu, sigma),
        data(rows) |= multi_normal_cholesky(mu, l),
        data(rows) |= multi_normal_prec(mu, sigma),
        data(rows) |= multi_student_t_cholesky(nu, mu, l),
    };
    wander("multivariate", count, model);
}

/// A hierarchy with correlated effects.
pub fn hierarchy(count: usize) {
    params! { tau: vector(2).positive(), l: cholesky_factor_corr(2), z: vector(2).rows(3), sigma: positive() }
    let model = model! {
        tau   |= half_cauchy(2.5),
        l     |= lkj_corr_cholesky(2.0),
        z     |= normal(0.0, 1.0),
        sigma |= exponential(1.0),
        effects = z.dot(diag_pre_multiply(tau, l).transpose()),
        data(&Y) |= normal(effects.column(0).at(&GROUPS) + effects.column(1).at(&GROUPS) * data(&Y), sigma),
    };
    wander("a hierarchy", count, model);
}

/// `src/distribution/matrix`.
pub fn matrices(count: usize) {
    let identity = Mat::<f64>::identity(2, 2);
    let rows = MatRef::from_row_major_slice(&Y, 3, 2);
    params! {
        nu: lower(2.0), s: cov_matrix(2), w: cov_matrix(2), c: corr_matrix(2), l: cholesky_factor_corr(3),
        eta: positive(),
    }
    let model = model! {
        nu  |= gamma(2.0, 0.1),
        eta |= exponential(1.0),
        s   |= inv_wishart(nu, data(&identity)),
        w   |= wishart(nu, data(&identity)),
        c   |= lkj_corr(eta),
        l   |= lkj_corr_cholesky(eta),
        data(rows) |= multi_normal(0.0, s),
    };
    wander("matrices", count, model);
}

/// `src/distribution/composite`: a mixture with ordered means.
pub fn mixtures(count: usize) {
    params! { theta: simplex(2), mu: ordered(2), sigma: vector(2).positive() }
    let model = model! {
        theta |= dirichlet(2.0),
        mu    |= normal(0.0, 2.0),
        sigma |= half_normal(2.0),
        data(&Y) |= mixture(theta, (normal(mu.at(0), sigma.at(0)), normal(mu.at(1), sigma.at(1)))),
    };
    wander("mixtures", count, model);
}

/// `src/distribution/composite`: censored and truncated.
pub fn composites(count: usize) {
    params! { shape: positive(), scale: positive(), mu: real() }
    let model = model! {
        shape |= gamma(2.0, 1.0),
        scale |= lognormal(0.0, 1.0),
        mu    |= weighted(0.5, normal(0.0, 1.0)),
        data(&Y) |= weibull(shape, scale).right_censored(data(&FLAGS)),
        data(&Y) |= normal(mu, scale).censored(0.5, 3.0),
        data(&Y) |= normal(mu, scale).truncated_below(0.0),
        data(&Y) |= gamma(shape, scale).truncated(0.1, 9.0),
        data(&Y) |= weibull(shape, scale).truncated(0.1, 9.0).right_censored(data(&FLAGS)),
    };
    wander("composites", count, model);
}

/// `src/support`: of vectors.
pub fn supports(count: usize) {
    params! {
        low: real(), above: vector(2).lower(low), scale: positive(),
        moved: vector(2).offset_multiplier(low, scale),
        cuts: support::ordered(3), rates: positive_ordered(3), weights: simplex(3), zeros: sum_to_zero(3),
        axis: unit_vector(3), within: interval(low, low + scale)
    }
    let model = model! {
        low     |= normal(0.0, 1.0),
        above   |= cauchy(0.0, 1.0),
        scale   |= half_normal(1.0),
        moved   |= normal(low, scale),
        cuts    |= normal(0.0, 1.0),
        rates   |= exponential(1.0),
        weights |= beta(2.0, 2.0),
        zeros   |= normal(0.0, 1.0),
        axis    |= normal(0.0, 1.0),
        within  |= student_t(3.0, 0.0, 1.0),
    };
    wander("supports", count, model);
}

/// `src/support`: of matrices.
pub fn supports_of_matrices(count: usize) {
    params! {
        transitions: row_stochastic_matrix(2, 3), shares: column_stochastic_matrix(2, 2),
        interactions: sum_to_zero_matrix(2, 3), root: cholesky_factor_cov(2), covariance: cov_matrix(2),
        correlation: corr_matrix(3), loadings: real_matrix(2, 2).lower(&[0.0, -1.0])
    }
    let model = model! {
        transitions  |= dirichlet(2.0),
        shares       |= beta(2.0, 2.0),
        interactions |= normal(0.0, 1.0),
        root         |= normal(0.0, 1.0),
        covariance   |= normal(0.0, 1.0),
        correlation  |= lkj_corr(1.5),
        loadings     |= cauchy(0.0, 1.0),
    };
    wander("supports of matrices", count, model);
}
