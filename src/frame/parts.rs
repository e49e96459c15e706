//! Parts of a long statement, each in memory of its own, so that they can be evaluated at the same time.
//!
//! Each part begins with the values of the whole and with adjoints of zero. Afterwards its adjoints are added
//! to those of the whole, part after part: the result depends on the number of parts, and not on the threads.

use super::{Buffers, Frame, Sizes};
use crate::simd::{Aligned, MAX_LANES};
use core::mem::MaybeUninit;
use rayon::prelude::*;

/// A log density: lane by lane, and what is no lane's.
pub(crate) type Sums = ([f64; MAX_LANES], f64);

/// The memory of one part.
#[derive(Clone, Debug)]
pub(crate) struct PartMemory {
    pub values: Aligned,
    pub adjoints: Aligned,
    pub scratch: Aligned,
    pub stack: Vec<MaybeUninit<u8>>,
    pub sums: Sums,
}

/// The memory of all parts, and what all of them read.
#[derive(Default)]
pub(super) struct Parts<'a> {
    pub sizes: Sizes,
    pub point: &'a [f64],
    pub packed: Option<&'a Aligned>,
    pub indices: &'a [u32],
    pub parts: &'a mut [PartMemory],
}

impl Parts<'_> {
    /// Lends the parts to a frame, while nobody uses these.
    pub(super) fn lend(&mut self) -> Parts<'_> {
        let Self { sizes, point, packed, indices, parts } = self;
        Parts { sizes: *sizes, point, packed: *packed, indices, parts }
    }
}

impl Frame<'_> {
    /// Runs `run` on each part's number and frame, on the threads of rayon's pool. The log densities go to
    /// `add`, part after part.
    pub(crate) fn in_parts(
        &mut self,
        run: impl Fn(usize, &mut Frame<'_>) -> Sums + Sync,
        mut add: impl FnMut(Sums),
    ) {
        let Parts { sizes, point, packed, indices, parts } = core::mem::take(&mut self.parts);
        let Some(packed) = packed else { return };
        let (values, adjoints) = self.values_and_adjoints(sizes.values);
        parts.par_iter_mut().enumerate().for_each(|(number, part)| {
            part.values.as_mut_slice().copy_from_slice(values);
            part.adjoints.as_mut_slice().fill(0.0);
            let buffers = Buffers {
                point,
                gradient: &mut [],
                values: &mut part.values,
                adjoints: &mut part.adjoints,
                scratch: &mut part.scratch,
                packed,
                indices,
                stack: &mut part.stack,
                parts: &mut [],
            };
            // Parts are made with the sizes of the whole.
            let frame = Frame::open(&sizes, false, buffers);
            part.sums = frame.map_or(([f64::NAN; MAX_LANES], f64::NAN), |mut frame| run(number, &mut frame));
        });
        for part in parts.iter() {
            add(part.sums);
            for (sum, adjoint) in adjoints.iter_mut().zip(part.adjoints.as_slice()) {
                *sum += adjoint;
            }
        }
        self.parts = Parts { sizes, point, packed: Some(packed), indices, parts };
    }
}
