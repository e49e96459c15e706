//! The largest and the smallest element of a vector: maxᵢ xᵢ and minᵢ xᵢ, with derivatives 1/k by each of the
//! k elements that equal it, and 0 by the others.

use super::statistic::Statistic;
use crate::frame::{Frame, Slot};
use crate::sealed::Sealed;
use crate::simd::{Block, Pack, for_lanes};
use monomorph_macros::inlined;
use pulp::Simd;

/// Declares the largest and the smallest of the elements: `Name, method, start, comparison`. The derivative
/// is 1 with respect to the extreme element, in equal parts if several elements equal the extreme.
macro_rules! extremes {
    ($($(#[$doc:meta])* $Name:ident, $method:literal, $start:expr, $comparison:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Name;

        impl Sealed for $Name {}

        #[inlined]
        impl Statistic for $Name {
            const NAME: &'static str = $method;
            const LEAST: usize = 0;
            /// The value, and 1 divided by the number of elements that equal it.
            type Kept<S: Simd> = (Pack<S>, Pack<S>);

            fn value<S: Simd>(
                simd: S,
                frame: &Frame<'_>,
                slot: Slot,
                length: usize,
            ) -> (Pack<S>, Self::Kept<S>) {
                let block = Block { simd, start: 0, end: length };
                let start = Pack::splat(simd, $start);
                let mut extreme = start;
                for_lanes!(lane in block => {
                    let x = lane.mask.select(frame.values(slot, lane), start);
                    // If x is NaN it is selected, and it stays selected, because every comparison with NaN
                    // is false.
                    extreme = x.eq(x).select(x.$comparison(extreme).select(x, extreme), x);
                });
                let take = |a: f64, b: f64| if b.is_nan() || b.$comparison(&a) { b } else { a };
                let lanes = extreme.to_array();
                let extreme = lanes[..Pack::<S>::LANES].iter().copied().fold($start, take);
                let extreme = Pack::splat(simd, extreme);
                let mut count = Pack::zero(simd);
                for_lanes!(lane in block => {
                    count = lane.accumulate(count, frame.values(slot, lane).eq(extreme).select(1.0, 0.0));
                });
                (extreme, (extreme, Pack::splat(simd, count.sum().recip())))
            }

            fn slope<S: Simd>(x: Pack<S>, (extreme, share): Self::Kept<S>) -> Pack<S> {
                x.eq(extreme).select(share, 0.0)
            }
        }
    )*};
}

extremes! {
    /// maxᵢ xᵢ
    Largest, "largest", f64::NEG_INFINITY, gt;
    /// minᵢ xᵢ
    Smallest, "smallest", f64::INFINITY, lt;
}
