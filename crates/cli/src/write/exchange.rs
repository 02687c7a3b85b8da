//! Puts one folder in the place of another in one step, where the system can.

use std::io;
use std::path::Path;

/// Exchanges what two paths of one file system lead to, so that there is something at both at every
/// moment. Gives whether it has: not every system can, nor every file system.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "macos"))]
pub fn exchange(a: &Path, b: &Path) -> io::Result<bool> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(true),
        Err(Errno::NOSYS | Errno::INVAL | Errno::NOTSUP | Errno::PERM) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "macos")))]
pub fn exchange(_: &Path, _: &Path) -> io::Result<bool> {
    Ok(false)
}
