//! [`Expr`], the wrapper that carries operators and functions, and the values that can become expressions.
//!
//! # Matrices
//!
//! A matrix is a parameter, `vector(columns).rows(rows)`, data, [`data`]`(&m)`, or an expression of them.
//! Its elements are stored row by row. `+ - * /` and functions of one argument work element by element; with
//! a matrix, a number stands for each of its elements and a vector for each of its rows. Rows, columns and
//! elements are counted from 0. Everywhere below, arguments are parameters, definitions, data or
//! expressions.
//!
//! | expression | value | in Stan |
//! |-|-|-|
//! | [`a.dot(b)`](Expr::dot) | the product A B, A x, xᵀ A or xᵀ y | `a * b` |
//! | [`data`]`(&sparse).dot(x)` | the product of a sparse matrix of data: [`Sparse`] | `csr_matrix_times_vector` |
//! | `a * b`, `a / b` | element by element | `a .* b`, `a ./ b` |
//! | [`a.transpose()`](Expr::transpose) | Aᵀ | `a'` |
//! | [`a.row(i)`](Expr::row), [`a.column(j)`](Expr::column) | a vector | `row(a, i)`, `col(a, j)` |
//! | [`a.rows(2..5)`](Expr::rows), [`a.columns(2..5)`](Expr::columns), [`a.block(0..2, 1..3)`](Expr::block) | a part of A | `a[3:5]`, `block` |
//! | [`a.rows_at(&i)`](Expr::rows_at), [`a.cells(&i, &j)`](Expr::cells) | rows, elements by data | `a[i]` |
//! | [`a.flatten()`](Expr::flatten) | all elements, *row after row* | `to_vector(a')` |
//! | [`x.reshape(r, c)`](Expr::reshape) | a matrix, filled *row after row* | `to_matrix(x, c, r)'` |
//! | [`concatenate((x, y))`](concatenate) | vectors and numbers end to end | `append_row(x, y)` |
//! | [`stack_rows((a, b))`](stack_rows) | on top of each other, a vector as a row | `append_row(a, b)` |
//! | [`stack_columns((a, b))`](stack_columns) | side by side, a vector as a column | `append_col(a, b)` |
//! | [`x.repeat_rows(n)`](Expr::repeat_rows), [`x.repeat_columns(n)`](Expr::repeat_columns) | x as each row, as each column | `rep_matrix` |
//! | [`a.diagonal()`](Expr::diagonal), [`x.diagonal_matrix()`](Expr::diagonal_matrix) | diagonals | `diagonal`, `diag_matrix` |
//! | [`a.add_diagonal(d)`](Expr::add_diagonal) | A + diag(d) | `add_diag` |
//! | [`a.trace()`](Expr::trace) | Σᵢ aᵢᵢ | `trace` |
//! | [`a.sum()`](Expr::sum), [`a.mean()`](Expr::mean), [`a.row_sums()`](Expr::row_sums), [`a.column_sums()`](Expr::column_sums) | sums | `sum`, `mean` |
//! | [`a.dot_self()`](Expr::dot_self), [`a.rows_dot_self()`](Expr::rows_dot_self), [`a.columns_dot_self()`](Expr::columns_dot_self) | sums of squares | the same |
//! | [`a.log_sum_exp_rows()`](Expr::log_sum_exp_rows) | log Σⱼ exp(aᵢⱼ) of each row | `log_sum_exp` of each row |
//! | [`a.softmax_rows()`](Expr::softmax_rows), [`a.log_softmax_rows()`](Expr::log_softmax_rows) | each row as probabilities, as their logarithms | `softmax`, `log_softmax` of each row |
//! | [`diag_pre_multiply(v, a)`](diag_pre_multiply) | diag(v) A | the same |
//! | [`diag_post_multiply(a, v)`](diag_post_multiply), `a * v` | A diag(v) | the same |
//! | [`x.outer(y)`](Expr::outer) | x yᵀ | `x * y'` |
//! | [`a.crossprod()`](Expr::crossprod), [`a.tcrossprod()`](Expr::tcrossprod) | Aᵀ A, A Aᵀ | the same |
//! | [`l.multiply_lower_tri_self_transpose()`](Expr::multiply_lower_tri_self_transpose) | L Lᵀ of the lower triangle | the same |
//! | [`quad_form(a, b)`](quad_form), [`quad_form_sym(a, b)`](quad_form_sym) | Bᵀ A B, its symmetric part | the same |
//! | [`quad_form_diag(a, v)`](quad_form_diag) | diag(v) A diag(v) | the same |
//! | [`kronecker_dot(a, b, x)`](kronecker_dot) | (A ⊗ B) x | – |
//! | [`a.matrix_exp()`](Expr::matrix_exp) | Σₖ Aᵏ/k! | `matrix_exp` |
//! | [`a.cholesky()`](Expr::cholesky) | L of A = L Lᵀ, lower triangular | `cholesky_decompose` |
//! | [`l.solve_lower(b)`](Expr::solve_lower) | L⁻¹ b of the lower triangle | `mdivide_left_tri_low` |
//! | [`l.solve_lower_transposed(b)`](Expr::solve_lower_transposed) | L⁻ᵀ b of the lower triangle | `mdivide_right_tri_low` |
//! | [`a.solve_spd(b)`](Expr::solve_spd) | A⁻¹ b of a positive definite A | `mdivide_left_spd` |
//! | [`a.inverse()`](Expr::inverse), [`a.inverse_spd()`](Expr::inverse_spd) | A⁻¹ | the same |
//! | [`a.determinant()`](Expr::determinant) | det A | the same |
//! | [`a.log_determinant()`](Expr::log_determinant), [`a.log_determinant_spd()`](Expr::log_determinant_spd) | log \|det A\| | the same |
//! | [`a.eigenvalues_sym()`](Expr::eigenvalues_sym), [`a.eigenvectors_sym()`](Expr::eigenvectors_sym) | w and V of A = V diag(w) Vᵀ | the same |
//! | `gp_exp_quad_cov(&x, sigma, l)`, … | covariances: [`gaussian_process`](crate::gaussian_process) | the same |
//!
//! If the types contain a size, as in `vector(U3::new())`, they also contain the sizes that follow from it;
//! sizes that are sums or products of others, or that a range or data determine, are known at run time.
//!
//! [The reference](crate::guide::reference) lists all that can be written.

mod bym2;
mod destructure;
mod diagonal;
mod dot;
mod factors;
pub mod functions_of_one;
mod join;
mod matrices;
mod methods;
mod methods_of_two;
mod named;
mod ode;
mod operators;
mod products;
mod refused;
mod rows;
mod scan;
mod scan_rows;
mod sum_over;
mod sums;
mod unfold;
mod vectors;

#[cfg_attr(doc, doc(hidden))]
pub use crate::compiler::Index;
pub use crate::node::{Expr, IntoExpr, Sparse, data, fixed, matrix};
#[cfg_attr(doc, doc(hidden))]
pub use bym2::Bym2;
pub use bym2::bym2;
pub use destructure::Destructure;
#[cfg_attr(doc, doc(hidden))]
pub use destructure::{BesideOthers, Several};
#[cfg_attr(doc, doc(hidden))]
pub use diagonal::{ColumnsScaled, Diagonal, RowsScaled};
pub use diagonal::{diag_post_multiply, diag_pre_multiply};
#[cfg_attr(doc, doc(hidden))]
pub use dot::{Contract, MultipliedTransposed, Product};
#[cfg_attr(doc, doc(hidden))]
pub use factors::{OfMatrix, RightSide, Solved, SquareOf, VectorOf};
#[cfg_attr(doc, doc(hidden))]
pub use join::{Ends, Pieces, Rows, Sides};
pub use join::{concatenate, stack_columns, stack_rows};
#[cfg_attr(doc, doc(hidden))]
pub use matrices::{DiagonalOf, Reshaped, RowsByIndex};
#[cfg_attr(doc, doc(hidden))]
pub use methods::{InnerProduct, IntoIndex, Many, OfTwo};
pub use ode::ode;
#[cfg_attr(doc, doc(hidden))]
pub use ode::{InitialState, OdeJumping, OdeOf, PieceOf};
#[cfg_attr(doc, doc(hidden))]
pub use operators::{Combine, Combined};
#[cfg_attr(doc, doc(hidden))]
pub use products::{DiagonalForm, DiagonalSum, FormOf, KroneckerProduct, OnDiagonal, QuadraticForm, SideOf};
pub use products::{kronecker_dot, quad_form, quad_form_diag, quad_form_sym};
#[cfg_attr(doc, doc(hidden))]
pub use rows::{LogSumExpOfRows, SoftmaxOfRows};
#[cfg_attr(doc, doc(hidden))]
pub use scan::{Initial, Inputs, ScanOf, StepOf};
pub use scan::{scan, steps};
pub use scan_rows::scan_rows;
#[cfg_attr(doc, doc(hidden))]
pub use scan_rows::{InitialRow, InputShape, NextOf, RowInputs, RowShape, RowStepOf, ScanRowsOf};
pub use sum_over::sum_over;
#[cfg_attr(doc, doc(hidden))]
pub use sums::SumsOf;
#[cfg_attr(doc, doc(hidden))]
pub use unfold::{Beforehand, StepExpressions};
#[cfg_attr(doc, doc(hidden))]
pub use vectors::{Outer, OuterShape};
