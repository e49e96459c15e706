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

/// Returns a text with the first of some statements and the number of further ones, and true if there is
/// exactly one statement; `None` if there is none.
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

/// Returns the remark that increments which depend on data are not in the density of any observation; `None`
/// if there are no such increments.
fn unseen(graph: &Graph) -> Option<String> {
    let (named, is_one) = named(graph.unseen_data())?;
    let (is, it, its) = if is_one { ("is", "it tells", "it is") } else { ("are", "they tell", "they are") };
    Some(format!(
        "{named} {is} in the fit and in no observation's density,\n\
         though {it} of data: if {its} part of the law of these data, the numbers above are\n\
         not those of the model. A law with the data on the left of `|=` counts as a whole."
    ))
}

/// Returns the remark that leaving an observation out moves the end of a support; `None` if no support ends
/// at a parameter.
fn moving(graph: &Graph) -> Option<String> {
    let (named, is_one) = named(graph.moving_supports())?;
    let have = if is_one { "has" } else { "have" };
    Some(format!(
        "{named} {have} a support that ends at a parameter. All draws lie where every\n\
         observation is possible, so weights cannot reach values that are possible only without one\n\
         of the observations, and k̂ does not show this: use fits without observations, by\n\
         `cross_validate` with folds of `LeftOut::Rows`."
    ))
}
