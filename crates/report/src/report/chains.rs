//! Figures of chains: traces, densities, ranks, autocorrelation, pairs, energies.

use super::ReportedFit;
use super::choice::{by_need, for_pairs};
use super::html::{HALF, Html, escape, figure};
use crate::data::{Dataset, Quantity};
use crate::number::count;
use crate::plot;
use std::fmt::Write as _;

/// The number of quantities whose figures are open when the page opens.
const OPEN: usize = 4;

/// Returns the names of chains with their colours.
fn key(chains: usize) -> String {
    let shown = chains.min(6);
    let mut text = String::from("<p class=\"key\">");
    for chain in 0..shown {
        let _ = write!(text, "<span><i class=\"b{chain}\"></i>chain {chain}</span>");
    }
    if chains > shown {
        text.push_str("<span>further chains begin again with the first colour</span>");
    }
    text + "</p>"
}

/// Returns the four figures of one quantity.
fn block(fit: &ReportedFit, own: &Quantity, detail: f64) -> String {
    let effective = fit.row(&own.name).map_or(f64::NAN, |row| row.ess_bulk);
    let one = std::slice::from_ref(own);
    let density = plot::density(one).panel("density of each chain").size(370.0, 190.0).detail(detail);
    let rank = plot::rank(one).effective_draws(&[effective]).panel("ranks minus uniform ranks, 99 % band");
    let rank = rank.x_label("").size(640.0, 150.0).detail(detail);
    let autocorrelation = plot::autocorrelation(one).panel("autocorrelation").size(370.0, 150.0);
    format!(
        "<div class=\"block\">{}{}{}{}</div>",
        figure(&plot::trace(one).detail(detail), ""),
        figure(&density, ""),
        figure(&rank, ""),
        figure(&autocorrelation, "")
    )
}

/// Adds the figures of the chains of one fit, the worst quantities first.
pub(super) fn chains(html: &mut Html, fit: &ReportedFit, most_bytes: usize) {
    let Some(posterior) = fit.posterior().filter(|own| own.chains() > 0 && own.draws_per_chain() > 0) else {
        return;
    };
    html.push(&key(posterior.chains()));
    html.words(
        "For each quantity the draws one after the other, the density of each chain, how ranks among all draws \
         differ from even ones with the band in which chains that agree stay (99 %, for as many independent \
         draws as the bulk ESS), and the autocorrelation. The worst come first, then scalars.",
    );
    let begin = html.text.len();
    let chosen = by_need(fit, posterior);
    let mut shown = 0;
    for (variable, element) in &chosen {
        let is_open = shown < OPEN;
        let own = posterior.element(variable, *element);
        let block = block(fit, &own, if is_open { 0.7 } else { 0.32 });
        if html.text.len() - begin + block.len() > most_bytes || !html.has_room(block.len()) {
            break;
        }
        if shown == OPEN {
            html.push("<details class=\"more\"><summary>further quantities</summary>");
        }
        html.push(&block);
        shown += 1;
    }
    if shown > OPEN {
        html.push("</details>");
    }
    if shown < chosen.len() {
        let (shown, all) = (count(shown), count(chosen.len()));
        html.words(&format!("{shown} of {all} quantities are shown; the table above lists all bad ones."));
    }
}

/// Adds the effective sample size against draws, for the worst quantities.
pub(super) fn effective(html: &mut Html, fit: &ReportedFit) {
    let Some(posterior) = fit.posterior().filter(|own| own.draws_per_chain() >= 8) else { return };
    let (Some(bulk), Some(tail)) = (fit.ess_bulk, fit.ess_tail) else { return };
    let worst: Vec<Quantity> =
        by_need(fit, posterior).into_iter().take(4).map(|(v, e)| posterior.element(v, e)).collect();
    let figure = plot::ess(&worst).measure("bulk", bulk).measure("tail", tail);
    html.figure(
        &figure,
        "Effective sample size of the first draws: it should grow in proportion, past the dashed line.",
    );
}

/// Adds the figures of pairs of quantities and of energies.
pub(super) fn geometry(html: &mut Html, fit: &ReportedFit) {
    let Some(posterior) = fit.posterior() else { return };
    let quantities = for_pairs(fit, posterior, 4);
    let divergent = fit.divergences();
    if quantities.len() > 1 {
        let names: Vec<String> =
            quantities.iter().map(|own| format!("<code>{}</code>", escape(&own.name))).collect();
        let names = names.join(", ");
        let caption = match divergent.is_empty() {
            true => format!("Draws of {names}. No transition diverged."),
            false => format!(
                "Draws of {names}: the quantities along which divergent transitions (red) gather most. Where \
                 they gather, steps are too long for the posterior's shape."
            ),
        };
        let figure = plot::pairs(&quantities).divergences(&divergent).detail(0.6);
        if !html.figure(&figure, &caption) {
            html.left_out("The figure of pairs");
        }
    }
}

/// Adds the figure of energies, if the sampler has energies.
pub(super) fn energy(html: &mut Html, fit: &ReportedFit) {
    if let Some(energy) = fit.statistic("energy") {
        html.figure(
            &plot::energy(&energy.chains).width(HALF),
            "Where changes of energy are much narrower than energies, chains move slowly between them.",
        );
    }
}

/// Returns true if the fit has draws to show.
pub(super) fn has_draws(fit: &ReportedFit) -> bool {
    fit.posterior().is_some_and(|own: &Dataset| own.chains() > 0 && own.draws_per_chain() > 0)
}
