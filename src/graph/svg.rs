//! A picture of the graph as SVG.

use super::Graph;
use crate::contract::sketch::{Kind, Vertex};
use core::fmt::Write;

/// The height of a vertex, and the distances between layers and between neighbours.
const HEIGHT: f64 = 30.0;
const LAYER: f64 = 70.0;
const GAP: f64 = 18.0;
const MARGIN: f64 = 8.0;

/// The approximate width of a letter.
const LETTER: f64 = 8.0;

/// The number of times that layers are sorted by the positions of their neighbours.
const SWEEPS: usize = 8;

impl Graph {
    /// The graph as SVG: parents above children, parameters as ellipses, definitions as lozenges, data
    /// shaded, factors as small squares; statements are tool tips. Lines and letters have the colour of the
    /// surrounding text, so that a page can be light or dark; by itself the picture is black without a
    /// background.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let svg = model! { mu |= normal(0.0, 1.0), data(1.5) |= normal(mu, 1.0) }.graph().to_svg();
    /// assert!(svg.starts_with("<svg") && svg.contains("<ellipse"));
    /// ```
    pub fn to_svg(&self) -> String {
        let layers = self.layers();
        let width_of = |layer: &Vec<usize>| {
            layer.iter().map(|&place| width(&self.vertices[place]) + GAP).sum::<f64>() - GAP
        };
        let whole = layers.iter().map(width_of).fold(0.0, f64::max);
        let mut centres = vec![(0.0, 0.0); self.vertices.len()];
        for (number, layer) in layers.iter().enumerate() {
            let mut left = MARGIN + (whole - width_of(layer)) / 2.0;
            for &place in layer {
                let own = width(&self.vertices[place]);
                centres[place] = (left + own / 2.0, MARGIN + HEIGHT / 2.0 + LAYER * number as f64);
                left += own + GAP;
            }
        }
        let (wide, high) =
            (whole + 2.0 * MARGIN, LAYER * layers.len() as f64 - LAYER + HEIGHT + 2.0 * MARGIN);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide:.1} {high:.1}\" width=\"{wide:.0}\" \
             height=\"{high:.0}\" role=\"img\" aria-label=\"the graph of the model\" fill=\"none\" \
             stroke=\"currentColor\" font-family=\"sans-serif\" font-size=\"13\">"
        );
        for (child, parents) in self.parents.iter().enumerate() {
            for &parent in parents {
                arrow(&mut svg, centres[parent], centres[child], self.vertices[child].kind != Kind::Factor);
            }
        }
        for (vertex, centre) in self.vertices.iter().zip(&centres) {
            draw(&mut svg, vertex, *centre);
        }
        svg.push_str("</svg>");
        svg
    }

    /// The vertices in layers: each vertex below all of its parents, and within a layer near its
    /// neighbours.
    fn layers(&self) -> Vec<Vec<usize>> {
        let mut depth = vec![0; self.vertices.len()];
        // As many rounds as there are vertices are enough, also if statements depend on each other in a
        // circle.
        for _ in 0..self.vertices.len() {
            for (child, parents) in self.parents.iter().enumerate() {
                let below =
                    parents.iter().filter(|&&parent| parent != child).map(|&parent| depth[parent] + 1);
                depth[child] = below.max().unwrap_or(0).min(self.vertices.len() - 1);
            }
        }
        let count = depth.iter().max().map_or(0, |deepest| deepest + 1);
        let mut layers = vec![Vec::new(); count];
        depth.iter().enumerate().for_each(|(place, &layer)| layers[layer].push(place));
        layers.retain(|layer| !layer.is_empty());
        let mut rank = vec![0.0; self.vertices.len()];
        for sweep in 0..SWEEPS {
            for layer in &mut layers {
                let mean = |neighbours: &[usize], own: f64| match neighbours.len() {
                    0 => own,
                    count => neighbours.iter().map(|&place| rank[place]).sum::<f64>() / count as f64,
                };
                let side = if sweep % 2 == 0 { &self.parents } else { &self.children };
                let key = |place: &usize| mean(&side[*place], rank[*place]);
                let mut keyed: Vec<(f64, usize)> = layer.iter().map(|place| (key(place), *place)).collect();
                keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
                *layer = keyed.into_iter().map(|(_, place)| place).collect();
                let middle = (layer.len() as f64 - 1.0) / 2.0;
                layer.iter().zip(0_u32..).for_each(|(&place, order)| rank[place] = f64::from(order) - middle);
            }
        }
        layers
    }
}

fn width(vertex: &Vertex) -> f64 {
    match vertex.kind {
        Kind::Factor => 12.0,
        _ => LETTER * vertex.name.chars().count() as f64 + 26.0,
    }
}

fn arrow(svg: &mut String, (x, y): (f64, f64), (to_x, to_y): (f64, f64), has_head: bool) {
    let half = HEIGHT / 2.0;
    let down = if to_y > y { 1.0 } else { -1.0 };
    let (from, end) = (y + down * half, to_y - down * half);
    let middle = (from + end) / 2.0;
    let _ = write!(
        svg,
        "<path d=\"M{x:.1} {from:.1}C{x:.1} {middle:.1} {to_x:.1} {middle:.1} {to_x:.1} {end:.1}\" opacity=\"0.6\"/>"
    );
    if has_head {
        let base = end - down * 7.0;
        let (left, right) = (to_x - 3.5, to_x + 3.5);
        let _ = write!(
            svg,
            "<path d=\"M{left:.1} {base:.1}L{right:.1} {base:.1}L{to_x:.1} {end:.1}Z\" fill=\"currentColor\" \
             stroke=\"none\" opacity=\"0.6\"/>"
        );
    }
}

fn draw(svg: &mut String, vertex: &Vertex, (x, y): (f64, f64)) {
    let (half, high) = (width(vertex) / 2.0, HEIGHT / 2.0);
    let (left, right, top, bottom) = (x - half, x + half, y - high, y + high);
    let _ = write!(svg, "<g><title>{}</title>", escaped(&vertex.statement));
    let dashes = if vertex.has_no_law() { " stroke-dasharray=\"4 3\"" } else { "" };
    let _ = match vertex.kind {
        Kind::Parameter => {
            write!(svg, "<ellipse cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"{half:.1}\" ry=\"{high:.1}\"{dashes}/>")
        }
        Kind::Data => write!(
            svg,
            "<ellipse cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"{half:.1}\" ry=\"{high:.1}\" fill=\"currentColor\" \
             fill-opacity=\"0.15\"/>"
        ),
        Kind::Definition => write!(
            svg,
            "<path d=\"M{left:.1} {y:.1}L{x:.1} {top:.1}L{right:.1} {y:.1}L{x:.1} {bottom:.1}Z\"/>"
        ),
        Kind::Factor => {
            let (left, top) = (x - 5.0, y - 5.0);
            write!(
                svg,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"10\" height=\"10\" fill=\"currentColor\"/>"
            )
        }
    };
    if vertex.kind != Kind::Factor {
        let base = y + 4.5;
        let _ = write!(
            svg,
            "<text x=\"{x:.1}\" y=\"{base:.1}\" text-anchor=\"middle\" fill=\"currentColor\" stroke=\"none\">{}</text>",
            escaped(&vertex.name)
        );
    }
    svg.push_str("</g>");
}

/// Escapes `<`, `&` and quotation marks, which have a meaning in markup. The crate of figures has such a
/// function too, but only with the feature `report`, while graphs always have pictures. The texts are Rust
/// code, which contains no control characters.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
