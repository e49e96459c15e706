//! A page as text, and the space that is left on it.

pub(super) use crate::plot::escape;
use crate::plot::{Draw, Figure};
use std::fmt::Write as _;

/// The most bytes of a page. Texts of the caller, which are shown whole, may exceed it.
const LARGEST: usize = 980_000;

/// The width of a figure if two are shown side by side.
pub(super) const HALF: f64 = 520.0;

/// The body of a page, section by section.
#[derive(Debug, Default)]
pub(super) struct Html {
    pub text: String,
    /// The names and titles of sections.
    pub sections: Vec<(&'static str, &'static str)>,
    /// The number of bytes that are reserved for the rest of the page.
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

    /// Adds words, which may contain markup.
    pub fn words(&mut self, html: &str) {
        let _ = write!(self.text, "<p class=\"muted\">{html}</p>");
    }

    /// Reserves bytes for the rest of the page.
    pub fn reserve(&mut self, bytes: usize) {
        self.reserved = bytes;
    }

    /// Returns true if the page has space for this number of bytes besides the reserved ones.
    pub fn has_room(&self, bytes: usize) -> bool {
        self.text.len() + bytes + self.reserved < LARGEST
    }

    /// Adds a figure with its caption, if there is space. Returns true if the figure was added.
    pub fn figure<P: Draw>(&mut self, figure: &Figure<P>, caption: &str) -> bool {
        let html = self::figure(figure, caption);
        let fits = self.has_room(html.len());
        if fits {
            self.push(&html);
        }
        fits
    }

    /// Adds a note that something is left out for lack of space.
    pub fn left_out(&mut self, what: &str) {
        self.words(&format!("{what} would make the page larger than a megabyte and is left out."));
    }
}

/// Returns a figure with its caption, which may contain markup.
pub(super) fn figure<P: Draw>(figure: &Figure<P>, caption: &str) -> String {
    let svg = figure.inline();
    match caption.is_empty() {
        true => format!("<figure>{svg}</figure>"),
        false => format!("<figure>{svg}<figcaption>{caption}</figcaption></figure>"),
    }
}
