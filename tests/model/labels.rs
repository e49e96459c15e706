//! Labels: codes and levels, names of elements, and what becomes of them in draws, datasets and predictions.

use monomorph::Error;
use monomorph::prelude::*;
use monomorph::report::{Dataset, data};

fn levels(labels: &Labels) -> Vec<&str> {
    labels.levels().iter().collect()
}

#[test]
fn text_keeps_the_order_of_rows_and_numbers_their_own() {
    let text = Labels::from(&["b", "a", "b", "c"]);
    assert_eq!((levels(&text), text.codes()), (vec!["b", "a", "c"], &[0, 1, 0, 2][..]));
    let numbers = Labels::from(&[10_i64, 9, -3, 10]);
    assert_eq!((levels(&numbers), numbers.codes()), (vec!["-3", "9", "10"], &[2, 1, 0, 2][..]));
    let large = Labels::from(&vec![u64::MAX, 0]);
    assert_eq!((levels(&large), large.codes()), (vec!["0", "18446744073709551615"], &[1, 0][..]));
    let owned: Vec<String> = vec!["x".to_owned()];
    assert_eq!(Labels::from(&owned).codes(), [0]);
    let none = Labels::from::<&str>(&[]);
    assert!(none.is_empty() && none.codes().is_empty());
}

#[test]
fn equal_levels_are_kept_once() {
    let (one, two) = (Labels::from(&["p", "q"]).named("g"), Labels::from(&["p", "q", "p"]).named("g"));
    assert!(std::ptr::eq(one.levels(), two.levels()));
    assert!(!std::ptr::eq(one.levels(), Labels::from(&["p", "q"]).named("h").levels()));
}

#[test]
fn unknown_levels_name_row_and_value() {
    let known = Labels::from(&["Aitkin", "St Louis"]);
    let error = known.encode(&["Aitkin", "Zzz"]).unwrap_err();
    assert_eq!((error.row, error.level.as_str(), &error.nearest), (1, "Zzz", &None));
    assert_eq!(error.to_string(), "row 1 has the level `Zzz`, which is not known");
    let error = Error::from(known.encode(&["aitkin"]).unwrap_err());
    assert_eq!(error.to_string(), "row 0 has the level `aitkin`, which is not known: is `Aitkin` meant?");
    let given = Labels::with_levels(&["low", "high", "low"], &["high"]).unwrap();
    assert_eq!((levels(&given), given.codes()), (vec!["low", "high"], &[1][..]));
    assert!(Labels::with_levels(&["low"], &["high"]).is_err());
}

#[test]
fn labels_are_extended_and_crossed() {
    let county = Labels::from(&["b", "a"]).named("county");
    let all = county.extended(&["a", "z", "z", "y"]);
    assert_eq!((levels(&all), all.codes()), (vec!["b", "a", "z", "y"], &[1, 2, 2, 3][..]));
    assert_eq!(levels(&all.beyond(&county)), ["z", "y"]);
    assert!(county.beyond(&all).is_empty());
    let year = Labels::from(&[2001, 1999]).named("year");
    let pairs = county.crossed(&year);
    assert_eq!((levels(&pairs), pairs.codes()), (vec!["b:2001", "a:1999"], &[0, 1][..]));
    assert_eq!(pairs.levels().name(), "county:year");
}

#[test]
#[should_panic(expected = "a row for each other")]
fn labels_that_are_crossed_have_equally_many_rows() {
    let _ = Labels::from(&["a"]).crossed(&Labels::from(&["b", "c"]));
}

#[test]
fn elements_are_called_by_their_levels() -> Result<(), Error> {
    let county = Labels::from(&["Aitkin", "St Louis"]).named("county");
    let year = Labels::from(&[1990, 1991, 1992]).named("year");
    let unit = monomorph::faer::mat![[1.0, 0.0], [0.0, 1.0]];
    params! {
        a: vector(&county).positive(),
        b: real_matrix(&county, &year),
        c: vector(2).rows(&county),
        s: simplex(&year),
        k: cov_matrix(&county),
        plain: real_matrix(1, 2),
    }
    let model = model! {
        a |= exponential(1.0), b |= normal(0.0, 1.0), c |= normal(0.0, 1.0), s |= flat(),
        k |= wishart(4.0, &unit), plain |= normal(0.0, 1.0),
    };
    let names = model.compile()?.parameter_names();
    let want = [
        "a[Aitkin]",
        "a[St Louis]",
        "b[Aitkin,1990]",
        "b[St Louis,1990]",
        "b[Aitkin,1991]",
        "b[St Louis,1991]",
        "b[Aitkin,1992]",
        "b[St Louis,1992]",
        "c[Aitkin,0]",
        "c[St Louis,0]",
        "c[Aitkin,1]",
        "c[St Louis,1]",
        "s[1990]",
        "s[1991]",
        "s[1992]",
        "k[Aitkin,Aitkin]",
        "k[St Louis,Aitkin]",
        "k[Aitkin,St Louis]",
        "k[St Louis,St Louis]",
        "plain[0,0]",
        "plain[0,1]",
    ];
    assert_eq!(names, want);
    Ok(())
}

#[test]
fn the_density_is_that_of_codes() -> Result<(), Error> {
    let rows = ["x", "y", "x", "z"];
    let (labels, codes) = (Labels::from(&rows), [0_usize, 1, 0, 2]);
    let y = [0.1, 0.9, -0.3, 2.0];
    let one = {
        params! { a: vector(&labels) }
        model! { a |= normal(0.0, 1.0), data(&y) |= normal(a.at(&labels), 0.5) }.compile()?
    };
    let two = {
        params! { b: vector(3) }
        model! { b |= normal(0.0, 1.0), data(&y) |= normal(b.at(&codes), 0.5) }.compile()?
    };
    let q = [0.4, -1.0, 2.2];
    let (mut g, mut h) = ([0.0; 3], [0.0; 3]);
    let left = one.log_density_and_gradient(&q, &mut g, &mut one.workspace());
    let right = two.log_density_and_gradient(&q, &mut h, &mut two.workspace());
    assert_eq!((left, g), (right, h));
    Ok(())
}

#[test]
fn datasets_have_dimensions_by_name() -> Result<(), Error> {
    let county = Labels::from(&["Aitkin", "St Louis"]).named("county");
    let other = Labels::from(&["p", "q", "r"]).named("county");
    let unit = monomorph::faer::mat![[1.0, 0.0], [0.0, 1.0]];
    params! {
        a: vector(&county), b: real_matrix(&county, 3), c: vector(&other), k: cov_matrix(&county), d: real(),
    }
    let model = model! {
        a |= normal(0.0, 1.0), b |= normal(0.0, 1.0), c |= normal(0.0, 1.0),
        k |= wishart(4.0, &unit), d |= normal(0.0, 1.0),
    };
    let draws = model.sample_prior(7, 1)?;
    let dataset: Dataset = draws.dataset();
    let dimensions = |name: &str| dataset.variable(name).unwrap().dimensions[2..].join(" ");
    assert_eq!(dimensions("a"), "county");
    assert_eq!(dimensions("b"), "county b_dim_1");
    assert_eq!(dimensions("c"), "c_dim_0");
    assert_eq!(dimensions("k"), "county k_dim_1");
    assert_eq!(dimensions("d"), "");
    assert_eq!(
        dataset.dimension("c_dim_0").unwrap().labels,
        data::Labels::Text(vec!["p".into(), "q".into(), "r".into()])
    );

    let back = Draws::from_dataset(&dataset)?;
    assert_eq!(back.names(), draws.names());
    for (name, column) in draws.columns() {
        assert_eq!(back.column(name)?.as_slice(), column.as_slice(), "{name}");
    }
    Ok(())
}

#[test]
fn a_dimension_may_be_called_like_a_variable() -> Result<(), Error> {
    let labels = Labels::from(&["p", "q"]).named("a");
    params! { a: vector(&labels), z: vector(&labels) }
    let dataset = model! { a |= normal(0.0, 1.0), z |= normal(0.0, 1.0) }.sample_prior(3, 1)?.dataset();
    assert!(dataset.variable("a").is_some() && dataset.variable("z").is_some());
    Ok(())
}

#[test]
fn predictions_find_levels_by_name() -> Result<(), Error> {
    let county = Labels::from(&["p", "q", "r"]);
    params! { a: vector(&county) }
    let draws = model! { a |= normal(0.0, 1.0) }.sample_prior(20, 1)?;

    let turned = Labels::from(&["r", "p"]);
    let later = |labels: &Labels| {
        params! { a: vector(labels) }
        model! { a |= flat(), first = a.at(0), second = a.at(1) }.predict(&draws, 1)
    };
    let found = later(&turned)?;
    assert_eq!(found.column("first")?.as_slice(), draws.column("a[r]")?.as_slice());
    assert_eq!(found.column("second")?.as_slice(), draws.column("a[p]")?.as_slice());

    let error = later(&Labels::from(&["p", "new"])).unwrap_err().to_string();
    assert!(error.starts_with("`a` has no draws of the level `new`"), "{error}");
    Ok(())
}
