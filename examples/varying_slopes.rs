//! Reaction times in a sleep study: every subject has its own intercept and slope, and the two are
//! correlated.
//!
//! The brms formula `reaction ~ days + (days | subject)`, with the parametrisation of its generated Stan
//! program: non-centred, with a Cholesky factor of the correlations. `r = z Lᵀ diag(τ)` is one matrix
//! expression with one value and one adjoint, and each observation multiplies its row of the design with
//! its subject's row of coefficients.
//!
//! Data: Belenky et al. (2003), "Patterns of performance degradation and restoration during sleep restriction
//! and subsequent recovery", Journal of Sleep Research 12, rounded from `sleepstudy` of the R package lme4
//! (GPL-2 or later).
//!
//! `cargo run --release --example varying_slopes -- FOLDER` writes a figure, `varying_slopes.svg`, into the
//! folder.
//!
//! What to look at: Reactions become slower by 10 ms a day (`b[1]`). In the figure the slope is 20 ms for
//! two subjects and about 0 for one. The correlation of intercepts and slopes is very uncertain: 0.08, 90 %
//! between −0.40 and 0.57.

use monomorph::faer::Mat;
use monomorph::prelude::*;
use monomorph::report::{data::Quantity, plot};
use std::path::Path;

const SUBJECTS: usize = 18;
const DAYS: usize = 10;

/// The mean reaction time of each subject on each day of short nights, in milliseconds.
const REACTION: [[u16; DAYS]; SUBJECTS] = [
    [250, 259, 251, 321, 357, 415, 382, 290, 431, 466],
    [223, 205, 203, 205, 208, 216, 214, 218, 224, 237],
    [199, 194, 234, 233, 229, 220, 235, 256, 261, 248],
    [322, 300, 284, 285, 286, 298, 280, 318, 305, 354],
    [288, 285, 302, 320, 316, 293, 290, 335, 294, 372],
    [235, 243, 273, 310, 317, 310, 454, 347, 330, 254],
    [284, 290, 277, 300, 297, 338, 332, 349, 333, 362],
    [265, 276, 243, 255, 279, 284, 306, 332, 336, 377],
    [242, 274, 254, 271, 251, 255, 245, 235, 236, 237],
    [312, 314, 292, 346, 366, 392, 404, 417, 456, 459],
    [236, 230, 239, 255, 251, 270, 282, 308, 336, 352],
    [256, 243, 256, 256, 269, 330, 379, 363, 394, 389],
    [251, 300, 270, 281, 272, 305, 288, 267, 322, 348],
    [222, 298, 327, 347, 349, 353, 354, 360, 376, 389],
    [272, 268, 257, 278, 315, 317, 298, 348, 340, 367],
    [225, 235, 239, 240, 268, 344, 281, 347, 365, 372],
    [270, 272, 278, 282, 279, 285, 259, 305, 351, 369],
    [269, 273, 298, 311, 287, 330, 334, 343, 369, 364],
];

fn main() -> Result<(), monomorph::Error> {
    let y: Vec<f64> = REACTION.as_flattened().iter().map(|&time| f64::from(time)).collect();
    let subject: Vec<usize> = (0..y.len()).map(|row| row / DAYS).collect();
    // The columns of the design: an intercept and the day.
    let x = Mat::from_fn(y.len(), 2, |row, column| if column == 0 { 1.0 } else { (row % DAYS) as f64 });
    let x = data(&x);

    params! {
        b:     vector(2),
        tau:   vector(2).positive(),
        l:     cholesky_factor_corr(2),
        z:     vector(2).rows(SUBJECTS),
        sigma: positive(),
    }
    let model = model! {
        b     |= normal(data(&[300.0, 0.0]), data(&[100.0, 20.0])),
        tau   |= student_t(3.0, 0.0, data(&[60.0, 20.0])),
        l     |= lkj_corr_cholesky(1.0),
        z     |= normal(0.0, 1.0),
        sigma |= student_t(3.0, 0.0, 60.0),
        r = z.dot(diag_pre_multiply(tau, l).transpose()),
        data(&y) |= normal(x.dot_by_group(b + r, &subject), sigma),
        correlation = l.multiply_lower_tri_self_transpose(),
    };
    let fit = model.compile()?.nuts().chains(4).draws(2_000).seed(2003).run()?;
    println!("{}", fit.summary());

    println!("subject   reaction on day 0   change a day");
    for number in 0..SUBJECTS {
        let coefficient = |column: usize| -> Result<f64, monomorph::Error> {
            let common = fit.draws().column(&format!("b[{column}]"))?.mean();
            Ok(common + fit.draws().column(&format!("r[{number},{column}]"))?.mean())
        };
        println!("{number:>7}   {:>17.1}   {:>12.1}", coefficient(0)?, coefficient(1)?);
    }
    let correlation = fit.draws().column("correlation[1,0]")?;
    println!(
        "Correlation of intercepts and slopes: {:.2}, 90% interval {:.2} to {:.2}",
        correlation.mean(),
        correlation.quantile(0.05),
        correlation.quantile(0.95)
    );

    if let Some(folder) = std::env::args_os().nth(1) {
        let common = fit.draws().column("b[1]")?;
        let row = |number: usize| {
            let own = fit.draws().column(&format!("r[{number},1]"))?;
            let change = common.as_slice().iter().zip(own.as_slice()).map(|(common, own)| common + own);
            Ok(Quantity::new(format!("subject {number}"), vec![change.collect()]))
        };
        plot::forest(&(0..SUBJECTS).map(row).collect::<Result<Vec<_>, monomorph::Error>>()?)
            .reference(common.mean())
            .title("How much slower people react after each short night")
            .x_label("change of the reaction time, milliseconds a day")
            .caption(
                "Density, median, 50 % and 90 % interval of each subject; dashed: the mean of the \
                 population.",
            )
            .save(Path::new(&folder).join("varying_slopes.svg"))?;
    }
    Ok(())
}
