//! Sparse positive definite matrices of many kinds, for tests.

use crate::linalg::copy_lower_to_upper;
use crate::linalg::sparse::Pattern;
use crate::linalg::tests::numbers;

/// A positive definite matrix, and its pattern.
pub struct Matrix {
    pub name: String,
    pub pattern: Pattern,
    pub values: Vec<f64>,
}

impl Matrix {
    /// Makes a matrix of random numbers at the places, with a dominant diagonal.
    pub fn new(name: &str, size: usize, places: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let pattern = Pattern::new(size, places).unwrap();
        let mut values = numbers(pattern.len(), size);
        let mut sums = vec![0.1; size];
        for (&value, (row, column)) in values.iter().zip(pattern.iter()).filter(|(_, (i, j))| i != j) {
            sums[row] += f64::abs(value);
            sums[column] += f64::abs(value);
        }
        pattern.diagonal().zip(sums).for_each(|(place, sum)| values[place] = sum);
        Self { name: format!("{name} of {size}"), pattern, values }
    }

    /// Makes a matrix that has each pair with a probability.
    fn random(size: usize, density: f64) -> Self {
        let chances = numbers(size * size, size + 1);
        let pairs = (0..size * size).map(|at| (at / size, at % size));
        let places = pairs.zip(chances).filter(|(_, chance)| 0.5 + 0.5 * chance < density);
        Self::new(&format!("density {density}"), size, places.map(|(place, _)| place).collect::<Vec<_>>())
    }

    /// All numbers, row after row.
    pub fn dense(&self) -> Vec<f64> {
        let size = self.pattern.size();
        let mut a = vec![0.0; size * size];
        self.pattern
            .iter()
            .zip(&self.values)
            .for_each(|((row, column), &value)| a[row * size + column] = value);
        copy_lower_to_upper(&mut a, size);
        a
    }
}

/// The pairs of neighbours among the cells of a square.
pub fn lattice(side: usize) -> Vec<(usize, usize)> {
    let cells = (0..side * side).map(|cell| (cell, cell % side));
    let near = cells.flat_map(|(cell, column)| {
        let right = (column + 1 < side).then_some((cell, cell + 1));
        right.into_iter().chain([(cell + side, cell)])
    });
    near.filter(|(below, _)| *below < side * side).collect()
}

/// All pairs of some rows.
pub fn block(rows: core::ops::Range<usize>) -> impl Iterator<Item = (usize, usize)> {
    rows.clone().flat_map(move |row| rows.clone().map(move |column| (row, column)))
}

/// Makes matrices of many kinds. Those of several hundred rows have panels that are factored by halves.
pub fn matrices() -> Vec<Matrix> {
    let mut all = vec![
        Matrix::new("nothing", 0, []),
        Matrix::new("one number", 1, []),
        Matrix::new("diagonal", 20, []),
        Matrix::new("pairs", 21, (0..10).map(|pair| (2 * pair, 2 * pair + 1))),
        Matrix::new("tridiagonal", 100, (1..100).map(|row| (row, row - 1))),
        Matrix::new("second differences", 50, (2..50).flat_map(|row| [(row, row - 1), (row, row - 2)])),
        Matrix::new("arrow", 60, (1..60).map(|row| (0, row))),
        Matrix::new("cycle", 33, (0..33).map(|row| (row, (row + 1) % 33))),
        Matrix::new("tree", 127, (1..127).map(|row| (row, (row - 1) / 2))),
        Matrix::new("lattice", 144, lattice(12)),
        Matrix::new("dense blocks", 260, block(0..150).chain(block(140..260))),
        Matrix::new("wide border", 360, block(0..230).chain(block(130..360))),
    ];
    all.extend([2, 3, 5, 8, 9, 17, 40, 130].map(|size| Matrix::new("dense", size, block(0..size))));
    for size in [4, 7, 16, 31, 64, 100] {
        all.extend([0.5, 1.0, 2.0, 4.0, 10.0].map(|degree| Matrix::random(size, degree / size as f64)));
    }
    all
}
