//! Proves that a finite log density has a finite gradient and finite values, and that everywhere else it is
//! −∞ with a gradient of zeros, at random points that mix ordinary coordinates with extremes, for a model or
//! more of each folder, on every instruction set.

#[path = "../../common/mod.rs"]
mod common;
#[path = "../../common/extreme_models.rs"]
mod models;

/// The points of each model on each instruction set. `MONOMORPH_POINTS=100000` takes minutes.
const POINTS: usize = 1_000;

fn points() -> usize {
    let wanted = std::env::var("MONOMORPH_POINTS").ok();
    wanted.map_or(POINTS, |count| count.parse().expect("MONOMORPH_POINTS is a number"))
}

macro_rules! tests {
    ($($model:ident),* $(,)?) => {$(
        #[test]
        fn $model() {
            models::$model(points());
        }
    )*};
}

tests! {
    nodes, elements, roots, gaussian_process, kernels, operations, covariances, dense_covariances, continuous,
    more_continuous, discrete, vectors, multivariate, hierarchy, matrices, mixtures, composites, supports,
    supports_of_matrices,
}
