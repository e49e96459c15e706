// A posterior of one's own: the samplers take a `CustomTarget` in its place.
//~ `Flat` cannot implement this trait: only posteriors of monomorph do
//~ a log density of one's own is a `CustomTarget`, of which `CustomPosterior` makes a posterior
use monomorph::prelude::*;
use monomorph::posterior::VariableInfo;
use monomorph::target::Target;

struct Flat;

impl Density for Flat {
    fn dimension(&self) -> usize {
        1
    }

    fn workspace(&self) -> Workspace {
        unimplemented!()
    }

    fn log_density(&self, _: &[f64], _: &mut Workspace) -> f64 {
        0.0
    }

    fn log_density_and_gradient(&self, _: &[f64], _: &mut [f64], _: &mut Workspace) -> f64 {
        0.0
    }
}

impl Target for Flat { //@ here
    fn variables(&self) -> Vec<VariableInfo> {
        Vec::new()
    }

    fn constrain_into(&self, _: &[f64], _: &mut [f64], _: &mut Workspace) -> Result<(), Error> {
        Ok(())
    }
}

fn main() {}
