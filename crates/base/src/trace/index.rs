//! One index of a name: the elements that it selects along one dimension.

use core::fmt;
use core::ops::{Range, RangeFull};

/// The elements that a name selects along one dimension. Elements are numbered from 0.
///
/// An index is a sequence of places. [`At`](Self::At) is different from the others: it selects an element and
/// drops the dimension, so that `x[2]` is a number and `x[2:3]` is a vector of one element.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Index {
    /// `2`: the element at a place.
    At(usize),
    /// `1:10`: the places 1, …, 9; the end is excluded.
    Range(Range<usize>),
    /// `[0, 2, 5]`: these places, in this order.
    List(Vec<usize>),
    /// `:`: all places, whatever their number.
    All,
}

impl Index {
    /// Returns the normal form of the index: a list of successive places becomes a range, and every empty
    /// index becomes `0:0`.
    pub(super) fn normal(self) -> Self {
        match self {
            Self::Range(range) if range.is_empty() => Self::Range(0..0),
            Self::List(places) => match places.first() {
                None => Self::Range(0..0),
                Some(&first) if places.iter().copied().eq(first..first.saturating_add(places.len())) => {
                    Self::Range(first..first + places.len())
                }
                Some(_) => Self::List(places),
            },
            other => other,
        }
    }

    /// True if this index covers `other`, both in normal form: `other` is one of the places of this index,
    /// or a subsequence of them.
    pub(super) fn covers(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::All, _) => true,
            (_, Self::All) => false,
            (Self::At(place), Self::At(other)) => place == other,
            (Self::At(_), _) => false,
            (Self::Range(range), Self::At(place)) => range.contains(place),
            (Self::Range(range), Self::Range(other)) => {
                other.is_empty() || (range.start <= other.start && other.end <= range.end)
            }
            (Self::Range(range), Self::List(places)) => {
                places.is_sorted_by(|a, b| a < b) && places.iter().all(|place| range.contains(place))
            }
            (Self::List(places), Self::At(place)) => places.contains(place),
            (Self::List(places), Self::Range(other)) => is_subsequence(other.clone(), places),
            (Self::List(places), Self::List(other)) => is_subsequence(other.iter().copied(), places),
        }
    }

    /// True if some place is selected by both indices.
    pub(super) fn meets(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::All, Self::Range(range)) | (Self::Range(range), Self::All) => !range.is_empty(),
            (Self::All, _) | (_, Self::All) => true,
            (Self::At(place), other) | (other, Self::At(place)) => other.covers(&Self::At(*place)),
            (Self::Range(a), Self::Range(b)) => a.start.max(b.start) < a.end.min(b.end),
            (Self::Range(range), Self::List(places)) | (Self::List(places), Self::Range(range)) => {
                places.iter().any(|place| range.contains(place))
            }
            (Self::List(places), Self::List(other)) => places.iter().any(|place| other.contains(place)),
        }
    }

    /// Combines two chained indices: the result selects from the whole what `later` selects from the
    /// elements of this index; `None` if `later` selects a place that does not exist.
    pub(super) fn then(&self, later: &Self) -> Option<Self> {
        let chained = match (self, later) {
            (_, Self::All) => self.clone(),
            (Self::All, _) => later.clone(),
            (_, Self::At(place)) => Self::At(self.place(*place)?),
            (Self::Range(range), Self::Range(part)) => {
                (part.end <= range.len()).then(|| range.start + part.start..range.start + part.end)?.into()
            }
            (Self::List(places), Self::Range(part)) => Self::List(places.get(part.clone())?.to_vec()),
            (_, Self::List(part)) => {
                Self::List(part.iter().map(|&place| self.place(place)).collect::<Option<_>>()?)
            }
            (Self::At(_), _) => return None,
        };
        Some(chained.normal())
    }

    /// The place at a position, counted from 0, among the places of this index; `None` if it has fewer
    /// places, or is a single place.
    fn place(&self, position: usize) -> Option<usize> {
        match self {
            Self::At(_) => None,
            Self::Range(range) => range.clone().nth(position),
            Self::List(places) => places.get(position).copied(),
            Self::All => Some(position),
        }
    }

    /// Returns the selected places of a dimension of `length` elements, or as an error a place that does
    /// not exist.
    pub(super) fn places(&self, length: usize) -> Result<Vec<usize>, usize> {
        let last = match self {
            Self::At(place) => Some(*place),
            Self::Range(range) => (!range.is_empty()).then(|| range.end - 1),
            Self::List(places) => places.iter().copied().max(),
            Self::All => None,
        };
        if let Some(last) = last.filter(|&last| last >= length) {
            return Err(last);
        }
        Ok(match self {
            Self::At(place) => vec![*place],
            Self::Range(range) => range.clone().collect(),
            Self::List(places) => places.clone(),
            Self::All => (0..length).collect(),
        })
    }

    /// The number of selected places; `None` for `:`.
    pub(super) fn count(&self) -> Option<usize> {
        match self {
            Self::At(_) => Some(1),
            Self::Range(range) => Some(range.len()),
            Self::List(places) => Some(places.len()),
            Self::All => None,
        }
    }

    /// True if the selection keeps the dimension: only a single place drops it.
    pub(super) fn keeps_dimension(&self) -> bool {
        !matches!(self, Self::At(_))
    }
}

/// True if `wanted` is a subsequence of `all`.
fn is_subsequence(wanted: impl Iterator<Item = usize>, all: &[usize]) -> bool {
    let mut rest = all.iter();
    wanted.into_iter().all(|wanted| rest.any(|&place| place == wanted))
}

impl fmt::Display for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(place) => write!(f, "{place}"),
            Self::Range(range) => write!(f, "{}:{}", range.start, range.end),
            Self::List(places) => write!(f, "{places:?}"),
            Self::All => f.write_str(":"),
        }
    }
}

impl From<Range<usize>> for Index {
    fn from(range: Range<usize>) -> Self {
        Self::Range(range)
    }
}

/// The types that can stand in the brackets of a name: an index, or a tuple with one for each dimension.
///
/// ```
/// use monomorph::prelude::*;
///
/// let y = VarName::new("y")?;
/// assert_eq!(y.index(2).to_string(), "y[2]");
/// assert_eq!(y.index((1..10, 3)).to_string(), "y[1:10, 3]");
/// assert_eq!(y.index((.., [0, 2, 5])).to_string(), "y[:, [0, 2, 5]]");
/// # Ok::<(), monomorph::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an index of a name",
    label = "not an index",
    note = "an index is a `usize`, a range `1..10`, a list `[0, 2, 5]`, or `..` for all; two of them are a tuple"
)]
pub trait IntoIndices {
    /// The indices, one for each dimension.
    fn into_indices(self) -> Vec<Index>;
}

macro_rules! into_indices {
    ($([$($parameter:tt)*] $Type:ty: |$index:ident| $value:expr;)*) => {$(
        impl<$($parameter)*> IntoIndices for $Type {
            fn into_indices(self) -> Vec<Index> {
                let $index = self;
                $value
            }
        }
    )*};
}

into_indices! {
    [] usize: |place| vec![Index::At(place)];
    [] Range<usize>: |range| vec![Index::Range(range)];
    [] RangeFull: |_all| vec![Index::All];
    [] Vec<usize>: |places| vec![Index::List(places)];
    [] &[usize]: |places| vec![Index::List(places.to_vec())];
    [const N: usize] [usize; N]: |places| vec![Index::List(places.to_vec())];
    [] Index: |index| vec![index];
    [] Vec<Index>: |indices| indices;
    [A: IntoIndices, B: IntoIndices] (A, B): |pair| [pair.0.into_indices(), pair.1.into_indices()].concat();
}
