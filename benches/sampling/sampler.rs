//! stanli's sampler through its C interface: NUTS with the adaptation of Stan.
//!
//! The bindings of `../peers/stanli.rs` are for gradients; these are for draws. They open the same library,
//! whose interface version is checked there.

use crate::stanli::Options;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::Path;
use std::ptr::{null, null_mut};
use std::time::{Duration, Instant};

/// C's `stanli_sample_opts`.
#[repr(C)]
struct SampleOptions {
    seed: u32,
    chains: c_int,
    chain_id: c_int,
    warmup: c_int,
    samples: c_int,
    thin: c_int,
    delta: f64,
    max_depth: c_int,
    save_warmup: c_int,
    init_radius: f64,
    inits: *const f64,
    num_threads: c_int,
}

/// C's `stanli_metric_opts`.
#[repr(C)]
struct MetricOptions {
    metric: c_int,
    inv_metric: *const f64,
    step_size: f64,
    adapt_engaged: c_int,
    adapted_step_size: *mut f64,
    adapted_inv_metric: *mut f64,
}

/// C's `stanli_sample_report`.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct SampleReport {
    warmup_seconds: f64,
    sampling_seconds: f64,
    divergent: i64,
    max_depth: i64,
}

/// The number of statistics of a draw, and the place of `n_leapfrog__` among them.
const STATISTICS: usize = 7;
const LEAPFROGS: usize = 4;

/// C's enumerator of a diagonal metric.
const DIAGONAL: c_int = 1;

type RawModel = *mut c_void;
type New = unsafe extern "C" fn(*const c_char, *const c_char, *const Options, *mut c_char, usize) -> RawModel;
type Translate = unsafe extern "C" fn(
    *const c_char,
    *const *const c_char,
    usize,
    c_int,
    *mut c_char,
    usize,
) -> *mut c_char;
type FreeText = unsafe extern "C" fn(*mut c_char);
type Free = unsafe extern "C" fn(RawModel);
type Count = unsafe extern "C" fn(RawModel) -> i64;
type InitSample = unsafe extern "C" fn(*mut SampleOptions);
type InitMetric = unsafe extern "C" fn(*mut MetricOptions);
type Progress = unsafe extern "C" fn(i32, i64, i64, i32, *mut c_void);
type Poll = unsafe extern "C" fn(*mut c_void) -> c_int;
type Sample = unsafe extern "C" fn(
    model: RawModel,
    options: *const SampleOptions,
    metric: *const MetricOptions,
    refresh: c_int,
    points: *mut f64,
    statistics: *mut f64,
    columns: *mut f64,
    progress: Option<Progress>,
    progress_data: *mut c_void,
    poll: Option<Poll>,
    poll_data: *mut c_void,
    interrupted: *mut c_int,
    reports: *mut SampleReport,
    message: *mut c_char,
    message_length: usize,
) -> c_int;

/// The functions of the opened library, which is never unloaded.
pub struct Library {
    translate: Translate,
    free_text: FreeText,
    new: New,
    free: Free,
    unconstrained: Count,
    constrained: Count,
    columns: Count,
    init_sample: InitSample,
    init_metric: InitMetric,
    sample: Sample,
}

/// What is asked of a run.
pub struct Settings {
    pub seed: u32,
    pub chains: usize,
    pub warmup: usize,
    pub draws: usize,
}

/// The draws of a run.
pub struct Run {
    /// Unconstrained points, chain after chain, draw after draw.
    pub points: Vec<f64>,
    /// The number of leapfrog steps after warmup.
    pub leapfrogs: f64,
    /// The time that the draws after warmup took, over all chains.
    pub sampling_seconds: f64,
    /// The wall time of the call.
    pub elapsed: Duration,
}

impl Library {
    /// Opens the library that `setup.sh` installed, in one of the folders above this executable.
    pub fn find() -> Result<Self, String> {
        use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
        let inside = format!("peers/stanli/stanli/_bin/{DLL_PREFIX}stanli{DLL_SUFFIX}");
        let executable = std::env::current_exe().unwrap_or_default();
        let folders = executable.ancestors().map(|folder| folder.join(&inside));
        let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target").join(&inside);
        let file = folders.into_iter().find(|file| file.is_file()).unwrap_or(default);
        Self::open(&file).map_err(|error| format!("{}: {error}", file.display()))
    }

    fn open(file: &Path) -> Result<Self, libloading::Error> {
        // SAFETY: The library is open already, for gradients: its initialisers do not run again.
        let library = Box::leak(Box::new(unsafe { libloading::Library::new(file)? }));
        // SAFETY: The types are those of the interface version that was checked when the library was opened
        // first.
        unsafe {
            Ok(Self {
                translate: *library.get(b"stanli_stan_to_mir_with_opts\0")?,
                free_text: *library.get(b"stanli_string_free\0")?,
                new: *library.get(b"stanli_model_new_with_opts\0")?,
                free: *library.get(b"stanli_model_free\0")?,
                unconstrained: *library.get(b"stanli_n_unconstrained\0")?,
                constrained: *library.get(b"stanli_n_constrained\0")?,
                columns: *library.get(b"stanli_wa_n_columns\0")?,
                init_sample: *library.get(b"stanli_sample_opts_init\0")?,
                init_metric: *library.get(b"stanli_metric_opts_init\0")?,
                sample: *library.get(b"stanli_sample_multi_metric\0")?,
            })
        }
    }

    /// Samples, one chain after the other on this thread.
    pub fn sample(
        &self,
        source: &str,
        json: &str,
        model_options: Options,
        settings: &Settings,
    ) -> Result<Run, String> {
        let model = Model::new(self, source, json, model_options)?;
        // SAFETY: The model is alive.
        let (dimension, columns) = unsafe {
            let columns = (self.columns)(model.raw);
            let columns = if columns > 0 { columns } else { (self.constrained)(model.raw) };
            ((self.unconstrained)(model.raw) as usize, columns as usize)
        };
        let (mut options, mut metric) = (SampleOptions::zero(), MetricOptions::zero());
        // SAFETY: Both are plain structs of C's layout, which the functions fill in.
        unsafe {
            (self.init_sample)(&mut options);
            (self.init_metric)(&mut metric);
        }
        options.seed = settings.seed;
        options.chains = settings.chains as c_int;
        options.warmup = settings.warmup as c_int;
        options.samples = settings.draws as c_int;
        options.delta = 0.8;
        options.max_depth = 10;
        options.init_radius = 2.0;
        options.num_threads = 1;
        metric.metric = DIAGONAL;
        metric.adapt_engaged = 1;

        let draws = settings.chains * settings.draws;
        let mut points = vec![0.0; draws * dimension];
        let mut statistics = vec![0.0; draws * STATISTICS];
        let mut values = vec![0.0; draws * columns];
        let mut reports = vec![SampleReport::default(); settings.chains];
        let mut adapted = (vec![0.0; settings.chains], vec![0.0; settings.chains * dimension]);
        metric.adapted_step_size = adapted.0.as_mut_ptr();
        metric.adapted_inv_metric = adapted.1.as_mut_ptr();
        let (mut interrupted, mut message) = (0, vec![0_u8; 4096]);
        let start = Instant::now();
        // SAFETY: Each array has the size that its part of the interface has: chains × draws × (coordinates,
        // statistics or columns), a report and a step size a chain, a metric's diagonal a chain. The
        // callbacks do nothing.
        let failed = unsafe {
            (self.sample)(
                model.raw,
                &options,
                &metric,
                0,
                points.as_mut_ptr(),
                statistics.as_mut_ptr(),
                values.as_mut_ptr(),
                None,
                null_mut(),
                Some(never),
                null_mut(),
                &mut interrupted,
                reports.as_mut_ptr(),
                message.as_mut_ptr().cast(),
                message.len(),
            )
        };
        let elapsed = start.elapsed();
        if failed != 0 {
            return Err(text(&message));
        }
        let leapfrogs = statistics.chunks(STATISTICS).map(|draw| draw[LEAPFROGS]).sum();
        let sampling_seconds = reports.iter().map(|report| report.sampling_seconds).sum();
        Ok(Run { points, leapfrogs, sampling_seconds, elapsed })
    }
}

/// Whether the user wants the run to end.
unsafe extern "C" fn never(_: *mut c_void) -> c_int {
    0
}

/// A live model of the library.
struct Model<'a> {
    library: &'a Library,
    raw: RawModel,
}

impl<'a> Model<'a> {
    fn new(library: &'a Library, source: &str, json: &str, options: Options) -> Result<Self, String> {
        let source = CString::new(source).map_err(|error| error.to_string())?;
        let json = CString::new(json).map_err(|error| error.to_string())?;
        let mut message = vec![0_u8; 8192];
        let (buffer, length) = (message.as_mut_ptr().cast(), message.len());
        // In two steps, as stanli's own Python package does it.
        // SAFETY: The strings end in NUL and outlive the calls, the message has the length that is given, and
        // the translation is freed once.
        let raw = unsafe {
            let program = (library.translate)(source.as_ptr(), null(), 0, options.fast_math, buffer, length);
            if program.is_null() {
                return Err(text(&message));
            }
            let raw = (library.new)(program, json.as_ptr(), &options, buffer, length);
            (library.free_text)(program);
            raw
        };
        if raw.is_null() { Err(text(&message)) } else { Ok(Self { library, raw }) }
    }
}

impl Drop for Model<'_> {
    fn drop(&mut self) {
        // SAFETY: The model is the library's, and is freed only here.
        unsafe { (self.library.free)(self.raw) }
    }
}

fn text(message: &[u8]) -> String {
    CStr::from_bytes_until_nul(message).unwrap_or_default().to_string_lossy().into_owned()
}

impl SampleOptions {
    fn zero() -> Self {
        Self {
            seed: 0,
            chains: 0,
            chain_id: 0,
            warmup: 0,
            samples: 0,
            thin: 0,
            delta: 0.0,
            max_depth: 0,
            save_warmup: 0,
            init_radius: 0.0,
            inits: null(),
            num_threads: 0,
        }
    }
}

impl MetricOptions {
    fn zero() -> Self {
        Self {
            metric: 0,
            inv_metric: null(),
            step_size: 0.0,
            adapt_engaged: 0,
            adapted_step_size: null_mut(),
            adapted_inv_metric: null_mut(),
        }
    }
}
