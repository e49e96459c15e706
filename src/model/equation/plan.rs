//! How a statement is evaluated: as it is written, or as one of the [rewrites](crate::rewrite).

use super::{EqNode, Variable};
use crate::compile::Compiler;
use crate::distribution::{Averages, Columns, Family, Square, column_of};
use crate::error::Error;
use crate::node::{MAX_ARGUMENTS, Tuple};
use crate::rewrite::{AffineRow, CurvedRow, Key, Outcome, Quadratic, Rows, Squares};
use crate::shape::Shape;
use crate::simd::Packed;

/// What `compile()` decided.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Plan {
    /// Row by row.
    #[default]
    AsWritten,
    /// Row by row, over other rows than those of the data.
    Rows(Merged),
    /// As a sum of squares.
    Squares(Quadratic),
}

/// Rows that stand for several.
#[derive(Clone, Copy, Debug)]
pub(super) struct Merged {
    /// How many rows each stands for.
    pub weights: Packed,
    /// Σ (y − ȳ)² over them, where there is a square of y.
    pub deviations: Packed,
}

/// The choice before anything is packed.
enum Choice<'a> {
    AsWritten(String),
    Rows(Rows),
    Squares(Squares<'a>),
}

impl<F: Family, Target: Variable, A: Tuple, Sh: Shape> EqNode<F, Target, A, Sh> {
    /// The square of observations, if there is one.
    pub(super) const SQUARE: Option<Square> = Square::of::<F::Terms, A>();

    /// The square, if it is one of an affine form.
    pub(super) const AFFINE_SQUARE: Option<Square> = match Self::SQUARE {
        Some(square) if Self::KNOWS_DATA && square.is_of_affine_form::<F::Terms, A>() => Some(square),
        _ => None,
    };

    /// True if rows may be merged and moved.
    pub(super) const HAS_ROWS: bool = Self::KNOWS_DATA && A::HAS_ROWS;

    /// True for observations of a vector whose data are all known row by row.
    const KNOWS_DATA: bool = {
        let mut known = A::IS_DATA[0] && !Sh::IS_SCALAR && !Sh::IS_MATRIX && !Self::HAS_TOTALS;
        let mut place = 0;
        while place < A::COUNT {
            known = known && (A::IS_DATUM[place] || !A::IS_DATA[place]);
            place += 1;
        }
        known
    };

    /// The places whose data may be replaced by their mean.
    const AVERAGES: [bool; MAX_ARGUMENTS] = Averages::of::<F::Terms, A>();

    /// A number of data.
    pub(super) fn datum(&self, place: usize, row: usize) -> f64 {
        self.nodes.datum(place, row).unwrap_or(f64::NAN)
    }

    /// The observation, or the column of it, that the square reads.
    fn observed(&self, square: Square, row: usize) -> f64 {
        let observation = self.datum(0, row);
        match square.observed.checked_sub(A::COUNT) {
            Some(column) => column_of::<F>(column, observation),
            None => observation,
        }
    }

    /// Binds the nodes, each as the plan needs it.
    pub(super) fn bind_nodes(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        // With a constant as condition, statements that have no other form do not compile what follows.
        if const { Self::HAS_ROWS || Self::AFFINE_SQUARE.is_some() } {
            if compiler.rewrites() && self.length > 0 {
                return self.bind_rewritten(compiler);
            }
        } else if compiler.rewrites() {
            compiler.explain(Outcome::Kept(Self::why_not()));
        }
        self.bind_as_written(compiler)
    }

    fn bind_rewritten(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        let before = *self;
        match before.choose() {
            Choice::AsWritten(why) => {
                compiler.explain(Outcome::Kept(why));
                self.bind_as_written(compiler)
            }
            Choice::Rows(rows) => {
                compiler.explain(Outcome::Rewritten(rows.describe(self.length)));
                self.bind_rows(compiler, rows)
            }
            Choice::Squares(squares) => {
                compiler.explain(Outcome::Rewritten(squares.summary()));
                let location = Self::AFFINE_SQUARE.map_or(0, |square| square.location);
                self.nodes.bind_coefficients(location, compiler, Self::name_of)?;
                self.plan = Plan::Squares(Quadratic::bind(compiler, &squares));
                Ok(())
            }
        }
    }

    /// Looks for the cheapest way.
    fn choose(&self) -> Choice<'_> {
        let merged = if const { Self::HAS_ROWS } {
            Rows::merged(self.length, &|row, key| self.key(row, key))
        } else {
            None
        };
        let mut why = format!("row by row: its {} rows differ", self.length);
        match Self::AFFINE_SQUARE.map(|square| self.squares(square)) {
            Some(Ok(squares)) => {
                let (of_triangles, of_rows) = squares.costs();
                let rows = merged.as_ref().map_or(self.length, Rows::len);
                if of_triangles < of_rows / self.length * rows {
                    return Choice::Squares(squares);
                }
            }
            Some(Err(CurvedRow(row))) => {
                why += &format!(", and that of element {row} multiplies coefficients with each other");
            }
            None => {}
        }
        match merged.or_else(|| self.sorted()) {
            Some(rows) => Choice::Rows(rows),
            None => Choice::AsWritten(why),
        }
    }

    /// The rows in the order of their indices, if that is another one.
    fn sorted(&self) -> Option<Rows> {
        if const { !Self::HAS_ROWS } {
            return None;
        }
        Rows::sorted(self.length, &|row, key| self.nodes.key([true; MAX_ARGUMENTS], row, key))
    }

    /// What rows that may be merged have in common.
    fn key(&self, row: usize, key: &mut Key) {
        self.nodes.key(Self::AVERAGES.map(|is_averaged| !is_averaged), row, key);
    }

    /// The squares of the statement, if its rows are affine.
    fn squares(&self, square: Square) -> Result<Squares<'_>, CurvedRow> {
        let describe = move |row: usize, form: &mut AffineRow| self.nodes.affine(square.location, row, form);
        let weight = move |row: usize| {
            if A::IS_DATUM[square.scale] && !A::IS_SPLAT[square.scale] {
                self.datum(square.scale, row).recip()
            } else {
                1.0
            }
        };
        let observed = move |row| self.observed(square, row);
        Squares::new(self.length, Box::new(describe), Box::new(observed), Box::new(weight))
    }

    fn bind_as_written(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.nodes.bind(compiler, Self::name_of)?;
        self.columns = Columns::reserve::<F, A>(compiler, self.length);
        Ok(())
    }

    fn bind_rows(&mut self, compiler: &mut Compiler, rows: Rows) -> Result<(), Error> {
        let weights = rows.members().map(|members| members.len() as f64);
        let weights = compiler.pack_numbers(weights);
        let deviations = match Self::SQUARE {
            Some(square) => rows.deviations(&|row| self.observed(square, row)),
            None => Vec::new(),
        };
        let deviations = compiler.pack_numbers(deviations);
        self.columns = Columns::of_rows::<F>(compiler, &rows, &|row| self.datum(0, row));
        self.plan = Plan::Rows(Merged { weights, deviations });
        self.length = rows.len();
        compiler.with_rows(rows, |compiler| self.nodes.bind(compiler, Self::name_of))?;
        self.kept_rows = compiler.last_rows();
        Ok(())
    }

    /// Why nothing is to be found.
    fn why_not() -> String {
        let reason = if !A::IS_DATA[0] {
            "its variable is a parameter"
        } else if Sh::IS_SCALAR {
            "it is a single observation"
        } else if Sh::IS_MATRIX || Self::HAS_TOTALS {
            "its observations are vectors"
        } else {
            "an argument is neither affine in coefficients that rows share nor made of values that rows pick"
        };
        format!("as written: {reason}")
    }
}
