//! Tests detailed balance: a chain in equilibrium moves from one region to another as often as back.
//!
//! For a chain that begins at an exact draw, the pair (x, x′) before and after one transition has the same
//! distribution as (x′, x). So in a grid of cells the number nᵢⱼ of transitions from cell i to cell j has
//! the same mean as nⱼᵢ, and given nᵢⱼ + nⱼᵢ it is binomial with probability ½:
//!
//!   Σ_{i<j} (nᵢⱼ − nⱼᵢ)² / (nᵢⱼ + nⱼᵢ)
//!
//! has about a χ² distribution with a degree of freedom for each pair of cells. This is a stronger test
//! than moments: a sampler may keep a distribution and still circulate. The cells of the first coordinate
//! also contain as many draws after the transition as before it.

use super::{Chain, sampler_at};
use crate::sampling::nuts::{Metric, Sampler, Warmup};
use crate::simd::InstructionSet;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use rand_distr::StandardNormal;

/// The bounds between cells of a coordinate, in standard deviations.
const BOUNDS: [f64; 3] = [-0.7, 0.1, 0.9];
const CELLS: usize = (BOUNDS.len() + 1) * (BOUNDS.len() + 1);

/// The cell of a point by its first two coordinates, in units of the scales.
fn cell(chain: &Chain, q: &[f64]) -> usize {
    let of = |i: usize| BOUNDS.iter().filter(|bound| q[i] / chain.scales[i] > **bound).count();
    of(0) * (BOUNDS.len() + 1) + of(1)
}

/// An exact draw: each deviation is a standard normal number.
fn exact<R: Rng>(chain: &Chain, rng: &mut R) -> Vec<f64> {
    let mut before = 0.0;
    let coordinate = |scale: &f64| {
        before = chain.correlation * before + rng.sample::<f64, _>(StandardNormal);
        scale * before
    };
    chain.scales.iter().map(coordinate).collect()
}

#[test]
fn transitions_are_reversible_with_every_metric() {
    let chain = Chain { scales: vec![1.0, 3.0, 0.2], correlation: 0.6, quartic: 0.0 };
    let metrics = [Metric::Diagonal, Metric::Fisher, Metric::Dense, Metric::LowRank];
    let cases = metrics.into_iter().flat_map(|metric| [(metric, None), (metric, Some(0.3))]);
    for (seed, (metric, orbit)) in cases.enumerate() {
        let mut rng = ChaCha8Rng::seed_from_u64(70 + seed as u64);
        let mut sampler = sampler_at(&chain, &[0.1; 3]);
        if let Some(max_error) = orbit {
            sampler = Sampler::within_orbit(3, 10, InstructionSet::best(), max_error).expect("memory");
            let mut gradient = vec![0.0; 3];
            let log_density = chain.evaluate(&[0.1; 3], &mut gradient);
            sampler.place(&[0.1; 3], &gradient, log_density);
        }
        let mut warmup = Warmup::new(&mut sampler, metric, 0.8, 200);
        while !warmup.is_over() {
            sampler.transition(&mut rng, |q, gradient| chain.evaluate(q, gradient));
            warmup.learn(&mut sampler);
        }
        // The step is too large for all trajectories to be accepted, or to need no halvings, and the trees
        // have all depths up to three.
        sampler.set_step(1.4 * sampler.step());
        sampler.set_max_depth(3);
        let mut counts = vec![0_u32; CELLS * CELLS];
        let (mut gradient, mut acceptance) = (vec![0.0; 3], 0.0);
        const DRAWS: usize = 10_000;
        for _ in 0..DRAWS {
            let start = exact(&chain, &mut rng);
            let log_density = chain.evaluate(&start, &mut gradient);
            sampler.place(&start, &gradient, log_density);
            sampler.transition(&mut rng, |q, gradient| chain.evaluate(q, gradient));
            acceptance += sampler.acceptance() / DRAWS as f64;
            counts[cell(&chain, &start) * CELLS + cell(&chain, sampler.point())] += 1;
        }
        assert!(orbit.is_some() || acceptance < 0.9, "{metric:?}: {acceptance}");
        let (mut pairs, mut statistic, mut moved) = (0.0, 0.0, 0);
        for i in 0..CELLS {
            for j in i + 1..CELLS {
                let (forth, back) = (counts[i * CELLS + j], counts[j * CELLS + i]);
                // So few transitions hold no information, and their statistic is not close to a χ² number.
                if forth + back >= 10 {
                    pairs += 1.0;
                    moved += forth + back;
                    statistic += (f64::from(forth) - f64::from(back)).powi(2) / f64::from(forth + back);
                }
            }
        }
        assert!(moved as usize > DRAWS / 4 && pairs > 40.0, "{metric:?}: {moved} of {pairs} pairs");
        let deviation = (statistic - pairs) / (2.0 * pairs).sqrt();
        assert!(deviation < 4.5, "{metric:?}, {orbit:?}: {statistic} for {pairs} pairs of cells");
        for i in 0..CELLS {
            let before: u32 = (0..CELLS).map(|j| counts[i * CELLS + j]).sum();
            let after: u32 = (0..CELLS).map(|j| counts[j * CELLS + i]).sum();
            // Transitions that stay in the cell cancel: the difference is that between transitions out and
            // in.
            let stayed = counts[i * CELLS + i];
            let error = f64::from(before + after - 2 * stayed).sqrt();
            assert!((f64::from(before) - f64::from(after)).abs() < 4.5 * error, "{metric:?}, cell {i}");
        }
    }
}
