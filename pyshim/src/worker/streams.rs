//! Standard streams: what tools print goes to the log, and no tool can take the log from the others.

use pyo3::prelude::*;
use toolkit::workers::keep_streams;

/// Lines go out as they are printed, and `sys.stdout.close()` closes nothing.
pub(super) fn keep_open(py: Python<'_>) -> PyResult<()> {
    keep_streams();
    PyModule::from_code(py, SOURCE, c"pyshim/streams.py", c"_pyshim_streams")?;
    Ok(())
}

const SOURCE: &std::ffi::CStr = cr#"
import io
import sys


class Bytes(io.BufferedWriter):
    """What a standard stream writes to; a tool cannot close it."""

    def close(self):
        self.flush()

    def detach(self):
        raise io.UnsupportedOperation("a standard stream stays where it is")


class Log(io.TextIOWrapper):
    """A standard stream that a tool cannot close."""

    def close(self):
        self.flush()

    def detach(self):
        raise io.UnsupportedOperation("a standard stream stays where it is")


def log(descriptor):
    raw = io.FileIO(descriptor, "w", closefd=False)
    return Log(Bytes(raw), encoding="utf-8", errors="backslashreplace", line_buffering=True)


sys.stdout = sys.__stdout__ = log(1)
sys.stderr = sys.__stderr__ = log(2)
"#;
