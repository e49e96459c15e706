//! Simulated data of regressions of any size.

use crate::random::Random;
use faer::MatRef;

/// Standard normal predictors and outcomes of three kinds, each with coefficients that keep the linear
/// predictor of order one.
pub struct Data {
    x: Vec<f64>,
    columns: usize,
    /// Real outcomes.
    pub measured: Vec<f64>,
    /// Outcomes of zero and one.
    pub binary: Vec<u8>,
    /// Counts, of a rate that varies with [`group`](Self::group) too.
    pub counts: Vec<u32>,
    /// The group of each row, ascending.
    pub group: Vec<usize>,
}

impl Data {
    /// The number of different groups.
    pub const GROUPS: usize = 50;

    /// So many rows and columns.
    pub fn new(rows: usize, columns: usize) -> Self {
        let mut random = Random::new(20_240_701);
        let x = random.normals(rows * columns);
        let scale = 0.5 / (columns as f64).sqrt();
        let slopes: Vec<f64> = (0..columns).map(|_| scale * random.normal()).collect();
        let effects = random.normals(Self::GROUPS);
        let mut data = Self { x, columns, measured: vec![], binary: vec![], counts: vec![], group: vec![] };
        for row in 0..rows {
            let group = row * Self::GROUPS / rows;
            let row = data.x[row * columns..][..columns].iter();
            let eta: f64 = 0.3 + row.zip(&slopes).map(|(x, b)| x * b).sum::<f64>();
            data.measured.push(eta + 0.8 * random.normal());
            data.binary.push(u8::from(random.uniform() < 1.0 / (1.0 + (-eta).exp())));
            data.counts.push(poisson(&mut random, (eta + 0.3 * effects[group]).exp()));
            data.group.push(group);
        }
        data
    }

    /// Rounds the predictors to numbers of 32 bits.
    pub fn rounded(mut self) -> Self {
        self.x.iter_mut().for_each(|x| *x = f64::from(*x as f32));
        self
    }

    /// The predictors, a row for each outcome.
    pub fn predictors(&self) -> MatRef<'_, f64> {
        MatRef::from_row_major_slice(&self.x, self.measured.len(), self.columns)
    }
}

/// Knuth's method: how many uniform factors it takes to fall below e^−rate.
fn poisson(random: &mut Random, rate: f64) -> u32 {
    let floor = (-rate).exp();
    let mut product = random.uniform();
    let mut count = 0;
    while product > floor {
        product *= random.uniform();
        count += 1;
    }
    count
}
