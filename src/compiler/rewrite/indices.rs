//! Elements gathered by indices of data, register by register: yᵢ = x at kᵢ, with x̄ⱼ = Σ over i with kᵢ = j
//! of ȳᵢ.
//!
//! Where the indices of a register are all equal, one number is read and one sum added; where they follow one
//! another, a register is loaded and stored. Only what is left is gathered element by element. `compile()`
//! finds out which, and sorts rows so that there is little left. What it has found stands beside each index,
//! in 16 bits.

use crate::compiler::Compiler;
use crate::frame::{Frame, PackedIndices, Slot};
use crate::simd::{Lane, MAX_LANES, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// Packed indices, and what those of each register have in common.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Indices {
    packed: PackedIndices,
    /// The pattern of the register that begins with each element.
    runs: PackedIndices,
}

/// The pattern of a register's indices, for the largest register: unrelated, all equal, or each one more than
/// the one before; or nothing is gathered.
const NOTHING: usize = 0;
const EQUAL: usize = 1;
const CONSECUTIVE: usize = 2;
const IDLE: usize = 3;

#[inlined]
impl Indices {
    /// Packs indices, which have been checked.
    pub fn pack(compiler: &mut Compiler, indices: &[usize]) -> Self {
        let run = |start: usize| {
            let register = &indices[start..indices.len().min(start + MAX_LANES)];
            let first = register[0];
            if register.iter().all(|&index| index == first) {
                EQUAL
            } else if register.iter().enumerate().all(|(offset, &index)| index == first + offset) {
                CONSECUTIVE
            } else {
                NOTHING
            }
        };
        let runs: Vec<usize> = (0..indices.len()).map(run).collect();
        let runs = compiler.pack_narrow_indices(&runs);
        Self { packed: compiler.pack_own_indices(indices.iter().copied()), runs }
    }

    /// The indices of `rows` rows that gather nothing: values are 0, and adjoints go nowhere.
    pub fn idle(compiler: &mut Compiler, rows: usize) -> Self {
        Self { packed: PackedIndices::default(), runs: compiler.pack_narrow_indices(&vec![IDLE; rows]) }
    }

    /// The indices of `rows` rows.
    pub fn packed_of(self, compiler: &Compiler, rows: usize) -> &[u32] {
        &compiler.packed_indices()[self.packed.0..][..rows]
    }

    /// The index of an element.
    pub fn index(self, frame: &Frame<'_>, element: usize) -> usize {
        frame.index(self.packed, element)
    }

    /// The values in a lane.
    pub fn read<S: Simd>(self, frame: &Frame<'_>, slot: Slot, lane: Lane<S>) -> Pack<S> {
        match frame.narrow_index(self.runs, lane.index) {
            EQUAL => frame.value(lane.simd, self.first(frame, slot, lane)),
            CONSECUTIVE => frame.values(self.first(frame, slot, lane), Lane { index: 0, ..lane }),
            IDLE => Pack::zero(lane.simd),
            _ => frame.gather(slot, self.packed, lane),
        }
    }

    /// Adds to the adjoints in a lane.
    pub fn add<S: Simd>(self, frame: &mut Frame<'_>, slot: Slot, lane: Lane<S>, adjoint: Pack<S>) {
        match frame.narrow_index(self.runs, lane.index) {
            EQUAL => {
                let sum = lane.mask.select(adjoint, 0.0).sum();
                frame.add_adjoint_number(self.first(frame, slot, lane), sum);
            }
            CONSECUTIVE => {
                let first = self.first(frame, slot, lane);
                // The elements behind them are not the vector's padding.
                frame.add_adjoints_of_part(first, Lane { index: 0, ..lane }, adjoint);
            }
            IDLE => {}
            _ => frame.scatter(slot, self.packed, lane, adjoint),
        }
    }

    /// The element that the first index of a lane names.
    fn first<S: Simd>(self, frame: &Frame<'_>, slot: Slot, lane: Lane<S>) -> Slot {
        slot.element(frame.index(self.packed, lane.index))
    }
}
