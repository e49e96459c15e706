//! Invalid arguments of distributions: an error that names the law and its numbers, and never a column of
//! NaN.

use monomorph::prelude::*;

/// The text of an error.
#[track_caller]
fn refused(result: Result<Draws, Error>, parts: &[&str]) {
    let text = result.map(|_| ()).unwrap_err().to_string();
    assert!(parts.iter().all(|part| text.contains(part)), "{text}");
}

/// Returns draws of one number, from which a model is predicted.
fn given(value: f64) -> Draws {
    params! { s: real() }
    let posterior = model! { s |= flat() }.compile().unwrap();
    Draws::new(posterior.variables(), 1, 2, vec![value; 2]).unwrap()
}

macro_rules! refuses {
    ($s:ident = $value:expr, $y:expr, $law:expr, $($part:literal),+) => {{
        let y = $y;
        params! { $s: real() }
        let model = model! { $s |= flat(), data(&y) |= $law };
        refused(model.predict(&given($value), 1), &["data", $($part),+]);
    }};
}

#[test]
fn predictions_of_arguments_that_are_none() {
    refuses!(
        s = -1.0,
        [0.3, 0.4],
        normal(0.0, s),
        "element 0 follows normal(location = 0, scale = -1)",
        "no distribution"
    );
    refuses!(s = -1.0, [0.3, 0.4], gamma(s, 1.0), "gamma(shape = -1, rate = 1)");
    refuses!(s = 0.0, [0.3, 0.4], inv_gamma(2.0, s), "inv_gamma(shape = 2, scale = 0)");
    refuses!(s = -3.0, [0.3, 0.4], student_t(s, 0.0, 1.0), "student_t(freedom = -3");
    refuses!(s = 1.5, [0, 1], bernoulli(s), "bernoulli(probability = 1.5)");
    refuses!(s = 1.5, [0, 1], binomial(10, s), "binomial(trials = 10, probability = 1.5)");
    refuses!(s = -1e-300, [0, 1], poisson(s), "poisson(rate = -");
    refuses!(s = f64::INFINITY, [0.1, 0.2], exponential(s), "exponential(rate = inf)");
    refuses!(s = f64::NAN, [0.1, 0.2], normal(s, 1.0), "normal(location = NaN, scale = 1)");
    refuses!(s = -1.0, [0.1, 0.2], normal(0.0, s).truncated(0.0, 1.0), "no distribution");
    refuses!(s = -1.0, [0.1, 0.2], mixture([0.5, 0.5], [normal(0.0, s), normal(1.0, s)]), "no distribution");
    refuses!(
        s = -0.5,
        [0.1, 0.2],
        mixture((s, 1.0 - s), (normal(0.0, 1.0), normal(1.0, 1.0))),
        "no distribution"
    );
    refuses!(s = -1.0, [0.1, 0.2], weighted(2.0, normal(0.0, s)), "no distribution");
    refuses!(s = -1.0, [0, 2], ordered_logistic(1.0 / (s + 1.0), &[0.0, 1.0]), "no distribution");
}

/// Where the arguments are drawn, the density is 0 at those that are none, and others are drawn.
#[test]
fn priors_of_arguments_that_are_none() {
    let y = [0.5];
    params! { s: real(), t: real() }
    let model = model! { s |= normal(0.0, 1.0), t |= normal(0.0, s), data(&y) |= gamma(s, 1.0) };
    let draws = model.sample_prior(2000, 1).unwrap();
    assert!(draws.column("s").unwrap().as_slice().iter().all(|s| *s > 0.0));
    assert!(draws.column("y[0]").unwrap().as_slice().iter().all(|y| *y >= 0.0));
    let never = model! { s |= normal(-1e6, 1.0), t |= normal(0.0, 1.0), data(&y) |= gamma(s, 1.0) };
    refused(never.sample_prior(10, 1), &["the model", "1000 attempts", "gamma(shape = -"]);
}

#[test]
fn probabilities_that_are_none() {
    let (colours, counts) = ([0, 1, 0], [3, 2, 1]);
    params! { s: vector(3) }
    let model = model! { s |= flat(), data(&colours) |= categorical(s), data(&counts) |= multinomial(s) };
    let draws = |values: [f64; 3]| {
        params! { s: vector(3) }
        let posterior = model! { s |= flat() }.compile().unwrap();
        Draws::new(posterior.variables(), 1, 1, values.to_vec()).unwrap()
    };
    for values in [[0.5, -0.1, 0.6], [0.0; 3], [f64::NAN, 0.5, 0.5]] {
        refused(model.predict(&draws(values), 1), &["categorical", "no distribution"]);
    }
    assert!(model.predict(&draws([0.5, 0.2, 0.3]), 1).is_ok());
    let concentrations = model! { s |= flat(), data(&counts) |= dirichlet_multinomial(s) };
    refused(
        concentrations.predict(&draws([0.5, 0.0, 1.0]), 1),
        &["dirichlet_multinomial", "no distribution"],
    );
    let logits = model! { s |= flat(), data(&colours) |= categorical_logit(s) };
    refused(logits.predict(&draws([0.5, f64::NAN, 1.0]), 1), &["categorical_logit", "no distribution"]);
}

/// A limit of a censored law is no rounding: a parameter never lies there, as its density has no part there.
#[test]
fn limits_of_censored_parameters() {
    params! { x: interval(-1.0, 1.0), y: lower(0.0) }
    let model =
        model! { x |= normal(0.0, 1.0).censored(-1.0, 1.0), y |= normal(0.0, 1.0).censored_below(0.0) };
    let draws = model.sample_prior(5000, 1).unwrap();
    let x = draws.column("x").unwrap();
    assert!(x.as_slice().iter().all(|x| x.abs() < 0.999_999));
    assert!((x.sd() - 0.5396).abs() < 0.02, "{}", x.sd());
    assert!(draws.column("y").unwrap().as_slice().iter().all(|y| *y > 1e-9));
}
