//! From LLVM IR with calls of Ripple's intrinsics to LLVM IR without them.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use terrace_diag::SourceMap;
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_llvmir::{ImportOptions, Imported};
use terrace_opt::Setup;
use terrace_opt::chunk::Session;
use terrace_opt::cl::{ParseOutcome, parse_opt};
use terrace_opt::passes::{self, PassFlags, Reports};
use terrace_opt::report::Reporter;
use terrace_support::options;

use super::columns::Columns;

/// The passes, as flags of `terrace opt`.
pub const PASSES: &[&str] = &[
    "--ripple-prepare",
    "--ripple-fit-blocks",
    "--ripple-lower-parallel",
    "--ripple-outer-products",
    "--ripple-vectorize",
    "--ripple-select-instructions",
];

options! {
    /// Options of transforming a module.
    #[derive(Clone, Default)]
    pub struct RippleOptions {
        /// Whether debug information is kept; diagnostics have locations in either case.
        pub keeps_debug_info: bool,
        /// Whether debuggers see all variables, at the expense of optimizations.
        pub watches_variables: bool,
        /// Whether diagnostics are coloured.
        pub color: bool,
        /// Whether gathers, scatters and calls executed element by element are reported.
        pub remarks: bool,
        /// Whether warnings are left out.
        pub no_warnings: bool,
        /// Whether warnings are errors.
        pub warnings_are_errors: bool,
        /// Whether diagnostics are JSON, and include the lowering of each access.
        pub explain: bool,
        /// The length of streaming vectors in bits, 0 for any.
        pub streaming_vector_bits: u32,
        /// Whether functions of math stay calls.
        pub no_math: bool,
        /// Files with vector functions.
        pub libraries: Vec<String>,
    }
}

impl RippleOptions {
    /// The passes, as flags of `terrace opt`.
    pub fn flags(&self) -> Vec<String> {
        let mut flags: Vec<String> = PASSES.iter().map(|flag| (*flag).to_owned()).collect();
        if let Some(flag) =
            flags.iter_mut().find(|flag| *flag == "--ripple-prepare").filter(|_| self.watches_variables)
        {
            *flag = format!("{flag}=watch-variables=true");
        }
        if let Some(flag) = flags.iter_mut().find(|flag| *flag == "--ripple-outer-products") {
            let (remarks, bits) = (self.remarks, self.streaming_vector_bits);
            *flag = format!("{flag}=remarks={remarks} streaming-vector-bits={bits}");
        }
        if let Some(flag) = flags.iter_mut().find(|flag| *flag == "--ripple-fit-blocks") {
            *flag = format!("{flag}=remarks={}", self.remarks);
        }
        if let Some(flag) = flags.iter_mut().find(|flag| *flag == "--ripple-vectorize") {
            let (remarks, warnings, math) = (self.remarks, !self.no_warnings, !self.no_math);
            *flag = format!("{flag}=remarks={remarks} warnings={warnings} math={math}");
            if self.warnings_are_errors {
                flag.push_str(" warnings-are-errors=true");
            }
            if self.explain {
                flag.push_str(" explain=true");
            }
            if !self.libraries.is_empty() {
                let files: Vec<String> = self.libraries.iter().map(|file| format!("\"{file}\"")).collect();
                flag.push_str(&format!(" library={}", files.join(",")));
            }
        }
        if !self.keeps_debug_info {
            flags.push("--strip-debuginfo".to_owned());
        }
        if self.explain {
            flags.push("--diagnostic-format=json".to_owned());
        }
        // The import and the export are verified anyway.
        flags.push("--verify-each=0".to_owned());
        flags
    }
}

/// Transforms a module, whose name and whose sources' columns are given. Diagnostics are written to `stderr`, in the format of clang; `None` if there was an error.
pub fn transform(
    text: Vec<u8>,
    (name, columns): (&str, &Columns),
    options: &RippleOptions,
    setup: &Setup,
    stderr: &mut dyn Write,
) -> Option<String> {
    let flags = options.flags();
    let mut sources = SourceMap::new();
    let Ok(buffer) = sources.add(format!("{name} in LLVM IR"), text) else {
        // There is nowhere left to complain to.
        let _ = writeln!(stderr, "{name}: error: the program is too large");
        return None;
    };
    let outcome = parse_opt("terrace ripple-cc", &flags, &PassFlags(&setup.registry), "", "");
    let ParseOutcome::Run { config, passes, .. } = outcome else {
        let _ = writeln!(stderr, "{name}: error: the passes that carry out Ripple are not all there");
        return None;
    };
    let session = Session {
        config: &config,
        passes: &passes,
        translation: None,
        setup,
        buffer,
        program: "terrace",
        cwd: Path::new(""),
    };
    let sources = Arc::new(sources);
    let mut reporter = Reporter::new(sources.clone(), &config, options.color, stderr);
    reporter.set_columns(Box::new(|file, line, column| columns.column(file, line, column)));
    // Passes work on inner loops and callees first.
    if !options.explain {
        reporter.hold();
    }
    let text = rendered(&session, name, &mut reporter);
    reporter.release();
    text
}

/// The module of a session without calls of Ripple's intrinsics.
fn rendered(session: &Session<'_>, name: &str, reporter: &mut Reporter<'_>) -> Option<String> {
    let (buffer, sources) = (session.buffer, reporter.sources().clone());
    let cx = session.new_context(reporter)?;
    let text = sources.buffer(buffer).bytes();
    let Imported { ir, diags } = terrace_llvmir::import(&cx, text, name, 0, options_of_import());
    diags.iter().filter(|diag| diag.severity == terrace_ir::diag::Severity::Error).for_each(|diag| {
        reporter.diag(&cx, ir.as_ref(), diag);
    });
    let mut ir = ir?;
    let mut reports = Reports::new(session.config);
    if !passes::run(session, &mut ir, std::iter::empty(), reporter, &mut reports) {
        return None;
    }
    let root = ir.root()?;
    if let Err(errors) = verify(root, VerifyOptions::default()) {
        errors.iter().for_each(|error| reporter.diag(&cx, Some(&ir), error));
        return None;
    }
    let mut module = match terrace_llvmir::build(&ir, root.handle(), true) {
        Ok(module) => module,
        Err(diag) => {
            reporter.diag(&cx, Some(&ir), &diag);
            return None;
        }
    };
    // A module in the dialect llvm does not keep its source name.
    module.source = Some(module.str(name));
    Some(terrace_llvm_ir::print(&module))
}

/// Returns the options for importing modules: constructs that the dialect llvm cannot represent do not affect
/// rendering.
fn options_of_import() -> ImportOptions {
    ImportOptions::default().match_upstream(true)
}
