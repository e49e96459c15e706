//! The volume of the Nile at Aswan, 1871 to 1970, as a varying level plus noise. The model estimates how
//! much the level varies, when it fell, and the years after 1970. The levels are integrated out by the
//! Kalman filter and drawn afterwards.
//!
//! Data: G. Cobb, "The problem of the Nile", Biometrika 65 (1978), as in the data set `Nile` of R (GPL-2 or
//! GPL-3).
//!
//! `cargo run --release --example nile -- FOLDER` writes a figure, `nile.svg`, into the folder.
//!
//! What to look at: The steepest fall was most probably in 1899, when the building of the first dam of
//! Aswan began: the level was 1120 five years before and 870 five years after. No single year has a
//! probability above 0.10, because `noise`, 123, is three times as large as `level`, the standard deviation
//! of the change of the level in a year. In the figure the fall is between 1896 and 1901.

use monomorph::prelude::*;
use monomorph::rand::SeedableRng;
use monomorph::report::{data::Quantity, plot};
use monomorph::state_space::StateSpace;
use std::path::Path;

/// The volume in 10⁸ m³ a year, from 1871 on. (Cobb 1978, "The problem of the Nile".)
const VOLUME: [f64; 100] = [
    1120.0, 1160.0, 963.0, 1210.0, 1160.0, 1160.0, 813.0, 1230.0, 1370.0, 1140.0, 995.0, 935.0, 1110.0,
    994.0, 1020.0, 960.0, 1180.0, 799.0, 958.0, 1140.0, 1100.0, 1210.0, 1150.0, 1250.0, 1260.0, 1220.0,
    1030.0, 1100.0, 774.0, 840.0, 874.0, 694.0, 940.0, 833.0, 701.0, 916.0, 692.0, 1020.0, 1050.0, 969.0,
    831.0, 726.0, 456.0, 824.0, 702.0, 1120.0, 1100.0, 832.0, 764.0, 821.0, 768.0, 845.0, 864.0, 862.0,
    698.0, 845.0, 744.0, 796.0, 1040.0, 759.0, 781.0, 865.0, 845.0, 944.0, 984.0, 897.0, 822.0, 1010.0,
    771.0, 676.0, 649.0, 846.0, 812.0, 742.0, 801.0, 1040.0, 860.0, 874.0, 848.0, 890.0, 744.0, 749.0, 838.0,
    1050.0, 918.0, 986.0, 797.0, 923.0, 975.0, 815.0, 1020.0, 906.0, 901.0, 1170.0, 912.0, 746.0, 919.0,
    718.0, 714.0, 740.0,
];

fn main() -> Result<(), Error> {
    params! { level: positive(), noise: positive() }
    let model = model! {
        level |= half_normal(100.0),
        noise |= half_normal(200.0),
        data(&VOLUME) |= local_level(level, noise),
    };
    let fit = model.compile()?.nuts().chains(4).seed(1).run()?;
    println!("{}", fit.summary());

    // The states are integrated out, and then drawn for each draw of the parameters.
    const HORIZON: usize = 10;
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let (levels, noises) = (fit.draws().values_of(level)?, fit.draws().values_of(noise)?);
    let count = levels.len() as f64;
    let mut path = [(0.0, 0.0); VOLUME.len()];
    let mut future = [(0.0, 0.0); HORIZON];
    let mut fell = [0.0; VOLUME.len()];
    let mut paths = Vec::new();
    for (&level, &noise) in levels.iter().zip(&noises) {
        let numbers = StateSpace::of(&local_level(level, noise))?;
        let drawn = numbers.simulate(&VOLUME, &mut rng)?;
        for (sum, number) in path.iter_mut().zip(&drawn) {
            *sum = (sum.0 + number / count, sum.1 + number * number / count);
        }
        let largest = (1..drawn.len()).min_by(|&a, &b| {
            let step = |time: usize| drawn[time] - drawn[time - 1];
            step(a).total_cmp(&step(b))
        });
        fell[largest.unwrap_or(0)] += 1.0 / count;
        paths.push(drawn);
        let forecast = numbers.forecast(&VOLUME, HORIZON)?;
        for (sum, (mean, variance)) in future.iter_mut().zip(forecast.means.iter().zip(&forecast.variances)) {
            *sum = (sum.0 + mean / count, sum.1 + (variance + mean * mean) / count);
        }
    }

    println!("year  volume  level (2 sd)");
    for (time, &(mean, square)) in path.iter().enumerate().step_by(9) {
        let deviation = (square - mean * mean).sqrt();
        let bar = "#".repeat((mean / 25.0) as usize);
        println!("{}  {:6.0}  {mean:5.0} ± {:3.0}  {bar}", 1871 + time, VOLUME[time], 2.0 * deviation);
    }
    let year = (0..fell.len()).max_by(|&a, &b| fell[a].total_cmp(&fell[b])).unwrap_or(0);
    let (before, after) = (path[year - 5].0, path[year + 4].0);
    println!(
        "\nThe steepest fall came most likely in {} (probability {:.2}): from {before:.0} five years before the fall to {after:.0} five years later.",
        1871 + year,
        fell[year]
    );
    println!("\nforecast  volume (2 sd)");
    for (ahead, (mean, square)) in future.into_iter().enumerate() {
        println!("{}      {mean:5.0} ± {:3.0}", 1971 + ahead, 2.0 * (square - mean * mean).sqrt());
    }

    if let Some(folder) = std::env::args_os().nth(1) {
        let every_fifth = (0..VOLUME.len()).step_by(5).map(|time| {
            let level = paths.iter().map(|path| path[time]).collect();
            Quantity::new((1871 + time).to_string(), vec![level])
        });
        plot::forest(&every_fifth.collect::<Vec<_>>())
            .title("The level of the Nile at Aswan")
            .x_label("level, 10⁸ m³ a year")
            .caption(format!(
                "Every fifth year: density, median, 50 % and 90 % interval of the level. The steepest fall \
                 came most likely in {} (probability {:.2}).",
                1871 + year,
                fell[year]
            ))
            .save(Path::new(&folder).join("nile.svg"))?;
    }
    Ok(())
}
