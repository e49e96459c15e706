//! Forward simulation of models: the order of statements, supports, given draws, and the log likelihood of
//! single observations.

use crate::common::{assert_mean, column};
use monomorph::faer::mat;
use monomorph::posterior::VariableInfo;
use monomorph::prelude::*;

const COUNT: usize = 8_000;

#[test]
fn statements_in_any_order() {
    let y = [0.0, 0.0];
    params! { b: real(), a: real() }
    let model = model! {
        twice = 2.0 * a,
        sum = twice + b,
        data(&y) |= normal(sum, 0.001),
        b |= normal(twice, 0.5),
        a |= normal(3.0, 1.0),
    };
    let draws = model.sample_prior(COUNT, 1).unwrap();
    assert_eq!(draws.names(), ["b", "a", "twice", "sum", "y[0]", "y[1]"]);
    assert_eq!((draws.chains(), draws.draws_per_chain()), (1, COUNT));
    assert_mean("a", column(&draws, "a"), 3.0);
    let squares: Vec<f64> = column(&draws, "b").iter().map(|b| (b - 6.0).powi(2)).collect();
    assert_mean("the variance of b", &squares, 4.25);
    let rows = || column(&draws, "a").iter().zip(column(&draws, "b")).zip(column(&draws, "y[1]"));
    assert!(rows().all(|((a, b), y)| (2.0 * a + b - y).abs() < 0.01));
    assert!(rows().any(|((a, b), y)| (2.0 * a + b - y).abs() > 1e-5));
}

#[test]
fn what_cannot_be_drawn() -> Result<(), Error> {
    let y = [1.0];
    params! { a: real(), b: vector(3).positive() }
    let flat_prior = model! { a |= flat(), b |= exponential(1.0), data(&y) |= normal(a, 1.0) };
    assert_eq!(
        flat_prior.sample_prior(10, 1).unwrap_err().to_string(),
        "no value can be drawn from `a |= flat()`: the law cannot be drawn from, or not for this variable, or not between its bounds"
    );
    assert_eq!(
        flat_prior.sample_prior(0, 1).unwrap_err().to_string(),
        "the setting `draws` must be at least 1"
    );
    let never = model! { a |= normal(0.0, 1.0), b |= normal(data(-1e9), 1.0), data(&y) |= normal(a, 1.0) };
    let error = never.sample_prior(1, 1).unwrap_err().to_string();
    assert!(
        error.contains("`b |= normal(data(-1e9), 1.0)`: in 10000 attempts the parameter `b`: element 0"),
        "{error}"
    );

    // A parameter of another model than that of the draws.
    params! { level: real() }
    let fitted = model! { level |= normal(0.0, 1.0), data(&y) |= normal(level, 1.0) };
    let draws = fitted.compile()?.gibbs().draws(10).run()?;
    params! { slope: real() }
    let error =
        model! { level |= flat(), slope |= flat(), sum = level + slope }.predict(&draws, 1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no value can be drawn from `slope |= flat()`: the draws have no `slope` (they have `level`), and its law has no draws: \
         give it draws of a model that has `slope`, or a law that can be drawn from"
    );

    params! { c: real(), d: real() }
    let circle = model! { c |= normal(d, 1.0), d |= normal(c, 1.0) };
    let error = circle.sample_prior(1, 1).unwrap_err();
    assert_eq!(error.to_string(), "the variables c, d depend on themselves");
    Ok(())
}

#[test]
fn what_draws_do_not_have() {
    let (y, x_new) = ([1.0, 2.0], [0.0, 1.0, 10.0]);
    params! { a: real(), b: real() }
    let model = model! {
        a |= normal(0.0, 1.0),
        b |= normal(0.0, 1.0),
        data(&y) |= normal(a, 1e-6),
        data(&y) |= normal(b, 1e-6),
    };
    let posterior = model.compile().unwrap();
    let given =
        Draws::new(posterior.variables(), 2, 2, vec![1.0, 2.0, 3.0, 4.0, 10.0, 20.0, 30.0, 40.0]).unwrap();
    let replicated = model.predict(&given, 1).unwrap();
    assert_eq!(replicated.names(), ["y[0]", "y[1]", "y#2[0]", "y#2[1]"]);
    assert_eq!((replicated.chains(), replicated.draws_per_chain()), (2, 2));
    for (element, want) in [("y[0]", [1.0, 2.0, 3.0, 4.0]), ("y#2[1]", [10.0, 20.0, 30.0, 40.0])] {
        let near =
            column(&replicated, element).iter().zip(want).all(|(drawn, want)| (drawn - want).abs() < 1e-4);
        assert!(near, "{element}: {:?}", column(&replicated, element));
    }

    params! { y_new: vector(3) }
    let later = model! {
        a |= flat(), b |= flat(),
        y_new |= normal(a + b * data(&x_new), 1e-6),
        difference = b - a,
    };
    let predicted = later.predict(&given, 1).unwrap();
    assert_eq!(predicted.names(), ["y_new[0]", "y_new[1]", "y_new[2]", "difference"]);
    assert_eq!(column(&predicted, "difference"), [9.0, 18.0, 27.0, 36.0]);
    assert!((predicted.column("y_new[2]").unwrap().chain(1).unwrap()[0] - 303.0).abs() < 1e-4);

    // A model for prediction shares the declarations of the fit, and leaves out what it does not need,
    // wherever it stands among them.
    let of_b = model! { b |= flat(), data(&[0.0]) |= normal(2.0 * b, 1e-6), double = 2.0 * b };
    let doubled = of_b.predict(&given, 1).unwrap();
    assert_eq!(column(&doubled, "double"), [20.0, 40.0, 60.0, 80.0]);
    let each = of_b.pointwise_log_likelihood(&given).unwrap();
    assert_eq!(each.names().len(), 1);
    let of_a = model! { a |= flat(), half = 0.5 * a };
    assert_eq!(column(&of_a.predict(&given, 1).unwrap(), "half"), [0.5, 1.0, 1.5, 2.0]);
    // What draws everything, or computes a density, needs a law for each.
    let unused = "the parameter `a` is declared in `params!` but stands in no statement of this model; give it one, or remove it; if only another model needs it, move it to a second `params!`: a model may use parameters of several";
    assert_eq!(of_b.sample_prior(1, 1).unwrap_err().to_string(), unused);
    assert_eq!(of_b.compile().err().unwrap().to_string(), unused);

    // A parameter that the draws do not have is drawn from its statement.
    let only_a = Draws::new(posterior.variables()[..1].to_vec(), 1, COUNT, vec![5.0; COUNT]).unwrap();
    let more = model.predict(&only_a, 2).unwrap();
    assert_eq!(&more.names()[..2], ["b", "y[0]"]);
    assert_mean("b", column(&more, "b"), 0.0);

    {
        params! { a: real() }
        let other = model! { a |= normal(0.0, 1.0) };
        let error = other.predict(&only_a, 1).unwrap_err();
        assert_eq!(error.to_string(), "what is left to be predicted is empty");
    }
    assert_eq!(
        model.pointwise_log_likelihood(&only_a).unwrap_err().to_string(),
        "no value was given for the parameter `b`"
    );
    params! { wide: vector(2) }
    let wide = model! { wide |= normal(0.0, 1.0) }.compile().unwrap();
    let renamed: Vec<_> = wide
        .variables()
        .into_iter()
        .map(|mut info| {
            info.name = "a";
            info
        })
        .collect();
    let wide = Draws::new(renamed, 1, 1, vec![0.0, 0.0]).unwrap();
    assert_eq!(
        model.predict(&wide, 1).unwrap_err().to_string(),
        "`a` is a number, but the value is a vector of length 2"
    );
}

#[test]
fn a_seed_gives_the_same_draws() {
    params! { a: real() }
    let model = model! { a |= normal(0.0, 1.0), data(1.5) |= normal(a, 1.0) };
    let draws = |seed| model.sample_prior(5, seed).unwrap();
    assert_eq!(draws(3), draws(3));
    assert_ne!(draws(3), draws(4));
}

#[test]
fn variables_with_a_value() {
    params! { z: real(), x: real(), y: real() }
    let model = model! { z |= normal(0.0, 1.0), x |= normal(z, 1e-3), y |= normal(x + z, 1e-3) };
    // What was seen is drawn anew, like data; what was done stays.
    let seen = model.condition(x, 2.0);
    let draws = seen.sample_prior(COUNT, 1).unwrap();
    assert_eq!(draws.names(), ["z", "y", "x"]);
    let both = || column(&draws, "z").iter().zip(column(&draws, "y").iter().zip(column(&draws, "x")));
    assert!(both().all(|(z, (y, x))| (y - z - 2.0).abs() < 0.01 && (x - z).abs() < 0.01));
    let done = model.intervene(x, 2.0);
    let draws = done.sample_prior(COUNT, 1).unwrap();
    assert_eq!(draws.names(), ["z", "y"]);
    assert_mean("y", column(&draws, "y"), 2.0);
}

#[test]
fn each_observation() {
    let (y, k, colour, answer) = ([0.3, -1.2, 2.0], [0, 3, 1], [2, 0, 0, 1], [1, 0]);
    let (x, group) = ([0.5, 1.0, -1.0], [0, 1, 0]);
    let votes = mat![[1.0, 2.0, 0.0], [3.0, 0.0, 4.0]];
    let rows = mat![[0.1, 0.4], [1.0, -0.3], [0.2, 0.2]];
    let identity = mat![[1.0, 0.0], [0.0, 1.0]];
    let table = mat![[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]];
    params! {
        a: real(), s: positive(), theta: simplex(3), mu: vector(2), means: vector(2).rows(2),
        sigma: cov_matrix(2), c: ordered(2)
    }
    let model = model! {
        a |= normal(0.0, 1.0),
        s |= exponential(1.0),
        theta |= dirichlet(1.0),
        mu |= normal(0.0, 1.0),
        means |= normal(0.0, 1.0),
        sigma |= inv_wishart(4.0, data(&identity)),
        c |= normal(0.0, 1.0),
        data(&y) |= normal(a * data(&x), s),
        data(1.5) |= normal(a, s),
        data(&k) |= poisson_log(mu.at(&group)),
        data(&colour) |= categorical(theta),
        data(&votes) |= multinomial(theta),
        data(&answer) |= ordered_logistic(a, c),
        data(&rows) |= multi_normal(mu, sigma),
        data(&rows) |= multi_normal(means, sigma).by_group(&group),
        data(&rows) |= multi_student_t(4.0, mu, sigma),
        data(&table) |= normal(a, s),
        data(&y) |= mixture((0.3, 0.7), (normal(a, s), student_t(3.0, 0.0, s))),
        data(&y) |= normal(a, 2.0).truncated(-2.0, 3.0),
    };
    let posterior = model.compile().unwrap();
    let dimension = posterior.dimension();
    let traces: Vec<Trace> = [0.1, 0.7]
        .iter()
        .map(|shift| {
            let q: Vec<f64> =
                (0..dimension).map(|i| shift + 0.1 * i as f64 * (-1f64).powi(i as i32)).collect();
            posterior.constrain(&q).unwrap()
        })
        .collect();
    let values: Vec<Vec<f64>> = traces.iter().map(|trace| posterior.values_of(trace).unwrap()).collect();
    let turned = (0..values[0].len()).flat_map(|element| values.iter().map(move |draw| draw[element]));
    let draws = Draws::new(posterior.variables(), 1, 2, turned.collect()).unwrap();
    let each = model.pointwise_log_likelihood(&draws).unwrap();
    let sizes: Vec<usize> = each.variables().iter().map(|variable| variable.size()).collect();
    assert_eq!(sizes, [3, 1, 3, 4, 2, 2, 3, 3, 3, 6, 3, 3]);
    for (place, trace) in traces.iter().enumerate() {
        let sum: f64 = each.columns().map(|(_, column)| column.as_slice()[place]).sum();
        let whole = posterior.log_likelihood(trace).unwrap();
        assert!((sum - whole).abs() < 1e-10 * whole.abs(), "{sum} instead of {whole}");
        // One of each kind by hand.
        let number = |name: &str| trace.get(name).unwrap()[0];
        let normal =
            |y: f64, m: f64, s: f64| -0.5 * ((y - m) / s).powi(2) - s.ln() - 0.5 * std::f64::consts::TAU.ln();
        let at = |name: &str| column(&each, name)[place];
        assert!((at("y[1]") - normal(y[1], number("a") * x[1], number("s"))).abs() < 1e-12);
        assert!((at("table[1,2]") - normal(0.6, number("a"), number("s"))).abs() < 1e-12);
        assert!((at("colour[3]") - number("theta[1]").ln()).abs() < 1e-12);
        let theta = ["theta[0]", "theta[1]", "theta[2]"].map(number);
        assert!((at("votes[0]") - (3.0 * theta[0] * theta[1] * theta[1]).ln()).abs() < 1e-12);
    }
}

#[test]
fn impossible_observations() {
    params! { p: interval(0.0, 1.0) }
    let model = model! { p |= beta(1.0, 1.0), data(&[0, 1]) |= bernoulli(p * 2.0) };
    let posterior = model.compile().unwrap();
    let draws = Draws::new(posterior.variables(), 1, 2, vec![0.25, 0.75]).unwrap();
    let each = model.pointwise_log_likelihood(&draws).unwrap();
    let half = 0.5f64.ln();
    let (first, second) = (each.columns().next().unwrap().1, each.columns().nth(1).unwrap().1);
    assert_eq!(first.as_slice(), [half, f64::NEG_INFINITY]);
    assert_eq!(second.as_slice(), [half, f64::NEG_INFINITY]);
}

#[test]
fn posteriors_that_are_known() {
    let (y, k) = ([1.2, 0.7, 1.9, 0.4], [3, 1, 2]);
    params! { mu: real(), rate: positive(), theta: simplex(3), z: vector(2).category(2) }
    let model = model! {
        mu    |= normal(0.0, 2.0),
        rate  |= gamma(2.0, 1.0),
        theta |= dirichlet(&[1.0, 1.0, 2.0]),
        z     |= categorical(&[0.3, 0.7]),
        data(&y) |= normal(mu, 0.5),
        data(&k) |= poisson(rate),
        data(&[0, 2, 2]) |= categorical(theta),
        data(&[0.4, 1.1]) |= normal(data(&[0.0, 1.0]).at(z), 1.0),
    };
    let draws = model.sample_exact(COUNT, 1).unwrap();
    let precision = 1.0 / 4.0 + 4.0 / 0.25;
    assert_mean("mu", column(&draws, "mu"), 4.2 / 0.25 / precision);
    let mean = 4.2 / 0.25 / precision;
    let squares: Vec<f64> = column(&draws, "mu").iter().map(|mu| (mu - mean).powi(2)).collect();
    assert_mean("the variance of mu", &squares, 1.0 / precision);
    assert_mean("rate", column(&draws, "rate"), 8.0 / 4.0);
    assert_mean("theta", column(&draws, "theta[2]"), 4.0 / 7.0);
    let weight = |y: f64, m: f64| (-0.5 * (y - m).powi(2)).exp();
    let second = 0.7 * weight(0.4, 1.0) / (0.3 * weight(0.4, 0.0) + 0.7 * weight(0.4, 1.0));
    assert_mean("z", column(&draws, "z[0]"), second);
    // Each draw is new.
    let pairs: Vec<f64> =
        column(&draws, "mu").windows(2).map(|pair| (pair[0] - mean) * (pair[1] - mean)).collect();
    assert_mean("neighbours", &pairs, 0.0);

    params! { a: real(), b: real() }
    let prior = model! { a |= normal(1.0, 1.0), b |= normal(a, 1.0), c = a + b };
    let draws = prior.sample_exact(COUNT, 2).unwrap();
    assert_mean("c", column(&draws, "c"), 2.0);
    let known = prior.condition(a, 3.0).sample_exact(COUNT, 3).unwrap();
    assert_mean("b", column(&known, "b"), 3.0);

    // By way of a definition: a gamma distribution of 2 + Σ k and 1 + 2 n.
    params! { speed: positive() }
    let model = model! { speed |= gamma(2.0, 1.0), double = 2.0 * speed, data(&k) |= poisson(double) };
    let draws = model.sample_exact(COUNT, 4).unwrap();
    let counts = k.iter().map(|&k| k as f64).sum::<f64>();
    assert_mean("speed", column(&draws, "speed"), (2.0 + counts) / (1.0 + 2.0 * k.len() as f64));

    params! { shifted: lower(2.0) }
    let model = model! { shifted |= gamma(2.0, 1.0), data(&k) |= poisson(shifted) };
    assert_eq!(
        model.sample_exact(5, 1).unwrap_err().to_string(),
        "no value can be drawn from `shifted`: its support is bounded elsewhere than its law"
    );
}

#[test]
fn data_of_which_some_are_missing() {
    params! { mu: real(), y: vector(4), v: vector(2) }
    let sigma = mat![[1.0, 0.5], [0.5, 1.0]];
    let model = model! { mu |= normal(3.0, 1.0), y |= normal(mu, 0.5), v |= multi_normal(0.0, data(&sigma)) };
    let seen = model.condition_at(y, &[0, 3], &[2.5, 4.0]);
    let prior = seen.sample_prior(COUNT, 1).unwrap();
    assert!(column(&prior, "y[0]").iter().all(|y| *y == 2.5));
    assert_mean("y[1]", column(&prior, "y[1]"), 3.0);
    let gaps: Vec<f64> =
        column(&prior, "y[1]").iter().zip(column(&prior, "mu")).map(|(y, mu)| (y - mu).powi(2)).collect();
    assert_mean("the variance of y[1]", &gaps, 0.25);
    // What is missing is no observation.
    let each = seen.pointwise_log_likelihood(&prior).unwrap();
    assert_eq!(each.names(), ["y[0]", "y[3]"]);
    let density =
        |y: f64, mu: f64| -0.5 * ((y - mu) / 0.5).powi(2) - (0.5 * std::f64::consts::TAU.sqrt()).ln();
    let mu = column(&prior, "mu")[7];
    assert!((column(&each, "y[3]")[7] - density(4.0, mu)).abs() < 1e-12);

    let seen = model.condition_at(v, 0, &[2.0]);
    assert_eq!(
        seen.sample_prior(5, 1).unwrap_err().to_string(),
        "no value can be drawn from `v |= multi_normal(0.0, data(&sigma))`: some of its elements are data, and the law draws all values together: \
         draw from a second model, in which all of it is a parameter, `vector(n)`"
    );
}

#[test]
fn a_column_with_gaps_is_replicated() {
    const NONE: f64 = f64::NAN;
    let seen = mat![[1.0, NONE], [0.5, 2.0]];
    params! {
        mu: real(), y: data(&[2.5, NONE, 3.4]).missing_nan(), later: real(),
        cells: data(&seen).missing_nan(),
        walk: vector(3),
    }
    let factor = mat![[1.0, 0.0], [0.5, 2.0]];
    let model = model! {
        mu |= normal(3.0, 1.0),
        y |= normal(mu, 0.5),
        later |= normal(10.0 * y.at(0), 1.0),
        cells |= multi_normal_cholesky(0.0, data(&factor)),
        walk.at(0) |= normal(5.0, 0.1),
        walk.slice(1..3) |= normal(walk.slice(0..2), 0.1),
        double = 2.0 * y.at(2),
    };
    let variables = model.compile().unwrap().variables();
    let values = |variable: &VariableInfo| match variable.name {
        "mu" => vec![3.2],
        "y" => vec![2.5, 3.0, 3.4],
        "later" => vec![25.0],
        "cells" => vec![1.0, 0.5, 0.7, 2.0],
        "walk" => vec![0.1, 0.2, 0.3],
        _ => vec![6.8],
    };
    let values: Vec<f64> = variables.iter().flat_map(values).flat_map(|value| vec![value; COUNT]).collect();
    let draws = Draws::new(variables, 1, COUNT, values).unwrap();

    // Nothing is left to be predicted, and no element of data moves.
    let nothing = model.predict(&draws, 1).unwrap();
    assert_eq!(nothing.names(), ["double"]);

    let again = model.replicate(y, &draws, 1).unwrap();
    assert_eq!(again.names(), ["double", "y[0]", "y[1]", "y[2]"]);
    for name in ["y[0]", "y[1]", "y[2]"] {
        assert_mean(name, column(&again, name), 3.2);
        let squares: Vec<f64> = column(&again, name).iter().map(|y| (y - 3.2).powi(2)).collect();
        assert_mean("its variance", &squares, 0.25);
    }
    // What depends on the column sees the values of the draws.
    assert!(column(&again, "double").iter().all(|double| *double == 6.8));

    let again = model.replicate(cells, &draws, 2).unwrap();
    for (name, variance) in [("cells[0,0]", 1.0), ("cells[1,0]", 1.0), ("cells[0,1]", 4.25)] {
        let squares: Vec<f64> = column(&again, name).iter().map(|cell| cell * cell).collect();
        assert_mean(name, &squares, variance);
    }
    let products: Vec<f64> =
        column(&again, "cells[0,0]").iter().zip(column(&again, "cells[0,1]")).map(|(a, b)| a * b).collect();
    assert_mean("their covariance", &products, 0.5);

    // In parts, whose statements are replicated one by one; a step goes on from what the draws have.
    let again = model.replicate("walk", &draws, 4).unwrap();
    assert_eq!(again.names()[1..], ["walk.at(0)", "walk.slice(1..3)[0]", "walk.slice(1..3)[1]"]);
    assert_mean("a step", column(&again, "walk.slice(1..3)[1]"), 0.2);

    // A parameter without gaps as well: new groups in the place of those that there are.
    let again = model.replicate(later, &draws, 3).unwrap();
    assert_mean("later", column(&again, "later"), 25.0);

    params! { other: real() }
    let larger = model! { model, other |= normal(0.0, 1.0) };
    assert_eq!(
        larger.replicate(other, &draws, 1).unwrap_err().to_string(),
        "no value was given for the parameter `other`"
    );
    for name in ["double", "y[0]", "why?"] {
        assert!(matches!(model.replicate(name, &draws, 1), Err(Error::UnknownName { .. })), "{name}");
    }
}
