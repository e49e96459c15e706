//! Discrete parameters that are marginalised: the results equal the enumeration of all values, and models
//! summed by hand. For continuous parameters see `integrals.rs`.

use crate::counted::{Counted, evaluations_of};
use crate::enumerated::{assert_enumerated, given, observations, point};
use approx::assert_relative_eq;
use monomorph::custom::operation;
use monomorph::prelude::*;

#[test]
fn categories_of_rows_in_two_statements() {
    let (y, x) = (observations(5), observations(5));
    params! { w: simplex(3), mu: ordered(3), sigma: vector(3).positive(), z: vector(y.len()).category(3) }
    let model = model! {
        w     |= dirichlet(2.0),
        mu    |= normal(0.0, 3.0),
        sigma |= lognormal(0.0, 0.5),
        z     |= categorical(w),
        data(&y) |= normal(mu.at(z), sigma.at(z)),
        data(&x) |= student_t(4.0, mu.at(z), 1.0),
    };
    assert_enumerated(&model.marginalise(z).compile().unwrap(), (0, 3, 5), given!(model, z));
    // Some elements are known.
    let labelled = model.condition_at(z, &[1, 4], &[1.0, 0.0]).marginalise(z);
    assert_enumerated(&labelled.compile().unwrap(), (0, 3, 3), |rest| {
        let all = [rest[0], 1.0, rest[1], rest[2], 0.0];
        Some(Box::new(model.condition(z, &all).compile().unwrap()))
    });
}

/// A category that many rows share, with a definition of it; counts of which repeated visits have seen a
/// part, so that some are impossible (Royle 2004): sums that have no statement in common.
#[test]
fn groups_and_counts() {
    let (y, group) = (observations(7), [0, 2, 1, 1, 0, 2, 0]);
    let (seen, site) = ([1, 2, 0, 1], [0, 0, 1, 1]);
    params! {
        p: interval(0.0, 1.0),
        mu: vector(2),
        rate: positive(),
        z: vector(3).binary(),
        counts: vector(2).integer(0, 3),
    }
    let model = model! {
        p      |= beta(2.0, 3.0),
        mu     |= normal(0.0, 3.0),
        rate   |= gamma(2.0, 1.0),
        z      |= bernoulli(p),
        counts |= poisson(rate),
        centre = mu.at(z),
        data(&y) |= normal(centre.at(&group), rate),
        data(&y[..3]) |= normal(rate * z, 1.0),
        data(&y) |= normal(mu.at(0), 1.0),
        data(&seen) |= binomial(counts.at(&site), p),
    };
    let marginal = model.marginalise(z).marginalise(counts);
    assert_enumerated(&marginal.compile().unwrap(), (0, 4, 5), |value| {
        // Of numbers that are none of a variable's there is no model.
        let is_possible = value[..3].iter().all(|z| *z < 2.0);
        is_possible.then(|| -> Box<dyn Density> {
            let given = model.condition(z, &value[..3]).condition(counts, &value[3..]);
            Box::new(given.compile().unwrap())
        })
    });
}

/// Two categories in each row, and a number that all rows read: sums inside of sums.
#[test]
fn several_variables() {
    let y = observations(3);
    params! {
        mu: vector(2), delta: real(), p: interval(0.0, 1.0), a: vector(3).category(2), b: vector(3).binary(),
        c: binary(),
    }
    let model = model! {
        mu    |= normal(0.0, 3.0),
        delta |= normal(0.0, 1.0),
        p     |= beta(2.0, 2.0),
        a     |= categorical(&[0.3, 0.7]),
        b     |= bernoulli(p),
        c     |= bernoulli(0.2),
        data(&y) |= normal(mu.at(a) + delta * b, 1.0 + 2.0 * c),
    };
    let marginal = model.marginalise(a).marginalise(b).marginalise(c).compile().unwrap();
    assert_eq!(marginal.dimension(), 4);
    assert_enumerated(&marginal, (0, 2, 7), |value| {
        let given = model.condition(a, &value[..3]).condition(b, &value[3..6]).condition(c, value[6]);
        Some(Box::new(given.compile().unwrap()))
    });
    let wrong = model.marginalise(c).marginalise(b).compile().err().unwrap().to_string();
    assert_eq!(
        wrong,
        "in `data(&y) |= normal(mu.at(a) + delta * b, 1.0 + 2.0 * c)`: `b` cannot be marginalised: its elements are tied by `c`, which \
         stands beside it: marginalise `c` after `b`"
    );
}

/// A definition of several variables is equivalent to its expression.
#[test]
fn definitions_of_several_variables() {
    let y = observations(3);
    params! {
        mu: ordered(2), p: interval(0.0, 1.0), z: vector(3).category(2), on: vector(3).binary(), u: binary(),
    }
    let inline = model! {
        mu |= normal(0.0, 3.0),
        p  |= beta(2.0, 2.0),
        z  |= categorical(&[0.3, 0.7]),
        on |= bernoulli(p),
        u  |= bernoulli(0.4),
        data(&y) |= normal(mu.at(z) + 0.5 * on + u, 1.0),
    };
    let defined = model! {
        mu |= normal(0.0, 3.0),
        p  |= beta(2.0, 2.0),
        z  |= categorical(&[0.3, 0.7]),
        on |= bernoulli(p),
        u  |= bernoulli(0.4),
        centre = mu.at(z) + 0.5 * on,
        mean = centre + u,
        data(&y) |= normal(mean, 1.0),
    };
    let inline = inline.marginalise(z).marginalise(on).marginalise(u).compile().unwrap();
    let defined = defined.marginalise(z).marginalise(on).marginalise(u).compile().unwrap();
    for seed in 0..3 {
        let q = point(inline.dimension(), seed);
        let [own, other] = [&inline as &dyn Density, &defined].map(|posterior| {
            let mut gradient = vec![0.0; q.len()];
            let value = posterior.log_density_and_gradient(&q, &mut gradient, &mut posterior.workspace());
            gradient.push(value);
            gradient
        });
        for (own, other) in own.iter().zip(other) {
            assert_relative_eq!(*own, other, max_relative = 1e-12);
        }
    }
}

/// A row that reads two elements is refused, with its statement.
#[test]
fn rows_of_several_elements() {
    let (y, left, right) = (observations(3), [0, 1, 1], [2, 2, 0]);
    params! { mu: vector(2), z: vector(3).category(2) }
    let model = model! {
        mu |= normal(0.0, 3.0),
        z  |= categorical(&[0.3, 0.7]),
        data(&y) |= normal(mu.at(z.at(&left)) - mu.at(z.at(&right)), 1.0),
    };
    let error = model.marginalise(z).compile().err().unwrap();
    assert!(matches!(error, Error::NotSummed { name: "z", .. }));
    assert!(error.to_string().starts_with("in `data(&y) |= normal(mu.at(z.at(&left))"), "{error}");
}

/// Draws of marginalised categories are those that a Gibbs sampler finds, and pointwise log likelihoods are
/// those of a mixture.
#[test]
fn draws_of_what_was_marginalised() {
    let y = observations(9);
    params! { w: simplex(2), mu: ordered(2), z: vector(y.len()).category(2) }
    let model = model! {
        w  |= dirichlet(2.0),
        mu |= normal(0.0, 3.0),
        z  |= categorical(w),
        data(&y) |= normal(mu.at(z), 1.0),
    };
    let marginal = model.marginalise(z);
    let posterior = marginal.compile().unwrap();
    assert_eq!(posterior.parameter_names(), ["w[0]", "w[1]", "mu[0]", "mu[1]"]);
    assert!(
        posterior
            .explain()
            .to_string()
            .contains("marginalise(z)\n    rewritten: a sum over 9 elements, each of 2 values")
    );
    let fit = posterior.nuts().chains(1).warmup(300).draws(600).seed(1).run().unwrap();
    let gibbs = model.compile().unwrap().gibbs().chains(1).warmup(200).draws(1_500).seed(2).run().unwrap();
    let (drawn, table) =
        (posterior.recover(fit.draws(), 3).unwrap(), posterior.probabilities(z, fit.draws()).unwrap());
    for element in 0..y.len() {
        let share = |draws: &Draws, name: String| draws.column(&name).unwrap().mean();
        let expected = share(&gibbs, format!("z[{element}]"));
        assert!((share(&drawn, format!("z[{element}]")) - expected).abs() < 0.05, "{element}");
        assert!((share(&table, format!("z[{element},1]")) - expected).abs() < 0.05, "{element}");
    }
    let by_hand = {
        params! { w: simplex(2), mu: ordered(2) }
        model! {
            w  |= dirichlet(2.0),
            mu |= normal(0.0, 3.0),
            data(&y) |= mixture(w, [normal(mu.at(0), 1.0), normal(mu.at(1), 1.0)]),
        }
    };
    let pointwise = marginal.pointwise_log_likelihood(fit.draws()).unwrap();
    let expected = by_hand.pointwise_log_likelihood(fit.draws()).unwrap();
    assert_eq!(pointwise.names(), expected.names());
    for name in expected.names() {
        let columns = [&pointwise, &expected].map(|draws| draws.column(name).unwrap().as_slice().to_vec());
        for (value, expected) in columns[0].iter().zip(&columns[1]) {
            assert_relative_eq!(value, expected, max_relative = 1e-10, epsilon = 1e-10);
        }
    }
    let trace = posterior.constrain(&[0.3, -1.0, 0.5]).unwrap();
    let likelihood: f64 = posterior.log_likelihood(&trace).unwrap();
    let parts = likelihood + posterior.log_prior(&trace).unwrap();
    assert_relative_eq!(posterior.log_joint(&trace).unwrap(), parts, max_relative = 1e-12);
    let by_hand = by_hand.compile().unwrap();
    assert_relative_eq!(likelihood, by_hand.log_likelihood(&trace).unwrap(), max_relative = 1e-10);
}

/// Partly missing counts: the missing ones are marginalised, and Gibbs sampling draws them.
#[test]
fn missing_counts() {
    let (count, exposure) = ([2, 0, 1, 0, 3], [1.0, 2.0, 0.5, 1.5, 1.0]);
    let (mask, y) = ([false, true, false, true, false], observations(5));
    params! { rate: positive(), n: data(&count).missing(&mask).integer(0, 4) }
    let model = model! {
        rate |= gamma(2.0, 1.0),
        n    |= poisson(rate * data(&exposure)),
        data(&y) |= normal(0.5 * n, 1.0),
    };
    let marginal = model.marginalise(n);
    assert_enumerated(&marginal.compile().unwrap(), (0, 5, 2), |missing| {
        let all = [2.0, missing[0], 1.0, missing[1], 3.0];
        Some(Box::new(model.condition(n, &all).compile().unwrap()))
    });
    let posterior = marginal.compile().unwrap();
    let fit = posterior.nuts().chains(1).warmup(200).draws(800).seed(1).run().unwrap();
    let gibbs = model.compile().unwrap().gibbs().chains(1).warmup(200).draws(3_000).seed(2).run().unwrap();
    let (table, drawn) = (posterior.probabilities(n, fit.draws()).unwrap(), gibbs.values_of(n).unwrap());
    assert!(drawn.iter().all(|n| (n[0], n[2], n[4]) == (2.0, 1.0, 3.0)));
    for value in 0..5 {
        let share = drawn.iter().filter(|n| n[1] == value as f64).count() as f64 / drawn.len() as f64;
        let probability = table.column(&format!("n[1,{value}]")).unwrap().mean();
        assert!((share - probability).abs() < 0.05, "{value}: {share} {probability}");
    }
}

/// Probabilities are named by the values of a variable whose values do not count from 0.
#[test]
fn probabilities_are_named_by_values() {
    params! { mu: real() }
    params! { year: integer(1980, 1982) }
    let model = model! {
        mu   |= normal(0.0, 1.0),
        year |= discrete_range(1980, 1982),
        data(&[0.5, 1.5, 0.2]) |= normal(mu + data(&[1980, 1981, 1982]).greater(year), 1.0),
    };
    let posterior = model.marginalise(year).compile().unwrap();
    let fit = posterior.nuts().chains(1).warmup(50).draws(20).seed(1).run().unwrap();
    let years = posterior.probabilities(year, fit.draws()).unwrap();
    assert_eq!(years.names(), ["year[1980]", "year[1981]", "year[1982]"]);
    params! { n: vector(2).integer(-1, 1) }
    let counts = model! {
        mu |= normal(0.0, 1.0),
        n  |= discrete_range(-1, 1),
        data(&[1.0, -1.0]) |= normal(n, 1.0),
    };
    let posterior = counts.marginalise(n).compile().unwrap();
    let numbers = posterior.probabilities(n, fit.draws()).unwrap();
    assert_eq!(numbers.names()[..3], ["n[0,-1]", "n[1,-1]", "n[0,0]"]);
    // p(n = 1 | y = 1) by Bayes' rule.
    let weight = |n: f64| (-0.5 * (1.0 - n).powi(2)).exp();
    let expected = weight(1.0) / (weight(-1.0) + weight(0.0) + weight(1.0));
    assert_relative_eq!(numbers.column("n[0,1]").unwrap().mean(), expected, max_relative = 1e-12);
}

/// Elements of marginalised variables keep the names of their labels, also names that look like an index or
/// must be put in quotation marks.
#[test]
fn labels_name_probabilities_and_recovered_draws() {
    let rows = ["1", "Ann", "a,b", "", "0]", "Ann"];
    let person = Labels::from(&rows).named("person");
    params! { mu: ordered(2), class: vector(&person).category(2), effect: vector(&person) }
    let model = model! {
        mu     |= normal(0.0, 3.0),
        class  |= categorical(&[0.5, 0.5]),
        effect |= normal(0.0, 1.0),
        data(&[-2.0, 2.0, 2.1, -1.9, 2.2, 1.8]) |= normal(mu.at(class.at(&person)), 1.0),
        data(&[0.1, 0.9, 0.2, 0.3, 0.4, 1.1]) |= normal(effect.at(&person), 1.0),
    };
    let posterior = model.marginalise(class).marginalise(effect).compile().unwrap();
    let fit = posterior.nuts().chains(1).warmup(100).draws(50).seed(1).progress(false).run().unwrap();
    let probabilities = posterior.probabilities(class, fit.draws()).unwrap();
    let written = |level: &str| match level {
        "1" | "Ann" => level.to_owned(),
        _ => format!("{level:?}"),
    };
    let labels: Vec<String> = person.levels().iter().map(written).collect();
    let of_value = |value: usize| labels.iter().map(move |label| format!("class[{label},{value}]"));
    assert_eq!(probabilities.names(), (0..2).flat_map(of_value).collect::<Vec<_>>());
    // The person of the rows 1 and 5, both near 2, is in the upper class; the person of the row 0 is not.
    assert!(probabilities.column("class[Ann,1]").unwrap().mean() > 0.9);
    assert!(probabilities.column("class[1,1]").unwrap().mean() < 0.2);
    let recovered = posterior.recover(fit.draws(), 1).unwrap();
    assert_eq!(recovered.names().len(), 10);
    for label in labels {
        for variable in ["class", "effect"] {
            assert!(recovered.column(&format!("{variable}[{label}]")).is_ok(), "{variable}, {label}");
        }
    }
}

/// Indices that are made of categories and data: three people label items of two kinds. A row of data
/// determines the other part of the index.
#[test]
fn indices_that_are_sums() {
    let (item, cell) = ([0, 0, 1, 2, 2], [1, 3, 0, 5, 2]);
    params! { said: simplex(2).rows(6), z: vector(3).category(2) }
    let model = model! {
        said |= dirichlet(2.0),
        z    |= categorical(&[0.3, 0.7]),
        increment(said.flatten().at(6 * z.at(&item) + data(&cell)).log()),
    };
    assert_enumerated(&model.marginalise(z).compile().unwrap(), (0, 2, 3), given!(model, z));
    // A place that there is not, and one between two, are impossible.
    for (factor, is_possible) in [(7.0, false), (0.5, false), (6.0, true)] {
        let wrong = model! {
            said |= dirichlet(2.0),
            z    |= categorical(&[0.3, 0.7]),
            increment(said.flatten().at(factor * z.at(&item) + data(&cell)).log()),
        };
        let posterior = wrong.condition(z, &[0.0, 0.0, 1.0]).compile().unwrap();
        let value = posterior.log_density(&[0.1; 6], &mut posterior.workspace());
        assert_eq!(value.is_finite(), is_possible, "{factor}");
    }
}

/// Two variables that meet a third one: the explanation reports the cost of an order and a cheaper order;
/// both orders give the same sum.
#[test]
fn orders() {
    params! { mu: real(), left: category(3), right: category(3), centre: category(3) }
    let model = model! {
        mu     |= normal(0.0, 1.0),
        left   |= categorical(&[0.3, 0.6, 0.1]),
        right  |= categorical(&[0.2, 0.2, 0.6]),
        centre |= categorical(&[0.5, 0.4, 0.1]),
        increment(operation(&Counted, (mu + left, 1.0 * centre))),
        increment(operation(&Counted, (mu + right, 1.0 * centre))),
    };
    let cheap = model.marginalise(left).marginalise(right).marginalise(centre).compile().unwrap();
    let explanation = cheap.explain().to_string();
    assert!(explanation.contains("inside of each other 21 evaluations of statements\n"), "{explanation}");
    fn counted(posterior: &Posterior<impl BoundModel>) -> (f64, usize) {
        evaluations_of(|| posterior.log_density(&[0.4], &mut posterior.workspace()))
    }
    let (expected, evaluations) = counted(&cheap);
    assert_eq!(evaluations, 2 * 9);
    let dear = model.marginalise(centre).marginalise(left).marginalise(right).compile().unwrap();
    let explanation = dear.explain().to_string();
    assert!(explanation.contains("39 evaluations of statements; `.marginalise("), "{explanation}");
    assert!(explanation.contains(".marginalise(centre)` makes 21 evaluations"), "{explanation}");
    let (value, evaluations) = counted(&dear);
    assert_eq!(evaluations, 2 * 27);
    assert_relative_eq!(value, expected, max_relative = 1e-12);
}

/// A sum that would take too long is refused, with its names and an estimate.
#[test]
fn too_many_evaluations() {
    params! { mu: real(), a: integer(0, 199), b: integer(0, 199), c: integer(0, 199) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        a  |= poisson(3.0),
        b  |= poisson(3.0),
        c  |= poisson(3.0),
        data(2.0) |= normal(mu + a + b + c, 1.0),
    };
    let error = model.marginalise(a).marginalise(b).marginalise(c).compile().err().unwrap();
    assert!(matches!(error, Error::NotSummed { name: "c", .. }), "{error}");
    assert!(error.to_string().contains("8.0402e6 evaluations of statements"), "{error}");
}

/// A parameter with more values than a vector has elements cannot be an index of the vector.
#[test]
fn an_index_that_is_too_large() {
    params! { mu: vector(2), z: vector(3).category(3) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        z  |= categorical(&[0.2, 0.3, 0.5]),
        data(&[0.1, 0.2, 0.3]) |= normal(mu.at(z), 1.0),
    };
    let error = model.marginalise(z).compile().err().unwrap();
    assert!(matches!(error, Error::IndexOutOfRange { length: 2, .. }), "{error}");
    assert!(error.to_string().contains("a value of z"), "{error}");

    params! { on: category(4) }
    let model = model! { on |= categorical(&[0.2, 0.3, 0.5]), data(1.0) |= normal(1.0 * on, 1.0) };
    let error = model.compile().err().unwrap();
    assert!(matches!(error, Error::IndexOutOfRange { length: 3, .. }), "{error}");
}
