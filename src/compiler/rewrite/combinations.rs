//! Indices that have few combinations in the rows: index k of row r is fₖ(c), where c is the number of the
//! row's combination. If one index determines another, the combinations of both are those of the finer one.

use monomorph_base::sort::sort_by_key;

/// Some indices, by their places in a list, and the combinations of them that occur in rows.
#[derive(Debug, PartialEq)]
pub(super) struct Combinations {
    pub members: Vec<usize>,
    /// The number of each row's combination.
    pub of_rows: Vec<usize>,
    /// For each member, its index in each combination: fₖ.
    pub indices: Vec<Vec<usize>>,
}

/// The number of rows for each added value (of one member in one combination) from which on tables of sums
/// are faster: two crossed indices take 1.16 of the time with two rows, 1.02 with four, 0.95 with five and
/// 0.93 with eight.
const ROWS_OF_A_VALUE: usize = 6;

/// The greatest number of pairs of numbers for which a table is used.
const MOST_PAIRS: usize = 1 << 24;

/// Members whose combinations have been numbered, in any order.
struct Group {
    members: Vec<usize>,
    of_rows: Vec<u32>,
    /// The number of combinations, one more than the largest number.
    count: usize,
}

/// Puts indices into groups as long as their combinations are few enough for sums over each of them to be
/// faster, beginning with indices that determine one another. Indices that stay alone are left out.
pub(super) fn combinations(columns: &[&[u32]]) -> Vec<Combinations> {
    let of_column = |(place, column): (usize, &&[u32])| Group {
        members: vec![place],
        of_rows: column.to_vec(),
        count: column.iter().max().map_or(0, |&largest| largest as usize + 1),
    };
    let mut groups: Vec<Group> = columns.iter().enumerate().map(of_column).collect();
    while let Some((left, right, joined)) = best(&groups) {
        groups.remove(right);
        groups[left] = joined;
    }
    groups.into_iter().filter(|group| group.members.len() > 1).map(|group| group.sorted(columns)).collect()
}

/// The places of the two groups that are best joined, because their union adds the fewest combinations to
/// those of the larger group; and this union. `None` if no union is faster.
fn best(groups: &[Group]) -> Option<(usize, usize, Group)> {
    let mut best: Option<(usize, usize, Group)> = None;
    let mut least = usize::MAX;
    for (right, second) in groups.iter().enumerate() {
        for (left, first) in groups[..right].iter().enumerate() {
            if let Some(joined) = first.with(second) {
                let grown = joined.count.saturating_sub(first.count.max(second.count));
                if grown < least {
                    least = grown;
                    best = Some((left, right, joined));
                }
            }
        }
    }
    best
}

impl Group {
    /// Both groups as one, if sums over their combinations are faster.
    fn with(&self, other: &Self) -> Option<Self> {
        let members = [&self.members[..], &other.members].concat();
        let most = self.of_rows.len() / ROWS_OF_A_VALUE / members.len();
        if most == 0 {
            return None;
        }
        let pairs = self.count.checked_mul(other.count).filter(|&pairs| pairs <= MOST_PAIRS)?;
        let (mut numbers, mut count) = (vec![u32::MAX; pairs], 0);
        let mut of_rows = Vec::with_capacity(self.of_rows.len());
        for (&left, &right) in self.of_rows.iter().zip(&other.of_rows) {
            let number = &mut numbers[left as usize * other.count + right as usize];
            if *number == u32::MAX {
                if count >= most {
                    return None;
                }
                *number = count as u32;
                count += 1;
            }
            of_rows.push(*number);
        }
        (count > 0).then_some(Self { members, of_rows, count })
    }

    /// The combinations in the order of their indices, first by the index with the fewest values, in the
    /// same order as rows are sorted: then the numbers of neighbouring rows are equal or consecutive.
    fn sorted(self, columns: &[&[u32]]) -> Combinations {
        let mut firsts = vec![0; self.count];
        self.of_rows.iter().enumerate().rev().for_each(|(row, &number)| firsts[number as usize] = row);
        let mut by_size = self.members.clone();
        sort_by_key(&mut by_size, |&member| columns[member].iter().max());
        let mut order: Vec<usize> = (0..self.count).collect();
        sort_by_key(&mut order, |&number| {
            by_size.iter().map(|&member| columns[member][firsts[number]]).collect::<Vec<u32>>()
        });
        let mut ranks = vec![0; self.count];
        order.iter().enumerate().for_each(|(rank, &number)| ranks[number] = rank);
        let of_member = |&member: &usize| {
            order.iter().map(|&number| columns[member][firsts[number]] as usize).collect() //
        };
        Combinations {
            of_rows: self.of_rows.iter().map(|&number| ranks[number as usize]).collect(),
            indices: self.members.iter().map(of_member).collect(),
            members: self.members,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Combinations, ROWS_OF_A_VALUE, combinations};

    /// The combinations of indices of `rows` rows, where each index is a function of the row. Also checks
    /// that each row has the indices from which it was made.
    fn of(rows: u32, indices: &[&dyn Fn(u32) -> u32]) -> Vec<Combinations> {
        let columns: Vec<Vec<u32>> = indices.iter().map(|index| (0..rows).map(index).collect()).collect();
        let found = combinations(&columns.iter().map(Vec::as_slice).collect::<Vec<_>>());
        for Combinations { members, of_rows, indices } in &found {
            for (place, &member) in members.iter().enumerate() {
                let told = of_rows.iter().map(|&number| indices[place][number]);
                assert!(told.eq(columns[member].iter().map(|&index| index as usize)));
            }
            let values: usize = indices.iter().map(Vec::len).sum();
            assert!(ROWS_OF_A_VALUE * values <= rows as usize);
        }
        found
    }

    fn members(found: &[Combinations]) -> Vec<&[usize]> {
        found.iter().map(|own| &own.members[..]).collect()
    }

    #[test]
    fn an_index_that_determines_others_takes_them() {
        let (state, cell) = (|row| row * 7 % 12, |row| row * 5 % 16);
        let found =
            of(384, &[&|row| cell(row) / 4, &cell, &|row| state(row) / 3, &state, &|row| cell(row) % 4]);
        assert_eq!(members(&found), [&[0, 1, 4][..], &[2, 3]]);
        // In the order of the coarse index, and then of the fine one.
        assert_eq!(found[1].indices[1], (0..12).collect::<Vec<_>>());
    }

    #[test]
    fn crossed_indices_are_put_together_where_combinations_are_few() {
        let (left, right) = (|row: u32| row % 3, |row: u32| row / 3 % 4);
        assert_eq!(of(144, &[&left, &right])[0].indices[0].len(), 12);
        assert!(of(143, &[&left, &right]).is_empty());
    }

    #[test]
    fn degenerate_indices() {
        assert!(of(0, &[&|_| 0, &|_| 0]).is_empty());
        assert!(of(3, &[&|_| 0, &|_| 0]).is_empty());
        assert!(of(100, &[&|row| row % 5]).is_empty());
        assert!(of(100, &[]).is_empty());
        let equal = of(90, &[&|row| row % 5 + 2, &|row| row % 5 + 2, &|_| 9]);
        assert_eq!(equal[0].indices, [vec![2, 3, 4, 5, 6], vec![2, 3, 4, 5, 6], vec![9; 5]]);
        // The numbers are too large for a table of pairs.
        assert!(of(100, &[&|row| row % 2 * 100_000_000, &|row| row % 2]).is_empty());
    }
}
