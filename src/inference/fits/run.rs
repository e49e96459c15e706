//! The run of many fits: threads, the record, progress, and failures.

use super::found::FoundFits;
use super::record::{Recorded, open, row_of};
use crate::chains::{FitsProgress, ShowFits, line_of_fits, run_tasks, words_of};
use crate::checkpoint::Checksum;
use crate::error::Error;
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A function that receives the progress of all fits.
pub(super) type Show<'a> = ShowFits<'a>;

/// The function that fits the data set at a place, given its seed.
type Work<'w, R> = dyn Fn(usize, u64) -> Result<R, Error> + Sync + 'w;

/// The settings that do not depend on the function that is run for each posterior.
#[derive(Clone)]
pub(super) struct Common<'a> {
    pub seed: u64,
    pub threads: Option<usize>,
    pub progress: bool,
    pub record: Option<PathBuf>,
    pub version: String,
    pub show: Option<&'a Show<'a>>,
    pub interrupt: Option<&'a AtomicBool>,
}

impl Default for Common<'_> {
    fn default() -> Self {
        Self {
            seed: 0,
            threads: None,
            progress: true,
            record: None,
            version: String::new(),
            show: None,
            interrupt: None,
        }
    }
}

impl Common<'_> {
    /// The seed of a fit.
    fn seed_of(&self, key: &str) -> u64 {
        let mut checksum = Checksum::default();
        checksum.add(&self.seed.to_le_bytes());
        checksum.add(key.as_bytes());
        checksum.value()
    }

    /// Returns a number that distinguishes these settings from others.
    fn fingerprint(&self) -> u64 {
        let mut checksum = Checksum::default();
        checksum.add(&self.seed.to_le_bytes());
        checksum.add(self.version.as_bytes());
        checksum.value()
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// Runs all fits, and keeps the results in memory.
pub(super) fn run_all<R: Send>(
    keys: &[String],
    common: &Common<'_>,
    work: &Work<'_, R>,
) -> Result<FoundFits<R>, Error> {
    if common.record.is_some() {
        let rule = "not be set with `run_with`, which records nothing: use `run_recorded`";
        return Err(Error::InvalidSetting { setting: "record", rule });
    }
    run_the_rest(keys, common, HashMap::new(), &|_, _| Ok(()), work)
}

/// Runs the fits whose results are not in the record, and adds their results to the record.
pub(super) fn run_recorded<R: Recorded + Send>(
    keys: &[String],
    common: &Common<'_>,
    work: &Work<'_, R>,
) -> Result<FoundFits<R>, Error> {
    let mut known = HashMap::new();
    let open = |path: &PathBuf| open(path, common.fingerprint(), &mut known);
    let table = common.record.as_ref().map(open).transpose()?;
    let save = |key: &str, result: &R| match &table {
        Some(table) => table.append(row_of(key, result)),
        None => Ok(()),
    };
    run_the_rest(keys, common, known, &save, work)
}

/// The state of the fits of this run so far.
struct Tally {
    progress: FitsProgress,
    not_saved: Option<Error>,
}

/// Runs the fits without known results.
fn run_the_rest<R: Send>(
    keys: &[String],
    common: &Common<'_>,
    mut known: HashMap<String, R>,
    save: &(dyn Fn(&str, &R) -> Result<(), Error> + Sync),
    work: &Work<'_, R>,
) -> Result<FoundFits<R>, Error> {
    let threads = common.threads.unwrap_or_else(monomorph_numerics::cores);
    if threads == 0 {
        return Err(Error::InvalidSetting { setting: "threads", rule: "be at least 1" });
    }
    let mut seen = HashSet::new();
    if let Some(twice) = keys.iter().find(|key| !seen.insert(key.as_str())) {
        return Err(Error::results(format!("two data sets have the key `{twice}`")));
    }
    let rest: Vec<usize> = (0..keys.len()).filter(|place| !known.contains_key(&keys[*place])).collect();
    let (all, resumed) = (keys.len(), keys.len() - rest.len());
    let line = if common.progress && common.show.is_none() { line_of_fits(all) } else { None };
    let show = common.show.or(line.as_deref());
    let started = Instant::now();
    let progress = FitsProgress::begun(all, resumed);
    let tally = Mutex::new(Tally { progress, not_saved: None });

    let results = run_tasks("fits", threads, rest.iter().copied(), |_, place| {
        if common.is_interrupted() {
            return Err(Error::Interrupted);
        }
        let key = &keys[place];
        let run = AssertUnwindSafe(|| work(place, common.seed_of(key)));
        let result = catch_unwind(run)
            .unwrap_or_else(|panic| Err(Error::results(format!("a panic: {}", words_of(&*panic)))));
        let saved = result.as_ref().map_or(Ok(()), |result| save(key, result));
        let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
        let Tally { progress, not_saved } = &mut *tally;
        *not_saved = not_saved.take().or(saved.err());
        progress.finished += 1;
        progress.failed += usize::from(result.is_err());
        progress.elapsed = started.elapsed();
        if let Some(show) = show {
            show(progress);
        }
        result
    });

    let mut new: HashMap<usize, Result<R, Error>> = rest.into_iter().zip(results).collect();
    let result_at = |(place, key): (usize, &String)| {
        let result = new.remove(&place).or_else(|| known.remove(key).map(Ok));
        (key.clone(), result.unwrap_or(Err(Error::Interrupted)))
    };
    let results = keys.iter().enumerate().map(result_at).collect();
    let not_saved = tally.into_inner().unwrap_or_else(PoisonError::into_inner).not_saved;
    Ok(FoundFits::new(results).with_record(resumed, not_saved))
}
