//! The tool that translates between MLIR and other languages, with mlir-translate's command line.

use std::sync::Arc;

use terrace_ir::{Context, Diag, Ir, OpHandle};

use crate::cl::parser::{DynamicKind, DynamicOptions};
use crate::cl::{ParseOutcome, parse_translate};
use crate::driver::{Io, execute};
use crate::exit;
use crate::setup::Setup;

/// A translation that a flag selects.
pub struct Translation {
    /// The flag, without dashes.
    pub name: &'static str,
    /// The description, one line.
    pub doc: &'static str,
    /// Flags that only this translation has: names without dashes, and their descriptions.
    pub options: &'static [(&'static str, &'static str)],
    /// The direction.
    pub direction: Direction,
}

/// The direction of a translation, with its functions.
#[derive(Clone, Copy)]
pub enum Direction {
    /// Exports to another language: MLIR input, or IR that was imported in the same run.
    Export {
        /// Exports MLIR input.
        export: ExportFn,
        /// Exports IR that was imported in the same run.
        imported: ExportFn,
    },
    /// Reads another language.
    Import(fn(&ImportSource<'_>) -> Imported),
}

/// Translates the contents of an op to another language. An error describes an unsupported construct.
pub type ExportFn = fn(&Ir, OpHandle) -> Result<String, Box<Diag>>;

/// A text in another language.
pub struct ImportSource<'a> {
    /// The context for types and attributes.
    pub cx: &'a Arc<Context>,
    /// The text.
    pub text: &'a [u8],
    /// The name of the file.
    pub name: &'a str,
    /// The start of the text among the loaded sources, for locations.
    pub start: u32,
    /// The translation's flags that were given.
    pub flags: &'a [&'a str],
}

/// The result of an import.
pub struct Imported {
    /// The IR; `None` if there is an error among the diagnostics.
    pub ir: Option<Ir>,
    /// Errors and warnings, in order.
    pub diags: Vec<Box<Diag>>,
}

/// A translation with those of its flags that were given.
pub struct Wanted<'a> {
    /// The translation.
    pub translation: &'a Translation,
    /// The export of the imported module, if one follows.
    pub then: Option<ExportFn>,
    /// The names of the flags.
    pub flags: Vec<&'a str>,
}

/// Translations of mlir-translate 22.1.8, but for tests.
const UPSTREAM: &[&str] = &[
    "deserialize-spirv",
    "export-smtlib",
    "import-llvm",
    "import-wasm",
    "irdl-to-cpp",
    "mlir-to-cpp",
    "mlir-to-llvmir",
    "serialize-spirv",
];

struct Flags<'a>(&'a [Translation]);

impl DynamicOptions for Flags<'_> {
    fn kind(&self, name: &str) -> Option<DynamicKind> {
        let knows = |translation: &Translation| {
            translation.name == name || translation.options.iter().any(|(option, _)| *option == name)
        };
        self.0.iter().any(knows).then_some(DynamicKind::Pass)
    }

    fn hint(&self, name: &str) -> Option<String> {
        UPSTREAM
            .contains(&name)
            .then(|| format!("'{name}' is in mlir-translate 22, but is not implemented here yet"))
    }

    fn for_each(&self, visit: &mut dyn FnMut(&str, DynamicKind, &str)) {
        for translation in self.0 {
            visit(translation.name, DynamicKind::Pass, translation.doc);
            translation.options.iter().for_each(|(option, doc)| visit(option, DynamicKind::Pass, doc));
        }
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
    let title = if setup.name == "terrace" { "Terrace" } else { setup.name };
    let header = format!("{title} translation driver");
    let version = format!("{}\n  Reads and writes MLIR 22.1.8.", setup.version_text());
    match parse_translate(argv0, args, &Flags(translations), &header, &version) {
        ParseOutcome::Exit { code, stdout, stderr } => {
            // There is nowhere left to complain to.
            let page = stdout.strip_prefix("OVERVIEW").map(|page| format!("OVERVIEW{}", setup.text(page)));
            let _ = io.stdout.write_all(page.unwrap_or(stdout).as_bytes());
            let _ = io.stderr.write_all(stderr.as_bytes());
            i32::from(code)
        }
        ParseOutcome::Run { config, passes, input } => {
            let find = |name: &str| translations.iter().find(|translation| translation.name == name);
            let (asked, options): (Vec<_>, Vec<_>) =
                passes.iter().partition(|flag| find(&flag.name).is_some());
            let asked: Vec<&Translation> = asked.iter().filter_map(|flag| find(&flag.name)).collect();
            // An import may be followed by an export.
            let (translation, then) = match asked[..] {
                [] => {
                    let message = "Translations to perform option: must be specified at least once!";
                    let _ = writeln!(io.stderr, "{message}");
                    return i32::from(exit::WRONG_COMMAND_LINE);
                }
                [one] => (one, None),
                [one, Translation { direction: Direction::Export { imported, .. }, .. }]
                    if matches!(one.direction, Direction::Import(_)) =>
                {
                    (one, Some(*imported))
                }
                _ => {
                    let message = "error: of several translations, an import comes first and an export last";
                    let _ = writeln!(io.stderr, "{message}");
                    return i32::from(exit::WRONG_COMMAND_LINE);
                }
            };
            let is_own = |name: &str| translation.options.iter().any(|(option, _)| *option == name);
            if let Some(other) = options.iter().find(|option| !is_own(&option.name)) {
                let (option, name) = (&other.name, translation.name);
                let _ = writeln!(io.stderr, "error: '--{option}' is no option of '--{name}'");
                return i32::from(exit::WRONG_COMMAND_LINE);
            }
            // A flag may be set to false, as any other.
            let given = options.iter().filter(|option| option.options != "false" && option.options != "0");
            let wanted = Wanted { translation, then, flags: given.map(|option| &option.name[..]).collect() };
            execute(argv0, &config, &[], input.as_deref(), io, setup, Some(&wanted))
        }
    }
}
