//! Neal's funnel: v is normal with the standard deviation 3, and each xᵢ normal with the standard deviation
//! e^(v/2).

use crate::sampling::nuts::Sampler;
use crate::simd::InstructionSet;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

const CHAINS: usize = 12;

fn funnel(q: &[f64], gradient: &mut [f64]) -> f64 {
    let (v, x) = (q[0], &q[1..]);
    let (count, precision) = (x.len() as f64, (-v).exp());
    let squares: f64 = x.iter().map(|x| x * x).sum();
    gradient[0] = -v / 9.0 + 0.5 * (squares * precision - count);
    gradient[1..].iter_mut().zip(x).for_each(|(slope, x)| *slope = -x * precision);
    -v * v / 18.0 - 0.5 * (squares * precision + count * v)
}

/// The errors, in standard errors, of the mean of v and of the frequency of v below −3.
fn errors(sampler: &Sampler, draws: usize) -> [f64; 2] {
    let chain = |seed| {
        let (mut sampler, mut rng) = (sampler.clone(), ChaCha8Rng::seed_from_u64(seed));
        let point: Vec<f64> = vec![0.0; 5];
        let mut gradient = vec![0.0; 5];
        let log_density = funnel(&point, &mut gradient);
        sampler.place(&point, &gradient, log_density);
        let mut sums = [0.0; 2];
        for _ in 0..draws {
            sampler.transition(&mut rng, funnel);
            let v = sampler.point()[0];
            sums[0] += v;
            sums[1] += if v < -3.0 { 1.0 } else { 0.0 };
        }
        sums.map(|sum| sum / draws as f64)
    };
    let chains: Vec<[f64; 2]> = (0..CHAINS as u64).map(chain).collect();
    let error = |place: usize, exact: f64| {
        let mean = chains.iter().map(|sums| sums[place]).sum::<f64>() / CHAINS as f64;
        let squares: f64 = chains.iter().map(|sums| (sums[place] - mean).powi(2)).sum();
        (mean - exact) / (squares / ((CHAINS - 1) * CHAINS) as f64).sqrt()
    };
    // The probability that a standard normal number is below −1.
    [error(0, 0.0), error(1, 0.158_655)]
}

/// With a step that suits the middle, NUTS misses the neck, and WALNUTS does not.
#[test]
fn steps_that_adapt_find_the_neck_of_a_funnel() {
    let memory = "memory for five coordinates";
    let mut plain = Sampler::new(5, 8, InstructionSet::best()).expect(memory);
    let mut adapting = Sampler::within_orbit(5, 8, InstructionSet::best(), 0.5).expect(memory);
    plain.set_step(0.5);
    adapting.set_step(0.5);
    let (plain, adapting) = (errors(&plain, 800), errors(&adapting, 800));
    assert!(plain[0] > 4.0 && plain[1] < -5.0, "{plain:?}");
    assert!(adapting.into_iter().all(|error| error.abs() < 4.0), "{adapting:?}");
}
