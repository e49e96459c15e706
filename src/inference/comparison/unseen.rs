//! The limits of a comparison of predictions: increments that depend on data, and supports whose ends depend
//! on data.

use crate::graph::Graph;

/// The maximum number of statements that are named.
const NAMED: usize = 3;

/// Returns the remark for a table, if the comparison has such limits.
pub(super) fn remark(graph: &Graph) -> Option<String> {
    let remarks: Vec<String> = [unseen(graph), moving(graph)].into_iter().flatten().collect();
    (!remarks.is_empty()).then(|| remarks.join("\n\n"))
}

/// Returns the first of some statements and the number of further ones as a text, and whether there is
/// exactly one statement.
fn named<'a>(statements: impl Iterator<Item = &'a str>) -> Option<(String, bool)> {
    let mut named: Vec<String> = statements.map(|statement| format!("`{statement}`")).collect();
    let count = named.len();
    named.truncate(NAMED);
    let more = match count - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (count > 0).then(|| (named.join(", ") + &more, count == 1))
}

/// Returns the remark that increments are not in the density of any observation.
fn unseen(graph: &Graph) -> Option<String> {
    let (named, is_one) = named(graph.unseen_data())?;
    let (is, it, its) = if is_one { ("is", "it tells", "it is") } else { ("are", "they tell", "they are") };
    Some(format!(
        "{named} {is} in the fit and in no observation's density,\nthough {it} of data: where {its} part of their law, the \
         numbers above are not those\nof the model. A law with the data on the left of `|=` is seen as a whole."
    ))
}

/// Returns the remark that leaving an observation out moves the end of a support.
fn moving(graph: &Graph) -> Option<String> {
    let (named, is_one) = named(graph.moving_supports())?;
    let have = if is_one { "has" } else { "have" };
    Some(format!(
        "{named} {have} a support that ends at a parameter. All draws lie where every\nobservation is possible, so no weights \
         reach what is possible without one of them, and k̂ does\nnot tell: believe fits without them, by `cross_validate` \
         with folds of `LeftOut::Rows`."
    ))
}
