//! Values that are assembled from entries which each store one or some of the elements.

use super::check::lengths;
use super::part::selected_extent;
use super::path::PathStep;
use super::{Index, Path, Value, VarName};
use std::collections::HashMap;

/// Assembles the value of a name from stored elements of its variable; returns `None` if some are missing.
/// The first index after the variable selects elements; later indices select parts of these.
pub(super) fn assemble(entries: &[(VarName, Value)], name: &VarName) -> Option<Value> {
    let steps = name.path().steps();
    let is_property = |step: &PathStep| matches!(step, PathStep::Property(_));
    let (before, indices) = steps.split_at(steps.iter().rposition(is_property).map_or(0, |place| place + 1));
    let variable = VarName::from_parts(name.root().to_owned(), Path::of(before));
    let elements = Elements::of(entries, &variable)?;
    match indices.split_first() {
        Some((PathStep::Index(first), rest)) => elements.select(first)?.part(&Path::of(rest)).ok(),
        _ => elements.select(&vec![Index::All; elements.sizes.len()]),
    }
}

/// The stored elements of a variable, by their places.
struct Elements {
    numbers: HashMap<Vec<usize>, f64>,
    /// The size of each dimension: one more than the highest stored place.
    sizes: Vec<usize>,
    are_integers: bool,
}

impl Elements {
    /// Collects all stored elements; returns `None` if no element is stored, or if an element has members.
    fn of(entries: &[(VarName, Value)], variable: &VarName) -> Option<Self> {
        let mut elements: Option<Self> = None;
        for (name, value) in entries {
            let Some(path) = name.strip_prefix(variable) else { continue };
            let [PathStep::Index(indices)] = path.steps() else { return None };
            let elements = elements.get_or_insert_with(|| Self {
                numbers: HashMap::new(),
                sizes: vec![0; indices.len()],
                are_integers: true,
            });
            elements.are_integers &= value.is_integer();
            let lengths = lengths(indices, value.extent());
            let places = indices.iter().zip(lengths).map(|(index, length)| match index {
                Index::All => Some((0..length).collect()),
                index => index.places(usize::MAX).ok(),
            });
            for (place, &number) in
                combinations(&places.collect::<Option<Vec<_>>>()?).iter().zip(value.iter())
            {
                for (size, &at) in elements.sizes.iter_mut().zip(place) {
                    *size = (*size).max(at + 1);
                }
                elements.numbers.insert(place.clone(), number);
            }
        }
        elements
    }

    /// Returns the elements that indices select; `None` if an element is missing, or if the number of
    /// indices is not the number of dimensions.
    fn select(&self, wanted: &[Index]) -> Option<Value> {
        let kept = wanted.iter().filter(|index| index.keeps_dimension()).count();
        if wanted.len() != self.sizes.len() || kept > 2 {
            return None;
        }
        // A place may be huge although few elements are stored: a selection that has more elements than are
        // stored is refused early.
        let counts = wanted.iter().zip(&self.sizes).map(|(index, &size)| match index {
            Index::List(_) => 1,
            index => index.count().unwrap_or(size),
        });
        if counts.fold(1, usize::saturating_mul) > self.numbers.len() {
            return None;
        }
        let places = wanted.iter().zip(&self.sizes).map(|(index, &size)| index.places(size).ok());
        let places: Vec<Vec<usize>> = places.collect::<Option<_>>()?;
        let lengths: Vec<usize> = places.iter().map(Vec::len).collect();
        let numbers = combinations(&places).into_iter().map(|place| self.numbers.get(&place).copied());
        let numbers = numbers.collect::<Option<_>>()?;
        Some(Value::new(selected_extent(wanted, &lengths), numbers).of_integers(self.are_integers))
    }
}

/// Returns all places with one coordinate of each dimension; the last coordinate varies fastest.
fn combinations(dimensions: &[Vec<usize>]) -> Vec<Vec<usize>> {
    dimensions.iter().fold(vec![Vec::new()], |places, dimension| {
        let longer = |place: Vec<usize>| {
            dimension.iter().map(move |&next| [place.as_slice(), &[next]].concat()).collect::<Vec<_>>()
        };
        places.into_iter().flat_map(longer).collect()
    })
}
