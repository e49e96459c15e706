//! Sines on a box around points, the eigenfunctions of its Laplacian that vanish at its boundary. In one
//! dimension, with the centre a of the points, the boundary L = c max |xᵢ − a| and ωⱼ = π j/(2 L),
//!
//!   φⱼ(x) = √(1/L) sin(ωⱼ (x − a + L)),   j = 1, …, m;
//!
//! in several dimensions products of them, one for each combination of frequencies.
//!
//! Solin and Särkkä 2020, "Hilbert space methods for reduced-rank Gaussian process regression".

use super::data_points::{DataPoints, points};
use crate::error::Error;
use crate::expression::{Expr, IntoExpr};
use crate::node::DataTable;
use crate::shape::Dyn;
use core::f64::consts::FRAC_PI_2;
use faer::{Mat, MatRef};

/// The basis of a Gaussian process by the Hilbert space approximation: sines at points, as data of a model.
///
/// A stationary process is nearly Σⱼ φⱼ(x) βⱼ with independent normal βⱼ, whose scales are the roots of the
/// spectral density, such as [`gp_exp_quad_scales`](super::gp_exp_quad_scales). A gradient takes about 2 n m
/// multiplications for n points and m sines, instead of n³/2 (PyMC: `pm.gp.HSGP`).
///
/// ```
/// use monomorph::prelude::*;
///
/// let x = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0];
/// let counts = [3, 4, 9, 7, 2, 1];
/// let basis = HilbertBasis::new(&x, &[(12, 1.5)])?;
/// params! { sigma: positive(), l: positive(), level: real(), z: vector(basis.count()) }
/// let model = model! {
///     sigma |= half_normal(1.0),
///     l     |= inv_gamma(5.0, 5.0),
///     level |= normal(1.0, 1.0),
///     z     |= normal(0.0, 1.0),
///     f = data(&basis).dot(gp_matern52_scales(&basis, sigma, l) * z),
///     data(&counts) |= poisson_log(level + f),
/// };
/// assert_eq!(model.compile()?.dimension(), 15);
///
/// // The same sines at other places.
/// let ahead = basis.at(&[2.5, 3.5])?;
/// assert_eq!((ahead.nrows(), ahead.ncols()), (2, 12));
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// Rows of a matrix are points of several dimensions, each with a number of sines and a boundary:
///
/// ```
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// let x = mat![[0.0, 1.0], [0.5, 0.2], [1.0, 0.9]];
/// let basis = HilbertBasis::new(&x, &[(8, 1.5), (10, 2.0)])?;
/// assert_eq!(basis.count(), 80);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct HilbertBasis {
    matrix: Mat<f64>,
    centre: Vec<f64>,
    boundary: Vec<f64>,
    /// ωⱼₖ, a row for each sine or product of sines.
    frequencies: Mat<f64>,
    /// ωⱼₖ², and Σₖ ωⱼₖ².
    pub(super) squares: Mat<f64>,
    pub(super) sums: Mat<f64>,
}

impl HilbertBasis {
    /// Computes the basis at points, with the number of sines m and the boundary c for each dimension: sines
    /// vanish at the distance c times the half range of the points from their centre.
    ///
    /// [`gp_exp_quad_sines`](super::gp_exp_quad_sines) and the similar functions choose both. In several
    /// dimensions the number of basis functions is the product of the m.
    ///
    /// # Errors
    ///
    /// Fails if there are no points, if one is not finite or all are equal in a dimension, if there is not a
    /// pair for each dimension, if an m is 0, or if a c is not a number above 1.
    pub fn new<X: IntoExpr<Node: DataPoints>>(x: X, sines: &[(usize, f64)]) -> Result<Self, Error> {
        const CALL: &str = "HilbertBasis::new";
        let x = points(CALL, x)?;
        check_dimensions(CALL, sines.len(), x.ncols())?;
        let (mut centre, mut boundary) = (Vec::new(), Vec::new());
        for (dimension, &(count, factor)) in sines.iter().enumerate() {
            let outside = |what: &str, value, rule: &str| Error::OutsideSupport {
                statement: CALL.to_owned(),
                what: what.to_owned(),
                index: Some(dimension),
                value,
                rule: rule.to_owned(),
            };
            if count == 0 {
                return Err(outside("the number of sines", 0.0, "be at least 1"));
            }
            if !(factor > 1.0 && factor < f64::INFINITY) {
                return Err(outside("the boundary", factor, "be a finite number above 1"));
            }
            let numbers = || x.col(dimension).iter().copied();
            let (least, largest) =
                (numbers().fold(f64::INFINITY, f64::min), numbers().fold(f64::MIN, f64::max));
            let half_range = 0.5 * largest - 0.5 * least;
            // A box that underflows or overflows has no frequencies.
            if !(half_range * factor).is_normal() {
                return Err(outside("half the range of the points", half_range, "be positive and finite"));
            }
            centre.push(0.5 * least + 0.5 * largest);
            boundary.push(factor * half_range);
        }
        let count = sines.iter().try_fold(1_usize, |product, (count, _)| product.checked_mul(*count));
        let cells = count.and_then(|count| count.checked_mul(8 * x.nrows().max(sines.len())));
        let Some(count) = count.filter(|_| cells.is_some_and(|cells| cells <= isize::MAX as usize)) else {
            return Err(Error::TooLarge { statement: CALL.to_owned(), what: "the basis".to_owned() });
        };
        let frequencies = Mat::from_fn(count, sines.len(), |sine, dimension| {
            // The sines of the last dimension are consecutive.
            let stride: usize = sines[dimension + 1..].iter().map(|(count, _)| count).product();
            FRAC_PI_2 * (sine / stride % sines[dimension].0 + 1) as f64 / boundary[dimension]
        });
        let squares =
            Mat::from_fn(count, sines.len(), |sine, dimension| frequencies[(sine, dimension)].powi(2));
        let sums = Mat::from_fn(count, 1, |sine, _| squares.row(sine).iter().sum());
        let mut basis = Self { matrix: Mat::new(), centre, boundary, frequencies, squares, sums };
        basis.matrix = basis.evaluate(x.as_ref());
        Ok(basis)
    }

    /// Computes the basis at other points, a row for each, with the same centre and boundary.
    ///
    /// # Errors
    ///
    /// Fails if there are no points, if they have another number of dimensions, if one is not finite, or if
    /// one is beyond the boundary, where the sines do not approximate the process.
    pub fn at<X: IntoExpr<Node: DataPoints>>(&self, x: X) -> Result<Mat<f64>, Error> {
        const CALL: &str = "HilbertBasis::at";
        let x = points(CALL, x)?;
        check_dimensions(CALL, self.centre.len(), x.ncols())?;
        for dimension in 0..x.ncols() {
            for (point, &number) in x.col(dimension).iter().enumerate() {
                if (number - self.centre[dimension]).abs() > self.boundary[dimension] {
                    let (centre, boundary) = (self.centre[dimension], self.boundary[dimension]);
                    return Err(Error::OutsideSupport {
                        statement: CALL.to_owned(),
                        what: "the points".to_owned(),
                        index: Some(point * x.ncols() + dimension),
                        value: number,
                        rule: format!("be between {} and {}", centre - boundary, centre + boundary),
                    });
                }
            }
        }
        Ok(self.evaluate(x.as_ref()))
    }

    /// Φ: a row for each point, a column for each sine or product of sines.
    pub fn matrix(&self) -> MatRef<'_, f64> {
        self.matrix.as_ref()
    }

    /// The number of sines or of products of sines, m.
    pub fn count(&self) -> usize {
        self.frequencies.nrows()
    }

    /// The frequencies ω, the roots of the eigenvalues: a row for each column of the matrix, a column for
    /// each dimension.
    pub fn frequencies(&self) -> MatRef<'_, f64> {
        self.frequencies.as_ref()
    }

    /// The centre of the points in each dimension.
    pub fn centre(&self) -> &[f64] {
        &self.centre
    }

    /// The distance L from the centre to the boundary in each dimension.
    pub fn boundary(&self) -> &[f64] {
        &self.boundary
    }

    fn evaluate(&self, x: MatRef<'_, f64>) -> Mat<f64> {
        let sine = |point: usize, column: usize, dimension: usize| {
            let (boundary, frequency) = (self.boundary[dimension], self.frequencies[(column, dimension)]);
            (frequency * (x[(point, dimension)] - self.centre[dimension] + boundary)).sin() / boundary.sqrt()
        };
        Mat::from_fn(x.nrows(), self.count(), |point, column| {
            (0..x.ncols()).map(|dimension| sine(point, column, dimension)).product()
        })
    }
}

impl<'a> IntoExpr for &'a HilbertBasis {
    type Node = DataTable<'a, Dyn, Dyn>;
    fn into_expr(self) -> Expr<Self::Node> {
        self.matrix().into_expr()
    }
}

fn check_dimensions(call: &str, expected: usize, found: usize) -> Result<(), Error> {
    if expected == found {
        return Ok(());
    }
    Err(Error::LengthMismatch {
        statement: call.to_owned(),
        expected_by: "the dimensions of the basis".to_owned(),
        expected,
        found_in: "a point".to_owned(),
        found,
    })
}
