//! Chains that are advanced one transition at a time, and runs with a limited time.

use monomorph::prelude::*;
use monomorph::sampling::{Metric, Nuts, SteppedChain};
use std::time::{Duration, Instant};

fn model(y: &[f64]) -> impl Model {
    params! { mu: real(), tau: positive(), theta: vector(5) }
    model! {
        mu    |= normal(0.0, 2.0),
        tau   |= half_normal(2.0),
        theta |= normal(mu, tau),
        data(y) |= normal(theta, 1.0),
    }
}

const Y: [f64; 5] = [1.0, -0.5, 2.0, 0.3, 0.9];

/// The next draws of a chain.
fn draws(chain: SteppedChain<'_>, count: usize) -> Vec<Vec<f64>> {
    chain.take(count).collect::<Result<_, _>>().unwrap()
}

/// The draws of a chain of a run.
fn draws_of_run(nuts: Nuts<'_>, chain: usize) -> Vec<Vec<f64>> {
    let fit = nuts.run().unwrap();
    let columns: Vec<Vec<f64>> =
        fit.draws().columns().map(|(_, column)| column.chain(chain).unwrap().to_vec()).collect();
    (0..columns[0].len()).map(|draw| columns.iter().map(|column| column[draw]).collect()).collect()
}

#[test]
fn draws_are_those_of_the_chain_in_a_run() {
    let posterior = model(&Y).compile().unwrap();
    let nuts = posterior.nuts().chains(3).warmup(120).draws(30).seed(5);
    let learned = nuts.clone().run().unwrap().adaptation();
    let all = [
        nuts.clone(),
        nuts.clone().metric(Metric::Dense),
        nuts.clone().walnuts(0.5).step_jitter(0.2),
        nuts.clone().warm_start(&learned),
        nuts.clone().warmup(0),
    ];
    for nuts in all {
        for chain in [0, 2] {
            let expected = draws_of_run(nuts.clone(), chain);
            assert_eq!(draws(nuts.stepped(chain).unwrap(), 30), expected, "{nuts:?}");
        }
    }
}

#[test]
fn what_was_saved_goes_on() {
    let posterior = model(&Y).compile().unwrap();
    let nuts = posterior.nuts().warmup(60).seed(2);
    let expected = draws(nuts.stepped(1).unwrap(), 40);
    // In the middle of warmup, at its end, and among the draws.
    for place in [0, 1, 37, 60, 75] {
        let mut chain = nuts.stepped(1).unwrap();
        for number in 0..place {
            assert_eq!((chain.transitions(), chain.is_warming_up()), (number, number < 60));
            let draw = chain.advance().unwrap();
            assert_eq!(
                draw.map(|draw| (draw.chain, draw.index)),
                (number >= 60).then_some((1, number.max(60) - 60))
            );
        }
        let saved = chain.save();
        let again = nuts.stepped_from(1, &saved).unwrap();
        assert_eq!(again.transitions(), place);
        let over = place.saturating_sub(60);
        assert_eq!(draws(again, 40 - over), expected[over..], "saved after {place}");
    }
}

#[test]
fn bytes_of_another_chain_are_refused() {
    let posterior = model(&Y).compile().unwrap();
    let nuts = posterior.nuts().warmup(60).seed(2);
    let mut chain = nuts.stepped(1).unwrap();
    for _ in 0..70 {
        chain.advance().unwrap();
    }
    let saved = chain.save();
    let other = model(&[1.0, -0.5, 2.0, 0.3, 0.8]).compile().unwrap();
    let others = [
        (nuts.clone(), 0),
        (nuts.clone().seed(3), 1),
        (nuts.clone().warmup(61), 1),
        (nuts.clone().metric(Metric::Dense), 1),
        (other.nuts().warmup(60).seed(2), 1),
    ];
    for (nuts, number) in others {
        let error = nuts.stepped_from(number, &saved).unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, Error::Checkpoint { .. }) && text.contains("another chain"), "{text}");
    }
    for length in (0..saved.len()).step_by(7) {
        let error = nuts.stepped_from(1, &saved[..length]).unwrap_err();
        assert!(matches!(error, Error::Checkpoint { .. }), "{length} bytes: {error}");
    }
    for place in (0..saved.len()).step_by(5) {
        let mut changed = saved.clone();
        changed[place] ^= 4;
        assert!(matches!(nuts.stepped_from(1, &changed), Err(Error::Checkpoint { .. })), "byte {place}");
    }
    assert!(matches!(nuts.stepped(usize::MAX), Err(Error::InvalidSetting { .. })));
    let error = nuts.clone().target_accept(2.0).stepped(0).unwrap_err();
    assert!(matches!(error, Error::InvalidSetting { setting: "target_accept", .. }));
}

#[test]
fn a_run_whose_time_is_over_returns_what_it_has() {
    let posterior = model(&Y).compile().unwrap();
    let nuts = posterior.nuts().chains(1).warmup(50).draws(200).seed(4);
    let all = nuts.clone().run().unwrap();
    // There is time for everything, and for nothing.
    for enough in [Duration::from_secs(86_400), Duration::MAX] {
        assert_eq!(nuts.clone().deadline(enough).run().unwrap().draws(), all.draws());
    }
    assert_eq!(nuts.clone().deadline(Duration::ZERO).run().unwrap_err(), Error::Interrupted);
    // The time is over at draw 20, if the machine comes so far.
    let (began, time) = (Instant::now(), Duration::from_secs(1));
    let wait = |draw: &monomorph::sampling::Draw<'_>| {
        while draw.index == 19 && began.elapsed() < 2 * time {
            std::hint::spin_loop();
        }
    };
    let cut = nuts.on_draw(wait).deadline(time).run().unwrap();
    let kept = cut.draws().draws_per_chain();
    assert!(kept <= 20);
    let (cut_mu, mu) = (cut.draws().column("mu").unwrap(), all.draws().column("mu").unwrap());
    assert_eq!(cut_mu.as_slice(), &mu.as_slice()[..kept]);
    assert!(cut.summary().to_string().contains("interrupted: each chain has"), "{}", cut.summary());
}
