//! How much memory a worker may take: what the machine has, unless somebody said less. A tool that wants more gets an
//! error from its allocator, or ends its worker; the machine goes on.

use std::{fs, io};

/// A setting: how many MiB a worker may take; 0 for as many as it likes.
const SETTING: &str = "TOOLKIT_WORKER_MEMORY";

/// Stacks of threads reserve far more than they use: room for 64 of a worker's.
const STACKS: u64 = 64 * (64 << 20);

/// In bytes; `None` for no limit.
pub(super) fn limit() -> io::Result<Option<u64>> {
    match std::env::var_os(SETTING) {
        Some(said) if !said.is_empty() => said_limit(&said.to_string_lossy()).map_err(io::Error::other),
        _ => Ok(machine().map(|bytes| bytes + STACKS)),
    }
}

fn said_limit(said: &str) -> Result<Option<u64>, String> {
    let mib = said.trim().parse::<u64>().ok().and_then(|mib| mib.checked_mul(1 << 20));
    let bytes = mib.ok_or_else(|| format!("`{SETTING}` is `{said}`; give a number of MiB, or 0 for no limit"))?;
    Ok((bytes > 0).then_some(bytes))
}

/// What the machine has, or the container.
fn machine() -> Option<u64> {
    // SAFETY: plain library calls without preconditions.
    let (pages, size) = unsafe { (libc::sysconf(libc::_SC_PHYS_PAGES), libc::sysconf(libc::_SC_PAGESIZE)) };
    let physical = u64::try_from(pages).ok()?.checked_mul(u64::try_from(size).ok()?)?;
    let groups = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let bound = groups.iter().find_map(|file| fs::read_to_string(file).ok()?.trim().parse::<u64>().ok());
    Some(bound.map_or(physical, |bound| bound.min(physical)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_a_number_of_mib_and_anything_else_says_so() {
        assert_eq!(said_limit("512"), Ok(Some(512 << 20)));
        assert_eq!(said_limit(" 0 "), Ok(None));
        for wrong in ["1G", "-1", "18446744073709551615"] {
            let why = format!("`TOOLKIT_WORKER_MEMORY` is `{wrong}`; give a number of MiB, or 0 for no limit");
            assert_eq!(said_limit(wrong), Err(why));
        }
    }

    #[test]
    fn without_a_setting_the_limit_is_what_the_machine_has() {
        assert!(machine().is_some_and(|bytes| bytes > 64 << 20));
    }
}
