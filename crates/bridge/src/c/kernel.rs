//! Density kernels of nutpieR, version 1 of the interface: a model bound to data, with a workspace for each
//! chain. BridgeStan's functions remain in use for names, transforms and output, and give the reference
//! with which the layout of the coordinates is compared.

use super::handle::Serve;
use super::outcome::{caught, given};
use super::pointer::{Bytes, Numbers, NumbersOut, Out, Text, TextOut};
use crate::served::Served;
use crate::{Data, Problem};
use monomorph::posterior::Workspace;

/// The codes of the interface: success; no density at the point, which a sampler rejects; and an error.
const ANSWER: i32 = 0;
const REJECTION: i32 = 1;
const FAILURE: i32 = 2;

/// Runs a call; if it fails, the reason is written to a text of the caller.
#[inline]
fn coded(mut error: TextOut, call: impl FnOnce() -> Result<i32, Problem>) -> i32 {
    caught(call).unwrap_or_else(|problem| {
        error.put(&problem.to_string());
        FAILURE
    })
}

/// `nutpier_density_kernel_abi_version`: returns the version of the interface.
pub fn abi_version() -> u32 {
    1
}

/// `nutpier_density_kernel_bind`: binds a model to data, if its coordinates have the names of the
/// reference, which has one name per line.
pub fn bind(
    serve: Serve,
    (json, length): (Text, usize),
    n: usize,
    (layout, layout_length): (Text, usize),
    mut bound: Out<Option<Box<Served>>>,
    error: TextOut,
) -> i32 {
    coded(error, || {
        bound.put("bound", None)?;
        let served = serve(Data::parse(json.read_bytes(length)?)?)?;
        let own = served.coordinate_names().to_str()?.replace(',', "\n");
        let wanted = layout.read_bytes(layout_length)?;
        if n != served.dimension() || own != wanted {
            let count = served.dimension();
            let names = (wanted.replace('\n', ", "), own.replace('\n', ", "));
            let (wanted, own) = names;
            return Err(format!("the model has {count} coordinates ({own}), not {n} ({wanted})").into());
        }
        bound.put("bound", Some(Box::new(served)))?;
        Ok(ANSWER)
    })
}

/// `nutpier_density_kernel_destroy`: frees a model that was bound to data.
pub fn destroy(bound: Option<Box<Served>>) {
    super::handle::destruct(bound);
}

/// `nutpier_density_kernel_workspace`: makes memory for one chain.
pub fn workspace(
    bound: Option<&Served>,
    mut workspace: Out<Option<Box<Workspace>>>,
    error: Bytes,
    capacity: usize,
) -> i32 {
    coded(TextOut::new(error, capacity), || {
        let own = given(bound, "bound")?.workspace();
        workspace.put("workspace", Some(Box::new(own)))?;
        Ok(ANSWER)
    })
}

/// `nutpier_density_kernel_workspace_destroy`: frees the memory of a chain.
pub fn workspace_destroy(_: Option<&Served>, workspace: Option<Box<Workspace>>) {
    drop(workspace);
}

/// `nutpier_density_kernel_evaluate`: computes the log density without constants and with Jacobians, and
/// its gradient.
#[inline]
#[expect(clippy::too_many_arguments, reason = "the arguments are nutpieR's")]
pub fn evaluate(
    bound: Option<&Served>,
    workspace: Option<&mut Workspace>,
    q: Numbers,
    n: usize,
    mut value: Out<f64>,
    mut gradient: NumbersOut,
    error: Bytes,
    capacity: usize,
) -> i32 {
    coded(TextOut::new(error, capacity), || {
        let (model, workspace) = (given(bound, "bound")?, given(workspace, "workspace")?);
        if n != model.dimension() {
            return Err(format!("a point has {} coordinates, not {n}", model.dimension()).into());
        }
        let (q, gradient) = (q.read("position", n)?, gradient.place("gradient", n)?);
        let log_density = model.log_density_in(q, gradient, workspace);
        value.put("logp", log_density)?;
        match log_density.is_nan() {
            true => Err("the workspace is of another model".into()),
            false => Ok(if log_density.is_finite() { ANSWER } else { REJECTION }),
        }
    })
}
