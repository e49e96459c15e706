//! Salamanders in streams of Appalachia, below mines and elsewhere: seven species or stages were counted
//! four times at 23 sites. Are sites below mines empty, or do they have fewer salamanders? Counts are
//! zero-inflated: a site may be empty at a time, more often below a mine. If it is not empty, the mean of a
//! species depends on the mine and on the site. The effects of sites are integrated out by a Laplace
//! approximation.
//!
//! Data: S. Price, B. Muncy, S. Bonner, A. Drayer and C. Barton, "Effects of mountaintop removal mining and
//! valley filling on the occupancy and abundance of stream salamanders", Journal of Applied Ecology 53
//! (2016), as distributed with glmmTMB: `glmmTMB(count ~ mined + spp + (1 | site), zi = ~mined, poisson)`.
//!
//! `cargo run --release --example salamanders` prints two tables.
//!
//! What to look at: With flat priors the mode is glmmTMB's fit, with the log likelihood −886.764. Below a
//! mine a site is empty at two of three times, and elsewhere at one of four. If there are salamanders, a
//! clean stream has e^1.27 = 3.6 times as many.

use monomorph::prelude::*;

const SPECIES: [&str; 7] = ["GP", "PR", "DM", "EC-A", "EC-L", "DES-L", "DF"];

/// The counts at each site, of each species, at four times.
#[rustfmt::skip]
pub const COUNTS: [[[u8; 4]; 7]; 23] = [
    [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 2, 1], [0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 2, 0], [1, 0, 0, 0]],
    [[0, 0, 2, 0], [0, 1, 0, 0], [0, 1, 6, 3], [2, 0, 0, 0], [1, 1, 0, 0], [3, 2, 0, 2], [2, 2, 0, 1]],
    [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
    [[2, 1, 6, 2], [4, 0, 2, 1], [3, 2, 3, 2], [2, 0, 0, 0], [1, 6, 4, 13], [1, 8, 7, 2], [1, 0, 0, 0]],
    [[2, 5, 5, 0], [0, 0, 0, 0], [4, 6, 3, 3], [0, 0, 2, 0], [2, 2, 3, 11], [4, 2, 14, 0], [1, 1, 1, 2]],
    [[1, 6, 4, 0], [0, 0, 4, 0], [1, 4, 2, 0], [2, 0, 0, 0], [0, 0, 1, 0], [10, 8, 3, 7], [0, 0, 2, 1]],
    [[1, 0, 3, 2], [0, 0, 2, 1], [1, 0, 0, 0], [4, 1, 2, 0], [8, 7, 7, 36], [2, 5, 7, 0], [5, 7, 4, 5]],
    [[2, 3, 3, 2], [0, 0, 0, 0], [6, 4, 4, 1], [3, 2, 0, 0], [1, 1, 2, 9], [3, 11, 5, 12], [0, 0, 0, 0]],
    [[4, 1, 2, 7], [1, 2, 0, 1], [5, 4, 2, 2], [4, 2, 0, 0], [7, 4, 2, 6], [7, 6, 3, 8], [7, 0, 1, 4]],
    [[1, 0, 1, 0], [0, 0, 0, 0], [0, 2, 4, 1], [4, 2, 0, 0], [3, 1, 3, 11], [0, 0, 0, 2], [5, 2, 1, 1]],
    [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 1, 2, 2], [0, 0, 0, 0], [0, 0, 0, 0]],
    [[0, 1, 0, 2], [0, 3, 0, 0], [0, 2, 5, 4], [4, 0, 0, 1], [4, 5, 2, 6], [2, 3, 0, 2], [5, 4, 3, 5]],
    [[1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [8, 5, 9, 0], [2, 5, 0, 8]],
    [[0, 1, 3, 10], [1, 0, 0, 0], [1, 2, 7, 5], [5, 0, 0, 0], [1, 0, 0, 5], [2, 2, 3, 3], [0, 1, 0, 2]],
    [[0, 2, 4, 3], [0, 0, 0, 0], [0, 2, 1, 0], [4, 0, 0, 0], [1, 1, 1, 4], [1, 3, 0, 4], [1, 1, 0, 1]],
    [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0]],
    [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0]],
    [[1, 2, 7, 2], [0, 0, 0, 0], [13, 3, 2, 1], [1, 0, 1, 0], [0, 0, 0, 9], [0, 1, 0, 3], [1, 0, 2, 0]],
    [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 0, 0], [6, 4, 1, 0], [0, 0, 0, 0]],
    [[0, 0, 0, 0], [0, 0, 0, 0], [3, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 1]],
    [[0, 0, 0, 0], [0, 1, 3, 0], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], [1, 1, 2, 0], [0, 3, 4, 1]],
    [[0, 0, 0, 0], [0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
    [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 3, 4]],
];

/// True for sites without a mine above them.
#[rustfmt::skip]
pub const IS_CLEAN: [bool; 23] = [
    false, false, false, true, true, true, true, true, true, true, false, true,
    true, true, true, false, false, true, false, false, false, false, false,
];

fn main() -> Result<(), monomorph::Error> {
    let rows =
        || (0..23).flat_map(|site| (0..7).flat_map(move |species| (0..4).map(move |_| (site, species))));
    let count: Vec<u8> = COUNTS.iter().flatten().flatten().copied().collect();
    let at: Vec<usize> = rows().map(|(site, _)| site).collect();
    let which: Vec<usize> = rows().map(|(_, species)| species).collect();
    let clean: Vec<f64> = rows().map(|(site, _)| f64::from(u8::from(IS_CLEAN[site]))).collect();

    params! {
        empty: vector(2), species: vector(7), more: real(),
        sigma: positive(), site: vector(23),
    }
    let none = (empty.at(0) + empty.at(1) * data(&clean)).inv_logit();
    let rate = (species.at(&which) + more * data(&clean) + site.at(&at)).exp();
    let model = model! {
        empty   |= flat(), species |= flat(), more |= flat(),
        sigma   |= flat(),
        site    |= normal(0.0, sigma),
        data(&count) |= mixture((none, 1.0 - none), (discrete_range(0, 0), poisson(rate))),
    };
    let posterior = model.marginalise_by_laplace(site).compile()?;
    let mode = posterior.optimise().jacobian(false).run()?;
    println!("maximum likelihood: log likelihood {:.3}\n{mode}", mode.log_density());

    let fit = posterior.nuts().chains(4).seed(2016).run()?;
    println!("{}", fit.summary().of(&["empty", "more", "sigma"])?);
    let (sites, quality) = posterior.recover_with_quality(fit.draws(), 1)?;
    let last = sites.column("site[22]")?;
    println!("the effect of the last site: {:.2} (sd {:.2})", last.mean(), last.sd());
    if let Some(quality) = quality {
        println!("Pareto's k of the approximation: {:.2}", quality.pareto_k);
    }
    let levels = SPECIES.iter().enumerate().map(|(place, name)| {
        let draws = fit.draws().column(&format!("species[{place}]"))?;
        Ok(format!("{name} {:.2}", draws.mean().exp()))
    });
    let levels: Vec<String> = levels.collect::<Result<_, monomorph::Error>>()?;
    println!("means below a mine, where a site is not empty: {}", levels.join(", "));
    Ok(())
}
