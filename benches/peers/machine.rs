//! The description of the machine in the report.

use std::process::Command;

/// The name of the processor.
pub fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name =
        text.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(": "));
    name.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.to_owned())
}

/// The instruction set that our kernels run on.
pub fn instructions() -> String {
    let arch = format!("{:?}", pulp::Arch::new());
    match arch.split('(').next().unwrap_or_default() {
        "V4" => "AVX-512".to_owned(),
        "V3" => "AVX2".to_owned(),
        other => other.to_owned(),
    }
}

/// The version of this crate, with its commit where there is one.
pub fn version() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let commit = first_line("git", &["-C", env!("CARGO_MANIFEST_DIR"), "describe", "--always", "--dirty"]);
    if commit.is_empty() { version.to_owned() } else { format!("{version} ({commit})") }
}

/// The version of the compiler.
pub fn compiler() -> String {
    first_line("rustc", &["--version"])
}

/// Today.
pub fn date() -> String {
    first_line("date", &["-u", "+%Y-%m-%d"])
}

fn first_line(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    text.unwrap_or_else(|error| format!("unknown ({program}: {error})"))
}
