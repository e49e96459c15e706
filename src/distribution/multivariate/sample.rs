//! Random vectors from multivariate distributions whose arguments are data. With Σ = A Aᵀ and n standard
//! normal numbers e,
//!
//!   y = μ + A e           is normal,
//!   y = μ + A e √(ν/g)    with a chi-square number g of ν degrees of freedom is Student's.

use crate::compiler::{Compiler, Datum};
use crate::contract::expression::Expression;
use crate::contract::operation::Setup;
use crate::covariance::{BoundStructure, Given, SquareRoot, Structure, Task};
use crate::distribution::multivariate::law::Multivariate;
use crate::distribution::multivariate::multi_normal::Gaussian;
use crate::distribution::multivariate::multi_student_t::StudentTail;
use crate::distribution::multivariate::radial::{Radial, Ungrouped};
use crate::error::Error;
use crate::frame::{MAX_ARGUMENTS, Slot};
use crate::node::{Constant, DataTable, DataVector, Stored};
use crate::shape::{Dimension, Scalar, Shape, Size, Vector};
use rand::{Rng, RngExt};
use rand_distr::Distribution as Sample;
use rand_distr::StandardNormal;

/// A distribution with its factor, ready for many draws.
#[derive(Clone, Debug)]
pub struct MultivariateSampler<Kind> {
    mean: Vec<f64>,
    /// A
    root: SquareRoot,
    shape: f64,
    kind: core::marker::PhantomData<fn() -> Kind>,
}

/// Kinds from which a single vector can be drawn.
pub trait Mixed: Radial {}

impl Mixed for Gaussian {}
impl Mixed for StudentTail {}

/// An expression of data.
pub trait Known: Expression {}

impl Known for Constant {}
impl<T: Datum, N: Dimension> Known for DataVector<'_, T, N> {}
impl<R: Dimension, C: Dimension> Known for DataTable<'_, R, C> {}

/// Arguments that are data.
pub trait KnownArguments {
    /// Returns the size and the numbers of each argument.
    fn values(&self) -> Vec<(Size, Vec<f64>)>;
}

/// Implements [`KnownArguments`] for tuples of these sizes.
macro_rules! known {
    ($($($Node:ident $place:tt),+;)*) => {$(
        impl<$($Node: Known),+> KnownArguments for ($(Stored<$Node>,)+) {
            fn values(&self) -> Vec<(Size, Vec<f64>)> {
                vec![$(numbers(self.$place.source())),+]
            }
        }
    )*};
}

known! {
    A 0, B 1;
    A 0, B 1, D 2;
    A 0, B 1, D 2, E 3;
    A 0, B 1, D 2, E 3, F 4;
}

fn numbers(expression: &impl Known) -> (Size, Vec<f64>) {
    let size = expression.size();
    (size, (0..size.length()).map(|index| expression.datum(index).unwrap_or(f64::NAN)).collect())
}

/// The shape of the mean of one vector.
pub trait OneMean: Shape {}

impl OneMean for Scalar {}
impl<N: Dimension> OneMean for Vector<N> {}

impl<Kind, K, Mean, Arguments> Multivariate<Kind, Ungrouped, K, Mean, Arguments>
where
    Kind: Mixed,
    K: Structure,
    Mean: OneMean,
    Arguments: KnownArguments,
{
    /// Returns the distribution with its covariance factorised, for many draws.
    ///
    /// # Errors
    ///
    /// Returns an error for sizes that do not fit, and for a covariance that is not symmetric or not
    /// positive definite.
    ///
    /// ```
    /// use monomorph::covariance::ar1;
    /// use monomorph::prelude::*;
    /// use monomorph::rand::{RngExt, SeedableRng, rngs::SmallRng};
    ///
    /// let times = [0.0, 0.5, 2.0];
    /// let sampler = multi_normal(1.0, ar1(0.7, 0.1, &times)).sampler()?;
    /// let paths: Vec<Vec<f64>> = SmallRng::seed_from_u64(1).sample_iter(sampler).take(100).collect();
    /// assert!(paths.iter().all(|path| path.len() == 3));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn sampler(&self) -> Result<MultivariateSampler<Kind>, Error> {
        let values = self.arguments.values();
        let first = if Kind::HAS_SHAPE { 2 } else { 1 };
        let shape = if Kind::HAS_SHAPE { values[1].1.first().copied().unwrap_or(f64::NAN) } else { 0.0 };
        let (mut mean, of_covariance) = (values[0].1.clone(), &values[first..]);
        let sizes: Vec<Size> = of_covariance.iter().map(|(size, _)| *size).collect();
        let dimension = if Mean::IS_SCALAR { None } else { Some(mean.len()) };
        let n = dimension.or(self.covariance.dimension(&sizes)).unwrap_or(1);
        if n == 0 {
            return Err(Error::Empty {
                statement: format!("{}(…)", Kind::NAME),
                what: "the mean".to_owned(),
            });
        }
        if Mean::IS_SCALAR {
            mean.resize(n, mean[0]);
        }

        let mut compiler = Compiler::new();
        compiler.start_statement(format!("{}(…)", Kind::NAME));
        let mut bound_sizes = [Size::default(); MAX_ARGUMENTS];
        bound_sizes[..sizes.len()].copy_from_slice(&sizes);
        let names = (0..sizes.len()).map(|place| format!("argument {place} of the covariance")).collect();
        let slots = [Slot::default(); MAX_ARGUMENTS];
        let task = Task { first: 0, dimension: n, rows: 0, observations: 0 };
        let mut setup = Setup::new(&mut compiler, bound_sizes, [true; MAX_ARGUMENTS], slots, names, false);
        let (covariance, _) = self.covariance.bind(&mut setup, task)?;

        let values: Vec<&[f64]> = of_covariance.iter().map(|(_, values)| &values[..]).collect();
        let indices = compiler.packed_indices();
        let given = Given { task, values: &values, sizes: &sizes, indices, kept: &[] };
        covariance.check_symmetric(compiler.context(), given)?;
        let Some(root) = covariance.square_root(given) else {
            let rule = "be positive: the matrix is not positive definite";
            let what = format!("the determinant of the covariance of {}", Kind::NAME);
            return Err(compiler.context().outside(what, None, f64::NAN, rule));
        };
        Ok(MultivariateSampler { mean, root, shape, kind: core::marker::PhantomData })
    }
}

impl<Kind: Mixed> Sample<Vec<f64>> for MultivariateSampler<Kind> {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Vec<f64> {
        let mut y = vec![0.0; self.mean.len()];
        let numbers: Vec<f64> = y.iter().map(|_| rng.sample(StandardNormal)).collect();
        let scale = Kind::draw_scale(self.shape, rng);
        self.root.apply(&numbers, &mut y);
        let moved = y.iter().zip(&self.mean).map(|(y, mean)| mean + scale * y);
        moved.map(|y| y.clamp(-f64::MAX, f64::MAX)).collect()
    }
}

/// Draws a vector; its elements are NaN if an argument is outside its domain or the sizes do not fit. Every
/// call factorises the covariance: for many draws use [`sampler`](Multivariate::sampler).
///
/// ```
/// use monomorph::covariance::diagonal;
/// use monomorph::prelude::*;
/// use monomorph::rand::{RngExt, SeedableRng, rngs::SmallRng};
///
/// let mut rng = SmallRng::seed_from_u64(1);
/// let y: Vec<f64> = rng.sample(multi_student_t(3.0, &[0.0, 100.0], diagonal(&[1.0, 2.0])));
/// assert!(y[0] < y[1]);
/// ```
impl<Kind, K, Mean, Arguments> Sample<Vec<f64>> for Multivariate<Kind, Ungrouped, K, Mean, Arguments>
where
    Kind: Mixed,
    K: Structure,
    Mean: OneMean,
    Arguments: KnownArguments,
{
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Vec<f64> {
        match self.sampler() {
            Ok(sampler) => sampler.sample(rng),
            Err(_) => vec![f64::NAN; self.arguments.values()[0].1.len()],
        }
    }
}
