//! The recorder behind a tape.

use super::{Kind, NodeId, Operand, Source};

/// A step, as it happened.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The kind of the step.
    pub kind: Kind,
    /// The value; true is 1.
    pub value: f64,
    /// The operands from which the value is computed.
    pub parents: &'a [Operand],
    /// The branch because of which the step happened; [`NodeId::NONE`] if it happens always.
    pub control: NodeId,
    /// The call that the step stands in; [`NodeId::NONE`] outside of calls.
    pub call: NodeId,
    /// The expression.
    pub source: &'static Source,
}

/// Records the steps of a run: a [`List`](super::List), or something of the user's that counts, filters, or
/// prints them.
///
/// ```
/// use monomorph::track::{NodeId, Recorder, Step, op, track_with};
///
/// /// How many steps there were.
/// #[derive(Default)]
/// struct Count(u32);
///
/// impl Recorder for Count {
///     fn record(&mut self, step: Step<'_>) -> NodeId {
///         self.0 += 1;
///         NodeId::NONE
///     }
///
///     fn enters(&mut self, function: &'static str) -> bool {
///         false
///     }
/// }
///
/// let (value, count) = track_with(Count::default(), |tape| {
///     let x = tape.input("x", 2.0);
///     op::mul(x, x, tape.here())
/// });
/// assert_eq!((value.value(), count.0), (4.0, 2));
/// ```
pub trait Recorder {
    /// Records a step, and says which node it is.
    fn record(&mut self, step: Step<'_>) -> NodeId;

    /// True if the steps inside a tracked function are recorded; if not, its call is one step.
    fn enters(&mut self, function: &'static str) -> bool;
}
