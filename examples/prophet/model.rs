//! The model of Prophet with a linear trend: bends at change points, waves of a year and of a week, holidays.

use crate::calendar::{HOLIDAYS, PAST, dates, holiday};
use monomorph::faer::Mat;
use monomorph::prelude::*;
use std::f64::consts::TAU;

/// Some days, with a row of predictors for each.
pub struct Days {
    pub time: Vec<f64>,
    pub changes: Labels,
    pub later: Labels,
    bends: [Mat<f64>; 2],
    waves: [Mat<f64>; 2],
    holidays: Mat<f64>,
}

/// Time, from 0 on the first day of the past to 1 on its last day.
fn time(day: i64) -> f64 {
    (day - PAST.start) as f64 / (PAST.end - 1 - PAST.start) as f64
}

impl Days {
    pub fn new(days: &[i64]) -> Self {
        // 25 change points in the first 80 % of the past; after the past, one for each 4 % of its length.
        let (end, count) = (days[days.len() - 1], PAST.end - PAST.start);
        let changes: Vec<i64> = (1..=25).map(|k| PAST.start + (k * (count * 4 / 5 - 1) + 12) / 25).collect();
        let later = (0..).map(|k| PAST.end + (2 * k + 1) * count / 50).take_while(|change| *change <= end);
        let later: Vec<i64> = later.collect();
        let matrix = |columns, value: &dyn Fn(i64, usize) -> f64| {
            Mat::from_fn(days.len(), columns, |row, column| value(days[row], column))
        };
        let bends = |from: &[i64]| matrix(from.len(), &|day, k| (time(day) - time(from[k])).max(0.0));
        let waves = |columns, period: f64| {
            matrix(columns, &|day, k| {
                let angle = TAU * (k / 2 + 1) as f64 * day as f64 / period;
                if k % 2 == 0 { angle.sin() } else { angle.cos() }
            })
        };
        Self {
            time: days.iter().map(|day| time(*day)).collect(),
            bends: [bends(&changes), bends(&later)],
            waves: [waves(20, 365.25), waves(6, 7.0)],
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
