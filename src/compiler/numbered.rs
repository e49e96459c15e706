//! The text of one of the statements that a loop makes.

/// The text with the number in place of the loop's variable, `data(&y[3]) |= …` for `data(&y[k]) |= …`. If
/// the variable is not in the text, or an inner closure has a variable of this name, the number is
/// appended, `(k = 3)`.
pub(crate) fn numbered(text: &str, name: &str, number: usize) -> String {
    let is_no_word = |letter: char| !(letter.is_alphanumeric() || letter == '_');
    let mut written = String::with_capacity(text.len());
    let mut is_said = false;
    for piece in text.split_inclusive(is_no_word) {
        let word = piece.trim_end_matches(is_no_word);
        let is_field = written.ends_with('.') && !written.ends_with("..");
        if word == name && !is_field {
            is_said = true;
            written.push_str(&number.to_string());
            written.push_str(&piece[word.len()..]);
        } else {
            written.push_str(piece);
        }
    }
    let is_another = text.contains(&format!("|{name}|"));
    if is_said && !is_another { written } else { format!("{text} ({name} = {number})") }
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn the_number_stands_where_its_name_stood_or_behind_the_statement() {
        let of = |text| numbered(text, "k", 3);
        assert_eq!(of("data(&y[k]) |= normal(mu.at(k), 1.0)"), "data(&y[3]) |= normal(mu.at(3), 1.0)");
        assert_eq!(of("data(&y[0..k]) |= std_normal()"), "data(&y[0..3]) |= std_normal()");
        assert_eq!(of("k"), "3");
        assert_eq!(of("data(&kk.k) |= normal(k_, 1.0)"), "data(&kk.k) |= normal(k_, 1.0) (k = 3)");
        assert_eq!(of(""), " (k = 3)");
        let other = "data(&y[k]) |= mixture(w, components(2, |k| normal(mu.at(k), 1.0)))";
        assert_eq!(of(other), format!("{other} (k = 3)"));
    }
}
