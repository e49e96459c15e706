//! The [curves](Curve) of a whole model: the curve of each statement as a function of each variable, and
//! the curve of all statements together.
//!
//! A statement that reads a definition has a curve as a function of the definition's value. The link of the
//! defining expression turns it into a curve as a function of the expression's variables, and so on down to
//! the parameters.
//!
//! There is no table of conjugate pairs: two likelihoods of different families, offsets and known weights
//! are found. If a variable enters one statement by two paths there is no curve: each path alone would have
//! one, their product need not. In different statements two paths are a sum. Links of matrices must be of
//! the whole: a number times all elements keeps the curve, an inverse turns one into the other, and a
//! product with another matrix, a block or a mask ends it.

use crate::contract::conjugacy::{Curve, Link, Ties};
use crate::contract::node::{Node, Tuple};
use crate::name::{List, Var, VarSet};

/// A variable in a statement.
#[derive(Clone, Copy)]
pub struct Factor {
    var: Var,
    /// The number of the statement.
    statement: usize,
    /// The kind of the log density.
    pub curve: Curve,
    /// The elements of the variable that depend on each other given everything else.
    pub ties: Ties,
    /// True if a row may read other elements of the variable than the element with the row's number.
    pub is_crossed: bool,
}

impl Factor {
    const NONE: Self =
        Self { var: Var::new(""), statement: 0, curve: Curve::Flat, ties: Ties::None, is_crossed: false };

    /// True if elements of the variable may depend on each other.
    pub const fn is_mixed(&self) -> bool {
        !self.ties.is(Ties::None)
    }
}

/// A variable in a definition.
#[derive(Clone, Copy)]
struct Step {
    from: Var,
    to: Var,
    link: Link,
    ties: Ties,
    is_crossed: bool,
}

impl Step {
    const NONE: Self = Self {
        from: Var::new(""),
        to: Var::new(""),
        link: Link::Constant,
        ties: Ties::None,
        is_crossed: false,
    };
}

/// The variables of some statements and definitions, one entry for each variable in each of them.
#[derive(Clone, Copy)]
pub struct Factors {
    factors: List<Factor, { Factors::CAPACITY }>,
    statements: usize,
    steps: List<Step, { Factors::CAPACITY }>,
}

/// The text of the compile-time error about the capacity.
const TOO_MANY: &str = "monomorph: too many statements for Gibbs sampling";

impl Factors {
    /// The greatest number of entries of one model.
    pub const CAPACITY: usize = 512;

    /// The factors of no statements.
    pub const NONE: Self = Self { factors: List::EMPTY, statements: 0, steps: List::EMPTY };

    /// The factors of a statement of which only the variables are known.
    pub const fn unknown(vars: &VarSet) -> Self {
        Self::unknown_of(vars, vars, vars)
    }

    /// The factors of a statement with unknown curves. A row may read several elements of the variables in
    /// `mixed`, and other elements than the element with the row's number of the variables in `crossed`.
    pub const fn unknown_of(vars: &VarSet, mixed: &VarSet, crossed: &VarSet) -> Self {
        let mut all = Self { statements: 1, ..Self::NONE };
        let mut i = 0;
        while i < vars.len() {
            let var = vars.get(i);
            let ties = Ties::of(mixed.contains(var), mixed.contains(var));
            let is_crossed = crossed.contains(var);
            let factor = Factor { var, statement: 0, curve: Curve::Unknown, ties, is_crossed };
            all.factors.push(factor, TOO_MANY);
            i += 1;
        }
        all
    }

    /// The factors of a statement that reads a tuple of nodes, given the curve in each place. The curve of
    /// a variable that stands in two places is unknown. `ties` are the ties between elements where the
    /// curve is quadratic.
    pub const fn of<A: Tuple>(curves: &[(usize, Curve)], ties: Ties) -> Self {
        let mut all = Self { statements: 1, ..Self::NONE };
        let mut place = 0;
        while place < A::COUNT {
            let vars = A::EACH[place].vars;
            let mut i = 0;
            while i < vars.len() {
                let var = vars.get(i);
                let known = if stands_twice::<A>(var) { Curve::Unknown } else { curve_at(curves, place) };
                let is_crossed = A::FACTS.reads_other_rows.contains(var);
                let own = if known.is(Curve::Gaussian) { ties.through(is_crossed) } else { Ties::None };
                let factor = Factor {
                    var,
                    statement: 0,
                    curve: known.through(A::EACH[place].link, is_crossed),
                    ties: Ties::of(A::FACTS.mixed.contains(var), A::FACTS.mixed_rows.contains(var)).and(own),
                    is_crossed,
                };
                all.factors.push(factor, TOO_MANY);
                i += 1;
            }
            place += 1;
        }
        all
    }

    /// The steps from the variables of a definition to its value.
    pub const fn definition<N: Node>(defined: Var) -> Self {
        let mut all = Self::NONE;
        let vars = N::FACTS.vars;
        let mut i = 0;
        while i < vars.len() {
            let from = vars.get(i);
            let step = Step {
                from,
                to: defined,
                link: N::FACTS.link,
                ties: Ties::of(N::FACTS.mixed.contains(from), N::FACTS.mixed_rows.contains(from)),
                is_crossed: N::FACTS.reads_other_rows.contains(from),
            };
            all.steps.push(step, TOO_MANY);
            i += 1;
        }
        all
    }

    /// The factors of these statements, followed by the factors of other statements.
    pub const fn then(mut self, others: &Self) -> Self {
        let mut i = 0;
        while i < others.factors.len() {
            let other = others.factors.get(i);
            let factor = Factor { statement: self.statements + other.statement, ..other };
            self.factors.push(factor, TOO_MANY);
            i += 1;
        }
        self.statements += others.statements;
        self.steps.append(&others.steps, TOO_MANY);
        self
    }

    /// The factors without the steps into the definition `defined`.
    pub const fn without_definition(self, defined: Var) -> Self {
        let mut rest = Self { steps: List::EMPTY, ..self };
        let mut i = 0;
        while i < self.steps.len() {
            if self.steps.get(i).to.key() != defined.key() {
                rest.steps.push(self.steps.get(i), TOO_MANY);
            }
            i += 1;
        }
        rest
    }

    /// The factors after the model is summed over variables: of the statements that mention these variables
    /// only the names of their variables stay known, and a row may read any element.
    pub const fn summed_over(self, vars: &VarSet) -> Self {
        let (mut moving, mut place) = (VarSet::EMPTY, 0);
        while place < vars.len() {
            moving = moving.union(&self.moving(vars.get(place)));
            place += 1;
        }
        let mut rest = Self { factors: List::EMPTY, ..self };
        let mut i = 0;
        while i < self.factors.len() {
            let mut factor = self.factors.get(i);
            if moving.contains(factor.var) || self.shares_statement(i, &moving) {
                factor = Factor { curve: Curve::Unknown, ties: Ties::All, is_crossed: true, ..factor };
            }
            rest.factors.push(factor, TOO_MANY);
            i += 1;
        }
        rest
    }

    /// The factor of a variable in all statements together, including statements that read it through
    /// definitions.
    pub const fn sum(&self, var: Var) -> Factor {
        let moving = self.moving(var);
        let mut sum = Factor { var, ..Factor::NONE };
        let mut i = 0;
        while i < self.factors.len() {
            if moving.contains(self.factors.get(i).var) {
                let mut factor = self.back_to(var, self.factors.get(i), &moving);
                // The variable enters this statement by two paths, for example in both factors of a
                // product, and the curve is then neither of the two curves.
                if self.shares_statement(i, &moving) {
                    factor.curve = Curve::Unknown;
                }
                sum.curve = sum.curve.plus(factor.curve);
                sum.ties = sum.ties.and(factor.ties);
                sum.is_crossed |= factor.is_crossed && !factor.curve.is(Curve::Chain);
            }
            i += 1;
        }
        sum
    }

    /// The set of all variables in the statements.
    pub const fn vars(&self) -> VarSet {
        let mut set = VarSet::EMPTY;
        let mut i = 0;
        while i < self.factors.len() {
            set = set.union(&VarSet::of(self.factors.get(i).var));
            i += 1;
        }
        set
    }

    /// The variables that stand in exactly one place and in whose values the log density is quadratic.
    pub const fn quadratic(&self) -> VarSet {
        let (mut set, mut others) = (VarSet::EMPTY, VarSet::EMPTY);
        let mut i = 0;
        while i < self.factors.len() {
            let Factor { var, curve, .. } = self.factors.get(i);
            let own = VarSet::of(var);
            if curve.is(Curve::Gaussian) && !set.contains(var) {
                set = set.union(&own);
            } else {
                others = others.union(&own);
            }
            i += 1;
        }
        set.without(&others)
    }

    /// The variable, together with all definitions that depend on it.
    const fn moving(&self, var: Var) -> VarSet {
        let mut set = VarSet::of(var);
        let mut grows = true;
        while grows {
            grows = false;
            let mut i = 0;
            while i < self.steps.len() {
                let Step { from, to, .. } = self.steps.get(i);
                if set.contains(from) && !set.contains(to) {
                    set = set.union(&VarSet::of(to));
                    grows = true;
                }
                i += 1;
            }
        }
        set
    }

    /// Turns a factor of a definition's value into a factor of the variable `var`, on which the definition
    /// depends. The curve is unknown if several paths lead from the variable to the definition.
    const fn back_to(&self, var: Var, mut factor: Factor, moving: &VarSet) -> Factor {
        while factor.var.key() != var.key() {
            let (mut paths, mut path, mut i) = (0, Step::NONE, 0);
            while i < self.steps.len() {
                if self.steps.get(i).to.key() == factor.var.key() && moving.contains(self.steps.get(i).from) {
                    path = self.steps.get(i);
                    paths += 1;
                }
                i += 1;
            }
            if paths != 1 {
                return Factor { var, curve: Curve::Unknown, ties: Ties::All, is_crossed: true, ..factor };
            }
            factor = Factor {
                var: path.from,
                curve: factor.curve.through(path.link, path.is_crossed),
                ties: factor.ties.through(path.is_crossed).and(path.ties),
                is_crossed: factor.is_crossed || path.is_crossed,
                ..factor
            };
        }
        factor
    }

    /// True if another variable of the set stands in the statement of a factor.
    const fn shares_statement(&self, place: usize, moving: &VarSet) -> bool {
        let own = self.factors.get(place);
        let mut i = 0;
        while i < self.factors.len() {
            let other = self.factors.get(i);
            if other.statement == own.statement
                && other.var.key() != own.var.key()
                && moving.contains(other.var)
            {
                return true;
            }
            i += 1;
        }
        false
    }

    /// True if the variable holds the states of a Markov chain.
    pub const fn has_chain(&self, var: Var) -> bool {
        let mut i = 0;
        while i < self.factors.len() {
            if self.factors.get(i).var.key() == var.key() && self.factors.get(i).curve.is(Curve::Chain) {
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
        if A::EACH[place].vars.contains(var) {
            places += 1;
        }
        place += 1;
    }
    places > 1
}
