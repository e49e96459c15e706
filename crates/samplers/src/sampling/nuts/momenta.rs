//! Momenta: standard normal numbers, in registers.
//!
//! From two independent uniform numbers u, above 0 and at most 1, and v,
//!
//!   √(−2 log u) cos(2π v),   √(−2 log u) sin(2π v)
//!
//! are independent and standard normal: Box and Muller 1958, "A note on the generation of random normal
//! deviates". The numbers u have 52 bits, so no result is beyond 8.5, which a normal number exceeds once in
//! 10¹⁷ times.

use super::arena::{Arena, SUM, VELOCITY};
use super::uniform::Uniform;
use crate::math::{log, sin_cos};
use crate::simd::{MAX_LANES, Pack};
use core::f64::consts::TAU;
use pulp::Simd;

/// Fills the first `dimension` numbers of [`SUM`] with standard normal numbers.
#[inline(always)]
pub(super) fn draw<S: Simd>(simd: S, arena: &mut Arena, dimension: usize, uniform: &mut Uniform) {
    // All uniform numbers are made first: a register cannot be loaded while its numbers are on their way to
    // the cache.
    let mut fill = |row: &mut [f64]| row.iter_mut().for_each(|number| *number = uniform.number());
    fill(arena.row_mut(SUM));
    // The partners of the last eight numbers, if no further eight follow.
    fill(&mut arena.row_mut(VELOCITY)[..MAX_LANES]);
    let rows = arena.registers(simd);
    let (momenta, rest) = (rows.row(SUM), rows.row(VELOCITY));
    // Eight numbers and the next eight are partners, whatever the width of a register.
    let eight = MAX_LANES / S::F64_LANES;
    for i in (0..rows.count).filter(|i| (i / eight).is_multiple_of(2)) {
        let partner = i + eight;
        let has_partner = partner < rows.count;
        let angle = if has_partner { momenta.get(partner) } else { rest.get(i % eight) } * TAU;
        let radius = (log(Pack::splat(simd, 1.0) - momenta.get(i)) * -2.0).sqrt();
        let (sin, cos) = sin_cos(angle);
        momenta.set(i, radius * cos);
        if has_partner {
            momenta.set(partner, radius * sin);
        }
    }
    arena.row_mut(SUM)[dimension..].fill(0.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::InstructionSet;
    use pulp::WithSimd;

    const DIMENSION: usize = 21;

    struct Draw<'a>(&'a mut Arena, &'a mut Uniform);

    impl WithSimd for Draw<'_> {
        type Output = ();

        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) {
            draw(simd, self.0, DIMENSION, self.1);
        }
    }

    /// Tests the means of z, z², z⁴, and of products of neighbours and of partners and of their squares,
    /// each against its exact value and variance.
    #[test]
    fn momenta_are_standard_normal_and_independent() {
        const DRAWS: usize = 4000;
        let mut arena = Arena::new(DIMENSION, 1, 0).expect("memory");
        let mut uniform = Uniform(1);
        let mut sums = [[0.0; 7]; DIMENSION];
        for _ in 0..DRAWS {
            InstructionSet::best().dispatch(Draw(&mut arena, &mut uniform));
            let (z, padding) = arena.row(SUM).split_at(DIMENSION);
            assert!(padding.iter().all(|z| *z == 0.0));
            for (i, sums) in sums.iter_mut().enumerate() {
                let (z, next, partner) = (z[i], z[(i + 1) % DIMENSION], z[(i + 8) % DIMENSION]);
                let powers =
                    [z, z * z, z.powi(4), z * next, z * partner, (z * next).powi(2), (z * partner).powi(2)];
                sums.iter_mut().zip(powers).for_each(|(sum, power)| *sum += power);
            }
        }
        let exact = [(0.0, 1.0), (1.0, 2.0), (3.0, 96.0), (0.0, 1.0), (0.0, 1.0), (1.0, 8.0), (1.0, 8.0)];
        for (i, sums) in sums.iter().enumerate() {
            for (power, (sum, (mean, variance))) in sums.iter().zip(exact).enumerate() {
                let z = (sum / DRAWS as f64 - mean) / (variance / DRAWS as f64).sqrt();
                assert!(z.abs() < 5.0, "number {i}, power {power}: {z} standard errors");
            }
        }
    }
}
