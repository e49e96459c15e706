//! The chapter about comparisons explains each column of the printed table.

use crate::files::root;
use monomorph::comparison::{LogLikelihood, Loo, compare};
use std::fs;

#[test]
fn the_guide_explains_each_column() {
    let loo_of = |miss: f64| {
        let densities: Vec<f64> = (0..400).map(|i| -1.0 - miss * f64::from(i % 7)).collect();
        Loo::of(&LogLikelihood::new(densities, 2, 50).unwrap()).unwrap()
    };
    let (near, far) = (loo_of(0.1), loo_of(0.5));
    let table = compare([("near", &near), ("far", &far)]).unwrap().to_string();
    let headings: Vec<&str> = table.lines().next().unwrap().split_whitespace().collect();
    assert!(headings.len() >= 8, "{headings:?}");
    let chapter = fs::read_to_string(root().join("docs/guide/comparing_models.md")).unwrap();
    let (_, rows) = chapter.split_once("| column of `compare` |").unwrap();
    let (rows, _) = rows.split_once("\n\n").unwrap();
    let explained: Vec<&str> =
        rows.lines().filter_map(|row| row.strip_prefix("| `")?.split('`').next()).collect();
    assert_eq!(explained, headings);
}
