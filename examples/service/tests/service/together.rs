//! The updater by itself: rows that came while it was at work are one update.

use crate::{Folder, weeks};
use service::inference::settings;
use service::snapshot::Snapshot;
use service::updater::Updater;
use std::sync::Arc;
use tokio::sync::{mpsc, watch};

#[test]
fn rows_that_came_meanwhile_are_taken_together() {
    let folder = Folder::new("together");
    let (publisher, snapshot) = watch::channel(Arc::<Snapshot>::default());
    let (sender, receiver) = mpsc::unbounded_channel();
    for count in [9, 12, 10] {
        sender.send(weeks("Pier", count, 1)[..1].to_vec()).unwrap();
    }
    drop(sender);
    let updater = Updater::new(folder.0.join("learned.json"), Box::new(settings), publisher);
    updater.run(weeks("Pier", 10, 4), receiver);
    let snapshot = snapshot.borrow();
    let state = &snapshot.state;
    assert_eq!((state.rows, state.published, state.updates), (31, 2, 1), "{state:?}");
    assert!(state.log_evidence.is_some_and(|evidence| evidence < -3.0), "{state:?}");
}
