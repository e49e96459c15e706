//! The steps of the smoother, from the end to the beginning, in separate memory: r ← z v/F + L′ r and N ← z
//! z′/F + L′ N L with L = I − P z z′/F through an observation, r ← T′ r and N ← T′ N T between two times.
//!
//! While states are diffuse, P is P + κ P∞ with κ → ∞, and r = r₀ + r₁/κ, N = N₀ + N₁/κ + N₂/κ². The
//! formulas are the expansion of the steps in powers of 1/κ. (Durbin and Koopman 2003, "Filtering and
//! smoothing of state vector for diffuse state-space models".)

use super::filtered::known_or_infinite;
use crate::time::state_space::memory::FilterMemory;
use crate::time::state_space::system::System;
use core::mem::{swap, take};

/// The vector r and the matrix N, with memory for the results of a step.
#[derive(Clone)]
pub(super) struct Backward {
    states: usize,
    /// False as long as r₁, N₁ and N₂ are 0.
    is_diffuse: bool,
    r: [Vec<f64>; 2],
    n: [Vec<f64>; 3],
    next_r: [Vec<f64>; 2],
    next_n: [Vec<f64>; 3],
    /// L, and the part of L with the factor 1/κ.
    steps: [Vec<f64>; 2],
    spare: Vec<f64>,
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f64], scale: f64, x: &[f64]) {
    to.iter_mut().zip(x).for_each(|(to, x)| *to += scale * x);
}

/// to += A x.
fn add_times(to: &mut [f64], a: &[f64], x: &[f64]) {
    to.iter_mut().zip(a.chunks_exact(x.len())).for_each(|(to, row)| *to += dot(row, x));
}

/// to += A′ x.
fn add_back(to: &mut [f64], a: &[f64], x: &[f64]) {
    x.iter().zip(a.chunks_exact(x.len())).for_each(|(&x, row)| add(to, x, row));
}

/// A += scale x y′.
fn add_outer(a: &mut [f64], scale: f64, x: &[f64], y: &[f64]) {
    a.chunks_exact_mut(y.len()).zip(x).for_each(|(row, x)| add(row, scale * x, y));
}

/// to += scale A′ B C; the spare matrix is overwritten with B C.
fn add_product(to: &mut [f64], scale: f64, [a, b, c]: [&[f64]; 3], spare: &mut [f64], n: usize) {
    spare.fill(0.0);
    for (row, b) in spare.chunks_exact_mut(n).zip(b.chunks_exact(n)) {
        add_back(row, c, b);
    }
    for (a, row) in a.chunks_exact(n).zip(spare.chunks_exact(n)) {
        add_outer(to, scale, a, row);
    }
}

impl Backward {
    pub fn new(states: usize) -> Self {
        let (row, matrix) = (vec![0.0; states], vec![0.0; states * states]);
        let (rows, matrices) = ([row.clone(), row], [matrix.clone(), matrix.clone(), matrix.clone()]);
        Self {
            states,
            is_diffuse: false,
            r: rows.clone(),
            n: matrices.clone(),
            next_r: rows,
            next_n: matrices,
            steps: [matrix.clone(), matrix.clone()],
            spare: matrix,
        }
    }

    /// Begins after the last observation.
    pub fn begin(&mut self) {
        self.is_diffuse = false;
        self.r.iter_mut().for_each(|r| r.fill(0.0));
        self.n.iter_mut().for_each(|n| n.fill(0.0));
    }

    /// Passes backward through a step A of the state, r ← A′ r and N ← A′ N A: T from a time to the next, or
    /// L of an observation.
    pub fn through(&mut self, step: &[f64]) {
        let Self { r, n, next_r, next_n, spare, .. } = self;
        // Parts that are 0 stay 0.
        let (rows, matrices) = if self.is_diffuse { (2, 3) } else { (1, 1) };
        for (r, next) in r.iter_mut().zip(next_r).take(rows) {
            next.fill(0.0);
            add_back(next, step, r);
            swap(r, next);
        }
        for (n, next) in n.iter_mut().zip(next_n).take(matrices) {
            next.fill(0.0);
            add_product(next, 1.0, [step, n, step], spare, self.states);
            swap(n, next);
        }
    }

    /// Passes backward through the observations of a time, from the last to the first.
    pub fn observations(
        &mut self,
        system: &System<'_>,
        time: usize,
        is_diffuse: bool,
        memory: &mut FilterMemory<'_>,
    ) {
        for place in (time * system.series..(time + 1) * system.series).rev() {
            // A missing observation has no 1/F.
            if memory.inverses[place] == 0.0 {
                continue;
            }
            let z = &system.design[system.design_at(place, self.states)..][..self.states];
            let noise = system.noise[system.noise_at(place)];
            self.observation(z, noise, place, is_diffuse, memory);
        }
    }

    fn observation(
        &mut self,
        z: &[f64],
        noise: f64,
        place: usize,
        is_diffuse: bool,
        memory: &mut FilterMemory<'_>,
    ) {
        let states = self.states;
        let (error, inverse) = (memory.errors[place], memory.inverses[place]);
        let row = memory.rows.row(place, states);
        let unknown = is_diffuse.then(|| memory.diffuse.row(place)).filter(|row| row.variance[0] > 0.0);
        let mut steps = take(&mut self.steps);
        let [l, l0] = &mut steps;
        l.fill(0.0);
        l.iter_mut().step_by(states + 1).for_each(|element| *element = 1.0);
        if let Some(unknown) = unknown {
            self.is_diffuse = true;
            let known = dot(row.gain, z) + noise;
            add_outer(l, -inverse, unknown.gain, z);
            l0.fill(0.0);
            add_outer(l0, -inverse, row.gain, z);
            add_outer(l0, known * inverse * inverse, unknown.gain, z);
            self.unknown_observation(z, [l, l0], known, (error, inverse));
        } else {
            add_outer(l, -inverse, row.gain, z);
            self.through(l);
            add(&mut self.r[0], error * inverse, z);
            add_outer(&mut self.n[0], inverse, z, z);
        }
        self.steps = steps;
    }

    /// Passes backward through an observation that depends on diffuse states, with the two parts of L, F of
    /// the known part, v and 1/F∞.
    fn unknown_observation(
        &mut self,
        z: &[f64],
        [l, l0]: [&[f64]; 2],
        known: f64,
        (error, inverse): (f64, f64),
    ) {
        let Self { r, n, next_r, next_n, spare, states, .. } = self;
        next_r.iter_mut().for_each(|next| next.fill(0.0));
        next_n.iter_mut().for_each(|next| next.fill(0.0));
        add_back(&mut next_r[0], l, &r[0]);
        add_back(&mut next_r[1], l, &r[1]);
        add_back(&mut next_r[1], l0, &r[0]);
        add(&mut next_r[1], error * inverse, z);
        let products = [
            (0, 1.0, l, 0, l),
            (1, 1.0, l, 1, l),
            (1, 1.0, l0, 0, l),
            (1, 1.0, l, 0, l0),
            (2, 1.0, l, 2, l),
            (2, 1.0, l0, 1, l),
            (2, 1.0, l, 1, l0),
            (2, 1.0, l0, 0, l0),
            (2, -known * inverse, l0, 0, l),
            (2, -known * inverse, l, 0, l0),
        ];
        for (to, scale, left, of, right) in products {
            add_product(&mut next_n[to], scale, [left, &n[of], right], spare, *states);
        }
        add_outer(&mut next_n[1], inverse, z, z);
        add_outer(&mut next_n[2], -known * inverse * inverse, z, z);
        swap(r, next_r);
        swap(n, next_n);
    }

    /// Computes the state at the time whose first observation is in the place `first`, given all
    /// observations: α̂ = a + P r, V = P − P N P.
    pub fn state(
        &mut self,
        first: usize,
        memory: &mut FilterMemory<'_>,
        mean: &mut [f64],
        covariance: &mut [f64],
    ) {
        let Self { r, n, spare, states, .. } = self;
        let row = memory.rows.row(first, *states);
        let p = &*row.covariance;
        mean.copy_from_slice(row.mean);
        add_times(mean, p, &r[0]);
        covariance.copy_from_slice(p);
        add_product(covariance, -1.0, [p, &n[0], p], spare, *states);
        if self.is_diffuse {
            let unknown = memory.diffuse.before(first);
            add_times(mean, unknown, &r[1]);
            for (left, of, right) in [(unknown, 1, p), (p, 1, unknown), (unknown, 2, unknown)] {
                add_product(covariance, -1.0, [left, &n[of], right], spare, *states);
            }
        }
    }

    /// Sets those elements of V to infinity that no observation determines, by the part of V with the factor
    /// κ: P∞ − P∞ N₀ P − P N₀ P∞ − P∞ N₁ P∞.
    pub fn unknown_stays(&mut self, first: usize, memory: &mut FilterMemory<'_>, covariance: &mut [f64]) {
        let Self { n, next_n: [part, ..], spare, states, .. } = self;
        let p = &*memory.rows.row(first, *states).covariance;
        let unknown = memory.diffuse.before(first);
        part.copy_from_slice(unknown);
        for (left, of, right) in [(unknown, 0, p), (p, 0, unknown), (unknown, 1, unknown)] {
            add_product(part, -1.0, [left, &n[of], right], spare, *states);
        }
        for (element, part) in covariance.iter_mut().zip(part) {
            *element = known_or_infinite(*element, *part);
        }
    }
}
