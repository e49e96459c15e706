//! Checks for observations without variance given the earlier ones: such a law has no density.

use super::likelihood::log_likelihood;
use super::memory::FilterMemory;
use super::system::System;
use crate::compiler::Context;
use crate::error::Error;
use core::ops::Range;
use pulp::Scalar;

/// Returns the complaint about the first observation in these places that was made and has no variance given
/// the earlier ones; `variance` returns the variance of an observation.
pub(crate) fn without_variance(
    mut places: Range<usize>,
    series: usize,
    is_observed: impl Fn(usize) -> bool,
    variance: impl Fn(usize) -> f64,
) -> Option<String> {
    let is_none = |&place: &usize| is_observed(place) && (variance(place) <= 0.0 || variance(place).is_nan());
    let place = places.find(is_none)?;
    let of_series = match series {
        1 => String::new(),
        _ => format!(" of series {}", place % series),
    };
    Some(format!(
        "the observation{of_series} at time {}, counted from 0, has the variance {} given those before it: it needs noise of its own, or \
         states that vary",
        place / series,
        variance(place)
    ))
}

/// Filters the observations of a system whose matrices are data, and refuses an observation without
/// variance. Variances do not depend on the observations, which may be parameters. A variance of NaN is not
/// refused, since it has another reason, such as an autoregression that is not stationary.
pub(crate) fn check_variances(
    context: &Context,
    function: &'static str,
    system: &System<'_>,
    count: usize,
    scratch: &mut [f64],
) -> Result<(), Error> {
    if log_likelihood(Scalar::new(), system, count, scratch).is_finite() {
        return Ok(());
    }
    let (series, is_diffuse) = (system.series, system.diffuse > 0);
    let memory = FilterMemory::new(system.states, system.length, series, is_diffuse, scratch);
    let variance =
        |place: usize| memory.variances[memory.place_of_covariance(place / series, series) + place % series];
    let all = system.length * series;
    let is_zero = |place: usize| system.is_observed(place) && variance(place) <= 0.0;
    match without_variance(0..all, series, is_zero, variance) {
        Some(reason) => Err(context.refused(function, reason)),
        None => Ok(()),
    }
}
