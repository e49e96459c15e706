//! Warnings of a sampler in stores: an attribute of the root, or the statistics of the draws.

use super::Warning;
use super::of_sampler::e_bfmi;
use monomorph_report::data::{Dataset, Tree, groups};
use monomorph_report::json::Json;

/// The name of the attribute that lists warnings.
pub const ATTRIBUTE: &str = "sampler_warnings";

/// A field of a warning, which an attribute can hold.
trait Field: Sized {
    fn to_json(&self) -> Json;
    fn of_json(json: &Json) -> Option<Self>;
}

macro_rules! whole_numbers {
    ($($number:ty)*) => {$(
        impl Field for $number {
            fn to_json(&self) -> Json {
                Json::Integer(*self as i128)
            }

            fn of_json(json: &Json) -> Option<Self> {
                let Json::Integer(number) = json else { return None };
                Self::try_from(*number).ok()
            }
        }
    )*};
}

whole_numbers! { u32 u64 usize }

impl Field for bool {
    fn to_json(&self) -> Json {
        Json::from(*self)
    }

    fn of_json(json: &Json) -> Option<Self> {
        let Json::Bool(truth) = json else { return None };
        Some(*truth)
    }
}

impl Field for f64 {
    fn to_json(&self) -> Json {
        Json::Real(*self)
    }

    /// Numbers that are not finite are texts.
    fn of_json(json: &Json) -> Option<Self> {
        json.as_f64().or_else(|| json.as_str()?.parse().ok())
    }
}

impl Field for String {
    fn to_json(&self) -> Json {
        Json::from(self.as_str())
    }

    fn of_json(json: &Json) -> Option<Self> {
        json.as_str().map(str::to_owned)
    }
}

impl<T: Field> Field for Vec<T> {
    fn to_json(&self) -> Json {
        Json::List(self.iter().map(T::to_json).collect())
    }

    fn of_json(json: &Json) -> Option<Self> {
        json.as_list()?.iter().map(T::of_json).collect()
    }
}

/// Converts warnings of these kinds, with these fields, to objects and back.
macro_rules! kinds {
    ($($kind:ident { $($field:ident),* })*) => {
        /// Returns an object with the kind, the text and the fields of a warning; `None` for a warning that
        /// follows from the draws, which a summary finds again.
        fn to_json(warning: &Warning) -> Option<Json> {
            let (kind, fields) = match warning {
                $(Warning::$kind { $($field),* } => {
                    (stringify!($kind), vec![$((stringify!($field), $field.to_json())),*])
                })*
                Warning::Rhat { .. } | Warning::TooFewDraws { .. } | Warning::Ess { .. } => return None,
            };
            let known = [("kind", kind.into()), ("text", warning.to_string().into())];
            let entries = known.into_iter().chain(fields);
            Some(Json::Object(entries.map(|(name, value)| (name.into(), value)).collect()))
        }

        /// Returns the warning of an object; `None` if the object is none of [`to_json`].
        fn of_json(json: &Json) -> Option<Warning> {
            Some(match json.get("kind")?.as_str()? {
                $(stringify!($kind) => Warning::$kind {
                    $($field: Field::of_json(json.get(stringify!($field))?)?),*
                },)*
                _ => return None,
            })
        }
    };
}

kinds! {
    Divergences { count, transitions, may_have_effects }
    NotMoved { chains }
    NoDensity { count, of, reason }
    MaxDepth { count, transitions, max_depth }
    LowEnergyExchange { chain, e_bfmi }
    ChainFailed { reason }
    FailedSolutions { count, in_warmup }
    FailedModes { count, in_warmup }
    Interrupted { draws, wanted, left_out }
    NotReached { element, ess, rhat }
    ImportanceWeights { khat, threshold, ess }
    PathFailed { reason }
    NotSaved { path, reason }
}

/// Returns the value of the attribute that lists warnings; `None` if there are none.
pub fn attribute(warnings: &[Warning]) -> Option<Json> {
    let list: Vec<Json> = warnings.iter().filter_map(to_json).collect();
    (!list.is_empty()).then_some(Json::List(list))
}

/// Returns the warnings of the attribute, without those of a kind that is not known; if there is no such
/// attribute, those that follow from the statistics.
pub fn warnings_of(tree: &Tree) -> Vec<Warning> {
    match tree.get_attribute(ATTRIBUTE).and_then(Json::as_list) {
        Some(list) => list.iter().filter_map(of_json).collect(),
        None => tree.get(groups::SAMPLE_STATS).map(of_statistics).unwrap_or_default(),
    }
}

/// Returns the warnings that follow from statistics with the names of ArviZ.
fn of_statistics(statistics: &Dataset) -> Vec<Warning> {
    let (chains, draws) = (statistics.chains(), statistics.draws_per_chain());
    let column = |name: &str| -> Option<Vec<f64>> {
        let variable =
            statistics.variable(name).filter(|variable| variable.values.len() == chains * draws)?;
        Some((0..chains * draws).map(|place| variable.values.number(place)).collect())
    };
    let count = |name: &str| column(name).unwrap_or_default().iter().filter(|truth| **truth == 1.0).count();
    // A trajectory that reached the largest depth has this depth.
    let depth = column("tree_depth").unwrap_or_default().into_iter().fold(0.0, f64::max) as u32;
    let energies = column("energy").unwrap_or_default();
    let e_bfmi = energies.chunks_exact(draws.max(1)).map(e_bfmi).enumerate();
    let hits = (count("reached_max_treedepth"), depth);
    Warning::of_transitions(chains * draws, count("diverging"), hits, e_bfmi, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_come_back_from_an_attribute() {
        let reason = "it \"fell\"\nfar".to_owned();
        let own = vec![
            Warning::NotMoved { chains: vec![0, 2] },
            Warning::LowEnergyExchange { chain: 1, e_bfmi: 0.1 },
            Warning::ImportanceWeights { khat: f64::INFINITY, threshold: 0.7, ess: 3.0 },
            Warning::MaxDepth { count: 3, transitions: 100, max_depth: 10 },
            Warning::PathFailed { reason },
        ];
        let text = attribute(&own).unwrap().to_string();
        let tree = Tree::new().attribute(ATTRIBUTE, text.parse::<Json>().unwrap());
        assert_eq!(warnings_of(&tree), own);
        // What a summary finds again is not stored.
        assert_eq!(attribute(&[Warning::TooFewDraws { draws_per_chain: 2, wanted: 4 }]), None);
    }
}
