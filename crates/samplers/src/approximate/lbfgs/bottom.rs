//! A descent without an end.
//!
//! The density e^−f of a posterior may grow without bound though its mass is finite, as that of a centred
//! hierarchy does where the scale of its groups goes to 0. Then the mass of neighbourhoods on the way does
//! not grow: where H is the inverse Hessian it is about e^−f √|H|, and √|H| falls at least as fast as e^−f
//! rises. On the way to a minimum e^−f rises faster, or √|H| settles. Here H is the diagonal matrix that
//! pairs are added to, which every descent has.
//!
//! So there is no bottom where, since √|H| was largest, it has become e^(8 n) times smaller, that is 3 000
//! times in each of n coordinates, the mass has not grown, and the gradient has.

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
                let shrunk = widest - volume;
                shrunk > SHRUNK * gradient.len() as f64
                    && value_there - value <= shrunk
                    && length > length_there
            }
            _ => {
                self.widest = Some([volume, value, length]);
                false
            }
        }
    }
}
