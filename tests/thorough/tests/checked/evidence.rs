//! Messages of marginal likelihoods, leave-one-out transforms, sensitivities and leave-one-out when they
//! have no result.

use crate::common::assert_near;
use monomorph::comparison::{BridgeSettings, MarginalLikelihood, Pointwise};
use monomorph::prelude::*;

const Y: [f64; 6] = [1.0, -2.0, 4.0, 0.5, 3.0, -1.5];

fn normals(y: &[f64]) -> impl Model {
    params! { mu: real() }
    model! { mu |= normal(0.0, 2.0), data(y) |= normal(mu, 1.0) }
}

fn of<M: BoundModel>(posterior: &Posterior<M>, draws: &Draws) -> Result<MarginalLikelihood, String> {
    let found = posterior.log_marginal_likelihood(draws, BridgeSettings::default());
    found.map_err(|error| error.to_string())
}

#[track_caller]
fn refused(found: Result<MarginalLikelihood, String>, words: &str) {
    let message = found.unwrap_err();
    assert!(message.contains(words), "{message}");
}

#[test]
fn dropped_constants_are_refused() -> Result<(), Error> {
    let posterior = normals(&Y).compile()?;
    let draws = posterior.gibbs().draws(500).seed(1).run()?;
    let whole = of(&posterior, &draws).unwrap();
    let words = "is without the terms of data alone";
    refused(of(&posterior.without_constants(), &draws), words);
    let dropped = Options::default().drop_constants(true);
    refused(of(&normals(&Y).compile_with(dropped)?, &draws), words);
    // Draws of the proportional density are draws.
    let others = posterior.without_constants().gibbs().draws(500).seed(2).run()?;
    assert_near(of(&posterior, &others).unwrap().log, whole.log, 0.02, || "the same draws".to_owned());
    Ok(())
}

/// Returns the message about a posterior before its draws are read.
fn said<M: BoundModel>(posterior: Posterior<M>) -> String {
    let size: usize = posterior.variables().iter().map(|variable| variable.size()).sum();
    let draws = Draws::new(posterior.variables(), 2, 4, vec![0.25; 8 * size]).unwrap();
    of(&posterior, &draws).unwrap_err()
}

#[test]
fn priors_without_an_integral_are_refused() -> Result<(), Error> {
    let y = [0.3, 0.9, 0.4];
    params! { mu: real() }
    params! { s: positive() }
    params! { p: interval(0.0, 1.0) }
    params! { w: interval(0.0, 4.0) }
    params! { t: simplex(3) }
    params! { v: vector(2) }
    params! { angle: real() }
    macro_rules! said {
        ($words:literal, $($statements:tt)*) => {
            let message = said(model! { $($statements)* }.compile()?);
            assert!(message.contains($words), "{message}");
        };
    }
    said!(
        "the prior `mu |= flat()` does not integrate to one, so there is no marginal likelihood: give `mu`",
        mu |= flat(),
        data(&y) |= normal(mu, 1.0)
    );
    said!("`s |= flat()` does not integrate", s |= flat(), data(&y) |= exponential(s));
    said!("integrates to the volume of its support", w |= flat(), data(&y) |= normal(w, 1.0));
    said!("`t |= flat()` does not", t |= flat(), data(&[1, 2, 0]) |= multinomial(t));
    said!(
        "`v.at(1) |= flat()` does not",
        v.at(0) |= normal(0.0, 1.0),
        v.at(1) |= flat(),
        data(&y) |= normal(v.at(0) + v.at(1), 1.0)
    );
    said!("`angle |= von_mises", angle |= von_mises(0.0, 1.0), data(&y) |= normal(angle, 1.0));
    // The flat law between 0 and 1 is the uniform one; parts that fill a parameter are its priors. Of a prior
    // in an increment, or in a statement about a definition, nothing is known. What has a value needs none.
    let silent = "draws are too few";
    said!("draws are too few", p |= flat(), data(&[3, 4, 5]) |= binomial(9, p));
    said!(
        "draws are too few",
        v |= flat(),
        v.at(0) |= normal(0.0, 1.0),
        v.at(1) |= normal(0.0, 1.0),
        data(&y) |= normal(v.at(0), 1.0)
    );
    said!("draws are too few", mu |= flat(), increment(-0.5 * mu * mu), data(&y) |= normal(mu, 1.0));
    said!("draws are too few", s |= flat(), l = s.log(), l |= normal(0.0, 1.0), data(&y) |= exponential(s));
    let known = model! { mu |= flat(), s |= exponential(1.0), data(&y) |= normal(mu, s) }.condition(mu, 0.5);
    let message = said(known.compile()?);
    assert!(message.contains(silent), "{message}");
    Ok(())
}

/// Draws of other data, of another model, of a part of the data, and of this posterior: thinned, and of an
/// approximation that is as good.
#[test]
fn draws_of_something_else_are_refused() -> Result<(), Error> {
    let other = Y.map(|y| y + 30.0);
    let [own, shifted, part] = [&Y[..], &other[..], &Y[..2]].map(|y| normals(y).compile());
    let (own, shifted, part) = (own?, shifted?, part?);
    let draws = own.gibbs().chains(4).draws(1000).seed(1).run()?;
    let evidence = of(&own, &draws).unwrap();
    let words = "the draws do not come from this density";
    refused(of(&own, &shifted.gibbs().draws(1000).seed(2).run()?), words);
    refused(of(&shifted, &draws), words);
    refused(of(&own, &part.gibbs().draws(1000).seed(3).run()?), words);
    params! { mu: real() }
    let wider = model! { mu |= normal(0.0, 2.0), data(&Y) |= normal(mu, 4.0) };
    refused(of(&own, &wider.compile()?.gibbs().draws(1000).seed(4).run()?), words);
    // Every tenth draw.
    let thinned: Vec<f64> = draws.column("mu")?.as_slice().iter().step_by(10).copied().collect();
    let thinned = of(&own, &Draws::new(own.variables(), 4, 100, thinned)?).unwrap();
    assert_near(thinned.log, evidence.log, 0.02, || format!("{thinned}"));
    Ok(())
}

#[test]
fn what_is_not_a_number_has_no_place() -> Result<(), Error> {
    let draws = normals(&Y).compile()?.gibbs().draws(200).seed(1).run()?;
    let mut y = Y;
    y[2] = f64::NAN;
    let error = normals(&Y).loo_pit(&draws, &y, 1).unwrap_err().to_string();
    assert_eq!(error, "the observation y[2] is NaN, so it has no place among replications");
    Ok(())
}

#[test]
fn the_priors_that_are_scaled_are_named() -> Result<(), Error> {
    params! { mu: real(), s: positive() }
    let model = model! { mu |= normal(0.0, 1.0), s |= exponential(1.0), data(&Y) |= normal(mu, s) };
    let draws = model.compile()?.nuts().chains(2).warmup(200).draws(300).seed(1).progress(false).run()?;
    let printed = |priors: &[&str]| Ok::<_, Error>(model.sensitivity_to(priors, draws.draws())?.to_string());
    let words =
        |of: &str| format!("Numbers are distances moved by a doubling of {of}, or of the likelihood.");
    assert!(printed(&["mu"])?.contains(&words("the prior of `mu`")), "{}", printed(&["mu"])?);
    let both = printed(&["s", "mu"])?;
    assert!(both.contains(&words("the priors of `mu` and `s`")), "{both}");
    assert!(!printed(&["mu"])?.contains("all priors"));
    let all = model.sensitivity(draws.draws())?;
    assert!(all.to_string().contains(&words("all priors")) && all.chosen().is_empty(), "{all}");
    Ok(())
}

#[test]
fn a_support_that_ends_at_a_parameter_is_told() -> Result<(), Error> {
    let y = [0.3, 0.9, 0.4];
    params! { t: positive() }
    params! { mu: real() }
    let moving = model! { t |= exponential(1.0), data(&y) |= uniform(0.0, t) };
    let fit = moving.compile()?.nuts().chains(2).draws(300).seed(1).progress(false).run()?;
    let words = "`data(&y) |= uniform(0.0, t)` has a support that ends at a parameter.";
    for table in [
        moving.loo(fit.draws())?.to_string(),
        moving.waic(fit.draws())?.to_string(),
        moving.loo_by_group(fit.draws(), &["a", "b", "a"])?.to_string(),
    ] {
        assert!(table.contains(words), "{table}");
    }
    let silent = model! { mu |= normal(0.0, 1.0), data(&y) |= normal(mu, 1.0).truncated(0.0, 2.0) };
    let told = model! { mu |= normal(-2.0, 1.0), data(&y) |= exponential(1.0).truncated_below(mu) };
    // All below the smallest observation, and above 0.
    let values = (0..50).map(|draw| 0.1 + 0.05 * f64::from(draw).sin()).collect();
    let draws = Draws::new(silent.compile()?.variables(), 1, 50, values)?;
    assert_eq!(silent.loo(&draws)?.remark(), "");
    let remark = told.waic(&draws)?.remark().to_owned();
    assert!(remark.contains("truncated_below(mu)` has a support that ends at a parameter"), "{remark}");
    Ok(())
}
