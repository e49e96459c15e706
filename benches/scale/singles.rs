//! Logistic regression with predictors of 64 bits, and with the same numbers rounded to 32 bits, which
//! `compile()` detects and packs in half of the memory.

use crate::clock;
use crate::logistic::{self, Way};
use crate::regression::Data;
use monomorph::prelude::*;
use std::error::Error;

const COLUMNS: usize = 20;
const ROWS: [usize; 5] = [7_000, 20_000, 100_000, 400_000, 2_000_000];

pub fn run() -> Result<(), Box<dyn Error>> {
    println!("| rows of {COLUMNS} columns | 64 bits, ms | 32 bits, ms | ratio |");
    println!("|-|-|-|-|");
    for rows in ROWS {
        let observed = Data::new(rows, COLUMNS);
        let wide = logistic::posterior(&observed, Way::With(Options::default()))?;
        let narrow = logistic::posterior(&observed.rounded(), Way::With(Options::default()))?;
        let best = clock::by_turns(&wide, &narrow);
        println!("| {rows} | {:.3} | {:.3} | {:.2} |", best[0] / 1e6, best[1] / 1e6, best[1] / best[0]);
    }
    Ok(())
}
