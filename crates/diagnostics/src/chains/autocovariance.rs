//! The autocovariance at every lag, `γ_t = (1/n) Σ_{s} (x_s − x̄)(x_{s+t} − x̄)`, averaged over chains.
//!
//! The divisor is `n` at every lag, which makes the sequence positive definite (Geyer 1992). By the
//! Wiener–Khinchin theorem it is the inverse Fourier transform of the power spectrum of the chain, padded
//! with zeros to twice its length so that the end of the chain is not correlated with its beginning.

use super::fourier::Fourier;
use super::moments::mean_of_slice;

/// The mean over chains of the autocovariances at lags `0..n`, each chain centred at its own mean.
///
/// All chains have `n` draws. Any draw that is not finite makes every lag NaN.
pub(super) fn mean_autocovariance(chains: &[&[f64]]) -> Vec<f64> {
    let draws = chains.first().map_or(0, |chain| chain.len());
    let padded = (2 * draws).next_power_of_two();
    let fourier = Fourier::new(padded);
    let mut power = vec![0.0; padded];
    let (mut re, mut im) = (vec![0.0; padded], vec![0.0; padded]);

    // Two chains x and y share one transform as x + iy: its autocovariance is the sum of the chains'
    // autocovariances, plus cross terms that are purely imaginary. Spectra add, so all chains share one
    // inverse transform.
    for pair in chains.chunks(2) {
        centre(&mut re, pair[0]);
        centre(&mut im, pair.get(1).copied().unwrap_or_default());
        fourier.forward(&mut re, &mut im);
        for ((power, re), im) in power.iter_mut().zip(&re).zip(&im) {
            *power += re * re + im * im;
        }
    }
    im.fill(0.0);
    fourier.inverse(&mut power, &mut im);

    power.truncate(draws);
    let divisor = (padded * draws * chains.len()) as f64;
    power.iter_mut().for_each(|sum| *sum /= divisor);
    power
}

/// Writes the chain minus its mean, followed by zeros.
fn centre(padded: &mut [f64], chain: &[f64]) {
    let mean = mean_of_slice(chain);
    let (head, tail) = padded.split_at_mut(chain.len());
    head.iter_mut().zip(chain).for_each(|(centred, draw)| *centred = draw - mean);
    tail.fill(0.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn direct(chain: &[f64], lag: usize) -> f64 {
        let mean = mean_of_slice(chain);
        let products = chain.iter().zip(&chain[lag..]).map(|(a, b)| (a - mean) * (b - mean));
        products.sum::<f64>() / chain.len() as f64
    }

    #[test]
    fn equals_the_direct_sum() {
        let wave = |step: f64, n: usize| -> Vec<f64> { (0..n).map(|i| (step * i as f64).sin()).collect() };
        for n in [2, 3, 50] {
            let (a, b, c) = (wave(0.7, n), wave(1.9, n), wave(2.6, n));
            let result = mean_autocovariance(&[&a, &b, &c]);
            assert_eq!(result.len(), n);
            for (lag, &value) in result.iter().enumerate() {
                let expected = (direct(&a, lag) + direct(&b, lag) + direct(&c, lag)) / 3.0;
                assert!((value - expected).abs() < 1e-14, "lag {lag}: {value} {expected}");
            }
        }
    }

    #[test]
    fn infinite_draws_have_none() {
        assert!(mean_autocovariance(&[&[1.0, f64::INFINITY, 2.0, 0.0]]).iter().all(|value| value.is_nan()));
    }
}
