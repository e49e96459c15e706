//! The ratios of all models as a pile of dots on a logarithmic axis, small enough for a front page.

use crate::picture::{Area, Drawn, FASTER, GRID, write};
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;
use std::path::Path;

/// Sizes in pixels: of the picture, of its margins, of a dot, and of the step from dot to dot.
const WIDTH: i32 = 860;
const MARGIN: i32 = 40;
const TOP: i32 = 44;
const BOTTOM: i32 = 46;
const RADIUS: i32 = 5;
const STEP: i32 = 12;

const MEDIAN: RGBColor = RGBColor(213, 94, 0);
const LABELS: [f64; 8] = [1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0];

/// Draws a dot for each ratio, piled up where ratios are alike.
pub fn draw(ratios: &[f64], path: &Path) -> Result<(), String> {
    let mut sorted = ratios.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(&median) = sorted.get(sorted.len() / 2) else { return Ok(()) };
    let axis = Axis { low: sorted[0].min(1.0).ln(), high: sorted[sorted.len() - 1].max(10.0).ln() };
    let dots = pile(&sorted, &axis);
    let highest = dots.iter().map(|dot| dot.1).max().unwrap_or(0);
    let height = TOP + STEP * (highest + 2) + BOTTOM;
    let area = SVGBackend::new(path, (WIDTH as u32, height as u32)).into_drawing_area();
    paint(&area, &dots, median, &axis, height).map_err(|error| format!("{}: {error}", path.display()))
}

/// The column in pixels and the place in its pile of each dot, of ratios in ascending order.
fn pile(sorted: &[f64], axis: &Axis) -> Vec<(i32, i32)> {
    let mut dots: Vec<(i32, i32)> = Vec::with_capacity(sorted.len());
    for ratio in sorted {
        let column = axis.place(*ratio) / STEP * STEP + STEP / 2;
        let below = dots.iter().filter(|dot| dot.0 == column).count();
        dots.push((column, below as i32));
    }
    dots
}

fn paint(area: &Area<'_>, dots: &[(i32, i32)], median: f64, axis: &Axis, height: i32) -> Drawn {
    area.fill(&WHITE)?;
    let bottom = height - BOTTOM;
    for label in LABELS.into_iter().filter(|label| label.ln() <= axis.high) {
        let x = axis.place(label);
        area.draw(&PathElement::new([(x, TOP), (x, bottom)], if label == 1.0 { BLACK } else { GRID }))?;
        write(area, &format!("{label}×"), (x, bottom + 14), 13, HPos::Center, &BLACK)?;
    }
    for (x, place) in dots {
        area.draw(&Circle::new((*x, bottom - STEP / 2 - STEP * place), RADIUS, FASTER.filled()))?;
    }
    let x = axis.place(median);
    area.draw(&PathElement::new([(x, TOP - 4), (x, bottom)], MEDIAN.stroke_width(2)))?;
    write(area, &format!("median {median:.1}×"), (x, TOP - 14), 14, HPos::Center, &MEDIAN)?;
    let title = "stanli's time for a gradient, divided by monomorph's: a dot a model";
    write(area, title, (WIDTH / 2, height - 14), 14, HPos::Center, &BLACK)?;
    area.present()?;
    Ok(())
}

/// A logarithmic axis between two logarithms.
struct Axis {
    low: f64,
    high: f64,
}

impl Axis {
    fn place(&self, ratio: f64) -> i32 {
        let share = (ratio.ln() - self.low) / (self.high - self.low);
        MARGIN + (share * f64::from(WIDTH - 2 * MARGIN)) as i32
    }
}
