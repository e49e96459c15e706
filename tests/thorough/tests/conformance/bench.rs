//! A sheet is a law or a function with its statements, and a bench is where it is compared: data of a length,
//! the model of all statements, and what is expected of it.
//!
//! A statement is a letter for each slot, the variable of a law first:
//!
//! | letter | role |
//! |-|-|
//! | `n`, `m` | a number: `f64`; `f32` or `i32` |
//! | `d`, `f`, `i`, `x` | data: `f64`; `f32`; integers or `bool`; an expression of `f64` |
//! | `s`, `S`, `t`, `u` | a scalar parameter; a definition; an element of a vector; an expression |
//! | `v`, `V`, `g`, `G`, `e` | a vector; a definition; elements of either by indices; an expression |
//!
//! Parameters have the support that the slot has. A definition of x is m + ½ (x − m), and so is an expression
//! of data; an expression of what changes is m + r tanh(x − m), where m is the middle of the slot's bounds
//! and r a bit less than half of their distance: each stays within the bounds, and none is the parameter
//! itself.

use crate::D;
use crate::baseline::{self, Counts};
use crate::common::{Random, evaluate_gradient, on_every_set_with};
use crate::reference::Expected;
use monomorph::posterior::Coordinates;
use monomorph::prelude::*;

/// Around every boundary of a register of two, four and eight lanes, and of a block of 64 rows.
const LENGTHS: [usize; 8] = [1, 2, 3, 7, 8, 9, 17, 65];

/// The number of elements of a vector that is indexed.
pub const INDEXED: usize = 5;

/// The numbers that a slot takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Real,
    Positive,
    Unit,
    Whole,
}

/// The subject of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    Law,
    Function,
}

/// A law or a function: its slots with their bounds, the roles in its statements, and its formula.
pub struct Sheet {
    pub name: &'static str,
    pub of: Of,
    pub slots: &'static [(Kind, f64, f64)],
    pub rows: &'static [&'static str],
    pub plain: fn(&[D]) -> D,
}

impl Sheet {
    /// Compares at each length, with rewrites and without, and counts.
    pub fn check(&self, compare: impl Fn(&Bench)) {
        baseline::compare(self.name, LENGTHS, |length, rewrites, counts| {
            compare(&Bench { sheet: self, length, rewrites, counts });
        });
    }

    fn random(&self, length: usize, what: &str) -> Random {
        Random::of(length, &format!("{}{what}", self.name))
    }

    /// Draws `count` numbers that the slot with a number may hold.
    pub fn numbers(&self, length: usize, slot: usize, count: usize, what: &str, is_whole: bool) -> Vec<f64> {
        let (kind, low, high) = self.slots[slot];
        let mut random = self.random(length, &format!("{what} {slot}"));
        if is_whole || kind == Kind::Whole {
            let (low, high) = (low.ceil(), high.floor());
            return (0..count).map(|_| random.between(low, high + 1.0).floor().min(high)).collect();
        }
        random.numbers(count, low, high)
    }
}

/// A sheet at a length.
pub struct Bench<'a> {
    pub sheet: &'a Sheet,
    pub length: usize,
    rewrites: Rewrites,
    counts: &'a Counts,
}

impl Bench<'_> {
    /// The middle of a slot's bounds, and how far an expression goes from it.
    pub fn middle(&self, slot: usize) -> (f64, f64) {
        let (_, low, high) = self.sheet.slots[slot];
        (0.5 * (low + high), 0.45 * (high - low))
    }

    /// The number in a statement; of the role `m`, one that `f32` or `i32` has.
    pub fn number(&self, row: usize, slot: usize) -> f64 {
        let number = self.sheet.numbers(self.length, slot, 1, &format!("number {row}"), false)[0];
        let is_short = self.sheet.rows[row].as_bytes()[slot] == b'm';
        if is_short { f64::from(number as f32) } else { number }
    }

    /// The data of a slot: numbers, those of `f32`, or whole ones.
    pub fn data(&self, slot: usize, role: char) -> Vec<f64> {
        let numbers =
            self.sheet.numbers(self.length, slot, self.length, &format!("data {role}"), role == 'i');
        let is_short = role == 'f';
        numbers.into_iter().map(|number| if is_short { f64::from(number as f32) } else { number }).collect()
    }

    /// The indices of a slot: without order, or in runs of equal ones and of consecutive ones, which are read
    /// apart.
    pub fn places(&self, slot: usize) -> Vec<u32> {
        if slot % 2 == 1 {
            return (0..self.length).map(|i| if i < 8 { i / 8 } else { i % INDEXED } as u32).collect();
        }
        self.sheet.random(self.length, &format!("places {slot}")).indices(self.length, INDEXED)
    }

    /// The factors of the elements of a function.
    pub fn weights(&self) -> Vec<f64> {
        self.sheet.random(self.length, "weights").numbers(self.length, -1.0, 1.0)
    }

    /// The factor of a function of scalars.
    pub fn weight(&self, row: usize) -> f64 {
        self.sheet.random(self.length, &format!("weight {row}")).between(-1.0, 1.0)
    }

    /// Compares the model of all statements with what is expected, on every instruction set.
    pub fn check(&self, model: impl Model) {
        on_every_set_with(self.rewrites, model, |set, posterior| {
            let expected = Expected::new(self, posterior.coordinates());
            let (value, gradient) = evaluate_gradient(posterior, &expected.q);
            self.compare(set, &expected, posterior.coordinates(), value, &gradient);
            self.counts.add(set, self.sheet.rows.len());
        });
    }

    fn compare(
        &self,
        set: &str,
        expected: &Expected,
        coordinates: &[Coordinates],
        value: f64,
        gradient: &[f64],
    ) {
        let mut wrong = Vec::new();
        let mut suspects: Vec<usize> = (0..self.sheet.rows.len()).collect();
        let mut compare = |what: String, got: f64, want: f64, scale: f64, allowed: f64| {
            let is_near = (got - want).abs() <= allowed * scale;
            baseline::saw((got - want).abs() / scale, what == "the value");
            if !is_near {
                wrong.push(format!("{what} is {got:e} for {want:e}, off by {:.1e}", got - want));
            }
            is_near
        };
        compare("the value".into(), value, expected.value, expected.scale, 1e-13);
        assert_eq!(gradient.len(), expected.gradient.len());
        for own in coordinates {
            for (place, at) in own.range.clone().enumerate() {
                let (got, want, scale) = (gradient[at], expected.gradient[at], expected.scales[at]);
                if !compare(format!("the slope by {}[{place}]", own.name), got, want, scale, 1e-11) {
                    suspects.retain(|row| expected.readers[at].contains(row));
                }
            }
        }
        if wrong.is_empty() {
            return;
        }
        let Sheet { name, rows, .. } = self.sheet;
        let rewrites = self.rewrites;
        let (count, more) = (wrong.len(), if wrong.len() > 8 { ", …" } else { "" });
        wrong.truncate(8);
        let suspects: Vec<String> = suspects.iter().map(|&row| format!("{row} `{}`", rows[row])).collect();
        panic!(
            "{name}, length {}, {set}, Rewrites::{rewrites:?}: {count} numbers are off: {}{more}.\n\
             Statements that have all of these slopes: {}",
            self.length,
            wrong.join("; "),
            if suspects.is_empty() { "no single one".to_owned() } else { suspects.join(", ") },
        );
    }
}
