//! What a comparison of predictions cannot see: increments that tell of data.

use crate::graph::Graph;

/// How many increments are named.
const NAMED: usize = 3;

/// The remark for a table, if there is anything that it does not see.
pub(super) fn remark(graph: &Graph) -> Option<String> {
    let mut unseen: Vec<String> = graph.unseen_data().map(|statement| format!("`{statement}`")).collect();
    let count = unseen.len();
    unseen.truncate(NAMED);
    let more = match count - unseen.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let (is, it, its) =
        if count == 1 { ("is", "it tells", "it is") } else { ("are", "they tell", "they are") };
    (!unseen.is_empty()).then(|| {
        format!(
            "{}{more} {is} in the fit and in no observation's density,\nthough {it} of data: where {its} part of their law, the \
             numbers above are not those\nof the model. A law with the data on the left of `|=` is seen as a whole.",
            unseen.join(", ")
        )
    })
}
