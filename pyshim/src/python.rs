//! The Python half of the worker, as text that is part of the program: what finds tool files, runs them and says what
//! they hold. It starts no interpreter and knows none.

use std::ffi::CStr;

/// One Python module that the worker makes before it loads any tool file.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The name it is imported under.
    pub name: &'static CStr,
    /// The file name that tracebacks show.
    pub file: &'static CStr,
    /// Its text.
    pub text: &'static CStr,
}

/// The name of the module whose functions the worker calls: `boot`, `refresh`, `entry`, `end_run` and `drop_instance`.
pub const LOADER: &CStr = c"_pyshim_loader";

macro_rules! sources {
    ($($stem:literal),* $(,)?) => {
        [$(Source {
            name: text(concat!("_pyshim_", $stem, "\0")),
            file: text(concat!("pyshim/python/", $stem, ".py\0")),
            text: text(concat!(include_str!(concat!("python/", $stem, ".py")), "\0")),
        }),*]
    };
}

/// All of them, each after those it imports; the last is [`LOADER`].
pub const SOURCES: [Source; 9] =
    sources!["text", "native", "source", "hints", "facts", "others", "instances", "finder", "loader"];

const fn text(ended: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(ended.as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("a Python source holds no zero byte"),
    }
}
