//! Who watched Sesame Street, by encouragement.

use super::case::*;

posteriors! { sesame_one_pred_a: ["sesame_data-sesame_one_pred_a"] }

fn sesame_one_pred_a(case: &Case, task: &mut impl Task) {
    flat_regression(task, &case.vector("watched"), &[&case.vector("encouraged")]);
}
