//! The driver with the test dialect, and the driver and `terrace run` as tools of file tests.

#![forbid(unsafe_code)]

use terrace::tools::ripple;
use terrace_filetest::lit::{ExitStatus, Invocation, Tool};
use terrace_ir::def::DialectDef;
use terrace_opt::{Io, Setup};

/// Every dialect that users get, and those for tests alone.
pub fn dialects() -> Vec<&'static DialectDef> {
    let mut dialects = terrace::dialects::all();
    dialects.extend(terrace_dialects_test::DIALECTS);
    dialects
}

/// The users' set-up, extended for tests.
pub fn setup() -> Setup {
    let setup = terrace::tools::setup()
        .with(terrace_dialects_test::DIALECTS, terrace_test_passes::PASSES)
        .replacing(terrace_test_passes::REPLACING)
        .pipelines(terrace_test_passes::PIPELINES);
    let extensions = [
        &terrace_dialects_test::transform_effects::EXTENSION,
        &terrace_dialects_test::transform_conversion::EXTENSION,
        &terrace_dialects_test::transform_ops::EXTENSION,
        &terrace_dialects_test::transform_regions::EXTENSION,
        &terrace_test_passes::custom_loop::EXTENSION,
        &terrace_test_passes::custom_tensors::EXTENSION,
        &terrace_test_passes::motion_ops::EXTENSION,
        &terrace_test_passes::pdl_patterns::EXTENSION,
        &terrace_test_passes::tiling_ops::EXTENSION,
    ];
    setup.extend(extensions).expect("their ops have names of their own")
}

/// The driver, to be called in-process under the given name.
pub struct OptTool {
    /// The program's name in its messages.
    pub name: &'static str,
    /// The dialects, passes and translations.
    pub setup: Setup,
    /// The flags added to the arguments of a test.
    pub flags: &'static [&'static str],
}

impl OptTool {
    /// The driver that users get.
    pub fn plain(name: &'static str) -> Self {
        OptTool { name, setup: terrace::tools::setup(), flags: &[] }
    }

    /// The driver with the test dialect.
    pub fn with_test_dialect(name: &'static str) -> Self {
        OptTool { name, setup: setup(), flags: &[] }
    }

    /// The driver with the test dialect that replaces `mlir-opt` in upstream's tests, including upstream's
    /// errors.
    pub fn in_place_of_upstream() -> Self {
        OptTool { name: "mlir-opt", setup: setup(), flags: &["--match-upstream"] }
    }
}

impl Tool for OptTool {
    fn run(&self, invocation: Invocation<'_>) -> ExitStatus {
        let Invocation { args, mut stdin, cwd, stdout, stderr, .. } = invocation;
        let io = Io { stdin: &mut stdin, interactive: false, color: false, stdout, stderr, cwd };
        let all: Vec<String>;
        let args = match self.flags {
            [] => args,
            flags => {
                all = flags.iter().map(|&flag| flag.to_owned()).chain(args.iter().cloned()).collect();
                &all
            }
        };
        match terrace_opt::run(self.name, args, io, &self.setup) {
            terrace_opt::exit::INTERNAL_ERROR => ExitStatus::Crash,
            code => ExitStatus::Code(code),
        }
    }
}

/// The translation driver that users get, which upstream's tests call `mlir-translate`.
pub struct TranslateTool {
    name: &'static str,
    setup: Setup,
}

impl TranslateTool {
    /// The tool under a name.
    pub fn new(name: &'static str) -> Self {
        Self { name, setup: setup() }
    }
}

impl Tool for TranslateTool {
    fn run(&self, invocation: Invocation<'_>) -> ExitStatus {
        let Invocation { args, mut stdin, cwd, stdout, stderr, .. } = invocation;
        let io = Io { stdin: &mut stdin, interactive: false, color: false, stdout, stderr, cwd };
        match terrace::tools::translate::translate(self.name, args, io, &self.setup) {
            terrace_opt::exit::INTERNAL_ERROR => ExitStatus::Crash,
            code => ExitStatus::Code(code),
        }
    }
}

/// The users' command `terrace run` for file tests.
pub struct RunTool {
    setup: Setup,
}

impl Default for RunTool {
    fn default() -> Self {
        RunTool { setup: terrace::tools::setup() }
    }
}

impl Tool for RunTool {
    fn run(&self, invocation: Invocation<'_>) -> ExitStatus {
        let Invocation { args, mut stdin, cwd, stdout, stderr, .. } = invocation;
        let io = Io { stdin: &mut stdin, interactive: false, color: false, stdout, stderr, cwd };
        match args.split_first() {
            Some((command, rest)) if command == "run" => {
                ExitStatus::Code(i32::from(terrace::tools::run::run(rest, io, &self.setup)))
            }
            Some((command, rest)) if command == "compile" => {
                ExitStatus::Code(i32::from(terrace::tools::native::compile::compile(rest, io, &self.setup)))
            }
            Some((command, rest)) if command == "bytecode" => {
                ExitStatus::Code(i32::from(terrace::tools::bytecode::bytecode(rest, io, &self.setup)))
            }
            Some((command, rest)) if command == "explain" => ExitStatus::Code(i32::from(
                terrace::tools::explain::explain("terrace", rest, io, &self.setup),
            )),
            Some((command, rest)) if command == "ripple-cc" => {
                ExitStatus::Code(i32::from(ripple::run(rest, ripple::Language::C, io, &self.setup)))
            }
            Some((command, rest)) if command == "ripple-c++" => {
                ExitStatus::Code(i32::from(ripple::run(rest, ripple::Language::Cxx, io, &self.setup)))
            }
            _ => ExitStatus::FAILURE,
        }
    }
}
