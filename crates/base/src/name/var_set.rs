//! Sets of variables that exist at compile time.
//!
//! Every node, statement and model has its variables as a constant, so that questions such as "does this
//! statement mention `mu`?" are answered at compile time and cost nothing at run time.

use super::{List, Name, Text, hash};

/// One variable: the hash of its name, and the name for messages.
#[derive(Clone, Copy, Debug)]
pub struct Var {
    key: u64,
    name: &'static str,
}

impl Var {
    /// The variable of this name.
    pub const fn new(name: &'static str) -> Self {
        Self { key: hash(name), name }
    }

    /// The hash of the name.
    pub const fn key(self) -> u64 {
        self.key
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        self.name
    }
}

/// A set of at most [`VarSet::CAPACITY`] variables, sorted by key.
#[derive(Clone, Copy, Debug)]
pub struct VarSet(
    List<Var, { VarSet::CAPACITY }>,
    /// True if the value also differs between the components of a mixture, because it depends on the number
    /// of a component, which is not a variable.
    bool,
);

/// The message of the compile-time error for a full set.
const TOO_MANY: &str = "monomorph: a model has at most 256 variables";

impl VarSet {
    /// The largest number of variables of one model: parameters and definitions together.
    pub const CAPACITY: usize = 256;

    /// The empty set.
    pub const EMPTY: Self = Self(List::EMPTY, false);

    /// The empty set, for a value that depends on no variable but differs between the components of a
    /// mixture.
    #[doc(hidden)]
    pub const VARYING: Self = Self(List::EMPTY, true);

    /// The set of one variable.
    pub const fn of(var: Var) -> Self {
        let mut set = Self::EMPTY;
        set.0.push(var, TOO_MANY);
        set
    }

    /// The number of variables.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// True if a value that depends only on these variables is constant: the set is empty, and the value
    /// does not differ between the components of a mixture.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0 && !self.1
    }

    /// The variable at a place, in the order of the keys.
    pub const fn get(&self, index: usize) -> Var {
        self.0.get(index)
    }

    /// The first variable, in the order of the keys.
    pub const fn first(&self) -> Option<Var> {
        if self.0.len() == 0 { None } else { Some(self.0.get(0)) }
    }

    // Both sets are traversed side by side, with few function calls: the compiler evaluates some of these
    // functions for each type of a model, and most of the cost is the calls.

    /// The union with another set.
    #[must_use = "the set that is returned is the new one"]
    pub const fn union(&self, other: &Self) -> Self {
        let varies = self.1 || other.1;
        let (own, others) = (&self.0, &other.0);
        let (length, other_length) = (own.len(), others.len());
        if other_length == 0 {
            return Self(*own, varies);
        }
        if length == 0 {
            return Self(*others, varies);
        }
        let (mut all, mut i, mut j) = (List::EMPTY, 0, 0);
        while i < length && j < other_length {
            let (ours, theirs) = (own.get(i), others.get(j));
            if ours.key <= theirs.key {
                all.push(ours, TOO_MANY);
                i += 1;
                if ours.key == theirs.key {
                    j += 1;
                }
            } else {
                all.push(theirs, TOO_MANY);
                j += 1;
            }
        }
        while i < length {
            all.push(own.get(i), TOO_MANY);
            i += 1;
        }
        while j < other_length {
            all.push(others.get(j), TOO_MANY);
            j += 1;
        }
        Self(all, varies)
    }

    /// Returns the variables of this set that are in `other` if `are_common`, and otherwise those that are
    /// not in `other`.
    const fn selected(&self, other: &Self, are_common: bool) -> Self {
        let (own, others) = (&self.0, &other.0);
        let (length, other_length) = (own.len(), others.len());
        let (mut rest, mut i, mut j) = (List::EMPTY, 0, 0);
        while i < length {
            let ours = own.get(i);
            while j < other_length && others.get(j).key < ours.key {
                j += 1;
            }
            let is_common = j < other_length && others.get(j).key == ours.key;
            if is_common == are_common {
                rest.push(ours, TOO_MANY);
            }
            i += 1;
        }
        Self(rest, false)
    }

    /// The variables of this set that are not in `other`.
    #[must_use = "the set that is returned is the new one"]
    pub const fn without(&self, other: &Self) -> Self {
        self.selected(other, false)
    }

    /// Returns this set without the variables of `var`; the value still differs between the components of a
    /// mixture if it did before.
    #[doc(hidden)]
    pub const fn without_one(&self, var: &Self) -> Self {
        Self(self.without(var).0, self.1)
    }

    /// The intersection with another set.
    #[must_use = "the set that is returned is the new one"]
    pub const fn common(&self, other: &Self) -> Self {
        self.selected(other, true)
    }

    /// True if the variable is in the set.
    pub const fn contains(&self, var: Var) -> bool {
        let (mut low, mut high) = (0, self.0.len());
        while low < high {
            let middle = (low + high) / 2;
            let key = self.0.get(middle).key;
            if key == var.key {
                return true;
            }
            if key < var.key { low = middle + 1 } else { high = middle }
        }
        false
    }

    /// The first variable that is also in `other`.
    pub const fn first_common(&self, other: &Self) -> Option<Var> {
        let (own, others) = (&self.0, &other.0);
        let (length, other_length) = (own.len(), others.len());
        let (mut i, mut j) = (0, 0);
        while i < length && j < other_length {
            let (ours, theirs) = (own.get(i), others.get(j));
            if ours.key == theirs.key {
                return Some(ours);
            }
            if ours.key < theirs.key { i += 1 } else { j += 1 }
        }
        None
    }

    /// The first variable that is not in `other`.
    pub const fn first_missing(&self, other: &Self) -> Option<Var> {
        let (own, others) = (&self.0, &other.0);
        let (length, other_length) = (own.len(), others.len());
        let (mut i, mut j) = (0, 0);
        while i < length {
            let ours = own.get(i);
            while j < other_length && others.get(j).key < ours.key {
                j += 1;
            }
            if j == other_length || others.get(j).key != ours.key {
                return Some(ours);
            }
            i += 1;
        }
        None
    }

    /// True if this set has exactly one variable of `others`, and that variable is in `wanted`.
    pub const fn is_only(&self, others: &Self, wanted: &Self) -> bool {
        let common = self.common(others);
        common.len() == 1 && common.is_subset(wanted)
    }

    /// True if the two sets have no variable in common.
    pub const fn is_disjoint(&self, other: &Self) -> bool {
        self.first_common(other).is_none()
    }

    /// True if every variable of this set is in `other`.
    pub const fn is_subset(&self, other: &Self) -> bool {
        self.first_missing(other).is_none()
    }

    /// True if the union with the other set is this set.
    #[doc(hidden)]
    pub const fn covers(&self, other: &Self) -> bool {
        (self.1 || !other.1) && other.is_subset(self)
    }

    /// Returns the message of a compile-time error: the variable followed by the rule that it breaks, or an
    /// empty text without a variable.
    #[doc(hidden)]
    pub const fn complain(var: Option<Var>, rule: &'static str) -> Text {
        match var {
            Some(var) => Text::EMPTY.then("monomorph: `").then(var.name).then("` ").then(rule),
            None => Text::EMPTY,
        }
    }
}

impl VarSet {
    /// The largest number of variables that a message names.
    const NAMED: usize = 8;

    /// Returns the message of a compile-time error about all variables of the set: the names, followed by
    /// `of_one` for one variable and by `of_several` for more.
    #[doc(hidden)]
    pub const fn complain_of_all(&self, of_one: &'static str, of_several: &'static str) -> Text {
        if self.len() < 2 {
            return Self::complain(self.first(), of_one);
        }
        let mut text = Text::EMPTY.then("monomorph: ");
        let mut place = 0;
        while place < self.len() && place < Self::NAMED {
            let before = if place == 0 { "`" } else { ", `" };
            text = text.then(before).then(self.get(place).name).then("`");
            place += 1;
        }
        if self.len() > Self::NAMED {
            text = text.then(" and others");
        }
        text.then(" ").then(of_several)
    }
}

/// A list of names as a type: a tuple of names, such as `()`, `(mu,)` or `(mu, tau)`.
///
/// It gives a set of variables to a kernel: `restricted::<(mu, tau), ()>(…)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of names",
    label = "not a list of names: one name is a list with a comma, `(mu,)`",
    note = "a list is a tuple of at most eight names, such as `()`, `(mu,)` or `(mu, tau)`"
)]
pub trait Variables: 'static {
    /// The set of these names.
    const SET: VarSet;
}

impl Variables for () {
    const SET: VarSet = VarSet::EMPTY;
}

macro_rules! tuple_of_names {
    ($($Name:ident)+) => {
        impl<$($Name: Name),+> Variables for ($($Name,)+) {
            const SET: VarSet = VarSet::EMPTY$(.union(&VarSet::of($Name::VAR)))+;
        }
    };
}

tuple_of_names!(A);
tuple_of_names!(A B);
tuple_of_names!(A B C);
tuple_of_names!(A B C D);
tuple_of_names!(A B C D E);
tuple_of_names!(A B C D E F);
tuple_of_names!(A B C D E F G);
tuple_of_names!(A B C D E F G H);
