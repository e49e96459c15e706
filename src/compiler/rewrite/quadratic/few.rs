//! Sums of squares for a few coefficients, which are read in the slots of the variables: with d = u − û,
//!
//! dᵀ ((H d − s) − s) + ρ²,  with half of its gradient H d − s,
//!
//! if the triangle is multiplied out, and if that would cost digits, with r = R d − s,
//!
//! |r|² + ρ²,  with half of its gradient Rᵀ r.
//!
//! In the first form s is Rᵀz and ρ² includes zᵀz; in the second form s is z.
//!
//! Values are read in the slots of the variables and adjoints are added there: a copy in working memory
//! would take another 4 ns, back and forth, and the rest of the gradient would wait for it.
//!
//! Coefficients are read one by one, as they were written: a load that spans two stores waits until both
//! have left the processor's store buffer, and with them all operations that were begun before.

use crate::compiler::rewrite::quadratic::{Form, Layout, Quadratic};
use crate::frame::{Lent, Packed, Slot};
use crate::simd::{InstructionSet, MAX_LANES, Mask, Pack, mul_add};
use core::array::from_fn;
use monomorph_macros::inlined;
use pulp::{Simd, WithSimd};

/// The greatest number of coefficients that are read in their slots. Their number is a constant of the code
/// that reads them.
const MOST: usize = 16;

/// The greatest number of registers of coefficients. If registers are so short that more would be needed,
/// numbers are read one by one.
const REGISTERS: usize = 4;

/// The number of sums of each register that are computed side by side.
const PARTS: usize = 4;

/// The slots of the coefficients of an affine form, term by term.
#[derive(Debug, Default)]
pub struct TermSlots {
    /// The first slot of each term, the number of its coefficients, and the length of its lines.
    terms: Vec<(Slot, usize, usize)>,
    /// True if the coefficients of some term are computed, so that they are not in the slot of a variable.
    is_computed: bool,
}

impl TermSlots {
    /// Adds a term with `count` coefficients of a variable, in lines of `width`.
    pub(crate) fn add(&mut self, slot: Slot, count: usize, width: usize) {
        self.terms.push((slot, count, width));
    }

    /// Adds a term whose coefficients are computed.
    pub(crate) fn add_computed(&mut self) {
        self.is_computed = true;
    }

    /// The slot of the only term, if it is a scalar.
    pub(crate) fn scalar(&self) -> Option<Slot> {
        match self.terms[..] {
            [(slot, 1, _)] if !self.is_computed => Some(slot),
            _ => None,
        }
    }
}

/// The slots that a sum of squares reads.
pub(crate) struct Slots {
    pub coefficients: TermSlots,
    /// The slot of the scale, if it is a variable.
    pub scale: Option<Slot>,
    /// The slot of log σ and 1/σ, if the scale's transform stores them.
    pub logarithms: Option<Slot>,
}

/// A few coefficients with the slots in which they are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Few {
    count: usize,
    slots: [Slot; MOST],
    /// True if the coefficients are the elements of one vector.
    is_vector: bool,
    /// The slot of the scale σ.
    pub scale: Slot,
    /// The slot of log σ and 1/σ, if they are known.
    pub logarithms: Option<Slot>,
    /// The packed numbers: û; H or R by rows, each row in whole registers; R by columns if it is not
    /// multiplied out; s and ρ².
    reference: Packed,
    rows: Packed,
    columns: Option<Packed>,
    target: Packed,
    rest: f64,
}

impl Few {
    /// The coefficients with their scale, if they are few and stand in slots.
    pub(super) fn of(quadratic: &Quadratic, layout: &Layout, form: &Form, slots: &Slots) -> Option<Self> {
        let (count, &Slots { ref coefficients, scale, logarithms }) = (layout.dense, slots);
        let scale = scale.filter(|_| !coefficients.is_computed)?;
        let is_simple = layout.width == 0 && layout.idle.0 == layout.idle.1;
        if !is_simple || count == 0 || count > MOST || coefficients.terms.len() != layout.places.len() {
            return None;
        }
        let mut slots = [Slot::default(); MOST];
        for (&(slot, length, width), place) in coefficients.terms.iter().zip(&layout.places) {
            for element in 0..length {
                slots[place.of(element / width, element % width)] = slot.element(element);
            }
        }
        let is_vector =
            coefficients.terms.len() == 1 && (0..count).all(|at| slots[at] == slots[0].element(at));
        let Quadratic { reference, rows, columns, target, rest, .. } = *quadratic;
        let columns = (!form.is_multiplied_out).then_some(columns);
        Some(Self { count, slots, is_vector, scale, logarithms, reference, rows, columns, target, rest })
    }
}

#[inlined(all)]
impl Few {
    /// The sum of squares, if there are one or two coefficients and the triangle is multiplied out, which
    /// takes less work than a call; otherwise `None`. With a gradient, `scale` times half of it is added to
    /// the adjoints in the slots.
    pub fn squares_of_pair<const GRADIENT: bool, S: Simd>(
        &self,
        _: S,
        numbers: &mut Lent<'_>,
        scale: f64,
    ) -> Option<f64> {
        match (self.count, self.columns) {
            (1, None) => Some(self.one_by_one::<1, GRADIENT, S>(numbers, scale)),
            (2, None) => Some(self.one_by_one::<2, GRADIENT, S>(numbers, scale)),
            _ => None,
        }
    }

    /// The coefficient in a place, minus the element of û in this place.
    fn moved(&self, numbers: &Lent<'_>, place: usize) -> f64 {
        numbers.number(self.slots[place]) - numbers.packed_number(self.reference.element(place))
    }

    /// Computes the sum of squares number by number, if the triangle is multiplied out.
    fn one_by_one<const N: usize, const GRADIENT: bool, S: Simd>(
        &self,
        numbers: &mut Lent<'_>,
        scale: f64,
    ) -> f64 {
        let mut moved = [0.0; N];
        for (place, moved) in moved.iter_mut().enumerate() {
            *moved = self.moved(numbers, place);
        }
        let mut squares = self.rest;
        for row in 0..N {
            let target = numbers.packed_number(self.target.element(row));
            let slope = combine_numbers::<N, S>(numbers, self.rows, row, &moved, -target);
            squares = mul_add::<S>(slope - target, moved[row], squares);
            if GRADIENT {
                numbers.add_adjoint_number(self.slots[row], slope * scale);
            }
        }
        squares
    }

    /// Computes the sum of squares number by number, if the triangle R is not multiplied out, so that it is
    /// packed by columns as well.
    fn residuals_one_by_one<const N: usize, const GRADIENT: bool, S: Simd>(
        &self,
        columns: Packed,
        numbers: &mut Lent<'_>,
        scale: f64,
    ) -> f64 {
        let moved: [f64; N] = from_fn(|place| self.moved(numbers, place));
        let residuals: [f64; N] = from_fn(|row| {
            let target = numbers.packed_number(self.target.element(row));
            combine_numbers::<N, S>(numbers, self.rows, row, &moved, -target)
        });
        if GRADIENT {
            for place in 0..N {
                let slope = combine_numbers::<N, S>(numbers, columns, place, &residuals, 0.0);
                numbers.add_adjoint_number(self.slots[place], slope * scale);
            }
        }
        residuals.iter().fold(self.rest, |sum, &residual| mul_add::<S>(residual, residual, sum))
    }

    fn in_registers<const N: usize, const GRADIENT: bool, S: Simd>(
        &self,
        simd: S,
        numbers: &mut Lent<'_>,
        scale: f64,
    ) -> f64 {
        let lanes = Pack::<S>::LANES;
        if lanes * REGISTERS < MOST {
            return match self.columns {
                Some(columns) => self.residuals_one_by_one::<N, GRADIENT, S>(columns, numbers, scale),
                None => self.one_by_one::<N, GRADIENT, S>(numbers, scale),
            };
        }
        let registers = N.div_ceil(lanes);
        let mut moved = [Pack::zero(simd); REGISTERS];
        let by_moved = |numbers: &Lent<'_>, line: usize| {
            let own = Pack::splat(simd, self.moved(numbers, line));
            let before = &mut moved[line / lanes];
            *before = Mask::first(simd, line % lanes).select(*before, own);
            own
        };
        let mut slopes = combine::<N, S>(simd, numbers, self.columns.unwrap_or(self.rows), by_moved);
        let mut squares = Pack::zero(simd);
        for (register, slope) in slopes[..registers].iter_mut().enumerate() {
            let target = numbers.packed(simd, self.target.element(register * lanes));
            *slope = *slope - target;
            // After the last coefficient H, R and s are 0.
            squares = match self.columns {
                Some(_) => slope.mul_add(*slope, squares),
                None => (*slope - target).mul_add(moved[register], squares),
            };
        }
        if GRADIENT && self.columns.is_some() {
            let residuals = slopes.map(Pack::to_array);
            let by_residual =
                |_: &Lent<'_>, line: usize| Pack::splat(simd, residuals[line / lanes][line % lanes]);
            slopes = combine::<N, S>(simd, numbers, self.rows, by_residual);
        }
        if GRADIENT && self.is_vector {
            for (register, slope) in slopes[..registers].iter().enumerate() {
                numbers.add_adjoints(self.slots[register * lanes], *slope * scale);
            }
        } else if GRADIENT {
            for place in 0..N {
                let slope = (slopes[place / lanes] * scale).to_array()[place % lanes];
                numbers.add_adjoint_number(self.slots[place], slope);
            }
        }
        squares.sum() + self.rest
    }
}

/// A line of a matrix with `N` columns times `factors`, plus `first`.
#[inline(always)]
fn combine_numbers<const N: usize, S: Simd>(
    numbers: &Lent<'_>,
    lines: Packed,
    line: usize,
    factors: &[f64; N],
    first: f64,
) -> f64 {
    let mut sum = first;
    for (column, &factor) in factors.iter().enumerate() {
        let entry = numbers.packed_number(lines.element(line * N.next_multiple_of(MAX_LANES) + column));
        sum = mul_add::<S>(entry, factor, sum);
    }
    sum
}

/// Σ f(i) lᵢ over the `N` lines l of a square matrix, in registers.
#[inline(always)]
fn combine<const N: usize, S: Simd>(
    simd: S,
    numbers: &Lent<'_>,
    lines: Packed,
    mut factor: impl FnMut(&Lent<'_>, usize) -> Pack<S>,
) -> [Pack<S>; REGISTERS] {
    let lanes = Pack::<S>::LANES;
    let mut sums = [[Pack::zero(simd); REGISTERS]; PARTS];
    for line in 0..N {
        let factor = factor(numbers, line);
        for (register, sum) in sums[line % PARTS][..N.div_ceil(lanes)].iter_mut().enumerate() {
            let place = line * N.next_multiple_of(MAX_LANES) + register * lanes;
            *sum = numbers.packed(simd, lines.element(place)).mul_add(factor, *sum);
        }
    }
    let [mut first, second, third, fourth] = sums;
    for (register, sum) in first[..N.div_ceil(lanes)].iter_mut().enumerate() {
        *sum = (*sum + second[register]) + (third[register] + fourth[register]);
    }
    first
}

impl Few {
    /// The sum of squares of all coefficients that are not a [pair](Self::squares_of_pair). With a
    /// gradient, `scale` times half of it is added to the adjoints in the slots.
    #[inline(never)]
    pub fn evaluate(&self, set: InstructionSet, numbers: Lent<'_>, scale: f64, gradient: bool) -> f64 {
        /// Calls the function that is compiled for the number of coefficients.
        macro_rules! by_count {
            ($($count:literal)*) => {
                match self.count {
                    $($count => set.dispatch(Evaluation::<$count> { few: self, numbers, scale, gradient }),)*
                    _ => f64::NAN,
                }
            };
        }
        by_count!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
    }
}

/// The arguments of [`Few::evaluate`], for `N` coefficients.
struct Evaluation<'a, 'n, const N: usize> {
    few: &'a Few,
    numbers: Lent<'n>,
    scale: f64,
    gradient: bool,
}

impl<const N: usize> WithSimd for Evaluation<'_, '_, N> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let Self { few, mut numbers, scale, gradient } = self;
        if gradient {
            few.in_registers::<N, true, S>(simd, &mut numbers, scale)
        } else {
            few.in_registers::<N, false, S>(simd, &mut numbers, scale)
        }
    }
}
