//! An operation that counts how often it is evaluated.

use monomorph::custom::{CustomOperation, Inputs, Outputs};
use monomorph::shape::{Scalar, Size};
use std::cell::Cell;

thread_local! {
    static EVALUATIONS: Cell<usize> = const { Cell::new(0) };
}

/// The number of evaluations on this thread while `work` is done.
pub fn evaluations_of<Result>(work: impl FnOnce() -> Result) -> (Result, usize) {
    let before = EVALUATIONS.get();
    (work(), EVALUATIONS.get() - before)
}

/// 0.1 a b
#[derive(Clone, Debug)]
pub struct Counted;

impl CustomOperation for Counted {
    const NAME: &'static str = "counted";
    type Shape = Scalar;

    fn size(&self, _: &[Size]) -> Result<Size, String> {
        Ok(Size::SCALAR)
    }

    fn value(&self, inputs: Inputs<'_>, _: &mut [f64], value: &mut [f64]) {
        EVALUATIONS.set(EVALUATIONS.get() + 1);
        value[0] = 0.1 * inputs[0][0] * inputs[1][0];
    }

    fn adjoint(&self, inputs: Inputs<'_>, _: &mut [f64], outputs: &mut Outputs<'_>) {
        let adjoint = 0.1 * outputs.adjoint[0];
        outputs.add(0, 0, adjoint * inputs[1][0]);
        outputs.add(1, 0, adjoint * inputs[0][0]);
    }
}
