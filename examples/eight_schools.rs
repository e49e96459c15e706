//! Eight schools: the effect of coaching on test scores, partially pooled. The effects of schools vary
//! around a common mean, and their spread is estimated too.
//!
//! Data: estimated effects with their standard errors, published in D. Rubin, "Estimation in parallel
//! randomized experiments", Journal of Educational Statistics 6 (1981).
//!
//! `cargo run --release --example eight_schools -- FOLDER` writes a figure, `eight_schools.svg`, into the
//! folder.
//!
//! What to look at: The first school measured 28 points, and its effect is estimated at 6 (90 % from −2 to
//! 16), near the average of 4.4, because `tau`, the standard deviation between schools, is small, 3.6. In
//! the figure all schools are close to `mu`, and no interval is far from 0. Small values of `tau` make a
//! narrow funnel, in which longer steps than the steps of `.target_accept(0.95)` diverge.

use monomorph::prelude::*;
use monomorph::report::plot;
use std::path::Path;

fn main() -> Result<(), monomorph::Error> {
    let y = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
    let sigma = [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0];

    params! {
        mu:  real(),
        tau: positive(),
        eta: vector(y.len()),            // vector::<U8>() when the length is part of the type
    }

    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= half_cauchy(5.0),
        eta |= normal(0.0, 1.0),
        theta = mu + tau * eta,          // evaluated once, reported with the draws
        data(&y) |= normal(theta, data(&sigma)),
    };

    let posterior = model.compile()?; // sizes, offsets, rewrites; every model error is found here
    let nuts = posterior.nuts().target_accept(0.95); // short steps: small tau make a narrow funnel
    let fit = nuts.chains(4).seed(1).run()?; // progress bars, all cores
    println!("{}", fit.summary()); // mean, sd, quantiles, MCSE, ESS bulk/tail, R-hat

    let summary = fit.summary();
    let (school, mu) = (summary.row("theta[0]")?, summary.row("mu")?);
    println!(
        "Coaching raised the first school's scores by {:.0} points (90 % interval {:.0} to {:.0}), not by the {:.0} \
         it measured: its estimate is pulled towards the average effect of {:.1}.",
        school.mean, school.q5, school.q95, y[0], mu.mean
    );

    if let Some(folder) = std::env::args_os().nth(1) {
        plot::forest(&fit.draws().dataset())
            .of(["mu", "theta"])
            .title("What coaching did in eight schools")
            .x_label("points of the test")
            .reference(0.0)
            .caption(
                "The average effect and that of each school: density, median, 50 % and 90 % interval. \
                 Schools are pulled towards the average.",
            )
            .save(Path::new(&folder).join("eight_schools.svg"))?;
    }
    Ok(())
}
