//! The model, count ~ Poisson(exp(usual\[shop\] + day\[weekday\])), and its data in columns.

use crate::rows::{Row, Weekday};
use monomorph::prelude::*;

/// Rows as columns, with the shops and the weekdays as labels.
pub struct Data {
    shop: Labels,
    weekday: Labels,
    count: Vec<u32>,
}

impl Data {
    /// The columns of rows. Shops that are not among the known ones are new, in the order of their rows.
    ///
    /// # Errors
    ///
    /// None of rows that were read.
    pub fn of(rows: &[Row], known: &[String]) -> Result<Self, Error> {
        let own: Vec<&str> = rows.iter().map(|row| row.shop.as_str()).collect();
        let none: [&str; 0] = [];
        let weekdays: Vec<&str> = rows.iter().map(|row| row.weekday.name()).collect();
        Ok(Self {
            shop: Labels::with_levels(known, &none)?.named("shop").extended(&own),
            weekday: Labels::with_levels(&Weekday::ALL.map(Weekday::name), &weekdays)?.named("weekday"),
            count: rows.iter().map(|row| row.count).collect(),
        })
    }

    /// The model with these data.
    pub fn model(&self) -> impl Model {
        let Self { shop, weekday, count } = self;
        params! { level: real(), spread: positive(), usual: vector(shop), day: vector(weekday) }
        model! {
            level  |= normal(2.0, 1.0),
            spread |= lognormal(-0.7, 0.5),
            usual  |= normal(level, spread),
            day    |= normal(0.0, 0.5),
            data(count) |= poisson_log(usual.at(shop) + day.at(weekday)),
        }
    }
}

/// The rate of a shop, by its place, on a weekday in each draw.
///
/// # Errors
///
/// Those of draws of another model.
pub fn rates(draws: &Draws, shop: usize, weekday: Weekday) -> Result<Vec<f64>, Error> {
    let element = |name: &str, place: usize| Ok::<_, Error>(draws.get(name)?.element(place)?.as_slice());
    let (usual, day) = (element("usual", shop)?, element("day", weekday as usize)?);
    Ok(usual.iter().zip(day).map(|(usual, day)| (usual + day).exp()).collect())
}
