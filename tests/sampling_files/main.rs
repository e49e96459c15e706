//! The files of a run have its draws, also when the run was killed.
#![cfg(feature = "sampling")]

mod gibbs;
#[cfg(feature = "report")]
mod gibbs_files;
mod gibbs_until;
mod killed;
#[cfg(feature = "report")]
mod names;
mod on_disk;
#[path = "../common/plain.rs"]
mod plain;
mod programs;
mod programs_until;
#[path = "../common/eight_schools.rs"]
mod schools;
#[cfg(feature = "report")]
mod stores;

use monomorph::prelude::*;
use monomorph::rand::rngs::ChaCha8Rng;
use monomorph::rand::{RngExt, SeedableRng};
use plain::swept_count;
use schools::eight_schools;
use std::error::Error as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Returns a directory for one test.
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

/// The variable of the environment for the process that is killed, with the path of its checkpoint.
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

/// Three observations, with a prior whose scale is no data.
fn small(y: &[f64; 3], sd: f64) -> Posterior<impl BoundModel + use<>> {
    params! { mu: real(), tau: positive() }
    let model = model! {
        mu  |= normal(0.0, sd),
        tau |= half_normal(2.0),
        data(y) |= normal(mu, tau),
    };
    model.compile().expect("the model compiles")
}

const Y: [f64; 3] = [1.2, 0.4, 0.9];

/// A run of [`small`], short enough to be done fifty times.
fn short<M: BoundModel>(posterior: &Posterior<M>) -> Nuts<'_> {
    posterior.nuts().chains(3).warmup(60).draws(150).seed(5).progress(false)
}

/// Set for the process that is killed: its checkpoint, and the number of its threads.
const RESUMED: &str = "MONOMORPH_TEST_RESUMED_RUN";

/// Continues a run that is killed repeatedly, and writes a byte for each draw.
#[test]
fn victim_that_goes_on() {
    let Ok(text) = std::env::var(RESUMED) else { return };
    let (path, threads) = text.rsplit_once(' ').expect("a path and a number");
    killed::say_begun();
    let posterior = small(&Y, 3.0);
    let nuts = short(&posterior).threads(threads.parse().expect("a number"));
    let _ = nuts.checkpoint(path, 7).resume(path).on_draw(|_| killed::say_step()).run();
}

#[test]
fn a_run_that_is_killed_many_times_has_the_draws_of_one_that_is_not() {
    let path = directory("resumed").join("run.mono");
    let posterior = small(&Y, 3.0);
    let whole = short(&posterior).run().expect("a fit");
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let (mut kills, mut finished) = (0, 0);
    while kills < swept_count(50) {
        let run = format!("{} {}", path.display(), rng.random_range(1..4));
        // Some time within warmup, or after some draws.
        let (steps, turns) = (rng.random_range(0..40), rng.random_range(0..200_000));
        if killed::is_killed("victim_that_goes_on", (RESUMED, &run), steps, turns) {
            kills += 1;
        } else {
            // It was over before.
            let fit = short(&posterior).resume(&path).run().expect("a fit");
            assert_eq!(fit.draws(), whole.draws());
            finished += 1;
            std::fs::remove_file(&path).expect("a file");
        }
    }
    println!("{kills} kills, {finished} runs were over");
    let fit = short(&posterior).checkpoint(&path, 1000).resume(&path).run().expect("a fit");
    assert_eq!(fit.draws(), whole.draws());
    for (chain, other) in fit.chains().iter().zip(whole.chains()) {
        assert_eq!(chain.draws(), other.draws());
        assert_eq!(chain.inverse_metric(), other.inverse_metric());
        assert_eq!(chain.initial_point(), other.initial_point());
        assert_eq!(chain.warmup_leapfrogs(), other.warmup_leapfrogs());
    }
}

#[test]
fn more_draws_can_be_asked_for_later() {
    let directory = directory("longer");
    let path = directory.join("run.mono");
    let posterior = eight_schools();
    let nuts = || posterior.nuts().chains(2).warmup(80).seed(2).metric(monomorph::sampling::Metric::Dense);
    let whole = nuts().draws(90).step_jitter(0.2).run().expect("a fit");
    let mut draws = Vec::new();
    for count in [20, 50, 50, 90] {
        let nuts = nuts().draws(count).step_jitter(0.2).checkpoint(&path, 7).resume(&path);
        draws.push(nuts.save(&directory).run().expect("a fit"));
    }
    assert_eq!(draws[1].draws(), draws[2].draws());
    assert_eq!(draws[3].draws(), whole.draws());
    let (_, rows) = read_csv(&directory.join("chain_2.csv"));
    let mu: Vec<f64> = rows.iter().map(|row| row[7]).collect();
    assert_eq!(Ok(&mu[..]), whole.draws().column("mu").expect("mu").chain(1));

    // Fewer, and the file keeps what it has.
    let before = std::fs::read(&path).expect("a file");
    let fewer = nuts().draws(50).step_jitter(0.2).resume(&path).run().expect("a fit");
    assert_eq!(fewer.draws(), draws[1].draws());
    assert_eq!(std::fs::read(&path).expect("a file"), before);
}

/// Checks the error of a run that cannot continue, and that it does not change the files.
#[track_caller]
fn refused(nuts: Nuts<'_>, path: &Path, words: &str) {
    let files = || [path.to_owned(), path.with_extension("mono.draws")].map(|path| std::fs::read(path).ok());
    let before = files();
    let error = nuts.run().expect_err("the file is refused");
    assert!(matches!(error, Error::Checkpoint { .. }), "{error}");
    assert!(error.to_string().contains(words), "{error}");
    assert!(files() == before, "the files are untouched");
}

#[test]
fn a_checkpoint_of_another_run_is_refused() {
    let path = directory("other").join("run.mono");
    let (posterior, other) = (small(&Y, 3.0), small(&[1.2, 0.4, 0.8], 3.0));
    let prior = small(&Y, 3.1);
    short(&posterior).checkpoint(&path, 50).run().expect("a fit");
    refused(short(&posterior).checkpoint(&path, 50), &path, "there is a run already");
    let resumed = || short(&posterior).resume(&path);
    refused(resumed().seed(6), &path, "`seed` is 5 there, and 6 here");
    refused(resumed().warmup(61), &path, "`warmup` is 60 there, and 61 here");
    refused(resumed().target_accept(0.9), &path, "`target_accept` is 0.8 there, and 0.9 here");
    refused(resumed().chains(4), &path, "`chains` is 3 there, and 4 here");
    refused(resumed().initial_points([vec![0.0; 2]]), &path, "`initial_points` is 0");
    refused(short(&other).resume(&path), &path, "other data");
    refused(short(&prior).resume(&path), &path, "another model");
    let schools = eight_schools();
    refused(
        short(&schools).resume(&path),
        &path,
        "its variables are mu, tau; this model's are mu, tau, eta[8]",
    );

    let missing = short(&posterior).resume("no such run.mono").run().expect_err("no file");
    assert!(matches!(missing, Error::Io { .. }) && missing.to_string().contains("no such run.mono"));
    let kind = missing.source().and_then(|source| source.downcast_ref()).map(std::io::Error::kind);
    assert_eq!(kind, Some(std::io::ErrorKind::NotFound));
    let two = short(&posterior).resume(&path).checkpoint("other.mono", 3).run().expect_err("two files");
    assert_eq!(two.to_string(), "the setting `resume` must be the path of `checkpoint`");
    std::fs::remove_file(path.with_extension("mono.draws")).expect("a file");
    assert!(matches!(resumed().run(), Err(Error::Io { .. })));
}

/// Writes a new file, because replacing a file would wait for the disk.
fn write(path: &Path, bytes: &[u8]) {
    std::fs::remove_file(path).expect("an old file");
    std::fs::write(path, bytes).expect("a new file");
}

#[test]
fn every_changed_byte_and_every_lost_byte_is_found() {
    let path = directory("corrupted").join("run.mono");
    let posterior = small(&Y, 3.0);
    let nuts = || posterior.nuts().chains(1).threads(1).warmup(5).draws(3).seed(1).progress(false);
    let whole = nuts().checkpoint(&path, 2).run().expect("a fit");
    for file in [path.clone(), path.with_extension("mono.draws")] {
        let bytes = std::fs::read(&file).expect("a file");
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1 << (place % 8);
            write(&file, &changed);
            refused(nuts().resume(&path), &path, "");
            write(&file, &bytes[..place]);
            refused(nuts().resume(&path), &path, "it is cut off");
        }
        write(&file, &bytes);
        assert_eq!(nuts().resume(&path).run().expect("a fit").draws(), whole.draws());
        // A checkpoint that was never finished leaves bytes behind those that count.
        if file != path {
            write(&file, &[&bytes[..], &bytes[40..90]].concat());
            assert_eq!(nuts().resume(&path).run().expect("a fit").draws(), whole.draws());
            assert!(std::fs::read(&file).expect("a file") == bytes);
        }
    }
}
