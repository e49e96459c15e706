// Two points with a covariance of a thousand.
//~ `Crowd` cannot implement this trait: only types of monomorph do
//~ compiled models read memory without bounds checks
use monomorph::gaussian_process::IntoPoints;
use monomorph::shape::Matrix;
use monomorph::typenum::U1024;
use monomorph::contract::expression::Expression;

#[derive(Clone, Copy)]
struct Crowd;

impl IntoPoints for Crowd { //@ here
    type Shape = Matrix<U1024, U1024>;
    type AfterTwo<A: Expression, B: Expression> = (A, B);
    type AfterThree<A: Expression, B: Expression, C: Expression> = (A, B, C);
    const IS_PAIR: bool = false;

    fn after_two<A: Expression, B: Expression>(self, a: A, b: B) -> (A, B) {
        (a, b)
    }

    fn after_three<A: Expression, B: Expression, C: Expression>(self, a: A, b: B, c: C) -> (A, B, C) {
        (a, b, c)
    }
}

fn main() {}
