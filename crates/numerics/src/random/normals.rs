//! Many standard normal numbers at once.
//!
//! Box and Muller, Ann. Math. Statist. 29 (1958): with U and V uniform, √(−2 ln U) cos 2πV and √(−2 ln U)
//! sin 2πV are independent and standard normal. Numbers are made in blocks of sixteen for any number of
//! lanes, so that every instruction set makes the same numbers up to rounding.

use crate::math::{log, sin_cos};
use crate::simd::{InstructionSet, Pack};
use core::f64::consts::TAU;
use pulp::{Simd, WithSimd};
use rand::Rng;

/// The number of pairs in a block.
const PAIRS: usize = 8;

/// The number of blocks that are transformed together.
const TOGETHER: usize = 16;

/// The bits of the exponent of numbers from 1 to 2.
const ONE: u64 = 1.0_f64.to_bits();
/// The number that is subtracted from numbers in [1, 2) to give numbers in (0, 1).
const BELOW_ONE: f64 = 1.0 - f64::EPSILON / 2.0;

/// Replaces all numbers by independent standard normal numbers. The largest possible one is 8.6.
///
/// It takes half the time of drawing the numbers one by one.
///
/// ```
/// use rand::SeedableRng;
///
/// let mut numbers = vec![0.0; 10_000];
/// monomorph_numerics::random::fill_normal(&mut numbers, &mut rand::rngs::ChaCha8Rng::seed_from_u64(1));
/// let mean: f64 = numbers.iter().sum::<f64>() / 1e4;
/// let square: f64 = numbers.iter().map(|x| x * x).sum::<f64>() / 1e4;
/// assert!(mean.abs() < 0.05 && (square - 1.0).abs() < 0.07);
/// ```
pub fn fill_normal<R: Rng + ?Sized>(numbers: &mut [f64], rng: &mut R) {
    let set = InstructionSet::best();
    let (blocks, rest) = numbers.as_chunks_mut();
    // A few blocks are transformed together, which the processor overlaps.
    for blocks in blocks.chunks_mut(TOGETHER) {
        blocks.iter_mut().for_each(|block| fill_uniform(block, rng));
        set.dispatch(Transform(blocks));
    }
    if !rest.is_empty() {
        let mut block = [0.0; 2 * PAIRS];
        fill_uniform(&mut block, rng);
        set.dispatch(Transform(core::slice::from_mut(&mut block)));
        rest.copy_from_slice(&block[..rest.len()]);
    }
}

/// Fills a block with uniform numbers between 0 and 1, both excluded, with 52 random bits.
fn fill_uniform<R: Rng + ?Sized>(block: &mut [f64; 2 * PAIRS], rng: &mut R) {
    // All bytes are requested at once: this is faster with a generator that makes many numbers at a time.
    let mut bytes = [[0; 8]; 2 * PAIRS];
    rng.fill_bytes(bytes.as_flattened_mut());
    for (number, bytes) in block.iter_mut().zip(bytes) {
        *number = f64::from_bits(u64::from_le_bytes(bytes) >> 12 | ONE) - BELOW_ONE;
    }
}

/// Converts eight U and eight V to normal numbers, in each block.
struct Transform<'a>(&'a mut [[f64; 2 * PAIRS]]);

impl WithSimd for Transform<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        for block in self.0 {
            let (first, second) = block.split_at_mut(PAIRS);
            let (u, _) = S::as_mut_simd_f64s(first);
            let (v, _) = S::as_mut_simd_f64s(second);
            for (u, v) in u.iter_mut().zip(v) {
                let radius = (log(Pack::new(simd, *u)) * -2.0).sqrt();
                let (sin, cos) = sin_cos(Pack::new(simd, *v) * TAU);
                (*u, *v) = ((radius * cos).value, (radius * sin).value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;

    /// Tests the distribution function at many points, and the correlations of neighbours and of the halves
    /// of a block.
    #[test]
    fn numbers_are_normal_and_independent() {
        const COUNT: usize = 1 << 20;
        let mut numbers = vec![0.0; COUNT];
        fill_normal(&mut numbers, &mut ChaCha8Rng::seed_from_u64(5));
        for (at, probability) in [
            (-3.0, 0.0013498980316301),
            (-1.0, 0.158655253931457),
            (0.0, 0.5),
            (0.5, 0.691462461274013),
            (2.0, 0.977249868051821),
        ] {
            let below = numbers.iter().filter(|x| **x < at).count() as f64 / COUNT as f64;
            let error: f64 = (probability * (1.0 - probability) / COUNT as f64).sqrt();
            assert!((below - probability).abs() < 4.0 * error, "{at}: {below} {probability}");
        }
        for lag in [1, PAIRS, 2 * PAIRS] {
            let products = numbers.iter().zip(&numbers[lag..]).map(|(a, b)| a * b);
            let correlation = products.sum::<f64>() / COUNT as f64;
            assert!(correlation.abs() < 4.0 / (COUNT as f64).sqrt(), "{lag}: {correlation}");
            let squares = numbers.iter().zip(&numbers[lag..]).map(|(a, b)| (a * a - 1.0) * (b * b - 1.0));
            let correlation = squares.sum::<f64>() / (2.0 * COUNT as f64);
            assert!(correlation.abs() < 4.0 / (COUNT as f64).sqrt(), "squares, {lag}: {correlation}");
        }
        assert!(numbers.iter().all(|x| x.abs() < 8.6));
    }

    /// Tests that a seed gives the same numbers, however its bits are requested.
    #[test]
    fn bytes_are_those_of_numbers_one_at_a_time() {
        for taken in 0..5 {
            let begun = || {
                let mut rng = ChaCha8Rng::seed_from_u64(3);
                (0..taken).for_each(|_| {
                    rng.next_u32();
                });
                rng
            };
            let (mut rng, mut other) = (begun(), begun());
            let mut block = [0.0; 2 * PAIRS];
            for _ in 0..9 {
                fill_uniform(&mut block, &mut rng);
                let expected = block.map(|_| f64::from_bits(other.next_u64() >> 12 | ONE) - BELOW_ONE);
                assert_eq!(block, expected, "after {taken} words");
            }
            assert_eq!(rng.next_u32(), other.next_u32());
        }
    }

    #[test]
    fn every_length_begins_with_the_same_numbers() {
        let of = |count: usize| {
            let mut numbers = vec![f64::NAN; count];
            fill_normal(&mut numbers, &mut ChaCha8Rng::seed_from_u64(9));
            numbers
        };
        let all = of(40);
        for count in [0, 1, 15, 16, 17, 39] {
            assert_eq!(of(count), all[..count], "{count}");
        }
    }
}
