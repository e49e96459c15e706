//! Traces: a value that was set is returned by every name of it, and traces are converted to points and
//! draws and back.

use monomorph::prelude::*;
use monomorph::shape::Extent;
use monomorph::trace::{Index, Path, Value};
use proptest::prelude::*;

fn name(text: &str) -> VarName {
    VarName::new(text).unwrap_or_else(|error| panic!("{error}"))
}

/// Checks the message of an error.
fn says<T: std::fmt::Debug>(result: Result<T, Error>, message: &str) {
    assert_eq!(result.unwrap_err().to_string(), message);
}

fn index() -> impl Strategy<Value = Index> {
    prop_oneof![
        3 => (0..4_usize).prop_map(Index::At),
        3 => (0..3_usize, 0..4_usize).prop_map(|(start, length)| Index::Range(start..start + length)),
        3 => proptest::collection::vec(0..4_usize, 0..4).prop_map(Index::List),
        1 => Just(Index::All),
    ]
}

/// Some steps of one or two indices.
fn path() -> impl Strategy<Value = Path> {
    proptest::collection::vec(proptest::collection::vec(index(), 1..3), 0..4)
        .prop_map(|steps| steps.into_iter().fold(Path::new(), |path, indices| path.index(indices)))
}

/// A number, a vector of up to 4, or a matrix with sides up to 4.
fn value() -> impl Strategy<Value = Value> {
    let number = || -10.0..10.0_f64;
    prop_oneof![
        number().prop_map(Value::from),
        (-5..5_i32).prop_map(Value::from),
        proptest::collection::vec(number(), 0..5).prop_map(Value::from),
        proptest::collection::vec(0..9_u32, 0..5).prop_map(Value::from),
        (1..5_usize, 1..5_usize, proptest::collection::vec(number(), 16)).prop_map(
            |(rows, columns, numbers)| { Value::matrix(columns, &numbers[..rows * columns]).unwrap() }
        ),
    ]
}

/// A vector or a matrix with elements.
fn array() -> impl Strategy<Value = Value> {
    value().prop_filter("an array", |value| value.extent() != Extent::Scalar && !value.is_empty())
}

/// A trace with the value stored in parts: a vector cut at a place, a matrix row after row, the last part in
/// elements.
fn in_parts(value: &Value, cut: usize) -> Trace {
    let mut trace = Trace::new();
    let x = || name("x");
    match value.rows() {
        None => {
            let cut = cut.min(value.len());
            trace.set(x().index(0..cut), &value[..cut]).unwrap();
            for (place, &number) in value.iter().enumerate().skip(cut) {
                trace.set(x().index(place), number).unwrap();
            }
        }
        Some(rows) => {
            for (i, row) in rows.enumerate() {
                if i < cut {
                    trace.set(x().index((i, 0..row.len())), row).unwrap();
                } else {
                    row.iter().enumerate().for_each(|(j, &x_ij)| trace.set(x().index((i, j)), x_ij).unwrap());
                }
            }
        }
    }
    trace
}

/// A value of the same shape with other numbers.
fn other(value: &Value) -> Value {
    let numbers: Vec<f64> = (0..value.len()).map(|i| 100.0 + i as f64).collect();
    match value.extent() {
        Extent::Scalar => Value::from(numbers[0]),
        Extent::Vector(_) => Value::from(numbers),
        Extent::Matrix { columns, .. } => Value::matrix(columns, numbers).unwrap(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// Checks t[x ∘ ℓ] = t[x][ℓ], where both exist or neither exists.
    #[test]
    fn a_part_of_a_value_is_the_value_of_the_part(whole in value(), p in path(), q in path()) {
        let trace = Trace::new().with("before", 1.0).unwrap().with("x", whole).unwrap();
        let x = name("x").compose(&p);
        if let Ok(value) = trace.get(&x) {
            prop_assert_eq!(trace.get(x.compose(&q)).ok(), value.part(&q).ok());
        }
    }

    /// Checks t[x ∘ ℓ] = t[x][ℓ] if x is stored in parts.
    #[test]
    fn stored_in_parts_is_stored(whole in array(), cut in 0..5_usize, p in path()) {
        let trace = in_parts(&whole, cut);
        prop_assert_eq!(&trace.get("x").unwrap(), &whole);
        if let Ok(part) = whole.part(&p) {
            prop_assert_eq!(trace.get(name("x").compose(&p)), Ok(part), "{} {}", whole, p);
        }
    }

    /// An index that selects no element is an error, also where elements are stored one by one.
    #[test]
    fn what_is_not_there_is_not_got(whole in array(), cut in 0..5_usize,
        indices in proptest::collection::vec(index(), 1..3)) {
        let wanted = Path::new().index(indices);
        prop_assert_eq!(in_parts(&whole, cut).get(name("x").compose(&wanted)).ok(), whole.part(&wanted).ok());
    }

    /// A value that was set is returned by the same name, and no other element has changed.
    #[test]
    fn what_is_set_is_got_and_nothing_else_changes(whole in value(), p in path()) {
        let before = Trace::new().with("x", whole.clone()).unwrap();
        let part = name("x").compose(&p);
        let Ok(old) = before.get(&part) else { return Ok(()) };
        let new = other(&old);
        let mut after = before.clone();
        match after.set(&part, new.clone()) {
            Ok(()) => prop_assert_eq!(&after.get(&part).unwrap(), &new),
            Err(error) => {
                // Only a list can name an element twice.
                prop_assert!(error.to_string().ends_with("it names an element twice"), "{}", error);
                prop_assert_eq!(&after, &before);
                return Ok(());
            }
        }
        let changed = before.values().iter().zip(after.values()).filter(|(a, b)| **a != *b).count();
        prop_assert_eq!(changed, new.len());
        after.set(&part, old).unwrap();
        prop_assert_eq!(after, before);
    }

    /// A name and a stored name with common elements exclude each other, unless one is a part of the other's
    /// variable.
    #[test]
    fn stored_names_never_overlap(
        names in proptest::collection::vec((prop_oneof!["x", "y"], proptest::collection::vec(index(), 0..3)), 0..8),
    ) {
        let mut trace = Trace::new();
        for (root, indices) in names {
            let wanted = name(&root).index(indices);
            let extents =
                [Value::from(1.0), Value::from([1.0]), Value::from([1.0, 2.0]), Value::from([1.0; 3])];
            for value in extents {
                let before = trace.clone();
                if trace.set(&wanted, value).is_err() {
                    prop_assert_eq!(&trace, &before);
                }
            }
        }
        let stored: Vec<_> = trace.names().collect();
        for (i, a) in stored.iter().enumerate() {
            for b in &stored[..i] {
                prop_assert!(!a.overlaps(b), "{} {}", a, b);
            }
        }
    }

    /// The removed part and the remaining part are the whole.
    #[test]
    fn removing_is_the_other_way_of_merging(whole in array(), cut in 0..5_usize) {
        let trace = in_parts(&whole, cut).with("y", 1.0).unwrap();
        let mut rest = trace.clone();
        let removed = rest.remove("x").unwrap();
        prop_assert_eq!(&removed.get("x").unwrap(), &whole);
        prop_assert_eq!(&rest, &Trace::new().with("y", 1.0).unwrap());
        prop_assert_eq!(removed.merge(rest).unwrap(), trace);
    }
}

#[test]
fn chained_indices_are_followed() {
    let y: Vec<f64> = (0..40).map(f64::from).collect();
    let trace = Trace::new().with("y", Value::matrix(4, y).unwrap()).unwrap();
    assert_eq!(trace.get("y[1:10, 3][2]").unwrap(), 15.0); // row 3, column 3
    assert_eq!(trace.get("y[3, 3]").unwrap(), 15.0);
    assert_eq!(trace.get("y[1:10, 3][[8, 0]]").unwrap(), [39.0, 7.0]);
    assert_eq!(trace.get("y[:, 1:3][4, :][1]").unwrap(), 18.0);
    says(trace.get("y[1:10, 3][9]"), "`y`: the index is 9, but there are 9 elements, with indices 0 to 8");
    says(
        trace.get("y[10, 0]"),
        "the rows of `y`: the index is 10, but there are 10 elements, with indices 0 to 9",
    );
    says(
        trace.get("y[0, 0:5]"),
        "the columns of `y`: the index is 4, but there are 4 elements, with indices 0 to 3",
    );
}

#[test]
fn groups_are_traces() {
    let trace = Trace::new()
        .with("school.scale", 2.0)
        .and_then(|trace| trace.with("mu", 1.0))
        .and_then(|trace| trace.with("school.raw", [1.0, 2.0]))
        .and_then(|trace| trace.with("school.prior.scale", 3.0))
        .unwrap();
    let school = trace.group("school").unwrap();
    assert_eq!(school.names().map(VarName::to_string).collect::<Vec<_>>(), ["scale", "raw", "prior.scale"]);
    assert_eq!(school.get("raw[1]").unwrap(), trace.get("school.raw[1]").unwrap());
    assert_eq!(school.group("prior").unwrap(), trace.group("school.prior").unwrap());
    assert!(trace.contains("school") && trace.contains("school.raw[1]") && trace.contains("mu"));
    assert!(!trace.contains("school.raw[2]") && !trace.contains("scale") && !trace.contains("mu["));
    let known = "none of the names school.scale, mu, school.raw, school.prior.scale";
    says(trace.get("school"), &format!("`school` is {known}"));
    says(trace.group("pupil"), &format!("`pupil` is {known}"));
}

#[test]
fn elements_are_one_variable() {
    let mut trace = Trace::new();
    trace.set("x[1]", 1.0).unwrap();
    assert!(trace.get("x").is_err()); // x[0] is missing
    trace.set("x[0]", 0.5).unwrap();
    assert_eq!(trace.get("x").unwrap(), [0.5, 1.0]);
    assert_eq!(trace.get("x[:]").unwrap(), [0.5, 1.0]);
    assert_eq!(trace.get("x[[1, 0]]").unwrap(), [1.0, 0.5]);
    assert_eq!(trace.len(), 2);
    assert_eq!(trace.get("x[1]").unwrap().as_number(), Some(1.0));

    trace.set("m[:, 1]", [2.0, 4.0]).unwrap();
    trace.set("m[0, 0]", 1.0).unwrap();
    trace.set("m[1, 0]", 3.0).unwrap();
    assert_eq!(trace.get("m").unwrap(), Value::matrix(2, [1.0, 2.0, 3.0, 4.0]).unwrap());

    // A place far away does not make a vector of all before it.
    let far = Trace::new().with("x[1000000000000]", 1.0).unwrap();
    assert!(far.get("x").is_err() && far.get("x[0:1000000000001]").is_err());
    assert_eq!(far.get("x[[1000000000000, 1000000000000]]").unwrap(), [1.0, 1.0]);

    // A variable that is stored as a whole takes its parts.
    let mut trace = Trace::new().with("x", [1.0, 2.0, 3.0]).unwrap();
    trace.set("x[2]", 9.0).unwrap();
    trace.set("x[0:2][1]", 8.0).unwrap();
    assert_eq!((trace.len(), trace.get("x").unwrap()), (1, Value::from([1.0, 8.0, 9.0])));
}

#[test]
fn errors_name_both() {
    let mut trace = Trace::new().with("x[0:2]", [1.0, 2.0]).unwrap();
    says(trace.set("x[1]", 9.0), "`x[1]` cannot stand beside `x[0:2]`: they have elements in common");
    says(trace.set("x", [1.0, 2.0]), "`x` cannot stand beside `x[0:2]`: they have elements in common");
    says(
        trace.set("x[1:3]", [1.0, 2.0]),
        "`x[1:3]` cannot stand beside `x[0:2]`: they have elements in common",
    );
    says(
        trace.set("x[2, 0]", 1.0),
        "`x[2, 0]` cannot stand beside `x[0:2]`: no variable has parts of both kinds",
    );
    says(trace.set("x.a", 1.0), "`x.a` cannot stand beside `x[0:2]`: no variable has parts of both kinds");
    says(trace.set("z[[2, 0, 2]]", [1.0; 3]), "`z[[2, 0, 2]]` cannot be set: it names an element twice");
    says(trace.set("z[0:2]", 1.0), "`z[0:2]` is a vector of length 2, but the value is a number");
    says(trace.set("z[0]", [1.0]), "`z[0]` is a number, but the value is a vector of length 1");
    says(
        trace.set("z[0:2][5]", 1.0),
        "`z[0:2][5]` is not a name: after `z[0:2]`, there must be indices of what stands before, with two dimensions at most",
    );
    assert_eq!(trace, Trace::new().with("x[0:2]", [1.0, 2.0]).unwrap());

    trace.set("v", [1.0, 2.0]).unwrap();
    says(trace.set("v[2]", 1.0), "`v`: the index is 2, but there are 2 elements, with indices 0 to 1");
    says(
        trace.set("v[0:2]", [1.0; 3]),
        "`v[0:2]` is a vector of length 2, but the value is a vector of length 3",
    );
    says(trace.set("v.a", 1.0), "`v` has no part `.a`, since it is a vector of length 2");
    says(trace.get("v[0, 1]"), "`v` has no part `[0, 1]`, since it is a vector of length 2");
    says(trace.get("w"), "`w` is none of the names x[0:2], v");
    says(trace.remove("v[0]"), "`v[0]` is none of the names x[0:2], v");
    says(
        Value::matrix(2, [1.0, 2.0, 3.0]),
        "the numbers of a matrix of 2 columns must have length 4, but has length 3",
    );
}

#[test]
fn traces_are_changed_as_a_whole() {
    let trace = Trace::of([("mu", 1.0), ("tau", 2.0), ("x[0]", 3.0)]).unwrap();
    let kept = trace.clone().filter(|name, value| name.root() == "x" || value[0] < 1.5);
    assert_eq!(kept, Trace::of([("mu", 1.0), ("x[0]", 3.0)]).unwrap());
    let doubled = trace.clone().map(|_, value| 2.0 * value[0]).unwrap();
    assert_eq!(doubled.values(), [2.0, 4.0, 6.0]);
    says(trace.clone().map(|_, _| [1.0, 2.0]), "`x[0]` is a number, but the value is a vector of length 2");
    let merged = trace.clone().merge(Trace::of([("x[1]", 4.0), ("mu", 0.0)]).unwrap()).unwrap();
    assert_eq!(merged.values(), [0.0, 2.0, 3.0, 4.0]);
    assert_eq!(merged.get("x").unwrap(), [3.0, 4.0]);
    assert!(trace.clone().merge(Trace::of([("x", [1.0])]).unwrap()).is_err());
    assert_eq!(trace.to_string(), "mu = 1.0\ntau = 2.0\nx[0] = 3.0\n");
    let names: Vec<String> = trace.into_iter().map(|(name, _)| name.to_string()).collect();
    assert_eq!(names, ["mu", "tau", "x[0]"]);
}

#[test]
fn values_know_integers() {
    let counts = Value::from([3, 0, 7]);
    assert!(counts.is_integer() && counts.part(&"[2]".parse().unwrap()).unwrap().is_integer());
    assert_eq!(counts, Value::from([3.0, 0.0, 7.0]));
    assert_eq!(
        (counts.to_string(), Value::from(2.0).to_string()),
        ("[3, 0, 7]".to_owned(), "2.0".to_owned())
    );
    let mut trace = Trace::new().with("n", [1, 2]).unwrap();
    trace.set("n[0]", 5).unwrap();
    assert!(trace.get("n").unwrap().is_integer());
    trace.set("n[0]", 0.5).unwrap();
    assert!(!trace.get("n").unwrap().is_integer());
}

#[test]
fn points_and_traces_are_two_views_of_one_thing() {
    names! { school }
    params! { mu: real() }
    params! { in school; scale: positive(), raw: vector(2) }
    params! { m: real_matrix(2, 2) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        scale |= half_normal(1.0),
        raw |= normal(0.0, 1.0),
        m |= normal(0.0, 1.0),
        effects = scale * raw,
    };
    let posterior = model.compile().unwrap();
    let q: Vec<f64> = (0..posterior.dimension()).map(|i| 0.25 * i as f64 - 0.5).collect();
    let trace = posterior.constrain(&q).unwrap();
    let back = posterior.unconstrain_trace(&trace).unwrap();
    assert!(q.iter().zip(&back).all(|(a, b)| (a - b).abs() < 1e-15), "{back:?}");

    // The flat vector, with and without definitions.
    let values = trace.values();
    assert_eq!(posterior.trace_of(&values).unwrap(), trace);
    let parameters = posterior.values_of(&trace).unwrap();
    assert_eq!(parameters, values[..posterior.parameter_names().len()]);
    let without = posterior.trace_of(&parameters).unwrap();
    assert_eq!(without, trace.clone().filter(|name, _| name.root() != "effects"));
    assert_eq!(posterior.unconstrain_trace(&without).unwrap(), back);
    says(posterior.trace_of(&values[1..]), "the values of a trace must have length 8, but has length 9");

    // By name, by parameter, by prefix.
    assert_eq!(trace.get(raw).unwrap(), trace.group(school).unwrap().get("raw").unwrap());
    assert_eq!(trace.get("m[1, 0]").unwrap(), trace.value_of(m).unwrap()[(1, 0)]);
    let raw: Vec<f64> = trace.value_of(raw).unwrap();
    let effects = trace.get("effects").unwrap();
    assert_eq!(effects, raw.iter().map(|x| trace.value_of(scale).unwrap() * x).collect::<Vec<_>>());

    // What is missing, too much, or of another shape.
    let known = "none of the names mu, school.scale, school.raw, m, effects";
    let of = |trace: Result<Trace, Error>| posterior.unconstrain_trace(&trace.unwrap());
    says(of(without.clone().with("tau", 1.0)), &format!("`tau` is {known}"));
    says(
        of(Ok(without.clone().filter(|name, _| name.root() != "m"))),
        "no value was given for the parameter `m`",
    );
    says(
        of(without.clone().with("m", [1.0; 4])),
        "`m` is a matrix of 2 × 2, but the value is a vector of length 4",
    );
    says(
        of(without.with("school.scale", -1.0)),
        "the parameter `school.scale` is -1, but must be finite and above its lower bound",
    );
}

#[test]
fn draws_are_columns_of_traces() {
    params! { mu: real(), eta: vector(2), m: real_matrix(2, 2) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        eta |= normal(mu, 1.0),
        m |= normal(0.0, 1.0),
        shifted = eta + mu,
    };
    let posterior = model.compile().unwrap();
    let (chains, draws_per_chain) = (2, 3);
    let traces: Vec<Trace> = (0..chains * draws_per_chain)
        .map(|k| posterior.constrain(&(0..7).map(|i| (k * 7 + i) as f64).collect::<Vec<_>>()).unwrap())
        .collect();
    let flat: Vec<Vec<f64>> = traces.iter().map(Trace::values).collect();
    let columns = (0..posterior.value_count()).flat_map(|i| flat.iter().map(move |values| values[i]));
    let draws = Draws::new(posterior.variables(), chains, draws_per_chain, columns.collect()).unwrap();

    assert_eq!(draws.traces().collect::<Vec<_>>(), traces);
    assert_eq!(draws.trace(1, 2).unwrap(), traces[5]);
    assert_eq!(draws.values_of(mu).unwrap(), draws.column("mu").unwrap().as_slice());
    assert_eq!(draws.get(eta).unwrap().at(1, 0), draws.value_of(eta, 1, 0));
    assert_eq!(draws.value_of(m, 0, 1).unwrap()[(1, 0)], traces[1].get("m[1, 0]").unwrap()[0]);
    says(draws.trace(2, 0), "the chains: the index is 2, but there are 2 chains, with indices 0 to 1");
    says(
        draws.value_of(mu, 0, 3),
        "the draws of a chain: the index is 3, but there are 3 draws, with indices 0 to 2",
    );
    // All accessors by numbers say the same.
    let column = draws.column("eta[1]").unwrap();
    assert_eq!(column.chain(1).unwrap(), &column.as_slice()[draws_per_chain..]);
    says(
        column.chain(usize::MAX),
        "the chains: the index is 18446744073709552000, but there are 2 chains, with indices 0 to 1",
    );
    says(
        draws.get(eta).unwrap().at(2, 0),
        "the chains: the index is 2, but there are 2 chains, with indices 0 to 1",
    );
    assert_eq!(draws.get(eta).unwrap().element(1).unwrap(), column);
    says(
        draws.get(eta).unwrap().element(2),
        "the variable `eta`: the index is 2, but there are 2 elements, with indices 0 to 1",
    );
    params! { other: real() }
    says(draws.values_of(other), "`other` is none of the names mu, eta, m, shifted");
}

#[cfg(feature = "serde")]
mod serde {
    use super::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(whole in value(), cut in 0..5_usize) {
            let mut trace = Trace::new().with("z.x", whole.clone()).unwrap();
            if whole.extent() != Extent::Scalar {
                trace = trace.merge(in_parts(&whole, cut)).unwrap();
            }
            let text = serde_json::to_string(&trace).unwrap();
            let read: Trace = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(&read, &trace);
            if !whole.is_empty() {
                prop_assert_eq!(read.get("z.x").unwrap().is_integer(), whole.is_integer());
            }
        }
    }

    #[test]
    fn the_text_is_as_expected() {
        let trace = Trace::new()
            .with("mu", 0.5)
            .and_then(|trace| trace.with("y[1:3]", [1, 2]))
            .and_then(|trace| trace.with("m", Value::matrix(2, [1.0, 2.0, 3.0, 4.0])?))
            .unwrap();
        let text = r#"{"mu":0.5,"y[1:3]":[1,2],"m":[[1.0,2.0],[3.0,4.0]]}"#;
        assert_eq!(serde_json::to_string(&trace).unwrap(), text);
        assert_eq!(serde_json::from_str::<Trace>(text).unwrap(), trace);
        assert_eq!(serde_json::to_string(&name("y[1:10, 3]")).unwrap(), r#""y[1:10, 3]""#);
        for (wrong, message) in [
            (r#"{"x[":1}"#, "`x[` is not a name: after `x[`, there must be an index"),
            (r#"{"x[0:2]":[1,2],"x[1]":3}"#, "`x[1]` cannot stand beside `x[0:2]`"),
            (r#"{"x":[[1],[2,3]]}"#, "a list of rows of one length"),
            (r#"{"x":"1"}"#, "a number, a list of numbers"),
        ] {
            let error = serde_json::from_str::<Trace>(wrong).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
