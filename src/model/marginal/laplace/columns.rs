//! [`Columns`]: the columns of second derivatives that are computed together.
//!
//! Places with the same [colour](Colouring) move together, and one difference of slopes gives the second
//! derivatives by all of them: for each pair of places that meet, at the place where the slope is read only
//! the other place of the pair has this colour.
//!
//! A place is an element, which moves with all of its copies that rows gather, or each copy is a place of
//! its own. The second derivatives by an element are the sums of the second derivatives by its copies, so
//! both give the same matrix; the choice with fewer colours is used.

use crate::linalg::sparse::{Colouring, Pattern, PatternError};

/// The columns of the second derivatives of statements of one kind, by colour.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    /// True if each copy is a place of its own.
    pub are_apart: bool,
    /// The offset in `neighbours` of each place's first neighbour, and the total number of neighbours at the
    /// end.
    starts: Vec<u32>,
    /// For each place, the place itself and the places that meet it and stand in its column; each with the
    /// entry of the pattern that the two elements have.
    neighbours: Vec<(u32, u32)>,
    /// The element to which each place belongs.
    elements: Vec<u32>,
    /// The places of each colour.
    colours: Vec<Vec<u32>>,
}

impl Columns {
    /// Returns the columns of places with these elements, of which these pairs meet; all pairs are in the
    /// pattern. Elements with given values do not move.
    ///
    /// # Errors
    ///
    /// If there are more places than can be counted.
    pub fn new(
        (pattern, is_known): (&Pattern, &dyn Fn(u32) -> bool),
        elements: Vec<u32>,
        pairs: &[(u32, u32)],
        are_apart: bool,
    ) -> Result<Self, PatternError> {
        let moves = |place: usize| !is_known(elements[place]);
        let pairs = pairs.iter().map(|&(one, other)| (one as usize, other as usize));
        let meetings =
            Pattern::new(elements.len(), pairs.filter(|&(one, other)| moves(one) && moves(other)))?;
        let colouring = Colouring::new(&meetings);
        let mut lists: Vec<Vec<(u32, u32)>> = vec![Vec::new(); elements.len()];
        for (one, other) in meetings.iter().filter(|&(one, _)| moves(one)) {
            let (column, row) = if one == other { (one, one) } else { colouring.place(one, other) };
            let [of_row, of_column] = [row, column].map(|place| elements[place] as usize);
            let entry = pattern.place(of_row, of_column).map_or(0, |entry| entry as u32);
            lists[column].push((row as u32, entry));
        }
        let mut starts = vec![0];
        let mut neighbours = Vec::new();
        for list in lists {
            neighbours.extend(list);
            starts.push(neighbours.len() as u32);
        }
        let mut colours = vec![Vec::new(); colouring.count()];
        (0..elements.len()).filter(|&place| moves(place)).for_each(|place| {
            colours[colouring.of(place)].push(place as u32);
        });
        colours.retain(|members| !members.is_empty());
        Ok(Self { are_apart, starts, neighbours, elements, colours })
    }

    /// The number of colours.
    pub fn colours(&self) -> usize {
        self.colours.len()
    }

    /// The places of a colour.
    pub fn members(&self, colour: usize) -> impl Iterator<Item = usize> + '_ {
        self.colours[colour].iter().map(|&place| place as usize)
    }

    /// Returns the slopes by places: `apart` are the slopes by elements and copies separately, `whole` the
    /// slopes by elements that move with their copies.
    pub fn pick<'a>(&self, apart: &'a [f64], whole: &'a [f64]) -> &'a [f64] {
        if self.are_apart { apart } else { whole }
    }

    /// The number of places.
    pub fn length(&self) -> usize {
        self.elements.len()
    }

    /// The element of a place.
    pub fn element(&self, place: usize) -> usize {
        self.elements[place] as usize
    }

    /// Returns a place itself and the places that meet it and stand in its column, each with the entry of
    /// the pattern.
    pub fn neighbours(&self, place: usize) -> &[(u32, u32)] {
        &self.neighbours[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    /// Returns the number of entries of the full matrix for which a second derivative of a column stands: two
    /// off the diagonal, one on the diagonal.
    pub fn count(near: usize, place: usize) -> f64 {
        if near == place { 1.0 } else { 2.0 }
    }

    /// Adds the second derivatives in the columns of a colour to the entries of a matrix. `derivative`
    /// returns the second derivative by a row and a column.
    pub fn add(&self, colour: usize, matrix: &mut [f64], derivative: impl Fn(usize, usize) -> f64) {
        for place in self.members(colour) {
            for &(near, entry) in self.neighbours(place) {
                let near = near as usize;
                // An entry on the diagonal contains both halves of a pair of copies of one element.
                let is_on_diagonal = self.elements[near] == self.elements[place];
                let share = if is_on_diagonal { Self::count(near, place) } else { 1.0 };
                matrix[entry as usize] += share * derivative(near, place);
            }
        }
    }
}
