//! The text of an expression, for messages, the graph and `Display`.

/// An expression that can be written as text.
pub trait Describe {
    /// The precedence of the written expression: 1 for sums, 2 for products, 3 for everything else.
    const PRECEDENCE: u8 = 3;

    /// Appends the expression as a user would write it.
    fn describe(&self, text: &mut String);
}

/// Appends an operand, in brackets if its precedence is below `precedence`: 1 for sums, 2 for products, 3
/// for everything else.
pub(crate) fn describe_operand<Operand: Describe>(operand: &Operand, precedence: u8, text: &mut String) {
    let brackets = Operand::PRECEDENCE < precedence;
    text.push_str(if brackets { "(" } else { "" });
    operand.describe(text);
    text.push_str(if brackets { ")" } else { "" });
}

/// Appends a number as a user would write it, without a long row of zeros.
pub(crate) fn describe_number(number: f64, text: &mut String) {
    let is_plain = number == 0.0 || (1e-5..1e16).contains(&number.abs()) || !number.is_finite();
    text.push_str(&if is_plain { number.to_string() } else { format!("{number:e}") });
}
