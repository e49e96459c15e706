//! Ranks of the draws of each chain among all draws, and the band that contains them if chains agree.

use super::{ascending, sorted};
use std::sync::{Mutex, PoisonError};

/// The differences of the ranks of chains from uniform ranks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ranks {
    /// For each chain, at evenly spaced shares: the share of its draws that are among that lowest share of
    /// all draws, minus that share.
    pub differences: Vec<Vec<f64>>,
    /// The least number of draws of a chain.
    pub draws: usize,
}

/// Computes the differences at `points + 1` places from 0 to 1. A single chain is divided into halves.
///
/// Equal draws are ranked in turn through the chains, so that ties have no effect. NaN is the largest.
pub(crate) fn ranks(chains: &[Vec<f64>], points: usize) -> Ranks {
    let parts: Vec<&[f64]> = match chains {
        [only] => {
            let half = only.len() / 2;
            vec![&only[..half], &only[only.len() - half..]]
        }
        chains => chains.iter().map(Vec::as_slice).collect(),
    };
    let draws = parts.iter().map(|part| part.len()).min().unwrap_or(0);
    // The values are ordered draw after draw, so that equal draws are ranked in turn through the chains.
    let values: Vec<f64> = (0..draws).flat_map(|draw| parts.iter().map(move |part| part[draw])).collect();
    let labels: Vec<usize> = ascending(&values).into_iter().map(|place| place % parts.len()).collect();
    Ranks { differences: differences(&labels, parts.len(), points), draws }
}

/// Returns the differences, given the number of the chain of each draw in the order of the sorted draws.
fn differences(labels: &[usize], chains: usize, points: usize) -> Vec<Vec<f64>> {
    let mut found = vec![Vec::with_capacity(points + 1); chains];
    let draws = (labels.len() / chains.max(1)).max(1) as f64;
    let mut counts = vec![0_usize; chains];
    let mut next = 0;
    for point in 0..=points {
        let end = labels.len() * point / points.max(1);
        for label in &labels[next..end] {
            counts[*label] += 1;
        }
        next = end;
        let share = end as f64 / labels.len().max(1) as f64;
        for (own, count) in found.iter_mut().zip(&counts) {
            own.push(*count as f64 / draws - share);
        }
    }
    found
}

/// Returns half the width of the band at the places of [`ranks`]: the differences of all chains stay in the
/// band with a probability of 99 % if all draws are independent and identically distributed.
///
/// The width is proportional to the standard deviation of a difference; the factor comes from simulated
/// chains, with a fixed seed.
pub(crate) fn band(chains: usize, draws: f64, points: usize) -> Vec<f64> {
    let chains = chains.max(2);
    let deviation = |point: usize, draws: f64| {
        let share = point as f64 / points as f64;
        (share * (1.0 - share) * (1.0 - 1.0 / chains as f64) / draws).sqrt()
    };
    let draws = draws.max(4.0);
    let factor = factor(chains, draws, points, &deviation);
    (0..=points).map(|point| factor * deviation(point, draws)).collect()
}

fn factor(chains: usize, draws: f64, points: usize, deviation: &dyn Fn(usize, f64) -> f64) -> f64 {
    static KNOWN: Mutex<Vec<([usize; 3], f64)>> = Mutex::new(vec![]);
    // The factor hardly depends on the number of draws: powers of two up to 256 are enough.
    let rounded = draws.log2().round().exp2().clamp(4.0, 256.0) as usize;
    let key = [chains, rounded, points];
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, factor)) = known().iter().find(|(own, _)| *own == key) {
        return *factor;
    }
    // With more chains fewer repetitions are needed, since each has more differences.
    let repetitions = (1_000_000 / (chains * rounded)).clamp(200, 2000);
    let mut labels: Vec<usize> = (0..chains * rounded).map(|draw| draw % chains).collect();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let largest: Vec<f64> = (0..repetitions)
        .map(|_| {
            shuffle(&mut labels, &mut state);
            let found = differences(&labels, chains, points);
            let inner = |own: &Vec<f64>| {
                let scaled = (1..points).map(|point| own[point].abs() / deviation(point, rounded as f64));
                scaled.fold(0.0, f64::max)
            };
            found.iter().map(inner).fold(0.0, f64::max)
        })
        .collect();
    let factor = super::quantile(&sorted(&largest), 0.99);
    known().push((key, factor));
    factor
}

/// Shuffles labels, with the generator `xorshift64*`.
fn shuffle(labels: &mut [usize], state: &mut u64) {
    for end in (1..labels.len()).rev() {
        *state ^= *state >> 12;
        *state ^= *state << 25;
        *state ^= *state >> 27;
        let random = state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        labels.swap(end, (random as usize * (end + 1)) >> 32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_that_agree_stay_in_the_band() {
        let band = band(4, 250.0, 50);
        let mut outside = 0;
        let mut state = 77;
        for _ in 0..1000 {
            let mut labels: Vec<usize> = (0..1000).map(|draw| draw % 4).collect();
            shuffle(&mut labels, &mut state);
            let found = differences(&labels, 4, 50);
            let is_out = |own: &Vec<f64>| own.iter().zip(&band).any(|(d, w)| d.abs() > *w + 1e-9);
            outside += usize::from(found.iter().any(is_out));
        }
        assert!((2..=22).contains(&outside), "{outside} of 1000, not about 10");
    }

    #[test]
    fn ties_say_nothing_and_shifts_are_seen() {
        let constant = ranks(&[vec![1.0; 100], vec![1.0; 100]], 20);
        assert!(constant.differences.iter().flatten().all(|d| d.abs() < 0.011), "{constant:?}");
        let shifted = ranks(&[vec![0.0; 100], vec![1.0; 100]], 20);
        assert_eq!(shifted.differences[0][10], 0.5);
        let halves = ranks(&[(0..100).map(f64::from).collect()], 20);
        assert_eq!((halves.draws, halves.differences[0][10]), (50, 0.5));
        assert_eq!(ranks(&[], 5).differences.len(), 0);
        assert_eq!(ranks(&[vec![], vec![]], 2).differences, [[0.0; 3]; 2]);
    }
}
