//! Losses of insurers that grow with time, by cohort.

use super::case::*;

posteriors! { losscurve_sislob: ["loss_curves-losscurve_sislob"] }

fn losscurve_sislob(case: &Case, task: &mut impl Task) {
    assert_eq!(case.number("growthmodel_id"), 1.0);
    let (cohort, loss) = (case.indices("cohort_id"), case.vector("loss"));
    let (premiums, times) = (case.vector("premium"), case.vector("t_value"));
    let premium: Vec<f64> = cohort.iter().map(|&cohort| premiums[cohort as usize]).collect();
    let time: Vec<f64> = case.indices("t_idx").into_iter().map(|index| times[index as usize]).collect();
    params! {
        omega:   positive(),
        theta:   positive(),
        ratio:   vector(case.size("n_cohort")).positive(),
        mu:      real(),
        sd:      positive(),
        loss_sd: positive(),
    }
    task.run(model! {
        mu      |= normal(0.0, 0.5),
        sd      |= lognormal(0.0, 0.5),
        ratio   |= lognormal(mu, sd),
        loss_sd |= lognormal(0.0, 0.7),
        omega   |= lognormal(0.0, 0.5),
        theta   |= lognormal(0.0, 0.5),
        growth = 1.0 - (-(data(&time) / theta).powf(omega)).exp(),
        data(&loss) |= normal(ratio.at(&cohort) * data(&premium) * growth, loss_sd * data(&premium)),
    });
}
