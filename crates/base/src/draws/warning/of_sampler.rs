//! The warnings that follow from a sampler's statistics.

use super::Warning;
use crate::trace::VariableInfo;

/// The threshold of E-BFMI below which a chain explores the tails badly (Betancourt 2016; Stan's
/// threshold).
const E_BFMI: f64 = 0.3;

impl Warning {
    /// Returns the warnings about a number of transitions, given the number of divergences, the number of
    /// transitions that reached the largest depth, that depth, the number and the E-BFMI of each chain, and
    /// the variables of the model, if they are known.
    #[doc(hidden)]
    pub fn of_transitions(
        transitions: usize,
        divergences: usize,
        (hits, max_depth): (usize, u32),
        e_bfmi: impl IntoIterator<Item = (usize, f64)>,
        variables: Option<&[VariableInfo]>,
    ) -> Vec<Self> {
        let mut warnings = Vec::new();
        if divergences > 0 {
            let is_vector = |variable: &VariableInfo| !variable.is_defined && variable.size() > 1;
            let may_have_effects = variables.is_none_or(|all| all.iter().any(is_vector));
            warnings.push(Self::Divergences { count: divergences, transitions, may_have_effects });
        }
        if hits > 0 {
            warnings.push(Self::MaxDepth { count: hits, transitions, max_depth });
        }
        let low = e_bfmi.into_iter().filter(|(_, e_bfmi)| *e_bfmi < E_BFMI);
        warnings.extend(low.map(|(chain, e_bfmi)| Self::LowEnergyExchange { chain, e_bfmi }));
        warnings
    }
}

/// The estimated Bayesian fraction of missing information: Σ (Eᵢ₊₁ − Eᵢ)² / Σ (Eᵢ − Ē)².
///
/// Betancourt 2016, "Diagnosing suboptimal cotangent disintegrations in Hamiltonian Monte Carlo".
pub fn e_bfmi(energies: &[f64]) -> f64 {
    let mean = energies.iter().sum::<f64>() / energies.len() as f64;
    let moved: f64 = energies.windows(2).map(|pair| (pair[1] - pair[0]).powi(2)).sum();
    moved / energies.iter().map(|energy| (energy - mean).powi(2)).sum::<f64>()
}

/// The field `may_have_effects` of a warning that was written without it.
#[cfg(feature = "serde")]
pub(super) fn unknown() -> bool {
    true
}
