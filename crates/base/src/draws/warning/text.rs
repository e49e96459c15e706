//! The texts of warnings.

use super::{RHAT, Warning};
use core::fmt;

/// The R-hat below which an excess over `RHAT` may be chance if chains have some hundreds of draws: in
/// antithetic chains, whose draws alternate around the median, the folded draws |x − median| are
/// correlated, so that their R-hat is larger.
const RHAT_BY_CHANCE: f64 = 1.05;

/// The two forms of the effects of groups.
const FORMS: &str = "If an effect has the form `theta |= normal(mu, tau)`, write the non-centred form, `theta = \
                     mu + tau * z` with `z |= std_normal()`. If an effect is non-centred and each group has \
                     many observations, write the centred form. Otherwise, ";

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Divergences { count, transitions, may_have_effects } => write!(
                f,
                "{count} of {transitions} transitions diverged: the step size was too long for a strongly \
                 curved part of the posterior, so the draws may miss that part and every estimate may be \
                 biased. {}let the step size adapt to each place with `.walnuts(0.5)`, raise the acceptance \
                 rate to `.target_accept(0.95)`, then to 0.99 (0.8 by default), or tighten priors that are far \
                 too wide. `fit.divergence_table()` shows where transitions diverged.",
                if *may_have_effects { FORMS } else { "To remove divergences, " }
            ),
            Self::NotMoved { chains } => {
                let numbers: Vec<String> = chains.iter().map(ToString::to_string).collect();
                write!(
                    f,
                    "the chains with the numbers {} have not moved: all draws of each are equal, and their \
                     estimates mean nothing. Near these points the log density is lost in rounding, infinite \
                     or NaN: look for matrices that are nearly singular, priors that are far too wide, and \
                     predictors that are not scaled.",
                    numbers.join(", ")
                )
            }
            Self::NoDensity { count, of, reason } => write!(
                f,
                "at {count} of {of} points where transitions diverged there was no log density, and a \
                 shorter step does not help: {reason}. If a parameter can have values at which its law has \
                 no density, declare it more narrowly in `params!`: bounds, `cov_matrix(k)` or \
                 `corr_matrix(k)`. Otherwise check the values that are computed from parameters: a matrix, \
                 such as that of a Gaussian process, may need a small number added to its diagonal."
            ),
            Self::FailedSolutions { count, in_warmup } => failed(
                f,
                "solutions of differential equations",
                (*count, *in_warmup),
                "they grew without bound or took more than `max_steps`",
                "use `.stiff()` for a stiff equation, or raise `max_steps`. An equation that is solved by \
                 exponentials, as `posterior.explain()` says, takes no steps and needs neither",
            ),
            Self::FailedModes { count, in_warmup } => failed(
                f,
                "searches for the mode of a Laplace approximation",
                (*count, *in_warmup),
                "they found no mode",
                "if the failures stay, sample these parameters in place of the approximation",
            ),
            Self::MaxDepth { count, transitions, max_depth } => write!(
                f,
                "{count} of {transitions} transitions used all 2^{max_depth} - 1 leapfrog steps that the \
                 maximal tree depth allows, and stopped before they turned back: the draws are valid, but \
                 more correlated than they need be. Rescale or reparameterise strongly correlated \
                 parameters, or raise `max_depth`."
            ),
            Self::LowEnergyExchange { chain, e_bfmi } => write!(
                f,
                "chain {chain} moves slowly between energies (E-BFMI {e_bfmi:.2}, should be above 0.3): \
                 the posterior has heavy tails or a funnel, and its tails may be explored badly. \
                 Reparameterise, or take priors with lighter tails."
            ),
            Self::Rhat { count, elements, worst, value, apart } => {
                write!(
                    f,
                    "R-hat is above {RHAT} for {count} of {elements} quantities, most for `{worst}` ({value:.3}): "
                )?;
                match apart {
                    Some(apart) if !apart.lost.is_empty() => write!(
                        f,
                        "the chains do not agree: {apart}. {} The numbers above are averages over chains \
                         in different places, not yet those of the posterior.",
                        apart.advice_on_lost()
                    ),
                    Some(apart) => write!(
                        f,
                        "the chains do not agree: {apart}. The numbers above are averages over chains in \
                         different places, not yet those of the posterior. Parameters without `.initial` start at \
                         random: give the parameters of a chain that is lost far away `.initial`, and in a \
                         mixture every parameter that differs by class its own start. If neither this nor a \
                         longer warmup brings the chains together, look for several modes, as mixtures have, \
                         or for a parameter that the data do not determine."
                    ),
                    None if *value < RHAT_BY_CHANCE => f.write_str(
                        "the chains may not agree. If each has some hundreds of draws, so small an excess \
                         may be chance: take more draws. If the excess stays, the chains mix slowly.",
                    ),
                    None => f.write_str(
                        "the chains do not agree on the distribution, so the numbers above are not yet those \
                         of the posterior. Run longer. If R-hat does not fall, look for several modes, as \
                         mixtures have, or for a parameter that the data do not determine. Parameters \
                         without `.initial` start at random: in a mixture, give every parameter that differs \
                         by class its own start.",
                    ),
                }
            }
            Self::TooFewDraws { draws_per_chain, wanted } => {
                let draws = if *draws_per_chain == 1 { "draw" } else { "draws" };
                write!(
                    f,
                    "each chain has {draws_per_chain} {draws}, too few to judge: from {wanted} draws on \
                     R-hat, effective sample sizes and standard errors say whether the numbers above can \
                     be believed. Take more draws."
                )
            }
            Self::Ess { part, count, elements, worst, value, wanted } => write!(
                f,
                "the {part} effective sample size is below {wanted} (100 per chain) for {count} of \
                 {elements} quantities, least for `{worst}` ({value:.0}): {} and R-hat are not reliable. \
                 Take more draws.",
                if *part == "tail" { "its 5 % and 95 % quantiles" } else { "its mean, median" }
            ),
            Self::ChainFailed { reason } => {
                write!(f, "a chain failed, and only the draws of the other chains remain. {reason}")
            }
            Self::Interrupted { draws, wanted, left_out } => {
                write!(f, "the run was interrupted: each chain has {draws} of {wanted} draws")?;
                match left_out {
                    0 => f.write_str("."),
                    1 => f.write_str(", and 1 chain that had fewer was left out."),
                    _ => write!(f, ", and {left_out} chains that had fewer were left out."),
                }
            }
            Self::NotReached { element, ess, rhat } => write!(
                f,
                "the run came to its limit of draws before all quantities had {ess} effective draws and an \
                 R-hat of {rhat}: `{element}` has not. Allow more draws."
            ),
            Self::ImportanceWeights { khat: f64::INFINITY, ess, .. } => write!(
                f,
                "too few draws have weights of their own to judge whether the weighted draws are reliable; \
                 they are worth {ess:.0} draws at most. Take more draws."
            ),
            Self::ImportanceWeights { khat, threshold, ess } => write!(
                f,
                "the importance weights have the Pareto shape k-hat {khat:.2} (should be below \
                 {threshold:.2}), so these draws miss a part of the posterior that matters, and their \
                 means may be far off; they are worth {ess:.0} draws at most. Sample with NUTS, which may \
                 begin at them, or reparameterise."
            ),
            Self::PathFailed { reason } => {
                write!(f, "a path failed, and only the draws of the other paths remain: {reason}.")
            }
            Self::NotSaved { path, reason } => {
                write!(f, "{path} is not complete: {reason}. The draws in memory are complete.")
            }
        }
    }
}

/// Writes that something failed, given its numbers in all and in warmup, the cause, and what helps besides
/// tighter priors.
fn failed(
    f: &mut fmt::Formatter<'_>,
    what: &str,
    (count, in_warmup): (u64, u64),
    cause: &str,
    remedy: &str,
) -> fmt::Result {
    let later = match count.saturating_sub(in_warmup) {
        0 => "all in warmup".to_owned(),
        later => format!("{later} of them after warmup"),
    };
    write!(
        f,
        "{count} {what} failed, {later}: {cause}, and the log density there counted as minus infinity. "
    )?;
    match count > in_warmup {
        false => f.write_str("The draws are not affected, and nothing needs to be done."),
        true => write!(
            f,
            "A trajectory that meets such a point ends there, as a rule as a divergence, and the draws miss the \
             region behind it. If `fit.divergences()` is 0, nothing needs to be done. Otherwise tighten priors \
             that allow such points; {remedy}."
        ),
    }
}
