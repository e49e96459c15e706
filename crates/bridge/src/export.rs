//! [`export!`](crate::export): the exported symbols of a library.

/// Exports a posterior under the symbols that clients look for, which the [crate](crate) describes.
///
/// The first argument is a function from data to a posterior,
/// `fn(&Data) -> Result<Posterior<impl BoundModel + use<>>, Problem>`. An optional second argument makes
/// generated quantities, such as predictions: a function from the data and the values of a draw,
/// `fn(&Data, &Trace, &mut ChaCha8Rng) -> Result<Trace, Problem>`, which must return the same names and
/// sizes for each draw.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::rand::{RngExt, rngs::ChaCha8Rng};
/// use monomorph_bridge::{Data, Problem};
///
/// pub fn build(input: &Data) -> Result<Posterior<impl BoundModel + use<>>, Problem> {
///     let y = input.numbers("y")?;
///     params! { p: interval(0.0, 1.0) }
///     let model = model! { p |= beta(1.0, 1.0), data(&y) |= bernoulli(p) };
///     Ok(model.compile()?)
/// }
///
/// pub fn generate(input: &Data, draw: &Trace, rng: &mut ChaCha8Rng) -> Result<Trace, Problem> {
///     let p = draw.get("p")?.as_number().ok_or("`p` is a number")?;
///     let mut toss = || if rng.random_bool(p) { 1.0 } else { 0.0 };
///     let y: Vec<f64> = input.numbers("y")?.iter().map(|_| toss()).collect();
///     Ok(Trace::new().with("y_rep", y)?)
/// }
///
/// monomorph_bridge::export!(build, generate);
/// # fn main() {}
/// ```
///
/// The macro declares the symbols, and each calls a function of [`c`](crate::c).
#[macro_export]
macro_rules! export {
    ($build:path) => {
        $crate::export! { @symbols |data| $crate::Served::new($build(&data)?, $crate::name!()) }
    };
    ($build:path, $generate:path) => {
        $crate::export! { @symbols |data| {
            $crate::Served::with_generated($build(&data)?, $crate::name!(), data, $generate)
        } }
    };
    (@symbols $serve:expr) => {
        const _: () = {
            use ::std::ffi::{c_int, c_uint};
            use ::std::{boxed::Box, option::Option, primitive::*};
            use $crate::c::pointer::{Bytes, Flag, Numbers, NumbersOut, Out, OwnedText, Text, TextOut};
            use $crate::c::{Message, callback, density, handle, kernel, r, values};
            use $crate::{Random, Served, Workspace};

            const SERVE: handle::Serve = $serve;

            $crate::constants! {
                bs_major_version = 0;
                bs_minor_version = 1;
                bs_patch_version = 2;
            }

            $crate::forward! {
                fn bs_model_construct(data: Text, _seed: c_uint, message: Message) -> Option<Box<Served>> {
                    handle::construct(SERVE, data, message)
                }
                fn nutpier_density_kernel_bind(
                    json: Text, length: usize, n: usize, layout: Text, layout_length: usize,
                    bound: Out<Option<Box<Served>>>, error: Bytes, capacity: usize
                ) -> i32 {
                    let (json, layout, error) =
                        ((json, length), (layout, layout_length), TextOut::new(error, capacity));
                    kernel::bind(SERVE, json, n, layout, bound, error)
                }
                fn bs_model_construct_R(
                    data: r::TextIn<'_>, _seed: r::Choice<'_>, out: Out<Option<Box<Served>>>,
                    message: Message, kept: Out<Text>
                ) {
                    r::model_construct(SERVE, data, out, message, kept)
                }

                fn bs_model_destruct(model: Option<Box<Served>>) = handle::destruct;
                fn bs_free_error_msg(message: OwnedText) = handle::free_error_msg;
                fn bs_name(model: Option<&Served>) -> Text = handle::name;
                fn bs_model_info(model: Option<&Served>) -> Text = handle::model_info;
                fn bs_param_names(model: Option<&Served>, tp: Flag, gq: Flag) -> Text = handle::param_names;
                fn bs_param_unc_names(model: Option<&Served>) -> Text = handle::param_unc_names;
                fn bs_param_num(model: Option<&Served>, tp: Flag, gq: Flag) -> c_int = handle::param_num;
                fn bs_param_unc_num(model: Option<&Served>) -> c_int = handle::param_unc_num;
                fn bs_rng_construct(seed: c_uint, message: Message) -> Option<Box<Random>>
                    = handle::rng_construct;
                fn bs_rng_destruct(rng: Option<Box<Random>>) = handle::rng_destruct;
                fn bs_set_print_callback(print: handle::Print, message: Message) -> c_int
                    = handle::set_print_callback;

                fn bs_param_constrain(
                    model: Option<&Served>, tp: Flag, gq: Flag, q: Numbers, out: NumbersOut,
                    rng: Option<&mut Random>, message: Message
                ) -> c_int = values::param_constrain;
                fn bs_param_unconstrain(
                    model: Option<&Served>, given: Numbers, q: NumbersOut, message: Message
                ) -> c_int = values::param_unconstrain;
                fn bs_param_unconstrain_json(
                    model: Option<&Served>, json: Text, q: NumbersOut, message: Message
                ) -> c_int = values::param_unconstrain_json;
                fn bs_param_initialize(
                    model: Option<&Served>, json: Text, rng: Option<&mut Random>, radius: f64, tries: c_int,
                    jacobian: Flag, q: NumbersOut, message: Message
                ) -> c_int = values::param_initialize;

                fn bs_log_density(
                    model: Option<&Served>, propto: Flag, jacobian: Flag, q: Numbers, value: Out<f64>,
                    message: Message
                ) -> c_int = density::log_density;
                fn bs_log_density_gradient(
                    model: Option<&Served>, propto: Flag, jacobian: Flag, q: Numbers, value: Out<f64>,
                    gradient: NumbersOut, message: Message
                ) -> c_int = density::log_density_gradient;
                fn bs_log_density_hessian(
                    model: Option<&Served>, propto: Flag, jacobian: Flag, q: Numbers, value: Out<f64>,
                    gradient: NumbersOut, hessian: NumbersOut, message: Message
                ) -> c_int = density::log_density_hessian;
                fn bs_log_density_hessian_vector_product(
                    model: Option<&Served>, propto: Flag, jacobian: Flag, q: Numbers, vector: Numbers,
                    value: Out<f64>, product: NumbersOut, message: Message
                ) -> c_int = density::log_density_hessian_vector_product;

                fn monomorph_logp(
                    n: usize, q: Numbers, gradient: NumbersOut, value: Out<f64>, model: Option<&Served>
                ) -> c_int = callback::logp;
                fn monomorph_expand(
                    n: usize, count: usize, q: Numbers, out: NumbersOut, model: Option<&Served>
                ) -> c_int = callback::expand;

                fn nutpier_density_kernel_abi_version() -> u32 = kernel::abi_version;
                fn nutpier_density_kernel_destroy(bound: Option<Box<Served>>) = kernel::destroy;
                fn nutpier_density_kernel_workspace(
                    bound: Option<&Served>, out: Out<Option<Box<Workspace>>>, error: Bytes, capacity: usize
                ) -> i32 = kernel::workspace;
                fn nutpier_density_kernel_workspace_destroy(
                    bound: Option<&Served>, workspace: Option<Box<Workspace>>
                ) = kernel::workspace_destroy;
                fn nutpier_density_kernel_evaluate(
                    bound: Option<&Served>, workspace: Option<&mut Workspace>, q: Numbers, n: usize,
                    value: Out<f64>, gradient: NumbersOut, error: Bytes, capacity: usize
                ) -> i32 = kernel::evaluate;

                fn bs_version_R(major: Out<c_int>, minor: Out<c_int>, patch: Out<c_int>) = r::version;
                fn bs_model_destruct_R(model: Option<&mut Option<Box<Served>>>) = r::model_destruct;
                fn bs_free_error_msg_R(message: Option<&mut OwnedText>) = r::free_error_msg;
                fn bs_name_R(model: r::Model<'_>, out: Out<Text>) = r::name;
                fn bs_model_info_R(model: r::Model<'_>, out: Out<Text>) = r::model_info;
                fn bs_param_names_R(
                    model: r::Model<'_>, tp: r::Choice<'_>, gq: r::Choice<'_>, out: Out<Text>
                ) = r::param_names;
                fn bs_param_unc_names_R(model: r::Model<'_>, out: Out<Text>) = r::param_unc_names;
                fn bs_param_num_R(
                    model: r::Model<'_>, tp: r::Choice<'_>, gq: r::Choice<'_>, out: Out<c_int>
                ) = r::param_num;
                fn bs_param_unc_num_R(model: r::Model<'_>, out: Out<c_int>) = r::param_unc_num;
                fn bs_param_constrain_R(
                    model: r::Model<'_>, tp: r::Choice<'_>, gq: r::Choice<'_>, q: Numbers, out: NumbersOut,
                    rng: r::Generator<'_, '_>, code: Out<c_int>, message: Message, kept: Out<Text>
                ) = r::param_constrain;
                fn bs_param_unconstrain_R(
                    model: r::Model<'_>, given: Numbers, q: NumbersOut, code: Out<c_int>, message: Message,
                    kept: Out<Text>
                ) = r::param_unconstrain;
                fn bs_param_unconstrain_json_R(
                    model: r::Model<'_>, json: r::TextIn<'_>, q: NumbersOut, code: Out<c_int>,
                    message: Message, kept: Out<Text>
                ) = r::param_unconstrain_json;
                fn bs_log_density_R(
                    model: r::Model<'_>, propto: r::Choice<'_>, jacobian: r::Choice<'_>, q: Numbers,
                    value: Out<f64>, code: Out<c_int>, message: Message, kept: Out<Text>
                ) = r::log_density;
                fn bs_log_density_gradient_R(
                    model: r::Model<'_>, propto: r::Choice<'_>, jacobian: r::Choice<'_>, q: Numbers,
                    value: Out<f64>, gradient: NumbersOut, code: Out<c_int>, message: Message,
                    kept: Out<Text>
                ) = r::log_density_gradient;
                fn bs_log_density_hessian_R(
                    model: r::Model<'_>, propto: r::Choice<'_>, jacobian: r::Choice<'_>, q: Numbers,
                    value: Out<f64>, gradient: NumbersOut, hessian: NumbersOut, code: Out<c_int>,
                    message: Message, kept: Out<Text>
                ) = r::log_density_hessian;
                fn bs_log_density_hessian_vector_product_R(
                    model: r::Model<'_>, propto: r::Choice<'_>, jacobian: r::Choice<'_>, q: Numbers,
                    vector: Numbers, value: Out<f64>, product: NumbersOut, code: Out<c_int>,
                    message: Message, kept: Out<Text>
                ) = r::log_density_hessian_vector_product;
                fn bs_rng_construct_R(
                    seed: r::Choice<'_>, out: Out<Option<Box<Random>>>, message: Message, kept: Out<Text>
                ) = r::rng_construct;
                fn bs_rng_destruct_R(rng: Option<&mut Option<Box<Random>>>) = r::rng_destruct;
            }
        };
    };
}

/// Declares exported functions, each with a body or with the function that it calls.
#[doc(hidden)]
#[macro_export]
macro_rules! forward {
    () => {};
    (fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? = $path:path; $($rest:tt)*) => {
        $crate::forward! { fn $name($($argument: $type),*) $(-> $result)? { $path($($argument),*) } $($rest)* }
    };
    (fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block $($rest:tt)*) => {
        // Handles are opaque to C.
        #[allow(non_snake_case, improper_ctypes_definitions)]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($argument: $type),*) $(-> $result)? $body

        $crate::forward! { $($rest)* }
    };
}

/// Expands to the name of the crate that exports a posterior.
#[doc(hidden)]
#[macro_export]
macro_rules! name {
    () => {
        ::std::env!("CARGO_CRATE_NAME")
    };
}

/// Declares the exported numbers of the version.
#[doc(hidden)]
#[macro_export]
macro_rules! constants {
    ($($name:ident = $place:literal;)*) => {
        $(
            #[allow(non_upper_case_globals)]
            #[unsafe(no_mangle)]
            pub static $name: c_int = $crate::c::VERSION[$place];
        )*
    };
}
