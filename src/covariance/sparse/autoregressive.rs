//! Conditional autoregressions of a graph with edges {a, b} of weights w, as covariances. With W the weights
//! and D their sums over the neighbours of each place
//!
//!   Ω = τ (D − α W)   and   Ω = τ ((1 − ρ) I + ρ (D − W)) = τ (I + ρ (D − W − I)).
//!
//! Besag (1974), "Spatial interaction and the statistical analysis of lattice systems", J. R. Statist. Soc. B
//! 36; Leroux, Lei and Breslow (2000), "Estimation of disease rates in small areas".

use super::bound::{BoundSparsePrecision, Elements, Term};
use crate::contract::expression::Expression;
use crate::contract::operation::Setup;
use crate::covariance::structured::Two;
use crate::covariance::{Claim, Structure, Structured, Task};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::linalg::sparse::Pattern;
use crate::markov_field::Adjacency;
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Scalar, Size};

/// The structure of a conditional autoregression, whose arguments are τ and either α or ρ.
#[derive(Clone, Copy, Debug)]
pub struct Autoregressive<'a> {
    adjacency: &'a Adjacency,
    is_leroux: bool,
}

/// The covariance of a proper conditional autoregression: (τ (D − α W))⁻¹.
///
/// Given all other effects, an effect is normal around α times the mean of its neighbours. Its precision is
/// τ times the number of its neighbours, or τ times the sum of the weights of their edges. `alpha` is a
/// scalar between 0 and 1, `tau` a positive scalar. Each place must have a neighbour.
///
/// ```
/// use monomorph::covariance::car;
/// use monomorph::prelude::*;
///
/// let adjacency = Adjacency::new(4, &[(0, 1), (1, 2), (2, 3)])?;
/// let cases = [2, 5, 4, 9];
/// params! { alpha: interval(0.0, 1.0), tau: positive(), level: real(), x: vector(4) }
/// let model = model! {
///     alpha |= beta(2.0, 1.0),
///     tau   |= gamma(2.0, 1.0),
///     level |= normal(1.0, 1.0),
///     x     |= multi_normal(0.0, car(&adjacency, alpha, tau)),
///     data(&cases) |= poisson_log(level + x),
/// };
/// // All effects are integrated out: three parameters are left.
/// assert_eq!(model.marginalise_by_laplace(x).compile()?.dimension(), 3);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn car<Alpha, Tau>(
    adjacency: &Adjacency,
    alpha: Alpha,
    tau: Tau,
) -> Structured<Autoregressive<'_>, Two<Alpha, Tau>>
where
    Alpha: IntoExpr,
    Tau: IntoExpr,
    Alpha::Node: Expression<Shape = Scalar>,
    Tau::Node: Expression<Shape = Scalar>,
{
    autoregressive(Autoregressive { adjacency, is_leroux: false }, alpha, tau)
}

/// The covariance of Leroux's autoregression: (τ ((1 − ρ) I + ρ (D − W)))⁻¹.
///
/// At ρ = 0 effects are independent, and for ρ → 1 the law approaches [`icar`](crate::distribution::icar()):
/// one vector takes the role of the two vectors of BYM2. `rho` is a scalar between 0 and 1, `tau` a positive
/// scalar. Places may have no neighbours.
///
/// ```
/// use monomorph::covariance::leroux;
/// use monomorph::prelude::*;
///
/// let adjacency = Adjacency::new(4, &[(0, 1), (1, 2)])?;
/// params! { rho: interval(0.0, 1.0), tau: positive(), x: vector(4) }
/// let model = model! {
///     rho |= beta(1.0, 1.0),
///     tau |= gamma(2.0, 1.0),
///     x   |= multi_normal(0.0, leroux(&adjacency, rho, tau)),
/// };
/// assert_eq!(model.compile()?.dimension(), 6);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn leroux<Rho, Tau>(
    adjacency: &Adjacency,
    rho: Rho,
    tau: Tau,
) -> Structured<Autoregressive<'_>, Two<Rho, Tau>>
where
    Rho: IntoExpr,
    Tau: IntoExpr,
    Rho::Node: Expression<Shape = Scalar>,
    Tau::Node: Expression<Shape = Scalar>,
{
    autoregressive(Autoregressive { adjacency, is_leroux: true }, rho, tau)
}

fn autoregressive<'a, One: IntoExpr, Other: IntoExpr>(
    structure: Autoregressive<'a>,
    one: One,
    other: Other,
) -> Structured<Autoregressive<'a>, Two<One, Other>> {
    Structured::new(structure, (Stored::new(one.into_expr().0), Stored::new(other.into_expr().0)))
}

impl Autoregressive<'_> {
    /// Returns both matrices on the pattern of the graph: τ D and −α τ W, or τ I and ρ τ (D − W − I).
    fn terms(&self, pattern: &Pattern) -> [Term; 2] {
        let (mut base, mut other) = (vec![0.0; pattern.len()], vec![0.0; pattern.len()]);
        let diagonal: Vec<usize> = pattern.diagonal().collect();
        for (&(one, two), weight) in self.adjacency.edges().iter().zip(self.adjacency.weights()) {
            if let Some(place) = pattern.place(one, two) {
                other[place] -= weight;
            }
            for place in [diagonal[one], diagonal[two]] {
                base[place] += weight;
            }
        }
        if self.is_leroux {
            for place in diagonal {
                other[place] = base[place] - 1.0;
                base[place] = 1.0;
            }
        }
        [Term { powers: [0, 1], matrix: base }, Term { powers: [1, 1], matrix: other }]
    }
}

impl Sealed for Autoregressive<'_> {}

impl Structure for Autoregressive<'_> {
    type Bound = BoundSparsePrecision;

    fn describe(&self, arguments: &[String]) -> String {
        let name = if self.is_leroux { "leroux" } else { "car" };
        format!("{name}(…, {}, {})", arguments[0], arguments[1])
    }

    fn dimension(&self, _: &[Size]) -> Option<usize> {
        Some(self.adjacency.count())
    }

    fn bind(self, setup: &mut Setup<'_>, task: Task) -> Result<(BoundSparsePrecision, Claim), Error> {
        let islands = self.adjacency.islands().next().filter(|_| !self.is_leroux);
        if let Some(place) = islands {
            let rule = "have a neighbour: without one its precision is 0 in `car`, but not in `leroux`";
            return Err(setup.broken("a place of car", place as f64, rule));
        }
        let pattern = Pattern::new(self.adjacency.count(), self.adjacency.edges().iter().copied());
        let pattern = pattern.map_err(|error| {
            setup.broken(
                "the number of places of the graph",
                self.adjacency.count() as f64,
                &format!("be smaller: {error}"),
            )
        })?;
        let terms = self.terms(&pattern);
        BoundSparsePrecision::bind(setup, task, &pattern, Elements::Sum(terms.into()))
    }
}
