//! Functions of expressions, as methods: indexing, sums, products, powers. The functions of one argument are
//! in the table of [`functions`](crate::expression::functions_of_one).

use crate::compiler::Index;
use crate::contract::expression::Expression;
use crate::expression::functions_of_one::{Powi, Sqrt};
use crate::expression::operators::Combine;
use crate::expression::{Expr, IntoExpr};
use crate::labels::Labels;
use crate::matrix::{Convolve, MovingSum, StickBreaking};
use crate::name::Name;
use crate::node::{
    Binary, ComponentElement, ComponentIndex, CumulativeSum, ElementOf, Gather, GatherBy, Lagged, Largest,
    Linear, LogSumExp, Logarithmic, Mean, Mul, Parameter, Reduce, SliceOf, Smallest, Softmax, Stored, Sum,
    Summarise, Unary, Variance, View, Whole, WholeNumber,
};
use crate::shape::{Dimension, Dyn, Matrix, PartOfVector, Scalar, Shape, Vector, VectorShape};
use crate::support::{DeclaredData, Integers};
use core::ops::Range;

/// The inner product of two vectors.
pub type InnerProduct<L, R> = Reduce<Sum, Combine<Mul, L, R>>;

/// An operation on a vector and another expression, whose value has the shape of the vector.
pub type OfTwo<Op, N, M> = Expr<Whole<Op, (Stored<N>, Stored<M>), <N as Expression>::Shape>>;

/// Shapes with many elements.
#[diagnostic::on_unimplemented(
    message = "a value of the shape `{Self}` has no elements to sum",
    label = "not a vector or a matrix"
)]
pub trait Many: Shape {}

impl<N: Dimension> Many for Vector<N> {}
impl<Rows: Dimension, Columns: Dimension> Many for Matrix<Rows, Columns> {}

impl<N: Expression> Expr<N> {
    /// xⁿ for an integer n.
    pub fn powi(self, exponent: i32) -> Expr<Unary<Powi, N>> {
        Expr(Unary::new(Powi(exponent), self.0))
    }
}

impl<N: Expression> Expr<N> {
    /// The sum of the elements; 0 for no elements.
    pub fn sum(self) -> Expr<Reduce<Sum, N>>
    where
        N::Shape: Many,
    {
        Expr(Reduce::new(self.0))
    }

    /// The mean of the elements. No elements are an error of `compile()`.
    pub fn mean(self) -> Expr<Reduce<Mean, N>>
    where
        N::Shape: Many,
    {
        Expr(Reduce::new(self.0))
    }
}

impl<N: Expression<Shape = Vector<Length>>, Length: Dimension> Expr<N> {
    /// log Σᵢ exp(xᵢ), which does not overflow; −∞ for no elements.
    pub fn log_sum_exp(self) -> Expr<Summarise<LogSumExp, N>> {
        Expr(Summarise::new(self.0))
    }

    /// The largest element; −∞ for no elements. `theta.greater(theta.largest())` is 0 for all elements, and
    /// `1.0 - theta.less(theta.largest())` is 1 for the largest element and 0 for all others.
    pub fn largest(self) -> Expr<Summarise<Largest, N>> {
        Expr(Summarise::new(self.0))
    }

    /// The smallest element; ∞ for no elements.
    pub fn smallest(self) -> Expr<Summarise<Smallest, N>> {
        Expr(Summarise::new(self.0))
    }

    /// The probabilities exp(xᵢ) / Σⱼ exp(xⱼ).
    pub fn softmax(self) -> Expr<Softmax<Linear, N>> {
        Expr(Softmax::new(self.0))
    }

    /// The logarithms of the probabilities, xᵢ − log Σⱼ exp(xⱼ).
    pub fn log_softmax(self) -> Expr<Softmax<Logarithmic, N>> {
        Expr(Softmax::new(self.0))
    }

    /// The running sums x₀, x₀ + x₁, …
    pub fn cumulative_sum(self) -> Expr<CumulativeSum<N>> {
        Expr(CumulativeSum::new(self.0))
    }

    /// The sums of `window` neighbours, x₀ + … + x₍w₋₁₎, x₁ + … + x₍w₎, …: for n elements there are n − w +
    /// 1 sums.
    ///
    /// A window of 0 elements, or of more than the vector has, is an error of `compile()`. No sum is updated
    /// by subtraction, so each has the rounding error of adding its own w elements, at most (w − 1) 2⁻⁵³ Σ
    /// |xⱼ| over them, wherever it is in the vector. The cost does not grow with the window beyond 32
    /// elements. A moving average is `x.moving_sum(w) / w as f64`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { x: vector(4) }
    /// let model = model! { x |= normal(0.0, 1.0), pairs = x.moving_sum(2), increment(pairs.sum()) };
    /// assert_eq!(model.compile()?.constrain(&[1.0, 2.0, 5.0, 9.0])?.get("pairs")?, [3.0, 7.0, 14.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn moving_sum(self, window: usize) -> Expr<Whole<MovingSum, (Stored<N>,), Vector<Dyn>>> {
        Expr(Whole::new(MovingSum { window }, (Stored::new(self.0),)))
    }

    /// The vector shifted by `count` steps: xᵢ₋ₖ with k = `count`, and `first` for the first k elements, a
    /// number or a vector of k numbers in the order of time.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [1.0, 2.0, 4.0];
    /// params! { mu: real(), phi: real() }
    /// let model = model! {
    ///     mu  |= normal(0.0, 1.0),
    ///     phi |= normal(0.0, 1.0),
    ///     before = data(&y).lagged(1, mu),
    ///     data(&y) |= normal(mu + phi * before, 1.0),
    /// };
    /// assert_eq!(model.compile()?.constrain(&[0.5, 0.1])?.get("before")?, [0.5, 1.0, 2.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`compile`](crate::posterior::compile::Compile::compile) refuses 0 steps, more steps than there are
    /// elements, and a `first` of another length.
    pub fn lagged<First: IntoExpr>(self, count: usize, first: First) -> Expr<Lagged<N, First::Node>>
    where
        <First::Node as Expression>::Shape: PartOfVector,
    {
        Expr(Lagged::new(self.0, count, first.into_expr().0))
    }

    /// The convolution with weights, backward in time: Σₖ wₖ xᵢ₋ₖ for k = 0, 1, …, as far as there are
    /// weights and elements. A convolution of earlier elements only is `x.lagged(1, 0.0).convolve(w)`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { x: vector(4) }
    /// let model = model! { x |= normal(0.0, 1.0), seen = x.convolve(&[0.5, 0.25]), increment(seen.sum()) };
    /// assert_eq!(model.compile()?.constrain(&[4.0, 8.0, 0.0, 0.0])?.get("seen")?, [2.0, 5.0, 2.0, 0.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn convolve<Weights: IntoExpr>(self, weights: Weights) -> OfTwo<Convolve, N, Weights::Node>
    where
        <Weights::Node as Expression>::Shape: VectorShape,
    {
        Expr(Whole::new(Convolve, (Stored::new(self.0), Stored::new(weights.into_expr().0))))
    }

    /// The sample variance Σᵢ (xᵢ − x̄)² / (n − 1) of at least two elements.
    pub fn variance(self) -> Expr<Summarise<Variance, N>> {
        Expr(Summarise::new(self.0))
    }

    /// The sample standard deviation, the root of the [`variance`](Self::variance).
    pub fn sd(self) -> Expr<Unary<Sqrt, Summarise<Variance, N>>> {
        self.variance().sqrt()
    }

    /// The pieces of a stick of length 1 that is broken repeatedly, at the given fractions of the remaining
    /// stick: one piece more than fractions, with the sum 1.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { v: vector(2).interval(0.0, 1.0) }
    /// let model = model! { v |= beta(1.0, 10.0), w = v.stick_breaking() };
    /// assert_eq!(model.compile()?.constrain(&[0.0, 0.0])?.get("w")?, [0.5, 0.25, 0.25]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn stick_breaking(self) -> Expr<Whole<StickBreaking, (Stored<N>,), Vector<Dyn>>> {
        Expr(Whole::new(StickBreaking, (Stored::new(self.0),)))
    }

    /// Elements by index, counted from 0: one element by a `usize`, a vector of elements by a slice of
    /// integers or by a discrete parameter. The index of a component of a mixture, from
    /// [`components`](crate::distribution::components), is an index too.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let county = [0, 0, 1, 2, 2];
    /// let y = [1.2, 0.8, 2.0, 0.1, 0.4];
    /// params! { alpha: vector(3) }
    /// let model = model! {
    ///     alpha |= normal(0.0, 1.0),
    ///     data(&y) |= normal(alpha.at(&county), 1.0),
    ///     increment(-alpha.at(2).square()),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 3);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// A vector can also be indexed by a discrete parameter, by elements of a discrete parameter at indices
    /// of data, and by sums and products of these with integers. In this example each label has the
    /// probability that a person assigns it to an item, in a table by class, person and label:
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let (item, label) = ([0, 0, 1, 1], [1, 1, 0, 2]);
    /// params! { said: simplex(3).rows(2), class: vector(2).category(2) }
    /// let model = model! {
    ///     said  |= dirichlet(1.0),
    ///     class |= categorical(&[0.5, 0.5]),
    ///     increment(said.flatten().at(3 * class.at(&item) + data(&label)).log()),
    /// };
    /// assert_eq!(model.marginalise(class).compile()?.dimension(), 4);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn at<I: IntoIndex>(self, index: I) -> Expr<I::Node<N>> {
        Expr(index.index(self.0))
    }

    /// The elements of a range.
    pub fn slice(self, range: Range<usize>) -> Expr<View<SliceOf, N, Vector<Dyn>>> {
        Expr(View::new(self.0, SliceOf { range: range.into() }))
    }
}

/// An index of a vector.
#[diagnostic::on_unimplemented(
    message = "a vector cannot be indexed by `{Self}`",
    label = "not an index",
    note = "one element is picked by a `usize`, many by a slice of integers such as `&county`"
)]
pub trait IntoIndex {
    /// The expression that gathers elements of `N`.
    type Node<N: Expression>: Expression;

    /// Gathers elements of a vector.
    fn index<N: Expression>(self, vector: N) -> Self::Node<N>;
}

/// A discrete parameter as an index: `mu.at(z)`.
impl<Var: Name, Sh: Shape, Seen: DeclaredData> IntoIndex for Expr<Parameter<Var, Sh, Integers, Seen>> {
    type Node<N: Expression> = GatherBy<N, Parameter<Var, Sh, Integers, Seen>>;
    fn index<N: Expression>(self, vector: N) -> Self::Node<N> {
        GatherBy::within(vector, self.0, self.0.support)
    }
}

/// Elements of a discrete parameter as an index, chosen by indices of data: `mu.at(z.at(&group))`.
impl<'a, I: Index, Var: Name, Sh: Shape, Seen: DeclaredData> IntoIndex
    for Expr<Gather<&'a [I], Parameter<Var, Sh, Integers, Seen>>>
{
    type Node<N: Expression> = GatherBy<N, Gather<&'a [I], Parameter<Var, Sh, Integers, Seen>>>;

    fn index<N: Expression>(self, source: N) -> Self::Node<N> {
        GatherBy::within(source, self.0, self.0.source().support)
    }
}

/// One element of a discrete parameter as an index: `mu.at(z.at(3))`.
impl<Var: Name, Sh: Shape, Seen: DeclaredData> IntoIndex
    for Expr<View<ElementOf, Parameter<Var, Sh, Integers, Seen>, Scalar>>
{
    type Node<N: Expression> = GatherBy<N, View<ElementOf, Parameter<Var, Sh, Integers, Seen>, Scalar>>;

    fn index<N: Expression>(self, source: N) -> Self::Node<N> {
        GatherBy::within(source, self.0, self.0.source().support)
    }
}

/// A sum or a product of discrete parameters and integers: `p.at(3 * z.at(&item) + data(&offset))`.
impl<Function, L, R, Sh> IntoIndex for Expr<Binary<Function, L, R, Sh>>
where
    Binary<Function, L, R, Sh>: WholeNumber,
{
    type Node<N: Expression> = GatherBy<N, Binary<Function, L, R, Sh>>;

    fn index<N: Expression>(self, source: N) -> Self::Node<N> {
        GatherBy::new(source, self.0)
    }
}

/// The index of a component of a mixture, which chooses one element.
impl IntoIndex for Expr<ComponentIndex> {
    type Node<N: Expression> = ComponentElement<N>;
    fn index<N: Expression>(self, vector: N) -> ComponentElement<N> {
        ComponentElement::new(vector, self.0)
    }
}

impl IntoIndex for usize {
    type Node<N: Expression> = View<ElementOf, N, Scalar>;
    fn index<N: Expression>(self, vector: N) -> View<ElementOf, N, Scalar> {
        View::new(vector, ElementOf { index: self })
    }
}

/// Labels as an index: for each row, the element of its level.
impl<'a> IntoIndex for &'a Labels {
    type Node<N: Expression> = Gather<&'a [usize], N>;
    fn index<N: Expression>(self, vector: N) -> Gather<&'a [usize], N> {
        Gather::new(vector, self.codes())
    }
}

impl<'a, I: Index> IntoIndex for &'a [I] {
    type Node<N: Expression> = Gather<&'a [I], N>;
    fn index<N: Expression>(self, vector: N) -> Gather<&'a [I], N> {
        Gather::new(vector, self)
    }
}

impl<'a, I: Index> IntoIndex for &'a Vec<I> {
    type Node<N: Expression> = Gather<&'a [I], N>;
    fn index<N: Expression>(self, vector: N) -> Gather<&'a [I], N> {
        Gather::new(vector, self)
    }
}

impl<'a, I: Index, const LENGTH: usize> IntoIndex for &'a [I; LENGTH] {
    type Node<N: Expression> = Gather<&'a [I], N>;
    fn index<N: Expression>(self, vector: N) -> Gather<&'a [I], N> {
        Gather::new(vector, self)
    }
}
