//! The elements that stand on the left of statements, where parts of parameters and definitions do.

use crate::error::Error;
use crate::name::Var;
use monomorph_base::shape::Extent;

/// A variable of which parts stand on the left, or a definition that does.
#[derive(Debug)]
struct LeftSide {
    var: Var,
    extent: Extent,
    /// True for each element that stands on the left of a statement.
    stands: Vec<bool>,
    /// True for a parameter that a statement about a part of it has registered.
    is_owned_by_a_part: bool,
}

impl LeftSide {
    /// The first element that stands on the left of no statement.
    fn first_left_out(&self) -> Option<usize> {
        self.stands.iter().position(|stands| !stands)
    }
}

/// All variables of which parts stand on the left, and definitions that do.
#[derive(Debug, Default)]
pub(super) struct LeftSides(Vec<LeftSide>);

impl LeftSides {
    /// Notes that these elements of a variable stand on the left of a statement, in which none may stand
    /// twice, and none that stands on the left of another.
    pub fn stand(
        &mut self,
        var: Var,
        extent: Extent,
        elements: &[usize],
        statement: impl Fn() -> String,
    ) -> Result<(), Error> {
        let place = self.0.iter().position(|side| side.var.key() == var.key()).unwrap_or(self.0.len());
        if place == self.0.len() {
            let stands = vec![false; extent.size()];
            self.0.push(LeftSide { var, extent, stands, is_owned_by_a_part: false });
        }
        let side = &mut self.0[place];
        let mut own = vec![false; side.stands.len()];
        for &element in elements {
            // Another extent is an error of the name.
            let Some(is_own) = own.get_mut(element) else { continue };
            if *is_own || side.stands[element] {
                let (statement, name, is_one) = (statement(), var.name(), *is_own);
                let index = side.extent.length().map(|_| element);
                return Err(Error::LeftTwice { statement, name, index, is_one });
            }
            *is_own = true;
        }
        side.stands.iter_mut().zip(own).for_each(|(stands, own)| *stands |= own);
        Ok(())
    }

    /// True if a statement about a part of it has registered the parameter.
    pub fn own(&self, name: &str) -> bool {
        self.0.iter().any(|side| side.var.name() == name && side.is_owned_by_a_part)
    }

    /// Notes whether a statement about a part of it has registered the parameter.
    pub fn set_own(&mut self, name: &str, is_owned: bool) {
        for side in self.0.iter_mut().filter(|side| side.var.name() == name) {
            side.is_owned_by_a_part = is_owned;
        }
    }

    /// True if all elements of a parameter stand in parts on the left of statements.
    pub fn fill(&self, name: &str) -> bool {
        self.0.iter().any(|side| side.var.name() == name && side.first_left_out().is_none())
    }

    /// Checks that no element of a parameter is left out of which parts alone stand on the left.
    pub fn check(&self) -> Result<(), Error> {
        for side in self.0.iter().filter(|side| side.is_owned_by_a_part) {
            if let Some(index) = side.first_left_out() {
                return Err(Error::LeftOut { name: side.var.name(), index });
            }
        }
        Ok(())
    }
}
