//! Who watched Sesame Street, by encouragement.

use crate::*;

#[test]
fn sesame_one_pred_a() {
    let Some(case) = Case::open("sesame_data-sesame_one_pred_a") else { return };
    compare_with_flat_regression(&case, &case.vector("watched"), &[&case.vector("encouraged")]);
}
