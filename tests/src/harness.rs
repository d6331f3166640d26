//! Directories with tools in them, made for one test.

use std::{
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU32, Ordering},
};

/// A directory of its own, removed when dropped.
pub struct Directory {
    root: PathBuf,
}

impl Directory {
    /// An empty one.
    ///
    /// # Panics
    ///
    /// When the temporary directory cannot be written.
    #[must_use]
    pub fn new(name: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let root = std::env::temp_dir().join(format!("toolkit-{name}-{}-{number}", process::id()));
        std::fs::create_dir_all(&root).expect("the temporary directory takes a folder");
        Self { root }
    }

    /// Writes a file, its folders included.
    ///
    /// # Panics
    ///
    /// When it cannot be written.
    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) -> &Self {
        let path = self.root.join(path);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("the folder can be made");
        std::fs::write(path, text).expect("the file can be written");
        self
    }

    /// Copies a file to `path`.
    ///
    /// # Panics
    ///
    /// When it cannot be read or written.
    pub fn copy(&self, from: &Path, path: &str) -> &Self {
        self.write(path, std::fs::read(from).unwrap_or_else(|error| panic!("{}: {error}", from.display())))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.root
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.root);
    }
}
