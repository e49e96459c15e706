//! Detects a descent without a minimum.
//!
//! The density e^−f of a posterior may grow without bound though its mass is finite, as the density of a
//! centred hierarchy does where the scale of its groups goes to 0. Then the mass of the neighbourhoods
//! along the path does not grow: it is about e^−f √|H|, with the inverse Hessian H, and √|H| falls at least
//! as fast as e^−f rises. On the way to a minimum e^−f rises faster, or √|H| settles. Here H is the
//! diagonal matrix that pairs are added to, which every descent has.
//!
//! So a descent has no minimum if, since √|H| was largest, √|H| has become e^(7 n) times smaller (1 100
//! times in each of n coordinates), the logarithm of the density has grown by at least half as much, the
//! mass has not grown, and the gradient has grown. A density that is flat, as towards a mode on a bound,
//! does not count: rounding makes its H large and small in turn.

use super::vectors::dot;

/// The logarithm of the factor by which the volume shrinks in each coordinate.
const SHRUNK: f64 = 7.0;

/// The values at the point where the volume was largest: ½ log |diag(α)|, f, and the squared length of the
/// gradient.
#[derive(Clone, Debug, Default)]
pub(super) struct Bottom {
    widest: Option<[f64; 3]>,
}

impl Bottom {
    /// Returns true if the descent has no minimum. Without a volume it returns false and forgets the values
    /// it has.
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
