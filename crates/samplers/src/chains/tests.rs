use super::Chains;
use rand::Rng;
use rand::rngs::ChaCha8Rng;
use std::collections::HashSet;

/// The distance of the former generators of neighbouring chains: SplitMix64's own increment.
const INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;

fn chains(seed: u64) -> Chains {
    Chains { seed, ..Chains::with_warmup(0) }
}

fn words(mut rng: ChaCha8Rng) -> Vec<u64> {
    (0..4096).map(|_| rng.next_u64()).collect()
}

#[test]
fn chains_are_reproducible() {
    assert_eq!(words(chains(7).rng(3)), words(chains(7).rng(3)));
}

#[test]
fn no_word_of_one_chain_stands_in_another() {
    let all: Vec<u64> = (0..64).flat_map(|chain| words(chains(7).rng(chain))).collect();
    let different: HashSet<u64> = all.iter().copied().collect();
    assert_eq!(different.len(), all.len());
}

#[test]
fn chains_are_streams_of_one_generator() {
    let (first, second) = (chains(7).rng(0), chains(7).rng(1));
    assert_eq!(first.get_seed(), second.get_seed());
    assert_ne!(first.get_stream(), second.get_stream());
}

#[test]
fn no_seed_shifts_the_chains_of_another() {
    for chain in 1..8 {
        let shifted = chains(7_u64.wrapping_add(INCREMENT)).rng(chain - 1);
        assert_ne!(words(chains(7).rng(chain)), words(shifted));
    }
}
