//! The numbers of a quadratic form as the kernel reads them, and the evaluation of the form in plain loops.

use crate::compiler::rewrite::quadratic::Squares;
use crate::compiler::rewrite::quadratic::factor::Factors;
use crate::compiler::rewrite::quadratic::layout::Layout;

/// The map that the kernel applies to u − û. The dense part is a triangle R with its z, or RᵀR with Rᵀz.
pub(super) struct Form {
    /// The dense part, row after row.
    pub entries: Vec<f64>,
    pub target: Vec<f64>,
    pub is_multiplied_out: bool,
    /// The columns of each row of the groups' trapezoids, with all groups side by side.
    pub trapezoids: Vec<f64>,
    /// The coefficients û.
    pub reference: Vec<f64>,
    /// The sum of squares ρ² that remains whatever the coefficients are, plus zᵀz if the triangle is
    /// multiplied out.
    pub rest: f64,
}

impl Form {
    /// Factorises the rows.
    pub fn of(squares: &Squares) -> Self {
        let layout = &squares.layout;
        let factors = Factors::of(layout, squares);
        let dense = layout.dense;
        let trapezoids = factors.trapezoids(layout);
        if let Some(product) = factors.product().filter(|_| layout.width == 0) {
            return Self {
                entries: product.matrix,
                target: product.target,
                is_multiplied_out: true,
                trapezoids,
                rest: factors.rest + product.square,
                reference: factors.reference,
            };
        }
        let entry = |at: usize| factors.dense(at / dense, at % dense);
        Self {
            entries: (0..dense * dense).map(entry).collect(),
            target: (0..dense).map(|row| factors.target(row)).collect(),
            is_multiplied_out: false,
            trapezoids,
            rest: factors.rest,
            reference: factors.reference,
        }
    }

    /// The sum of squares at u − û, and half of its gradient: the numbers that the kernel computes, here in
    /// plain loops. `moved` and the gradient are in the order of the layout.
    pub fn evaluate(&self, layout: &Layout, moved: &[f64]) -> (f64, Vec<f64>) {
        let dense = layout.dense;
        let mut gradient = vec![0.0; moved.len()];
        let row_of = |row: usize| &self.entries[row * dense..][..dense];
        if self.is_multiplied_out {
            let mut squares = self.rest;
            for row in 0..dense {
                gradient[row] = dot(row_of(row), moved) - self.target[row];
                squares += (gradient[row] - self.target[row]) * moved[row];
            }
            return (squares, gradient);
        }
        let mut squares = self.rest;
        for row in 0..dense {
            let residual = dot(row_of(row), moved) - self.target[row];
            squares += residual * residual;
            add_multiple(&mut gradient, row_of(row), residual);
        }
        let mut start = 0;
        for row in 0..layout.width {
            // The columns from the diagonal on, the dense ones, and z.
            let columns = layout.width - row + dense;
            for group in 0..layout.groups {
                let entry = |column: usize| self.trapezoids[start + column * layout.stride + group];
                let place = |column: usize| layout.place(group, row + column);
                let sum: f64 = (0..columns).map(|column| entry(column) * moved[place(column)]).sum();
                let residual = sum - entry(columns);
                squares += residual * residual;
                (0..columns).for_each(|column| gradient[place(column)] += entry(column) * residual);
            }
            start += (columns + 1) * layout.stride;
        }
        (squares, gradient)
    }
}

fn dot(row: &[f64], numbers: &[f64]) -> f64 {
    row.iter().zip(numbers).map(|(entry, number)| entry * number).sum()
}

fn add_multiple(sums: &mut [f64], row: &[f64], factor: f64) {
    sums.iter_mut().zip(row).for_each(|(sum, entry)| *sum += entry * factor);
}
