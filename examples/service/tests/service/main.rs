//! The service as its users have it: a process, requests over the loopback, and `kill -9`.

mod durability;
mod failed;
mod requests;
mod together;

use service::client::{Answer, Client};
use service::process::Process;
use service::rows::{Row, Weekday};
use service::snapshot::Prediction;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// A folder for one test, which is removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("monomorph-service-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn start(&self) -> Process {
        Process::start(Path::new(env!("CARGO_BIN_EXE_service")), &self.0).unwrap()
    }

    fn log(&self) -> PathBuf {
        self.0.join("rows.jsonl")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Rows of one shop, of one count on each day of some weeks.
fn weeks(shop: &str, count: u32, weeks: usize) -> Vec<Row> {
    let days = Weekday::ALL.into_iter().cycle().take(7 * weeks);
    days.map(|weekday| Row { shop: shop.to_owned(), weekday, count }).collect()
}

/// Posts rows, which are acknowledged.
fn post(client: &mut Client, rows: &[Row]) {
    let answer = client.post("/rows", &serde_json::to_string(rows).unwrap()).unwrap();
    assert_eq!(answer.status, 200, "{answer:?}");
}

fn predict(client: &mut Client, shop: &str) -> Prediction {
    let Answer { status, body } = client.get(&format!("/predict?shop={shop}&weekday=friday")).unwrap();
    assert_eq!(status, 200, "{body}");
    serde_json::from_str(&body).unwrap()
}
