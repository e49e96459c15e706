//! Designs that occur in users' data and not in tests with random numbers: columns that are collinear,
//! constant, equal, nearly equal, of any size, or combinations of the groups' columns; groups with one row
//! or without rows; a single row; fewer rows than coefficients.

use super::Random;
use faer::Mat;

/// The data of a regression, of random sizes, each column of a random kind.
pub struct Design {
    pub rows: usize,
    /// The number of coefficients in each of the two matrices.
    pub widths: [usize; 2],
    pub matrices: [Mat<f64>; 2],
    /// Columns that are not part of a matrix.
    pub x: [Vec<f64>; 3],
    /// The number of groups and each row's group, for two groupings.
    pub groups: [usize; 2],
    pub group: [Vec<usize>; 2],
    pub zeros: Vec<usize>,
    pub y: Vec<f64>,
    /// Standard deviations.
    pub scales: Vec<f64>,
    pub counts: Vec<u32>,
    pub flags: Vec<bool>,
}

impl Design {
    /// Makes the design with a number.
    pub fn of(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x5851_f42d_4c95_7f2d));
        let rows = pick(&mut random, &[1, 2, 3, 5, 9, 12, 17, 33, 60, 71]);
        let groups = [(); 2].map(|()| pick(&mut random, &[1, 1, 2, 2, 3, 5, 9]));
        let group = groups.map(|groups| groups_of(&mut random, rows, groups));
        let mut known: Vec<Vec<f64>> = vec![vec![1.0; rows]];
        let mut column = |random: &mut Random| {
            let column = column(random, &known, &group, &groups);
            known.push(column.clone());
            column
        };
        let widths = [(); 2].map(|()| pick(&mut random, &[1, 1, 2, 2, 3, 5]));
        let matrices = widths.map(|width| {
            let columns: Vec<Vec<f64>> = (0..width).map(|_| column(&mut random)).collect();
            Mat::from_fn(rows, width, |row, place| columns[place][row])
        });
        let x = [(); 3].map(|()| column(&mut random));
        let y = match pick(&mut random, &[0, 0, 0, 0, 1, 2, 3]) {
            0 => random.numbers(rows, -2.0, 2.0),
            1 => x[0].iter().map(|x| 0.5 - 2.0 * x).collect(),
            2 => random.numbers(rows, 1e8 - 1.0, 1e8 + 1.0),
            _ => vec![1.5; rows],
        };
        let scales = match pick(&mut random, &[0, 1, 2]) {
            0 => random.numbers(rows, 0.5, 2.0),
            1 => vec![0.7; rows],
            _ => random.numbers(rows, -3.0, 3.0).iter().map(|exponent| 10_f64.powf(*exponent)).collect(),
        };
        let counts = random.indices(rows, 4);
        let flags = random.numbers(rows, 0.0, 1.0).iter().map(|&number| number < 0.3).collect();
        Self { rows, widths, matrices, x, groups, group, zeros: vec![0; rows], y, scales, counts, flags }
    }

    /// Returns the rounding errors of the sum of a statement in its written form, and of its slopes: an
    /// observation and its mean may cancel, and a slope multiplies the difference by a number of the
    /// design.
    pub fn rounding(&self) -> [f64; 2] {
        let columns =
            self.matrices.iter().flat_map(|matrix| matrix.col_iter().flat_map(|column| column.iter()));
        let numbers = columns.chain(self.x.iter().flatten()).chain(&self.y);
        let largest = numbers.fold(1.0_f64, |most, number| most.max(number.abs()));
        let smallest = self.scales.iter().fold(0.3_f64, |least, &scale| least.min(scale));
        let of_sums = 4.0 * f64::EPSILON * largest * self.rows as f64 / smallest.powi(2);
        [of_sums, of_sums * largest]
    }
}

fn pick<T: Copy>(random: &mut Random, choices: &[T]) -> T {
    choices[(random.unit() * choices.len() as f64) as usize]
}

/// Returns the groups of rows, which are spread, sorted, or nearly empty.
fn groups_of(random: &mut Random, rows: usize, groups: usize) -> Vec<usize> {
    match pick(random, &[0, 1, 2]) {
        0 => random.indices(rows, groups).iter().map(|&group| group as usize).collect(),
        1 => (0..rows).map(|row| row * groups / rows).collect(),
        _ => (0..rows).map(|row| if row == 0 { groups - 1 } else { 0 }).collect(),
    }
}

/// Makes a column of a random kind, given the columns so far.
fn column(random: &mut Random, known: &[Vec<f64>], group: &[Vec<usize>; 2], groups: &[usize; 2]) -> Vec<f64> {
    let rows = known[0].len();
    let other = &known[(random.unit() * known.len() as f64) as usize];
    let which = pick(random, &[0, 1]);
    let of_group = random.numbers(groups[which], -2.0, 2.0);
    let noise = random.numbers(rows, -1.0, 1.0);
    let near = |apart: f64| other.iter().zip(&noise).map(|(x, noise)| x + apart * noise).collect();
    match pick(random, &[0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]) {
        0 => noise,
        1 => vec![1.0; rows],
        2 => vec![0.0; rows],
        3 => vec![pick(random, &[-3.0, 1e8, 0.1]); rows],
        4 => other.clone(),
        5 => other.iter().map(|x| -0.3 * x).collect(),
        6 => near(1e-8),
        7 => near(1e-12),
        8 => noise.iter().map(|x| 1e8 * x).collect(),
        9 => noise.iter().map(|x| 1e-8 * x).collect(),
        // Constant in each group, and a multiple of another column in each group.
        10 => group[which].iter().map(|&group| of_group[group]).collect(),
        11 => group[which].iter().zip(other).map(|(&group, x)| of_group[group] * x).collect(),
        // An indicator of a group, and of a row.
        12 => group[which].iter().map(|&group| f64::from(u8::from(group == 0))).collect(),
        _ => (0..rows).map(|row| if row + 1 == rows { 2.0 } else { 0.0 }).collect(),
    }
}
