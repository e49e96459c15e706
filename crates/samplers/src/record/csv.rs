//! CmdStan's CSV format as text, for any sampler: the names of columns, numbers and times.
//!
//! The name of a column is the name of the variable and, separated by points, the indices of its element,
//! which count from 1 as in Stan, or its labels. `labels/part.rs` writes these parts.

use crate::labels::{escape, escape_letter};
use crate::trace::VariableInfo;
use core::fmt::Write;
use std::time::Duration;

/// Writes the times of warmup and of sampling.
// Writing to a `String` does not fail, so the results of `write!` are dropped.
pub(super) fn times(text: &mut String, (warmup, sampling): (Duration, Duration)) {
    let (warmup, sampling) = (warmup.as_secs_f64(), sampling.as_secs_f64());
    let _ = write!(
        text,
        "# \n\
         #  Elapsed Time: {warmup:.6} seconds (Warm-up)\n\
         #                {sampling:.6} seconds (Sampling)\n\
         #                {:.6} seconds (Total)\n\
         # \n",
        warmup + sampling
    );
}

/// Appends a number. A number that is not finite is written as C++ writes it, which all readers accept.
pub fn number(text: &mut String, value: f64) {
    if value.is_nan() {
        text.push_str("nan");
    } else {
        let _ = write!(text, "{value:?}");
    }
}

/// Returns the names of the columns of all elements, which are distinct: `eta[0]` is `eta.1`, since Stan
/// counts from 1, `L[0,1]` is `L.1.2`, and `alpha[St Louis]` is `alpha.St Louis`.
pub(super) fn column_names(variables: &[VariableInfo]) -> Vec<String> {
    let usual: Vec<String> = variables.iter().map(|variable| usual_name(variable.name)).collect();
    let of_variable = |(place, variable): (usize, &VariableInfo)| {
        // Names that end with `__` are the sampler's, and two parameters must not have one name.
        let own = &usual[place];
        let is_taken = own.ends_with("__") || usual.iter().filter(|name| *name == own).count() > 1;
        let name = if is_taken { exact_name(variable.name) } else { own.clone() };
        variable.element_parts().map(move |parts| {
            let mut column = name.clone();
            parts.into_iter().flatten().for_each(|part| part.add_to_column(&mut column));
            column
        })
    };
    variables.iter().enumerate().flat_map(of_variable).collect()
}

/// Returns the usual name of a variable in columns. The point of a prefix would look like the point before
/// an index, so `school.mu` becomes `school__mu`.
fn usual_name(variable: &str) -> String {
    let mut name = String::with_capacity(variable.len());
    for (number, word) in variable.split('.').enumerate() {
        name.push_str(if number == 0 { "" } else { "__" });
        escape(word, &mut name);
    }
    name
}

/// Returns a name that no other variable can have, for a variable whose usual name is taken: `lp%5F%5F`.
fn exact_name(variable: &str) -> String {
    let mut name = String::with_capacity(variable.len());
    for letter in variable.chars() {
        match letter {
            '_' | '.' => escape_letter(letter, &mut name),
            _ => escape(letter.encode_utf8(&mut [0; 4]), &mut name),
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Extent;

    #[test]
    fn names_are_stans() {
        let of = |names: &[(&'static str, Extent)]| {
            let info =
                |(name, extent): &(&'static str, Extent)| VariableInfo::behind(&[], name, *extent, false);
            column_names(&names.iter().map(info).collect::<Vec<_>>())
        };
        let square = Extent::Matrix { length: 4, columns: 2 };
        let eta = Extent::Vector(11);
        let found = of(&[("mu", Extent::Scalar), ("school.eta", eta), ("L", square)]);
        assert_eq!((found[0].as_str(), found[1].as_str()), ("mu", "school__eta.1"));
        assert_eq!(found[11..], ["school__eta.11", "L.1.1", "L.2.1", "L.1.2", "L.2.2"]);
        // A name that is taken is replaced by its exact name, letter by letter.
        let scalars = |names: &[&'static str]| {
            of(&names.iter().map(|name| (*name, Extent::Scalar)).collect::<Vec<_>>())
        };
        assert_eq!(scalars(&["lp__", "a_b"]), ["lp%5F%5F", "a_b"]);
        assert_eq!(scalars(&["a__b", "a.b", "c__b"]), ["a%5F%5Fb", "a%2Eb", "c__b"]);
        assert_eq!(scalars(&["a_._b", "a.__b"]), ["a%5F%2E%5Fb", "a%2E%5F%5Fb"]);
        assert_eq!(scalars(&["x[1]", "a,b", "größe"]), ["x%5B1%5D", "a%2Cb", "größe"]);
    }

    #[test]
    fn numbers_are_read_back() {
        for value in [0.1, -1.0 / 3.0, 1e-300, 1.5e300, 0.0, f64::INFINITY, f64::NEG_INFINITY] {
            let mut text = String::new();
            number(&mut text, value);
            assert_eq!(text.parse(), Ok(value));
        }
    }
}
