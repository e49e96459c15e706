//! Sets of variables behave as sets, and dependencies of definitions are followed through any chain.

use monomorph::model::facts::Edges;
use monomorph::name::{Name, Var, VarSet, Variables};
use monomorph::prelude::*;
use proptest::prelude::*;

/// Names to make sets of, so few that sets often meet.
const NAMES: [&str; 8] = ["mu", "tau", "eta", "theta", "sigma", "alpha", "beta", "school.mu"];

/// The set of the names whose bits are set.
fn set(bits: u8) -> VarSet {
    let chosen = NAMES.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
    chosen.fold(VarSet::EMPTY, |set, (_, name)| set.union(&VarSet::of(Var::new(name))))
}

/// The bits of the names in the set.
fn bits(set: &VarSet) -> u8 {
    let is_in = |i: &usize| set.contains(Var::new(NAMES[*i]));
    (0..NAMES.len()).filter(is_in).fold(0, |bits, i| bits | 1 << i)
}

fn names(set: &VarSet) -> Vec<&'static str> {
    let mut names: Vec<_> = (0..set.len()).map(|i| set.get(i).name()).collect();
    names.sort_unstable();
    names
}

fn of(names: &[&'static str]) -> VarSet {
    names.iter().fold(VarSet::EMPTY, |set, name| set.union(&VarSet::of(Var::new(name))))
}

proptest! {
    #[test]
    fn sets_are_what_their_bits_are(a: u8) {
        prop_assert_eq!(bits(&set(a)), a);
        prop_assert_eq!(set(a).len(), a.count_ones() as usize);
        prop_assert_eq!(set(a).is_empty(), a == 0);
        prop_assert_eq!(set(a).first().is_none(), a == 0);
    }

    #[test]
    fn union_is_or(a: u8, b: u8) {
        let union = set(a).union(&set(b));
        prop_assert_eq!(bits(&union), a | b);
        prop_assert_eq!(union.len(), (a | b).count_ones() as usize);
        let keys: Vec<_> = (0..union.len()).map(|i| union.get(i).key()).collect();
        prop_assert!(keys.is_sorted());
    }

    #[test]
    fn comparisons_are_those_of_bits(a: u8, b: u8) {
        let (left, right) = (set(a), set(b));
        prop_assert_eq!(left.is_disjoint(&right), a & b == 0);
        prop_assert_eq!(left.is_subset(&right), a & !b == 0);
        let common = left.first_common(&right).map(|var| bits(&VarSet::of(var)));
        prop_assert_eq!(common.unwrap_or(0) & !(a & b), 0);
        prop_assert_eq!(common.is_none(), a & b == 0);
        let missing = left.first_missing(&right).map(|var| bits(&VarSet::of(var)));
        prop_assert_eq!(missing.unwrap_or(0) & !(a & !b), 0);
        prop_assert_eq!(missing.is_none(), a & !b == 0);
    }
}

#[test]
fn a_set_holds_as_many_variables_as_it_says() {
    let names: Vec<&'static str> =
        (0..VarSet::CAPACITY).map(|i| &*Box::leak(format!("x{i}").into_boxed_str())).collect();
    let full = of(&names);
    assert_eq!(full.len(), VarSet::CAPACITY);
    assert!(names.iter().all(|name| full.contains(Var::new(name))));
    assert!(!full.contains(Var::new("x256")));
}

#[test]
fn everything_is_known_to_the_compiler() {
    const MU: Var = Var::new("mu");
    const SET: VarSet = VarSet::of(MU).union(&VarSet::of(Var::new("tau")));
    const { assert!(SET.contains(MU) && SET.len() == 2 && !SET.is_disjoint(&SET) && SET.is_subset(&SET)) };
}

#[test]
fn a_tuple_of_names_is_a_set() {
    fn set_of<Names: Variables>() -> Vec<&'static str> {
        names(&Names::SET)
    }
    names! { mu, tau, school }
    let _ = (mu, tau, school);
    assert!(set_of::<()>().is_empty());
    assert_eq!(set_of::<(mu,)>(), ["mu"]);
    assert_eq!(set_of::<(tau, mu, tau)>(), ["mu", "tau"]);
    assert_eq!(set_of::<(monomorph::name::Prefixed<school, mu>, mu)>(), ["mu", "school.mu"]);
    assert_eq!(mu::VAR.key(), Var::new("mu").key());
}

/// `a` of mu; `b` of a and tau; `c` of b; `d` of sigma.
fn chain() -> Edges {
    let edge = |name, mentions: &[&'static str]| Edges::of(Var::new(name), &of(mentions));
    edge("a", &["mu"]).then(&edge("b", &["a", "tau"])).then(&edge("c", &["b"])).then(&edge("d", &["sigma"]))
}

/// The edges of [`chain`] in the other order: each name stands before those that it depends on.
fn reversed() -> Edges {
    let edge = |name, mentions: &[&'static str]| Edges::of(Var::new(name), &of(mentions));
    edge("d", &["sigma"]).then(&edge("c", &["b"])).then(&edge("b", &["tau", "a"])).then(&edge("a", &["mu"]))
}

#[test]
fn focus_spreads_to_everything_that_depends_on_it() {
    for edges in [chain(), reversed()] {
        let focus = |of_names: &[&'static str]| names(&edges.close(of(of_names), &VarSet::EMPTY));
        assert_eq!(focus(&["mu"]), ["a", "b", "c", "mu"]);
        assert_eq!(focus(&["tau"]), ["b", "c", "tau"]);
        assert_eq!(focus(&["sigma"]), ["d", "sigma"]);
        assert_eq!(focus(&["other"]), ["other"]);
        assert!(focus(&[]).is_empty());
    }
}

#[test]
fn what_is_held_stops_the_spread() {
    for edges in [chain(), reversed()] {
        let changing =
            |from: &[&'static str], held: &[&'static str]| names(&edges.close(of(from), &of(held)));
        assert_eq!(changing(&["mu"], &["b"]), ["a", "mu"]);
        assert_eq!(changing(&["mu", "tau"], &["a"]), ["b", "c", "mu", "tau"]);
        assert_eq!(changing(&["mu", "sigma"], &["c", "d"]), ["a", "b", "mu", "sigma"]);
    }
}

#[test]
fn needs_go_back_to_everything_that_is_mentioned() {
    for edges in [chain(), reversed()] {
        let needed = |of_names: &[&'static str]| names(&edges.close_needed(of(of_names)));
        assert_eq!(needed(&["c"]), ["a", "b", "c", "mu", "tau"]);
        assert_eq!(needed(&["a"]), ["a", "mu"]);
        assert_eq!(needed(&["mu"]), ["mu"]);
        assert_eq!(needed(&["d", "mu"]), ["d", "mu", "sigma"]);
    }
}

#[test]
fn bounds_are_the_edges_of_what_is_not_defined() {
    let first = |edges: Edges, defined: &[&'static str]| edges.first_bound(&of(defined)).map(Var::name);
    assert_eq!(first(chain(), &["a", "b", "c", "d"]), None);
    assert_eq!(first(chain(), &["a", "c", "d"]), Some("b"));
    assert_eq!(first(Edges::NONE, &[]), None);
    let defined = |names: &[&'static str]| chain().first_definition_in_a_bound(&of(names)).map(Var::name);
    assert_eq!(defined(&["a", "b", "c", "d"]), None);
    assert_eq!(defined(&["a", "d"]), Some("a"));
    assert_eq!(defined(&["d"]), None);
}

#[test]
fn a_set_without_another() {
    let rest = |a: &[&'static str], b: &[&'static str]| names(&of(a).without(&of(b)));
    assert_eq!(rest(&["a", "b", "c"], &["b", "x"]), ["a", "c"]);
    assert!(rest(&["a"], &["a"]).is_empty());
    assert_eq!(rest(&["a"], &[]), ["a"]);
}

#[test]
fn a_definition_that_comes_too_early_is_found() {
    assert_eq!(chain().first_mentioned(&of(&["b"])).map(Var::name), Some("b"));
    assert!(chain().first_mentioned(&of(&["c", "d"])).is_none());
}
