//! Linear recurrences with known coefficients: the values of steps that are affine in the carry, and the
//! adjoints of all steps.
//!
//! With the slopes a = ∂sₜ/∂sₜ₋ₖ of every step, values and adjoints are
//!
//! sₜ = cₜ + Σ a sₜ₋ₖ,  λₜ₋ₖ = s̄ₜ₋ₖ + Σ a λₜ,
//!
//! where c is the step's value at a carry of 0, s̄ the adjoint from the readers of the values, and λ the
//! adjoint that includes all later steps.

use super::past::{collect_after, pass_back, pass_to_initial, sum_before};
use crate::compiler::{Read, Series, Window};
use crate::frame::Frame;
use crate::simd::mul_add;
use pulp::Simd;

/// Computes the values of any number of chains, step by step.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn add_up_values<S: Simd>(
    simd: S,
    frame: &mut Frame<'_>,
    series: &[Series],
    reads: &[Read],
    length: usize,
) {
    for step in 0..length {
        add_up_histories(simd, frame, series, reads, step);
        for (output, own) in series.iter().enumerate() {
            let mut value = frame.number(own.values.element(step));
            for read in reads {
                let before = match read.window {
                    Window::Lag(lag) => frame.number(series[read.carry].past(step, lag)),
                    Window::History(history) => frame.scratch_number(history.sums.element(step)),
                };
                let slope = frame.scratch_number(read.slopes_of(output).element(step));
                value = mul_add::<S>(slope, before, value);
            }
            frame.set_number(own.values.element(step), value);
        }
    }
}

/// Computes the sums over all values before a step.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn add_up_histories<S: Simd>(
    simd: S,
    frame: &mut Frame<'_>,
    series: &[Series],
    reads: &[Read],
    step: usize,
) {
    for read in reads {
        if let Window::History(history) = read.window {
            sum_before(simd, frame, &series[read.carry], &history, step);
        }
    }
}

/// Computes the adjoints of any number of chains, step by step, and those of their initial values.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn add_up_adjoints<S: Simd>(
    simd: S,
    frame: &mut Frame<'_>,
    series: &[Series],
    reads: &[Read],
    length: usize,
) {
    for step in (0..length).rev() {
        for read in reads {
            if let Window::History(history) = read.window {
                collect_after(simd, frame, &series[read.carry], &history, step, length);
            }
        }
        for read in reads {
            let mut adjoint = 0.0;
            for (output, own) in series.iter().enumerate() {
                let slope = frame.scratch_number(read.slopes_of(output).element(step));
                adjoint = mul_add::<S>(slope, frame.adjoint_number(own.values.element(step)), adjoint);
            }
            match read.window {
                Window::Lag(lag) => frame.add_adjoint_number(series[read.carry].past(step, lag), adjoint),
                Window::History(history) => pass_back(simd, frame, &history, step, adjoint),
            }
        }
    }
    for read in reads {
        if let Window::History(history) = read.window {
            pass_to_initial(simd, frame, &series[read.carry], &history, length);
        }
    }
}
