//! Numbers that are to be probabilities: none is negative, and they add up to 1.

/// The distance from 1 that the sum of probabilities may have, as in Stan: decimals that were rounded are
/// divided by their sum.
pub const TOLERANCE: f64 = 1e-8;

/// The rule for each probability.
pub const RULE: &str = "lie between 0 and 1";

/// The rule for the sum of probabilities.
pub const RULE_OF_SUM: &str = "be 1";

/// The fault that keeps numbers from being probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// The number at a place is negative, NaN or above 1.
    Number(usize, f64),
    /// The probabilities add up to something else than 1.
    Sum(f64),
}

impl Fault {
    /// The fault in numbers of this name, in words, with the element, the number and the rule that it breaks.
    pub fn in_words(self, numbers: &str) -> (String, Option<usize>, f64, &'static str) {
        match self {
            Self::Number(place, number) => (numbers.to_owned(), Some(place), number, RULE),
            Self::Sum(sum) => (format!("the sum of {numbers}"), None, sum, RULE_OF_SUM),
        }
    }
}

/// The sum of numbers that are probabilities, by which they may be divided.
pub fn sum(numbers: impl IntoIterator<Item = f64>) -> Result<f64, Fault> {
    let mut sum = 0.0;
    for (place, number) in numbers.into_iter().enumerate() {
        check_one(place, number)?;
        sum += number;
    }
    if (sum - 1.0).abs() <= TOLERANCE { Ok(sum) } else { Err(Fault::Sum(sum)) }
}

/// The sum of numbers of which some may not be known, 1 if some are not. Those that are known must be
/// probabilities, and together at most 1.
pub fn sum_of_known(numbers: impl IntoIterator<Item = Option<f64>>) -> Result<f64, Fault> {
    let (mut total, mut is_complete) = (0.0, true);
    for (place, number) in numbers.into_iter().enumerate() {
        let Some(number) = number else {
            is_complete = false;
            continue;
        };
        check_one(place, number)?;
        total += number;
    }
    match is_complete {
        true if (total - 1.0).abs() > TOLERANCE => Err(Fault::Sum(total)),
        true => Ok(total),
        false if total > 1.0 + TOLERANCE => Err(Fault::Sum(total)),
        false => Ok(1.0),
    }
}

fn check_one(place: usize, number: f64) -> Result<(), Fault> {
    if (0.0..=1.0 + TOLERANCE).contains(&number) { Ok(()) } else { Err(Fault::Number(place, number)) }
}
