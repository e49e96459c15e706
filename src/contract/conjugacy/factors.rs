//! The [curves](Curve) of a whole model: what each statement is as a function of each variable, and what all
//! are together.
//!
//! A statement that reads a definition has a curve of the definition's value, which under the link of the
//! defining expression is a curve of the variables there, and so on down to the parameters.

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
    /// True if a row may read another element than its own.
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
    /// The most entries of one model.
    pub const CAPACITY: usize = 512;

    /// The factors of no variable.
    pub const NONE: Self = Self { factors: List::EMPTY, statements: 0, steps: List::EMPTY };

    /// Variables in a statement of which no more is known.
    pub const fn unknown(vars: &VarSet) -> Self {
        Self::unknown_of(vars, vars, vars)
    }

    /// Variables in a statement of unknown curves, of which a row may read several elements, or another than
    /// its own.
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

    /// The variables of a tuple of nodes, in which each place has a curve. A variable in two places has none.
    /// Elements of a quadratic function depend on each other as `ties` says.
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

    /// The variables of a definition.
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

    /// The factors of these statements, followed by those of the others.
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

    /// The factors without those that a definition depends on.
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

    /// The factors of a sum over variables: of the statements that mention them no more is known than which
    /// variables they mention, of which a row may read any element.
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

    /// The curve of a variable in all statements together, those that read it through definitions among them.
    pub const fn sum(&self, var: Var) -> Factor {
        let moving = self.moving(var);
        let mut sum = Factor { var, ..Factor::NONE };
        let mut i = 0;
        while i < self.factors.len() {
            if moving.contains(self.factors.get(i).var) {
                let mut factor = self.back_to(var, self.factors.get(i), &moving);
                // Two paths from the variable into one statement: a product of both, say, has another curve
                // than each.
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

    /// The variables of all statements together.
    pub const fn vars(&self) -> VarSet {
        let mut set = VarSet::EMPTY;
        let mut i = 0;
        while i < self.factors.len() {
            set = set.union(&VarSet::of(self.factors.get(i).var));
            i += 1;
        }
        set
    }

    /// The variables that stand in one place, of whose values the log density is a quadratic function.
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

    /// The variable with all definitions that depend on it.
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

    /// A factor of a definition's value as one of a variable that it depends on; of no known curve if by
    /// several paths.
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

    /// True if the variable is the states of a Markov chain.
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
