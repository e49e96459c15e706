//! What is on the disk: rows that were acknowledged are there after `kill -9`, and what was learned.

use crate::{Folder, post, predict, weeks};
use service::process::{Process, wait_for};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::mpsc::channel;
use std::thread;

/// Kills the process while rows are posted one after the other and draws are made of them.
#[test]
fn acknowledged_rows_survive_a_kill() {
    let folder = Folder::new("killed");
    let mut acknowledged = 0;
    for kills in 0..3 {
        let service = folder.start();
        let mut client = service.client().unwrap();
        let (sender, receiver) = channel();
        let posts = thread::spawn(move || {
            let rows = serde_json::to_string(&weeks(&format!("shop{kills}"), 7, 1)).unwrap();
            // Until the process is gone.
            for _ in 0..10_000 {
                match client.post("/rows", &rows) {
                    Ok(answer) => assert_eq!(answer.status, 200, "{answer:?}"),
                    Err(_) => return,
                }
                sender.send(()).unwrap();
            }
        });
        // In the middle: after some answers, while more are under way.
        let before = receiver.iter().take(20 + 7 * kills).count();
        service.kill().unwrap();
        posts.join().unwrap();
        acknowledged += 7 * (before + receiver.iter().count());

        let service = folder.start();
        let mut client = service.client().unwrap();
        let logged = wait_for(&mut client, 0).unwrap().logged;
        // One more request may have come to the disk, but not to its answer.
        assert!(logged == acknowledged || logged == acknowledged + 7, "{logged} of {acknowledged}");
        acknowledged = logged;
        assert_eq!(wait_for(&mut client, logged).unwrap().draws.shops.len(), kills + 1);
    }
}

#[test]
fn a_torn_line_is_dropped() {
    let folder = Folder::new("torn");
    {
        let service = folder.start();
        post(&mut service.client().unwrap(), &weeks("Pier", 10, 2));
    }
    let whole = fs::read(folder.log()).unwrap();
    // A request that came to the disk but for its last letter, and one that has just begun.
    for torn in [serde_json::to_vec(&weeks("Mole", 1, 1)).unwrap(), b"[{\"sh".to_vec()] {
        OpenOptions::new().append(true).open(folder.log()).unwrap().write_all(&torn).unwrap();
        let service = folder.start();
        assert_eq!(wait_for(&mut service.client().unwrap(), 14).unwrap().logged, 14);
        let words = service.kill().unwrap();
        assert!(words.contains(&format!("the last line was torn, and its {} bytes", torn.len())), "{words}");
        assert_eq!(fs::read(folder.log()).unwrap(), whole);
    }
    // Rows that come then begin a line of their own.
    post(&mut folder.start().client().unwrap(), &weeks("Pier", 10, 1));
    let service = folder.start();
    assert_eq!(wait_for(&mut service.client().unwrap(), 21).unwrap().draws.shops, ["Pier"]);
}

#[test]
fn what_cannot_be_right_is_not_served() {
    let folder = Folder::new("refused");
    let error = |words: &str| {
        let program = Path::new(env!("CARGO_BIN_EXE_service"));
        let error = Process::start(program, &folder.0).err().map(|error| error.to_string());
        assert!(error.as_ref().is_some_and(|error| error.contains(words)), "{words}: {error:?}");
    };
    {
        let service = folder.start();
        post(&mut service.client().unwrap(), &weeks("Pier", 10, 1));
        error("is another service running?");
    }
    let whole = fs::read_to_string(folder.log()).unwrap();
    fs::write(folder.log(), format!("{whole}[{{]\n{whole}")).unwrap();
    error("rows.jsonl, line 2: the rows: ");
}

#[test]
fn a_start_is_warm_if_what_was_learned_fits() {
    let folder = Folder::new("warm");
    let learned = folder.0.join("learned.json");
    let start = |rows: usize| {
        let service = folder.start();
        let mut client = service.client().unwrap();
        let way = wait_for(&mut client, rows).unwrap().draws.way;
        let mean = predict(&mut client, "Pier").mean;
        assert!((mean - 10.0).abs() < 2.0, "{way}: {mean}");
        // The file is written after the draws are visible: another update waits for it.
        post(&mut client, &weeks("Pier", 10, 1));
        wait_for(&mut client, rows + 7).unwrap();
        (way, service.kill().unwrap())
    };
    post(&mut folder.start().client().unwrap(), &weeks("Pier", 10, 4));
    // The process may have come so far.
    let _ = fs::remove_file(&learned);
    assert_eq!(start(28), ("cold run".to_owned(), String::new()));
    assert_eq!(start(35), ("warm run".to_owned(), String::new()));
    // A shop that the file does not know.
    post(&mut folder.start().client().unwrap(), &weeks("Mill", 4, 1));
    assert_eq!(start(49), ("warm run".to_owned(), String::new()));
    // Another model's, and none at all.
    let text = fs::read_to_string(&learned).unwrap();
    fs::write(&learned, text.replace("\"spread\"", "\"width\"")).unwrap();
    let (way, words) = start(56);
    assert!(way == "cold run" && words.contains("does not fit"), "{way}: {words}");
    fs::write(&learned, &text[..text.len() / 2]).unwrap();
    let (way, words) = start(63);
    assert!(way == "cold run" && words.contains("the run begins cold"), "{way}: {words}");
    fs::remove_file(&learned).unwrap();
    assert_eq!(start(70).0, "cold run");
}
