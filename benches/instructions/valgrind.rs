//! The test whether valgrind is installed and runs kernels of AVX2.

use std::process::Command;

/// Why there is none, if so.
pub fn unavailable() -> Option<String> {
    if !cfg!(target_arch = "x86_64") {
        return Some("the kernels are those of x86-64".to_owned());
    }
    match Command::new("valgrind").arg("--version").output() {
        Ok(output) if output.status.success() => None,
        Ok(output) => Some(format!("valgrind: {}", output.status)),
        Err(error) => Some(format!("valgrind: {error}")),
    }
}
