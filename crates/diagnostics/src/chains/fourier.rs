//! The discrete Fourier transform `X_k = Σ_t x_t e^{−2πi kt/n}` for `n` a power of two: Cooley and Tukey
//! (1965), *An algorithm for the machine calculation of complex Fourier series*, Mathematics of Computation
//! 19, 297–301.
//!
//! [`forward`](Fourier::forward) leaves the frequencies in bit-reversed order, and
//! [`inverse`](Fourier::inverse) takes them in this order: a convolution does not need sorted frequencies,
//! so neither reorders them.

use core::f64::consts::PI;

/// The roots of unity for transforms of one length.
pub(super) struct Fourier {
    /// `e^{−πi j/h}` at index `h + j`, for `0 ≤ j < h` and every power of two `h` below the length: the
    /// roots of each stage are contiguous.
    roots: Vec<(f64, f64)>,
}

impl Fourier {
    /// The roots for the length `n`, a power of two.
    pub(super) fn new(n: usize) -> Self {
        let mut roots = vec![(1.0, 0.0); n];
        let half = n / 2;
        for j in 0..half {
            let (sin, cos) = (-PI * j as f64 / half as f64).sin_cos();
            roots[half + j] = (cos, sin);
        }
        // Every other root of a stage is a root of the next smaller one.
        for index in (1..half).rev() {
            roots[index] = roots[2 * index];
        }
        Self { roots }
    }

    /// Transforms in place; the frequencies are then in bit-reversed order.
    pub(super) fn forward(&self, re: &mut [f64], im: &mut [f64]) {
        let mut half = re.len() / 2;
        while half > 0 {
            self.stage(re, im, half, |(a_re, a_im), (b_re, b_im), (cos, sin)| {
                let (d_re, d_im) = (a_re - b_re, a_im - b_im);
                ((a_re + b_re, a_im + b_im), (d_re * cos - d_im * sin, d_re * sin + d_im * cos))
            });
            half /= 2;
        }
    }

    /// Inverts [`forward`](Self::forward), except for a factor `n`.
    pub(super) fn inverse(&self, re: &mut [f64], im: &mut [f64]) {
        let mut half = 1;
        while half < re.len() {
            self.stage(re, im, half, |(a_re, a_im), (b_re, b_im), (cos, sin)| {
                let (c_re, c_im) = (b_re * cos + b_im * sin, b_im * cos - b_re * sin);
                ((a_re + c_re, a_im + c_im), (a_re - c_re, a_im - c_im))
            });
            half *= 2;
        }
    }

    /// Applies `butterfly` to all pairs that are `half` apart, with their root of unity.
    #[inline(always)]
    fn stage(
        &self,
        re: &mut [f64],
        im: &mut [f64],
        half: usize,
        butterfly: impl Fn(Complex, Complex, Complex) -> (Complex, Complex),
    ) {
        let roots = &self.roots[half..2 * half];
        for (re, im) in re.chunks_exact_mut(2 * half).zip(im.chunks_exact_mut(2 * half)) {
            let (a_re, b_re) = re.split_at_mut(half);
            let (a_im, b_im) = im.split_at_mut(half);
            let pairs = a_re.iter_mut().zip(a_im).zip(b_re.iter_mut().zip(b_im));
            for (((a_re, a_im), (b_re, b_im)), &root) in pairs.zip(roots) {
                ((*a_re, *a_im), (*b_re, *b_im)) = butterfly((*a_re, *a_im), (*b_re, *b_im), root);
            }
        }
    }
}

/// A complex number: its real and imaginary part.
type Complex = (f64, f64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forward_is_the_defining_sum() {
        let (n, bits) = (16_usize, 4);
        let (re, im): (Vec<f64>, Vec<f64>) = (0..n).map(|t| ((t as f64).sqrt(), (t * t % 7) as f64)).unzip();
        let (mut re_hat, mut im_hat) = (re.clone(), im.clone());
        Fourier::new(n).forward(&mut re_hat, &mut im_hat);
        for k in 0..n {
            let (mut re_sum, mut im_sum) = (0.0, 0.0);
            for t in 0..n {
                let (sin, cos) = (-2.0 * PI * (k * t) as f64 / n as f64).sin_cos();
                re_sum += re[t] * cos - im[t] * sin;
                im_sum += re[t] * sin + im[t] * cos;
            }
            let place = k.reverse_bits() >> (usize::BITS - bits);
            assert!((re_hat[place] - re_sum).abs() < 1e-12 && (im_hat[place] - im_sum).abs() < 1e-12);
        }
    }

    #[test]
    fn inverse_undoes_forward() {
        for n in [1, 2, 4, 64] {
            let (mut re, mut im): (Vec<f64>, Vec<f64>) =
                (0..n).map(|t| (t as f64, 1.0 / (t + 1) as f64)).unzip();
            let fourier = Fourier::new(n);
            fourier.forward(&mut re, &mut im);
            fourier.inverse(&mut re, &mut im);
            for t in 0..n {
                let n = n as f64;
                assert!((re[t] / n - t as f64).abs() < 1e-13);
                assert!((im[t] / n - 1.0 / (t + 1) as f64).abs() < 1e-13);
            }
        }
    }
}
