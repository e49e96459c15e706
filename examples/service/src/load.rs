//! A load of bounded size on the loopback, and the median and the 99th percentile of what is waited for.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution, Poisson};
use service::Failure;
use service::process::{Process, wait_for};
use service::rows::{Row, Weekday};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

const SHOPS: usize = 20;

/// The weeks of rows before the load.
const WEEKS: usize = 8;

/// The posts of a day each, one after the other.
const POSTS: usize = 48;

/// The number of posts from one shop that is new to the next.
const NEW_SHOP: usize = 16;

/// The predictions while nothing else is done, and the most of them while rows are posted.
const PREDICTIONS: usize = 4_000;
const MOST: usize = 200_000;

/// Rows that look like sales.
struct Sales(ChaCha8Rng);

impl Sales {
    fn row(&mut self, shop: usize, weekday: Weekday) -> Row {
        let rate = (2.0 + (shop as f64 * 0.7).sin() * 0.5 + (weekday as usize as f64).cos() * 0.3_f64).exp();
        let count = Poisson::new(rate).map_or(0.0, |law| law.sample(&mut self.0)) as u32;
        Row { shop: format!("shop{shop}"), weekday, count }
    }

    fn day(&mut self, shops: usize, weekday: Weekday) -> Vec<Row> {
        (0..shops).map(|shop| self.row(shop, weekday)).collect()
    }
}

/// Times of one kind.
#[derive(Default)]
struct Times(Vec<Duration>);

impl Times {
    /// A row of the table.
    fn write(mut self, what: &str, page: &mut String) -> Result<(), Failure> {
        self.0.sort_unstable();
        let Some(last) = self.0.len().checked_sub(1) else { return Ok(()) };
        let at = |share: f64| self.0[(share * last as f64).round() as usize].as_secs_f64() * 1e3;
        let (median, high, most) = (at(0.5), at(0.99), at(1.0));
        Ok(writeln!(page, "| {what} | {} | {median:.2} | {high:.2} | {most:.2} |", last + 1)?)
    }
}

/// Predictions over a connection of their own, until there are enough of them or a flag says so.
fn predictions(service: &Process, count: usize, shops: usize, stop: &AtomicBool) -> Result<Times, Failure> {
    let (mut client, mut times) = (service.client()?, Times::default());
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    while times.0.len() < count && !stop.load(Ordering::Relaxed) {
        let (shop, weekday) = (rng.random_range(0..shops), Weekday::ALL[rng.random_range(0..7)]);
        let began = Instant::now();
        let answer = client.get(&format!("/predict?shop=shop{shop}&weekday={weekday}"))?;
        times.0.push(began.elapsed());
        if answer.status != 200 {
            return Err(format!("{answer:?}").into());
        }
    }
    Ok(times)
}

/// Posts of a day each: the times until they are acknowledged, and by the way of the update those until it is
/// visible.
fn posts(service: &Process, sales: &mut Sales) -> Result<(Times, BTreeMap<String, Times>), Failure> {
    let (mut client, mut acknowledged) = (service.client()?, Times::default());
    let mut visible = BTreeMap::<String, Times>::new();
    let (mut shops, mut rows) = (SHOPS, SHOPS * 7 * WEEKS);
    for post in 1..=POSTS {
        shops += usize::from(post % NEW_SHOP == 0);
        let day = sales.day(shops, Weekday::ALL[post % 7]);
        rows += day.len();
        let began = Instant::now();
        let answer = client.post("/rows", &serde_json::to_string(&day)?)?;
        acknowledged.0.push(began.elapsed());
        if answer.status != 200 {
            return Err(format!("{answer:?}").into());
        }
        let known = wait_for(&mut client, rows)?;
        for way in [known.draws.way, "all".to_owned()] {
            visible.entry(way).or_default().0.push(began.elapsed());
        }
    }
    Ok((acknowledged, visible))
}

/// Starts a service of its own in a folder for the time being, loads it and prints the table.
pub fn run(is_reported: bool) -> Result<(), Failure> {
    let folder = env::temp_dir().join(format!("monomorph-service-{}", process::id()));
    let found = measure(&folder);
    fs::remove_dir_all(&folder)?;
    let page = found?;
    println!("{page}");
    if is_reported {
        fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/report/service.md"), page)?;
    }
    Ok(())
}

fn measure(folder: &std::path::Path) -> Result<String, Failure> {
    let service = Process::start(&env::current_exe()?, folder)?;
    let mut sales = Sales(ChaCha8Rng::seed_from_u64(1));
    let weeks = (0..WEEKS * 7).flat_map(|day| sales.day(SHOPS, Weekday::ALL[day % 7]));
    let weeks: Vec<Row> = weeks.collect();
    let mut client = service.client()?;
    let began = Instant::now();
    client.post("/rows", &serde_json::to_string(&weeks)?)?;
    wait_for(&mut client, weeks.len())?;
    let first = Times(vec![began.elapsed()]);

    let alone = predictions(&service, PREDICTIONS, SHOPS, &AtomicBool::new(false))?;
    let is_over = AtomicBool::new(false);
    let (beside, posted) = thread::scope(|scope| {
        let beside = scope.spawn(|| predictions(&service, MOST, SHOPS, &is_over));
        let posted = posts(&service, &mut sales);
        is_over.store(true, Ordering::Relaxed);
        (beside.join(), posted)
    });
    let beside = beside.map_err(|_| "a thread of predictions panicked")??;
    let (acknowledged, visible) = posted?;

    // The kill and the next start, which has the log and what was learned.
    service.kill()?;
    let began = Instant::now();
    let service = Process::start(&env::current_exe()?, folder)?;
    let logged = service.client()?.get("/state")?.body;
    let logged: service::server::Known = serde_json::from_str(&logged)?;
    wait_for(&mut service.client()?, logged.logged)?;
    let again = Times(vec![began.elapsed()]);

    let cores = thread::available_parallelism()?;
    let mut page = format!(
        "# A service\n\nWritten by `cargo run --release --package service -- load --report`: {SHOPS} shops, \
         {} rows,\nthen {POSTS} posts of a row for each shop, over the loopback of a machine of {cores} \
         cores.\n\n| milliseconds | number | median | 99 % | most |\n|-|-|-|-|-|\n",
        weeks.len()
    );
    first.write("first rows, until the cold run's draws are visible", &mut page)?;
    alone.write("prediction, nothing else to do", &mut page)?;
    beside.write("prediction while rows are posted and draws updated", &mut page)?;
    acknowledged.write("post, until the rows are on the disk", &mut page)?;
    for (way, times) in visible {
        times.write(&format!("post, until the draws know the rows: {way}"), &mut page)?;
    }
    again.write("start after `kill -9`, until the warm run's draws are visible", &mut page)?;
    Ok(page)
}
