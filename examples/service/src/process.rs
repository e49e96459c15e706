//! [`Process`]: the service as a process, which is killed at its end.

use crate::Failure;
use crate::client::Client;
use crate::server::Known;
use std::io::{BufRead, BufReader, Lines, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

/// The most requests that wait for draws, of two seconds each at most.
const WAITS: usize = 60;

/// A running service, which a load or a test started.
pub struct Process {
    child: Child,
    address: SocketAddr,
    /// Open as long as the process is here, since a program may fail where nobody can read what it says.
    _stdout: Lines<BufReader<ChildStdout>>,
}

impl Process {
    /// Starts the program on a folder, at any free port of this machine, and waits until it listens.
    ///
    /// # Errors
    ///
    /// What a program that ends at once says on stderr.
    pub fn start(program: &Path, folder: &Path) -> Result<Self, Failure> {
        Self::of(Command::new(program).arg("serve").arg(folder).arg("127.0.0.1:0"))
    }

    /// Runs a command, and waits until it says where it listens.
    ///
    /// # Errors
    ///
    /// What a program that ends before says on stderr.
    pub fn of(command: &mut Command) -> Result<Self, Failure> {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let stdout = child.stdout.take().ok_or("a process without stdout")?;
        let mut stdout = BufReader::new(stdout).lines();
        let address = stdout.by_ref().map_while(Result::ok).find_map(|line| {
            line.split_once("listening on http://").and_then(|(_, address)| address.parse().ok())
        });
        match address {
            Some(address) => Ok(Self { child, address, _stdout: stdout }),
            None => Err(said(&mut child)?.into()),
        }
    }

    /// A connection of its own.
    ///
    /// # Errors
    ///
    /// Those of the connection.
    pub fn client(&self) -> Result<Client, Failure> {
        Ok(Client::connect(self.address)?)
    }

    /// Kills the process as `kill -9` does, and returns what it said on stderr.
    ///
    /// # Errors
    ///
    /// Those of the process.
    pub fn kill(mut self) -> Result<String, Failure> {
        self.child.kill()?;
        said(&mut self.child)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a process that ends says on stderr.
fn said(child: &mut Child) -> Result<String, Failure> {
    let mut words = String::new();
    if let Some(mut stderr) = child.stderr.take() {
        stderr.read_to_string(&mut words)?;
    }
    child.wait()?;
    Ok(words)
}

/// Waits until the draws know `rows` rows, by a bounded number of requests.
///
/// # Errors
///
/// Those of the connection, and the last state if the draws do not come.
pub fn wait_for(client: &mut Client, rows: usize) -> Result<Known, Failure> {
    let mut last = String::new();
    for _ in 0..WAITS {
        last = client.get(&format!("/state?rows={rows}"))?.body;
        let known: Known = serde_json::from_str(&last)?;
        if known.draws.rows >= rows {
            return Ok(known);
        }
    }
    Err(format!("the draws do not know {rows} rows: {last}").into())
}
