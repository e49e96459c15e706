//! Models in which a variable is marginalised, before they are bound. The maths is in
//! [`BoundMarginal`](crate::model::BoundMarginal).

mod element_groups;
mod explained;
mod latent;
mod latents;

use crate::compiler::{Compiler, Failure};
use crate::contract::sketch::Sketch;
use crate::error::Error;
use crate::frame::Slot;
use crate::model::conjugacy::{Integral, Joint};
use crate::model::marginal::{
    BoundMarginal, integral_of, joint_of, joint_scratch, laplace_passes, laplace_scratch, own,
};
use crate::model::marginalised::{ROWS_OF_INTEGRAL, Table};
use crate::model::statement::{BoundModel, Model};
use crate::name::{Name, VarSet};
use crate::sealed::{Sealed, sealed};
use crate::shape::Shape;
use crate::simd::MAX_LANES;
use crate::trace::Named;
use core::marker::PhantomData;
use element_groups::element_groups;
use explained::{describe, describe_joint};
use latent::{beside, describe_laplace, names_of, of_supports, plan};
pub use latents::Latents;
use std::sync::Arc;

/// The model `M` in which `Var`, of the shape `Sh`, is marginalised.
#[derive(Clone, Copy, Debug)]
#[must_use = "a statement has no effect outside a model that is compiled"]
pub struct Marginal<Var, Sh, M> {
    model: M,
    name: PhantomData<fn() -> (Var, Sh)>,
}

impl<Var, Sh, M> Marginal<Var, Sh, M> {
    /// Returns the model without the marginalisation that was applied last.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: vector(2), z: category(2) }
    /// let model = model! {
    ///     mu |= normal(0.0, 1.0),
    ///     z  |= categorical(&[0.5, 0.5]),
    ///     data(1.3) |= normal(mu.at(z), 1.0),
    /// };
    /// let names = model.marginalise(z).unmarginalise(z).compile()?.parameter_names();
    /// assert_eq!(names, ["mu[0]", "mu[1]", "z"]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn unmarginalise<V: Named<Name = Var>>(self, variable: V) -> M {
        let _ = variable;
        self.model
    }
}

/// The maximum number of elements that are integrated over together.
const MOST_TOGETHER: usize = 2048;

/// The model as it runs.
type Summed<Var, Sh, M> = BoundMarginal<Var, Sh, <M as Model>::Bound>;

/// Marginalises parameters of models. It is implemented for every [`Model`].
///
/// The chapter [Discrete and missing](crate::guide::discrete_and_missing) begins with a whole program.
pub trait Marginalise: Model {
    /// The model in which a parameter is marginalised: its log density is log Σ p(everything, z) over all
    /// values of z, and its gradient is exact, so that NUTS samples the other parameters. For a continuous
    /// parameter the sum is an integral.
    ///
    /// z is a scalar, or a vector whose elements do not depend on each other given everything else, or the
    /// states of a [`markov_chain`](crate::distribution::markov_chain()), which are summed by the
    /// forward–backward algorithm. The statements that mention z are evaluated once for each of its values,
    /// with the gradient twice; each row of them reads one element of z: the element with the row's number,
    /// or another by `z.at(&index)`, so that rows may share it. The model is written as for Gibbs sampling,
    /// and z is not among the posterior's coordinates, variables or draws. An impossible value, such as a
    /// count below an observed part of it, has the probability 0.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [-2.1, 1.9, 2.2, -1.8, 2.4];
    /// params! { w: simplex(2), mu: ordered(2), z: vector(y.len()).category(2) }
    /// let model = model! {
    ///     w  |= dirichlet(2.0),
    ///     mu |= normal(0.0, 5.0),
    ///     z  |= categorical(w),
    ///     data(&y) |= normal(mu.at(z), 1.0),
    /// };
    /// let posterior = model.marginalise(z).compile()?;
    /// let by_hand = {
    ///     params! { w: simplex(2), mu: ordered(2) }
    ///     model! {
    ///         w  |= dirichlet(2.0),
    ///         mu |= normal(0.0, 5.0),
    ///         data(&y) |= mixture(w, [normal(mu.at(0), 1.0), normal(mu.at(1), 1.0)]),
    ///     }
    /// };
    /// let by_hand = by_hand.compile()?;
    /// let q = [0.3, -1.0, 0.5];
    /// let difference = posterior.log_density(&q, &mut posterior.workspace())
    ///     - by_hand.log_density(&q, &mut by_hand.workspace());
    /// assert!(difference.abs() < 1e-12);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Several variables
    ///
    /// Variables that stand in one statement are marginalised inside each other: the variable that was
    /// marginalised last is the outermost, and the statements of the others are evaluated for each of its
    /// values. So it is cheap to begin with variables that stand in statements with few others.
    /// [`explain`](crate::posterior::Posterior::explain) reports the number of evaluations, and an order
    /// with fewer. The limit is a million. A continuous variable is marginalised before discrete ones, and
    /// of several continuous variables in one statement only the first can be marginalised, since the
    /// integral over it leaves no closed form for the next: put them into one vector.
    ///
    /// # Continuous parameters
    ///
    /// A scalar, or a vector whose elements do not depend on each other, is integrated out if its posterior
    /// given everything else is of a known kind: normal, as for means under normal noise, gamma, inverse
    /// gamma or beta. The rule is that of [Gibbs sampling](crate::posterior::Posterior::gibbs), so it
    /// applies through factors, offsets, definitions and several likelihoods. The statements that mention
    /// the parameter are evaluated six times, with the gradient eight times, whatever the number of
    /// elements.
    ///
    /// Elements that depend on each other are integrated out together if their posterior is multivariate
    /// normal, as for the coefficients of a linear predictor under normal noise, for the rows of
    /// coefficients of groups (`x.dot_by_group(b, &group)`), or for the [missing
    /// cells](crate::expression::Expr::missing) of rows; or if they are a simplex, or rows of simplexes,
    /// with a Dirichlet posterior, as for the probabilities of categories. If d coefficients depend on each
    /// other, the statements that mention them are evaluated d + 2 times, with the gradient d + 1 times
    /// more, and a matrix of d² numbers is factored, one for each group of elements that depend on each
    /// other; a group may have up to 2048 elements. For probabilities the statements are evaluated once,
    /// with the gradient three times.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let (y, group) = ([1.2, -0.4, 3.3, 2.9], [0, 0, 1, 1]);
    /// params! { mu: real(), tau: positive(), theta: vector(2) }
    /// let model = model! {
    ///     mu    |= normal(0.0, 5.0),
    ///     tau   |= half_normal(2.0),
    ///     theta |= normal(mu, tau),
    ///     data(&y) |= normal(theta.at(&group), 1.0),
    /// };
    /// let posterior = model.marginalise(theta).compile()?;
    /// assert_eq!(posterior.dimension(), 2);                               // no funnel is left
    /// let fit = posterior.nuts().chains(2).draws(200).seed(1).run()?;
    /// assert!(posterior.recover(fit.draws(), 1)?.column("theta[1]")?.mean() > 1.0);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// A regression with unknown scales, of which only the scales are sampled:
    ///
    /// ```
    /// use monomorph::{faer::mat, prelude::*};
    ///
    /// let (x, y) = (mat![[1.0, 0.2], [1.0, 1.1], [1.0, -0.7], [1.0, 2.0]], [0.9, 3.3, -0.8, 5.1]);
    /// params! { tau: positive(), sigma: positive(), b: vector(2) }
    /// let model = model! {
    ///     tau   |= exponential(0.2),
    ///     sigma |= exponential(1.0),
    ///     b     |= normal(0.0, tau),
    ///     data(&y) |= normal(data(&x).dot(b), sigma),
    /// };
    /// let posterior = model.marginalise(b).compile()?;
    /// assert_eq!(posterior.dimension(), 2);
    /// let fit = posterior.nuts().chains(2).draws(200).seed(1).run()?;
    /// let slopes = posterior.recover(fit.draws(), 1)?; // exact draws of b for each draw of the scales
    /// assert!((slopes.column("b[1]")?.mean() - 2.0).abs() < 0.5);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// It is a compile-time error if the variable is neither a discrete parameter of the model nor one of
    /// these.
    ///
    /// # Errors
    ///
    /// Errors of `compile()`: [`Error::NotSummed`], with the statement, if a row reads several elements of
    /// z; if a continuous parameter has bounds other than 0, or 0 and 1; if a vector that is integrated out
    /// as a whole stands in a row with a marginalised vector, or has more than 2048 elements that depend on
    /// each other; and if sums inside each other need more than a million evaluations.
    #[inline(never)]
    fn marginalise<V: Named>(self, variable: V) -> Marginal<V::Name, V::Shape, Self> {
        let _ = variable;
        const { check::<V::Name, Self>() }
        Marginal { model: self, name: PhantomData }
    }

    /// The model in which a real vector or scalar is integrated out with a normal approximation at its mode;
    /// or several of them together, `marginalise_by_laplace((u, v))`.
    ///
    /// With l(x) the log density of all statements that mention x, x* its mode and H = −∇²l(x*), the log
    /// density of the model is
    ///
    /// $$ \\log p(y \\mid \\theta) \\approx \\ell(x^*) + \\tfrac d2 \\log 2\\pi - \\tfrac12 \\log |H| $$
    ///
    /// and its gradient is the gradient of this number, to about nine digits. This is the method of TMB,
    /// glmmTMB and INLA, for the model as it is written: NUTS, an optimiser or a grid explores the few
    /// remaining parameters, and [`recover`](crate::posterior::Posterior::recover) draws x from N(x*, H⁻¹).
    /// If x is normal given everything else the approximation is exact; [`marginalise`](Self::marginalise)
    /// is then exact with less work.
    ///
    /// x may have thousands of elements: H is sparse. `compile()` determines which elements meet in a term
    /// from the rows of the statements (`x.at(&group)`, `x` itself) and from laws that tie neighbours. If
    /// this cannot be determined, as for a product with a matrix, all elements meet, and there may be at
    /// most 64 of them. Elements with given values keep them.
    /// [`explain`](crate::posterior::Posterior::explain) reports how many pairs meet, the fill-in of the
    /// factor, and the number of evaluations of the statements.
    ///
    /// The search for the mode begins at 0 and is the same each time, so that densities are reproducible. If
    /// no mode is found, or H is not positive definite at the mode, the log density is −∞.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let (count, group) = ([3, 0, 2, 12, 9, 1], [0, 0, 1, 2, 2, 3]);
    /// params! { mu: real(), tau: positive(), effect: vector(4) }
    /// let model = model! {
    ///     mu  |= normal(0.0, 2.0),
    ///     tau |= half_normal(1.0),
    ///     effect |= normal(mu, tau),
    ///     data(&count) |= poisson_log(effect.at(&group)),
    /// };
    /// let posterior = model.marginalise_by_laplace(effect).compile()?;
    /// assert_eq!(posterior.dimension(), 2);
    /// let fit = posterior.nuts().chains(2).draws(200).seed(1).run()?;
    /// let effects = posterior.recover(fit.draws(), 1)?;
    /// assert!(effects.column("effect[2]")?.mean() > effects.column("effect[0]")?.mean());
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// Variables that stand in the same rows, such as crossed effects, are integrated out together:
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let (student, teacher) = ([0, 0, 1, 1, 2, 2], [0, 1, 1, 2, 0, 2]);
    /// let passed = [1, 1, 0, 1, 1, 0];
    /// params! { sd: vector(2).positive(), u: vector(3), v: vector(3) }
    /// let model = model! {
    ///     sd |= half_normal(1.0),
    ///     u  |= normal(0.0, sd.at(0)),
    ///     v  |= normal(0.0, sd.at(1)),
    ///     data(&passed) |= bernoulli_logit(u.at(&student) + v.at(&teacher)),
    /// };
    /// assert_eq!(model.marginalise_by_laplace((u, v)).compile()?.dimension(), 2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// x may also sum to zero, as a field of [`icar`](crate::distribution::icar()) does: the integral is then
    /// over the subspace.
    ///
    /// It is a compile-time error if a variable is neither a parameter on all real numbers nor one that sums
    /// to zero.
    ///
    /// # Errors
    ///
    /// Errors of `compile()`: [`Error::NotSummed`], with the statement, if more than 64 elements all meet;
    /// if elements meet so many others that more than 512 groups would be moved one by one; or if another
    /// marginalised vector stands in the same row.
    #[inline(never)]
    fn marginalise_by_laplace<V: Latents>(self, variables: V) -> Marginal<V::Name, V::Shape, Self> {
        let _ = variables;
        const { latent::check::<V::Name, Self>() }
        Marginal { model: self, name: PhantomData }
    }
}

impl<M: Model> Marginalise for M {}

/// Does not compile if the variable is neither a discrete parameter nor a parameter whose integral is known.
#[track_caller]
const fn check<Var: Name, M: Model>() {
    let own = VarSet::of(Var::VAR);
    let discrete = <M::Bound as BoundModel>::FACTS.kinds.common(&own).first_discrete();
    let is_known = discrete.is_some()
        || integral_of::<Var, M::Bound>().is_some()
        || joint_of::<Var, M::Bound>().is_some();
    VarSet::complain(own.first_common(M::Bound::FACTS.summed), "is marginalised already").refuse();
    let held = own.first_common(M::Bound::FACTS.held);
    VarSet::complain(held, "has a value, so there is nothing to sum").refuse();
    let stranger = if is_known { None } else { own.first() };
    let complaint = if M::Bound::FACTS.summed.is_empty() {
        "cannot be marginalised: it is neither a discrete parameter of the model nor one that is conjugate to all that mentions it"
    } else {
        "cannot be marginalised: it is continuous, and stands in a statement with a variable that was marginalised before it, or is not conjugate to all \
         that mentions it"
    };
    VarSet::complain(stranger, complaint).refuse();
    let part = own.first_common(M::FACTS.parts);
    VarSet::complain(part, "cannot be marginalised: parts of it stand on the left of statements").refuse();
}

impl<Var: Name, Sh: Shape, M: Model> Model for Marginal<Var, Sh, M> {
    type Bound = BoundMarginal<Var, Sh, M::Bound>;

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        if let Some(vars) = const { Var::APPROXIMATED } {
            compiler.approximate(vars);
        } else {
            compiler.sum_out(Var::VAR, Summed::<Var, Sh, M>::IS_ONE);
        }
        let model = self.model.bind(compiler)?;
        let registered = compiler.registered(Var::NAME);
        let slot = registered.map_or(Slot::default(), |parameter| parameter.slot);
        let length = registered.and_then(|parameter| parameter.length).unwrap_or(1);
        let integral = Summed::<Var, Sh, M>::INTEGRAL;
        let joint = Summed::<Var, Sh, M>::JOINT;
        let extent = compiler.extent_of(Var::VAR);
        if integral.is_some() && registered.is_some_and(|parameter| !parameter.is_standard) {
            let reason =
                "its integral is known where its support begins at 0, or goes from 0 to 1".to_owned();
            return Err(Error::NotSummed { statement: String::new(), name: Var::NAME, reason });
        }
        let (lowest, count) = match integral {
            Some(integral) => (integral.inside(), ROWS_OF_INTEGRAL),
            None if joint == Some(Joint::Dirichlet) => (1.0 / extent.columns().unwrap_or(length) as f64, 0),
            None => registered.and_then(|parameter| parameter.integers).unwrap_or((0.0, 1)),
        };
        let held = compiler.held_elements(Var::VAR);
        let known = (!held.is_empty()).then(|| {
            let value =
                |place| held.iter().find(|element| element.place == place).map(|element| element.value);
            compiler.pack_numbers((0..length).map(|place| value(place).unwrap_or(f64::NAN)))
        });
        let joined = compiler.joined(Var::VAR)?;
        if joined.is_some() != Summed::<Var, Sh, M>::IS_JOINED {
            let reason =
                "its law ties its elements, and mentions another variable that is marginalised before it"
                    .to_owned();
            return Err(Error::NotSummed { statement: String::new(), name: Var::NAME, reason });
        }
        let groups = element_groups(joint, extent, &held, compiler);
        if groups.size > MOST_TOGETHER {
            let reason = format!(
                "{} elements of it depend on each other, and would take a matrix of that size: at most {MOST_TOGETHER} are marginalised together",
                groups.size
            );
            return Err(Error::NotSummed { statement: String::new(), name: Var::NAME, reason });
        }
        let plan = match const { Var::APPROXIMATED } {
            Some(vars) => {
                let constrained = const { &of_supports::<M>(&own::<Var>(), false) };
                Some(Arc::new(plan(vars, constrained, compiler)?))
            }
            None => None,
        };
        let (stride, numbers) = match joined {
            None if joint == Some(Joint::Laplace) => {
                (length, compiler.scratch(plan.as_deref().map_or(0, laplace_scratch)))
            }
            None if joint.is_some() => {
                (length, compiler.scratch(joint.map_or(0, |joint| joint_scratch(joint, length, &groups))))
            }
            None => {
                let stride = length.next_multiple_of(MAX_LANES);
                (stride, compiler.scratch(stride.saturating_mul(count.saturating_add(1))))
            }
            Some(joined) if (joined.count, lowest) == (count, 0.0) => (length, joined.table),
            Some(joined) => {
                let reason = format!("its law has {} states, counted from 0", joined.count);
                return Err(Error::NotSummed { statement: String::new(), name: Var::NAME, reason });
            }
        };
        let shared = compiler.scratch(count.saturating_mul(MAX_LANES));
        let how = match joint {
            Some(Joint::Laplace) => plan.as_deref().map_or(String::new(), describe_laplace),
            Some(joint) => describe_joint(joint, length, &groups),
            None => describe::<Sh>(integral, joined.is_some(), length, count),
        };
        compiler.explain_sum(&names_of(Var::VAR, const { Var::APPROXIMATED }), how);
        let evaluations = match (joint, integral) {
            (Some(Joint::Laplace), _) => plan.as_deref().map_or(1, |plan| laplace_passes(plan)[1][1].max(1)),
            (Some(joint), _) => joint.passes(groups.size).0,
            (None, Some(_)) => Integral::VALUE_PASSES,
            (None, None) => count,
        };
        compiler.count_sum(Var::VAR, evaluations)?;
        let table = Table { numbers, shared, length, count, stride };
        Ok(BoundMarginal {
            model,
            slot,
            extent,
            lowest,
            table,
            groups,
            beside: beside(const { Var::APPROXIMATED }, compiler),
            failures: plan.is_some().then(|| compiler.failures(Failure::Mode)),
            plan,
            joined,
            known,
            cut: compiler.cut_of_sum(length, count, const { Summed::<Var, Sh, M>::IS_BY_ELEMENTS }),
            name: PhantomData,
        })
    }

    fn sketch(&self, sketch: &mut Sketch) {
        self.model.sketch(sketch);
    }
}

sealed! {
    [Var, Sh, M] Marginal<Var, Sh, M>;
}
