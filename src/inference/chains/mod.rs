//! What all samplers share: how many chains and draws there are, and threads that take one chain after the
//! other.

mod cut;
mod dual_averaging;
mod ending;
mod initial;

use cut::common_length;
pub(crate) use cut::cut;
pub(crate) use dual_averaging::DualAveraging;
pub(crate) use ending::Ending;
pub(crate) use initial::Initial;

use crate::draws::Draws;
use crate::error::Error;
use crate::posterior::VariableInfo;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The chains of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Chains {
    pub count: usize,
    /// The draws of each chain that are forgotten.
    pub warmup: usize,
    /// The draws of each chain after those.
    pub draws: usize,
    pub seed: u64,
}

/// Writes setters: the name, and the field of `self` that it sets, which may be optional.
macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident($($field:ident).+: $Type:ty);)+) => {$(
        $(#[$doc])*
        pub fn $name(mut self, $name: $Type) -> Self {
            self.$($field).+ = $name.into();
            self
        }
    )+};
}
pub(crate) use setters;

impl Chains {
    /// The settings of a sampler before they are changed.
    pub const fn with_warmup(warmup: usize) -> Self {
        Self { count: 4, warmup, draws: 1000, seed: 0 }
    }

    /// An error where there is nothing to do.
    pub fn check(&self) -> Result<(), Error> {
        let zero =
            [("chains", self.count), ("draws", self.draws)].into_iter().find(|(_, number)| *number == 0);
        zero.map_or(Ok(()), |(setting, _)| Err(Error::InvalidSetting { setting, rule: "be at least 1" }))
    }

    /// The random numbers of one chain: a stream of the generator of the seed, and none of the numbers of
    /// another chain.
    pub fn rng(&self, chain: usize) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(chain as u64);
        rng
    }

    /// The number of threads: one for each core, but at most one for each chain.
    pub fn threads(&self) -> usize {
        std::thread::available_parallelism().map_or(1, usize::from).min(self.count)
    }
}

/// Whether chains shall stop: whether there is a flag, and it is true.
#[inline]
pub(crate) fn is_set(flag: Option<&AtomicBool>) -> bool {
    flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
}

/// The first draws of some chains, given for each chain the values of all elements, draw after draw.
pub(crate) fn gather(variables: Vec<VariableInfo>, chains: &[&[f64]], draws: usize) -> Result<Draws, Error> {
    let elements = variables.iter().map(VariableInfo::size).sum::<usize>();
    let mut values = Vec::with_capacity(elements * chains.len() * draws);
    for element in 0..elements {
        for chain in chains {
            values.extend(chain.iter().skip(element).step_by(elements).take(draws));
        }
    }
    Draws::new(variables, chains.len(), draws, values)
}

/// Runs one task for each chain on several threads; each takes the next when it has finished one. The results
/// are in the order of the chains, and a panic is the error of its chain.
pub(crate) fn run<Task: Send, Done: Send>(
    sampler: &str,
    threads: usize,
    tasks: impl IntoIterator<Item = Task>,
    work: impl Fn(usize, Task) -> Result<Done, Error> + Sync,
) -> Vec<Result<Done, Error>> {
    let tasks: Vec<Task> = tasks.into_iter().collect();
    let results: Vec<_> = (0..tasks.len()).map(|chain| Mutex::new(Err(lost(chain)))).collect();
    let queue = Mutex::new(tasks.into_iter().enumerate());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some((chain, task)) = next() {
            let run = AssertUnwindSafe(|| work(chain, task));
            let result = catch_unwind(run).unwrap_or_else(|panic| Err(panicked(chain, &*panic)));
            *results[chain].lock().unwrap_or_else(PoisonError::into_inner) = result;
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // Without the thread the others have more to do.
            let _ = std::thread::Builder::new().name(sampler.to_owned()).spawn_scoped(scope, work);
        }
        work();
    });
    results.into_iter().map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

fn lost(chain: usize) -> Error {
    Error::Sampler { chain, reason: "it was not run".to_owned() }
}

fn panicked(chain: usize, panic: &(dyn Any + Send)) -> Error {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    Error::Sampler { chain, reason: format!("a panic, which is a bug: {text}") }
}

#[cfg(test)]
mod tests;
