//! Writes the test of a row: data, parameters, definitions, and a statement a combination of roles.

use super::cover::cover;
use super::roles::{self, is_number, is_vector};
use super::table::{Kind, Row, Slot};

/// The types of data, of which a slot takes the first that fits; a row begins where its name says.
const WHOLES: [&str; 11] = ["u8", "i64", "bool", "u32", "i8", "usize", "i16", "u64", "i32", "u16", "isize"];

/// The test of a row.
pub fn sheet((place, row): (usize, &Row)) -> String {
    let combinations = cover(&row.slots.iter().map(roles::of).collect::<Vec<_>>(), place);
    let mut writer =
        Writer { row, used: Vec::new(), own: Vec::new(), lines: Vec::new(), numbers: Vec::new() };
    combinations.iter().enumerate().for_each(|(place, roles)| writer.statement(place, roles));
    writer.test(&combinations)
}

struct Writer<'a> {
    row: &'a Row,
    /// The roles that any statement has, with their slots.
    used: Vec<(usize, char)>,
    /// Parameters and definitions of one statement.
    own: Vec<(String, String)>,
    /// The statements.
    lines: Vec<String>,
    /// Numbers by name, with their values.
    numbers: Vec<String>,
}

impl Writer<'_> {
    fn statement(&mut self, place: usize, roles: &[char]) {
        self.used.extend(roles.iter().copied().enumerate());
        let line =
            if self.row.call.is_some() { self.increment(place, roles) } else { self.law(place, roles) };
        self.lines.push(line);
    }

    /// The expression of a role; a number is one of Rust.
    fn expression(&mut self, place: usize, slot: usize, role: char) -> String {
        let shifted = |x: &str| format!("(mid{slot} + 0.5 * ({x} - mid{slot}))");
        let bent = |x: &str| format!("(mid{slot} + reach{slot} * ({x} - mid{slot}).tanh())");
        match role {
            'n' | 'm' => {
                let name = format!("n{place}_{slot}");
                let kind = match (role, self.row.slots[slot].kind) {
                    ('n', _) => "f64",
                    (_, Kind::Whole) => "i32",
                    _ => "f32",
                };
                self.numbers.push(format!("let {name} = bench.number({place}, {slot}) as {kind};"));
                name
            }
            'd' | 'f' | 'i' => format!("data(&{role}{slot})"),
            'x' => shifted(&format!("data(&d{slot})")),
            's' | 'v' => format!("{role}{slot}"),
            'S' | 'V' => format!("d{}{slot}", role.to_lowercase()),
            't' => format!("g{slot}.at(2)"),
            'g' => format!("g{slot}.at(&at{slot})"),
            'G' => format!("dg{slot}.at(&at{slot})"),
            'u' => bent(&format!("s{slot}")),
            'e' => bent(&format!("v{slot}")),
            _ => panic!("there is no role `{role}`"),
        }
    }

    fn law(&mut self, place: usize, roles: &[char]) -> String {
        let arguments: Vec<String> =
            (1..roles.len()).map(|slot| self.expression(place, slot, roles[slot])).collect();
        let law = format!("distribution::{}({})", self.row.name, arguments.join(", "));
        let own = format!("l{place}");
        match roles[0] {
            role @ ('n' | 'm') => format!("data({}) |= {law}", self.expression(place, 0, role)),
            role @ ('d' | 'f' | 'i') => format!("{} |= {law}", self.expression(place, 0, role)),
            role @ ('s' | 'v') => {
                self.own.push((own.clone(), support(&self.row.slots[0], role)));
                format!("{own} |= {law}")
            }
            role @ ('S' | 'V') => {
                let source = role.to_lowercase();
                format!("{own} = mid0 + 0.5 * ({source}0 - mid0),\n            {own} |= {law}")
            }
            role => {
                let sum = if roles.iter().any(|&role| is_vector(role)) { ".sum()" } else { "" };
                format!("increment({law}.log_density({}){sum})", self.expression(place, 0, role))
            }
        }
    }

    fn increment(&mut self, place: usize, roles: &[char]) -> String {
        let call = self.row.call.clone().expect("a function has a call");
        let has_expression = roles.iter().any(|&role| !is_number(role));
        let mut bindings = String::new();
        for (slot, &role) in roles.iter().enumerate() {
            let letter = &self.row.slots[slot].letter;
            let is_receiver = call.starts_with(&format!("{letter}."));
            let expression = self.expression(place, slot, role);
            // A number beside an expression is one of Rust, where it can be.
            let is_bare = role == 'n' && has_expression && !is_receiver;
            let wrapped =
                if is_number(role) && !is_bare { format!("data({expression})") } else { expression };
            bindings += &format!("let {letter} = {wrapped}; ");
        }
        let is_vector = roles.iter().any(|&role| is_vector(role));
        let weight = if is_vector { "data(&weights)".to_owned() } else { format!("bench.weight({place})") };
        format!("increment({weight} * {{ {bindings}{call} }})")
    }

    fn uses(&self, slot: usize, roles: &str) -> bool {
        self.used.iter().any(|&(own, role)| own == slot && roles.contains(role))
    }

    fn test(&self, combinations: &[Vec<char>]) -> String {
        let Row { name, call, slots, formula } = self.row;
        let (mut before, mut parameters, mut flat, mut definitions) =
            (String::new(), String::new(), String::new(), String::new());
        for (slot, own) in slots.iter().enumerate() {
            before += &format!("let (mid{slot}, reach{slot}) = bench.middle({slot});\n        ");
            before += &self.data_of(slot, own);
            let is_left = slot == 0 && call.is_none();
            for (role, of_value, of_definition) in [('v', "veV", "V"), ('s', "suS", "S"), ('g', "tgG", "G")] {
                let of_value = if is_left { of_value.replace(role, "") } else { of_value.to_owned() };
                if self.uses(slot, &of_value) {
                    parameters += &format!("{role}{slot}: {}, ", support(own, role));
                    flat += &format!("{role}{slot} |= flat(),\n            ");
                }
                if self.uses(slot, of_definition) && !(is_left && role != 'g') {
                    let source = format!("{role}{slot}");
                    definitions +=
                        &format!("d{source} = mid{slot} + 0.5 * ({source} - mid{slot}),\n            ");
                }
            }
        }
        for (own, support) in &self.own {
            parameters += &format!("{own}: {support}, ");
        }
        if parameters.is_empty() {
            (parameters, flat) = ("other: real()".into(), "other |= flat(),\n            ".into());
        }
        let letters: Vec<&str> = slots.iter().map(|slot| slot.letter.as_str()).collect();
        let pattern: String = (letters.iter().enumerate())
            .map(|(slot, letter)| format!("let {letter} = values[{slot}]; let _ = {letter}; "))
            .collect();
        let kinds: Vec<String> = (slots.iter())
            .map(|slot| format!("(Kind::{:?}, {:?}, {:?})", slot.kind, slot.low, slot.high))
            .collect();
        let rows: Vec<String> =
            combinations.iter().map(|roles| format!("{:?}", String::from_iter(roles))).collect();
        let kind = if call.is_some() { "Function" } else { "Law" };
        let lines = self.lines.join(",\n            ");
        let numbers = self.numbers.join("\n        ");
        format!(
            "#[test]
fn {name}() {{
    fn plain(values: &[D]) -> D {{
        use crate::dual::*;
        use std::f64::consts::*;
        {pattern}
        {formula}
    }}
    let sheet = Sheet {{
        name: {name:?}, of: Of::{kind}, slots: &[{}], rows: &[{}], plain,
    }};
    sheet.check(|bench| {{
        let n = bench.length;
        {before}{numbers}
        let weights = bench.weights();
        params! {{ {parameters} }}
        let model = model! {{
            {flat}{definitions}{lines},
        }};
        let _ = (n, weights.len());
        bench.check(model);
    }});
}}

",
            kinds.join(", "),
            rows.join(", "),
        )
    }

    /// The data of a slot that any statement uses.
    fn data_of(&self, slot: usize, own: &Slot) -> String {
        let mut text = String::new();
        if self.uses(slot, "dx") {
            text += &format!("let d{slot} = bench.data({slot}, 'd');\n        ");
        }
        if self.uses(slot, "f") {
            text += &format!(
                "let f{slot}: Vec<f32> = \
                 bench.data({slot}, 'f').iter().map(|&x| x as f32).collect();\n        "
            );
        }
        if self.uses(slot, "i") {
            let ty = self.whole_type(slot, own);
            let cast = if ty == "bool" { "x != 0.0".to_owned() } else { format!("x as {ty}") };
            text += &format!(
                "let i{slot}: Vec<{ty}> = \
                 bench.data({slot}, 'i').iter().map(|&x| {cast}).collect();\n        "
            );
        }
        if self.uses(slot, "gG") {
            text += &format!("let at{slot} = bench.places({slot});\n        ");
        }
        text
    }

    /// A type of whole numbers that has all between the bounds.
    fn whole_type(&self, slot: usize, own: &Slot) -> &'static str {
        let first = self.row.name.bytes().map(usize::from).sum::<usize>() + slot;
        let fits = |ty: &&str| match *ty {
            "bool" => own.low.ceil() >= 0.0 && own.high.floor() <= 1.0,
            ty => ty.starts_with('i') || own.low.ceil() >= 0.0,
        };
        (0..WHOLES.len()).map(|k| WHOLES[(first + k) % WHOLES.len()]).find(fits).expect("i64 fits")
    }
}

/// The support of a parameter of a slot: a vector, a scalar, or the vector of which elements are picked.
fn support(slot: &Slot, role: char) -> String {
    let (scalar, vector) = match slot.kind {
        Kind::Positive => ("positive()", ".positive()"),
        Kind::Unit => ("interval(0.0, 1.0)", ".interval(0.0, 1.0)"),
        Kind::Real | Kind::Whole => ("real()", ""),
    };
    match role {
        's' => scalar.to_owned(),
        'v' => format!("vector(n){vector}"),
        _ => format!("vector(5){vector}"),
    }
}
