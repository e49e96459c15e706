//! Tests stores that grow: whole draws are visible, and a run that ends early leaves a store that opens.

use monomorph_report::data::{Dataset, Dimension, Tree, Variable, groups};
use monomorph_report::zarr::{Appender, Entry, LOST_CHAINS};
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("monomorph_append_{}_{name}.zarr", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

/// The layout of the store: two chains of a number, a vector and a flag, and data that exist already.
fn layout(chains: usize) -> Tree {
    let posterior = Dataset::draws(chains, 0)
        .along(Dimension::text("k", ["x", "y"]))
        .and_then(|d| d.with(Variable::new("mu", ["chain", "draw"], Vec::<f64>::new())))
        .and_then(|d| d.with(Variable::new("v", ["chain", "draw", "k"], Vec::<f64>::new())))
        .unwrap();
    let stats = Dataset::draws(chains, 0)
        .with(Variable::new("diverging", ["chain", "draw"], Vec::<bool>::new()))
        .and_then(|d| d.with(Variable::new("depth", ["chain", "draw"], Vec::<i64>::new())))
        .unwrap();
    let data = Dataset::new().with(Variable::scalar("n", vec![3_i64])).unwrap();
    Tree::new()
        .attribute("seed", 1_u64)
        .with(groups::POSTERIOR, posterior)
        .with(groups::SAMPLE_STATS, stats)
        .with(groups::OBSERVED_DATA, data)
}

fn push_to_posterior(store: &Appender, chain: usize, draw: usize) -> Result<(), monomorph_report::Error> {
    let value = (chain * 100_000 + draw) as f64;
    store.push(chain, groups::POSTERIOR, &[Entry::Real(&[value]), Entry::Real(&[value + 0.25, value + 0.5])])
}

fn push(store: &Appender, chain: usize, draw: usize) -> Result<(), monomorph_report::Error> {
    push_to_posterior(store, chain, draw)?;
    let stats = [Entry::Bool(&[draw.is_multiple_of(3)]), Entry::Integer(&[draw as i64])];
    store.push(chain, groups::SAMPLE_STATS, &stats)
}

/// Checks each draw, and returns their number.
fn checked(tree: &Tree) -> usize {
    let posterior = tree.get(groups::POSTERIOR).unwrap();
    for (name, add) in [("mu", 0.0), ("v[x]", 0.25), ("v[y]", 0.5)] {
        let quantity = posterior.quantity(name).unwrap();
        for (chain, values) in quantity.chains.iter().enumerate() {
            let wanted = |draw: usize| (chain * 100_000 + draw) as f64 + add;
            assert!(values.iter().enumerate().all(|(draw, value)| *value == wanted(draw)), "{name}");
        }
    }
    let stats = tree.get(groups::SAMPLE_STATS).unwrap();
    let depth = stats.quantity("depth").unwrap();
    assert!(depth.chains[0].iter().enumerate().all(|(draw, value)| *value == draw as f64));
    posterior.draws_per_chain()
}

#[test]
fn draws_that_all_chains_have_are_published() {
    let path = folder("least");
    let store = Appender::create(&path, &layout(2)).unwrap();
    assert_eq!(checked(&Tree::from_zarr(&path).unwrap()), 0);
    for round in 0..5 {
        for draw in 700 * round..700 * (round + 1) {
            push(&store, 0, draw).unwrap();
        }
        for draw in 500 * round..500 * (round + 1) {
            push(&store, 1, draw).unwrap();
        }
        assert_eq!(checked(&Tree::from_zarr(&path).unwrap()), 500 * round, "nothing is visible yet");
        store.publish().unwrap();
        assert_eq!(checked(&Tree::from_zarr(&path).unwrap()), 500 * (round + 1));
    }
    assert_eq!(store.pushed(0, groups::POSTERIOR), 3500);
    let predictive =
        Dataset::draws(2, 1).with(Variable::new("y", ["chain", "draw"], vec![1.0, 2.0])).unwrap();
    store.insert(groups::POSTERIOR_PREDICTIVE, &predictive).unwrap();
    let tree = Tree::from_zarr(&path).unwrap();
    assert_eq!(tree.get(groups::POSTERIOR_PREDICTIVE), Some(&predictive));
    fs::remove_dir_all(&path).unwrap();
}

#[test]
fn a_run_that_ends_between_chunk_and_publishing_leaves_a_store_that_opens() {
    let path = folder("killed");
    let store = Appender::create(&path, &layout(2)).unwrap();
    for draw in 0..10 {
        (0..2).for_each(|chain| push(&store, chain, draw).unwrap());
    }
    store.publish().unwrap();
    for draw in 10..2500 {
        (0..2).for_each(|chain| push(&store, chain, draw).unwrap());
    }
    drop(store);
    assert!(path.join("posterior/mu/c/0/1").exists(), "chunks that are not published yet");
    assert_eq!(checked(&Tree::from_zarr(&path).unwrap()), 10);
    // The metadata of one array are newer than those of the root, and a file is incomplete.
    let metadata = path.join("posterior/mu/zarr.json");
    let text = fs::read_to_string(&metadata).unwrap().replace("\"shape\":[2,10]", "\"shape\":[2,2000]");
    fs::write(&metadata, text).unwrap();
    fs::write(path.join("zarr.json.partial"), "{\"zarr_fo").unwrap();
    assert_eq!(checked(&Tree::from_zarr(&path).unwrap()), 10);
    fs::remove_dir_all(&path).unwrap();
}

#[test]
fn readers_see_whole_draws_while_chains_write() {
    let path = folder("threads");
    let store = Appender::create(&path, &layout(3)).unwrap();
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writers: Vec<_> = (0..3)
            .map(|chain| {
                let store = &store;
                scope.spawn(move || (0..3000).for_each(|draw| push(store, chain, draw).unwrap()))
            })
            .collect();
        let publisher = scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                store.publish().unwrap();
            }
        });
        let mut before = 0;
        while !writers.iter().all(std::thread::ScopedJoinHandle::is_finished) {
            let now = checked(&Tree::from_zarr(&path).unwrap());
            assert!(now >= before);
            before = now;
        }
        is_done.store(true, Ordering::Relaxed);
        publisher.join().unwrap();
    });
    store.publish().unwrap();
    assert_eq!(checked(&Tree::from_zarr(&path).unwrap()), 3000);
    fs::remove_dir_all(&path).unwrap();
}

#[test]
fn draws_that_do_not_fit_are_errors_and_add_nothing() {
    let path = folder("fit");
    let store = Appender::create(&path, &layout(1)).unwrap();
    let mu = Entry::Real(&[1.0]);
    let error = |draw: &[Entry<'_>]| store.push(0, groups::POSTERIOR, draw).unwrap_err().to_string();
    assert_eq!(error(&[mu]), "group `posterior`: a draw has 1 entries, but there are 2 variables");
    assert_eq!(error(&[mu, mu]), "`v` of the group `posterior`: 1 values, but the variable has 2 elements");
    assert!(error(&[mu, Entry::Integer(&[1, 2])]).contains("values are Integer, but the variable is Real"));
    assert!(store.push(1, groups::POSTERIOR, &[]).is_err());
    assert!(store.push(0, groups::OBSERVED_DATA, &[]).is_err());
    assert_eq!(store.pushed(0, groups::POSTERIOR), 0);
    fs::remove_dir_all(&path).unwrap();
}

/// Writing to `/dev/full` always fails with the error of a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_nothing_is_lost() {
    let path = folder("full");
    let store = Appender::create(&path, &layout(1)).unwrap();
    (0..900).for_each(|draw| push(&store, 0, draw).unwrap());
    store.publish().unwrap();
    let chunk = path.join("posterior/mu/c/0/0.partial");
    std::os::unix::fs::symlink("/dev/full", &chunk).unwrap();
    let mut failures = 0;
    for draw in 900..1100 {
        match push(&store, 0, draw) {
            Ok(()) => {}
            Err(error) => {
                assert_eq!(error.kind(), Some(std::io::ErrorKind::StorageFull));
                assert!(error.to_string().contains("posterior/mu/c/0/0: `mu` of the group `posterior`"));
                failures += 1;
                assert_eq!(checked(&Tree::from_zarr(&path).unwrap()), 900);
                // The draw is kept; its statistics are not pushed yet.
                std::os::unix::fs::symlink("/dev/full", &chunk).unwrap_or_default();
                let stats = [Entry::Bool(&[draw.is_multiple_of(3)]), Entry::Integer(&[draw as i64])];
                store.push(0, groups::SAMPLE_STATS, &stats).unwrap();
            }
        }
    }
    assert_eq!(failures, 101);
    assert!(store.publish().is_err());
    assert_eq!(checked(&Tree::from_zarr(&path).unwrap()), 900);
    let _ = fs::remove_file(&chunk);
    store.publish().unwrap();
    assert_eq!(checked(&Tree::from_zarr(&path).unwrap()), 1100);
    fs::remove_dir_all(&path).unwrap();
}

#[test]
fn groups_of_a_stage_have_the_same_draws() {
    let path = folder("stages");
    let store = Appender::create(&path, &layout(1)).unwrap();
    (0..5).for_each(|draw| push(&store, 0, draw).unwrap());
    push_to_posterior(&store, 0, 5).unwrap();
    assert_eq!([groups::POSTERIOR, groups::SAMPLE_STATS].map(|group| store.pushed(0, group)), [6, 5]);
    store.publish().unwrap();
    let tree = Tree::from_zarr(&path).unwrap();
    assert_eq!(checked(&tree), 5);
    assert_eq!(tree.get(groups::SAMPLE_STATS).unwrap().draws_per_chain(), 5);
    fs::remove_dir_all(&path).unwrap();
}

/// The coordinate of draws has whole chunks of a thousand numbers, even if one is skipped.
#[test]
fn draws_are_numbered() {
    let path = folder("numbers");
    let store = Appender::create(&path, &layout(1)).unwrap();
    for draws in [0..10, 10..2100] {
        draws.for_each(|draw| push(&store, 0, draw).unwrap());
        store.publish().unwrap();
    }
    let chunk = |chunk: usize| fs::read(path.join(format!("posterior/draw/c/{chunk}"))).unwrap();
    let bytes: Vec<u8> = (0..3).flat_map(chunk).collect();
    assert!(bytes.chunks(8).map(|number| i64::from_le_bytes(number.try_into().unwrap())).eq(0..3000));
    fs::remove_dir_all(&path).unwrap();
}

#[test]
fn a_group_without_draws_does_not_hold_the_others_back() {
    let path = folder("empty");
    let store = Appender::create(&path, &layout(1)).unwrap();
    push_to_posterior(&store, 0, 0).unwrap();
    store.publish().unwrap();
    assert_eq!(checked(&Tree::from_zarr(&path).unwrap()), 1);
    fs::remove_dir_all(&path).unwrap();
}

#[test]
fn what_all_chains_had_is_published_where_all_are_lost() {
    let path = folder("all-lost");
    let store = Appender::create(&path, &layout(2)).unwrap();
    (0..3).for_each(|draw| push(&store, 0, draw).unwrap());
    (0..2).for_each(|draw| push(&store, 1, draw).unwrap());
    (0..2).for_each(|chain| store.lose(chain));
    store.publish().unwrap();
    assert_eq!(checked(&Tree::from_zarr(&path).unwrap()), 2);
    fs::remove_dir_all(&path).unwrap();
}

#[test]
fn a_run_goes_on_where_an_earlier_one_ended() {
    for published in [0, 7, 1000, 1300] {
        let path = folder(&format!("resumed_{published}"));
        let store = Appender::create(&path, &layout(2)).unwrap();
        for draw in 0..published {
            (0..2).for_each(|chain| push(&store, chain, draw).unwrap());
        }
        store.publish().unwrap();
        // These draws are written, some of them into full chunks, and never published.
        (published..published + 1900).for_each(|draw| push(&store, 0, draw).unwrap());
        drop(store);

        let store = Appender::resume(&path, &layout(2)).unwrap();
        assert_eq!(store.pushed(0, groups::POSTERIOR), published);
        assert_eq!(checked(&Tree::from_zarr(&path).unwrap()), published);
        for draw in published..published + 800 {
            (0..2).for_each(|chain| push(&store, chain, draw).unwrap());
        }
        store.publish().unwrap();
        assert_eq!(checked(&Tree::from_zarr(&path).unwrap()), published + 800);
        fs::remove_dir_all(&path).unwrap();
    }
}

#[test]
fn a_run_does_not_go_on_with_another_store() {
    let path = folder("other");
    assert!(Appender::resume(&path, &layout(2)).unwrap_err().to_string().contains("no store to continue"));
    let store = Appender::create(&path, &layout(2)).unwrap();
    (0..2).for_each(|chain| push(&store, chain, 0).unwrap());
    store.publish().unwrap();
    let before = Tree::from_zarr(&path).unwrap();
    assert!(Appender::resume(&path, &layout(3)).unwrap_err().to_string().contains("another kind or size"));
    let other = Dataset::draws(2, 0).along(Dimension::text("k", ["y", "x"])).unwrap();
    let names = layout(2).with(groups::POSTERIOR, other);
    assert!(Appender::resume(&path, &names).unwrap_err().to_string().contains("other labels"));
    let more = layout(2).with(groups::WARMUP_POSTERIOR, Dataset::draws(2, 0));
    assert!(Appender::resume(&path, &more).unwrap_err().to_string().contains("group `warmup_posterior`"));
    assert_eq!(Tree::from_zarr(&path).unwrap(), before);
    fs::remove_dir_all(&path).unwrap();
}

#[test]
fn a_lost_chain_does_not_hold_the_others_back() -> Result<(), monomorph_report::Error> {
    let path = folder("lost");
    let store = Appender::create(&path, &layout(3))?;
    (0..5).try_for_each(|draw| push(&store, 0, draw))?;
    push(&store, 1, 0)?;
    (0..4).try_for_each(|draw| push(&store, 2, draw))?;
    store.publish()?;
    assert_eq!(Tree::from_zarr(&path)?.get(groups::POSTERIOR).unwrap().draws_per_chain(), 1);

    store.lose(1);
    store.publish()?;
    let tree = Tree::from_zarr(&path)?;
    assert_eq!(tree.get_attribute(LOST_CHAINS), Some(&vec![1_usize].into()));
    let mu = tree.get(groups::POSTERIOR).unwrap().quantity("mu").unwrap();
    assert_eq!(mu.chains[2], [200_000.0, 200_001.0, 200_002.0, 200_003.0]);
    assert_eq!(mu.chains[1][0], 100_000.0);
    assert!(mu.chains[1][1..].iter().all(|value| value.is_nan()) && mu.chains[1].len() == 4);

    // No draw is published that no chain has.
    [0, 2].iter().for_each(|chain| store.lose(*chain));
    store.publish()?;
    assert_eq!(Tree::from_zarr(&path)?.get(groups::POSTERIOR).unwrap().draws_per_chain(), 4);
    fs::remove_dir_all(&path).ok();
    Ok(())
}
