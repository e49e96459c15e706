//! Proves that the statements of `for_each` are those of the same model written out: log densities,
//! gradients, rewrites, explanations, graphs, draws and log likelihoods, on every instruction set and at odd
//! lengths.

use crate::common;
use crate::common::{
    Random, assert_gradient, assert_near, check_against, differences, evaluate, numbers, on_every_set,
};
use monomorph::model::for_each as each;
use monomorph::prelude::*;

/// Checks that two models are the same function at a point, with the right gradient, and have the same
/// explanation.
#[track_caller]
fn same(looped: impl Model, written: impl Model, q: &[f64]) {
    on_every_set(looped, |set, posterior| {
        let instructions = common::sets().iter().find(|known| known.0 == set).unwrap().1;
        for rewrites in [Rewrites::All, Rewrites::None] {
            let options = Options::default().instructions(instructions).rewrites(rewrites);
            let reference = written.compile_with(options).unwrap();
            let looped = looped.compile_with(options).unwrap();
            let (got, want) = (evaluate(&looped, q), evaluate(&reference, q));
            assert!(want.0.is_finite(), "{set}: the log density is {}", want.0);
            assert_near(got.0, want.0, 1e-13 * want.0.abs().max(1.0), || format!("value, {set}"));
            let most = common::largest(&want.1).max(1.0);
            assert_gradient(&got.1, &want.1, 1e-13 * most, || format!("gradient, {set}"));
            assert_eq!(looped.explain().to_string(), reference.explain().to_string());
        }
        let (_, gradient) = evaluate(posterior, q);
        let slopes = differences(posterior, q);
        assert_gradient(&gradient, &slopes, 1e-7 * common::largest(&slopes).max(1.0), || set.to_owned());
    });
}

const LENGTHS: [usize; 4] = [1, 9, 67, 3];

fn groups() -> [Vec<f64>; 4] {
    LENGTHS.map(|n| Random(n as u64).numbers(n, -2.0, 2.0))
}

#[test]
fn groups_of_different_lengths() {
    let (y, x) = (groups(), LENGTHS.map(numbers));
    params! { mu: vector(4), beta: real(), sigma: positive(), m: vector(3).rows(4) }
    let priors = model! {
        mu |= normal(0.0, 1.0),
        beta |= normal(0.0, 1.0),
        sigma |= exponential(1.0),
        m |= normal(0.0, 1.0),
    };
    let q = numbers(18);
    let looped = model! {
        priors,
        for_each(4, |k| data(&y[k]) |= normal(mu.at(k) + beta * data(&x[k]), sigma)),
        for_each(4, |k| data(&y[k]) |= student_t(4.0, m.row(k).sum() * data(&x[k]), sigma)),
        for_each(4, |i| increment((m.row(i) * mu.at(i)).square())),
    };
    let written = model! {
        priors,
        model! {
            data(&y[0]) |= normal(mu.at(0) + beta * data(&x[0]), sigma),
            data(&y[1]) |= normal(mu.at(1) + beta * data(&x[1]), sigma),
            data(&y[2]) |= normal(mu.at(2) + beta * data(&x[2]), sigma),
            data(&y[3]) |= normal(mu.at(3) + beta * data(&x[3]), sigma),
        },
        model! {
            data(&y[0]) |= student_t(4.0, m.row(0).sum() * data(&x[0]), sigma),
            data(&y[1]) |= student_t(4.0, m.row(1).sum() * data(&x[1]), sigma),
            data(&y[2]) |= student_t(4.0, m.row(2).sum() * data(&x[2]), sigma),
            data(&y[3]) |= student_t(4.0, m.row(3).sum() * data(&x[3]), sigma),
        },
        model! {
            increment((m.row(0) * mu.at(0)).square()),
            increment((m.row(1) * mu.at(1)).square()),
            increment((m.row(2) * mu.at(2)).square()),
            increment((m.row(3) * mu.at(3)).square()),
        },
    };
    same(looped, written, &q);
}

/// Items with 2 to 5 categories, whose cutpoints stand in one vector one after the other.
#[test]
fn items_of_an_ordinal_scale() {
    let categories = [2, 5, 3, 4, 2];
    let starts: Vec<usize> =
        categories.iter().scan(0, |sum, &c| Some(std::mem::replace(sum, *sum + c - 1))).collect();
    let persons = 21;
    let answers: Vec<Vec<u32>> = categories.iter().map(|&c| Random(c as u64).indices(persons, c)).collect();
    params! { theta: vector(persons), slope: vector(5).positive(), cut: vector(11) }
    let model = model! {
        theta |= normal(0.0, 1.0),
        slope |= lognormal(0.0, 0.5),
        cut |= normal(0.0, 2.0),
        for_each(categories.len(), |k| {
            let cutpoints = cut.slice(starts[k]..starts[k] + categories[k] - 1);
            model! { data(&answers[k]) |= ordered_logistic(slope.at(k) * theta, cutpoints) }
        }),
    };
    let mut q = numbers(persons + 16);
    for (place, cut) in q[persons + 5..].iter_mut().enumerate() {
        *cut = [-0.2, -1.5, -0.4, 0.3, 1.4, -0.7, 0.9, -1.0, 0.2, 0.8, 0.1][place];
    }
    let log_normal = |x: f64, sd: f64| -0.5 * (x / sd).powi(2) - sd.ln() - 0.5 * std::f64::consts::TAU.ln();
    check_against(model, &q, |q| {
        let (theta, rest) = q.split_at(persons);
        let (slope, cut) = rest.split_at(5);
        let mut sum = theta.iter().map(|&x| log_normal(x, 1.0)).sum::<f64>();
        sum += slope.iter().map(|&s| log_normal(s, 0.5)).sum::<f64>();
        sum += cut.iter().map(|&c| log_normal(c, 2.0)).sum::<f64>();
        for k in 0..5 {
            for (person, &answer) in answers[k].iter().enumerate() {
                let above = |category: usize| match category {
                    0 => 1.0,
                    c if c == categories[k] => 0.0,
                    c => common::logistic(slope[k].exp() * theta[person] - cut[starts[k] + c - 1]),
                };
                sum += (above(answer as usize) - above(answer as usize + 1)).ln();
            }
        }
        sum
    });
    let posterior = model.compile().unwrap();
    let texts: Vec<_> =
        posterior.explain().statements()[3..].iter().map(|s| s.statement().to_owned()).collect();
    let text = "data(&answers[4]) |= ordered_logistic(slope.at(4) * theta, cutpoints)";
    assert_eq!((texts.len(), &*texts[4]), (5, text));
}

/// Several statements for each k, loops inside loops, laws made of others, and the same without the macro.
#[test]
fn statements_of_all_kinds() {
    let y = groups();
    let y = &y;
    params! { mu: vector(2), w: simplex(3), sigma: positive() }
    let priors = model! { mu |= normal(0.0, 1.0), w |= flat(), sigma |= exponential(1.0) };
    let looped = model! {
        priors,
        for_each(2, |k| model! {
            data(&y[k]) |= mixture(w, components(3, |j| normal(mu.at(k) + j, sigma))),
            increment(-mu.at(k).exp()),
        }),
        for_each(2, |i| for_each(2,
            move |j| data(&y[2 * i + j]) |= normal(mu.at(i), sigma.exp() + mu.at(j).exp()))),
    };
    let law = |k: usize| mixture(w, components(3, |j| normal(mu.at(k) + j, sigma)));
    let of = |i: usize, j: usize| normal(mu.at(i), sigma.exp() + mu.at(j).exp());
    let written = model! {
        priors,
        model! {
            data(&y[0]) |= law(0), increment(-mu.at(0).exp()), data(&y[1]) |= law(1),
            increment(-mu.at(1).exp()),
        },
        model! {
            data(&y[0]) |= of(0, 0), data(&y[1]) |= of(0, 1), data(&y[2]) |= of(1, 0),
            data(&y[3]) |= of(1, 1),
        },
    };
    let q = [0.4, -0.7, 0.3, 0.2, -0.5];
    on_every_set(looped, |set, posterior| {
        let (got, want) = (evaluate(posterior, &q), evaluate(&written.compile().unwrap(), &q));
        assert_near(got.0, want.0, 1e-12 * want.0.abs(), || set.to_owned());
        assert_gradient(&got.1, &want.1, 1e-11, || set.to_owned());
    });
    let texts = looped.compile().unwrap().explain().to_string();
    let inner = "data(&y[2 * 1 + 0]) |= normal(mu.at(1), sigma.exp() + mu.at(0).exp())";
    assert!(texts.contains(inner), "{texts}");
    assert!(texts.contains("components(3, |j| normal(mu.at(1) + j, sigma)))"), "{texts}");

    let calls = priors & each(4, |k| data(&y[k]).follow(normal(mu.at(k / 2), sigma), None));
    let glued = model! {
        priors,
        for_each(4, |k| data(&y[k]) |= normal(mu.at(k / 2), sigma)),
    };
    let [calls, glued] = [evaluate(&calls.compile().unwrap(), &q), evaluate(&glued.compile().unwrap(), &q)];
    assert_eq!(calls, glued);
}

/// A definition on the left is a factor of what it depends on.
#[test]
fn definitions_on_the_left() {
    params! { mu: vector(3) }
    let looped = model! {
        mu |= normal(0.0, 1.0),
        theta = mu.exp(),
        for_each(3, move |k| theta.at(k) |= gamma(2.0, 1.0 + k as f64)),
    };
    let written = model! {
        mu |= normal(0.0, 1.0),
        theta = mu.exp(),
        model! {
            theta.at(0) |= gamma(2.0, 1.0),
            theta.at(1) |= gamma(2.0, 2.0),
            theta.at(2) |= gamma(2.0, 3.0),
        },
    };
    let q = [0.3, -0.4, 0.2];
    on_every_set(looped, |set, posterior| {
        let (got, want) = (evaluate(posterior, &q), evaluate(&written.compile().unwrap(), &q));
        assert_near(got.0, want.0, 1e-13 * want.0.abs(), || set.to_owned());
        assert_gradient(&got.1, &want.1, 1e-12, || set.to_owned());
    });
}

/// A loop over nothing makes no statement.
#[test]
fn no_statements() {
    let y: [Vec<f64>; 0] = [];
    params! { mu: vector(2), sigma: positive() }
    let priors = model! { mu |= normal(0.0, 1.0), sigma |= exponential(1.0) };
    let looped = model! { priors, for_each(y.len(), |k| data(&y[k]) |= normal(mu.at(k), sigma)) };
    let q = [0.4, -0.7, 0.3];
    let [got, want] = [evaluate(&looped.compile().unwrap(), &q), evaluate(&priors.compile().unwrap(), &q)];
    assert_eq!(got, want);
    assert_eq!(looped.graph().topological_order().unwrap(), ["mu", "sigma"]);
}

#[test]
fn graphs_name_the_data_of_each() {
    let y = groups();
    params! { mu: vector(4), sigma: positive() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        sigma |= exponential(1.0),
        for_each(2, |k| data(&y[k]) |= normal(mu.at(k), sigma)),
        for_each(2, |k| { let own = &y[k + 2]; model! { data(own) |= normal(mu.at(k + 2), sigma) } }),
        for_each(2, |_| increment(-mu.square())),
    };
    let graph = model.graph();
    let names = ["mu", "sigma", "y[0]", "y[1]", "own", "own#2", "increment", "increment#2"];
    assert_eq!(graph.vertices().iter().map(|vertex| vertex.name()).collect::<Vec<_>>(), names);
    let text = |name: &str| graph.vertex(name).unwrap().statement().to_owned();
    assert_eq!(text("y[1]"), "data(&y[1]) |= normal(mu.at(1), sigma)");
    assert_eq!(text("own#2"), "data(own) |= normal(mu.at(1 + 2), sigma)");
    assert_eq!(text("increment#2"), "increment(-mu.square()) (k = 1)");
    assert_eq!(graph.parents("y[1]").unwrap(), ["mu", "sigma"]);
    assert_eq!(graph.vertex("y[1]").unwrap().extent().size(), 9);
}

#[test]
fn messages_name_the_statement() {
    let (mut y, x) = (groups(), LENGTHS.map(numbers));
    y[2][5] = f64::NAN;
    let lengths = [&x[0], &x[0], &x[1], &x[1]];
    params! { mu: vector(3), sigma: positive() }
    let priors = model! { mu |= normal(0.0, 1.0), sigma |= exponential(1.0) };
    let complaint = |model: Result<_, Error>| model.map(|_: ()| ()).unwrap_err().to_string();
    let nan = model! { priors, for_each(4, |k| data(&y[k]) |= normal(mu.at(0), sigma)) };
    assert_eq!(
        complaint(nan.compile().map(drop)),
        "in `data(&y[2]) |= normal(mu.at(0), sigma)`: the variable on the left: element 5 is NaN, but must be finite; gaps are a parameter in `params!`, `y: data(&y).missing_nan()`, of counts `data(&y).missing(&mask).integer(0, 20)`"
    );
    let outside = model! {
        priors, for_each(2, |k| { let own = data(&x[k]); model! { own |= exponential(mu.at(0)) } }),
    };
    assert_eq!(
        complaint(outside.compile().map(drop)),
        "in `own |= exponential(mu.at(0)) (k = 1)`: the variable on the left: element 7 is \
         -0.9537526527594719, but must be zero or positive, and finite"
    );
    let index = model! { priors, for_each(4, |k| data(&x[k]) |= normal(mu.at(k), sigma)) };
    assert_eq!(
        complaint(index.compile().map(drop)),
        "in `data(&x[3]) |= normal(mu.at(3), sigma)`: `mu.at(3)`: the index is 3, but there are 3 elements, with indices 0 to 2"
    );
    let length =
        model! { priors, for_each(3, |k| data(&x[k]) |= normal(mu.at(k) * data(lengths[k]), sigma)) };
    assert_eq!(
        complaint(length.compile().map(drop)),
        "in `data(&x[1]) |= normal(mu.at(1) * data(lengths[1]), sigma)`: the variable on the left has length 9, \
         but the argument `location` of normal has length 1"
    );
    let terms = model! { priors, increment(sum_over(4, |k| (mu.at(0) * data(lengths[k])).exp())) };
    assert_eq!(
        complaint(terms.compile().map(drop)),
        "in `increment(sum_over(4, |k| (mu.at(0) * data(lengths[k])).exp()))`: the term of sum_over with k = 0 \
         has length 1, but the term of sum_over with k = 2 has length 9"
    );
}

/// Draws forward, predictions and log likelihoods are those of the model written out, bit by bit.
#[test]
#[cfg(feature = "random")]
fn draws_and_log_likelihoods() {
    let (y, x) = (groups(), LENGTHS.map(numbers));
    let x = &x;
    params! { mu: vector(4), sigma: positive() }
    let priors = model! { mu |= normal(0.0, 1.0), sigma |= exponential(1.0) };
    let looped = model! {
        priors,
        for_each(3, |k| data(&y[k]) |= normal(sum_over(2, move |j| mu.at(k + j) * data(&x[k])), sigma)),
    };
    let written = model! {
        priors,
        data(&y[0]) |= normal(mu.at(0) * data(&x[0]) + mu.at(1) * data(&x[0]), sigma),
        data(&y[1]) |= normal(mu.at(1) * data(&x[1]) + mu.at(2) * data(&x[1]), sigma),
        data(&y[2]) |= normal(mu.at(2) * data(&x[2]) + mu.at(3) * data(&x[2]), sigma),
    };
    common::with_room(|| {
        let prior = [looped.sample_prior(11, 3).unwrap(), written.sample_prior(11, 3).unwrap()];
        let [got, want] = &prior;
        assert_eq!(got.names(), want.names());
        assert_eq!(got.names()[5..7], ["y[0][0]", "y[1][0]"]);
        for name in want.names() {
            assert_eq!(common::column(got, name), common::column(want, name), "{name}");
        }
        let predicted = [looped.predict(want, 5).unwrap(), written.predict(want, 5).unwrap()];
        assert_eq!(predicted[0].names().len(), 77);
        let likelihoods =
            [looped.pointwise_log_likelihood(want).unwrap(), written.pointwise_log_likelihood(want).unwrap()];
        for [got, want] in [predicted, likelihoods] {
            assert_eq!(got.names(), want.names());
            for name in want.names() {
                assert_eq!(common::column(&got, name), common::column(&want, name), "{name}");
            }
        }
    });
}

/// Each statement is divided into parts by its own length, and has values and conditions like other
/// statements.
#[test]
fn conditioned_models() {
    let y = groups();
    params! { mu: vector(4), sigma: positive() }
    let priors = model! { mu |= normal(0.0, 1.0), sigma |= exponential(1.0) };
    let looped = model! { priors, for_each(2, |k| data(&y[k]) |= normal(mu.at(k), sigma)) };
    let written = model! {
        priors,
        model! { data(&y[0]) |= normal(mu.at(0), sigma), data(&y[1]) |= normal(mu.at(1), sigma) },
    };
    same(looped.condition(sigma, 0.7), written.condition(sigma, 0.7), &[0.1, 0.2, -0.3, 0.4]);
    let at = [0.5, -0.5];
    same(looped.condition_at(mu, &[1, 3], &at), written.condition_at(mu, &[1, 3], &at), &[0.1, 0.2, -0.3]);
    same(
        looped.intervene_at(mu, &[0], &[0.3]),
        written.intervene_at(mu, &[0], &[0.3]),
        &[0.1, 0.2, -0.3, 0.4],
    );
}

/// The full conditional of one variable keeps the loop or leaves it out.
#[test]
fn full_conditionals() {
    let y = groups();
    params! { mu: vector(4), nu: real(), sigma: positive() }
    let model = model! {
        mu |= normal(nu, 1.0),
        nu |= normal(0.0, 1.0),
        sigma |= exponential(1.0),
        for_each(4, |k| data(&y[k]) |= normal(mu.at(k), sigma)),
    };
    let posterior = model.compile().unwrap();
    let q = [0.3, -0.4, 0.5, 0.1, 0.2, -0.3];
    let whole = evaluate(&posterior, &q).1;
    let mut gradient = [0.0; 6];
    let of_mu = posterior.full_conditional(mu, &q).unwrap();
    assert_eq!(of_mu.statements(), 2);
    of_mu.log_density_and_gradient(&q[..4], &mut gradient[..4], &mut of_mu.workspace());
    assert_gradient(&gradient[..4], &whole[..4], 1e-13, || "mu".to_owned());
    let of_nu = posterior.full_conditional(nu, &q).unwrap();
    assert_eq!(of_nu.statements(), 2);
    of_nu.log_density_and_gradient(&q[4..5], &mut gradient[..1], &mut of_nu.workspace());
    assert_gradient(&gradient[..1], &whole[4..5], 1e-13, || "nu".to_owned());
}

/// Updates are those of the model written out: elements of mu are independent, and the statements of the loop
/// tell each its own.
#[test]
#[cfg(feature = "random")]
fn gibbs_updates() {
    let y = groups();
    params! { mu: vector(4), z: vector(4).binary(), tau: positive() }
    let priors = model! { mu |= normal(0.0, 2.0), z |= bernoulli(0.3), tau |= gamma(2.0, 1.0) };
    let scale = tau.sqrt().recip();
    let looped = model! {
        priors,
        for_each(4, |k| data(&y[k]) |= normal(mu.at(k), scale)),
        for_each(4, |k| data(&y[k]) |= normal(z.at(k) + 0.5, 1.0)),
    };
    let of = |k: usize| normal(mu.at(k), scale);
    let other = |k: usize| normal(z.at(k) + 0.5, 1.0);
    let written = model! {
        priors,
        model! { data(&y[0]) |= of(0), data(&y[1]) |= of(1), data(&y[2]) |= of(2), data(&y[3]) |= of(3) },
        model! {
            data(&y[0]) |= other(0), data(&y[1]) |= other(1), data(&y[2]) |= other(2),
            data(&y[3]) |= other(3),
        },
    };
    let (looped, written) = (looped.compile().unwrap(), written.compile().unwrap());
    let rules = |schedule: monomorph::gibbs::Schedule| -> Vec<_> {
        schedule.steps.iter().map(|step| (step.name, step.rule)).collect()
    };
    let wanted = rules(written.gibbs().schedule());
    assert_eq!(rules(looped.gibbs().schedule()), wanted);
    assert_eq!(wanted[0].1, monomorph::gibbs::UpdateRule::Normal);
    let got = looped.gibbs().chains(1).warmup(10).draws(50).seed(3).run().unwrap();
    let want = written.gibbs().chains(1).warmup(10).draws(50).seed(3).run().unwrap();
    for name in want.names() {
        for (&got, &want) in common::column(&got, name).iter().zip(common::column(&want, name)) {
            assert_near(got, want, 1e-9 * want.abs().max(1.0), || name.clone());
        }
    }
}
