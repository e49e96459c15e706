//! The random numbers of one transition.
//!
//!   s ← s + 0x9e3779b97f4a7c15,   x = mix(s)
//!
//! Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators" (SplitMix64). Each
//! transition begins with a state from the chain's own generator, so the caller that computes gradients
//! need not pass a generator.

/// A generator whose state is one number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Uniform(pub u64);

impl Uniform {
    /// Returns the next 64 random bits.
    #[inline(always)]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to below 1.
    #[inline(always)]
    pub fn number(&mut self) -> f64 {
        // The bits are the exponent of 1 and 52 random bits after it.
        f64::from_bits(0x3ff0_0000_0000_0000 | (self.bits() >> 12)) - 1.0
    }
}
