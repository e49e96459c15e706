//! Capture–recapture: how many birds survive a year, if a living bird is not always seen? The birds are
//! European dippers, ringed from 1981 to 1986 and looked for until 1987. There were floods in two of the
//! years.
//!
//! A bird that is not seen again may be dead or alive. This hidden state is marginalised.
//!
//! Data: collected by G. Marzolin, published in J.-D. Lebreton, K. Burnham, J. Clobert, D. Anderson,
//! "Modeling survival and testing biological hypotheses using marked animals", Ecological Monographs 62
//! (1992), and used in the manual of Program MARK.
//!
//! `cargo run --release --example capture_recapture -- FOLDER` writes a figure, `capture_recapture.svg`, into
//! the folder.
//!
//! What to look at: 61 % of the dippers survive a calm year and 47 % a year with a flood, and the 90 %
//! interval of the difference, 0.05 to 0.22, does not contain 0. In the figure the two densities overlap
//! little. A living bird is seen with a probability of 0.89, so most birds that are never seen again are
//! dead.

use monomorph::functions::hidden_markov_log_density;
use monomorph::prelude::*;
use monomorph::report::{data::Quantity, plot};
use std::path::Path;

/// The number of birds released in each year, and the number of these that were seen again for the first
/// time 1, 2 and 3 years later.
const RELEASED: [usize; 6] = [22, 60, 78, 80, 88, 98];
const SEEN_AGAIN: [[usize; 3]; 6] = [[11, 2, 0], [24, 1, 0], [34, 2, 0], [45, 1, 2], [51, 0, 0], [52, 0, 0]];

/// True if there was a flood between a year and the next: in 1982 and 1983.
const FLOOD: [bool; 6] = [false, true, true, false, false, false];

/// The log probability of an impossible event.
const NEVER: f64 = -1e300;

/// Birds with the same history: released in a year, and seen again some years later or never.
struct Fate {
    birds: f64,
    /// The intervals from the release to the last year.
    years: std::ops::Range<usize>,
    /// For each year from the release on: 1 in `seen` if a living bird was seen, 1 in `missed` if it was
    /// missed, and in `dead` the log probability of the observation of a dead bird.
    seen: Vec<f64>,
    missed: Vec<f64>,
    dead: Vec<f64>,
}

impl Fate {
    fn new(birds: usize, release: usize, later: usize, is_seen: bool) -> Self {
        let seen: Vec<f64> = (0..=later).map(|year| (is_seen && year == later) as u8 as f64).collect();
        let missed =
            seen.iter().enumerate().map(|(year, seen)| if year == 0 { 0.0 } else { 1.0 - seen }).collect();
        let dead = (0..=later).map(|year| if year == 0 || seen[year] == 1.0 { NEVER } else { 0.0 }).collect();
        Self { birds: birds as f64, years: release..release + later, seen, missed, dead }
    }
}

fn main() -> Result<(), monomorph::Error> {
    let mut fates = Vec::new();
    for (release, (released, again)) in RELEASED.iter().zip(SEEN_AGAIN).enumerate() {
        let most = RELEASED.len() - release;
        for (later, &birds) in again.iter().enumerate().filter(|(later, birds)| **birds > 0 && *later < most)
        {
            fates.push(Fate::new(birds, release, later + 1, true));
        }
        fates.push(Fate::new(released - again.iter().sum::<usize>(), release, most, false));
    }
    let fates = &fates;

    // survival of a calm year, and of one with a flood
    params! { survival: vector(2).interval(0.0, 1.0), p: interval(0.0, 1.0) }
    // From one year to the next a living bird survives or dies, and a dead bird stays dead.
    let year = |kind: usize| {
        let of_living = concatenate((survival.at(kind), 1.0 - survival.at(kind)));
        stack_rows((of_living, data(&[0.0, 1.0])))
    };
    let moves = stack_rows(FLOOD.map(|is_flood| year(is_flood as usize)));

    let model = model! {
        survival |= uniform(0.0, 1.0),
        p        |= uniform(0.0, 1.0),
        difference = survival.at(0) - survival.at(1),
        for_each(fates.len(), move |k| increment({
            let fate = &fates[k];
            let alive = data(&fate.seen) * p.log() + data(&fate.missed) * (1.0 - p).log();
            let log_densities = stack_rows((alive, data(&fate.dead)));
            let moves = moves.rows(2 * fate.years.start..2 * fate.years.end);
            fate.birds * hidden_markov_log_density(&[1.0, 0.0], moves, log_densities)
        })),
    };

    let fit = model.compile()?.nuts().chains(4).seed(1).run()?;
    println!("{}", fit.summary());
    let summary = fit.summary();
    let (calm, flood, p) = (summary.row("survival[0]")?, summary.row("survival[1]")?, summary.row("p")?);
    println!(
        "{:.0} % of the dippers survive a calm year, {:.0} % one with a flood (90 % intervals {:.0} to {:.0} and {:.0} to {:.0}); a living \
         bird is seen with probability {:.2}.",
        100.0 * calm.mean,
        100.0 * flood.mean,
        100.0 * calm.q5,
        100.0 * calm.q95,
        100.0 * flood.q5,
        100.0 * flood.q95,
        p.mean
    );

    if let Some(folder) = std::env::args_os().nth(1) {
        let probability = |name: &str, element: &str| -> Result<Quantity, Error> {
            let chains = fit.draws().column(element)?.chains();
            let chains = chains.into_iter().map(<[f64]>::to_vec).collect();
            Ok(Quantity::new(name, chains).lower(0.0).upper(1.0))
        };
        let rows = [
            probability("survives a calm year", "survival[0]")?,
            probability("survives a year with a flood", "survival[1]")?,
            probability("is seen, if alive", "p")?,
        ];
        plot::forest(&rows)
            .title("Fewer dippers survive a year with a flood")
            .x_label("probability a year")
            .caption("Density, median, 50 % and 90 % interval.")
            .save(Path::new(&folder).join("capture_recapture.svg"))?;
    }
    Ok(())
}
