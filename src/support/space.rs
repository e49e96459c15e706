//! The declaration in `params!`: a shape and a support.

use crate::contract::expression::Expression;
use crate::labels::SideLevels;
use crate::name::Name;
use crate::node::{Constant, Parameter};
use crate::node::{Expr, IntoExpr};
use crate::shape::{
    Dimension, Extent, IntoDimension, Lifted, Matrix, MatrixForm, Scalar, Shape, Tag, Vector,
};
use crate::support::{
    Above, Affine, Below, Between, Elementwise, Interval, Lower, OffsetMultiplier, Real, Rows, Support, Upper,
};
use core::marker::PhantomData;

/// A shape and a support, and the observed elements of the parameter: the declaration after the colon in
/// `params!`.
#[derive(Clone, Copy, Debug)]
#[must_use = "a space has no effect outside `params!`"]
pub struct Space<Sh, Support, Seen = ()> {
    extent: Extent,
    levels: SideLevels,
    form: MatrixForm,
    support: Support,
    seen: Seen,
    shape: PhantomData<fn() -> Sh>,
}

/// A space of matrices with the sides `Rows` and `Columns`.
pub type Matrices<Rows, Columns, Support> =
    Space<Matrix<<Rows as IntoDimension>::Dimension, <Columns as IntoDimension>::Dimension>, Support>;

/// A space of square matrices with the side `Size`.
pub type SquareMatrices<Size, Support> = Matrices<Size, Size, Support>;

/// The space between two bounds, made to fit the shape `Sh`.
pub type BetweenBounds<L, U, Sh, Seen = ()> =
    Space<Sh, Interval<Lifted<<L as IntoExpr>::Node, Sh>, Lifted<<U as IntoExpr>::Node, Sh>>, Seen>;

/// The space around an offset, made to fit the shape `Sh`.
pub type AroundOffset<O, M, Sh, Seen = ()> =
    Space<Sh, OffsetMultiplier<Lifted<<O as IntoExpr>::Node, Sh>, Lifted<<M as IntoExpr>::Node, Sh>>, Seen>;

impl<N: Dimension, Support> Space<Vector<N>, Support> {
    /// Returns the space of vectors of this length on this support.
    pub(super) fn vector(length: impl IntoDimension<Dimension = N>, support: Support) -> Self {
        let levels = SideLevels::of_vector(length.levels());
        let extent = Extent::Vector(length.into_dimension().size());
        let form = MatrixForm::General;
        Self { extent, levels, form, support, seen: (), shape: PhantomData }
    }
}

impl<Sh, Seen> Space<Sh, Real, Seen> {
    /// Returns the space of real numbers of this extent, with observed elements.
    pub(super) fn observed(extent: Extent, seen: Seen) -> Self {
        let support = Elementwise::new((), extent.columns());
        let (levels, form) = (SideLevels::NONE, MatrixForm::General);
        Self { extent, levels, form, support, seen, shape: PhantomData }
    }
}

impl<R: Dimension, C: Dimension, Support> Space<Matrix<R, C>, Support> {
    /// Returns the space of matrices of this size on this support.
    pub(super) fn matrix(rows: usize, columns: usize, support: Support) -> Self {
        let extent = Extent::Matrix { length: rows.saturating_mul(columns), columns };
        let (levels, form) = (SideLevels::NONE, MatrixForm::General);
        Self { extent, levels, form, support, seen: (), shape: PhantomData }
    }

    /// Returns the space with names of its rows and columns.
    pub(super) fn with_levels(self, levels: SideLevels) -> Self {
        Self { levels, ..self }
    }

    /// Returns the space of matrices that have this form.
    pub(super) fn with_form(self, form: MatrixForm) -> Self {
        Self { form, ..self }
    }
}

impl<Columns: Dimension, Row: Support> Space<Vector<Columns>, Row> {
    /// A matrix whose rows are vectors of this kind, each independent of the others. In the unconstrained
    /// point the coordinates of the rows are consecutive, as those of Stan's arrays of vectors are. The
    /// number of rows is a `usize`, or a `typenum` value.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { weights: simplex(3).rows(10), effects: vector(2).rows(4) }
    /// let model = model! { weights |= flat(), effects |= normal(0.0, 1.0) };
    /// let posterior = model.compile()?;
    /// assert_eq!(posterior.dimension(), 10 * 2 + 4 * 2);
    /// assert_eq!(posterior.parameter_names()[11], "weights[1,1]");
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn rows<Length: IntoDimension>(
        self,
        rows: Length,
    ) -> Space<Matrix<Length::Dimension, Columns>, Rows<Row, Columns>> {
        let levels = SideLevels { rows: rows.levels(), columns: self.levels.rows };
        let (rows, columns) = (rows.into_dimension().size(), self.extent.size());
        Space::matrix(rows, columns, Rows::new(self.support, rows, columns)).with_levels(levels)
    }
}

/// Returns the numbers of rows and columns, and their names.
pub(super) fn sides(rows: impl IntoDimension, columns: impl IntoDimension) -> (usize, usize, SideLevels) {
    let levels = SideLevels { rows: rows.levels(), columns: columns.levels() };
    (rows.into_dimension().size(), columns.into_dimension().size(), levels)
}

/// Returns the number of rows, and of columns, of a square matrix, and their names.
pub(super) fn square(size: impl IntoDimension) -> (usize, SideLevels) {
    let levels = SideLevels::of_square(size.levels());
    (size.into_dimension().size(), levels)
}

/// A real number.
pub fn real() -> Space<Scalar, Real> {
    let support = Elementwise::new((), None);
    let (levels, form) = (SideLevels::NONE, MatrixForm::General);
    Space { extent: Extent::Scalar, levels, form, support, seen: (), shape: PhantomData }
}

/// A vector of real numbers; its length is a `usize`, a `typenum` value such as `U8::new()`, or
/// [labels](crate::labels::Labels), with an element for each level.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::typenum::U8;
///
/// params! {
///     eta:   vector(8),
///     zeta:  vector(U8::new()),             // the length is part of the type
///     scale: vector(8).positive(),
///     share: vector(8).interval(0.0, 1.0),
/// }
/// # let _ = (eta, zeta, scale, share);
/// ```
pub fn vector<Length: IntoDimension>(length: Length) -> Space<Vector<Length::Dimension>, Real> {
    Space::vector(length, Elementwise::new((), None))
}

/// A matrix of real numbers; each side is a `usize`, or a `typenum` value. Bounds are numbers, vectors as
/// long as a row, or matrices.
///
/// Its coordinates, and the names of its elements, follow column by column, as those of Stan's `matrix` do;
/// the coordinates of Stan's `array[r] vector[c]` follow row by row, as in `vector(c).rows(r)`. The values
/// themselves are stored row by row.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { loadings: real_matrix(2, 3), scales: real_matrix(2, 3).lower(&[0.0, 1.0, 2.0]) }
/// let model = model! { loadings |= normal(0.0, 1.0), scales |= exponential(1.0) };
/// let trace = model.compile()?.constrain(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])?;
/// assert_eq!(trace.get("loadings")?, [1.0, 3.0, 5.0, 2.0, 4.0, 6.0]);
/// assert_eq!(trace.get("scales")?, [1.0, 2.0, 3.0, 1.0, 2.0, 3.0]);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn real_matrix<R: IntoDimension, C: IntoDimension>(rows: R, columns: C) -> Matrices<R, C, Real> {
    let (rows, columns, levels) = sides(rows, columns);
    Space::matrix(rows, columns, Elementwise::new((), Some(columns))).with_levels(levels)
}

/// A number above zero.
pub fn positive() -> Space<Scalar, Lower<Constant>> {
    real().positive()
}

/// A number above a bound: a number, data, or an expression of parameters that are declared before.
///
/// If the bound is not finite at some point, or if two bounds cross, the log density there is −∞.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! {
///     alpha: interval(0.0, 1.0),
///     beta:  interval(0.0, 1.0 - alpha),     // persistence below one
///     floor: real(),
///     above: vector(3).lower(floor),
/// }
/// let model = model! {
///     alpha |= flat(),
///     beta  |= flat(),
///     floor |= normal(0.0, 1.0),
///     above |= normal(0.0, 1.0),
/// };
/// let trace = model.compile()?.constrain(&[0.0; 6])?;
/// assert_eq!((trace.value_of(alpha)?, trace.value_of(beta)?), (0.5, 0.25));
/// # Ok::<(), monomorph::Error>(())
/// ```
#[inline(never)]
pub fn lower<Bound: IntoExpr>(bound: Bound) -> Space<Scalar, Lower<Lifted<Bound::Node, Scalar>>> {
    const { check::<Bound, Scalar>() }
    real().lower(bound)
}

/// A number below a bound, as in [`lower`].
#[inline(never)]
pub fn upper<Bound: IntoExpr>(bound: Bound) -> Space<Scalar, Upper<Lifted<Bound::Node, Scalar>>> {
    const { check::<Bound, Scalar>() }
    real().upper(bound)
}

/// A number between two bounds, as in [`lower`].
#[inline(never)]
pub fn interval<L: IntoExpr, U: IntoExpr>(lower: L, upper: U) -> BetweenBounds<L, U, Scalar> {
    const { check_both::<L, U, Scalar>() }
    real().interval(lower, upper)
}

/// A real number x = m + c q, whose coordinate q is free; the multiplier c is above zero.
///
/// The set of values is the real line for any m and c; only the coordinate that a sampler uses changes. With
/// parameters for m and c a hierarchy is written in its natural form, and sampled in non-centred form:
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { mu: real(), tau: positive(), theta: vector(8).offset_multiplier(mu, tau) }
/// let model = model! {
///     mu    |= normal(0.0, 5.0),
///     tau   |= half_cauchy(5.0),
///     theta |= normal(mu, tau),
/// };
/// let mut q = [2.0; 10];
/// q[1] = 0.0;                                 // tau is 1
/// assert_eq!(model.compile()?.constrain(&q)?.get("theta")?, [4.0; 8]);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// The chapter [Regressions and hierarchies](crate::guide::regressions_and_hierarchies) begins with a whole
/// program.
#[inline(never)]
pub fn offset_multiplier<O: IntoExpr, M: IntoExpr>(offset: O, multiplier: M) -> AroundOffset<O, M, Scalar> {
    const { check_both::<O, M, Scalar>() }
    real().offset_multiplier(offset, multiplier)
}

impl<Sh: Shape, Own, Seen> Space<Sh, Own, Seen> {
    /// Returns a space with the same arrangement of elements on another support.
    pub(super) fn on<Other>(self, support: Other) -> Space<Sh, Other, Seen> {
        let Self { extent, levels, form, seen, .. } = self;
        Space { extent, levels, form, support, seen, shape: PhantomData }
    }
}

impl<Sh: Shape, Seen> Space<Sh, Real, Seen> {
    fn bounded<T, Bounds>(self, bounds: Bounds) -> Space<Sh, Elementwise<T, Bounds>, Seen> {
        let support = Elementwise::new(bounds, self.extent.columns());
        let Self { extent, levels, form, seen, .. } = self;
        Space { extent, levels, form, support, seen, shape: PhantomData }
    }

    /// Every element above zero.
    pub fn positive(self) -> Space<Sh, Lower<Lifted<Constant, Sh>>, Seen> {
        self.lower(0.0)
    }

    /// Every element above a bound: a number, or a vector of the same length, of data or of other parameters.
    /// For a matrix, a vector is the bounds of each row.
    #[inline(never)]
    pub fn lower<Bound: IntoExpr>(self, bound: Bound) -> Space<Sh, Lower<Lifted<Bound::Node, Sh>>, Seen> {
        const { check::<Bound, Sh>() }
        self.bounded::<Above, _>((lift::<Bound, Sh>(bound),))
    }

    /// Every element below a bound, as in [`lower`](Self::lower).
    #[inline(never)]
    pub fn upper<Bound: IntoExpr>(self, bound: Bound) -> Space<Sh, Upper<Lifted<Bound::Node, Sh>>, Seen> {
        const { check::<Bound, Sh>() }
        self.bounded::<Below, _>((lift::<Bound, Sh>(bound),))
    }

    /// Every element between two bounds, as in [`lower`](Self::lower).
    #[inline(never)]
    pub fn interval<L: IntoExpr, U: IntoExpr>(self, lower: L, upper: U) -> BetweenBounds<L, U, Sh, Seen> {
        const { check_both::<L, U, Sh>() }
        self.bounded::<Between, _>((lift::<L, Sh>(lower), lift::<U, Sh>(upper)))
    }

    /// Every element x = m + c q, with m and c as in [`lower`](Self::lower).
    #[inline(never)]
    pub fn offset_multiplier<O: IntoExpr, M: IntoExpr>(
        self,
        offset: O,
        multiplier: M,
    ) -> AroundOffset<O, M, Sh, Seen> {
        const { check_both::<O, M, Sh>() }
        self.bounded::<Affine, _>((lift::<O, Sh>(offset), lift::<M, Sh>(multiplier)))
    }
}

/// Does not compile if a vector would bound a scalar. Each function that takes bounds checks them in its own
/// body: the compiler shows the call of the function in which a constant fails, and that call must be the
/// user's.
#[track_caller]
const fn check<Bound: IntoExpr, Sh: Shape>() {
    let is_data = <Bound::Node as Expression>::VARS.is_empty();
    let is_wider = Sh::IS_SCALAR && !<<Bound::Node as Expression>::Shape as Tag>::IS_SCALAR;
    assert!(is_data || !is_wider, "monomorph: the bound of a single number must be a single number");
}

/// Does not compile unless both bounds have a shape that bounds can have.
#[track_caller]
const fn check_both<First: IntoExpr, Second: IntoExpr, Sh: Shape>() {
    check::<First, Sh>();
    check::<Second, Sh>();
}

fn lift<Bound: IntoExpr, Sh: Shape>(bound: Bound) -> Lifted<Bound::Node, Sh> {
    <<Bound::Node as Expression>::Shape as Shape>::lift::<_, Sh>(bound.into_expr().0)
}

/// The parameter of this name with values in the space: `params!` binds the name to it.
pub fn parameter<Var: Name, Sh: Shape, Support, Seen>(
    _: Var,
    space: Space<Sh, Support, Seen>,
) -> Expr<Parameter<Var, Sh, Support, Seen>> {
    Expr(Parameter::new(space.extent, (space.levels, space.form), space.support, space.seen))
}
