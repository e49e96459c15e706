//! The ratios of all models as a picture: a dot for each model on a logarithmic axis, sorted, with a line
//! at 1.

use crate::report::Row;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::path::Path;

/// Sizes in pixels: of a model's line, of the room for names and numbers beside the dots, and of the picture.
const LINE: i32 = 18;
const NAMES: i32 = 410;
const NUMBERS: i32 = 70;
const TOP: i32 = 80;
const BOTTOM: i32 = 20;
const WIDTH: i32 = 1100;

pub(crate) const FASTER: RGBColor = RGBColor(31, 119, 180);
const SLOWER: RGBColor = RGBColor(214, 39, 40);
pub(crate) const GRID: RGBColor = RGBColor(225, 225, 225);

pub(crate) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(crate) type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Draws the picture.
pub fn draw(rows: &[Row], path: &Path) -> Result<(), String> {
    let mut sorted: Vec<&Row> = rows.iter().collect();
    sorted.sort_by(|a, b| b.ratio().total_cmp(&a.ratio()));
    let height = TOP + LINE * sorted.len() as i32 + BOTTOM;
    let area = SVGBackend::new(path, (WIDTH as u32, height as u32)).into_drawing_area();
    paint(&area, &sorted, height).map_err(|error| format!("{}: {error}", path.display()))
}

fn paint(area: &Area<'_>, rows: &[&Row], height: i32) -> Drawn {
    area.fill(&WHITE)?;
    let title = "stanli's time for a gradient, divided by monomorph's";
    write(area, title, (WIDTH / 2, 22), 18, HPos::Center, &BLACK)?;
    let axis = Axis::of(rows);
    axis.paint(area, height - BOTTOM)?;
    for (place, row) in rows.iter().enumerate() {
        let y = TOP + LINE * place as i32 + LINE / 2;
        let ratio = row.ratio();
        let colour = if ratio < 1.0 { SLOWER } else { FASTER };
        let x = axis.place(ratio);
        area.draw(&PathElement::new([(NAMES, y), (x, y)], GRID))?;
        area.draw(&Circle::new((x, y), 4, colour.filled()))?;
        write(area, row.name.trim(), (NAMES - 10, y), 12, HPos::Right, &BLACK)?;
        write(area, &format!("{ratio:.2}"), (WIDTH - 15, y), 12, HPos::Right, &colour)?;
    }
    area.present()?;
    Ok(())
}

/// The logarithmic axis, which ends at powers of ten.
struct Axis {
    low: i32,
    high: i32,
}

impl Axis {
    fn of(rows: &[&Row]) -> Self {
        let logs = || rows.iter().map(|row| row.ratio().log10());
        let low = logs().fold(0.0, f64::min).floor() as i32;
        let high = logs().fold(1.0, f64::max).ceil() as i32;
        Self { low, high }
    }

    fn place(&self, ratio: f64) -> i32 {
        let share = (ratio.log10() - f64::from(self.low)) / f64::from(self.high - self.low);
        NAMES + (share * f64::from(WIDTH - NUMBERS - NAMES)) as i32
    }

    /// Lines at 1, 2 and 5 times the powers of ten, the one at 1 in black.
    fn paint(&self, area: &Area<'_>, bottom: i32) -> Drawn {
        for power in self.low..=self.high {
            for step in [1.0, 2.0, 5.0] {
                let ratio = step * 10_f64.powi(power);
                let x = self.place(ratio);
                if x > WIDTH - NUMBERS {
                    break;
                }
                let colour = if ratio == 1.0 { BLACK } else { GRID };
                area.draw(&PathElement::new([(x, TOP), (x, bottom)], colour))?;
                write(area, &ratio.to_string(), (x, TOP - 14), 12, HPos::Center, &BLACK)?;
            }
        }
        Ok(())
    }
}

pub(crate) fn write(
    area: &Area<'_>,
    text: &str,
    place: (i32, i32),
    size: i32,
    side: HPos,
    colour: &RGBColor,
) -> Drawn {
    let style = ("sans-serif", size).into_font().color(colour).pos(Pos::new(side, VPos::Center));
    area.draw(&Text::new(text.to_owned(), place, style))?;
    Ok(())
}
