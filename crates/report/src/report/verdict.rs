//! The top of a page: tiles and warnings.

use super::ReportedFit;
use super::html::{Html, escape};
use super::tile::{Tile, Verdict};
use std::fmt::Write as _;

/// Adds the tiles and the warnings of a fit, below its name if it is one of two fits.
pub(super) fn verdict(html: &mut Html, fit: &ReportedFit, is_one_of_two: bool) {
    if is_one_of_two {
        let _ = write!(html.text, "<h3>{}</h3>", escape(&fit.name));
    }
    if !fit.words.is_empty() {
        html.words(&escape(&fit.words));
    }
    let tiles: String = fit.tiles.iter().map(tile).collect();
    if !tiles.is_empty() {
        let _ = write!(html.text, "<ul class=\"tiles\">{tiles}</ul>");
    }
    for warning in &fit.warnings {
        let (head, advice) = (escape(warning.head.trim_end_matches('.')), escape(&warning.advice));
        let _ = write!(html.text, "<div class=\"alert\" role=\"note\"><b>{head}.</b> {advice}</div>");
    }
    if fit.warnings.is_empty() && !(fit.tiles.is_empty() && fit.rows.is_empty()) {
        let is_good = fit.tiles.iter().all(|tile| tile.verdict == Verdict::Good);
        html.push(match is_good {
            true => "<div class=\"alert fine\"><b>Nothing wrong found.</b> The chains agree, and there are enough draws.</div>",
            false => "<div class=\"alert doubt\"><b>Look at the marked numbers.</b> They miss their requirements.</div>",
        });
    }
}

fn tile(tile: &Tile) -> String {
    let (class, words) = match tile.verdict {
        Verdict::Good => ("good", "met"),
        Verdict::Doubtful => ("doubt", "doubtful"),
        Verdict::Bad => ("bad", "missed"),
    };
    let (value, what, wanted) = (escape(&tile.value), escape(&tile.what), escape(&tile.wanted));
    format!(
        "<li class=\"tile {class}\"><b>{value}</b><span>{what}</span><small>wanted: {wanted}\
         <i>, {words}</i></small></li>"
    )
}
