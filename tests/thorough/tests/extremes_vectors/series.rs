//! Laws of series.

use super::records::laws;
use monomorph::prelude::*;

laws! {
    hidden_markov |record, compare| {
        let k = record.len(1);
        params! {
            y: vector(record.len(0)), initial: vector(k), t: vector(k).rows(k), mu: vector(k), sigma: real(),
        }
        compare!(model! {
            initial |= flat(),
            t |= flat(),
            mu |= flat(),
            sigma |= flat(),
            y |= hidden_markov(initial, t, components(k, |k| normal(mu.at(k), sigma))),
        })
    }

    random_walk |record, compare| {
        params! { y: vector(record.len(0)), first: real(), s: real() }
        compare!(model! { first |= flat(), s |= flat(), y |= random_walk(first, s) })
    }

    autoregression |record, compare| {
        params! { y: vector(record.len(0)), phi: vector(record.len(1)), mu: real(), s: real() }
        compare!(model! { phi |= flat(), mu |= flat(), s |= flat(), y |= autoregression(phi, mu, s) })
    }

    arma |record, compare| {
        params! {
            y: vector(record.len(0)), phi: vector(record.len(1)), theta: vector(record.len(2)), mu: real(),
            s: real(),
        }
        compare!(model! {
            phi |= flat(),
            theta |= flat(),
            mu |= flat(),
            s |= flat(),
            y |= arma(phi, theta, mu, s),
        })
    }

    garch |record, compare| {
        params! {
            y: vector(record.len(0)), mu: real(), omega: real(), alpha: real(), beta: real(), first: real(),
        }
        compare!(model! {
            mu |= flat(),
            omega |= flat(),
            alpha |= flat(),
            beta |= flat(),
            first |= flat(),
            y |= garch(mu, omega, alpha, beta, first),
        })
    }
}
