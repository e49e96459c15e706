//! The sampler of the Chinese restaurant process.

use super::Component;
use super::partition::Partition;
use crate::chains;
use crate::chains::{Chains, setters};
use crate::draws::Draws;
use crate::error::Error;
use crate::shape::Extent;
use crate::trace::VariableInfo;

/// A Chinese restaurant process over observations; made by [`chinese_restaurant`].
#[derive(Clone, Debug)]
#[must_use = "nothing is sampled before `run`"]
pub struct ChineseRestaurant<'a, C> {
    concentration: f64,
    component: C,
    data: &'a [f64],
    chains: Chains,
    split_merge: usize,
}

/// Makes a sampler for a mixture of observations in an unknown number of clusters.
///
/// `concentration` is α: the larger it is, the more clusters there are. The draws contain `z`, the cluster
/// of each observation, numbered in the order of first appearance; `clusters`, the number of clusters; and
/// `parameter`, the parameter of each observation's cluster.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::dirichlet_process::{NormalCluster, chinese_restaurant};
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
    ChineseRestaurant { concentration, component, data, chains: Chains::with_warmup(100), split_merge: 1 }
}

impl<C: Component> ChineseRestaurant<'_, C> {
    setters! {
        /// The number of chains; 4 by default.
        chains(chains.count: usize);

        /// The number of sweeps before the first draw; 100 by default.
        warmup(chains.warmup: usize);

        /// The number of draws of each chain; 1 000 by default.
        draws(chains.draws: usize);

        /// The seed of all random numbers; 0 by default.
        seed(chains.seed: u64);

        /// The number of steps in a sweep that try to split a cluster or to merge two; 1 by default. With
        /// 0, clusters change by one observation at a time.
        split_merge(split_merge: usize);
    }

    /// Runs the chains and returns their draws.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidSetting`], [`Error::Empty`] without data, and [`Error::NotFinite`] if an observation
    /// is not finite.
    pub fn run(self) -> Result<Draws, Error> {
        self.chains.check()?;
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
        let chains = chains::run_tasks(
            "dirichlet process",
            self.chains.threads(),
            0..self.chains.count,
            |_, chain| Ok(self.run_chain(chain)),
        );
        let n = self.data.len();
        let mut variables = Vec::new();
        for (name, extent) in
            [("z", Extent::Vector(n)), ("clusters", Extent::Scalar), ("parameter", Extent::Vector(n))]
        {
            variables.push(VariableInfo::behind(&variables, name, extent, false));
        }
        let chains = chains.into_iter().collect::<Result<Vec<Vec<f64>>, _>>()?;
        let chains: Vec<&[f64]> = chains.iter().map(Vec::as_slice).collect();
        chains::gather(variables, &chains, self.chains.draws)
    }

    /// Runs one chain, and returns its draws, each with all values.
    fn run_chain(&self, chain: usize) -> Vec<f64> {
        let n = self.data.len();
        let mut rng = self.chains.rng(chain);
        let mut partition = Partition::new(&self.component, self.concentration, self.data);
        let mut values = Vec::with_capacity((2 * n + 1) * self.chains.draws);
        for sweep in 0..self.chains.warmup + self.chains.draws {
            partition.sweep(&mut rng);
            (0..self.split_merge).for_each(|_| partition.split_or_merge(&mut rng));
            if sweep < self.chains.warmup {
                continue;
            }
            let mut seen: Vec<(usize, f64)> = Vec::new();
            let mut parameters = Vec::with_capacity(n);
            for (observation, &cluster) in partition.clusters_of.iter().enumerate() {
                let label = seen.iter().position(|(known, _)| *known == cluster).unwrap_or_else(|| {
                    seen.push((cluster, partition.parameter_of(observation, &mut rng)));
                    seen.len() - 1
                });
                values.push(label as f64);
                parameters.push(seen[label].1);
            }
            values.push(partition.count() as f64);
            values.append(&mut parameters);
        }
        values
    }
}
