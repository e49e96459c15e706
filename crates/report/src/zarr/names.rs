//! Converts names of variables to names of folders.

use std::fmt::Write as _;

/// The characters that are not allowed in names of files on some system, and the first character of an
/// escape.
const FORBIDDEN: &str = "/\\:*?\"<>|%";

/// Returns the name of the folder of a variable or a dimension.
pub(super) fn escape(name: &str) -> String {
    escaped(name, false)
}

/// Returns the name of the folder of a variable that has the name of a dimension, whose labels are in the
/// folder of that name.
pub(super) fn escape_beside(name: &str) -> String {
    escaped(name, true)
}

/// Returns the name of a folder. If `beside` is set, another folder has that name, so the first letter that
/// need not be escaped is escaped too; a name without such a letter gets `%00` at its end.
fn escaped(name: &str, mut beside: bool) -> String {
    let mut out = String::with_capacity(name.len());
    for (place, letter) in name.char_indices() {
        let is_last = place + letter.len_utf8() == name.len();
        // Zarr reserves names that begin with two underscores; Windows removes dots and spaces at the end.
        let is_reserved = place == 0 && name.starts_with("__") || is_last && " .".contains(letter);
        let is_forbidden = is_reserved || letter.is_control() || FORBIDDEN.contains(letter);
        if is_forbidden || beside {
            beside &= is_forbidden;
            for byte in letter.to_string().bytes() {
                let _ = write!(out, "%{byte:02X}");
            }
        } else {
            out.push(letter);
        }
    }
    if beside {
        out.push_str("%00");
    }
    // This name is a file of each group.
    if out == "zarr.json" { "zarr%2Ejson".into() } else { out }
}

/// Returns the name of the variable or dimension of a folder; `None` if the folder's name is not an escaped
/// name.
#[cfg(test)]
fn unescape(name: &str) -> Option<String> {
    let mut bytes = vec![];
    let mut rest = name;
    while let Some((plain, escaped)) = rest.split_once('%') {
        bytes.extend(plain.bytes());
        bytes.push(u8::from_str_radix(escaped.get(..2)?, 16).ok()?);
        rest = &escaped[2..];
    }
    bytes.extend(rest.bytes());
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_reversible() {
        let names = [
            "a/b",
            "100 %",
            "..",
            ".",
            "__x",
            "zarr.json",
            "St. Paul’s",
            "\"q\"",
            "a\u{85}b",
            "end ",
            "%2F",
            "c",
        ];
        for name in names {
            let escaped = escape(name);
            assert_eq!(unescape(&escaped).as_deref(), Some(name), "{escaped}");
            assert!(!escaped.contains('/') && !escaped.starts_with("__") && !escaped.ends_with('.'));
        }
        assert_eq!(escape("St. Paul’s [1]"), "St. Paul’s [1]");
        for name in ["chain", "ü", "zarr.json", "%63hain"] {
            let beside = escape_beside(name);
            assert_eq!(unescape(&beside).as_deref(), Some(name), "{beside}");
            assert!(beside != escape(name) && beside.starts_with('%'), "{beside}");
        }
        assert_eq!((escape("%"), escape_beside("%")), ("%25".to_owned(), "%25%00".to_owned()));
    }
}
