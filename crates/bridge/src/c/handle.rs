//! BridgeStan's functions that make, describe and free handles.

use super::outcome::{Message, caught, given, told};
use super::pointer::{Flag, OwnedText, Text};
use crate::served::{Random, Served};
use crate::{Data, Problem};
use std::ffi::{c_char, c_int, c_uint};

/// A function that makes a served posterior from data.
pub type Serve = fn(Data) -> Result<Served, Problem>;

/// `bs_model_construct`: makes a handle of the posterior, given data as JSON, or the name of a file with
/// JSON. If this fails it returns null and a message.
pub fn construct(serve: Serve, data: Text, mut message: Message) -> Option<Box<Served>> {
    told("bs_model_construct", &mut message, || Ok(Box::new(serve(Data::read(data.read()?)?)?)))
}

/// `bs_model_destruct`: frees a handle.
pub fn destruct(model: Option<Box<Served>>) {
    let _ = caught(|| {
        drop(model);
        Ok(())
    });
}

/// `bs_free_error_msg`: frees a message.
pub fn free_error_msg(message: OwnedText) {
    message.free();
}

/// `bs_name`: returns the name of the model.
pub fn name(model: Option<&Served>) -> Text {
    model.map_or(Text::NONE, |model| Text::of(model.name()))
}

/// `bs_model_info`: describes how the library was built.
pub fn model_info(model: Option<&Served>) -> Text {
    model.map_or(Text::NONE, |model| Text::of(model.info()))
}

/// `bs_param_names`: returns the names of values, with commas between them.
pub fn param_names(model: Option<&Served>, has_definitions: Flag, has_generated: Flag) -> Text {
    model.map_or(Text::NONE, |model| Text::of(model.names(has_definitions.is_set(), has_generated.is_set())))
}

/// `bs_param_unc_names`: returns the names of coordinates, with commas between them.
pub fn param_unc_names(model: Option<&Served>) -> Text {
    model.map_or(Text::NONE, |model| Text::of(model.coordinate_names()))
}

/// `bs_param_num`: returns the number of values; −1 for a null pointer.
pub fn param_num(model: Option<&Served>, has_definitions: Flag, has_generated: Flag) -> c_int {
    count(model.map(|model| model.size(has_definitions.is_set(), has_generated.is_set())))
}

/// `bs_param_unc_num`: returns the number of coordinates; −1 for a null pointer.
pub fn param_unc_num(model: Option<&Served>) -> c_int {
    count(model.map(Served::dimension))
}

fn count(count: Option<usize>) -> c_int {
    count.and_then(|count| c_int::try_from(count).ok()).unwrap_or(-1)
}

/// `bs_rng_construct`: makes a generator of random numbers.
pub fn rng_construct(seed: c_uint, mut message: Message) -> Option<Box<Random>> {
    told("bs_rng_construct", &mut message, || Ok(Box::new(Random::new(seed))))
}

/// `bs_rng_destruct`: frees a generator.
pub fn rng_destruct(rng: Option<Box<Random>>) {
    drop(rng);
}

/// The callback of Stan's `print`.
pub type Print = Option<extern "C" fn(*const c_char, usize)>;

/// `bs_set_print_callback`: accepts a callback and ignores it, because no model here prints.
pub fn set_print_callback(_: Print, _: Message) -> c_int {
    0
}

/// Returns the generator that a call needs, or the error of a null pointer.
pub(super) fn generator(rng: Option<&mut Random>) -> Result<&mut Random, Problem> {
    given(rng, "rng")
}
