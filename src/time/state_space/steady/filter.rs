//! The filter at steady times: only the mean of the state changes.

use super::super::filter::Predicted;
use super::super::memory::FilterMemory;
use super::super::system::System;
use crate::time::state_space::steady::{lanes, serial};
use pulp::Simd;

/// Filters the steady times, if there are any. Returns Σ v²/F.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn filter<S: Simd>(
    simd: S,
    system: &System<'_>,
    states: usize,
    at: &mut Predicted<'_>,
    memory: &mut FilterMemory<'_>,
) -> f64 {
    let Some(own) = memory.steady.time() else { return 0.0 };
    let spare = [&mut *at.spare, &mut *at.covariance];
    let squares = match states {
        1 if lanes::serve(system, 1) => lanes::filter::<S, 1>(simd, system, own, spare, memory),
        2 if lanes::serve(system, 2) => lanes::filter::<S, 2>(simd, system, own, spare, memory),
        _ => serial::filter::<S>(system, states, own, at, memory),
    };
    // P, P z and F are stored for the last time as for an ordinary time: the backward pass begins there.
    let (series, from, to) = (system.series, own * system.series, (system.length - 1) * system.series);
    memory.rows.copy_matrices(from, to, series, states);
    memory.inverses.copy_within(from..from + series, to);
    memory.variances.copy_within(from..from + series, to);
    squares
}
