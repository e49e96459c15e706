//! Values of x on the scale t = (x − a)/r, on which they are between 0 and 1, and knots at their quantiles:
//! of the n sorted distinct values, knot j of 0 to k − 1 is the value at the place j (n − 1)/(k − 1),
//! interpolated if the place is not a whole number. With a period of length r that begins at a, t is the
//! fractional part.

use crate::error::Error;

/// The scale t = (x − a)/r; with a period, t is the fractional part.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    pub origin: f64,
    pub range: f64,
    pub is_cyclic: bool,
}

impl Scale {
    /// Returns the scale from the smallest value to the largest.
    pub fn of(call: &'static str, x: &[f64]) -> Result<Self, Error> {
        let least = x.iter().copied().fold(f64::INFINITY, f64::min);
        let largest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Self::between(call, "the range of x", least, largest, false)
    }

    /// Returns the scale of a period.
    pub fn of_period(call: &'static str, (begin, end): (f64, f64)) -> Result<Self, Error> {
        Self::between(call, "the length of the period", begin, end, true)
    }

    fn between(
        call: &'static str,
        what: &str,
        origin: f64,
        end: f64,
        is_cyclic: bool,
    ) -> Result<Self, Error> {
        let range = end - origin;
        if range.is_normal() && range > 0.0 {
            return Ok(Self { origin, range, is_cyclic });
        }
        Err(Error::OutsideSupport {
            statement: call.to_owned(),
            what: what.to_owned(),
            index: None,
            value: range,
            rule: "be positive and finite".to_owned(),
        })
    }

    /// Returns t of each value.
    pub fn places(&self, call: &'static str, x: &[f64]) -> Result<Vec<f64>, Error> {
        check_finite(call, x)?;
        let place = |x: &f64| {
            let t = (x - self.origin) / self.range;
            if self.is_cyclic { t - t.floor() } else { t }
        };
        Ok(x.iter().map(place).collect())
    }

    /// Returns x of a place.
    pub fn value(&self, t: f64) -> f64 {
        self.origin + self.range * t
    }
}

/// Returns the requested number of knots at quantiles of the places, including both ends of a period.
pub(super) fn at_quantiles(
    call: &'static str,
    scale: &Scale,
    places: &[f64],
    count: usize,
) -> Result<Vec<f64>, Error> {
    let ends: &[f64] = if scale.is_cyclic { &[0.0, 1.0] } else { &[] };
    let distinct = distinct([places, ends].concat());
    let apart = (distinct.len() - 1) as f64 / (count - 1) as f64;
    let knot = |number: usize| {
        let place = apart * number as f64;
        let (before, part) = ((place as usize).min(distinct.len() - 2), place.fract());
        match number {
            _ if number + 1 == count => distinct[distinct.len() - 1],
            _ => distinct[before] * (1.0 - part) + distinct[before + 1] * part,
        }
    };
    let knots: Vec<f64> = (0..count).map(knot).collect();
    match knots.windows(2).all(|pair| pair[0] < pair[1]) {
        true => Ok(knots),
        false => Err(indistinct(call)),
    }
}

/// Returns the sorted distinct numbers.
fn distinct(mut numbers: Vec<f64>) -> Vec<f64> {
    numbers.sort_by(f64::total_cmp);
    numbers.dedup();
    numbers
}

/// Checks that values are finite, and that k is at least the minimum of the kind of smooth, and at most the
/// number of distinct values.
pub(super) fn check(call: &'static str, x: &[f64], k: usize, least: usize) -> Result<(), Error> {
    check_finite(call, x)?;
    if k < least {
        return Err(refused(call, format!("k is {k}, and must be at least {least}")));
    }
    match distinct(x.to_vec()).len() {
        count if count < k => Err(refused(
            call,
            format!("k is {k}, but must be at most {count}, the number of distinct values of x"),
        )),
        _ => Ok(()),
    }
}

fn check_finite(call: &'static str, x: &[f64]) -> Result<(), Error> {
    let Some(index) = x.iter().position(|x| !x.is_finite()) else { return Ok(()) };
    let (statement, what) = (call.to_owned(), "x".to_owned());
    Err(Error::NotFinite { statement, what, index: Some(index), value: x[index] })
}

/// Returns the error of values for which there is no basis.
pub(super) fn indistinct(call: &'static str) -> Error {
    refused(call, "some values of x are too close to each other, compared with the range of x".to_owned())
}

fn refused(function: &'static str, reason: String) -> Error {
    Error::Refused { statement: String::new(), function, reason }
}
