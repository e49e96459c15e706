//! Checks of probabilities: none is negative, and their sum is 1.

/// The largest distance of the sum of probabilities from 1, as in Stan: rounded decimals are divided by
/// their sum.
pub const TOLERANCE: f64 = 1e-8;

/// The rule for each probability.
pub const RULE: &str = "lie between 0 and 1";

/// The rule for the sum of probabilities.
pub const RULE_OF_SUM: &str = "be 1";

/// The reason why numbers are not the probabilities of a distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// The number at a place is negative, NaN or above 1.
    Number(usize, f64),
    /// The sum of the probabilities is not 1.
    Sum(f64),
}

impl Fault {
    /// Describes the fault in numbers with a name: the name of the element or the sum, its place, the
    /// number, and the rule that it breaks.
    pub fn in_words(self, numbers: &str) -> (String, Option<usize>, f64, &'static str) {
        match self {
            Self::Number(place, number) => (numbers.to_owned(), Some(place), number, RULE),
            Self::Sum(sum) => (format!("the sum of {numbers}"), None, sum, RULE_OF_SUM),
        }
    }
}

/// Returns the sum of probabilities, by which they may be divided, or the fault in the numbers.
pub fn sum(numbers: impl IntoIterator<Item = f64>) -> Result<f64, Fault> {
    let mut sum = 0.0;
    for (place, number) in numbers.into_iter().enumerate() {
        check_one(place, number)?;
        sum += number;
    }
    if (sum - 1.0).abs() <= TOLERANCE { Ok(sum) } else { Err(Fault::Sum(sum)) }
}

/// Returns the sum of numbers of which some may be unknown; 1 if some are unknown. The known numbers must
/// be probabilities with a sum of at most 1.
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
