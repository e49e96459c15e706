//! Names of variables as names of folders.

use std::fmt::Write as _;

/// What names of files cannot hold on some system, and the sign that begins an escape.
const FORBIDDEN: &str = "/\\:*?\"<>|%";

/// The name of the folder of a variable or a dimension.
pub(super) fn escape(name: &str) -> String {
    escaped(name, false)
}

/// The name of the folder of a variable that is called like a dimension, whose labels stand in the folder of
/// that name.
pub(super) fn escape_beside(name: &str) -> String {
    escaped(name, true)
}

/// The name of a folder. Where it is `beside` another of the same name, the first letter that need not be
/// escaped is escaped too; behind a name without such a letter stands an escaped 0.
fn escaped(name: &str, mut beside: bool) -> String {
    let mut out = String::with_capacity(name.len());
    for (place, letter) in name.char_indices() {
        let is_last = place + letter.len_utf8() == name.len();
        // Zarr keeps names with two underscores for itself; Windows drops dots and spaces at the end.
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
    // The one name that is a file of each group.
    if out == "zarr.json" { "zarr%2Ejson".into() } else { out }
}

/// The name that a folder's name stands for; `None` if it is no escaped name.
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
