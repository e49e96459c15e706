//! [`Client`]: as much of HTTP as it takes to ask this service, over one connection.

use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// A connection to a service.
pub struct Client {
    stream: BufReader<TcpStream>,
}

/// The status and the body of an answer.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct Answer {
    pub status: u16,
    pub body: String,
}

impl Client {
    /// Connects.
    ///
    /// # Errors
    ///
    /// Those of the connection.
    pub fn connect(address: SocketAddr) -> Result<Self, Error> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Self { stream: BufReader::new(stream) })
    }

    /// Asks for a path, in which letters other than those of addresses are written as `%20` is.
    ///
    /// # Errors
    ///
    /// Those of the connection, and an answer that is none of HTTP.
    pub fn get(&mut self, path: &str) -> Result<Answer, Error> {
        self.ask("GET", path, "")
    }

    /// Sends a body.
    ///
    /// # Errors
    ///
    /// Those of [`get`](Self::get).
    pub fn post(&mut self, path: &str, body: &str) -> Result<Answer, Error> {
        self.ask("POST", path, body)
    }

    fn ask(&mut self, method: &str, path: &str, body: &str) -> Result<Answer, Error> {
        let length = body.len();
        let head = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n");
        self.stream.get_mut().write_all((head + body).as_bytes())?;
        let status = self.line()?;
        let status = status.split(' ').nth(1).and_then(|code| code.parse().ok());
        let status = status.ok_or_else(|| Error::new(ErrorKind::InvalidData, "no status"))?;
        let mut length = 0;
        loop {
            let line = self.line()?;
            if line.is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().map_err(|error| Error::new(ErrorKind::InvalidData, error))?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        let body = String::from_utf8(body).map_err(|error| Error::new(ErrorKind::InvalidData, error))?;
        Ok(Answer { status, body })
    }

    /// A line without its end.
    fn line(&mut self) -> Result<String, Error> {
        let mut line = String::new();
        match self.stream.read_line(&mut line)? {
            0 => Err(Error::new(ErrorKind::UnexpectedEof, "the service is gone")),
            _ => Ok(line.trim_end().to_owned()),
        }
    }
}
