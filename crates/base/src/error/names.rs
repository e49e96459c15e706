//! The text about known names in the error of an unknown name.

/// The largest number of names that a message lists.
const LISTED: usize = 12;

/// Returns the variable of an element: `theta` of `theta[0]`.
fn base(element: &str) -> &str {
    element.split('[').next().unwrap_or_default()
}

/// Says that a variable has no labels, if an element is asked for by a label and the elements of its variable
/// have numbers alone; otherwise `None`.
pub(super) fn without_labels(name: &str, known: &[String]) -> Option<String> {
    let is_numbered = |element: &str| {
        let inside = element[base(element).len()..].strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        inside.is_some_and(|inside| inside.bytes().all(|byte| byte.is_ascii_digit() || byte == b','))
    };
    // Numbers and ranges of numbers are no labels.
    let is_index = |byte: u8| byte.is_ascii_digit() || b" :,[]".contains(&byte);
    if !name.ends_with(']') || name[base(name).len()..].bytes().all(is_index) {
        return None;
    }
    let own: Vec<&String> = known.iter().filter(|known| base(known) == base(name)).collect();
    let (first, last) = (own.first()?, own.last()?);
    let elements = match own.len() {
        1 => format!("its only element is {first}"),
        _ => format!("its elements are {first} to {last}"),
    };
    let are_numbered = own.iter().all(|own| is_numbered(own));
    are_numbered.then(|| format!("`{}` has no labels: {elements}", base(name)))
}

/// Lists the known names, with the elements of a vector as the first and the last one, and suggests a name
/// that may have been meant.
pub(super) fn beside(name: &str, known: &[String]) -> String {
    let mut listed: Vec<String> = Vec::new();
    for group in
        known.chunk_by(|one, other| one.contains('[') && other.contains('[') && base(one) == base(other))
    {
        match group {
            [first, .., last] if group.len() > 3 => listed.push(format!("{first}, …, {last}")),
            _ => listed.extend_from_slice(group),
        }
    }
    let more = listed.len().saturating_sub(LISTED);
    listed.truncate(LISTED);
    let mut text = listed.join(", ");
    if more > 0 {
        text += &format!(" and {more} more");
    }
    let element = known.iter().find(|known| known.contains('[') && base(known) == name);
    let near = || known.iter().map(|known| (distance(name, known), known)).min();
    match (element, near()) {
        (Some(element), _) => text += &format!("; of `{name}` there are elements, such as `{element}`"),
        // No suggestion for an unknown element of a known vector: the list shows its first and its last
        // element.
        (None, Some((changes, known)))
            if base(known) != base(name) && changes <= name.chars().count() / 3 =>
        {
            text += &format!("; did you mean `{known}`?");
        }
        _ => {}
    }
    text
}

/// Computes Levenshtein's distance: the number of letters to insert, delete or replace.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (place, letter) in one.chars().enumerate() {
        let mut diagonal = core::mem::replace(&mut row[0], place + 1);
        for (column, other) in other.chars().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[row.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::{beside, distance, without_labels};

    #[test]
    fn letters_that_change() {
        for (one, other, changes) in
            [("", "abc", 3), ("kitten", "sitting", 3), ("mu", "mu", 0), ("beta", "bta", 1), ("ab", "ba", 2)]
        {
            assert_eq!((distance(one, other), distance(other, one)), (changes, changes), "{one}, {other}");
        }
    }

    #[test]
    fn labels_of_what_has_numbers() {
        let known = ["mu", "best[0]", "best[1]", "m[0,0]", "m[1,0]", "b[Cass,0]", "b[3,0]", "one[0]"];
        let known = known.map(str::to_owned);
        let found = |name: &str| without_labels(name, &known);
        for name in ["best[c]", "best[\"c\"]", "best[a,b]", "best[\"]\"]", "best[-1]", "best[1:b]"] {
            assert_eq!(
                found(name).as_deref(),
                Some("`best` has no labels: its elements are best[0] to best[1]")
            );
        }
        assert_eq!(found("m[x,0]").as_deref(), Some("`m` has no labels: its elements are m[0,0] to m[1,0]"));
        assert_eq!(found("one[a]").as_deref(), Some("`one` has no labels: its only element is one[0]"));
        for name in [
            "best[2]",
            "best",
            "mu",
            "mu[c]",
            "other[c]",
            "b[Cedar,0]",
            "b[4,0]",
            "",
            "]",
            "best[0:5]",
            "best[[0, 9]]",
        ] {
            assert_eq!(found(name), None, "{name}");
        }
    }

    #[test]
    fn many_names_are_a_short_list() {
        let elements = |base: &str, count: usize| {
            (0..count).map(move |place| format!("{base}[{place}]")).collect::<Vec<_>>()
        };
        let known =
            [vec!["mu".to_owned(), "sigma".to_owned()], elements("z", 3000), elements("pair", 2)].concat();
        assert_eq!(beside("w", &known), "mu, sigma, z[0], …, z[2999], pair[0], pair[1]");
        let z = beside("z", &known);
        assert!(z.ends_with("; of `z` there are elements, such as `z[0]`"), "{z}");
        assert!(beside("sigmma", &known).ends_with("; did you mean `sigma`?"));
        let many: Vec<String> = (0..40).map(|place| format!("name_{place:02}")).collect();
        assert!(beside("other", &many).ends_with("name_11 and 28 more"), "{}", beside("other", &many));
        assert!(beside("name_39x", &many).ends_with("and 28 more; did you mean `name_39`?"));
        assert_eq!(beside("a", &[]), "");
        assert_eq!(beside("theta[8]", &elements("theta", 8)), "theta[0], …, theta[7]");
    }
}
