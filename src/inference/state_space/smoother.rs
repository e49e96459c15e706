//! The state at each time, given all observations: α̂ = a + P r, V = P − P N P, with r and N from the end to
//! the beginning.
//!
//! While states are diffuse, P is P + κ P∞ with κ → ∞, and r = r₀ + r₁/κ, N = N₀ + N₁/κ + N₂/κ². What follows
//! is the expansion of r ← z v/F + L′ r and N ← z z′/F + L′ N L with L = I − P z z′/F in powers of 1/κ.
//! (Durbin and Koopman 2003, "Filtering and smoothing of state vector for diffuse state-space models".)

use super::{StateSpace, States};
use crate::error::Error;

/// A square matrix, row after row.
#[derive(Clone)]
struct Square(Vec<f64>);

impl Square {
    fn zero(n: usize) -> Self {
        Self(vec![0.0; n * n])
    }

    /// A′ B C, added with a factor.
    fn add_product(&mut self, scale: f64, a: &Self, b: &Self, c: &Self, n: usize) {
        let mut product = vec![0.0; n * n];
        for (at, element) in product.iter_mut().enumerate() {
            *element = (0..n).map(|k| b.0[at / n * n + k] * c.0[k * n + at % n]).sum();
        }
        for (at, element) in self.0.iter_mut().enumerate() {
            *element += scale * (0..n).map(|k| a.0[k * n + at / n] * product[k * n + at % n]).sum::<f64>();
        }
    }

    fn add_outer(&mut self, scale: f64, x: &[f64], y: &[f64]) {
        for (at, element) in self.0.iter_mut().enumerate() {
            *element += scale * x[at / x.len()] * y[at % x.len()];
        }
    }

    /// A x.
    fn times(&self, x: &[f64]) -> Vec<f64> {
        self.0.chunks_exact(x.len()).map(|row| dot(row, x)).collect()
    }

    /// A′ x.
    fn back(&self, x: &[f64]) -> Vec<f64> {
        let n = x.len();
        (0..n).map(|column| (0..n).map(|row| self.0[row * n + column] * x[row]).sum()).collect()
    }

    /// The unit matrix and x y′.
    fn unit_and(scale: f64, x: &[f64], y: &[f64]) -> Self {
        let mut all = Self::zero(x.len());
        (0..x.len()).for_each(|state| all.0[state * x.len() + state] = 1.0);
        all.add_outer(scale, x, y);
        all
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f64], scale: f64, x: &[f64]) {
    to.iter_mut().zip(x).for_each(|(to, x)| *to += scale * x);
}

impl StateSpace {
    /// The state at each time, given all observations.
    ///
    /// # Errors
    ///
    /// If the sizes of the matrices and the observations do not fit, or their numbers are not those of a
    /// model: see [`StateSpace`].
    pub fn smooth(&self, y: &[f64]) -> Result<States, Error> {
        let mut run = self.run(y)?;
        let (states, square) = (self.states, self.states * self.states);
        let mut memory = self.memory(run.length, &mut run.numbers);
        let system = self.system(&run.observations, &run.observed);
        let (mut means, mut covariances) = (vec![0.0; run.length * states], vec![0.0; run.length * square]);
        let mut r: [Vec<f64>; 2] = [vec![0.0; states], vec![0.0; states]];
        let mut n = [Square::zero(states), Square::zero(states), Square::zero(states)];
        for time in (0..run.length).rev() {
            if time + 1 < run.length {
                let start = system.transition_at(time, states);
                let transition = Square(self.transition[start..][..square].to_vec());
                r = r.map(|r| transition.back(&r));
                n = n.map(|n| {
                    let mut next = Square::zero(states);
                    next.add_product(1.0, &transition, &n, &transition, states);
                    next
                });
            }
            let is_diffuse = time < run.first_known;
            for place in (time * self.series..(time + 1) * self.series).rev() {
                if run.observed[place] == 0 {
                    continue;
                }
                let z = &self.design[system.design_at(place, states)..][..states];
                let (error, inverse) = (memory.errors[place], memory.inverses[place]);
                let row = memory.rows.row(place, states);
                let unknown =
                    is_diffuse.then(|| memory.diffuse.row(place)).filter(|row| row.variance[0] > 0.0);
                let Some(unknown) = unknown else {
                    let l = Square::unit_and(-inverse, row.gain, z);
                    r = r.map(|r| l.back(&r));
                    add(&mut r[0], error * inverse, z);
                    n = n.map(|n| {
                        let mut next = Square::zero(states);
                        next.add_product(1.0, &l, &n, &l, states);
                        next
                    });
                    n[0].add_outer(inverse, z, z);
                    continue;
                };
                let known = dot(row.gain, z) + self.noise[system.noise_at(place)];
                let l = Square::unit_and(-inverse, unknown.gain, z);
                let mut first: Vec<f64> = row.gain.iter().map(|gain| -gain * inverse).collect();
                add(&mut first, known * inverse * inverse, unknown.gain);
                let mut l0 = Square::zero(states);
                l0.add_outer(1.0, &first, z);
                let mut next = l.back(&r[1]);
                add(&mut next, 1.0, &l0.back(&r[0]));
                add(&mut next, error * inverse, z);
                r = [l.back(&r[0]), next];
                let mut next = [Square::zero(states), Square::zero(states), Square::zero(states)];
                next[0].add_product(1.0, &l, &n[0], &l, states);
                next[1].add_product(1.0, &l, &n[1], &l, states);
                next[1].add_product(1.0, &l0, &n[0], &l, states);
                next[1].add_product(1.0, &l, &n[0], &l0, states);
                next[1].add_outer(inverse, z, z);
                next[2].add_product(1.0, &l, &n[2], &l, states);
                next[2].add_product(1.0, &l0, &n[1], &l, states);
                next[2].add_product(1.0, &l, &n[1], &l0, states);
                next[2].add_product(1.0, &l0, &n[0], &l0, states);
                next[2].add_product(-known * inverse, &l0, &n[0], &l, states);
                next[2].add_product(-known * inverse, &l, &n[0], &l0, states);
                next[2].add_outer(-known * inverse * inverse, z, z);
                n = next;
            }
            let first = time * self.series;
            let row = memory.rows.row(first, states);
            let p = Square(row.covariance.to_vec());
            let mean = &mut means[time * states..][..states];
            mean.copy_from_slice(row.mean);
            add(mean, 1.0, &p.times(&r[0]));
            let mut covariance = p.clone();
            covariance.add_product(-1.0, &p, &n[0], &p, states);
            if is_diffuse {
                let unknown = Square(memory.diffuse.before(first).to_vec());
                add(mean, 1.0, &unknown.times(&r[1]));
                covariance.add_product(-1.0, &unknown, &n[1], &p, states);
                covariance.add_product(-1.0, &p, &n[1], &unknown, states);
                covariance.add_product(-1.0, &unknown, &n[2], &unknown, states);
            }
            covariances[time * square..][..square].copy_from_slice(&covariance.0);
        }
        Ok(States { states, means, covariances })
    }
}
