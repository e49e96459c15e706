//! The cost of nested sums over variables: variable elimination.
//!
//! A sum over z with K values evaluates the statements that mention z K times. If these also mention a
//! variable that is marginalised later, the whole sum is inside the sum over that variable, and is
//! evaluated once for each of its values. So the statements of the innermost sum are evaluated as often as
//! the product of the numbers of values of all sums around it. In a tree of variables it is cheap to
//! marginalise the leaves first: the centre of a star with leaves of K values costs K² for each leaf, but
//! with the centre first the cost is K to the power of the number of variables. See Koller and Friedman,
//! "Probabilistic Graphical Models", chapter 9.

use crate::compiler::Compiler;
use crate::error::Error;
use crate::name::Var;
use monomorph_base::shape::Extent;

/// The greatest number of evaluations of the statements for one log density.
const MOST_EVALUATIONS: f64 = 1e6;

/// The largest number of variables for which all orders are tried.
const MOST_TRIED: usize = 6;

/// A sum over one variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum {
    var: Var,
    /// The number of evaluations of the sum's statements.
    evaluations: f64,
    extent: Extent,
}

/// Sums, and a table with true for each pair of their variables that one statement mentions together.
#[derive(Clone, Debug)]
struct Sums {
    sums: Vec<Sum>,
    meet: Vec<Vec<bool>>,
}

impl Sums {
    /// The number of evaluations of statements if variables are marginalised in this order; `None` if a sum
    /// would be inside a sum with another number of rows.
    fn cost(&self, order: &[usize]) -> Option<f64> {
        let count = self.sums.len();
        let mut meet = self.meet.clone();
        // For each sum, the sums around it: those of variables that it meets later, and those around these.
        let mut around = vec![vec![false; count]; count];
        for (step, &own) in order.iter().enumerate() {
            let later: Vec<usize> =
                order[step + 1..].iter().copied().filter(|&other| meet[own][other]).collect();
            for &one in &later {
                let [outer, inner] = [self.sums[one].extent, self.sums[own].extent];
                if outer != Extent::Scalar && outer != inner {
                    return None;
                }
                around[own][one] = true;
                // The sum mentions every variable that its statements mention.
                later.iter().filter(|&&other| other != one).for_each(|&other| meet[one][other] = true);
            }
        }
        for &own in order.iter().rev() {
            for other in 0..count {
                if around[own][other] {
                    (0..count).for_each(|outer| around[own][outer] |= around[other][outer]);
                }
            }
        }
        let of_sum = |own: usize| -> f64 {
            let outer = (0..count).filter(|&other| around[own][other]);
            self.sums[own].evaluations * outer.map(|other| self.sums[other].evaluations).product::<f64>()
        };
        Some((0..count).map(of_sum).sum())
    }

    /// The cheapest order and its cost, if there are few variables.
    fn cheapest(&self) -> Option<(Vec<usize>, f64)> {
        if self.sums.len() > MOST_TRIED {
            return None;
        }
        let mut best: Option<(Vec<usize>, f64)> = None;
        for_orders(&mut (0..self.sums.len()).collect(), 0, &mut |order| {
            if let Some(cost) = self.cost(order)
                && best.as_ref().is_none_or(|(_, least)| cost < *least)
            {
                best = Some((order.to_vec(), cost));
            }
        });
        best
    }
}

/// Visits all orders of the elements after the first `first` ones.
fn for_orders(order: &mut Vec<usize>, first: usize, visit: &mut impl FnMut(&[usize])) {
    if first == order.len() {
        return visit(order);
    }
    for place in first..order.len() {
        order.swap(first, place);
        for_orders(order, first + 1, visit);
        order.swap(first, place);
    }
}

impl Compiler {
    /// Records how many times the sum over a variable evaluates the statements that mention it. It is called
    /// for inner sums before outer ones; the call for the outermost sum explains the cost of all sums.
    ///
    /// # Errors
    ///
    /// [`Error::NotSummed`] if the sums cost too much.
    pub(crate) fn count_sum(&mut self, var: Var, evaluations: usize) -> Result<(), Error> {
        let extent = self.extent_of_sum(var);
        self.reads.sums.push(Sum { var, evaluations: evaluations as f64, extent });
        if !self.reads.is_outermost(var) {
            return Ok(());
        }
        let sums = core::mem::take(&mut self.reads.sums);
        let stand_together = |one: &Sum, other: &Sum| {
            let holds = |together: &[Var], sum: &Sum| together.iter().any(|var| var.key() == sum.var.key());
            self.reads.together.iter().any(|together| holds(together, one) && holds(together, other))
        };
        let meet =
            sums.iter().map(|one| sums.iter().map(|other| stand_together(one, other)).collect()).collect();
        self.judge(&Sums { sums, meet })
    }

    /// Explains the cost of the sums, or returns an error if it is too high.
    fn judge(&mut self, all: &Sums) -> Result<(), Error> {
        let order: Vec<usize> = (0..all.sums.len()).collect();
        let apart: f64 = all.sums.iter().map(|sum| sum.evaluations).sum();
        let Some(cost) = all.cost(&order) else { return Ok(()) };
        let cheaper = all.cheapest().filter(|(_, least)| *least < 0.9 * cost);
        let advice = cheaper.map_or(String::new(), |(order, least)| {
            let calls: String =
                order.iter().map(|&place| format!(".marginalise({})", all.sums[place].var.name())).collect();
            format!("; `{calls}` makes {least} evaluations")
        });
        if cost > MOST_EVALUATIONS {
            let reason = format!(
                "the sums inside of each other make {cost:e} evaluations of statements, of which {MOST_EVALUATIONS:e} are allowed{advice}"
            );
            let outermost = all.sums.last().map_or("", |sum| sum.var.name());
            return Err(Error::NotSummed { statement: String::new(), name: outermost, reason });
        }
        if cost > apart {
            self.note(format!("with the sums inside of each other {cost} evaluations of statements{advice}"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Sum, Sums};
    use crate::name::Var;
    use monomorph_base::shape::Extent;

    fn sums(counts: &[f64], pairs: &[(usize, usize)]) -> Sums {
        let sum = |&evaluations: &f64| Sum { var: Var::new("z"), evaluations, extent: Extent::Scalar };
        let mut meet = vec![vec![false; counts.len()]; counts.len()];
        pairs.iter().for_each(|&(one, other)| (meet[one][other], meet[other][one]) = (true, true));
        Sums { sums: counts.iter().map(sum).collect(), meet }
    }

    #[test]
    fn a_star_is_cheap_from_its_leaves() {
        let star = sums(&[3.0; 4], &[(0, 1), (0, 2), (0, 3)]);
        // Three leaves inside the centre.
        assert_eq!(star.cost(&[1, 2, 3, 0]), Some(9.0 + 9.0 + 9.0 + 3.0));
        // With the centre first, all sums are nested.
        assert_eq!(star.cost(&[0, 1, 2, 3]), Some(81.0 + 27.0 + 9.0 + 3.0));
        assert_eq!(star.cheapest().map(|(_, cost)| cost), Some(30.0));
    }

    #[test]
    fn sums_that_do_not_meet_are_added() {
        assert_eq!(sums(&[2.0, 5.0], &[]).cost(&[0, 1]), Some(7.0));
        assert_eq!(sums(&[2.0, 5.0], &[(0, 1)]).cost(&[0, 1]), Some(15.0));
    }

    #[test]
    fn a_vector_is_no_row_of_a_longer_one() {
        let mut pair = sums(&[2.0, 2.0], &[(0, 1)]);
        pair.sums[0].extent = Extent::Vector(3);
        assert_eq!(pair.cost(&[0, 1]), Some(6.0));
        assert_eq!(pair.cost(&[1, 0]), None);
    }
}
