//! The tape of a run: the calls and branches around the current step, and the recorder.

use super::source::At;
use super::{Kind, List, NodeId, Nodes, Operand, RecordedStep, Recorder, Source, Tracked};
use crate::native::Native;
use core::fmt;
use std::cell::RefCell;
use std::rc::Rc;

/// A record of the steps of a run; made by [`track`](fn@super::track), or belonging to a
/// [`Run`](crate::program::Run).
///
/// A tape that records nothing costs one test for each step.
pub struct Tape {
    state: Option<Rc<RefCell<State<dyn Recorder>>>>,
}

/// The list of a run of a program, which tapes share.
pub(crate) struct Recording {
    state: Rc<RefCell<State<List>>>,
}

impl Recording {
    /// Makes an empty list.
    pub(crate) fn new() -> Self {
        Self { state: Rc::new(RefCell::new(State::new(List::new()))) }
    }

    /// Returns a tape that records into the list.
    pub(crate) fn tape(&self) -> Tape {
        Tape::new(self.state.clone())
    }

    /// Takes the list that was recorded.
    pub(crate) fn take(&self) -> List {
        core::mem::replace(&mut *self.state.borrow_mut(), State::new(List::new())).recorder
    }
}

/// The calls and branches around a step, and its recorder.
pub(super) struct State<R: ?Sized> {
    call: NodeId,
    /// The branches that led to the step, the outermost first.
    controls: Vec<NodeId>,
    /// The number of calls around the step that are not entered.
    muted: u32,
    pub(super) recorder: R,
}

impl<R> State<R> {
    pub(super) fn new(recorder: R) -> Self {
        Self { call: NodeId::NONE, controls: Vec::new(), muted: 0, recorder }
    }
}

impl Tape {
    pub(super) fn new(state: Rc<RefCell<State<dyn Recorder>>>) -> Self {
        Self { state: Some(state) }
    }

    /// Makes a tape that records nothing.
    pub(crate) const fn off() -> Self {
        Self { state: None }
    }

    /// True if steps are recorded.
    pub fn is_on(&self) -> bool {
        self.state.is_some()
    }

    /// Returns a place without a source.
    pub fn here(&self) -> At<'_> {
        At { tape: self, source: Source::NONE }
    }

    /// Records an input of the run, with respect to which derivatives can be computed.
    pub fn input<T: Native>(&self, name: &'static str, value: T) -> Tracked<T> {
        let kind = Kind::Argument { name };
        let node = self.record(kind, value.to_number(), &[], Source::NONE);
        Tracked { value, node, is_fixed: false }
    }

    /// Records a step.
    #[inline]
    pub(crate) fn record(
        &self,
        kind: Kind,
        value: f64,
        parents: &[Operand],
        source: &'static Source,
    ) -> NodeId {
        let Some(state) = &self.state else { return NodeId::NONE };
        let state = &mut *state.borrow_mut();
        if state.muted > 0 {
            return NodeId::NONE;
        }
        let control = state.controls.last().copied().unwrap_or(NodeId::NONE);
        state.recorder.record(RecordedStep { kind, value, parents, control, call: state.call, source })
    }

    /// The number of branches around the step.
    pub fn depth(&self) -> usize {
        self.state.as_ref().map_or(0, |state| state.borrow().controls.len())
    }

    /// Leaves the branches that were entered since the depth was `depth`.
    pub fn close(&self, depth: usize) {
        if let Some(state) = &self.state {
            state.borrow_mut().controls.truncate(depth);
        }
    }

    /// Makes the next steps depend on a branch.
    pub(super) fn open(&self, jump: NodeId) {
        if let Some(state) = &self.state {
            state.borrow_mut().controls.push(jump);
        }
    }

    /// Enters a call of a tracked function.
    pub fn enter(&self, function: &'static str, source: &'static Source) -> Frame<'_> {
        let mut frame = Frame { tape: self, function, source, outer: NodeId::NONE, depth: 0, inputs: None };
        let Some(state) = &self.state else { return frame };
        let is_inside = state.borrow().muted > 0;
        if is_inside || !state.borrow_mut().recorder.enters(function) {
            state.borrow_mut().muted += 1;
            frame.inputs = Some(Vec::new());
            return frame;
        }
        let call = self.record(Kind::Call { function }, f64::NAN, &[], source);
        let state = &mut *state.borrow_mut();
        frame.outer = core::mem::replace(&mut state.call, call);
        frame.depth = state.controls.len();
        frame
    }
}

/// A running call of a tracked function; made by [`Tape::enter`].
#[derive(Debug)]
pub struct Frame<'a> {
    tape: &'a Tape,
    function: &'static str,
    source: &'static Source,
    /// The call that contains this one.
    outer: NodeId,
    /// The number of branches around the call.
    depth: usize,
    /// The arguments, if the call is not entered.
    inputs: Option<Vec<Operand>>,
}

impl Frame<'_> {
    /// Records an argument, and returns it as the function receives it.
    pub fn argument<N: Nodes>(&mut self, name: &'static str, mut value: N) -> N {
        if !self.tape.is_on() {
            return value;
        }
        if self.inputs.is_some() {
            self.reference(&value);
        } else {
            let kind = Kind::Argument { name };
            let record = |operand: Operand| self.tape.record(kind, operand.value, &[operand], self.source);
            value.set_nodes(&mut { record });
        }
        value
    }

    /// Records an argument by reference: its numbers keep the nodes of the caller.
    pub fn reference(&mut self, value: &(impl Nodes + ?Sized)) {
        if let Some(inputs) = &mut self.inputs {
            value.read(&mut |operand| inputs.push(operand));
        }
    }

    /// Returns to the caller a value behind a reference, which the function may have changed: it depends on
    /// the branches that led to an early return, and on the whole call if the call is one step.
    pub fn give_back(&self, value: &mut (impl Nodes + ?Sized)) {
        let Some(state) = &self.tape.state else { return };
        let Some(inputs) = &self.inputs else {
            if self.tape.depth() > self.depth {
                value.join_at(At { tape: self.tape, source: self.source });
            }
            return;
        };
        let kind = Kind::Call { function: self.function };
        state.borrow_mut().muted -= 1;
        value.set_nodes(&mut |operand| self.tape.record(kind, operand.value, inputs, self.source));
        state.borrow_mut().muted += 1;
    }

    /// Leaves the call with its result.
    pub fn leave<N: Nodes>(self, mut result: N) -> N {
        let Some(state) = &self.tape.state else { return result };
        let (kind, inputs) = match &self.inputs {
            Some(inputs) => {
                state.borrow_mut().muted -= 1;
                (Kind::Call { function: self.function }, Some(inputs.as_slice()))
            }
            None => (Kind::Return, None),
        };
        result.set_nodes(&mut |operand| {
            self.tape.record(kind, operand.value, inputs.unwrap_or(&[operand]), self.source)
        });
        if self.inputs.is_none() {
            let state = &mut *state.borrow_mut();
            state.call = self.outer;
            state.controls.truncate(self.depth);
        }
        result
    }
}

impl fmt::Debug for Tape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_on() { "Tape" } else { "Tape (off)" })
    }
}
