//! Solutions of ordinary differential equations: y′ = f(t, y, θ), y(t₀) = y₀, at times t₀ ≤ t₁ ≤ t₂ ≤ …
//!
//! **Forward.** The solution is computed by steps of a Runge–Kutta [`method`], as long as tolerances allow
//! ([`controller`]). The last step before a time ends at it, so all values are values of the method itself,
//! and none is interpolated. f is the expression tree of the closure, evaluated at the point of a [`stage`].
//!
//! **Backward.** The [`adjoint`] passes back through the steps of the forward pass, whose lengths are
//! constants, except for steps that end at a time. With λ the adjoint of the point after a step,
//!
//! K̄ᵢ = h bᵢ λ + h Σ_{l>i} aₗᵢ X̄ₗ,  X̄ᵢ = (∂f/∂y)ᵀ K̄ᵢ,  θ̄ += (∂f/∂θ)ᵀ K̄ᵢ,
//!
//! from the last stage to the first, and λ + Σᵢ X̄ᵢ is the adjoint of the point before it. The backward pass
//! of the tree gives the products. ([`newton`] has the equations of implicit methods.) A step that ends at a
//! time tₖ has
//!
//! h̄ = λ · Σ bᵢ Kᵢ + Σᵢ X̄ᵢ · Σⱼ aᵢⱼ Kⱼ + Σᵢ cᵢ T̄ᵢ,
//!
//! which is added to t̄ₖ and subtracted from t̄ₖ₋₁. So the gradient is that of the computed density, and
//! takes time proportional to the number of steps, however many parameters there are.
//!
//! **Breaks.** At times that are data, a part of the state jumps by numbers, whose adjoints are those of the
//! state, or an input changes its value. A step ends there, and the next one computes its own slopes.
//!
//! **Equal times**, and times equal to t₀, are one point of the solution, whose adjoint is the sum of the
//! adjoints of its values; at the time of a break the value is the point before the break. Between equal
//! times that are parameters there is a step of length 0, for which h̄ = λ · f.
//!
//! **Linear equations** are solved without steps, by [exponentials of matrices](linear).
//!
//! If steps become too many or too short, or a value is NaN, the values at this time and at all later times
//! are NaN, and no adjoint is passed on.
//!
//! Hairer, Nørsett and Wanner, "Solving ordinary differential equations I", sections II.4 and II.5; Sandu
//! 2006, "On the properties of Runge–Kutta discrete adjoints".

mod adjoint;
mod breaks;
mod controller;
mod explicit;
mod jacobian;
mod lanes;
mod leaf;
mod linear;
mod memory;
mod method;
mod newton;
mod piece;
mod rows;
mod stage;
mod stepper;
mod sums;
mod times;
pub(super) mod written;

use crate::contract::node::{
    Coefficients, Facts, Node, Tuple, is_active, joined, nothing, precompute_nothing,
};
use crate::erase::keep_names;
use crate::sealed::{Sealed, sealed};
use breaks::Breaks;
pub use leaf::{BoundOdeNumber, BoundOdeState, BoundOdeTime};
pub(crate) use linear::LinearForm;
pub(crate) use memory::{Settings, SolutionMemory};
pub use method::{DormandPrince, KennedyCarpenter, RungeKutta};
use monomorph_macros::inlined;
pub use piece::BoundOdePiece;

use crate::compiler::{Context, OdeInput};
use crate::contract::drawing::Drawn;
use crate::contract::scope::{Scope, Value};
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::node::{BoundStored, value_in_slot};
use crate::shape::{Shape, Sides, Size};
use crate::time::RowSteps;
use crate::time::unfold::rows::{CARRY, CLOCK, INPUT, Sweep};
use crate::time::unfold::scope::Within;
use core::marker::PhantomData;
use pulp::{Scalar, Simd};

/// The solution at some times of the equation whose right-hand side is `Slopes`, row by row.
#[derive(Clone, Debug)]
pub struct BoundOde<Initial, Time, Jumped, Slopes, Method, Sh> {
    initial: Initial,
    times: BoundStored<Time>,
    /// The times at which the state jumps, and the sizes of the jumps.
    jumped: Jumped,
    breaks: Breaks,
    slopes: Slopes,
    memory: SolutionMemory,
    settings: Settings,
    shape: PhantomData<fn() -> (Method, Sh)>,
}

#[inlined]
impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>
{
    /// True if the solution depends on data alone: `compile()` computes it, and every workspace begins with
    /// it.
    const IS_DATA: bool = Self::FACTS.is_data();

    /// Returns the solution at times, without its bound slopes.
    pub(crate) fn new(
        initial: Initial,
        times: BoundStored<Time>,
        (jumped, part, inputs): (Jumped, Option<usize>, Box<[OdeInput]>),
        slopes: Slopes,
        memory: SolutionMemory,
        settings: Settings,
    ) -> Self {
        let breaks = Breaks::new(part, inputs);
        Self { initial, times, jumped, breaks, slopes, memory, settings, shape: PhantomData }
    }

    /// Computes the values of all times.
    fn compute<C: Scope, S: Simd>(&self, sweep: &mut Sweep<Slopes, S>, simd: S, frame: &mut Frame<'_>) {
        // A constant chooses the function, because the compiler would visit both branches of an `if`.
        let solve = const { if Self::IS_LINEAR { Self::solve_either::<C, S> } else { Self::solve::<C, S> } };
        // The carried point may belong to an outer equation.
        let carried = frame.carried();
        solve(self, sweep, simd, frame);
        frame.put_back(carried);
    }

    /// Computes the solution if it depends on data alone.
    fn precompute_data(&mut self, frame: &mut Frame<'_>) {
        let simd = Scalar::new();
        let mut sweep = self.slopes.begin_sweep::<Within<Value, false>, Scalar>(simd, frame);
        self.compute::<Value, Scalar>(&mut sweep, simd, frame);
    }

    /// Passes on the adjoints of all values.
    fn pass_on_all<C: Scope, S: Simd>(&self, sweep: &mut Sweep<Slopes, S>, simd: S, frame: &mut Frame<'_>) {
        let pass_on = const {
            if Self::IS_LINEAR { Self::pass_on_either::<C, S> } else { Self::pass_on_in_steps::<C, S> }
        };
        let carried = frame.carried();
        pass_on(self, sweep, simd, frame);
        frame.put_back(carried);
    }

    /// Passes on the adjoints of all values, through the steps.
    fn pass_on_in_steps<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
    ) {
        let pass_on =
            const { if Self::IS_IN_LANES { Self::pass_on_in_lanes::<C, S> } else { Self::pass_on::<C, S> } };
        pass_on(self, sweep, simd, frame);
    }
}

impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape> Node
    for BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>
{
    type Shape = Sh;
    const FACTS: Facts = Facts {
        in_slot: true,
        computes_in_place: true,
        ..Facts::of(
            const {
                joined!(
                    Initial::FACTS.vars,
                    Time::FACTS.vars,
                    Jumped::FACTS.vars,
                    const { &Slopes::FACTS.vars.without_one(&CARRY).without_one(&INPUT).without_one(&CLOCK) }
                )
            },
        )
    };
    type State<S: Simd> =
        (Initial::State<S>, <BoundStored<Time> as Node>::State<S>, Jumped::State<S>, Sweep<Slopes, S>);
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::of_shape::<Sh>(self.memory.size)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn size(&self) -> Size {
        self.memory.size.known::<Sh>()
    }

    fn slot(&self) -> Slot {
        self.memory.values
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        let inner = context.outside_rows();
        self.initial.precompute(&inner, frame)?;
        self.times.precompute(&inner, frame)?;
        self.jumped.precompute(&inner, frame)?;
        self.slopes.precompute(&inner, frame)?;
        self.check_times(context, frame)?;
        self.read_breaks(context, frame)?;
        self.make_plan(frame);
        let compute = const { if Self::IS_DATA { Self::precompute_data } else { precompute_nothing } };
        compute(self, frame);
        Ok(())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        let initial = self.initial.begin::<C, S>(simd, frame);
        let times = self.times.begin::<C, S>(simd, frame);
        let jumped = self.jumped.begin::<C, S>(simd, frame);
        let mut sweep = self.slopes.begin_sweep::<Within<C, false>, S>(simd, frame);
        let compute = const { if Self::IS_DATA || C::SETS.again { nothing } else { Self::compute::<C, S> } };
        compute(self, &mut sweep, simd, frame);
        (initial, times, jumped, sweep)
    }

    value_in_slot!();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(
        &self,
        (initial, times, jumped, mut sweep): Self::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
    ) {
        let pass_on = const { if is_active::<C, Self>() { Self::pass_on_all::<C, S> } else { nothing } };
        pass_on(self, &mut sweep, simd, frame);
        if let Some(state) = sweep {
            self.slopes.end::<Within<C, false>, S>(state, simd, frame);
        }
        self.jumped.end::<C, S>(jumped, simd, frame);
        self.times.end::<C, S>(times, simd, frame);
        self.initial.end::<C, S>(initial, simd, frame);
    }
}

impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape> Coefficients
    for BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>
{
}

impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape> Drawn
    for BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>
{
}

sealed! {
    [Initial, Time, Jumped, Slopes, Method, Sh] BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>;
}

keep_names! {
    [Initial, Time, Jumped, Slopes, Method, Sh] BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>;
}
