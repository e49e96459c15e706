//! An update that fails: the draws before answer, the reason is told, and the next rows begin a run of all.

use crate::{Folder, post, predict, weeks};
use service::client::Client;
use service::process::{Process, wait_for};
use service::rows::{self, Row};
use service::server::{self, Known};
use service::{Failure, inference};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use std::{env, fs, thread};
use tokio::net::TcpListener;

/// The folder of a service that fails, for the process that runs it.
const FOLDER: &str = "MONOMORPH_TEST_FAILING_SERVICE";

/// The files that make it fail: as long as one is there, and once, where it is taken away.
const FAILS: &str = "fails";
const FAILS_ONCE: &str = "fails once";

/// A service whose chains are to have no draws, which is an error, in the process that other tests start.
#[test]
fn victim() -> Result<(), Failure> {
    let Some(folder) = env::var_os(FOLDER).map(PathBuf::from) else { return Ok(()) };
    let (fails, once) = (folder.join(FAILS), folder.join(FAILS_ONCE));
    let settings = move |seed| {
        let mut settings = inference::settings(seed);
        if fails.exists() || fs::remove_file(&once).is_ok() {
            settings.run.draws = 0;
        }
        settings
    };
    tokio::runtime::Runtime::new()?.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        server::serve(&folder, listener, Box::new(settings)).await
    })
}

fn start(folder: &Folder) -> Process {
    let mut command = Command::new(env::current_exe().unwrap());
    Process::of(command.args(["--exact", "failed::victim", "--nocapture"]).env(FOLDER, &folder.0)).unwrap()
}

/// Waits until the state has a reason why rows are not in the draws.
fn wait_for_error(client: &mut Client) -> (Known, String) {
    for _ in 0..1000 {
        let known = wait_for(client, 0).unwrap();
        if let Some(error) = known.draws.error.clone() {
            return (known, error);
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("the state has no reason");
}

#[test]
fn a_failed_update_leaves_the_draws_before() {
    let folder = Folder::new("failed");
    let service = start(&folder);
    let mut client = service.client().unwrap();
    post(&mut client, &weeks("Pier", 10, 4));
    wait_for(&mut client, 28).unwrap();
    let before = predict(&mut client, "Pier");

    // Weights of these rows are not to be believed, so that the update begins a run.
    fs::write(folder.0.join(FAILS), "").unwrap();
    post(&mut client, &weeks("Pier", 30, 12));
    let (known, error) = wait_for_error(&mut client);
    assert!(error.contains("`draws` must be at least 1"), "{error}");
    assert_eq!((known.logged, known.draws.rows, known.draws.published), (112, 28, 1), "{known:?}");
    assert_eq!(predict(&mut client, "Pier"), before);

    // Rows that an update of the draws before would be weighted by: those that failed would be lost.
    fs::remove_file(folder.0.join(FAILS)).unwrap();
    post(&mut client, &weeks("Pier", 10, 1));
    let known = wait_for(&mut client, 119).unwrap();
    assert_eq!((known.draws.error.as_deref(), known.draws.way.as_str()), (None, "warm run"), "{known:?}");
    assert_eq!((known.logged, known.draws.rows, known.draws.published), (119, 119, 2), "{known:?}");
    let after = predict(&mut client, "Pier");
    assert!((after.mean - (5.0 * 10.0 + 12.0 * 30.0) / 17.1).abs() < 2.0 && after.rows == 119, "{after:?}");
    let words = service.kill().unwrap();
    assert!(words.contains("an update failed, and all data are fitted again: "), "{words}");
    assert!(words.contains("84 rows are not in the draws: "), "{words}");
}

#[test]
fn rows_of_a_failed_update_survive_a_kill() {
    let folder = Folder::new("failed_and_killed");
    let (pier, mill) = (weeks("Pier", 10, 4), weeks("Mill", 4, 4));
    let mut service = start(&folder);
    let mut client = service.client().unwrap();
    post(&mut client, &pier);
    wait_for(&mut client, 28).unwrap();
    fs::write(folder.0.join(FAILS), "").unwrap();
    post(&mut client, &mill);
    let (known, _) = wait_for_error(&mut client);
    assert_eq!((known.logged, known.draws.shops), (56, vec!["Pier".to_owned()]));
    assert_eq!(client.get("/predict?shop=Mill&weekday=friday").unwrap().status, 404);
    service.kill().unwrap();
    let lines = fs::read_to_string(folder.log()).unwrap();
    let logged: Vec<Row> = lines.lines().flat_map(|line| rows::read(line.as_bytes()).unwrap()).collect();
    assert_eq!(logged, [pier, mill].concat());

    // The first draws fail as well, and requests for them are told why.
    service = start(&folder);
    client = service.client().unwrap();
    let (known, error) = wait_for_error(&mut client);
    assert_eq!((known.logged, known.draws.rows, known.draws.published), (56, 0, 0));
    let answer = client.get("/predict?shop=Pier&weekday=friday").unwrap();
    let why: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!((answer.status, &why["error"]), (503, &format!("there are no draws yet: {error}").into()));
    service.kill().unwrap();

    service = folder.start();
    client = service.client().unwrap();
    let known = wait_for(&mut client, 56).unwrap();
    assert_eq!((known.logged, known.draws.rows, known.draws.error), (56, 56, None));
    for (shop, mean) in [("Pier", 10.0), ("Mill", 4.0)] {
        let found = predict(&mut client, shop);
        assert!((found.mean - mean).abs() < 1.5, "{found:?}");
    }
}

#[test]
fn where_an_update_fails_all_data_are_fitted() {
    let folder = Folder::new("failed_once");
    let service = start(&folder);
    let mut client = service.client().unwrap();
    post(&mut client, &weeks("Pier", 10, 4));
    wait_for(&mut client, 28).unwrap();
    fs::write(folder.0.join(FAILS_ONCE), "").unwrap();
    post(&mut client, &weeks("Pier", 30, 12));
    let known = wait_for(&mut client, 112).unwrap();
    assert_eq!((known.draws.error.as_deref(), known.draws.way.as_str()), (None, "warm run"), "{known:?}");
    let mean = predict(&mut client, "Pier").mean;
    assert!((mean - (4.0 * 10.0 + 12.0 * 30.0) / 16.1).abs() < 2.0, "{mean}");
    let words = service.kill().unwrap();
    assert!(words.contains("fitted again: ") && !words.contains("not in the draws"), "{words}");
}
