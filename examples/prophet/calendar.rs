use std::f64::consts::TAU;
use std::ops::Range;

/// The days of the fit, 2000 to 2013, and of the forecast, 2014, counted from 1970-01-01.
pub const PAST: Range<i64> = 10_957..16_071;
pub const FUTURE: Range<i64> = 16_071..16_436;

pub const HOLIDAYS: [&str; 9] = [
    "New Year",
    "Memorial Day",
    "Independence Day",
    "Labor Day",
    "Thanksgiving",
    "day after Thanksgiving",
    "Christmas Eve",
    "Christmas",
    "day after Christmas",
];

/// Returns the holiday on a day, as its place in `HOLIDAYS`.
pub fn holiday(day: i64) -> Option<usize> {
    let (_, month, of_month) = date(day);
    let weekday = (day + 4) % 7; // 0 is Sunday
    match (month, of_month, weekday) {
        (1, 1, _) => Some(0),
        (5, 25.., 1) => Some(1),
        (7, 4, _) => Some(2),
        (9, ..=7, 1) => Some(3),
        (11, 22..=28, 4) => Some(4),
        (11, 23..=29, 5) => Some(5),
        (12, 24, _) => Some(6),
        (12, 25, _) => Some(7),
        (12, 26, _) => Some(8),
        _ => None,
    }
}

/// Returns the year, the month and the day of the month, for days from 1901 to 2099.
pub fn date(day: i64) -> (i64, i64, i64) {
    // A year that begins in March has its leap day at its end. 2000-03-01 is day 11 017.
    let day = day - 11_017;
    let year = (4 * day + 3).div_euclid(1461);
    let of_year = day - (1461 * year).div_euclid(4);
    let month = (5 * of_year + 2) / 153;
    (2000 + year + i64::from(month > 9), (month + 2) % 12 + 1, of_year - (153 * month + 2) / 5 + 1)
}

/// Returns the dates of days, such as `2007-12-25`.
pub fn dates(days: &[i64]) -> Vec<String> {
    let text = |(year, month, day)| format!("{year}-{month:02}-{day:02}");
    days.iter().map(|day| text(date(*day))).collect()
}

/// Returns the time of a day, from 0 on the first day of the past to 1 on its last day.
pub fn time(day: i64) -> f64 {
    (day - PAST.start) as f64 / (PAST.end - 1 - PAST.start) as f64
}

/// Returns the 25 days of the first 80 % of the past at which the trend bends.
pub fn changes() -> Vec<i64> {
    let last = (PAST.end - PAST.start) * 4 / 5 - 1;
    (1..=25).map(|k| PAST.start + (k * last + 12) / 25).collect()
}

/// Returns the days after the past at which the trend bends: one for each 4 % of the length of the past.
pub fn later_changes(days: &[i64]) -> Vec<i64> {
    let change = |k: i64| PAST.end + (2 * k + 1) * (PAST.end - PAST.start) / 50;
    (0..).map(change).take_while(|change| Some(change) <= days.last()).collect()
}

/// Returns the sine or the cosine of a wave. Columns 0 and 1 have one wave in a period, 2 and 3 have two.
pub fn wave(day: i64, column: usize, period: f64) -> f64 {
    let angle = TAU * (column / 2 + 1) as f64 * day as f64 / period;
    if column.is_multiple_of(2) { angle.sin() } else { angle.cos() }
}
