//! Dogs that learn to avoid a shock.

use super::case::*;

posteriors! {
    dogs: ["dogs-dogs"],
    dogs_log: ["dogs-dogs_log"],
}

/// Trial by trial, dog after dog: the outcome, and how often the dog has avoided the shock before, and been
/// shocked.
fn trials(case: &Case) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
    let y = case.vector("y");
    let (mut avoided, mut shocked) = (Vec::new(), Vec::new());
    for dog in y.chunks(case.size("n_trials")) {
        for trial in 0..dog.len() {
            let shocks: f64 = dog[..trial].iter().sum();
            shocked.push(shocks);
            avoided.push(trial as f64 - shocks);
        }
    }
    (y, avoided, shocked)
}

fn dogs(case: &Case, task: &mut impl Task) {
    let (y, avoided, shocked) = trials(case);
    params! { beta: vector(3) }
    let eta = beta.at(0) + beta.at(1) * data(&avoided) + beta.at(2) * data(&shocked);
    task.run(model! {
        beta |= normal(0.0, 100.0),
        data(&y) |= bernoulli_logit(eta),
    });
}

fn dogs_log(case: &Case, task: &mut impl Task) {
    let (y, avoided, shocked) = trials(case);
    params! { beta: vector(2) }
    task.run(model! {
        beta |= uniform(data(&[-100.0, 0.0]), data(&[0.0, 100.0])),
        data(&y) |= bernoulli_logit(beta.at(0) * data(&avoided) + beta.at(1) * data(&shocked)),
    });
}
