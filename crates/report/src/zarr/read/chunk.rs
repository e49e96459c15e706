//! Copies chunks into arrays.

use crate::data::Values;

/// The place and shape of a chunk in its array.
pub(super) struct Cut<'a> {
    pub array: &'a [usize],
    pub chunk: &'a [usize],
    pub place: &'a [usize],
}

/// Copies a chunk into the array; values beyond the array are left out.
pub(super) fn copy(array: &mut Values, chunk: &Values, cut: &Cut<'_>) {
    match (array, chunk) {
        (Values::Real(to), Values::Real(from)) => rows(to, from, cut),
        (Values::Integer(to), Values::Integer(from)) => rows(to, from, cut),
        (Values::Bool(to), Values::Bool(from)) => rows(to, from, cut),
        (Values::Text(to), Values::Text(from)) => rows(to, from, cut),
        _ => {}
    }
}

/// Copies runs that are contiguous in both: the last dimensions that the chunk contains whole count as one.
fn rows<T: Clone>(array: &mut [T], chunk: &[T], cut: &Cut<'_>) {
    let rank = cut.array.len();
    let is_whole = |axis: usize| cut.chunk[axis] == cut.array[axis];
    let last = (0..rank).rev().find(|axis| !is_whole(*axis)).unwrap_or(0);
    let inner: usize = cut.array.iter().skip(last + 1).product();
    // The range that chunk and array share, along each dimension up to the last of them.
    let start = |axis: usize| cut.place[axis] * cut.chunk[axis];
    let axes = if rank == 0 { 0 } else { last + 1 };
    let extent: Vec<usize> =
        (0..axes).map(|axis| cut.chunk[axis].min(cut.array[axis] - start(axis))).collect();
    let run = extent.last().map_or(1, |length| length * inner);
    let outer = &extent[..extent.len().saturating_sub(1)];
    let mut place = vec![0; outer.len()];
    loop {
        let (mut to, mut from) = (0, 0);
        for axis in 0..axes {
            let own = place.get(axis).copied().unwrap_or(0);
            to = to * cut.array[axis] + start(axis) + own;
            from = from * cut.chunk[axis] + own;
        }
        let (to, from) = (to * inner, from * inner);
        array[to..to + run].clone_from_slice(&chunk[from..from + run]);
        if !next(&mut place, outer) {
            return;
        }
    }
}

/// Moves to the next place; the last dimension is fastest. Returns false after the last place.
pub(super) fn next(place: &mut [usize], lengths: &[usize]) -> bool {
    for (own, length) in place.iter_mut().zip(lengths).rev() {
        *own += 1;
        if *own < *length {
            return true;
        }
        *own = 0;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_of_any_shape_come_together() {
        let array = [3_usize, 4, 5];
        for shape in [[1, 1, 1], [2, 3, 2], [3, 4, 5], [5, 2, 5], [1, 4, 5], [2, 4, 3]] {
            let mut values = Values::from(vec![-1_i64; 60]);
            let grid: Vec<usize> = (0..3).map(|a| array[a].div_ceil(shape[a])).collect();
            let mut place = vec![0; 3];
            loop {
                let mut own = vec![0; 3];
                let mut chunk = vec![];
                loop {
                    let at: Vec<usize> = (0..3).map(|a| place[a] * shape[a] + own[a]).collect();
                    let inside = at.iter().zip(array).all(|(at, n)| *at < n);
                    chunk.push(if inside { ((at[0] * 4 + at[1]) * 5 + at[2]) as i64 } else { 99 });
                    if !next(&mut own, &shape) {
                        break;
                    }
                }
                copy(&mut values, &chunk.into(), &Cut { array: &array, chunk: &shape, place: &place });
                if !next(&mut place, &grid) {
                    break;
                }
            }
            assert_eq!(values, Values::from((0..60).collect::<Vec<i64>>()), "{shape:?}");
        }
    }
}
