//! Reads JSON from text.

use super::Json;
use crate::Error;
use std::str::FromStr;

/// The largest depth of lists and objects within each other. More is refused, since the reader is
/// recursive.
const DEEPEST: usize = 100;

impl FromStr for Json {
    type Err = Error;

    /// Reads one value. `NaN`, `Infinity` and `-Infinity` are numbers, as Python writes them.
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0)?;
        reader.space();
        if reader.at == text.len() { Ok(value) } else { Err(reader.error("something follows the value")) }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error(&self, what: &str) -> Error {
        let before = &self.text[..self.at];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|letter| *letter != '\n').count() + 1;
        Error::new(format!("no JSON: {what} (line {line}, column {column})"))
    }

    fn space(&mut self) {
        let trimmed = self.rest().trim_start_matches([' ', '\t', '\r', '\n']);
        self.at = self.text.len() - trimmed.len();
    }

    /// Skips a word if the rest begins with it. Returns true if the word was skipped.
    fn takes(&mut self, word: &str) -> bool {
        let stands = self.rest().starts_with(word);
        self.at += if stands { word.len() } else { 0 };
        stands
    }

    fn value(&mut self, depth: usize) -> Result<Json, Error> {
        if depth > DEEPEST {
            return Err(self.error("too many lists within lists"));
        }
        self.space();
        let words = [
            ("null", Json::Null),
            ("true", Json::Bool(true)),
            ("false", Json::Bool(false)),
            ("NaN", Json::Real(f64::NAN)),
            ("Infinity", Json::Real(f64::INFINITY)),
            ("-Infinity", Json::Real(f64::NEG_INFINITY)),
        ];
        for (word, value) in words {
            if self.takes(word) {
                return Ok(value);
            }
        }
        match self.rest().bytes().next() {
            Some(b'"') => Ok(Json::Text(self.string()?)),
            Some(b'[') => self.list(depth),
            Some(b'{') => self.object(depth),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(_) => Err(self.error("a value was expected")),
            None => Err(self.error("the text ends early")),
        }
    }

    fn list(&mut self, depth: usize) -> Result<Json, Error> {
        let mut list = vec![];
        self.items(']', |reader| {
            list.push(reader.value(depth + 1)?);
            Ok(())
        })?;
        Ok(Json::List(list))
    }

    fn object(&mut self, depth: usize) -> Result<Json, Error> {
        let mut entries = vec![];
        self.items('}', |reader| {
            let name = reader.string()?;
            reader.space();
            if !reader.takes(":") {
                return Err(reader.error("`:` was expected"));
            }
            entries.push((name, reader.value(depth + 1)?));
            Ok(())
        })?;
        Ok(Json::Object(entries))
    }

    /// Reads the items up to the closing bracket `end`, which are separated by commas.
    fn items(
        &mut self,
        end: char,
        mut item: impl FnMut(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.at += 1;
        let mut buffer = [0; 4];
        let end: &str = end.encode_utf8(&mut buffer);
        self.space();
        if self.takes(end) {
            return Ok(());
        }
        loop {
            self.space();
            item(self)?;
            self.space();
            if self.takes(end) {
                return Ok(());
            }
            if !self.takes(",") {
                return Err(self.error(&format!("`,` or `{end}` was expected")));
            }
        }
    }

    fn number(&mut self) -> Result<Json, Error> {
        let rest = self.rest();
        let is_part = |letter: char| letter.is_ascii_digit() || "+-.eE".contains(letter);
        let text = &rest[..rest.find(|letter| !is_part(letter)).unwrap_or(rest.len())];
        let whole = text.parse().ok().map(Json::Integer);
        let value = whole.or_else(|| text.parse().ok().map(Json::Real));
        let value = value.ok_or_else(|| self.error("this is no number"))?;
        self.at += text.len();
        Ok(value)
    }

    fn string(&mut self) -> Result<String, Error> {
        if !self.takes("\"") {
            return Err(self.error("a text was expected"));
        }
        let mut out = String::new();
        loop {
            let rest = self.rest();
            let plain = rest.find(['"', '\\']).ok_or_else(|| self.error("a text does not end"))?;
            out.push_str(&rest[..plain]);
            self.at += plain + 1;
            if rest.as_bytes()[plain] == b'"' {
                return Ok(out);
            }
            out.push(self.escaped()?);
        }
    }

    /// Returns the character for an escape.
    fn escaped(&mut self) -> Result<char, Error> {
        let letter = self.rest().chars().next().ok_or_else(|| self.error("a text does not end"))?;
        self.at += letter.len_utf8();
        Ok(match letter {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            '"' | '\\' | '/' => letter,
            'u' => {
                let high = self.unit()?;
                let is_pair = (0xd800..0xdc00).contains(&high) && self.takes("\\u");
                let low = if is_pair { self.unit()?.wrapping_sub(0xdc00) } else { 0 };
                let code = if is_pair { 0x10000 + ((high - 0xd800) << 10) + (low & 0x3ff) } else { high };
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return Err(self.error("an escape that JSON does not have")),
        })
    }

    /// Returns the number of the four hexadecimal digits of an escape.
    fn unit(&mut self) -> Result<u32, Error> {
        let digits = self.rest().get(..4).and_then(|text| u32::from_str_radix(text, 16).ok());
        self.at += if digits.is_some() { 4 } else { 0 };
        digits.ok_or_else(|| self.error("four hexadecimal digits were expected"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let text = r#"{"a":[1,-2.5,1e300,true,null],"b \"c\"\n":{"ü😀":"\u0001"},"empty":[],"none":{}}"#;
        let value: Json = text.parse().unwrap();
        assert_eq!(value.to_string().parse::<Json>().unwrap(), value);
        assert_eq!(r#""\ud83d\ude00""#.parse::<Json>().unwrap(), Json::from("😀"));
        assert_eq!("[NaN, -Infinity]".parse::<Json>().unwrap().to_string(), r#"["NaN","-Infinity"]"#);
        assert_eq!(Json::Real(2.0).to_string(), "2.0");
    }

    #[test]
    fn errors_have_a_place() {
        for text in ["", "[1,]", "{\"a\" 1}", "\"a", "\"\\u12\"", "1 2", "-", "[\n  x]", "\"\\ü\""] {
            let error = text.parse::<Json>().unwrap_err().to_string();
            assert!(error.contains("no JSON") && error.contains("line"), "{text}: {error}");
        }
        assert!("[".repeat(100_000).parse::<Json>().is_err());
    }
}
