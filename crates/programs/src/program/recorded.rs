//! The choices of each draw that a fit keeps.
//!
//! Different draws may have different choices. So a draw is stored as a list of its own choices and their
//! values.

use super::record::{Hashed, Record, Site, SiteKind};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// The names of the choices that are kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Wanted {
    pub all: bool,
    pub names: Vec<String>,
}

/// Writes the setters that select the recorded choices, for a struct with the field `wanted`.
macro_rules! record_setters {
    () => {
        /// Records the choices of a name: the choice itself, the choices within a call of this name, and
        /// the choices with this name and an index.
        pub fn record(mut self, name: &str) -> Self {
            self.wanted.names.push(name.to_owned());
            self
        }

        /// Records all choices, as [`Program::predict`](crate::program::Program::predict) needs them.
        pub fn record_all(mut self) -> Self {
            self.wanted.all = true;
            self
        }
    };
}
pub(super) use record_setters;

impl Wanted {
    /// True if no choice is kept.
    pub fn is_empty(&self) -> bool {
        !self.all && self.names.is_empty()
    }

    /// True if an address is one of the names, or belongs to one: within a call of the name, with an index,
    /// or repeated.
    fn has(&self, address: &str) -> bool {
        let within = |rest: &str| rest.is_empty() || rest.starts_with(['.', '[', '#']);
        self.all || self.names.iter().any(|name| address.strip_prefix(name.as_str()).is_some_and(within))
    }
}

/// The indices of choices in a fit, by the hashes of their addresses.
type Places<Place> = HashMap<u64, Place, BuildHasherDefault<Hashed>>;

/// The choices of draws, one draw after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct RecordedChoices {
    pub wanted: Wanted,
    /// The index of each choice that is kept, and `None` for the other choices.
    places: Places<Option<u32>>,
    /// The addresses of the kept choices, and their hashes.
    pub names: Vec<(String, u64)>,
    /// The entries of all draws: the index of the choice, and its value.
    entries: Vec<(u32, f64)>,
    /// The index at which the entries of each draw end.
    ends: Vec<usize>,
}

impl RecordedChoices {
    pub fn new(wanted: Wanted) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// Adds a draw: the sampled choices of a run.
    pub fn push(&mut self, record: &Record) {
        self.push_sites(record, |site| site.kind != SiteKind::Observed);
    }

    /// Adds a draw without choices.
    pub fn push_none(&mut self) {
        self.ends.push(self.entries.len());
    }

    /// Adds a draw: the values that a run has drawn for its observations.
    pub fn push_predicted(&mut self, record: &Record) {
        self.push_sites(record, |site| site.kind == SiteKind::Observed);
    }

    fn push_sites(&mut self, record: &Record, is_kept: impl Fn(&Site) -> bool) {
        if !self.wanted.is_empty() {
            for site in record.sites.iter().filter(|site| is_kept(site)) {
                let Self { wanted, places, names, .. } = self;
                let place = places.entry(site.hash).or_insert_with(|| {
                    let address = record.address(site);
                    wanted.has(&address).then(|| add(names, address, site.hash))
                });
                self.entries.extend(place.map(|place| (place, site.value)));
            }
        }
        self.ends.push(self.entries.len());
    }

    /// Adds the draws of another chain.
    pub fn append(&mut self, other: &Self) {
        let Self { places, names, .. } = self;
        let place_of = |(name, hash): &(String, u64)| {
            let place = places.entry(*hash).or_default();
            *place.get_or_insert_with(|| add(names, name.clone(), *hash))
        };
        let of_other: Vec<u32> = other.names.iter().map(place_of).collect();
        let before = self.entries.len();
        self.entries.extend(other.entries.iter().map(|&(place, value)| (of_other[place as usize], value)));
        self.ends.extend(other.ends.iter().map(|end| before + end));
    }

    /// Returns the draws with these indices, in this order.
    pub fn chosen(&self, draws: &[usize]) -> Self {
        let mut chosen = Self { entries: Vec::new(), ends: Vec::new(), ..self.clone() };
        for &draw in draws {
            chosen.entries.extend_from_slice(self.draw(draw));
            chosen.ends.push(chosen.entries.len());
        }
        chosen
    }

    /// Returns the first `draws` draws.
    pub fn first(&self, draws: usize) -> Self {
        if draws >= self.count() { self.clone() } else { self.chosen(&(0..draws).collect::<Vec<_>>()) }
    }

    /// The names and the values of the choices that every draw has.
    pub fn series(&self) -> Vec<(String, Vec<f64>)> {
        let values = |place: usize| self.values_of(place).into_iter().flatten().collect();
        self.everywhere().into_iter().map(|place| (self.names[place].0.clone(), values(place))).collect()
    }

    /// The choices of a draw: the indices of their names, and their values.
    pub fn draw(&self, number: usize) -> &[(u32, f64)] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.entries[start..self.ends[number]]
    }

    /// The number of draws.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// The values of a choice, draw after draw; `None` if a draw does not have it.
    pub fn values_of(&self, place: usize) -> Vec<Option<f64>> {
        let value = |entries: &[(u32, f64)]| {
            entries.iter().find(|(other, _)| *other as usize == place).map(|(_, value)| *value)
        };
        (0..self.count()).map(|draw| value(self.draw(draw))).collect()
    }

    /// The indices of the choices that every draw has, in the order of their first occurrence.
    pub fn everywhere(&self) -> Vec<usize> {
        let mut counts = vec![0; self.names.len()];
        self.entries.iter().for_each(|(place, _)| counts[*place as usize] += 1);
        (0..self.names.len()).filter(|&place| counts[place] == self.count()).collect()
    }
}

/// Adds the name of a choice that is kept for the first time, and returns its index.
fn add(names: &mut Vec<(String, u64)>, name: String, hash: u64) -> u32 {
    names.push((name, hash));
    names.len() as u32 - 1
}
