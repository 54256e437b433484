//! The progress of long work, as one line on the error stream of a terminal.

use std::io::{IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The time that work takes before it is shown, and between two lines.
const PATIENCE: [Duration; 2] = [Duration::from_secs(1), Duration::from_millis(200)];

/// The progress of some work. Nothing is written if the error stream is no terminal, or if the work is short; the line is
/// cleared in the end.
#[derive(Debug)]
pub struct Progress {
    what: &'static str,
    total: Option<u64>,
    done: AtomicU64,
    start: Instant,
    /// The time at which the line was written, if the error stream is a terminal.
    shown: Option<Mutex<Option<Instant>>>,
}

impl Progress {
    /// Work that counts `what`, up to a total if that is known.
    pub fn new(what: &'static str, total: Option<u64>) -> Self {
        Self::of(what, total, std::io::stderr().is_terminal())
    }

    /// Work that is shown if `shows` is true.
    pub fn of(what: &'static str, total: Option<u64>, shows: bool) -> Self {
        let shown = shows.then(|| Mutex::new(None));
        Self { what, total, done: AtomicU64::new(0), start: Instant::now(), shown }
    }

    /// Counts some work, and shows the line if it is time.
    pub fn add(&self, count: u64) {
        self.done.fetch_add(count, Ordering::Relaxed);
        self.show(|| self.text());
    }

    /// Sets how much is done, and shows the line if it is time.
    pub fn reach(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.show(|| self.text());
    }

    /// Shows a text after the time, if it is time.
    pub fn say(&self, text: impl FnOnce() -> String) {
        self.show(|| format!("{:.0} s, {}", self.start.elapsed().as_secs_f64(), text()));
    }

    fn show(&self, text: impl FnOnce() -> String) {
        let [first, next] = PATIENCE;
        // Who finds it locked leaves the line to the other.
        let Some(Ok(mut last)) = self.shown.as_ref().map(Mutex::try_lock) else { return };
        let is_due = match *last {
            None => self.start.elapsed() >= first,
            Some(last) => last.elapsed() >= next,
        };
        if is_due {
            *last = Some(Instant::now());
            // There is nowhere left to complain to.
            let _ = write!(std::io::stderr(), "\r\x1b[K{}", text());
        }
    }

    /// The line: how much is done, how long it took, and how long the rest will take.
    fn text(&self) -> String {
        let (what, done) = (self.what, self.done.load(Ordering::Relaxed));
        let seconds = self.start.elapsed().as_secs_f64();
        match self.total.filter(|total| (1..=*total).contains(&done)) {
            Some(total) => {
                let left = seconds / done as f64 * (total - done) as f64;
                format!("{done} of {total} {what}, {seconds:.0} s, {left:.0} s left")
            }
            None => format!("{done} {what}, {seconds:.0} s"),
        }
    }

    /// Clears the line, before something else is written.
    pub fn clear(&self) {
        let Some(Ok(mut last)) = self.shown.as_ref().map(Mutex::lock) else { return };
        if last.take().is_some() {
            // There is nowhere left to complain to.
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_much_is_left() {
        let mut progress = Progress::of("programs", Some(40), false);
        progress.start -= Duration::from_secs(10);
        progress.add(10);
        assert_eq!(progress.text(), "10 of 40 programs, 10 s, 30 s left");
        progress.add(40);
        assert_eq!(progress.text(), "50 programs, 10 s");
    }
}
