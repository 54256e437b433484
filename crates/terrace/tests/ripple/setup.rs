//! What tests of Ripple share: the compiler in this process, and numbers that are the same in each run.

use terrace::tools::{Io, ripple, setup};

/// The exit code of the compiler for a command line, and what it writes to its output streams.
pub(crate) fn compile(args: &[String], language: ripple::Language) -> (u8, String, String) {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let mut stdin = std::io::empty();
    let io = Io::unattended(&mut stdin, &mut stdout, &mut stderr);
    let code = ripple::run(args, language, io, &setup());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (code, text(&stdout), text(&stderr))
}

/// A generator of numbers (xorshift).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below a limit, 0 if that is 0.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit.max(1)
    }
}
