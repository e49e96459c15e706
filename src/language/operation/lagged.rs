//! A vector some steps before: yᵢ = xᵢ₋ₖ, and what stands before x for the first k, with x̄ᵢ₋ₖ += ȳᵢ.
//!
//! What stands before is one number for all of them, or a vector of k numbers in the order of time.

use super::{BoundOperation, Operation, Setup, Sizes};
use crate::error::Error;
use crate::sealed::Sealed;
use crate::shape::Size;
use crate::simd::{Adjoints, Operands};
use pulp::Simd;

/// The vector `count` steps before.
#[derive(Clone, Copy, Debug)]
pub struct Lagged {
    pub(crate) count: usize,
}

impl Sealed for Lagged {}

impl Operation for Lagged {
    type Bound = Self;
    const IS_CAUSAL: bool = true;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.lagged({}, {})", arguments[0], self.count, arguments[1])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        Size::new(sizes[0].length(), 1)
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.check_not_empty(0)?;
        let (length, given) = (setup.size(0).length(), setup.size(1).length());
        if self.count == 0 || self.count > length {
            let what = format!("the number of steps of `{}.lagged({}, …)`", setup.name(0), self.count);
            let rule = format!("be from 1 to {length}, the length of `{}`", setup.name(0));
            return Err(setup.broken(&what, self.count as f64, &rule));
        }
        if given != 1 && given != self.count {
            let reason = format!(
                "`{}` has {given} elements; one number stands before the vector, or a vector of {}",
                setup.name(1),
                self.count
            );
            return Err(setup.refused("lagged", reason));
        }
        Ok(self)
    }
}

impl BoundOperation for Lagged {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<S: Simd>(&self, _: S, _: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        let [x, first] = [0, 1].map(|place| operands.arguments[place]);
        let (start, rest) = operands.value.split_at_mut(self.count);
        if first.len() == start.len() {
            start.copy_from_slice(first);
        } else {
            start.fill(first[0]);
        }
        rest.copy_from_slice(&x[..size.rows - self.count]);
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<S: Simd>(&self, _: S, _: &Sizes, _: Size, _: Operands<'_>, mut adjoints: Adjoints<'_>) {
        let (start, rest) = adjoints.value.split_at(self.count);
        if let Some(of_x) = adjoints.of(0) {
            for (of_x, adjoint) in of_x.iter_mut().zip(rest) {
                *of_x += adjoint;
            }
        }
        if let Some(of_first) = adjoints.of(1) {
            if of_first.len() == start.len() {
                for (of_first, adjoint) in of_first.iter_mut().zip(start) {
                    *of_first += adjoint;
                }
            } else {
                of_first[0] += start.iter().sum::<f64>();
            }
        }
    }
}
