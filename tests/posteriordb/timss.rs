//! Item response with partial credit: answers of one or two steps, and a regression of the persons'
//! abilities.

use super::case::*;
use super::irt::{covariates_of_persons, to_sum_zero};

posteriors! { gpcm_latent_reg_irt: ["timssAusTwn_irt-gpcm_latent_reg_irt"] }

/// P(y = r) ∝ exp(sᵣ) with s₀ = 0 and sᵣ the sum of the first r of the item's steps α θ − β.
fn gpcm_latent_reg_irt(case: &Case, task: &mut impl Task) {
    let (items, persons, covariates) = (case.size("I"), case.size("J"), case.size("K"));
    let (item, person, answer) = (case.indices("ii"), case.indices("jj"), case.vector("y"));

    let mut steps = vec![0; items];
    for (&item, &answer) in item.iter().zip(&answer) {
        let steps = &mut steps[item as usize];
        *steps = answer.max(f64::from(*steps)) as u32;
    }
    let before = |item: u32| steps[..item as usize].iter().sum::<u32>();
    let thresholds = before(items as u32) as usize;
    assert!(steps.iter().all(|&steps| steps == 1 || steps == 2), "the sums of steps below are written out");

    // Answers to the items with `wanted` steps: the item, the person, the place of the first threshold, the
    // answer.
    let group = |wanted: u32| {
        let of_group = |&place: &usize| steps[item[place] as usize] == wanted;
        let places: Vec<usize> = (0..answer.len()).filter(of_group).collect();
        let items: Vec<u32> = places.iter().map(|&place| item[place]).collect();
        let persons: Vec<u32> = places.iter().map(|&place| person[place]).collect();
        let answers: Vec<f64> = places.iter().map(|&place| answer[place]).collect();
        let first: Vec<u32> = items.iter().map(|&item| before(item)).collect();
        (items, persons, first, answers)
    };
    let (item_1, person_1, threshold, answer_1) = group(1);
    let (item_2, person_2, lower, answer_2) = group(2);
    let upper: Vec<u32> = lower.iter().map(|place| place + 1).collect();
    let passed = |step: f64| map(&answer_2, |answer| f64::from(answer >= step));
    let (passed_1, passed_2) = (passed(1.0), passed(2.0));

    let (w, to_sum_zero) = (covariates_of_persons(case), to_sum_zero(thresholds));
    let (w, to_sum_zero) = (matrix(by_columns(&w, persons)), matrix(by_rows(&to_sum_zero, thresholds - 1)));
    params! {
        alpha:     vector(items).positive(),
        beta_free: vector(thresholds - 1),
        theta:     vector(persons),
        lambda:    vector(covariates),
    }
    task.run(model! {
        alpha     |= lognormal(1.0, 1.0),
        beta_free |= flat(),
        theta     |= normal(w.dot(lambda), 1.0),
        lambda    |= student_t(3.0, 0.0, 1.0),
        beta = to_sum_zero.dot(beta_free),
        increment(normal(0.0, 3.0).log_density(beta)),
        data(&answer_1) |= bernoulli_logit(alpha.at(&item_1) * theta.at(&person_1) - beta.at(&threshold)),
        ability = alpha.at(&item_2) * theta.at(&person_2),
        first_step = ability - beta.at(&lower),
        second_step = ability - beta.at(&upper),
        increment(data(&passed_1) * first_step + data(&passed_2) * second_step),
        // log(e^s₀ + e^s₁ + e^s₂)
        increment(-(first_step + second_step.log1p_exp()).log1p_exp()),
    });
}
