//! Links the interpreter so that the one found at run time is the one found at build time, and records which it was.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    #[cfg(feature = "embed")]
    embed();
}

#[cfg(feature = "embed")]
fn embed() {
    // a linker argument of this package does not reach the programs that use it: each gives its own, with this folder
    pyo3_build_config::add_libpython_rpath_link_args();
    let config = pyo3_build_config::get();
    if let Some(folder) = config.lib_dir() {
        println!("cargo::metadata=LIB_DIR={folder}");
    }
    let facts =
        "import sys; print(sys.executable, sys.base_prefix, '.'.join(map(str, sys.version_info[:3])), sep='\\n')";
    // a configuration file may name no interpreter: then the worker looks for one of that version when it starts
    let facts = config.executable().and_then(|_| config.run_python_script(facts).ok()).unwrap_or_default();
    let mut lines = facts.lines();
    let version = config.target_abi().version().to_string();
    for (name, fallback) in [("EXECUTABLE", ""), ("BASE_PREFIX", ""), ("VERSION", version.as_str())] {
        println!("cargo:rustc-env=PYSHIM_PYTHON_{name}={}", lines.next().unwrap_or(fallback));
    }
}
