//! Measures the time for a store of ten million numbers, and for a plain file of the same bytes: `cargo
//! test --release -p monomorph-report --test speed -- --ignored --nocapture`.

use monomorph_report::data::{Dataset, Dimension, ElementOrder, Tree, groups};
use std::fs;
use std::time::Instant;

#[test]
#[ignore = "says how long something takes"]
fn ten_million_numbers() {
    let folder = std::env::temp_dir().join(format!("monomorph_report_speed_{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (chains, draws, elements) = (4, 1000, 2500);
    let values: Vec<f64> = (0..chains * draws * elements).map(|k| (k as f64).sqrt()).collect();
    for repetition in 0..3 {
        let start = Instant::now();
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        fs::write(folder.join("plain"), bytes).unwrap();
        let plain = start.elapsed().as_secs_f64();

        let start = Instant::now();
        let mut data = Dataset::draws(chains, draws).along(Dimension::range("k", elements)).unwrap();
        data.add_elements("x", &["k"], ElementOrder::LastFastest, &values).unwrap();
        let ordered = start.elapsed().as_secs_f64();
        let tree = Tree::new().with(groups::POSTERIOR, data);
        let start = Instant::now();
        tree.to_zarr(folder.join("store.zarr")).unwrap();
        let written = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let read = Tree::from_zarr(folder.join("store.zarr")).unwrap();
        let reading = start.elapsed().as_secs_f64();
        assert_eq!(read, tree);
        println!(
            "{repetition}: plain file {plain:.3} s; put in order {ordered:.3} s, written {written:.3} s \
             ({:.1} times the plain file), read {reading:.3} s",
            written / plain
        );
    }
    fs::remove_dir_all(&folder).unwrap();
}
