//! The current run of a chain as a list that is changed in place while the run stays on its path.

use super::super::kernel::State;
use super::super::record::SiteKind;
use super::super::{Program, Run};
use crate::error::Error;
use crate::track::{Kind, Law, NodeId, Operand, Recording, Replay, Values};

/// The path of a run: it stands for all runs that take the same branches and make choices at the same
/// sites, with any values.
pub(in super::super) struct Path {
    pub replay: Replay,
    /// The sampled sites: the index in the record, and the node.
    pub sites: Vec<(usize, NodeId)>,
}

impl Path {
    /// Takes the path of a chain's current run out of the state, or repeats the run to compute it. The
    /// caller must put it back into the state.
    pub fn of<T: Values, F: Fn(&mut Run) -> T>(
        program: &Program<F>,
        state: &mut State<T>,
    ) -> Result<Box<Self>, Error> {
        if let Some(path) = state.path.take() {
            return Ok(path);
        }
        state.run.recording.get_or_insert_with(Recording::new);
        let again = program.execute(&mut state.run)?.filter(|_| state.run.fresh == 0.0);
        let differs = || Error::Program { address: String::new(), reason: DIFFERS.to_owned() };
        let value = again.ok_or_else(differs)?;
        let log_density = state.run.record.log_density();
        let path = Self::taken(state, value, log_density);
        path.check(&state.run)?;
        Ok(path)
    }

    /// Checks that all choices, observations and factors of a run are in its list: for others the
    /// dependences are not known.
    fn check(&self, run: &Run) -> Result<(), Error> {
        let record = &run.source;
        let (mut is_tracked, mut factors) = (vec![false; record.sites.len()], 0);
        for (_, node) in self.replay.list().nodes() {
            match node.kind() {
                Kind::Choice { site, .. } | Kind::Observation { site, .. } => {
                    is_tracked[site as usize] = true
                }
                Kind::Factor => factors += 1,
                _ => {}
            }
        }
        if let Some(site) = is_tracked.iter().position(|is_tracked| !is_tracked) {
            let address = record.address(&record.sites[site]);
            return Err(Error::Program { address, reason: UNTRACKED.to_owned() });
        }
        let observations = record.sites.iter().filter(|site| site.kind == SiteKind::Observed).count();
        if record.observed > observations + factors {
            let reason = format!("a factor: {UNTRACKED}");
            return Err(Error::Program { address: String::new(), reason });
        }
        Ok(())
    }

    /// Accepts a run that has just been made, and returns its path.
    pub fn taken<T: Values>(state: &mut State<T>, value: T, log_density: f64) -> Box<Self> {
        state.take(value, log_density);
        Self::of_run(&state.run)
    }

    /// Returns the path of a run that has just been made and whose record is its source.
    pub fn of_run(run: &Run) -> Box<Self> {
        let list = run.recording.as_ref().map(Recording::take).unwrap_or_default();
        let is_sampled = |site: u32| run.source.sites[site as usize].kind == SiteKind::Sampled;
        let sites = list.nodes().filter_map(|(id, node)| match node.kind() {
            Kind::Choice { site, .. } if is_sampled(site) => Some((site as usize, id)),
            _ => None,
        });
        Box::new(Self { sites: sites.collect(), replay: list.replay() })
    }

    /// The law of a choice; `None` for any other node.
    pub fn law_of(&self, id: NodeId) -> Option<&'static Law> {
        match self.replay.list().node(id)?.kind() {
            Kind::Choice { law, .. } => Some(law),
            _ => None,
        }
    }

    /// The current arguments of a site's law.
    pub fn arguments_of(&self, id: NodeId) -> Vec<f64> {
        self.replay.list().parents(id).iter().map(|&parent| self.replay.value(parent)).collect()
    }

    /// Writes the values of the replay to the state of the chain, given the nodes that may have changed.
    pub fn write<T: Values>(
        &self,
        state: &mut State<T>,
        changed: impl Iterator<Item = NodeId>,
        log_density: f64,
    ) {
        let mut has_factors = false;
        for id in changed {
            match self.replay.list().node(id).map(|node| node.kind()) {
                Some(Kind::Choice { site, .. } | Kind::Observation { site, .. }) => {
                    let site = &mut state.run.source.sites[site as usize];
                    (site.value, site.log_density) = (self.replay.value(id), self.replay.term(id));
                }
                Some(Kind::Factor) => has_factors = true,
                _ => {}
            }
        }
        if has_factors {
            state.run.source.factors = self.factors();
        }
        state.value.replace(&mut |operand| {
            let is_known = self.replay.list().node(operand.node).is_some();
            // A value that the program did not compute in this run is a constant of the program.
            let value = if is_known { self.replay.value(operand.node) } else { operand.value };
            Operand { value, ..operand }
        });
        state.log_density = log_density;
    }

    fn factors(&self) -> f64 {
        let list = self.replay.list();
        let factors = list.nodes().filter(|(_, node)| matches!(node.kind(), Kind::Factor));
        factors.map(|(id, _)| self.replay.term(id)).sum()
    }
}

/// The message about a program that makes other choices when it runs again with its own choices.
const DIFFERS: &str = "it made other choices when it was run again with the values of a run: it has randomness or state of its own";

/// The message about choices that are made outside of tracked functions.
const UNTRACKED: &str = "this kernel needs to know the dependences of this step, which are not recorded: move the step into a function with \
    the attribute `#[track]`, and call the function's `tracked` form";
