//! Proves that evaluations do not allocate with any node, function, support or distribution: neither with nor
//! without the gradient, nor where the log density is −∞, on any instruction set. In `cargo test` each model
//! that is evaluated counts (`tests/common`).

#[path = "../../common/mod.rs"]
mod common;

use common::counting::allocations;
use common::{Random, on_every_set};
use faer::{Mat, MatRef};
use monomorph::covariance::{
    ar1, dense, diagonal, factored, kronecker, low_rank, precision, scaled_identity,
};
use monomorph::expression::Sparse;
use monomorph::functions;
use monomorph::prelude::*;

/// Evaluates a model at ordinary points and at points of density zero.
fn never_allocates(model: impl Model) {
    never_allocates_after(0, model);
}

/// Evaluates a model, after some evaluations that may allocate: faer packs large products into memory that a
/// thread allocates with its first.
fn never_allocates_after(evaluations: usize, model: impl Model) {
    on_every_set(model, |set, posterior| {
        let dimension = posterior.dimension();
        let mut workspace = posterior.workspace();
        let mut gradient = vec![0.0; dimension];
        let mut values = vec![0.0; posterior.value_count()];
        let mut random = Random(8);
        let (mut finite, mut infinite) = (0, 0);
        for _ in 0..evaluations {
            posterior.log_density_and_gradient(&vec![0.1; dimension], &mut gradient, &mut workspace);
        }
        for round in 0..12 {
            let mut q = random.numbers(dimension, -0.5, 0.5);
            match round {
                8 => q.fill(f64::NAN),
                9 => q.fill(f64::INFINITY),
                10 => q.fill(-1e300),
                11 => q.fill(1e300),
                _ => {}
            }
            let mut log_densities = [0.0; 2];
            let made = allocations(|| {
                log_densities = [
                    posterior.log_density_and_gradient(&q, &mut gradient, &mut workspace),
                    posterior.log_density(&q, &mut workspace),
                ];
                let _ = posterior.constrain_into(&q, &mut values, &mut workspace);
            });
            assert_eq!(made, 0, "{made} allocations, {set}, at {q:?}");
            let is_finite = log_densities.iter().all(|log_density| log_density.is_finite());
            finite += usize::from(is_finite);
            infinite += usize::from(!is_finite);
            // Wrong lengths are answered with NaN, without a message on the heap.
            let made = allocations(|| {
                assert!(posterior.log_density(&q[1..], &mut workspace).is_nan());
            });
            assert_eq!(made, 0, "{made} allocations for a point of the wrong length, {set}");
        }
        assert!(finite > 0 && infinite > 0, "{set}: {finite} finite and {infinite} infinite log densities");
    });
}

// Many small models, because the time to compile one grows faster than its size.

#[test]
fn scalars_on_every_support() {
    params! {
        location: real(), scale: positive(), freedom: lower(1.0), below: upper(3.0),
        chance: interval(0.0, 1.0),
    }
    never_allocates(model! {
        location |= normal(0.0, 1.0),
        scale    |= half_normal(1.0),
        freedom  |= gamma(2.0, 0.1),
        below    |= uniform(-5.0, 3.0),
        chance   |= beta(2.0, 2.0),
    });
}

#[test]
fn vectors_on_every_support() {
    let bounds = [-1.0, -2.0, -3.0, -1.0, 0.0];
    params! {
        effects: vector(5),
        scales:  vector(5).positive(),
        above:   vector(5).lower(&bounds),
        under:   vector(5).upper(4.0),
        chances: vector(5).interval(0.0, 1.0),
    }
    never_allocates(model! {
        effects |= student_t(5.0, 0.0, scales),
        scales  |= lognormal(effects, 1.0),
        above   |= cauchy(0.0, 1.0),
        under   |= flat(),
        chances |= beta(scales, 2.0),
    });
}

#[test]
fn supports_of_vectors() {
    let (neighbours, places) = (Adjacency::new(5, &[(0, 1), (3, 1)]).unwrap(), [0.0, 1.0, 3.0, 3.5, 4.0]);
    params! {
        field:   sum_to_zero(5).within(&neighbours),
        curve:   sum_to_zero(5).without_trend(&places),
        cuts:    ordered(5),
        rates:   positive_ordered(5),
        weights: simplex(5),
        zeros:   sum_to_zero(5),
        axis:    unit_vector(5),
        shifted: vector(5).offset_multiplier(1.0, 2.0),
    }
    never_allocates(model! {
        cuts    |= normal(0.0, 1.0),
        rates   |= exponential(1.0),
        weights |= beta(2.0, 2.0),
        zeros   |= normal(0.0, 1.0),
        field   |= icar(&neighbours, 2.0),
        curve   |= intrinsic_random_walk(&places, 2, 2.0),
        axis    |= normal(0.0, 1.0),
        shifted |= normal(0.0, 1.0),
    });
}

#[test]
fn supports_of_matrices() {
    params! {
        factor:      cholesky_factor_corr(4),
        correlation: corr_matrix(3),
        root:        cholesky_factor_cov(3),
        covariance:  cov_matrix(3),
    }
    never_allocates(model! {
        factor      |= flat(),
        correlation |= normal(0.0, 1.0),
        root        |= normal(0.0, 1.0),
        covariance  |= normal(0.0, 1.0),
        increment(factor.row(2)),
    });
    params! {
        transitions:  row_stochastic_matrix(2, 3),
        shares:       column_stochastic_matrix(2, 3),
        interactions: sum_to_zero_matrix(2, 3),
        loadings:     real_matrix(2, 3).lower(&[0.0, -1.0, -2.0]),
    }
    never_allocates(model! {
        transitions  |= dirichlet(2.0),
        shares       |= beta(2.0, 2.0),
        interactions |= normal(0.0, 1.0),
        loadings     |= normal(0.0, 1.0),
    });
}

#[test]
fn rows_and_cells() {
    let (rows, columns) = ([0_u32, 2, 1], [2_u32, 0, 0]);
    params! {
        cuts:    ordered(3).rows(3),
        weights: simplex(3).rows(3),
        axes:    unit_vector(3).rows(3),
        effects: vector(3).lower(&[-1.0, -2.0, -3.0]).rows(3),
    }
    never_allocates(model! {
        cuts    |= normal(0.0, 1.0),
        weights |= flat(),
        axes    |= flat(),
        effects |= normal(0.0, 1.0),
        doubled = 2.0 * effects,
        increment(weights.row(1) * axes.row(2) + effects.cells(&rows, &columns) + (cuts * 2.0).row(0)),
        increment(doubled.row(1)),
    });
}

#[test]
fn bounds_by_parameters() {
    params! {
        low:   real(),
        mean:  vector(4),
        above: vector(4).lower(mean),
        within: interval(low, 1.0 + low.exp()),
        below: vector(4).upper(within * above),
        moved: vector(4).offset_multiplier(mean, within - low).rows(3),
    }
    never_allocates(model! {
        low    |= normal(0.0, 1.0),
        mean   |= normal(0.0, 1.0),
        above  |= normal(0.0, 1.0),
        within |= normal(0.0, 1.0),
        below  |= normal(0.0, 1.0),
        moved  |= normal(0.0, 1.0),
    });
}

#[test]
fn other_positive_distributions() {
    params! { rate: positive(), times: vector(5).positive(), small: positive() }
    never_allocates(model! {
        rate  |= half_cauchy(5.0),
        times |= exponential(rate),
        small |= half_normal(1.0),
    });
}

#[test]
fn discrete_distributions() {
    let (counts, trials, successes) = ([3, 0, 5, 1, 2], [3, 4, 5, 6, 7], [true, false, true, true, false]);
    params! { effects: vector(5), chance: interval(0.0, 1.0) }
    let chances = effects.inv_logit();
    never_allocates(model! {
        effects |= normal(0.0, 1.0),
        chance  |= flat(),
        data(&counts)    |= poisson(chances),
        data(&counts)    |= poisson_log(effects),
        data(&counts)    |= binomial(9, chance),
        data(&trials)    |= binomial_logit(data(&[9, 9, 9, 9, 9]), effects),
        data(&successes) |= bernoulli(chances),
        data(&successes) |= bernoulli_logit(effects),
    });
}

#[test]
fn products_indices_and_definitions() {
    let mut random = Random(9);
    let (rows, columns) = (70, 3);
    let entries = random.numbers(rows * columns, -1.0, 1.0);
    let (y, z) = (random.numbers(rows, -1.0, 1.0), random.numbers(rows, 0.5, 1.5));
    let group = random.indices(rows, 4);
    let design = matrix(MatRef::from_row_major_slice(&entries, rows, columns));
    params! { beta: vector(columns), alpha: vector(4), s: positive() }
    never_allocates(model! {
        beta  |= normal(0.0, 1.0),
        alpha |= normal(0.0, 1.0),
        s     |= exponential(1.0),
        eta = design.dot(beta) + alpha.at(&group),
        centred = eta - eta.mean(),
        data(&y) |= normal(centred + (alpha + 1.0).at(&group) / data(&z), s),
        data(&y) |= normal(design.dot(beta * s) * data(&z), 1.0),
        increment(alpha.at(2) * s - beta.dot(beta) + alpha.slice(1..3).sum()),
    });
}

#[test]
fn functions() {
    params! { x: vector(5).positive() }
    never_allocates(model! {
        x |= gamma(2.0, 1.0),
        increment(x.exp() + x.log() + x.log1p() + x.expm1() + x.sqrt() + x.square() + x.recip() + x.abs()),
    });
    never_allocates(model! {
        x |= gamma(2.0, 1.0),
        increment(x.inv_logit() + (x / (1.0 + x)).logit() + x.log1p_exp() + x.tanh() - x.powi(3)),
    });
    never_allocates(model! {
        x |= gamma(2.0, 1.0),
        increment(-x.sin() + x.cos() + x.lgamma() + x.powf(1.5)),
    });
}

/// Kernels for some variables alone.
#[test]
fn laws_made_of_distributions() {
    let y = [0.5, 1.0, 0.2, 3.0, 0.7];
    let flags = [true, false, false, true, false];
    params! { mu: real(), sigma: positive(), weights: simplex(2) }
    never_allocates(model! {
        mu      |= weighted(0.5, normal(0.0, 1.0)),
        sigma   |= half_normal(1.0),
        weights |= dirichlet(2.0),
        data(&y) |= mixture(weights, (normal(mu, sigma), normal(-mu, 2.0))),
        data(&y) |= mixture((0.25, 0.75), (exponential(sigma), normal(mu, sigma).truncated_below(0.0))),
    });
    params! { share: simplex(10), center: ordered(10), spread: vector(10).positive() }
    never_allocates(model! {
        share    |= dirichlet(2.0),
        center   |= normal(0.0, 1.0),
        spread   |= half_normal(1.0),
        data(&y) |= mixture(share, components(10, |k| normal(center.at(k), spread.at(k)))),
        data(&y) |= mixture(share, core::array::from_fn::<_, 10, _>(|k| normal(center.at(k), spread.at(k)))),
        data(0.5) |=
            mixture(share, components(10, |k| normal((center * spread).at(k), 1.0).truncated_below(0.0))),
    });
    params! { location: real(), scale: positive() }
    never_allocates(model! {
        location |= normal(0.0, 1.0).truncated(-4.0, 4.0),
        scale    |= half_normal(1.0),
        data(&y) |= normal(location, scale).censored(0.2, 3.0),
        data(&y) |= gamma(2.0, scale).right_censored(data(&flags)),
        data(&y) |= gamma(2.0, scale).truncated_below(0.1).right_censored(data(&flags)),
        data(&y) |= gamma(2.0, scale).truncated(0.1, 90.0).left_censored(data(&flags)),
        increment(student_t(4.0, location, scale).log_cdf(1.0)),
    });
}

#[test]
fn categories_and_rows() {
    let (kind, answer, counts) = ([0, 2, 1, 1, 2], [0, 1, 2, 2, 1], [3, 0, 4]);
    params! {
        eta: real(), theta: simplex(3), beta: vector(3), cutpoints: ordered(2), topics: simplex(3).rows(4),
    }
    never_allocates(model! {
        eta       |= normal(0.0, 1.0),
        theta     |= dirichlet(2.0),
        beta      |= normal(0.0, 1.0),
        cutpoints |= normal(0.0, 2.0),
        topics    |= dirichlet(theta * 5.0),
        data(&kind)   |= categorical(theta),
        data(&kind)   |= categorical_logit(beta),
        data(&counts) |= multinomial_logit(beta),
        data(&counts) |= dirichlet_multinomial(theta),
        data(&answer) |= ordered_logistic(eta, cutpoints),
        data(&answer) |= ordered_probit(eta, cutpoints),
    });
}

#[test]
fn sums_over_discrete_parameters() {
    let (y, group) = ([0.3, -1.2, 2.5, 0.1, 1.9], [0, 1, 1, 0, 0]);
    params! {
        w: simplex(2), mu: vector(2), z: vector(5).category(2), on: vector(2).binary(), scale: integer(1, 3),
    }
    let model = model! {
        w     |= dirichlet(2.0),
        mu    |= normal(0.0, 3.0),
        z     |= categorical(w),
        on    |= bernoulli(0.5),
        scale |= poisson(2.0),
        centre = mu.at(z),
        data(&y) |= normal(centre, 1.0 * scale),
        data(&y) |= normal(mu.at(on.at(&group)), 1.0),
    };
    never_allocates(model.marginalise(z).marginalise(on).marginalise(scale));
    params! { moves: simplex(2).rows(2), level: vector(2), s: vector(5).category(2) }
    let model = model! {
        moves |= dirichlet(2.0),
        level |= normal(0.0, 3.0),
        s     |= markov_chain(&[0.5, 0.5], moves),
        data(&y) |= normal(level.at(s), 1.0),
    };
    never_allocates(model.marginalise(s));
    params! { tau: positive(), theta: vector(2), rate: positive(), chance: vector(3).interval(0.0, 1.0) }
    let model = model! {
        tau    |= exponential(1.0),
        theta  |= normal(0.0, tau),
        rate   |= gamma(2.0, tau),
        chance |= beta(tau, 2.0),
        data(&y) |= normal(theta.at(&group), 1.0),
        data(3)  |= poisson(rate),
        data(&[1, 0, 4]) |= geometric(chance),
    };
    never_allocates(model.marginalise(theta).marginalise(rate).marginalise(chance));
}

#[test]
fn integrals_over_whole_vectors() {
    let y = [0.3, -1.2, 2.5, 0.1, 1.9];
    let x = Mat::from_fn(5, 3, |i, j| (i as f64 + 0.7 * j as f64).sin());
    params! { spread: positive(), noise: positive(), b: vector(3) }
    let model = model! {
        spread |= exponential(1.0),
        noise  |= exponential(1.0),
        b      |= normal(0.0, spread),
        eta    = data(&x).dot(b),
        data(&y) |= normal(eta, noise),
    };
    never_allocates(model.marginalise(b));
    params! { mass: positive(), w: simplex(3) }
    let model = model! {
        mass |= exponential(1.0),
        w    |= dirichlet(mass),
        data(&[0, 2, 2]) |= categorical(w),
    };
    never_allocates(model.marginalise(w));
}

#[test]
fn views_and_joined_matrices() {
    let index = [2_u32, 0, 0, 1];
    params! { a: vector(9).rows(9), v: vector(9), s: real() }
    never_allocates(model! {
        a |= normal(0.0, 1.0),
        v |= normal(0.0, 1.0),
        s |= normal(0.0, 1.0),
        t = a.transpose(),
        line = concatenate((s, v, 2.0, a.column(1))),
        tall = stack_rows((v, a.rows(1..4), t.flatten().slice(0..9))),
        wide = stack_columns((v, a.block(0..9, 2..4), v.outer(v))),
        increment(line.sum() + tall.sum() + wide.sum() + a.rows_at(&index).sum()
            + v.diagonal_matrix().trace()),
        increment(diag_pre_multiply(v, a).row_sums() + diag_post_multiply(a, v).column_sums()),
        increment(quad_form_diag(a, v).reshape(3, 27).sum()),
    });
}

#[test]
fn sparse_matrices() {
    // A column of ones, sorted levels of a factor, and numbers: in panels, by several sums, by one.
    let (rows, levels) = (150_u32, 30);
    let starts: Vec<u32> = (0..=rows).map(|row| 2 * row).collect();
    let of_row = |row: u32| [row / 50, 3 + row % (levels - 3)];
    let indices: Vec<u32> = (0..rows).flat_map(of_row).collect();
    let values: Vec<f64> = (0..2 * rows).map(|place| 1.0 + f64::from(place)).collect();
    let ones = vec![1.0; values.len()];
    let matrix = |values| Sparse::by_rows(150, levels as usize, &starts, &indices, values);
    let flags: Vec<bool> = (0..rows).map(|row| row % 7 < 3).collect();
    params! { b: vector(levels as usize), sigma: positive() }
    never_allocates(model! {
        b |= normal(0.0, 1.0),
        sigma |= exponential(1.0),
        eta = data(matrix(&values)).dot(0.01 * b),
        increment(eta.sin()),
        data(&flags) |= bernoulli_logit(data(matrix(&ones)).dot(b * sigma)),
    });
}

#[test]
fn products_of_matrices() {
    params! { a: vector(9).rows(9), b: vector(2).rows(9), v: vector(9), x: vector(18) }
    never_allocates(model! {
        a |= normal(0.0, 1.0),
        b |= normal(0.0, 1.0),
        v |= normal(0.0, 1.0),
        x |= normal(0.0, 1.0),
        increment(quad_form(a, b).sum() + quad_form_sym(a, v) + a.crossprod().trace()
            + b.tcrossprod().trace()),
        increment(a.multiply_lower_tri_self_transpose().sum() + a.add_diagonal(v).matrix_exp().sum()),
        increment(kronecker_dot(a, b, x)),
        increment(a.crossprod().eigenvalues_sym().sum() + a.crossprod().eigenvectors_sym().sum()),
    });
}

#[test]
fn functions_of_vectors_and_of_several() {
    params! { x: vector(5), a: positive(), b: positive() }
    never_allocates(model! {
        x |= normal(0.0, 1.0),
        a |= half_normal(1.0),
        b |= half_normal(1.0),
        shares = x.softmax(),
        sums = x.cumulative_sum(),
        increment(x.log_sum_exp() + x.sd() + x.log_softmax().sum() + shares.dot(sums)),
        increment(functions::lbeta(a, b) + functions::inc_beta(a, b, 0.3) + functions::gamma_q(a, b)),
        increment(functions::log_mix(0.3, a, b) + functions::atan2(a, b)),
    });
}

#[test]
fn functions_of_rows_and_windows() {
    let z = [0, 2, 1, 1, 2, 0, 0];
    params! { m: vector(3).rows(7), x: vector(90), a: real() }
    never_allocates(model! {
        m |= normal(0.0, 1.0),
        x |= normal(0.0, 1.0),
        a |= normal(0.0, 1.0),
        shares = m.softmax_rows(),
        sums = m.log_sum_exp_rows(),
        increment(shares.column(0).dot(sums) + m.log_softmax_rows().column(1).sum()),
        increment(x.moving_sum(3).sum() + x.moving_sum(40).mean()),
        increment(functions::log_sum_exp_of((a, x, 0.5)).sum()
            + functions::log_sum_exp_of([a * 0.5, a * 2.0])),
        data(&z) |= categorical_logit(m),
    });
}

#[test]
fn structures_of_covariances() {
    let y = [0.3, -0.2, 1.5, 0.1, -0.7, 0.4];
    let (times, mask) = ([0.0, 2.5, 1.0], [true, false, true]);
    let rows = MatRef::from_row_major_slice(&y, 2, 3);
    let pairs = MatRef::from_row_major_slice(&y, 3, 2);
    let six = [true, false, true, false, false, false];
    params! {
        mu: real(), v: vector(3).positive(), w: positive(), rho: interval(0.0, 1.0), a: vector(2).rows(2),
        b: vector(3).rows(3), lambda: vector(2).rows(3)
    }
    never_allocates(model! {
        mu     |= normal(0.0, 1.0),
        v      |= exponential(1.0),
        w      |= exponential(1.0),
        rho    |= flat(),
        a      |= flat(),
        b      |= flat(),
        lambda |= flat(),
        data(rows)  |= multi_normal(mu, diagonal(v)),
        data(rows)  |= multi_student_t(3.0, mu, scaled_identity(w)),
        data(rows)  |= multi_normal(mu, low_rank(lambda, v)),
        data(pairs) |= multi_student_t(3.0, mu, low_rank(lambda, v).observed(&mask)),
        data(rows)  |= multi_normal(mu, ar1(rho, w, &times)),
        data(pairs) |= multi_student_t(3.0, mu, ar1(rho, w, &times).observed(&mask)),
    });
    // Near the identity, so that the matrices of some points are positive definite.
    let (one, other) = (Mat::<f64>::identity(2, 2), Mat::<f64>::identity(3, 3));
    never_allocates(model! {
        mu     |= normal(0.0, 1.0),
        v      |= exponential(1.0),
        w      |= exponential(1.0),
        rho    |= flat(),
        a      |= flat(),
        b      |= flat(),
        lambda |= flat(),
        near   = 0.01 * a + data(&one),
        beside = 0.01 * b + data(&other),
        data(pairs) |= multi_normal(mu, dense(beside).observed(&mask)),
        data(pairs) |= multi_normal(mu, factored(beside).observed(&mask)),
        data(pairs) |= multi_normal(mu, precision(beside).observed(&mask)),
        data(&y)    |= multi_normal(mu, kronecker(near, beside)),
        data(pairs) |= multi_normal(mu, kronecker(near, beside).observed(&six)),
        data(&y)    |= multi_normal(mu, kronecker(near, beside).add_diagonal(w)),
        data(pairs) |= multi_normal(mu, kronecker(near, beside).add_diagonal(w).observed(&six)),
        data(rows)  |= matrix_normal(mu, near, beside),
        data(rows)  |= matrix_normal_prec(mu, near, beside),
    });
}

#[test]
fn factors_and_gaussian_processes() {
    let mut random = Random(10);
    for n in [9, 40] {
        let (x, y) = (random.numbers(n, 0.0, 5.0), random.numbers(n, -1.0, 1.0));
        let warm = usize::from(n > 9);
        params! { sigma: positive(), l: positive(), z: vector(n) }
        never_allocates_after(
            warm,
            model! {
                sigma |= half_normal(1.0),
                l     |= lognormal(0.0, 1.0),
                z     |= normal(0.0, 1.0),
                factor = gp_matern32_cov(&x, sigma, l).add_diagonal(0.5).cholesky(),
                increment(factor.solve_lower(data(&y)).dot(factor.solve_lower_transposed(z))),
                increment(-factor.diagonal().log().sum()),
            },
        );
        never_allocates_after(
            warm,
            model! {
                sigma |= half_normal(1.0),
                l     |= lognormal(0.0, 1.0),
                z     |= normal(0.0, 1.0),
                k = gp_periodic_cov((z, z), sigma, l, 2.0).add_diagonal(1.0),
                increment(-k.solve_spd(z).dot(z) - k.log_determinant_spd() + k.inverse_spd().sum()),
                increment(k.inverse().row(0).sum() - k.log_determinant() + k.determinant().log()),
            },
        );
    }
}

#[test]
fn parameters_with_values_in_part() {
    let y = [0.3, -0.2, 1.5];
    params! { mu: vector(9), sigma: vector(3).positive() }
    let model = model! {
        mu    |= normal(0.0, 1.0),
        sigma |= exponential(1.0),
        data(&y) |= normal(mu.slice(0..3), sigma),
    };
    never_allocates(model.condition_at(mu, 2..7, &[0.1; 5]).condition_at(sigma, 1, &[2.0]));
    never_allocates(model.intervene_at(mu, 2..7, &[0.1; 5]).intervene_at(sigma, 1, &[2.0]));
}

#[test]
fn loops() {
    let y: [Vec<f64>; 3] = [1, 9, 30].map(|n| Random(n as u64).numbers(n, -1.0, 1.0));
    let y = &y;
    params! { mu: vector(3), s: positive() }
    never_allocates(model! {
        mu |= normal(0.0, 1.0),
        s |= exponential(1.0),
        waves = sum_over(3, |k| (data(&y[2]) * mu.at(k)).sin()),
        for_each(3, move |k| data(&y[k]) |=
            student_t(4.0, waves.at(k) + sum_over(2, move |j| mu.at(j) * data(&y[k])), s)),
    });
}

#[test]
fn parts_of_parameters_and_definitions_on_the_left() {
    params! { s: positive(), x: vector(9), theta: simplex(3).rows(2) }
    never_allocates(model! {
        s |= exponential(1.0),
        x.at(0) |= normal(0.0, 1.0),
        x.slice(1..9) |= normal(x.slice(0..8), s),
        theta.row(1) |= dirichlet(2.0),
        theta.row(0) |= dirichlet(1.0 + theta.row(1)),
        rise = x.at(8) - x.at(0),
        rise |= mixture((0.3, 0.7), (normal(0.0, s), cauchy(0.0, 1.0))),
    });
}

#[test]
fn sequences() {
    let y = Random(3).numbers(21, 0.1, 2.0);
    let y = &y;
    params! { a: interval(0.0, 1.0), b: real(), w: vector(3).positive() }
    let affine = model! {
        a |= uniform(0.0, 1.0),
        b |= normal(0.0, 1.0),
        w |= exponential(1.0),
        chain = scan(b, data(y), |s, y| a * s + y),
        lags = scan(w, (data(y), data(y).lagged(2, b)), |s, (y, z)| y - a * s.lag(3) + b * z),
        history = scan(0.1, steps(21), |s, t| a * s.dot_reversed(w) + 0.1 * t),
        data(y) |= normal(chain + lags + history.convolve(w), 2.0),
    };
    never_allocates(affine);
    never_allocates(model! {
        affine,
        curved = scan((b, 0.4), data(y),
            |(s, r), y| ((s * a).tanh() + y, r * s.lag(2) - (a * s.dot_reversed(w)).exp())),
        data(y) |= cauchy(curved.row(0) + curved.row(1), 1.0),
    });
    never_allocates(model! {
        affine,
        panel = scan_rows(w, data(y), |s, y| s.tanh() * a + y),
        whole = scan_rows((w, b), (panel, data(y)),
            |(s, r), (x, y)| (s.lag(2).softmax() * r + x, s.dot(x) - b * y)),
        totals = scan_rows(w, whole.columns(0..3), |s, x| x * s.dot_reversed(w) + s.dot_reversed(data(y))),
        increment(whole.reversed().sum() + totals.convolve_columns(whole.columns(0..3)).sum()),
    });
}

#[test]
fn equations() {
    let matrix = Random(4).numbers(9, -0.5, 0.5);
    let matrix = MatRef::from_row_major_slice(&matrix, 3, 3);
    // The initial time and equal ones among them.
    let (times, offsets) = ([0.0, 0.5, 1.0, 1.0, 2.0], [0.0, 0.0, 1.0]);
    params! { a: positive(), v: vector(3).positive(), when: positive_ordered(2) }
    never_allocates(model! {
        a |= exponential(1.0),
        v |= exponential(1.0),
        when |= exponential(1.0),
        number = ode(when, a, |t, y| -a * y * t.cos()),
        equal = ode(when.at(0) * data(&offsets), a, |t, y| -a * y * t.cos()),
        several = ode(&times, (a, v), |_, (x, y)| (-a * x, data(matrix).dot(y) - v * x)),
        stiff = ode(&times, (a, v), |_, (x, y)| (-a * x, data(matrix).dot(y) - v * x)).stiff(),
        increment(number.sum() + equal.sum() + several.sum() + stiff.sum()),
    });
}

#[test]
fn processes() {
    let y = Random(3).numbers(21, 0.1, 2.0);
    let y = &y;
    params! { w: vector(3).positive(), h: vector(21) }
    never_allocates(model! {
        w |= exponential(1.0),
        h |= process(normal(0.0, w.at(0)), |h| normal(0.9 * h, w.at(1))),
        data(y) |= process(w,
            |y| student_t(4.0, y.lag(3) + y.convolve(w), (h + scan(0.1, y, |s, y| 0.5 * s + y)).exp())),
        data(y) |= arma(w, w, w.at(0), w.at(1)),
    });
}

#[test]
fn hidden_states() {
    let y = Random(3).numbers(21, 0.1, 2.0);
    let y = &y;
    params! { w: vector(3).positive(), t: simplex(2).rows(2), g: simplex(5).rows(5) }
    never_allocates(model! {
        t |= dirichlet(1.0),
        g |= dirichlet(1.0),
        w |= exponential(1.0),
        data(y) |= hidden_markov(&[0.5, 0.5], t, [exponential(w.at(0)), exponential(w.at(1))]),
        data(y) |= hidden_markov(&[0.2; 5], g, [0.5, 1.0, 2.0, 3.0, 4.0].map(|k| exponential(k * w.at(2)))),
        data(y) |= hidden_markov(&[0.3, 0.3, 0.4], g.block(0..3, 0..3),
            components(3, |k| exponential(w.at(k))))
            .sequences(&[10, 1, 10])
            .observed([[true, false, true]; 7].as_flattened()),
    });
}

#[test]
fn state_spaces() {
    let y = Random(3).numbers(42, 0.1, 2.0);
    let y = &y;
    let missing: Vec<bool> = (0..42).map(|place| place % 5 != 1).collect();
    let missing = &missing;
    // So long that covariances settle.
    let long = [&y[..]; 3].concat();
    let long = &long;
    params! { h: positive(), t: vector(3).rows(3), q: vector(3).positive() }
    never_allocates(model! {
        h |= exponential(1.0),
        t |= normal(0.0, 0.3),
        q |= exponential(1.0),
        data(y) |= linear_gaussian(1.0, h, 1.0, q.at(0)).observed(missing),
        data(y) |= local_level(h, h).seasonal(4, h).autoregressive(0.1 * h, h),
        data(MatRef::from_row_major_slice(y, 21, 2)) |= linear_gaussian(t.rows(0..2), h, t, q).diffuse(2),
        data(long) |= local_level(1.0 + h, 1.0 + h),
        data(MatRef::from_row_major_slice(long, 63, 2)) |= linear_gaussian(t.rows(0..2), 1.0 + h, 0.1 * t, q),
    });
}

#[test]
fn solutions_of_equations() {
    let (times, doses, sizes) = ([0.0, 0.5, 1.0, 1.0, 1.7, 3.0], [0.0, 0.0, 1.0, 1.0], [1.0, 0.5, 2.0, 1.0]);
    let (starts, rates, first) = ([0.0, 0.7, 2.0], [1.0, 0.0, 2.0], [1.0, 2.0, 0.5]);
    params! { a: positive(), b: positive() }
    // In steps: numbers in lanes, with the time, and vectors; an implicit method.
    never_allocates(model! {
        a |= exponential(1.0),
        b |= exponential(1.0),
        (u, _) = ode(&times, (a, 1.0), |t, (u, v)| (-u * v * (-b * t).exp(), u * v - v)).max_steps(200),
        w = ode(&times, data(&first), |_, y| -a * y * y + b).max_steps(200),
        stiff = ode(&times, a, |_, y| -b * y * y).stiff().max_steps(200),
        increment(u.sum() + w.sum() + stiff.sum()),
    });
    // By exponentials: one after the other and side by side, with doses and inputs.
    never_allocates(model! {
        a |= exponential(1.0),
        b |= exponential(1.0),
        (gut, blood) = ode(&times, (0.0, 0.0), |_, (gut, blood)| (-a * gut, a * gut - b * blood))
            .jumps(0, &doses, a * data(&sizes)),
        infused = ode(&times, 0.0, |t, y| t.piecewise(&starts, &rates) - b * y),
        people = ode(&times, data(&first), |_, y| a - b * y),
        increment(gut.sum() + blood.sum() + infused.sum() + people.sum()),
    });
}
