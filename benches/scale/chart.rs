//! Times against sizes: a table on stdout and a chart with logarithmic axes.

use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

/// One line of a chart.
pub struct Series {
    name: &'static str,
    /// Sizes and nanoseconds.
    points: Vec<(f64, f64)>,
}

impl Series {
    pub fn new(name: &'static str) -> Self {
        Self { name, points: Vec::new() }
    }

    /// The exponent of the size that fits the larger half of the points best: least squares of the
    /// logarithms.
    fn slope(&self) -> f64 {
        let larger = &self.points[self.points.len() / 2..];
        let logarithms = || larger.iter().map(|(size, time)| (size.ln(), time.ln()));
        let n = larger.len() as f64;
        let mean = logarithms().fold((0.0, 0.0), |sum, (x, y)| (sum.0 + x / n, sum.1 + y / n));
        let centred = || logarithms().map(|(x, y)| (x - mean.0, y - mean.1));
        centred().map(|(x, y)| x * y).sum::<f64>() / centred().map(|(x, _)| x * x).sum::<f64>()
    }

    fn legend(&self) -> String {
        format!("{}: slope {:.2}", self.name, self.slope())
    }
}

/// Lines over one axis of sizes.
pub struct Chart {
    pub file: &'static str,
    pub title: &'static str,
    pub axis: &'static str,
    /// What takes the time.
    pub timed: &'static str,
    pub series: Vec<Series>,
}

impl Chart {
    /// Notes the nanoseconds of each series at one size. Of several at the same size the smallest stays.
    pub fn push(&mut self, size: usize, times: &[f64]) {
        let size = size as f64;
        for (series, time) in self.series.iter_mut().zip(times) {
            match series.points.iter_mut().find(|(other, _)| *other == size) {
                Some((_, best)) => *best = best.min(*time),
                None => series.points.push((size, *time)),
            }
        }
    }

    /// Prints the table and draws the chart.
    pub fn finish(&self) -> Result<(), Box<dyn Error>> {
        self.print();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("report");
        std::fs::create_dir_all(&folder)?;
        self.draw(&folder.join(self.file))
    }

    fn print(&self) {
        println!("\n{}, ns", self.title);
        for (number, series) in self.series.iter().enumerate() {
            println!("  [{number}] {}", series.legend());
        }
        let head: String =
            (0..self.series.len()).map(|number| format!("{:>14}", format!("[{number}]"))).collect();
        println!("{:>12}{head}", self.axis);
        for (row, (size, _)) in self.series[0].points.iter().enumerate() {
            let times: String =
                self.series.iter().map(|series| format!("{:>14.1}", series.points[row].1)).collect();
            println!("{size:>12}{times}");
        }
    }

    fn draw(&self, path: &Path) -> Result<(), Box<dyn Error>> {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let sizes = points().map(|(size, _)| *size);
        let times = points().map(|(_, time)| *time);
        let (first, last) = (sizes.clone().fold(f64::INFINITY, f64::min), sizes.fold(0.0, f64::max));
        // Whole decades below and above the times, and one more for the legend.
        let lowest = 10.0_f64.powf(times.clone().fold(f64::INFINITY, f64::min).log10().floor());
        let highest = 10.0_f64.powf(times.fold(0.0, f64::max).log10().ceil() + 1.0);

        let area = SVGBackend::new(path, (860, 540)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(self.title, ("sans-serif", 20))
            .margin(16)
            .x_label_area_size(44)
            .y_label_area_size(76)
            .build_cartesian_2d((first..last).log_scale(), (lowest..highest).log_scale())?;
        chart
            .configure_mesh()
            .x_desc(self.axis)
            .y_desc(self.timed)
            .x_label_formatter(&|size| format!("{size}"))
            .y_label_formatter(&|time| duration(*time))
            .light_line_style(BLACK.mix(0.04))
            .draw()?;
        for (number, series) in self.series.iter().enumerate() {
            let colour = Palette99::pick(number).to_rgba();
            chart
                .draw_series(
                    LineSeries::new(series.points.iter().copied(), colour.stroke_width(2)).point_size(3),
                )?
                .label(series.legend())
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE)
            .border_style(BLACK.mix(0.2))
            .draw()?;
        area.present()?;
        Ok(())
    }
}

/// Nanoseconds in the unit that suits them.
fn duration(nanoseconds: f64) -> String {
    match nanoseconds {
        ns if ns < 1e3 => format!("{ns} ns"),
        ns if ns < 1e6 => format!("{} µs", ns / 1e3),
        ns => format!("{} ms", ns / 1e6),
    }
}
