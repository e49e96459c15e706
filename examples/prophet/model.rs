//! The model of Prophet with a linear trend: bends at change points, waves of a year and of a week, holidays.

use crate::calendar::{HOLIDAYS, changes, dates, holiday, later_changes, time, wave};
use monomorph::faer::Mat;
use monomorph::prelude::*;

/// Some days, with a row of predictors for each.
pub struct Days {
    time: Vec<f64>,
    changes: Labels,
    later: Labels,
    bends: [Mat<f64>; 2],
    waves: [Mat<f64>; 2],
    holidays: Mat<f64>,
}

impl Days {
    pub fn new(days: &[i64]) -> Self {
        let matrix = |columns, value: &dyn Fn(i64, usize) -> f64| {
            Mat::from_fn(days.len(), columns, |row, column| value(days[row], column))
        };
        let bends = |from: &[i64]| matrix(from.len(), &|day, k| (time(day) - time(from[k])).max(0.0));
        let (changes, later) = (changes(), later_changes(days));
        Self {
            time: days.iter().map(|day| time(*day)).collect(),
            bends: [bends(&changes), bends(&later)],
            waves: [matrix(20, &|day, k| wave(day, k, 365.25)), matrix(6, &|day, k| wave(day, k, 7.0))],
            holidays: matrix(HOLIDAYS.len(), &|day, k| f64::from(u8::from(holiday(day) == Some(k)))),
            changes: Labels::from(&dates(&changes)),
            later: Labels::from(&dates(&[])).extended(&dates(&later)),
        }
    }
}

/// The model of `y`, births divided by their largest number.
pub fn prophet(days: &Days, y: &[f64]) -> impl Model {
    let holidays = Labels::from(&HOLIDAYS);
    params! {
        k: real(), m: real(), delta: vector(&days.changes), later: vector(&days.later), sigma: positive(),
        yearly: vector(20), weekly: vector(6), holiday: vector(&holidays),
    }
    let ([bends, later_bends], [year, week]) = (&days.bends, &days.waves);
    let trend = m + k * data(&days.time) + data(bends).dot(delta) + data(later_bends).dot(later);
    let seasons = data(year).dot(yearly) + data(week).dot(weekly) + data(&days.holidays).dot(holiday);
    model! {
        k       |= normal(0.0, 5.0),
        m       |= normal(0.0, 5.0),
        delta   |= double_exponential(0.0, 0.05),
        later   |= double_exponential(0.0, delta.abs().mean()),
        sigma   |= half_normal(0.5),
        yearly  |= normal(0.0, 10.0),
        weekly  |= normal(0.0, 10.0),
        holiday |= normal(0.0, 10.0),
        data(y) |= normal(trend + seasons, sigma),
    }
}

/// The trend alone, for draws of a fit.
pub fn trend(days: &Days) -> impl Model {
    params! { k: real(), m: real(), delta: vector(&days.changes), later: vector(&days.later) }
    let [bends, later_bends] = &days.bends;
    model! {
        k |= flat(), m |= flat(), delta |= flat(), later |= double_exponential(0.0, delta.abs().mean()),
        trend = m + k * data(&days.time) + data(bends).dot(delta) + data(later_bends).dot(later),
    }
}
