//! A progress bar on standard error where that is a terminal, else nothing.

use indicatif::{ProgressBar, ProgressStyle};

/// How far a build is.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar of so many files, hidden where nobody looks at it.
    pub fn new(files: usize, quiet: bool) -> Self {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(files as u64) };
        let style =
            ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} files {wide_msg}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        Progress { bar }
    }

    /// One more file is done.
    pub fn step(&self) {
        self.bar.inc(1);
    }

    /// What is being done now.
    pub fn say(&self, message: &'static str) {
        self.bar.set_message(message);
        self.bar.tick();
    }

    /// Writes something else while the bar is out of the way.
    pub fn aside(&self, write: impl FnOnce()) {
        self.bar.suspend(write);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
