//! Loads a library with BridgeStan's client for Rust, and prints what it says as JSON for `check.py`:
//! rust_client LIBRARY DATA.json

use bridgestan::{Model, Rng, StanLibrary, open_library};
use std::error::Error;
use std::ffi::CString;
use std::{env, fs};

/// No generator of random numbers, where nothing is generated.
const NO_RNG: Option<&mut Rng<&StanLibrary>> = None;

fn main() -> Result<(), Box<dyn Error>> {
    let [_, library, data] = &env::args().collect::<Vec<_>>()[..] else {
        return Err("usage: rust_client LIBRARY DATA.json".into());
    };
    // The client looks at version and threads.
    let library = open_library(library)?;
    let data = CString::new(fs::read_to_string(data)?)?;
    let model = Model::new(&library, Some(&data), 1)?;

    let n = model.param_unc_num();
    let q: Vec<f64> = (0..n).map(|i| 0.3 * i as f64 - 1.0).collect();
    let mut gradient = vec![0.0; n];
    let value = model.log_density_gradient(&q, true, true, &mut gradient)?;
    let mut values = vec![0.0; model.param_num(true, false)];
    model.param_constrain(&q, true, false, &mut values, NO_RNG)?;
    let mut own = vec![0.0; model.param_num(false, false)];
    model.param_constrain(&q, false, false, &mut own, NO_RNG)?;
    let mut back = vec![0.0; n];
    model.param_unconstrain(&own, &mut back)?;
    let wrong = Model::new(&library, Some(c"{"), 1).err().ok_or("data that are no JSON were taken")?;

    println!(
        "{{\"names\": {:?}, \"point\": {q:?}, \"value\": {value:?}, \"gradient\": {gradient:?}, \
         \"values\": {values:?}, \"back\": {back:?}, \"error\": {:?}}}",
        model.param_names(true, false),
        wrong.to_string()
    );
    Ok(())
}
