//! Names: a printed name can be read again, and the relation that a name covers another is a partial order.

use monomorph::prelude::*;
use monomorph::trace::{Index, Path};
use proptest::prelude::*;
use std::cmp::Ordering;

fn name(text: &str) -> VarName {
    VarName::new(text).unwrap_or_else(|error| panic!("{error}"))
}

/// A small range of places, so that names often overlap.
fn index() -> impl Strategy<Value = Index> {
    prop_oneof![
        3 => (0..4_usize).prop_map(Index::At),
        3 => (0..4_usize, 0..4_usize).prop_map(|(start, length)| Index::Range(start..start + length)),
        3 => proptest::collection::vec(0..4_usize, 0..4).prop_map(Index::List),
        1 => Just(Index::All),
    ]
}

fn path() -> impl Strategy<Value = Path> {
    let step = prop_oneof![
        proptest::collection::vec(index(), 1..3).prop_map(|indices| Path::new().index(indices)),
        prop_oneof!["a", "b"].prop_map(|property| Path::new().property(&property).unwrap()),
    ];
    proptest::collection::vec(step, 0..4)
        .prop_map(|steps| steps.iter().fold(Path::new(), |path, step| path.compose(step)))
}

fn any_name() -> impl Strategy<Value = VarName> {
    (prop_oneof!["x", "y"], path()).prop_map(|(root, path)| name(&root).compose(&path))
}

/// A name, and one that is often a part of it: by a longer path, or by fewer places of the last index.
fn pair() -> impl Strategy<Value = (VarName, VarName)> {
    let narrower = (any_name(), index(), index(), path())
        .prop_map(|(base, wide, narrow, rest)| (base.index(wide), base.index(narrow).compose(&rest)));
    prop_oneof![
        (any_name(), any_name()),
        (any_name(), path()).prop_map(|(a, p)| (a.clone(), a.compose(&p))),
        narrower
    ]
}

/// The elements of a vector of 8 that an index selects, one after the other.
fn places(index: &Index) -> Vec<usize> {
    match index {
        Index::At(place) => vec![*place],
        Index::Range(range) => range.clone().collect(),
        Index::List(places) => places.clone(),
        Index::All => (0..8).collect(),
        other => panic!("an index that is not known here: {other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn what_is_printed_reads_the_same(a in any_name()) {
        prop_assert_eq!(name(&a.to_string()), a);
    }

    #[test]
    fn paths_are_printed_and_read_the_same(p in path()) {
        prop_assert_eq!(p.to_string().parse::<Path>().unwrap(), p);
    }

    /// Any text is a name or an error, and what is a name has one text.
    #[test]
    fn reading_any_text_ends(text in "[xyé.,:\\[\\]0-3 ]{0,12}") {
        match VarName::new(text.as_str()) {
            Ok(read) => prop_assert_eq!(name(&read.to_string()), read),
            Err(Error::InvalidName { name, position, .. }) => {
                prop_assert!(name == text && text.is_char_boundary(position));
            }
            Err(other) => prop_assert!(false, "{}", other),
        }
    }

    #[test]
    fn the_order_is_reflexive(a in any_name()) {
        prop_assert!(a.subsumes(&a));
    }

    #[test]
    fn the_order_is_antisymmetric((a, b) in pair()) {
        prop_assert_eq!(a.subsumes(&b) && b.subsumes(&a), a == b);
    }

    #[test]
    fn the_order_is_transitive((a, b) in pair(), c in any_name(), narrow in index(), rest in path()) {
        for c in [c, b.compose(&rest), a.index(narrow)] {
            prop_assert!(!(a.subsumes(&b) && b.subsumes(&c)) || a.subsumes(&c), "{} {} {}", a, b, c);
        }
    }

    #[test]
    fn comparing_is_covering((a, b) in pair()) {
        let expected = match (a.subsumes(&b), b.subsumes(&a)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Greater),
            (false, true) => Some(Ordering::Less),
            (false, false) => None,
        };
        prop_assert_eq!(a.partial_cmp(&b), expected);
        prop_assert_eq!(b.partial_cmp(&a), expected.map(Ordering::reverse));
    }

    #[test]
    fn a_name_covers_what_begins_with_it(a in any_name(), p in path()) {
        let longer = a.compose(&p);
        prop_assert!(a.subsumes(&longer));
        prop_assert_eq!(longer.strip_prefix(&a), Some(p));
    }

    #[test]
    fn composition_is_associative(a in any_name(), p in path(), q in path()) {
        prop_assert_eq!(a.compose(&p).compose(&q), a.compose(&p.compose(&q)));
    }

    #[test]
    fn different_roots_have_nothing_in_common(p in path(), q in path()) {
        let (a, b) = (name("x").compose(&p), name("y").compose(&q));
        prop_assert!(!a.subsumes(&b) && !a.overlaps(&b) && a.partial_cmp(&b).is_none());
    }

    #[test]
    fn overlapping_is_symmetric((a, b) in pair()) {
        prop_assert_eq!(a.overlaps(&b), b.overlaps(&a));
    }

    /// What is covered overlaps, unless one of the two names nothing.
    #[test]
    fn covering_is_overlapping((a, b) in pair()) {
        let is_something = |name: &VarName| name.overlaps(name);
        if a.subsumes(&b) && is_something(&a) && is_something(&b) {
            prop_assert!(a.overlaps(&b), "{} {}", a, b);
        }
    }

    /// Of indices of one dimension, a second derivation from the places that they select.
    #[test]
    fn indices_cover_and_overlap_as_their_places_do(a in index(), b in index()) {
        let (x, y) = (name("x").index(a.clone()), name("x").index(b.clone()));
        let (all, wanted) = (places(&a), places(&b));
        let has_common = wanted.iter().any(|place| all.contains(place));
        prop_assert_eq!(x.overlaps(&y), has_common);
        let remains = {
            let mut rest = all.iter();
            wanted.iter().all(|place| rest.any(|other| other == place))
        };
        let covers = match (&a, &b) {
            (Index::All, _) => true,
            (_, Index::All) => false,
            (Index::At(_), Index::At(_)) => all == wanted,
            (Index::At(_), _) => false,
            _ => remains,
        };
        prop_assert_eq!(x.subsumes(&y), covers, "{} {}", x, y);
    }

    /// A chain of two indices selects what the second selects from what the first has selected.
    #[test]
    fn chains_are_resolved_to_the_places_that_they_select(a in index(), b in index()) {
        let resolved = name("x").index(a.clone()).index(b.clone()).resolved();
        let first = places(&a);
        let wanted = if b == Index::All { (0..first.len()).collect() } else { places(&b) };
        let selected: Option<Vec<usize>> = wanted.iter().map(|&place| first.get(place).copied()).collect();
        match (selected, a) {
            (_, Index::At(_)) | (None, _) => prop_assert_eq!(resolved.path().steps().len(), 2),
            (Some(selected), a) => {
                let index = match (&a, &b) {
                    (Index::All, _) => b.clone(),
                    (_, Index::At(_)) => Index::At(selected[0]),
                    _ => Index::List(selected),
                };
                prop_assert_eq!(resolved, name("x").index(index));
            }
        }
    }
}

#[test]
fn texts_are_in_normal_form() {
    for (text, normal) in [
        ("mu", "mu"),
        ("school.scale", "school.scale"),
        ("y[1:10, 3][2]", "y[1:10, 3][2]"),
        ("y[ 1 : 10,3 ] [2]".replace("] [", "][").as_str(), "y[1:10, 3][2]"),
        ("x[[0,2,5]]", "x[[0, 2, 5]]"),
        ("x[[2,0]]", "x[[2, 0]]"),
        ("x[[2,3,4]]", "x[2:5]"),
        ("x[[7]]", "x[7:8]"),
        ("x[[]]", "x[0:0]"),
        ("x[3:3]", "x[0:0]"),
        ("m[:, :]", "m[:, :]"),
        ("θ_1[0].größe", "θ_1[0].größe"),
    ] {
        assert_eq!(name(text).to_string(), normal);
    }
}

#[test]
fn what_is_not_a_name_is_told_where() {
    for (text, message) in [
        ("", "`` is not a name: it must begin with an identifier"),
        ("[2]", "`[2]` is not a name: it must begin with an identifier"),
        ("x[2", "`x[2` is not a name: after `x[2`, there must be `,` or `]`"),
        ("x[a]", "`x[a]` is not a name: after `x[`, there must be an index"),
        ("x[-1]", "`x[-1]` is not a name: after `x[`, there must be an index"),
        ("x[]", "`x[]` is not a name: after `x[`, there must be an index"),
        ("x[1:]", "`x[1:]` is not a name: after `x[1:`, there must be an index"),
        (
            "x[5:2]",
            "`x[5:2]` is not a name: after `x[5:`, there must be an end that is not below the start of the range",
        ),
        ("x[[1, :]]", "`x[[1, :]]` is not a name: after `x[[1, `, there must be an index"),
        ("x.", "`x.` is not a name: after `x.`, there must be an identifier"),
        ("x y", "`x y` is not a name: after `x`, there must be `.`, `[` or the end"),
        (
            "x[99999999999999999999]",
            "`x[99999999999999999999]` is not a name: after `x[`, there must be a smaller index",
        ),
    ] {
        assert_eq!(VarName::new(text).unwrap_err().to_string(), message);
    }
    assert!(name("x").property("a.b").is_err());
    assert!(name("x").property("").is_err());
}

#[test]
fn what_covers_what() {
    let covers = |a: &str, b: &str| name(a).subsumes(&name(b));
    for (a, b) in [
        ("school", "school.scale[2]"),
        ("x", "x[:]"),
        ("x[:]", "x[1:10]"),
        ("x[1:10]", "x[[3, 5]]"),
        ("x[[5, 3, 9]]", "x[[5, 9]]"),
        ("x[[5, 3, 9]]", "x[3]"),
        ("m[:, 3]", "m[2, 3]"),
        ("y[1:10, 3]", "y[1:10, 3][2]"),
        ("y[1:10][2:5]", "y[1:10][3]"),
    ] {
        assert!(covers(a, b) && !covers(b, a), "{a} {b}");
    }
    for (a, b) in [
        ("x[1]", "x[2]"),
        ("x[1]", "x[1, 2]"),
        ("x.a", "x.b"),
        ("x.a", "x[0]"),
        ("school", "school2"),
        ("x[0:3]", "x[[2, 0]]"),
        ("m[0, :]", "m[:, 0]"),
        ("y[1:10][2]", "y[4:8][2]"),
    ] {
        assert!(!covers(a, b) && !covers(b, a), "{a} {b}");
    }
}

#[test]
fn names_are_made_of_what_has_one() {
    names! { school }
    params! { mu: real() }
    params! { in school; scale: positive(), raw: vector(3) }
    assert_eq!(VarName::new(school).unwrap(), name("school"));
    assert_eq!(VarName::new(mu).unwrap(), name("mu"));
    assert_eq!(VarName::new(scale).unwrap(), name("school.scale"));
    assert_eq!(VarName::new(raw).unwrap().index(1), name("school.raw[1]"));
    assert_eq!(VarName::new(String::from("mu")).unwrap(), VarName::new(name("mu")).unwrap());
    assert!(VarName::new(school).unwrap().subsumes(&VarName::new(raw).unwrap()));
}
