//! Butterflies: the species that live at a site and the species that are seen there, among species some of
//! which do not exist.
//!
//! A species that was seen somewhere exists, with probability Ω. At a site where it was seen it lives;
//! where it was not seen, it does not live there or escapes all visits.

use super::case::*;
use monomorph::functions::log_mix;

posteriors! { multi_occupancy: ["butterfly-multi_occupancy"] }

fn multi_occupancy(case: &Case, task: &mut impl Task) {
    let (sites, visits, species) = (case.size("J"), case.number("K"), case.size("S"));
    let sightings = case.vector("X");
    let known = sightings.len() / sites;
    let mut seen: Vec<(usize, f64)> =
        sightings.iter().enumerate().map(|(place, &count)| (place / sites, count)).collect();
    seen.retain(|&(_, count)| count > 0.0);
    let (seen_species, seen_counts): (Vec<usize>, Vec<f64>) = seen.into_iter().unzip();
    let unseen_at = |row: &[f64]| row.iter().filter(|&&count| count == 0.0).count() as f64;
    let unseen_at: Vec<f64> = sightings.chunks(sites).map(unseen_at).collect();
    params! {
        alpha:     real(),
        beta_mean: real(),
        omega:     interval(0.0, 1.0),
        rho:       interval(-1.0, 1.0),
        sigma:     vector(2).positive(),
        uv1:       vector(species),
        uv2:       vector(species),
    }
    task.run(model! {
        alpha     |= cauchy(0.0, 2.5),
        beta_mean |= cauchy(0.0, 2.5),
        sigma     |= cauchy(0.0, 2.5),
        omega     |= beta(2.0, 2.0),
        rho       |= flat(),
        increment(beta(2.0, 2.0).log_density((rho + 1.0) / 2.0)),
        uv1       |= normal(0.0, sigma.at(0)),
        uv2       |= normal(
            rho * sigma.at(1) / sigma.at(0) * uv1,
            sigma.at(1) * (1.0 - rho.square()).sqrt()
        ),
        lives = alpha + uv1,
        is_seen = beta_mean + uv2,
        never_seen = log_mix(lives.inv_logit(), -visits * is_seen.log1p_exp(), 0.0),
        increment(known as f64 * omega.log()),
        increment(lives.at(&seen_species).log_inv_logit()),
        data(&seen_counts) |= binomial_logit(visits, is_seen.at(&seen_species)),
        increment(data(&unseen_at) * never_seen.slice(0..known)),
        increment(log_mix(omega, sites as f64 * never_seen.slice(known..species), 0.0)),
    });
}
