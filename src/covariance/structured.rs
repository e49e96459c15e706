//! The values that can be used as a covariance matrix in a distribution.

use crate::contract::expression::Expression;
use crate::covariance::{Dense, Structure};
use crate::expression::IntoExpr;
use crate::node::Stored;
use crate::shape::{Dimension, Matrix, SameDimension, Shape};

/// A structure with its arguments, a tuple of expressions in slots.
#[derive(Clone, Copy, Debug)]
#[must_use = "a covariance has no effect outside a distribution"]
pub struct Structured<Kind, Arguments> {
    pub(crate) structure: Kind,
    pub(crate) arguments: Arguments,
}

/// Two arguments of a structure, in slots.
pub type Two<One, Other> = (Stored<<One as IntoExpr>::Node>, Stored<<Other as IntoExpr>::Node>);

impl<Kind: Structure, Arguments> Structured<Kind, Arguments> {
    pub(crate) fn new(structure: Kind, arguments: Arguments) -> Self {
        Self { structure, arguments }
    }
}

/// A structure that can be restricted to some of its variables.
#[diagnostic::on_unimplemented(
    message = "a covariance of the structure `{Self}` cannot be observed in part",
    label = "takes no mask"
)]
pub trait Observable<'a>: Structure {
    /// The structure of the observed variables.
    type Observed: Structure;

    /// Returns the structure of the observed variables: `mask` has a flag for each variable.
    fn observed(self, mask: &'a [bool]) -> Self::Observed;
}

impl<Kind, Arguments> Structured<Kind, Arguments> {
    /// Returns the covariance of the observed variables: `mask` has a flag for each variable. An
    /// observation and its mean have the elements of the observed variables only.
    ///
    /// [`diagonal`](crate::covariance::diagonal()),
    /// [`scaled_identity`](crate::covariance::scaled_identity()), [`low_rank`](crate::covariance::low_rank())
    /// and [`ar1`](crate::covariance::ar1()) cost what a covariance of the observed variables alone costs.
    /// The flags of [`coregionalization`](crate::covariance::coregionalization()) are for each series at
    /// each time; stretches between times at which all series are observed are independent given their
    /// ends. For [`dense`](crate::covariance::dense()), [`factored`](crate::covariance::factored()),
    /// [`precision`](crate::covariance::precision()) and [`kronecker`](crate::covariance::kronecker()),
    /// with or without noise, the observed rows and columns are formed, and the cost is the cube of their
    /// number.
    ///
    /// Observations with different masks need different statements.
    ///
    /// # Errors
    ///
    /// `compile()` fails if the mask does not have one flag for each variable, or if no variable is
    /// observed.
    ///
    /// ```
    /// use monomorph::covariance::ar1;
    /// use monomorph::prelude::*;
    ///
    /// let times = [0.0, 1.0, 2.0, 3.0];
    /// let mask = [true, false, true, true];
    /// params! { rho: interval(0.0, 1.0) }
    /// let model = model! {
    ///     rho |= beta(2.0, 2.0),
    ///     data(&[0.3, -0.6, 0.8]) |= multi_normal(0.0, ar1(rho, 1.0, &times).observed(&mask)),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn observed<'a>(
        self,
        mask: &'a (impl AsRef<[bool]> + ?Sized),
    ) -> Structured<Kind::Observed, Arguments>
    where
        Kind: Observable<'a>,
    {
        Structured::new(self.structure.observed(mask.as_ref()), self.arguments)
    }
}

/// A covariance matrix: a symmetric matrix expression or matrix of data, or one of the structures of
/// [`covariance`](crate::covariance).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no covariance matrix",
    label = "not a covariance matrix",
    note = "a covariance is a square matrix expression, a matrix of data, or a structure of `monomorph::covariance`"
)]
pub trait IntoCovariance: Copy {
    /// The structure.
    type Structure: Structure;

    /// The arguments of the structure.
    type Arguments: Copy + Send + Sync;

    /// Returns the structure with its arguments.
    fn into_covariance(self) -> Structured<Self::Structure, Self::Arguments>;
}

impl<Kind: Structure, Arguments: Copy + Send + Sync> IntoCovariance for Structured<Kind, Arguments> {
    type Structure = Kind;
    type Arguments = Arguments;

    fn into_covariance(self) -> Self {
        self
    }
}

/// The shape of a square matrix, or of a matrix that may be square.
#[diagnostic::on_unimplemented(
    message = "a covariance is a matrix, but this is a `{Self}`",
    label = "takes a mean, and then a covariance",
    note = "the mean comes first: `multi_normal(mean, covariance)`",
    note = "of standard deviations, independent of one another, it is `diagonal(sd)`, of `monomorph::covariance`"
)]
pub trait SquareShape: Shape {}

impl<Rows: SameDimension<Columns>, Columns: Dimension> SquareShape for Matrix<Rows, Columns> {}

impl<E: IntoExpr> IntoCovariance for E
where
    <E::Node as Expression>::Shape: SquareShape,
{
    type Structure = Dense;
    type Arguments = (Stored<E::Node>,);

    fn into_covariance(self) -> Structured<Dense, (Stored<E::Node>,)> {
        Structured::new(Dense, (Stored::new(self.into_expr().0),))
    }
}
