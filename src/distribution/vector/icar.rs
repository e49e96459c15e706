//! icar(graph, σ), the intrinsic conditional autoregression of a graph with edges {a, b} of weights w:
//!
//! xᵀR x = Σ w (xₐ − x_b)² over edges + Σ xᵢ² over islands,
//!
//! so that xₐ given the rest has the mean Σ w x_b/Σ w over its neighbours, and the variance σ²/Σ w. R = D −
//! W has the rank n minus the number of components with edges. *Scaled*, the default, the part of each such
//! component is multiplied by the geometric mean of its marginal variances. Besag, York and Mollié 1991;
//! Riebler, Sørbye, Simpson and Rue 2016, "An intuitive Bayesian spatial model for disease mapping".

use super::intrinsic::{ARGUMENTS, BoundIntrinsic};
use crate::contract::operation::{Operation, Setup, Sizes};
use crate::contract::transform::SupportKind;
use crate::distribution::Argument;
use crate::distribution::matrix::{DensityOf, WholeLaw};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::markov_field::{Adjacency, Structure};
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Dimension, Size, Vector};

/// The density of a field over a graph, as an operation on its values and the scale.
#[derive(Clone, Copy, Debug)]
pub struct Icar<'a> {
    adjacency: &'a Adjacency,
    is_scaled: bool,
}

/// The intrinsic conditional autoregression: effects of places, such as districts of a map, that are similar
/// to those of their neighbours (R-INLA's `besag`).
///
/// $$ p(x \\mid \\sigma) \\propto \\sigma^{-r} \\exp\\Bigl(-\\frac{1}{2\\sigma^2} \\sum_{a \\sim b} w_{ab}
/// (x_a - x_b)^2\\Bigr), \\qquad r = n - \\text{components with edges} $$
///
/// It is the density in the subspace of the parameter's support:
/// [`sum_to_zero(n)`](crate::support::sum_to_zero()) if the graph is connected, and for any graph
/// [`sum_to_zero(n).within(&adjacency)`](crate::support::Space::within), where the sum over each component is
/// 0. Places without neighbours follow `normal(0.0, scale)`. A parameter that is declared on another support
/// is an error.
///
/// The structure is scaled: over each component the geometric mean of the variances of its effects is
/// `scale`², whatever the graph is (R-INLA's `scale.model = TRUE` with `adjust.for.con.comp = TRUE`). So
/// `scale` is the standard deviation of a typical effect, and a prior of it means the same for all maps.
/// [`.unscaled()`](WholeLaw::unscaled) is Besag's law, as in Stan's case study.
///
/// `scale` is a positive number. A gradient takes a few operations for each edge.
///
/// ```
/// use monomorph::prelude::*;
///
/// let adjacency = Adjacency::new(4, &[(0, 1), (1, 2), (2, 3), (3, 0)])?;
/// let (cases, expected) = ([4, 2, 1, 3], [2.0, 2.5, 2.0, 1.5_f64]);
/// let exposure = expected.map(f64::ln);
/// params! { level: real(), sigma: positive(), phi: sum_to_zero(4) }
/// let model = model! {
///     level |= normal(0.0, 1.0),
///     sigma |= half_normal(1.0),
///     phi   |= icar(&adjacency, sigma),
///     data(&cases) |= poisson_log(data(&exposure) + level + phi),
/// };
/// assert_eq!(model.compile()?.dimension(), 2 + 3);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// The chapter [Maps and graphs](crate::guide::maps_and_graphs) begins with a whole program.
pub fn icar<Scale: IntoExpr>(
    adjacency: &Adjacency,
    scale: Scale,
) -> WholeLaw<Icar<'_>, (Stored<Scale::Node>,)> {
    WholeLaw::new(Icar { adjacency, is_scaled: true }, (Stored::new(scale.into_expr().0),))
}

impl<Arguments> WholeLaw<Icar<'_>, Arguments> {
    /// Uses Besag's law: xᵀR x is the unscaled sum over edges, so that `scale` is the standard deviation of
    /// a difference along an edge given all others, not of effects.
    pub fn unscaled(self) -> Self {
        self.with(|density| Icar { is_scaled: false, ..density })
    }
}

impl<N: Dimension> DensityOf<Vector<N>> for Icar<'_> {
    const NAME: &'static str = "icar";
    const ARGUMENTS: &'static [Argument] = ARGUMENTS;
    const SUPPORT: Option<(SupportKind, &'static str)> = Some((
        SupportKind::ZeroSum,
        "follows icar, so all of it must stand on the left, and it must be declared with \
         sum_to_zero(n).within(&adjacency), or, if the graph is connected, with sum_to_zero(n)",
    ));
}

impl Sealed for Icar<'_> {}

impl Operation for Icar<'_> {
    type Bound = BoundIntrinsic<2>;

    fn describe(&self, arguments: &[String]) -> String {
        format!("icar(…, {}).log_density({})", arguments[1], arguments[0])
    }

    fn size(&self, _: &Sizes) -> Size {
        Size::SCALAR
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self::Bound, Error> {
        let structure = Structure::of_graph(self.adjacency, self.is_scaled)
            .map_err(|error| setup.refused("icar", error.to_string()))?;
        let declared = "sums that are 0 over the components of this graph: sum_to_zero(n).within(&adjacency)";
        BoundIntrinsic::bind(setup, structure, ("icar", "the graph", declared))
    }
}
