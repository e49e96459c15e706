//! The weights of a mixture by their shape: a vector has one for each component, a matrix a row of them for
//! each observation.

use crate::contract::expression::Expression;
use crate::node::{ColumnOf, ComponentColumn, ComponentElement, ComponentIndex, ElementOf, View};
use crate::shape::{Dimension, Matrix, Scalar, Shape, Size, Vector};

/// The shape of the weights of a mixture: a vector, or a row of them for each observation.
#[diagnostic::on_unimplemented(
    message = "weights of the shape `{Self}` are neither a vector nor a matrix",
    label = "a vector, or a matrix with a row for each observation, is wanted here"
)]
pub trait WeightShape: Shape {
    /// The weight of one component among the weights `N`: a number, or one for each observation.
    type Weight<N: Expression<Shape = Self>>: Expression;

    /// The weight of the component that is being evaluated.
    type WeightOfEach<N: Expression<Shape = Self>>: Expression;

    /// Returns the number of components for weights of a size.
    fn count(size: Size) -> usize;

    /// Returns the weight of the component with an index.
    fn weight<N: Expression<Shape = Self>>(weights: N, index: usize) -> Self::Weight<N>;

    /// Returns the weight of the component that is being evaluated.
    fn weight_of_each<N: Expression<Shape = Self>>(
        weights: N,
        index: ComponentIndex,
    ) -> Self::WeightOfEach<N>;
}

impl<Length: Dimension> WeightShape for Vector<Length> {
    type Weight<N: Expression<Shape = Self>> = View<ElementOf, N, Scalar>;
    type WeightOfEach<N: Expression<Shape = Self>> = ComponentElement<N>;

    fn count(size: Size) -> usize {
        size.length()
    }

    fn weight<N: Expression<Shape = Self>>(weights: N, index: usize) -> Self::Weight<N> {
        View::new(weights, ElementOf { index })
    }

    fn weight_of_each<N: Expression<Shape = Self>>(
        weights: N,
        index: ComponentIndex,
    ) -> Self::WeightOfEach<N> {
        ComponentElement::new(weights, index)
    }
}

impl<Rows: Dimension, Columns: Dimension> WeightShape for Matrix<Rows, Columns> {
    type Weight<N: Expression<Shape = Self>> = View<ColumnOf, N, Vector<Rows>>;
    type WeightOfEach<N: Expression<Shape = Self>> = ComponentColumn<N>;

    fn count(size: Size) -> usize {
        size.columns
    }

    fn weight<N: Expression<Shape = Self>>(weights: N, index: usize) -> Self::Weight<N> {
        View::new(weights, ColumnOf { index })
    }

    fn weight_of_each<N: Expression<Shape = Self>>(
        weights: N,
        index: ComponentIndex,
    ) -> Self::WeightOfEach<N> {
        ComponentColumn::new(weights, index)
    }
}
