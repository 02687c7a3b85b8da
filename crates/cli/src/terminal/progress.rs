//! A progress bar on standard error where that is a terminal, else nothing.

use indicatif::{ProgressBar, ProgressStyle};

/// The progress of work.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for a number of things, hidden where nobody looks at it.
    pub fn new(count: usize, things: &str, quiet: bool) -> Self {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(count as u64) };
        let template = format!("{{bar:30}} {{human_pos}}/{{human_len}} {things} {{wide_msg}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        Progress { bar }
    }

    /// One more is done.
    pub fn step(&self) {
        self.bar.inc(1);
    }

    /// The step that is being done now.
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
