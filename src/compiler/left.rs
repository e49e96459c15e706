//! The elements that stand on the left of statements, for each parameter whose parts stand there, and for
//! each definition that stands there.
//!
//! The type of a statement does not show where the other statements are, and a type parameter that showed
//! it would be in the type of every statement. So ownership of a parameter with parts is decided here, when
//! the model is bound: by the first part, or in the second pass by a statement about the whole. `compile()`
//! finds elements that are left out or stand twice; types find a whole beside a part.

use crate::error::Error;
use crate::name::Var;
use monomorph_base::shape::Extent;

/// A variable whose parts stand on the left of statements, or a definition that stands there.
#[derive(Debug)]
struct LeftSide {
    var: Var,
    extent: Extent,
    /// True for each element that stands on the left of a statement.
    stands: Vec<bool>,
    /// True for a parameter that was registered by a statement about a part of it.
    is_owned_by_a_part: bool,
}

impl LeftSide {
    /// The first element that stands on the left of no statement.
    fn first_left_out(&self) -> Option<usize> {
        self.stands.iter().position(|stands| !stands)
    }
}

/// All variables whose parts stand on the left of statements, and definitions that stand there.
#[derive(Debug, Default)]
pub(super) struct LeftSides(Vec<LeftSide>);

impl LeftSides {
    /// Records that these elements of a variable stand on the left of a statement. It is an error if an
    /// element stands there twice, or on the left of another statement as well.
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
            // A wrong extent is reported as an error about the name.
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

    /// True if the parameter was registered by a statement about a part of it.
    pub fn own(&self, name: &str) -> bool {
        self.0.iter().any(|side| side.var.name() == name && side.is_owned_by_a_part)
    }

    /// Records whether the parameter was registered by a statement about a part of it.
    pub fn set_own(&mut self, name: &str, is_owned: bool) {
        for side in self.0.iter_mut().filter(|side| side.var.name() == name) {
            side.is_owned_by_a_part = is_owned;
        }
    }

    /// True if each element of a parameter is in a part that stands on the left of a statement.
    pub fn fill(&self, name: &str) -> bool {
        self.0.iter().any(|side| side.var.name() == name && side.first_left_out().is_none())
    }

    /// Checks that no element is left out, for parameters of which only parts stand on the left of
    /// statements.
    pub fn check(&self) -> Result<(), Error> {
        for side in self.0.iter().filter(|side| side.is_owned_by_a_part) {
            if let Some(index) = side.first_left_out() {
                return Err(Error::LeftOut { name: side.var.name(), index });
            }
        }
        Ok(())
    }
}
