//! Cuts chains of different lengths to draws of one common length.

/// Returns the number of draws to keep of each chain, given the lengths of all chains: each chain is cut to
/// that number or left out, and the total number of draws is as large as possible. Returns `None` if no
/// chain has a draw.
pub fn common_length(lengths: impl IntoIterator<Item = usize>) -> Option<usize> {
    let mut lengths: Vec<usize> = lengths.into_iter().filter(|length| *length > 0).collect();
    lengths.sort_unstable_by(|a, b| b.cmp(a));
    let kept = |(chains, length): (usize, &usize)| ((chains + 1) * length, *length);
    // Of several maxima, `max_by_key` returns the last one, which keeps the most chains.
    lengths.iter().enumerate().map(kept).max_by_key(|(all, _)| *all).map(|(_, length)| length)
}

/// Keeps the first draws of some chains, of values in the order *element, chain, draw*. `chains` are the
/// number of all chains and the kept chains in ascending order, and `draws` the numbers of draws of each
/// chain before and after the cut.
pub fn cut(values: &mut Vec<f64>, chains: (usize, &[usize]), draws: (usize, usize)) {
    let ((count, kept), (room, length)) = (chains, draws);
    if kept.len() == count && room == length {
        return;
    }
    let elements = values.len() / (count * room);
    let mut end = 0;
    for element in 0..elements {
        for chain in kept {
            let first = (element * count + chain) * room;
            values.copy_within(first..first + length, end);
            end += length;
        }
    }
    values.truncate(end);
    values.shrink_to_fit();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_draws_as_possible_are_kept() {
        for (lengths, length) in [
            (vec![], None),
            (vec![0, 0], None),
            (vec![7, 7, 7], Some(7)),
            (vec![7, 0, 5], Some(5)),
            (vec![9, 1, 10], Some(9)),
            (vec![10, 5], Some(5)),
        ] {
            assert_eq!(common_length(lengths.clone()), length, "{lengths:?}");
        }
    }

    #[test]
    fn values_are_cut() {
        // Two elements, three chains, room for four draws: 100 element + 10 chain + draw.
        let mut values = Vec::new();
        for element in [0.0, 100.0] {
            for chain in [0.0, 10.0, 20.0] {
                values.extend([0.0, 1.0, 2.0, 3.0].map(|draw| element + chain + draw));
            }
        }
        let all = values.clone();
        cut(&mut values, (3, &[0, 1, 2]), (4, 4));
        assert_eq!(values, all);
        cut(&mut values, (3, &[0, 2]), (4, 2));
        assert_eq!(values, [0.0, 1.0, 20.0, 21.0, 100.0, 101.0, 120.0, 121.0]);
    }
}
