//! Ten posteriors, each with some of the rows of its data.

use crate::data::{EightSchools, VaryingIntercepts, VaryingSlopes};
use crate::random::Random;
use crate::regression_data::Regression;
use crate::returns::returns;
use crate::warm::{Compared, compare};
use faer::{Mat, MatRef};
use monomorph::prelude::*;

/// The rows that there were yesterday: nine of ten.
fn yesterday(rows: usize) -> Vec<usize> {
    (0..rows).filter(|row| row % 10 != 9).collect()
}

/// Some elements.
fn at<T: Copy>(all: &[T], rows: &[usize]) -> Vec<T> {
    rows.iter().map(|row| all[*row]).collect()
}

/// Some rows of a matrix that stands row after row.
fn rows_of(x: &[f64], columns: usize, rows: &[usize]) -> Mat<f64> {
    let x = MatRef::from_row_major_slice(x, x.len() / columns, columns);
    Mat::from_fn(rows.len(), columns, |row, column| x[(rows[row], column)])
}

/// Compares a posterior of nine tenths of the rows with that of all.
macro_rules! compared {
    ($name:literal, $rows:expr, |$chosen:ident| $posterior:expr) => {{
        let of = |$chosen: &[usize]| $posterior;
        let all: Vec<usize> = (0..$rows).collect();
        compare($name, &of(&yesterday($rows))?, &of(&all)?)
    }};
}

/// All comparisons.
pub fn all() -> Result<Vec<Compared>, monomorph::Error> {
    Ok(vec![
        eight_schools()?,
        linear()?,
        logistic()?,
        poisson()?,
        radon()?,
        ordinal()?,
        varying_slopes()?,
        volatility()?,
        humps()?,
        heavy_tails()?,
    ])
}

/// Of the schools, all are there on both days, and their effects are measured better today.
fn eight_schools() -> Result<Compared, monomorph::Error> {
    let EightSchools { y, sigma } = EightSchools::published();
    let of = |sigma: &[f64]| {
        params! { theta_trans: vector(y.len()), mu: real(), tau: positive() }
        let model = model! {
            theta_trans |= normal(0.0, 1.0),
            mu  |= normal(0.0, 5.0),
            tau |= cauchy(0.0, 5.0),
            theta = theta_trans * tau + mu,
            data(&y) |= normal(theta, data(sigma)),
        };
        model.compile()
    };
    let wider: Vec<f64> = sigma.iter().map(|sigma| 1.05 * sigma).collect();
    compare("eight schools, non-centred", &of(&wider)?, &of(&sigma)?)
}

fn linear() -> Result<Compared, monomorph::Error> {
    let Regression { columns, x, y } = Regression::<f64>::linear();
    compared!("linear regression, 10 000 × 20", y.len(), |rows| {
        let (x, y) = (rows_of(&x, columns, rows), at(&y, rows));
        params! { alpha: real(), beta: vector(columns), sigma: positive() }
        let model = model! {
            alpha |= normal(0.0, 5.0),
            beta  |= normal(0.0, 2.5),
            sigma |= exponential(1.0),
            data(&y) |= normal(alpha + data(x.as_ref()).dot(beta), sigma),
        };
        model.compile()
    })
}

fn logistic() -> Result<Compared, monomorph::Error> {
    let Regression { columns, x, y } = Regression::<u8>::logistic();
    compared!("logistic regression, 10 000 × 20", y.len(), |rows| {
        let (x, y) = (rows_of(&x, columns, rows), at(&y, rows));
        params! { alpha: real(), beta: vector(columns) }
        let model = model! {
            alpha |= normal(0.0, 5.0),
            beta  |= normal(0.0, 2.5),
            data(&y) |= bernoulli_logit(alpha + data(x.as_ref()).dot(beta)),
        };
        model.compile()
    })
}

fn poisson() -> Result<Compared, monomorph::Error> {
    let Regression { columns, x, y } = Regression::<u32>::poisson();
    compared!("Poisson regression, 1 000 × 20", 1_000, |rows| {
        let (x, y) = (rows_of(&x, columns, rows), at(&y, rows));
        params! { alpha: real(), beta: vector(columns) }
        let model = model! {
            alpha |= normal(0.0, 5.0),
            beta  |= normal(0.0, 2.5),
            data(&y) |= poisson_log(alpha + data(x.as_ref()).dot(beta)),
        };
        model.compile()
    })
}

fn radon() -> Result<Compared, monomorph::Error> {
    let VaryingIntercepts { groups, group, x, y } = VaryingIntercepts::radon_like();
    compared!("radon, varying intercepts, 919 in 85 groups", y.len(), |rows| {
        let (group, x, y) = (at(&group, rows), at(&x, rows), at(&y, rows));
        params! {
            alpha_raw:   vector(groups),
            beta:        real(),
            mu_alpha:    real(),
            sigma_alpha: positive(),
            sigma_y:     positive(),
        }
        let model = model! {
            alpha_raw   |= normal(0.0, 1.0),
            beta        |= normal(0.0, 10.0),
            mu_alpha    |= normal(0.0, 10.0),
            sigma_alpha |= normal(0.0, 1.0),
            sigma_y     |= normal(0.0, 1.0),
            alpha = mu_alpha + sigma_alpha * alpha_raw,
            data(&y) |= normal(alpha.at(&group) + beta * data(&x), sigma_y),
        };
        model.compile()
    })
}

fn ordinal() -> Result<Compared, monomorph::Error> {
    let Regression { columns, x, y } = Regression::<u8>::ordinal();
    compared!("ordinal regression, 500 × 20, 5 categories", 500, |rows| {
        let (x, y) = (rows_of(&x, columns, rows), at(&y, rows));
        params! { beta: vector(columns), c: ordered(4) }
        let model = model! {
            beta |= normal(0.0, 2.5),
            c    |= normal(0.0, 5.0),
            data(&y) |= ordered_logistic(data(x.as_ref()).dot(beta), c),
        };
        model.compile()
    })
}

fn varying_slopes() -> Result<Compared, monomorph::Error> {
    const COLUMNS: usize = VaryingSlopes::COLUMNS;
    const GROUPS: usize = VaryingSlopes::GROUPS;
    let VaryingSlopes { group, x, y } = VaryingSlopes::of_groups();
    compared!("varying slopes with LKJ, 1 000 × 3 in 50 groups", y.len(), |rows| {
        let (group, x, y) = (at(&group, rows), rows_of(&x, COLUMNS, rows), at(&y, rows));
        params! {
            z:     vector(COLUMNS).rows(GROUPS),
            l:     cholesky_factor_corr(COLUMNS),
            tau:   vector(COLUMNS).positive(),
            gamma: vector(COLUMNS),
            sigma: positive(),
        }
        let model = model! {
            z     |= normal(0.0, 1.0),
            l     |= lkj_corr_cholesky(2.0),
            tau   |= cauchy(0.0, 2.5),
            gamma |= normal(0.0, 5.0),
            sigma |= exponential(1.0),
            beta = gamma + z.dot(diag_pre_multiply(tau, l).transpose()),
            data(&y) |= normal(data(x.as_ref()).dot_by_group(beta, &group), sigma),
        };
        model.compile()
    })
}

/// Yesterday's days are all there today, so every element has draws: the last tenth of them is not observed
/// yet. Innovations are the parameters, and priors are those of Kim, Shephard and Chib (1998) in kind: of the
/// centred form with flat priors, which the race of samplers has, no run of this length converges, cold or
/// warm (R-hat 1.1).
fn volatility() -> Result<Compared, monomorph::Error> {
    const DAYS: usize = 300;
    let y = returns();
    let of = |seen: usize| {
        params! { mu: real(), persistence: interval(0.0, 1.0), sigma: positive(), z: vector(DAYS) }
        let phi = 2.0 * persistence - 1.0;
        let first = sigma * z.at(0) / (1.0 - phi.square()).sqrt();
        let model = model! {
            mu    |= normal(0.0, 5.0),
            persistence |= beta(20.0, 1.5),
            sigma |= half_normal(0.5),
            z     |= std_normal(),
            start = first,
            later = scan(start, sigma * z.slice(1..DAYS), |h, innovation| phi * h + innovation),
            data(&y[..1]) |= normal(0.0, (0.5 * (start + mu)).exp()),
            data(&y[1..seen]) |= normal(0.0, (0.5 * (later.slice(0..seen - 1) + mu)).exp()),
        };
        model.compile()
    };
    compare("stochastic volatility, 300 days", &of(DAYS * 9 / 10)?, &of(DAYS)?)
}

fn humps() -> Result<Compared, monomorph::Error> {
    let mut random = Random::new(20_240_715);
    let y: Vec<f64> = (0..500)
        .map(|row| if row % 3 == 0 { 2.5 + random.normal() } else { -1.0 + 0.7 * random.normal() })
        .collect();
    compared!("mixture of two, 500", y.len(), |rows| {
        let y = at(&y, rows);
        params! { mu: ordered(2), sigma: vector(2).positive(), share: simplex(2) }
        let model = model! {
            mu    |= normal(0.0, 3.0),
            sigma |= half_normal(2.0),
            share |= dirichlet(1.0),
            data(&y) |= mixture(share, components(2, |k| normal(mu.at(k), sigma.at(k)))),
        };
        model.compile()
    })
}

fn heavy_tails() -> Result<Compared, monomorph::Error> {
    let Regression { columns, x, y } = Regression::<f64>::linear();
    compared!("Student's t regression, 1 000 × 20", 1_000, |rows| {
        let (x, y) = (rows_of(&x, columns, rows), at(&y, rows));
        params! { alpha: real(), beta: vector(columns), sigma: positive(), nu: positive() }
        let model = model! {
            alpha |= normal(0.0, 5.0),
            beta  |= normal(0.0, 2.5),
            sigma |= exponential(1.0),
            nu    |= gamma(2.0, 0.1),
            data(&y) |= student_t(nu, alpha + data(x.as_ref()).dot(beta), sigma),
        };
        model.compile()
    })
}
