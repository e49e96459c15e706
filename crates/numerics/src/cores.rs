//! The number of cores of the machine.

use std::sync::OnceLock;

/// The number of threads that can run at a time, at least 1, as it was when a program first asked.
///
/// On Linux the system is asked by reading a dozen files, which takes 25 µs: as long as it takes to find the
/// mode of a small model.
///
/// ```
/// assert!(monomorph_numerics::cores() >= 1);
/// ```
pub fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}
