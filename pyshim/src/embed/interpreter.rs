//! The interpreter that is linked in: which one it is, which installation or virtual environment it runs as, and how it
//! is started.
//!
//! The one that runs is the one this was built with. A library of the same name from elsewhere, and a virtual
//! environment of another version, would be taken in silence; here they are found out.

use pyo3::ffi;
use std::{
    ffi::{CStr, CString, OsStr, OsString},
    fs,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::{Path, PathBuf},
};

/// The interpreter of the build, as it said of itself.
const EXECUTABLE: &str = env!("PYSHIM_PYTHON_EXECUTABLE");
const BASE_PREFIX: &str = env!("PYSHIM_PYTHON_BASE_PREFIX");
const VERSION: &str = env!("PYSHIM_PYTHON_VERSION");

/// Starts the interpreter on this thread, which becomes its main thread, and detaches from it.
pub(super) fn start() -> Result<(), String> {
    same_library()?;
    let executable = executable(&Surroundings::of_process())?;
    let path = CString::new(executable.as_os_str().as_bytes())
        .map_err(|_| format!("`{}` is no path", executable.display()))?;
    initialize(&path).map_err(|why| {
        format!(
            "Python {VERSION} does not start as `{}`: {why}; its standard library is looked for in `{BASE_PREFIX}`: \
             unset `PYTHONHOME` if it is set, else install that Python again or build this program anew with \
             `PYO3_PYTHON` naming another",
            executable.display()
        )
    })
}

fn initialize(path: &CStr) -> Result<(), String> {
    let checked = |status: ffi::PyStatus| {
        // SAFETY: reads a status that the interpreter has just filled.
        if unsafe { ffi::PyStatus_Exception(status) } == 0 {
            return Ok(());
        }
        if status.err_msg.is_null() {
            return Err(format!("it ends with exit code {}", status.exitcode));
        }
        // SAFETY: not null, and a constant text of the interpreter.
        Err(unsafe { CStr::from_ptr(status.err_msg) }.to_string_lossy().into_owned())
    };
    // SAFETY: a plain C struct of numbers and pointers, for which zeroes are valid; it is filled on the next line.
    let mut config: ffi::PyConfig = unsafe { std::mem::zeroed() };
    // SAFETY: the interpreter has not been started, this is the thread that starts it, `config` is filled before it is
    // used, the fields that are set belong to it, and it is cleared once.
    unsafe {
        ffi::PyConfig_InitPythonConfig(&raw mut config);
        config.parse_argv = 0;
        config.install_signal_handlers = 0;
        config.faulthandler = 1;
        let fields = [&raw mut config.executable, &raw mut config.program_name];
        let mut outcome = Ok(());
        for field in fields {
            outcome =
                outcome.and_then(|()| checked(ffi::PyConfig_SetBytesString(&raw mut config, field, path.as_ptr())));
        }
        outcome = outcome.and_then(|()| checked(ffi::Py_InitializeFromConfig(&raw const config)));
        ffi::PyConfig_Clear(&raw mut config);
        outcome?;
        ffi::PyEval_SaveThread();
    }
    Ok(())
}

/// Refuses a library of another version: it was found by its name alone.
fn same_library() -> Result<(), String> {
    // SAFETY: needs no interpreter; the text is constant.
    let running = unsafe { CStr::from_ptr(ffi::Py_GetVersion()) }.to_string_lossy();
    let running = running.split_whitespace().next().unwrap_or_default();
    let minor = |version: &str| version.splitn(3, '.').take(2).map(str::to_owned).collect::<Vec<_>>();
    let library = library();
    let in_place = library.as_deref().is_none_or(|library| library.starts_with(BASE_PREFIX));
    // the distribution may have brought a bug-fix release to the same place
    if running == VERSION || in_place && minor(running) == minor(VERSION) || VERSION.is_empty() {
        return Ok(());
    }
    let library = library.map_or_else(|| "a library".into(), |path| format!("`{}`", path.display()));
    Err(format!(
        "this program was built with Python {VERSION} of `{BASE_PREFIX}` and has loaded {library} of Python {running}; \
         give the program a build script that links with a path to the right one (`-Wl,-rpath,` and \
         `DEP_PYSHIM_LIB_DIR`), or unset `LD_LIBRARY_PATH`"
    ))
}

/// Where the loaded library lies.
fn library() -> Option<PathBuf> {
    // SAFETY: a plain C struct of pointers, for which zeroes are valid.
    let mut found: libc::Dl_info = unsafe { std::mem::zeroed() };
    let symbol = ffi::Py_GetVersion as *const libc::c_void;
    // SAFETY: an address of this process, and a live struct.
    if unsafe { libc::dladdr(symbol, &raw mut found) } == 0 || found.dli_fname.is_null() {
        return None;
    }
    // SAFETY: not null, and lives as long as the library is loaded.
    let name = unsafe { CStr::from_ptr(found.dli_fname) };
    fs::canonicalize(OsStr::from_bytes(name.to_bytes())).ok()
}

/// What decides under which name the interpreter runs.
struct Surroundings {
    virtual_env: Option<OsString>,
    path: Option<OsString>,
}

impl Surroundings {
    fn of_process() -> Self {
        Self { virtual_env: std::env::var_os("VIRTUAL_ENV"), path: std::env::var_os("PATH") }
    }

    /// Folders that may be virtual environments, the one that counts first.
    fn environments(&self) -> Vec<PathBuf> {
        let first_python =
            self.path.iter().flat_map(std::env::split_paths).find(|folder| folder.join("python3").exists());
        let named = self.virtual_env.iter().filter(|path| !path.is_empty()).map(PathBuf::from);
        named.chain(first_python.and_then(|folder| folder.parent().map(Path::to_path_buf))).collect()
    }
}

/// The name the interpreter runs under: a virtual environment made from it if one is active, else the installation.
fn executable(surroundings: &Surroundings) -> Result<PathBuf, String> {
    for folder in surroundings.environments() {
        match Environment::read(&folder) {
            Some(environment) if environment.is_ours() => return Ok(folder.join("bin/python3")),
            Some(environment) => crate::log(format_args!(
                "the virtual environment `{}` is of Python {} in `{}` and is not used: this program has Python {VERSION} of \
                 `{BASE_PREFIX}` in it; build it with `PYO3_PYTHON` naming that Python, or make the environment with this one",
                folder.display(),
                environment.version,
                environment.home.display(),
            )),
            None => {}
        }
    }
    let minor = VERSION.rsplit_once('.').map_or(VERSION, |(minor, _)| minor);
    let installed = Path::new(BASE_PREFIX).join("bin").join(format!("python{minor}"));
    [PathBuf::from(EXECUTABLE), installed].into_iter().find(|path| path.is_file()).ok_or_else(|| {
        format!(
            "the Python that this program was built with is gone: no `{EXECUTABLE}` (Python {VERSION}); install it again, \
             or build this program anew with `PYO3_PYTHON` naming another"
        )
    })
}

/// What a virtual environment says it was made from.
struct Environment {
    home: PathBuf,
    version: String,
}

impl Environment {
    fn read(folder: &Path) -> Option<Self> {
        let text = fs::read(folder.join("pyvenv.cfg")).ok()?;
        let value = |keys: &[&str]| {
            text.split(|&byte| byte == b'\n').find_map(|line| {
                let at = line.iter().position(|&byte| byte == b'=')?;
                let (key, value) = (line[..at].trim_ascii(), line[at + 1..].trim_ascii());
                keys.iter().any(|wanted| key.eq_ignore_ascii_case(wanted.as_bytes())).then(|| value.to_vec())
            })
        };
        let home = PathBuf::from(OsString::from_vec(value(&["home"])?));
        let version = value(&["version", "version_info"]).unwrap_or_default();
        Some(Self { home, version: String::from_utf8_lossy(&version).into_owned() })
    }

    fn is_ours(&self) -> bool {
        let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let minor = |version: &str| version.split('.').take(2).map(str::to_owned).collect::<Vec<_>>();
        let same_version = self.version.is_empty() || minor(&self.version) == minor(VERSION);
        same_version && real(&self.home) == real(&Path::new(BASE_PREFIX).join("bin"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(name: &str, config: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("pyshim-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("bin")).unwrap();
        fs::write(folder.join("pyvenv.cfg"), config).unwrap();
        fs::write(folder.join("bin/python3"), "").unwrap();
        folder
    }

    #[test]
    fn only_a_virtual_environment_of_the_linked_interpreter_is_used() {
        let ours = environment("ours", &format!("home = {BASE_PREFIX}/bin\nversion = {VERSION}\n"));
        let other_version = environment("version", &format!("home = {BASE_PREFIX}/bin\nversion = 3.2.1\n"));
        let elsewhere = environment("elsewhere", &format!("HOME=/opt/none/bin\r\nversion_info={VERSION}.final.0\r\n"));
        let plain = PathBuf::from(EXECUTABLE);
        for (folder, wanted) in [
            (&ours, ours.join("bin/python3")),
            (&other_version, plain.clone()),
            (&elsewhere, plain.clone()),
            (&PathBuf::from("/no/such/folder"), plain),
        ] {
            for (virtual_env, path) in [(Some(folder.clone()), None), (None, Some(folder.join("bin")))] {
                let surroundings =
                    Surroundings { virtual_env: virtual_env.map(Into::into), path: path.map(Into::into) };
                assert_eq!(executable(&surroundings).as_ref(), Ok(&wanted), "{}", folder.display());
            }
        }
        for folder in [ours, other_version, elsewhere] {
            fs::remove_dir_all(folder).unwrap();
        }
    }
}
