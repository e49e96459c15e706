//! Proves what a model knows of parts of parameters and of definitions on the left of `|=` beyond its log
//! density: prior and likelihood, values, the graph, draws forward, Gibbs sampling, and what is refused.

use crate::common::assert_near;
use monomorph::graph::{Kind, LintRule};
use monomorph::prelude::*;

/// The log density of a normal distribution.
fn log_normal(y: f64, mean: f64, sd: f64) -> f64 {
    let z = (y - mean) / sd;
    -0.5 * z * z - sd.ln() - 0.5 * std::f64::consts::TAU.ln()
}

#[test]
fn statements_about_parts_and_definitions_are_priors() -> Result<(), Error> {
    params! { mu: vector(3) }
    let model = model! {
        step = mu.at(2) - mu.at(1),
        mu.slice(0..2) |= normal(0.0, 2.0),
        mu |= flat(),
        step |= normal(0.0, 0.5),
        data(0.3) |= normal(mu.at(0), 1.0),
    };
    let posterior = model.compile()?;
    let trace = Trace::new().with("mu", [0.5, -1.0, 2.0])?;
    let prior = log_normal(0.5, 0.0, 2.0) + log_normal(-1.0, 0.0, 2.0) + log_normal(3.0, 0.0, 0.5);
    assert_near(posterior.log_prior(&trace)?, prior, 1e-13, || "the prior".into());
    assert_near(posterior.log_likelihood(&trace)?, log_normal(0.3, 0.5, 1.0), 1e-13, || "the data".into());
    assert_near(posterior.log_joint(&trace)?, prior + log_normal(0.3, 0.5, 1.0), 1e-13, || "both".into());
    Ok(())
}

/// A parameter that is known as a whole makes evidence of the statements about its parts; one that is set
/// drops them.
#[test]
fn a_parameter_of_parts_is_given_a_value() -> Result<(), Error> {
    params! { s: positive(), x: vector(4) }
    let model = model! {
        s |= exponential(1.0),
        x.at(0) |= normal(0.0, 1.0),
        x.slice(1..4) |= normal(x.slice(0..3), s),
    };
    let value = [0.5, 1.0, 0.25, -0.5];
    let walk: f64 = value.windows(2).map(|pair| log_normal(pair[1], pair[0], 2.0)).sum();
    let seen = model.condition(x, &value).compile()?;
    let trace = Trace::new().with("s", 2.0)?;
    let likelihood = log_normal(0.5, 0.0, 1.0) + walk;
    assert_eq!(seen.dimension(), 1);
    assert_near(seen.log_likelihood(&trace)?, likelihood, 1e-13, || "seen".into());
    assert_near(seen.log_prior(&trace)?, -2.0, 1e-13, || "the rest".into());
    let done = model.intervene(x, &value).compile()?;
    assert_near(done.log_joint(&trace)?, -2.0, 1e-13, || "done".into());

    let draws = model.condition(x, &value).compile()?.gibbs().chains(1).draws(3).run()?;
    let each = model.condition(x, &value).pointwise_log_likelihood(&draws)?;
    assert_eq!(each.names(), ["x.at(0)", "x.slice(1..4)[0]", "x.slice(1..4)[1]", "x.slice(1..4)[2]"]);

    let refused = "single elements of `x` cannot be given values, because parts of it stand on the left of statements: give all of \
                   it one";
    let errors = [
        model.condition_at(x, 1, &[0.5]).compile().map(drop).unwrap_err(),
        model.intervene_at(x, 1, &[0.5]).compile().map(drop).unwrap_err(),
    ];
    errors.iter().for_each(|error| assert_eq!(error.to_string(), refused));
    Ok(())
}

/// Var xₜ = 1 + t s², and neighbours have the correlation of a random walk; written in any order.
#[test]
fn a_random_walk_is_drawn_element_after_element() -> Result<(), Error> {
    params! { x: vector(9) }
    let forward = model! { x.at(0) |= normal(0.0, 1.0), x.slice(1..9) |= normal(x.slice(0..8), 0.5) };
    let backward = model! {
        x.slice(5..9) |= normal(x.slice(4..8), 0.5),
        x.slice(1..5) |= normal(x.slice(0..4), 0.5),
        x.at(0) |= normal(0.0, 1.0),
    };
    for draws in [forward.sample_prior(20_000, 1)?, backward.sample_prior(20_000, 2)?] {
        let columns: Vec<Vec<f64>> = (0..9)
            .map(|i| draws.column(&format!("x[{i}]")).map(|column| column.as_slice().to_vec()))
            .collect::<Result<_, _>>()?;
        for (t, x) in columns.iter().enumerate() {
            let variance = x.iter().map(|x| x * x).sum::<f64>() / x.len() as f64;
            let want = 1.0 + 0.25 * t as f64;
            assert_near(variance, want, 5.0 * want * (2.0 / 20_000_f64).sqrt(), || format!("Var x[{t}]"));
            if t > 0 {
                let with_first =
                    x.iter().zip(&columns[0]).map(|(x, first)| x * first).sum::<f64>() / 20_000.0;
                assert_near(with_first, 1.0, 0.1, || format!("Cov (x[0], x[{t}])"));
            }
        }
    }
    Ok(())
}

/// A tree, by indices; a second-order walk in the rows of a matrix; a whole row from another one.
#[test]
fn what_a_row_reads_is_drawn_before_it() -> Result<(), Error> {
    let (children, parents) = ([5, 3, 4, 1, 2], [1, 2, 2, 0, 0]);
    params! { tree: vector(6), m: vector(2).rows(4), theta: simplex(3).rows(2), s: positive() }
    let model = model! {
        tree.at(&children) |= normal(2.0 * tree.at(&parents) + 1.0, 1e-9),
        tree.at(0) |= normal(1.0, 1e-9),
        m.rows(2..4) |= normal(2.0 * m.rows(1..3) - m.rows(0..2), s * 1e-9),
        m.row(0) |= normal(1.0, 1e-9),
        m.row(1) |= normal(3.0, 1e-9),
        theta.row(1) |= dirichlet(1e6 * theta.row(0)),
        theta.row(0) |= dirichlet(data(&[1.0, 2.0, 3.0])),
        s |= exponential(1.0),
    };
    let draws = model.sample_prior(200, 1)?;
    let mean = |name: &str| draws.column(name).map(|column| column.mean());
    for (name, want) in
        [("tree[0]", 1.0), ("tree[1]", 3.0), ("tree[2]", 3.0), ("tree[3]", 7.0), ("tree[5]", 7.0)]
    {
        assert_near(mean(name)?, want, 1e-6, || name.into());
    }
    for (name, want) in [("m[0,0]", 1.0), ("m[1,1]", 3.0), ("m[2,0]", 5.0), ("m[3,1]", 7.0)] {
        assert_near(mean(name)?, want, 1e-6, || name.into());
    }
    let (first, second) = (draws.column("theta[0,2]")?, draws.column("theta[1,2]")?);
    for (first, second) in first.as_slice().iter().zip(second.as_slice()) {
        assert_near(*second, *first, 0.01, || "theta".into());
    }
    assert_near(mean("theta[0,2]")?, 0.5, 0.06, || "theta[0,2]".into());
    Ok(())
}

#[test]
fn predictions_take_what_is_given() -> Result<(), Error> {
    params! { x: vector(3), s: positive() }
    let model = model! {
        s |= exponential(1.0),
        step = x.at(2) - x.at(0),
        x.at(0) |= normal(0.0, 1.0),
        x.slice(1..3) |= normal(x.slice(0..2), s),
        x |= flat(),
        data(1.0) |= normal(step, 1.0),
    };
    let prior = model.sample_prior(100, 1)?;
    assert_eq!(prior.names(), ["x[0]", "x[1]", "x[2]", "s", "step", "1.0"]);
    assert_eq!(model.predict(&prior, 1)?.names(), ["step", "1.0"]);
    // A definition with a law follows from the draws; drawn forward it has two sources.
    let defined = model! {
        x |= normal(0.0, 1.0), s |= exponential(1.0), step = x.at(1) - x.at(0), step |= normal(0.0, s),
    };
    assert_eq!(defined.predict(&prior, 1)?.names(), ["step"]);
    assert_eq!(
        defined.sample_prior(10, 1).unwrap_err().to_string(),
        "no value can be drawn from `step |= normal(0.0, s)`: `step` is a definition, which follows from what it mentions"
    );
    Ok(())
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let error = |result: Result<Draws, Error>| result.map(drop).unwrap_err().to_string();
    params! { x: vector(3) }
    let circle = model! {
        x.at(0) |= normal(x.at(1), 1.0), x.at(1) |= normal(x.at(0), 1.0), x.at(2) |= normal(0.0, 1.0),
    };
    assert_eq!(error(circle.sample_prior(5, 1)), "the variables x depend on themselves");
    let reads = model! {
        x.at(0) |= normal(0.0, 1.0),
        x.slice(1..3) |= mixture((0.5, 0.5), (normal(x.slice(0..2), 1.0), normal(0.0, 1.0))),
    };
    let message = error(reads.sample_prior(5, 1));
    assert!(
        message.ends_with("its law reads other elements of `x`, and it is not known which")
            && message.starts_with("no value can be drawn from `x.slice(1..3) |= mixture("),
        "{message}"
    );
    let flat = model! { x |= flat(), x.at(0) |= normal(0.0, 1.0) };
    assert_eq!(
        error(flat.sample_prior(5, 1)),
        "no value can be drawn from `x |= flat()`: the law cannot be drawn from, or not for this variable, or not between its bounds"
    );
}

#[test]
fn elements_stand_on_the_left_of_one_statement() {
    let error = |result: Result<(), Error>| result.unwrap_err().to_string();
    let twice = [1, 1];
    params! { x: vector(4), y: vector(4), z: real() }
    let rest = model! { y |= normal(0.0, 1.0), z |= normal(0.0, 1.0) };
    let left_out = model! { rest, x.at(0) |= normal(0.0, 1.0), x.slice(2..4) |= normal(0.0, 1.0) };
    assert_eq!(
        error(left_out.compile().map(drop)),
        "element 1 of `x` stands on the left of no statement: give it one, or write `x |= flat()` beside the others"
    );
    let overlap = model! { rest, x.slice(0..3) |= normal(0.0, 1.0), x.slice(2..4) |= normal(0.0, 2.0) };
    assert_eq!(
        error(overlap.compile().map(drop)),
        "in `x.slice(2..4) |= normal(0.0, 2.0)`: element 2 of `x` stands on the left of two statements"
    );
    let repeated = model! { rest, x |= flat(), x.at(&twice) |= normal(0.0, 1.0) };
    assert_eq!(
        error(repeated.compile().map(drop)),
        "in `x.at(&twice) |= normal(0.0, 1.0)`: element 1 of `x` stands twice on the left"
    );
    let beyond = model! { rest, x |= flat(), x.slice(2..5) |= normal(0.0, 1.0) };
    assert_eq!(
        error(beyond.compile().map(drop)),
        "in `x.slice(2..5) |= normal(0.0, 1.0)`: `x.slice(2..5)`: the index is 4, but there are 4 elements, with indices 0 to 3"
    );
    let defined = model! { x |= flat(), rest, d = 2.0 * x, d.at(0) |= normal(0.0, 1.0) };
    let again = model! { d = 3.0 * z, d |= normal(0.0, 1.0), rest, x |= normal(d, 1.0) };
    assert!(defined.compile().is_ok() && again.compile().is_ok());
}

#[test]
fn the_graph_knows_parts_and_definitions() -> Result<(), Error> {
    params! { s: positive(), t: positive(), x: vector(5) }
    let model = model! {
        s |= exponential(1.0),
        t |= exponential(1.0),
        x.at(0) |= normal(0.0, 1.0),
        x.slice(1..5) |= normal(x.slice(0..4), s),
        end = x.at(4),
        end |= normal(0.0, t),
    };
    let graph = model.graph();
    assert_eq!(graph.parents("x")?, ["s"]);
    assert_eq!(graph.topological_order()?, ["s", "t", "x", "end", "end#2"]);
    assert_eq!(
        (graph.vertex("end")?.kind(), graph.vertex("end#2")?.kind()),
        (Kind::Definition, Kind::Factor)
    );
    assert_eq!(graph.parents("end#2")?, ["t", "end"]);
    assert_eq!(graph.blanket("t")?, ["x", "end#2"]);
    assert!(!graph.is_independent(&["s"], &["t"], &[])?);
    assert!(graph.is_independent(&["s"], &["t"], &["x"])?);
    assert!(
        graph.check().iter().all(|lint| !matches!(lint.rule, LintRule::Circular | LintRule::NoStatement))
    );
    assert_eq!(
        graph.vertex("x")?.statement(),
        "x.at(0) |= normal(0.0, 1.0), x.slice(1..5) |= normal(x.slice(0..4), s)"
    );
    let without = model.intervene(x, &[0.0; 5]).graph();
    assert!(without.parents("x")?.is_empty());
    Ok(())
}

/// Conjugate where curves are known, and right: the posterior means of two observed elements.
#[test]
fn gibbs_sampling_updates_a_parameter_of_parts() -> Result<(), Error> {
    params! { x: vector(2), k: vector(2).integer(0, 1) }
    let model = model! {
        x.at(0) |= normal(0.0, 1.0),
        x.at(1) |= normal(x.at(0), 1.0),
        k.at(0) |= bernoulli(0.2),
        k.at(1) |= bernoulli(0.25 + 0.5 * k.at(0)),
        data(1.5) |= normal(x.at(1), 1.0),
    };
    let draws = model.compile()?.gibbs().chains(2).draws(4_000).seed(1).run()?;
    // Cov = [[1, 1], [1, 2]], so E x = (1, 2) 1.5/3.
    assert_near(draws.column("x[0]")?.mean(), 0.5, 0.08, || "x[0]".into());
    assert_near(draws.column("x[1]")?.mean(), 1.0, 0.08, || "x[1]".into());
    assert_near(draws.column("k[0]")?.mean(), 0.2, 0.03, || "k[0]".into());
    assert_near(draws.column("k[1]")?.mean(), 0.2 * 0.75 + 0.8 * 0.25, 0.03, || "k[1]".into());
    Ok(())
}
