//! [`Row`]: what is counted, and which rows are taken.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The most rows of a request.
const MOST_ROWS: usize = 10_000;

/// The longest name of a shop, in bytes.
const LONGEST_NAME: usize = 100;

/// The days of the week, by their names in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

impl Weekday {
    /// All of them, from Monday to Sunday.
    pub const ALL: [Self; 7] = [
        Self::Monday,
        Self::Tuesday,
        Self::Wednesday,
        Self::Thursday,
        Self::Friday,
        Self::Saturday,
        Self::Sunday,
    ];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"][self as usize]
    }
}

impl fmt::Display for Weekday {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What one shop sold on one day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The name of the shop; one that was never seen is a new shop.
    pub shop: String,
    /// The day of the week.
    pub weekday: Weekday,
    /// The number of items sold.
    pub count: u32,
}

/// The rows of a request, or what is wrong with them.
///
/// # Errors
///
/// The words of JSON's reader, the number of rows if there are none or too many, and names that are empty,
/// too long, or of more than one line.
pub fn read(body: &[u8]) -> Result<Vec<Row>, String> {
    let rows: Vec<Row> = serde_json::from_slice(body).map_err(|error| format!("the rows: {error}"))?;
    if rows.is_empty() || rows.len() > MOST_ROWS {
        return Err(format!("a request has from 1 to {MOST_ROWS} rows, and this one {}", rows.len()));
    }
    let is_name = |shop: &str| {
        !shop.trim().is_empty() && shop.len() <= LONGEST_NAME && !shop.chars().any(char::is_control)
    };
    match rows.iter().position(|row| !is_name(&row.shop)) {
        None => Ok(rows),
        Some(place) => Err(format!(
            "row {place}: the name of a shop is a line of 1 to {LONGEST_NAME} bytes, not {:?}",
            rows[place].shop
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_or_refused_in_words() {
        let one = br#"[{"shop": "Pier", "weekday": "friday", "count": 3}]"#;
        let row = Row { shop: "Pier".to_owned(), weekday: Weekday::Friday, count: 3 };
        assert_eq!(read(one), Ok(vec![row]));
        for (body, words) in [
            ("[]", "from 1 to"),
            ("[{", "EOF"),
            (r#"[{"shop": " ", "weekday": "friday", "count": 3}]"#, "row 0: the name"),
            (r#"[{"shop": "a\nb", "weekday": "friday", "count": 3}]"#, "row 0: the name"),
            (r#"[{"shop": "Pier", "weekday": "feria", "count": 3}]"#, "unknown variant `feria`"),
            (r#"[{"shop": "Pier", "weekday": "friday", "count": -3}]"#, "-3"),
            (r#"[{"shop": "Pier", "weekday": "friday", "count": 3, "x": 1}]"#, "unknown field `x`"),
        ] {
            let error = read(body.as_bytes()).unwrap_err();
            assert!(error.contains(words), "{body}: {error}");
        }
    }

    #[test]
    fn weekdays_have_one_name() {
        for weekday in Weekday::ALL {
            assert_eq!(serde_json::to_string(&weekday).unwrap(), format!("\"{weekday}\""));
        }
    }
}
