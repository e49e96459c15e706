//! The plan of a linear system: legs between consecutive times of values and breaks.

use crate::time::ode::breaks::Breaks;

/// The relative tolerance, in units of the times, within which lengths count as equal: times have rounding
/// errors.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// A stretch of time with one map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leg {
    /// The number of the leg's map.
    pub map: usize,
    /// The place of the time at which the leg ends, the first of equal ones.
    pub ends: Option<usize>,
    /// The number of breaks that were passed before the leg.
    pub passed: usize,
}

/// The legs, and the maps and systems that they share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub legs: Box<[Leg]>,
    /// For each map, the system to which it belongs, and its length of time, if that is known.
    pub maps: Box<[(usize, f64)]>,
    /// The number of breaks that are passed when each system begins.
    pub systems: Box<[usize]>,
}

impl Plan {
    /// Returns the legs to times that are parameters, which have no breaks.
    pub fn of_unknown(count: usize) -> Self {
        Self {
            legs: (0..count).map(|place| Leg { map: place, ends: Some(place), passed: 0 }).collect(),
            maps: vec![(0, f64::NAN); count].into(),
            systems: [0].into(),
        }
    }

    /// Returns the legs from `start` to the times.
    pub fn new(start: f64, times: &[f64], breaks: &Breaks) -> Self {
        let changes = |place: &usize| breaks.changes_inputs(*place);
        let first = breaks.until(start);
        let mut systems = vec![first];
        // The legs, with the system, the time and the length of each.
        let mut legs: Vec<(Leg, usize, f64, f64)> = Vec::new();
        let (mut time, mut passed) = (start, first);
        for (place, &end) in times.iter().enumerate() {
            // If the state is already at this time, its value is known.
            if end == time {
                continue;
            }
            loop {
                let next = breaks.at.get(passed).map(|next| next.time).filter(|next| *next < end);
                let (until, ends) = next.map_or((end, Some(place)), |next| (next, None));
                legs.push((Leg { map: 0, ends, passed }, systems.len() - 1, until, until - time));
                time = until;
                let before = passed;
                passed = breaks.until(time);
                if (before..passed).any(|place| changes(&place)) {
                    systems.push(passed);
                }
                if ends.is_some() {
                    break;
                }
            }
        }
        // Equal lengths become neighbours, and so do nearly equal ones, which share a map.
        let mut order: Vec<usize> = (0..legs.len()).collect();
        order.sort_by(|&left, &right| {
            let ((_, left_system, _, left), (_, right_system, _, right)) = (&legs[left], &legs[right]);
            left_system.cmp(right_system).then(left.total_cmp(right))
        });
        let mut maps: Vec<(usize, f64)> = Vec::new();
        for place in order {
            let (_, system, time, length) = legs[place];
            let rounding = ROUNDING * time.abs().max(start.abs());
            let is_known =
                maps.last().is_some_and(|&(other, known)| other == system && length - known <= rounding);
            if !is_known {
                maps.push((system, length));
            }
            legs[place].0.map = maps.len() - 1;
        }
        Self {
            legs: legs.into_iter().map(|(leg, ..)| leg).collect(),
            maps: maps.into(),
            systems: systems.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tenths are not equally spaced as floating-point numbers, but share one map; another length has its
    /// own map.
    #[test]
    fn equal_lengths_share_a_map() {
        let times: Vec<f64> = (1..=10).map(|tenth| f64::from(tenth) * 0.1).chain([1.15]).collect();
        let plan = Plan::new(0.0, &times, &Breaks::new(None, Box::default()));
        assert_eq!(plan.legs.len(), 11);
        assert_eq!(plan.maps.len(), 2, "{:?}", plan.maps);
        assert!(plan.legs[..10].iter().all(|leg| leg.map == plan.legs[0].map));
        assert_ne!(plan.legs[10].map, plan.legs[0].map);
    }
}
