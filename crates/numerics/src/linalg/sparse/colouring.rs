//! Colours of the rows of a symmetric matrix H, by which few products with H determine all of its values.
//!
//! With the vector d that is 1 for each row of colour c and 0 elsewhere, (H d)ᵢ = hᵢⱼ, where j is the only
//! neighbour of row i with the colour c. A restricted star colouring gives neighbours different colours,
//! and gives two neighbours of a row the same colour only if that colour is above the row's own. So in each
//! pair i, j the row with the lower colour is the only one of its colour among the neighbours of the other,
//! and hᵢⱼ is in one product.
//!
//! Rows with the most neighbours are coloured first. So a row that meets all others has its own colour, and
//! the others can still share theirs; in a colouring of columns, two columns with a number in one row could
//! not.
//!
//! Curtis, Powell and Reid (1974), "On the estimation of sparse Jacobian matrices"; Powell and Toint (1979),
//! "On the estimation of sparse Hessian matrices"; Gebremedhin, Manne and Pothen (2005), "What color is your
//! Jacobian?", SIAM Review 47, section 4.

use super::graph::Graph;
use super::pattern::Pattern;
use core::cmp::Reverse;

/// The mark of a row without a colour.
const NONE: u32 = u32::MAX;

/// The colours of a pattern's rows.
///
/// ```
/// use monomorph_numerics::linalg::sparse::{Colouring, Pattern};
///
/// // A row that meets all others, and these each the next one.
/// let path = (1..99).map(|row| (row, row + 1));
/// let pattern = Pattern::new(100, path.chain((1..100).map(|row| (0, row)))).unwrap();
/// let colouring = Colouring::new(&pattern);
/// assert!(colouring.count() <= 5);
/// ```
#[derive(Clone, Debug)]
pub struct Colouring {
    colours: Vec<u32>,
    count: usize,
}

impl Colouring {
    /// Gives each row the first free colour; rows with the most neighbours come first.
    pub fn new(pattern: &Pattern) -> Self {
        let size = pattern.size();
        let graph = Graph::new(pattern, &(0..size as u32).collect::<Vec<_>>());
        let mut order: Vec<usize> = (0..size).collect();
        order.sort_by_key(|&row| Reverse(graph.of(row).len()));
        let mut colours = vec![NONE; size];
        // For each row, the colours of its neighbours that another neighbour must not have.
        let mut below: Vec<Vec<u32>> = vec![Vec::new(); size];
        // For each colour, the row that must not have it.
        let mut taken_by: Vec<usize> = Vec::new();
        for row in order {
            let neighbours =
                || graph.of(row).iter().map(|&(near, _)| near as usize).filter(|&near| near != row);
            for near in neighbours() {
                // NONE is above all colours: whatever colour a row gets, its neighbours may be below it.
                let of_near = colours[near];
                let seen = below[near].iter().copied().filter(|&colour| colour < of_near);
                for colour in seen.chain((of_near != NONE).then_some(of_near)) {
                    taken_by[colour as usize] = row;
                }
            }
            let free = taken_by.iter().position(|&by| by != row).unwrap_or(taken_by.len());
            if free == taken_by.len() {
                taken_by.push(usize::MAX);
            }
            let own = free as u32;
            colours[row] = own;
            for near in neighbours().filter(|&near| own < colours[near]) {
                below[near].push(own);
            }
        }
        Self { colours, count: taken_by.len() }
    }

    /// The number of colours, which is the number of products.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The rows of a colour.
    pub fn rows(&self, colour: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.colours.len()).filter(move |&row| self.colours[row] as usize == colour)
    }

    /// Finds the value of a row and a column in the products. Returns both in another order: the product
    /// for the colour of the first one contains the value, at the place of the second one.
    pub fn place(&self, row: usize, column: usize) -> (usize, usize) {
        if self.colours[row] < self.colours[column] { (row, column) } else { (column, row) }
    }

    /// The colour of a row.
    pub fn of(&self, row: usize) -> usize {
        self.colours[row] as usize
    }
}
