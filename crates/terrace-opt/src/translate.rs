//! The tool that translates between MLIR and other languages, with mlir-translate's command line.

use terrace_ir::{Diag, Ir, OpHandle};

use crate::cl::parser::{DynamicKind, DynamicOptions};
use crate::cl::{Outcome, parse_opt};
use crate::driver::{Io, Setup, execute};

/// A translation that a flag asks for.
pub struct Translation {
    /// The flag, without dashes.
    pub name: &'static str,
    /// What it does, in one line.
    pub doc: &'static str,
    /// Writes what is below an op in another language; it may change the IR on the way.
    ///
    /// # Errors
    ///
    /// If the IR has what the language cannot say.
    pub export: fn(&mut Ir, OpHandle) -> Result<String, Box<Diag>>,
}

struct Flags<'a>(&'a [Translation]);

impl DynamicOptions for Flags<'_> {
    fn kind(&self, name: &str) -> Option<DynamicKind> {
        self.0.iter().any(|translation| translation.name == name).then_some(DynamicKind::Pass)
    }

    fn for_each(&self, visit: &mut dyn FnMut(&str, DynamicKind, &str)) {
        self.0.iter().for_each(|translation| visit(translation.name, DynamicKind::Pass, translation.doc));
    }
}

/// Runs the tool with the arguments that follow its name; the result is the exit code.
pub fn translate(
    argv0: &str,
    args: &[String],
    io: Io<'_>,
    setup: &Setup,
    translations: &[Translation],
) -> i32 {
    let header = "Terrace translation driver";
    let version = concat!("terrace ", env!("CARGO_PKG_VERSION"), "\n  Reads and writes MLIR 22.1.8.");
    match parse_opt(argv0, args, &Flags(translations), header, version) {
        Outcome::Exit { code, stdout, stderr } => {
            // There is nowhere left to complain to.
            let _ = io.stdout.write_all(stdout.as_bytes());
            let _ = io.stderr.write_all(stderr.as_bytes());
            i32::from(code)
        }
        Outcome::Run { config, passes, input } => {
            let [flag] = &passes[..] else {
                let message = match passes.is_empty() {
                    true => "Translations to perform option: must be specified at least once!",
                    false => "error: more than one translation is asked for",
                };
                let _ = writeln!(io.stderr, "{message}");
                return 1;
            };
            let wanted = translations.iter().find(|translation| translation.name == flag.name);
            execute(argv0, &config, &[], input.as_deref(), io, setup, wanted)
        }
    }
}
