//! The facts about all rows of an affine form, or the reason why there are none.

use super::affine::{AffineRow, Term};

/// The facts about all rows of an affine form.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    pub rows: usize,
    /// The number of weights in all rows together.
    pub weights: usize,
    pub terms: Vec<TermSurvey>,
}

/// The facts about one term.
#[derive(Debug)]
pub(crate) struct TermSurvey {
    pub groups: usize,
    pub width: usize,
    /// The line of each row; empty if there is only one.
    pub lines: Vec<u32>,
    /// The weight, if it is a single nonzero number, the same in all rows.
    pub constant: Option<f64>,
    /// True if all weights of all rows are 0.
    pub is_idle: bool,
}

/// The reason why there is no survey.
#[derive(Debug)]
pub(crate) enum NoSurvey {
    /// The number of the first row that is not affine.
    CurvedRow(usize),
    /// The number of columns of a sparse matrix whose triangle costs more than its rows, or takes too long
    /// to compute.
    Wide(usize),
}

impl NoSurvey {
    /// The reason in words, which `explain()` appends to "row by row: its rows differ".
    pub fn describe(&self) -> String {
        match self {
            Self::CurvedRow(row) => {
                format!(", and the row of element {row} multiplies coefficients with each other")
            }
            Self::Wide(columns) => {
                format!(", and an orthogonal factor of {columns} columns costs more than sparse rows")
            }
        }
    }
}

/// The greatest number of multiplications to compute the triangle of a sparse matrix. Dense matrices have no
/// such limit: their gradients are expensive as well. Users of a sparse matrix do not expect a long
/// `compile()`.
const MOST_TO_FACTORISE: usize = 20_000_000_000;

/// The number of multiplications for a row that is evaluated as it is written, in addition to two for each
/// weight.
pub(super) const OF_A_ROW: usize = 6;

impl Survey {
    /// Surveys all rows; an error for a row that is not affine, and for a sparse matrix that is too wide.
    pub fn of(rows: usize, describe: &dyn Fn(usize, &mut AffineRow)) -> Result<Self, NoSurvey> {
        let mut survey = Self { rows, ..Self::default() };
        let mut row = AffineRow::default();
        for index in 0..rows {
            row.clear();
            describe(index, &mut row);
            if row.is_curved() {
                return Err(NoSurvey::CurvedRow(index));
            }
            if index == 0 {
                row.check_width(rows)?;
            }
            survey.weights += row.weights.len() - row.absent;
            for (place, term) in row.terms.iter().enumerate() {
                let weights = &row.weights[term.first..][..term.width];
                let is_idle = weights.iter().all(|&weight| weight == 0.0);
                let constant = if let [weight] = weights { Some(*weight).filter(|_| !is_idle) } else { None };
                if survey.terms.len() == place {
                    let (groups, width) = (term.groups, term.width);
                    survey.terms.push(TermSurvey { groups, width, lines: Vec::new(), constant, is_idle });
                }
                let known = &mut survey.terms[place];
                known.is_idle &= is_idle;
                if known.constant != constant {
                    known.constant = None;
                }
                if known.groups > 1 {
                    known.lines.push(term.group as u32);
                }
            }
        }
        Ok(survey)
    }
}

impl AffineRow {
    /// Refuses a sparse matrix that is too wide for a triangle, before all rows are read with their zeros.
    fn check_width(&self, rows: usize) -> Result<(), NoSurvey> {
        let Some(entries) = self.entries else { return Ok(()) };
        let width = |term: &Term| if term.groups == 1 { term.width } else { 0 };
        let columns: usize = self.terms.iter().map(width).sum();
        let square = columns.saturating_mul(columns);
        let of_rows = (2 * entries).saturating_add((OF_A_ROW + 2 * self.terms.len()).saturating_mul(rows));
        if square >= of_rows || square.saturating_mul(rows) > MOST_TO_FACTORISE {
            return Err(NoSurvey::Wide(columns));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{AffineRow, NoSurvey, Survey};
    use crate::compiler::rewrite::test_rows::Coefficients;

    /// True if sparse terms with these numbers of columns and entries are surveyed. An intercept for each
    /// of nine groups is added, whose table does not count as columns.
    fn is_narrow(rows: usize, terms: &[[usize; 2]]) -> bool {
        let mut row = AffineRow::default();
        for &[columns, entries] in terms {
            row.sparse_term_of(&Coefficients, vec![1.0; columns], entries);
        }
        row.term_of(&Coefficients, 9, 3, [1.0]);
        match row.check_width(rows) {
            Ok(()) => true,
            Err(NoSurvey::Wide(columns)) => {
                assert_eq!(columns, terms.iter().map(|[columns, _]| columns).sum::<usize>());
                false
            }
            Err(other) => panic!("{other:?}"),
        }
    }

    /// A triangle must have fewer numbers than the cost of the rows: two for each entry, six for each row,
    /// and two for each term of a row.
    #[test]
    fn sparse_matrices_are_narrow_where_their_triangles_cost_less() {
        // 50² = 2 · 750 + (6 + 2 · 2) · 100
        assert!(!is_narrow(100, &[[50, 750]]) && is_narrow(100, &[[50, 751]]));
        // 50² = 2 · (250 + 400) + (6 + 2 · 3) · 100
        assert!(!is_narrow(100, &[[20, 250], [30, 400]]) && is_narrow(100, &[[20, 250], [30, 401]]));
    }

    /// A triangle of n columns takes n² multiplications for each row, and at most 2 · 10¹⁰ in all rows.
    #[test]
    fn sparse_matrices_are_narrow_where_their_triangles_are_made_soon() {
        let many = 1_000_000_000;
        assert!(is_narrow(20_000, &[[1000, many]]) && !is_narrow(20_001, &[[1000, many]]));
    }

    /// The first row shows the width of the matrix, also if it is the only row.
    #[test]
    fn one_row_is_looked_at() {
        let wide = |_, row: &mut AffineRow| row.sparse_term_of(&Coefficients, vec![1.0; 50], 50);
        assert!(matches!(Survey::of(1, &wide), Err(NoSurvey::Wide(50))));
    }
}
