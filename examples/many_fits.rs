//! One model for two thousand shops, each with its own data, as in a service that fits all day. With a path
//! as argument the results are written to a file, and after a kill the program continues from this file.
//!
//! The sales are invented.
//!
//! `cargo run --release --example many_fits -- FILE` keeps the results in the file.
//!
//! What to look at: 1999 data sets were fitted. The data set with a missing day failed with a message that
//! has the name of the shop and the two lengths; the other fits were not affected. The shop with the
//! largest weekends has a factor of exp(0.86) on weekends, and no fit has divergences.

use monomorph::fits::fits;
use monomorph::prelude::*;

/// Four weeks of sales of one product.
struct Shop {
    name: String,
    is_weekend: Vec<f64>,
    sales: Vec<u32>,
}

/// Sales per day, with a factor on weekends.
fn demand(shop: &Shop) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    params! { level: real(), weekend: real() }
    let model = model! {
        level   |= normal(1.0, 1.5),
        weekend |= normal(0.0, 0.5),
        data(&shop.sales) |= poisson_log(level + weekend * data(&shop.is_weekend)),
    };
    model.compile()
}

/// Makes a shop with invented sales.
fn shop(number: usize) -> Shop {
    let is_weekend: Vec<f64> = (0..28).map(|day| f64::from(u8::from(day % 7 >= 5))).collect();
    let noise = |day: usize| ((number * 31 + day * 17) * 2_654_435_761 % 1_000) as f64 / 1_000.0;
    let rate = 1.0 + (number % 10) as f64;
    let sales = is_weekend.iter().enumerate();
    let sales = sales.map(|(day, weekend)| ((rate + weekend * rate / 2.0) * 2.0 * noise(day)) as u32);
    Shop { name: format!("shop {number}"), sales: sales.collect(), is_weekend }
}

fn main() -> Result<(), Error> {
    let mut shops: Vec<Shop> = (0..2_000).map(shop).collect();
    shops[77].is_weekend.pop(); // a day is missing

    let mut runs = fits(shops.iter().map(|shop| (&shop.name, shop)), |shop| demand(shop))
        .chains(2)
        .warmup(300)
        .draws(300);
    if let Some(path) = std::env::args().nth(1) {
        runs = runs.record(path);
    }
    let found = runs.run()?;
    println!("{found}");

    let best = found.succeeded().max_by(|a, b| {
        let mean = |found: &monomorph::fits::FitSummary| found.summary().rows()[1].mean;
        mean(a.1).total_cmp(&mean(b.1))
    });
    if let Some((name, shop)) = best {
        println!("{name} has the largest weekends:\n{}", shop.summary());
    }
    let doubtful = found.succeeded().filter(|(_, shop)| shop.divergences() > 0).count();
    println!("{doubtful} fits have divergences");
    Ok(())
}
