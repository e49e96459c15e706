//! A service of a model whose data arrive: rows are posted, predictions asked for, and the draws are updated
//! between them.
//!
//! ```text
//! cargo run --release --package service -- serve FOLDER 127.0.0.1:8080
//! curl localhost:8080/rows -d '[{"shop": "Pier", "weekday": "friday", "count": 12}]'
//! curl 'localhost:8080/predict?shop=Pier&weekday=friday'
//! curl localhost:8080/state
//! cargo run --release --package service -- load
//! ```
//!
//! The sales of `load` are made up; `load --report` writes its table to `benches/report/service.md`.
//!
//! What to look at: after the first run the way of most updates is `weighted`, and nothing is sampled; a
//! shop that is new is `refitted`. A service that is killed and started again has all rows that it
//! acknowledged, and its run is a `warm run`.

mod load;

use service::{Failure, inference, server};
use std::path::Path;
use tokio::net::TcpListener;

const USAGE: &str = "service serve FOLDER [ADDRESS] | service load [--report]";

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["serve", folder] => serve(folder, "127.0.0.1:8080"),
        ["serve", folder, address] => serve(folder, address),
        ["load"] => load::run(false),
        ["load", "--report"] => load::run(true),
        _ => Err(USAGE.into()),
    }
}

#[tokio::main]
async fn serve(folder: &str, address: &str) -> Result<(), Failure> {
    let listener = TcpListener::bind(address).await?;
    server::serve(Path::new(folder), listener, Box::new(inference::settings)).await
}
