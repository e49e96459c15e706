//! A run that can be interrupted: it is saved every second, stops cleanly at Ctrl-C, and continues when it
//! is started again, also after a kill.
//!
//! Data: the data of `eight_schools`.
//!
//! `cargo run --release --example long_run` runs it.
//!
//! What to look at: The run ends by itself, after about 64 000 draws of each chain, when every quantity is
//! worth 100 000 independent draws and R-hat is below 1.001. Stop it with Ctrl-C or kill it, and start it
//! again: it continues from the saved state. After its end, a new start prints the results again.

use monomorph::prelude::*;
use signal_hook::{consts::SIGINT, flag};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn main() -> Result<(), monomorph::Error> {
    let y = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
    let sigma = [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0];
    params! { mu: real(), tau: positive(), eta: vector(y.len()) }
    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= half_cauchy(5.0),
        eta |= normal(0.0, 1.0),
        theta = mu + tau * eta,
        data(&y) |= normal(theta, data(&sigma)),
    };
    let posterior = model.compile()?;

    // Ctrl-C ends the run cleanly: the draws so far are printed and saved.
    let stop = Arc::new(AtomicBool::new(false));
    if let Err(error) = flag::register(SIGINT, Arc::clone(&stop)) {
        eprintln!("Ctrl-C will end the run at once: {error}");
    }

    let file = Path::new("long_run.mono");
    let fit = posterior
        .nuts()
        .seed(1)
        .draws(1_000_000)
        .until(100_000.0, 1.001)
        .checkpoint(file, Duration::from_secs(1))
        .resume(file)
        .interrupt(&stop)
        .run()?;
    println!("{}", fit.summary());
    Ok(())
}
