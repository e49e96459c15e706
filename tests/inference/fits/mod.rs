//! Many fits of one model: results by key, failures and interruptions.

use monomorph::fits::{FitSummary, FitsProgress, FoundFits, fits};
use monomorph::prelude::*;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

fn rates(y: &[f64]) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    params! { mu: real(), sigma: positive() }
    let model = model! { mu |= normal(0.0, 5.0), sigma |= half_normal(2.0), data(y) |= normal(mu, sigma) };
    model.compile()
}

/// Data sets, where the one with the key 3 has a NaN.
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

mod record;

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

/// A fit that is stopped before its end is not kept, although the sampler has draws of it.
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
