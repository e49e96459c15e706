//! The log probability of a category zᵢ for each row, whose elements are logits or probabilities:
//!
//! - of logits: yᵢ = log softmax(xᵢ) at zᵢ, with x̄ᵢⱼ += (δᵢⱼ − pᵢⱼ) ȳᵢ, where δᵢⱼ is 1 if j = zᵢ and else 0;
//! - of probabilities: yᵢ = log xᵢ at zᵢ, with x̄ᵢⱼ += δᵢⱼ ȳᵢ/xᵢⱼ.
//!
//! If zᵢ is not a category, the log probability is −∞, and x̄ᵢⱼ = 0.
//!
//! Stan Functions Reference, "Categorical distribution", `categorical` and `categorical_logit`.

use super::side_by_side::{number_abreast, registers};
use super::{SoftmaxScratch, add_probabilities, logarithms, normalise};
use crate::contract::drawing::DrawnRow;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Side, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands};
use crate::math;
use crate::node::Scale;
use crate::random;
use crate::sealed::Sealed;
use crate::shape::Size;
use crate::simd::{Mask, Pack};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The log probability of a category for each row. The elements of a row are probabilities or logits,
/// according to `In`.
#[derive(Clone, Copy, Debug)]
pub struct CategoricalRows<In>(PhantomData<fn() -> In>);

impl<In> CategoricalRows<In> {
    pub(crate) fn new() -> Self {
        Self(PhantomData)
    }
}

/// The category with this number, if it is one.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn category(number: f64, count: usize) -> Option<usize> {
    let category = number as usize;
    (category as f64 == number && category < count).then_some(category)
}

/// The lanes whose number is the number of a category.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn is_one_of<S: Simd>(number: Pack<S>, count: usize) -> Mask<S> {
    let mut left = number.constant(1.0);
    for category in 0..count {
        left = number.eq(category as f64).select(0.0, left);
    }
    left.eq(0.0)
}

impl<In> Sealed for CategoricalRows<In> {}

impl<In: Scale> Operation for CategoricalRows<In> {
    type Bound = Self;
    const TAKES_NOTHING: bool = true;

    fn describe(&self, arguments: &[String]) -> String {
        let law = if In::IS_LINEAR { "categorical" } else { "categorical_logit" };
        format!("{law}({}).log_density({})", arguments[1], arguments[0])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        Size::new(sizes[0].length(), 1)
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.check_rows_not_empty(1)?;
        setup.check_same((1, Side::Column), (0, Side::Column))?;
        if !In::IS_LINEAR {
            setup.claim_scratch(SoftmaxScratch::length(setup.size(1), true));
        }
        Ok(self)
    }
}

#[inlined]
impl<In: Scale> BoundOperation for CategoricalRows<In> {
    const FACTS: OperationFacts = OperationFacts { own: &[0], ..OperationFacts::NONE };

    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        let Operands { arguments, value, scratch, .. } = operands;
        let columns = sizes[1].columns;
        if const { In::IS_LINEAR } {
            let rows = arguments[0].iter().zip(arguments[1].chunks_exact(columns.max(1)));
            for (value, (&number, row)) in value.iter_mut().zip(rows) {
                *value = category(number, columns).map_or(0.0, |category| row[category]);
            }
            return logarithms(simd, value);
        }
        let SoftmaxScratch { origins, sums, probabilities } = SoftmaxScratch::divide(scratch, sizes[1], true);
        let [numbers, logits] = [arguments[0], arguments[1]];
        let abreast = number_abreast::<S>(numbers.len(), columns);
        for rows in registers(simd, abreast, columns) {
            let by_columns = rows.by_columns(probabilities);
            let origin = rows.turn(logits, by_columns);
            let (number, mut chosen) = (rows.numbers(numbers), Pack::splat(simd, f64::NEG_INFINITY));
            for (column, &logit) in by_columns.iter().enumerate() {
                chosen = number.eq(column as f64).select(Pack::new(simd, logit), chosen);
            }
            let logarithm = math::log(rows.normalise(origin, by_columns));
            let none = is_one_of(number, columns).select(0.0, f64::NEG_INFINITY);
            rows.set_numbers(value, none.eq(0.0).select(chosen - origin - logarithm, none));
        }
        let (numbers, logits) = (&numbers[abreast..], &logits[abreast * columns..]);
        let (value, probabilities) = (&mut value[abreast..], &mut probabilities[abreast * columns..]);
        let (origins, sums) = (&mut origins[abreast..], &mut sums[abreast..]);
        normalise(simd, logits, (columns, 0), probabilities, origins, sums);
        logarithms(simd, sums);
        let rows = numbers.iter().zip(logits.chunks_exact(columns.max(1)));
        for ((value, (&number, row)), (origin, logarithm)) in
            value.iter_mut().zip(rows).zip(origins.iter().zip(sums))
        {
            *value = match category(number, columns) {
                Some(category) => row[category] - *origin - *logarithm,
                None => f64::NEG_INFINITY,
            };
        }
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        _: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let (of_rows, columns) = (adjoints.value, sizes[1].columns.max(1));
        let Some(adjoint) = adjoints.of(1) else { return };
        if const { In::IS_LINEAR } {
            let rows = adjoint.chunks_exact_mut(columns).zip(operands.arguments[1].chunks_exact(columns));
            for (((row, probabilities), &factor), &number) in rows.zip(of_rows).zip(operands.arguments[0]) {
                // An impossible category has an infinite slope, so it is left out if its adjoint is 0.
                if let Some(category) = category(number, columns).filter(|_| factor != 0.0) {
                    row[category] += factor / probabilities[category];
                }
            }
            return;
        }
        let SoftmaxScratch { sums: factors, probabilities, .. } =
            SoftmaxScratch::divide(operands.scratch, sizes[1], true);
        let numbers = operands.arguments[0];
        let abreast = number_abreast::<S>(numbers.len(), columns);
        for rows in registers(simd, abreast, columns) {
            let number = rows.numbers(numbers);
            let factor = is_one_of(number, columns).select(rows.numbers(of_rows), 0.0);
            for (column, &mut probability) in rows.by_columns(probabilities).iter_mut().enumerate() {
                let slope = number.eq(column as f64).select(1.0, 0.0) - Pack::new(simd, probability);
                rows.add_to_column(adjoint, column, factor.eq(0.0).select(0.0, slope * factor));
            }
        }
        let (adjoint, factors) = (&mut adjoint[abreast * columns..], &mut factors[abreast..]);
        let probabilities = &mut probabilities[abreast * columns..];
        let rows = adjoint.chunks_exact_mut(columns).zip(factors.iter_mut());
        for (((row, factor), &of_row), &number) in rows.zip(&of_rows[abreast..]).zip(&numbers[abreast..]) {
            let seen = category(number, columns);
            if let Some(category) = seen {
                row[category] += of_row;
            }
            *factor = if seen.is_some() { -of_row } else { 0.0 };
        }
        add_probabilities(simd, adjoint, factors, probabilities, (columns, 0));
    }

    fn draw(&self, sizes: &Sizes, operands: Operands<'_>, to: DrawnRow<'_>) -> bool {
        let columns = sizes[1].columns;
        let row = &operands.arguments[1][to.row * columns..][..columns];
        let probabilities = if const { In::IS_LINEAR } { row.to_vec() } else { random::softmax(row) };
        let is_valid = random::are_weights(&probabilities);
        for value in to.values {
            *value = if is_valid { random::category(&probabilities, to.rng) as f64 } else { f64::NAN };
        }
        true
    }
}
