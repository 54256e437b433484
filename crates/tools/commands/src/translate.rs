//! `terrace translate`: from MLIR to other languages and back, in place of mlir-translate.

use std::io::IsTerminal as _;
use std::path::Path;
use std::process::ExitCode;

use terrace_ir::diag::Severity;
use terrace_opt::{Direction, ImportSource, Imported, Io, Setup, Translation};

use terrace_opt::start;
use terrace_opt::stdout::with_stdout;

/// The translations that there are.
pub static TRANSLATIONS: &[Translation] = &[
    Translation {
        name: "mlir-to-llvmir",
        doc: "Translate MLIR to LLVMIR",
        options: &[],
        direction: Direction::Export {
            export: terrace_llvmir::export,
            imported: terrace_llvmir::export_imported,
        },
    },
    Translation {
        name: "import-llvm",
        doc: "Translate LLVMIR to MLIR",
        options: &[
            (EXPENSIVE, "Warn of everything that is left out"),
            (DROP_ELEMENTS, "Leave out the elements of composite types of debug information"),
            (UNREGISTERED, "Make all calls of intrinsics llvm.call_intrinsic"),
            (LITERALS, "Make structures with names literal ones"),
            (ERRORS, "Keep warnings to itself"),
        ],
        direction: Direction::Import(import_llvm),
    },
];

const EXPENSIVE: &str = "emit-expensive-warnings";
const DROP_ELEMENTS: &str = "drop-di-composite-type-elements";
const UNREGISTERED: &str = "prefer-unregistered-intrinsics";
const LITERALS: &str = "import-structs-as-literals";
const ERRORS: &str = "error-diagnostics-only";
/// The flag that makes translations leave out what upstream's leave out.
const MATCH: &str = "match-upstream";

fn import_llvm(source: &ImportSource<'_>) -> Imported {
    let given = |name: &str| source.flags.contains(&name);
    let options = terrace_llvmir::ImportOptions::default()
        .emit_expensive_warnings(given(EXPENSIVE))
        .drop_di_composite_type_elements(given(DROP_ELEMENTS))
        .prefer_unregistered_intrinsics(given(UNREGISTERED))
        .import_structs_as_literals(given(LITERALS))
        .match_upstream(source.cx.matches_upstream());
    let terrace_llvmir::Imported { ir, mut diags } =
        terrace_llvmir::import(source.cx, source.text, source.name, source.start, options);
    if given(ERRORS) {
        diags.retain(|diag| diag.severity == Severity::Error);
    }
    Imported { ir, diags }
}

/// Whether a program replaces mlir-translate, whose output it has then: all but the command `translate` of another one.
fn is_stand_in(argv0: &str) -> bool {
    !argv0.ends_with(" translate")
}

/// Translates on any streams; the result is the exit code.
pub fn translate(argv0: &str, args: &[String], io: Io<'_>, setup: &Setup) -> i32 {
    let is_flag = |arg: &String, name: &str| {
        let flag = arg.trim_start_matches('-');
        flag == name || flag.strip_prefix(name).is_some_and(|value| value.starts_with('='))
    };
    if is_stand_in(argv0) && !args.iter().any(|arg| is_flag(arg, MATCH)) {
        let mut all = args.to_vec();
        all.push(format!("--{MATCH}"));
        return terrace_opt::translate(argv0, &all, io, setup, TRANSLATIONS);
    }
    terrace_opt::translate(argv0, args, io, setup, TRANSLATIONS)
}

/// Translates on the streams of the process.
pub fn main(argv0: &str, args: &[String], setup: &Setup) -> ExitCode {
    let stdin = std::io::stdin();
    let interactive = stdin.is_terminal();
    with_stdout(|stdout| {
        let io = Io {
            stdin: &mut stdin.lock(),
            interactive,
            color: start::color(),
            stdout,
            stderr: &mut std::io::stderr(),
            // Relative paths are resolved by the system.
            cwd: Path::new(""),
        };
        u8::try_from(translate(argv0, args, io, setup)).unwrap_or(1)
    })
}
