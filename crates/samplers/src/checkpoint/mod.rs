//! Checkpoints: runs that can be continued after their process was killed.
//!
//! A run with the checkpoint `run.mono` has two files. `run.mono` is small, is replaced as a whole, and
//! holds the states of all chains. The draws are in `run.mono.draws`, which only grows. To continue a run
//! on another machine, copy both files.
//!
//! ```
//! use monomorph::prelude::*;
//!
//! params! { mu: real() }
//! let model = model! { mu |= normal(0.0, 1.0) };
//! let posterior = model.compile()?;
//! # let folder = std::env::temp_dir().join(format!("monomorph-checkpoint-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder).expect("a folder");
//! # let file = folder.join("run.mono");
//! let nuts = || posterior.nuts().chains(2).warmup(100).draws(300).seed(1);
//! nuts().draws(200).checkpoint(&file, 50).run()?;             // every 50 transitions of each chain
//! let fit = nuts().resume(&file).run()?;                      // the 200 draws of each chain, and 100 more
//! assert_eq!(fit.draws(), nuts().run()?.draws());
//! # let _ = std::fs::remove_dir_all(folder);
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! # What is promised
//!
//! Whenever a process is killed, the run that continues from its files has, bit for bit, the same draws as
//! without the kill, for any number of threads. Iterations since the last checkpoint are made again. A file
//! that is truncated or changed, or that belongs to another model, other data or other settings, is refused
//! with an error that gives the reason, and is not changed. On a machine with other vector instructions a
//! run continues, but with other rounding.
//!
//! Only one process at a time can write to a file: it holds a lock on `run.mono.draws`, if the system has
//! locks, and a second process is refused.
//!
//! # How it is written
//!
//! To save one chain, its new draws are appended to the second file, as one block, and flushed to the disk
//! (`fsync`). Then the first file is written under a temporary name next to it, flushed to the disk, and
//! renamed. It holds the number of valid bytes of the second file: the bytes after them belong to a
//! checkpoint that was never finished, and are cut off.
//!
//! # The format
//!
//! All numbers are little endian: counts are 64-bit integers, and real numbers are 64-bit floating-point
//! numbers. A text is its number of bytes, then UTF-8. A checksum is the CRC-64 of the XZ format, of all
//! bytes before it in its file or block.
//!
//! | `run.mono` | |
//! |-|-|
//! | `monomrun`, 8 bytes | |
//! | version | 3 |
//! | length | of the whole file |
//! | variables | a count, 0 for a probabilistic program; for each its name, its length and its columns (1 and a count, or 0), and whether it is a definition (a byte) |
//! | facts | a count; for each its name and its value, two texts: the sampler, its settings, a hash of the data; for a run with matrices, that their elements are stored `column after column`; for a run with labels, the checksum of the labels |
//! | committed | the number of valid bytes of the other file |
//! | chains | a count; for each a byte, which is 1 if it has begun, then the number of its draws, and its state as a count of bytes and the bytes: the number of its iterations, the times of warmup and after it, and the state of the sampler |
//! | checksum | |
//!
//! | `run.mono.draws` | |
//! |-|-|
//! | `monodraw`, 8 bytes | |
//! | version | 3 |
//! | run | the checksum of the run's variables and facts |
//! | columns | the count of numbers of a draw: the statistics of the sampler, and the values of all elements; 1 for a probabilistic program, whose draws differ in length: their numbers are stored one after the other as if each were a draw |
//! | checksum | |
//! | blocks | for each the chain, the number of its first draw, the number of draws; the draws, column after column; a checksum |
//!
//! The chapter *Choosing a sampler, and reading its warnings* of the guide begins with a whole program.

mod checksum;
mod draws_file;
mod every;
mod facts;
mod index;
mod journal;
mod plan;
mod restored;
mod saver;
mod snapshot;
mod table;
mod tape;
#[cfg(test)]
mod tests;
mod values;

#[doc(hidden)]
pub use checksum::Checksum;
#[doc(hidden)]
pub use draws_file::Block;
use draws_file::Reader;
pub use every::Every;
#[doc(hidden)]
pub use facts::facts_of;
#[doc(hidden)]
pub use index::DrawsFile;
use journal::Journal;
#[doc(hidden)]
pub use plan::{Plan, Resume};
#[doc(hidden)]
pub use restored::{compare, no_memory, no_state};
#[doc(hidden)]
pub use saver::Saver;
use snapshot::refused;
#[doc(hidden)]
pub use snapshot::{DATA, Facts, INSTRUCTIONS, SavedChain, Snapshot};
#[doc(hidden)]
pub use table::{Table, read_table};
#[doc(hidden)]
pub use tape::{State, Tape, state};

/// The version of the format.
const VERSION: u64 = 3;
