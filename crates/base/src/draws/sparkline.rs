//! A density of one line of text: a histogram of a dozen bins, drawn with the blocks ▁ to █.

/// The number of bins.
pub(super) const BINS: usize = 12;

/// The blocks of heights 0 to 8.
const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Computes the heights, from 0 to 8, of a histogram between `low` and `high`, relative to the highest bin.
/// Draws outside count in the first or the last bin; a bin with any draws has at least height 1. All
/// heights are 0 if the interval is empty or not finite.
pub(super) fn heights(chains: &[&[f64]], (low, high): (f64, f64)) -> [u8; BINS] {
    let mut counts = [0_usize; BINS];
    let width = high - low;
    if !(width > 0.0 && width.is_finite()) {
        return [0; BINS];
    }
    for value in chains.iter().copied().flatten().filter(|value| !value.is_nan()) {
        let bin = ((value - low) / width * BINS as f64) as usize;
        counts[bin.min(BINS - 1)] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    counts.map(|count| u8::try_from((count * 8).div_ceil(most)).unwrap_or(8))
}

/// Returns the heights as blocks.
pub(super) fn text(heights: &[u8; BINS]) -> String {
    heights.iter().map(|height| BLOCKS[usize::from(*height).min(8)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_bin_is_full_and_what_has_draws_is_seen() {
        // A hundred draws in the first bin, one at the end, and one beyond the end.
        let mut draws = vec![0.5; 100];
        draws.extend([12.0, 13.0, f64::NAN]);
        assert_eq!(text(&heights(&[&draws], (0.0, 12.0))), "█          ▁");
        let even: Vec<f64> = (0..12).map(|bin| f64::from(bin) + 0.5).collect();
        assert_eq!(text(&heights(&[&even[..6], &even[6..]], (0.0, 12.0))), "████████████");
        for ends in [(1.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
            assert_eq!(text(&heights(&[&draws], ends)), " ".repeat(BINS));
        }
    }
}
