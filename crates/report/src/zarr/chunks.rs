//! Divides an array into chunks.

use crate::data::Values;
use std::ops::Range;

/// The most values of a chunk: 4 MB of numbers.
const LARGEST: usize = 1 << 19;

/// Returns the shape of the chunks of an array that is written at once.
pub(super) fn of(array: &[usize], values: &Values) -> Vec<usize> {
    // Texts have no fixed length, and readers read them whole.
    shape(array, if matches!(values, Values::Text(_)) { usize::MAX } else { LARGEST })
}

/// Returns the shape of chunks that are contiguous slices of the array: the last dimensions whole, one
/// dimension in parts, the first dimensions place by place.
fn shape(array: &[usize], largest: usize) -> Vec<usize> {
    let mut left = largest;
    let mut chunk: Vec<usize> = array
        .iter()
        .rev()
        .map(|length| {
            let own = (*length).clamp(1, left.max(1));
            left = if own < *length { 1 } else { left / own };
            own
        })
        .collect();
    chunk.reverse();
    chunk
}

/// Returns the places of all chunks with the ranges of values that they contain, for chunks from [`shape`].
pub(super) fn slices(array: &[usize], chunk: &[usize]) -> Vec<(Vec<usize>, Range<usize>)> {
    if array.contains(&0) {
        return vec![];
    }
    // The dimension that is divided; the dimensions before it have chunks of one place.
    let cut = (0..array.len()).find(|axis| chunk[*axis] > 1).unwrap_or(array.len().saturating_sub(1));
    let Some(length) = array.get(cut) else { return vec![(vec![], 0..1)] };
    let inner: usize = array[cut + 1..].iter().product();
    let outer: usize = array[..cut].iter().product();
    let mut found = vec![];
    for before in 0..outer {
        for (part, from) in (0..*length).step_by(chunk[cut]).enumerate() {
            let mut place = vec![0; array.len()];
            place[cut] = part;
            let mut rest = before;
            for axis in (0..cut).rev() {
                place[axis] = rest % array[axis];
                rest /= array[axis];
            }
            let to = (from + chunk[cut]).min(*length);
            let start = before * length;
            found.push((place, (start + from) * inner..(start + to) * inner));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_slices_and_hold_everything() {
        for array in [vec![], vec![7], vec![4, 10, 3], vec![2, 3, 50], vec![1, 1, 1], vec![3, 0, 2], vec![0]]
        {
            for largest in [1, 4, 6, 12, 1000] {
                let chunk = shape(&array, largest);
                assert!(chunk.iter().product::<usize>() <= largest.max(1), "{array:?} {chunk:?}");
                let mut next = 0;
                for (place, range) in slices(&array, &chunk) {
                    assert_eq!(range.start, next);
                    let first: usize =
                        place.iter().zip(&chunk).zip(&array).fold(0, |at, ((p, c), n)| at * n + p * c);
                    assert_eq!(first, range.start, "{array:?} {chunk:?} {place:?}");
                    next = range.end;
                }
                assert_eq!(next, array.iter().product::<usize>());
            }
        }
    }
}
