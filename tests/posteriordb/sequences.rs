//! Models that unfold in time: a moving average, hidden Markov models.

use super::case::*;
use faer::MatRef;
use monomorph::functions::hidden_markov_log_density;

posteriors! {
    arma11: ["arma-arma11"],
    hmm_example: ["hmm_example-hmm_example"],
    hmm_drive_0: ["bball_drive_event_0-hmm_drive_0"],
    covid19imperial_v2: ["ecdc0401-covid19imperial_v2"],
}

fn arma11(case: &Case, task: &mut impl Task) {
    let y = case.vector("y");
    params! { mu: real(), phi: real(), theta: real(), sigma: positive() }
    task.run(model! {
        mu    |= normal(0.0, 10.0),
        phi   |= normal(0.0, 2.0),
        theta |= normal(0.0, 2.0),
        sigma |= cauchy(0.0, 2.5),
        error  = scan(0.0, data(&y), |e, now| now - mu - phi * data(&y).lagged(1, mu) - theta * e),
        error |= normal(0.0, sigma),
    });
}

/// The first state has no distribution: each counts fully.
fn hmm_example(case: &Case, task: &mut impl Task) {
    let y = case.vector("y");
    params! { theta: simplex(2).rows(2), mu: positive_ordered(2) }
    task.run(model! {
        theta |= flat(),
        mu    |= normal(&[3.0, 10.0], 1.0),
        data(&y) |= hidden_markov(&[1.0, 1.0], theta, [normal(mu.at(0), 1.0), normal(mu.at(1), 1.0)]),
    });
}

fn hmm_drive_0(case: &Case, task: &mut impl Task) {
    let (u, v, alpha) = (case.vector("u"), case.vector("v"), case.vector("alpha"));
    let alpha = MatRef::from_row_major_slice(&alpha, 2, 2);
    params! { theta: simplex(2).rows(2), phi: positive_ordered(2), lambda: positive_ordered(2) }
    let state =
        |k| exponential(phi.at(k)).log_density(data(&u)) + exponential(lambda.at(k)).log_density(data(&v));
    task.run(model! {
        theta  |= dirichlet(data(alpha)),
        phi    |= normal(&[0.0, 3.0], 1.0),
        lambda |= normal(&[0.0, 3.0], 1.0),
        increment(hidden_markov_log_density(&[1.0, 1.0], theta, stack_rows([state(0), state(1)]))),
    });
}

/// Infections by those of the days before, in as many countries as there are.
fn covid19imperial_v2(case: &Case, task: &mut impl Task) {
    let (countries, covariates) = (case.size("M"), case.size("P"));
    let (seeded, days) = (case.size("N0"), case.size("N2"));
    let (serial, population) = (case.vector("SI"), case.vector("pop"));
    let (ends, starts) = (case.vector("N"), case.vector("EpidemicStart"));
    let by_country = |field: &str| {
        let table = case.vector(field);
        let column = |m: usize| (0..days).map(|t| table[t * countries + m]).collect::<Vec<_>>();
        (0..countries).map(column).collect::<Vec<_>>()
    };
    let (deaths, onset) = (by_country("deaths"), by_country("f"));
    let observed: Vec<&[f64]> =
        (0..countries).map(|m| &deaths[m][starts[m] as usize - 1..ends[m] as usize]).collect();
    let x = case.vector("X");
    let x: Vec<_> = x
        .chunks(days * covariates)
        .map(|country| {
            MatRef::from_row_major_slice(&country[seeded * covariates..], days - seeded, covariates)
        })
        .collect();
    params! {
        mu: vector(countries).positive(),
        h: vector(covariates).positive(),
        kappa: positive(),
        y: vector(countries).positive(),
        phi: positive(),
        tau: positive(),
        r: vector(countries).positive(),
    }
    let expected = |m: usize| {
        let effect = h - 1.05_f64.ln() / 6.0;
        let rate = mu.at(m) * (-data(x[m]).dot(effect)).exp();
        let seeds = y.at(m) * data(&[1.0; 6]);
        // cases of a day, and all those before the day before
        let cases = scan((seeds, 5.0 * y.at(m)), rate, |(cases, total), rate| {
            let infected = (total + cases) / population[m];
            (rate * (1.0 - infected) * cases.dot_reversed(&serial), total + cases)
        });
        let all = concatenate((seeds, cases.row(0)));
        let later = r.at(m) * all.lagged(1, 0.0).convolve(&onset[m]);
        let deaths = concatenate((1e-15 * y.at(m), later.slice(1..days)));
        deaths.slice(starts[m] as usize - 1..ends[m] as usize)
    };
    task.run(model! {
        tau   |= exponential(0.03),
        y     |= exponential(1.0 / tau),
        phi   |= normal(0.0, 5.0),
        kappa |= normal(0.0, 0.5),
        mu    |= normal(3.28, kappa),
        h     |= gamma(0.1667, 1.0),
        r     |= normal(1.0, 0.1),
        for_each(countries, |m| data(observed[m]) |= neg_binomial_2(expected(m), phi)),
    });
}
