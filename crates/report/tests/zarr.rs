//! Tests stores: what is written is read, for all names and sizes, and published draws stay readable.

use monomorph_report::data::{Dataset, Dimension, Labels, Tree, Values, Variable, groups};
use monomorph_report::json::Json;
use monomorph_report::zarr::{Appender, Entry};
use std::fs;
use std::path::PathBuf;

/// A folder that is deleted at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("monomorph_report_{}_{name}.zarr", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn real(name: &str, dimensions: &[&str], values: Vec<f64>) -> Variable {
    Variable::new(name, dimensions.iter().copied(), values)
}

/// Makes a tree with all kinds of values and labels.
fn tree() -> Tree {
    let school = Dimension::text("school", ["Choate", "St. Paul’s", "a/b", ""]);
    let mut posterior = Dataset::draws(2, 3).along(school).unwrap();
    posterior.add_dimension(Dimension::new("year", Labels::Integers(vec![1990, 2000]))).unwrap();
    posterior.add_dimension(Dimension::new("time", Labels::Reals(vec![0.5]))).unwrap();
    let draws: Vec<f64> = (0..6).map(f64::from).collect();
    posterior.add(real("mu", &["chain", "draw"], draws).attribute("units", "kg")).unwrap();
    let many = (0..48).map(|k| if k == 7 { f64::NAN } else { f64::from(k) }).collect();
    posterior.add(real("theta", &["chain", "draw", "school", "year"], many)).unwrap();
    let stats = Dataset::draws(2, 3)
        .with(Variable::new("diverging", ["chain", "draw"], vec![true, false, false, true, false, true]))
        .unwrap()
        .with(Variable::new("tree_depth", ["chain", "draw"], vec![1_i64, -2, 3, 4, 5, i64::MAX]))
        .unwrap();
    let constant = Dataset::new().with(Variable::scalar("n", vec![8_i64])).unwrap();
    let constant = constant.with(Variable::scalar("who", vec!["ü".to_string()])).unwrap();
    Tree::new()
        .attribute("seed", u64::MAX)
        .attribute("settings", Json::List(vec![Json::Null, 0.8.into()]))
        .with(groups::POSTERIOR, posterior.attribute("inference_library", "monomorph"))
        .with(groups::SAMPLE_STATS, stats)
        .with(groups::CONSTANT_DATA, constant)
        .with(groups::PRIOR, Dataset::new())
}

#[test]
fn trees_come_back() {
    let folder = Folder::new("trees");
    let tree = tree();
    tree.to_zarr(&folder.0).unwrap();
    assert_eq!(Tree::from_zarr(&folder.0).unwrap(), tree);
    // The tree is written again, in place of the first; and it is read without the metadata in the root.
    tree.to_zarr(&folder.0).unwrap();
    let root = folder.0.join("zarr.json");
    let text = fs::read_to_string(&root).unwrap();
    let own = &text[..text.find(",\"consolidated").unwrap()];
    fs::write(&root, format!("{own}}}")).unwrap();
    let walked = Tree::from_zarr(&folder.0).unwrap();
    let mut names: Vec<&str> = walked.groups().map(|(name, _)| name).collect();
    names.sort_unstable();
    assert_eq!(names, ["constant_data", "posterior", "prior", "sample_stats"]);
    let theta = |tree: &Tree| tree.get("posterior").unwrap().quantity("theta[St. Paul’s,2000]").unwrap();
    assert_eq!(theta(&walked), theta(&tree));
}

#[test]
fn any_name_comes_back() {
    let names = [
        "a b",
        "a/b",
        "a\\b",
        "\"q\"",
        "it's",
        ".",
        "..",
        "zarr.json",
        "__x",
        "x.",
        "%2F",
        "100 %",
        "c",
        "α",
        "tab\tnewline\n",
        "a:b*c?<d>|e",
        " ",
        "x[1]",
    ];
    let folder = Folder::new("names");
    let mut data = Dataset::draws(1, 1);
    for (place, name) in names.iter().enumerate() {
        data.add_dimension(Dimension::text(format!("of {name}"), [*name, "b"])).unwrap();
        let of = format!("of {name}");
        data.add(real(name, &["chain", "draw", &of], vec![place as f64, 0.5])).unwrap();
    }
    let tree = Tree::new().with(groups::POSTERIOR, data);
    tree.to_zarr(&folder.0).unwrap();
    assert_eq!(Tree::from_zarr(&folder.0).unwrap(), tree);
    assert!(folder.0.join("posterior/a%2Fb/zarr.json").exists());
}

/// xarray allows no variable with the name of a dimension, so the variable has another folder.
#[test]
fn variables_may_be_called_like_dimensions() {
    let folder = Folder::new("like_dimensions");
    let mut data = Dataset::draws(1, 2);
    data.add_dimension(Dimension::text("home", ["a", "b"])).unwrap();
    data.add(real("chain", &["chain", "draw"], vec![1.0, 2.0])).unwrap();
    data.add(real("draw", &["chain", "draw", "home"], vec![3.0, 4.0, 5.0, 6.0])).unwrap();
    data.add(real("%63hain", &["chain", "draw"], vec![7.0, 8.0])).unwrap();
    // Labels and values of one dimension are distinguished by their folders only.
    data.add(real("home", &["home"], vec![9.0, 10.0])).unwrap();
    assert_eq!(data.quantity("draw[b]").unwrap().chains, [[4.0, 6.0]]);
    let tree = Tree::new().with(groups::POSTERIOR, data);
    tree.to_zarr(&folder.0).unwrap();
    assert_eq!(Tree::from_zarr(&folder.0).unwrap(), tree);
    assert!(folder.0.join("posterior/%63hain/zarr.json").exists());

    // The same holds for a store that grows.
    let mut data = Dataset::draws(1, 0);
    data.add(real("draw", &["chain", "draw"], vec![])).unwrap();
    let store = Appender::create(&folder.0, &Tree::new().with(groups::POSTERIOR, data)).unwrap();
    store.push(0, groups::POSTERIOR, [Entry::Real(&[1.5])]).unwrap();
    store.publish().unwrap();
    let read = Tree::from_zarr(&folder.0).unwrap();
    assert_eq!(read.get(groups::POSTERIOR).unwrap().quantity("draw").unwrap().chains, [[1.5]]);
}

/// A path may end with a separator; a path without a last name is refused, and nothing is left behind.
#[test]
fn paths_without_a_name_are_refused() {
    let folder = Folder::new("paths");
    fs::create_dir(&folder.0).unwrap();
    let inside = |path: &str| PathBuf::from(format!("{}/{path}", folder.0.display()));
    for path in ["a/", "a//", "a/."] {
        tree().to_zarr(inside(path)).unwrap();
        assert_eq!(Tree::from_zarr(inside("a")).unwrap(), tree());
    }
    for path in ["..", "b/.."] {
        for refused in [tree().to_zarr(inside(path)), Appender::create(inside(path), &tree()).map(drop)] {
            let error = refused.unwrap_err().to_string();
            assert!(error.contains("a store needs a name of its own"), "{error}");
        }
    }
    let error = tree().to_zarr("").unwrap_err().to_string();
    assert!(error.contains("a store needs a name of its own"), "{error}");
    let left: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["a"]);
}

#[test]
fn sizes_of_nothing_and_of_many() {
    let folder = Folder::new("sizes");
    let mut data = Dataset::draws(2, 7);
    data.add_dimension(Dimension::range("none", 0)).unwrap();
    data.add_dimension(Dimension::range("many", 100_000)).unwrap();
    data.add(real("empty", &["chain", "draw", "none"], vec![])).unwrap();
    let values = (0..1_400_000).map(f64::from).collect();
    data.add(real("large", &["chain", "draw", "many"], values)).unwrap();
    let tree = Tree::new().with(groups::POSTERIOR, data).with(groups::PRIOR, Dataset::draws(0, 0));
    tree.to_zarr(&folder.0).unwrap();
    assert_eq!(Tree::from_zarr(&folder.0).unwrap(), tree);
}

#[test]
fn draws_that_are_no_numbers_come_back() {
    let folder = Folder::new("nan");
    let odd = vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, f64::MIN_POSITIVE, f64::MAX];
    let data = Dataset::draws(2, 3).with(real("x", &["chain", "draw"], odd.clone())).unwrap();
    Tree::new().with(groups::POSTERIOR, data).to_zarr(&folder.0).unwrap();
    let tree = Tree::from_zarr(&folder.0).unwrap();
    let Values::Real(read) = &tree.get(groups::POSTERIOR).unwrap().variables()[0].values else { panic!() };
    assert!(read.iter().zip(&odd).all(|(a, b)| a.to_bits() == b.to_bits()));
}

#[test]
fn a_place_that_cannot_be_written_is_an_error_with_its_name() {
    let folder = Folder::new("file");
    fs::write(&folder.0, "no folder").unwrap();
    let inside = folder.0.join("draws.zarr");
    let error = tree().to_zarr(&inside).unwrap_err();
    assert!(error.to_string().contains("draws.zarr"), "{error}");
    fs::remove_file(&folder.0).unwrap();
    // A folder with other contents is not changed.
    fs::create_dir_all(folder.0.join("thesis")).unwrap();
    let error = tree().to_zarr(&folder.0).unwrap_err();
    assert!(error.to_string().contains("holds no Zarr store"), "{error}");
    assert!(folder.0.join("thesis").exists());
}

#[test]
fn stores_that_are_not_understood_are_errors_with_the_array() {
    let folder = Folder::new("odd");
    let metadata = folder.0.join("posterior/mu/zarr.json");
    let root = folder.0.join("zarr.json");
    let change = |from: &str, to: &str| {
        tree().to_zarr(&folder.0).unwrap();
        fs::write(&root, r#"{"zarr_format":3,"node_type":"group","attributes":{}}"#).unwrap();
        let text = fs::read_to_string(&metadata).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(&metadata, text.replace(from, to)).unwrap();
        Tree::from_zarr(&folder.0).unwrap_err().to_string()
    };
    let bytes = r#"{"name":"bytes","configuration":{"endian":"little"}}"#;
    let error = change(bytes, &format!(r#"{bytes},{{"name":"zstd"}}"#));
    assert!(error.contains("`mu` of the group `posterior`: the codec `zstd` is not read"), "{error}");
    assert!(change("float64", "complex128").contains("complex128"));
    assert!(change("\"regular\"", "\"rectilinear\"").contains("chunk_grid"));
    assert!(change("\"shape\":[2,3]", "\"shape\":[2,4]").contains("4"));
    assert!(change("\"shape\":[2,3]", "\"shape\":[-2,3]").contains("shape"));
    assert!(change("\"shape\":[2,3]", "\"shape\":[2000000000,3000000000]").contains("mu"));
    tree().to_zarr(&folder.0).unwrap();
    fs::write(folder.0.join("posterior/mu/c/0/0"), [0; 7]).unwrap();
    assert!(Tree::from_zarr(&folder.0).unwrap_err().to_string().contains("7 bytes in place of 48"));
    fs::write(&root, "{").unwrap();
    assert!(Tree::from_zarr(&folder.0).unwrap_err().to_string().contains("zarr.json: no JSON"));
}
