//! Colours, as CSS variables of a page and as values that are written into a single figure.

/// The CSS rules that assign colours to classes.
pub(crate) const STYLE: &str = "\
.fig{font:12px system-ui,-apple-system,'Segoe UI',Roboto,'Liberation Sans',Arial,sans-serif}\
.fig text{fill:var(--ink)}.fig .tick{fill:var(--muted);font-size:11px}.fig .head{font-weight:600}\
.fig .big{font-weight:600;font-size:14px}\
.axis{stroke:var(--axis);fill:none}.grid{stroke:var(--grid);fill:none}.band{fill:var(--band)}.paper{fill:var(--paper)}\
.line{fill:none;stroke-linejoin:round}.dots{fill:none;stroke-linecap:round}\
.s0{stroke:var(--c0)}.s1{stroke:var(--c1)}.s2{stroke:var(--c2)}.s3{stroke:var(--c3)}.s4{stroke:var(--c4)}\
.s5{stroke:var(--c5)}.sbad{stroke:var(--bad)}.sink{stroke:var(--ink)}.smuted{stroke:var(--muted)}\
.f0{fill:var(--c0)}.f1{fill:var(--c1)}.f2{fill:var(--c2)}.f3{fill:var(--c3)}.f4{fill:var(--c4)}\
.f5{fill:var(--c5)}.fmuted{fill:var(--muted)}.fink{fill:var(--ink)}";

/// The colours on white.
pub(crate) const LIGHT: &str = "--ink:#1b1f24;--muted:#5b6570;--paper:#ffffff;--panel:#f5f7f9;--axis:#8c959f;\
--grid:#e3e7ec;--band:#e6eaef;--c0:#0066aa;--c1:#d55e00;--c2:#22ab72;--c3:#cc79a7;--c4:#b8860b;--c5:#3fa0d8;\
--bad:#c1121f;--good:#1a7f4b;--doubt:#a65f00";

/// The colours on black.
pub(crate) const DARK: &str = "--ink:#e6edf3;--muted:#9da8b3;--paper:#0f141a;--panel:#181f27;--axis:#6a737d;\
--grid:#27303a;--band:#222b35;--c0:#4aa3dc;--c1:#f0883e;--c2:#45d6a5;--c3:#eeb0d4;--c4:#e3c04b;--c5:#2f81c2;\
--bad:#ff7b72;--good:#56d394;--doubt:#e9b155";

/// The number of different colours for chains.
pub(super) const CHAINS: usize = 6;

/// Returns the CSS rules with colours in place of variables.
pub(super) fn written_in(colours: &str) -> String {
    colours.split(';').fold(STYLE.to_string(), |style, pair| {
        let (name, colour) = pair.split_once(':').unwrap_or((pair, ""));
        style.replace(&format!("var({name})"), colour)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colour(colours: &str, name: &str) -> [f64; 3] {
        let start = colours.find(&format!("--{name}:#")).unwrap() + name.len() + 4;
        [0, 2, 4].map(|at| {
            let value = u8::from_str_radix(&colours[start + at..start + at + 2], 16).unwrap();
            let value = f64::from(value) / 255.0;
            // Light is additive in linear values.
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// Matrices of the colours seen without the cones for long, medium or short waves (Machado, Oliveira
    /// and Fernandes, 2009).
    const SEEN: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ];

    /// Returns the colour in CIELAB, in which distances are about as large as they are seen.
    fn lab(rgb: [f64; 3], seen: [[f64; 3]; 3]) -> [f64; 3] {
        let rgb = seen.map(|row| row.iter().zip(rgb).map(|(m, c)| m * c).sum::<f64>().clamp(0.0, 1.0));
        let xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
            .map(|row| row.iter().zip(rgb).map(|(m, c)| m * c).sum::<f64>());
        let f = |t: f64| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        let [x, y, z] = [f(xyz[0] / 0.9505), f(xyz[1]), f(xyz[2] / 1.089)];
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    #[test]
    fn the_first_four_chains_and_what_is_bad_are_told_apart_by_everyone() {
        for colours in [LIGHT, DARK] {
            for seen in SEEN {
                let far = |a: &str, b: &str| {
                    let (a, b) = (lab(colour(colours, a), seen), lab(colour(colours, b), seen));
                    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
                };
                for (place, a) in ["c0", "c1", "c2", "c3"].iter().enumerate() {
                    for b in &["c0", "c1", "c2", "c3"][..place] {
                        assert!(far(a, b) > 16.0, "{a} {b} {} {seen:?}", far(a, b));
                    }
                    assert!(far(a, "paper") > 35.0, "{a} {}", far(a, "paper"));
                }
                assert!(far("c0", "bad") > 30.0, "{}", far("c0", "bad"));
            }
        }
    }

    #[test]
    fn no_variable_is_left() {
        assert!(!written_in(LIGHT).contains("var(") && !written_in(DARK).contains("var("));
    }
}
