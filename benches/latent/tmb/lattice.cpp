// Counts on a lattice: y_i ~ Poisson(exp(β + x_i)), x ~ N(0, (τ (κ I + D − W))⁻¹).
#include <TMB.hpp>

template <class Type>
Type objective_function<Type>::operator()() {
    DATA_VECTOR(y);
    DATA_SCALAR(log_factorials);
    DATA_SPARSE_MATRIX(identity);
    DATA_SPARSE_MATRIX(laplacian);
    PARAMETER(log_kappa);
    PARAMETER(log_tau);
    PARAMETER(beta);
    PARAMETER_VECTOR(x);
    Eigen::SparseMatrix<Type> precision = exp(log_tau) * (exp(log_kappa) * identity + laplacian);
    vector<Type> eta = beta + x;
    return density::GMRF(precision)(x) - (y * eta - exp(eta)).sum() + log_factorials;
}
