// Two points with a covariance of a thousand.
//~ `Crowd` cannot implement this trait: only types of monomorph do
//~ compiled models read memory without bounds checks
use monomorph::gaussian_process::IntoPoints;
use monomorph::node::Node;
use monomorph::shape::Matrix;
use monomorph::typenum::U1024;

#[derive(Clone, Copy)]
struct Crowd;

impl IntoPoints for Crowd { //@ here
    type Shape = Matrix<U1024, U1024>;
    type AfterTwo<A: Node, B: Node> = (A, B);
    type AfterThree<A: Node, B: Node, C: Node> = (A, B, C);
    const IS_PAIR: bool = false;

    fn after_two<A: Node, B: Node>(self, a: A, b: B) -> (A, B) {
        (a, b)
    }

    fn after_three<A: Node, B: Node, C: Node>(self, a: A, b: B, c: C) -> (A, B, C) {
        (a, b, c)
    }
}

fn main() {}
