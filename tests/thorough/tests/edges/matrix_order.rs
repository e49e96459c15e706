//! Proves that matrices have one order, Stan's: names, coordinates, flat values, draws, their files,
//! summaries and predictions go column after column, and each value stands under its own name.
//!
//! `codes` is a matrix of data whose element in row r and column c is 10 r + c, neither square nor symmetric,
//! so a number says where it belongs.

use faer::{Mat, MatRef};
use monomorph::prelude::*;
use monomorph::program::{program, submodel};
use std::path::PathBuf;

const NAMES: [&str; 6] = ["[0,0]", "[1,0]", "[0,1]", "[1,1]", "[0,2]", "[1,2]"];
const CODES: [f64; 6] = [0.0, 1.0, 2.0, 10.0, 11.0, 12.0];

fn codes() -> MatRef<'static, f64> {
    MatRef::from_row_major_slice(&CODES, 2, 3)
}

/// What a name with two indices says the code is.
fn code(name: &str) -> f64 {
    let indices = name.split_once('[').unwrap().1.trim_end_matches(']');
    let (row, column) = indices.split_once(',').unwrap();
    10.0 * row.parse::<f64>().unwrap() + column.parse::<f64>().unwrap()
}

fn names(of: &str) -> Vec<String> {
    NAMES.iter().map(|name| format!("{of}{name}")).collect()
}

fn directory(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("a temporary directory");
    directory
}

/// Every element of a variable has the code of its name, to a tolerance, in every draw.
fn check_codes(draws: &Draws, variable: &str, tolerance: f64) {
    let elements = draws.get(variable).unwrap();
    assert_eq!(elements.columns().map(|(name, _)| name.to_owned()).collect::<Vec<_>>(), names(variable));
    let expected: Vec<f64> = NAMES.iter().map(|name| code(name)).collect();
    for (place, (name, column)) in elements.columns().enumerate() {
        let is_near = |x: &f64| (x - code(name)).abs() <= tolerance;
        assert!(column.as_slice().iter().all(is_near), "{name}: {:?}", column.as_slice());
        assert!((draws.column(name).unwrap().mean() - elements.element(place).unwrap().mean()).abs() < 1e-12);
    }
    let at = elements.at(0, 0).unwrap();
    assert!(at.iter().zip(&expected).all(|(a, b)| (a - b).abs() <= tolerance), "{at:?}");
    let trace = draws.trace(0, 0).unwrap();
    for name in names(variable) {
        assert!((trace.get(name.as_str()).unwrap()[0] - code(&name)).abs() <= tolerance, "{name}");
    }
    // A value by itself is seen row after row.
    let value = trace.get(variable).unwrap();
    assert!(value.iter().zip(CODES).all(|(a, b)| (a - b).abs() <= tolerance), "{value}");
}

#[test]
fn names_and_flat_values_follow_coordinates() {
    params! { m: real_matrix(2, 3), rows: vector(3).rows(2), after: real() }
    let model = model! {
        m     |= normal(0.0, 1.0),
        rows  |= normal(0.0, 1.0),
        after |= normal(0.0, 1.0),
        twice = 2.0 * m,
    };
    let posterior = model.compile().unwrap();
    let all = [names("m"), names("rows"), vec!["after".to_owned()]].concat();
    assert_eq!(posterior.parameter_names(), all);
    // Coordinates of matrices are in the order of names; those of rows go row after row, as those of Stan's
    // arrays of vectors.
    let q: Vec<f64> = (0..13).map(|place| f64::from(place) + 0.5).collect();
    let mut values = vec![0.0; posterior.value_count()];
    posterior.constrain_into(&q, &mut values, &mut posterior.workspace()).unwrap();
    assert_eq!(values[..6], q[..6]);
    assert_eq!(values[6..13], [6.5, 9.5, 7.5, 10.5, 8.5, 11.5, 12.5]);
    assert_eq!(values[13..], [1.0, 3.0, 5.0, 7.0, 9.0, 11.0]);
    assert_eq!(posterior.unconstrain(&values[..13]).unwrap(), q);

    let trace = posterior.constrain(&q).unwrap();
    for (name, value) in all.iter().chain(&names("twice")).zip(&values) {
        assert_eq!(trace.get(name.as_str()).unwrap(), *value, "{name}");
    }
    assert_eq!(trace.values(), values);
    assert_eq!(posterior.trace_of(&values).unwrap(), trace);
    assert_eq!(posterior.values_of(&trace).unwrap(), values[..13]);
    assert_eq!(posterior.unconstrain_trace(&trace).unwrap(), q);
    // By name, whether element after element, or as wholes, which are given row after row.
    let mut by_element = Trace::new();
    for (name, value) in all.iter().zip(&values) {
        by_element.set(name.as_str(), *value).unwrap();
    }
    assert_eq!(posterior.unconstrain_trace(&by_element).unwrap(), q);
    let wholes = ["after", "rows", "m"].map(|name| (name, trace.get(name).unwrap().to_vec()));
    let wholes: Vec<(&str, &[f64])> = wholes.iter().map(|(name, value)| (*name, &value[..])).collect();
    assert_eq!(wholes[2].1, [0.5, 2.5, 4.5, 1.5, 3.5, 5.5]);
    assert_eq!(posterior.unconstrain_named(&wholes).unwrap(), q);
    let typed: Mat<f64> = trace.value_of(m).unwrap();
    assert_eq!((typed[(1, 0)], typed[(0, 2)]), (1.5, 4.5));

    let draws = Draws::new(posterior.variables(), 1, 1, values.clone()).unwrap();
    assert_eq!(draws.names()[..13], all);
    assert_eq!(draws.trace(0, 0).unwrap(), trace);
    assert_eq!(draws.value_of(m, 0, 0).unwrap(), typed);
    // An element outside its support is named by its row and its column.
    params! { above: real_matrix(2, 3).positive() }
    let positive = model! { above |= exponential(1.0) }.compile().unwrap();
    let error = positive.unconstrain(&[1.0, 1.0, -2.0, 1.0, 1.0, 1.0]).unwrap_err().to_string();
    assert!(error.contains("`above[0,1]` is -2"), "{error}");
}

/// Draws of NUTS in memory and on disk, as they are made, in CSV and in summaries.
#[test]
fn draws_and_their_files() {
    params! { m: real_matrix(2, 3), rows: vector(3).rows(2), free: real_matrix(2, 3) }
    let model = model! {
        m     |= normal(data(codes()), 1e-6),
        rows  |= normal(data(codes()), 1e-6),
        free  |= normal(0.0, 1.0),
        defined = data(codes()) + 0.0 * free,
    };
    let posterior = model.compile().unwrap();
    let folder = directory("matrix-order");
    let run = || {
        let nuts = posterior.nuts().chains(2).warmup(60).draws(20).seed(3).max_depth(4).progress(false);
        nuts.initial("m", CODES.to_vec()).initial("rows", CODES.to_vec())
    };
    let seen = |draw: &monomorph::sampling::Draw<'_>| {
        let defined = &draw.values[18..24];
        assert!(defined.iter().zip(NAMES).all(|(value, name)| *value == code(name)), "{defined:?}");
    };
    let fit = run().on_draw(seen).save(folder.join("fit").to_str().unwrap()).run().unwrap();
    let variables = ["m", "rows", "defined"];
    variables.iter().for_each(|variable| check_codes(fit.draws(), variable, 1e-3));
    let summary = fit.summary();
    let rows: Vec<&str> = summary.rows().iter().map(|row| row.name.as_str()).collect();
    assert_eq!(rows, [names("m"), names("rows"), names("free"), names("defined")].concat());
    for row in summary.rows().iter().filter(|row| !row.name.starts_with("free")) {
        assert!((row.mean - code(&row.name)).abs() < 1e-3, "{}: {}", row.name, row.mean);
    }

    // Stan's names count from 1, and its first index varies fastest.
    let text = std::fs::read_to_string(folder.join("fit_1.csv")).unwrap();
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let header: Vec<&str> = lines.next().unwrap().split(',').skip(7).collect();
    let stans =
        |name: &str| ["1.1", "2.1", "1.2", "2.2", "1.3", "2.3"].map(|index| format!("{name}.{index}"));
    assert_eq!(header, ["m", "rows", "free", "defined"].map(stans).concat());
    for line in lines {
        let numbers: Vec<f64> = line.split(',').skip(7).map(|number| number.parse().unwrap()).collect();
        for (place, name) in NAMES.iter().enumerate() {
            assert!(
                (numbers[place] - code(name)).abs() < 1e-3 && numbers[18 + place] == code(name),
                "{line}"
            );
        }
    }

    let path = folder.join("run.mono");
    let saved = run().checkpoint(&path, 5).run_to_disk().unwrap();
    assert_eq!(&saved.read(&["m", "rows", "free", "defined"]).unwrap(), fit.draws());
    let on_disk = saved.summary().unwrap();
    for (row, expected) in on_disk.rows().iter().zip(summary.rows()) {
        assert_eq!((&row.name, row.mean), (&expected.name, expected.mean));
    }
    assert_eq!(posterior.saved_draws(&path).unwrap().read(&["rows"]).unwrap().names(), names("rows"));

    // Another run begins where this one ended: in other places the values would lie outside the bounds.
    let within = |lower: f64| Mat::from_fn(2, 3, |row, column| codes()[(row, column)] + lower);
    let (low, high) = (within(-0.5), within(0.5));
    let bounded = {
        params! { m: real_matrix(2, 3).interval(&low, &high) }
        model! { m |= normal(0.0, 100.0) }
    };
    let bounded = bounded.compile().unwrap();
    let next = bounded.nuts().chains(1).warmup(0).draws(2).seed(1).progress(false).initial_draws(fit.draws());
    assert!(next.run().is_ok());
}

/// Gibbs sampling, draws from priors, predictions, log likelihoods, and what was marginalised.
#[test]
fn other_draws() {
    params! { m: real_matrix(2, 3), level: real() }
    let model = model! {
        level |= normal(0.0, 1.0),
        m     |= normal(data(codes()), 1e-6),
        defined = data(codes()) + 0.0 * m,
        data(codes()) |= normal(m, 1e-6),
        data(codes()) |= normal(0.0 * m, 1.0),
    };
    let posterior = model.compile().unwrap();
    let draws = posterior.gibbs().chains(1).warmup(5).draws(10).seed(1).run().unwrap();
    check_codes(&draws, "m", 1e-3);
    check_codes(&draws, "defined", 0.0);
    let prior = model.sample_prior(5, 1).unwrap();
    check_codes(&prior, "m", 1e-3);
    check_codes(&prior, "defined", 0.0);

    let predicted = model.predict(&draws, 2).unwrap();
    let first = predicted.variables()[0].name;
    check_codes(&predicted, first, 1e-3);
    let likelihood = model.pointwise_log_likelihood(&draws).unwrap();
    let second = likelihood.get(likelihood.variables()[1].name).unwrap();
    for (name, column) in second.columns() {
        let expected = -0.5 * code(name).powi(2) - 0.5 * (2.0 * std::f64::consts::PI).ln();
        assert!((column.mean() - expected).abs() < 1e-9, "{name}: {}", column.mean());
    }

    let without = model.marginalise(m).compile().unwrap();
    let given = Draws::new(
        without.variables().into_iter().filter(|info| !info.is_defined).collect(),
        1,
        2,
        vec![0.1, 0.2],
    );
    check_codes(&without.recover(&given.unwrap(), 3).unwrap(), "m", 1e-3);

    // Probabilities have a row for each element, and a column for each value.
    let y = [0.5, 4.0];
    params! { height: real(), z: vector(2).category(3) }
    let sorted = model! {
        height   |= normal(0.0, 1.0),
        z        |= categorical(&[0.25, 0.25, 0.5]),
        data(&y) |= normal(2.0 * z, 1.0),
    };
    let sorted = sorted.marginalise(z).compile().unwrap();
    let given = Draws::new(sorted.variables(), 1, 1, vec![0.1]).unwrap();
    let probabilities = sorted.probabilities(z, &given).unwrap();
    let weight = |row: usize, value: usize| {
        [0.25, 0.25, 0.5][value] * (-0.5 * (y[row] - 2.0 * value as f64).powi(2)).exp()
    };
    for (place, name) in names("z").iter().enumerate() {
        let (row, value) = (place % 2, place / 2);
        let expected = weight(row, value) / (0..3).map(|value| weight(row, value)).sum::<f64>();
        assert!((probabilities.column(name).unwrap().mean() - expected).abs() < 1e-12, "{name}");
    }
}

/// A model within a program has its elements under their names, drawn, given, moved and in what it returns.
#[test]
fn programs() {
    params! { m: real_matrix(2, 3) }
    let model =
        model! { m |= normal(data(codes()), 1e-3), data(codes()) |= normal(2.0 * m, data(codes()) + 1.0) };
    let part = submodel(model).unwrap();
    let whole = program(|run| run.model(&part).value_of(m));
    let run = whole.simulate(1).unwrap();
    let (value, record) = (run.value.unwrap(), run.record);
    let sites = record.sites().iter().filter(|site| record.address(site).starts_with('m'));
    let sites: Vec<(String, f64)> = sites.map(|site| (record.address(site), site.value())).collect();
    assert_eq!(sites.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), names("m"));
    for (place, (name, number)) in sites.iter().enumerate() {
        assert!((number - code(name)).abs() < 0.01, "{name}: {number}");
        assert_eq!(value[(place % 2, place / 2)], *number, "{name}");
    }
    let fit = whole.single_site().hamiltonian_within("", &part).warmup(50).draws(20).seed(1).run().unwrap();
    for value in fit.values() {
        let value = value.as_ref().unwrap();
        assert!((0..6).all(|place| (value[(place / 3, place % 3)] - CODES[place]).abs() < 0.02), "{value:?}");
    }
}
