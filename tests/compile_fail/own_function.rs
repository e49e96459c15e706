// A function of registers from elsewhere.
//~ `Mine` cannot implement this trait: only types of monomorph do
//~ compiled models read memory without bounds checks
use monomorph::node::Reduction;

#[derive(Clone, Copy)]
struct Mine;

impl Reduction for Mine { //@ here
    const NAME: &'static str = "mine";
    const LEAST: usize = 1;

    fn weight(_: usize) -> f64 {
        1.0
    }
}

fn main() {}
