//! The programs of this package are linked to Python when they read Python files.
fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    #[cfg(feature = "python")]
    pyo3_build_config::add_libpython_rpath_link_args();
}
