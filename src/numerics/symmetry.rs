//! Numbers that are to be a symmetric matrix.

/// How far two numbers that mirror each other may be apart, relative to the larger where that is above 1, as in Stan.
const TOLERANCE: f64 = 1e-8;

/// What an element below the diagonal must do.
pub(crate) const RULE: &str = "be what mirrors it in a symmetric matrix";

/// True if two numbers that mirror each other are the same but for rounding.
pub(crate) fn mirrors(below: f64, above: f64) -> bool {
    (below - above).abs() <= TOLERANCE * below.abs().max(above.abs()).max(1.0)
}

/// The first element below the diagonal that is not what mirrors it, row after row: its row and column.
pub(crate) fn first_asymmetry(size: usize, element: impl Fn(usize, usize) -> f64) -> Option<(usize, usize)> {
    let below = (0..size).flat_map(|row| (0..row).map(move |column| (row, column)));
    below.into_iter().find(|&(row, column)| !mirrors(element(row, column), element(column, row)))
}
