//! The parts that pictures of graphs share: lines and texts in the languages of Graphviz and Mermaid.

use core::fmt::Write;

/// Writes a line; a `String` takes everything.
pub fn line(text: &mut String, line: core::fmt::Arguments<'_>) {
    let _ = writeln!(text, "{line}");
}

/// A text in Graphviz's language, between quotes. The ends of its lines are ends of lines in the picture.
pub fn dot_text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// A text in Mermaid's language, to be put between quotes. The ends of its lines are ends of lines in the
/// picture.
pub fn mermaid_text(text: &str) -> String {
    text.replace('"', "#quot;").replace('<', "#lt;").replace('>', "#gt;").replace('\n', "<br>")
}
