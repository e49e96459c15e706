//! Initial points.

use super::values::given;
use super::{Kind, Random, Served};
use crate::{Data, Problem};
use monomorph::rand::RngExt;

impl Served {
    /// Finds a point with a finite log density and gradient: parameters in the JSON have the given values,
    /// and all other coordinates are uniform in ±`radius`.
    ///
    /// # Errors
    ///
    /// [`Problem`] if none of `tries` points has a finite log density and gradient, or if a value in the
    /// JSON is outside the support of its parameter.
    pub fn initialize(
        &self,
        text: &str,
        rng: &mut Random,
        radius: f64,
        tries: usize,
        has_jacobian: bool,
    ) -> Result<Vec<f64>, Problem> {
        if !(radius >= 0.0 && radius.is_finite()) {
            return Err(format!("the radius must be finite and not negative, but is {radius}").into());
        }
        let (data, kind) = (Data::read(text)?, Kind { is_proportional: false, has_jacobian });
        let is_random = radius > 0.0 && self.parameters().any(|own| !data.has(own.name));
        let tries = if is_random { tries.max(1) } else { 1 };
        let mut gradient = vec![0.0; self.dimension];
        let mut reason = None;
        for _ in 0..tries {
            let mut coordinate = || if radius > 0.0 { rng.0.random_range(-radius..radius) } else { 0.0 };
            let q: Vec<f64> = (0..self.dimension).map(|_| coordinate()).collect();
            match self.with_given(q, &data) {
                Ok(q) if self.log_density_and_gradient(kind, &q, &mut gradient).is_finite() => return Ok(q),
                Ok(_) => {}
                // The bounds of a given value may depend on random coordinates: another try may succeed.
                Err(problem) => reason = Some(problem),
            }
        }
        Err(reason.unwrap_or_else(|| {
            format!("the log density or its gradient is not finite at any of {tries} initial points").into()
        }))
    }

    /// Replaces the coordinates of the given values in a point.
    fn with_given(&self, mut q: Vec<f64>, data: &Data) -> Result<Vec<f64>, Problem> {
        if !self.parameters().any(|own| data.has(own.name)) {
            return Ok(q);
        }
        let mut values = vec![0.0; self.sizes[0]];
        self.constrain(&q, false, None, &mut values)?;
        for own in self.parameters().filter(|own| data.has(own.name)) {
            values[own.offset..][..own.size()].copy_from_slice(&given(data, own)?);
        }
        let point = self.unconstrain(&values)?;
        for own in self.model.coordinates().iter().filter(|own| data.has(own.name)) {
            q[own.range.clone()].copy_from_slice(&point[own.range.clone()]);
        }
        Ok(q)
    }
}
