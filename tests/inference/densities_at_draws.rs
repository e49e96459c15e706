//! Log densities of statements, and unconstrained coordinates, at draws.

use monomorph::Error;
use monomorph::prelude::*;

/// A model with a matrix, a simplex, a definition with a law, and a parameter in two parts.
fn model<'a>(y: &'a [f64], county: &'a Labels, effect: &'a Labels) -> impl Model + 'a {
    params! {
        mu: real(), tau: positive(), p: simplex(3), b: real_matrix(county, effect), z: vector(2),
        w: vector(county),
    }
    model! {
        mu  |= normal(0.0, 2.0),
        tau |= half_normal(1.0),
        p   |= dirichlet(data(&[1.0, 2.0, 3.0])),
        b   |= normal(mu, tau),
        w |= normal(0.0, 1.0),
        z.at(0) |= student_t(4.0, 0.0, 3.0),
        z.at(1) |= normal(z.at(0), 1.0),
        scale = 2.0 * tau,
        scale |= exponential(0.5),
        data(y) |= normal(mu + b.column(1).at(0), tau),
    }
}

fn fixture() -> Result<(Vec<f64>, Labels, Labels), Error> {
    let county = Labels::from(&["p", "q", "r"]).named("county");
    Ok((vec![0.4, -0.2, 1.0], county, Labels::from(&["level", "slope"])))
}

#[test]
fn statements_of_parameters_add_up_to_the_prior() -> Result<(), Error> {
    let (y, county, effect) = fixture()?;
    let model = model(&y, &county, &effect);
    let posterior = model.compile()?;
    let fit = posterior.nuts().chains(2).warmup(100).draws(30).seed(1).progress(false).run()?;
    let prior = model.pointwise_log_prior(fit.draws())?;
    let variables: Vec<&str> = prior.variables().iter().map(|variable| variable.name).collect();
    assert_eq!(variables, ["mu", "tau", "p", "b", "w", "z", "z#2", "scale"]);
    assert!(prior.names().contains(&"b[q,slope]".to_owned()), "{:?}", prior.names());
    for draw in [0, 17, 59] {
        let sum: f64 = prior.columns().map(|(_, column)| column.as_slice()[draw]).sum();
        let trace = fit.draws().trace(draw / 30, draw % 30)?;
        let expected = posterior.log_prior(&trace)?;
        assert!((sum - expected).abs() < 1e-10, "{sum} and {expected}");
    }
    Ok(())
}

#[test]
fn coordinates_give_the_draws_back() -> Result<(), Error> {
    let (y, county, effect) = fixture()?;
    let model = model(&y, &county, &effect);
    let posterior = model.compile()?;
    let fit = posterior.nuts().chains(2).warmup(100).draws(30).seed(1).progress(false).run()?;
    let coordinates = posterior.unconstrained(fit.draws())?;
    assert_eq!(coordinates.names()[..5], ["mu", "tau", "p[0]", "p[1]", "b[0]"]);
    assert!(coordinates.names().contains(&"w[q]".to_owned()), "{:?}", coordinates.names());
    assert_eq!(coordinates.column("mu")?, fit.draws().column("mu")?);
    // They are points: what they stand for is the draw.
    let (mut values, mut workspace) = (vec![0.0; fit.draws().names().len()], posterior.workspace());
    for draw in [0, 41] {
        let point: Vec<f64> = coordinates.columns().map(|(_, column)| column.as_slice()[draw]).collect();
        posterior.constrain_into(&point, &mut values, &mut workspace)?;
        for (value, (name, column)) in values.iter().zip(fit.draws().columns()) {
            assert!((value - column.as_slice()[draw]).abs() < 1e-10, "{name}");
        }
    }
    let logarithm = coordinates.column("tau")?.as_slice()[41];
    assert!((logarithm.exp() - fit.draws().column("tau")?.as_slice()[41]).abs() < 1e-12);

    let later = {
        params! { nu: real() }
        model! { nu |= normal(0.0, 1.0) }.compile()?.unconstrained(fit.draws())
    };
    assert!(matches!(later, Err(Error::MissingValue { ref name }) if name == "nu"), "{later:?}");
    Ok(())
}
