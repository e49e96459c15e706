//! A selection of elements of a variable.

use core::ops::Range;

/// Elements of a vector, or of a matrix in row order, counted from 0: `m[r,c]` of a matrix with C columns
/// is the element r C + c.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Elements<'a> {
    /// The element at this place.
    One(usize),
    /// The elements from the first place up to, but without, the second place.
    Range(usize, usize),
    /// The elements at these places.
    List(&'a [usize]),
    /// The elements at the places where these numbers are not NaN.
    Seen(&'a [f64]),
}

impl Elements<'_> {
    /// The number of elements.
    pub(crate) fn count(&self) -> usize {
        match *self {
            Self::One(_) => 1,
            Self::Range(start, end) => end.saturating_sub(start),
            Self::List(places) => places.len(),
            Self::Seen(_) => self.places().len(),
        }
    }

    /// The places of the elements.
    pub(crate) fn places(&self) -> Vec<usize> {
        match *self {
            Self::One(place) => vec![place],
            Self::Range(start, end) => (start..end).collect(),
            Self::List(places) => places.to_vec(),
            Self::Seen(numbers) => (0..numbers.len()).filter(|place| !numbers[*place].is_nan()).collect(),
        }
    }
}

impl From<usize> for Elements<'_> {
    fn from(place: usize) -> Self {
        Self::One(place)
    }
}

impl From<Range<usize>> for Elements<'_> {
    fn from(places: Range<usize>) -> Self {
        Self::Range(places.start, places.end)
    }
}

impl<'a> From<&'a [usize]> for Elements<'a> {
    fn from(places: &'a [usize]) -> Self {
        Self::List(places)
    }
}

impl<'a> From<&'a Vec<usize>> for Elements<'a> {
    fn from(places: &'a Vec<usize>) -> Self {
        Self::List(places)
    }
}

impl<'a, const LENGTH: usize> From<&'a [usize; LENGTH]> for Elements<'a> {
    fn from(places: &'a [usize; LENGTH]) -> Self {
        Self::List(places)
    }
}
