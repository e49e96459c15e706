//! Parts that several families share: tails, constants, differences that do not cancel.

pub(super) mod at_numbers;
pub(super) mod beta_tails;
pub(super) mod complement;
pub(super) mod exponential_tail;
pub(super) mod far_tails;
pub(super) mod gamma_tails;
pub(super) mod gauss_legendre;
pub(super) mod impossible;
pub(super) mod large_counts;
pub(super) mod large_shapes;
pub(super) mod multivariate_gamma;
pub(super) mod out_of_line;
pub(super) mod power_of_ratio;
pub(super) mod rare;
pub(super) mod standardized;
pub(super) mod stirling;
pub(super) mod student_t_parts;
pub(super) mod whole;
