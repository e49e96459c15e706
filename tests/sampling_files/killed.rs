//! Runs in a process of their own, which is killed.

use std::io::{BufReader, Read, Write};
use std::process::{Command, Stdio};

/// Writes a byte to the process that waits for it.
fn say(byte: &[u8]) {
    let mut out = std::io::stdout();
    // Nobody listens to the last words.
    let _ = out.write_all(byte).and_then(|()| out.flush());
}

/// Reports that a run begins.
pub fn say_begun() {
    say(b">");
}

/// Reports that a run has made one more step.
pub fn say_step() {
    say(b".");
}

/// Runs a test of this program with a variable of the environment, and kills it some turns of an empty loop
/// after it has reported a number of steps. Returns false if it ended before.
pub fn is_killed(test: &str, (variable, value): (&str, &str), steps: usize, turns: u32) -> bool {
    let mut child = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", test, "--nocapture"])
        .env(variable, value)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a process");
    let mut said =
        BufReader::new(child.stdout.take().expect("its output")).bytes().map(|byte| byte.unwrap_or(0));
    assert!(said.any(|byte| byte == b'>'), "the run begins");
    let heard = said.by_ref().filter(|byte| *byte == b'.').take(steps).count();
    for _ in 0..turns {
        std::hint::spin_loop();
    }
    child.kill().expect("killed");
    child.wait().expect("dead");
    heard == steps
}
