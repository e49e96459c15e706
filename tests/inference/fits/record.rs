//! The record of many fits: truncated and changed records, and changes of the run that are allowed.

use super::{Folder, by_key, rates, sets};
use monomorph::fits::{FitSummary, fits, read_fits};
use monomorph::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Makes fits with a record, and counts the fits that are run.
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
    // A program that keeps something else neither reads the rows nor cuts them off.
    let text = std::fs::read_to_string(&path).unwrap();
    let other = short!(sets(3)).record(path.clone()).run_recorded(|_, _, _| Ok(1.0)).unwrap_err().to_string();
    assert!(other.contains("is not what is kept now"), "{other}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    let error = short!(sets(3)).record(path).run_with(mean).unwrap_err().to_string();
    assert!(error.contains("run_recorded"), "{error}");
}

fn posterior_fit(
    posterior: &Posterior<impl BoundModel>,
    seed: u64,
) -> Result<monomorph::sampling::Fit, Error> {
    posterior.nuts().chains(1).warmup(40).draws(20).threads(1).seed(seed).progress(false).run()
}
