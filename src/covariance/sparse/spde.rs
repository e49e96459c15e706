//! The Matérn field of a stochastic partial differential equation on a mesh, as a covariance. With the lumped
//! mass C, which is diagonal, the stiffness G, and G₂ = G C⁻¹ G, of linear finite elements
//!
//!   Ω = τ² (κ⁴ C + 2 κ² G + G₂),
//!
//! for the smoothness 1 in a plane. Lindgren, Rue and Lindström (2011), "An explicit link between Gaussian
//! fields and Gaussian Markov random fields: the stochastic partial differential equation approach", J. R.
//! Statist. Soc. B 73, §2.3.

use super::bound::{BoundSparsePrecision, Elements, Term};
use crate::contract::expression::Expression;
use crate::contract::operation::Setup;
use crate::covariance::structured::Two;
use crate::covariance::{Claim, Structure, Structured, Task};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::linalg::sparse::{Pattern, PatternError};
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Scalar, Size};
use faer::sparse::SparseColMatRef;
use std::sync::Arc;

/// The matrices C, G and G₂ of a mesh, for [`spde`].
#[derive(Clone, Debug)]
pub struct SpdeMatrices {
    pattern: Pattern,
    terms: Arc<[Term]>,
}

impl SpdeMatrices {
    /// Makes the matrices from the lumped mass, the stiffness and the stiffness of second order: `c0`, `g1`
    /// and `g2` of fmesher's `fm_fem(mesh)` and INLA's `inla.mesh.fem(mesh)`, or `M0`, `M1` and `M2` of
    /// `inla.spde2.matern` and of models in TMB. An element may be given in one triangle of a matrix or in
    /// both.
    ///
    /// # Errors
    ///
    /// Fails if sizes differ, if a matrix is not symmetric within rounding, if a number is not finite, or
    /// if the mass is not diagonal and positive.
    pub fn new(
        c0: SparseColMatRef<'_, usize, f64>,
        g1: SparseColMatRef<'_, usize, f64>,
        g2: SparseColMatRef<'_, usize, f64>,
    ) -> Result<Self, Error> {
        let named = [("c0", c0), ("g1", g1), ("g2", g2)];
        for (name, matrix) in named {
            let (rows, columns, size) = (matrix.nrows(), matrix.ncols(), c0.nrows());
            if (rows, columns) != (size, size) {
                return Err(refused(name, PatternError::Size { rows, columns, size }));
            }
            let mut elements = matrix.triplet_iter();
            if let Some(element) = elements.find(|element| !element.val.is_finite()) {
                return Err(refused(name, format!("{} in {}", element.val, at(element.row, element.col))));
            }
        }
        let outside = c0.triplet_iter().find(|element| element.row != element.col && *element.val != 0.0);
        if let Some(element) = outside {
            let (number, place) = (element.val, at(element.row, element.col));
            return Err(refused(
                "c0",
                format!("the lumped mass must be diagonal, but has {number} in {place}"),
            ));
        }
        let pattern = Pattern::of(&[c0, g1, g2]).map_err(|error| refused("c0, g1 and g2", error))?;
        let [mass, mut stiffness, second] =
            named.map(|(name, matrix)| pattern.values_of(matrix).map_err(|error| refused(name, error)));
        let mass = mass?;
        let least = pattern.diagonal().position(|place| mass[place] <= 0.0);
        if let Some(row) = least {
            let reason = format!("the lumped mass must be positive, but is not in {}", at(row, row));
            return Err(refused("c0", reason));
        }
        stiffness.iter_mut().flatten().for_each(|number| *number *= 2.0);
        let of = |powers, matrix| Term { powers, matrix };
        let terms = [of([4, 2], mass), of([2, 2], stiffness?), of([0, 2], second?)];
        Ok(Self { pattern, terms: terms.into() })
    }

    /// The number of nodes of the mesh.
    pub fn size(&self) -> usize {
        self.pattern.size()
    }
}

fn at(row: usize, column: usize) -> String {
    format!("row {row}, column {column}")
}

fn refused(name: &str, reason: impl core::fmt::Display) -> Error {
    let reason = format!("{name}: {reason}");
    Error::Refused { statement: String::new(), function: "SpdeMatrices::new", reason }
}

/// The structure of a Matérn field on a mesh, whose arguments are κ and τ.
#[derive(Clone, Copy, Debug)]
pub struct Spde<'a> {
    matrices: &'a SpdeMatrices,
}

/// The covariance of a Matérn field at the nodes of a mesh: (τ² (κ⁴ C + 2 κ² G + G₂))⁻¹.
///
/// `kappa` and `tau` are positive scalars. In a plane, two places at the distance ρ = √8/κ have a
/// correlation of 0.14, and the variance is σ² = 1/(4π κ² τ²), so ρ and σ can be the parameters:
///
/// ```
/// use monomorph::covariance::{SpdeMatrices, spde};
/// use monomorph::faer::sparse::{SparseColMat, Triplet};
/// use monomorph::prelude::*;
///
/// // A square of the side 1 in two triangles, as a program for meshes describes it.
/// let matrix = |elements: &[(usize, usize, f64)]| {
///     let elements: Vec<_> = elements.iter().map(|&(i, j, value)| Triplet::new(i, j, value)).collect();
///     SparseColMat::<usize, f64>::try_new_from_triplets(4, 4, &elements).expect("a matrix")
/// };
/// let (large, small) = (1.0 / 3.0, 1.0 / 6.0);
/// let c0 = matrix(&[(0, 0, large), (1, 1, small), (2, 2, large), (3, 3, small)]);
/// let sides = [(1, 0, -0.5), (2, 1, -0.5), (3, 2, -0.5), (3, 0, -0.5)];
/// let g1 = matrix(&[&[(0, 0, 1.0), (1, 1, 1.0), (2, 2, 1.0), (3, 3, 1.0)], &sides[..]].concat());
/// let sides = [(1, 0, -4.5), (2, 1, -4.5), (3, 2, -4.5), (3, 0, -4.5)];
/// let across = [(2, 0, 3.0), (3, 1, 1.5)];
/// let diagonal = [(0, 0, 6.0), (1, 1, 7.5), (2, 2, 6.0), (3, 3, 7.5)];
/// let g2 = matrix(&[&diagonal, &sides[..], &across[..]].concat());
/// let mesh = SpdeMatrices::new(c0.as_ref(), g1.as_ref(), g2.as_ref())?;
///
/// // Places within triangles: three nodes of each, and how near it is to them.
/// let nodes = [[0, 0, 0, 0], [1, 2, 1, 3], [2, 3, 2, 2]];
/// let near  = [[0.2, 0.5, 0.1, 0.3], [0.3, 0.1, 0.6, 0.2], [0.5, 0.4, 0.3, 0.5]];
/// let cases = [2, 5, 4, 9];
///
/// params! { range: positive(), sigma: positive(), level: real(), x: vector(mesh.size()) }
/// let model = model! {
///     range |= lognormal(0.0, 0.5),
///     sigma |= half_normal(1.0),
///     level |= normal(1.0, 1.0),
///     kappa  = 8.0_f64.sqrt() / range,
///     tau    = 1.0 / ((4.0 * core::f64::consts::PI).sqrt() * kappa * sigma),
///     x     |= multi_normal(0.0, spde(&mesh, kappa, tau)),
///     field  = data(&near[0]) * x.at(&nodes[0]) + data(&near[1]) * x.at(&nodes[1])
///         + data(&near[2]) * x.at(&nodes[2]),
///     data(&cases) |= poisson_log(level + field),
/// };
/// // The field is integrated out: three parameters are left.
/// assert_eq!(model.marginalise_by_laplace(x).compile()?.dimension(), 3);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// With a sparse matrix A of the same numbers the field at places is `data(&a).dot(x)`. In both forms only
/// nodes that share a triangle meet in a term when the field is [integrated
/// out](crate::model::Marginalise::marginalise_by_laplace).
pub fn spde<Kappa, Tau>(
    matrices: &SpdeMatrices,
    kappa: Kappa,
    tau: Tau,
) -> Structured<Spde<'_>, Two<Kappa, Tau>>
where
    Kappa: IntoExpr,
    Tau: IntoExpr,
    Kappa::Node: Expression<Shape = Scalar>,
    Tau::Node: Expression<Shape = Scalar>,
{
    let arguments = (Stored::new(kappa.into_expr().0), Stored::new(tau.into_expr().0));
    Structured::new(Spde { matrices }, arguments)
}

impl Sealed for Spde<'_> {}

impl Structure for Spde<'_> {
    type Bound = BoundSparsePrecision;

    fn describe(&self, arguments: &[String]) -> String {
        format!("spde(…, {}, {})", arguments[0], arguments[1])
    }

    fn dimension(&self, _: &[Size]) -> Option<usize> {
        Some(self.matrices.size())
    }

    fn bind(self, setup: &mut Setup<'_>, task: Task) -> Result<(BoundSparsePrecision, Claim), Error> {
        let SpdeMatrices { pattern, terms } = self.matrices;
        BoundSparsePrecision::bind(setup, task, pattern, Elements::Sum(terms.clone()))
    }
}
