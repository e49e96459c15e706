//! Chains in lockstep make the same draws as without it, and no chain waits for one that has ended.

use super::tests::{Small, posterior};
use super::{Evaluated, Nuts};
use crate::density::{Density, Evaluation, MAX_POINTS, MultiPoint};
use crate::target::CustomPosterior;
use core::cell::Cell;
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Evaluates one point after the other, each as it is evaluated alone.
impl MultiPoint for CustomPosterior<Small> {
    fn evaluate_points(&self, evaluations: &mut [Option<Evaluation<'_>>; MAX_POINTS]) {
        for Evaluation { q, gradient, workspace, log_density } in evaluations.iter_mut().flatten() {
            **log_density = self.log_density_and_gradient(q, gradient, workspace);
        }
    }
}

/// Runs groups of `chains` chains together, however small the posterior is.
fn together<'a>(nuts: Nuts<'a>, density: &'a dyn MultiPoint, chains: usize) -> Nuts<'a> {
    let mut nuts = nuts.together(density, chains);
    nuts.settings.run.lockstep = chains;
    nuts
}

#[test]
fn draws_are_those_of_chains_alone() {
    let posterior = posterior();
    for (chains, size) in [(1, 4), (4, 4), (4, 3), (5, 2), (9, 8)] {
        let nuts = || Nuts::new(&posterior).chains(chains).warmup(60).draws(130).seed(3);
        let alone = nuts().run().expect("a run");
        for threads in [None, Some(1), Some(2)] {
            let mut nuts = together(nuts(), &posterior, size);
            nuts.settings.run.threads = threads;
            let fit = nuts.clone().run().expect("a run");
            assert_eq!(fit.draws(), alone.draws(), "{chains} chains by {size}, {threads:?}");
            // The run stops after 100 draws and is continued when the chains have not converged.
            let fit = nuts.until(1e9, 1.01).run().expect("a run");
            assert_eq!(fit.draws(), alone.draws(), "{chains} chains by {size}, {threads:?}, until");
        }
    }
}

#[test]
fn a_group_is_of_one_to_eight() {
    let posterior = posterior();
    for size in [0, MAX_POINTS + 1] {
        let error = together(Nuts::new(&posterior), &posterior, size).run().expect_err("a wrong setting");
        assert_eq!(error.to_string(), "the setting `nuts_in_lockstep` must be from 1 to 8");
    }
}

/// A density that counts its passes, and may panic in one of them.
struct Counting<'a> {
    posterior: &'a CustomPosterior<Small>,
    passes: AtomicUsize,
    points: AtomicUsize,
    panics_at: usize,
}

impl MultiPoint for Counting<'_> {
    fn evaluate_points(&self, evaluations: &mut [Option<Evaluation<'_>>; MAX_POINTS]) {
        self.points.fetch_add(evaluations.iter().flatten().count(), Ordering::Relaxed);
        assert!(self.passes.fetch_add(1, Ordering::Relaxed) != self.panics_at, "as it should");
        self.posterior.evaluate_points(evaluations);
    }
}

fn counting(posterior: &CustomPosterior<Small>, panics_at: usize) -> Counting<'_> {
    Counting { posterior, passes: AtomicUsize::new(0), points: AtomicUsize::new(0), panics_at }
}

#[test]
fn chains_share_passes() {
    let posterior = posterior();
    let density = counting(&posterior, usize::MAX);
    // Initial points are not evaluated together. There, chains wait until all four threads have begun: on a
    // busy machine the first might be done before the last begins.
    let all_have_begun = Barrier::new(4);
    let late = Evaluated::new(&posterior, |posterior, q, gradient, workspace| {
        thread_local! { static HAS_BEGUN: Cell<bool> = const { Cell::new(false) } }
        if !HAS_BEGUN.replace(true) {
            all_have_begun.wait();
        }
        posterior.log_density_and_gradient(q, gradient, workspace)
    });
    let nuts = late.nuts().chains(4).warmup(100).draws(100);
    together(nuts, &density, 4).run().expect("a run");
    let (passes, points) = (density.passes.into_inner(), density.points.into_inner());
    // The trajectories of the chains differ in length, so at the end some chains continue without the
    // others.
    assert!(points > 2 * passes, "{points} points in {passes} passes");
}

#[test]
fn a_panic_leaves_the_other_chains() {
    let posterior = posterior();
    let density = counting(&posterior, 300);
    let nuts = Nuts::new(&posterior).chains(4).warmup(100).draws(200);
    let fit = together(nuts, &density, 4).run().expect("three chains");
    assert_eq!(fit.draws().chains(), 3);
}
