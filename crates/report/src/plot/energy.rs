//! The energies of a Hamiltonian sampler.

use super::figure::{Figure, Settings, sealed::Drawn};
use super::panel::{Frame, Panel};
use super::scale::range;
use super::svg::Svg;
use crate::statistics::{density, e_bfmi, mean, sorted};

/// Distributions of energies and of their changes, made by [`energy`].
#[derive(Clone, Debug)]
pub struct Energy {
    chains: Vec<Vec<f64>>,
}

/// Draws the distribution of the energies of all draws and that of the changes of energy from one draw to
/// the next: if the changes are much narrower, chains move slowly between energies. The legend has the
/// least E-BFMI of a chain.
///
/// ```
/// use monomorph_report::plot;
///
/// let svg = plot::energy(&[vec![3.1, 4.0, 2.2, 3.3], vec![2.9, 3.8, 3.0, 4.4]]).to_svg();
/// assert!(svg.contains("E-BFMI"));
/// ```
pub fn energy(chains: &[Vec<f64>]) -> Figure<Energy> {
    Figure::new(Energy { chains: chains.to_vec() })
}

impl Drawn for Energy {
    fn draw(&self, settings: &Settings) -> Svg {
        let (width, height) = settings.size(560.0, 250.0);
        let frame = Frame { left: 16.0, top: 28.0, width: width - 32.0, height: height - 72.0 };
        let center = mean(&sorted(self.chains.iter().flatten()));
        let marginal: Vec<f64> = sorted(self.chains.iter().flatten()).iter().map(|e| e - center).collect();
        let steps = |chain: &Vec<f64>| chain.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>();
        let steps = sorted(&self.chains.iter().flat_map(steps).collect::<Vec<_>>());
        let curves = [&marginal, &steps].map(|own| density(own, (None, None), settings.points(128)));
        let shown = || curves.iter().filter(|own| !own.curve.is_empty());
        let top = shown().map(|own| own.top).fold(0.0, f64::max);
        let ends = range(shown().flat_map(|own| &own.curve).map(|point| point.0), 0.01);
        let panel = Panel::new(frame, ends, (0.0, top * 1.05));
        let least = self.chains.iter().map(|chain| e_bfmi(chain)).fold(f64::NAN, f64::min);
        let mut svg = Svg::new(width, height, "Energies of draws and their changes");
        let [marginal, steps] = &curves;
        panel.area(&mut svg, "f0", "fill-opacity=\".2\"", &marginal.curve);
        panel.line(&mut svg, "s0", "stroke-width=\"1.5\"", marginal.curve.iter().copied());
        panel.line(&mut svg, "s1", "stroke-width=\"1.5\"", steps.curve.iter().copied());
        panel.x_axis(&mut svg, settings.x_label("energy minus its mean"));
        let value = if least.is_finite() { format!(" (E-BFMI {least:.2})") } else { String::new() };
        let changes = format!("changes{value}");
        svg.legend(panel.right(), 16.0, &[("s0", "energies"), ("s1", &changes)]);
        svg
    }
}
