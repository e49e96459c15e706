//! The methods of builders that are the same for all samplers.

/// Writes setters, given the name of each and the field of `self` that it sets, which may be optional.
#[doc(hidden)]
#[macro_export]
macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident($($field:ident).+: $Type:ty);)+) => {$(
        $(#[$doc])*
        pub fn $name(mut self, $name: $Type) -> Self {
            self.$($field).+ = $name.into();
            self
        }
    )+};
}

/// Writes the setters of [`RunSettings`](super::RunSettings) and [`RunHooks`](super::RunHooks), given the
/// lifetime of the hooks, the fields of `self` that hold both, and the word for an iteration.
#[doc(hidden)]
#[macro_export]
macro_rules! run_setters {
    ($a:lifetime, $($run:ident).+, $hooks:ident, $iteration:literal) => {
        $crate::chains::setters! {
            /// The number of chains, at least 1; 4 by default. R-hat needs 2.
            chains($($run).+.chains.count: usize);

            /// The number of draws of each chain after warmup, at least 1; 1 000 by default.
            draws($($run).+.chains.draws: usize);

            /// The seed of all random numbers; 0 by default. A seed gives the same draws for any number of
            /// threads, and on all machines with one instruction set.
            seed($($run).+.chains.seed: u64);

            /// The number of chains that run at the same time, at least 1: by default one for each core. It
            /// does not change the draws. If several runs are made at the same time, as in a service with a
            /// thread for each request, `threads(1)` keeps a run in one thread: the thread of the caller,
            /// or a thread of the run's own pool if log densities have parts.
            threads($($run).+.threads: usize);

            /// Sets whether progress bars are shown on stderr; by default they are. They are not shown if
            /// stderr is not a terminal.
            progress($($run).+.progress: bool);
        }

        /// Reports the progress of the run to `progress` in place of progress bars.
        pub fn report_to(mut self, progress: &$a dyn $crate::chains::Progress) -> Self {
            self.$hooks.progress = Some(progress);
            self
        }

        #[doc = concat!("Stops the chains after their next ", $iteration, " when the flag becomes true, which another")]
        /// thread or the handler of a signal may do.
        ///
        /// The run then returns the draws made so far, with a
        /// [`Warning::Interrupted`](crate::draws::Warning::Interrupted). All chains are cut to the length
        /// of the shortest one, but a chain is left out if this keeps more draws in all. Without any draw
        /// the run returns [`Error::Interrupted`](crate::error::Error::Interrupted).
        pub fn interrupt(mut self, flag: &$a std::sync::atomic::AtomicBool) -> Self {
            self.$hooks.interrupt = Some(flag);
            self
        }

        /// Stops the chains when this time is over, counted from the beginning of the run. The run then
        /// returns the draws made so far, as after an [interruption](Self::interrupt), with the same
        /// warning. [`draws`](Self::draws) is then the most draws of each chain. If warmup has not ended by
        /// then, there are no draws, and the run returns
        /// [`Error::Interrupted`](crate::error::Error::Interrupted).
        ///
        /// The time includes warmup, and all chains share it: with fewer [threads](Self::threads) than
        /// chains the first chains may use all of it. The number of draws depends on the machine, so such a
        /// run is not reproducible.
        pub fn deadline(mut self, time: std::time::Duration) -> Self {
            self.$hooks.deadline = Some(time);
            self
        }

        /// Stops when every element has this number of effective draws, of its bulk and of its tails, over
        /// all chains, and an R-hat not above `r_hat`. [`draws`](Self::draws) is then the most draws of
        /// each chain; if they are not enough, there is a
        /// [`Warning::NotReached`](crate::draws::Warning::NotReached).
        ///
        /// The condition is checked after 100 draws of each chain, and then whenever the number of draws
        /// has grown by a quarter, from the first draws of all chains, so the draws do not depend on the
        /// number of threads. A single chain has no R-hat, and an element that never changes has neither:
        /// neither prevents the run from stopping.
        pub fn until(mut self, effective_draws: f64, r_hat: f64) -> Self {
            self.$($run).+.until = Some($crate::chains::Until { ess: effective_draws, rhat: r_hat });
            self
        }

        /// Saves the run to a file at intervals, so that [`resume`](Self::resume) can continue it after its
        /// process was killed.
        ///
        #[doc = concat!("`every` is a number of iterations (each a ", $iteration, ") of each chain or a")]
        /// [`Duration`](std::time::Duration). The draws are written to a second file, `PATH.draws`: see
        /// [`checkpoint`](crate::checkpoint). An existing file is not replaced: it is an error. If
        /// [`resume`](Self::resume) is set with the same path, the run continues from the file if it
        /// exists, and begins if it does not, so the same program can be started again and again.
        ///
        /// If the files cannot be written any more (the disk is full), sampling continues, and there is a
        /// [`Warning::NotSaved`](crate::draws::Warning::NotSaved).
        pub fn checkpoint(
            mut self,
            path: impl Into<std::path::PathBuf>,
            every: impl Into<$crate::checkpoint::Every>,
        ) -> Self {
            self.$($run).+.plan.checkpoint = Some((path.into(), every.into()));
            self
        }

        /// Continues the run that [`checkpoint`](Self::checkpoint) saved to a file, and keeps saving it,
        /// every ten seconds unless `checkpoint` with the same path sets another interval.
        ///
        /// The draws are the same as without the stop. All settings on which draws depend must be equal,
        /// except [`draws`](Self::draws): with a larger number the chains continue, even if the run had
        /// ended, and with a smaller number the first draws are returned. The file of a run that has ended
        /// is not changed. Functions of the program are not stored in the file, so they are not compared.
        pub fn resume(mut self, path: impl Into<std::path::PathBuf>) -> Self {
            self.$($run).+.plan.resume = Some(path.into());
            self
        }
    };
}
pub use crate::{run_setters, setters};
