//! A user-defined function of whole values: y = f(X₁, …, Xₖ), with X̄ⱼ += (∂f/∂Xⱼ)ᵀ ȳ.
//!
//! Arguments and value are stored in the workspace, as for every [operation](crate::contract::operation);
//! here they are plain slices.

use crate::contract::expression::Expressions;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::custom::Arguments;
use crate::error::Error;
use crate::expression::Expr;
use crate::frame::{Adjoints, Operands};
use crate::node::Whole;
use crate::sealed::Sealed;
use crate::shape::{Shape, Size};
use core::ops::Index;
use pulp::Simd;

/// A function of whole values.
///
/// `value` and `adjoint` are called in every evaluation: they should neither allocate nor panic. If the
/// value does not exist, `value` writes NaN, and the log density is −∞.
///
/// ```
/// use monomorph::custom::{CustomOperation, Inputs, Outputs, check_operation, operation};
/// use monomorph::prelude::*;
/// use monomorph::shape::{Dyn, Size, Vector};
///
/// /// Exponential smoothing: s₀ = x₀, sₜ = a xₜ + (1 − a) sₜ₋₁, of a vector x and a number a.
/// #[derive(Clone, Copy, Debug)]
/// struct Smooth;
///
/// impl CustomOperation for Smooth {
///     const NAME: &'static str = "smooth";
///     type Shape = Vector<Dyn>;
///
///     fn size(&self, sizes: &[Size]) -> Result<Size, String> {
///         if sizes[0].length() > 0 { Ok(sizes[0]) } else { Err("a series needs an element".to_owned()) }
///     }
///
///     fn value(&self, inputs: Inputs<'_>, _: &mut [f64], value: &mut [f64]) {
///         let (x, a) = (&inputs[0], inputs[1][0]);
///         value[0] = x[0];
///         for t in 1..x.len() {
///             value[t] = a * x[t] + (1.0 - a) * value[t - 1];
///         }
///     }
///
///     fn adjoint(&self, inputs: Inputs<'_>, _: &mut [f64], outputs: &mut Outputs<'_>) {
///         let (x, a, s) = (&inputs[0], inputs[1][0], outputs.value);
///         let mut behind = 0.0;                               // what later values pass back
///         for t in (0..x.len()).rev() {
///             let adjoint = outputs.adjoint[t] + behind;
///             let (weight, by_a) = if t > 0 { (a, x[t] - s[t - 1]) } else { (1.0, 0.0) };
///             outputs.add(0, t, weight * adjoint);
///             outputs.add(1, 0, by_a * adjoint);
///             behind = (1.0 - a) * adjoint;
///         }
///     }
/// }
///
/// check_operation(&Smooth, &[(&[1.0, 3.0, 2.0], Size::new(3, 1)), (&[0.3], Size::SCALAR)]).unwrap();
///
/// let (x, y) = ([1.0, 3.0, 2.0, 4.0], [1.1, 1.5, 1.8, 2.6]);
/// params! { a: interval(0.0, 1.0), sigma: positive() }
/// let model = model! {
///     a |= uniform(0.0, 1.0),
///     sigma |= exponential(1.0),
///     trend = operation(&Smooth, (data(&x), a)),
///     data(&y) |= normal(trend, sigma),
/// };
/// assert_eq!(model.compile()?.dimension(), 2);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub trait CustomOperation: Clone + Send + Sync + 'static {
    /// The name in messages and in the graph.
    const NAME: &'static str;

    /// The shape of the value: `Scalar`, `Vector<Dyn>` or `Matrix<Dyn, Dyn>`.
    type Shape: Shape;

    /// Returns the size of the value, given the sizes of the arguments, or the reason why these are wrong,
    /// which `compile()` reports.
    fn size(&self, sizes: &[Size]) -> Result<Size, String>;

    /// Returns the size of the working memory that `value` and `adjoint` need.
    fn memory(&self, _sizes: &[Size]) -> usize {
        0
    }

    /// Writes the value. The working memory contains arbitrary numbers.
    fn value(&self, inputs: Inputs<'_>, memory: &mut [f64], value: &mut [f64]);

    /// Adds (∂f/∂Xⱼ)ᵀ ȳ to the adjoints of the arguments. Working memory is as `value` left it.
    fn adjoint(&self, inputs: Inputs<'_>, memory: &mut [f64], outputs: &mut Outputs<'_>);
}

/// The values of an operation's arguments: `inputs[0]` is the first, row by row if it is a matrix.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    values: &'a [&'a [f64]],
    sizes: &'a [Size],
}

impl<'a> Inputs<'a> {
    /// Returns the inputs with these values and these sizes.
    pub(super) fn new(values: &'a [&'a [f64]], sizes: &'a [Size]) -> Self {
        Self { values, sizes }
    }

    /// Returns the numbers of rows and columns of an argument.
    pub fn size(&self, place: usize) -> Size {
        self.sizes[place]
    }
}

impl Index<usize> for Inputs<'_> {
    type Output = [f64];

    fn index(&self, place: usize) -> &[f64] {
        self.values[place]
    }
}

/// The value of an operation with its adjoint, and the adjoints of its arguments.
pub struct Outputs<'a> {
    /// The value, as `value` wrote it.
    pub value: &'a [f64],
    /// The adjoint of the value.
    pub adjoint: &'a [f64],
    arguments: Adjoints<'a>,
}

impl<'a> Outputs<'a> {
    /// Returns the value, with the adjoints of `arguments`.
    pub(super) fn new(value: &'a [f64], arguments: Adjoints<'a>) -> Self {
        Self { value, adjoint: arguments.value, arguments }
    }

    /// Returns the adjoint of an argument, to which the operation adds; `None` if the adjoint is not needed,
    /// as for data.
    pub fn of(&mut self, place: usize) -> Option<&mut [f64]> {
        self.arguments.of(place)
    }

    /// Adds to the adjoint of one element of an argument, if the adjoint is needed.
    pub fn add(&mut self, place: usize, element: usize, adjoint: f64) {
        if let Some(adjoints) = self.of(place) {
            adjoints[element] += adjoint;
        }
    }
}

/// A user-defined operation before it is bound, with the size of its value.
#[derive(Debug)]
pub struct WrittenOperation<'a, Op> {
    operation: &'a Op,
    /// The size of the value. It is computed once, because the reserved and the used memory must have the
    /// same size, even if the operation returns another size later.
    size: Option<Size>,
}

/// A user-defined operation as it runs.
#[derive(Clone, Debug)]
pub struct BoundCustomOperation<Op> {
    operation: Op,
    count: usize,
}

/// A user-defined operation as an expression.
pub type Applied<'a, Op, Nodes> = Whole<WrittenOperation<'a, Op>, Nodes, <Op as CustomOperation>::Shape>;

/// Returns the expression that a [`CustomOperation`] computes from a tuple of arguments: expressions, data
/// and numbers.
///
/// See [`CustomOperation`] for an example.
///
/// # Errors
///
/// `compile()` reports the errors of [`size`](CustomOperation::size) for arguments that do not fit.
pub fn operation<Op: CustomOperation, Given: Arguments<COUNT>, const COUNT: usize>(
    operation: &Op,
    arguments: Given,
) -> Expr<Applied<'_, Op, Given::InSlots>> {
    let nodes = arguments.into_slots();
    let size = operation.size(&nodes.sizes()[..COUNT]).ok().map(Size::known::<Op::Shape>);
    Expr(Whole::new(WrittenOperation { operation, size }, nodes))
}

impl<Op> Clone for WrittenOperation<'_, Op> {
    fn clone(&self) -> Self {
        *self
    }
}

// An operation is borrowed, so it need not be `Copy` itself.
impl<Op> Copy for WrittenOperation<'_, Op> {}

impl<Op> Sealed for WrittenOperation<'_, Op> {}

impl<Op: CustomOperation> Operation for WrittenOperation<'_, Op> {
    type Bound = BoundCustomOperation<Op>;
    const TAKES_NOTHING: bool = true;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}({})", Op::NAME, arguments.join(", "))
    }

    fn size(&self, _: &Sizes) -> Size {
        // If there is no size, `bind` reports the error.
        self.size.unwrap_or(Size::SCALAR.known::<Op::Shape>())
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self::Bound, Error> {
        let sizes = setup.sizes();
        let sizes = &sizes[..setup.count()];
        match (self.operation.size(sizes), self.size) {
            (Ok(size), Some(claimed)) if size.known::<Op::Shape>() == size && size == claimed => {}
            (Ok(size), _) => {
                let rule = format!("the size {} × {} is not one of its shape", size.rows, size.columns);
                return Err(setup.refused(Op::NAME, rule));
            }
            (Err(rule), _) => return Err(setup.refused(Op::NAME, rule)),
        }
        setup.claim_scratch(self.operation.memory(sizes));
        Ok(BoundCustomOperation { operation: self.operation.clone(), count: sizes.len() })
    }
}

impl<Op> Sealed for BoundCustomOperation<Op> {}

impl<Op: CustomOperation> BoundOperation for BoundCustomOperation<Op> {
    const FACTS: OperationFacts = OperationFacts::NONE;

    fn forward<S: Simd>(&self, _: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        let inputs = Inputs::new(&operands.arguments[..self.count], &sizes[..self.count]);
        self.operation.value(inputs, operands.scratch, operands.value);
    }

    fn backward<S: Simd>(
        &self,
        _: S,
        sizes: &Sizes,
        _: Size,
        operands: Operands<'_>,
        adjoints: Adjoints<'_>,
    ) {
        let inputs = Inputs::new(&operands.arguments[..self.count], &sizes[..self.count]);
        self.operation.adjoint(inputs, operands.scratch, &mut Outputs::new(operands.value, adjoints));
    }
}
