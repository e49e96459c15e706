//! The orthogonal factor of the rows, group by group, and the rest of the observations.

use crate::compiler::rewrite::AffineRow;
use crate::compiler::rewrite::quadratic::Squares;
use crate::compiler::rewrite::quadratic::layout::Layout;
use crate::compiler::rewrite::quadratic::solution::Trapezoid;
use faer::MatRef;

/// The factors of a sum of squares.
#[derive(Debug)]
pub(super) struct Factors {
    /// The rows of the trapezoid of each group: columns of the block, dense columns, observations.
    groups: Vec<Vec<f64>>,
    /// The rows of the dense triangle with the observations as the last column.
    triangle: Vec<f64>,
    dense: usize,
    /// The length of each dense column of the design.
    lengths: Vec<f64>,
    /// The length of each group's observations; a single length for all rows if there are no groups.
    observed: Vec<f64>,
    /// The coefficients û, in their layout.
    pub reference: Vec<f64>,
    /// The sum of squares ρ² that remains whatever the coefficients are.
    pub rest: f64,
}

impl Factors {
    /// Factorises twice: with the observations themselves, which gives û, and with the residuals of û.
    pub fn of(layout: &Layout, squares: &Squares) -> Self {
        let mut factors = Self::around(layout, squares, vec![0.0; layout.length()]);
        let solution = factors.solution(layout);
        factors = Self::around(layout, squares, solution);
        factors
    }

    /// The factors with the observations minus the part that the coefficients `reference` explain.
    fn around(layout: &Layout, squares: &Squares, reference: Vec<f64>) -> Self {
        let columns = layout.width + layout.dense + 1;
        let by_group = members(layout, squares);
        let mut rows = DesignRows { squares, layout, reference: &reference, row: AffineRow::default() };
        let mut dense = Triangle::new(layout.dense + 1);
        let mut groups = Vec::new();
        // The lengths of the columns follow from the triangles' columns.
        let mut squares_of_columns = vec![0.0; layout.dense];
        let mut observed = Vec::new();
        let mut measure = |rows: &[f64], columns: usize| {
            let first = columns - 1 - layout.dense;
            for (column, squares) in squares_of_columns.iter_mut().enumerate() {
                *squares += column_length(rows, columns, first + column).powi(2);
            }
            observed.push(column_length(rows, columns, columns - 1));
        };
        if layout.leader.is_none() {
            let shift = rows.shift(&by_group[0], columns);
            for &row in &by_group[0] {
                dense.push(&rows.get(row, &shift));
            }
            dense.reduce();
            dense.unshift(&shift);
            measure(&dense.rows, columns);
        } else {
            for members in &by_group {
                let shift = rows.shift(members, columns);
                let mut own = Triangle::new(columns);
                for &row in members {
                    own.push(&rows.get(row, &shift));
                }
                own.reduce();
                own.unshift(&shift);
                measure(&own.rows, columns);
                let mut trapezoid = core::mem::take(&mut own.rows);
                let rest = trapezoid.split_off(trapezoid.len().min(layout.width * columns));
                for row in rest.chunks(columns) {
                    dense.push(&row[layout.width..]);
                }
                trapezoid.resize(layout.width * columns, 0.0);
                groups.push(trapezoid);
            }
            dense.reduce();
        }
        dense.rows.resize((layout.dense + 1) * (layout.dense + 1), 0.0);
        let rest = dense.rows[dense.rows.len() - 1];
        let lengths = squares_of_columns.into_iter().map(f64::sqrt).collect();
        let (triangle, rest) = (dense.rows, rest * rest);
        Self { groups, triangle, dense: layout.dense, lengths, observed, reference, rest }
    }

    /// The number of dense coefficients.
    pub fn count(&self) -> usize {
        self.dense
    }

    /// An entry of the dense triangle.
    pub fn dense(&self, row: usize, column: usize) -> f64 {
        self.triangle[row * (self.dense + 1) + column]
    }

    /// An element of z, the right side of the dense triangle.
    pub fn target(&self, row: usize) -> f64 {
        self.dense(row, self.dense)
    }

    /// The trapezoids in the order in which the kernel reads them: row by row, in each row column by
    /// column, with all groups side by side.
    pub fn trapezoids(&self, layout: &Layout) -> Vec<f64> {
        let columns = layout.width + layout.dense + 1;
        let mut packed = Vec::new();
        for row in 0..layout.width {
            for column in row..columns {
                packed.extend(self.groups.iter().map(|trapezoid| trapezoid[row * columns + column]));
                packed.resize(packed.len().next_multiple_of(layout.stride), 0.0);
            }
        }
        packed
    }

    /// The coefficients that are subtracted, in their layout.
    fn solution(&self, layout: &Layout) -> Vec<f64> {
        let mut solution = vec![0.0; layout.length()];
        let (width, dense) = (layout.width, self.dense);
        let triangle = Trapezoid { rows: &self.triangle, columns: dense + 1, count: dense };
        let right: Vec<f64> = (0..dense).map(|row| self.target(row)).collect();
        let shared = triangle.solve(&right, &self.lengths, length(&self.observed));
        solution[..dense].copy_from_slice(&shared);
        let columns = width + dense + 1;
        for (group, trapezoid) in self.groups.iter().enumerate() {
            let left = |line: &[f64]| {
                let explained: f64 =
                    line[width..].iter().zip(&shared).map(|(entry, number)| entry * number).sum();
                line[columns - 1] - explained
            };
            let right: Vec<f64> = trapezoid.chunks(columns).map(left).collect();
            let lengths: Vec<f64> =
                (0..width).map(|column| column_length(trapezoid, columns, column)).collect();
            let triangle = Trapezoid { rows: trapezoid, columns, count: width };
            let own = triangle.solve(&right, &lengths, self.observed[group]);
            for (column, coefficient) in own.into_iter().enumerate() {
                solution[layout.place(group, column)] = coefficient;
            }
        }
        solution
    }
}

/// The length of a vector.
fn length(numbers: &[f64]) -> f64 {
    numbers.iter().map(|number| number * number).sum::<f64>().sqrt()
}

/// The length of a column of some rows.
fn column_length(rows: &[f64], columns: usize, column: usize) -> f64 {
    rows.iter().skip(column).step_by(columns).map(|number| number * number).sum::<f64>().sqrt()
}

/// The rows of each group.
fn members(layout: &Layout, squares: &Squares) -> Vec<Vec<usize>> {
    let mut groups = vec![Vec::new(); layout.groups.max(1)];
    for row in 0..squares.survey.rows {
        groups[layout.group(&squares.survey, row)].push(row);
    }
    groups
}

/// The rows of the design with the observations as the last column.
struct DesignRows<'a> {
    squares: &'a Squares<'a>,
    layout: &'a Layout,
    reference: &'a [f64],
    row: AffineRow,
}

impl DesignRows<'_> {
    /// A row before its weight.
    fn plain(&mut self, index: usize) -> Vec<f64> {
        let Self { squares, layout, reference, row } = self;
        row.clear();
        (squares.describe)(index, row);
        let own = layout.group(&squares.survey, index);
        let mut numbers = vec![0.0; layout.width + layout.dense + 1];
        let mut left = Exact(0.0, 0.0);
        left.add((squares.observed)(index));
        left.add(-row.offset);
        let terms = row.terms.iter().enumerate().filter(|&(place, _)| !squares.survey.terms[place].is_idle);
        for (place, term) in terms {
            for (column, &weight) in row.weights[term.first..][..term.width].iter().enumerate() {
                let column = layout.column(place, term.group, column);
                numbers[column] += weight;
                left.subtract_product(weight, reference[layout.place(own, column)]);
            }
        }
        let last = numbers.len() - 1;
        numbers[last] = left.0 + left.1;
        numbers
    }

    /// Computes the number that is subtracted from each column before it is factorised: its mean, if there
    /// is an intercept that can absorb it.
    fn shift(&mut self, members: &[usize], columns: usize) -> Vec<f64> {
        let mut shift = vec![0.0; columns];
        if !self.layout.has_intercept || members.is_empty() {
            return shift;
        }
        let first = self.plain(members[0]);
        for &row in members {
            for (sum, (number, first)) in shift.iter_mut().zip(self.plain(row).iter().zip(&first)) {
                *sum += number - first;
            }
        }
        for (sum, first) in shift.iter_mut().zip(&first) {
            *sum = first + *sum / members.len() as f64;
        }
        shift[0] = 0.0;
        shift
    }

    /// A row, shifted and weighted.
    fn get(&mut self, index: usize, shift: &[f64]) -> Vec<f64> {
        let weight = (self.squares.weight)(index);
        let mut row = self.plain(index);
        for (number, shift) in row.iter_mut().zip(shift) {
            *number = (*number - shift) * weight;
        }
        row
    }
}

/// A sum with its rounding error.
struct Exact(f64, f64);

impl Exact {
    fn add(&mut self, number: f64) {
        let sum = self.0 + number;
        let part = sum - self.0;
        self.1 += (self.0 - (sum - part)) + (number - part);
        self.0 = sum;
    }

    fn subtract_product(&mut self, a: f64, b: f64) {
        let product = a * b;
        self.add(-product);
        self.1 -= a.mul_add(b, -product);
    }
}

/// Rows that are reduced to a triangle whenever there are many.
struct Triangle {
    columns: usize,
    rows: Vec<f64>,
}

impl Triangle {
    fn new(columns: usize) -> Self {
        Self { columns, rows: Vec::new() }
    }

    fn push(&mut self, row: &[f64]) {
        self.rows.extend_from_slice(row);
        // With this many rows the cost of the reflections hardly depends on the triangle above them.
        if self.rows.len() >= 4 * self.columns * self.columns.max(256) {
            self.reduce();
        }
    }

    /// Reduces the rows to a triangle, by Householder reflections.
    fn reduce(&mut self) {
        let rows = self.rows.len() / self.columns;
        if rows <= 1 {
            return;
        }
        let qr = MatRef::from_row_major_slice(&self.rows, rows, self.columns).qr();
        let triangle = qr.thin_R();
        let mut reduced = vec![0.0; triangle.nrows() * self.columns];
        for row in 0..triangle.nrows() {
            for column in row..self.columns {
                reduced[row * self.columns + column] = triangle[(row, column)];
            }
        }
        self.rows = reduced;
    }

    /// Adds the subtracted multiple of the first column to each column again.
    fn unshift(&mut self, shift: &[f64]) {
        // The first column of a triangle, the intercept's, has one entry.
        if let Some(first) = self.rows.first().copied() {
            for (number, shift) in self.rows[..self.columns].iter_mut().zip(shift) {
                *number += first * shift;
            }
        }
    }
}
