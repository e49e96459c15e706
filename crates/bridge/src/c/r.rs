//! The functions that BridgeStan's R package calls by `.C`, which passes pointers to everything: each calls
//! the one without `_R`. A message is passed twice, as text and as the pointer that R gives back to free it.

use super::handle::Serve;
use super::pointer::{Flag, Numbers, NumbersOut, Out, OwnedText, Text};
use super::{Message, density, handle, values};
use crate::served::{Random, Served};
use std::ffi::{c_int, c_uint};

/// A pointer to a handle.
pub type Model<'a> = Option<&'a Option<&'a Served>>;

/// A pointer to an integer, which is a yes or no.
pub type Choice<'a> = Option<&'a c_int>;

/// A pointer to a text.
pub type TextIn<'a> = Option<&'a Text>;

/// A pointer to a generator of random numbers.
pub type Generator<'a, 'b> = Option<&'a mut Option<&'b mut Random>>;

fn model_of(model: Model<'_>) -> Option<&Served> {
    model.copied().flatten()
}

fn flag(choice: Choice<'_>) -> Flag {
    Flag::of(choice.copied().unwrap_or(0))
}

fn text(text: TextIn<'_>) -> Text {
    text.copied().unwrap_or(Text::NONE)
}

/// Runs a call, stores its code, and passes on its message in both forms.
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
    out.put_if_any(handle::construct(serve, text(data), message));
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

/// `bs_name_R`.
pub fn name(model: Model<'_>, mut out: Out<Text>) {
    out.put_if_any(handle::name(model_of(model)));
}

/// `bs_model_info_R`.
pub fn model_info(model: Model<'_>, mut out: Out<Text>) {
    out.put_if_any(handle::model_info(model_of(model)));
}

/// `bs_param_names_R`.
pub fn param_names(model: Model<'_>, tp: Choice<'_>, gq: Choice<'_>, mut out: Out<Text>) {
    out.put_if_any(handle::param_names(model_of(model), flag(tp), flag(gq)));
}

/// `bs_param_unc_names_R`.
pub fn param_unc_names(model: Model<'_>, mut out: Out<Text>) {
    out.put_if_any(handle::param_unc_names(model_of(model)));
}

/// `bs_param_num_R`.
pub fn param_num(model: Model<'_>, tp: Choice<'_>, gq: Choice<'_>, mut out: Out<c_int>) {
    out.put_if_any(handle::param_num(model_of(model), flag(tp), flag(gq)));
}

/// `bs_param_unc_num_R`.
pub fn param_unc_num(model: Model<'_>, mut out: Out<c_int>) {
    out.put_if_any(handle::param_unc_num(model_of(model)));
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
    // R passes a pointer to something else where it wants nothing generated.
    let rng = if flag(gq).is_set() { rng.and_then(|rng| rng.as_deref_mut()) } else { None };
    coded(code, message, kept, |message| {
        values::param_constrain(model_of(model), flag(tp), flag(gq), q, out, rng, message)
    });
}

/// `bs_param_unconstrain_R`.
pub fn param_unconstrain(
    model: Model<'_>,
    given: Numbers,
    q: NumbersOut,
    code: Out<c_int>,
    message: Message,
    kept: Out<Text>,
) {
    coded(code, message, kept, |message| values::param_unconstrain(model_of(model), given, q, message));
}

/// `bs_param_unconstrain_json_R`.
pub fn param_unconstrain_json(
    model: Model<'_>,
    json: TextIn<'_>,
    q: NumbersOut,
    code: Out<c_int>,
    message: Message,
    kept: Out<Text>,
) {
    coded(code, message, kept, |message| {
        values::param_unconstrain_json(model_of(model), text(json), q, message)
    });
}

/// `bs_log_density_R`.
#[expect(clippy::too_many_arguments, reason = "the arguments are BridgeStan's")]
pub fn log_density(
    model: Model<'_>,
    propto: Choice<'_>,
    jacobian: Choice<'_>,
    q: Numbers,
    value: Out<f64>,
    code: Out<c_int>,
    message: Message,
    kept: Out<Text>,
) {
    coded(code, message, kept, |message| {
        density::log_density(model_of(model), flag(propto), flag(jacobian), q, value, message)
    });
}

/// `bs_log_density_gradient_R`.
#[expect(clippy::too_many_arguments, reason = "the arguments are BridgeStan's")]
pub fn log_density_gradient(
    model: Model<'_>,
    propto: Choice<'_>,
    jacobian: Choice<'_>,
    q: Numbers,
    value: Out<f64>,
    gradient: NumbersOut,
    code: Out<c_int>,
    message: Message,
    kept: Out<Text>,
) {
    let (model, propto, jacobian) = (model_of(model), flag(propto), flag(jacobian));
    coded(code, message, kept, |message| {
        density::log_density_gradient(model, propto, jacobian, q, value, gradient, message)
    });
}

/// `bs_log_density_hessian_R`.
#[expect(clippy::too_many_arguments, reason = "the arguments are BridgeStan's")]
pub fn log_density_hessian(
    model: Model<'_>,
    propto: Choice<'_>,
    jacobian: Choice<'_>,
    q: Numbers,
    value: Out<f64>,
    gradient: NumbersOut,
    hessian: NumbersOut,
    code: Out<c_int>,
    message: Message,
    kept: Out<Text>,
) {
    let (model, propto, jacobian) = (model_of(model), flag(propto), flag(jacobian));
    coded(code, message, kept, |message| {
        density::log_density_hessian(model, propto, jacobian, q, value, gradient, hessian, message)
    });
}

/// `bs_log_density_hessian_vector_product_R`.
#[expect(clippy::too_many_arguments, reason = "the arguments are BridgeStan's")]
pub fn log_density_hessian_vector_product(
    model: Model<'_>,
    propto: Choice<'_>,
    jacobian: Choice<'_>,
    q: Numbers,
    vector: Numbers,
    value: Out<f64>,
    product: NumbersOut,
    code: Out<c_int>,
    message: Message,
    kept: Out<Text>,
) {
    let (model, propto, jacobian) = (model_of(model), flag(propto), flag(jacobian));
    coded(code, message, kept, |message| {
        density::log_density_hessian_vector_product(
            model, propto, jacobian, q, vector, value, product, message,
        )
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
