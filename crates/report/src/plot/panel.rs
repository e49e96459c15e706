//! A pair of axes in a picture.

use super::scale::Scale;
use super::svg::{Anchor, Svg, Tenths, px, text_width};
use super::ticks::ticks;
use std::fmt::Write as _;

/// A rectangle of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

/// A rectangle with a scale along each axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panel {
    pub frame: Frame,
    pub x: Scale,
    pub y: Scale,
}

impl Panel {
    pub fn new(frame: Frame, x: (f64, f64), y: (f64, f64)) -> Self {
        let x = Scale::new(x, frame.left, frame.left + frame.width);
        let y = Scale::new(y, frame.top + frame.height, frame.top);
        Self { frame, x, y }
    }

    pub fn right(&self) -> f64 {
        self.frame.left + self.frame.width
    }

    pub fn bottom(&self) -> f64 {
        self.frame.top + self.frame.height
    }

    /// Returns the place of a pair of numbers in the picture; `None` if one is NaN.
    fn point(&self, (x, y): (f64, f64)) -> Option<(f64, f64)> {
        Some((self.x.at(x)?, self.y.at(y)?))
    }

    /// Draws the horizontal axis, with as many numbers as fit.
    pub fn x_axis(&self, svg: &mut Svg, label: &str) {
        let base = self.bottom();
        let mut wanted = (self.frame.width / 60.0).clamp(2.0, 10.0) as usize;
        let mut found = ticks(self.x.low, self.x.high, wanted);
        let crowded = |found: &[(f64, String)]| {
            let needed: f64 = found.iter().map(|(_, text)| text_width(text) + 8.0).sum();
            needed > self.frame.width
        };
        // A single number does not show a scale.
        while wanted < 8 && found.len() < 2 {
            wanted += 1;
            found = ticks(self.x.low, self.x.high, wanted);
        }
        while wanted > 1 && found.len() > 2 && crowded(&found) {
            wanted -= 1;
            found = ticks(self.x.low, self.x.high, wanted);
        }
        let mut d = format!("M{} {}h{}", px(self.frame.left), px(base), px(self.frame.width));
        for (value, _) in &found {
            let _ = write!(d, "M{} {}v4", px(self.x.place(*value)), px(base));
        }
        svg.path("axis", "", &d);
        for (value, text) in &found {
            svg.text("tick", self.x.place(*value), base + 16.0, Anchor::Middle, text);
        }
        if !label.is_empty() {
            svg.text("", self.frame.left + self.frame.width / 2.0, base + 32.0, Anchor::Middle, label);
        }
    }

    /// Draws the vertical axis, with its label turned upwards and as far from the axis as the numbers need.
    pub fn y_axis(&self, svg: &mut Svg, label: &str) {
        let mut wanted = self.y_count();
        let mut found = ticks(self.y.low, self.y.high, wanted);
        while wanted < 8 && found.len() < 2 {
            wanted += 1;
            found = ticks(self.y.low, self.y.high, wanted);
        }
        self.y_axis_at(svg, label, &found);
    }

    /// Returns the approximate number of labels for which the vertical axis has space.
    pub fn y_count(&self) -> usize {
        (self.frame.height / 32.0).clamp(2.0, 8.0) as usize
    }

    /// Draws the vertical axis with numbers at given places.
    pub fn y_axis_at(&self, svg: &mut Svg, label: &str, found: &[(f64, String)]) {
        let mut d = format!("M{} {}v{}", px(self.frame.left), px(self.frame.top), px(self.frame.height));
        for (value, _) in found {
            let _ = write!(d, "M{} {}h-4", px(self.frame.left), px(self.y.place(*value)));
        }
        svg.path("axis", "", &d);
        let mut widest: f64 = 0.0;
        for (value, text) in found {
            widest = widest.max(text_width(text));
            svg.text("tick", self.frame.left - 7.0, self.y.place(*value) + 4.0, Anchor::End, text);
        }
        if !label.is_empty() {
            // Further to the left, the upper part of the letters would be outside the picture.
            let place = (self.frame.left - 16.0 - widest).max(11.0);
            svg.upwards(place, self.frame.top + self.frame.height / 2.0, label);
        }
    }

    /// Draws only the line of the horizontal axis.
    pub fn floor(&self, svg: &mut Svg) {
        svg.path(
            "axis",
            "",
            &format!("M{} {}h{}", px(self.frame.left), px(self.bottom()), px(self.frame.width)),
        );
    }

    /// Draws vertical lines behind everything at the numbers of the horizontal axis.
    pub fn x_grid(&self, svg: &mut Svg) {
        let mut d = String::new();
        for (value, _) in ticks(self.x.low, self.x.high, (self.frame.width / 60.0) as usize) {
            let _ =
                write!(d, "M{} {}v{}", px(self.x.place(value)), px(self.frame.top), px(self.frame.height));
        }
        svg.path("grid", "", &d);
    }

    /// Draws a vertical line at a number.
    pub fn vertical(&self, svg: &mut Svg, class: &str, look: &str, value: f64) {
        if let Some(x) = self.x.at(value).filter(|_| self.x.contains(value)) {
            svg.path(class, look, &format!("M{} {}v{}", px(x), px(self.frame.top), px(self.frame.height)));
        }
    }

    /// Draws a horizontal line at a number.
    pub fn horizontal(&self, svg: &mut Svg, class: &str, look: &str, value: f64) {
        if let Some(y) = self.y.at(value).filter(|_| self.y.contains(value)) {
            svg.path(class, look, &format!("M{} {}h{}", px(self.frame.left), px(y), px(self.frame.width)));
        }
    }

    /// Draws the title of the panel above it.
    pub fn title(&self, svg: &mut Svg, text: &str) {
        svg.text("head", self.frame.left, self.frame.top - 8.0, Anchor::Start, text);
    }

    /// Draws a line through points; it is interrupted where a point is not finite.
    pub fn line(&self, svg: &mut Svg, class: &str, look: &str, points: impl IntoIterator<Item = (f64, f64)>) {
        let d = self.steps(&mut points.into_iter());
        svg.path(&format!("line {class}"), look, &d);
    }

    /// Fills the area between two curves over the same places.
    pub fn between(&self, svg: &mut Svg, class: &str, look: &str, curve: &[(f64, f64, f64)]) {
        let above = curve.iter().map(|(x, _, high)| (*x, *high));
        let below = curve.iter().rev().map(|(x, low, _)| (*x, *low));
        let d = self.steps(&mut above.chain(below));
        svg.path(class, look, &if d.is_empty() { d } else { d + "z" });
    }

    /// Fills the area from the bottom of the panel to a curve.
    pub fn area(&self, svg: &mut Svg, class: &str, look: &str, curve: &[(f64, f64)]) {
        let curve: Vec<_> = curve.iter().map(|(x, y)| (*x, self.y.low, *y)).collect();
        self.between(svg, class, look, &curve);
    }

    /// Draws points as one path of strokes without length, which takes a sixth of the bytes of circles.
    pub fn dots(&self, svg: &mut Svg, class: &str, look: &str, points: impl IntoIterator<Item = (f64, f64)>) {
        let d = self.strokes(&mut points.into_iter());
        svg.path(&format!("dots {class}"), look, &d);
    }

    /// Returns strokes without length at the points that lie within the panel.
    fn strokes(&self, points: &mut dyn Iterator<Item = (f64, f64)>) -> String {
        let inside = |(x, y): &(f64, f64)| self.x.contains(*x) && self.y.contains(*y);
        let mut d = String::new();
        let mut last = (0, 0);
        for (x, y) in points.filter(inside).filter_map(|point| self.point(point)) {
            let own = tenths((x, y));
            let (across, down) = (Tenths(own.0 - last.0), Tenths(own.1 - last.1));
            let _ = write!(d, "m{across}{}{down}h0", if own.1 < last.1 { "" } else { " " });
            last = own;
        }
        d
    }

    /// Returns a path through points in relative steps of tenths of a pixel, which are shorter than
    /// absolute places.
    ///
    /// It takes a trait object, so that it is compiled once for all sources of points.
    fn steps(&self, points: &mut dyn Iterator<Item = (f64, f64)>) -> String {
        let mut d = String::new();
        let mut last: Option<(i64, i64)> = None;
        for point in points {
            let Some(own) = self.point(point).map(tenths) else {
                last = None;
                continue;
            };
            let _ = match last {
                None => write!(d, "M{} {}l", Tenths(own.0), Tenths(own.1)),
                Some(last) => {
                    let (across, down) = (own.0 - last.0, own.1 - last.1);
                    let before = if across < 0 || d.ends_with('l') { "" } else { " " };
                    let between = if down < 0 { "" } else { " " };
                    write!(d, "{before}{}{between}{}", Tenths(across), Tenths(down))
                }
            };
            last = Some(own);
        }
        // A single point is a dot.
        if d.ends_with('l') { d + "0 0" } else { d }.replace("lM", "l0 0M")
    }
}

fn tenths((x, y): (f64, f64)) -> (i64, i64) {
    ((x * 10.0).round() as i64, (y * 10.0).round() as i64)
}
