//! Tests targets with errors: a panic, or a log density that is not a number.

use super::{Evaluated, Metric, Nuts, PrecisionMatrix, Progress, RunProgress};
use crate::density::Density;
use crate::draws::diagnostics;
use crate::error::Error;
use crate::linalg::sparse::Pattern;
use crate::shape::Extent;
use crate::target::{CustomPosterior, CustomTarget, Target};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// x ~ normal(0, 1), and three y ~ normal(x, 1).
pub(super) struct Small;

impl CustomTarget for Small {
    fn dimension(&self) -> usize {
        4
    }

    fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64]) -> f64 {
        let mut log_density = -0.5 * q[0] * q[0];
        gradient[0] = -q[0];
        for (y, slope) in q[1..].iter().zip(1..) {
            let apart = y - q[0];
            log_density -= 0.5 * apart * apart;
            gradient[slope] = -apart;
            gradient[0] += apart;
        }
        log_density
    }

    fn variables(&self) -> Vec<(String, Extent)> {
        vec![("x".to_owned(), Extent::Scalar), ("y".to_owned(), Extent::Vector(3))]
    }
}

/// A small posterior.
pub(super) fn posterior() -> CustomPosterior<Small> {
    CustomPosterior::new(Small).expect("two names")
}

/// A posterior that fails at some evaluations, which are counted over all chains.
fn faulty(
    posterior: &CustomPosterior<Small>,
    fault: impl Fn(usize) -> Option<f64> + Send + Sync,
) -> impl Target {
    let evaluations = AtomicUsize::new(0);
    Evaluated::new(posterior, move |posterior, q, gradient, workspace| {
        let log_density = posterior.log_density_and_gradient(q, gradient, workspace);
        fault(evaluations.fetch_add(1, Ordering::Relaxed)).unwrap_or(log_density)
    })
}

#[test]
fn a_panic_stops_one_chain_and_keeps_the_others() {
    let directory = std::env::temp_dir().join(format!("monomorph-panic-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a temporary directory");
    let posterior = posterior();
    let target = faulty(&posterior, |evaluation| {
        assert!(evaluation != 400, "evaluation 400");
        None
    });
    // One thread: the panic is in the first chain, and the second begins after it.
    let nuts = Nuts::new(&target).chains(2).threads(1).warmup(10).draws(200).save(&directory);
    let fit = nuts.run().expect("the second chain");
    let summary = fit.summary().to_string().replace('\n', " ");
    assert!(
        summary.contains("chain 0: the sampler stopped: a panic, which is a bug: evaluation 400"),
        "{summary}"
    );
    assert_eq!((fit.draws().chains(), fit.chains()[0].number()), (1, 1));
    assert_eq!(fit.draws().draws_per_chain(), 200);
    let rows = |chain| {
        let text = std::fs::read_to_string(directory.join(format!("chain_{chain}.csv"))).expect("a file");
        text.lines().filter(|line| line.starts_with('-')).count()
    };
    assert!((1..200).contains(&rows(1)), "what the first chain had is in its file");
    assert_eq!(rows(2), 200);
    let written = fit.write_csv(&directory).expect("files");
    assert_eq!(written, [directory.join("chain_2.csv")]);
    assert_eq!(rows(2), 200);
    let _ = std::fs::remove_dir_all(directory);

    let error = Nuts::new(&faulty(&posterior, |_| panic!("always"))).chains(2).run().expect_err("no chain");
    assert!(matches!(&error, Error::Chains { chains: 2, errors } if errors.len() == 2), "{error}");
    let error = Nuts::new(&faulty(&posterior, |_| panic!("always"))).chains(1).run().expect_err("no chain");
    assert!(matches!(&error, Error::Sampler { chain: 0, reason } if reason.contains("always")), "{error}");
}

#[test]
fn what_is_not_finite_is_a_divergence() {
    let posterior = posterior();
    for value in [f64::NEG_INFINITY, f64::INFINITY, f64::NAN] {
        // The first evaluation is without a fault: it is at the start of the chain.
        let fault = move |evaluation| (evaluation > 2 && evaluation % 10 == 0).then_some(value);
        let target = faulty(&posterior, fault);
        let fit = Nuts::new(&target).chains(1).warmup(50).draws(100).run().expect("divergences, no failure");
        assert!(fit.divergences() > 5);
        assert!(fit.chains()[0].draws().iter().all(|draw| draw.log_density.is_finite()));
    }
}

#[test]
fn an_interrupted_run_is_a_short_fit() {
    let target = posterior();
    let stop = AtomicBool::new(false);
    let nuts = || Nuts::new(&target).warmup(10).draws(100).seed(4).interrupt(&stop);
    let whole = nuts().chains(3).run().expect("a fit");

    // One thread: the first chain is whole, the second has 80 draws, and the third has not begun.
    let see = |draw: &super::Draw<'_>| stop.store((draw.chain, draw.index) == (1, 79), Ordering::Relaxed);
    let fit = nuts().chains(3).threads(1).on_draw(see).run().expect("a fit");
    assert_eq!((fit.draws().chains(), fit.draws().draws_per_chain()), (2, 80));
    assert_eq!(fit.chains()[0].draws().len(), 80);
    let (x, all) = (fit.draws().column("x").expect("x"), whole.draws().column("x").expect("x"));
    for chain in 0..2 {
        assert_eq!(x.chain(chain), all.chain(chain).map(|chain| &chain[..80]));
    }
    let summary = fit.summary().to_string().replace('\n', " ");
    assert!(
        summary.contains("interrupted: each chain has 80 of 100 draws, and 1 chain that had"),
        "{summary}"
    );

    stop.store(false, Ordering::Relaxed);
    // Two draws of the second chain are less than all of the first.
    let see = |draw: &super::Draw<'_>| stop.store((draw.chain, draw.index) == (1, 1), Ordering::Relaxed);
    let fit = nuts().chains(3).threads(1).on_draw(see).run().expect("a fit");
    assert_eq!((fit.draws().chains(), fit.draws().draws_per_chain()), (1, 100));

    stop.store(true, Ordering::Relaxed);
    assert_eq!(nuts().run().expect_err("no draws"), Error::Interrupted);
}

/// The chain is stopped within warmup and after it, and restored each time.
#[test]
fn a_chain_goes_on_with_every_metric() {
    let path = std::env::temp_dir().join(format!("monomorph-metrics-{}.mono", std::process::id()));
    let draws = path.with_extension("mono.draws");
    let stop = AtomicBool::new(false);
    let posterior = posterior();
    let target = faulty(&posterior, |evaluation| {
        stop.fetch_or(evaluation % 150 == 149, Ordering::Relaxed);
        None
    });
    let pattern = Pattern::new(4, [(1, 0), (2, 0), (3, 0)]).expect("a pattern");
    let precision = PrecisionMatrix::new(&pattern, &[3.0, -0.9, -0.9, -0.9, 1.2, 1.0, 1.0]);
    let precision = &precision.expect("a precision");
    let all = [
        (Metric::Diagonal, 0.0, None),
        (Metric::Fisher, 0.3, None),
        (Metric::Dense, 0.0, None),
        (Metric::LowRank, 0.3, None),
        (Metric::Auto, 0.0, None),
        (Metric::Sparse, 0.0, None),
        (Metric::Diagonal, 0.0, Some(precision)),
        (Metric::LowRank, 0.3, Some(precision)),
    ];
    for (metric, jitter, precision) in all {
        let nuts = || {
            let nuts = Nuts::new(&target).chains(2).warmup(90).draws(40).metric(metric).step_jitter(jitter);
            precision.map_or(nuts.clone(), |precision| nuts.precision(precision))
        };
        let whole = nuts().run().expect("a fit");
        let mut stops = 0;
        let fit = loop {
            stop.store(false, Ordering::Relaxed);
            let part = nuts().checkpoint(&path, 1000).resume(&path).interrupt(&stop).run();
            match part {
                Ok(fit) if fit.draws().draws_per_chain() == 40 && fit.draws().chains() == 2 => break fit,
                Ok(_) | Err(Error::Interrupted) => stops += 1,
                Err(error) => panic!("{error}"),
            }
        };
        assert!(stops > 4, "{stops}");
        assert_eq!(fit.draws(), whole.draws());
        assert_eq!(fit.chains()[1].adapted, whole.chains()[1].adapted);
        for path in [&path, &draws] {
            std::fs::remove_file(path).expect("a file");
        }
    }
}

#[test]
fn a_run_stops_when_there_are_enough_effective_draws() {
    let target = posterior();
    let nuts = |threads| Nuts::new(&target).chains(3).warmup(100).draws(900).threads(threads).seed(2);
    let whole = nuts(1).run().expect("a fit");
    let fit = nuts(1).until(300.0, 1.05).run().expect("a fit");
    let count = fit.draws().draws_per_chain();
    assert!(count < 900, "{count}");
    for (name, column) in fit.draws().columns() {
        let chains = column.chains();
        assert!(diagnostics::ess_bulk(&chains).min(diagnostics::ess_tail(&chains)) >= 300.0, "{name}");
        assert!(diagnostics::rhat(&chains) <= 1.05, "{name}");
        let all = whole.draws().column(name).expect("an element");
        assert!((0..3).all(|chain| chains[chain] == &all.chain(chain).expect("a chain")[..count]));
    }
    // Whoever asks for more than that many effective draws would not have stopped there.
    let more = nuts(2).until(450.0, 1.05).run().expect("a fit");
    assert!(more.draws().draws_per_chain() > count);
    assert_eq!(nuts(3).until(300.0, 1.05).run().expect("a fit").draws(), fit.draws());

    let short = nuts(2).draws(150).until(1e6, 1.05).run().expect("a fit");
    assert_eq!(short.draws().draws_per_chain(), 150);
    let summary = short.summary().to_string().replace('\n', " ");
    assert!(summary.contains("came to its limit of draws before all quantities had 1000000"), "{summary}");
}

struct Last(Mutex<Option<(usize, usize, u64, bool)>>);

impl Progress for Last {
    fn show(&self, run: &RunProgress<'_>) {
        let draws = run.chains.iter().map(|chain| chain.draws).sum();
        let transitions = run.chains.iter().map(|chain| chain.transitions).sum();
        let gradients = run.chains.iter().map(|chain| chain.gradients).sum();
        let is_over = run.chains.iter().all(|chain| chain.is_over);
        *self.0.lock().expect("a lock") = Some((transitions, draws, gradients, is_over));
    }
}

#[test]
fn progress_is_told() {
    let target = posterior();
    let last = Last(Mutex::new(None));
    let nuts = Nuts::new(&target).chains(2).warmup(60).draws(80).report_to(&last);
    let fit = nuts.run().expect("a fit");
    let (transitions, draws, gradients, is_over) = last.0.into_inner().expect("a lock").expect("it was told");
    assert_eq!((transitions, draws, is_over), (280, 160, true));
    // The search for a step size makes gradients that belong to no transition.
    let all: u64 = fit.chains().iter().map(|chain| chain.leapfrogs() + chain.warmup_leapfrogs()).sum();
    assert!(gradients <= all && gradients > all / 2, "{gradients} of {all}");
}
