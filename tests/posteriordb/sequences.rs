//! Time series models: a moving average, and hidden Markov models.

use super::case::*;
use faer::MatRef;
use monomorph::functions::hidden_markov_log_density;

posteriors! {
    arma11: ["arma-arma11"],
    hmm_example: ["hmm_example-hmm_example"],
    hmm_drive_0: ["bball_drive_event_0-hmm_drive_0"],
    covid19imperial_v2: ["ecdc0401-covid19imperial_v2"],
}

/// The Stan programs give the first state no law: each of two states has twice the probability ½.
const NO_INITIAL_LAW: f64 = core::f64::consts::LN_2;

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
        data(&y) |= hidden_markov(&[0.5, 0.5], theta, [normal(mu.at(0), 1.0), normal(mu.at(1), 1.0)]),
        increment(NO_INITIAL_LAW),
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
        increment(hidden_markov_log_density(&[0.5, 0.5], theta, stack_rows([state(0), state(1)]))),
        increment(NO_INITIAL_LAW),
    });
}

/// Infections by those of the days before, in as many countries as there are: a row is a day, a column a
/// country.
fn covid19imperial_v2(case: &Case, task: &mut impl Task) {
    let (countries, covariates) = (case.size("M"), case.size("P"));
    let (seeded, days) = (case.size("N0"), case.size("N2"));
    let (serial, population) = (case.vector("SI"), case.vector("pop"));
    let (ends, starts) = (case.vector("N"), case.vector("EpidemicStart"));
    let (deaths, mut onset, x) = (case.vector("deaths"), case.vector("f"), case.vector("X"));
    // The file has the covariates country by country.
    let x: Vec<f64> = (0..days * countries)
        .flat_map(|cell| {
            let (day, country) = (cell / countries, cell % countries);
            x[(country * days + day) * covariates..][..covariates].to_vec()
        })
        .collect();
    let x = MatRef::from_row_major_slice(&x, days * countries, covariates);
    // Who dies on a day was infected on an earlier one.
    onset.splice(0..0, vec![0.0; countries]);
    let onset = MatRef::from_row_major_slice(&onset[..days * countries], days, countries);
    let is_observed =
        |day: usize, country: usize| (starts[country] as usize..=ends[country] as usize).contains(&(day + 1));
    let cells = (0..days).flat_map(|day| (0..countries).map(move |country| (day, country)));
    let (day, country): (Vec<usize>, Vec<usize>) =
        cells.filter(|&(day, country)| is_observed(day, country)).unzip();
    // Of the first day Stan's program expects another number.
    assert!(!day.contains(&0));
    let observed: Vec<f64> =
        day.iter().zip(&country).map(|(day, country)| deaths[day * countries + country]).collect();
    let none = vec![0.0; countries];
    // Cells and not days: numbers of a step would be read when its sweep begins, so that each step had a
    // sweep of its own.
    let is_seeded: Vec<f64> =
        (0..days * countries).map(|cell| f64::from(u8::from(cell < seeded * countries))).collect();
    let is_seeded = MatRef::from_row_major_slice(&is_seeded, days, countries);
    params! {
        mu: vector(countries).positive(),
        h: vector(covariates).positive(),
        kappa: positive(),
        y: vector(countries).positive(),
        phi: positive(),
        tau: positive(),
        r: vector(countries).positive(),
    }
    let effect = h - 1.05_f64.ln() / 6.0;
    let decline = (-data(x).dot(effect)).exp().reshape(days, countries);
    // cases of a day, and all those before the day before
    let infections = scan_rows(
        (data(&none), data(&none)),
        (data(is_seeded), decline),
        |(cases, total), (is_seeded, decline)| {
            let infected = (total + cases) / data(&population);
            let later = mu * decline * (1.0 - infected) * cases.dot_reversed(&serial);
            (is_seeded * y + (1.0 - is_seeded) * later, total + cases)
        },
    );
    let expected = infections.columns(0..countries).convolve_columns(data(onset));
    task.run(model! {
        tau   |= exponential(0.03),
        y     |= exponential(1.0 / tau),
        phi   |= normal(0.0, 5.0),
        kappa |= normal(0.0, 0.5),
        mu    |= normal(3.28, kappa),
        h     |= gamma(0.1667, 1.0),
        r     |= normal(1.0, 0.1),
        data(&observed) |= neg_binomial_2(r.at(&country) * expected.cells(&day, &country), phi),
    });
}
