//! Panels in rows and columns.

use super::figure::Settings;
use super::panel::Frame;
use super::svg::Svg;
use crate::data::Quantity;

/// The margins around each panel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Margins {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

/// Panels in rows of some columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    columns: usize,
    margins: Margins,
    cell: (f64, f64),
    /// The height of the space above all panels.
    head: f64,
}

impl Grid {
    /// Divides a picture into cells of a usual size with margins, at most `columns` in a row.
    pub fn new(
        count: usize,
        columns: usize,
        usual: (f64, f64),
        margins: Margins,
        settings: &Settings,
    ) -> Self {
        let (columns, cell) = (columns.min(count).max(1), settings.size(usual.0, usual.1));
        Self { columns, margins, cell, head: 0.0 }
    }

    /// Leaves space for a legend above all panels, since there may be no space next to the title of a
    /// panel.
    pub fn with_legend(mut self) -> Self {
        self.head = 18.0;
        self
    }

    /// Draws the legend, right-aligned.
    pub fn legend(&self, svg: &mut Svg, entries: &[(&str, &str)]) {
        svg.legend(svg.width - self.margins.right, 16.0, entries);
    }

    /// Makes a picture that is large enough for all panels.
    pub fn svg(&self, count: usize, description: impl Into<String>) -> Svg {
        let rows = count.div_ceil(self.columns).max(1);
        let height = self.head + self.cell.1 * rows as f64;
        Svg::new(self.cell.0 * self.columns as f64, height, description)
    }

    /// Returns the frame of the panel at a place; places count row after row.
    pub fn frame(&self, place: usize) -> Frame {
        let (column, row) = ((place % self.columns) as f64, (place / self.columns) as f64);
        let Margins { left, right, top, bottom } = self.margins;
        Frame {
            left: self.cell.0 * column + left,
            top: self.head + self.cell.1 * row + top,
            width: (self.cell.0 - left - right).max(20.0),
            height: (self.cell.1 - top - bottom).max(20.0),
        }
    }
}

/// Lists the names of quantities, at most a few of them.
pub(super) fn named(quantities: &[Quantity]) -> String {
    let more = quantities.len().saturating_sub(4);
    let first: Vec<&str> = quantities.iter().take(4).map(|own| own.name.as_str()).collect();
    let first = first.join(", ");
    if more > 0 { format!("{first} and {more} more") } else { first }
}

/// Keeps the quantities that have one of some names.
pub(super) fn keep(quantities: &mut Vec<Quantity>, names: &[String]) {
    quantities.retain(|quantity| names.iter().any(|name| quantity.is_of(name)));
}
