//! Eight schools: the effect of coaching on test scores, partially pooled.

use monomorph::prelude::*;

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
    let fit = posterior.nuts().chains(4).seed(1).run()?; // progress bars, all cores
    println!("{}", fit.summary()); // mean, sd, quantiles, MCSE, ESS bulk/tail, R-hat

    let summary = fit.summary();
    let (school, mu) = (summary.row("theta[0]")?, summary.row("mu")?);
    println!(
        "Coaching raised the first school's scores by {:.0} points (90 % interval {:.0} to {:.0}), not by the {:.0} \
         it measured: its estimate is pulled towards the average effect of {:.1}.",
        school.mean, school.q5, school.q95, y[0], mu.mean
    );
    Ok(())
}
