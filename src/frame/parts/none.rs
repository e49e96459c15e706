//! A frame without parts, which holds no memory for them.

use crate::frame::Sizes;
use crate::simd::Aligned;
use core::marker::PhantomData;
use monomorph_base::workspace::PartsStorage;

/// No parts.
pub(in crate::frame) struct Parts<'a>(PhantomData<&'a mut [f64]>);

impl<'a> Parts<'a> {
    /// No parts, for any buffers.
    #[inline(always)]
    pub(in crate::frame) fn over(
        _: &Sizes,
        _: &'a [f64],
        _: &'a Aligned,
        _: &'a [u32],
        _: Option<&'a mut PartsStorage>,
    ) -> Self {
        Self(PhantomData)
    }

    /// No parts, lent to a frame.
    #[inline(always)]
    pub(in crate::frame) fn lend(&mut self) -> Parts<'_> {
        Parts(PhantomData)
    }
}
