//! The files of a run have its draws, also when the run was killed.
#![cfg(feature = "sampling")]

#[path = "common/eight_schools.rs"]
mod schools;

use schools::eight_schools;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

/// A directory of this test alone.
fn directory(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("a temporary directory");
    directory
}

/// The columns' names and the draws of a file in CmdStan's format. A last line without its end is left out.
fn read_csv(path: &std::path::Path) -> (Vec<String>, Vec<Vec<f64>>) {
    let text = std::fs::read_to_string(path).expect("a file");
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let mut lines = whole.lines().filter(|line| !line.starts_with('#'));
    let names = lines.next().expect("names").split(',').map(str::to_owned).collect();
    let row = |line: &str| line.split(',').map(|cell| cell.parse().expect("a number")).collect();
    (names, lines.map(row).collect())
}

#[test]
fn files_have_the_draws() {
    let directory = directory("csv");
    let posterior = eight_schools();
    let nuts = posterior.nuts().chains(2).warmup(100).draws(250).seed(1);
    let fit = nuts.save(directory.join("saved")).run().expect("a fit");
    let written = fit.write_csv(directory.join("written")).expect("files");
    assert_eq!(written, ["written_1.csv", "written_2.csv"].map(|name| directory.join(name)));
    assert_eq!(fit.write_csv(&directory).expect("files")[0], directory.join("chain_1.csv"));
    for (chain, path) in written.iter().enumerate() {
        let text = std::fs::read_to_string(path).expect("a file");
        let saved = std::fs::read_to_string(directory.join(format!("saved_{}.csv", chain + 1)));
        assert_eq!(saved.expect("a file"), text, "the streamed file is the written one");
        let (names, rows) = read_csv(path);
        assert!(names.join(",").starts_with(
            "lp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__,mu,tau,eta.1,eta.2,"
        ));
        assert_eq!(names.last().map(String::as_str), Some("theta.8"));
        assert_eq!(rows.len(), 250);
        for (i, row) in rows.iter().enumerate() {
            let statistics = fit.chains()[chain].draws()[i];
            assert_eq!(
                (row[0], row[4], row[6]),
                (statistics.log_density, statistics.leapfrogs as f64, statistics.energy)
            );
            let exact = fit.draws().columns().map(|(_, column)| column.chain(chain).expect("a chain")[i]);
            assert_eq!(row[7..], exact.collect::<Vec<_>>());
        }
    }
}

/// Set for the process that is killed: where it saves.
const VICTIM: &str = "MONOMORPH_TEST_KILLED_RUN";

/// A run that would take minutes, in the process that the next test starts.
#[test]
fn victim() {
    if let Some(prefix) = std::env::var_os(VICTIM) {
        let _ = eight_schools().nuts().chains(2).warmup(200).draws(5_000_000).save(prefix).run();
    }
}

#[test]
fn a_killed_run_keeps_its_draws() {
    let directory = directory("killed");
    let prefix = directory.join("run");
    let mut child = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "victim"])
        .env(VICTIM, &prefix)
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("a process");
    let files = [1, 2].map(|chain| directory.join(format!("run_{chain}.csv")));
    let size = |path| std::fs::metadata(path).map_or(0, |file| file.len());
    let started = Instant::now();
    while files.iter().any(|path| size(path) < 200_000) && started.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("killed");
    child.wait().expect("dead");
    for path in &files {
        let text = std::fs::read_to_string(path).expect("a file");
        assert!(text.ends_with('\n'), "the last line is whole");
        assert!(text.contains("# Step size = "));
        let (names, rows) = read_csv(path);
        assert!(rows.len() >= 400 && rows.iter().all(|row| row.len() == names.len()), "{}", rows.len());
        assert!(rows.iter().flatten().all(|value| value.is_finite()));

        // Also a file that the disk cut in the middle of a line.
        let bytes = text.as_bytes();
        std::fs::write(path, &bytes[..bytes.len() - 7]).expect("a shorter file");
        assert_eq!(read_csv(path).1, rows[..rows.len() - 1]);
    }
}
