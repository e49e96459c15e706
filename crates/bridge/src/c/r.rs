//! The functions that BridgeStan's R package calls by `.C`, which passes all arguments as pointers: each
//! calls the function without `_R`. A message is passed twice, as text and as the pointer that R returns to
//! free it.

use super::handle::Serve;
use super::pointer::{Flag, Numbers, NumbersOut, Out, OwnedText, Text};
use super::{Message, density, handle, values};
use crate::served::{Random, Served};
use std::ffi::{c_int, c_uint};

/// A pointer to a handle.
pub type Model<'a> = Option<&'a Option<&'a Served>>;

/// A pointer to an integer that is a boolean.
pub type Choice<'a> = Option<&'a c_int>;

/// A pointer to a text.
pub type TextIn<'a> = Option<&'a Text>;

/// A pointer to a generator of random numbers.
pub type Generator<'a, 'b> = Option<&'a mut Option<&'b mut Random>>;

/// The form in which R passes an argument of the function without `_R`.
trait Given {
    type Argument;

    fn given(self) -> Self::Argument;
}

impl<'a> Given for Model<'a> {
    type Argument = Option<&'a Served>;

    fn given(self) -> Self::Argument {
        self.copied().flatten()
    }
}

impl Given for Choice<'_> {
    type Argument = Flag;

    fn given(self) -> Flag {
        Flag::of(self.copied().unwrap_or(0))
    }
}

impl Given for TextIn<'_> {
    type Argument = Text;

    fn given(self) -> Text {
        self.copied().unwrap_or(Text::NONE)
    }
}

/// Implements [`Given`] for arguments that are passed on unchanged.
macro_rules! as_they_are {
    ($($Type:ty),+) => {$(
        impl Given for $Type {
            type Argument = Self;

            fn given(self) -> Self {
                self
            }
        }
    )+};
}

as_they_are!(Numbers, NumbersOut, Out<f64>);

/// Writes functions about a model, `name = function(arguments)`, given the function without `_R` and R's
/// types of its arguments between the model and the message. A function with `-> Type` has no message: its
/// result is stored in one more place.
macro_rules! functions {
    ($($name:ident = $path:path, ($($argument:ident: $Type:ty),*) $(-> $Result:ty)?;)*) => {
        $(functions! { @one $name = $path, ($($argument: $Type),*) $(-> $Result)? })*
    };
    (@one $name:ident = $path:path, ($($argument:ident: $Type:ty),*) -> $Result:ty) => {
        #[doc = concat!("`bs_", stringify!($name), "_R`.")]
        pub fn $name(model: Model<'_>, $($argument: $Type,)* mut out: Out<$Result>) {
            out.put_if_any($path(model.given(), $($argument.given()),*));
        }
    };
    (@one $name:ident = $path:path, ($($argument:ident: $Type:ty),*)) => {
        #[doc = concat!("`bs_", stringify!($name), "_R`.")]
        #[allow(clippy::too_many_arguments, reason = "the arguments are BridgeStan's")]
        pub fn $name(
            model: Model<'_>,
            $($argument: $Type,)*
            code: Out<c_int>,
            message: Message,
            kept: Out<Text>,
        ) {
            coded(code, message, kept, |message| $path(model.given(), $($argument.given(),)* message));
        }
    };
}

functions! {
    name = handle::name, () -> Text;
    model_info = handle::model_info, () -> Text;
    param_names = handle::param_names, (tp: Choice<'_>, gq: Choice<'_>) -> Text;
    param_unc_names = handle::param_unc_names, () -> Text;
    param_num = handle::param_num, (tp: Choice<'_>, gq: Choice<'_>) -> c_int;
    param_unc_num = handle::param_unc_num, () -> c_int;

    param_unconstrain = values::param_unconstrain, (given: Numbers, q: NumbersOut);
    param_unconstrain_json = values::param_unconstrain_json, (json: TextIn<'_>, q: NumbersOut);

    log_density = density::log_density,
        (propto: Choice<'_>, jacobian: Choice<'_>, q: Numbers, value: Out<f64>);
    log_density_gradient = density::log_density_gradient,
        (propto: Choice<'_>, jacobian: Choice<'_>, q: Numbers, value: Out<f64>, gradient: NumbersOut);
    log_density_hessian = density::log_density_hessian,
        (propto: Choice<'_>, jacobian: Choice<'_>, q: Numbers, value: Out<f64>, gradient: NumbersOut,
         hessian: NumbersOut);
    log_density_hessian_vector_product = density::log_density_hessian_vector_product,
        (propto: Choice<'_>, jacobian: Choice<'_>, q: Numbers, vector: Numbers, value: Out<f64>,
         product: NumbersOut);
}

/// Runs a call, stores its code, and passes its message on in both forms.
fn coded(mut code: Out<c_int>, message: Message, mut kept: Out<Text>, call: impl FnOnce(Message) -> c_int) {
    code.put_if_any(call(message));
    kept.put_if_any(message.stored());
}

/// `bs_version_R`.
pub fn version(mut major: Out<c_int>, mut minor: Out<c_int>, mut patch: Out<c_int>) {
    let [own_major, own_minor, own_patch] = super::VERSION;
    major.put_if_any(own_major);
    minor.put_if_any(own_minor);
    patch.put_if_any(own_patch);
}

/// `bs_model_construct_R`.
pub fn model_construct(
    serve: Serve,
    data: TextIn<'_>,
    mut out: Out<Option<Box<Served>>>,
    message: Message,
    mut kept: Out<Text>,
) {
    out.put_if_any(handle::construct(serve, data.given(), message));
    kept.put_if_any(message.stored());
}

/// `bs_model_destruct_R`.
pub fn model_destruct(model: Option<&mut Option<Box<Served>>>) {
    handle::destruct(model.and_then(Option::take));
}

/// `bs_free_error_msg_R`.
pub fn free_error_msg(message: Option<&mut OwnedText>) {
    if let Some(message) = message {
        std::mem::replace(message, OwnedText::NONE).free();
    }
}

/// `bs_param_constrain_R`.
#[expect(clippy::too_many_arguments, reason = "the arguments are BridgeStan's")]
pub fn param_constrain(
    model: Model<'_>,
    tp: Choice<'_>,
    gq: Choice<'_>,
    q: Numbers,
    out: NumbersOut,
    rng: Generator<'_, '_>,
    code: Out<c_int>,
    message: Message,
    kept: Out<Text>,
) {
    // R passes another pointer if it wants no generated quantities.
    let rng = if gq.given().is_set() { rng.and_then(|rng| rng.as_deref_mut()) } else { None };
    coded(code, message, kept, |message| {
        values::param_constrain(model.given(), tp.given(), gq.given(), q, out, rng, message)
    });
}

/// `bs_rng_construct_R`.
pub fn rng_construct(
    seed: Choice<'_>,
    mut out: Out<Option<Box<Random>>>,
    message: Message,
    mut kept: Out<Text>,
) {
    let seed = seed.copied().unwrap_or(0);
    out.put_if_any(handle::rng_construct(c_uint::from_ne_bytes(seed.to_ne_bytes()), message));
    kept.put_if_any(message.stored());
}

/// `bs_rng_destruct_R`.
pub fn rng_destruct(rng: Option<&mut Option<Box<Random>>>) {
    handle::rng_destruct(rng.and_then(Option::take));
}
