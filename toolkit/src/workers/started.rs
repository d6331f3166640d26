//! Which calls have started: one page of memory that both sides share, so that it outlives a killed worker and marking
//! costs one store.
//!
//! Slots beyond the page count as started: such a call is never made twice.

use super::Wire;
use std::{
    io,
    os::fd::{AsRawFd, OwnedFd, RawFd},
    ptr::NonNull,
    sync::atomic::{AtomicU32, Ordering},
};

/// The page, mapped.
pub struct Started(NonNull<[AtomicU32; Started::SLOTS]>);

// SAFETY: the page is only touched through atomics and stays mapped for as long as the value lives.
unsafe impl Send for Started {}
// SAFETY: as above.
unsafe impl Sync for Started {}

impl Started {
    const SLOTS: usize = 1 << 14;
    const BYTES: usize = Self::SLOTS * size_of::<AtomicU32>();

    /// A new page, with the descriptor for the other side.
    pub fn create() -> io::Result<(Self, OwnedFd)> {
        let page = memory()?;
        // SAFETY: plain system call on a descriptor of our own.
        if unsafe { libc::ftruncate(page.as_raw_fd(), Self::BYTES as libc::off_t) } != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok((Self::map(page.as_raw_fd())?, page))
    }

    /// The page behind a descriptor.
    pub fn map(page: RawFd) -> io::Result<Self> {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a new shared mapping of `BYTES` bytes; no existing memory is touched.
        let at = unsafe { libc::mmap(std::ptr::null_mut(), Self::BYTES, access, libc::MAP_SHARED, page, 0) };
        if at == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        NonNull::new(at.cast()).map(Self).ok_or_else(|| io::Error::other("mapped at address 0"))
    }

    fn slots(&self) -> &[AtomicU32; Self::SLOTS] {
        // SAFETY: mapped for as long as `self` lives; any bytes are valid atomics.
        unsafe { self.0.as_ref() }
    }

    /// The call has started.
    pub fn mark(&self, call: Wire) {
        if let Some(slot) = self.slots().get(call.slot as usize) {
            slot.store(call.turn, Ordering::Release);
        }
    }

    /// Whether the call has started.
    pub fn has(&self, call: Wire) -> bool {
        self.slots().get(call.slot as usize).is_none_or(|slot| slot.load(Ordering::Acquire) == call.turn)
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        // SAFETY: the mapping was made by `map` with this address and length, and nobody borrows it any more.
        unsafe { libc::munmap(self.0.as_ptr().cast(), Self::BYTES) };
    }
}

#[cfg(target_os = "linux")]
fn memory() -> io::Result<OwnedFd> {
    use std::os::fd::FromRawFd;
    // SAFETY: a constant name; the result is checked.
    let fd = unsafe { libc::memfd_create(c"toolkit-started".as_ptr(), libc::MFD_CLOEXEC) };
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: a descriptor that was just made for us.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

#[cfg(not(target_os = "linux"))]
fn memory() -> io::Result<OwnedFd> {
    // a file without a name is shared memory everywhere
    let path = std::env::temp_dir().join(format!("toolkit-started-{}", std::process::id()));
    let file = std::fs::OpenOptions::new().read(true).write(true).create_new(true).open(&path)?;
    std::fs::remove_file(&path)?;
    Ok(file.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_see_the_mark_and_a_later_use_of_the_slot_does_not() {
        let (ours, page) = Started::create().unwrap();
        let theirs = Started::map(page.as_raw_fd()).unwrap();
        let call = Wire { slot: 7, turn: 3 };
        assert!(!ours.has(call));
        theirs.mark(call);
        assert!(ours.has(call));
        assert!(!ours.has(Wire { slot: 7, turn: 4 }));
        assert!(!ours.has(Wire { slot: 8, turn: 3 }));
    }

    #[test]
    fn a_slot_beyond_the_page_counts_as_started() {
        let (page, _fd) = Started::create().unwrap();
        let far = Wire { slot: Started::SLOTS as u32, turn: 1 };
        page.mark(far);
        assert!(page.has(far));
    }
}
