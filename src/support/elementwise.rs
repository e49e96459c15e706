//! Transforms that are the same for every element, and their supports.

use crate::compiler::Compiler;
use crate::contract::expression::Expressions;
use crate::contract::node::Packs;
use crate::contract::sketch::SupportSketch;
use crate::contract::transform::BoundRole;
use crate::contract::transform::SupportKind;
use crate::error::Error;
use crate::frame::{MAX_ARGUMENTS, Scratch};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, Dyn, Matrix, Scalar, Sides, Vector};
use crate::simd::Pack;
use crate::support::{BoundElementwise, Support, SupportOf};
use core::marker::PhantomData;
use pulp::Simd;
use typenum::U1;

/// A transform x = T(q) of single elements, given bounds.
pub trait Transform: Sealed + Copy + Send + Sync + 'static {
    /// False if `pull_back` does not read the number that `constrain` keeps.
    const KEEPS: bool = true;

    /// True if [`rest`](Self::rest) is implemented.
    const HAS_REST: bool = false;

    /// True if [`log_scale`](Self::log_scale) is not 0.
    const HAS_SCALE: bool = false;

    /// True if x = e^q + the bound.
    const IS_ABOVE: bool = false;

    /// The kind of the support, for conjugate updates.
    const KIND: SupportKind = SupportKind::Other;

    /// The names of the bounds.
    const BOUNDS: &[BoundRole];

    /// Returns the place of a bound that breaks a rule, and the rule; `None` if all bounds are valid.
    fn broken_rule(bounds: &[f64; MAX_ARGUMENTS]) -> Option<(usize, &'static str)>;

    /// Returns the contribution of bounds alone to log |∂x/∂q|, given the logarithms of those bounds for
    /// which they are known.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn log_scale<S: Simd>(bounds: &Packs<S>, _logarithm: impl Fn(usize) -> Option<Pack<S>>) -> Pack<S> {
        bounds[0].constant(0.0)
    }

    /// Returns x, the rest of log |∂x/∂q|, and a number that `pull_back` would otherwise compute again.
    fn constrain<S: Simd>(q: Pack<S>, bounds: &Packs<S>) -> (Pack<S>, Pack<S>, Pack<S>);

    /// Returns the rounding error of x, from q and the number kept.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn rest<S: Simd>(_q: Pack<S>, _kept: Pack<S>, _bounds: &Packs<S>, x: Pack<S>) -> Pack<S> {
        x.constant(0.0)
    }

    /// True if the transform computes the logarithms of a number above 0, or between 0 and 1:
    /// [`Placement::logarithms`](crate::contract::transform::Placement::logarithms).
    const HAS_LOGARITHMS: bool = false;

    /// Returns the results of `constrain` for one number, with a short latency.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn constrain_number<S: Simd>(simd: S, q: f64, bounds: &Packs<S>) -> ConstrainedNumber {
        let (x, log_jacobian, kept) = Self::constrain(Pack::splat(simd, q), bounds);
        let [x, log_jacobian, kept] = [x.first(), log_jacobian.first(), kept.first()];
        ConstrainedNumber { x, log_jacobian, kept, logarithms: [f64::NAN; 2] }
    }

    /// Returns the contribution of the logarithms' adjoints to q̄, from q and the number kept.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn pull_back_logarithms<S: Simd>(q: Pack<S>, _kept: Pack<S>, _adjoints: [Pack<S>; 2]) -> Pack<S> {
        q.constant(0.0)
    }

    /// Returns q̄ = ∂x/∂q x̄ + ∂ log |∂x/∂q| / ∂q, from q, the number kept, and x̄.
    fn pull_back<S: Simd>(q: Pack<S>, kept: Pack<S>, bounds: &Packs<S>, adjoint: Pack<S>) -> Pack<S>;

    /// Returns ∂x/∂a x̄ + ∂ log |∂x/∂q| / ∂a for each bound a.
    fn to_bounds<S: Simd>(q: Pack<S>, kept: Pack<S>, bounds: &Packs<S>, adjoint: Pack<S>) -> Packs<S>;

    /// Returns `x`, or the next number inside the support if rounding has put `x` on a bound or made it
    /// infinite.
    fn nudge_inside(x: f64, _bounds: &[f64; MAX_ARGUMENTS]) -> f64 {
        x.clamp(-f64::MAX, f64::MAX)
    }

    /// Returns q, or the rule that x breaks.
    fn unconstrain(x: f64, bounds: &[f64; MAX_ARGUMENTS]) -> Result<f64, &'static str>;
}

/// One number of a parameter, with the further results of its transform.
#[derive(Clone, Copy, Debug)]
pub struct ConstrainedNumber {
    /// The number.
    pub x: f64,
    /// The rest of log |∂x/∂q|.
    pub log_jacobian: f64,
    /// A number that `pull_back` would otherwise compute again.
    pub kept: f64,
    /// log x and 1/x for a number above 0, log x and log(1 − x) for a number between 0 and 1.
    pub logarithms: [f64; 2],
}

/// The support of elements with the transform `T`, between bounds that are numbers, data, or expressions of
/// other parameters.
#[derive(Clone, Copy, Debug)]
pub struct Elementwise<T, Bounds> {
    bounds: Bounds,
    /// The number of elements in a row of a matrix.
    columns: Option<usize>,
    transform: PhantomData<fn() -> T>,
}

impl<T, Bounds> Elementwise<T, Bounds> {
    /// Returns the support between these bounds, a tuple of expressions of the parameter's shape; in a
    /// matrix, for rows of `columns` elements.
    pub(crate) fn new(bounds: Bounds, columns: Option<usize>) -> Self {
        Self { bounds, columns, transform: PhantomData }
    }
}

impl<T: Transform, Bounds: Expressions> SupportOf<Scalar> for Elementwise<T, Bounds> {
    type Free = U1;
}

impl<T: Transform, Bounds: Expressions, N: Dimension> SupportOf<Vector<N>> for Elementwise<T, Bounds> {
    type Free = N;
}

impl<T: Transform, Bounds: Expressions, R: Dimension, C: Dimension> SupportOf<Matrix<R, C>>
    for Elementwise<T, Bounds>
{
    type Free = Dyn;
}

impl<T: Transform, Bounds: Expressions> Support for Elementwise<T, Bounds> {
    type Bound = BoundElementwise<T, Bounds::Bound>;

    fn sketch(&self) -> SupportSketch {
        SupportSketch::elementwise(T::BOUNDS, self.bounds.parts())
    }

    fn bind(self, compiler: &mut Compiler, length: usize, rows: usize) -> Result<Self::Bound, Error> {
        let bounds = self.bounds.bind(compiler, |_| "a bound".to_owned())?;
        let sides = self.bounds.sides();
        let (transposed, kept) = claim(&sides, self.columns, (rows, length), compiler)?;
        // A bound without elements has no first element.
        let first = |place: usize| match sides[place].length() {
            Some(0) => None,
            _ => self.bounds.datum(place, 0),
        };
        Ok(BoundElementwise {
            bounds,
            transposed,
            kept,
            log_scale: 0.0,
            starts_at_zero: first(0) == Some(0.0),
            ends_at_one: first(1) == Some(1.0),
            transform: PhantomData,
        })
    }
}

/// Checks that bounds with these sides fit a parameter with `rows` rows of `length` elements, and reserves
/// memory: for the coordinates of a matrix with these `columns`, and for the backward pass.
fn claim(
    sides: &[Sides],
    columns: Option<usize>,
    (rows, length): (usize, usize),
    compiler: &mut Compiler,
) -> Result<(Scratch, Scratch), Error> {
    for bound in sides.iter().filter_map(|sides| sides.length()) {
        if bound != length {
            return Err(compiler.context().wrong_length("a bound of the parameter", length, bound));
        }
    }
    let mut transposed = Scratch::default();
    if let Some(columns) = columns {
        transposed = compiler.scratch(length);
        for bound in sides.iter().filter_map(|sides| sides.columns) {
            if bound != columns {
                let what = "a row of a bound of the parameter";
                return Err(compiler.context().wrong_length(what, columns, bound));
            }
        }
    }
    Ok((transposed, compiler.scratch_of_rows(rows, length)))
}

sealed! {
    [T, Bounds] Elementwise<T, Bounds>;
}
