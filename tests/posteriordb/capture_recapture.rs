//! Animals that are captured or not, on several occasions, of a number of which some may not exist
//! (probability 1 − ω).
//!
//! An animal that was seen exists: log ω + log p(captures). Of one never seen, log(ω p(none) + 1 − ω).

use super::case::*;
use monomorph::functions::log_mix;

posteriors! {
    m0: ["M0_data-M0_model"],
    mt: ["Mt_data-Mt_model"],
    mh: ["Mh_data-Mh_model"],
    mth: ["Mth_data-Mth_model"],
}

/// Rows of captures: the rows of animals that were seen, and the number of those that were not.
fn split(captures: &[f64], occasions: usize) -> (Vec<f64>, f64) {
    let rows = captures.chunks(occasions);
    let seen: Vec<f64> = rows.clone().filter(|row| row.contains(&1.0)).flatten().copied().collect();
    let unseen = rows.filter(|row| !row.contains(&1.0)).count();
    (seen, unseen as f64)
}

fn m0(case: &Case, task: &mut impl Task) {
    let occasions = case.size("T");
    let (seen, unseen) = split(&case.vector("y"), occasions);
    let totals: Vec<f64> = seen.chunks(occasions).map(|row| row.iter().sum()).collect();
    let count = totals.len() as f64;
    params! { omega: interval(0.0, 1.0), p: interval(0.0, 1.0) }
    task.run(model! {
        omega |= flat(),
        p     |= flat(),
        data(&totals) |= binomial(occasions as f64, p),
        increment(count * omega.log() + unseen * log_mix(omega, occasions as f64 * (-p).log1p(), 0.0)),
    });
}

fn mt(case: &Case, task: &mut impl Task) {
    let occasions = case.size("T");
    let (seen, unseen) = split(&case.vector("y"), occasions);
    let occasion: Vec<usize> = (0..seen.len()).map(|place| place % occasions).collect();
    let count = (seen.len() / occasions) as f64;
    params! { omega: interval(0.0, 1.0), p: vector(occasions).interval(0.0, 1.0) }
    task.run(model! {
        omega |= flat(),
        p     |= flat(),
        data(&seen) |= bernoulli(p.at(&occasion)),
        increment(count * omega.log() + unseen * log_mix(omega, (-p).log1p().sum(), 0.0)),
    });
}

fn mh(case: &Case, task: &mut impl Task) {
    let (captures, occasions) = (case.vector("y"), case.number("T"));
    let which = |seen: bool| -> Vec<usize> {
        (0..captures.len()).filter(|&animal| (captures[animal] > 0.0) == seen).collect()
    };
    let (seen, unseen) = (which(true), which(false));
    let captured: Vec<f64> = seen.iter().map(|&animal| captures[animal]).collect();
    params! {
        omega:   interval(0.0, 1.0),
        mean_p:  interval(0.0, 1.0),
        sigma:   interval(0.0, 5.0),
        eps_raw: vector(captures.len()),
    }
    task.run(model! {
        omega   |= flat(),
        mean_p  |= flat(),
        sigma   |= flat(),
        eps_raw |= normal(0.0, 1.0),
        eps = mean_p.logit() + sigma * eps_raw,
        data(&captured) |= binomial_logit(occasions, eps.at(&seen)),
        increment(seen.len() as f64 * omega.log()),
        increment(log_mix(omega, -occasions * eps.at(&unseen).log1p_exp(), 0.0)),
    });
}

fn mth(case: &Case, task: &mut impl Task) {
    let (captures, occasions, animals) = (case.vector("y"), case.size("T"), case.size("M"));
    assert_eq!(occasions, 5, "the sum over occasions below is written out");
    let is_seen = |animal: usize| captures[animal * occasions..][..occasions].contains(&1.0);
    let seen: Vec<usize> = (0..animals).filter(|&animal| is_seen(animal)).collect();
    let unseen: Vec<usize> = (0..animals).filter(|&animal| !is_seen(animal)).collect();
    let row = |animal: &usize| captures[animal * occasions..][..occasions].to_vec();
    let captured: Vec<f64> = seen.iter().flat_map(row).collect();
    let animal: Vec<usize> = seen.iter().flat_map(|&animal| vec![animal; occasions]).collect();
    let occasion: Vec<usize> = (0..captured.len()).map(|place| place % occasions).collect();
    params! {
        omega:   interval(0.0, 1.0),
        mean_p:  vector(occasions).interval(0.0, 1.0),
        sigma:   interval(0.0, 5.0),
        eps_raw: vector(animals),
    }
    names! { base, effect }
    let (base, definition_of_base) = monomorph::model::define(base, mean_p.logit());
    let (effect, definition_of_effect) = monomorph::model::define(effect, sigma * eps_raw);
    let of_unseen = effect.at(&unseen);
    let never = -((base.at(0) + of_unseen).log1p_exp()
        + (base.at(1) + of_unseen).log1p_exp()
        + (base.at(2) + of_unseen).log1p_exp()
        + (base.at(3) + of_unseen).log1p_exp()
        + (base.at(4) + of_unseen).log1p_exp());
    task.run(model! {
        definition_of_base,
        definition_of_effect,
        omega   |= flat(),
        mean_p  |= flat(),
        sigma   |= flat(),
        eps_raw |= normal(0.0, 1.0),
        data(&captured) |= bernoulli_logit(base.at(&occasion) + effect.at(&animal)),
        increment(seen.len() as f64 * omega.log()),
        increment(log_mix(omega, never, 0.0)),
    });
}
