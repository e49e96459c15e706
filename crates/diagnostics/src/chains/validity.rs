//! The conditions of all diagnostics on their chains, and the splitting and pooling of chains.
//!
//! With `n` draws per chain, *splitting* divides each chain into two chains of `⌊n/2⌋` draws, so that a
//! chain that drifts disagrees with itself. For odd `n` the middle draw is dropped (ArviZ does the same).

/// The smallest number of draws per chain from which diagnostics are computed.
pub const MIN_DRAWS: usize = 4;

/// True if there are at least `min_chains` chains, equally long, long enough and free of NaN.
pub(crate) fn are_valid(chains: &[&[f64]], min_chains: usize) -> bool {
    let draws = chains.first().map_or(0, |chain| chain.len());
    chains.len() >= min_chains
        && draws >= MIN_DRAWS
        && chains.iter().all(|chain| chain.len() == draws && !chain.iter().any(|draw| draw.is_nan()))
}

/// Returns the first half of every chain, then the second half of every chain.
pub(super) fn split<'a>(chains: &[&'a [f64]]) -> Vec<&'a [f64]> {
    let first = chains.iter().map(|chain| &chain[..chain.len() / 2]);
    let second = chains.iter().map(|chain| &chain[chain.len().div_ceil(2)..]);
    first.chain(second).collect()
}

/// Divides `pooled` into chains of `draws` draws each.
///
/// `draws` is at least 1, which [`are_valid`] has checked.
pub(super) fn unpool(pooled: &[f64], draws: usize) -> Vec<&[f64]> {
    pooled.chunks_exact(draws).collect()
}

/// Returns `f` of all draws in one vector, chain after chain.
pub(super) fn pool_map(chains: &[&[f64]], f: impl Fn(f64) -> f64) -> Vec<f64> {
    chains.iter().flat_map(|chain| chain.iter()).map(|&draw| f(draw)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_chains_lose_their_middle_draw() {
        let halves = split(&[&[1.0, 2.0, 3.0, 4.0, 5.0], &[6.0, 7.0, 8.0, 9.0, 10.0]]);
        assert_eq!(halves, [[1.0, 2.0], [6.0, 7.0], [4.0, 5.0], [9.0, 10.0]]);
    }

    #[test]
    fn validity() {
        let draws: &[f64] = &[1.0, 2.0, 3.0, f64::INFINITY];
        assert!(are_valid(&[draws], 1));
        assert!(!are_valid(&[draws], 2));
        assert!(!are_valid(&[], 0));
        assert!(!are_valid(&[&draws[..3]], 1));
        assert!(!are_valid(&[draws, &[1.0, 2.0, 3.0, 4.0, 5.0]], 1));
        assert!(!are_valid(&[&[1.0, f64::NAN, 3.0, 4.0]], 1));
    }
}
