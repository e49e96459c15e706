//! Chains of a program between two iterations: they can be sent to another thread, and saved.
//!
//! A run that records its steps belongs to one thread, because tracked functions share its list. Between
//! two iterations the list is empty or is in the [path](Path), so that a new list can replace it.

use super::generator::Generator;
use super::kernel::State;
use super::tracked::Path;
use super::{Record, Run};
use crate::track::Recording;
use std::collections::HashMap;

/// A chain between two iterations, which can be sent to another thread.
pub(super) struct Resting<T> {
    pub run: RestingRun,
    pub value: T,
    pub log_density: f64,
    pub path: Option<Box<Path>>,
}

/// A run between two iterations: the parts that later runs of the chain need.
pub(super) struct RestingRun {
    pub rng: Generator,
    /// The record of the current run.
    pub source: Record,
    pub seen: Vec<bool>,
    /// True if tracked functions record their steps.
    pub is_recording: bool,
    /// The memory for the record of the next run.
    record: Record,
    given: Vec<(String, f64, bool)>,
    known: HashMap<u64, Option<usize>>,
    limit: usize,
    counts: Vec<(u64, u32)>,
}

impl<T> State<T> {
    /// Converts the chain to the form that can be sent to another thread.
    pub fn rest(self) -> Resting<T> {
        let Self { run, value, log_density, path } = self;
        Resting { run: run.rest(), value, log_density, path }
    }
}

impl<T> Resting<T> {
    /// Converts the chain to the form that can run.
    pub fn wake(self) -> State<T> {
        let Self { run, value, log_density, path } = self;
        State { run: run.wake(), value, log_density, path }
    }
}

impl Run {
    /// Converts the run to the form that can be sent to another thread.
    pub(super) fn rest(self) -> RestingRun {
        let Self { rng, record, source, given, known, seen, limit, counts, recording, .. } = self;
        let is_recording = recording.is_some();
        RestingRun { rng, source, seen, is_recording, record, given, known, limit, counts }
    }
}

impl RestingRun {
    /// Converts the run to the form that can run.
    pub fn wake(self) -> Run {
        let Self { rng, source, seen, is_recording, record, given, known, limit, counts } = self;
        // Only the parts above are needed: the next run begins anew and sets all others.
        Run {
            rng,
            record,
            source,
            changed: None,
            proposal: None,
            pause: None,
            reused: 0.0,
            fresh: 0.0,
            predicts: false,
            given,
            known,
            seen,
            limit,
            depth: 0,
            call: 0,
            hash: 0,
            counts,
            counts_start: 0,
            recording: is_recording.then(Recording::new),
        }
    }
}
