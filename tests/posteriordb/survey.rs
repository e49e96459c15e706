//! Returned surveys of an unknown number that were sent, which is summed over.

use super::case::*;
use pxfm::f_lgamma as lgamma;

posteriors! { survey: ["Survey_data-Survey_model"] }

fn survey(case: &Case, task: &mut impl Task) {
    let (returned, most) = (case.vector("k"), case.size("nmax"));
    let fewest = returned.iter().fold(0.0, |most: f64, &count| most.max(count)) as usize;
    let total: f64 = returned.iter().sum();
    // Of each number n that may have been sent: log of Π C(n, kⱼ) / nmax, and how many surveys did not
    // return.
    let (mut choices, mut missing) = (Vec::new(), Vec::new());
    for sent in fewest..=most {
        let sent = sent as f64;
        let ways = |&count: &f64| lgamma(sent + 1.0) - lgamma(count + 1.0) - lgamma(sent - count + 1.0);
        choices.push(returned.iter().map(ways).sum::<f64>() - (most as f64).ln());
        missing.push(sent * returned.len() as f64 - total);
    }
    params! { theta: interval(0.0, 1.0) }
    let each = data(&choices) + total * theta.log() + data(&missing) * (-theta).log1p();
    task.run(model! {
        theta |= flat(),
        increment(each.log_sum_exp()),
    });
}
