//! Functions for pictures of graphs: they write lines, and quote texts for Graphviz and Mermaid.

use core::fmt::Write;

/// Writes a line to a `String`, which cannot fail.
pub fn line(text: &mut String, line: core::fmt::Arguments<'_>) {
    let _ = writeln!(text, "{line}");
}

/// Returns a text in Graphviz's language, between quotes. A line break in the text is a line break in the
/// picture.
pub fn dot_text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// Returns a text in Mermaid's language, to be put between quotes. A line break in the text is a line break
/// in the picture.
pub fn mermaid_text(text: &str) -> String {
    text.replace('"', "#quot;").replace('<', "#lt;").replace('>', "#gt;").replace('\n', "<br>")
}
