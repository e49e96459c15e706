//! [`Columns`]: the columns of second derivatives that are found together.
//!
//! Columns of a symmetric matrix of which no two have an element in the same row are found by one difference
//! of slopes together. Such columns have one colour: of two places that meet, or that both meet a third, each
//! has its own.
//!
//! A place is that of an element, which moves with all copies of it that rows gather, or each copy is a place
//! of its own. The second derivatives by an element are the sums of those by its copies, so both give the
//! same matrix; the way that has fewer colours is taken.
//!
//! Curtis, Powell and Reid (1974), "On the estimation of sparse Jacobian matrices", J. Inst. Maths Applics
//! 13; Gebremedhin, Manne and Pothen (2005), "What color is your Jacobian?", SIAM Review 47.

use crate::linalg::sparse::Pattern;

/// The columns of the second derivatives of statements of one kind, by colour.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    /// True if each copy is a place.
    pub are_apart: bool,
    /// The first of the neighbours of each place, and the end of the last's.
    starts: Vec<u32>,
    /// The places that each place meets, itself among them, each with the entry of the pattern that their
    /// elements have.
    neighbours: Vec<(u32, u32)>,
    /// The element of each place.
    elements: Vec<u32>,
    /// The places of each colour.
    colours: Vec<Vec<u32>>,
}

impl Columns {
    /// The columns of places with these elements, of which these pairs meet, all of them inside. Elements
    /// that have values do not move.
    pub fn new(
        (pattern, is_known): (&Pattern, &dyn Fn(u32) -> bool),
        elements: Vec<u32>,
        pairs: &[(u32, u32)],
        are_apart: bool,
    ) -> Self {
        let moves = |place: u32| !is_known(elements[place as usize]);
        let own = |place: u32| if moves(place) { vec![place] } else { Vec::new() };
        let mut lists: Vec<Vec<u32>> = (0..elements.len() as u32).map(own).collect();
        for &(one, other) in pairs.iter().filter(|&&(one, other)| moves(one) && moves(other)) {
            lists[one as usize].push(other);
            lists[other as usize].push(one);
        }
        let entry = |one: u32, other: u32| {
            let [one, other] = [one, other].map(|place| elements[place as usize] as usize);
            pattern.place(one.max(other), one.min(other)).map_or(0, |entry| entry as u32)
        };
        let mut starts = vec![0];
        let mut neighbours = Vec::new();
        for (place, list) in lists.iter().enumerate() {
            neighbours.extend(list.iter().map(|&near| (near, entry(place as u32, near))));
            starts.push(neighbours.len() as u32);
        }
        let mut columns = Self { are_apart, starts, neighbours, elements, colours: Vec::new() };
        columns.colour();
        columns
    }

    /// Gives each place the first colour that is free.
    fn colour(&mut self) {
        const NONE: u32 = u32::MAX;
        let mut colour_of = vec![NONE; self.elements.len()];
        let mut taken_by: Vec<u32> = Vec::new();
        for place in 0..self.elements.len() {
            if self.neighbours(place).is_empty() {
                continue;
            }
            for &(near, _) in self.neighbours(place) {
                for &(far, _) in self.neighbours(near as usize) {
                    if colour_of[far as usize] != NONE {
                        taken_by[colour_of[far as usize] as usize] = place as u32;
                    }
                }
            }
            let free = taken_by.iter().position(|by| *by != place as u32).unwrap_or(taken_by.len());
            if free == taken_by.len() {
                taken_by.push(NONE);
                self.colours.push(Vec::new());
            }
            colour_of[place] = free as u32;
            self.colours[free].push(place as u32);
        }
    }

    /// The number of colours.
    pub fn colours(&self) -> usize {
        self.colours.len()
    }

    /// The places of a colour.
    pub fn members(&self, colour: usize) -> impl Iterator<Item = usize> + '_ {
        self.colours[colour].iter().map(|&place| place as usize)
    }

    /// The slopes by places, of those by elements and copies apart and those by elements with their copies.
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

    /// The places that a place meets, itself among them, each with the entry of the pattern.
    pub fn neighbours(&self, place: usize) -> &[(u32, u32)] {
        &self.neighbours[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    /// Adds the second derivatives in the columns of a colour to the entries of a matrix. Those off its
    /// diagonal are found twice, as half of two columns. `derivative` tells that of a row and a column.
    pub fn add(&self, colour: usize, matrix: &mut [f64], derivative: impl Fn(usize, usize) -> f64) {
        for place in self.members(colour) {
            for &(near, entry) in self.neighbours(place) {
                let near = near as usize;
                let is_on_diagonal = self.elements[near] == self.elements[place];
                let share = if is_on_diagonal { 1.0 } else { 0.5 };
                matrix[entry as usize] += share * derivative(near, place);
            }
        }
    }
}
