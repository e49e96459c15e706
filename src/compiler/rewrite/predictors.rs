//! The predictors of an affine form: the numbers by which each coefficient is multiplied.

use super::AffineRow;

/// The numbers that multiply one coefficient, over the rows of an expression. Coefficients of groups count
/// as one, with the numbers of all groups.
#[derive(Clone, Debug, PartialEq)]
pub struct Predictor {
    /// The text of the coefficients, which are a vector if `column` is given.
    pub coefficients: String,
    /// The column of a matrix of data, if the coefficient is an element of a vector.
    pub column: Option<usize>,
    /// True if each row has the coefficient of its group.
    pub is_grouped: bool,
    pub least: f64,
    pub greatest: f64,
    count: f64,
    mean: f64,
    squares: f64,
}

impl Predictor {
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard deviation, exactly 0 for equal numbers.
    pub fn sd(&self) -> f64 {
        if self.least == self.greatest { 0.0 } else { (self.squares / (self.count - 1.0)).sqrt() }
    }

    /// True if all rows have the same number, other than 0.
    pub fn is_constant(&self) -> bool {
        self.least == self.greatest && self.least != 0.0
    }

    /// Adds a number (Welford 1962).
    fn add(&mut self, number: f64) {
        self.least = self.least.min(number);
        self.greatest = self.greatest.max(number);
        self.count += 1.0;
        let deviation = number - self.mean;
        self.mean += deviation / self.count;
        self.squares += deviation * (number - self.mean);
    }
}

/// The predictors of an expression with affine rows; empty if a row is not affine.
pub(crate) fn predictors(rows: usize, describe: &dyn Fn(usize, &mut AffineRow)) -> Vec<Predictor> {
    let mut row = AffineRow::with_names();
    let mut all: Vec<Predictor> = Vec::new();
    for index in 0..rows {
        row.clear();
        describe(index, &mut row);
        if row.is_curved() {
            return Vec::new();
        }
        let names = row.names.as_deref().unwrap_or_default();
        let columns = row.terms.iter().zip(names).flat_map(|(term, name)| {
            (0..term.width).map(move |column| (term, name, column)) //
        });
        for (place, (term, name, column)) in columns.enumerate() {
            let number = row.weights[term.first + column];
            if all.len() == place {
                all.push(Predictor {
                    coefficients: name.clone(),
                    column: (term.width > 1).then_some(column),
                    is_grouped: term.groups > 1,
                    least: number,
                    greatest: number,
                    count: 0.0,
                    mean: 0.0,
                    squares: 0.0,
                });
            }
            all[place].add(number);
        }
    }
    all
}
