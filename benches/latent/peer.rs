//! Programs in R that answer each line on stdin with a row of numbers.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A program in R that runs.
pub struct Peer {
    child: Child,
    /// Closed when the program is to end.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Peer {
    /// Starts a script of `benches/latent/r`.
    pub fn start(script: &str, arguments: &[&str]) -> Result<Self, Box<dyn Error>> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("latent/r").join(script);
        let mut command = Command::new("Rscript");
        command.arg("--vanilla").arg(script).args(arguments);
        // The processor's time of threads would count, and more of them make factors of this size no faster.
        command.env("OPENBLAS_NUM_THREADS", "1").env("OMP_NUM_THREADS", "1");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().ok_or("no stdout")?);
        Ok(Self { child, input, output })
    }

    /// The rows of numbers that answer a line, up to an empty one.
    pub fn ask(&mut self, line: &str) -> Result<Vec<Vec<f64>>, Box<dyn Error>> {
        let input = self.input.as_mut().ok_or("no stdin")?;
        writeln!(input, "{line}")?;
        input.flush()?;
        let mut rows = Vec::new();
        loop {
            let mut row = String::new();
            if self.output.read_line(&mut row)? == 0 {
                return Err(format!("R ended at `{line}`, see above").into());
            }
            if row.trim().is_empty() {
                return Ok(rows);
            }
            rows.push(row.split_whitespace().map(str::parse).collect::<Result<_, _>>()?);
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.input = None;
        // It ends with its input; nothing is to be done where it does not.
        let _ = self.child.wait();
    }
}

/// The folder into which `setup.sh` compiles, below the target directory, in which this program is as well.
pub fn folder() -> Result<PathBuf, Box<dyn Error>> {
    let executable = std::env::current_exe()?;
    let mut folders = executable.ancestors().map(|folder| folder.join("latent"));
    let found = folders.find(|folder| folder.join("lattice.so").is_file());
    found.ok_or_else(|| "TMB's model is not compiled: run benches/latent/setup.sh".into())
}

/// The versions of R and of its packages.
pub fn versions() -> Result<String, Box<dyn Error>> {
    let script = "for (name in c('TMB', 'lme4', 'glmmTMB')) cat(name, format(packageVersion(name)), ''); \
                  cat('R', format(getRversion()), basename(dirname(extSoftVersion()[['BLAS']])))";
    let output = Command::new("Rscript").args(["--vanilla", "-e", script]).output()?;
    Ok(String::from_utf8(output.stdout)?)
}
