//! Writes SVG as text.

use std::fmt::{Display, Write as _};

/// Escapes a text for XML and HTML, in attributes too. Characters that XML does not allow are left out.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(' '),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
            letter => out.push(letter),
        }
    }
    out
}

/// The point of a text that is at the given place: its start, its middle or its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// The elements of a picture of some size.
#[derive(Clone, Debug, Default)]
pub struct Svg {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) description: String,
    pub(super) body: String,
}

/// Formats a coordinate as short as possible, rounded to tenths of a pixel. A coordinate beyond ±9 999 is
/// cut to that limit, which is outside of the picture; NaN becomes 0.
pub(super) fn px(value: f64) -> impl Display {
    let value = if value.is_nan() { 0.0 } else { value.clamp(-9999.0, 9999.0) };
    Tenths((value * 10.0).round() as i64)
}

/// A number in tenths of a pixel.
pub(super) struct Tenths(pub i64);

impl Display for Tenths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (whole, tenth) = (self.0.abs() / 10, self.0.abs() % 10);
        f.write_str(if self.0 < 0 { "-" } else { "" })?;
        match (whole, tenth) {
            (whole, 0) => write!(f, "{whole}"),
            (0, tenth) => write!(f, ".{tenth}"),
            (whole, tenth) => write!(f, "{whole}.{tenth}"),
        }
    }
}

/// Returns the approximate width of a text, in pixels of a font of size 12.
pub(super) fn text_width(text: &str) -> f64 {
    let width = |letter: char| match letter {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | 'I' | '.' | ',' | '\'' | ' ' | '[' | ']' | '(' | ')' | '|' => 3.9,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 9.8,
        letter if letter.is_uppercase() => 8.2,
        letter if letter.is_ascii() => 6.7,
        _ => 7.4,
    };
    // Some fonts are wider than others.
    1.06 * text.chars().map(width).sum::<f64>()
}

impl Svg {
    pub(super) fn new(width: f64, height: f64, description: impl Into<String>) -> Self {
        Self { width, height, description: description.into(), body: String::new() }
    }

    pub(super) fn text(&mut self, class: &str, x: f64, y: f64, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        let _ =
            write!(self.body, "<text{class} x=\"{}\" y=\"{}\"{anchor}>{}</text>", px(x), px(y), escape(text));
    }

    /// Draws a text upwards.
    pub(super) fn upwards(&mut self, x: f64, y: f64, text: &str) {
        let place = format!("translate({} {})rotate(-90)", px(x), px(y));
        let text = escape(text);
        let _ = write!(self.body, "<text transform=\"{place}\" text-anchor=\"middle\">{text}</text>");
    }

    /// Draws a path; `look` contains further attributes.
    pub(super) fn path(&mut self, class: &str, look: &str, d: &str) {
        if !d.is_empty() {
            let space = if look.is_empty() { "" } else { " " };
            let _ = write!(self.body, "<path class=\"{class}\"{space}{look} d=\"{d}\"/>");
        }
    }

    pub(super) fn rectangle(&mut self, class: &str, look: &str, (x, y): (f64, f64), (w, h): (f64, f64)) {
        self.path(class, look, &format!("M{} {}h{}v{}h{}z", px(x), px(y), px(w), px(h), px(-w)));
    }

    pub(super) fn circle(&mut self, class: &str, look: &str, (x, y): (f64, f64), radius: f64) {
        let (x, y, radius) = (px(x), px(y), px(radius));
        let _ = write!(self.body, "<circle class=\"{class}\" {look} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
    }

    /// Begins a group with a text that is shown when the pointer is over it.
    pub(super) fn begin(&mut self, words: &str) {
        let _ = write!(self.body, "<g><title>{}</title>", escape(words));
    }

    pub(super) fn end(&mut self) {
        self.body.push_str("</g>");
    }

    /// Draws a legend: the names of lines with their classes, right-aligned, above the panel whose top
    /// right corner is given.
    pub(super) fn legend(&mut self, right: f64, y: f64, entries: &[(&str, &str)]) {
        let mut x = right;
        for (class, name) in entries.iter().rev() {
            x -= text_width(name);
            self.text("tick", x, y, Anchor::Start, name);
            x -= 22.0;
            self.path(
                &format!("line {class}"),
                "stroke-width=\"2.2\"",
                &format!("M{} {}h16", px(x), px(y - 3.8)),
            );
            x -= 12.0;
        }
    }
}
