//! Smooth terms, the `s(x)` of mgcv and brms: a basis of curves with a penalty for bending, as the columns
//! of a mixed model,
//!
//!   f(x) = b ℓ(x) + Σⱼ uⱼ wⱼ(x),   u ~ N(0, τ² I),   Σᵢ f(xᵢ) = 0.
//!
//! | | basis | penalty | mgcv |
//! |-|-|-|-|
//! | [`Smooth::cubic`] | natural cubic splines, knots at quantiles | ∫ f″(x)² dx | `bs = "cr"` |
//! | [`Smooth::p_spline`] | cubic B-splines, knots at equal distances | squared second differences of coefficients | `bs = "ps"` |
//! | [`Smooth::cyclic`] | cubic splines whose ends meet | ∫ f″(x)² dx | `bs = "cc"` |
//!
//! A smooth consists of numbers only: a model uses its columns as data, and multiplies them like any matrix.
//!
//! The chapter [Smooths](crate::guide::smooths) begins with a whole program.

mod columns;
mod columns_at;
mod knots;
mod penalised;
mod pieces;
mod term;

pub use term::Smooth;
