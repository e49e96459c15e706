//! The number of cores of the machine.

use std::sync::OnceLock;

/// The number of threads that can run at the same time, at least 1, as it was at the first call.
///
/// On Linux the number is found by reading a dozen files, which takes 25 µs: as long as finding the mode of
/// a small model.
///
/// ```
/// assert!(monomorph_numerics::cores() >= 1);
/// ```
pub fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}
