//! `cargo bench --bench metrics`: effective draws per gradient for each metric, over the posteriors of
//! posteriordb.
//!
//! Each run has four chains, with 1 000 draws of warmup and 1 000 draws after it. The result is the
//! smallest bulk ESS of all elements of parameters for 1 000 gradients, including the gradients of warmup:
//! the sum of ESS over the seeds, divided by the sum of gradients. Gradients do not depend on other work of
//! the machine, and times are not reported.
//!
//! Each run is a line on stdout. A run of everything writes the table to `benches/report/metrics.md`. The
//! posteriors are found as in `tests/thorough/tests/posteriordb.rs`. `cargo bench --bench metrics -- radon`
//! runs the posteriors whose name contains `radon`, and writes no file.

/// Races each posterior of each model of a file.
macro_rules! posteriors {
    ($($model:ident: $posteriors:expr),+ $(,)?) => {
        pub fn race(race: &mut crate::race::Race, pack: &std::path::Path) {
            $(
                for posterior in $posteriors {
                    race.posterior(pack, posterior, |case, task| $model(case, task));
                }
            )+
        }
    };
}

#[path = "../../tests/posteriordb/mod.rs"]
mod posteriordb;
mod race;
mod report;

use posteriordb::case::pack;
use posteriordb::*;
use race::Race;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // `cargo test --benches` runs this too, without the flag; there is nothing to measure then.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let pack = pack()?;
    let names: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_whole = names.is_empty();
    let mut race = Race::new(names);
    let families = [
        accel_gp::race,
        ark::race,
        butterfly::race,
        capture_recapture::race,
        dogs::race,
        earnings::race,
        eight_schools::race,
        election88::race,
        equations::race,
        glm_poisson::race,
        gp_regr::race,
        irt::race,
        kidiq::race,
        lda::race,
        loss_curves::race,
        mesquite::race,
        mixtures::race,
        mnist::race,
        nes::race,
        ovarian::race,
        prophet::race,
        radon::race,
        rate::race,
        rats::race,
        sat::race,
        sblrc::race,
        seeds::race,
        sequences::race,
        sesame::race,
        surgical::race,
        survey::race,
        timss::race,
        wells::race,
    ];
    families.into_iter().for_each(|family| family(&mut race, &pack));
    let text = report::text(&race.rows);
    println!("\n{text}");
    if is_whole {
        report::write(&text)?;
    }
    Ok(())
}
