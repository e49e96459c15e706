//! Sums of squares of affine forms as sums over triangles: with observations v, offsets o, design A and
//! weights W,
//!
//! ‖W (v − o − A u)‖² = ‖R (u − û) − z‖² + ρ²,  with ∂/∂u = 2 Rᵀ (R (u − û) − z),
//!
//! where R is the orthogonal factor of W A, whose size depends on u and not on the number of rows. It is
//! computed by Householder reflections, so that the condition of A is not squared as in AᵀA; columns are
//! centred first if there is an intercept. û is the least-squares solution rounded to floating-point
//! numbers, and z the residual of this rounding: u − û is exact near the data's own solution, so that
//! numbers around 10⁸ with a standard deviation of 1 lose no digits.
//!
//! Coefficients that are gathered by one index are a *block*: a row reads only those of its group. Each
//! group has its own trapezoid, and only its part of the other columns goes into the dense triangle:
//!
//! ```text
//! group 1   [ R₁        S₁ ]
//! group 2   [    R₂     S₂ ]
//! …
//! dense     [           R  ]
//! ```
//!
//! The groups stand side by side in the lanes of registers.
//!
//! Coefficients whose weights in the data are all 0 are *idle*: they have no column. They are still
//! multiplied by 0, so that an infinite or NaN coefficient shows in the result as it does in the rows:
//! 0 · ∞ is NaN.
//!
//! **Well-conditioned triangles** without a block are multiplied out, to one product instead of two that
//! wait for each other: with H = RᵀR, d = u − û and s = Rᵀz,
//!
//! ‖R d − z‖² = dᵀ ((H d − s) − s) + zᵀz,  with half of its gradient H d − s.
//!
//! Relative errors are at most the rounding error times the condition of H, with columns of length 1.
//!
//! Golub and Van Loan, Matrix Computations, section 5.3 (least squares), 6.5 (rows added to a factor).

#[cfg(test)]
mod accuracy_tests;
mod block;
mod evaluate;
mod factor;
mod few;
mod form;
mod kernel;
mod layout;
mod product;
mod proof;
mod solution;
#[cfg(test)]
mod tests;

use crate::compiler::Compiler;
use crate::compiler::rewrite::survey::OF_A_ROW;
use crate::compiler::rewrite::{AffineRow, Cursor, NoSurvey, Survey};
use crate::frame::{Packed, PackedIndices, Scratch};
use crate::simd::MAX_LANES;
pub(crate) use few::Few;
pub(crate) use few::Slots;
pub use few::TermSlots;
use form::Form;
use kernel::PARTS;
use layout::Layout;

/// The sum of squares of one statement.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Quadratic {
    /// The number of coefficients outside the block.
    dense: usize,
    /// The places at which the idle coefficients, which are multiplied by 0, begin and end.
    idle: (usize, usize),
    /// The number of coefficients of each group of the block.
    width: usize,
    /// The padded number of groups: the distance between consecutive coefficients of a group.
    stride: usize,
    /// The first coefficient of the block.
    block: usize,
    places: PackedIndices,
    /// The coefficients u − û.
    coefficients: Scratch,
    adjoints: Scratch,
    /// The residuals R (u − û) − z of the dense triangle.
    residuals: Scratch,
    /// The adjoints of the dense coefficients from the block, one register each.
    sums: Scratch,
    reference: Packed,
    /// The dense triangle by columns, its z, and the triangle by rows.
    columns: Packed,
    target: Packed,
    rows: Packed,
    /// True if the rows are those of RᵀR, and z is Rᵀz.
    is_multiplied_out: bool,
    /// The columns of R, of S, and z, for each row of the groups' trapezoids.
    trapezoids: Packed,
    /// The sum of squares ρ² that remains whatever the coefficients are, plus zᵀz if the triangle is
    /// multiplied out.
    rest: f64,
    /// The coefficients in the slots of the variables, if they are few.
    pub few: Option<Few>,
}

/// A function that adds the affine form of the row with this number to an [`AffineRow`].
type DescribeRow<'a> = dyn Fn(usize, &mut AffineRow) + 'a;

/// A function that returns a number for each row.
type NumberOfRow<'a> = dyn Fn(usize) -> f64 + 'a;

/// The rows whose squares are summed: weight times the difference of observation and affine form.
pub(crate) struct Squares<'a> {
    survey: Survey,
    layout: Layout,
    describe: Box<DescribeRow<'a>>,
    /// The observations v.
    observed: Box<NumberOfRow<'a>>,
    /// The weight of each row.
    weight: Box<NumberOfRow<'a>>,
}

/// Squares with their form, which has been compared with the rows.
pub(crate) struct ProvenSquares<'a> {
    squares: Squares<'a>,
    form: Form,
}

impl<'a> Squares<'a> {
    /// The squares of `rows` rows, if all of them are affine.
    pub fn new(
        rows: usize,
        describe: Box<DescribeRow<'a>>,
        observed: Box<NumberOfRow<'a>>,
        weight: Box<NumberOfRow<'a>>,
    ) -> Result<Self, NoSurvey> {
        let survey = Survey::of(rows, &describe)?;
        let layout = Layout::of(&survey);
        Ok(Self { survey, layout, describe, observed, weight })
    }

    /// The numbers of multiplications for a gradient, with the triangles and row by row.
    pub fn costs(&self) -> (usize, usize) {
        let Layout { dense, groups, width, .. } = self.layout;
        let of_group = width.saturating_mul(width + 1 + 2 * dense);
        let triangles = dense.saturating_mul(dense + 1).saturating_add(groups.saturating_mul(of_group));
        (triangles, 2 * self.survey.weights + OF_A_ROW * self.survey.rows)
    }
}

impl ProvenSquares<'_> {
    /// A description of the form into which the rows are turned.
    pub fn summary(&self) -> String {
        let Squares { survey, layout, .. } = &self.squares;
        let rows = survey.rows;
        let (of_triangles, of_rows) = self.squares.costs();
        let grouped = layout.groups * layout.width;
        let coefficients = layout.dense + grouped;
        let some = |count: usize, text: String| if count > 0 { text } else { String::new() };
        let by_group = some(grouped, format!(", {grouped} of them by group"));
        let idle = layout.idle.1 - layout.idle.0;
        let idle = some(idle, format!("; the weights of {idle} more are all 0"));
        format!(
            "{rows} rows are orthogonal factors for {coefficients} coefficients{by_group}: \
             {of_triangles} multiplications a gradient in place of {of_rows}{idle}"
        )
    }
}

impl Quadratic {
    /// Packs a form, given the slots that it reads.
    pub fn bind(compiler: &mut Compiler, squares: &ProvenSquares, slots: &Slots) -> Self {
        let ProvenSquares { squares: Squares { layout, .. }, form } = squares;
        let Layout { dense, idle, width, stride, block, ref places, .. } = *layout;
        let padded = dense.next_multiple_of(MAX_LANES);
        let lines = dense.next_multiple_of(PARTS);
        // The kernel reads lines in groups, so lines of zeros are added at the end.
        let entry = |row: usize, column: usize| {
            if row.max(column) < dense { form.entries[row * dense + column] } else { 0.0 }
        };
        let line = move |number: &dyn Fn(usize) -> f64| (0..padded).map(number).collect::<Vec<_>>();
        let columns = if form.is_multiplied_out {
            Packed::default()
        } else {
            compiler.pack_numbers((0..lines).flat_map(|column| line(&|row| entry(row, column))))
        };
        let rows = compiler.pack_numbers((0..lines).flat_map(|row| line(&|column| entry(row, column))));
        let target = (0..padded).map(|row| form.target.get(row).copied().unwrap_or(0.0));
        let mut quadratic = Self {
            dense,
            idle,
            width,
            stride,
            block,
            places: Cursor::pack(compiler, places),
            coefficients: compiler.scratch(layout.length()),
            adjoints: compiler.scratch(layout.length()),
            residuals: compiler.scratch(padded),
            sums: compiler.scratch(dense * MAX_LANES),
            reference: compiler.pack_numbers(form.reference.iter().copied()),
            columns,
            target: compiler.pack_numbers(target),
            rows,
            is_multiplied_out: form.is_multiplied_out,
            trapezoids: compiler.pack_numbers(form.trapezoids.iter().copied()),
            rest: form.rest,
            few: None,
        };
        quadratic.few = Few::of(&quadratic, layout, form, slots);
        quadratic
    }

    /// A cursor that loads the coefficients minus û.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn coefficients(&self) -> Cursor {
        Cursor::new(self.places, self.coefficients, self.reference)
    }

    /// A cursor that adds the adjoints of the coefficients to the adjoints of the variables.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn adjoints(&self) -> Cursor {
        Cursor::new(self.places, self.adjoints, Packed::default())
    }
}
