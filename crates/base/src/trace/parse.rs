//! The parser of names.
//!
//! ```text
//! name       = identifier path
//! path       = { "." identifier | "[" index { "," index } "]" }
//! index      = ":" | number | number ":" number | "[" [ number { "," number } ] "]"
//! identifier = one or more characters other than . , : [ ] and white space
//! ```
//!
//! Spaces are allowed between the parts of an index.

use super::path::PathStep;
use super::{Index, Path, VarName};
use crate::error::Error;
use core::str::FromStr;

/// Checks that a text is an identifier.
pub(super) fn check_identifier(text: &str) -> Result<(), Error> {
    let mut parser = Parser { text, position: 0 };
    parser.identifier()?;
    if parser.rest().is_empty() { Ok(()) } else { Err(parser.error("the end of the identifier")) }
}

impl FromStr for VarName {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut parser = Parser { text, position: 0 };
        let root = parser.identifier()?.to_owned();
        Ok(Self::from_parts(root, parser.path()?))
    }
}

impl FromStr for Path {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Parser { text, position: 0 }.path()
    }
}

/// A text, and the number of bytes that have been read.
struct Parser<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    fn error(&self, expected: &'static str) -> Error {
        Error::InvalidName { name: self.text.to_owned(), position: self.position, expected }
    }

    /// Reads `mark` if it comes next, and returns true if it did.
    fn takes(&mut self, mark: char) -> bool {
        let found = self.rest().starts_with(mark);
        self.position += if found { mark.len_utf8() } else { 0 };
        found
    }

    /// Reads the characters before the first one for which `not_in` is true.
    fn until(&mut self, not_in: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let read = &rest[..rest.find(not_in).unwrap_or(rest.len())];
        self.position += read.len();
        read
    }

    fn skip_spaces(&mut self) {
        self.until(|c| !c.is_whitespace());
    }

    fn identifier(&mut self) -> Result<&'a str, Error> {
        let read = self.until(|c| ".,:[]".contains(c) || c.is_whitespace() || c.is_control());
        if read.is_empty() { Err(self.error("an identifier")) } else { Ok(read) }
    }

    fn path(mut self) -> Result<Path, Error> {
        let mut path = Path::new();
        while !self.rest().is_empty() {
            let step = match () {
                () if self.takes('.') => PathStep::Property(self.identifier()?.to_owned()),
                () if self.takes('[') => PathStep::Index(self.list(Self::index)?),
                () => return Err(self.error("`.`, `[` or the end")),
            };
            path.push(step);
        }
        Ok(path)
    }

    /// Reads items with commas between them, and the closing bracket.
    fn list<Item>(&mut self, item: impl Fn(&mut Self) -> Result<Item, Error>) -> Result<Vec<Item>, Error> {
        let mut items = Vec::new();
        loop {
            self.skip_spaces();
            items.push(item(self)?);
            self.skip_spaces();
            if self.takes(']') {
                return Ok(items);
            }
            if !self.takes(',') {
                return Err(self.error("`,` or `]`"));
            }
        }
    }

    fn index(&mut self) -> Result<Index, Error> {
        if self.takes(':') {
            return Ok(Index::All);
        }
        if self.takes('[') {
            self.skip_spaces();
            let is_empty = self.takes(']');
            return Ok(Index::List(if is_empty { Vec::new() } else { self.list(Self::number)? }));
        }
        let first = self.number()?;
        self.skip_spaces();
        if !self.takes(':') {
            return Ok(Index::At(first));
        }
        self.skip_spaces();
        let end = self.position;
        let last = self.number()?;
        if last < first {
            self.position = end;
            return Err(self.error("an end that is not below the start of the range"));
        }
        Ok(Index::Range(first..last))
    }

    fn number(&mut self) -> Result<usize, Error> {
        let start = self.position;
        let digits = self.until(|c| !c.is_ascii_digit());
        digits.parse().map_err(|_| {
            self.position = start;
            self.error(if digits.is_empty() { "an index" } else { "a smaller index" })
        })
    }
}
