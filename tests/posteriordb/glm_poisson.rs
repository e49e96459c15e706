//! Counts of peregrine falcons: a cubic trend, with and without an effect of each year.

use super::case::*;

posteriors! {
    glm_poisson: ["GLM_Poisson_Data-GLM_Poisson_model"],
    glmm_poisson: ["GLMM_Poisson_data-GLMM_Poisson_model"],
}

fn glm_poisson(case: &Case, task: &mut impl Task) {
    let (count, year) = (case.vector("C"), case.vector("year"));
    let t = data(&year);
    params! {
        alpha: interval(-20.0, 20.0),
        beta1: interval(-10.0, 10.0),
        beta2: interval(-10.0, 10.0),
        beta3: interval(-10.0, 10.0),
    }
    task.run(model! {
        alpha |= flat(),
        beta1 |= flat(),
        beta2 |= flat(),
        beta3 |= flat(),
        data(&count) |= poisson_log(alpha + beta1 * t + beta2 * t.square() + beta3 * t.powi(3)),
    });
}

fn glmm_poisson(case: &Case, task: &mut impl Task) {
    let (count, year) = (case.vector("C"), case.vector("year"));
    let t = data(&year);
    params! {
        alpha: interval(-20.0, 20.0),
        beta1: interval(-10.0, 10.0),
        beta2: interval(-10.0, 20.0), // beyond 10 its prior is zero
        beta3: interval(-10.0, 10.0),
        eps:   vector(year.len()),
        sigma: interval(0.0, 5.0),
    }
    task.run(model! {
        alpha |= uniform(-20.0, 20.0),
        beta1 |= uniform(-10.0, 10.0),
        beta2 |= uniform(-10.0, 10.0),
        beta3 |= uniform(-10.0, 10.0),
        sigma |= uniform(0.0, 5.0),
        eps   |= normal(0.0, sigma),
        data(&count) |= poisson_log(alpha + t * (beta1 + t * (beta2 + t * beta3)) + eps),
    });
}
