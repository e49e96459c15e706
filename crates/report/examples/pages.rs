//! Writes reports and their draws: `cargo run -p monomorph-report --example pages -- FOLDER`.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{GRAPH, MODEL, fit, many, schools};
use monomorph_report::data::utc;
use monomorph_report::report::Report;
use std::path::PathBuf;
use std::time::SystemTime;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or("target/report".into()));
    std::fs::create_dir_all(&folder)?;
    let one = Report {
        title: "Eight schools, centred".into(),
        subtitle: "What coaching did in eight schools, with a common law of the effects".into(),
        model: Some(MODEL.into()),
        graph: Some(GRAPH.into()),
        explanation: Some("mu |= normal(0.0, 5.0)\n    as written: its variable is a parameter".into()),
        footer: format!("monomorph · {}", utc(SystemTime::now())),
        fits: vec![fit("centred", schools(1000, 3))],
    };
    one.save(folder.join("report.html"))?;
    let two = Report {
        title: "Eight schools, twice".into(),
        fits: vec![fit("seed 3", schools(1000, 3)), fit("seed 4", schools(1000, 4))],
        ..one.clone()
    };
    two.save(folder.join("two.html"))?;
    let mut large = fit("large", many(100, 1000));
    (large.warnings, large.tiles) = (vec![], vec![]);
    Report { title: "A hundred parameters".into(), fits: vec![large], ..Report::default() }
        .save(folder.join("many.html"))?;
    one.fits[0].tree.to_zarr(folder.join("draws.zarr"))?;
    Ok(())
}
