//! Results of the No-U-Turn sampler, compared with exact moments and with another sampler, by long runs.

use monomorph::draws::diagnostics;
use monomorph::prelude::*;
use monomorph::sampling::Metric;

/// The numbers of a run, where the adapter of nuts-rs looks for them.
mod race {
    pub const CHAINS: usize = 4;
    pub const WARMUP: usize = 500;
    pub const DRAWS: usize = 1000;
}

#[path = "../../../benches/sampling/nuts_rs.rs"]
#[allow(dead_code)]
mod nuts_rs;

/// Asserts that means of all elements, and of their squares, of two runs agree within their Monte Carlo
/// errors.
fn assert_agree(what: &str, ours: &Draws, theirs: &Draws) {
    let count = ours.names().len() * 2;
    for ((name, ours), (_, theirs)) in ours.columns().zip(theirs.columns()) {
        // Squares about a common centre, so that their means differ where variances do.
        let centre = ours.mean();
        let squared = |values: &[f64]| values.iter().map(|x| (x - centre).powi(2)).collect::<Vec<_>>();
        let squares = [squared(ours.as_slice()), squared(theirs.as_slice())];
        let pairs = [[ours.as_slice(), theirs.as_slice()], [&squares[0], &squares[1]]];
        for (power, [ours, theirs]) in pairs.into_iter().enumerate() {
            let of = |values: &[f64]| {
                let chains: Vec<&[f64]> = values.chunks_exact(race::DRAWS).collect();
                (diagnostics::mean(&chains), diagnostics::mcse_mean(&chains))
            };
            let ((ours, our_error), (theirs, their_error)) = (of(ours), of(theirs));
            let z = (ours - theirs) / our_error.hypot(their_error);
            // A normal number is farther from zero seven times in a million.
            assert!(
                z.abs() < 4.5,
                "{what}, `{name}`, power {}: {ours}, not {theirs} ({z}, of {count})",
                power + 1
            );
        }
    }
}

/// Runs both samplers with a diagonal metric, and ours with all others.
fn compare<M: BoundModel>(what: &str, posterior: &Posterior<M>) {
    let theirs = nuts_rs::sample(posterior, 1).expect("a run of nuts-rs").draws;
    for metric in [Metric::Diagonal, Metric::Auto, Metric::LowRank, Metric::Dense] {
        let nuts = posterior.nuts().chains(race::CHAINS).warmup(race::WARMUP).draws(race::DRAWS);
        let fit = nuts.metric(metric).seed(2).progress(false).run().expect("a fit");
        assert_agree(&format!("{what}, {metric:?}"), fit.draws(), &theirs);
    }
}

#[test]
fn nuts_rs_agrees() {
    let y = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
    let sigma = [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0];
    params! { mu: real(), tau: positive(), eta: vector(8) }
    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= half_normal(5.0),
        eta |= normal(0.0, 1.0),
        data(&y) |= normal(mu + tau * eta, data(&sigma)),
    };
    compare("eight schools", &model.compile().expect("the model compiles"));
}

#[test]
fn nuts_rs_agrees_on_correlated_counts() {
    let x: Vec<f64> = (0..40).map(|i| 10.0 + 0.1 * f64::from(i)).collect();
    let y: Vec<u64> = (0..40).map(|i| (i * 7 % 11) / 2).collect();
    params! { a: real(), b: real(), w: simplex(3) }
    let model = model! {
        a |= normal(0.0, 5.0),
        b |= normal(0.0, 1.0),
        w |= dirichlet(1.5),
        data(&y) |= poisson_log(a + b * data(&x) + w.at(0)),
    };
    compare("counts", &model.compile().expect("the model compiles"));
}

/// x ~ normal(0, 1), y ~ normal(x², s): a banana, whose moments are E y = 1, V y = 2 + s², E x y = 0, E x²
/// y = 3.
#[test]
fn a_banana_has_its_moments() {
    params! { x: real(), y: real() }
    let model = model! {
        x |= normal(0.0, 1.0),
        y |= normal(x.square(), 0.5),
        curved = x.square() * y,
        squared = (y - 1.0).square(),
        crossed = x * y,
    };
    let posterior = model.compile().expect("the model compiles");
    let nuts = || posterior.nuts().warmup(400).draws(4000).target_accept(0.95).seed(3).progress(false);
    for (what, nuts) in
        [("diagonal", nuts().metric(Metric::Diagonal)), ("WALNUTS", nuts().target_accept(0.8).walnuts(0.3))]
    {
        let fit = nuts.run().expect("a fit");
        for (name, exact) in
            [("x", 0.0), ("y", 1.0), ("curved", 3.0), ("squared", 2.0 + 0.5 * 0.5), ("crossed", 0.0)]
        {
            let summary = fit.summary();
            let row = summary.row(name).expect("a row");
            let z = (row.mean - exact) / row.mcse_mean;
            assert!(z.abs() < 4.5, "{what}: the mean of {name} is {}, not {exact} ({z})", row.mean);
            assert!(row.ess_bulk > 400.0, "{what}: {name} has {} effective draws", row.ess_bulk);
        }
    }
}

/// A normal distribution of fifty dimensions, of which the widest is 3 000 times as wide as the narrowest,
/// and whose correlations no scales take away.
#[test]
fn an_ill_conditioned_normal_has_its_moments() {
    const SIZE: usize = 50;
    const CORRELATION: f64 = 0.8;
    let scales: Vec<f64> = (0..SIZE).map(|i| 10.0_f64.powf(3.5 * i as f64 / SIZE as f64 - 1.75)).collect();
    let slopes: Vec<f64> = scales.windows(2).map(|pair| CORRELATION * pair[1] / pair[0]).collect();
    let mut variance = 0.0;
    let sds: Vec<f64> = scales
        .iter()
        .map(|scale| {
            variance = 1.0 + CORRELATION * CORRELATION * variance;
            scale * f64::sqrt(variance)
        })
        .collect();
    params! { x: vector(SIZE) }
    let model = model! {
        x.at(0) |= normal(0.0, scales[0]),
        x.slice(1..SIZE) |= normal(data(&slopes) * x.slice(0..SIZE - 1), data(&scales[1..])),
        z = x / data(&sds),
        squares = z.square(),
    };
    let posterior = model.compile().expect("the model compiles");
    for metric in [Metric::Diagonal, Metric::LowRank, Metric::Dense] {
        let nuts = posterior.nuts().metric(metric).warmup(500).draws(500).seed(5).progress(false);
        let summary = nuts.run().expect("a fit").summary();
        for (name, exact) in [("z", 0.0), ("squares", 1.0)] {
            let mut squares = 0.0;
            for i in 0..SIZE {
                let row = summary.row(&format!("{name}[{i}]")).expect("a row");
                let z = (row.mean - exact) / row.mcse_mean;
                squares += z * z / SIZE as f64;
                assert!(z.abs() < 5.0, "{metric:?}: the mean of {name}[{i}] is {}, not {exact}", row.mean);
            }
            assert!(squares < 2.0, "{metric:?}: errors of {name} are {squares} times what they should be");
        }
    }
}
