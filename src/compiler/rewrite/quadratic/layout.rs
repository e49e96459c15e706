//! The places of the coefficients of an affine form: which of them are in the block, and which are dense.

use crate::compiler::rewrite::survey::TermSurvey;
use crate::compiler::rewrite::{Survey, TermPlace};
use crate::simd::MAX_LANES;
use monomorph_base::sort::sort_by_key;

/// The order of the coefficients: first the dense ones, then the idle ones, then the block, coefficient by
/// coefficient with the groups side by side. An intercept comes first, in the block if it is in the block.
///
/// Terms are loaded in the order in which they are written, in whole registers, which reach into the places
/// after a term. So these places must belong to terms that are loaded later, or to none.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub dense: usize,
    /// The places at which the idle coefficients begin and end.
    pub idle: (usize, usize),
    pub groups: usize,
    pub width: usize,
    pub stride: usize,
    pub block: usize,
    pub places: Vec<TermPlace>,
    /// True for each term that is in the block.
    pub in_block: Vec<bool>,
    /// True if the first coefficient (of the block if there is one) has the weight 1 in all rows.
    pub has_intercept: bool,
    /// A term of the block, whose lines are the groups; `None` if there is no block.
    pub leader: Option<usize>,
}

impl Layout {
    /// The layout for the terms of a survey.
    pub fn of(survey: &Survey) -> Self {
        let terms = &survey.terms;
        let together = |leader: usize| {
            move |term: &&TermSurvey| {
                term.groups > 1 && term.groups == terms[leader].groups && term.lines == terms[leader].lines
            }
        };
        let size = |leader: usize| {
            terms.iter().filter(together(leader)).map(|term| term.width * term.groups).sum::<usize>()
        };
        let leaders = (0..terms.len()).filter(|&term| terms[term].groups > 1 && !terms[term].is_idle);
        let leader = leaders.max_by_key(|&term| size(term));
        let is_in_block =
            |term: &TermSurvey| leader.is_some_and(|leader| !term.is_idle && together(leader)(&term));
        let in_block: Vec<bool> = terms.iter().map(is_in_block).collect();

        let mut layout = Self { leader, in_block, ..Self::default() };
        layout.places = vec![TermPlace::default(); terms.len()];
        // A stable sort: intercepts first, all others in the order in which they are written. Outside the
        // block an intercept is a single number.
        let is_first = |term: usize| {
            terms[term].intercept().is_some() && (layout.in_block[term] || terms[term].groups == 1)
        };
        let mut order: Vec<usize> = (0..terms.len()).collect();
        sort_by_key(&mut order, |&term| !is_first(term));
        let mut end = 0;
        for is_idle in [false, true] {
            let start = end;
            for &place in
                order.iter().filter(|&&term| !layout.in_block[term] && terms[term].is_idle == is_idle)
            {
                let TermSurvey { groups, width, .. } = terms[place];
                layout.places[place] = TermPlace { start: end, line: width, column: 1 };
                end += groups * width;
            }
            if is_idle {
                layout.idle = (start, end);
            } else {
                layout.dense = end;
            }
            end += MAX_LANES;
        }
        layout.block = end.next_multiple_of(MAX_LANES);
        if let Some(leader) = leader {
            layout.groups = terms[leader].groups;
            layout.stride = layout.groups.next_multiple_of(MAX_LANES);
            for &place in order.iter().filter(|&&term| layout.in_block[term]) {
                let start = layout.block + layout.width * layout.stride;
                layout.places[place] = TermPlace { start, line: 1, column: layout.stride };
                layout.width += terms[place].width;
            }
        }
        let first = order.iter().find(|&&term| layout.in_block[term] == leader.is_some());
        layout.has_intercept = first.is_some_and(|&term| terms[term].intercept().is_some());
        layout
    }

    /// The number of numbers in the coefficients' memory.
    pub fn length(&self) -> usize {
        self.block + self.width * self.stride
    }

    /// The group of a row.
    pub fn group(&self, survey: &Survey, row: usize) -> usize {
        self.leader.map_or(0, |leader| survey.terms[leader].lines[row] as usize)
    }

    /// The column of a coefficient among the columns of a row: first those of the block, then the dense
    /// ones.
    pub fn column(&self, place: usize, group: usize, column: usize) -> usize {
        if self.in_block[place] {
            (self.places[place].start - self.block) / self.stride + column
        } else {
            self.width + self.places[place].of(group, column)
        }
    }

    /// The place of the coefficient of a column.
    pub fn place(&self, group: usize, column: usize) -> usize {
        if column < self.width { self.block + column * self.stride + group } else { column - self.width }
    }
}

impl TermSurvey {
    /// The weight 1 if the term is an intercept; `None` if it is not. Other constant weights do not count:
    /// only with the weight 1 can the means that are subtracted from other columns be added to the intercept
    /// without rounding errors.
    fn intercept(&self) -> Option<f64> {
        self.constant.filter(|&weight| weight == 1.0)
    }
}
