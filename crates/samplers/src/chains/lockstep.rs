//! Chains that evaluate their points together, so that data are read from memory once for all of them.
//!
//! Chains do not depend on each other: each runs in its own thread, and waits in the evaluation of a
//! gradient until all members of its group wait. The last member that arrives evaluates all points. A chain
//! [joins](Lockstep::join) its group while it makes iterations, and leaves it when the chain ends, fails or
//! panics, so that no member waits for a thread that does not run.

use crate::density::{Evaluation, MAX_POINTS, MultiPoint};
use crate::workspace::Workspace;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The groups of chains that evaluate their points together.
pub struct Lockstep<'a> {
    groups: Vec<Group<'a>>,
    /// The number of chains of a group.
    size: usize,
}

/// One group of chains.
struct Group<'a> {
    density: &'a dyn MultiPoint,
    state: Mutex<State>,
    changed: Condvar,
}

/// The members of a group and their points.
struct State {
    /// The number of chains that have joined.
    members: usize,
    /// The number of chains that wait for their gradients.
    waiting: usize,
    seats: Vec<Seat>,
}

/// The place of a chain in its group.
struct Seat {
    point: Vec<f64>,
    gradient: Vec<f64>,
    log_density: f64,
    /// The workspace of the chain while the chain waits; a spare workspace at other times.
    workspace: Workspace,
    waits: bool,
}

impl<'a> Lockstep<'a> {
    /// Makes groups of `size` chains out of `chains` chains whose points have `dimension` coordinates.
    pub fn new(
        density: &'a dyn MultiPoint,
        (chains, size): (usize, usize),
        dimension: usize,
        workspace: &Workspace,
    ) -> Self {
        let size = size.clamp(1, MAX_POINTS);
        let seat = || Seat {
            point: vec![0.0; dimension],
            gradient: vec![0.0; dimension],
            log_density: f64::NAN,
            workspace: workspace.clone(),
            waits: false,
        };
        let group = |_| {
            let seats = (0..size).map(|_| seat()).collect();
            let state = Mutex::new(State { members: 0, waiting: 0, seats });
            Group { density, state, changed: Condvar::new() }
        };
        Self { groups: (0..chains.div_ceil(size)).map(group).collect(), size }
    }

    /// Returns the group of a chain and its place there.
    fn place(&self, chain: usize) -> (&Group<'a>, usize) {
        (&self.groups[chain / self.size], chain % self.size)
    }

    /// Lets a chain join its group, until the returned member is dropped.
    pub fn join(&self, chain: usize) -> Member<'_> {
        let (group, place) = self.place(chain);
        group.lock().members += 1;
        Member { group, place }
    }

    /// Returns the log density and writes the gradient at a chain's point, evaluated together with the
    /// points of the other members.
    pub fn evaluate(&self, chain: usize, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        let (group, place) = self.place(chain);
        group.evaluate(place, q, gradient, workspace)
    }
}

/// The membership of a chain, which ends when the value is dropped.
pub struct Member<'a> {
    group: &'a Group<'a>,
    place: usize,
}

impl Drop for Member<'_> {
    fn drop(&mut self) {
        let mut state = self.group.lock();
        state.members -= 1;
        // The evaluation panicked.
        if core::mem::take(&mut state.seats[self.place].waits) {
            state.waiting -= 1;
        }
        // The other members may have waited for this chain alone.
        self.group.changed.notify_all();
    }
}

impl Group<'_> {
    /// Locks the state. After a panic of an evaluation the state is still valid, because seats are marked
    /// as served only after the evaluation.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn evaluate(&self, place: usize, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        let mut state = self.lock();
        let seat = &mut state.seats[place];
        seat.point.copy_from_slice(q);
        core::mem::swap(&mut seat.workspace, workspace);
        seat.waits = true;
        state.waiting += 1;
        while state.seats[place].waits {
            if state.waiting >= state.members {
                state.serve(self.density);
                self.changed.notify_all();
            } else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
        let seat = &mut state.seats[place];
        core::mem::swap(&mut seat.workspace, workspace);
        gradient.copy_from_slice(&seat.gradient);
        seat.log_density
    }
}

impl State {
    /// Evaluates the points of all chains that wait.
    fn serve(&mut self, density: &dyn MultiPoint) {
        let mut evaluations = [const { None }; MAX_POINTS];
        let waiting = self.seats.iter_mut().filter(|seat| seat.waits);
        for (seat, evaluation) in waiting.zip(&mut evaluations) {
            let Seat { point, gradient, workspace, log_density, .. } = seat;
            *evaluation = Some(Evaluation { q: point, gradient, workspace, log_density });
        }
        density.evaluate_points(&mut evaluations);
        self.seats.iter_mut().for_each(|seat| seat.waits = false);
        self.waiting = 0;
    }
}
