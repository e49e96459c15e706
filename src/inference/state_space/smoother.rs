//! The state at each time, given all observations: α̂ = a + P r, V = P − P N P, with r and N from the end to
//! the beginning, as in `backward`.

use super::backward::Backward;
use super::{StateSpace, States};
use crate::error::Error;

impl StateSpace {
    /// The state at each time, given all observations. Its variances are infinite if the observations do not
    /// determine it.
    ///
    /// # Errors
    ///
    /// Returns an error if the sizes of the matrices and the observations do not fit, or their numbers are
    /// not those of a model: see [`StateSpace`].
    pub fn smooth(&self, y: &[f64]) -> Result<States, Error> {
        let mut run = self.run(y)?;
        let (states, square) = (self.states, self.states * self.states);
        let mut memory = self.memory(run.length, &mut run.numbers);
        let system = self.system(&run.observations, &run.observed);
        let (mut means, mut covariances) = (vec![0.0; run.length * states], vec![0.0; run.length * square]);
        let mut backward = Backward::new(states);
        for time in (0..run.length).rev() {
            if time + 1 < run.length {
                backward.through(&self.transition[system.transition_at(time, states)..][..square]);
            }
            backward.observations(&system, time, time < run.first_known, &mut memory);
            let mean = &mut means[time * states..][..states];
            let covariance = &mut covariances[time * square..][..square];
            backward.state(time * self.series, &mut memory, mean, covariance);
            // The series may end before all states are determined.
            if run.first_known == run.length {
                backward.unknown_stays(time * self.series, &mut memory, covariance);
            }
        }
        Ok(States { states, means, covariances })
    }
}
