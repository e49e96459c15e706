//! The structure of a sparse Cholesky factor, which does not depend on the values of the matrix.
//!
//! Rows are ordered by approximate minimum degree (Amestoy, Davis & Duff 1996), so that the factor has few
//! numbers. A supernode has w columns J, which follow each other, and r rows R below them; its front is a
//! matrix of w + r rows, of which w are the panel [U_JJ U_JR] of the factor. The other r × r numbers, the
//! update, are added to the parent's front, all of whose rows are among the parent's J and R.
use super::graph::Graph;
use super::pattern::{Pattern, PatternError};
use super::supernodes::Supernodes;
use super::tree::{NONE, Tree};
use super::updates::place_updates;
use core::ops::Range;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::amd;

/// The columns that are eliminated together, and the places of their numbers.
#[derive(Debug)]
pub(super) struct Supernode {
    /// The first column.
    pub first: usize,
    /// The number of columns, w.
    pub width: usize,
    /// The range of the r rows below the columns, in two lists: `rows` has their places in the matrix, and
    /// `relative` their places in the parent's front.
    pub below: Range<usize>,
    /// The place in the factor at which the panel, w rows of w + r numbers, begins.
    pub panel: usize,
    /// The place in scratch memory at which the update, r rows of r numbers, begins.
    pub update: usize,
    /// True if this supernode's update is before the updates of its children in memory, false if it is
    /// after them.
    pub is_before_children: bool,
    /// The range of the children in `children`.
    pub children: Range<usize>,
    /// The range of the panel's values of the matrix in `entries`.
    pub entries: Range<usize>,
}

impl Supernode {
    /// The length of a row of the front, w + r.
    pub fn height(&self) -> usize {
        self.width + self.below.len()
    }

    /// The range of the panel in the factor.
    pub fn panel(&self) -> Range<usize> {
        self.panel..self.panel + self.width * self.height()
    }
}

/// The place of a value of the matrix in the factor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The place in the pattern.
    pub value: u32,
    /// The place in the panel of its supernode.
    pub place: u32,
}

/// The symbolic factorisation of a pattern.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    /// The place of each of the matrix's rows in the order of the factor.
    pub ranks: Vec<u32>,
    /// The supernodes in postorder: children before parents.
    pub supernodes: Vec<Supernode>,
    pub rows: Vec<u32>,
    pub relative: Vec<u32>,
    pub children: Vec<u32>,
    pub entries: Vec<Entry>,
    /// The count of numbers of all panels.
    pub numbers: usize,
    /// The most numbers of updates that exist at the same time.
    pub updates: usize,
}

/// Returns the places of the rows in an order of approximate minimum degree.
fn minimum_degree(pattern: &Pattern) -> Result<Vec<u32>, PatternError> {
    let (size, (starts, rows)) = (pattern.size(), pattern.parts());
    let matrix = SymbolicSparseColMatRef::new_checked(size, size, starts, None, rows);
    let (mut order, mut ranks) = (vec![0; size], vec![0; size]);
    let scratch = amd::order_scratch::<u32>(size, rows.len());
    let mut memory = MemBuffer::try_new(scratch).map_err(|_| PatternError::TooLarge)?;
    amd::order(&mut order, &mut ranks, matrix, amd::Control::default(), MemStack::new(&mut memory))
        .map_err(|_| PatternError::TooLarge)?;
    Ok(ranks)
}

impl Analysis {
    pub fn new(pattern: &Pattern) -> Result<Self, PatternError> {
        let mut ranks = minimum_degree(pattern)?;
        let Supernodes { ranks: joined, starts, parents } =
            Supernodes::new(&Tree::new(&Graph::new(pattern, &ranks)));
        ranks.iter_mut().for_each(|rank| *rank = joined[*rank as usize]);
        let graph = Graph::new(pattern, &ranks);
        let mut analysis = Self { ranks, ..Self::default() };
        let mut known = vec![(NONE, 0); pattern.size()];
        for (columns, children) in starts.windows(2).zip(analysis.list_children(&parents)) {
            analysis.add(columns[0] as usize..columns[1] as usize, children, &graph, &mut known)?;
        }
        analysis.updates = place_updates(&mut analysis.supernodes, &analysis.children, &parents);
        Ok(analysis)
    }

    /// Lists the children of each supernode, one list after the other.
    fn list_children(&mut self, parents: &[u32]) -> Vec<Range<usize>> {
        let inner = |&child: &u32| parents[child as usize] != NONE;
        self.children = (0..parents.len() as u32).filter(inner).collect();
        self.children.sort_by_key(|&child| parents[child as usize]);
        let mut end = 0;
        let lists = (0..parents.len()).map(|parent| {
            let start = end;
            let own = |&&child: &&u32| parents[child as usize] as usize == parent;
            end += self.children[start..].iter().take_while(own).count();
            start..end
        });
        lists.collect()
    }

    /// Adds a supernode with its rows and entries, and stores the places of its children's rows in its
    /// front.
    ///
    /// `known` has for each row the last supernode that contains it, and the row's place in the front of
    /// that supernode.
    fn add(
        &mut self,
        columns: Range<usize>,
        children: Range<usize>,
        graph: &Graph,
        known: &mut [(u32, u32)],
    ) -> Result<(), PatternError> {
        let (own, width, start) = (self.supernodes.len() as u32, columns.len(), self.rows.len());
        let mut find = |row: u32, rows: &mut Vec<u32>| {
            let known = &mut known[row as usize];
            if row as usize >= columns.end && known.0 != own {
                known.0 = own;
                rows.push(row);
            }
        };
        for column in columns.clone() {
            graph.of(column).iter().for_each(|&(row, _)| find(row, &mut self.rows));
        }
        let of_children = || {
            let below = |&child: &u32| self.supernodes[child as usize].below.clone();
            self.children[children.clone()].iter().flat_map(below)
        };
        of_children().for_each(|at| find(self.rows[at], &mut self.rows));
        self.rows[start..].sort_unstable();

        let below = self.rows[start..].iter().map(|&row| row as usize);
        for (place, row) in (0..).zip(columns.clone().chain(below)) {
            known[row] = (own, place);
        }
        self.relative.resize(self.rows.len(), 0);
        of_children().for_each(|at| self.relative[at] = known[self.rows[at] as usize].1);

        let height = width + self.rows.len() - start;
        u32::try_from(width * height).map_err(|_| PatternError::TooLarge)?;
        let first_entry = self.entries.len();
        for (at, column) in columns.clone().enumerate() {
            let later = graph.of(column).iter().filter(|&&(row, _)| row as usize >= column);
            self.entries.extend(later.map(|&(row, value)| {
                let place = (at * height) as u32 + known[row as usize].1;
                Entry { value, place }
            }));
        }
        self.supernodes.push(Supernode {
            first: columns.start,
            width,
            below: start..self.rows.len(),
            panel: self.numbers,
            update: 0,
            is_before_children: true,
            children,
            entries: first_entry..self.entries.len(),
        });
        self.numbers += width * height;
        Ok(())
    }
}
