//! Runs the tests that reach a mutant, until one detects it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::built::Program;
use crate::listed::Mutant;
use crate::switched::Asking;

/// One test of a program.
struct Test {
    program: PathBuf,
    folder: PathBuf,
    name: String,
    /// The places that the test reaches.
    places: Vec<usize>,
    takes: Duration,
}

#[derive(Default)]
pub struct Outcomes {
    tried: usize,
    pub noticed: usize,
    /// The number of detected mutants under which a test does not end.
    pub endless: usize,
    pub missed: Vec<usize>,
    pub never_reached: Vec<usize>,
}

impl Test {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["--exact", &self.name, "--test-threads", "1"]).current_dir(&self.folder);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Returns true if the test fails under a mutant, or `None` if it does not end.
    fn fails(&self, mutant: usize) -> Option<bool> {
        let mut child = self.command().env("MUTANT", mutant.to_string()).spawn().expect("a test program");
        let limit = Instant::now() + Duration::from_secs(10) + 10 * self.takes;
        loop {
            if let Some(status) = child.try_wait().expect("the end of a test") {
                return Some(!status.success());
            }
            if Instant::now() > limit {
                child.kill().and_then(|()| child.wait()).expect("the end of a test without one");
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The tests of all programs. A program that is one test of its own is run by this name as well.
fn tests(programs: &[Program]) -> Vec<Test> {
    let mut tests = Vec::new();
    for program in programs {
        let list =
            Command::new(&program.path).current_dir(&program.folder).arg("--list").output().expect("a list");
        for line in String::from_utf8_lossy(&list.stdout).lines() {
            if let Some(name) = line.strip_suffix(": test") {
                tests.push(Test {
                    program: program.path.clone(),
                    folder: program.folder.clone(),
                    name: name.to_string(),
                    places: Vec::new(),
                    takes: Duration::ZERO,
                });
            }
        }
    }
    tests
}

/// Does `work` with each of `count` numbers, on the threads of the machine.
fn on_threads(count: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    work(number);
                }
            });
        }
    });
}

/// Runs each test without a mutant, and records the places that it reaches.
fn visited(copy: &Path, programs: &[Program]) -> Vec<Test> {
    let tests: Vec<Mutex<Test>> = tests(programs).into_iter().map(Mutex::new).collect();
    on_threads(tests.len(), |number| {
        let mut test = tests[number].lock().expect("a test");
        let file = copy.with_file_name(format!("places_{number}"));
        let _ = std::fs::remove_file(&file);
        let start = Instant::now();
        let status = test.command().env("MUTANT_PLACES", &file).status().expect("a test program");
        test.takes = start.elapsed();
        let places = std::fs::read_to_string(&file).unwrap_or_default();
        let _ = std::fs::remove_file(&file);
        if status.success() {
            test.places = places.lines().map(|line| line.parse().expect("the number of a place")).collect();
        } else {
            eprintln!("{} fails without a mutant, and is left out", test.name);
        }
    });
    let mut tests: Vec<Test> = tests.into_iter().map(|test| test.into_inner().expect("a test")).collect();
    tests.sort_by_key(|test| test.takes);
    tests
}

/// Tries all mutants, and prints undetected mutants at once, because a run may be ended early.
pub fn try_all(copy: &Path, programs: &[Program], sites: &[Asking], mutants: &[Mutant]) -> Outcomes {
    let tests = visited(copy, programs);
    eprintln!("{} tests, {} places", tests.len(), sites.len());
    let outcomes = Mutex::new(Outcomes::default());
    on_threads(sites.len(), |place| {
        let reaching: Vec<&Test> = tests.iter().filter(|test| test.places.contains(&place)).collect();
        for &mutant in &sites[place].mutants {
            let mut noticed = Some(false);
            for test in &reaching {
                noticed = test.fails(mutant);
                if noticed != Some(false) {
                    break;
                }
            }
            let mut outcomes = outcomes.lock().expect("the outcomes");
            outcomes.tried += 1;
            if noticed == Some(false) {
                let (tried, name) = (outcomes.tried, &mutants[mutant].name);
                eprintln!("{tried} tried; not noticed by {} tests: {name}", reaching.len());
            }
            match noticed {
                _ if reaching.is_empty() => outcomes.never_reached.push(mutant),
                Some(false) => outcomes.missed.push(mutant),
                Some(true) => outcomes.noticed += 1,
                None => {
                    outcomes.noticed += 1;
                    outcomes.endless += 1;
                }
            }
        }
    });
    let mut outcomes = outcomes.into_inner().expect("the outcomes");
    outcomes.missed.sort_unstable();
    outcomes.never_reached.sort_unstable();
    outcomes
}
