//! The parts of an element's name: indices and labels.
//!
//! All forms of a name are made from these parts and only in this file, so that no code has to guess
//! whether the text `1990` is a label or an index.
//!
//! | part | display, `theta[…]` | column of CmdStan's CSV, `theta.…` |
//! |-|-|-|
//! | the index 3 | `3` | `4` |
//! | the label `1990` | `1990` | `1990` |
//! | the label `St. Louis` | `St. Louis` | `St%2E Louis` |
//! | the label `a,b` | `"a,b"` | `a%2Cb` |
//! | the empty label | `""` | nothing |

use core::fmt;
use core::fmt::Write as _;

/// The characters that are escaped in the name of a column: the separators of CSV, the mark of comments,
/// the separators of Stan's tools, and the sign that begins an escape.
const MARKS: &str = ",.:[]\"#%";

/// The text that stands in the name of an element for its place in one dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Part {
    /// An index, counted from 0.
    Index(usize),
    /// A label.
    Label(&'static str),
}

/// The parts of an element's name: none for a scalar, one for an element of a vector, two for an element of
/// a matrix.
pub type Parts = [Option<Part>; 2];

/// Joins the parts with commas, as they stand in brackets.
pub fn listed(parts: Parts) -> String {
    let parts: Vec<String> = parts.into_iter().flatten().map(|part| part.to_string()).collect();
    parts.join(",")
}

/// Makes the name of an element of a variable: `mu`, `alpha[St Louis]`, `m[0,1]`.
pub fn element_name(variable: &str, parts: Parts) -> String {
    if parts[0].is_none() { variable.to_owned() } else { format!("{variable}[{}]", listed(parts)) }
}

/// Prints a label as it is, or in quotation marks if it could be confused with another label or with two
/// labels.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(index) => write!(f, "{index}"),
            Self::Label(label) if is_plain(label) => f.write_str(label),
            Self::Label(label) => {
                f.write_char('"')?;
                for letter in label.chars() {
                    match letter {
                        '"' | '\\' => write!(f, "\\{letter}")?,
                        letter if breaks(letter) => write!(f, "{}", letter.escape_default())?,
                        letter => f.write_char(letter)?,
                    }
                }
                f.write_char('"')
            }
        }
    }
}

impl Part {
    /// Appends a point and the part to the name of a column of CmdStan's CSV. Indices count from 1 there.
    #[doc(hidden)]
    pub fn add_to_column(self, column: &mut String) {
        column.push('.');
        match self {
            Self::Index(index) => column.push_str(&(index + 1).to_string()),
            Self::Label(label) => escape(label, column),
        }
    }
}

/// Appends a text to the name of a column. A character that would divide the name, the header or the file
/// is percent-encoded as in a URL, `%2C`, so that a reader who splits at commas finds the same columns as a
/// reader of CSV.
pub fn escape(text: &str, column: &mut String) {
    let last = text.len() - text.chars().next_back().map_or(0, char::len_utf8);
    for (place, letter) in text.char_indices() {
        let is_end = place == 0 || place == last;
        if MARKS.contains(letter) || breaks(letter) || is_end && letter.is_whitespace() {
            escape_letter(letter, column);
        } else {
            column.push(letter);
        }
    }
}

/// Appends the bytes of a letter, each percent-encoded, such as `%2C`.
pub fn escape_letter(letter: char, column: &mut String) {
    for byte in letter.encode_utf8(&mut [0; 4]).bytes() {
        column.push_str(&format!("%{byte:02X}"));
    }
}

/// Returns the place of a name in a list of names of elements. The quotation marks of labels may be omitted
/// if only one name is equal without them.
pub fn position<'n>(names: impl Iterator<Item = &'n str> + Clone, wanted: &str) -> Option<usize> {
    let is_meant = |(_, name): &(usize, &str)| name.contains('"') && unquoted(name) == wanted;
    names.clone().position(|name| name == wanted).or_else(|| {
        let mut meant = names.enumerate().filter(is_meant);
        meant.next().filter(|_| meant.next().is_none()).map(|(place, _)| place)
    })
}

/// Returns a name without the quotation marks and escapes of its labels.
fn unquoted(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    let mut letters = name.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => {}
            '\\' => text.extend(match letters.next() {
                Some('n') => Some('\n'),
                Some('r') => Some('\r'),
                Some('t') => Some('\t'),
                Some('u') => {
                    let digits: String = letters.by_ref().skip(1).take_while(|c| *c != '}').collect();
                    u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)
                }
                other => other,
            }),
            letter => text.push(letter),
        }
    }
    text
}

/// True if a label is unambiguous without quotation marks.
fn is_plain(label: &str) -> bool {
    let is_mark = |letter: char| ",[]\"".contains(letter) || breaks(letter);
    !label.is_empty() && label.trim() == label && !label.contains(is_mark)
}

/// True for a character that ends a line or is a control character.
fn breaks(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_told_from_each_other_and_from_indices() {
        let column = |part: Part| {
            let mut column = String::new();
            part.add_to_column(&mut column);
            column
        };
        let forms = [
            ("9", "9", ".9"),
            ("-3", "-3", ".-3"),
            ("1.5", "1.5", ".1%2E5"),
            ("", "\"\"", "."),
            (" ", "\" \"", ".%20"),
            ("  a ", "\"  a \"", ".%20 a%20"),
            ("St Louis", "St Louis", ".St Louis"),
            ("a,b", "\"a,b\"", ".a%2Cb"),
            ("x[1]", "\"x[1]\"", ".x%5B1%5D"),
            ("\"", "\"\\\"\"", ".%22"),
            ("it's", "it's", ".it's"),
            ("\"a\"", "\"\\\"a\\\"\"", ".%22a%22"),
            ("\\n", "\\n", ".\\n"),
            ("\n", "\"\\n\"", ".%0A"),
            ("a\r\n\tb\u{85}", "\"a\\r\\n\\tb\\u{85}\"", ".a%0D%0A%09b%C2%85"),
            ("#:", "#:", ".%23%3A"),
            ("100 %", "100 %", ".100 %25"),
            ("東京", "東京", ".東京"),
            ("\u{2028}", "\"\\u{2028}\"", ".%E2%80%A8"),
            ("\u{a0}é", "\"\u{a0}é\"", ".%C2%A0é"),
        ];
        for (label, shown, in_column) in forms {
            assert_eq!(Part::Label(label).to_string(), shown);
            assert_eq!(column(Part::Label(label)), in_column);
            let name = element_name("x", [Some(Part::Label(label)), None]);
            assert_eq!(position(["y", &name].into_iter(), &name), Some(1));
            assert_eq!(position(["y", &name].into_iter(), &format!("x[{label}]")), Some(1));
        }
        assert_eq!((Part::Index(9).to_string(), column(Part::Index(9))), ("9".into(), ".10".into()));
        let all: std::collections::BTreeSet<String> = forms.map(|(_, shown, _)| shown.to_owned()).into();
        assert_eq!(all.len(), forms.len());
        let twice = ["m[\"a,b\",c]", "m[a,\"b,c\"]"];
        assert_eq!(position(twice.into_iter(), "m[a,b,c]"), None);
    }
}
