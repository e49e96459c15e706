//! Logistic regression whose data are in main memory, or in a mapped file of the folder of temporary files.
//! Main memory has room for both here; in `examples/larger_than_memory.rs` it need not.

use crate::clock;
use crate::logistic::{self, Way};
use crate::regression::Data;
use monomorph::posterior::Memory;
use monomorph::prelude::*;
use std::error::Error;

const COLUMNS: usize = 20;
const ROWS: [usize; 5] = [7_000, 20_000, 100_000, 400_000, 2_000_000];

pub fn run() -> Result<(), Box<dyn Error>> {
    println!("| rows of {COLUMNS} columns | main memory, ms | file, ms | ratio |");
    println!("|-|-|-|-|");
    for rows in ROWS {
        let observed = Data::new(rows, COLUMNS);
        let kept = logistic::posterior(&observed, Way::With(Options::default()))?;
        let filed = logistic::posterior(&observed, Way::In(&mut Memory::in_folder(std::env::temp_dir())?))?;
        let best = clock::by_turns(&kept, &filed);
        println!("| {rows} | {:.3} | {:.3} | {:.2} |", best[0] / 1e6, best[1] / 1e6, best[1] / best[0]);
    }
    Ok(())
}
