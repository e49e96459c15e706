//! The stretches between times at which all series are observed, as windows of observed variables.

use crate::covariance::mask::Mask;
use crate::covariance::windows::Alike;

/// The windows of series on a grid of times.
pub(super) struct Stretches {
    /// The two times of each lag between variables of a window. Their distance is the lag.
    pub lags: Vec<(usize, usize)>,
    /// The stretches, and the times that two of them share. An element of a table is a lag and two series.
    pub windows: Vec<Alike>,
    /// A time that occurs more than once, if there is one.
    pub repeated: Option<f64>,
}

/// An observed variable.
#[derive(Clone, Copy)]
struct Cell {
    time: usize,
    series: usize,
    /// The place of the cell among the observed variables.
    place: usize,
}

/// The difference up to which two lags count as equal, relative to the largest time, because times are
/// rounded.
const TOLERANCE: f64 = 1e-13;

/// Finds the stretches. If `ends_separate`, times at which all series are observed are ends of stretches.
pub(super) fn stretches(times: &[f64], series: usize, mask: Mask<'_>, ends_separate: bool) -> Stretches {
    let mut order: Vec<usize> = (0..times.len()).collect();
    order.sort_by(|&one, &other| times[one].total_cmp(&times[other]));
    let repeated = order.windows(2).find(|pair| times[pair[0]] == times[pair[1]]).map(|pair| times[pair[0]]);

    // Variables are ordered by time, in the order in which times are given.
    let mut cells_of = vec![Vec::new(); times.len()];
    for (place, variable) in mask.places(times.len() * series).enumerate() {
        let (time, series) = (variable / series, variable % series);
        cells_of[time].push(Cell { time, series, place });
    }

    let is_end = |time: usize| ends_separate && series > 0 && cells_of[time].len() == series;
    let mut all: Vec<(bool, Vec<Cell>)> = Vec::new();
    let mut open: Vec<Cell> = Vec::new();
    let mut end_in_open = 0;
    for &time in &order {
        open.extend(&cells_of[time]);
        if is_end(time) {
            // The first end closes a stretch only if there are variables before it.
            if open.len() > series {
                all.push((false, open));
            }
            open = cells_of[time].clone();
            end_in_open = open.len();
        }
    }
    if open.len() > end_in_open || all.is_empty() {
        all.push((false, open));
    }
    let overlaps: Vec<(bool, Vec<Cell>)> =
        all.windows(2).map(|pair| (true, pair[1].1[..series].to_vec())).collect();
    all.extend(overlaps);

    let largest = times.iter().fold(0.0_f64, |largest, time| largest.max(time.abs()));
    let mut lags = Lags { times, tolerance: TOLERANCE * largest, pairs: Vec::new() };
    let mut windows: Vec<Alike> = Vec::new();
    for (is_overlap, cells) in all.into_iter().filter(|(_, cells)| !cells.is_empty()) {
        let places: Vec<usize> = cells.iter().map(|cell| cell.place).collect();
        let mut table = Vec::with_capacity(cells.len() * cells.len());
        for one in &cells {
            for other in &cells {
                let lag = lags.place(one.time, other.time);
                table.push((lag * series + one.series) * series + other.series);
            }
        }
        let same = windows.iter_mut().find(|alike| alike.is_overlap == is_overlap && alike.table == table);
        match same {
            Some(alike) => alike.places.push(places),
            None => windows.push(Alike { is_overlap, table, places: vec![places] }),
        }
    }
    Stretches { lags: lags.pairs, windows, repeated }
}

/// The distinct lags, each given by two times.
struct Lags<'a> {
    times: &'a [f64],
    tolerance: f64,
    pairs: Vec<(usize, usize)>,
}

impl Lags<'_> {
    fn lag(&self, (one, other): (usize, usize)) -> f64 {
        (self.times[other] - self.times[one]).abs()
    }

    /// Returns the place of a lag among the distinct lags.
    fn place(&mut self, one: usize, other: usize) -> usize {
        let lag = self.lag((one, other));
        let is_same = |&pair: &(usize, usize)| (self.lag(pair) - lag).abs() <= self.tolerance;
        if let Some(place) = self.pairs.iter().position(is_same) {
            return place;
        }
        self.pairs.push((one, other));
        self.pairs.len() - 1
    }
}
