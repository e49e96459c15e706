//! The text of `explain()` about a marginalised variable.

use crate::model::conjugacy::{Integral, Joint};
use crate::model::marginal::ElementGroups;
use crate::shape::Shape;

/// Returns the text of `explain()`: the method and its cost.
pub(crate) fn describe<Sh: Shape>(
    integral: Option<Integral>,
    is_joined: bool,
    length: usize,
    count: usize,
) -> String {
    let elements = if Sh::IS_SCALAR { String::new() } else { format!("{length} elements, each of ") };
    let (how, each, value, gradient) = match integral {
        Some(integral) => {
            let each = format!("a {} distribution", integral.name());
            ("an integral", each, Integral::VALUE_PASSES, Integral::VALUE_PASSES + Integral::GRADIENT_PASSES)
        }
        None => {
            let how = if is_joined { "the forward–backward algorithm" } else { "a sum" };
            (how, format!("{count} values"), count, 2 * count)
        }
    };
    format!(
        "{how} over {elements}{each}: the statements that mention it are evaluated {value} times, with the gradient {gradient} times"
    )
}

/// Returns the text of `explain()` about an integral over elements together.
pub(crate) fn describe_joint(joint: Joint, length: usize, groups: &ElementGroups) -> String {
    let (value, besides) = joint.passes(groups.size);
    let (elements, more) = match joint {
        Joint::MultiNormal(_) => {
            let elements = match groups.count {
                1 => format!("{} elements together", groups.size),
                count => format!("{count} groups of elements together, at most {} in one", groups.size),
            };
            (elements, format!(", and {} times more where its mean is far from 0", groups.size + 1))
        }
        Joint::Dirichlet | Joint::Laplace => (format!("{length} elements together"), String::new()),
    };
    format!(
        "an integral over {elements}, a {} distribution: the statements that mention it are evaluated {value} times, with the gradient {} times{more}",
        joint.name(),
        value + besides
    )
}
