//! Other rows for the same sum: equal rows merged into one row with a count, or rows sorted so that indices
//! are equal or consecutive.
//!
//! Σᵢ f(yᵢ, θᵢ) over rows with equal arguments θ is w f(ȳ, θ), with the number w of the rows and the mean ȳ
//! of their y, if f is linear in y; otherwise rows are merged only if their y are equal. For the square −½
//! ((y − μ)/σ)² the sum Σᵢ (yᵢ − ȳ)² has to be added.

use monomorph_base::sort::sorted;
use std::collections::HashMap;

/// The numbers by which a row of a statement differs from others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Key {
    numbers: Vec<u64>,
    /// Indices, each with the number of values from which it gathers, the smallest number first.
    indices: Vec<(usize, u32)>,
}

impl Key {
    /// Adds a number of data.
    pub(crate) fn number(&mut self, number: f64) {
        // −0 is 0.
        self.numbers.push((number + 0.0).to_bits());
    }

    /// Adds an index into `values` values.
    pub(crate) fn index(&mut self, values: usize, index: usize) {
        let place = self.indices.partition_point(|of| of.0 <= values);
        self.indices.insert(place, (values, index as u32));
    }

    fn clear(&mut self) {
        self.numbers.clear();
        self.indices.clear();
    }
}

/// The purpose of a rearrangement of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Equal rows are merged, to have fewer rows.
    Merged,
    /// Rows are sorted, so that indices are equal or consecutive.
    Sorted,
}

/// Rows made from the rows of the data.
///
/// Functions of rows are `dyn`: each statement has its own, and they are not called in inner loops.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    pub goal: Goal,
    /// The rows of the data; rows that are merged into one stand one after the other.
    order: Vec<usize>,
    /// The places in `order` at which rows begin, and its length.
    starts: Vec<usize>,
}

/// The number of rows that are compared first: if no two of them are equal, few of all rows are.
const SAMPLE: usize = 1000;

/// The greatest number of different rows: a few gigabytes of keys, which are dropped when a statement has
/// been bound.
const MOST_DISTINCT: usize = 1 << 22;

impl Rows {
    /// Merges rows with equal keys, if that at least halves their number, and sorts the merged rows by
    /// indices.
    pub fn merged(count: usize, key: &dyn Fn(usize, &mut Key)) -> Option<Self> {
        let step = count.div_ceil(SAMPLE).max(1);
        if step > 1 && distinct(&mut (0..count).step_by(step), key, usize::MAX)?.len() == count.div_ceil(step)
        {
            return None;
        }
        let groups = distinct(&mut (0..count), key, (count / 2).min(MOST_DISTINCT))?;
        let firsts: Vec<usize> = groups.iter().map(|group| group[0]).collect();
        let mut rows = Self { goal: Goal::Merged, order: Vec::with_capacity(count), starts: vec![0] };
        for group in by_indices(&firsts, key) {
            rows.order.extend(&groups[group]);
            rows.starts.push(rows.order.len());
        }
        Some(rows)
    }

    /// Sorts rows by their indices, first by the index that gathers from the fewest values. Returns `None`
    /// if there are no indices, or if the rows are sorted already.
    pub fn sorted(count: usize, key: &dyn Fn(usize, &mut Key)) -> Option<Self> {
        let rows: Vec<usize> = (0..count).collect();
        let order = by_indices(&rows, key);
        if order.is_sorted() {
            return None;
        }
        Some(Self { goal: Goal::Sorted, order, starts: (0..=count).collect() })
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// A description of the rearrangement, for a statement that had `length` rows.
    pub fn describe(&self, length: usize) -> String {
        match self.goal {
            Goal::Merged => format!("{length} rows are {} different ones with counts", self.len()),
            Goal::Sorted => format!("its {length} rows are sorted by index, so that gathers become loads"),
        }
    }

    /// The rows of the data from which each row is made.
    fn members(&self) -> impl Iterator<Item = &[usize]> {
        self.starts.windows(2).map(|ends| &self.order[ends[0]..ends[1]])
    }

    /// The number of rows of the data from which each row is made.
    pub fn weights(&self) -> Vec<f64> {
        self.members().map(|members| members.len() as f64).collect()
    }

    /// The sum of `number` over all rows of the data.
    pub fn sum(&self, number: &dyn Fn(usize) -> f64) -> f64 {
        self.order.iter().map(|&row| number(row)).sum()
    }

    /// The first of the rows of the data from which each row is made.
    pub fn firsts(&self) -> impl Iterator<Item = usize> {
        self.members().map(|members| members[0])
    }

    /// For each row, the mean of `number` over the rows of the data from which it is made. If all of them
    /// have the same number, the mean is exactly this number.
    pub fn means(&self, number: &dyn Fn(usize) -> f64) -> Vec<f64> {
        let mean = |members: &[usize]| {
            let first = number(members[0]);
            let count = members.len() as f64;
            let mean = first + members.iter().map(|&row| number(row) - first).sum::<f64>() / count;
            // The logarithm of an observation of 0 is −∞.
            if mean.is_nan() { members.iter().map(|&row| number(row)).sum::<f64>() / count } else { mean }
        };
        self.members().map(mean).collect()
    }

    /// For each row, the sum of the squared deviations of `number` from its mean, over the rows of the data
    /// from which the row is made.
    pub fn deviations(&self, number: &dyn Fn(usize) -> f64) -> Vec<f64> {
        let means = self.means(number);
        let squares = |(members, mean): (&[usize], &f64)| {
            members.iter().map(|&row| (number(row) - mean).powi(2)).sum::<f64>()
        };
        self.members().zip(&means).map(squares).collect()
    }

    /// For each row, the variance over the rows of the data from which it is made.
    pub fn variances(&self, number: &dyn Fn(usize) -> f64) -> Vec<f64> {
        let variance = |(square, weight)| square / weight;
        self.deviations(number).into_iter().zip(self.weights()).map(variance).collect()
    }
}

/// The rounding error that is allowed in a sum over rows, relative to the magnitudes of its terms.
const ALLOWED: f64 = 1e-11;

/// Numbers below this, or above its inverse, may have squares that underflow or overflow.
const SMALLEST: f64 = 1e-120;

impl Rows {
    /// True if the rows contain each row of the data once, and their means and deviations have the same
    /// sums as a number of each row of the data:
    ///
    /// Σᵢ yᵢ = Σₖ wₖ ȳₖ,  Σᵢ yᵢ² = Σₖ (wₖ ȳₖ² + dₖ)
    ///
    /// False if a number is so large or so small that its square overflows or underflows.
    pub fn agree_with(&self, count: usize, number: &dyn Fn(usize) -> f64) -> bool {
        let mut is_seen = vec![false; count];
        self.order.iter().for_each(|&row| is_seen[row] = true);
        let mut magnitudes = (0..count).map(|row| number(row).abs()).filter(|&magnitude| magnitude != 0.0);
        if self.order.len() != count
            || is_seen.contains(&false)
            || !magnitudes.all(|magnitude| (SMALLEST..SMALLEST.recip()).contains(&magnitude))
        {
            return false;
        }
        let sum = |term: &dyn Fn(f64) -> f64| (0..count).map(|row| term(number(row))).sum::<f64>();
        let (means, deviations) = (self.means(number), self.deviations(number));
        let weights = self.weights();
        let of_means: f64 = weights.iter().zip(&means).map(|(weight, mean)| weight * mean).sum();
        let of_squares: f64 = (weights.iter().zip(&means).zip(&deviations))
            .map(|((weight, mean), deviation)| weight * mean * mean + deviation)
            .sum();
        let squares = sum(&|y| y * y);
        (of_means - sum(&|y| y)).abs() <= ALLOWED * sum(&f64::abs)
            && (of_squares - squares).abs() <= ALLOWED * squares
    }
}

/// The places of some rows in the order of their indices, first by the index that gathers from the fewest
/// values; in their own order if there are no indices.
fn by_indices(rows: &[usize], key: &dyn Fn(usize, &mut Key)) -> Vec<usize> {
    let mut own = Key::default();
    // All indices in one list, with the end of each row's indices: there may be many rows.
    let (mut indices, mut ends) = (Vec::new(), vec![0]);
    for &row in rows {
        own.clear();
        key(row, &mut own);
        indices.extend(own.indices.iter().filter(|of| of.0 > 1).map(|of| of.1));
        ends.push(indices.len());
    }
    let of_row = |row: usize| &indices[ends[row]..ends[row + 1]];
    sorted(rows.len(), &|a, b| of_row(a).cmp(of_row(b)))
}

/// The rows of each key, in the order of their first rows; `None` if there are more than `most` keys.
fn distinct(
    rows: &mut dyn Iterator<Item = usize>,
    key: &dyn Fn(usize, &mut Key),
    most: usize,
) -> Option<Vec<Vec<usize>>> {
    let mut known: HashMap<Key, usize> = HashMap::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut own = Key::default();
    for row in rows {
        own.clear();
        key(row, &mut own);
        let group = *known.entry(own.clone()).or_insert(groups.len());
        if group == groups.len() {
            if group == most {
                return None;
            }
            groups.push(Vec::new());
        }
        groups[group].push(row);
    }
    Some(groups)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Merged rows are sorted by their indices, first by the index into the fewest values.
    #[test]
    fn merged_rows_are_sorted() {
        let index_of = |row: usize| (row * 5 % 7, row / 7 * 3 % 4);
        let key = |row: usize, key: &mut Key| {
            key.index(7, index_of(row % 28).0);
            key.index(4, index_of(row % 28).1);
        };
        let rows = Rows::merged(56, &key).expect("two rows of each");
        assert!(rows.firsts().map(index_of).eq((0..28).map(|place| (place % 7, place / 7))));
    }
}
