//! Times in the format of attributes.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns a time as a text of ISO 8601, for the attribute `created_at`.
///
/// ```
/// use monomorph_report::data::utc;
/// use std::time::{Duration, SystemTime};
///
/// let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_709_210_096);
/// assert_eq!(utc(time), "2024-02-29T12:34:56+00:00");
/// ```
pub fn utc(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // The days are counted in eras of 400 years that begin on the 1st of March, so that a leap day is the
    // last day of its year.
    let shifted = days + 719_468;
    let (era, day) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute) = (second / 3_600, second / 60 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}+00:00", second % 60)
}
