//! The forward–backward algorithm for few states and many sequences, one in each lane of a register: a step
//! of all sequences costs as much as a step of one.
//!
//! Sequences are in groups in the order of their lengths, the longest first, so that the lanes whose
//! sequences have ended are the last ones. The α of these lanes do not change: α after the last step is α at
//! the end. α is divided by its sum every few steps, and log L is Σ log of these sums + Σ mₜ. If a sum
//! underflows, the sequences run one after the other.

use super::chain::SMALLEST;
use super::groups::{Group, GroupScratch, NUMBERS};
use super::sequences::{Columns, Probabilities, Sequence};
use crate::frame::Adjoints;
use crate::math;
use crate::simd::Pack;
use pulp::Simd;

/// The number of steps after which α is scaled.
const STRETCH: usize = 4;

/// Loads the `K` registers of a step.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn load<const K: usize, S: Simd>(simd: S, numbers: &[f64], step: usize) -> [Pack<S>; K] {
    let registers = &S::as_simd_f64s(numbers).0[step * K..][..K];
    let mut packs = [Pack::zero(simd); K];
    for state in 0..K {
        packs[state].value = registers[state];
    }
    packs
}

/// Stores the `K` registers of a step.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn store<const K: usize, S: Simd>(numbers: &mut [f64], step: usize, packs: [Pack<S>; K]) {
    let registers = &mut S::as_mut_simd_f64s(numbers).0[step * K..][..K];
    for state in 0..K {
        registers[state] = packs[state].value;
    }
}

/// Returns Σ over the states.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn sum<const K: usize, S: Simd>(packs: &[Pack<S>; K]) -> Pack<S> {
    let mut sum = packs[0];
    for pack in &packs[1..] {
        sum = sum + *pack;
    }
    sum
}

/// Returns log L of all sequences; `None` if a sum was too small.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn forward<const K: usize, S: Simd>(
    simd: S,
    packed: &[u32],
    log_densities: Columns<'_>,
    probabilities: &Probabilities<'_>,
    mut scratch: &mut [f64],
) -> Option<f64> {
    let lanes = Pack::<S>::LANES;
    let mut total = Pack::zero(simd);
    let mut is_lost = false;
    for packed in packed.chunks(NUMBERS * lanes) {
        let group = Group::new(packed);
        let GroupScratch { weights, alphas, inverse } =
            GroupScratch::split_off(&mut scratch, group.steps(), K, lanes);
        for lane in 0..group.count {
            let sequence = group.sequences[lane];
            for (state, row) in
                log_densities.rows(sequence.start..sequence.start + sequence.length).enumerate()
            {
                let to = weights[state * lanes + lane..].iter_mut().step_by(K * lanes);
                to.zip(row).for_each(|(weight, log_density)| *weight = *log_density);
            }
        }
        let moves = group.moves::<K, S>(simd, probabilities);
        let lengths = group.lengths(simd);
        let mut alpha: [Pack<S>; K] = [Pack::zero(simd); K];
        for (state, alpha) in alpha.iter_mut().enumerate() {
            *alpha = group
                .of_lanes(simd, |sequence| probabilities.initial[probabilities.initial_of(sequence) + state]);
        }
        for step in 0..group.steps() {
            let mask = lengths.gt(step as f64);
            let mut weight: [Pack<S>; K] = load(simd, weights, step);
            let mut largest = Pack::splat(simd, f64::NEG_INFINITY);
            for weight in &weight {
                // NaN is kept.
                largest = weight.le(largest).select(largest, *weight);
            }
            largest = largest.eq(f64::NEG_INFINITY).select(0.0, largest);
            total = mask.select(total + largest, total);
            let mut next = alpha;
            if step > 0 {
                for to in 0..K {
                    next[to] = alpha[0] * moves[0][to];
                    for from in 1..K {
                        next[to] = alpha[from].mul_add(moves[from][to], next[to]);
                    }
                }
            }
            for state in 0..K {
                weight[state] = math::exp(weight[state] - largest);
                next[state] = next[state] * weight[state];
            }
            if step % STRETCH == STRETCH - 1 {
                let sum = sum(&next);
                is_lost |= (mask & sum.lt(SMALLEST)).any();
                total = mask.select(total + math::log(sum), total);
                let scale = sum.recip();
                for state in 0..K {
                    weight[state] = weight[state] * scale;
                    next[state] = next[state] * scale;
                }
            }
            for state in 0..K {
                alpha[state] = mask.select(next[state], alpha[state]);
            }
            store(weights, step, weight);
            store(alphas, step, alpha);
        }
        let (used, sum) = (lengths.gt(0.0), sum(&alpha));
        is_lost |= (used & sum.lt(SMALLEST)).any();
        total = used.select(total + math::log(sum), total);
        store(inverse, 0, [sum.recip()]);
    }
    (!is_lost).then(|| total.sum())
}

/// Adds the adjoints of all sequences. Observations with the flag 0 are missing.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn backward<const K: usize, S: Simd>(
    simd: S,
    packed: &[u32],
    (flags, length): (&[u32], usize),
    probabilities: &Probabilities<'_>,
    mut scratch: &mut [f64],
    adjoints: &mut Adjoints<'_>,
) {
    let lanes = Pack::<S>::LANES;
    let mut moved = [[Pack::zero(simd); K]; K];
    for packed in packed.chunks(NUMBERS * lanes) {
        let group = Group::new(packed);
        let GroupScratch { weights, alphas, inverse } =
            GroupScratch::split_off(&mut scratch, group.steps(), K, lanes);
        let moves = group.moves::<K, S>(simd, probabilities);
        let lengths = group.lengths(simd);
        let [inverse] = load(simd, inverse, 0);
        let mut beta = [inverse * adjoints.value[0]; K];
        let mut weighted = [Pack::zero(simd); K];
        for step in (0..group.steps()).rev() {
            let mask = lengths.gt(step as f64);
            let (weight, alpha): ([Pack<S>; K], [Pack<S>; K]) =
                (load(simd, weights, step), load(simd, alphas, step));
            let mut shares = [Pack::zero(simd); K];
            for state in 0..K {
                weighted[state] = mask.select(weight[state] * beta[state], 0.0);
                shares[state] = alpha[state] * beta[state];
            }
            store(weights, step, shares);
            if step == 0 {
                break;
            }
            let before: [Pack<S>; K] = load(simd, alphas, step - 1);
            for from in 0..K {
                let mut back = moves[from][0] * weighted[0];
                moved[from][0] = before[from].mul_add(weighted[0], moved[from][0]);
                for to in 1..K {
                    back = moves[from][to].mul_add(weighted[to], back);
                    moved[from][to] = before[from].mul_add(weighted[to], moved[from][to]);
                }
                beta[from] = mask.select(back, beta[from]);
            }
        }
        if probabilities.by_sequence {
            add_of_sequences(&group, &moved, adjoints.of(1));
            moved = [[Pack::zero(simd); K]; K];
        }
        if let Some(of_initial) = adjoints.of(2) {
            for (state, weighted) in weighted.iter().enumerate() {
                for (sequence, number) in group.sequences[..group.count].iter().zip(weighted.to_array()) {
                    of_initial[probabilities.initial_of(*sequence) + state] += number;
                }
            }
        }
        let Some(of_log_densities) = adjoints.of(0) else { continue };
        for lane in 0..group.count {
            let Sequence { start, length: own, .. } = group.sequences[lane];
            for (state, row) in of_log_densities.chunks_exact_mut(length).enumerate() {
                let shares = weights[state * lanes + lane..].iter().step_by(K * lanes);
                for (time, (adjoint, share)) in row[start..start + own].iter_mut().zip(shares).enumerate() {
                    if flags.is_empty() || flags[start + time] == 1 {
                        *adjoint += share;
                    }
                }
            }
        }
    }
    if let Some(of_transition) = adjoints.of(1).filter(|_| !probabilities.by_sequence) {
        for (adjoint, moved) in of_transition.iter_mut().zip(moved.as_flattened()) {
            *adjoint += moved.sum();
        }
    }
}

/// Adds the adjoints of T in each lane to those of the sequence's matrix.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn add_of_sequences<const K: usize, S: Simd>(
    group: &Group,
    moved: &[[Pack<S>; K]; K],
    of_transition: Option<&mut [f64]>,
) {
    let Some(of_transition) = of_transition else { return };
    for (place, moved) in moved.as_flattened().iter().enumerate() {
        for (sequence, number) in group.sequences[..group.count].iter().zip(moved.to_array()) {
            of_transition[sequence.number * K * K + place] += number;
        }
    }
}
