//! A run of a program: its random choices are drawn, replayed or set, and each is recorded.

use super::address::{Place, SiteName, repeated};
use super::generator::Generator;
use super::record::{ANY_LAW, Record, Site, SiteKind};
use crate::error::Error;
use crate::law::{ChoiceLaw, MAX_ARGUMENTS, Native};
use crate::track::Recording;
use rand::SeedableRng;
use std::collections::HashMap;
use std::panic::resume_unwind;

/// The reason why a run stops early: a panic carries it to the function that started the run.
pub(super) enum Halt {
    /// An error.
    Failed(Error),
    /// The run has made the requested number of observations.
    Paused,
    /// The run has the density 0: later choices cannot change this, and with an impossible value the
    /// program might fail.
    Impossible,
}

/// A run of a program, which makes its random choices.
pub struct Run {
    pub(super) rng: Generator,
    pub(super) record: Record,
    /// The record from which values are taken, if it has them.
    pub(super) source: Record,
    /// The hash of the site of the source that gets another value; `None` if all values of the source are
    /// kept.
    pub(super) changed: Option<u64>,
    /// The value that the changed site gets, if it is not drawn from its law.
    pub(super) proposal: Option<f64>,
    /// The number of observations after which the run ends; `None` if it continues to its end.
    pub(super) pause: Option<usize>,
    /// The sum of the log densities in the source of the values that were taken from it.
    pub(super) reused: f64,
    /// The sum of the log densities of values that were drawn.
    pub(super) fresh: f64,
    /// True if observations are drawn, and factors do not count.
    pub(super) predicts: bool,
    /// The given values: the address, the value, and true if the log density counts.
    pub(super) given: Vec<(String, f64, bool)>,
    /// The indices in `given`, by the hashes of the addresses that were looked up.
    pub(super) known: HashMap<u64, Option<usize>>,
    /// A flag for each value in `given`: true if the run has used it.
    pub(super) seen: Vec<bool>,
    pub(super) limit: usize,
    pub(super) depth: usize,
    /// The current call: its index and its hash.
    pub(super) call: u32,
    pub(super) hash: u64,
    /// The number of uses of each name in each call that has not ended.
    pub(super) counts: Vec<(u64, u32)>,
    /// The index at which the counts of the current call begin.
    pub(super) counts_start: usize,
    /// The list in which tracked programs record their steps, if a kernel needs it.
    pub(super) recording: Option<Recording>,
}

impl Run {
    /// Makes a run that has not begun.
    pub(super) fn new(seed: u64, limit: usize) -> Self {
        Self {
            rng: Generator::seed_from_u64(seed),
            record: Record::default(),
            source: Record::default(),
            changed: None,
            proposal: None,
            pause: None,
            reused: 0.0,
            fresh: 0.0,
            predicts: false,
            given: Vec::new(),
            known: HashMap::new(),
            seen: Vec::new(),
            limit,
            depth: 0,
            call: 0,
            hash: 0,
            counts: Vec::new(),
            counts_start: 0,
            recording: None,
        }
    }

    /// Begins anew.
    pub(super) fn restart(&mut self) {
        self.record.clear();
        let program = Place { call: 0, name: SiteName::from("program"), count: 0 };
        self.record.calls.push(program);
        (self.reused, self.fresh, self.depth) = (0.0, 0.0, 0);
        (self.call, self.hash, self.counts_start) = (0, 0, 0);
        self.counts.clear();
        // The list of a run that halted contains calls and branches that have not ended.
        self.recording.iter().for_each(|recording| drop(recording.take()));
    }

    /// Makes a random choice by a law. Whoever runs the program decides whether it is drawn, replayed or
    /// set.
    ///
    /// The name distinguishes the choice from others of the same call. A repeated name is counted, `x`,
    /// `x#2`; if the program numbers its choices itself, `("x", 3)` is `x[3]`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use monomorph::program::program;
    ///
    /// let coins = program(|run| {
    ///     let p = run.sample("p", beta(2.0, 2.0));
    ///     (0..3).filter(|&toss| run.sample(("head", toss), bernoulli(p))).count()
    /// });
    /// let once = coins.simulate(1)?;
    /// assert!(once.value <= 3);
    /// assert_eq!(once.record.trace(true)?.names().count(), 4);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn sample<Law: ChoiceLaw>(&mut self, name: impl Into<SiteName>, law: Law) -> Law::Value {
        let (hash, place) = self.address(name.into());
        let arguments = self.arguments_of(&law, place);
        let given = if self.given.is_empty() { None } else { self.given(hash, place) };
        let old = self
            .source
            .site(hash)
            .filter(|site| site.kind == SiteKind::Sampled && (site.law == Law::NAME || site.law == ANY_LAW));
        let (value, kind, is_fresh) = match (given, old) {
            (Some((_, true)), _) if self.predicts => {
                (law.draw(&arguments, &mut self.rng), SiteKind::Observed, false)
            }
            (Some((value, true)), _) => (value, SiteKind::Observed, false),
            (Some((value, false)), _) => (value, SiteKind::Set, false),
            (None, Some(old)) if self.changed != Some(hash) => {
                self.reused += old.log_density;
                (old.value, SiteKind::Sampled, false)
            }
            (None, Some(_)) if self.proposal.is_some() => {
                (self.proposal.take().unwrap_or(f64::NAN), SiteKind::Sampled, true)
            }
            _ => (law.draw(&arguments, &mut self.rng), SiteKind::Sampled, true),
        };
        let log_density = law.log_density_of(value, &arguments);
        self.fresh += if is_fresh { log_density } else { 0.0 };
        self.push(Site { hash, place, law: Law::NAME, value, log_density, kind });
        Law::Value::of_number(value)
    }

    /// Makes an observation: `value` follows `law`.
    pub fn observe<Law: ChoiceLaw>(&mut self, name: impl Into<SiteName>, law: Law, value: Law::Value) {
        let (hash, place) = self.address(name.into());
        let arguments = self.arguments_of(&law, place);
        let mut value = value.to_number();
        if let Some(rule) = law.broken_rule(value) {
            self.fail(place, format!("the observation {value} must {rule}"));
        }
        if self.predicts {
            value = law.draw(&arguments, &mut self.rng);
        }
        let log_density = law.log_density_of(value, &arguments);
        self.push(Site { hash, place, law: Law::NAME, value, log_density, kind: SiteKind::Observed });
    }

    /// Adds `log_weight` to the log density, as an observation would.
    ///
    /// The logarithm is finite or −∞, which makes the run impossible; NaN and ∞ are errors.
    pub fn factor(&mut self, log_weight: f64) {
        if log_weight.is_nan() || log_weight == f64::INFINITY {
            let place = self.record.calls[self.call as usize];
            self.fail(place, format!("the logarithm of a factor is {log_weight}"));
        }
        if self.predicts {
            return;
        }
        self.record.factors += log_weight;
        if log_weight == f64::NEG_INFINITY {
            resume_unwind(Box::new(Halt::Impossible));
        }
        self.count_observation();
    }

    /// Calls a function; the addresses of its choices begin with the name.
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use monomorph::program::{Run, program};
    ///
    /// fn geometric(run: &mut Run, p: f64) -> u64 {
    ///     if run.sample("stop", bernoulli(p)) { 1 } else { 1 + run.call("next", |run| geometric(run, p)) }
    /// }
    ///
    /// let once = program(|run| geometric(run, 0.3)).simulate(5)?;
    /// let last = once.record.sites().last().unwrap();
    /// assert_eq!(once.record.address(last), "next.".repeat(once.value as usize - 1) + "stop");
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn call<T>(&mut self, name: impl Into<SiteName>, function: impl FnOnce(&mut Self) -> T) -> T {
        let (hash, place) = self.address(name.into());
        if self.depth == self.limit {
            self.fail(place, format!("calls are nested {} deep, which is the limit", self.limit));
        }
        let outer = (self.call, self.hash, self.counts_start);
        self.call = self.record.calls.len() as u32;
        self.record.calls.push(place);
        (self.hash, self.counts_start) = (hash, self.counts.len());
        self.depth += 1;
        let value = function(self);
        self.depth -= 1;
        self.counts.truncate(self.counts_start);
        (self.call, self.hash, self.counts_start) = outer;
        value
    }

    /// Counts a name in the current call, and returns its address.
    pub(super) fn address(&mut self, name: SiteName) -> (u64, Place) {
        let hash = name.hash(self.hash);
        // A name with an index is numbered by the program and not counted.
        if name.index.is_some() {
            return (hash, Place { call: self.call, name, count: 0 });
        }
        let counts = &mut self.counts[self.counts_start..];
        let count = match counts.iter_mut().find(|(known, _)| *known == hash) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                self.counts.push((hash, 0));
                0
            }
        };
        (repeated(hash, count), Place { call: self.call, name, count })
    }

    /// Returns the value that was given to an address, and true if its log density counts; `None` if no
    /// value was given.
    pub(super) fn given(&mut self, hash: u64, place: Place) -> Option<(f64, bool)> {
        let (given, calls) = (&self.given, &self.record.calls);
        let known = self.known.entry(hash).or_insert_with(|| {
            let address = place.address(calls);
            given.iter().position(|(name, ..)| *name == address)
        });
        let number = (*known)?;
        self.seen.resize(self.given.len(), false);
        self.seen[number] = true;
        Some((self.given[number].1, self.given[number].2))
    }

    pub(super) fn push(&mut self, site: Site) {
        let number = self.record.sites.len() as u32;
        if self.record.places.insert(site.hash, number).is_some() {
            self.fail(site.place, "two choices have this address".to_owned());
        }
        self.record.sites.push(site);
        if site.log_density.is_nan() {
            self.fail(site.place, format!("the log density of {} under {} is NaN", site.value, site.law));
        }
        if site.log_density == f64::NEG_INFINITY && site.kind != SiteKind::Set {
            resume_unwind(Box::new(Halt::Impossible));
        }
        match site.kind {
            SiteKind::Sampled => self.record.sampled += 1,
            SiteKind::Observed => self.count_observation(),
            SiteKind::Set => {}
        }
    }

    fn count_observation(&mut self) {
        self.record.observed += 1;
        if self.pause == Some(self.record.observed) {
            resume_unwind(Box::new(Halt::Paused));
        }
    }

    pub(super) fn fail(&self, place: Place, reason: String) -> ! {
        let address = place.short_address(&self.record.calls);
        resume_unwind(Box::new(Halt::Failed(Error::Program { address, reason })))
    }

    /// Returns the law's arguments; fails if they do not make a distribution.
    fn arguments_of<Law: ChoiceLaw>(&self, law: &Law, place: Place) -> [f64; MAX_ARGUMENTS] {
        match law.arguments() {
            Ok(arguments) => arguments,
            Err(given) => self.fail(place, format!("there is no {} with {given}", Law::NAME)),
        }
    }
}
