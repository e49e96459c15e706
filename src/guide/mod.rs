//! A chapter for each task. Each begins with a whole program that runs.
//!
//! The library reads no files, since others read them well. What a model takes are slices of numbers, whole
//! numbers and `bool`, matrices of [`faer`], and columns of [`Labels`](crate::labels::Labels).

/// Includes chapters, files of `docs/guide` that can be read without `cargo doc` too: `module, "file"`.
///
/// Chapters end with the places of their links among the files. `links.md` has their places in this
/// documentation, and comes first: of two definitions of a link the first one counts.
macro_rules! chapters {
    ($($chapter:ident, $file:literal;)*) => {
        $(
            #[doc = include_str!("links.md")]
            #[doc = include_str!(concat!("../../docs/guide/", $file))]
            pub mod $chapter {}
        )*
    };
}

chapters! {
    first_model, "first_model.md";
    from_model_to_service, "from_model_to_service.md";
    priors_and_checks, "priors_and_checks.md";
    predictors, "predictors.md";
    regressions_and_hierarchies, "regressions_and_hierarchies.md";
    labels, "labels.md";
    ordered, "ordered.md";
    survival, "survival.md";
    correlated_effects_and_matrices, "correlated_effects_and_matrices.md";
    time_series, "time_series.md";
    forecasts, "forecasts.md";
    prophet, "prophet.md";
    hidden_states, "hidden_states.md";
    differential_equations, "differential_equations.md";
    many_subjects, "many_subjects.md";
    discrete_and_missing, "discrete_and_missing.md";
    mixtures, "mixtures.md";
    zeros, "zeros.md";
    gaussian_processes, "gaussian_processes.md";
    latent_gaussian_processes, "latent_gaussian_processes.md";
    maps_and_graphs, "maps_and_graphs.md";
    smooths, "smooths.md";
    programs, "programs.md";
    samplers_and_warnings, "samplers_and_warnings.md";
    approximations, "approximations.md";
    comparing_models, "comparing_models.md";
    prediction, "prediction.md";
    results, "results.md";
    many_fits, "many_fits.md";
    data_that_arrive, "data_that_arrive.md";
    speed, "speed.md";
    embedding, "embedding.md";
    libraries, "libraries.md";
    your_own_pieces, "your_own_pieces.md";
    compiler_messages, "compiler_messages.md";
    from_csv, "from_csv.md";
    from_stan_json, "from_stan_json.md";
    for_stan_users, "for_stan_users.md";
    for_pymc_users, "for_pymc_users.md";
    reference, "reference.md";
}
