//! Figures, and the settings that all figures share.

use super::palette::{DARK, LIGHT, written_in};
use super::svg::{Anchor, Svg, escape, px, text_width};
use crate::Error;
use std::fs;
use std::path::Path;

/// The colours of a figure that is not part of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Theme {
    /// Dark on white.
    #[default]
    Light,
    /// Light on black.
    Dark,
}

/// The settings that all figures share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    pub title: Option<String>,
    pub caption: Option<String>,
    pub x_label: Option<String>,
    pub y_label: Option<String>,
    pub width: Option<f64>,
    pub height: Option<f64>,
    pub theme: Theme,
    /// The text above a panel in place of the quantity's name.
    pub panel: Option<&'static str>,
    /// The fineness of curves and traces: 1 for a single figure, less if many figures are on a page.
    pub detail: Option<f64>,
}

impl Settings {
    /// Returns a number of points, reduced by the setting of detail.
    pub fn points(&self, usual: usize) -> usize {
        ((usual as f64 * self.detail.unwrap_or(1.0)) as usize).max(16)
    }

    /// Returns the text above the panel of a quantity.
    pub fn panel(&self, usual: String) -> String {
        self.panel.map_or(usual, String::from)
    }

    pub fn size(&self, width: f64, height: f64) -> (f64, f64) {
        (self.width.unwrap_or(width), self.height.unwrap_or(height))
    }

    pub fn x_label<'a>(&'a self, usual: &'a str) -> &'a str {
        self.x_label.as_deref().unwrap_or(usual)
    }

    pub fn y_label<'a>(&'a self, usual: &'a str) -> &'a str {
        self.y_label.as_deref().unwrap_or(usual)
    }
}

/// A plot that can be drawn as a figure. The types of this module implement it, and no others.
pub trait Draw: sealed::Drawn {}

impl<P: sealed::Drawn> Draw for P {}

pub(crate) mod sealed {
    use super::{Settings, Svg};

    pub trait Drawn {
        /// Draws the elements of the figure.
        fn draw(&self, settings: &Settings) -> Svg;

        /// Keeps the quantities that have one of these names.
        fn keep(&mut self, _names: &[String]) {}
    }
}

/// A figure with its settings.
///
/// ```
/// use monomorph_report::data::Quantity;
/// use monomorph_report::plot::{self, Theme};
///
/// let mu = Quantity::new("mu", vec![vec![0.1, 0.5, 0.3], vec![0.2, 0.4, 0.6]]);
/// let figure = plot::trace(&mu).title("Chains").caption("Three draws each.").size(500.0, 200.0);
/// assert!(figure.to_svg().contains("Three draws each."));
/// let dark = figure.theme(Theme::Dark).to_svg();
/// assert!(dark.starts_with("<svg xmlns="));
/// ```
#[derive(Clone, Debug)]
#[must_use = "a figure is drawn by `to_svg` or `save`"]
pub struct Figure<P> {
    pub(crate) plot: P,
    pub(crate) settings: Settings,
}

impl<P: Draw> Figure<P> {
    pub(crate) fn new(plot: P) -> Self {
        Self { plot, settings: Settings::default() }
    }

    /// Returns the figure with a title above it.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.settings.title = Some(title.into());
        self
    }

    /// Returns the figure with a caption below it.
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.settings.caption = Some(caption.into());
        self
    }

    /// Returns the figure with a label of the horizontal axis.
    pub fn x_label(mut self, label: impl Into<String>) -> Self {
        self.settings.x_label = Some(label.into());
        self
    }

    /// Returns the figure with a label of the vertical axis.
    pub fn y_label(mut self, label: impl Into<String>) -> Self {
        self.settings.y_label = Some(label.into());
        self
    }

    /// Returns the figure with a size in pixels; if there are several panels, it is the size of one panel.
    pub fn size(mut self, width: f64, height: f64) -> Self {
        self.settings.width = Some(width.clamp(80.0, 4000.0));
        self.settings.height = Some(height.clamp(60.0, 4000.0));
        self
    }

    /// Returns the figure in other colours.
    pub fn theme(mut self, theme: Theme) -> Self {
        self.settings.theme = theme;
        self
    }

    /// Returns the figure with some quantities only: the names are those of elements, or of variables for
    /// all of their elements.
    pub fn of(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        self.plot.keep(&names);
        self
    }

    pub(crate) fn panel(mut self, title: &'static str) -> Self {
        self.settings.panel = Some(title);
        self
    }

    pub(crate) fn width(mut self, width: f64) -> Self {
        self.settings.width = Some(width);
        self
    }

    pub(crate) fn detail(mut self, detail: f64) -> Self {
        self.settings.detail = Some(detail);
        self
    }

    /// Returns the figure as a complete SVG, with its colours.
    pub fn to_svg(&self) -> String {
        let svg = self.plot.draw(&self.settings);
        let lines =
            self.settings.caption.as_deref().map(|text| wrapped(text, svg.width - 24.0)).unwrap_or_default();
        let top = if self.settings.title.is_some() { 30.0 } else { 0.0 };
        let below = if lines.is_empty() { 0.0 } else { 17.0 * lines.len() as f64 + 10.0 };
        let (width, height) = (svg.width, svg.height + top + below);
        let colours = if self.settings.theme == Theme::Dark { DARK } else { LIGHT };
        let mut page = Svg::new(width, height, svg.description.clone());
        page.rectangle("paper", "", (0.0, 0.0), (width, height));
        if let Some(title) = &self.settings.title {
            page.text("big", 12.0, 21.0, Anchor::Start, title);
        }
        page.body.push_str(&format!("<g transform=\"translate(0 {})\">{}</g>", px(top), svg.body));
        for (line, text) in lines.iter().enumerate() {
            page.text("tick", 12.0, top + svg.height + 14.0 + 17.0 * line as f64, Anchor::Start, text);
        }
        let style = format!("<style>{}</style>", written_in(colours));
        self.element(&page, &style)
    }

    /// Returns the figure as an element of a page that defines the colours. The page writes its title and
    /// caption.
    pub(crate) fn inline(&self) -> String {
        self.element(&self.plot.draw(&self.settings), "")
    }

    fn element(&self, svg: &Svg, style: &str) -> String {
        let (w, h) = (px(svg.width), px(svg.height));
        let label = self.settings.title.as_deref().unwrap_or(&svg.description);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"fig\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" \
             height=\"{h}\" role=\"img\" aria-label=\"{}\">{style}{}</svg>",
            escape(label),
            svg.body
        )
    }

    /// Writes the figure into a file.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        fs::write(path, self.to_svg()).map_err(|error| Error::io(path, "cannot write the figure", error))
    }
}

/// Divides a text into lines of at most `width` pixels.
fn wrapped(text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            // Captions are in a smaller font than widths are measured for.
            Some(line) if text_width(line) + text_width(word) < width * 1.05 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}
