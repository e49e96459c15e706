//! `cargo bench --bench approximate`: modes, Laplace's approximation and Pathfinder compared with stanli's,
//! on posteriors of posteriordb with reference moments, and on a logistic regression.
//!
//! Distances are distances of means and standard deviations from the reference, in units of the reference's
//! standard deviation, √((m − m₀)² + (s − s₀)²) / s₀. This is Wasserstein's distance of normal
//! distributions, as a mean over parameters and a median over seeds. Times are medians over seeds too, of
//! the fastest of five runs of each seed. Contenders take turns, on one thread, with 1 000 draws and one
//! path each. The peer runs the variant of its program whose gradient is fastest. The distances of both are
//! measured twice: for the draws themselves, and for the draws after PSIS.
//!
//! The work of both: Pathfinder takes 25 draws for each bound and 1 000 draws in the end, each with its log
//! density. Ours also computes the constrained values of all draws, the weights and k̂, while stanli
//! returns unconstrained points (its pairs are 5). Its optimiser stops if gᵀHg, the square of the distance
//! to the mode in standard deviations, is below 2.2e-9 |log p|, which is a distance of 1e-4 to 1e-3 here;
//! ours stops at 1e-6. Laplace's method is that optimiser, a Hessian by differences of gradients, and 1 000
//! draws with their log densities and constrained values, ours with the weights and k̂.
//!
//! ```text
//! posterior dimension method ms stanli ratio gradients densities distance stanli after_psis stanli k̂ stanli
//! ```
//!
//! `cargo bench --bench approximate -- arK` runs those whose name has `arK` in it. A whole run writes
//! `benches/report/approximate.md`. `--variational` measures variational inference beside Pathfinder instead,
//! and writes `benches/report/variational.md`. The pack and the peer are looked for as in the benchmark
//! `peers`.

/// Races the posteriors of those models of a file that take part.
macro_rules! posteriors {
    ($($model:ident: $posteriors:expr),+ $(,)?) => {
        // Of some files no model takes part.
        #[allow(unused_variables)]
        pub fn race(race: &mut crate::race::Race, pack: &std::path::Path) {
            $(
                if_raced! { $model: for posterior in $posteriors {
                    race.posterior(pack, posterior, |case, task| $model(case, task));
                } }
            )+
        }
    };
}

/// Leaves out what is done with a model that does not take part, so that none of it is compiled: a program of
/// its users has one model, or a few.
macro_rules! if_raced {
    (ark: $($race:tt)*) => { $($race)* };
    (logearn_interaction: $($race:tt)*) => { $($race)* };
    (eight_schools_centered: $($race:tt)*) => { $($race)* };
    (eight_schools_noncentered: $($race:tt)*) => { $($race)* };
    (gp_regr: $($race:tt)*) => { $($race)* };
    (kidscore_interaction_c: $($race:tt)*) => { $($race)* };
    (logmesquite: $($race:tt)*) => { $($race)* };
    (nes: $($race:tt)*) => { $($race)* };
    (blr: $($race:tt)*) => { $($race)* };
    (arma11: $($race:tt)*) => { $($race)* };
    (hmm_example: $($race:tt)*) => { $($race)* };
    ($other:ident: $($race:tt)*) => {};
}

mod beside_variational;
mod distance;
#[path = "../peers/json.rs"]
#[allow(dead_code)]
mod json;
mod peer;
// Ten models of the pack are raced, of all that there are.
#[path = "../../tests/posteriordb/mod.rs"]
#[allow(dead_code)]
mod posteriordb;
#[path = "../peers/programs.rs"]
mod programs;
mod race;
#[path = "../peers/random.rs"]
#[allow(dead_code)]
mod random;
#[path = "../regression/data.rs"]
#[allow(dead_code)]
mod regression_data;
mod report;
mod seeds;
#[path = "../peers/stanli.rs"]
#[allow(dead_code)]
mod stanli;
mod variational;

use posteriordb::case::pack;
use posteriordb::*;
use race::Race;

/// The posteriors that take part: all sorts of models, each with reference moments.
const POSTERIORS: [&str; 11] = [
    "arK-arK",
    "arma-arma11",
    "earnings-logearn_interaction",
    "eight_schools-eight_schools_centered",
    "eight_schools-eight_schools_noncentered",
    "gp_pois_regr-gp_regr",
    "hmm_example-hmm_example",
    "kidiq_with_mom_work-kidscore_interaction_c",
    "mesquite-logmesquite",
    "nes1980-nes",
    "sblrc-blr",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // `cargo test --benches` runs this too, without the flag; there is nothing to measure then.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let names: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_whole = names.is_empty();
    let mut race = Race::new(stanli::Library::find()?, names)?;
    race.is_variational = std::env::args().any(|argument| argument == "--variational");
    println!("{}", if race.is_variational { beside_variational::TITLES } else { report::TITLES });
    let pack = pack()?;
    let families = [
        ark::race,
        earnings::race,
        eight_schools::race,
        gp_regr::race,
        kidiq::race,
        mesquite::race,
        nes::race,
        sblrc::race,
        sequences::race,
    ];
    for family in families {
        family(&mut race, &pack);
    }
    race.logistic();
    if race.is_variational {
        println!("report: {}", beside_variational::write(&race.beside)?.display());
        return Ok(());
    }
    println!("{}", report::summary(&race.rows));
    if is_whole {
        println!("report: {}", report::write(&race.rows)?.display());
    }
    Ok(())
}
