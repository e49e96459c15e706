//! The facts of all nodes of a list together.

use crate::contract::law::Measure;
use crate::contract::node::Facts;
use crate::frame::MAX_ARGUMENTS;
use crate::name::VarSet;

/// The name of one of the sets of variables in the facts of a node.
#[derive(Clone, Copy)]
pub(crate) enum Set {
    Vars,
    Mixed,
    MixedRows,
    ReadsOtherRows,
    Aligned,
    AlignedRows,
    Nonlinear,
    SlopeVaries,
    ReadAtBegin,
}

impl Facts {
    const fn set(&self, set: Set) -> &'static VarSet {
        match set {
            Set::Vars => self.vars,
            Set::Mixed => self.mixed,
            Set::MixedRows => self.mixed_rows,
            Set::ReadsOtherRows => self.reads_other_rows,
            Set::Aligned => self.aligned,
            Set::AlignedRows => self.aligned_rows,
            Set::Nonlinear => self.nonlinear,
            Set::SlopeVaries => self.slope_varies,
            Set::ReadAtBegin => self.read_at_begin,
        }
    }

    /// The set of one node that contains the sets of all nodes, if there is one.
    pub(crate) const fn largest(each: &[Self], set: Set) -> Option<&'static VarSet> {
        let (mut largest, mut place) = (&VarSet::EMPTY, 0);
        while place < each.len() {
            let next = each[place].set(set);
            if next.covers(largest) {
                largest = next;
            } else if !largest.covers(next) {
                return None;
            }
            place += 1;
        }
        Some(largest)
    }

    /// The union of the sets of all nodes.
    pub(crate) const fn union(each: &[Self], set: Set) -> VarSet {
        let (mut all, mut place) = (VarSet::EMPTY, 0);
        while place < each.len() {
            all = all.union(each[place].set(set));
            place += 1;
        }
        all
    }

    /// True if any node needs its rows in blocks.
    pub(crate) const fn any_blocked(each: &[Self]) -> bool {
        let (mut any, mut place) = (false, 0);
        while place < each.len() {
            any |= each[place].blocked;
            place += 1;
        }
        any
    }

    /// The measure of a sum over laws whose log densities are the nodes.
    pub(crate) const fn measure_of_all(each: &[Self]) -> Measure {
        let (mut joined, mut place) = (Measure::Densities, 0);
        while place < each.len() {
            joined = if place == 0 { each[0].measure } else { joined.joined(each[place].measure) };
            place += 1;
        }
        joined
    }

    /// True if all nodes [have rows](Facts::has_rows).
    pub(crate) const fn all_have_rows(each: &[Self]) -> bool {
        let (mut all, mut place) = (true, 0);
        while place < each.len() {
            all &= each[place].has_rows;
            place += 1;
        }
        all
    }
}

/// Does not compile if there are more nodes than can be put together.
pub(crate) const fn assert_few(count: usize) {
    assert!(
        count <= MAX_ARGUMENTS,
        "monomorph: an array of expressions that are put together has at most eight: put some of them together first"
    );
}

/// An array with one `bool` for each place of a list: the value of an expression of the facts of the node in
/// this place, as in `places!(A, |node| node.is_splat)`.
macro_rules! places {
    ($List:ty, |$node:ident| $is_true:expr) => {{
        let each = <$List as $crate::contract::node::List>::EACH;
        $crate::contract::node::assert_few(each.len());
        let (mut places, mut place) = ([false; $crate::frame::MAX_ARGUMENTS], 0);
        while place < each.len() {
            let $node = &each[place];
            places[place] = $is_true;
            place += 1;
        }
        places
    }};
}

pub(crate) use places;

/// The union of one set over all nodes of a list. If the set of one node contains all others, it is this
/// set.
macro_rules! joined_of_each {
    ($each:expr, $set:ident) => {
        match Facts::largest($each, Set::$set) {
            Some(set) => set,
            None => &Facts::union($each, Set::$set),
        }
    };
}

pub(crate) use joined_of_each;
