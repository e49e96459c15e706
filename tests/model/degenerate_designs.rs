//! Proves that rewrites change nothing beyond rounding where data are degenerate: collinear, constant, equal,
//! nearly equal and badly scaled columns, common and by group, groups of one, a single row. `thorough` has
//! more models and thousands of designs.
//!
//! Tolerance: 1e-10 of the log density and of the largest slope.

use monomorph::prelude::*;

/// The number of designs of each model.
fn designs() -> u64 {
    std::env::var("MONOMORPH_DESIGNS").map_or(60, |count| count.parse().expect("a number"))
}

crate::models! {
    intercept_and_slopes_by_group(0.3): |d| {
        params! { mu: real(), b: vector(d.widths[0]).rows(d.groups[0]) }
        model! {
            mu |= normal(0.0, 1.0),
            b |= normal(0.0, 1.0),
            data(&d.y) |= normal(mu + data(&d.matrices[0]).dot_by_group(b, &d.group[0]), 1.0),
        }
    }
    common_slope_beside_slopes_by_group(0.3): |d| {
        params! { slope: real(), s: vector(d.groups[0]), sigma: positive() }
        model! {
            slope |= normal(0.0, 1.0),
            s |= normal(0.0, 1.0),
            sigma |= exponential(1.0),
            data(&d.y) |= normal(slope * data(&d.x[0]) + s.at(&d.group[0]) * data(&d.x[0]), sigma),
        }
    }
    slope_and_intercepts(0.3): |d| {
        params! { beta: real(), alpha: vector(d.groups[0]) }
        model! {
            beta |= normal(0.0, 1.0),
            alpha |= normal(0.0, 1.0),
            data(&d.y) |= normal(beta * data(&d.x[0]) + alpha.at(&d.group[0]), data(&d.scales)),
        }
    }
    everything_at_once(0.3): |d| {
        params! {
            a: vector(d.groups[0]), b: vector(d.widths[0]), c: vector(d.groups[1]), v: vector(1), mu: real(),
            r: vector(d.widths[1]).rows(d.groups[0]), sigma: positive(),
        }
        let eta = data(&d.matrices[0]).dot(b) + v.at(&d.zeros) + a.at(&d.group[0]) * data(&d.x[0]) - 0.5
            + data(&d.matrices[1]).dot_by_group(r, &d.group[0])
            + c.at(&d.group[1])
            + mu * data(&d.x[1]);
        model! {
            a |= normal(0.0, 1.0),
            b |= normal(0.0, 1.0),
            c |= normal(0.0, 1.0),
            v |= normal(0.0, 1.0),
            mu |= normal(0.0, 1.0),
            r |= normal(0.0, 1.0),
            sigma |= exponential(1.0),
            data(&d.y) |= normal(eta, sigma),
        }
    }
    merged_rows(0.3): |d| {
        params! { a: vector(d.groups[0]), c: vector(d.groups[1]), k: real() }
        model! {
            a |= normal(0.0, 1.0),
            c |= normal(0.0, 1.0),
            k |= normal(0.0, 1.0),
            data(&d.counts) |= poisson_log(a.at(&d.group[0]) + c.at(&d.group[1])),
            data(&d.flags) |= bernoulli_logit(k + a.at(&d.group[0])),
        }
    }
}
