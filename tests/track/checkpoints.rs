//! Chains of tracked programs that are stopped and continued have the draws of chains without a stop.

use monomorph::prelude::*;
use monomorph::program::{Chain, Program, Run, program};
use monomorph::track::{Tracked, Values, track};

/// A program with discrete and continuous choices, one of which is made on one path alone, and a factor.
#[track]
fn mixed(run: &mut Run) -> (f64, bool) {
    let mu = run.sample("mu", normal(0.0, 2.0));
    let scale = run.sample("scale", exponential(1.0));
    let share = run.sample("share", beta(2.0, 2.0));
    let is_product = run.sample("is_product", bernoulli(share));
    let centre = if is_product { mu * scale } else { mu + 1.0 };
    run.observe("y", normal(centre, 1.0 + scale.sqrt()), 1.5);
    if mu > 0.0 {
        let extra = run.sample("extra", normal(centre, 1.0));
        run.factor(-0.1 * extra * extra / (1.0 + scale));
    }
    (centre.exp(), is_product)
}

type Value = (Tracked<f64>, Tracked<bool>);

fn chain<F: Fn(&mut Run) -> Value>(program: &Program<F>, kernels: usize) -> Chain<'_, Value, F> {
    let chain = program.chain();
    let chain = match kernels {
        0 => chain.gibbs().times(4),
        1 => chain.gibbs().times(3).hamiltonian(6),
        _ => chain.gibbs().hamiltonian(6).single_site().times(2),
    };
    chain.chains(2).warmup(25).seed(3).record_all()
}

#[test]
fn tracked_programs_go_on_where_they_stopped() {
    let folder = std::env::temp_dir().join(format!("monomorph-tracked-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let program = program(mixed::tracked);
    for kernels in 0..3 {
        let path = folder.join(format!("{kernels}.mono"));
        let whole = chain(&program, kernels).draws(120).run().expect("a fit");
        // Each run goes on from the file of the one before, which it leaves in another state.
        for draws in (1..120).step_by(7).chain([120]) {
            let part = chain(&program, kernels).draws(draws).checkpoint(&path, 10).resume(&path);
            let part = part.run().expect("a fit");
            for number in 0..2 {
                let [own, all] = [(&part, draws), (&whole, 120)].map(|(fit, length)| {
                    let values = fit.values()[number * length..][..draws].iter();
                    values.map(|value| (value.0.value().to_bits(), value.plain().1)).collect::<Vec<_>>()
                });
                assert_eq!(own, all, "chain {number}, {draws} draws");
            }
        }
        let again = chain(&program, kernels).draws(120).resume(&path).run().expect("a fit");
        assert_eq!(again.draws(), whole.draws());
        assert_eq!(again.choices("extra"), whole.choices("extra"));
        assert_eq!(again.acceptance(), whole.acceptance());
    }
    let _ = std::fs::remove_dir_all(folder);
}
