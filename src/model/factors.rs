//! What each statement's log density is as a function of one variable when all others are held: the foundation of
//! conjugate updates.
//!
//! | curve | log density, up to a constant | full conditional |
//! |-|-|-|
//! | `Flat` | 0 | |
//! | `Gaussian` | a quadratic function with a maximum | normal |
//! | `Gamma` | a log x − b x | gamma |
//! | `InverseGamma` | −a log x − b/x | inverse gamma |
//! | `Scale` | −a log x − b/x² | by way of √x or 1/√x |
//! | `Beta` | a log x + b log (1 − x) | beta |
//! | `Dirichlet` | Σₖ aₖ log xₖ | Dirichlet |
//! | `Chain` | of a Markov chain's states | by forward filtering |
//! | `Unknown` | anything else | |
//!
//! Products of densities are sums of these, so a variable whose statements all have one curve has a full conditional of that
//! kind, whatever a, b are. They are constants of types; the numbers are found at run time.

use crate::name::{Var, VarSet};
use crate::node::{Link, Tuple};

/// The kind of a log density as a function of one variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Curve {
    /// A constant.
    Flat,
    /// A quadratic function.
    Gaussian,
    /// a log x − b x
    Gamma,
    /// −a log x − b/x
    InverseGamma,
    /// −a log x − b/x²
    Scale,
    /// a log x + b log (1 − x)
    Beta,
    /// Σₖ aₖ log xₖ
    Dirichlet,
    /// The states of a Markov chain.
    Chain,
    /// Anything else.
    Unknown,
}

impl Curve {
    /// True if both are the same.
    pub const fn is(self, other: Self) -> bool {
        self as u8 == other as u8
    }

    /// The curve of a variable from that of an expression which the variable has this link to.
    pub const fn under(self, link: Link) -> Self {
        match (self, link) {
            (Self::Flat, _) | (_, Link::Constant) => Self::Flat,
            (same, Link::Identity) => same,
            (Self::Gaussian, Link::Multiple | Link::Affine) => Self::Gaussian,
            (Self::Gamma, Link::Multiple) | (Self::InverseGamma, Link::Reciprocal) => Self::Gamma,
            (Self::InverseGamma, Link::Multiple) | (Self::Gamma, Link::Reciprocal) => Self::InverseGamma,
            (Self::Scale, Link::Root) => Self::InverseGamma,
            (Self::Scale, Link::InverseRoot) => Self::Gamma,
            (Self::Dirichlet, Link::Sticks) => Self::Beta,
            _ => Self::Unknown,
        }
    }

    /// The curve of a sum.
    pub const fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Flat, curve) | (curve, Self::Flat) => curve,
            (left, right) if left.is(right) => left,
            _ => Self::Unknown,
        }
    }
}

/// One variable in one statement.
#[derive(Clone, Copy)]
pub struct Factor {
    var: Var,
    /// The kind of the log density.
    pub curve: Curve,
    /// True if a row may read several elements of the variable.
    pub is_mixed: bool,
    /// True if a row may read another element than its own.
    pub is_crossed: bool,
}

/// The variables of some statements, one entry for each variable in each statement.
#[derive(Clone, Copy)]
pub struct Factors {
    factors: [Factor; Self::CAPACITY],
    length: usize,
}

impl Factors {
    /// The most entries of one model.
    pub const CAPACITY: usize = 512;

    /// No variable.
    pub const NONE: Self = {
        let none = Factor { var: Var::new(""), curve: Curve::Flat, is_mixed: false, is_crossed: false };
        Self { factors: [none; Self::CAPACITY], length: 0 }
    };

    /// Variables in a statement of which no more is known.
    pub const fn unknown(vars: &VarSet) -> Self {
        let mut all = Self::NONE;
        while all.length < vars.len() {
            all.factors[all.length] =
                Factor { var: vars.get(all.length), curve: Curve::Unknown, is_mixed: true, is_crossed: true };
            all.length += 1;
        }
        all
    }

    /// The variables of a tuple of nodes, in which each place has a curve. A variable in two places has none.
    pub const fn of<A: Tuple>(curves: &[(usize, Curve)]) -> Self {
        let mut all = Self::NONE;
        let mut place = 0;
        while place < A::COUNT {
            let vars = A::VARS_AT[place];
            let mut i = 0;
            while i < vars.len() {
                let var = vars.get(i);
                let known = if stands_twice::<A>(var) { Curve::Unknown } else { curve_at(curves, place) };
                all.factors[all.length] = Factor {
                    var,
                    curve: known.under(A::LINKS[place]),
                    is_mixed: A::MIXED.contains(var),
                    is_crossed: A::CROSSED.contains(var),
                };
                all.length += 1;
                i += 1;
            }
            place += 1;
        }
        all
    }

    /// These and the others.
    pub const fn then(mut self, others: &Self) -> Self {
        let mut i = 0;
        while i < others.length {
            assert!(self.length < Self::CAPACITY, "monomorph: too many statements for Gibbs sampling");
            self.factors[self.length] = others.factors[i];
            self.length += 1;
            i += 1;
        }
        self
    }

    /// What all statements together are for a variable.
    pub const fn sum(&self, var: Var) -> Factor {
        let mut sum = Factor { var, curve: Curve::Flat, is_mixed: false, is_crossed: false };
        let mut i = 0;
        while i < self.length {
            let factor = self.factors[i];
            if factor.var.key() == var.key() {
                sum.curve = sum.curve.plus(factor.curve);
                sum.is_mixed |= factor.is_mixed;
                sum.is_crossed |= factor.is_crossed && !factor.curve.is(Curve::Chain);
            }
            i += 1;
        }
        sum
    }

    /// True if a statement mentions any of the variables.
    pub const fn mentions_any(&self, vars: &VarSet) -> bool {
        let mut i = 0;
        while i < self.length {
            if vars.contains(self.factors[i].var) {
                return true;
            }
            i += 1;
        }
        false
    }

    /// True if the variable is the states of a Markov chain.
    pub const fn has_chain(&self, var: Var) -> bool {
        let mut i = 0;
        while i < self.length {
            if self.factors[i].var.key() == var.key() && self.factors[i].curve.is(Curve::Chain) {
                return true;
            }
            i += 1;
        }
        false
    }
}

const fn curve_at(curves: &[(usize, Curve)], place: usize) -> Curve {
    let mut i = 0;
    while i < curves.len() {
        if curves[i].0 == place {
            return curves[i].1;
        }
        i += 1;
    }
    Curve::Unknown
}

const fn stands_twice<A: Tuple>(var: Var) -> bool {
    let (mut places, mut place) = (0, 0);
    while place < A::COUNT {
        if A::VARS_AT[place].contains(var) {
            places += 1;
        }
        place += 1;
    }
    places > 1
}
