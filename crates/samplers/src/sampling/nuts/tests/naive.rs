//! Multinomial NUTS directly from its definition: a tree that is built by recursion and allocates all of
//! its vectors.

use super::super::map::Map;
use super::super::uniform::Uniform;
use super::{Chain, Sampler};
use crate::sampling::precision::Triangle;
use core::f64::consts::TAU;

#[derive(Clone)]
pub struct Point {
    pub point: Vec<f64>,
    pub log_density: f64,
    pub energy: f64,
}

/// A part of a trajectory, in the order in which it was made.
#[derive(Clone)]
struct Part {
    sum: Vec<f64>,
    first: Vec<f64>,
    last: Vec<f64>,
    weight: f64,
    chosen: Point,
}

/// An end of the trajectory.
#[derive(Clone)]
struct End {
    point: Vec<f64>,
    momenta: Vec<f64>,
    gradient: Vec<f64>,
    log_density: f64,
}

impl End {
    fn energy(&self) -> f64 {
        0.5 * dot(&self.momenta, &self.momenta) - self.log_density
    }
}

pub struct Naive<'a> {
    chain: &'a Chain,
    /// S, row after row.
    scales: Vec<Vec<f64>>,
    step: f64,
    energy: f64,
    uniform: Uniform,
    ends: [End; 2],
    pub chosen: Point,
    pub depth: u32,
    pub leapfrogs: u64,
    pub acceptance: f64,
    pub is_divergent: bool,
    /// The largest error of a macro step, if steps adapt.
    max_error: Option<f64>,
    /// The number of macro steps, the number of those that were halved, and the number of those whose
    /// reverse would differ.
    pub steps: u64,
    pub halved: u64,
    pub irreversible: u64,
}

fn add(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn transposed(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
    (0..rows.len()).map(|j| rows.iter().map(|row| row[j]).collect()).collect()
}

/// x + c A y.
fn moved(x: &[f64], c: f64, rows: &[Vec<f64>], y: &[f64]) -> Vec<f64> {
    x.iter().zip(rows).map(|(x, row)| x + c * dot(row, y)).collect()
}

/// Returns S, where S Sᵀ is the sampler's inverse metric: its Cholesky factor if it is dense.
pub fn scales_of(sampler: &Sampler) -> Vec<Vec<f64>> {
    let mut columns = transposed(&scales_of_coordinates(sampler));
    for column in columns.iter_mut().filter(|_| sampler.precision.is_some()) {
        let precision = sampler.precision.as_ref().expect("a precision");
        let mut scratch = vec![0.0; precision.solve_scratch()];
        precision.solve(Triangle::Upper, (column, &mut scratch));
    }
    transposed(&columns)
}

/// S in the coordinates of the precision, if there is one.
fn scales_of_coordinates(sampler: &Sampler) -> Vec<Vec<f64>> {
    let n = sampler.point().len();
    let mut factor = vec![vec![0.0; n]; n];
    if let Map::LowRank { vectors, stretches } = sampler.map() {
        let stride = vectors.as_slice().len() / stretches.len();
        let columns = || vectors.as_slice().chunks_exact(stride).zip(stretches);
        for (i, j) in (0..n * n).map(|place| (place / n, place % n)) {
            let along: f64 = columns().map(|(column, stretch)| stretch * column[i] * column[j]).sum();
            factor[i][j] = sampler.scales()[i] * (along + if i == j { 1.0 } else { 0.0 });
        }
        return factor;
    }
    let Some(metric) = sampler.dense_inverse_metric() else {
        (0..n).for_each(|i| factor[i][i] = sampler.scales()[i]);
        return factor;
    };
    for i in 0..n {
        for j in 0..=i {
            let rest = metric[i * n + j] - dot(&factor[i][..j], &factor[j][..j]);
            factor[i][j] = if i == j { rest.sqrt() } else { rest / factor[j][j] };
        }
    }
    factor
}

fn turns(a: &Part, b: &Part) -> bool {
    let whole = add(&a.sum, &b.sum);
    let (into, out) = (add(&a.sum, &b.first), add(&b.sum, &a.last));
    let products = [
        dot(&whole, &a.first),
        dot(&whole, &b.last),
        dot(&into, &a.first),
        dot(&into, &b.first),
        dot(&out, &a.last),
        dot(&out, &b.last),
    ];
    products.into_iter().any(|product| product <= 0.0)
}

impl<'a> Naive<'a> {
    /// Makes the transition that the sampler would make.
    pub fn transition(chain: &'a Chain, sampler: &Sampler, state: u64, max_depth: u32) -> Self {
        let (point, gradient) = (sampler.point().to_vec(), sampler.gradient().to_vec());
        let mut uniform = Uniform(state);
        let momenta = &momenta(point.len(), &mut uniform)[..];
        let log_density = sampler.log_density();
        let energy = 0.5 * dot(momenta, momenta) - log_density;
        let end = End { point: point.clone(), momenta: momenta.to_vec(), gradient, log_density };
        let mut all = Self {
            chain,
            scales: scales_of(sampler),
            step: sampler.step(),
            energy,
            uniform,
            ends: [end.clone(), end],
            chosen: Point { point, log_density, energy },
            depth: 0,
            leapfrogs: 0,
            acceptance: 0.0,
            is_divergent: false,
            max_error: sampler.orbit.as_ref().map(|orbit| orbit.max_error),
            steps: 0,
            halved: 0,
            irreversible: 0,
        };
        let directions = all.uniform.bits();
        let part = |momenta: &[f64]| (momenta.to_vec(), momenta.to_vec(), momenta.to_vec());
        let (mut sum, mut left, mut right) = part(momenta);
        let mut weight = 1.0;
        while all.depth < max_depth {
            let direction = (directions >> all.depth & 1) as usize;
            let Some(half) = all.build(all.depth, direction) else { break };
            if all.uniform.number() * weight < half.weight {
                all.chosen = half.chosen.clone();
            }
            weight += half.weight;
            let (near, far) = if direction == 1 { (&right, &left) } else { (&left, &right) };
            let chosen = all.chosen.clone();
            let rest = Part { sum: sum.clone(), first: far.clone(), last: near.clone(), weight: 0.0, chosen };
            let is_over = turns(&rest, &half);
            sum = add(&sum, &half.sum);
            *(if direction == 1 { &mut right } else { &mut left }) = half.last;
            all.depth += 1;
            if is_over {
                break;
            }
        }
        all
    }

    fn build(&mut self, depth: u32, direction: usize) -> Option<Part> {
        if depth == 0 {
            return self.leaf(direction);
        }
        let mut a = self.build(depth - 1, direction)?;
        let b = self.build(depth - 1, direction)?;
        let (uniform, weight) = (self.uniform.number(), a.weight + b.weight);
        if turns(&a, &b) {
            return None;
        }
        if uniform * weight < b.weight {
            a.chosen = b.chosen;
        }
        Some(Part { sum: add(&a.sum, &b.sum), first: a.first, last: b.last, weight, chosen: a.chosen })
    }

    fn leaf(&mut self, direction: usize) -> Option<Part> {
        let step = if direction == 1 { self.step } else { -self.step };
        let end = match self.max_error {
            Some(max_error) => self.macro_step(direction, step, max_error)?,
            None => {
                self.leapfrogs += 1;
                self.leapfrog(&self.ends[direction], step)
            }
        };
        let (energy, log_density) = (end.energy(), end.log_density);
        let weight = (self.energy - energy).exp();
        if energy.is_nan() || energy - self.energy > 1000.0 {
            self.is_divergent = true;
            return None;
        }
        if self.max_error.is_none() {
            self.steps += 1;
            self.acceptance += weight.min(1.0);
        }
        self.ends[direction] = end.clone();
        let z = end.momenta;
        let chosen = Point { point: end.point, log_density, energy };
        Some(Part { sum: z.clone(), first: z.clone(), last: z, weight, chosen })
    }

    fn leapfrog(&self, from: &End, step: f64) -> End {
        let back = transposed(&self.scales);
        let half = moved(&from.momenta, 0.5 * step, &back, &from.gradient);
        let point = moved(&from.point, step, &self.scales, &half);
        let mut gradient = vec![0.0; point.len()];
        let log_density = self.chain.evaluate(&point, &mut gradient);
        let momenta = moved(&half, 0.5 * step, &back, &gradient);
        End { point, momenta, gradient, log_density }
    }

    /// Makes the fewest leapfrog steps whose energies are close to each other. Returns the end if the
    /// reverse takes as many steps.
    fn macro_step(&mut self, direction: usize, step: f64, max_error: f64) -> Option<End> {
        let start = self.ends[direction].clone();
        self.steps += 1;
        let first = (self.leapfrog(&start, step).energy() - start.energy()).abs();
        self.acceptance += if first.is_finite() { (-first).exp() } else { 0.0 };
        for halvings in 0..=10 {
            let Some(end) = self.attempt(&start, step, halvings, max_error) else { continue };
            self.halved += u64::from(halvings > 0);
            for coarser in (0..halvings).rev() {
                if self.attempt(&end, -step, coarser, max_error).is_some() {
                    self.irreversible += 1;
                    return None;
                }
            }
            return Some(end);
        }
        self.is_divergent = true;
        None
    }

    fn attempt(&mut self, start: &End, step: f64, halvings: i32, max_error: f64) -> Option<End> {
        let mut end = start.clone();
        let mut range = start.energy()..=start.energy();
        for _ in 0..1 << halvings {
            self.leapfrogs += 1;
            end = self.leapfrog(&end, step / 2.0_f64.powi(halvings));
            let energy = end.energy();
            range = range.start().min(energy)..=range.end().max(energy);
            if !energy.is_finite() || range.end() - range.start() > max_error {
                return None;
            }
        }
        Some(end)
    }
}

/// The momenta of a transition.
pub fn momenta(dimension: usize, uniform: &mut Uniform) -> Vec<f64> {
    let eights = dimension.div_ceil(8);
    let uniform: Vec<f64> = (0..8 * (eights + 1)).map(|_| uniform.number()).collect();
    let normal = |i: usize| {
        let (first, lane) = (i / 16 * 16, i % 8);
        let (radius, angle) =
            ((-2.0 * (1.0 - uniform[first + lane]).ln()).sqrt(), TAU * uniform[first + 8 + lane]);
        radius * if i % 16 < 8 { angle.cos() } else { angle.sin() }
    };
    (0..dimension).map(normal).collect()
}
