//! Proves that posteriors with data in a file have the same bits as posteriors with data in main memory,
//! also in reused memory, and that folders without space are errors.

use crate::common::Random;
use faer::Mat;
use monomorph::posterior::Memory;
use monomorph::prelude::*;
use std::panic::{RefUnwindSafe, UnwindSafe};

/// Compares values and gradients at points with those of the model in main memory.
fn same<M: Model + Copy>(name: &str, model: M, memory: &mut Memory)
where
    M::Bound: 'static,
{
    let (kept, filed) = (model.compile().unwrap(), model.compile_in(memory).unwrap());
    let mut random = Random(5);
    for _ in 0..5 {
        let q = random.numbers(kept.dimension(), -1.0, 1.0);
        let of = |posterior: &Posterior<M::Bound>| {
            let mut gradient = vec![0.0; q.len()];
            let value = posterior.log_density_and_gradient(&q, &mut gradient, &mut posterior.workspace());
            assert!(value.is_finite(), "{name}");
            (value.to_bits(), gradient.iter().map(|slope| slope.to_bits()).collect::<Vec<_>>())
        };
        assert_eq!(of(&kept), of(&filed), "{name}");
        assert_eq!(of(&filed.clone()), of(&filed), "{name}");
    }
    memory.recycle(filed);
}

#[test]
fn densities_are_those_of_main_memory() {
    let mut random = Random(3);
    // Of a megabyte and more, so that columns are packed narrow; the last block of rows is not full.
    let rows = 70_001;
    let wide = Mat::from_fn(rows, 3, |_, _| random.between(-1.0, 1.0));
    let narrow = Mat::from_fn(rows, 4, |row, column| match column {
        0 | 1 => f64::from(random.between(-1.0, 1.0) as f32),
        _ => f64::from((row * (column + 3) % 7) as u8),
    });
    let heads: &Vec<u8> = &(0..rows).map(|row| u8::from(row % 3 == 0)).collect();
    let group: &Vec<usize> = &(0..rows).map(|row| row * 7_919 % 50).collect();
    let y = &random.numbers(rows, -2.0, 2.0);
    let (wide, narrow) = (wide.as_ref(), narrow.as_ref());

    let mut memory = Memory::in_folder(std::env::temp_dir()).unwrap();
    params! { b: vector(3), c: vector(4) }
    let of_columns = model! {
        b |= normal(0.0, 1.0), c |= normal(0.0, 1.0),
        data(heads) |= bernoulli_logit(data(wide).dot(b) + data(narrow).dot(c)),
    };
    same("columns", of_columns, &mut memory);
    params! { a: vector(50), tau: positive(), s: positive() }
    same(
        "groups",
        model! {
            tau |= exponential(1.0), s |= exponential(1.0), a |= normal(0.0, tau),
            data(y) |= student_t(4.0, a.at(group), s),
        },
        &mut memory,
    );
}

/// Fewer data than before, in the file of the last posterior; rows that are sums; and no data at all.
#[test]
fn memory_that_is_used_again_has_nothing_of_before() {
    let mut random = Random(4);
    let (y, x) = (&random.numbers(9_000, -2.0, 2.0), &random.numbers(77, -1.0, 1.0));
    let few = &y[..77];
    let mut memory = Memory::in_folder(std::env::temp_dir()).unwrap();
    params! { s: positive() }
    let all = model! { s |= exponential(1.0), data(y) |= student_t(4.0, 0.0, s) };
    same("all", all, &mut memory);
    let some = model! { s |= exponential(1.0), data(few) |= student_t(4.0, 0.0, s) };
    same("few", some, &mut memory);
    same("few again", some, &mut memory);
    {
        params! { a: vector(2) }
        let line = model! {
            a |= normal(0.0, 1.0), s |= exponential(1.0), data(few) |= normal(a.at(0) + a.at(1) * data(x), s),
        };
        same("line", line, &mut memory);
    }
    same("nothing", model! { s |= exponential(1.0) }, &mut memory);
}

/// A posterior keeps its file when its memory is used again.
#[test]
fn each_posterior_has_a_file_of_its_own() {
    let mut memory = Memory::in_folder(std::env::temp_dir()).unwrap();
    params! { mu: real() }
    let mut compile = |y: &[f64]| {
        model! { mu |= normal(0.0, 1.0), data(y) |= student_t(4.0, mu, 1.0) }.compile_in(&mut memory).unwrap()
    };
    let (first, second) = (compile(&[1.0, 2.0]), compile(&[-3.0, 5.0, 0.5]));
    let at_zero = |posterior: &Posterior<_>| posterior.log_density(&[0.0], &mut posterior.workspace());
    let log_kernel = |y: f64| -2.5 * (y * y / 4.0).ln_1p();
    let difference = (log_kernel(1.0) + log_kernel(2.0))
        - (log_kernel(-3.0) + log_kernel(5.0) + log_kernel(0.5))
        - at_student(1);
    assert!((at_zero(&first) - at_zero(&second) - difference).abs() < 1e-12);
}

/// The log density of `count` observations at the middle of Student's t with four degrees of freedom: 3/8.
fn at_student(count: u8) -> f64 {
    f64::from(count) * 0.375_f64.ln()
}

/// A posterior in a file has the same methods as a posterior in main memory.
#[test]
fn a_posterior_in_a_file_goes_where_others_go() {
    fn goes<T: Send + Sync + UnwindSafe + RefUnwindSafe + 'static>(_: &T) {}
    params! { mu: real() }
    let mut memory = Memory::in_folder(std::env::temp_dir()).unwrap();
    let posterior = model! { mu |= normal(0.0, 1.0), data(&[1.0]) |= student_t(4.0, mu, 1.0) };
    goes(&posterior.compile_in(&mut memory).unwrap());
    goes(&memory);
}

#[test]
fn a_folder_that_is_none_is_an_error() {
    let error = Memory::in_folder("/no/such/folder").err().unwrap();
    assert!(matches!(&error, Error::Io { path, .. } if path == "/no/such/folder"), "{error}");
    let cause = std::error::Error::source(&error).and_then(|cause| cause.downcast_ref::<std::io::Error>());
    assert_eq!(cause.map(std::io::Error::kind), Some(std::io::ErrorKind::NotFound));
}

/// Defects of the data are the same errors, and the memory can be used again.
#[test]
fn errors_of_data_are_those_of_main_memory() {
    let mut memory = Memory::in_folder(std::env::temp_dir()).unwrap();
    params! { mu: real() }
    let mut compile = |y: &[f64]| {
        let model = model! { mu |= normal(0.0, 1.0), data(y) |= student_t(4.0, mu, 1.0) };
        model.compile_in(&mut memory).map_err(|error| error.to_string())
    };
    let error = compile(&[1.0, f64::NAN]).err().unwrap();
    assert!(error.contains("element 1 is NaN"), "{error}");
    assert!(compile(&[1.0]).is_ok());
}
