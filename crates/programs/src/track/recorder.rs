//! The recorder behind a tape.

use super::{Kind, NodeId, Operand, Source};

/// A step of a run.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RecordedStep<'a> {
    /// The kind of the step.
    pub kind: Kind,
    /// The value; true is 1.
    pub value: f64,
    /// The operands from which the value is computed.
    pub parents: &'a [Operand],
    /// The innermost branch that led to the step; [`NodeId::NONE`] if there is none.
    pub control: NodeId,
    /// The call that contains the step; [`NodeId::NONE`] outside of calls.
    pub call: NodeId,
    /// The expression in the source.
    pub source: &'static Source,
}

/// A recorder of the steps of a run: a [`List`](super::List), or a user's own type that counts, filters, or
/// prints steps.
///
/// ```
/// use monomorph::track::{NodeId, Recorder, RecordedStep, op, track_with};
///
/// /// How many steps there were.
/// #[derive(Default)]
/// struct Count(u32);
///
/// impl Recorder for Count {
///     fn record(&mut self, step: RecordedStep<'_>) -> NodeId {
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
    /// Records a step, and returns its node.
    fn record(&mut self, step: RecordedStep<'_>) -> NodeId;

    /// True if the steps inside a tracked function are recorded; if not, its call is one step.
    fn enters(&mut self, function: &'static str) -> bool;
}
