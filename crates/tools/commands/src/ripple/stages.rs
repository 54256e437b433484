//! The stages of a compilation: the commands of clang, and the work between them.

use std::cell::RefCell;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};

use rustc_hash::FxHashMap;
use terrace_diag::{Diagnostic, FileLoader, Location, SourceMap, UpstreamRenderer};
use terrace_opt::Setup;

use super::bind::{BindError, Bound, bind, expand_macros};
use super::columns::Columns;
use super::command_line::{CommandLine, Item, Language, Phase, Source};
use super::explained::Explained;
use super::scan::{Position, column_of_annotation, find, replace};
use super::waiting::Waiting;
use super::{dependencies, headers, transform};
use crate::process::Scratch;

/// The sanitizers that clang renders as branches around single operations.
const SCALAR_CHECKS: &str =
    "undefined,integer,nullability,implicit-conversion,float-divide-by-zero,local-bounds,vptr,function";

/// A compilation failed, which was reported; the exit code.
#[derive(Debug)]
pub struct Failed(pub u8);

/// The result of compiling a source.
pub enum Compiled {
    /// The result is where it was wanted.
    Done,
    /// The source does not use Ripple. If it was read from standard input, its preprocessed text is in a file.
    Plain(Option<PathBuf>),
}

/// The commands that wait for what other stages make of a source.
struct Begun {
    front: Waiting,
    back: Option<Waiting>,
}

/// The inputs and outputs of the compilation stages.
pub struct Stages<'a> {
    /// clang
    pub clang: PathBuf,
    /// The language of the driver.
    pub driver: Language,
    /// The command line.
    pub line: &'a CommandLine,
    /// The files of the run.
    pub scratch: &'a Scratch,
    /// The directory of the headers.
    pub headers: PathBuf,
    /// The directory that relative names start from; empty for that of the process.
    pub cwd: &'a Path,
    /// Whether diagnostics are coloured.
    pub color: bool,
    /// Dialects and passes.
    pub setup: &'a Setup,
    /// The stream for results without a file.
    pub stdout: &'a mut dyn Write,
    /// The stream for diagnostics.
    pub stderr: &'a mut dyn Write,
    /// The explanation of accesses, if they are explained: results go there only.
    pub explained: Option<Explained>,
    /// The columns of annotations in the lines of the files that were looked at.
    pub columns: RefCell<FxHashMap<Vec<u8>, Vec<u32>>>,
}

impl Stages<'_> {
    /// A command of clang with these arguments.
    pub(super) fn clang(&self) -> Command {
        let mut command = Command::new(&self.clang);
        command.stdin(Stdio::inherit());
        if !self.cwd.as_os_str().is_empty() {
            command.current_dir(self.cwd);
        }
        if self.driver == Language::Cxx {
            command.arg("--driver-mode=g++");
        }
        if self.color {
            command.arg("-fcolor-diagnostics");
        }
        command
    }

    /// Reports an error without a source location.
    pub fn complain(&mut self, message: &str) -> Failed {
        // There is nowhere left to complain to.
        let _ = writeln!(self.stderr, "{}: error: {message}", self.setup.name);
        Failed(1)
    }

    /// Runs a command, or prints it; its output is written to the streams of the run.
    pub(super) fn run(&mut self, command: &mut Command) -> Result<(), Failed> {
        let printed = self.run_quiet(command)?;
        // The stream remembers an error.
        let _ = self.stdout.write_all(&printed);
        Ok(())
    }

    /// Runs a command, or prints it; returns its standard output.
    pub(super) fn run_quiet(&mut self, command: &mut Command) -> Result<Vec<u8>, Failed> {
        if self.line.prints_commands {
            let _ = writeln!(self.stderr, "{}", quoted(command));
            return Ok(Vec::new());
        }
        let output = self.output_of(command)?;
        let _ = self.stderr.write_all(&output.stderr);
        self.succeeded(output.status).map(|()| output.stdout)
    }

    pub(super) fn output_of(&mut self, command: &mut Command) -> Result<Output, Failed> {
        command.output().map_err(|error| self.cannot_run(&error))
    }

    fn cannot_run(&mut self, error: &std::io::Error) -> Failed {
        let name = self.clang.display().to_string();
        self.complain(&format!("cannot run '{name}': {error}"))
    }

    fn succeeded(&mut self, status: ExitStatus) -> Result<(), Failed> {
        match status.code() {
            Some(0) => Ok(()),
            Some(code) => Err(Failed(u8::try_from(code).unwrap_or(1))),
            None => Err(self.complain(&format!("'{}' ended with {status}", self.clang.display()))),
        }
    }

    pub(super) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.cwd.join(name)
    }

    pub(super) fn read(&mut self, path: &Path) -> Result<Vec<u8>, Failed> {
        std::fs::read(path)
            .map_err(|error| self.complain(&format!("cannot read '{}': {error}", path.display())))
    }

    pub(super) fn write(&mut self, path: &Path, bytes: &[u8]) -> Result<(), Failed> {
        std::fs::write(path, bytes)
            .map_err(|error| self.complain(&format!("cannot write '{}': {error}", path.display())))
    }

    /// Runs clang on the whole command line, with the path of the headers.
    ///
    /// # Errors
    ///
    /// If clang cannot be run, or fails.
    pub fn whole(&mut self) -> Result<(), Failed> {
        let mut command = self.clang();
        match self.line.phase {
            Phase::Preprocess => command.arg("-E"),
            Phase::Check => command.arg("-fsyntax-only"),
            Phase::Assembly => command.arg("-S"),
            Phase::Object => command.arg("-c"),
            Phase::Dependencies | Phase::Link | Phase::Other => &mut command,
        };
        let parses =
            if self.line.phase == Phase::Other { "-DRIPPLE_PARSE_ONLY" } else { "-DRIPPLE_DRIVER_PRAGMAS" };
        if self.line.sources().next().is_some() {
            command.arg(parses).arg("-isystem").arg(&self.headers);
        } else if self.line.has_header() {
            // What is made of a header names those that it includes.
            let headers = headers::kept().map_err(|message| self.complain(&message))?;
            command.arg("-DRIPPLE_DRIVER_PRAGMAS").arg("-isystem").arg(headers);
        }
        for item in &self.line.items {
            push_item(&mut command, item);
        }
        command.args(&self.line.level);
        let names_files = matches!(self.line.phase, Phase::Preprocess | Phase::Dependencies);
        if !names_files {
            if self.line.emits_llvm {
                command.arg("-emit-llvm");
            }
            command.args(self.line.output.iter().flat_map(|output| ["-o", output]));
            command.args(&self.line.dependencies.kind).args(&self.line.dependencies.flags);
            command.args(self.line.dependencies.file.iter().flat_map(|file| ["-MF", file]));
            return self.run(&mut command);
        }
        let mut dependencies = None;
        if let Some(kind) = &self.line.dependencies.kind {
            let output = self.line.output.as_deref().unwrap_or("-");
            let stem = self.line.sources().next().map_or(output, |source| &source.path);
            let file = self.scratch.file("dependencies");
            command.arg(kind).arg("-MF").arg(&file);
            dependencies = Some((file, self.dependency_file(stem)));
        }
        command.args(&self.line.dependencies.flags);
        let mut printed = self.run_quiet(&mut command)?;
        let language = self.line.sources().next().map(|source| source.language);
        if self.line.phase == Phase::Preprocess && find(&printed, b"#pragma ripple").is_some() {
            // Annotations may name macros, which this text does not define any more.
            printed = expand_macros(&self.run_quiet(command.arg("-dD"))?, language == Some(Language::Cxx));
        }
        let dir = self.headers.to_string_lossy().into_owned();
        let shown = if self.line.phase == Phase::Dependencies {
            dependencies::without(&String::from_utf8_lossy(&printed), &self.headers).into_bytes()
        } else {
            replace(&printed, dir.as_bytes(), headers::SHOWN.as_bytes())
        };
        if let Some((from, to)) = dependencies.filter(|_| !self.line.prints_commands) {
            self.copy_dependencies(&from, &to)?;
        }
        let output = match self.line.phase {
            Phase::Dependencies => self.line.dependencies.file.as_deref().or(self.line.output.as_deref()),
            _ => self.line.output.as_deref(),
        };
        match output.filter(|output| *output != "-" && !self.line.prints_commands) {
            Some(output) => {
                let path = self.path(output);
                self.write(&path, &shown)
            }
            None => {
                let _ = self.stdout.write_all(&shown);
                Ok(())
            }
        }
    }

    /// Compiles a source to a file of the kind that the command line requests.
    ///
    /// # Errors
    ///
    /// If a stage fails: it was reported.
    pub fn source(&mut self, source: &Source, number: usize, output: &Path) -> Result<Compiled, Failed> {
        let module = self.scratch.file(&format!("{number}.ll"));
        let may_use_ripple = !self.line.prints_commands && self.mentions_ripple(source);
        let begun = may_use_ripple.then(|| self.begin(source, &module, output)).transpose()?;
        let text = if source.preprocessed && source.path != "-" {
            let path = self.path(&source.path);
            self.read(&path)?
        } else {
            self.preprocess(source, number, output)?
        };
        let uses_ripple = find(&text, b"llvm.ripple.").is_some() || find(&text, b"#pragma ripple").is_some();
        if !uses_ripple && !self.line.prints_commands {
            let kept = match source.path.as_str() {
                "-" => Some(self.scratch.file(&format!("{number}.{}", preprocessed_ending(source.language)))),
                _ => None,
            };
            if let Some(path) = &kept {
                self.write(path, &text)?;
            }
            return Ok(Compiled::Plain(kept));
        }
        self.warn_of_options(source);
        let dir = self.headers.to_string_lossy().into_owned();
        if !source.preprocessed && self.line.saves.is_some() && !self.line.prints_commands {
            let kept = self.path(self.kept_beside(source, preprocessed_ending(source.language), output));
            self.write(&kept, &replace(&text, dir.as_bytes(), headers::SHOWN.as_bytes()))?;
        }
        let Bound { text, errors, .. } =
            bind(&text, source.language == Language::Cxx, &source.path, &dir, &|at| self.column(at));
        let mut back = None;
        if self.line.prints_commands {
            let bound = self.scratch.file(&format!("{number}.bound"));
            let mut command = self.front(source, &module, !errors.is_empty());
            command.arg(&bound);
            self.run(&mut command)?;
        } else {
            let begun = begun.map_or_else(|| self.begin(source, &module, output), Ok)?;
            let front = match errors.is_empty() {
                true => begun.front,
                false => self.start(&mut self.front(source, &module, true))?,
            };
            let printed = self.end(front, &text)?;
            let checked = self.translated(&printed, source);
            if !errors.is_empty() {
                return Err(self.report(&errors));
            }
            checked?;
            back = begun.back;
        }
        self.describe(source, output)?;
        let columns = Columns::new(text, self.cwd.to_path_buf());
        self.finish((source, number), &columns, (&module, back), output)?;
        Ok(Compiled::Done)
    }

    /// Warns of options that have no effect on a source that uses Ripple.
    fn warn_of_options(&mut self, source: &Source) {
        if self.line.no_warnings {
            return;
        }
        for option in self.line.without_effect() {
            // There is nowhere left to complain to.
            let _ = writeln!(
                self.stderr,
                "{}: warning: option '{option}' has no effect on '{}', which uses Ripple",
                self.setup.name, source.path
            );
        }
    }

    /// Whether the text of a source names Ripple. One that uses it may leave that to its headers.
    pub(super) fn mentions_ripple(&self, source: &Source) -> bool {
        let text = (source.path != "-").then(|| std::fs::read(self.path(&source.path)));
        text.and_then(Result::ok).is_some_and(|text| find(&text, b"ripple").is_some())
    }

    /// Starts the commands that read what other stages make of a source.
    fn begin(&mut self, source: &Source, module: &Path, output: &Path) -> Result<Begun, Failed> {
        let front = self.start(&mut self.front(source, module, false))?;
        let has_back = self.line.phase != Phase::Check && self.explained.is_none();
        let back = has_back.then(|| self.start(&mut self.back(Path::new("-"), output))).transpose()?;
        Ok(Begun { front, back })
    }

    fn start(&mut self, command: &mut Command) -> Result<Waiting, Failed> {
        Waiting::start(command).map_err(|error| self.cannot_run(&error))
    }

    fn end(&mut self, waiting: Waiting, input: &[u8]) -> Result<Output, Failed> {
        waiting.finish(input).map_err(|error| self.cannot_run(&error))
    }

    /// The command that translates a preprocessed source, or checks it, but for its input. The name of a file would become a
    /// part of the result.
    fn front(&self, source: &Source, module: &Path, checks: bool) -> Command {
        let language = match source.language {
            Language::C => "cpp-output",
            Language::Cxx => "c++-cpp-output",
        };
        // Functions with locals of callers in their arguments are inlined before there are vectors, also where clang inlines
        // nothing after it.
        let is_limit = |flag: &String| flag.starts_with("-fno-inline") || flag == "-finline-hint-functions";
        let mut flags = self.line.flags_of_stage();
        flags.retain(|flag| !is_limit(flag));
        let mut command = self.stage_with(flags);
        match checks {
            true => command.arg("-fsyntax-only"),
            false => command.args(["-S", "-emit-llvm", "-fno-discard-value-names"]),
        };
        command.args([front_level(self.line.level.as_deref()), "-Xclang", "-disable-llvm-passes"]);
        if self.line.sanitizes {
            // These sanitizers check scalar code only: they have no vector instrumentation to compare with.
            command.arg(format!("-fno-sanitize={SCALAR_CHECKS}"));
        }
        if !self.line.debug {
            // Absolute names of files stay whole, for diagnostics.
            command.args(["-gline-tables-only", "-fdebug-compilation-dir=/"]);
        }
        // Debug information and the module have the name of the user's file.
        command.args(["-Xclang", "-main-file-name", "-Xclang", &source.path]);
        if !checks {
            command.arg("-o").arg(module);
        }
        command.args(["-x", language]);
        if !self.line.prints_commands {
            command.arg("-");
        }
        command
    }

    /// The command that compiles a module without Ripple's operations. The name of the module is the same in every run.
    fn back(&self, input: &Path, output: &Path) -> Command {
        let mut command = self.stage();
        command.args(&self.line.level);
        command.arg(if self.line.phase == Phase::Assembly { "-S" } else { "-c" });
        if self.line.emits_llvm {
            command.arg("-emit-llvm");
        }
        command.args(["-x", "ir"]).arg(input).arg("-o").arg(output);
        command
    }

    /// Reports what clang says of a preprocessed source. It is said of the source as it is written, if clang says something
    /// of that, too: lines, columns and macros are those that the user sees.
    fn translated(&mut self, output: &Output, source: &Source) -> Result<(), Failed> {
        let is_file = !source.preprocessed && source.path != "-";
        let mut said = Vec::new();
        if is_file && !output.stderr.is_empty() {
            let mut check = self.stage();
            check.args(["-fsyntax-only", "-DRIPPLE_PARSE_ONLY", "-isystem"]).arg(&self.headers);
            check.args(&self.line.level).args(["-x", source.language.name()]).arg(&source.path);
            let dir = self.headers.to_string_lossy().into_owned();
            said = replace(&self.output_of(&mut check)?.stderr, dir.as_bytes(), headers::SHOWN.as_bytes());
        }
        let _ = self.stderr.write_all(if said.is_empty() { &output.stderr } else { &said });
        let _ = self.stdout.write_all(&output.stdout);
        self.succeeded(output.status)
    }

    /// The arguments of every stage.
    pub(super) fn stage(&self) -> Command {
        self.stage_with(self.line.flags_of_stage())
    }

    fn stage_with(&self, flags: Vec<String>) -> Command {
        let mut command = self.clang();
        command.args(flags).arg("-Wno-unused-command-line-argument");
        if self.line.has_modules() {
            command.arg("-fno-modules");
        }
        command
    }

    /// Preprocesses a source, keeping the definitions of macros, which pragmas may name.
    fn preprocess(&mut self, source: &Source, number: usize, output: &Path) -> Result<Vec<u8>, Failed> {
        let file = self.scratch.file(&format!("{number}.{}", preprocessed_ending(source.language)));
        let mut command = self.stage();
        command
            .args(["-E", "-dD", "-DRIPPLE_DRIVER_PRAGMAS", "-isystem"])
            .arg(&self.headers)
            .args(&self.line.level);
        let rules = self.rules(&mut command, (source, number), output);
        command.args(["-x", source.kind()]).arg(&source.path).arg("-o").arg(&file);
        self.run(&mut command)?;
        if self.line.prints_commands {
            return Ok(Vec::new());
        }
        if let Some((from, to)) = rules {
            self.copy_dependencies(&from, &to)?;
        }
        self.read(&file)
    }

    /// Lets a command write the dependencies of a source that the command line asks for; returns the file, and the one where
    /// they are wanted.
    pub(super) fn rules(
        &self,
        command: &mut Command,
        (source, number): (&Source, usize),
        output: &Path,
    ) -> Option<(PathBuf, PathBuf)> {
        let dependencies = &self.line.dependencies;
        let kind = dependencies.kind.as_ref()?;
        let rules = self.scratch.file(&format!("{number}.d"));
        command.arg(kind).arg("-MF").arg(&rules).args(&dependencies.flags);
        if !dependencies.flags.iter().any(|flag| flag.starts_with("-MT") || flag.starts_with("-MQ")) {
            let target = match (&self.line.output, self.line.phase) {
                (Some(target), _) => PathBuf::from(target),
                (None, Phase::Link) => Path::new(&source.path).with_extension("o"),
                (None, _) => output.to_path_buf(),
            };
            command.arg("-MT").arg(target);
        }
        Some((rules, self.dependency_file(&source.path)))
    }

    /// Runs the Ripple passes on a module, and compiles the result.
    fn finish(
        &mut self,
        (source, number): (&Source, usize),
        columns: &Columns,
        (module, back): (&Path, Option<Waiting>),
        output: &Path,
    ) -> Result<(), Failed> {
        let transformed = self.scratch.file(&format!("{number}.out.ll"));
        let options = transform::RippleOptions {
            keeps_debug_info: self.line.debug || self.explained.is_some(),
            watches_variables: self.line.debug
                && self.explained.is_none()
                && matches!(self.line.level.as_deref(), None | Some("-O0" | "-Og")),
            color: self.color,
            remarks: self.line.remarks || self.explained.is_some(),
            no_warnings: self.line.no_warnings,
            warnings_are_errors: self.line.warnings_are_errors,
            no_math: self.line.no_math,
            explain: self.explained.is_some(),
            streaming_vector_bits: self.line.streaming_vector_bits,
            libraries: self.libraries()?,
        };
        if self.line.prints_commands {
            let _ = writeln!(
                self.stderr,
                " \"{tool}\" \"translate\" \"--import-llvm\" \"{}\" | \"{tool}\" \"opt\" {} | \"{tool}\" \"translate\" \
                 \"--mlir-to-llvmir\" \"-o\" \"{}\"",
                module.display(),
                options.flags().iter().map(|flag| format!("{flag:?}")).collect::<Vec<_>>().join(" "),
                transformed.display(),
                tool = self.setup.name
            );
            if self.line.phase == Phase::Check {
                return Ok(());
            }
            return self.run(&mut self.back(&transformed, output));
        }
        let text = self.read(module)?;
        if self.explained.is_some() {
            return self.explain_module(text, (&source.path, columns), &options, &transformed);
        }
        let text = transform::transform(text, (&source.path, columns), &options, self.setup, self.stderr)
            .ok_or(Failed(1))?;
        let Some(back) = back else { return Ok(()) };
        if self.line.saves.is_some() {
            self.write(&transformed, text.as_bytes())?;
            self.save(source, &transformed, "ll", output)?;
            if self.line.phase != Phase::Assembly && !self.line.emits_llvm {
                let mut assembly = self.stage();
                assembly
                    .args(&self.line.level)
                    .arg("-S")
                    .arg("-o")
                    .arg(self.kept_beside(source, "s", output));
                assembly.args(["-x", "ir"]);
                self.feed(&mut assembly, &transformed)?;
                self.run(&mut assembly)?;
            }
        }
        let printed = self.end(back, text.as_bytes())?;
        let _ = self.stderr.write_all(&printed.stderr);
        self.succeeded(printed.status)?;
        let _ = self.stdout.write_all(&printed.stdout);
        Ok(())
    }

    /// Lets a command read a file as its standard input; one that is printed names the file.
    pub(super) fn feed(&mut self, command: &mut Command, file: &Path) -> Result<(), Failed> {
        if self.line.prints_commands {
            command.arg(file);
            return Ok(());
        }
        let input = std::fs::File::open(file)
            .map_err(|error| self.complain(&format!("cannot read what was written: {error}")))?;
        command.arg("-").stdin(input);
        Ok(())
    }

    /// Compiles a source or another input with clang alone.
    ///
    /// # Errors
    ///
    /// If clang cannot be run, or fails.
    pub fn alone(&mut self, item: &Item, text: Option<&Path>, output: Option<&Path>) -> Result<(), Failed> {
        self.run(&mut self.command_alone(item, text, output))
    }

    /// The command that compiles an input with clang alone.
    pub(super) fn command_alone(&self, item: &Item, text: Option<&Path>, output: Option<&Path>) -> Command {
        let mut command = self.clang();
        command.args(self.line.flags()).args(&self.line.level).arg("-isystem").arg(&self.headers);
        command.arg("-DRIPPLE_DRIVER_PRAGMAS");
        match self.line.phase {
            Phase::Check => command.arg("-fsyntax-only"),
            Phase::Assembly => command.arg("-S"),
            _ => command.arg("-c"),
        };
        if self.line.emits_llvm {
            command.arg("-emit-llvm");
        }
        command.arg("-Wno-unused-command-line-argument");
        command.args(&self.line.saves).args(self.line.database.iter().flat_map(|file| ["-MJ", file]));
        match text {
            Some(text) => command.args(["-x", "none"]).arg(text),
            None => push_item(&mut command, item),
        };
        if self.line.phase != Phase::Check {
            command.args(output.map(|_| "-o")).args(output);
        }
        command
    }

    /// Links the results of sources, in the order of the command line. `results` has a file for each source, in order.
    ///
    /// # Errors
    ///
    /// If clang cannot be run, or fails.
    pub fn link(&mut self, results: &[PathBuf]) -> Result<(), Failed> {
        let mut command = self.clang();
        let mut results = results.iter();
        for item in &self.line.items {
            match item {
                Item::Source(_) => {
                    command.args(["-x", "none"]).args(results.next());
                }
                _ => {
                    push_item(&mut command, item);
                }
            }
        }
        command.args(&self.line.level).args(self.line.output.iter().flat_map(|output| ["-o", output]));
        command.arg("-Wno-unused-command-line-argument");
        self.run(&mut command)
    }

    /// Writes errors at the user's lines.
    fn report(&mut self, errors: &[BindError]) -> Failed {
        let mut renderer = UpstreamRenderer::new(FileLoader::from_disk()).with_color(self.color);
        let sources = SourceMap::new();
        let mut text = Vec::new();
        for error in errors {
            let file = String::from_utf8_lossy(&error.position.file).into_owned();
            let column = self.column(&error.position);
            let location = Location::file(file, error.position.line, column);
            let message = format!("{} [{}]", error.message, error.tag);
            renderer.render(&sources, &Diagnostic::error(location, message), &mut text);
        }
        let _ = self.stderr.write_all(&text);
        Failed(1)
    }

    /// The column of an annotation in the user's file.
    fn column(&self, position: &Position) -> u32 {
        let mut columns = self.columns.borrow_mut();
        let of_file = columns.entry(position.file.clone()).or_insert_with(|| {
            let text =
                std::fs::read(self.path(&*String::from_utf8_lossy(&position.file))).unwrap_or_default();
            text.split(|&byte| byte == b'\n').map(column_of_annotation).collect()
        });
        of_file.get(position.line.saturating_sub(1) as usize).copied().unwrap_or(1)
    }
}

/// Adds a part of the command line unchanged.
fn push_item<'c>(command: &'c mut Command, item: &Item) -> &'c mut Command {
    match item {
        Item::Flag(words) => command.args(words),
        Item::Source(source) => command.args(["-x", source.kind()]).arg(&source.path),
        Item::Input(path, language) => command.args(["-x", language.as_deref().unwrap_or("none")]).arg(path),
    }
}

fn preprocessed_ending(language: Language) -> &'static str {
    match language {
        Language::C => "i",
        Language::Cxx => "ii",
    }
}

/// The level at which clang reads a source: not 0, which marks functions as not to be optimized.
fn front_level(level: Option<&str>) -> &str {
    match level {
        None | Some("-O0" | "-Og") => "-O1",
        Some(level) => level,
    }
}

/// A command as clang prints it.
fn quoted(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words
        .map(|word| format!(" \"{}\"", word.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"")))
        .collect()
}
