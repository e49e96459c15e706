//! A page as text, and the room that is left on it.

pub(super) use crate::plot::escape;
use crate::plot::{Draw, Figure};
use std::fmt::Write as _;

/// Bytes of a page at most. Texts of the caller's, which are shown whole, may go beyond.
const LARGEST: usize = 980_000;

/// The width of a figure of which two stand beside each other.
pub(super) const HALF: f64 = 520.0;

/// The body of a page, section by section.
#[derive(Debug, Default)]
pub(super) struct Html {
    pub text: String,
    /// Names and titles of sections.
    pub sections: Vec<(&'static str, &'static str)>,
    /// Bytes that what stands below will need.
    reserved: usize,
}

impl Html {
    /// Begins a section; its name is the target of a link.
    pub fn section(&mut self, name: &'static str, title: &'static str) {
        self.end_section();
        self.sections.push((name, title));
        let _ = write!(self.text, "<section id=\"{name}\"><h2>{title}</h2>");
    }

    pub fn end_section(&mut self) {
        if !self.sections.is_empty() && !self.text.ends_with("</section>") {
            self.text.push_str("</section>");
        }
    }

    pub fn push(&mut self, html: &str) {
        self.text.push_str(html);
    }

    /// Words that may hold markup.
    pub fn words(&mut self, html: &str) {
        let _ = write!(self.text, "<p class=\"muted\">{html}</p>");
    }

    /// Keeps room for what comes later.
    pub fn reserve(&mut self, bytes: usize) {
        self.reserved = bytes;
    }

    /// True if so many bytes more leave room for what is reserved.
    pub fn has_room(&self, bytes: usize) -> bool {
        self.text.len() + bytes + self.reserved < LARGEST
    }

    /// Adds a figure with its caption, if there is room.
    pub fn figure<P: Draw>(&mut self, figure: &Figure<P>, caption: &str) -> bool {
        let html = self::figure(figure, caption);
        let fits = self.has_room(html.len());
        if fits {
            self.push(&html);
        }
        fits
    }

    /// Says that something is left out for lack of room.
    pub fn left_out(&mut self, what: &str) {
        self.words(&format!("{what} would make the page larger than a megabyte and is left out."));
    }
}

/// A figure with its caption, which may hold markup.
pub(super) fn figure<P: Draw>(figure: &Figure<P>, caption: &str) -> String {
    let svg = figure.inline();
    match caption.is_empty() {
        true => format!("<figure>{svg}</figure>"),
        false => format!("<figure>{svg}<figcaption>{caption}</figcaption></figure>"),
    }
}
