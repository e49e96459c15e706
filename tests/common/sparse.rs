//! Sparse matrices that users have and random tests do not: without entries, with empty rows and columns,
//! with equal rows and columns, with one row or one column, full, with only ones, and with explicit zeros.

use super::Random;
use faer::Mat;
use monomorph::expression::Sparse;

/// A sparse matrix by rows and by columns, and the dense matrix.
pub struct Matrix {
    pub dense: Mat<f64>,
    /// Starts, columns and values by rows.
    rows: (Vec<u32>, Vec<u32>, Vec<f64>),
    /// Starts, rows and values by columns.
    columns: (Vec<u32>, Vec<u32>, Vec<f64>),
}

impl Matrix {
    /// Makes the matrix with a number.
    pub fn of(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x5851_f42d_4c95_7f2d));
        let rows = pick(&mut random, &[1, 2, 3, 7, 8, 9, 33, 63, 64, 65, 71, 129, 200]);
        let columns = pick(&mut random, &[1, 1, 2, 3, 5, 8, 9, 17, 40, 70]);
        let fill = pick(&mut random, &[0.0, 0.01, 0.05, 0.05, 0.2, 0.2, 0.5, 1.0]);
        let is_unit = random.unit() < 0.3;
        let mut cells: Vec<Vec<Option<f64>>> = (0..rows)
            .map(|_| {
                let cell = |random: &mut Random| {
                    let value = if is_unit { 1.0 } else { random.numbers(1, -2.0, 2.0)[0] };
                    // A zero that is an entry.
                    let value = if random.unit() < 0.02 { 0.0 } else { value };
                    (random.unit() < fill).then_some(value)
                };
                (0..columns).map(|_| cell(&mut random)).collect()
            })
            .collect();
        // Columns that are full, empty, or another one; rows that are empty, or another one.
        for column in 0..columns {
            match pick(&mut random, &[0, 0, 0, 0, 1, 2, 3]) {
                1 => cells.iter_mut().for_each(|row| row[column] = Some(1.0)),
                2 => cells.iter_mut().for_each(|row| row[column] = None),
                3 => cells.iter_mut().for_each(|row| row[column] = row[0]),
                _ => {}
            }
        }
        let repeated = pick(&mut random, &[0.0, 0.0, 0.1, 0.9]);
        for row in 1..rows {
            if random.unit() < repeated {
                cells[row] = cells[(random.unit() * row as f64) as usize].clone();
            } else if random.unit() < 0.1 {
                cells[row].fill(None);
            }
        }
        Self::from_cells(&cells, columns)
    }

    /// Rows of cells, which are entries or not.
    pub fn from_cells(cells: &[Vec<Option<f64>>], columns: usize) -> Self {
        let entry = |row: usize, column: usize| cells[row][column];
        Self {
            dense: Mat::from_fn(cells.len(), columns, |row, column| entry(row, column).unwrap_or(0.0)),
            rows: compressed(cells.len(), columns, entry),
            columns: compressed(columns, cells.len(), |column, row| entry(row, column)),
        }
    }

    /// The matrix by rows.
    pub fn by_rows(&self) -> Sparse<'_, u32> {
        let (starts, columns, values) = &self.rows;
        Sparse::by_rows(self.dense.nrows(), self.dense.ncols(), starts, columns, values)
    }

    /// The matrix by columns.
    pub fn by_columns(&self) -> Sparse<'_, u32> {
        let (starts, rows, values) = &self.columns;
        Sparse::by_columns(self.dense.nrows(), self.dense.ncols(), starts, rows, values)
    }
}

/// The starts of lines, the places in them and the values.
fn compressed(
    lines: usize,
    length: usize,
    entry: impl Fn(usize, usize) -> Option<f64>,
) -> (Vec<u32>, Vec<u32>, Vec<f64>) {
    let (mut starts, mut places, mut values) = (vec![0], Vec::new(), Vec::new());
    for line in 0..lines {
        for place in 0..length {
            if let Some(value) = entry(line, place) {
                places.push(place as u32);
                values.push(value);
            }
        }
        starts.push(places.len() as u32);
    }
    (starts, places, values)
}

fn pick<T: Copy>(random: &mut Random, choices: &[T]) -> T {
    choices[(random.unit() * choices.len() as f64) as usize]
}
