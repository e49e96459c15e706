//! Elements at indices that are data, gathered register by register: yᵢ = x at kᵢ, with x̄ⱼ = Σ over i with
//! kᵢ = j of ȳᵢ.
//!
//! If the indices of a register are all equal, one number is read and one sum is added; if they are
//! consecutive, a register is loaded and stored. Only other registers are gathered element by element.
//! `compile()` determines these patterns, and sorts rows so that few such registers are left. The pattern
//! of each register stands beside its indices, in 16 bits.

use crate::compiler::Compiler;
use crate::frame::{Frame, PackedIndices, Slot};
use crate::simd::{Lane, MAX_LANES, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// Packed indices, and the pattern of each register of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Indices {
    packed: PackedIndices,
    /// The pattern of the register that begins with each element.
    runs: PackedIndices,
}

/// The patterns of the indices in a register, for the largest register: unrelated, all equal, consecutive, or
/// idle (nothing is gathered).
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

    /// Indices of `rows` rows that gather nothing: values are 0, and adjoints are dropped.
    pub fn idle(compiler: &mut Compiler, rows: usize) -> Self {
        Self { packed: PackedIndices::default(), runs: compiler.pack_narrow_indices(&vec![IDLE; rows]) }
    }

    /// Returns the indices of `rows` rows.
    pub fn packed_of(self, compiler: &Compiler, rows: usize) -> &[u32] {
        &compiler.packed_indices()[self.packed.0..][..rows]
    }

    /// Returns the index of an element.
    pub fn index(self, frame: &Frame<'_>, element: usize) -> usize {
        frame.index(self.packed, element)
    }

    /// Returns the values at the indices of a lane.
    pub fn read<S: Simd>(self, frame: &Frame<'_>, slot: Slot, lane: Lane<S>) -> Pack<S> {
        match frame.narrow_index(self.runs, lane.index) {
            EQUAL => frame.value(lane.simd, self.first(frame, slot, lane)),
            CONSECUTIVE => frame.values(self.first(frame, slot, lane), Lane { index: 0, ..lane }),
            IDLE => Pack::zero(lane.simd),
            _ => frame.gather(slot, self.packed, lane),
        }
    }

    /// Adds to the adjoints at the indices of a lane.
    pub fn add<S: Simd>(self, frame: &mut Frame<'_>, slot: Slot, lane: Lane<S>, adjoint: Pack<S>) {
        match frame.narrow_index(self.runs, lane.index) {
            EQUAL => {
                let sum = lane.mask.select(adjoint, 0.0).sum();
                frame.add_adjoint_number(self.first(frame, slot, lane), sum);
            }
            CONSECUTIVE => {
                let first = self.first(frame, slot, lane);
                // Other elements, not the vector's padding, may follow these.
                frame.add_adjoints_of_part(first, Lane { index: 0, ..lane }, adjoint);
            }
            IDLE => {}
            _ => frame.scatter(slot, self.packed, lane, adjoint),
        }
    }

    /// Returns the slot of the element at the first index of a lane.
    fn first<S: Simd>(self, frame: &Frame<'_>, slot: Slot, lane: Lane<S>) -> Slot {
        slot.element(frame.index(self.packed, lane.index))
    }
}
