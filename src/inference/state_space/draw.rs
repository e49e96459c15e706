//! Draws of the states given the observations: α⁺ + E(α | y − y⁺), where α⁺ and y⁺ are drawn from the model
//! with means of 0. (Durbin and Koopman 2002, "A simple and efficient simulation smoother for state space
//! time series analysis".)

use super::StateSpace;
use crate::error::Error;
use crate::time::state_space::drawn::{add_draw, draw_forward};
use crate::time::state_space::system::{Form, System, add_covariance};
use rand::Rng;

impl StateSpace {
    /// Draws the states at all times given the observations, a row for each time.
    ///
    /// # Errors
    ///
    /// Returns an error if the sizes of the matrices and the observations do not fit, or their numbers are
    /// not those of a model: see [`StateSpace`].
    pub fn simulate<R: Rng + ?Sized>(&self, y: &[f64], rng: &mut R) -> Result<Vec<f64>, Error> {
        self.check(y.len())?;
        let (states, square) = (self.states, self.states * self.states);
        let observed = vec![1; y.len()];
        let system = System { intercept: &[0.0], ..self.system(y, &observed) };
        let mut state = vec![0.0; states];
        let mut first = vec![0.0; square];
        add_covariance(&mut first, &self.covariance, Form::of(self.covariance.len(), states), states);
        (0..square)
            .filter(|at| at / states < self.diffuse || at % states < self.diffuse)
            .for_each(|at| first[at] = 0.0);
        add_draw(&mut state, &first, Form::Full, rng);
        let (mut all, mut left) = (Vec::new(), y.to_vec());
        draw_forward(&system, 0, state, rng, |time, state, observations| {
            all.extend_from_slice(state);
            let now = left.iter_mut().skip(time * self.series);
            now.zip(observations).for_each(|(left, drawn)| *left -= drawn);
        });
        let smoothed = self.smooth(&left)?;
        all.iter_mut().zip(&smoothed.means).for_each(|(drawn, mean)| *drawn += mean);
        Ok(all)
    }
}
