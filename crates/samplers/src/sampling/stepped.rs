//! [`SteppedChain`]: a chain that makes one transition at each call.

use super::Nuts;
use super::chain::{Chain, RunContext};
use super::hooks::Draw;
use super::moving::Moving;
use super::settings::Settings;
use super::statistics::{DrawStatistics, STATISTICS};
use super::warm_start::WarmStart;
use crate::chains::{Phase, Transition};
use crate::checkpoint::Checksum;
use crate::error::Error;
use crate::target::Target;
use core::fmt;

/// The number of bytes before the state of the chain: a checksum of the chain's number, settings and
/// posterior, a checksum of the rest, and the number of transitions.
const HEADER: usize = 24;

/// A chain that makes one transition at each call: it uses no thread and no callback, and its memory does
/// not grow. It is made by [`Nuts::stepped`].
///
/// As an iterator it returns the values of one draw after the other, without end; warmup is made before the
/// first.
#[must_use = "a chain moves when it is asked to"]
pub struct SteppedChain<'a> {
    target: &'a dyn Target,
    settings: Settings,
    warm: Option<WarmStart>,
    number: usize,
    moving: Option<Moving>,
    /// The number of finished transitions, including warmup.
    transitions: usize,
    /// The numbers of the last draw.
    numbers: Vec<f64>,
}

impl fmt::Debug for SteppedChain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, transitions, .. } = self;
        let chain = &mut f.debug_struct("SteppedChain");
        chain.field("number", number).field("transitions", transitions).finish_non_exhaustive()
    }
}

impl<'a> Nuts<'a> {
    /// Makes one chain that moves only when it is called: for a simulation, a game, or a service that has
    /// time now and then. Its draws are those of the chain of this number in a [run](Self::run) with the
    /// same settings. Files, progress, interruptions, deadlines and [`until`](Self::until) are ignored, and
    /// [`draws`](Self::draws) does not limit the chain.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), tau: positive() }
    /// let posterior = model! { mu |= normal(0.0, 1.0), tau |= half_normal(1.0) }.compile()?;
    /// let nuts = posterior.nuts().warmup(200).draws(5).seed(1);
    ///
    /// let mut chain = nuts.stepped(0)?;
    /// while chain.is_warming_up() {
    ///     chain.advance()?; // a transition, and time for something else
    /// }
    /// if let Some(draw) = chain.advance()? {
    ///     println!("mu = {}, {} leapfrog steps", draw.values[0], draw.statistics.leapfrogs);
    /// }
    /// let saved = chain.save();
    ///
    /// // Later, in another process: the next draws are those that would have come.
    /// let rest: Vec<Vec<f64>> = nuts.stepped_from(0, &saved)?.take(4).collect::<Result<_, _>>()?;
    /// let fit = nuts.clone().chains(1).run()?;
    /// let mu = fit.draws().column("mu")?;
    /// assert!(rest.iter().map(|values| values[0]).eq(mu.as_slice()[1..].iter().copied()));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`run`](Self::run) about settings and initial points.
    pub fn stepped(&self, number: usize) -> Result<SteppedChain<'a>, Error> {
        let mut chain = self.chain_to_step(number)?;
        chain.with_chain(|chain| chain.begin())?;
        Ok(chain)
    }

    /// Restores a chain from the bytes of [`save`](SteppedChain::save); it continues from there.
    ///
    /// # Errors
    ///
    /// [`Error::Checkpoint`] if the bytes belong to a chain of another number, other settings or another
    /// posterior, or were truncated or changed; and the errors of [`stepped`](Self::stepped).
    pub fn stepped_from(&self, number: usize, saved: &[u8]) -> Result<SteppedChain<'a>, Error> {
        let mut chain = self.chain_to_step(number)?;
        let refused = |reason: &str| Error::Checkpoint {
            path: "the saved chain".to_owned(),
            reason: reason.to_owned(),
        };
        let (header, state) = saved.split_at_checked(HEADER).ok_or_else(|| refused("it was cut"))?;
        let number_at = |place: usize| u64::from_le_bytes(std::array::from_fn(|byte| header[place + byte]));
        let [belongs, sum, transitions] = [0, 8, 16].map(number_at);
        if belongs != chain.belongs() {
            let reason = "it belongs to another chain: its number, its settings or its posterior differ";
            return Err(refused(reason));
        }
        if sum != checksum(transitions, state) {
            return Err(refused("it was changed"));
        }
        chain.transitions = usize::try_from(transitions).map_err(|_| refused("it was changed"))?;
        chain.with_chain(|chain| chain.restore(state, true)).map_err(|reason| refused(&reason))?;
        Ok(chain)
    }

    /// Makes the chain before its start.
    fn chain_to_step(&self, number: usize) -> Result<SteppedChain<'a>, Error> {
        self.settings.check(self.target)?;
        let mut settings = self.settings.clone();
        // The draws are returned to the program, and are stored nowhere.
        (settings.run.is_on_disk, settings.save_warmup) = (true, false);
        let many =
            Error::InvalidSetting { setting: "the number of the chain", rule: "be below `usize::MAX`" };
        settings.run.chains.count = settings.run.chains.count.max(number.checked_add(1).ok_or(many)?);
        let warm = WarmStart::of_settings(&settings, self.target)?;
        let (target, moving, numbers) = (self.target, None, Vec::new());
        Ok(SteppedChain { target, settings, warm, number, moving, transitions: 0, numbers })
    }
}

impl SteppedChain<'_> {
    /// Calls a function with the chain of this number in a run.
    fn with_chain<R>(&mut self, act: impl FnOnce(&mut Chain<'_>) -> R) -> R {
        let Self { target, settings, warm, number, moving, .. } = self;
        let context = RunContext { target: *target, lockstep: None, settings, warm: warm.as_ref() };
        let mut chain = Chain::new(&context, *number);
        chain.moving = moving.take();
        let result = act(&mut chain);
        *moving = chain.moving;
        result
    }

    /// Returns true if the next transition belongs to warmup.
    pub fn is_warming_up(&self) -> bool {
        matches!(self.settings.run.phase(self.transitions), Phase::Warmup(_))
    }

    /// The number of finished transitions, including warmup.
    pub fn transitions(&self) -> usize {
        self.transitions
    }

    /// Makes one transition, and returns the draw at its end; `None` in warmup.
    ///
    /// # Errors
    ///
    /// The error of a definition that has no value at the draw.
    pub fn advance(&mut self) -> Result<Option<Draw<'_>>, Error> {
        let phase = self.settings.run.phase(self.transitions);
        let index = self.transitions.saturating_sub(self.settings.run.chains.warmup);
        let mut numbers = core::mem::take(&mut self.numbers);
        numbers.clear();
        let outcome = self.with_chain(|chain| {
            chain.advance(phase)?;
            if phase == Phase::Sampling { chain.write_draw(index, &mut numbers) } else { Ok(()) }
        });
        (self.numbers, self.transitions) = (numbers, self.transitions + 1);
        outcome?;
        let (statistics, values) = self.numbers.split_at(STATISTICS.min(self.numbers.len()));
        let draw = || {
            let statistics = DrawStatistics::of_slice(statistics);
            Draw { chain: self.number, index, values, statistics }
        };
        Ok((phase == Phase::Sampling).then(draw))
    }

    /// Returns everything on which later transitions depend, as bytes for [`Nuts::stepped_from`]: some
    /// multiples of 8 bytes for each coordinate, or for each pair of coordinates if the metric is dense.
    pub fn save(&mut self) -> Vec<u8> {
        let (state, transitions) = (self.with_chain(|chain| chain.save()), self.transitions as u64);
        let header = [self.belongs(), checksum(transitions, &state), transitions];
        header.iter().flat_map(|number| number.to_le_bytes()).chain(state).collect()
    }

    /// A checksum of the chain's number, settings and posterior.
    fn belongs(&self) -> u64 {
        let mut sum = Checksum::default();
        sum.add(&(self.number as u64).to_le_bytes());
        for text in self.settings.facts(self.target).iter().flat_map(|(name, value)| [name, value]) {
            sum.add_text(text);
        }
        sum.value()
    }
}

/// The checksum of a saved chain.
fn checksum(transitions: u64, state: &[u8]) -> u64 {
    let mut sum = Checksum::default();
    sum.add(&transitions.to_le_bytes());
    sum.add(state);
    sum.value()
}

impl Iterator for SteppedChain<'_> {
    type Item = Result<Vec<f64>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.advance() {
                Ok(Some(draw)) => return Some(Ok(draw.values.to_vec())),
                Ok(None) => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }
}
