//! A range of numbers between two limits, which are numbers or expressions of parameters.

use crate::contract::family::Domain;
use crate::contract::sketch::ExpressionSketch;
use core::fmt;

/// The smallest and the largest of some numbers; `None` if there are none.
pub(crate) fn least_and_greatest(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let both = numbers.map(|number| (number, number));
    both.reduce(|(least, greatest), (number, _)| (least.min(number), greatest.max(number)))
}

/// An end of a [`Range`].
///
/// ```
/// use monomorph::graph::Limit;
///
/// let (zero, bound) = (Limit::at(0.0), Limit::Expression("mu".to_owned()));
/// assert_eq!(zero.is_below(&Limit::at(1.0)), Some(true));
/// assert_eq!(bound.is_below(&bound), Some(false));
/// assert_eq!(zero.is_below(&bound), None);
/// assert_eq!(Limit::at(f64::NEG_INFINITY).is_below(&bound), Some(true));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Limit {
    /// The smallest and the largest limit of all elements; infinite for elements without a limit.
    Numbers(f64, f64),
    /// The text of an expression of parameters.
    Expression(String),
}

impl Limit {
    /// The same limit for all elements.
    pub const fn at(number: f64) -> Self {
        Self::Numbers(number, number)
    }

    /// The limit that an expression sets.
    pub(crate) fn of(part: &ExpressionSketch) -> Self {
        match part.values() {
            Some((least, greatest)) => Self::Numbers(least, greatest),
            None => Self::Expression(part.text().to_owned()),
        }
    }

    /// True if the limit is −∞ or ∞.
    pub fn is_infinite(&self) -> bool {
        matches!(self, Self::Numbers(least, greatest) if least.is_infinite() && greatest.is_infinite())
    }

    /// True if this limit is below the other limit for some element; `None` if that depends on parameters.
    ///
    /// Two expressions are known to be equal only if their texts are equal.
    pub fn is_below(&self, other: &Self) -> Option<bool> {
        let always_below = |low: &Self, high: &Self| {
            low.is_infinite() && *low == Self::at(f64::NEG_INFINITY)
                || high.is_infinite() && *high == Self::at(f64::INFINITY)
        };
        match (self, other) {
            (Self::Numbers(least, greatest), Self::Numbers(other_least, other_greatest)) => {
                Some(least < other_least || greatest < other_greatest)
            }
            (Self::Expression(text), Self::Expression(other)) if text == other => Some(false),
            _ if always_below(self, other) => Some(true),
            _ if always_below(other, self) => Some(false),
            _ => None,
        }
    }
}

/// The numbers between two limits.
///
/// ```
/// use monomorph::distribution::Domain;
/// use monomorph::graph::Range;
///
/// let (line, half) = (Range::of(Domain::Real), Range::of(Domain::Positive));
/// assert_eq!(line.reaches_beyond(&half), Some(true));
/// assert_eq!(half.reaches_beyond(&line), Some(false));
/// assert_eq!(half.to_string(), "(0, ∞)");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Range {
    /// The lower limit.
    pub lower: Limit,
    /// The upper limit.
    pub upper: Limit,
}

impl Range {
    /// All numbers.
    pub const REAL: Self = Self::between(f64::NEG_INFINITY, f64::INFINITY);

    /// The range between two numbers.
    pub const fn between(lower: f64, upper: f64) -> Self {
        Self { lower: Limit::at(lower), upper: Limit::at(upper) }
    }

    /// The range of a domain.
    pub fn of(domain: Domain) -> Self {
        match domain {
            Domain::Real | Domain::Extended | Domain::Whole => Self::REAL,
            Domain::Positive | Domain::NonNegative | Domain::Count => Self::between(0.0, f64::INFINITY),
            Domain::Unit | Domain::OpenUnit | Domain::Binary => Self::between(0.0, 1.0),
        }
    }

    /// True if this range contains numbers that the other range does not; `None` if that depends on
    /// parameters.
    pub fn reaches_beyond(&self, other: &Self) -> Option<bool> {
        match (self.lower.is_below(&other.lower), other.upper.is_below(&self.upper)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        }
    }

    /// The smallest range that contains both ranges, if it is known.
    pub(crate) fn union(self, other: Self) -> Option<Self> {
        let lower = if self.lower.is_below(&other.lower)? { self.lower } else { other.lower };
        let upper = if self.upper.is_below(&other.upper)? { other.upper } else { self.upper };
        Some(Self { lower, upper })
    }

    /// True if neither limit is infinite.
    pub fn is_bounded(&self) -> bool {
        !self.lower.is_infinite() && !self.upper.is_infinite()
    }

    /// True if a limit is an expression of parameters.
    pub fn varies(&self) -> bool {
        matches!(self.lower, Limit::Expression(_)) || matches!(self.upper, Limit::Expression(_))
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expression(text) => f.write_str(text),
            Self::Numbers(least, _) if *least == f64::NEG_INFINITY => f.write_str("−∞"),
            Self::Numbers(least, _) if *least == f64::INFINITY => f.write_str("∞"),
            Self::Numbers(least, greatest) if least == greatest => write!(f, "{least}"),
            Self::Numbers(least, greatest) => write!(f, "{least} … {greatest}"),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.lower, self.upper)
    }
}
