//! Votes in 1988 by age, education, state and region: five groups of effects.

use super::case::*;

posteriors! { election88_full: ["election88-election88_full"] }

fn election88_full(case: &Case, task: &mut impl Task) {
    let (y, black, female) = (case.vector("y"), case.vector("black"), case.vector("female"));
    let before = case.vector("v_prev_full");
    let [age, education, age_education, state, region] =
        ["age", "edu", "age_edu", "state", "region_full"].map(|field| case.indices(field));
    params! {
        a:       vector(case.size("n_age")),
        b:       vector(case.size("n_edu")),
        c:       vector(case.size("n_age_edu")),
        d:       vector(case.size("n_state")),
        e:       vector(case.size("n_region_full")),
        beta:    vector(5),
        sigma_a: interval(0.0, 100.0),
        sigma_b: interval(0.0, 100.0),
        sigma_c: interval(0.0, 100.0),
        sigma_d: interval(0.0, 100.0),
        sigma_e: interval(0.0, 100.0),
    }
    let fixed_effects = beta.at(0)
        + beta.at(1) * data(&black)
        + beta.at(2) * data(&female)
        + beta.at(4) * (data(&female) * data(&black))
        + beta.at(3) * data(&before);
    let group_effects = a.at(&age) + b.at(&education) + c.at(&age_education) + d.at(&state) + e.at(&region);
    task.run(model! {
        a    |= normal(0.0, sigma_a),
        b    |= normal(0.0, sigma_b),
        c    |= normal(0.0, sigma_c),
        d    |= normal(0.0, sigma_d),
        e    |= normal(0.0, sigma_e),
        beta |= normal(0.0, 100.0),
        sigma_a |= flat(),
        sigma_b |= flat(),
        sigma_c |= flat(),
        sigma_d |= flat(),
        sigma_e |= flat(),
        data(&y) |= bernoulli_logit(fixed_effects + group_effects),
    });
}
