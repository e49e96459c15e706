//! The partition of observations into clusters, and its two kinds of updates.

use super::Component;
use crate::random::category_by_logarithm;
use rand::{Rng, RngExt};

/// One cluster: the statistics and the number of its members, and the predictive distribution of one more
/// observation.
struct Cluster<C: Component> {
    members: C::Members,
    count: usize,
    predictive: C::Predictive,
    log_size: f64,
}

impl<C: Component> Cluster<C> {
    fn new(component: &C, members: C::Members, count: usize) -> Self {
        let predictive = component.predictive(&members);
        Self { members, count, predictive, log_size: (count as f64).ln() }
    }
}

/// The clusters of some observations.
pub(super) struct Partition<'a, C: Component> {
    component: &'a C,
    log_concentration: f64,
    data: &'a [f64],
    /// The cluster of each observation.
    pub clusters_of: Vec<usize>,
    /// The clusters; a cluster is empty only while an observation moves.
    clusters: Vec<Cluster<C>>,
    /// The predictive distribution of a new cluster, without members.
    new: C::Predictive,
    weights: Vec<f64>,
}

impl<'a, C: Component> Partition<'a, C> {
    /// Puts all observations into one cluster.
    pub fn new(component: &'a C, concentration: f64, data: &'a [f64]) -> Self {
        let mut members = C::Members::default();
        data.iter().for_each(|&x| component.add(&mut members, x));
        let log_concentration = concentration.ln();
        let clusters = vec![Cluster::new(component, members, data.len())];
        Self {
            component,
            log_concentration,
            data,
            clusters_of: vec![0; data.len()],
            clusters,
            new: component.predictive(&C::Members::default()),
            weights: Vec::new(),
        }
    }

    /// The number of clusters.
    pub fn count(&self) -> usize {
        self.clusters.len()
    }

    /// Draws the parameter of an observation's cluster.
    pub fn parameter_of(&self, observation: usize, rng: &mut dyn Rng) -> f64 {
        self.component.parameter(&self.clusters[self.clusters_of[observation]].members, rng)
    }

    /// Takes an observation out of its cluster. If the cluster is then empty, the last cluster takes its
    /// place.
    fn leave(&mut self, observation: usize) {
        let place = self.clusters_of[observation];
        self.clusters_of[observation] = usize::MAX;
        let cluster = &mut self.clusters[place];
        self.component.remove(&mut cluster.members, self.data[observation]);
        cluster.count -= 1;
        if cluster.count > 0 {
            return self.renew(place);
        }
        self.clusters.swap_remove(place);
        let last = self.clusters.len();
        self.clusters_of.iter_mut().filter(|cluster| **cluster == last).for_each(|cluster| *cluster = place);
    }

    /// Puts an observation into the cluster at a place; a new cluster if there is none at this place.
    fn enter(&mut self, observation: usize, place: usize) {
        if place == self.clusters.len() {
            let members = C::Members::default();
            self.clusters.push(Cluster::new(self.component, members, 0));
        }
        let cluster = &mut self.clusters[place];
        self.component.add(&mut cluster.members, self.data[observation]);
        cluster.count += 1;
        self.clusters_of[observation] = place;
        self.renew(place);
    }

    /// Recomputes the predictive distribution of a cluster that has changed.
    fn renew(&mut self, place: usize) {
        let Cluster { members, count, .. } = &mut self.clusters[place];
        let (members, count) = (core::mem::take(members), *count);
        self.clusters[place] = Cluster::new(self.component, members, count);
    }

    /// Draws the cluster of each observation in turn, given the clusters of all others.
    pub fn sweep(&mut self, rng: &mut dyn Rng) {
        for observation in 0..self.data.len() {
            self.leave(observation);
            let x = self.data[observation];
            self.weights.clear();
            for cluster in &self.clusters {
                self.weights.push(cluster.log_size + self.component.log_density(cluster.predictive, x));
            }
            self.weights.push(self.log_concentration + self.component.log_density(self.new, x));
            let place = category_by_logarithm(&mut self.weights, rng);
            self.enter(observation, place);
        }
    }

    /// Splits the cluster of two observations, or merges their two clusters, by a Metropolis–Hastings step:
    /// the other observations are assigned in random order to one of the two new clusters, by the
    /// predictive distributions of the clusters so far.
    pub fn split_or_merge(&mut self, rng: &mut dyn Rng) {
        let n = self.data.len();
        if n < 2 {
            return;
        }
        let first = rng.random_range(0..n);
        let second = (first + rng.random_range(1..n)) % n;
        let [a, b] = [first, second].map(|observation| self.clusters_of[observation]);
        let mut others: Vec<usize> =
            (0..n).filter(|&i| i != first && i != second && [a, b].contains(&self.clusters_of[i])).collect();
        for last in (1..others.len()).rev() {
            others.swap(last, rng.random_range(0..=last));
        }

        // The two sides of the split: assigned at random if a split is proposed; for a merge, as they are.
        let is_split = a == b;
        let component = self.component;
        let log_predictive =
            |members: &C::Members, x: f64| component.log_density(component.predictive(members), x);
        let mut sides = [C::Members::default(), C::Members::default()];
        let mut whole = C::Members::default();
        let mut counts = [1.0_f64, 1.0];
        let mut log_ratio = self.log_concentration;
        let mut log_proposal = 0.0;
        for (side, observation) in [first, second].into_iter().enumerate() {
            let x = self.data[observation];
            log_ratio += log_predictive(&C::Members::default(), x);
            component.add(&mut sides[side], x);
            log_ratio -= log_predictive(&whole, x);
            component.add(&mut whole, x);
        }
        let mut dealt = Vec::with_capacity(others.len());
        for &observation in &others {
            let x = self.data[observation];
            let says = [0, 1].map(|side| log_predictive(&sides[side], x));
            let log_odds = counts[1].ln() + says[1] - counts[0].ln() - says[0];
            let to_second = if is_split {
                rng.random::<f64>() < (1.0 + (-log_odds).exp()).recip()
            } else {
                self.clusters_of[observation] == b
            };
            let side = usize::from(to_second);
            log_proposal -= (if to_second { -log_odds } else { log_odds }).exp().ln_1p();
            // Γ(n₁) Γ(n₂)/Γ(n₁ + n₂), factor by factor.
            log_ratio += says[side] - log_predictive(&whole, x) + counts[side].ln();
            log_ratio -= (counts[0] + counts[1]).ln();
            component.add(&mut sides[side], x);
            component.add(&mut whole, x);
            counts[side] += 1.0;
            dealt.push(to_second);
        }
        // The factor of two clusters with one observation each is Γ(1) Γ(1)/Γ(2) = 1.
        let log_acceptance = if is_split { log_ratio - log_proposal } else { log_proposal - log_ratio };
        if (1.0 - rng.random::<f64>()).ln() >= log_acceptance {
            return;
        }
        let moved = others.iter().zip(&dealt).filter(|(_, to_second)| **to_second).map(|(&i, _)| i);
        let mut target = self.clusters.len();
        for observation in moved.chain([second]).collect::<Vec<_>>() {
            self.leave(observation);
            // The first observation remains in its cluster, whose place may have changed.
            target = if is_split { target } else { self.clusters_of[first] };
            self.enter(observation, target);
        }
    }
}
