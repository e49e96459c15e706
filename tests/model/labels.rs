//! Labels: codes and levels, names of elements, and their use in draws, datasets and predictions.

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

#[test]
fn predictions_match_both_sides_of_a_matrix_by_name() -> Result<(), Error> {
    let county = Labels::from(&["p", "q", "r"]).named("county");
    let effect = Labels::from(&["level", "slope"]).named("effect");
    let draws = {
        params! { b: real_matrix(&county, &effect), half: real_matrix(&county, 2) }
        model! { b |= normal(0.0, 1.0), half |= normal(0.0, 1.0) }.sample_prior(20, 1)?
    };

    // Sizes differ as well: two of three counties, effects the other way round.
    let (some, turned) = (Labels::from(&["r", "p"]), Labels::from(&["slope", "level"]));
    params! { b: real_matrix(&some, &turned), half: real_matrix(&some, 2) }
    let model = model! {
        b |= flat(), half |= flat(), slope = b.column(0), level = b.column(1), last = half.column(1),
    };
    let found = model.predict(&draws, 1)?;
    let pairs = [
        ("slope[r]", "b[r,slope]"),
        ("slope[p]", "b[p,slope]"),
        ("level[r]", "b[r,level]"),
        ("level[p]", "b[p,level]"),
        ("last[r]", "half[r,1]"),
        ("last[p]", "half[p,1]"),
    ];
    for (new, old) in pairs {
        assert_eq!(found.column(new)?.as_slice(), draws.column(old)?.as_slice(), "{new}");
    }
    Ok(())
}

#[test]
fn unknown_levels_of_a_matrix_name_their_side() -> Result<(), Error> {
    let (county, effect) =
        (Labels::from(&["p", "Aitkin"]), Labels::from(&["level", "slope"]).named("effect"));
    let draws = {
        params! { b: real_matrix(&county, &effect) }
        model! { b |= normal(0.0, 1.0) }.sample_prior(5, 1)?
    };
    let later = |rows: &Labels, columns: &Labels| {
        params! { b: real_matrix(rows, columns) }
        model! { b |= flat(), total = b.column(0) }.predict(&draws, 1).unwrap_err().to_string()
    };
    let row = later(&Labels::from(&["p", "aitkin"]), &effect);
    let want = "`b` has no draws of the level `aitkin`, which is its row 1: is `Aitkin` meant?";
    assert!(row.contains(want), "{row}");
    let column = later(&county, &Labels::from(&["bend", "slope"]));
    assert!(
        column.contains("of the level `bend` of `effect`, which is its column 0")
            && column.contains("extended"),
        "{column}"
    );
    Ok(())
}

/// The correlation of two columns of draws.
fn correlation(draws: &Draws, one: &str, two: &str) -> Result<f64, Error> {
    let (one, two) = (draws.column(one)?, draws.column(two)?);
    let (middle, other) = (one.mean(), two.mean());
    let products = one.as_slice().iter().zip(two.as_slice()).map(|(x, y)| (x - middle) * (y - other));
    Ok(products.sum::<f64>() / (one.as_slice().len() as f64 * one.sd() * two.sd()))
}

#[test]
fn new_levels_follow_the_law_of_their_population() -> Result<(), Error> {
    let county = Labels::from(&["p", "q"]).named("county");
    let effect = Labels::from(&["level", "slope"]);
    let covariance = monomorph::faer::mat![[1.0, 0.8], [0.8, 1.0]];
    let model = |county: &Labels| {
        params! { mu: real(), a: vector(county), b: real_matrix(county, &effect) }
        model! {
            mu |= normal(3.0, 1.0),
            a  |= normal(mu, 0.1),
            b  |= multi_normal(data(&[0.0, 0.0]), &covariance),
        }
    };
    let draws = model(&county).sample_prior(4_000, 1)?;
    let found = model(&county.extended(&["new", "q"])).predict(&draws, 2)?;
    for known in ["a[p]", "a[q]", "b[p,level]", "b[q,level]", "b[p,slope]", "b[q,slope]"] {
        assert_eq!(found.column(known)?.as_slice(), draws.column(known)?.as_slice(), "{known}");
    }
    assert!((found.column("a[new]")?.mean() - 3.0).abs() < 0.1);
    let around: Vec<f64> = found.column("a[new]")?.as_slice().to_vec();
    let off = around.iter().zip(draws.column("mu")?.as_slice()).map(|(a, mu)| (a - mu).abs());
    assert!(off.sum::<f64>() < 0.1 * around.len() as f64, "the new level follows mu of its own draw");
    let with_new = correlation(&found, "b[new,level]", "b[new,slope]")?;
    assert!((with_new - 0.8).abs() < 0.05, "{with_new}");
    let with_known = correlation(&found, "b[new,level]", "b[p,level]")?;
    assert!(with_known.abs() < 0.08, "{with_known}");
    Ok(())
}

#[test]
fn new_levels_of_a_law_of_all_elements_are_refused() -> Result<(), Error> {
    let county = Labels::from(&["p", "q"]);
    let identity = |size| monomorph::faer::Mat::<f64>::identity(size, size);
    let (two, three) = (identity(2), identity(3));
    let draws = {
        params! { a: vector(&county) }
        model! { a |= multi_normal(0.0, &two) }.sample_prior(5, 1)?
    };
    let all = county.extended(&["new"]);
    params! { a: vector(&all) }
    let error = model! { a |= multi_normal(0.0, &three) }.predict(&draws, 1).unwrap_err().to_string();
    assert!(error.contains("some of its elements are given"), "{error}");
    Ok(())
}

#[test]
fn elements_in_another_order_must_stay_in_their_support() -> Result<(), Error> {
    let step = Labels::from(&["low", "high"]);
    let draws = {
        params! { s: simplex(&step), c: ordered(&step) }
        model! { s |= dirichlet(data(&[2.0, 3.0])), c |= normal(0.0, 1.0) }.sample_prior(5, 1)?
    };
    let turned = Labels::from(&["high", "low"]);
    {
        params! { s: simplex(&turned) }
        let found = model! { s |= flat(), first = s.at(0) }.predict(&draws, 1)?;
        assert_eq!(found.column("first")?.as_slice(), draws.column("s[high]")?.as_slice());
    }
    params! { c: ordered(&turned) }
    let error = model! { c |= flat(), first = c.at(0) }.predict(&draws, 1).unwrap_err().to_string();
    assert!(error.contains("`c`") || error.contains("c["), "{error}");
    Ok(())
}

#[test]
fn definitions_have_the_names_of_what_they_are_made_of_row_by_row() -> Result<(), Error> {
    let school = Labels::from(&["A", "B"]).named("school");
    let teacher = Labels::from(&["X", "Y"]).named("teacher");
    let rows = [1, 0];
    params! { mu: real(), eta: vector(&school), zeta: vector(&teacher) }
    let model = model! {
        mu   |= normal(0.0, 1.0),
        eta  |= normal(0.0, 1.0),
        zeta |= normal(0.0, 1.0),
        theta   = mu + 2.0 * eta,                  // of schools alone
        again   = theta.exp() + data(&[1.0, 2.0]), // by way of a definition
        both    = eta + zeta,                      // of two that disagree
        beside  = zeta + eta.at(&rows),            // a row of its own teacher, and of any school
        moved   = eta.reversed(),                  // no row of its own
        total   = eta.sum(),
    };
    let names =
        model.compile()?.nuts().chains(1).warmup(10).draws(10).seed(1).run()?.draws().names().to_vec();
    let expected = [
        "mu",
        "eta[A]",
        "eta[B]",
        "zeta[X]",
        "zeta[Y]",
        "theta[A]",
        "theta[B]",
        "again[A]",
        "again[B]",
        "both[0]",
        "both[1]",
        "beside[X]",
        "beside[Y]",
        "moved[0]",
        "moved[1]",
        "total",
    ];
    assert_eq!(names, expected);
    Ok(())
}

#[test]
fn numbers_that_all_elements_share_change_no_names() -> Result<(), Error> {
    // Labels that look like numbers, ranges and separators, and a vector of the same size without labels.
    let shop = Labels::from(&["1", "a,b", "0:2"]).named("shop");
    let turned = Labels::from(&["0:2", "a,b", "1"]);
    let year = Labels::from(&["[0]", "\""]);
    params! {
        p: vector(&shop), q: vector(&turned), x: vector(3), m: real_matrix(&shop, &year),
        w: vector(&shop).binary(), s: real(),
    }
    let model = model! {
        p |= normal(0.0, 1.0), q |= normal(0.0, 1.0), x |= normal(0.0, 1.0), m |= normal(0.0, 1.0),
        s |= normal(0.0, 1.0), w |= bernoulli(0.5),
        is_best  = 1.0 - p.less(p.largest()),
        regret   = p.largest() - p,
        share    = p.exp() / p.exp().sum(),
        soft     = p.softmax(),
        running  = p.cumulative_sum(),
        centred  = (p - p.mean()) / p.sd(),
        against  = p.max(p.at(2)) + s,
        of_other = p - q.largest(),
        cells    = m - m.sum() * p.at(0),
        margins  = m.column(0) - m.column(0).largest(),
        product  = m.dot(m.transpose()) / m.sum(),
        // No element of these has one label.
        numbers  = x + p.sum(),
        disagree = p - q - p.sum(),
        gathered = p.at(&[2, 0, 1]) - p.largest(),
        backward = p.reversed() - p.largest(),
        slopes   = m.transpose() - m.sum(),
    };
    let draws = model.sample_prior(4, 1)?;
    let of = |name: &str| -> Vec<String> {
        let names = draws.get(name).unwrap();
        names.columns().map(|(element, _)| element[name.len()..].to_owned()).collect()
    };
    let (labels, numbers) = (["[1]", "[\"a,b\"]", "[0:2]"], ["[0]", "[1]", "[2]"]);
    assert_eq!(of("p"), labels);
    for name in ["is_best", "regret", "share", "soft", "running", "centred", "against", "of_other", "margins"]
    {
        assert_eq!(of(name), labels, "{name}");
    }
    assert_eq!(of("cells"), of("m"));
    assert_eq!(of("product")[1], "[\"a,b\",0]");
    for name in ["numbers", "disagree", "gathered", "backward"] {
        assert_eq!(of(name), numbers, "{name}");
    }
    assert_eq!(of("slopes")[1], "[1,0]");
    // The names belong to the values.
    let (best, p) = (draws.column("is_best[\"a,b\"]")?, draws.get("p")?);
    for (draw, is_best) in best.as_slice().iter().enumerate() {
        let values = p.at(0, draw).unwrap();
        assert_eq!(*is_best == 1.0, values.iter().all(|value| *value <= values[1]));
    }
    let error = draws.column("gathered[a,b]").unwrap_err().to_string();
    assert_eq!(error, "`gathered` has no labels: its elements are gathered[0] to gathered[2]");
    Ok(())
}

#[test]
fn labels_are_indices_wherever_slices_are() {
    let clinic = Labels::from(&["b", "a", "b", "c"]);
    let arm = Labels::from(&["old", "new", "new", "old"]);
    let x = monomorph::faer::mat![[1.0, 0.5], [1.0, 1.5], [1.0, 2.5], [1.0, 0.5]];
    let y = [0.1, 0.9, 2.2, 1.0];
    params! { b: vector(2).rows(&clinic), cells: vector(&arm).rows(&clinic) }
    let by = |codes: (&[usize], &[usize])| -> f64 {
        let (clinic, arm) = codes;
        let model = model! {
            b     |= normal(0.0, 1.0),
            cells |= normal(0.0, 1.0),
            each = b.rows_at(clinic),
            data(&y) |= normal(data(&x).dot_by_group(b, clinic) + cells.cells(clinic, arm), 1.0),
            increment(each.sum()),
        };
        let posterior = model.compile().unwrap();
        let q: Vec<f64> = (0..posterior.dimension()).map(|k| (k as f64).sin()).collect();
        posterior.log_density(&q, &mut posterior.workspace())
    };
    let model = model! {
        b     |= normal(0.0, 1.0),
        cells |= normal(0.0, 1.0),
        each = b.rows_at(&clinic),
        data(&y) |= normal(data(&x).dot_by_group(b, &clinic) + cells.cells(&clinic, &arm), 1.0),
        increment(each.sum()),
    };
    let posterior = model.compile().unwrap();
    let q: Vec<f64> = (0..posterior.dimension()).map(|k| (k as f64).sin()).collect();
    let found = posterior.log_density(&q, &mut posterior.workspace());
    assert_eq!(found, by((clinic.codes(), arm.codes())));
    assert_ne!(found, by((&[0, 0, 0, 0], arm.codes())));
}

#[test]
fn rows_of_a_product_are_those_of_its_left_side() {
    let clinic = Labels::from(&["b", "a"]);
    params! { z: vector(2).rows(&clinic), l: cholesky_factor_corr(2) }
    let model = model! {
        z |= normal(0.0, 1.0),
        l |= lkj_corr_cholesky(2.0),
        effect = z.dot(l.transpose()),
        shifted = 1.0 + effect.exp(),
        // Rows that stand elsewhere have no names.
        turned = z.transpose(),
        other = z.rows_at(&[1, 0]),
        product = l.dot(z),
    };
    let posterior = model.compile().unwrap();
    let names = posterior.variables().iter().flat_map(|info| info.element_names()).collect::<Vec<_>>();
    let of = |name: &str| -> Vec<&str> {
        names.iter().filter(|own| own.starts_with(name)).map(String::as_str).collect()
    };
    assert_eq!(of("effect"), ["effect[b,0]", "effect[a,0]", "effect[b,1]", "effect[a,1]"]);
    assert_eq!(of("shifted"), ["shifted[b,0]", "shifted[a,0]", "shifted[b,1]", "shifted[a,1]"]);
    for name in ["turned", "other", "product"] {
        assert_eq!(of(name)[1], format!("{name}[1,0]"));
    }
}

/// The names of the elements of some variables of a model.
fn names_of(model: impl Model, wanted: &[&str]) -> Vec<Vec<String>> {
    let variables = model.compile().unwrap().variables();
    let of =
        |name: &&str| variables.iter().find(|info| info.name == *name).unwrap().element_names().collect();
    wanted.iter().map(of).collect()
}

#[test]
fn effects_keep_the_names_of_their_groups() {
    // Labels with separators of names, and as many groups as effects, so that sizes tell nothing.
    let group = Labels::from(&["a,b", "x[1]"]);
    let effect = Labels::from(&["level", "slope"]);
    params! {
        empty: vector(0), mu: vector(2), tau: vector(2).positive(), z: vector(2).rows(&group),
        l: cholesky_factor_corr(&effect), s: cov_matrix(&effect), other: vector(&effect), w: vector(2),
    }
    let unit = monomorph::faer::mat![[1.0, 0.0], [0.0, 1.0]];
    let model = model! {
        empty |= normal(0.0, 1.0), mu |= normal(0.0, 1.0), tau |= half_normal(1.0), z |= normal(0.0, 1.0),
        l |= lkj_corr_cholesky(2.0), s |= wishart(4.0, &unit),
        other |= normal(0.0, 1.0), w |= normal(0.0, 1.0),
        chol        = diag_pre_multiply(tau, l),
        effects     = mu + z.dot(chol.transpose()),
        slope       = effects.column(1),
        level       = (mu.at(0) + z.dot(diag_pre_multiply(tau, l).transpose()).column(0)).exp(),
        predicted   = z.dot(w) + 1.0,
        some        = z.columns(0..1),
        first       = effects.row(0),
        disagreeing = other + z.column(0),
        correlation = l.multiply_lower_tri_self_transpose(),
        product     = l.crossprod(),
        covariance  = chol.tcrossprod(),
        factor      = s.cholesky(),
    };
    let of = |name: &str| names_of(model, &[name]).remove(0);
    assert_eq!(of("z"), of("effects").iter().map(|name| name.replace("effects", "z")).collect::<Vec<_>>());
    assert_eq!(of("effects")[..2], [r#"effects["a,b",0]"#, r#"effects["x[1]",0]"#]);
    for name in ["slope", "level", "predicted"] {
        assert_eq!(of(name), [format!(r#"{name}["a,b"]"#), format!(r#"{name}["x[1]"]"#)]);
    }
    assert_eq!(of("some"), [r#"some["a,b",0]"#, r#"some["x[1]",0]"#]);
    for name in ["first", "disagreeing"] {
        assert_eq!(of(name), [format!("{name}[0]"), format!("{name}[1]")]);
    }
    for name in ["chol", "correlation", "product", "covariance", "factor"] {
        assert_eq!(of(name)[1..3], [format!("{name}[slope,level]"), format!("{name}[level,slope]")]);
    }
}

#[test]
fn columns_and_rows_have_names_of_their_own() {
    let (one, two) = (Labels::from(&["p", "q"]), Labels::from(&["r", "s"]));
    params! { a: real_matrix(&one, &two), b: real_matrix(&two, &two), c: vector(2).rows(&one) }
    let model = model! {
        a |= normal(0.0, 1.0), b |= normal(0.0, 1.0), c |= normal(0.0, 1.0),
        both = a * c, differ = a + b,
    };
    let names = names_of(model, &["both", "differ"]);
    assert_eq!(names[0], ["both[p,r]", "both[q,r]", "both[p,s]", "both[q,s]"]);
    assert_eq!(names[1], ["differ[0,r]", "differ[1,r]", "differ[0,s]", "differ[1,s]"]);
}
