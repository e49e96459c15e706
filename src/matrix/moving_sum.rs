//! The sums of w neighbours: yᵢ = xᵢ + … + xᵢ₊w₋₁, with x̄ⱼ += Σ ȳᵢ over i from max(0, j − w + 1) to min(j,
//! n − w).
//!
//! Nothing is ever subtracted, so a sum has only the error of adding its own w numbers: at most (w − 1) ε Σ
//! |xⱼ| over its window, with ε = 2⁻⁵³, for vectors of any length. A number that has left the window has no
//! effect, even if it is large, ∞ or NaN.
//!
//! A window of a few numbers is summed in w passes over the vector. For a wider window the vector is
//! divided into blocks of w numbers. A window begins in one block and ends in the next one (or is a block).
//! Its sum is the sum from its beginning to the end of the first block, which is computed backward, plus
//! the sum from the start of the second block to its end, which is computed forward. That is three
//! additions for each element, for any w.
//!
//! van Herk 1992, "A fast algorithm for local minimum and maximum filters", applied to sums.

use crate::contract::conjugacy::Link;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands};
use crate::linalg::add_scaled;
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// The sums of the neighbours in each window of a vector.
#[derive(Clone, Copy, Debug)]
pub struct MovingSum {
    pub(crate) window: usize,
}

/// The bound operation, with a window that is not longer than the vector.
#[derive(Clone, Copy, Debug)]
pub struct BoundMovingSum {
    window: usize,
}

/// The width of the widest window that is summed by passes over the vector.
const NARROW: usize = 32;

impl Sealed for MovingSum {}
impl Sealed for BoundMovingSum {}

impl Operation for MovingSum {
    type Bound = BoundMovingSum;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.moving_sum({})", arguments[0], self.window)
    }

    fn size(&self, sizes: &Sizes) -> Size {
        Size::new((sizes[0].length().saturating_add(1)).saturating_sub(self.window.max(1)), 1)
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<BoundMovingSum, Error> {
        setup.check_not_empty(0)?;
        let (name, length) = (setup.name(0), setup.size(0).length());
        if self.window == 0 || self.window > length {
            let what = format!("the window of `{name}.moving_sum({})`", self.window);
            let rule = format!("be from 1 to {length}, the length of `{name}`");
            return Err(setup.broken(&what, self.window as f64, &rule));
        }
        Ok(BoundMovingSum { window: self.window })
    }
}

#[inlined]
impl BoundOperation for BoundMovingSum {
    const FACTS: OperationFacts = OperationFacts { links: &[Link::Multiple], ..OperationFacts::NONE };

    fn forward<S: Simd>(&self, simd: S, _: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        let (x, sums, window) = (operands.arguments[0], operands.value, self.window);
        if window <= NARROW {
            sums.copy_from_slice(&x[..size.rows]);
            for shift in 1..window {
                add_scaled(simd, sums, 1.0, &x[shift..][..size.rows]);
            }
            return;
        }
        let ends = x.chunks(window).skip(1).chain([&[][..]]);
        for ((block, sums), end) in x.chunks(window).zip(sums.chunks_mut(window)).zip(ends) {
            let mut sum = 0.0;
            for (place, x) in block.iter().enumerate().rev() {
                sum += x;
                if let Some(begun) = sums.get_mut(place) {
                    *begun = sum;
                }
            }
            sum = 0.0;
            for (begun, x) in sums.iter_mut().skip(1).zip(end) {
                sum += x;
                *begun += sum;
            }
        }
    }

    fn backward<S: Simd>(&self, simd: S, _: &Sizes, size: Size, _: Operands<'_>, mut adjoints: Adjoints<'_>) {
        let (of_sums, window) = (adjoints.value, self.window);
        let Some(adjoint) = adjoints.of(0) else { return };
        if window <= NARROW {
            for shift in 0..window {
                add_scaled(simd, &mut adjoint[shift..][..size.rows], 1.0, of_sums);
            }
            return;
        }
        for (start, of_block) in (0..).step_by(window).zip(of_sums.chunks(window)) {
            // The windows that begin in the block at or before an element of it.
            let mut sum = 0.0;
            for (place, adjoint) in adjoint[start..].iter_mut().take(window).enumerate() {
                sum += of_block.get(place).copied().unwrap_or(0.0);
                *adjoint += sum;
            }
            // Windows of the block that reach into the next block, to an element of it; the first window
            // does not.
            let mut sum = 0.0;
            for (place, of_sum) in of_block.iter().enumerate().skip(1).rev() {
                sum += of_sum;
                adjoint[start + place + window - 1] += sum;
            }
        }
    }
}
