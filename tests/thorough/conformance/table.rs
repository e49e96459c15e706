//! The tables: a row a law or a function, its slots, and its plain formula.
//!
//! `name | call | slots | formula`, where a law has no call, and a line that begins with blanks goes on with
//! the row before. Slots are `letter kind low high`, with commas between them; the first slot of a law is its
//! variable. What the formula may call stands in `tests/conformance/dual.rs`.

/// The numbers that a slot takes, and the parameters that give them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any number.
    Real,
    /// A positive number: parameters are `positive()`.
    Positive,
    /// A number between 0 and 1: parameters are `interval(0, 1)`.
    Unit,
    /// A whole number, which is data.
    Whole,
}

/// The variable of a law, or an argument.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The name of the slot in the formula.
    pub letter: String,
    pub kind: Kind,
    pub low: f64,
    pub high: f64,
}

impl Slot {
    /// True if at least one whole number is between the bounds.
    pub fn has_whole(&self) -> bool {
        self.low.ceil() <= self.high.floor()
    }
}

/// A law or a function.
#[derive(Clone, Debug)]
pub struct Row {
    pub name: String,
    /// The call of a function, or `None` for a law.
    pub call: Option<String>,
    pub slots: Vec<Slot>,
    pub formula: String,
}

/// All rows of a table.
pub fn read(text: &str, is_law: bool) -> Vec<Row> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        match lines.last_mut().filter(|_| line.starts_with(' ')) {
            Some(before) => *before += line,
            None => lines.push(line.to_owned()),
        }
    }
    lines.iter().map(|line| row(line, is_law)).collect()
}

fn row(line: &str, is_law: bool) -> Row {
    let cells: Vec<&str> = line.split(" | ").map(str::trim).collect();
    let (name, call, slots, formula) = match cells[..] {
        [name, slots, formula] if is_law => (name, None, slots, formula),
        [name, call, slots, formula] if !is_law => (name, Some(call.to_owned()), slots, formula),
        _ => panic!("a row has {} cells: {line}", cells.len()),
    };
    let slots = slots.split(", ").map(slot).collect();
    Row { name: name.to_owned(), call, slots, formula: formula.to_owned() }
}

fn slot(text: &str) -> Slot {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [letter, kind, low, high] = words[..] else { panic!("a slot is `letter kind low high`: {text}") };
    let kind = match kind {
        "real" => Kind::Real,
        "positive" => Kind::Positive,
        "unit" => Kind::Unit,
        "whole" => Kind::Whole,
        _ => panic!("there is no kind `{kind}`: {text}"),
    };
    let number = |text: &str| text.parse().unwrap_or_else(|error| panic!("`{text}`: {error}"));
    Slot { letter: letter.to_owned(), kind, low: number(low), high: number(high) }
}
