//! Writes stores and prints their contents, or reads stores and prints their contents: for
//! `tests/arviz.sh`.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{rows, schools};
use monomorph_report::data::{Dataset, Dimension, Tree, Variable, groups};
use monomorph_report::json::Json;
use monomorph_report::zarr::{Appender, Entry};
use std::path::PathBuf;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["write", folder] => write(PathBuf::from(folder)),
        ["append", path] => append(PathBuf::from(path)),
        ["read", path] => {
            println!("{}", described(&Tree::from_zarr(path)?));
            Ok(())
        }
        _ => Err("usage: stores write FOLDER | append STORE | read STORE".into()),
    }
}

/// Writes a store with all groups, and a store with odd names and sizes.
fn write(folder: PathBuf) -> Result<(), Failure> {
    let mut tree = schools(500, 3);
    let posterior = tree.get(groups::POSTERIOR).ok_or("no posterior")?.clone();
    for group in groups::ALL {
        if tree.get(group).is_none() {
            tree.insert(group, posterior.clone());
        }
    }
    tree.to_zarr(folder.join("all.zarr"))?;
    let mut odd = Dataset::draws(2, 3)
        .along(Dimension::text("a/b", ["x y", "\"q\"", "ü/😀", ""]))?
        .along(Dimension::range("none", 0))?
        .along(Dimension::range("many", 100_000))?;
    odd.add(Variable::new(
        "it's \"x/y\" 1.5",
        ["chain", "draw", "a/b"],
        (0..24).map(f64::from).collect::<Vec<_>>(),
    ))?;
    odd.add(Variable::new("empty", ["chain", "draw", "none"], Vec::<f64>::new()))?;
    odd.add(Variable::new(
        "large",
        ["chain", "draw", "many"],
        (0..600_000).map(f64::from).collect::<Vec<_>>(),
    ))?;
    odd.add(Variable::new(
        "nan",
        ["chain", "draw"],
        vec![f64::NAN, 1.0, f64::INFINITY, -0.0, 2.0, f64::NAN],
    ))?;
    odd.add(Variable::new("flag", ["chain", "draw"], vec![true, false, true, true, false, false]))?;
    odd.add(Variable::new("count", ["chain", "draw"], vec![i64::MIN, -1, 0, 1, 2, i64::MAX]))?;
    let odd = Tree::new().attribute("seed", u64::MAX).with(groups::POSTERIOR, odd);
    odd.to_zarr(folder.join("odd.zarr"))?;

    let mut summary = vec![];
    for row in rows(&posterior) {
        let own = [("mean", row.mean), ("sd", row.sd)].map(|(name, value)| (name.to_string(), value.into()));
        summary.push((row.name, Json::Object(own.to_vec())));
    }
    let all = ("all".to_string(), described(&tree));
    println!("{}", Json::Object(vec![("summary".into(), Json::Object(summary)), all]));
    Ok(())
}

/// Returns all real values, by group and variable.
fn described(tree: &Tree) -> Json {
    let variable = |data: &Dataset, own: &Variable| {
        let values: Vec<f64> = (0..own.values.len()).map(|place| own.values.number(place)).collect();
        let shape = Json::from(data.shape(own));
        let own = vec![("shape".into(), shape), ("values".into(), values.into())];
        Json::Object(own)
    };
    let group = |data: &Dataset| {
        let all = data.variables().iter().map(|own| (own.name.clone(), variable(data, own)));
        Json::Object(all.collect())
    };
    Json::Object(tree.groups().map(|(name, data)| (name.into(), group(data))).collect())
}

/// Adds draws and publishes them while another program reads; each draw is its number.
fn append(path: PathBuf) -> Result<(), Failure> {
    let none = Vec::<f64>::new;
    let layout = Dataset::draws(2, 0)
        .along(Dimension::text("school", common::SCHOOLS))?
        .with(Variable::new("mu", ["chain", "draw"], none()))?
        .with(Variable::new("theta", ["chain", "draw", "school"], none()))?;
    let stats =
        Dataset::draws(2, 0).with(Variable::new("diverging", ["chain", "draw"], Vec::<bool>::new()))?;
    let tree = Tree::new().with(groups::POSTERIOR, layout).with(groups::SAMPLE_STATS, stats);
    let store = Appender::create(path, &tree)?;
    for draw in 0..4000_i32 {
        for chain in 0..2 {
            let theta = [f64::from(draw); 8];
            store.push(chain, groups::POSTERIOR, &[Entry::Real(&theta[..1]), Entry::Real(&theta)])?;
            store.push(chain, groups::SAMPLE_STATS, &[Entry::Bool(&[draw % 2 == 0])])?;
        }
        if draw % 20 == 19 {
            store.publish()?;
            std::thread::sleep(std::time::Duration::from_millis(60));
        }
    }
    Ok(())
}
