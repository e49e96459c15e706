//! Small models, at least one for each folder of nodes and operations. Their lengths are not multiples of a
//! register's length.

use crate::common::extreme::wander;
use crate::common::is_near;
use crate::random::Random;
use faer::{Mat, MatRef};
use monomorph::covariance::{ar1, kronecker, low_rank};
use monomorph::prelude::*;
use std::hint::black_box;

type Outcome = Result<(), Error>;

/// What a model is to do.
#[derive(Clone, Copy)]
pub enum Task {
    /// It goes to `points` extreme points, on each instruction set in the build.
    Extremes { name: &'static str, points: usize },
    /// It is evaluated for valgrind, with these instructions.
    Memory(Instructions),
}

/// A model that is compiled and evaluated.
type Checked = fn(Task) -> Outcome;

/// Names and models.
pub const MODELS: [(&str, Checked); 16] = [
    ("nodes", nodes),
    ("operations", operations),
    ("structured covariances", covariances),
    ("continuous distributions", continuous),
    ("discrete distributions", discrete),
    ("distributions of vectors", vectors),
    ("multivariate distributions", multivariate),
    ("distributions of matrices", matrices),
    ("composite distributions", composite),
    ("supports", supports),
    ("supports of matrices", supports_of_matrices),
    ("Gaussian processes", gaussian_processes),
    ("panels", panels),
    ("grouped products", grouped),
    ("quadratic forms", quadratic),
    ("discrete parameters", discrete_parameters),
];

/// One block of rows and a part of another.
const ROWS: usize = 67;
const COLUMNS: usize = 3;
const GROUPS: usize = 5;
const MEANS: [f64; 11] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];

fn compiled<M: Model>(model: M, instructions: Instructions) -> Result<Posterior<M::Bound>, Error> {
    model.compile_with(Options::default().instructions(instructions))
}

fn check<M: Model>(model: M, task: Task) -> Outcome {
    let posterior = match task {
        Task::Extremes { name, points } => {
            wander(name, points, model);
            return Ok(());
        }
        Task::Memory(instructions) => compiled(model, instructions)?,
    };
    let mut random = Random::new(777);
    let mut workspace = posterior.workspace();
    for _ in 0..2 {
        let q: Vec<f64> = (0..posterior.dimension()).map(|_| 0.1 * random.normal()).collect();
        let mut gradient = vec![f64::NAN; q.len()];
        let alone = posterior.log_density(black_box(&q), &mut workspace);
        let value = posterior.log_density_and_gradient(black_box(&q), &mut gradient, &mut workspace);
        // Each number decides something, so each is seen if it is made of what nothing was written to.
        assert!(alone.is_finite(), "{alone} {value}");
        assert!(is_near(value, alone, 1e-9 * alone.abs().max(1.0)), "{alone} {value}");
        assert!(gradient.iter().all(|slope| slope.is_finite()), "{gradient:?}");
        let mut values = vec![f64::NAN; posterior.value_count()];
        posterior.constrain_into(&q, &mut values, &mut workspace)?;
        assert!(values.iter().all(|value| value.is_finite()), "{values:?}");
        let parameters = posterior.parameter_names().len();
        let back = posterior.unconstrain(&values[..parameters])?;
        assert!(back.iter().all(|coordinate| coordinate.is_finite()), "{back:?}");
    }
    Ok(())
}

fn predictors(random: &mut Random) -> Vec<f64> {
    random.normals(ROWS * COLUMNS)
}

fn groups() -> Vec<usize> {
    (0..ROWS).map(|row| row * 7 % GROUPS).collect()
}

fn counts(random: &mut Random, below: usize) -> Vec<usize> {
    (0..ROWS).map(|_| random.below(below)).collect()
}

fn nodes(task: Task) -> Outcome {
    let y = Random::new(1).normals(ROWS);
    let (group, first) = (groups(), [0, 2, 1]);
    params! { a: vector(GROUPS), m: vector(COLUMNS).rows(GROUPS), s: positive(), b: vector(11) }
    let model = model! {
        a |= normal(0.0, 1.0),
        m |= normal(0.0, 1.0),
        s |= exponential(1.0),
        b |= normal(&MEANS, 1.0),
        path = b.cumulative_sum(),
        weights = a.softmax(),
        data(&y) |= normal(a.at(&group) + a.log_sum_exp() * path.at(10), s),
        increment(m.row(1).dot(m.column(0).slice(0..3)) + m.cells(&first, &first).sum()),
        increment(m.transpose().square().sum() * -0.5 + weights.log().sum() + b.slice(3..10).variance()),
    };
    check(model, task)
}

fn operations(task: Task) -> Outcome {
    let scale = Mat::<f64>::identity(5, 5);
    params! { a: cov_matrix(5), b: vector(3).rows(5), v: vector(5) }
    let model = model! {
        a |= wishart(7.0, &scale),
        b |= normal(0.0, 1.0),
        v |= normal(0.0, 1.0),
        factor = a.cholesky(),
        product = a.dot(b),
        all = stack_columns((product, v)),
        increment(quad_form(a, v) * -0.01 + a.log_determinant_spd() + all.sum()),
        increment(factor.solve_lower(v).square().sum() * -0.5 + a.inverse_spd().sum() + a.solve_spd(b).sum()),
        increment(a.eigenvalues_sym().log().sum() + a.eigenvectors_sym().column(4).square().dot(v)),
        increment((a * 0.01).matrix_exp().sum()
            + kronecker_dot(a, a, concatenate((v, v, v, v, v))).sum() * 0.01),
    };
    check(model, task)
}

fn covariances(task: Task) -> Outcome {
    let mut random = Random::new(2);
    let (y, z, w) = (random.normals(13), random.normals(7), random.normals(5));
    let times: Vec<f64> = (0..13).map(f64::from).collect();
    let loadings = Mat::from_fn(7, 2, |row, column| 0.1 * (row + column) as f64);
    let mask = [true, false, true, true, true, true];
    params! {
        rho: interval(0.0, 1.0), s: positive(), d: vector(7).positive(), a: cov_matrix(2), b: cov_matrix(3),
    }
    let model = model! {
        rho |= beta(2.0, 2.0),
        s |= exponential(1.0),
        d |= exponential(1.0),
        a |= flat(),
        b |= flat(),
        data(&y) |= multi_normal(0.0, ar1(rho, s, &times)),
        data(&z) |= multi_normal(0.0, low_rank(&loadings, d)),
        data(&w) |= multi_normal(0.0, kronecker(a, b).observed(&mask)),
        data(&w) |= multi_normal(0.0, kronecker(a, b).add_diagonal(s).observed(&mask)),
        data(&z[..6]) |= multi_normal(0.0, kronecker(a, b).add_diagonal(s)),
    };
    check(model, task)
}

fn continuous(task: Task) -> Outcome {
    let mut random = Random::new(3);
    let y = random.normals(ROWS);
    let above: Vec<f64> = y.iter().map(|y| y.exp() + 1.0).collect();
    let share: Vec<f64> = y.iter().map(|y| 1.0 / (1.0 + y.exp())).collect();
    params! { a: vector(ROWS).positive(), b: positive(), m: vector(ROWS), k: vector(ROWS).positive() }
    let model = model! {
        a |= gamma(2.0, 1.0),
        b |= inv_gamma(3.0, 1.0),
        m |= student_t(4.0, 0.0, b),
        k |= lognormal(0.0, 1.0),
        data(&y) |= skew_normal(m, b, 0.5),
        data(&y) |= exp_mod_normal(m, a, b),
        data(&y) |= von_mises(m, k),
        data(&above) |= weibull(a, b),
        data(&above) |= pareto(1.0, a),
        data(&share) |= beta(a, k),
        data(&above) |= gamma(a, k),
    };
    check(model, task)
}

fn discrete(task: Task) -> Outcome {
    let mut random = Random::new(4);
    let (y, trials) = (counts(&mut random, 6), vec![9; ROWS]);
    params! { a: vector(ROWS).positive(), p: vector(ROWS).interval(0.0, 1.0), m: vector(ROWS) }
    let model = model! {
        a |= exponential(1.0),
        p |= flat(),
        m |= normal(0.0, 1.0),
        data(&y) |= poisson(a),
        data(&y) |= poisson_log(m),
        data(&y) |= neg_binomial_2(a, 3.0),
        data(&y) |= binomial(data(&trials), p),
        data(&y) |= beta_binomial(data(&trials), a, a),
        data(&y) |= geometric(p),
    };
    check(model, task)
}

fn vectors(task: Task) -> Outcome {
    let mut random = Random::new(5);
    let (y, path) = (counts(&mut random, 5), counts(&mut random, 3));
    params! { p: simplex(5), b: vector(5), c: ordered(4), e: real(), t: simplex(3).rows(3), s: simplex(3) }
    let model = model! {
        p |= dirichlet(&[1.0, 2.0, 3.0, 2.0, 1.0]),
        b |= normal(0.0, 1.0),
        c |= normal(0.0, 3.0),
        e |= normal(0.0, 1.0),
        t |= flat(),
        s |= flat(),
        data(&y) |= categorical(p),
        data(&y) |= categorical_logit(b),
        data(&y) |= ordered_logistic(e, c),
        data(&[3, 0, 2, 1, 7]) |= multinomial(p),
        data(&path) |= markov_chain(s, t),
    };
    check(model, task)
}

fn multivariate(task: Task) -> Outcome {
    let y = Random::new(6).normals(11 * COLUMNS);
    let y = MatRef::from_row_major_slice(&y, 11, COLUMNS);
    let scale = Mat::<f64>::identity(COLUMNS, COLUMNS);
    params! {
        m: vector(COLUMNS), s: cov_matrix(COLUMNS), l: cholesky_factor_cov(COLUMNS),
        x: vector(COLUMNS).rows(2),
    }
    let model = model! {
        m |= normal(0.0, 1.0),
        s |= wishart(5.0, &scale),
        l |= flat(),
        x |= multi_normal(m, s),
        data(y) |= multi_normal(m, s),
        data(y) |= multi_normal_cholesky(0.0, l),
        data(y) |= multi_normal_prec(m, s),
        data(y) |= multi_student_t(5.0, m, s),
    };
    check(model, task)
}

fn matrices(task: Task) -> Outcome {
    let (scale, small) = (Mat::<f64>::identity(5, 5), Mat::<f64>::identity(3, 3));
    params! {
        w: cov_matrix(5), v: cov_matrix(5), c: corr_matrix(5), l: cholesky_factor_corr(5),
        x: vector(5).rows(3), r: cov_matrix(3),
    }
    let model = model! {
        w |= wishart(7.0, &scale),
        v |= inv_wishart(8.0, w),
        c |= lkj_corr(2.0),
        l |= lkj_corr_cholesky(1.5),
        r |= wishart(6.0, &small),
        x |= matrix_normal(0.0, r, w),
    };
    check(model, task)
}

fn composite(task: Task) -> Outcome {
    let y = Random::new(7).normals(ROWS);
    params! { p: simplex(3), m: vector(3), s: vector(3).positive(), z: vector(5).positive() }
    let model = model! {
        p |= flat(),
        m |= normal(0.0, 2.0),
        s |= exponential(1.0),
        z |= normal(m.at(0), 1.0).truncated_below(0.0),
        data(&y) |= mixture(
            p,
            [normal(m.at(0), s.at(0)), normal(m.at(1), s.at(1)), normal(m.at(2), s.at(2))]
        ),
        data(&y) |= normal(m.at(0), s.at(1)).truncated(-9.0, 9.0),
        data(&y) |= normal(m.at(1), s.at(2)).censored(-1.0, 1.5),
    };
    check(model, task)
}

fn supports(task: Task) -> Outcome {
    let (neighbours, places) = (Adjacency::new(4, &[(0, 1), (3, 1)]).unwrap(), [0.0, 1.0, 3.0, 3.5]);
    params! {
        l: sum_to_zero(4).within(&neighbours),
        m: sum_to_zero(4).without_trend(&places),
        a: vector(9).lower(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]),
        b: vector(9).interval(0.0, 1.0),
        c: vector(9).upper(0.0),
        d: vector(9).offset_multiplier(1.0, 2.0),
        e: ordered(9),
        f: positive_ordered(9),
        g: simplex(9),
        h: sum_to_zero(9),
        i: unit_vector(9),
        j: simplex(3).rows(5),
        k: ordered(3).rows(5),
    }
    let model = model! {
        a |= normal(0.0, 9.0),
        b |= flat(),
        c |= normal(0.0, 1.0),
        d |= normal(0.0, 1.0),
        e |= normal(0.0, 3.0),
        f |= exponential(0.1),
        g |= flat(),
        h |= normal(0.0, 1.0),
        i |= flat(),
        j |= flat(),
        k |= normal(0.0, 3.0),
        l |= icar(&neighbours, 2.0),
        m |= intrinsic_random_walk(&places, 2, 2.0),
    };
    check(model, task)
}

fn supports_of_matrices(task: Task) -> Outcome {
    params! {
        a: real_matrix(3, 5),
        b: cov_matrix(5),
        c: corr_matrix(5),
        d: cholesky_factor_corr(5),
        e: cholesky_factor_cov(5),
        f: cholesky_factor_cov_of(5, 3),
        g: sum_to_zero_matrix(3, 5),
        h: row_stochastic_matrix(3, 5),
        i: column_stochastic_matrix(3, 5),
    }
    let model = model! {
        a |= normal(0.0, 1.0),
        b |= flat(),
        c |= flat(),
        d |= flat(),
        e |= flat(),
        f |= flat(),
        g |= normal(0.0, 1.0),
        h |= flat(),
        i |= flat(),
    };
    check(model, task)
}

fn gaussian_processes(task: Task) -> Outcome {
    let x: Vec<f64> = (0..13).map(|i| 0.3 * f64::from(i)).collect();
    let y = Random::new(8).normals(13);
    params! { rho: positive(), alpha: positive(), s: positive(), z: vector(13) }
    let model = model! {
        rho |= inv_gamma(5.0, 5.0),
        alpha |= half_normal(1.0),
        s |= half_normal(1.0),
        z |= normal(0.0, 1.0),
        data(&y) |= multi_normal(0.0, gp_exp_quad_cov(&x, alpha, rho).add_diagonal(s.square())),
        data(&y) |= multi_normal(0.0, gp_periodic_cov(&x, alpha, rho, 2.0).add_diagonal(s)),
        data(&y) |= multi_normal(0.0, gp_matern32_cov(z, alpha, rho).add_diagonal(s)),
    };
    check(model, task)
}

fn panels(task: Task) -> Outcome {
    let mut random = Random::new(9);
    let (x, y) = (predictors(&mut random), counts(&mut random, 2));
    let x = matrix(MatRef::from_row_major_slice(&x, ROWS, COLUMNS));
    params! { alpha: real(), beta: vector(COLUMNS) }
    let model = model! {
        alpha |= normal(0.0, 1.0),
        beta |= normal(0.0, 1.0),
        data(&y) |= bernoulli_logit(alpha + x.dot(beta)),
    };
    check(model, task)
}

fn grouped(task: Task) -> Outcome {
    let mut random = Random::new(10);
    let (x, y, group) = (predictors(&mut random), counts(&mut random, 4), groups());
    let x = matrix(MatRef::from_row_major_slice(&x, ROWS, COLUMNS));
    params! { beta: vector(COLUMNS).rows(GROUPS) }
    let model = model! {
        beta |= normal(0.0, 1.0),
        data(&y) |= poisson_log(x.dot_by_group(beta, &group)),
    };
    check(model, task)
}

fn quadratic(task: Task) -> Outcome {
    let mut random = Random::new(11);
    let (x, y, group) = (predictors(&mut random), random.normals(ROWS), groups());
    let x = matrix(MatRef::from_row_major_slice(&x, ROWS, COLUMNS));
    params! { alpha: vector(GROUPS), beta: vector(COLUMNS), s: positive() }
    let model = model! {
        alpha |= normal(0.0, 1.0),
        beta |= normal(0.0, 1.0),
        s |= exponential(1.0),
        data(&y) |= normal(alpha.at(&group) + x.dot(beta), s),
    };
    check(model, task)
}

fn discrete_parameters(task: Task) -> Outcome {
    // It has no gradient.
    let Task::Memory(instructions) = task else { return Ok(()) };
    let y = Random::new(12).normals(11);
    params! { m: vector(2), z: vector(11).category(2), p: simplex(2) }
    let model = model! {
        m |= normal(0.0, 2.0),
        p |= dirichlet(&[1.0, 1.0]),
        z |= categorical(p),
        data(&y) |= normal(m.at(z), 1.0),
    };
    let posterior = compiled(model, instructions)?;
    let draws = posterior.gibbs().chains(1).warmup(2).draws(3).seed(1).run()?;
    assert!(draws.column("m[1]")?.as_slice().iter().all(|value| value.is_finite()));
    Ok(())
}
