//! Rows and columns of a matrix that vary together: Σ = A ⊗ B, with A = Uᵀ U of p rows and B = Vᵀ V of q
//! columns,
//!
//!   Σ[(i, k), (j, l)] = Aᵢⱼ Bₖₗ,   log |Σ| = q log |A| + p log |B|.
//!
//! For a residual that is the matrix R, p × q, row after row, and W = U⁻ᵀ R V⁻¹,
//!
//!   Z = A⁻¹ R B⁻¹ = U⁻¹ W V⁻ᵀ,   rᵀ Σ⁻¹ r = ‖W‖²,
//!
//!   Ā = ½ (Σₘ wₘ (Zₘ Vᵀ)(Zₘ Vᵀ)ᵀ − c q A⁻¹),   B̄ = ½ (Σₘ wₘ (U Zₘ)ᵀ (U Zₘ) − c p B⁻¹).
//!
//! Σ is never formed. Van Loan 2000, "The ubiquitous Kronecker product".

use crate::contract::conjugacy::Curve;
use crate::contract::expression::Expression;
use crate::contract::operation::Setup;
use crate::covariance::compressed::{compress, count};
use crate::covariance::selected::{BoundSelected, Observed, Selected};
use crate::covariance::structured::{Observable, Two};
use crate::covariance::{BoundStructure, Claim, Given, Residuals, Site, Structure, Structured, Task};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::frame::{Adjoints, scratch};
use crate::linalg::{
    Operand, Sizes, Triangle, add_product, add_scaled, clear_lower, dot, factor_with_log_determinant,
    inverse_of_factored, solve, solve_rows,
};
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Dimension, Matrix, SameDimension, Size};
use monomorph_macros::inlined;
use pulp::Simd;

/// The structure of a Kronecker product of two covariance matrices, which are its arguments.
#[derive(Clone, Copy, Debug)]
pub struct Kronecker;

/// The covariance A ⊗ B of the elements of a matrix, row after row: `rows` is the covariance A of its rows,
/// `columns` the covariance B of its columns.
///
/// For p rows and q columns, a gradient costs p³ + q³ operations, and p q (p + q) for each observation.
/// With a mask the structure is lost: the cost is the cube of the number of observed variables.
///
/// ```
/// use monomorph::covariance::kronecker;
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// let y = [0.3, -0.2, 0.1, 1.1, 0.4, -0.6];
/// let (rows, columns) =
///     (mat![[1.0, 0.5], [0.5, 1.0]], mat![[1.0, 0.2, 0.0], [0.2, 2.0, 0.1], [0.0, 0.1, 1.5]]);
/// params! { mu: vector(6) }
/// let model = model! {
///     mu |= normal(0.0, 10.0),
///     data(&y) |= multi_normal(mu, kronecker(&rows, &columns)),
/// };
/// assert_eq!(model.compile()?.dimension(), 6);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn kronecker<A, B, P, OtherP, Q, OtherQ>(rows: A, columns: B) -> Structured<Kronecker, Two<A, B>>
where
    A: IntoExpr,
    B: IntoExpr,
    A::Node: Expression<Shape = Matrix<P, OtherP>>,
    B::Node: Expression<Shape = Matrix<Q, OtherQ>>,
    P: SameDimension<OtherP>,
    OtherP: Dimension,
    Q: SameDimension<OtherQ>,
    OtherQ: Dimension,
{
    Structured::new(Kronecker, (Stored::new(rows.into_expr().0), Stored::new(columns.into_expr().0)))
}

/// Returns the numbers of rows and of columns.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn sides(sizes: &[Size]) -> (usize, usize) {
    (sizes[0].rows, sizes[1].rows)
}

/// Returns the numbers of rows and of columns, and the size of the numbers that are kept of observations.
/// Checks that an observation is a matrix with this number of rows and columns.
pub(super) fn bind_sides(setup: &mut Setup<'_>, task: Task) -> Result<((usize, usize), usize), Error> {
    let sides @ (p, q) = bind_factors(setup, task)?;
    setup.check_count("the product of the matrices", p * q, "an observation", task.dimension)?;
    Ok((sides, count(task.observations, task.dimension) * task.dimension))
}

/// Checks that two matrices are square.
fn bind_factors(setup: &mut Setup<'_>, task: Task) -> Result<(usize, usize), Error> {
    for place in [task.first, task.first + 1] {
        setup.check_not_empty(place)?;
        setup.check_square(place)?;
    }
    Ok((setup.size(task.first).rows, setup.size(task.first + 1).rows))
}

scratch! {
    struct KroneckerScratch(
        task: Task, sides: (usize, usize);
        p = sides.0,
        q = sides.1,
        n = task.dimension,
        kept = count(task.observations, n),
    ) {
        /// U and V, with zeros below the diagonal.
        u: p * p,
        v: q * q,
        /// The solutions of the kept rows.
        kept: kept * n,
        /// Room for a matrix of the size of A, B or R.
        room: (p * p).max(q * q).max(p * q),
    }
}

/// Calls `square` with the place and with rᵀ Σ⁻¹ r = ‖W‖² of each matrix R in `rows`, and replaces R by Z if
/// the gradient is needed.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn solve_matrices<S: Simd>(
    simd: S,
    (u, v): (Triangle<'_>, Triangle<'_>),
    (p, q): (usize, usize),
    rows: &mut [f64],
    is_gradient: bool,
    mut square: impl FnMut(usize, f64),
) {
    for (place, matrix) in rows.chunks_exact_mut(p * q).enumerate() {
        solve_rows(simd, v.transpose(), matrix);
        solve(simd, u.transpose(), matrix, q);
        square(place, dot(simd, matrix, matrix));
        if is_gradient {
            solve_rows(simd, v, matrix);
            solve(simd, u, matrix, q);
        }
    }
}

impl Sealed for Kronecker {}

impl Structure for Kronecker {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("kronecker({}, {})", arguments[0], arguments[1])
    }

    fn dimension(&self, sizes: &[Size]) -> Option<usize> {
        let (p, q) = sides(sizes);
        Some(p * q)
    }

    fn bind(self, setup: &mut Setup<'_>, task: Task) -> Result<(Self, Claim), Error> {
        let (sides, kept) = bind_sides(setup, task)?;
        Ok((self, Claim { memory: KroneckerScratch::length(task, sides), kept }))
    }
}

#[inlined]
impl BoundStructure for Kronecker {
    const SYMMETRIC: &'static [usize] = &[0, 1];
    const CURVES: &'static [Curve] = &[Curve::InverseWishart; 2];

    fn keep(&self, given: Given<'_>, residuals: &[f64], kept: &mut [f64]) {
        compress(residuals, given.task.dimension, kept);
    }

    fn factor<S: Simd>(&self, simd: S, site: Site<'_>) -> f64 {
        let Site { given, memory } = site;
        let (p, q) = sides(given.sizes);
        let KroneckerScratch { u, v, .. } = KroneckerScratch::divide(memory, given.task, (p, q));
        let mut log_determinant = 0.0;
        for (factor, matrix, side, times) in [(u, given.values[0], p, q), (v, given.values[1], q, p)] {
            factor.copy_from_slice(matrix);
            log_determinant += times as f64 * factor_with_log_determinant(simd, factor, side);
            clear_lower(factor, side);
        }
        log_determinant
    }

    fn solve<S: Simd>(
        &self,
        simd: S,
        site: Site<'_>,
        rows: &mut [f64],
        squares: &mut [f64],
        is_gradient: bool,
    ) -> f64 {
        let Site { given, memory, .. } = site;
        let sides @ (p, q) = sides(given.sizes);
        let KroneckerScratch { u, v, kept, .. } = KroneckerScratch::divide(memory, given.task, sides);
        let factors = (Triangle::upper(u, p), Triangle::upper(v, q));
        solve_matrices(simd, factors, sides, rows, is_gradient, |place, square| squares[place] = square);
        kept.copy_from_slice(given.kept);
        let mut total = 0.0;
        solve_matrices(simd, factors, sides, kept, is_gradient, |_, square| total += square);
        total
    }

    fn pull_back<S: Simd>(&self, simd: S, site: Site<'_>, rows: Residuals<'_>, adjoints: &mut Adjoints<'_>) {
        let Site { given, memory, .. } = site;
        let sides @ (p, q) = sides(given.sizes);
        let KroneckerScratch { u, v, kept, room } = KroneckerScratch::divide(memory, given.task, sides);
        let own = rows.solved.chunks_exact(p * q).zip(rows.weights.iter().copied());
        let of_kept = kept.chunks_exact(p * q).map(|matrix| (matrix, rows.weight));
        let matrices = own.chain(of_kept);
        if let Some(adjoint) = adjoints.of(0) {
            let inverse = &mut room[..p * p];
            inverse_of_factored(simd, inverse, u, p);
            add_scaled(simd, adjoint, -0.5 * rows.count * q as f64, inverse);
            let product = &mut room[..p * q];
            for (z, weight) in matrices.clone() {
                product.fill(0.0);
                let sizes = Sizes { rows: p, depth: q, columns: q };
                add_product(simd, product, 1.0, Operand::Plain(z), Operand::Transposed(v), sizes);
                let (one, other) = (Operand::Plain(product), Operand::Transposed(product));
                add_product(simd, adjoint, 0.5 * weight, one, other, Sizes { rows: p, depth: q, columns: p });
            }
        }
        if let Some(adjoint) = adjoints.of(1) {
            let inverse = &mut room[..q * q];
            inverse_of_factored(simd, inverse, v, q);
            add_scaled(simd, adjoint, -0.5 * rows.count * p as f64, inverse);
            let product = &mut room[..p * q];
            for (z, weight) in matrices {
                product.fill(0.0);
                let sizes = Sizes { rows: p, depth: p, columns: q };
                add_product(simd, product, 1.0, Operand::Plain(u), Operand::Plain(z), sizes);
                let (one, other) = (Operand::Transposed(product), Operand::Plain(product));
                add_product(simd, adjoint, 0.5 * weight, one, other, Sizes { rows: q, depth: p, columns: q });
            }
        }
    }

    fn dense(&self, given: Given<'_>, covariance: &mut [f64]) {
        let (p, q) = sides(given.sizes);
        form(given.values, (p, q), 0..p * q, covariance);
    }
}

/// Stores the elements Aᵢⱼ Bₖₗ of the variables at these places.
fn form(
    values: &[&[f64]],
    (p, q): (usize, usize),
    places: impl Iterator<Item = usize> + Clone,
    covariance: &mut [f64],
) {
    let cells = places.clone().flat_map(|one| places.clone().map(move |other| (one, other)));
    for (cell, (one, other)) in covariance.iter_mut().zip(cells) {
        *cell = values[0][one / q * p + other / q] * values[1][one % q * q + other % q];
    }
}

impl Selected for Kronecker {
    fn bind_selection(self, setup: &mut Setup<'_>, task: Task) -> Result<(Self, usize, usize), Error> {
        let (p, q) = bind_factors(setup, task)?;
        Ok((self, p * q, 0))
    }
}

#[inlined]
impl BoundSelected for Kronecker {
    fn select<S: Simd>(&self, _: S, site: Site<'_>, places: &[u32], covariance: &mut [f64]) -> bool {
        let places = places.iter().map(|&place| place as usize);
        form(site.given.values, sides(site.given.sizes), places, covariance);
        true
    }

    fn pull_back_selection<S: Simd>(
        &self,
        _: S,
        site: Site<'_>,
        places: &[u32],
        slopes: &[f64],
        adjoints: &mut Adjoints<'_>,
    ) {
        let (p, q) = sides(site.given.sizes);
        let [a, b] = [site.given.values[0], site.given.values[1]];
        let places = places.iter().map(|&place| place as usize);
        let cells = places.clone().flat_map(|one| places.clone().map(move |other| (one, other)));
        let cells = cells.map(|(one, other)| (one / q * p + other / q, one % q * q + other % q)).zip(slopes);
        if let Some(adjoint) = adjoints.of(0) {
            cells.clone().for_each(|((of_a, of_b), slope)| adjoint[of_a] += slope * b[of_b]);
        }
        if let Some(adjoint) = adjoints.of(1) {
            cells.for_each(|((of_a, of_b), slope)| adjoint[of_b] += slope * a[of_a]);
        }
    }
}

impl<'a> Observable<'a> for Kronecker {
    type Observed = Observed<'a, Self>;

    fn observed(self, mask: &'a [bool]) -> Observed<'a, Self> {
        Observed::new(self, mask)
    }
}
