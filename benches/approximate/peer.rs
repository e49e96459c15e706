//! stanli's optimiser, Laplace draws and Pathfinder, through its C interface.

use crate::stanli::{Library, Model};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::null_mut;

/// C's `stanli_optimize_opts` and `stanli_laplace_opts`, as their functions of default values fill them.
#[repr(C)]
struct OptimizeOptions {
    seed: u32,
    chain: c_int,
    iterations: c_int,
    jacobian: c_int,
    numbers: [f64; 6],
    history: c_int,
    radius: f64,
    start: *const f64,
}

#[repr(C)]
struct LaplaceOptions {
    seed: u32,
    draws: c_int,
    jacobian: c_int,
    calculate_lp: c_int,
    refresh: c_int,
}

type Message = [u8; 4096];
type SetOptimize = unsafe extern "C" fn(*mut OptimizeOptions);
type SetLaplace = unsafe extern "C" fn(*mut LaplaceOptions);
type Columns = unsafe extern "C" fn(*mut c_void) -> i64;
type Optimize = unsafe extern "C" fn(
    *mut c_void,
    *const OptimizeOptions,
    *mut f64,
    *mut f64,
    *mut f64,
    *mut c_char,
    usize,
) -> c_int;
type Laplace = unsafe extern "C" fn(
    *mut c_void,
    *const LaplaceOptions,
    *const f64,
    *mut f64,
    *mut f64,
    *mut f64,
    *mut c_void,
    *mut c_void,
    *mut c_void,
    *mut c_void,
    *mut c_void,
    *mut c_char,
    usize,
) -> c_int;
type RunPathfinder = unsafe extern "C" fn(
    *mut c_void,
    u32,
    c_int,
    c_int,
    *mut f64,
    *mut f64,
    *mut f64,
    *mut f64,
    *mut c_void,
    *mut c_void,
    *mut c_char,
    usize,
) -> c_int;

/// The functions.
pub struct Peer {
    set_optimize: SetOptimize,
    set_laplace: SetLaplace,
    columns: Columns,
    optimize: Optimize,
    laplace: Laplace,
    pathfinder: RunPathfinder,
}

/// Draws with their log densities. Those of Pathfinder are unconstrained points; those of Laplace's method
/// have the columns of the program.
pub struct PeerDraws {
    pub values: Vec<f64>,
    pub columns: usize,
    pub log_densities: Vec<f64>,
    pub log_approximations: Vec<f64>,
}

impl Peer {
    /// Finds the functions in an opened library.
    pub fn bind(library: &Library) -> Result<Self, String> {
        let symbols = library.symbols();
        let describe = |error: libloading::Error| error.to_string();
        // SAFETY: The types are those of the C interface of the version that the library was opened for.
        unsafe {
            Ok(Self {
                set_optimize: *symbols.get(b"stanli_optimize_opts_init\0").map_err(describe)?,
                set_laplace: *symbols.get(b"stanli_laplace_opts_init\0").map_err(describe)?,
                columns: *symbols.get(b"stanli_wa_n_columns\0").map_err(describe)?,
                optimize: *symbols.get(b"stanli_optimize\0").map_err(describe)?,
                laplace: *symbols.get(b"stanli_laplace_sample\0").map_err(describe)?,
                pathfinder: *symbols.get(b"stanli_run_pathfinder\0").map_err(describe)?,
            })
        }
    }

    /// The mode.
    pub fn optimise(&self, model: &mut Model, seed: u32) -> Result<Vec<f64>, String> {
        let mut mode = vec![0.0; model.dimension()];
        let (raw, mut log_density, mut message) = (model.pointer(), 0.0, [0; 4096]);
        // SAFETY: The model is alive and borrowed; all buffers have the sizes that the function writes.
        let status = unsafe {
            let mut options = std::mem::zeroed();
            (self.set_optimize)(&mut options);
            (options.seed, options.jacobian) = (seed, 1);
            let mut values = vec![0.0; (self.columns)(raw) as usize];
            let (out, text) = (values.as_mut_ptr(), message.as_mut_ptr().cast());
            (self.optimize)(raw, &options, mode.as_mut_ptr(), out, &mut log_density, text, message.len())
        };
        done(status, &message).map(|()| mode)
    }

    /// The mode, and draws of the normal distribution there.
    pub fn laplace(&self, model: &mut Model, seed: u32, draws: usize) -> Result<PeerDraws, String> {
        let mode = self.optimise(model, seed)?;
        let (raw, mut message) = (model.pointer(), [0; 4096]);
        // SAFETY: As above; the callbacks are null, which means none.
        let (status, found) = unsafe {
            let mut options = std::mem::zeroed();
            (self.set_laplace)(&mut options);
            (options.seed, options.draws) = (seed, draws as c_int);
            let mut found = PeerDraws::new((self.columns)(raw) as usize, draws);
            let PeerDraws { values, log_densities, log_approximations, .. } = &mut found;
            let status = (self.laplace)(
                raw,
                &options,
                mode.as_ptr(),
                values.as_mut_ptr(),
                log_densities.as_mut_ptr(),
                log_approximations.as_mut_ptr(),
                null_mut(),
                null_mut(),
                null_mut(),
                null_mut(),
                null_mut(),
                message.as_mut_ptr().cast(),
                message.len(),
            );
            (status, found)
        };
        done(status, &message).map(|()| found)
    }

    /// Draws of one path.
    pub fn pathfinder(&self, model: &mut Model, seed: u32, draws: usize) -> Result<PeerDraws, String> {
        let mut found = PeerDraws::new(model.dimension(), draws);
        let (mut summary, mut message) = ([0.0; 4], [0; 4096]);
        let PeerDraws { values, log_densities, log_approximations, .. } = &mut found;
        // SAFETY: As above.
        let status = unsafe {
            (self.pathfinder)(
                model.pointer(),
                seed,
                1,
                draws as c_int,
                values.as_mut_ptr(),
                log_densities.as_mut_ptr(),
                log_approximations.as_mut_ptr(),
                summary.as_mut_ptr(),
                null_mut(),
                null_mut(),
                message.as_mut_ptr().cast(),
                message.len(),
            )
        };
        done(status, &message).map(|()| found)
    }
}

impl PeerDraws {
    fn new(columns: usize, draws: usize) -> Self {
        Self {
            values: vec![0.0; columns * draws],
            columns,
            log_densities: vec![0.0; draws],
            log_approximations: vec![0.0; draws],
        }
    }
}

fn done(status: c_int, message: &Message) -> Result<(), String> {
    if status == 0 {
        return Ok(());
    }
    let text = CStr::from_bytes_until_nul(message).unwrap_or_default();
    Err(text.to_string_lossy().split_whitespace().collect::<Vec<_>>().join(" "))
}
