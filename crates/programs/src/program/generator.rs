//! The generator of a run's random numbers: xoshiro256++, whose state can be saved.
//!
//! Blackman and Vigna 2021, "Scrambled linear pseudorandom number generators". The numbers equal those of
//! `rand`'s `SmallRng` on 64-bit machines, whose state cannot be read.

use crate::checkpoint::{State, Tape};
use rand::{SeedableRng, TryRng};
use std::convert::Infallible;

/// The generator, which is its state; the state is not zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Generator([u64; 4]);

impl SeedableRng for Generator {
    type Seed = [u8; 32];

    fn from_seed(seed: [u8; 32]) -> Self {
        let word = |i: usize| u64::from_le_bytes(std::array::from_fn(|byte| seed[8 * i + byte]));
        match std::array::from_fn(word) {
            [0, 0, 0, 0] => Self::seed_from_u64(0),
            words => Self(words),
        }
    }

    /// Fills the state with four numbers of SplitMix64.
    fn seed_from_u64(mut seed: u64) -> Self {
        Self(std::array::from_fn(|_| {
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ (mixed >> 31)
        }))
    }
}

impl TryRng for Generator {
    type Error = Infallible;

    /// Returns the upper half of a number, because the lowest bits depend linearly on each other.
    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|word| (word >> 32) as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let Self([a, b, c, d]) = self;
        let word = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        Ok(word)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            let word = self.try_next_u64()?.to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
        Ok(())
    }
}

impl State for Generator {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        self.0.iter_mut().for_each(|word| word.pass(tape));
        if self.0 == [0; 4] {
            tape.refuse();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    /// Compares with the first numbers of the authors' program for the state 1, 2, 3, 4.
    #[test]
    fn numbers_are_those_of_the_authors() {
        let mut generator = Generator([1, 2, 3, 4]);
        let first = [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386];
        assert_eq!(first.map(|_| generator.next_u64()), first);
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn numbers_are_those_of_the_small_generator() {
        let mut own = Generator::seed_from_u64(7);
        let mut small = rand::rngs::SmallRng::seed_from_u64(7);
        let (mut here, mut there) = ([0; 13], [0; 13]);
        for _ in 0..100 {
            assert_eq!((own.next_u64(), own.next_u32()), (small.next_u64(), small.next_u32()));
            own.fill_bytes(&mut here);
            small.fill_bytes(&mut there);
            assert_eq!(here, there);
        }
        let mut other = Generator::seed_from_u64(0);
        assert!(other.set_from_bytes(&own.to_bytes()) && other == own);
        assert!(!other.set_from_bytes(&[0; 32]), "no state is zero");
    }
}
