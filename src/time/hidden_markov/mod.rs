//! The log likelihood of a hidden Markov model, whose states are marginalised, with the log densities ℓ of
//! the observations, a row for each state k and a column for each time t, the probabilities p of the first
//! state, and the probabilities T of transitions, a row for each previous state:
//!
//!   log L = log Σ over all paths s of p at s₀ · exp ℓ(s₀, 0) · Πₜ T at (sₜ₋₁, sₜ) · exp ℓ(sₜ, t).
//!
//! The forward algorithm sums in scaled probabilities, αₜ(k) = exp(ℓ(k, t) − mₜ) 2⁻ᵉ Σⱼ αₜ₋₁(j) T(j, k) with
//! mₜ = maxₖ ℓ(k, t). The chain contains no logarithm and no division, because α is scaled by powers of two
//! every few steps, and log L = log Σₖ α(k) at the end + Σ e log 2 + Σ mₜ. With βₜ(j) = Σₖ T(j, k) wₜ₊₁(k)
//! backward from 1/Σₖ α(k), where w is β times the weights of the forward pass, γₜ(k) = αₜ(k) βₜ(k) is the
//! probability of the state k at t, and
//!
//!   ∂/∂ℓ(k, t) = γₜ(k),  ∂/∂T(j, k) = Σₜ αₜ₋₁(j) wₜ(k),  ∂/∂p(k) = w₀(k).
//!
//! If α underflows nevertheless, everything is computed in logarithms.
//!
//! Transitions may differ from step to step: then the matrices are stacked, one for each step after the
//! first. Several consecutive sequences have chains of their own, and log L is their sum. A missing
//! observation has ℓ(k, t) = 0 in all states, whatever its entry is, and no adjoint.
//!
//! Rabiner 1989, "A tutorial on hidden Markov models and selected applications in speech recognition", with
//! the scaling of its section V.

mod chain;
mod checks;
mod drawn;
mod groups;
mod lanes;
mod logarithms;
mod one;
mod segments;
mod sequences;
mod shares;
mod sizes;

pub(crate) use self::chain::Chain;
pub(crate) use self::checks::{INITIAL, TRANSITIONS, check_probabilities};
pub(crate) use self::logarithms::{log_sum_exp, paths_from, paths_to};
pub(crate) use self::one::{backward, forward};
pub use self::sequences::BoundSequences;
pub(crate) use self::sequences::{Columns, Probabilities, Sequence};
use self::shares::Shares;
use crate::compiler::Context;
use crate::contract::drawing::DrawnRow;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, MAX_ARGUMENTS, Operands, PackedIndices, Share, split_off};
use crate::linalg::add_scaled;
use crate::sealed::Sealed;
use crate::shape::Size;
use crate::simd::Pack;
use monomorph_macros::inlined;
use pulp::Simd;

/// The log likelihood, given the log densities of the observations, the transitions, and the probabilities
/// of the first state.
#[derive(Clone, Copy, Debug, Default)]
pub struct HiddenMarkov<'a> {
    /// The lengths of the sequences, if there are several.
    pub(crate) sequences: Option<&'a [usize]>,
    /// A flag for each observation that was made, if some are missing.
    pub(crate) observed: Option<&'a [bool]>,
}

/// The log likelihood with its packed sequences and mask.
#[derive(Clone, Copy, Debug)]
pub struct BoundHiddenMarkov {
    sequences: BoundSequences,
    /// True if each sequence has its own transitions.
    by_sequence: bool,
    /// The packed flags: 1 for each observation that was made.
    observed: Option<PackedIndices>,
    /// The sequences in the order of their lengths, their number, and the length of their working memory, if
    /// they may run in lanes.
    in_lanes: Option<(PackedIndices, usize, usize)>,
    /// The first observation of each share of the sequences, followed by the places of the shares' first
    /// sequences in their order, if there are shares.
    shares: Option<PackedIndices>,
}

impl Sealed for HiddenMarkov<'_> {}
impl Sealed for BoundHiddenMarkov {}

impl Operation for HiddenMarkov<'_> {
    type Bound = BoundHiddenMarkov;

    fn describe(&self, arguments: &[String]) -> String {
        format!("hidden_markov({}, {}, {})", arguments[2], arguments[1], arguments[0])
    }

    fn size(&self, _: &Sizes) -> Size {
        Size::SCALAR
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<BoundHiddenMarkov, Error> {
        let by_sequence = sizes::check(setup, self.sequences)?;
        let Size { rows: states, columns: length } = setup.size(0);
        setup.claim_scratch(match self.sequences {
            None => Chain::scratch(states, length),
            Some(lengths) => {
                let each = lengths.iter().map(|&length| Chain::scratch(states, length));
                each.fold(0, usize::saturating_add)
            }
        });
        if let Some(flags) = self.observed {
            setup.check_count("the observations", length, "the mask", flags.len())?;
            setup.claim_scratch(setup.size(0).length());
        }
        let lengths = self.sequences.map(|lengths| setup.pack_indices(lengths.iter().copied()));
        let observed = self.observed.map(|flags| setup.pack_indices(flags.iter().map(|&flag| flag.into())));
        let count = self.sequences.map_or(1, <[_]>::len);
        let is_by_step = !by_sequence && setup.size(1).rows != states;
        let parts = if count > 1 { setup.parts_of_series(length) } else { 1 };
        let own_lengths = self.sequences.unwrap_or(&[]);
        let own_shares = Shares::new(own_lengths, parts);
        let ordered = if is_by_step { Vec::new() } else { groups::in_order(own_lengths, &own_shares) };
        let scratch = groups::scratch(states, &ordered);
        setup.claim_scratch(scratch);
        let in_lanes = (scratch > 0)
            .then(|| (setup.pack_indices(ordered.as_flattened().iter().copied()), ordered.len(), scratch));
        Ok(BoundHiddenMarkov {
            sequences: BoundSequences { lengths, count },
            by_sequence,
            observed,
            in_lanes,
            shares: (parts > 1).then(|| setup.pack_indices(own_shares.columns().chain(own_shares.offsets()))),
        })
    }
}

#[inlined(all)]
impl BoundHiddenMarkov {
    /// Returns a flag for each observation; the list is empty if no observation is missing.
    fn flags<'a>(&self, length: usize, indices: &'a [u32]) -> &'a [u32] {
        self.observed.map_or(&[], |packed| &indices[packed.0..][..length])
    }

    /// Returns the sequences that may run in lanes, with their memory, which follows the memory of the
    /// chains. Its last number is 1 if they ran in lanes.
    fn side_by_side<'a, 'b, S: Simd>(
        &self,
        indices: &'a [u32],
        chains: &'b mut [f64],
        series: Share,
    ) -> Option<(&'a [u32], &'b mut [f64], &'b mut f64)> {
        let (packed, count, scratch) = self.in_lanes.filter(|_| const { Pack::<S>::LANES > 1 })?;
        let packed = &indices[packed.0..][..count * groups::NUMBERS];
        let packed = match self.bounds(indices, series) {
            Some((_, (first, end))) => &packed[first * groups::NUMBERS..end * groups::NUMBERS],
            None => packed,
        };
        let (_, scratch) = chains.split_at_mut(chains.len() - scratch);
        let (has_run, memory) = scratch.split_last_mut()?;
        Some((packed, memory, has_run))
    }

    /// Splits the memory of the chains off the scratch, and returns the log densities, which are 0 for
    /// missing observations.
    fn split<'a>(
        &self,
        sizes: &Sizes,
        log_densities: &'a [f64],
        scratch: &'a mut [f64],
        indices: &[u32],
        is_forward: bool,
    ) -> (Columns<'a>, &'a mut [f64]) {
        let length = sizes[0].columns;
        if self.observed.is_none() {
            return (Columns::all(log_densities, length), scratch);
        }
        let (chains, masked) = scratch.split_at_mut(scratch.len() - log_densities.len());
        if is_forward {
            let flags = self.flags(length, indices);
            for (masked, row) in masked.chunks_exact_mut(length).zip(log_densities.chunks_exact(length)) {
                for ((masked, number), flag) in masked.iter_mut().zip(row).zip(flags) {
                    *masked = if *flag == 1 { *number } else { 0.0 };
                }
            }
        }
        (Columns::all(masked, length), chains)
    }

    /// Returns the probabilities in the arguments.
    fn probabilities<'a>(&self, sizes: &Sizes, arguments: &[&'a [f64]]) -> Probabilities<'a> {
        Probabilities {
            states: sizes[0].rows,
            transition: arguments[1],
            initial: arguments[2],
            by_sequence: self.by_sequence,
        }
    }
}

#[inlined]
impl BoundOperation for BoundHiddenMarkov {
    const FACTS: OperationFacts =
        OperationFacts { has_series: true, continues: true, chooses: true, ..OperationFacts::NONE };

    fn columns(&self, indices: &[u32], series: Share, length: usize) -> (usize, usize) {
        self.bounds(indices, series).map_or((0, length), |(columns, _)| columns)
    }

    fn precompute(
        &self,
        context: &Context,
        sizes: &Sizes,
        is_data: [bool; MAX_ARGUMENTS],
        operands: Operands<'_>,
        _: &mut [f64],
    ) -> Result<(), Error> {
        check_probabilities(context, sizes, is_data, &operands, [(2, INITIAL), (1, TRANSITIONS)])
    }

    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        let series = operands.series;
        let Operands { arguments, value, scratch, indices, .. } = operands;
        let (log_densities, mut scratch) = self.split(sizes, arguments[0], scratch, indices, true);
        let (probabilities, mut sum) = (self.probabilities(sizes, &arguments), 0.0);
        if let Some((packed, memory, has_run)) = self.side_by_side::<S>(indices, scratch, series) {
            let sum = match probabilities.states {
                2 => lanes::forward::<2, S>(simd, packed, log_densities, &probabilities, memory),
                _ => lanes::forward::<3, S>(simd, packed, log_densities, &probabilities, memory),
            };
            *has_run = if sum.is_some() { 1.0 } else { 0.0 };
            if let Some(sum) = sum {
                value[0] = sum;
                return;
            }
        }
        for sequence in self.sequences.each(indices, sizes[0].columns) {
            let own = split_off(&mut scratch, Chain::scratch(probabilities.states, sequence.length));
            if !self.is_in(sequence, indices, series) {
                continue;
            }
            sum += forward(simd, log_densities.of(sequence), probabilities.chain(sequence, own));
        }
        value[0] = sum;
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        _: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let series = operands.series;
        let Operands { arguments, scratch, indices, .. } = operands;
        let (log_densities, mut scratch) = self.split(sizes, arguments[0], scratch, indices, false);
        let (probabilities, length) = (self.probabilities(sizes, &arguments), sizes[0].columns);
        let flags = self.flags(length, indices);
        if let Some((packed, memory, has_run)) = self.side_by_side::<S>(indices, scratch, series)
            && *has_run == 1.0
        {
            let flags = (flags, length);
            match probabilities.states {
                2 => lanes::backward::<2, S>(simd, packed, flags, &probabilities, memory, &mut adjoints),
                _ => lanes::backward::<3, S>(simd, packed, flags, &probabilities, memory, &mut adjoints),
            }
            return;
        }
        for sequence in self.sequences.each(indices, length) {
            let own = split_off(&mut scratch, Chain::scratch(probabilities.states, sequence.length));
            if !self.is_in(sequence, indices, series) {
                continue;
            }
            let mut chain = probabilities.chain(sequence, own);
            let (moves, count) = probabilities.moves_of(sequence);
            let parts = [(1, moves, count), (2, probabilities.initial_of(sequence), probabilities.states)];
            backward(simd, log_densities.of(sequence), &mut chain, &mut adjoints.of_parts(parts));
            let Some(of_log_densities) = adjoints.of(0) else { continue };
            let rows = of_log_densities.chunks_exact_mut(length);
            for (row, weights) in rows.zip(chain.weights.chunks_exact_mut(sequence.length)) {
                if !flags.is_empty() {
                    let flags = &flags[sequence.start..];
                    weights
                        .iter_mut()
                        .zip(flags)
                        .filter(|(_, flag)| **flag == 0)
                        .for_each(|(weight, _)| *weight = 0.0);
                }
                add_scaled(simd, &mut row[sequence.start..][..sequence.length], 1.0, weights);
            }
        }
    }

    fn lengths(&self, sizes: &Sizes, operands: Operands<'_>) -> Vec<usize> {
        match self.sequences.lengths {
            Some(_) => {
                let each = self.sequences.each(operands.indices, sizes[0].columns);
                each.map(|sequence| sequence.length).collect()
            }
            None => Vec::new(),
        }
    }

    fn draw(&self, sizes: &Sizes, operands: Operands<'_>, to: DrawnRow<'_>) -> bool {
        self.draw_states(sizes, operands, to)
    }

    fn log_densities(&self, sizes: &Sizes, operands: Operands<'_>, each: &mut [f64]) -> bool {
        self.given_the_past(sizes, operands, each)
    }
}
