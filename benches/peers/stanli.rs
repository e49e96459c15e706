//! The C interface of stanli, a Stan interpreter, behind a safe wrapper.
//!
//! Only what a gradient benchmark needs is bound: building a model from Stan
//! source and JSON data, its dimension, and its log density with gradient.
//! `setup.sh` installs the shared library; it is opened when the benchmark runs,
//! so that building the benchmark needs neither the library nor a network.

use std::ffi::{CStr, CString, c_char, c_int};
use std::path::Path;
use std::sync::Mutex;

/// The layout version of the C interface these bindings were written against.
/// The library counts it up whenever a struct or a signature changes.
const INTERFACE_VERSION: c_int = 2;

/// How a model is built. The layout is that of C's `stanli_model_opts`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Seed for random numbers drawn in a `transformed data` block.
    pub seed: u32,
    /// Threads that one gradient may use; only `reduce_sum` uses more than one.
    pub threads: i32,
    /// Non-zero allows rewriting that changes the last bits: fused multiply-add,
    /// and sums over the data taken once instead of in each gradient.
    pub fast_math: i32,
}

impl Default for Options {
    /// stanli's own defaults: seed 1, one thread, exact arithmetic.
    fn default() -> Self {
        Self { seed: 1, threads: 1, fast_math: 0 }
    }
}

/// C's `stanli_model`, whose contents are the library's own business.
#[repr(C)]
struct RawModel {
    opaque: [u8; 0],
}

type InterfaceVersion = unsafe extern "C" fn() -> c_int;
type NewModel = unsafe extern "C" fn(
    stan_source: *const c_char,
    data_json: *const c_char,
    options: *const Options,
    message: *mut c_char,
    message_length: usize,
) -> *mut RawModel;
type FreeModel = unsafe extern "C" fn(model: *mut RawModel);
type Dimension = unsafe extern "C" fn(model: *const RawModel) -> i64;
type Gradient = unsafe extern "C" fn(
    model: *mut RawModel,
    q: *const f64,
    log_density: *mut f64,
    gradient: *mut f64,
) -> c_int;

/// The functions of an opened stanli library.
///
/// The library is never unloaded: the Stan compiler inside it brings its own
/// language runtime, which registers thread-local state and cannot be taken
/// down again. The function pointers therefore stay valid for the whole process.
#[derive(Clone, Copy)]
pub struct Library {
    /// The release, as its package says.
    pub version: &'static str,
    new_model: NewModel,
    free_model: FreeModel,
    dimension: Dimension,
    gradient: Gradient,
    /// The library itself, for functions that one benchmark alone binds.
    symbols: &'static libloading::Library,
}

impl Library {
    /// Finds the library that `setup.sh` installed and opens it.
    ///
    /// # Errors
    ///
    /// As for [`Library::load`].
    pub fn find() -> Result<Self, String> {
        use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
        let inside = format!("peers/stanli/stanli/_bin/{DLL_PREFIX}stanli{DLL_SUFFIX}");
        // Cargo puts executables below the target directory, wherever that may
        // be, so it is one of the folders above this executable.
        let executable = std::env::current_exe().unwrap_or_default();
        let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
        let mut folders = executable.ancestors().map(|folder| folder.join(&inside));
        let installed = folders.find(|file| file.is_file());
        Self::load(&installed.unwrap_or_else(|| default.join(&inside)))
    }

    /// Opens the shared library at `path`, which must be a stanli library: its
    /// initialisers run at once.
    ///
    /// # Errors
    ///
    /// If there is no such file (the message says how to install it), if it is
    /// not stanli, or if it has another interface version than these bindings.
    pub fn load(path: &Path) -> Result<Self, String> {
        let file = path.display();
        if !path.is_file() {
            return Err(format!("no stanli at {file}: run benches/peers/setup.sh"));
        }
        let describe = |error: libloading::Error| format!("{file}: {error}");
        // SAFETY: Opening a library runs its initialisers. Those of the pinned
        // stanli release only set up its language runtimes and have no demands
        // on the caller.
        let library = unsafe { libloading::Library::new(path) }.map_err(describe)?;
        // Leaked on purpose, see the note on the type.
        let library: &'static libloading::Library = Box::leak(Box::new(library));

        // SAFETY: `int stanli_abi_version(void)` is the same in every version.
        let version = unsafe {
            let version = library.get::<InterfaceVersion>(b"stanli_abi_version\0");
            version.map_err(describe)?()
        };
        if version != INTERFACE_VERSION {
            return Err(format!(
                "{file} has interface version {version}, not {INTERFACE_VERSION}: \
                 run benches/peers/setup.sh"
            ));
        }
        // SAFETY: The types are those of the C interface of this version, which
        // was checked just above, and the library is never unloaded, so that the
        // pointers may outlive the symbols they are copied from.
        unsafe {
            let new_model = library.get(b"stanli_model_new_from_stan_with_opts\0");
            let free_model = library.get(b"stanli_model_free\0");
            let dimension = library.get(b"stanli_n_unconstrained\0");
            let gradient = library.get(b"stanli_grad\0");
            Ok(Self {
                version: version_of_package(path),
                new_model: *new_model.map_err(describe)?,
                free_model: *free_model.map_err(describe)?,
                dimension: *dimension.map_err(describe)?,
                gradient: *gradient.map_err(describe)?,
                symbols: library,
            })
        }
    }

    /// The opened library, which is never unloaded.
    #[allow(dead_code)] // Not every benchmark binds more than gradients.
    pub fn symbols(&self) -> &'static libloading::Library {
        self.symbols
    }

    /// Builds a model with the given options.
    ///
    /// # Errors
    ///
    /// The message of stanli, if the program or the data are not accepted.
    pub fn model_with(&self, stan_source: &str, data_json: &str, options: Options) -> Result<Model, String> {
        // The embedded Stan compiler does not promise to be reentrant.
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

        let source = CString::new(stan_source).map_err(|error| error.to_string())?;
        let data = CString::new(data_json).map_err(|error| error.to_string())?;
        let mut message = vec![0_u8; 8192];
        let raw = {
            let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(|e| e.into_inner());
            // SAFETY: Both strings end in NUL and live across the call, which
            // copies what it keeps; `options` has C's layout; at most
            // `message.len()` bytes are written to `message`.
            unsafe {
                (self.new_model)(
                    source.as_ptr(),
                    data.as_ptr(),
                    &options,
                    message.as_mut_ptr().cast(),
                    message.len(),
                )
            }
        };
        if raw.is_null() {
            let text = CStr::from_bytes_until_nul(&message).unwrap_or_default();
            return Err(text.to_string_lossy().into_owned());
        }
        // SAFETY: `raw` was just returned by the library as a live model.
        let dimension = unsafe { (self.dimension)(raw) };
        Ok(Model {
            library: *self,
            raw,
            dimension: usize::try_from(dimension).expect("a dimension is not negative"),
        })
    }
}

/// The version in the name of the folder `stanli-VERSION.dist-info`, which stands beside the package's.
fn version_of_package(library: &Path) -> &'static str {
    let packages = library.ancestors().nth(3).and_then(|folder| folder.read_dir().ok());
    let mut names = packages.into_iter().flatten().flatten().map(|entry| entry.file_name());
    let version = names.find_map(|name| {
        let name = name.to_str()?.strip_prefix("stanli-")?.strip_suffix(".dist-info")?;
        Some(name.to_owned())
    });
    version.map_or("of unknown version", |version| version.leak())
}

/// A Stan program together with its data.
///
/// stanli's models hold scratch space, so a model stays on its thread.
pub struct Model {
    library: Library,
    raw: *mut RawModel,
    dimension: usize,
}

impl Model {
    /// The number of unconstrained parameters.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The model as functions of the C interface take it, alive as long as `self` is.
    #[allow(dead_code)] // Not every benchmark binds more than gradients.
    pub fn pointer(&mut self) -> *mut std::ffi::c_void {
        self.raw.cast()
    }

    /// Returns the log density at `q` and writes its gradient.
    ///
    /// `q` is unconstrained, in the order of the `parameters` block, and the
    /// log Jacobian of the constraining transformations is always included.
    /// Constants are dropped as in Stan's own samplers: in `y ~ d(…)` and `_lupdf`
    /// every summand that depends on data alone goes, in `target += d_lpdf(…)`
    /// everything stays.
    ///
    /// Returns negative infinity where stanli rejects `q`; the gradient is then
    /// filled with NaN.
    ///
    /// # Panics
    ///
    /// If `q` or `gradient` do not have the model's dimension.
    pub fn log_density_and_gradient(&mut self, q: &[f64], gradient: &mut [f64]) -> f64 {
        assert_eq!(q.len(), self.dimension, "length of the point");
        assert_eq!(gradient.len(), self.dimension, "length of the gradient");
        let evaluate = self.library.gradient;
        let (mut log_density, out) = (f64::NEG_INFINITY, gradient.as_mut_ptr());
        // SAFETY: The model is alive and borrowed mutably, so this is its only
        // use; `q` and `gradient` hold `dimension` numbers, as was checked, which
        // is how many the library reads and writes. It throws no exceptions.
        let status = unsafe { evaluate(self.raw, q.as_ptr(), &mut log_density, out) };
        if status != 0 {
            gradient.fill(f64::NAN);
            return f64::NEG_INFINITY;
        }
        log_density
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // SAFETY: The model came from this library and is freed only here.
        unsafe { (self.library.free_model)(self.raw) }
    }
}
