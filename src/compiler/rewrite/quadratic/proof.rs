//! The proof that a quadratic form is the sum of squares of its rows: both are evaluated at a few points, in
//! plain loops.
//!
//! A rank that is judged wrongly, a column in the wrong place or a number that a register overwrites makes
//! another density, without an error anywhere. So `compile()` compares, where it has the rows: the form as it
//! is packed, with coefficients loaded as the kernel loads them, and Σᵢ wᵢ² (vᵢ − oᵢ − Σⱼ aᵢⱼ uⱼ)², at points
//! of three kinds: uⱼ around 1, where priors are; uⱼ of the size that explains the observations; and near û.
//! What differs by more than rounding is not used.

use crate::compiler::rewrite::AffineRow;
use crate::compiler::rewrite::quadratic::form::Form;
use crate::compiler::rewrite::quadratic::layout::Layout;
use crate::compiler::rewrite::quadratic::{ProvenSquares, Squares};
use crate::simd::MAX_LANES;

/// The error that rounding may make in a sum, relative to the sum of its terms' magnitudes; the sum over n
/// rows adds ε n.
const ALLOWED: f64 = 3e-11;

/// Numbers below this, or above its inverse, have squares that may be too small or too large for a number.
const SMALLEST: f64 = 1e-120;

/// The number of points.
const POINTS: usize = 3;

impl<'a> Squares<'a> {
    /// The squares with their form, if that is right at some points.
    pub(crate) fn prove(self) -> Option<ProvenSquares<'a>> {
        let form = Form::of(&self);
        self.is_given_by(&form).then_some(ProvenSquares { squares: self, form })
    }

    /// True if the form gives what the rows give.
    pub(super) fn is_given_by(&self, form: &Form) -> bool {
        let plain = Plain::of(self, form);
        (0..POINTS).all(|point| self.agrees(form, &plain, point))
    }

    fn agrees(&self, form: &Form, plain: &Plain, point: usize) -> bool {
        let moved = load(&self.layout, self.terms(), &plain.points[point], &form.reference);
        let (squares, gradient) = form.evaluate(&self.layout, &moved);
        let allowed = ALLOWED + f64::EPSILON * self.survey.rows as f64;
        let size = plain.sizes[point];
        let is_near = |got: f64, want: f64, size: f64| (got - want).abs() <= allowed * size;
        let largest = plain.largest[point];
        let is_in_range = largest == 0.0 || (SMALLEST..SMALLEST.recip()).contains(&largest);
        let root = size.sqrt();
        is_in_range
            && is_near(squares, plain.squares[point], size)
            && (plain.places.iter()).all(|&place| {
                is_near(gradient[place], plain.gradients[point][place], root * plain.lengths[place].sqrt())
            })
    }

    /// The lines and the width of each term.
    pub(super) fn terms(&self) -> impl Iterator<Item = (usize, usize)> {
        self.survey.terms.iter().map(|term| (term.groups, term.width))
    }
}

/// u − û in the layout, loaded term after term as [`Cursor::load`](crate::compiler::rewrite::Cursor) does it:
/// whole registers, of which the last writes zeros behind the term.
fn load(
    layout: &Layout,
    terms: impl Iterator<Item = (usize, usize)>,
    point: &[f64],
    reference: &[f64],
) -> Vec<f64> {
    let mut memory = vec![f64::NAN; point.len() + MAX_LANES];
    for (place, (groups, width)) in layout.places.iter().zip(terms) {
        for group in 0..groups {
            for column in 0..width {
                let at = place.of(group, column);
                memory[at] = point[at] - reference[at];
            }
        }
        let count = groups * width;
        if place.is_contiguous(width) && count > 1 {
            memory[place.start..][count..count.next_multiple_of(MAX_LANES)].fill(0.0);
        }
    }
    memory
}

/// The rows at all points.
struct Plain {
    /// The places at which there are coefficients.
    places: Vec<usize>,
    points: [Vec<f64>; POINTS],
    squares: [f64; POINTS],
    /// The sums of squares with the magnitudes of all terms.
    sizes: [f64; POINTS],
    /// The largest of these magnitudes.
    largest: [f64; POINTS],
    /// Half of the gradients.
    gradients: [Vec<f64>; POINTS],
    /// The squared length of each column.
    lengths: Vec<f64>,
}

impl Plain {
    fn of(squares: &Squares, form: &Form) -> Self {
        let layout = &squares.layout;
        let mut places = Vec::new();
        for (place, (groups, width)) in layout.places.iter().zip(squares.terms()) {
            places.extend((0..groups * width).map(|at| place.of(at / width, at % width)));
        }
        let numbers = || vec![0.0; layout.length()];
        let mut plain = Self {
            places,
            points: core::array::from_fn(|_| numbers()),
            squares: [0.0; POINTS],
            sizes: [0.0; POINTS],
            largest: [0.0; POINTS],
            gradients: core::array::from_fn(|_| numbers()),
            lengths: numbers(),
        };
        let observed = plain.measure(squares);
        plain.choose_points(observed, &form.reference);
        plain.sum(squares);
        plain
    }

    /// Adds up the lengths of the columns; the answer is the length of the observations.
    fn measure(&mut self, squares: &Squares) -> f64 {
        let mut observed = 0.0;
        each_row(squares, |row, left, weight| {
            observed += (left * weight).powi(2);
            row.each(&squares.layout, |place, entry| self.lengths[place] += (entry * weight).powi(2));
        });
        observed.sqrt()
    }

    fn choose_points(&mut self, observed: f64, reference: &[f64]) {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = || {
            // Knuth's linear congruential generator; the sign, and a size between a half and one.
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let size = 0.5 + 0.5 * (state >> 12) as f64 / (1_u64 << 52) as f64;
            if state >> 63 == 0 { size } else { -size }
        };
        for &place in &self.places {
            let length = self.lengths[place].sqrt();
            let explaining = if length > 0.0 { observed / length } else { 1.0 };
            self.points[0][place] = random();
            self.points[1][place] = random() * explaining;
            self.points[2][place] = reference[place] + 0.01 * random() * explaining;
        }
    }

    fn sum(&mut self, squares: &Squares) {
        let Self { points, gradients, sizes, largest, .. } = self;
        let sums = &mut self.squares;
        each_row(squares, |row, left, weight| {
            for point in 0..POINTS {
                let (mut residual, mut size) = (-left, left.abs());
                row.each(&squares.layout, |place, entry| {
                    residual += entry * points[point][place];
                    size += (entry * points[point][place]).abs();
                });
                sums[point] += (residual * weight).powi(2);
                sizes[point] += (size * weight).powi(2);
                largest[point] = (size * weight).abs().max(largest[point]);
                row.each(&squares.layout, |place, entry| {
                    gradients[point][place] += entry * weight * (residual * weight);
                });
            }
        });
    }
}

/// Calls with each row, what its offset leaves of the observation, and its weight.
fn each_row(squares: &Squares, mut visit: impl FnMut(&AffineRow, f64, f64)) {
    let mut row = AffineRow::default();
    for index in 0..squares.survey.rows {
        row.clear();
        (squares.describe)(index, &mut row);
        visit(&row, (squares.observed)(index) - row.offset, (squares.weight)(index));
    }
}

impl AffineRow {
    /// Calls with the place and the entry of each coefficient.
    pub(super) fn each(&self, layout: &Layout, mut visit: impl FnMut(usize, f64)) {
        for (term, place) in self.terms.iter().zip(&layout.places) {
            for (column, &weight) in self.weights[term.first..][..term.width].iter().enumerate() {
                visit(place.of(term.group, column), weight);
            }
        }
    }
}
