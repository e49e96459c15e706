//! Stochastic matrices: each row, or each column, is a separate [`simplex`](crate::support::simplex()), with
//! the sum of their log Jacobians. In q the free coordinates form a matrix with one column, or one row,
//! less, and are in the order of the columns. The formulas and gradients are those of
//! [`simplexes`](crate::support::simplexes).
//!
//! The transforms of the Stan Reference Manual, "Stochastic matrix".

use crate::compiler::Compiler;
use crate::contract::node::Companion;
use crate::contract::scope::Scope;
use crate::contract::sketch::{Range, SupportSketch};
use crate::contract::transform::{BoundSupport, Line, Placement, SupportFacts, Totals};
use crate::error::Error;
use crate::frame::Frame;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, Dyn, IntoDimension, Matrix, Predecessor};
use crate::support::simplex::unconstrain;
use crate::support::simplexes::Simplexes;
use crate::support::space::sides;
use crate::support::{Matrices, Space, Support, SupportOf};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The lines of a matrix that sum to 1.
pub trait Direction: Sealed + Copy + Send + Sync + 'static {
    /// True for rows, false for columns.
    const IS_ROWS: bool;
}

/// Each row sums to 1.
#[derive(Clone, Copy, Debug)]
pub struct Rowwise;

impl Sealed for Rowwise {}

impl Direction for Rowwise {
    const IS_ROWS: bool = true;
}

/// Each column sums to 1.
#[derive(Clone, Copy, Debug)]
pub struct Columnwise;

impl Sealed for Columnwise {}

impl Direction for Columnwise {
    const IS_ROWS: bool = false;
}

/// The support of matrices whose rows sum to 1.
pub type RowStochastic = Stochastic<Rowwise>;

/// The support of matrices whose columns sum to 1.
pub type ColumnStochastic = Stochastic<Columnwise>;

/// The support of positive matrices whose `Lines` sum to 1.
#[derive(Clone, Copy, Debug)]
pub struct Stochastic<Lines> {
    rows: usize,
    columns: usize,
    simplexes: Simplexes,
    lines: PhantomData<fn() -> Lines>,
}

/// A matrix of positive elements in which each row sums to 1, such as the transitions of a Markov chain from
/// each state; both numbers are a `usize`, or a `typenum` value. Each row has one unconstrained coordinate
/// less than elements.
///
/// Its values are those of `simplex(columns).rows(rows)`, Stan's array of simplexes; the coordinates are the
/// same in another order, here column by column.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { transitions: row_stochastic_matrix(3, 2) }
/// let posterior = model! { transitions |= flat() }.compile()?;
/// assert_eq!(posterior.constrain(&[0.0; 3])?.get("transitions")?, [0.5; 6]);
/// assert_eq!(
///     posterior.unconstrain(&[0.5, 0.5, 0.5, 0.5, 0.25, 0.5]).unwrap_err().to_string(),
///     "the sum of row 1 of the parameter `transitions` is 0.75, but must be 1, up to 1e-8"
/// );
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn row_stochastic_matrix<Rows: IntoDimension, Columns: IntoDimension>(
    rows: Rows,
    columns: Columns,
) -> Matrices<Rows, Columns, RowStochastic>
where
    Columns::Dimension: Predecessor,
{
    let (rows, columns, levels) = sides(rows, columns);
    Space::matrix(rows, columns, Stochastic::new(rows, columns)).with_levels(levels)
}

/// A matrix of positive elements in which each column sums to 1; both numbers are a `usize`, or a `typenum`
/// value. Each column has one unconstrained coordinate less than elements.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { shares: column_stochastic_matrix(2, 3) }
/// let posterior = model! { shares |= flat() }.compile()?;
/// assert_eq!(posterior.constrain(&[0.0; 3])?.get("shares")?, [0.5; 6]);
/// assert_eq!(
///     posterior.unconstrain(&[0.5, 0.5, 0.5, 0.25, 0.5, 0.5]).unwrap_err().to_string(),
///     "the sum of column 1 of the parameter `shares` is 0.75, but must be 1, up to 1e-8"
/// );
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn column_stochastic_matrix<Rows: IntoDimension, Columns: IntoDimension>(
    rows: Rows,
    columns: Columns,
) -> Matrices<Rows, Columns, ColumnStochastic>
where
    Rows::Dimension: Predecessor,
{
    let (rows, columns, levels) = sides(rows, columns);
    Space::matrix(rows, columns, Stochastic::new(rows, columns)).with_levels(levels)
}

impl<Lines: Direction> Stochastic<Lines> {
    fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns, simplexes: Simplexes::default(), lines: PhantomData }
    }

    /// Returns the number of simplexes, and the number of elements of each simplex.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn sizes(&self) -> (usize, usize) {
        if const { Lines::IS_ROWS } { (self.rows, self.columns) } else { (self.columns, self.rows) }
    }

    /// Returns the places of one simplex.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn line(&self, place: Placement, line: usize) -> Line {
        let (count, length) = self.sizes();
        let steps = if const { Lines::IS_ROWS } { (length, 1, 1, count) } else { (1, count, length - 1, 1) };
        let (element_start, element_step, coordinate_start, coordinate_step) = steps;
        Line {
            slot: place.slot.element(line * element_start),
            beside: place.beside.map(|beside| beside.element(line * element_start)),
            coordinate: place.coordinate + line * coordinate_start,
            length,
            element_step,
            coordinate_step,
        }
    }
}

impl<R: Dimension, C: Dimension + Predecessor> SupportOf<Matrix<R, C>> for Stochastic<Rowwise> {
    type Free = Dyn;
}

impl<R: Dimension + Predecessor, C: Dimension> SupportOf<Matrix<R, C>> for Stochastic<Columnwise> {
    type Free = Dyn;
}

impl<Lines: Direction> Support for Stochastic<Lines> {
    type Bound = Self;

    fn sketch(&self) -> SupportSketch {
        SupportSketch::of_whole("stochastic_matrix", Range::between(0.0, 1.0), true)
    }

    fn bind(mut self, compiler: &mut Compiler, _: usize, _: usize) -> Result<Self, Error> {
        let (count, length) = self.sizes();
        self.simplexes = Simplexes::bind(count, length, compiler);
        Ok(self)
    }
}

#[inlined]
impl<Lines: Direction> BoundSupport for Stochastic<Lines> {
    const FACTS: SupportFacts = SupportFacts { own_laws: Some("`dirichlet`"), ..SupportFacts::NONE };

    fn beside(&self) -> Option<Companion> {
        Some(Companion::Rest)
    }

    fn free(&self, _: usize) -> usize {
        let (count, length) = self.sizes();
        count * length.saturating_sub(1)
    }

    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        counts: bool,
        totals: &mut Totals<S>,
    ) {
        self.simplexes.constrain(simd, frame, place.slot, |line| self.line(place, line), counts, totals);
    }

    fn pull_back<C: Scope, S: Simd>(&self, _: S, frame: &mut Frame<'_>, place: Placement, _: bool) {
        self.simplexes.pull_back(frame, |line| self.line(place, line));
    }

    fn nudge_inside(&self, frame: &mut Frame<'_>, place: Placement, _: &mut dyn rand::Rng) {
        (0..self.sizes().0)
            .for_each(|line| crate::support::simplex::nudge_inside(frame, self.line(place, line)));
    }

    fn unconstrain(
        &self,
        name: &str,
        frame: &mut Frame<'_>,
        place: Placement,
        point: &mut [f64],
    ) -> Result<(), Error> {
        let kind = if Lines::IS_ROWS { "row" } else { "column" };
        for index in 0..self.sizes().0 {
            let (line, whole) =
                (self.line(place, index), format!("{kind} {index} of the parameter `{name}`"));
            let start = line.slot.0 - place.slot.0;
            unconstrain(&self.simplexes.basis, (name, &whole), frame, (line, start), point)?;
        }
        Ok(())
    }
}

sealed! {
    [Lines] Stochastic<Lines>;
}
