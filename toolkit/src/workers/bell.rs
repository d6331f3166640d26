//! Wakes the keeper, which waits on descriptors.

use std::{
    io::{self, Read, Write},
    os::{
        fd::{AsRawFd, RawFd},
        unix::net::UnixStream,
    },
};

/// Ringing twice before anybody looks is ringing once.
pub(super) struct Bell {
    rope: UnixStream,
    ear: UnixStream,
}

impl Bell {
    pub(super) fn new() -> io::Result<Self> {
        let (rope, ear) = UnixStream::pair()?;
        rope.set_nonblocking(true)?;
        ear.set_nonblocking(true)?;
        Ok(Self { rope, ear })
    }

    pub(super) fn ring(&self) {
        // full: it rings already
        let _ = (&self.rope).write(&[1]);
    }

    /// Readable when it rings.
    pub(super) fn descriptor(&self) -> RawFd {
        self.ear.as_raw_fd()
    }

    pub(super) fn quiet(&self) {
        let mut rung = [0; 256];
        while (&self.ear).read(&mut rung).is_ok_and(|n| n == rung.len()) {}
    }
}
