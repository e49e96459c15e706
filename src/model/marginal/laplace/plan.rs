//! [`Plan`]: which elements meet, and the order in which second derivatives are computed.

use super::columns::Columns;
use crate::compiler::{Approximated, Block, Pairs};
use crate::frame::{Range, Slot};
use crate::linalg::sparse::{Pattern, PatternError, SparseCholesky};
use crate::model::marginalised::Constraints;

/// The pattern of the second derivatives by the elements of the marginalised variables.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The factorisation of the pattern.
    pub factor: SparseCholesky,
    /// The size of the working memory of the factorisation, the solutions and the inverse.
    pub work: usize,
    pub pattern: Pattern,
    /// The columns of the statements that are quadratic functions of the elements.
    pub quadratic: Columns,
    /// The columns of all other statements.
    pub others: Columns,
    /// The slots of the variables, and of copies of elements that rows gather.
    pub blocks: Vec<Range<Slot>>,
    /// The element to which each copy belongs.
    copies: Vec<u32>,
    /// The elements with given values, and these values.
    pub known: Vec<(u32, f64)>,
    /// The diagonal entry of each element.
    diagonal: Vec<u32>,
    /// The constraints of the elements' supports.
    pub constraints: Constraints,
}

/// The places of several blocks, one block after the other.
struct Places<'a> {
    blocks: &'a [Block],
    starts: Vec<usize>,
}

impl Places<'_> {
    fn of(&self, place: usize) -> u32 {
        let (block, element) = Approximated::place(place);
        (self.starts[block] + element) as u32
    }
}

/// Applies a function to both numbers.
fn both<T: Copy, U>((one, other): (T, T), of: impl Fn(T) -> U) -> (U, U) {
    (of(one), of(other))
}

impl Plan {
    /// Returns the plan of the approximated variables. If it is unknown which elements meet, all elements
    /// meet.
    ///
    /// # Errors
    ///
    /// Returns an error if there are more elements or pairs than places can count.
    pub fn new(own: Approximated) -> Result<Self, PatternError> {
        let Approximated { vars, meetings, blocks, constraints, known } = own;
        let mut starts = vec![0];
        for block in &blocks {
            starts.push(starts[starts.len() - 1] + block.length);
        }
        let (length, count) = (starts[vars.len()], starts[blocks.len()]);
        let places = Places { blocks: &blocks, starts };
        let sources = places.blocks[vars.len()..].iter().flat_map(|block| &block.sources);
        let copies: Vec<u32> = sources.map(|&source| places.of(source)).collect();
        let element =
            |place: u32| copies.get((place as usize).wrapping_sub(length)).copied().unwrap_or(place);

        let of_kind = |kind: &Pairs| -> [Vec<(u32, u32)>; 2] {
            let apart: Vec<_> = kind.pairs.iter().map(|&pair| both(pair, |place| places.of(place))).collect();
            let mut whole: Vec<_> = apart.iter().map(|&pair| both(pair, element)).collect();
            if kind.unknown.is_some() {
                let all = 0..length as u32;
                whole.extend(all.clone().flat_map(|one| (0..one).map(move |other| (one, other))));
            }
            whole.iter_mut().for_each(|pair| *pair = (pair.0.min(pair.1), pair.0.max(pair.1)));
            whole.retain(|(one, other)| one != other);
            whole.sort_unstable();
            whole.dedup();
            [apart, whole]
        };
        let kinds = [&meetings.quadratic, &meetings.others];
        let pairs = kinds.map(of_kind);
        let all = pairs.iter().flat_map(|[_, whole]| whole);
        let pattern = Pattern::new(length, all.map(|&pair| both(pair, |element| element as usize)))?;
        let known: Vec<(u32, f64)> = known.iter().map(|&(place, value)| (places.of(place), value)).collect();
        let is_known = |element: u32| known.iter().any(|&(known, _)| known == element);
        let fixed = (&pattern, &is_known as &dyn Fn(u32) -> bool);

        let columns =
            |kind: &Pairs, [apart, whole]: &[Vec<(u32, u32)>; 2]| -> Result<Columns, PatternError> {
                if !kind.is_read {
                    return Ok(Columns::default());
                }
                let by_element = Columns::new(fixed, (0..length as u32).collect(), whole, false)?;
                if by_element.colours() == 1 || copies.is_empty() || kind.unknown.is_some() {
                    return Ok(by_element);
                }
                let by_copy = Columns::new(fixed, (0..count as u32).map(element).collect(), apart, true)?;
                Ok(if by_copy.colours() < by_element.colours() { by_copy } else { by_element })
            };
        let (quadratic, others) = (columns(kinds[0], &pairs[0])?, columns(kinds[1], &pairs[1])?);
        let factor = SparseCholesky::new(&pattern)?;
        let work = factor.factor_scratch().max(factor.inverse_scratch()).max(factor.solve_scratch(1));
        let diagonal = pattern.diagonal().map(|entry| entry as u32).collect();
        let shifted = |vector: Vec<(usize, f64)>| {
            vector.into_iter().map(|(place, number)| (places.of(place), number)).collect()
        };
        let constraints = Constraints::new(constraints.into_iter().map(shifted).collect());
        let blocks = blocks.iter().map(|block| Range { place: block.slot, length: block.length }).collect();
        Ok(Self { factor, work, pattern, quadratic, others, blocks, copies, known, diagonal, constraints })
    }

    /// The number of elements.
    pub fn length(&self) -> usize {
        self.diagonal.len()
    }

    /// The number of elements and copies.
    pub fn places(&self) -> usize {
        self.length() + self.copies.len()
    }

    /// The number of entries of the pattern.
    pub fn entries(&self) -> usize {
        self.pattern.len()
    }

    /// Returns the diagonal entry of each element, in the order of the elements.
    pub fn diagonal(&self) -> impl Iterator<Item = usize> + '_ {
        self.diagonal.iter().map(|&entry| entry as usize)
    }

    /// Returns the diagonal entry of an element.
    pub fn entry(&self, element: u32) -> usize {
        self.diagonal[element as usize] as usize
    }

    /// The dimension of the integral.
    pub fn dimension(&self) -> usize {
        self.length() - self.known.len() - self.constraints.count()
    }

    /// Copies the values of elements to the elements' places and to their copies.
    pub fn spread(&self, elements: &[f64], places: &mut [f64]) {
        let (own, copies) = places.split_at_mut(self.length());
        own.copy_from_slice(elements);
        copies.iter_mut().zip(&self.copies).for_each(|(copy, &element)| *copy = elements[element as usize]);
    }

    /// Adds up the slopes by elements and copies to the slopes by elements. The slopes of elements with
    /// given values are 0.
    pub fn add_up(&self, places: &[f64], elements: &mut [f64]) {
        let (own, copies) = places.split_at(self.length());
        elements.copy_from_slice(own);
        copies.iter().zip(&self.copies).for_each(|(slope, &element)| elements[element as usize] += slope);
        self.known.iter().for_each(|&(element, _)| elements[element as usize] = 0.0);
    }
}
