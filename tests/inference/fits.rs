//! Many fits of one model: results by key, failures, the record, kills and interruptions.

use monomorph::fits::{FitSummary, FitsProgress, FoundFits, fits, read_fits};
use monomorph::prelude::*;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

fn rates(y: &[f64]) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    params! { mu: real(), sigma: positive() }
    let model = model! { mu |= normal(0.0, 5.0), sigma |= half_normal(2.0), data(y) |= normal(mu, sigma) };
    model.compile()
}

/// Data sets, of which the one with the key 3 has a NaN.
fn sets(count: usize) -> Vec<(usize, Vec<f64>)> {
    let set = |key: usize| {
        let number = |i: usize| if key == 3 && i == 2 { f64::NAN } else { (key + i * i) as f64 / 7.0 };
        (key, (0..6).map(number).collect())
    };
    (0..count).map(set).collect()
}

/// The fits of data sets, each of two short chains.
macro_rules! short {
    ($data:expr) => {
        fits($data, |y| rates(y)).chains(2).warmup(60).draws(40).progress(false)
    };
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("monomorph_fits_{name}_{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn by_key<R: Clone>(found: &FoundFits<R>) -> Vec<(String, R)> {
    let mut all: Vec<_> = found.succeeded().map(|(key, result)| (key.to_owned(), result.clone())).collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

#[test]
fn results_depend_on_seed_and_key_alone() {
    let one = short!(sets(7)).threads(1).run().unwrap();
    let mut reversed = sets(7);
    reversed.reverse();
    let three = short!(reversed).threads(3).run().unwrap();
    assert_eq!(by_key(&one), by_key(&three));
    assert_eq!(one.iter().map(|(key, _)| key).collect::<Vec<_>>(), ["0", "1", "2", "3", "4", "5", "6"]);
    let alone = short!(sets(7).split_off(5)).run().unwrap();
    assert_eq!(alone.get(6).unwrap(), one.get(6).unwrap());
    let other = short!(sets(7)).seed(1).run().unwrap();
    assert_ne!(other.get(6).unwrap(), one.get(6).unwrap());
    // Equal data with other keys have other draws.
    let same = short!([("a", vec![1.0, 2.0]), ("b", vec![1.0, 2.0])]).run().unwrap();
    assert_ne!(same.get("a").unwrap(), same.get("b").unwrap());
}

#[test]
fn what_is_kept_is_the_summary_of_the_sampler() {
    let found = short!(sets(2)).run().unwrap();
    let kept = found.get(1).unwrap();
    assert_eq!((kept.summary().chains(), kept.summary().draws_per_chain()), (2, 40));
    assert_eq!(
        kept.summary().rows().iter().map(|row| row.name.as_str()).collect::<Vec<_>>(),
        ["mu", "sigma"]
    );
    let expected = fits(sets(2), |y| rates(y)).run_with(|posterior, _, seed| {
        posterior.nuts().chains(2).warmup(60).draws(40).threads(1).seed(seed).progress(false).run()
    });
    let fit = expected.unwrap().get(1).unwrap().clone();
    assert_eq!(*kept, FitSummary::of(&fit));
    assert_eq!(kept.divergences(), fit.divergences());
    assert!(!kept.warnings().is_empty(), "80 draws are too few to be without a warning");
}

#[test]
fn failures_are_named_and_the_rest_is_kept() {
    let six = sets(6);
    let found = fits(six.iter().map(|(key, y)| (format!("shop {key}"), y)), |y| {
        assert!(y[0] < 5.0 / 7.0, "no such shop");
        rates(y)
    });
    let found = found.chains(1).warmup(40).draws(20).progress(false).run().unwrap();
    let failed: Vec<(&str, String)> = found.failed().map(|(key, error)| (key, error.to_string())).collect();
    assert_eq!(failed.len(), 2);
    assert!(failed[0].0 == "shop 3" && failed[0].1.contains("element 2 is NaN"), "{failed:?}");
    assert_eq!(failed[1], ("shop 5", "a panic: no such shop".to_owned()));
    assert_eq!(found.succeeded().count(), 4);
    assert!(found.get("shop 3").is_err() && found.get("shop 4").is_ok());
    let unknown = found.get("shop 9").unwrap_err();
    assert!(unknown.to_string().contains("shop 9"), "{unknown}");
    let text = found.to_string();
    assert!(text.starts_with("4 fits\n2 failed:\n  shop 3: ") && text.ends_with("no such shop"), "{text}");
}

/// Fits with a record, which count those that are run.
macro_rules! counted {
    ($count:expr, $path:expr) => {{
        $count.store(0, Ordering::Relaxed);
        let build = |y: &Vec<f64>| {
            $count.fetch_add(1, Ordering::Relaxed);
            rates(y)
        };
        fits(sets(6), build).chains(2).warmup(40).draws(20).progress(false).record($path.clone())
    }};
}

#[test]
fn a_record_is_gone_on_with_wherever_it_was_cut() {
    let folder = Folder::new("cut");
    let (path, count) = (folder.file("fits.tsv"), AtomicUsize::new(0));
    let whole = counted!(&count, &path).threads(1).run().unwrap();
    assert_eq!((count.load(Ordering::Relaxed), whole.resumed()), (6, 0));
    let bytes = std::fs::read(&path).unwrap();
    let head = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0 + 1;
    for kept in [0, 3, head - 1, head, head + 1, bytes.len() / 2, bytes.len() - 1, bytes.len()] {
        std::fs::write(&path, &bytes[..kept]).unwrap();
        let found = counted!(&count, &path).run().unwrap();
        assert_eq!(by_key(&found), by_key(&whole), "cut at {kept}");
        let rows = bytes[..kept].iter().filter(|byte| **byte == b'\n').count().saturating_sub(2);
        // The one that fails is never in the file.
        assert_eq!((count.load(Ordering::Relaxed), found.resumed()), (6 - rows, rows), "cut at {kept}");
        assert_eq!(by_key(&read_fits::<FitSummary>(&path).unwrap()), by_key(&whole), "cut at {kept}");
    }
}

#[test]
fn damaged_rows_at_the_end_are_cut_off_and_others_refused() {
    let folder = Folder::new("damaged");
    let (path, count) = (folder.file("fits.tsv"), AtomicUsize::new(0));
    let whole = counted!(&count, &path).threads(1).run().unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    // A machine that goes down may leave a last row of anything.
    let last = text.trim_end().rfind('\n').unwrap() + 1;
    for damage in ["\0\0\0\0\n", "half of a row\n", "\n", "\u{fffd}"] {
        std::fs::write(&path, format!("{}{damage}", &text[..last])).unwrap();
        let found = counted!(&count, &path).run().unwrap();
        assert_eq!(by_key(&found), by_key(&whole));
        assert_eq!(found.resumed(), 4);
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), text.lines().count());
    }
    let changed = text.replacen("mu\t", "mv\t", 1);
    std::fs::write(&path, &changed).unwrap();
    let error = counted!(&count, &path).run().unwrap_err().to_string();
    assert!(error.contains("fits.tsv") && error.contains("row 1 is damaged"), "{error}");
    assert!(read_fits::<FitSummary>(&path).unwrap_err().to_string().contains("row 1 is damaged"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), changed, "it is left as it is");
    std::fs::write(&path, "not ours").unwrap();
    assert!(counted!(&count, &path).run().unwrap_err().to_string().contains("it belongs to other"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "not ours");
}

#[test]
fn files_of_other_settings_are_refused() {
    let folder = Folder::new("settings");
    let (path, count) = (folder.file("fits.tsv"), AtomicUsize::new(0));
    counted!(&count, &path).run().unwrap();
    assert!(counted!(&count, &path).seed(1).run().is_err());
    assert!(counted!(&count, &path).draws(30).run().is_err());
    assert!(counted!(&count, &path).version("of Tuesday".to_owned()).run().is_err());
    assert_eq!(counted!(&count, &path).threads(2).run().unwrap().resumed(), 5);
}

#[test]
fn keys_may_be_added_and_left_out() {
    let folder = Folder::new("keys");
    let path = folder.file("fits.tsv");
    let few = short!(sets(3)).record(path.clone()).run().unwrap();
    let more = short!(sets(7)).record(path.clone()).run().unwrap();
    assert_eq!((more.resumed(), more.get(2).unwrap()), (3, few.get(2).unwrap()));
    let fewer = short!(sets(2)).record(path.clone()).run().unwrap();
    assert_eq!((fewer.resumed(), fewer.len()), (2, 2));
    assert_eq!(read_fits::<FitSummary>(&path).unwrap().len(), 6);
}

#[test]
fn values_of_the_programs_own_are_recorded() {
    let folder = Folder::new("own");
    let path = folder.file("fits.tsv");
    let mean = |posterior: &Posterior<_>, y: &Vec<f64>, seed| {
        assert_eq!(y.len(), 6);
        let fit = posterior_fit(posterior, seed)?;
        Ok(vec![fit.summary().row("mu")?.mean, f64::NAN])
    };
    let found = short!(sets(3)).record(path.clone()).run_recorded(mean).unwrap();
    let again = short!(sets(3)).record(path.clone()).run_recorded(mean).unwrap();
    assert_eq!(again.resumed(), 3);
    assert_eq!(again.get(1).unwrap()[0].to_bits(), found.get(1).unwrap()[0].to_bits());
    assert!(read_fits::<f64>(&path).is_err(), "two numbers are no number");
    let error = short!(sets(3)).record(path).run_with(mean).unwrap_err().to_string();
    assert!(error.contains("run_recorded"), "{error}");
}

fn posterior_fit(
    posterior: &Posterior<impl BoundModel>,
    seed: u64,
) -> Result<monomorph::sampling::Fit, Error> {
    posterior.nuts().chains(1).warmup(40).draws(20).threads(1).seed(seed).progress(false).run()
}

#[test]
fn an_interruption_leaves_what_is_over() {
    let folder = Folder::new("interrupted");
    let (path, stop) = (folder.file("fits.tsv"), AtomicBool::new(false));
    let after_two = |progress: &FitsProgress| stop.store(progress.finished >= 2, Ordering::Relaxed);
    let run = || short!(sets(7)).threads(1).record(path.clone());
    let found = run().report_to(&after_two).interrupt(&stop).run().unwrap();
    assert_eq!(found.succeeded().count(), 2);
    assert!(found.failed().all(|(_, error)| *error == Error::Interrupted));
    let rest = run().run().unwrap();
    assert_eq!((rest.resumed(), rest.succeeded().count()), (2, 6));
    assert_eq!(by_key(&rest), by_key(&short!(sets(7)).run().unwrap()));
}

/// A fit that is stopped on its way is none, though the sampler has draws of it.
#[test]
fn half_a_fit_is_not_kept() {
    let stop = AtomicBool::new(false);
    let build = |y: &Vec<f64>| {
        stop.store(true, Ordering::Relaxed);
        rates(y)
    };
    let found = fits(sets(1), build).threads(1).progress(false).interrupt(&stop).run().unwrap();
    assert_eq!(found.get(0).unwrap_err(), Error::Interrupted);
}

#[test]
fn progress_counts_all_fits() {
    let seen = Mutex::new(Vec::new());
    let see = |progress: &FitsProgress| {
        let FitsProgress { all, finished, failed, .. } = *progress;
        seen.lock().unwrap().push((all, finished, failed));
    };
    short!(sets(5)).threads(2).report_to(&see).run().unwrap();
    let seen = seen.into_inner().unwrap();
    assert_eq!(seen.iter().map(|seen| seen.1).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!(seen[4], (5, 5, 1));
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let twice = short!([("a", vec![1.0]), ("a", vec![2.0])]).run().unwrap_err();
    assert_eq!(twice.to_string(), "two data sets have the key `a`");
    assert!(short!(sets(1)).threads(0).run().unwrap_err().to_string().contains("threads"));
    let none = short!(Vec::<(u32, Vec<f64>)>::new()).run().unwrap();
    assert!(none.is_empty() && none.to_string() == "0 fits");
    // Settings of the sampler are errors of each fit.
    assert_eq!(short!(sets(2)).draws(0).run().unwrap().failed().count(), 2);
    let lost = short!(sets(1)).record(PathBuf::from("/nowhere/at/all/fits.tsv")).run().unwrap_err();
    assert!(lost.to_string().contains("fits.tsv"), "{lost}");
}
