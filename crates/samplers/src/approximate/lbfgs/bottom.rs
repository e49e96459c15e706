//! A descent without an end.
//!
//! The density e^−f of a posterior may grow without bound though its mass is finite, as that of a centred
//! hierarchy does where the scale of its groups goes to 0. Then the mass of neighbourhoods on the way does
//! not grow: where H is the inverse Hessian it is about e^−f √|H|, and √|H| falls at least as fast as e^−f
//! rises. On the way to a minimum e^−f rises faster, or √|H| settles. Here H is the diagonal matrix that
//! pairs are added to, which every descent has.
//!
//! So there is no bottom where, since √|H| was largest, it has become e^(7 n) times smaller, that is 1 100
//! times in each of n coordinates, the density has grown by half as much or more, the mass has not grown, and
//! the gradient has. Where a density is flat, as towards a mode on a bound, rounding makes H wide and narrow.

use super::vectors::dot;

/// The logarithm of the factor by which coordinates shrink.
const SHRUNK: f64 = 7.0;

/// Where the volume was largest: ½ log |diag(α)|, f, and the square of the gradient's length.
#[derive(Clone, Debug, Default)]
pub(super) struct Bottom {
    widest: Option<[f64; 3]>,
}

impl Bottom {
    /// True if there is none. Without a volume it is not known, and what was known is forgotten.
    pub fn is_missing(&mut self, log_volume: Option<f64>, value: f64, gradient: &[f64]) -> bool {
        let Some(volume) = log_volume else {
            self.widest = None;
            return false;
        };
        let length = dot(gradient, gradient);
        match self.widest {
            Some([widest, value_there, length_there]) if volume < widest => {
                let (shrunk, risen) = (widest - volume, value_there - value);
                shrunk > SHRUNK * gradient.len() as f64
                    && (0.5 * shrunk..=shrunk).contains(&risen)
                    && length > length_there
            }
            _ => {
                self.widest = Some([volume, value, length]);
                false
            }
        }
    }
}
