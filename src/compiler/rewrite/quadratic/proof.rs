//! The check that a quadratic form is the sum of squares of its rows: both are evaluated at a few points,
//! in plain loops.
//!
//! A wrongly judged rank, a column in the wrong place or a number that a register overwrites would make
//! another density, without an error anywhere. So `compile()` compares, while it has the rows: the packed
//! form, with coefficients loaded as the kernel loads them, and Σᵢ wᵢ² (vᵢ − oᵢ − Σⱼ aᵢⱼ uⱼ)², at points of
//! three kinds: uⱼ around 1, where priors are; uⱼ of the size that explains the observations; and near û. A
//! form that differs by more than rounding errors is not used.

use crate::compiler::rewrite::AffineRow;
use crate::compiler::rewrite::quadratic::form::Form;
use crate::compiler::rewrite::quadratic::layout::Layout;
use crate::compiler::rewrite::quadratic::{ProvenSquares, Squares};
use crate::simd::MAX_LANES;

/// The rounding error that is allowed in a sum, relative to the sum of its terms' magnitudes; for a sum
/// over n rows ε n is added.
const ALLOWED: f64 = 3e-11;

/// Numbers below this, or above its inverse, may have squares that underflow or overflow.
const SMALLEST: f64 = 1e-120;

/// The number of points.
const POINTS: usize = 3;

impl<'a> Squares<'a> {
    /// The squares with their form, if the form is right at some points.
    pub(crate) fn prove(self) -> Option<ProvenSquares<'a>> {
        let form = Form::of(&self);
        self.is_given_by(&form).then_some(ProvenSquares { squares: self, form })
    }

    /// True if the form has the same values as the rows.
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

    /// The number of lines and the width of each term.
    pub(super) fn terms(&self) -> impl Iterator<Item = (usize, usize)> {
        self.survey.terms.iter().map(|term| (term.groups, term.width))
    }
}

/// u − û in the layout, loaded term by term as [`Cursor::load`](crate::compiler::rewrite::Cursor) does: in
/// whole registers, the last of which writes zeros after the term.
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

/// The sums over rows at all points.
struct Plain {
    /// The places of the coefficients.
    places: Vec<usize>,
    points: [Vec<f64>; POINTS],
    squares: [f64; POINTS],
    /// The sums of squares with the magnitudes of all terms.
    sizes: [f64; POINTS],
    /// The largest of these magnitudes.
    largest: [f64; POINTS],
    /// The halves of the gradients.
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

    /// Adds up the lengths of the columns; returns the length of the observations.
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
            // Knuth's linear congruential generator gives the sign, and a size between a half and one.
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

/// Calls `visit` with each row, its observation minus its offset, and its weight.
fn each_row(squares: &Squares, mut visit: impl FnMut(&AffineRow, f64, f64)) {
    let mut row = AffineRow::default();
    for index in 0..squares.survey.rows {
        row.clear();
        (squares.describe)(index, &mut row);
        visit(&row, (squares.observed)(index) - row.offset, (squares.weight)(index));
    }
}

impl AffineRow {
    /// Calls `visit` with the place of each coefficient in the layout, and its weight in this row.
    pub(super) fn each(&self, layout: &Layout, mut visit: impl FnMut(usize, f64)) {
        for (term, place) in self.terms.iter().zip(&layout.places) {
            for (column, &weight) in self.weights[term.first..][..term.width].iter().enumerate() {
                visit(place.of(term.group, column), weight);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{POINTS, Plain, load};
    use crate::compiler::rewrite::quadratic::Squares;
    use crate::compiler::rewrite::quadratic::form::Form;
    use crate::compiler::rewrite::quadratic::layout::Layout;
    use crate::compiler::rewrite::test_rows::Coefficients;
    use crate::compiler::rewrite::{AffineRow, TermPlace};
    use crate::simd::MAX_LANES;

    /// The weight of each row.
    const WEIGHT: f64 = 0.25;

    /// η = u for four rows with weights 2 and 6 in turns, plus an intercept; the observations are 1 and −1.
    fn squares() -> Squares<'static> {
        let describe = |row: usize, form: &mut AffineRow| {
            form.offset(0.5);
            form.term_of(&Coefficients, 1, 0, [1.0]);
            form.term_of(&Coefficients, 1, 0, [if row.is_multiple_of(2) { 2.0 } else { 6.0 }]);
        };
        let observed = |row: usize| if row < 2 { 1.5 } else { -0.5 };
        Squares::new(4, Box::new(describe), Box::new(observed), Box::new(|_| WEIGHT))
            .expect("rows are affine")
    }

    /// Forms are compared at points of the size 1, of the size that explains the observations, and near the
    /// solution: with coefficients of both signs, all different.
    #[test]
    fn points_are_of_three_sizes() {
        let squares = squares();
        let form = Form::of(&squares);
        let plain = Plain::of(&squares, &form);
        // Observations of length 2, and columns of lengths 2 and √80, all times the weight.
        let lengths: Vec<f64> = plain.places.iter().map(|&place| plain.lengths[place]).collect();
        assert_eq!(lengths, [0.25, 5.0]);
        let explaining = [1.0, 2.0 / 80.0_f64.sqrt()];
        let (mut signs, mut sizes) = ([false, false], Vec::new());
        for (number, &place) in plain.places.iter().enumerate() {
            let size = explaining[number];
            let moved = (plain.points[2][place] - form.reference[place]) / 0.01;
            for (point, size) in
                [(plain.points[0][place], 1.0), (plain.points[1][place], size), (moved, size)]
            {
                assert!((0.4999..1.0001).contains(&(point.abs() / size)), "{number}: {point} of {size}");
                signs[usize::from(point > 0.0)] = true;
                sizes.push(point.abs() / size);
            }
        }
        assert_eq!(signs, [true, true]);
        sizes.sort_by(f64::total_cmp);
        assert!(sizes.windows(2).all(|pair| pair[1] - pair[0] > 1e-6), "{sizes:?}");
    }

    /// The sums, the magnitudes and the gradients are those of loops over the rows that are written out here.
    #[test]
    fn rows_are_summed() {
        let squares = squares();
        let form = Form::of(&squares);
        let plain = Plain::of(&squares, &form);
        for point in 0..POINTS {
            let [a, b] = [0, 1].map(|number| plain.points[point][plain.places[number]]);
            let (mut sum, mut size, mut largest, mut slopes) = (0.0, 0.0, 0.0_f64, [0.0; 2]);
            for row in 0..4 {
                let (weight, left) = (if row % 2 == 0 { 2.0 } else { 6.0 }, if row < 2 { 1.0 } else { -1.0 });
                let residual = a + weight * b - left;
                let magnitude = a.abs() + (weight * b).abs() + 1.0;
                sum += WEIGHT * WEIGHT * residual * residual;
                size += WEIGHT * WEIGHT * magnitude * magnitude;
                largest = largest.max(WEIGHT * magnitude);
                slopes[0] += WEIGHT * WEIGHT * residual;
                slopes[1] += WEIGHT * WEIGHT * weight * residual;
            }
            let near = |found: f64, want: f64| assert!((found - want).abs() < 1e-12 * size, "{found} {want}");
            near(plain.squares[point], sum);
            near(plain.sizes[point], size);
            near(plain.largest[point], largest);
            slopes
                .iter()
                .zip(&plain.places)
                .for_each(|(slope, &at)| near(plain.gradients[point][at], *slope));
        }
    }

    /// Coefficients are loaded minus the reference. A register after several coefficients holds zeros, and
    /// a single coefficient is written alone.
    #[test]
    fn loads_write_zeros_behind_a_term() {
        let place = |start: usize| TermPlace { start, line: 3, column: 1 };
        let layout = Layout { places: vec![place(0), place(8)], ..Layout::default() };
        let point: Vec<f64> = (0..16).map(f64::from).collect();
        let memory = load(&layout, [(1, 1), (1, 3)].into_iter(), &point, &[0.25; 16]);
        assert_eq!(memory[0], -0.25);
        assert!(memory[1..8].iter().all(|number| number.is_nan()));
        assert_eq!(memory[8..11], [7.75, 8.75, 9.75]);
        assert!(memory[11..8 + 3_usize.next_multiple_of(MAX_LANES)].iter().all(|number| *number == 0.0));
    }
}
