//! The requests: `POST /rows`, `GET /predict` and `GET /state`, each with an answer in JSON.

use crate::Failure;
use crate::log::Log;
use crate::rows::{self, Row, Weekday};
use crate::snapshot::{Snapshot, State as DrawsState};
use crate::updater::{Settings, Updater};
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{Write, stdout};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::task::spawn_blocking;

/// The longest time that a request waits for draws of the rows that it asks for.
const PATIENCE: Duration = Duration::from_secs(2);

/// What all requests share.
struct Service {
    /// The log, with the way to the updater: rows go there in the order of the log.
    log: Mutex<(Log, UnboundedSender<Vec<Row>>)>,
    /// The number of rows in the log.
    logged: AtomicUsize,
    snapshot: watch::Receiver<Arc<Snapshot>>,
}

/// An answer, or a status with what is wrong.
type Answer<T> = Result<Json<T>, (StatusCode, Json<Wrong>)>;

/// What is wrong.
#[derive(Serialize)]
struct Wrong {
    error: String,
}

fn wrong<T>(status: StatusCode, error: impl ToString) -> Answer<T> {
    Err((status, Json(Wrong { error: error.to_string() })))
}

/// The answer to rows.
#[derive(Serialize)]
struct Acknowledged {
    /// The number of rows in the log, with these.
    logged: usize,
}

/// The answer to `GET /state`.
#[derive(Debug, Serialize, Deserialize)]
pub struct Known {
    /// The number of rows in the log.
    pub logged: usize,
    /// What is in the draws.
    #[serde(flatten)]
    pub draws: DrawsState,
}

#[derive(Deserialize)]
struct Question {
    shop: String,
    weekday: Weekday,
}

#[derive(Deserialize)]
struct Wanted {
    /// The number of rows that the draws are to know before there is an answer.
    rows: Option<usize>,
}

/// Says where it listens, and serves the log of a folder until the process ends, or the updater, which then
/// says why. Chains have these settings.
///
/// # Errors
///
/// Those of the folder and of the log; and the end of the updater.
pub async fn serve(folder: &Path, listener: TcpListener, settings: Settings) -> Result<(), Failure> {
    fs::create_dir_all(folder)?;
    let (log, rows) = Log::open(&folder.join("rows.jsonl"))?;
    writeln!(stdout(), "listening on http://{}", listener.local_addr()?)?;
    let (sender, receiver) = unbounded_channel();
    let (publisher, snapshot) = watch::channel(Arc::default());
    let (logged, log) = (AtomicUsize::new(rows.len()), Mutex::new((log, sender)));
    let updater = Updater::new(folder.join("learned.json"), settings, publisher);
    let updater = spawn_blocking(move || updater.run(rows, receiver));
    let routes = Router::new()
        .route("/rows", post(take))
        .route("/predict", get(predict))
        .route("/state", get(state))
        .fallback(|| async { wrong::<()>(StatusCode::NOT_FOUND, "there are /rows, /predict and /state") })
        .with_state(Arc::new(Service { log, logged, snapshot }));
    tokio::select! {
        served = axum::serve(listener, routes) => Ok(served?),
        // With all rows in the log, a new process is better than one whose draws stand still.
        ended = updater => Err(format!("the updater ended: {ended:?}").into()),
    }
}

/// Takes rows: they are on the disk before they are acknowledged.
async fn take(
    State(service): State<Arc<Service>>,
    body: Result<Bytes, BytesRejection>,
) -> Answer<Acknowledged> {
    let rows = match body.map_err(|error| (error.status(), error.body_text())) {
        Err((status, error)) => return wrong(status, error),
        Ok(body) => rows::read(&body),
    };
    let rows = match rows {
        Err(error) => return wrong(StatusCode::BAD_REQUEST, error),
        Ok(rows) => rows,
    };
    // The disk may take its time, in a thread that may wait.
    match spawn_blocking(move || service.append(rows)).await {
        Ok(Ok(logged)) => Ok(Json(Acknowledged { logged })),
        Ok(Err(error)) => wrong(StatusCode::SERVICE_UNAVAILABLE, format!("the log: {error}")),
        Err(error) => wrong(StatusCode::INTERNAL_SERVER_ERROR, error),
    }
}

impl Service {
    /// Appends rows to the log and hands them to the updater; the number of rows of the log.
    fn append(&self, rows: Vec<Row>) -> std::io::Result<usize> {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        log.0.append(&rows)?;
        let logged = self.logged.fetch_add(rows.len(), Ordering::Relaxed) + rows.len();
        // Without an updater the process is about to end, and the rows are in the log.
        let _ = log.1.send(rows);
        Ok(logged)
    }

    /// The snapshot of this moment. The lock is held for as long as a pointer is copied.
    fn now(&self) -> Arc<Snapshot> {
        Arc::clone(&self.snapshot.borrow())
    }
}

/// Predicts from the draws that there are.
async fn predict(
    State(service): State<Arc<Service>>,
    question: Result<Query<Question>, QueryRejection>,
) -> Answer<crate::snapshot::Prediction> {
    let Question { shop, weekday } = match question {
        Err(error) => return wrong(StatusCode::BAD_REQUEST, error.body_text()),
        Ok(Query(question)) => question,
    };
    let snapshot = service.now();
    match snapshot.predict(&shop, weekday) {
        Ok(Some(prediction)) => Ok(Json(prediction)),
        Ok(None) if snapshot.inference.is_none() && service.logged.load(Ordering::Relaxed) > 0 => {
            let why = snapshot.state.error.as_deref().unwrap_or("they are being made");
            wrong(StatusCode::SERVICE_UNAVAILABLE, format!("there are no draws yet: {why}"))
        }
        Ok(None) => {
            let known = snapshot.state.shops.len();
            wrong(StatusCode::NOT_FOUND, format!("there is no shop `{shop}` among the {known} of the draws"))
        }
        Err(error) => wrong(StatusCode::INTERNAL_SERVER_ERROR, error),
    }
}

/// Tells what the draws know, with `rows=N` after they know N rows, or after some time.
async fn state(
    State(service): State<Arc<Service>>,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Answer<Known> {
    let wanted = match wanted {
        Err(error) => return wrong(StatusCode::BAD_REQUEST, error.body_text()),
        Ok(Query(wanted)) => wanted.rows.unwrap_or(0),
    };
    let mut changes = service.snapshot.clone();
    let known = changes.wait_for(|snapshot| snapshot.state.rows >= wanted);
    // After that time the answer is what there is.
    let _ = tokio::time::timeout(PATIENCE, known).await;
    let draws = service.now().state.clone();
    Ok(Json(Known { logged: service.logged.load(Ordering::Relaxed), draws }))
}
