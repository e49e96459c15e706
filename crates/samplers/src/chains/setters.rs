//! The methods of builders that are the same for all samplers.

/// Writes setters: the name, and the field of `self` that it sets, which may be optional.
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
/// lifetime of the hooks, the fields of `self` in which both stand, and what an iteration is called.
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

            /// How many chains run at the same time, at least 1: by default one for each core. It does not
            /// change the draws. Where several runs go on at a time, as in a service with a thread for each
            /// request, `threads(1)` keeps a run in one thread: that of the caller, or one of a pool of its
            /// own if log densities have parts.
            threads($($run).+.threads: usize);

            /// Sets whether progress bars are shown on stderr, as they are by default. They are not shown
            /// where stderr is not a terminal.
            progress($($run).+.progress: bool);
        }

        /// Tells somebody of the program's own how far the run is, in place of progress bars.
        pub fn report_to(mut self, progress: &$a dyn $crate::chains::Progress) -> Self {
            self.$hooks.progress = Some(progress);
            self
        }

        #[doc = concat!("Stops the chains after their next ", $iteration, " when the flag becomes true, which another")]
        /// thread or the handler of a signal may do.
        ///
        /// The run then returns what it has, with a
        /// [`Warning::Interrupted`](crate::draws::Warning::Interrupted): the first draws of each chain, as
        /// many as the shortest one has; chains so short that all would keep fewer draws in this way are left
        /// out. Without any draw it returns [`Error::Interrupted`](crate::error::Error::Interrupted).
        pub fn interrupt(mut self, flag: &$a std::sync::atomic::AtomicBool) -> Self {
            self.$hooks.interrupt = Some(flag);
            self
        }

        /// Stops the chains when this time is over, counted from the beginning of the run: it returns what it
        /// has, as after an [interruption](Self::interrupt), with the same warning. [`draws`](Self::draws) is
        /// then the most draws of each chain. If warmup is not over by then, there is none, and the run
        /// returns [`Error::Interrupted`](crate::error::Error::Interrupted).
        ///
        /// The time includes warmup, and all chains share it: with fewer [threads](Self::threads) than chains
        /// the first chains may use it up. What is drawn in it depends on the machine, so such a run cannot
        /// be repeated to the bit.
        pub fn deadline(mut self, time: std::time::Duration) -> Self {
            self.$hooks.deadline = Some(time);
            self
        }

        /// Stops when every element has as many effective draws as asked for, of its bulk and of its tails,
        /// over all chains, and an R-hat not above a bound. [`draws`](Self::draws) is then the most draws of
        /// each chain, and if these are not enough there is a
        /// [`Warning::NotReached`](crate::draws::Warning::NotReached).
        ///
        /// It is decided after 100 draws of each chain, and then each time when there are a quarter more, by
        /// the draws of all chains up to there, so the draws do not depend on the number of threads. A single
        /// chain has no R-hat, and an element that never changes has neither: they are no reason to go on.
        pub fn until(mut self, effective_draws: f64, r_hat: f64) -> Self {
            self.$($run).+.until = Some($crate::chains::Until { ess: effective_draws, rhat: r_hat });
            self
        }

        /// Saves the run to a file from time to time, so that it can go on with [`resume`](Self::resume)
        /// after its process was killed.
        ///
        #[doc = concat!("`every` is a number of iterations (each a ", $iteration, ") of each chain or a")]
        /// [`Duration`](std::time::Duration). The draws go to a file beside it, `PATH.draws`: see
        /// [`checkpoint`](crate::checkpoint). A file that is there already is not replaced, but an error;
        /// with [`resume`](Self::resume) of the same path beside it the run goes on if there is a file, and
        /// begins if there is none, so the same program may be started again and again.
        ///
        /// If the files cannot be written to any more (the disk is full), sampling goes on, and there is a
        /// [`Warning::NotSaved`](crate::draws::Warning::NotSaved).
        pub fn checkpoint(
            mut self,
            path: impl Into<std::path::PathBuf>,
            every: impl Into<$crate::checkpoint::Every>,
        ) -> Self {
            self.$($run).+.plan.checkpoint = Some((path.into(), every.into()));
            self
        }

        /// Goes on with the run that was saved to a file by [`checkpoint`](Self::checkpoint), and saves it
        /// further, every ten seconds unless `checkpoint` of the same path says otherwise.
        ///
        /// The draws are those of a run that was never stopped. All settings that draws depend on must be the
        /// same, but [`draws`](Self::draws) may be another number: with more the chains go on, also those of
        /// a run that was over, and with fewer the first ones are returned. The file of a run that is over
        /// stays. Functions of the program's own are not known to the file, so they are not compared.
        pub fn resume(mut self, path: impl Into<std::path::PathBuf>) -> Self {
            self.$($run).+.plan.resume = Some(path.into());
            self
        }
    };
}
pub use crate::{run_setters, setters};
