//! Chains that evaluate their points together, so that data come from memory once for all of them.
//!
//! Chains know nothing of each other: each runs in a thread of its own, and where it asks for a gradient it
//! meets the others of its group. The last one to come evaluates all points, and each goes on with its own.
//! Whoever is not there is not waited for: a chain [attends](Meetings::attend) while it makes iterations, and
//! leaves when it ends, fails or panics. So everybody who waits waits for threads that run.

use crate::density::{Evaluation, MAX_POINTS, MultiPoint};
use crate::workspace::Workspace;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The groups of chains that meet.
pub struct Meetings<'a> {
    groups: Vec<Meeting<'a>>,
    /// The number of chains of a group.
    size: usize,
}

/// One group of chains.
struct Meeting<'a> {
    density: &'a dyn MultiPoint,
    state: Mutex<State>,
    changed: Condvar,
}

/// Who is there.
struct State {
    /// The number of chains that attend.
    present: usize,
    /// The number of chains that wait for their gradients.
    waiting: usize,
    seats: Vec<Seat>,
}

/// The place of a chain.
struct Seat {
    point: Vec<f64>,
    gradient: Vec<f64>,
    log_density: f64,
    /// That of the chain while it waits; else one that nobody reads.
    workspace: Workspace,
    waits: bool,
}

impl<'a> Meetings<'a> {
    /// Meetings of groups of `size` of the `chains` chains, whose points have `dimension` coordinates.
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
        let meeting = |_| {
            let seats = (0..size).map(|_| seat()).collect();
            let state = Mutex::new(State { present: 0, waiting: 0, seats });
            Meeting { density, state, changed: Condvar::new() }
        };
        Self { groups: (0..chains.div_ceil(size)).map(meeting).collect(), size }
    }

    /// The group of a chain, and its place there.
    fn place(&self, chain: usize) -> (&Meeting<'a>, usize) {
        (&self.groups[chain / self.size], chain % self.size)
    }

    /// Lets a chain attend, until what is returned is dropped.
    pub fn attend(&self, chain: usize) -> Attendance<'_> {
        let (meeting, place) = self.place(chain);
        meeting.lock().present += 1;
        Attendance { meeting, place }
    }

    /// The log density and the gradient at a chain's point, evaluated with those of the others that attend.
    pub fn evaluate(&self, chain: usize, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        let (meeting, place) = self.place(chain);
        meeting.evaluate(place, q, gradient, workspace)
    }
}

/// A chain at its meeting, which it leaves when this is dropped.
pub struct Attendance<'a> {
    meeting: &'a Meeting<'a>,
    place: usize,
}

impl Drop for Attendance<'_> {
    fn drop(&mut self) {
        let mut state = self.meeting.lock();
        state.present -= 1;
        // Of a panic in the evaluation.
        if core::mem::take(&mut state.seats[self.place].waits) {
            state.waiting -= 1;
        }
        // The others may have waited for this one alone.
        self.meeting.changed.notify_all();
    }
}

impl Meeting<'_> {
    /// The state. That of a panicking evaluation is in order: no seat is served before all are.
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
            if state.waiting >= state.present {
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
    /// Evaluates the points of all who wait.
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
