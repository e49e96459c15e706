//! Modules are in layers, called floors, and imports point downwards: no file names a module of a higher
//! floor, so no two modules need each other.
//!
//! The picture at the top of `design.md` shows the floors. A new module needs a place in `FLOORS`.

use crate::files::{files_below, root};
use std::collections::BTreeSet;
use std::fs;

/// The modules of the crate, the highest first. Those of `inference`, which the root of the crate shows
/// under their own names, are floors like the others.
const FLOORS: &[&str] = &[
    "prelude",
    "guide",
    "report",
    // inference
    "calibration",
    "fits",
    "sensitivity",
    "comparison",
    "gibbs",
    "sampling",
    "approximate",
    "target",
    "program",
    "recover",
    "predict",
    "state_space",
    "hidden_states",
    // a compiled model
    "graph",
    "posterior",
    // what users write
    "custom",
    "functions",
    "distribution",
    "gaussian_process",
    "covariance",
    "model",
    "expression",
    // what it is made of
    "support",
    "time",
    "matrix",
    "node",
    "contract",
    "compiler",
    // what knows no model
    "markov_field",
    "smooth",
    "frame",
    "types",
    "sealed",
    // crates of their own
    "programs",
    "samplers",
    "base",
    "numerics",
];

/// The modules of the lower crates, the highest first. Other names belong to other crates.
const FLOORS_OF_CRATES: &[(&str, &[&[&str]])] = &[
    // A law that is tracked says how, and what is tracked follows laws.
    ("crates/programs/src", &[&["program", "dirichlet_process"], &["law", "track"]]),
    (
        "crates/samplers/src",
        &[
            &["report"],
            &["sampling"],
            &["approximate"],
            &["target"],
            &["record"],
            &["chains"],
            &["checkpoint"],
        ],
    ),
    // A dimension may be the number of labels, and labels have the extent of what they name.
    (
        "crates/base/src",
        &[
            &["draws", "density"],
            &["trace"],
            &["error"],
            &["shape", "labels"],
            &["name"],
            &["workspace", "native", "picture", "arguments"],
        ],
    ),
];

/// The modules of `model`, the highest first: statements about statements, statements, their parts, the
/// functions of every statement, and the facts about a statement.
const FLOORS_OF_MODEL: &[&[&str]] = &[
    &["condition", "marginal", "scheduled", "glue", "for_each", "parts", "written", "composed", "empty"],
    &["increment", "definition", "equation"],
    &["law"],
    &["variable", "exact"],
    &["incomplete"],
    &["held"],
    &["statement", "value_of"],
    &["marginalised", "drawing"],
    &["conjugacy", "rows"],
    &["facts"],
];

/// Names under which the root of the crate exports items of other modules.
const SHOWN: &[(&str, &str)] = &[
    ("compile", "posterior"),
    ("rewrite", "compiler"),
    ("diagnostics", "numerics"),
    ("differences", "numerics"),
    ("linalg", "numerics"),
    ("math", "numerics"),
    ("probabilities", "numerics"),
    ("random", "numerics"),
    ("simd", "numerics"),
    ("erase", "types"),
    ("native", "base"),
    ("picture", "base"),
    ("dirichlet_process", "programs"),
    ("track", "programs"),
    ("shape", "contract"),
    ("chains", "samplers"),
    ("checkpoint", "samplers"),
    ("Error", "base"),
    ("draws", "base"),
    ("error", "base"),
    ("labels", "base"),
    ("name", "base"),
    ("trace", "base"),
];

/// The files that name a module of a higher floor, with that module: unit tests are written as users write.
const ALLOWED: &[(&str, &str)] =
    &[("inference/approximate/tests.rs", "prelude"), ("inference/gibbs/tests.rs", "prelude")];

#[test]
fn imports_run_downwards() {
    let root = root().join("src");
    let mut upwards = BTreeSet::new();
    for file in files_below(&root, &["rs"]) {
        let name = file.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        let Some(own) = floor_of_file(&name) else { continue };
        let text = without_comments(&fs::read_to_string(&file).unwrap());
        // A folder that shows its modules at the root is named where something is for these modules alone.
        let named = modules(&text).filter(|module| !["inference"].contains(&module.as_str()));
        for module in named {
            let floor =
                floor_of(&module).unwrap_or_else(|| panic!("{name} names `{module}`, which has no floor"));
            if floor < own {
                upwards.insert((name.clone(), module));
            }
        }
    }
    let allowed = ALLOWED.iter().map(|&(file, module)| (file.to_owned(), module.to_owned())).collect();
    let new: Vec<_> = upwards.difference(&allowed).collect();
    let old: Vec<_> = allowed.difference(&upwards).collect();
    assert!(new.is_empty(), "these files name a module of a higher floor: {new:#?}");
    assert!(old.is_empty(), "these exceptions are no longer needed: {old:#?}");
}

#[test]
fn imports_of_crates_run_downwards() {
    for &(folder, floors) in FLOORS_OF_CRATES {
        let root = root().join(folder);
        let floor_of = |module: &str| floors.iter().position(|floor| floor.contains(&module));
        let mut named = BTreeSet::new();
        for file in files_below(&root, &["rs"]) {
            let name = file.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
            let first = name.split('/').next().unwrap();
            let Some(own) = floor_of(first.trim_end_matches(".rs")) else { continue };
            let text = without_comments(&fs::read_to_string(&file).unwrap());
            for module in modules(&text) {
                let floor = floor_of(&module);
                assert!(floor.is_none_or(|floor| floor >= own), "{folder}/{name} names `{module}` above it");
                named.extend(floor.filter(|&floor| floor > own));
            }
        }
        // A floor that nobody names has another name by now.
        assert_eq!(named.len(), floors.len() - 1, "{folder}: {named:?}");
    }
}

/// Files of `model` name each other by module, so that what a module needs can be seen.
#[test]
fn imports_of_the_model_run_downwards() {
    let root = root().join("src/model");
    let floor_of = |module: &str| FLOORS_OF_MODEL.iter().position(|floor| floor.contains(&module));
    let mut named = BTreeSet::new();
    for file in files_below(&root, &["rs"]) {
        let name = file.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        let own = name.split('/').next().unwrap().trim_end_matches(".rs").to_owned();
        if ["mod", "macros"].contains(&own.as_str()) {
            continue;
        }
        let floor = floor_of(&own).unwrap_or_else(|| panic!("model/{own} has no floor"));
        let text = without_comments(&fs::read_to_string(&file).unwrap());
        for module in names_behind("crate::model::", &text).filter(|module| *module != own) {
            let below = floor_of(&module).unwrap_or_else(|| panic!("model/{name}: `{module}` is no module"));
            assert!(below > floor, "model/{name} names `{module}`, which does not stand below it");
            named.insert(module);
        }
    }
    for module in FLOORS_OF_MODEL[1..].iter().copied().flatten() {
        assert!(named.contains(*module), "nobody in `model` names `{module}`");
    }
}

#[test]
fn every_folder_is_a_floor() {
    let names: BTreeSet<String> = fs::read_dir(root().join("src"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_str().unwrap().trim_end_matches(".rs").to_owned())
        .filter(|name| !["lib", "inference"].contains(&name.as_str()))
        .collect();
    let without: Vec<_> = names.iter().filter(|name| floor_of(name).is_none()).collect();
    assert!(without.is_empty(), "these modules have no floor: {without:?}");
}

#[test]
fn modules_are_found() {
    let text = "use crate::{node::{self, Add}, shape::Scalar, Error};\nx: crate::simd::Pack<S>, $crate::__name!(), my_crate::a";
    let found: Vec<String> = modules(&without_comments(text)).collect();
    assert_eq!(found, ["node", "shape", "Error", "simd"]);
    assert_eq!(modules(&without_comments("/// [`Node`](crate::node::Node)")).count(), 0);
}

/// Returns the place of a file among the floors, or `None` for files that only re-export items.
fn floor_of_file(name: &str) -> Option<usize> {
    let below = name.strip_prefix("inference/").unwrap_or(name);
    let first = below.split('/').next()?;
    let module = first.strip_suffix(".rs").unwrap_or(first);
    if ["lib", "mod", "prelude"].contains(&module) { None } else { floor_of(module) }
}

/// The place among the floors of a module.
fn floor_of(module: &str) -> Option<usize> {
    let own = SHOWN.iter().find(|(name, _)| *name == module).map_or(module, |(_, own)| own);
    FLOORS.iter().position(|floor| *floor == own)
}

/// The text without comments, which may point to any floor.
fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or(line).to_owned() + "\n").collect()
}

/// The modules that stand behind `crate::`, macros of the crate left out.
fn modules(text: &str) -> impl Iterator<Item = String> {
    names_behind("crate::", text).filter(|module| !module.starts_with("__"))
}

/// The names that stand behind a path.
fn names_behind<'t>(path: &'static str, text: &'t str) -> impl Iterator<Item = String> + 't {
    let is_part_of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let paths = text.match_indices(path).filter(move |&(place, _)| !text[..place].ends_with(is_part_of_word));
    paths.flat_map(move |(place, path)| heads(&text[place + path.len()..]))
}

/// The first names of a path, or of each path between braces.
fn heads(path: &str) -> Vec<String> {
    let word = |text: &str| text.trim().chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect();
    let Some(group) = path.strip_prefix('{') else { return vec![word(path)] };
    let mut depth = 0;
    let end = |letter: char| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        depth < 0
    };
    let group = &group[..group.find(end).unwrap_or(group.len())];
    let mut depth = 0;
    let parts = group.split(|letter: char| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        letter == ',' && depth == 0
    });
    parts.map(word).filter(|name: &String| !name.is_empty()).collect()
}
