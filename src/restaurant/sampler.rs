//! The sampler: settings, and one sweep after the other.

use super::Component;
use super::partition::Partition;
use crate::draws::Draws;
use crate::error::Error;
use crate::posterior::VariableInfo;
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// A Chinese restaurant process over observations; made by [`chinese_restaurant`].
#[derive(Clone, Debug)]
pub struct ChineseRestaurant<'a, C> {
    concentration: f64,
    component: C,
    data: &'a [f64],
    chains: usize,
    warmup: usize,
    draws: usize,
    seed: u64,
    split_merge: usize,
}

/// The mixture of observations in an unknown number of clusters.
///
/// `concentration` is α: the larger, the more clusters. Its draws are `z`, the cluster of each observation, numbered as they
/// appear; `clusters`, their number; and `parameter`, that of each observation's cluster.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::restaurant::{NormalCluster, chinese_restaurant};
///
/// let y = [-3.1, -2.8, -3.3, 4.0, 4.4];
/// let clusters = NormalCluster { location: 0.0, spread: 5.0, scale: 1.0 };
/// let draws = chinese_restaurant(1.0, clusters, &y).chains(1).draws(2_000).seed(1).run()?;
/// let together = draws.column("z[1]")?.as_slice().iter().filter(|z| **z == 0.0).count();
/// let apart = draws.column("z[3]")?.as_slice().iter().filter(|z| **z != 0.0).count();
/// assert!(together > 1_500 && apart > 1_900);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn chinese_restaurant<C: Component>(
    concentration: f64,
    component: C,
    data: &[f64],
) -> ChineseRestaurant<'_, C> {
    ChineseRestaurant {
        concentration,
        component,
        data,
        chains: 4,
        warmup: 100,
        draws: 1000,
        seed: 0,
        split_merge: 1,
    }
}

impl<C: Component> ChineseRestaurant<'_, C> {
    /// The number of chains; 4 by default.
    pub fn chains(mut self, chains: usize) -> Self {
        self.chains = chains;
        self
    }

    /// The number of sweeps before the first draw; 100 by default.
    pub fn warmup(mut self, sweeps: usize) -> Self {
        self.warmup = sweeps;
        self
    }

    /// The number of draws of each chain; 1 000 by default.
    pub fn draws(mut self, draws: usize) -> Self {
        self.draws = draws;
        self
    }

    /// The seed of all random numbers; 0 by default.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The number of steps in a sweep that try to split a cluster or to merge two; 1 by default. Without any, clusters change one
    /// observation at a time.
    pub fn split_merge(mut self, steps: usize) -> Self {
        self.split_merge = steps;
        self
    }

    /// Samples.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidSetting`], [`Error::Empty`] without data, and [`Error::NotFinite`].
    pub fn run(self) -> Result<Draws, Error> {
        for (setting, number) in [("chains", self.chains), ("draws", self.draws)] {
            if number == 0 {
                return Err(Error::InvalidSetting { setting, rule: "be at least 1" });
            }
        }
        if self.concentration.is_nan() || self.concentration <= 0.0 || self.concentration.is_infinite() {
            return Err(Error::InvalidSetting { setting: "concentration", rule: "be positive and finite" });
        }
        if self.data.is_empty() {
            return Err(Error::Empty { statement: String::new(), what: "the data".to_owned() });
        }
        if let Some(index) = self.data.iter().position(|x| !x.is_finite()) {
            let (statement, what) = (String::new(), "the data".to_owned());
            return Err(Error::NotFinite { statement, what, index: Some(index), value: self.data[index] });
        }
        let n = self.data.len();
        let elements = 2 * n + 1;
        let total = self.chains * self.draws;
        let mut values = vec![0.0; elements * total];
        for chain in 0..self.chains {
            let mut rng =
                SmallRng::seed_from_u64(self.seed ^ (chain as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let mut partition = Partition::new(&self.component, self.concentration, self.data);
            for sweep in 0..self.warmup + self.draws {
                partition.sweep(&mut rng);
                (0..self.split_merge).for_each(|_| partition.split_or_merge(&mut rng));
                let Some(draw) = sweep.checked_sub(self.warmup) else { continue };
                let place = |element: usize| element * total + chain * self.draws + draw;
                let mut seen: Vec<(usize, f64)> = Vec::new();
                for (observation, &cluster) in partition.clusters_of.iter().enumerate() {
                    let label = seen.iter().position(|(known, _)| *known == cluster).unwrap_or_else(|| {
                        seen.push((cluster, partition.parameter_of(observation, &mut rng)));
                        seen.len() - 1
                    });
                    values[place(observation)] = label as f64;
                    values[place(n + 1 + observation)] = seen[label].1;
                }
                values[place(n)] = partition.count() as f64;
            }
        }
        let variable =
            |name, length, offset| VariableInfo { name, length, columns: None, is_defined: false, offset };
        let variables = vec![
            variable("z", Some(n), 0),
            variable("clusters", None, n),
            variable("parameter", Some(n), n + 1),
        ];
        Draws::new(variables, self.chains, self.draws, values)
    }
}
