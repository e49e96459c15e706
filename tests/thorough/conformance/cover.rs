//! Chooses combinations of roles: as few as a greedy search finds, so that together they have
//!
//! * each subset of the slots as vectors, and each as data;
//! * for each two slots, each of number, data, scalar and vector beside each;
//! * each role of each slot, but for what has one slot alone.
//!
//! Not each role beside each role: a kernel reads the roles of a class alike, and each model costs time to
//! compile.

use super::roles::{is_data, is_vector};
use std::collections::BTreeMap;

/// Numbers for what a combination can have, each with whether it is still missing.
#[derive(Default)]
struct Goals {
    numbers: BTreeMap<String, usize>,
    missing: Vec<bool>,
}

impl Goals {
    fn number(&mut self, goal: String) -> usize {
        let next = self.missing.len();
        let number = *self.numbers.entry(goal).or_insert(next);
        if number == next {
            self.missing.push(true);
        }
        number
    }

    /// What these roles have together.
    fn of(&mut self, roles: &[char]) -> Vec<usize> {
        let class = |role: char| (is_data(role), is_vector(role));
        let of_all = |has: fn(char) -> bool| roles.iter().map(|&role| has(role)).collect::<Vec<_>>();
        let mut all = vec![
            self.number(format!("vectors {:?}", of_all(is_vector))),
            self.number(format!("data {:?}", of_all(is_data))),
        ];
        for (i, &one) in roles.iter().enumerate() {
            all.push(self.number(format!("role {i} {one}")));
            for (j, &other) in roles.iter().enumerate().filter(|&(j, _)| j != i) {
                all.push(self.number(format!("classes {i} {:?} {j} {:?}", class(one), class(other))));
            }
        }
        all
    }
}

/// All combinations of the roles of each slot.
fn product(slots: &[Vec<char>]) -> Vec<Vec<char>> {
    slots.iter().fold(vec![vec![]], |rows, roles| {
        rows.iter().flat_map(|row| roles.iter().map(move |&role| [&row[..], &[role]].concat())).collect()
    })
}

/// The combinations that cover what all combinations have. Of a function of one argument, half of the roles,
/// which `first` chooses: functions one after another have all.
pub fn cover(slots: &[Vec<char>], first: usize) -> Vec<Vec<char>> {
    if let [roles] = slots {
        return roles.iter().skip(first % 2).step_by(2).map(|&role| vec![role]).collect();
    }
    let mut goals = Goals::default();
    // A part of many combinations is enough to choose from: the step has no factor in common with their
    // number.
    let all = product(slots);
    let common = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let wanted = (all.len() / 2000).max(1);
    let step = (wanted..).find(|&step| common(step, all.len()) == 1).expect("a prime");
    let candidates: Vec<(&Vec<char>, Vec<usize>)> =
        all.iter().step_by(step).map(|row| (row, goals.of(row))).collect();
    let mut rows = Vec::new();
    while goals.missing.contains(&true) {
        let new = |has: &[usize]| has.iter().filter(|&&goal| goals.missing[goal]).count();
        let (row, has) = candidates.iter().rev().max_by_key(|(_, has)| new(has)).expect("a candidate");
        has.iter().for_each(|&goal| goals.missing[goal] = false);
        rows.push((*row).clone());
    }
    rows
}
