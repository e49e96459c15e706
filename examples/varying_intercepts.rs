//! Dyestuff: how much of the variance of the yield is between batches, and how much is within batches? Each
//! batch has its own mean, which is pulled towards the mean of all batches.
//!
//! Data: five preparations from each of six batches, published in O. Davies, "Statistical methods in
//! research and production" (1947), and in the R package lme4 (GPL-2 or later) as `Dyestuff`.
//!
//! `cargo run --release --example varying_intercepts -- FOLDER` writes a figure, `varying_intercepts.svg`,
//! into the folder.
//!
//! What to look at: The share of the variance between batches is 45 %, but with six batches it is very
//! uncertain, 90 % from 11 to 79 (`share_between`). The table and the figure show that the means of batches
//! are pulled towards the mean of all batches: the fifth from 1600 to 1582 grams, the last from 1470 to
//! 1484.

use monomorph::prelude::*;
use monomorph::report::plot;
use std::path::Path;

/// The yield of dyestuff in grams, five preparations from each of six batches, from O. Davies, "Statistical
/// methods in research and production" (1947).
const YIELD: [u16; 30] = [
    1545, 1440, 1440, 1520, 1580, 1540, 1555, 1490, 1560, 1495, 1595, 1550, 1605, 1510, 1560, 1445, 1440,
    1595, 1465, 1545, 1595, 1630, 1515, 1635, 1625, 1520, 1455, 1450, 1480, 1445,
];
const BATCHES: usize = 6;

fn main() -> Result<(), monomorph::Error> {
    let batch: Vec<usize> = (0..YIELD.len()).map(|preparation| preparation / 5).collect();
    params! {
        mean:    real(),
        between: positive(),
        within:  positive(),
        effect:  vector(BATCHES),
    }
    let model = model! {
        mean    |= normal(1500.0, 200.0),
        between |= half_normal(100.0),
        within  |= half_normal(100.0),
        effect  |= normal(0.0, 1.0),
        batch_mean = mean + between * effect,
        data(&YIELD) |= normal(batch_mean.at(&batch), within),
        share_between = between.square() / (between.square() + within.square()),
    };
    let fit = model.compile()?.nuts().chains(4).seed(1947).target_accept(0.99).run()?;
    println!("{}", fit.summary());

    println!("batch   observed mean   shrunken mean");
    for (number, yields) in YIELD.chunks(5).enumerate() {
        let observed = yields.iter().map(|&grams| f64::from(grams)).sum::<f64>() / 5.0;
        let shrunken = fit.draws().column(&format!("batch_mean[{number}]"))?.mean();
        println!("{number:>5}   {observed:>13.1}   {shrunken:>13.1}");
    }
    let share = fit.draws().column("share_between")?;
    println!("{:.0}% of the variance lies between batches.", 100.0 * share.mean());

    if let Some(folder) = std::env::args_os().nth(1) {
        plot::forest(&fit.draws().dataset())
            .of(["mean", "batch_mean"])
            .reference(fit.draws().column("mean")?.mean())
            .title("The yield of six batches of dyestuff")
            .x_label("mean yield, grams")
            .caption(
                "Density, median, 50 % and 90 % interval of the mean of all batches and of each of them.",
            )
            .save(Path::new(&folder).join("varying_intercepts.svg"))?;
    }
    Ok(())
}
