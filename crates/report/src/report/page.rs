//! The page: its sections in order, its colours, its script.

use super::html::{Html, escape};
use super::{Report, chains, data, intervals, predictive, table, two, verdict};
use crate::plot::{DARK, LIGHT, STYLE};
use std::fmt::Write as _;

const LAYOUT: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The most bytes of the figures of chains, over all fits.
const CHAINS: usize = 560_000;

pub(super) fn page(report: &Report) -> String {
    let fits = &report.fits[..report.fits.len().min(2)];
    let mut html = Html::default();
    html.section("verdict", "Verdict");
    for fit in fits {
        verdict::verdict(&mut html, fit, fits.len() > 1);
    }
    match fits {
        [one] => table::summary(&mut html, one),
        [first, second] => two::summary(&mut html, first, second),
        _ => {}
    }
    // Space is reserved for pairs, energies and the rest, which come after the chains.
    html.reserve(160_000);
    if let Some(first) = fits.first() {
        intervals::intervals(&mut html, first, fits.get(1));
        if let Some(second) = fits.get(1) {
            two::scatter(&mut html, first, second);
        }
    }
    if fits.iter().any(predictive::has_predictive) {
        html.section("predictive", "Fit to the data");
        for fit in fits {
            named(&mut html, &fit.name, fits.len());
            predictive::predictive(&mut html, fit);
        }
    }
    if fits.iter().any(chains::has_draws) {
        html.section("chains", "Chains");
        for fit in fits {
            named(&mut html, &fit.name, fits.len());
            chains::chains(&mut html, fit, CHAINS / fits.len());
        }
        html.reserve(40_000);
        for fit in fits {
            chains::effective(&mut html, fit);
        }
        html.section("pairs", "Pairs and energy");
        for fit in fits {
            named(&mut html, &fit.name, fits.len());
            chains::geometry(&mut html, fit);
            chains::energy(&mut html, fit);
        }
    }
    if fits.iter().any(predictive::has_prior) {
        html.section("prior", "Prior and posterior");
        for fit in fits.iter().filter(|fit| predictive::has_prior(fit)) {
            named(&mut html, &fit.name, fits.len());
            predictive::prior(&mut html, fit);
        }
    }
    model(&mut html, report);
    // Two fits of the same data share one table.
    let of_data = match fits {
        [first, second] if data::are_equal(first, second) => &fits[..1],
        _ => fits,
    };
    if of_data.iter().any(data::has_data) {
        html.section("data", "Data");
        for fit in of_data.iter().filter(|fit| data::has_data(fit)) {
            named(&mut html, &fit.name, of_data.len());
            data::overview(&mut html, fit);
        }
    }
    html.end_section();
    whole(report, &html)
}

/// Adds the name of a fit if there are two.
fn named(html: &mut Html, name: &str, fits: usize) {
    if fits > 1 {
        let _ = write!(html.text, "<h3>{}</h3>", escape(name));
    }
}

/// Adds the model: its text, its graph, and the explanation of its statements.
fn model(html: &mut Html, report: &Report) {
    if report.model.is_none() && report.graph.is_none() && report.explanation.is_none() {
        return;
    }
    html.section("model", "Model");
    if let Some(text) = &report.model {
        let _ = write!(html.text, "<pre>{}</pre>", lines(text));
    }
    if let Some(svg) = &report.graph {
        // An XML declaration is not allowed inside a page.
        let svg = svg.find("<svg").map_or("", |start| &svg[start..]);
        let _ = write!(
            html.text,
            "<figure class=\"graph\">{svg}<figcaption>Dependencies in the model.</figcaption></figure>"
        );
    }
    if let Some(text) = &report.explanation {
        let _ = write!(
            html.text,
            "<details><summary>what became of each statement</summary><pre>{}</pre></details>",
            lines(text)
        );
    }
}

/// Returns a text whose line breaks are kept.
fn lines(text: &str) -> String {
    text.lines().map(escape).collect::<Vec<_>>().join("\n")
}

/// Returns the whole page: head, links, sections and script.
fn whole(report: &Report, html: &Html) -> String {
    let title = escape(&report.title);
    let mut links = String::new();
    for (name, title) in &html.sections {
        let _ = write!(links, "<a href=\"#{name}\">{title}</a>");
    }
    // The content policy makes sure that the page loads nothing.
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'; img-src data:\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>{title}</title><style>\
         :root{{color-scheme:light dark;{LIGHT}}}\
         @media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{{DARK}}}}}\
         :root[data-theme=dark]{{color-scheme:dark;{DARK}}}:root[data-theme=light]{{color-scheme:light}}\
         {STYLE}{LAYOUT}\
         @media print{{:root,:root[data-theme=dark],:root:not([data-theme=light]){{{LIGHT}}}}}</style></head><body>\
         <nav aria-label=\"Sections\"><div>{links}<button type=\"button\" id=\"theme\" \
         aria-label=\"light or dark\" title=\"light or dark\">◐</button></div></nav>\
         <main><h1>{title}</h1><p class=\"muted\">{}</p>{}<footer class=\"muted\">{}</footer></main>\
         <script>{SCRIPT}</script></body></html>\n",
        escape(&report.subtitle),
        html.text,
        escape(&report.footer)
    )
}
