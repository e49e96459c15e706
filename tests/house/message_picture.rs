//! The picture of a message in the chapter on the compiler's messages: a program that must not compile, what
//! the compiler says of it, and which lines to read.
//!
//! Where the picture is missing it is drawn: remove it, and run `cargo test --test house compile_fail`, to
//! draw it anew. Where it is there, the lines that the chapter explains must be what the compiler says. The
//! lines below them are the compiler's own words and may be those of another version.

use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The program, among those of `tests/compile_fail`.
pub const PROGRAM: &str = "truncated_without_cdf";

/// The columns of a terminal.
const COLUMNS: usize = 100;

/// The lines of the message that are drawn.
const LINES: usize = 14;

/// A line of a terminal, and the number beside the first line of what is explained.
struct Line {
    text: String,
    class: &'static str,
    mark: Option<u8>,
}

/// Complains if the picture is not that of the message; draws it where there is none.
pub fn complaint(message: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/figures/compiler_message.svg");
    let lines = lines(message);
    let Ok(drawn) = fs::read_to_string(&path) else {
        fs::write(&path, draw(&lines)).expect("the picture can be written");
        return None;
    };
    let missing = lines.iter().filter(|line| line.class != "rest" && !drawn.contains(&text(line)));
    let missing: Vec<&str> = missing.map(|line| line.text.as_str()).collect();
    (!missing.is_empty()).then(|| format!("\n{} lacks {missing:#?}", path.display()))
}

/// The first lines of a message as a user's terminal has them.
fn lines(message: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let source = format!("{PROGRAM}.rs:");
    let mut is_read = true;
    for line in message.lines().take(LINES) {
        let line = line.replace(" //@ here", "");
        let (text, class, mut mark) = if line.starts_with("error") {
            (line, "error", Some(1))
        } else if let Some((_, place)) = line.split_once(&source) {
            (format!("  --> src/main.rs:{place}"), "place", None)
        } else if line.contains('^') && is_read {
            (line, "underline", Some(2))
        } else if line.contains("= note:") && is_read {
            (line, "note", Some(3))
        } else {
            is_read &= !line.starts_with("note:");
            (line, if is_read { "program" } else { "rest" }, None)
        };
        for text in wrapped(&text) {
            lines.push(Line { text, class, mark: mark.take() });
        }
    }
    lines
}

/// A line in pieces that fit into a terminal; all pieces but the first are indented.
fn wrapped(line: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    if line.chars().count() <= COLUMNS {
        return vec![line.to_owned()];
    }
    let indent = line.len() - line.trim_start().len();
    for word in line.trim_start().split(' ') {
        let last = pieces.last_mut().expect("there is a piece");
        if last.is_empty() {
            *last = format!("{}{word}", " ".repeat(indent));
        } else if last.chars().count() + 1 + word.chars().count() <= COLUMNS {
            *last += &format!(" {word}");
        } else {
            pieces.push(format!("{}{word}", " ".repeat(indent + 8)));
        }
    }
    pieces
}

/// A line's text in the picture.
fn text(line: &Line) -> String {
    let escaped = line.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<tspan class=\"{}\">{escaped}</tspan>", line.class)
}

fn draw(lines: &[Line]) -> String {
    let height = 20 * lines.len() + 24;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 820 {height}\" width=\"820\" \
         font-family=\"monospace\" font-size=\"13\" xml:space=\"preserve\">\n<title>A message of the compiler: 1 \
         what is wrong, 2 where, 3 what to write instead</title>\n<style>.error{{fill:#e06c75;font-weight:bold}}\
         .place{{fill:#61afef}}.program{{fill:#dcdfe4}}.underline{{fill:#e06c75}}.note{{fill:#98c379}}\
         .rest{{fill:#7f848e}}</style>\n<rect width=\"820\" height=\"{height}\" rx=\"6\" fill=\"#282c34\"/>\n"
    );
    for (place, line) in lines.iter().enumerate() {
        let y = 28 + 20 * place;
        if let Some(mark) = line.mark {
            let _ = writeln!(
                svg,
                "<circle cx=\"18\" cy=\"{}\" r=\"9\" fill=\"#e5c07b\"/><text x=\"18\" y=\"{}\" \
                 text-anchor=\"middle\" font-weight=\"bold\">{mark}</text>",
                y - 4,
                y + 1
            );
        }
        let _ = writeln!(svg, "<text x=\"36\" y=\"{y}\">{}</text>", text(line));
    }
    svg + "</svg>\n"
}
