//! User-defined moves: involutions.
//!
//! With the choices x of the run, auxiliary choices u are drawn from q(u | x), and a map T that is its own
//! inverse gives (x′, u′) = T(x, u). The new run is accepted with probability
//!
//!   min(1, p(x′) q(u′ | x′) / (p(x) q(u | x)) · |det ∂T(x, u)|).
//!
//! Green 1995, "Reversible jump Markov chain Monte Carlo computation and Bayesian model determination";
//! Cusumano-Towner, Lew and Mansinghka 2020, "Automating involutive MCMC using probabilistic and
//! differentiable programming"; Neklyudov, Welling, Egorov and Vetrov 2020, "Involutive MCMC: a unifying
//! framework".

use super::choices::{Choices, is_near};
use super::kernel::{Kernel, Move, State};
use super::resting::RestingRun;
use super::{DEPTH, Program, Record, Run};
use crate::checkpoint;
use crate::checkpoint::Tape;
use crate::error::Error;
use rand::{Rng, RngExt};
use std::mem::{replace, take};

/// The kernel: the program for the auxiliary choices, and the map.
pub(super) struct Involution<Propose, Map> {
    pub propose: Propose,
    pub map: Map,
}

impl<T, F, Propose, Map> Kernel<T, F> for Involution<Propose, Map>
where
    F: Fn(&mut Run) -> T,
    Propose: Fn(&mut Run, &Choices) -> Result<(), Error> + Send + Sync,
    Map: Fn(&mut Choices, &mut Choices) -> Result<f64, Error> + Send + Sync,
{
    fn describe(&self) -> String {
        "involution".to_owned()
    }

    fn begin(&self, _: bool) -> Box<dyn Move<T, F> + '_> {
        Box::new(Moving { involution: self, auxiliary: None })
    }
}

struct Moving<'a, Propose, Map> {
    involution: &'a Involution<Propose, Map>,
    /// The run of the program for auxiliary choices; `None` before the first proposal.
    auxiliary: Option<RestingRun>,
}

/// Makes no check: the choices of the run are drawn.
fn is_drawn(_: &Record) -> Result<(), Error> {
    Ok(())
}

/// Saves the random numbers of the auxiliary run; everything else begins anew each time.
impl<Propose, Map> checkpoint::State for Moving<'_, Propose, Map> {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        let mut has_begun = self.auxiliary.is_some();
        has_begun.pass(tape);
        if tape.is_reading() && has_begun {
            self.auxiliary = Some(Run::new(0, DEPTH).rest());
        }
        self.auxiliary.iter_mut().for_each(|run| run.rng.pass(tape));
    }
}

impl<T, F, Propose, Map> Move<T, F> for Moving<'_, Propose, Map>
where
    F: Fn(&mut Run) -> T,
    Propose: Fn(&mut Run, &Choices) -> Result<(), Error> + Send + Sync,
    Map: Fn(&mut Choices, &mut Choices) -> Result<f64, Error> + Send + Sync,
{
    fn step(&mut self, program: &Program<F>, state: &mut State<T>, _: Option<f64>) -> Result<bool, Error> {
        let run = &mut state.run;
        let auxiliary = self.auxiliary.take().map(RestingRun::wake);
        let mut auxiliary = auxiliary.unwrap_or_else(|| Run::new(run.rng.next_u64(), program.depth));
        (auxiliary.source, auxiliary.limit) = (Record::default(), program.depth);
        let is_taken = self.propose_with(program, state, &mut auxiliary);
        self.auxiliary = Some(auxiliary.rest());
        is_taken
    }
}

impl<Propose, Map> Moving<'_, Propose, Map>
where
    Propose: Fn(&mut Run, &Choices) -> Result<(), Error>,
    Map: Fn(&mut Choices, &mut Choices) -> Result<f64, Error>,
{
    /// Makes one proposal; returns true if it was accepted.
    fn propose_with<T, F: Fn(&mut Run) -> T>(
        &self,
        program: &Program<F>,
        state: &mut State<T>,
        auxiliary: &mut Run,
    ) -> Result<bool, Error> {
        let Involution { propose, map } = self.involution;
        let run = &mut state.run;
        let now = Choices::of(&run.source);
        let Some(forth) = log_density_of_auxiliary(propose, &now, auxiliary, is_drawn)? else {
            return Ok(false);
        };
        let drawn = Choices::of(&auxiliary.record);
        let (mut next, mut used) = (now.clone(), drawn.clone());
        let log_jacobian = map(&mut next, &mut used)?;

        let current = replace(&mut run.source, next.record());
        let outcome = program.execute(run);
        run.source = current;
        let Some(value) = outcome? else { return Ok(false) };
        next.check_all_made(&run.record, &run.source)?;

        let drawn_record = take(&mut auxiliary.record);
        auxiliary.source = used.record();
        let check = |record: &Record| used.check_all_made(record, &drawn_record);
        let Some(back) = log_density_of_auxiliary(propose, &next, auxiliary, check)? else {
            return Ok(false);
        };
        check_inverse(map, (&now, &drawn), (next, used), log_jacobian)?;

        let proposed = run.record.log_density();
        let log_ratio = proposed - state.log_density + back - forth + log_jacobian;
        let is_taken = log_ratio >= 0.0 || run.rng.random::<f64>().ln() < log_ratio;
        if is_taken {
            state.take(value, proposed);
        }
        Ok(is_taken)
    }
}

/// Runs the program for auxiliary choices, and returns their log density; `None` if they are impossible.
fn log_density_of_auxiliary(
    propose: &impl Fn(&mut Run, &Choices) -> Result<(), Error>,
    choices: &Choices,
    run: &mut Run,
    check: impl Fn(&Record) -> Result<(), Error>,
) -> Result<Option<f64>, Error> {
    let depth = run.limit;
    let program = Program { function: |run: &mut Run| propose(run, choices), given: Vec::new(), depth };
    let Some(result) = program.execute(run)? else { return Ok(None) };
    result?;
    if run.record.observed > 0 {
        let reason = "a proposal makes choices, and observes nothing".to_owned();
        return Err(Error::Program { address: String::new(), reason });
    }
    check(&run.record)?;
    Ok(Some(run.record.log_prior()))
}

/// Returns an error unless the map, applied twice, gives the beginning, and its two Jacobians are inverse
/// to each other.
fn check_inverse(
    map: &impl Fn(&mut Choices, &mut Choices) -> Result<f64, Error>,
    (now, drawn): (&Choices, &Choices),
    (mut next, mut used): (Choices, Choices),
    log_jacobian: f64,
) -> Result<(), Error> {
    let back = map(&mut next, &mut used)?;
    let reason = match now.difference(&next).or_else(|| drawn.difference(&used)) {
        Some((before, after)) => format!("a choice was {before} and became {after}"),
        None if !is_near(log_jacobian, -back) => {
            format!("the log of the Jacobian is {log_jacobian}, and {back} on the way back")
        }
        None => return Ok(()),
    };
    let reason = format!("the involution, applied twice, does not give the beginning: {reason}");
    Err(Error::Program { address: String::new(), reason })
}
