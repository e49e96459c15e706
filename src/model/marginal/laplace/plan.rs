//! [`Plan`]: which elements meet, and in which order second derivatives are found.
//!
//! Columns of a symmetric matrix of which no two have an element in the same row are found by one difference
//! of slopes together. Such columns have one colour: of two elements that meet, or that both meet a third,
//! each has its own.
//!
//! Curtis, Powell and Reid (1974), "On the estimation of sparse Jacobian matrices", J. Inst. Maths Applics
//! 13; Gebremedhin, Manne and Pothen (2005), "What color is your Jacobian?", SIAM Review 47.

use crate::linalg::sparse::{Pattern, PatternError, SparseCholesky};
use crate::model::marginalised::Constraints;

/// The pattern of the second derivatives by the elements of a variable.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The factorisation of the pattern.
    pub factor: SparseCholesky,
    /// The first of the neighbours of each element, and the end of the last's.
    starts: Vec<u32>,
    /// The elements that each element meets, itself among them, each with the place of the pair among the
    /// entries of the pattern.
    neighbours: Vec<(u32, u32)>,
    /// The place of each element's own entry.
    diagonal: Vec<u32>,
    /// The elements of each colour.
    colours: Vec<Vec<u32>>,
    /// The constraints of the elements' support.
    pub constraints: Constraints,
}

impl Plan {
    /// The plan of elements of which these pairs meet, all of them inside.
    ///
    /// # Errors
    ///
    /// If there are more elements or pairs than places can count.
    pub fn new(length: usize, pairs: &[(u32, u32)], constraints: Constraints) -> Result<Self, PatternError> {
        let pattern = Pattern::new(length, pairs.iter().map(|&(one, other)| (one as usize, other as usize)))?;
        let mut lists: Vec<Vec<(u32, u32)>> = vec![Vec::new(); length];
        for (place, (row, column)) in pattern.iter().enumerate() {
            lists[column].push((row as u32, place as u32));
            if row != column {
                lists[row].push((column as u32, place as u32));
            }
        }
        let mut starts = vec![0];
        let mut neighbours = Vec::new();
        for list in lists {
            neighbours.extend(list);
            starts.push(neighbours.len() as u32);
        }
        let factor = SparseCholesky::new(&pattern)?;
        let diagonal = pattern.diagonal().map(|place| place as u32).collect();
        let mut plan = Self { factor, starts, neighbours, diagonal, colours: Vec::new(), constraints };
        plan.colour();
        Ok(plan)
    }

    /// Gives each element the first colour that is free.
    fn colour(&mut self) {
        const NONE: u32 = u32::MAX;
        let length = self.length();
        let mut colour_of = vec![NONE; length];
        let mut taken_by: Vec<u32> = Vec::new();
        for element in 0..length {
            for &(near, _) in self.neighbours(element) {
                for &(far, _) in self.neighbours(near as usize) {
                    if colour_of[far as usize] != NONE {
                        taken_by[colour_of[far as usize] as usize] = element as u32;
                    }
                }
            }
            let free = taken_by.iter().position(|by| *by != element as u32).unwrap_or(taken_by.len());
            if free == taken_by.len() {
                taken_by.push(NONE);
                self.colours.push(Vec::new());
            }
            colour_of[element] = free as u32;
            self.colours[free].push(element as u32);
        }
    }

    /// The number of elements.
    pub fn length(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of entries of the pattern.
    pub fn entries(&self) -> usize {
        (self.neighbours.len() + self.length()) / 2
    }

    /// Adds to the entries in the columns of a colour, of which each off the diagonal is found twice, as half
    /// of its two columns. `entry` tells that of a row and a column.
    pub fn add_columns(&self, colour: usize, matrix: &mut [f64], entry: impl Fn(usize, usize) -> f64) {
        for &element in self.members(colour) {
            for &(near, place) in self.neighbours(element as usize) {
                let share = if near == element { 1.0 } else { 0.5 };
                matrix[place as usize] += share * entry(near as usize, element as usize);
            }
        }
    }

    /// The place of each element's own entry, in their order.
    pub fn diagonal(&self) -> impl Iterator<Item = usize> + '_ {
        self.diagonal.iter().map(|&place| place as usize)
    }

    /// The number of colours.
    pub fn colours(&self) -> usize {
        self.colours.len()
    }

    /// The elements of a colour.
    pub fn members(&self, colour: usize) -> &[u32] {
        &self.colours[colour]
    }

    /// The elements that an element meets, itself among them, each with the place of the pair.
    pub fn neighbours(&self, element: usize) -> &[(u32, u32)] {
        &self.neighbours[self.starts[element] as usize..self.starts[element + 1] as usize]
    }
}
