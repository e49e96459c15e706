//! The checks that refuse equations when they are bound.

use super::Ode;
use crate::compiler::Compiler;
use crate::contract::expression::{Expression, Expressions};
use crate::contract::node::{Node, places};
use crate::error::Error;
use crate::shape::Shape;
use crate::time::{OdeSettings, RowSteps, RungeKutta};

impl<
    Time: Expression,
    Initial: Expressions,
    Jumped: Expressions,
    Slopes: Expressions<Bound: RowSteps>,
    Method: RungeKutta,
    Sh: Shape,
> Ode<Time, Initial, Jumped, Slopes, Method, Sh>
{
    /// Checks the settings, and that slopes have the shape of the state.
    pub(crate) fn check(&self, compiler: &Compiler) -> Result<(), Error> {
        let context = compiler.context();
        context.check_not_empty(&self.times)?;
        let OdeSettings { initial_time, relative, absolute, max_steps } = self.settings;
        let is_tolerance = |tolerance: f64| tolerance > 0.0 && tolerance.is_finite();
        if !is_tolerance(relative) || !is_tolerance(absolute) {
            let reason = format!("the tolerances are {relative} and {absolute}, and must be positive");
            return Err(context.refused("ode", reason));
        }
        if max_steps == 0 {
            return Err(context.refused("ode", "the number of steps must be at least 1".to_owned()));
        }
        if !initial_time.is_finite() {
            let reason = format!("the initial time is {initial_time}, and must be finite");
            return Err(context.refused("ode", reason));
        }
        self.check_jumps(compiler)?;
        for place in 0..Initial::COUNT {
            let part = if Initial::COUNT == 1 { String::new() } else { format!(" {}", place + 1) };
            let names = [format!("initial value{part} of the equation"), format!("derivative{part}")];
            let sides = [self.initial.sides()[place], self.slopes.sides()[place]];
            context.common_sides_of_steps(&sides, &|place| format!("the {}", names[place]))?;
            let size = self.initial.sides()[place].extent().size();
            context.check_not_empty_length(Some(size), &|| format!("the {}", names[0]))?;
        }
        Ok(())
    }

    /// Checks the part that jumps, and the number of jump sizes.
    fn check_jumps(&self, compiler: &Compiler) -> Result<(), Error> {
        let Some(part) = self.part else { return Ok(()) };
        let refused = |reason: String| Err(compiler.context().refused("ode", reason));
        if part >= Initial::COUNT {
            return refused(format!(
                "part {part} of the state jumps, but the state has {} parts, counted from 0",
                Initial::COUNT
            ));
        }
        if !const { places!(Jumped::Bound, |node| node.is_data())[0] } {
            return refused("the times of jumps depend on parameters; they must be data".to_owned());
        }
        if !const { <Time::Bound as Node>::FACTS.vars.is_empty() } {
            return refused("the times of an equation whose state jumps must be data".to_owned());
        }
        let [when, sizes, ..] = self.jumped.sizes();
        let (count, width) = (when.length(), self.initial.sizes()[part].length());
        if sizes.length() != count.saturating_mul(width) {
            let reason = format!(
                "there are {count} jumps of {width} elements, but {} sizes: each element of each jump needs \
                 one",
                sizes.length()
            );
            return refused(reason);
        }
        Ok(())
    }
}
