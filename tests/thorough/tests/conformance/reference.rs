//! What a sheet's model is to give: the sum of its statements by the plain formula, and the derivatives by
//! each coordinate, through expressions, definitions and the transforms of parameters.

use crate::bench::{Bench, INDEXED, Kind, Of};
use crate::dual::Dual;
use monomorph::posterior::Coordinates;
use std::collections::{BTreeMap, BTreeSet};

/// The point, with the expected results.
pub struct Expected {
    pub q: Vec<f64>,
    pub value: f64,
    /// The sum of the absolute values of what is summed, 1 of each element at least.
    pub scale: f64,
    pub gradient: Vec<f64>,
    /// For each coordinate, the sum of the absolute values of what its slope is summed of.
    pub scales: Vec<f64>,
    /// The statements that read each coordinate.
    pub readers: Vec<BTreeSet<usize>>,
}

/// A number in a slot, with the coordinate that it comes from and its derivative by the parameter there.
type Source = (f64, Option<(usize, f64)>);

/// The parameters: the first coordinate of each, and the values of all.
struct Parameters<'a> {
    first: BTreeMap<&'a str, usize>,
    kinds: Vec<Kind>,
    values: Vec<f64>,
}

impl<'a> Parameters<'a> {
    /// Values between the bounds of each parameter's slot, and the point that has them.
    fn new(bench: &Bench, coordinates: &'a [Coordinates]) -> (Self, Vec<f64>) {
        let mut own = Self { first: BTreeMap::new(), kinds: Vec::new(), values: Vec::new() };
        let mut q = Vec::new();
        for Coordinates { name, range, .. } in coordinates {
            own.first.insert(name, range.start);
            assert_eq!(range.start, q.len(), "the coordinates stand in their order");
            // The slot is the number in the name, and of a statement's own parameter the first.
            let slot = if name.starts_with(['l', 'o']) { Ok(0) } else { name[1..].parse() };
            let slot = slot.unwrap_or_else(|_| panic!("`{name}` has no slot"));
            let kind = if *name == "other" { Kind::Real } else { bench.sheet.slots[slot].0 };
            for number in bench.sheet.numbers(bench.length, slot, range.len(), name, false) {
                let at = match kind {
                    Kind::Positive => number.ln(),
                    Kind::Unit => (number / (1.0 - number)).ln(),
                    Kind::Real | Kind::Whole => number,
                };
                q.push(at);
                own.kinds.push(kind);
                own.values.push(match kind {
                    Kind::Positive => at.exp(),
                    Kind::Unit => 1.0 / (1.0 + (-at).exp()),
                    Kind::Real | Kind::Whole => at,
                });
            }
        }
        (own, q)
    }

    fn at(&self, name: &str, element: usize) -> Source {
        let first = self.first.get(name).unwrap_or_else(|| panic!("there is no parameter `{name}`"));
        (self.values[first + element], Some((first + element, 1.0)))
    }

    /// The number that a statement has in a slot for an element.
    fn source(&self, bench: &Bench, row: usize, slot: usize, role: char, element: usize) -> Source {
        let (middle, reach) = bench.middle(slot);
        let own = |letter: char, element: usize| self.at(&format!("{letter}{slot}"), element);
        let shifted = |(x, from): Source| {
            (middle + 0.5 * (x - middle), from.map(|(coordinate, slope)| (coordinate, 0.5 * slope)))
        };
        let bent = |(x, from): Source| {
            let tanh = (x - middle).tanh();
            let slope = |(coordinate, slope)| (coordinate, slope * reach * (1.0 - tanh * tanh));
            (middle + reach * tanh, from.map(slope))
        };
        let is_left = slot == 0 && bench.sheet.of == Of::Law;
        let place = || bench.places(slot)[element] as usize;
        match role {
            'n' | 'm' => (bench.number(row, slot), None),
            'd' | 'f' | 'i' => (bench.data(slot, role)[element], None),
            'x' => shifted((bench.data(slot, 'd')[element], None)),
            's' if is_left => self.at(&format!("l{row}"), 0),
            'v' if is_left => self.at(&format!("l{row}"), element),
            's' => own('s', 0),
            'S' => shifted(own('s', 0)),
            't' => own('g', 2),
            'u' => bent(own('s', 0)),
            'v' => own('v', element),
            'V' => shifted(own('v', element)),
            'g' => own('g', place()),
            'G' => shifted(own('g', place())),
            'e' => bent(own('v', element)),
            _ => panic!("there is no role `{role}`"),
        }
    }
}

impl Expected {
    pub fn new(bench: &Bench, coordinates: &[Coordinates]) -> Self {
        const { assert!(INDEXED > 2) };
        let (parameters, q) = Parameters::new(bench, coordinates);
        let count = q.len();
        let mut own = Self {
            q,
            value: 0.0,
            scale: 1.0,
            gradient: vec![0.0; count],
            scales: vec![1.0; count],
            readers: vec![BTreeSet::new(); count],
        };
        let weights = bench.weights();
        for (row, roles) in bench.sheet.rows.iter().enumerate() {
            let is_vector = roles.contains(|role| "dfixvVgGe".contains(role));
            let count = if is_vector { bench.length } else { 1 };
            for (element, &of_element) in weights.iter().enumerate().take(count) {
                let weight = match bench.sheet.of {
                    Of::Law => 1.0,
                    Of::Function if is_vector => of_element,
                    Of::Function => bench.weight(row),
                };
                own.add(bench, &parameters, row, element, weight);
            }
        }
        own.pull_back(&parameters);
        own
    }

    /// Adds an element of a statement.
    fn add(&mut self, bench: &Bench, parameters: &Parameters, row: usize, element: usize, weight: f64) {
        let sources: Vec<Source> = (bench.sheet.rows[row].chars().enumerate())
            .map(|(slot, role)| parameters.source(bench, row, slot, role, element))
            .collect();
        let numbers: Vec<_> =
            sources.iter().enumerate().map(|(slot, &(value, _))| Dual::variable(value, slot)).collect();
        let result = (bench.sheet.plain)(&numbers);
        self.value += weight * result.value;
        self.scale += (weight * result.value).abs().max(1.0);
        for (slot, &(_, from)) in sources.iter().enumerate() {
            if let Some((coordinate, slope)) = from {
                let part = weight * result.slopes[slot] * slope;
                self.gradient[coordinate] += part;
                self.scales[coordinate] += part.abs();
                self.readers[coordinate].insert(row);
            }
        }
    }

    /// From the parameters to their coordinates, with the logarithm of the Jacobian.
    fn pull_back(&mut self, parameters: &Parameters) {
        for (coordinate, (&x, kind)) in parameters.values.iter().zip(&parameters.kinds).enumerate() {
            let (slope, jacobian, jacobian_slope) = match kind {
                Kind::Positive => (x, x.ln(), 1.0),
                Kind::Unit => (x * (1.0 - x), x.ln() + (-x).ln_1p(), 1.0 - 2.0 * x),
                Kind::Real | Kind::Whole => (1.0, 0.0, 0.0),
            };
            self.gradient[coordinate] = self.gradient[coordinate] * slope + jacobian_slope;
            self.scales[coordinate] = (self.scales[coordinate] * slope).max(1.0);
            self.value += jacobian;
            self.scale += jacobian.abs();
        }
    }
}
