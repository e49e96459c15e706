//! A posterior whose data need not fit into main memory: they are read from a file that another program has
//! written, and packed into a second file.
//!
//! Data: simulated from a logistic regression whose coefficients are 0.5, −0.4, 0.3, … The example writes
//! the file itself.
//!
//! `cargo run --release --features mapped --example larger_than_memory -- FOLDER ROWS` writes ROWS rows of
//! 81 bytes into FOLDER. Without arguments it writes half a million rows into the folder of temporary
//! files. For a test, use twice as many bytes as main memory has.
//!
//! What to look at: The estimates of the coefficients are within two or three standard errors. A gradient
//! is one pass over the file. If memory holds the file, a gradient takes the same time as with data in
//! memory; otherwise it takes the time in which the disk reads 80 bytes per row.

use faer::MatRef;
use monomorph::posterior::Memory;
use monomorph::prelude::*;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

const COLUMNS: usize = 10;

/// Maps a file into memory.
fn mapped(path: &Path) -> std::io::Result<memmap2::Mmap> {
    // SAFETY: No program writes to the file while this program reads it.
    unsafe { memmap2::Mmap::map(&File::open(path)?) }
}

fn coefficient(column: usize) -> f64 {
    (0.5 - 0.1 * (column / 2 * 2) as f64) * if column.is_multiple_of(2) { 1.0 } else { -0.8 }
}

/// Writes predictors, as numbers of 64 bits row by row, and outcomes, one byte each.
fn write(rows: usize, predictors: &Path, outcomes: &Path) -> std::io::Result<()> {
    let (mut x, mut y) = (BufWriter::new(File::create(predictors)?), BufWriter::new(File::create(outcomes)?));
    let mut state = 1_u64;
    let mut uniform = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    for _ in 0..rows {
        let mut eta = 0.0;
        for column in 0..COLUMNS {
            let predictor = 4.0 * uniform() - 2.0;
            eta += coefficient(column) * predictor;
            x.write_all(&predictor.to_ne_bytes())?;
        }
        y.write_all(&[u8::from(uniform() < 1.0 / (1.0 + (-eta).exp()))])?;
    }
    x.flush().and_then(|()| y.flush())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let rows: usize = arguments.next().map_or(Ok(500_000), |rows| rows.parse())?;
    let (predictors, outcomes) = (folder.join("predictors.f64"), folder.join("outcomes.u8"));
    write(rows, &predictors, &outcomes)?;

    // Slices of the files. Nothing has been read yet.
    let (predictors_file, y) = (mapped(&predictors)?, mapped(&outcomes)?);
    let x: &[f64] = bytemuck::try_cast_slice(&predictors_file).map_err(|error| error.to_string())?;
    let x = MatRef::from_row_major_slice(x, rows, COLUMNS);

    params! { alpha: real(), beta: vector(COLUMNS) }
    let model = model! {
        alpha |= normal(0.0, 2.5),
        beta  |= normal(0.0, 2.5),
        data(&y[..]) |= bernoulli_logit(alpha + data(x).dot(beta)),
    };
    let start = Instant::now();
    let posterior = model.compile_in(&mut Memory::in_folder(&folder)?)?;
    println!("packed in {:.1} s", start.elapsed().as_secs_f64());
    // The posterior has its own file, so these files are not needed any more.
    drop((predictors_file, y));
    std::fs::remove_file(&predictors)?;
    std::fs::remove_file(&outcomes)?;

    let mut workspace = posterior.workspace();
    let mut gradient = vec![0.0; posterior.dimension()];
    let start = Instant::now();
    posterior.log_density_and_gradient(&vec![0.0; gradient.len()], &mut gradient, &mut workspace);
    println!("a gradient of {rows} rows takes {:.4} s", start.elapsed().as_secs_f64());

    let mode = posterior.optimise().standard_errors(true).run()?;
    println!("           true   found");
    for column in 0..COLUMNS {
        let name = format!("beta[{column}]");
        let (value, error) = (mode.value(&name)?, mode.standard_error(&name)?);
        println!("{name}  {:>6.2}   {value:.4} ± {error:.4}", coefficient(column));
    }
    Ok(())
}
