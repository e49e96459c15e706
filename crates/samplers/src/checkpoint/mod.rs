//! Checkpoints: runs that go on after their process was killed.
//!
//! A run with the checkpoint `run.mono` has two files. `run.mono` is small, and is replaced as a whole: it
//! has the states of all chains. Draws go to `run.mono.draws`, which only grows. Both go to another machine
//! together.
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
//! Whenever a process is killed, the run that goes on from its files has the draws, bit for bit, that it
//! would have had, whatever the number of threads is. What was done since the last checkpoint is done again.
//! A file that is cut off or was changed, or belongs to another model, other data or other settings, is
//! refused with an error that says so, and is left as it is. On a machine with other vector instructions a
//! run goes on, but with other rounding.
//!
//! One process at a time writes to a file: it holds a lock on `run.mono.draws`, where the system has locks,
//! and a second one is refused.
//!
//! # How it is written
//!
//! For a checkpoint of one chain its new draws are appended to the second file, as one block, and handed to
//! the disk (`fsync`). Then the first file is written anew beside itself, handed to the disk, and renamed. It
//! tells how much of the second one counts: what stands behind that is the beginning of a checkpoint that was
//! never finished, and is cut off.
//!
//! # The format
//!
//! All numbers are little endian: counts are 64-bit integers, and real numbers have their 64 bits. A text is
//! a count of bytes and UTF-8. A checksum is the CRC-64 of the XZ format, of all bytes before it in its file
//! or block.
//!
//! | `run.mono` | |
//! |-|-|
//! | `monomrun`, 8 bytes | |
//! | version | 3 |
//! | length | of the whole file |
//! | variables | a count, 0 of a program; of each its name, its length and its columns (1 and a count, or 0), and whether it is a definition (a byte) |
//! | facts | a count; of each its name and its value, two texts: the sampler, its settings, a hash of the data; of a run with matrices that their elements stand `column after column`; of one with labels their checksum |
//! | committed | how much of the other file counts, in bytes |
//! | chains | a count; of each a byte, which is 1 if it has begun, then the number of its draws, and its state, a count of bytes and these: the number of its iterations, the times of warmup and after it, and what the sampler goes on with |
//! | checksum | |
//!
//! | `run.mono.draws` | |
//! |-|-|
//! | `monodraw`, 8 bytes | |
//! | version | 3 |
//! | run | the checksum of the run's variables and facts |
//! | columns | the numbers of a draw: those that the sampler tells of it, and the values of all elements; 1 of a program, whose draws differ in length: the numbers of a draw follow each other as if each were a draw |
//! | checksum | |
//! | blocks | of each the chain, the number of its first draw, the number of draws; the draws, column after column; a checksum |
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
