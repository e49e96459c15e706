//! The other way round: the model of a shared library, a Stan program's for example, sampled by monomorph.
//!
//! `cargo run --release --package eight_schools --example drive -- MODEL.so DATA.json` loads any library of
//! BridgeStan's interface, 2.0 or newer, and prints the summary of its parameters under its own names.
//!
//! What to look at: the names are those that the library gives, and the summary has R-hat, effective draws
//! and warnings as that of a model of one's own has.

use libloading::Library;
use monomorph::shape::Extent;
use monomorph::target::{CustomPosterior, CustomTarget};
use std::error::Error;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::{env, fs, ptr};

type Handle = *mut c_void;
type Message = *mut *mut c_char;

/// The functions of a library, as BridgeStan's header declares them.
macro_rules! functions {
    ($($name:ident($($argument:ty),*) $(-> $result:ty)?;)*) => {
        struct Functions {
            $($name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
            /// Closed after the last call.
            _library: Library,
        }

        impl Functions {
            fn load(path: &str) -> Result<Self, libloading::Error> {
                // SAFETY: a library of this interface does nothing when it is loaded, and its functions are
                // of these types.
                unsafe {
                    let library = Library::new(path)?;
                    Ok(Self { $($name: *library.get(stringify!($name).as_bytes())?,)* _library: library })
                }
            }
        }
    };
}

functions! {
    bs_model_construct(*const c_char, c_uint, Message) -> Handle;
    bs_model_destruct(Handle);
    bs_free_error_msg(*mut c_char);
    bs_model_info(Handle) -> *const c_char;
    bs_param_names(Handle, bool, bool) -> *const c_char;
    bs_param_unc_num(Handle) -> c_int;
    bs_param_constrain(Handle, bool, bool, *const f64, *mut f64, *mut c_void, Message) -> c_int;
    bs_log_density_gradient(Handle, bool, bool, *const f64, *mut f64, *mut f64, Message) -> c_int;
}

/// A model of a library with its data.
struct Stan {
    functions: Functions,
    handle: Handle,
    dimension: usize,
    names: Vec<String>,
}

// SAFETY: `load` accepts libraries alone whose handles any thread may use.
unsafe impl Send for Stan {}
unsafe impl Sync for Stan {}

impl Stan {
    fn load(path: &str, data: &str) -> Result<Self, Box<dyn Error>> {
        let (functions, data, mut message) = (Functions::load(path)?, CString::new(data)?, ptr::null_mut());
        // SAFETY: pointers to a text and to a place for a message; the handle is no null pointer then.
        unsafe {
            let handle = (functions.bs_model_construct)(data.as_ptr(), 1, &mut message);
            let mut stan = Self { functions, handle, dimension: 0, names: Vec::new() };
            if handle.is_null() {
                return Err(stan.taken(message).into());
            }
            let text = |text| CStr::from_ptr(text).to_string_lossy();
            if !text((stan.functions.bs_model_info)(handle)).contains("STAN_THREADS=true") {
                return Err("the library is for one thread: build it with STAN_THREADS=true".into());
            }
            stan.dimension = usize::try_from((stan.functions.bs_param_unc_num)(handle))?;
            let names = text((stan.functions.bs_param_names)(handle, true, false));
            stan.names = names.split(',').map(str::to_owned).collect();
            Ok(stan)
        }
    }

    /// The text of a message, which is given back to the library.
    fn taken(&self, message: *mut c_char) -> String {
        if message.is_null() {
            return "the library does not say why".to_owned();
        }
        // SAFETY: the library has made this text, with a zero at its end, and frees it here alone.
        unsafe {
            let text = CStr::from_ptr(message).to_string_lossy().into_owned();
            (self.functions.bs_free_error_msg)(message);
            text
        }
    }
}

impl Drop for Stan {
    fn drop(&mut self) {
        // SAFETY: the handle is the library's own, or null, and not used again.
        unsafe { (self.functions.bs_model_destruct)(self.handle) };
    }
}

impl CustomTarget for Stan {
    fn dimension(&self) -> usize {
        self.dimension
    }

    fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64]) -> f64 {
        let (mut value, mut message, gradient) = (f64::NAN, ptr::null_mut(), gradient.as_mut_ptr());
        let density = self.functions.bs_log_density_gradient;
        // SAFETY: both slices have as many numbers as the library says that the model has coordinates.
        let code =
            unsafe { density(self.handle, true, true, q.as_ptr(), &mut value, gradient, &mut message) };
        if code == 0 {
            return value;
        }
        // Stan says by a message that a point is outside of a support.
        self.taken(message);
        f64::NEG_INFINITY
    }

    fn variables(&self) -> Vec<(String, Extent)> {
        self.names.iter().map(|name| (name.clone(), Extent::Scalar)).collect()
    }

    fn constrain_into(&self, q: &[f64], values: &mut [f64]) -> Result<(), String> {
        let (mut message, values) = (ptr::null_mut(), values.as_mut_ptr());
        let (constrain, no_rng) = (self.functions.bs_param_constrain, ptr::null_mut());
        // SAFETY: as many coordinates as the model has, and as many values as it has names; nothing is
        // generated, so there need be no generator of random numbers.
        let code = unsafe { constrain(self.handle, true, false, q.as_ptr(), values, no_rng, &mut message) };
        if code == 0 { Ok(()) } else { Err(self.taken(message)) }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let [_, library, data] = &env::args().collect::<Vec<_>>()[..] else {
        return Err("usage: drive MODEL.so DATA.json".into());
    };
    let posterior = CustomPosterior::new(Stan::load(library, &fs::read_to_string(data)?)?)?;
    let fit = posterior.nuts().draws(2500).seed(1).run()?;
    println!("{}", fit.summary());
    Ok(())
}
