use super::{Every, Journal, Saver, Snapshot};
use crate::shape::Extent;
use crate::trace::VariableInfo;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Files with matrices that are older than the order column after column are refused, with the reason;
/// files without matrices are not affected.
#[test]
fn matrices_of_earlier_files_are_refused() {
    let run = |columns: Option<usize>| {
        let extent = columns.map_or(Extent::Vector(6), |columns| Extent::Matrix { length: 6, columns });
        let info = VariableInfo::behind(&[], "m", extent, false);
        Snapshot::new(&[info], vec![("sampler".to_owned(), "nuts".to_owned())], 1)
    };
    let matrix = run(Some(3));
    let mut earlier = matrix.clone();
    earlier.facts.truncate(1);
    let why = earlier.differs_from(&matrix).expect("a difference");
    assert!(why.contains("row after row"), "{why}");
    let error = earlier.check(Path::new("run.mono"), &matrix).expect_err("an error").to_string();
    assert!(error.contains("run.mono") && error.contains("row after row"), "{error}");
    assert_eq!(matrix.differs_from(&matrix), None);
    let vector = run(None);
    assert_eq!(vector.facts.len(), 1);
    assert_eq!(vector.differs_from(&vector), None);
}

/// Files older than the fact about labels do not have it, and continue with any labels.
#[test]
fn labels_differ_where_both_runs_have_them() {
    let run = |labels: Option<&str>| {
        let facts = labels.map(|labels| (super::snapshot::LABELS.to_owned(), labels.to_owned()));
        Snapshot { facts: facts.into_iter().collect(), ..Snapshot::default() }
    };
    let [none, some, other] = [None, Some("a1"), Some("b2")].map(run);
    for (there, here) in [(&none, &some), (&some, &none), (&some, &some)] {
        assert_eq!(there.differs_from(here), None);
    }
    let why = some.differs_from(&other).expect("a difference");
    assert!(why.contains("other labels"), "{why}");
}

#[test]
fn a_chain_is_saved_as_often_as_it_was_asked() {
    assert_eq!(Every::from(7), Every::Transitions(7));
    assert_eq!(Every::from(Duration::from_secs(3)), Every::Time(Duration::from_secs(3)));
    let folder = std::env::temp_dir().join(format!("monomorph-every-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let journal = Journal::begin(&folder.join("run.mono"), Snapshot::new(&[], Vec::new(), 1), 1);
    let journal = Arc::new(journal.expect("files"));
    let mut third = Saver::new(journal.clone(), Every::Transitions(3), 0, 1, 0);
    for _ in 0..2 {
        assert_eq!([third.count(), third.count(), third.count()], [false, false, true]);
        third.commit(Vec::new());
        assert!(!third.is_behind());
    }
    let mut later = Saver::new(journal.clone(), Every::Time(Duration::from_secs(3600)), 0, 1, 0);
    assert!(!later.count() && !later.count() && later.is_behind());
    assert!(Saver::new(journal, Every::Time(Duration::ZERO), 0, 1, 0).count());
    std::fs::remove_dir_all(folder).expect("no folder");
}
