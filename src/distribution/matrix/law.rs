//! A distribution of a whole matrix as a law: one log density of all elements together.

use crate::contract::expression::{Expression, Expressions, Prepend};
use crate::contract::operation::Operation;
use crate::contract::sketch::LawSketch;
use crate::contract::transform::SupportKind;
use crate::distribution::{Argument, Law};
use crate::expression::IntoExpr;
use crate::node::{Stored, Whole};
use crate::sealed::Sealed;
use crate::shape::{Dimension, Matrix, SameDimension, Scalar, Shape};

/// The distribution whose log density is the operation `Density` on the variable and the arguments, which
/// are stored in slots.
#[derive(Clone, Copy, Debug)]
pub struct WholeLaw<Density, Arguments> {
    density: Density,
    arguments: Arguments,
}

/// A distribution with degrees of freedom `Nu` and the scale matrix `Scale`.
pub type OnScale<Density, Nu, Scale> =
    WholeLaw<Density, (Stored<<Nu as IntoExpr>::Node>, Stored<<Scale as IntoExpr>::Node>)>;

impl<Density: Operation, Arguments> WholeLaw<Density, Arguments> {
    /// Returns the distribution with these arguments.
    pub(in crate::distribution) fn new(density: Density, arguments: Arguments) -> Self {
        Self { density, arguments }
    }

    /// Returns the distribution with a modified density.
    pub(in crate::distribution) fn with(self, change: impl FnOnce(Density) -> Density) -> Self {
        Self { density: change(self.density), ..self }
    }
}

/// Shapes of square matrices.
#[diagnostic::on_unimplemented(
    message = "a value of the shape `{Self}` cannot follow a distribution of square matrices",
    label = "not a square matrix"
)]
pub trait OfMatrix: Shape {}

impl<Rows: SameDimension<Columns>, Columns: Dimension> OfMatrix for Matrix<Rows, Columns> {}

/// An operation that is the log density of a value of the shape `Sh`, its first argument.
#[diagnostic::on_unimplemented(
    message = "a value of the shape `{Sh}` cannot follow a distribution of matrices",
    label = "not a matrix"
)]
pub trait DensityOf<Sh: Shape>: Operation {
    /// The distribution's name in a model.
    const NAME: &'static str;

    /// The variable and the arguments with their domains, for sketches.
    const ARGUMENTS: &'static [Argument] = &[];

    /// The only supports on which a parameter can follow it: see [`Law::SUPPORT`].
    const SUPPORT: Option<(SupportKind, &'static str)> = None;
}

/// The variable, followed by the arguments.
pub type Of<Target, Arguments> = <Arguments as Prepend<Stored<Target>>>::Output;

impl<Density, Arguments> Sealed for WholeLaw<Density, Arguments> {}

impl<Density, Arguments, Target> Law<Target> for WholeLaw<Density, Arguments>
where
    Density: DensityOf<Target::Shape>,
    Arguments: Prepend<Stored<Target>> + Copy + Send + Sync,
    Of<Target, Arguments>: Expressions,
    Target: Expression,
{
    type LogDensity = Whole<Density, Of<Target, Arguments>, Scalar>;
    const CHECKED: () = ();
    const IS_ELEMENTWISE: bool = false;
    const SUPPORT: Option<(SupportKind, &'static str)> = Density::SUPPORT;

    fn log_density_at(self, variable: Target) -> Self::LogDensity {
        Whole::new(self.density, self.arguments.prepend(Stored::new(variable)))
    }

    fn broken_rule(&self, _: usize, _: f64) -> Option<&'static str> {
        None
    }

    fn sketch(&self, variable: Target) -> LawSketch {
        let parts = self.arguments.prepend(Stored::new(variable)).parts();
        match Density::ARGUMENTS {
            [] => LawSketch::of_parts(Density::NAME, parts).of_whole(),
            arguments => LawSketch::of_arguments(Density::NAME, arguments, parts).of_whole(),
        }
    }

    fn describe(&self, text: &mut String) {
        text.push_str(Density::NAME);
        text.push_str("(…)");
    }
}
