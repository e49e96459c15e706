//! Which observation is in which cluster, with the two kinds of updates.

use super::Component;
use rand::{Rng, RngExt};

/// One cluster: its members and how many they are.
struct Cluster<Members> {
    members: Members,
    count: usize,
}

/// The clusters of some observations.
pub(super) struct Partition<'a, C: Component> {
    component: &'a C,
    log_concentration: f64,
    data: &'a [f64],
    /// The cluster of each observation.
    pub clusters_of: Vec<usize>,
    /// The clusters; one without members is used again.
    clusters: Vec<Cluster<C::Members>>,
    weights: Vec<f64>,
}

impl<'a, C: Component> Partition<'a, C> {
    /// All observations in one cluster.
    pub fn new(component: &'a C, concentration: f64, data: &'a [f64]) -> Self {
        let mut members = C::Members::default();
        data.iter().for_each(|&x| component.add(&mut members, x));
        let clusters = vec![Cluster { members, count: data.len() }];
        let log_concentration = concentration.ln();
        Self {
            component,
            log_concentration,
            data,
            clusters_of: vec![0; data.len()],
            clusters,
            weights: Vec::new(),
        }
    }

    /// The number of clusters with members.
    pub fn count(&self) -> usize {
        self.clusters.iter().filter(|cluster| cluster.count > 0).count()
    }

    /// The clusters with members, each with its size and a draw of its parameter.
    pub fn parameter_of(&self, observation: usize, rng: &mut dyn Rng) -> f64 {
        self.component.parameter(&self.clusters[self.clusters_of[observation]].members, rng)
    }

    fn leave(&mut self, observation: usize) {
        let cluster = &mut self.clusters[self.clusters_of[observation]];
        self.component.remove(&mut cluster.members, self.data[observation]);
        cluster.count -= 1;
    }

    fn enter(&mut self, observation: usize, place: usize) {
        let cluster = &mut self.clusters[place];
        self.component.add(&mut cluster.members, self.data[observation]);
        cluster.count += 1;
        self.clusters_of[observation] = place;
    }

    /// The place of a cluster without members.
    fn empty(&mut self) -> usize {
        let place = self.clusters.iter().position(|cluster| cluster.count == 0);
        place.unwrap_or_else(|| {
            self.clusters.push(Cluster { members: C::Members::default(), count: 0 });
            self.clusters.len() - 1
        })
    }

    /// Each observation in turn, given the clusters of all others.
    pub fn sweep(&mut self, rng: &mut dyn Rng) {
        for observation in 0..self.data.len() {
            self.leave(observation);
            let new = self.empty();
            let x = self.data[observation];
            self.weights.clear();
            for (place, cluster) in self.clusters.iter().enumerate() {
                let size = match cluster.count {
                    0 if place == new => self.log_concentration,
                    0 => f64::NEG_INFINITY,
                    count => (count as f64).ln(),
                };
                let log_weight = if size == f64::NEG_INFINITY {
                    size
                } else {
                    size + self.component.log_predictive(&cluster.members, x)
                };
                self.weights.push(log_weight);
            }
            let place = choose(&mut self.weights, rng);
            self.enter(observation, place);
        }
    }

    /// Splits the cluster of two observations, or merges theirs, by a Metropolis–Hastings step: the others are dealt one after the
    /// other to the two new clusters, in a random order, by what each cluster says of them so far.
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

        // The two sides of the split: drawn if it is proposed, followed if it is what there is.
        let is_split = a == b;
        let component = self.component;
        let mut sides = [C::Members::default(), C::Members::default()];
        let mut whole = C::Members::default();
        let mut counts = [1.0_f64, 1.0];
        let mut log_ratio = self.log_concentration;
        let mut log_proposal = 0.0;
        for (side, observation) in [first, second].into_iter().enumerate() {
            let x = self.data[observation];
            log_ratio += component.log_predictive(&C::Members::default(), x);
            component.add(&mut sides[side], x);
            log_ratio -= component.log_predictive(&whole, x);
            component.add(&mut whole, x);
        }
        let mut dealt = Vec::with_capacity(others.len());
        for &observation in &others {
            let x = self.data[observation];
            let says = [0, 1].map(|side| component.log_predictive(&sides[side], x));
            let log_odds = counts[1].ln() + says[1] - counts[0].ln() - says[0];
            let to_second = if is_split {
                rng.random::<f64>() < (1.0 + (-log_odds).exp()).recip()
            } else {
                self.clusters_of[observation] == b
            };
            let side = usize::from(to_second);
            log_proposal -= (if to_second { -log_odds } else { log_odds }).exp().ln_1p();
            // Γ(n₁) Γ(n₂)/Γ(n₁ + n₂), factor by factor.
            log_ratio += says[side] - component.log_predictive(&whole, x) + counts[side].ln();
            log_ratio -= (counts[0] + counts[1]).ln();
            component.add(&mut sides[side], x);
            component.add(&mut whole, x);
            counts[side] += 1.0;
            dealt.push(to_second);
        }
        // Two single observations: Γ(1) Γ(1)/Γ(2) = 1.
        let log_acceptance = if is_split { log_ratio - log_proposal } else { log_proposal - log_ratio };
        if (1.0 - rng.random::<f64>()).ln() >= log_acceptance {
            return;
        }
        let target = if is_split { self.empty() } else { a };
        let moved = others.iter().zip(&dealt).filter(|(_, to_second)| **to_second).map(|(&i, _)| i);
        for observation in moved.chain([second]).collect::<Vec<_>>() {
            self.leave(observation);
            self.enter(observation, target);
        }
    }
}

/// The place of one of the weights, given their logarithms.
fn choose(logarithms: &mut [f64], rng: &mut dyn Rng) -> usize {
    let largest = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for weight in logarithms.iter_mut() {
        *weight = (*weight - largest).exp();
        sum += *weight;
    }
    let mut rest = rng.random::<f64>() * sum;
    for (place, weight) in logarithms.iter().enumerate() {
        rest -= weight;
        if rest < 0.0 {
            return place;
        }
    }
    logarithms.iter().rposition(|weight| *weight > 0.0).unwrap_or(0)
}
