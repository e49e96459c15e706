//! A function for a few rows: kernels call it if a lane needs it, and do not contain its code.

use crate::contract::family::Counts;
use crate::simd::{Mask, Pack};
use core::marker::PhantomData;
use pulp::{NullaryFnOnce, Simd};

/// A function of registers.
pub(in crate::distribution) trait OutOfLine<const IN: usize, const OUT: usize> {
    /// Evaluates the function out of line.
    fn evaluate<S: Simd>(packs: [Pack<S>; IN]) -> [Pack<S>; OUT];
}

/// A call, compiled for the instruction set of the kernel.
struct Call<F, S: Simd, const IN: usize, const OUT: usize> {
    packs: [Pack<S>; IN],
    function: PhantomData<F>,
}

impl<F: OutOfLine<IN, OUT>, S: Simd, const IN: usize, const OUT: usize> NullaryFnOnce
    for Call<F, S, IN, OUT>
{
    type Output = [Pack<S>; OUT];

    #[inline(always)]
    fn call(self) -> Self::Output {
        F::evaluate(self.packs)
    }
}

/// Returns the results of `F` in the lanes of the mask, and the `ordinary` ones in the others. If counts are
/// known to be small, the mask of large counts is not read.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn replace_where<F, C, S, const IN: usize, const OUT: usize>(
    mask: Mask<S>,
    packs: [Pack<S>; IN],
    ordinary: [Pack<S>; OUT],
) -> [Pack<S>; OUT]
where
    F: OutOfLine<IN, OUT>,
    C: Counts,
    S: Simd,
{
    if const { C::MAY_BE_LARGE } && mask.any() {
        replaced::<F, S, IN, OUT>(mask, packs, ordinary)
    } else {
        ordinary
    }
}

#[cold]
#[inline(never)]
fn replaced<F, S, const IN: usize, const OUT: usize>(
    mask: Mask<S>,
    packs: [Pack<S>; IN],
    ordinary: [Pack<S>; OUT],
) -> [Pack<S>; OUT]
where
    F: OutOfLine<IN, OUT>,
    S: Simd,
{
    let simd = packs[0].simd;
    let mut results = simd.vectorize(Call::<F, S, IN, OUT> { packs, function: PhantomData });
    for (result, ordinary) in results.iter_mut().zip(ordinary) {
        *result = mask.select(*result, ordinary);
    }
    results
}
