//! The solution of a differential equation. The maths is in [`BoundOde`](crate::time::BoundOde).

mod check;
mod leaf;
mod piece;

pub use leaf::{OdeNumber, OdeTime, OfState};
pub use piece::OdePiece;

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{ClosureKey, Compiler, OpenOde};
use crate::contract::expression::{Describe, Expression, Expressions, expression};
use crate::contract::node::{Node, Tuple};
use crate::error::Error;
use crate::frame::Slot;
use crate::node::{Constant, Stored};
use crate::shape::{Extent, Shape, Sides, Size};
use crate::time::{
    BoundOde, DormandPrince, OdeLinearForm, OdeSettings, RowSteps, RungeKutta, SolutionMemory,
};
use core::marker::PhantomData;

/// The solution at `Time` of the equation with the initial values `Initial` and the derivatives `Slopes`.
#[derive(Clone, Copy, Debug)]
pub struct Ode<Time, Initial, Jumped, Slopes, Method, Sh> {
    key: ClosureKey,
    times: Stored<Time>,
    pub(crate) initial: Initial,
    /// The times at which the state jumps, and the sizes of the jumps, if the number of a part is given.
    jumped: Jumped,
    part: Option<usize>,
    slopes: Slopes,
    pub(crate) settings: OdeSettings,
    shape: PhantomData<fn() -> (Method, Sh)>,
}

/// The times of jumps, and their sizes.
pub type JumpsOf<When, Sizes> = (Stored<When>, Stored<Sizes>);

/// An equation with a part that jumps.
pub type Jumping<Time, Initial, When, Sizes, Slopes, Method, Sh> =
    Ode<Time, Initial, JumpsOf<When, Sizes>, Slopes, Method, Sh>;

/// The type of an equation's jumps if there are none.
pub type NoJumps = JumpsOf<Constant, Constant>;

impl<Time: Expression, Initial: Expressions, Slopes: Expressions<Bound: RowSteps>, Sh: Shape>
    Ode<Time, Initial, NoJumps, Slopes, DormandPrince, Sh>
{
    /// Returns the equation whose right-hand side reads the expressions with this key.
    pub(crate) fn new(key: ClosureKey, times: Time, initial: Initial, slopes: Slopes) -> Self {
        let settings = OdeSettings { initial_time: 0.0, relative: 1e-6, absolute: 1e-6, max_steps: 10_000 };
        let nothing = Stored::new(Constant(0.0));
        let (times, jumped) = (Stored::new(times), (nothing, nothing));
        Self { key, times, initial, jumped, part: None, slopes, settings, shape: PhantomData }
    }
}

impl<
    Time: Expression,
    Initial: Expressions,
    Jumped: Expressions,
    Slopes: Expressions<Bound: RowSteps>,
    Method: RungeKutta,
    Sh: Shape,
> Ode<Time, Initial, Jumped, Slopes, Method, Sh>
{
    /// Returns the equation with another method.
    pub(crate) fn by<Other: RungeKutta>(self) -> Ode<Time, Initial, Jumped, Slopes, Other, Sh> {
        let Self { key, times, initial, jumped, part, slopes, settings, .. } = self;
        Ode { key, times, initial, jumped, part, slopes, settings, shape: PhantomData }
    }

    /// Returns the equation with a part of the state that jumps at times by sizes.
    pub(crate) fn jumping<When: Expression, Sizes: Expression>(
        self,
        part: usize,
        when: When,
        sizes: Sizes,
    ) -> Jumping<Time, Initial, When, Sizes, Slopes, Method, Sh> {
        let Self { key, times, initial, slopes, settings, .. } = self;
        let jumped = (Stored::new(when), Stored::new(sizes));
        Ode { key, times, initial, jumped, part: Some(part), slopes, settings, shape: PhantomData }
    }

    /// Returns the number of times, and the number of elements of the state.
    fn size(&self) -> Size {
        let sizes = self.initial.sizes();
        let width = sizes[..Initial::COUNT].iter().map(|size| size.length());
        Size::new(self.times.count(), width.fold(0, usize::saturating_add))
    }

    /// Returns the node that computes its values in `slot`, or in a slot of its own if none is given.
    fn bind_at(
        self,
        slot: Option<Slot>,
        compiler: &mut Compiler,
    ) -> Result<<Self as Expression>::Bound, Error> {
        self.check(compiler)?;
        let size = Self::size(&self);
        let times = self.times.bind(compiler)?;
        let initial = self.initial.bind(compiler, |_| "the initial value of the equation".to_owned())?;
        let jumped = self.jumped.bind(compiler, |_| "the jumps of the equation".to_owned())?;
        let values = slot.unwrap_or_else(|| compiler.slot_of(size.extent::<Sh>()));
        compiler.check_claims()?;
        let sides = Tuple::sides(&initial);
        let parts: Vec<Extent> = (0..Initial::COUNT).map(|place| sides[place].extent()).collect();
        let mut memory = SolutionMemory::claim::<Method>(values, size, &parts, compiler);
        compiler.check_claims()?;
        let form = self.claim_course(&mut memory, &parts, compiler);
        compiler.check_claims()?;
        let open = OpenOde {
            key: self.key,
            time: memory.time,
            parts: memory.points.to_vec(),
            points: memory.points_of_stages,
            inputs: Vec::new(),
        };
        let (slopes, open) = compiler.within(open, |compiler| {
            self.slopes.bind(compiler, |_| "the right-hand side of the equation".to_owned())
        });
        let (slopes, inputs) = (slopes?, open.inputs.into_boxed_slice());
        if !inputs.is_empty() && !const { <Time::Bound as Node>::FACTS.vars.is_empty() } {
            let reason = "the times of an equation with an input that is constant between times must be data";
            return Err(compiler.context().refused("piecewise", reason.to_owned()));
        }
        if let Some(form) = form {
            let pieces = inputs.iter().fold(0_usize, |sum, input| sum.saturating_add(input.count));
            memory.claim_linear(form, self.legs(), pieces, compiler);
            compiler.check_claims()?;
        }
        Ok(BoundOde::new(initial, times, (jumped, self.part, inputs), slopes, memory, self.settings))
    }

    /// Returns the number of times and jumps.
    fn legs(&self) -> usize {
        let jumps = if self.part.is_some() { self.jumped.sizes()[0].length() } else { 0 };
        self.times.count().saturating_add(jumps)
    }

    /// Decides between steps, for which it reserves memory, and exponentials, whose form it returns.
    fn claim_course(
        &self,
        memory: &mut SolutionMemory,
        parts: &[Extent],
        compiler: &mut Compiler,
    ) -> Option<OdeLinearForm> {
        let form = if !<Self as Expression>::Bound::IS_LINEAR {
            Err("whose right-hand side is not linear in the state or reads the time".to_owned())
        } else if !compiler.rewrites() {
            Err("which is linear, but nothing is rewritten".to_owned())
        } else {
            <Self as Expression>::Bound::linear_form(parts, self.legs())
        };
        match form {
            Ok(form) => {
                compiler.note(format!("an equation, {form}"));
                Some(form)
            }
            Err(why) => {
                compiler.note(format!("an equation, {why}: it is solved in steps"));
                let in_lanes = <Self as Expression>::Bound::IS_IN_LANES;
                // Times that are parameters may be equal; steps of length 0 are then between them.
                let are_known = const { <Time::Bound as Node>::FACTS.vars.is_empty() };
                let stays = if are_known { 0 } else { self.times.count() };
                let steps = self.settings.max_steps.saturating_add(stays);
                memory.claim_steps::<Method>(steps, in_lanes, compiler);
                None
            }
        }
    }
}

impl<
    Time: Expression,
    Initial: Expressions,
    Jumped: Expressions,
    Slopes: Expressions<Bound: RowSteps>,
    Method: RungeKutta,
    Sh: Shape,
> Expression for Ode<Time, Initial, Jumped, Slopes, Method, Sh>
{
    type Shape = Sh;
    type Bound = BoundOde<Initial::Bound, Time::Bound, Jumped::Bound, Slopes::Bound, Method, Sh>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::of_shape::<Sh>(Self::size(self))
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        compiler.outside_rows(|compiler| self.bind_at(None, compiler))
    }

    fn bind_into(self, slot: Slot, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        compiler.outside_rows(|compiler| self.bind_at(Some(slot), compiler))
    }
}

impl<Time: Expression, Initial: Expressions, Jumped: Expressions, Slopes: Expressions, Method, Sh: Shape>
    Describe for Ode<Time, Initial, Jumped, Slopes, Method, Sh>
{
    fn describe(&self, text: &mut String) {
        text.push_str("ode(");
        self.times.source().describe(text);
        text.push_str(", ");
        self.initial.describe(0, text);
        text.push_str(", |t, y| ");
        self.slopes.describe(0, text);
        text.push(')');
    }
}

impl<Time, Initial, Jumped, Slopes, Method, Sh> RowFacts for Ode<Time, Initial, Jumped, Slopes, Method, Sh> {}

expression! {
    [Time, Initial, Jumped, Slopes, Method, Sh] Ode<Time, Initial, Jumped, Slopes, Method, Sh>;
}
