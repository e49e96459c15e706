//! Difficult names in every file and table: each is read back as written, and has the draws of its own
//! element.

use super::{directory, read_csv};
use monomorph::prelude::*;
use monomorph::report::{Dataset, Page, plot};

/// Labels that look like indices, like parts of names, or like the marks of some format.
const LABELS: [&str; 36] = [
    "9",
    "10",
    "1990",
    "-3",
    "1",
    "0",
    "1.5",
    "",
    " ",
    " a",
    "a ",
    "a,b",
    "a.b",
    "b,c",
    "a",
    "x[1]",
    "[",
    "]",
    "\"",
    "\"a,b\"",
    "it's",
    "two\nlines",
    "two\r\nlines",
    "two\\nlines",
    "a tab\t",
    "chain",
    "draw",
    "lp__",
    "# no comment",
    "50 %",
    "%2C",
    "a:b",
    "São Paulo",
    "東京",
    "e\u{301}",
    "\u{2028}",
];

/// The labels, and a very long one.
fn labels() -> Vec<String> {
    LABELS.iter().map(|label| (*label).to_owned()).chain(["long ".repeat(200) + "end"]).collect()
}

/// The name that the last reader of a CSV makes of a column: the variable, and what stands behind points.
fn decoded(column: &str) -> Vec<String> {
    let decode = |text: &str| {
        let (mut bytes, mut letters) = (Vec::new(), text.bytes());
        while let Some(letter) = letters.next() {
            bytes.push(match letter {
                b'%' => {
                    let digits = [letters.next().unwrap(), letters.next().unwrap()];
                    u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
                }
                other => other,
            });
        }
        String::from_utf8(bytes).unwrap()
    };
    column.split('.').map(decode).collect()
}

/// The cells of a table in CSV by the rules of RFC 4180.
fn cells(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut is_quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            other => cell.push(other),
        }
    }
    rows
}

#[test]
fn labels_are_read_back_from_every_file() -> Result<(), Error> {
    let folder = directory("names-labels");
    let all = labels();
    let county = Labels::with_levels(&all, &all)?.named("county");
    let few = ["a,b", "a", "1", "", "9"];
    let few = Labels::with_levels(&few, &few)?.named("few");
    let others = Labels::with_levels(&["b,c", "c", "0"], &["c"])?;
    params! {
        theta: vector(&county),
        both: real_matrix(&few, &others),
        left: vector(2).rows(&few),
        right: real_matrix(2, &others),
        plain: real_matrix(2, 3),
    }
    // The element at each place is that number, nearly.
    let places: Vec<f64> = (0..all.len()).map(|place| place as f64).collect();
    let table = |rows: usize, columns: usize| {
        monomorph::faer::Mat::from_fn(rows, columns, |i, j| (10 * i + j) as f64)
    };
    let (five, two, other) = (table(5, 3), table(5, 2), table(2, 3));
    let model = model! {
        theta |= normal(data(&places), 1e-3),
        both |= normal(data(&five), 1e-3),
        left |= normal(data(&two), 1e-3),
        right |= normal(data(&other), 1e-3),
        plain |= normal(data(&other), 1e-3),
    };
    let posterior = model.compile()?;
    let run = || posterior.nuts().chains(1).warmup(150).draws(30).seed(1).max_depth(5).progress(false);
    let start = run().initial("theta", places.clone());
    let fit = start
        .save(folder.join("saved"))
        .save_zarr(folder.join("live.zarr"))
        .checkpoint(folder.join("run.mono"), 10)
        .run()?;
    let draws = fit.draws();

    // What each element is, by the labels and sizes above alone: its variable, its places and its number.
    let mut elements: Vec<(&str, Vec<String>, f64)> = Vec::new();
    let index = |place: usize| (place + 1).to_string();
    elements.extend(all.iter().zip(&places).map(|(label, place)| ("theta", vec![label.clone()], *place)));
    let sides: [(&str, usize, usize, bool, bool); 4] = [
        ("both", 5, 3, true, true),
        ("left", 5, 2, true, false),
        ("right", 2, 3, false, true),
        ("plain", 2, 3, false, false),
    ];
    for (name, rows, columns, has_rows, has_columns) in sides {
        for (i, j) in (0..columns).flat_map(|j| (0..rows).map(move |i| (i, j))) {
            let row = if has_rows { few.levels().get(i).unwrap().to_owned() } else { index(i) };
            let column = if has_columns { others.levels().get(j).unwrap().to_owned() } else { index(j) };
            elements.push((name, vec![row, column], (10 * i + j) as f64));
        }
    }
    let is_at = |mean: f64, number: f64| (mean - number).abs() < 0.01;
    assert_eq!(draws.names().len(), elements.len());
    let names: std::collections::BTreeSet<&String> = draws.names().iter().collect();
    assert_eq!(names.len(), elements.len(), "each element has another name");
    for (name, (variable, _, number)) in draws.names().iter().zip(&elements) {
        assert!(is_at(draws.column(name)?.mean(), *number), "{name}");
        assert!(name.starts_with(variable) && !name.contains(['\n', '\t', '\u{2028}']), "{name:?}");
    }
    for shown in
        ["theta[9]", "theta[1990]", "theta[-3]", "theta[1.5]", "theta[a.b]", "left[9,1]", "right[0,c]"]
    {
        assert!(draws.names().iter().any(|name| name == shown), "{shown}");
    }
    for (shown, label) in [
        ("theta[\"\"]", ""),
        ("theta[\"a,b\"]", "a,b"),
        ("theta[\"two\\nlines\"]", "two\nlines"),
        ("theta[two\\nlines]", "two\\nlines"),
        ("theta[\"\\\"\"]", "\""),
        ("both[\"a,b\",c]", "a,b,c"),
    ] {
        let place = draws.names().iter().position(|name| name == shown).unwrap_or_else(|| panic!("{shown}"));
        let own = draws.columns().nth(place).unwrap().1;
        assert_eq!(draws.column(shown)?, own);
        // Without its marks a name is found where it is the only one.
        let plain = format!("{}[{label}]", shown.split('[').next().unwrap());
        let is_one = plain != "both[a,b,c]";
        assert_eq!(draws.column(&plain).ok(), is_one.then_some(own), "{plain}");
        assert_eq!(fit.summary().row(&plain).is_ok(), is_one);
    }

    // CSV, written and as it grew.
    let files = fit.write_csv(folder.join("written"))?;
    for file in [files[0].clone(), folder.join("saved_1.csv")] {
        let (columns, rows) = read_csv(&file);
        assert_eq!((columns.len(), rows.len()), (7 + elements.len(), 30));
        let distinct: std::collections::BTreeSet<&String> = columns.iter().collect();
        assert_eq!(distinct.len(), columns.len());
        for (place, (variable, parts, number)) in elements.iter().enumerate() {
            let name = decoded(&columns[7 + place]);
            assert_eq!((name[0].as_str(), &name[1..]), (*variable, &parts[..]), "{}", columns[7 + place]);
            let mean = rows.iter().map(|row| row[7 + place]).sum::<f64>() / 30.0;
            assert!(is_at(mean, *number), "{}: {mean}", columns[7 + place]);
        }
        for column in [
            "theta.9",
            "theta.10",
            "theta.1990",
            "theta.-3",
            "theta.1%2E5",
            "theta.a%2Cb",
            "theta.",
            "plain.1.1",
        ] {
            assert!(columns.iter().any(|own| own == column), "{column}");
        }
    }

    // Stores, and the dataset that figures are made of.
    fit.to_zarr(folder.join("fit.zarr"))?;
    for store in ["fit.zarr", "live.zarr"] {
        let read = Draws::from_zarr(folder.join(store))?;
        assert_eq!(read.names(), draws.names());
        assert!(read.columns().eq(draws.columns()), "{store}");
    }
    let dataset: Dataset = draws.dataset();
    let mut of_figures: Vec<(String, Vec<f64>)> =
        dataset.elements().map(|own| (own.name, own.chains.concat())).collect();
    let mut of_draws: Vec<(String, Vec<f64>)> =
        draws.columns().map(|(name, column)| (name.to_owned(), column.as_slice().to_vec())).collect();
    of_figures.sort_by(|a, b| a.0.cmp(&b.0));
    of_draws.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(of_figures, of_draws);

    // Tables: one line a row, and the same names in each form.
    let summary = fit.summary();
    let printed = format!("{summary:#}");
    let lines: Vec<&str> = printed.split('\n').collect();
    for (line, (name, column)) in lines[1..].iter().zip(draws.columns()) {
        let number = line.strip_prefix(name).unwrap_or_else(|| panic!("{line}")).split_whitespace().next();
        assert!(is_at(number.unwrap().parse().unwrap(), column.mean()), "{line}");
    }
    let table = cells(&summary.to_csv());
    assert_eq!(table.len(), 1 + elements.len());
    for (row, (name, column)) in table[1..].iter().zip(draws.columns()) {
        assert_eq!((&row[0][..], row[1].parse()), (name, Ok(column.mean())));
    }
    let html = Page::of(&fit).to_html();
    let figure = plot::forest(&dataset).to_svg();
    let escaped = |name: &str| {
        name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
    };
    for name in draws.names() {
        assert!(html.contains(&escaped(name)) && figure.contains(&escaped(name)), "{name}");
    }

    // The file of a checkpoint: by its model's labels, or not at all.
    let saved = posterior.saved_draws(folder.join("run.mono"))?;
    assert!(saved.read(&["theta", "both", "left", "right", "plain"])?.columns().eq(draws.columns()));
    let on_disk = saved.summary()?;
    assert!(on_disk.rows().iter().map(|row| &row.name).eq(draws.names()));
    Ok(())
}

#[test]
fn saved_draws_are_not_read_under_other_labels() -> Result<(), Error> {
    let path = directory("names-saved").join("run.mono");
    let model = |labels: &Labels| {
        params! { theta: vector(labels) }
        model! { theta |= normal(0.0, 1.0) }.compile()
    };
    let posterior = model(&Labels::from(&["a", "b"]))?;
    posterior.nuts().chains(1).warmup(20).draws(20).progress(false).checkpoint(&path, 5).run()?;
    assert_eq!(posterior.saved_draws(&path)?.read(&["theta"])?.names(), ["theta[a]", "theta[b]"]);
    for other in [Labels::from(&["b", "a"]), Labels::from(&["a", "c"])] {
        let error = model(&other)?.saved_draws(&path).unwrap_err().to_string();
        assert!(error.contains("its elements have other labels than this model's"), "{error}");
    }
    Ok(())
}

/// A group of effects of a submodel.
fn effects<Prefix: monomorph::name::Name>(prefix: Prefix) -> impl Model {
    params! { in prefix; theta: vector(2) }
    model! { theta |= normal(data(&[7.0, 8.0]), 1e-3) }
}

/// Parameters that are called like dimensions, like columns of the sampler, like each other, and like words
/// of Rust.
#[test]
#[allow(non_snake_case)] // A name that a prefix could have made.
fn parameters_are_read_back_from_every_file() -> Result<(), Error> {
    let folder = directory("names-parameters");
    let dimension = Labels::from(&["p", "q"]).named("theta_dim_0");
    let other = Labels::from(&["r", "s"]).named("chain");
    names! { school }
    let schools = effects(school);
    params! {
        chain: real(), draw: vector(2), theta: vector(2), theta_dim_0: real(), lp__: real(), energy__: real(),
        school__theta: vector(2), r#type: vector(2), z: vector(&dimension),
        w: real_matrix(&dimension, &other),
    }
    let table = monomorph::faer::mat![[20.0, 22.0], [21.0, 23.0]];
    let model = model! {
        chain |= normal(0.0, 1e-3),
        draw |= normal(data(&[1.0, 2.0]), 1e-3),
        theta |= normal(data(&[3.0, 4.0]), 1e-3),
        theta_dim_0 |= normal(5.0, 1e-3),
        lp__ |= normal(6.0, 1e-3),
        energy__ |= normal(9.0, 1e-3),
        schools,
        school__theta |= normal(data(&[10.0, 11.0]), 1e-3),
        r#type |= normal(data(&[12.0, 13.0]), 1e-3),
        z |= normal(data(&[14.0, 15.0]), 1e-3),
        w |= normal(data(&table), 1e-3),
        r#fn = 16.0 + 0.0 * chain,
    };
    let fit = model
        .compile()?
        .nuts()
        .chains(2)
        .warmup(150)
        .draws(20)
        .seed(1)
        .progress(false)
        .save_zarr(folder.join("live.zarr"))
        .run()?;
    let draws = fit.draws();
    let expected = [
        ("chain", "chain", 0.0),
        ("draw[0]", "draw.1", 1.0),
        ("draw[1]", "draw.2", 2.0),
        ("theta[0]", "theta.1", 3.0),
        ("theta[1]", "theta.2", 4.0),
        ("theta_dim_0", "theta_dim_0", 5.0),
        ("lp__", "lp%5F%5F", 6.0),
        ("energy__", "energy%5F%5F", 9.0),
        ("school.theta[0]", "school%2Etheta.1", 7.0),
        ("school.theta[1]", "school%2Etheta.2", 8.0),
        ("school__theta[0]", "school%5F%5Ftheta.1", 10.0),
        ("school__theta[1]", "school%5F%5Ftheta.2", 11.0),
        ("type[0]", "type.1", 12.0),
        ("type[1]", "type.2", 13.0),
        ("z[p]", "z.p", 14.0),
        ("z[q]", "z.q", 15.0),
        ("w[p,r]", "w.p.r", 20.0),
        ("w[q,r]", "w.q.r", 21.0),
        ("w[p,s]", "w.p.s", 22.0),
        ("w[q,s]", "w.q.s", 23.0),
        ("fn", "fn", 16.0),
    ];
    assert_eq!(draws.names().len(), expected.len());
    let (columns, rows) = read_csv(&fit.write_csv(folder.join("fit"))?[1]);
    for (name, column, number) in expected {
        let own = draws.column(name)?;
        assert!((own.mean() - number).abs() < 0.01, "{name}: {}", own.mean());
        let place =
            columns.iter().position(|own| own == column).unwrap_or_else(|| panic!("{column}: {columns:?}"));
        assert_eq!(columns.iter().filter(|own| *own == column).count(), 1);
        let written: Vec<f64> = rows.iter().map(|row| row[place]).collect();
        assert_eq!(Ok(&written[..]), own.chain(1), "{column}");
    }
    fit.to_zarr(folder.join("fit.zarr"))?;
    for store in ["fit.zarr", "live.zarr"] {
        let read = Draws::from_zarr(folder.join(store))?;
        assert_eq!(read.names(), draws.names(), "{store}");
        assert!(read.columns().eq(draws.columns()), "{store}");
    }
    let (figure, html) = (plot::forest(&draws.dataset()).to_svg(), Page::of(&fit).to_html());
    for (name, ..) in expected {
        assert!(figure.contains(name) && html.contains(name), "{name}");
    }
    Ok(())
}

#[test]
fn two_variables_of_one_name_are_refused() {
    params! { mu: real() }
    let variable = model! { mu |= normal(0.0, 1.0) }.compile().unwrap().variables()[0];
    let error = Draws::new(vec![variable, variable], 1, 1, vec![1.0, 2.0]).unwrap_err();
    assert_eq!(error.to_string(), "two variables of the draws are called `mu`");
}

/// A path may end with a separator; one that is no name leaves nothing behind.
#[test]
fn stores_have_paths_of_their_own() -> Result<(), Error> {
    let folder = directory("names-paths");
    params! { mu: real() }
    let model = model! { mu |= normal(0.0, 1.0) };
    let draws = model.sample_prior(5, 1)?;
    for path in ["a/", "a/.", "b", "a//"] {
        let path = format!("{}/{path}", folder.display());
        draws.to_zarr(&path)?;
        assert_eq!(Draws::from_zarr(&path)?.column("mu")?, draws.column("mu")?);
    }
    let posterior = model.compile()?;
    let nuts = posterior.nuts().chains(1).warmup(20).draws(20).progress(false);
    nuts.save_zarr(format!("{}/c/", folder.display())).run()?;
    for path in ["..", "d/.."] {
        let error = draws.to_zarr(folder.join(path)).unwrap_err().to_string();
        assert!(error.contains("a store needs a name of its own"), "{error}");
    }
    let mut left: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(left, ["a", "b", "c"]);
    Ok(())
}

/// Observed data that cannot be shown on a page are reported, and later data replace earlier data of the
/// same name.
#[test]
fn observed_data_are_on_the_page_or_an_error() -> Result<(), Error> {
    let path = directory("names-page").join("page.html");
    params! { mu: real() }
    let draws = model! { mu |= normal(0.0, 1.0) }.sample_prior(5, 1)?;
    let page = Page::of(&draws).observed("y", &[1111.0]).observed("y", &[2222.0, 2222.0]);
    let html = page.to_html();
    assert!(html.contains("2222") && !html.contains("1111"), "{html}");
    page.save(&path)?;
    let error = Page::of(&draws).observed("", &[1.0]).save(&path).unwrap_err().to_string();
    assert!(error.contains("a variable needs a name"), "{error}");
    Ok(())
}
