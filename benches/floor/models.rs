//! The models, each with its program by hand.

use crate::Pair;
use crate::by_hand::{self, Squares};
use crate::data::{Design, HOSPITALS, SCHOOLS, captures};
use faer::MatRef;
use monomorph::functions::log_mix;
use monomorph::prelude::*;

/// Compiles a model, and gives it to a visitor beside its program by hand.
macro_rules! pair {
    ($visit:ident, $name:literal, $point:expr, $model:expr, $by_hand:expr) => {{
        let posterior = std::rc::Rc::new($model.compile().expect("the model is right"));
        let sampled = std::rc::Rc::clone(&posterior);
        let mut workspace = posterior.workspace();
        $visit(Pair {
            name: $name,
            point: Vec::from($point),
            ours: Box::new(move |q, gradient| {
                posterior.log_density_and_gradient(q, gradient, &mut workspace)
            }),
            by_hand: Box::new($by_hand),
            nuts: Box::new(move |seed| {
                sampled.nuts().chains(1).seed(seed).run().expect("the model is right")
            }),
        });
    }};
}

/// Shows a visitor every pair.
pub fn each(visit: &mut dyn FnMut(Pair<'_>)) {
    regressions(visit);
    rates(visit);
    schools(visit);
    hospitals(visit);
    scale_alone(visit);
}

/// A regression with flat priors of its coefficients, by a matrix, whose scale has a prior of one's own.
macro_rules! regression {
    (
        $visit:ident, $name:literal, $columns:literal, $count:literal, $point:expr, $prior:expr,
        $by_hand:ident
    ) => {{
        let design = Design::<$columns>::new($columns, $count);
        let (elements, squares) = (design.elements(), Squares::new(&design));
        let x = MatRef::from_row_major_slice(&elements, $count, $columns);
        params! { beta: vector($columns), sigma: positive() }
        pair!(
            $visit,
            $name,
            $point,
            model! {
                beta |= flat(),
                sigma |= $prior,
                data(&design.y) |= normal(matrix(x).dot(beta), sigma),
            },
            |q, gradient| squares.$by_hand(q, gradient)
        );
    }};
}

fn regressions(visit: &mut dyn FnMut(Pair<'_>)) {
    let two = Design::<2>::new(1, 1_192);
    let (elements, squares) = (two.elements(), Squares::new(&two));
    let x = MatRef::from_row_major_slice(&elements, 1_192, 2);
    params! { beta: vector(2), scale: positive() }
    pair!(
        visit,
        "two coefficients, a vector",
        [0.4, -0.2, -0.6],
        model! {
            beta |= normal(0.0, 10.0),
            scale |= half_normal(1.0),
            data(&two.y) |= normal(matrix(x).dot(beta), scale),
        },
        |q, gradient| squares.normal_priors(q, gradient)
    );
    let height = two.column(1);
    params! { a: real(), b: real(), sigma: positive() }
    pair!(
        visit,
        "two coefficients, numbers",
        [0.4, -0.2, -0.6],
        model! {
            a |= normal(0.0, 10.0),
            b |= normal(0.0, 10.0),
            sigma |= half_normal(1.0),
            data(&two.y) |= normal(a + b * data(&height), sigma),
        },
        |q, gradient| squares.normal_priors(q, gradient)
    );
    pair!(
        visit,
        "log earnings",
        [0.4, -0.2, -0.6],
        model! {
            a |= flat(),
            b |= flat(),
            sigma |= flat(),
            data(&two.y) |= normal(a + b * data(&height), sigma),
        },
        |q, gradient| squares.flat(q, gradient)
    );
    regression!(visit, "kidiq", 2, 434, [0.4, -0.2, -0.6], cauchy(0.0, 2.5), cauchy_scale);
    let eight = [0.4, -0.2, 0.1, 0.0, 0.1, -0.1, 0.2, -0.6];
    regression!(visit, "mesquite", 7, 46, eight, flat(), flat);
    let ten = [0.4, -0.2, 0.1, 0.0, 0.1, -0.1, 0.2, 0.3, -0.3, -0.6];
    regression!(visit, "nes", 9, 476, ten, flat(), flat);
    let radon = Design::<2>::new(9, 919);
    let (floor, squares) = (radon.column(1), Squares::new(&radon));
    pair!(
        visit,
        "radon, pooled",
        [0.4, -0.2, -0.6],
        model! {
            a |= normal(0.0, 10.0),
            b |= normal(0.0, 10.0),
            sigma |= half_normal(1.0),
            data(&radon.y) |= normal(a + b * data(&floor), sigma),
        },
        |q, gradient| squares.normal_priors(q, gradient)
    );
}

fn rates(visit: &mut dyn FnMut(Pair<'_>)) {
    params! { theta: interval(0.0, 1.0) }
    pair!(
        visit,
        "rate",
        [0.3],
        model! {
            theta |= beta(1.0, 1.0),
            data(&[5.0]) |= binomial(10.0, theta),
        },
        |q, gradient| by_hand::rate(5.0, 10.0, q, gradient)
    );
    params! { omega: interval(0.0, 1.0), p: interval(0.0, 1.0) }
    let (totals, unseen) = captures();
    let (seen, captured) = (totals.len() as f64, totals.iter().sum::<f64>());
    pair!(
        visit,
        "captures (M0)",
        [0.3, -0.4],
        model! {
            omega |= flat(),
            p |= flat(),
            data(&totals) |= binomial(3.0, p),
            increment(seen * omega.log() + unseen * log_mix(omega, 3.0 * p.log1m(), 0.0)),
        },
        move |q, gradient| by_hand::captured(seen, captured, unseen, q, gradient)
    );
}

fn schools(visit: &mut dyn FnMut(Pair<'_>)) {
    let (y, sigma) = SCHOOLS;
    let point = [0.5, 0.4, 0.3, -0.2, 0.7, -0.9, 0.1, 1.1, 0.6, -0.4];
    params! { mu: real(), tau: positive(), theta: vector(8) }
    pair!(
        visit,
        "eight schools, centred",
        point,
        model! {
            mu |= normal(0.0, 5.0),
            tau |= half_cauchy(5.0),
            theta |= normal(mu, tau),
            data(&y) |= normal(theta, data(&sigma)),
        },
        |q, gradient| by_hand::centred(&y, &sigma, q, gradient)
    );
    params! { mean: real(), scale: positive(), eta: vector(8) }
    pair!(
        visit,
        "eight schools, not centred",
        point,
        model! {
            mean |= normal(0.0, 5.0),
            scale |= half_cauchy(5.0),
            eta |= normal(0.0, 1.0),
            data(&y) |= normal(mean + scale * eta, data(&sigma)),
        },
        |q, gradient| by_hand::non_centred(&y, &sigma, q, gradient)
    );
}

fn hospitals(visit: &mut dyn FnMut(Pair<'_>)) {
    let (deaths, operations) = HOSPITALS;
    let mut point = vec![-2.4, -1.5];
    point.extend((0..12).map(|place| -2.5 + 0.1 * f64::from(place)));
    params! { mu: real(), sigma_squared: positive(), logits: vector(12) }
    pair!(
        visit,
        "surgical",
        point,
        model! {
            mu |= normal(0.0, 1000.0),
            sigma_squared |= inv_gamma(0.001, 0.001),
            logits |= normal(mu, sigma_squared.sqrt()),
            data(&deaths) |= binomial_logit(data(&operations), logits),
        },
        |q, gradient| by_hand::hospitals(&deaths, &operations, q, gradient)
    );
}

fn scale_alone(visit: &mut dyn FnMut(Pair<'_>)) {
    params! { x: positive() }
    pair!(visit, "half-Cauchy", [0.4], model! { x |= half_cauchy(1.0) }, by_hand::half_cauchy);
}
