//! The choice of the form in which a statement is evaluated: as it is written, or as one of the
//! [rewrites](crate::compiler::rewrite).

use super::{BoundLaw, EqNode, named};
use crate::compiler::rewrite::{AffineRow, NoSurvey, ProvenSquares, Quadratic, Slots, Squares};
use crate::compiler::{Compiler, Goal, Key, KnownLogarithms, Outcome, Rows, StatementNames};
use crate::contract::expression::Expressions;
use crate::contract::family::{Columns, Family, LARGE_COUNT, Property, Square, column_of};
use crate::contract::node::{List, Tuple, places};
use crate::error::Error;
use crate::frame::{MAX_ARGUMENTS, Slot};
use crate::model::law::{Merged, Plan};
use crate::model::variable::Variable;
use crate::shape::Shape;
use std::sync::Arc;

/// The chosen form of a statement, before its numbers are packed.
enum Choice<'a> {
    AsWritten(String),
    Rows(Rows),
    Squares(Box<ProvenSquares<'a>>),
}

/// A statement's nodes, bound as its plan needs them.
pub(crate) struct Planned<A> {
    pub nodes: A,
    pub plan: Plan,
    pub columns: Columns,
    /// The number of rows that are evaluated.
    pub length: usize,
    /// The rows that are evaluated, if they are not the rows of the data.
    pub rows: Option<Arc<Rows>>,
}

impl<F: Family, Target: Variable, A: Expressions, Sh: Shape> EqNode<F, Target, A, Sh> {
    const SQUARE: Option<Square> = BoundLaw::<F, A, Sh>::SQUARE;
    const AFFINE_SQUARE: Option<Square> = BoundLaw::<F, A, Sh>::AFFINE_SQUARE;
    const HAS_ROWS: bool = BoundLaw::<F, A, Sh>::HAS_ROWS;
    pub(crate) const IS_REWRITABLE: bool = BoundLaw::<F, A, Sh>::IS_REWRITABLE;
    const AVERAGES: [bool; MAX_ARGUMENTS] = BoundLaw::<F, A, Sh>::AVERAGES;

    /// The place of a scalar whose logarithm the statement reads if the scalar's transform computes it, and
    /// the kind of this logarithm. The scalar is the scale of squares, the variable in whose logarithms the
    /// law is linear, or a variable whose logarithm is read.
    pub(crate) const READS_LOGARITHMS: Option<(usize, KnownLogarithms)> =
        match (BoundLaw::<F, A, Sh>::LINEAR_IN_LOGARITHMS, Self::AFFINE_SQUARE) {
            (Some((place, _)), _) => Some((place, KnownLogarithms::OfUnit)),
            (None, Some(square)) => Some((square.scale, KnownLogarithms::OfPositive)),
            (None, None) if BoundLaw::<F, A, Sh>::KNOWN_COLUMN.is_some() => {
                Some((0, KnownLogarithms::OfPositive))
            }
            (None, None) => None,
        };

    /// Returns the slot of these logarithms, if they are computed.
    pub(crate) fn logarithms(nodes: &A::Bound, compiler: &mut Compiler) -> Option<Slot> {
        let (place, wanted) = Self::READS_LOGARITHMS?;
        // The node must be the scalar itself, possibly repeated: a function of a scalar has the scalar's
        // terms, but another value.
        if !const { places!(A::Bound, |node| node.in_slot || node.is_splat) }[place] {
            return None;
        }
        let (known, slot) = compiler.logarithms(nodes.term_slots(place).scalar()?)?;
        (known == wanted).then_some(slot)
    }

    /// Returns a number of the data.
    pub(crate) fn datum(&self, place: usize, row: usize) -> f64 {
        self.nodes.datum(place, row).unwrap_or(f64::NAN)
    }

    /// Returns the observation that the square reads, or the column of the observation.
    fn observed(&self, square: Square, row: usize) -> f64 {
        let observation = self.datum(0, row);
        match square.observed.checked_sub(A::COUNT) {
            Some(column) => column_of::<F>(column, observation),
            None => observation,
        }
    }

    /// Binds the nodes of a statement with `length` rows, each as the plan requires.
    pub(crate) fn bind_nodes(
        &self,
        length: usize,
        names: &StatementNames,
        compiler: &mut Compiler,
    ) -> Result<Planned<A::Bound>, Error> {
        // A constant chooses the function: no code for rewrites is compiled for statements without another
        // form.
        let bind =
            const { if Self::IS_REWRITABLE { Self::bind_as_cheapest } else { Self::bind_and_explain } };
        bind(self, length, names, compiler)
    }

    /// Binds the nodes of a statement that may have another form.
    fn bind_as_cheapest(
        &self,
        length: usize,
        names: &StatementNames,
        compiler: &mut Compiler,
    ) -> Result<Planned<A::Bound>, Error> {
        if compiler.sums_rows(names.vars) {
            compiler.explain(Outcome::Kept("once for each value of what is marginalised".to_owned()));
        } else if compiler.approximates(names.vars) {
            compiler.explain(Outcome::Kept("row by row, at points around a mode".to_owned()));
        } else if compiler.rewrites() && length > 0 {
            return self.bind_rewritten(length, compiler);
        }
        self.bind_as_written(length, compiler)
    }

    /// Binds the nodes of a statement that has no other form, and explains why.
    fn bind_and_explain(
        &self,
        length: usize,
        _: &StatementNames,
        compiler: &mut Compiler,
    ) -> Result<Planned<A::Bound>, Error> {
        if compiler.rewrites() {
            compiler.explain(Outcome::Kept(Self::why_not()));
        }
        self.bind_as_written(length, compiler)
    }

    fn bind_rewritten(&self, length: usize, compiler: &mut Compiler) -> Result<Planned<A::Bound>, Error> {
        let mut planned = match self.choose(length) {
            Choice::AsWritten(why) => {
                compiler.explain(Outcome::Kept(why));
                self.bind_as_written(length, compiler)?
            }
            Choice::Rows(rows) => {
                compiler.explain(Outcome::Rewritten(rows.describe(length)));
                self.bind_rows(compiler, rows)?
            }
            Choice::Squares(squares) => {
                compiler.explain(Outcome::Rewritten(squares.summary()));
                let (location, scale) =
                    Self::AFFINE_SQUARE.map_or((0, 0), |square| (square.location, square.scale));
                let nodes = self.nodes.bind_coefficients(location, compiler, named::<F>)?;
                let [coefficients, scale] = [location, scale].map(|place| nodes.term_slots(place));
                let logarithms = Self::logarithms(&nodes, compiler);
                let slots = Slots { coefficients, scale: scale.scalar(), logarithms };
                let plan = Plan::Squares(Quadratic::bind(compiler, &squares, &slots));
                return Ok(Planned { nodes, plan, columns: Columns::default(), length, rows: None });
            }
        };
        let join = const { Self::JOIN };
        join(&mut planned, compiler);
        Ok(planned)
    }

    /// Chooses the cheapest form.
    fn choose(&self, length: usize) -> Choice<'_> {
        let merged = if const { Self::HAS_ROWS } {
            let merged = Rows::merged(length, &|row, key| self.key(row, key));
            merged.filter(|rows| self.agree(rows, length) && !self.nearly_agrees(rows))
        } else {
            None
        };
        let mut why = format!("row by row: its {length} rows differ");
        match Self::AFFINE_SQUARE.map(|square| self.squares(square, length)) {
            Some(Ok(squares)) => {
                let (of_triangles, of_rows) = squares.costs();
                let rows = merged.as_ref().map_or(length, Rows::len);
                if of_triangles < of_rows / length * rows {
                    match squares.prove() {
                        Some(squares) => return Choice::Squares(Box::new(squares)),
                        None => why += ", and orthogonal factors of them would lose digits",
                    }
                }
            }
            Some(Err(reason)) => why += &reason.describe(),
            None => {}
        }
        match merged.or_else(|| self.sorted(length)) {
            Some(rows) => Choice::Rows(rows),
            None => Choice::AsWritten(why),
        }
    }

    /// Returns true if the rows merged into one nearly agree in a column, so that the mean loses their
    /// differences, for a column where this matters.
    fn nearly_agrees(&self, rows: &Rows) -> bool {
        // The variance of logarithms; the mean logarithm is less than the logarithm of the mean by half of
        // it.
        const LEAST_VARIANCE: f64 = 1e-4;
        F::FACTS.properties.iter().any(|property| {
            let Property::Sharp(place) = *property else { return false };
            let column = place - F::FACTS.arguments.len();
            let variances = rows.variances(&|row| column_of::<F>(column, self.datum(0, row)));
            variances.iter().any(|variance| *variance > 1e-30 && *variance < LEAST_VARIANCE)
        })
    }

    /// Returns the rows sorted by their indices, if that changes their order.
    fn sorted(&self, length: usize) -> Option<Rows> {
        if const { !Self::HAS_ROWS } {
            return None;
        }
        Rows::sorted(length, &|row, key| self.nodes.key([true; MAX_ARGUMENTS], row, key))
    }

    /// Writes the numbers that rows must have in common to be merged.
    fn key(&self, row: usize, key: &mut Key) {
        let mut distinct = Self::AVERAGES.map(|is_averaged| !is_averaged);
        // Terms are not linear in large counts.
        if const { F::FACTS.arguments[0].domain.is_discrete() } {
            let is_large =
                (0..A::COUNT).any(|place| !distinct[place] && self.datum(place, row) >= LARGE_COUNT);
            distinct = distinct.map(|is_distinct| is_distinct || is_large);
        }
        self.nodes.key(distinct, row, key);
    }

    /// Returns true if merged rows have the same sums as the data: the sums of the observations, and of the
    /// column that the square reads.
    fn agree(&self, rows: &Rows, length: usize) -> bool {
        let of_square = |square: Square| rows.agree_with(length, &|row| self.observed(square, row));
        // If the square reads the observations themselves, their sums have been compared.
        let of_column = Self::SQUARE.filter(|square| square.observed >= A::COUNT);
        rows.agree_with(length, &|row| self.datum(0, row)) && of_column.is_none_or(of_square)
    }

    /// Returns the squares of the statement, if its rows are affine.
    fn squares(&self, square: Square, length: usize) -> Result<Squares<'_>, NoSurvey> {
        let describe = move |row: usize, form: &mut AffineRow| self.nodes.affine(square.location, row, form);
        let is_column = const { places!(A::Bound, |node| node.is_datum && !node.is_splat) }[square.scale];
        let weight = move |row: usize| {
            if is_column { self.datum(square.scale, row).recip() } else { 1.0 }
        };
        let observed = move |row| self.observed(square, row);
        Squares::new(length, Box::new(describe), Box::new(observed), Box::new(weight))
    }

    fn bind_as_written(&self, length: usize, compiler: &mut Compiler) -> Result<Planned<A::Bound>, Error> {
        let nodes = self.nodes.bind(compiler, named::<F>)?;
        let columns = Columns::reserve::<F, A::Bound>(compiler, length);
        Ok(Planned { nodes, plan: Plan::AsWritten, columns, length, rows: None })
    }

    fn bind_rows(&self, compiler: &mut Compiler, rows: Rows) -> Result<Planned<A::Bound>, Error> {
        let merged = if rows.goal == Goal::Merged {
            let weights = compiler.pack_numbers(rows.weights());
            let deviations = match Self::SQUARE {
                Some(square) => rows.deviations(&|row| self.observed(square, row)),
                None => Vec::new(),
            };
            Some(Merged { weights, deviations: compiler.pack_numbers(deviations) })
        } else {
            None
        };
        let columns = Columns::of_rows::<F>(compiler, &rows, &|row| self.datum(0, row));
        let plan = Plan::Rows(merged);
        let (length, rows) = (rows.len(), Arc::new(rows));
        let bind = |compiler: &mut Compiler| self.nodes.bind(compiler, named::<F>);
        let nodes = compiler.with_rows(Arc::clone(&rows), bind)?;
        Ok(Planned { nodes, plan, columns, length, rows: Some(rows) })
    }

    /// Returns the reason why no rewrite can be found.
    fn why_not() -> String {
        let reason = if const { !A::Bound::EACH[0].is_data() } {
            "its variable is a parameter"
        } else if Sh::IS_SCALAR {
            "it is a single observation"
        } else if BoundLaw::<F, A, Sh>::HAS_VECTORS {
            "its observations are vectors"
        } else {
            "an argument is neither affine in coefficients that rows share nor made of values that rows gather by an index"
        };
        format!("as written: {reason}")
    }
}
