//! The stages of a compilation: the commands of clang, and the work between them.

use std::cell::RefCell;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustc_hash::FxHashMap;
use terrace_diag::{Diagnostic, FileLoader, Location, SourceMap, UpstreamRenderer};
use terrace_opt::Setup;

use super::bind::{BindError, Bound, bind, expand_macros};
use super::columns::Columns;
use super::command_line::{CommandLine, Item, Language, Phase, Source};
use super::explained::{CompiledModule, Explained, ExplainedModule, is_exchanged};
use super::scan::{Position, column_of_annotation, find, replace};
use super::sizes::{FACTORS, resized};
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
    fn clang(&self) -> Command {
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
    fn run(&mut self, command: &mut Command) -> Result<(), Failed> {
        let printed = self.run_quiet(command)?;
        // The stream remembers an error.
        let _ = self.stdout.write_all(&printed);
        Ok(())
    }

    /// Runs a command, or prints it; returns its standard output.
    fn run_quiet(&mut self, command: &mut Command) -> Result<Vec<u8>, Failed> {
        if self.line.prints_commands {
            let _ = writeln!(self.stderr, "{}", quoted(command));
            return Ok(Vec::new());
        }
        let name = self.clang.display().to_string();
        let output = command.output();
        let output = output.map_err(|error| self.complain(&format!("cannot run '{name}': {error}")))?;
        let _ = self.stderr.write_all(&output.stderr);
        match output.status.code() {
            Some(0) => Ok(output.stdout),
            Some(code) => Err(Failed(u8::try_from(code).unwrap_or(1))),
            None => Err(self.complain(&format!("'{name}' ended with {}", output.status))),
        }
    }

    fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.cwd.join(name)
    }

    fn read(&mut self, path: &Path) -> Result<Vec<u8>, Failed> {
        std::fs::read(path)
            .map_err(|error| self.complain(&format!("cannot read '{}': {error}", path.display())))
    }

    fn write(&mut self, path: &Path, bytes: &[u8]) -> Result<(), Failed> {
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

    /// The name of the dependency file of a source.
    fn dependency_file(&self, source: &str) -> PathBuf {
        match (&self.line.dependencies.file, &self.line.output) {
            (Some(file), _) => self.path(file),
            (None, Some(output)) => self.path(Path::new(output).with_extension("d")),
            (None, None) => {
                self.path(Path::new(Path::new(source).file_name().unwrap_or_default()).with_extension("d"))
            }
        }
    }

    fn copy_dependencies(&mut self, from: &Path, to: &Path) -> Result<(), Failed> {
        let rules = self.read(from)?;
        let rules = dependencies::without(&String::from_utf8_lossy(&rules), &self.headers);
        self.write(to, rules.as_bytes())
    }

    /// Compiles a source to a file of the kind that the command line requests.
    ///
    /// # Errors
    ///
    /// If a stage fails: it was reported.
    pub fn source(&mut self, source: &Source, number: usize, output: &Path) -> Result<Compiled, Failed> {
        let language = match source.language {
            Language::C => "cpp-output",
            Language::Cxx => "c++-cpp-output",
        };
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
        let dir = self.headers.to_string_lossy().into_owned();
        let Bound { text, errors, .. } =
            bind(&text, source.language == Language::Cxx, &source.path, &dir, &|at| self.column(at));
        let bound = self.scratch.file(&format!("{number}.bound"));
        self.write(&bound, &text)?;
        let module = self.scratch.file(&format!("{number}.ll"));
        let checks = self.line.phase == Phase::Check || !errors.is_empty();
        let mut command = self.stage();
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
            command.arg("-o").arg(&module);
        }
        command.args(["-x", language]).arg(&bound);
        let checked = self.run(&mut command);
        if !errors.is_empty() {
            return Err(self.report(&errors));
        }
        checked?;
        if self.line.phase == Phase::Check {
            return Ok(Compiled::Done);
        }
        let columns = Columns::new(text, self.cwd.to_path_buf());
        self.finish((source, number), &columns, &module, output)?;
        Ok(Compiled::Done)
    }

    /// The arguments of every stage.
    fn stage(&self) -> Command {
        let mut command = self.clang();
        command.args(self.line.flags()).arg("-Wno-unused-command-line-argument");
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
        let dependencies = &self.line.dependencies;
        let rules = dependencies.kind.as_ref().map(|kind| {
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
            (rules, self.dependency_file(&source.path))
        });
        let language = match (source.language, source.preprocessed) {
            (Language::C, false) => "c",
            (Language::Cxx, false) => "c++",
            (Language::C, true) => "cpp-output",
            (Language::Cxx, true) => "c++-cpp-output",
        };
        command.args(["-x", language]).arg(&source.path).arg("-o").arg(&file);
        self.run(&mut command)?;
        if self.line.prints_commands {
            return Ok(Vec::new());
        }
        if let Some((from, to)) = rules {
            self.copy_dependencies(&from, &to)?;
        }
        self.read(&file)
    }

    /// Runs the Ripple passes on a module, and compiles the result.
    fn finish(
        &mut self,
        (source, number): (&Source, usize),
        columns: &Columns,
        module: &Path,
        output: &Path,
    ) -> Result<(), Failed> {
        let transformed = self.scratch.file(&format!("{number}.out.ll"));
        let options = transform::RippleOptions {
            keeps_debug_info: self.line.debug || self.explained.is_some(),
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
        } else {
            let text = self.read(module)?;
            if self.explained.is_some() {
                return self.explain_module(text, (&source.path, columns), &options, &transformed);
            }
            let text = transform::transform(text, (&source.path, columns), &options, self.setup, self.stderr)
                .ok_or(Failed(1))?;
            self.write(&transformed, text.as_bytes())?;
        }
        let mut command = self.stage();
        command.args(&self.line.level);
        command.arg(if self.line.phase == Phase::Assembly { "-S" } else { "-c" });
        if self.line.emits_llvm {
            command.arg("-emit-llvm");
        }
        // The name of the module is the same in every run.
        command.args(["-x", "ir"]);
        match self.line.prints_commands {
            true => command.arg(&transformed),
            false => command.arg("-"),
        };
        command.arg("-o").arg(output);
        if !self.line.prints_commands {
            let input = std::fs::File::open(&transformed);
            command.stdin(
                input.map_err(|error| self.complain(&format!("cannot read what was written: {error}")))?,
            );
        }
        self.run(&mut command)
    }

    /// Collects what explains the accesses of a module.
    fn explain_module(
        &mut self,
        text: Vec<u8>,
        of: (&str, &Columns),
        options: &transform::RippleOptions,
        file: &Path,
    ) -> Result<(), Failed> {
        let input = String::from_utf8_lossy(&text).into_owned();
        let mut diagnostics = Vec::new();
        let llvm_ir = transform::transform(text, of, options, self.setup, &mut diagnostics);
        // A size that is exchanged already is not compared with others.
        let mut is_compared = !is_exchanged(&diagnostics);
        if let Some(explained) = &mut self.explained {
            explained.diagnostics.append(&mut diagnostics);
            is_compared &= explained.advise;
        }
        let compiled = self.compile_explained(llvm_ir.ok_or(Failed(1))?, file)?;
        let variants = if is_compared { self.variants(&input, of, options, file) } else { Vec::new() };
        if let Some(explained) = &mut self.explained {
            explained.modules.push(ExplainedModule { input, compiled, variants });
        }
        Ok(())
    }

    /// Compiles a module to assembly, for its explanation.
    fn compile_explained(&mut self, llvm_ir: String, file: &Path) -> Result<CompiledModule, Failed> {
        self.write(file, llvm_ir.as_bytes())?;
        let mut command = self.stage();
        // An iteration of a loop over blocks is a block.
        command.args(&self.line.level).args(["-S", "-mllvm", "-unroll-runtime=false"]);
        command.args(["-x", "ir"]).arg(file).args(["-o", "-"]);
        let assembly = self.run_quiet(&mut command)?;
        let assembly = String::from_utf8_lossy(&assembly).into_owned();
        Ok(CompiledModule { llvm_ir, assembly })
    }

    /// Compiles a module with other sizes of blocks, those that it can have.
    fn variants(
        &mut self,
        input: &str,
        of: (&str, &Columns),
        options: &transform::RippleOptions,
        file: &Path,
    ) -> Vec<((u64, u64), CompiledModule)> {
        let mut variants = Vec::new();
        for factor in FACTORS {
            let Some(text) = resized(input, factor) else { continue };
            let mut diagnostics = Vec::new();
            let text = transform::transform(text.into_bytes(), of, options, self.setup, &mut diagnostics);
            let Some(text) = text.filter(|_| !is_exchanged(&diagnostics)) else { continue };
            // A size that does not compile is not proposed.
            variants.extend(self.compile_explained(text, file).map(|compiled| (factor, compiled)));
        }
        variants
    }

    /// The files of libraries, those that are bitcode as text.
    fn libraries(&mut self) -> Result<Vec<String>, Failed> {
        let mut files = Vec::new();
        for (number, file) in self.line.libraries.iter().enumerate() {
            let path = self.path(file);
            let is_bitcode = std::fs::read(&path).is_ok_and(|bytes| bytes.starts_with(b"BC\xC0\xDE"));
            let name = path.display().to_string();
            if !is_bitcode && !name.contains([',', '"', '{', '}']) {
                files.push(name);
                continue;
            }
            if !is_bitcode {
                // The list of an option of a pass has no place for such a name.
                let ending = path.extension().unwrap_or_default().display();
                let copy = self.scratch.file(&format!("library-{number}.{ending}"));
                let text = self.read(&path)?;
                self.write(&copy, &text)?;
                files.push(copy.display().to_string());
                continue;
            }
            let text = self.scratch.file(&format!("library-{number}.ll"));
            let mut command = self.clang();
            command.args(["-S", "-emit-llvm", "-O1", "-Xclang", "-disable-llvm-passes", "-x", "ir"]);
            command
                .arg(&path)
                .arg("-o")
                .arg(&text)
                .args(["-Wno-override-module", "-Wno-unused-command-line-argument"]);
            self.run(&mut command)?;
            files.push(text.display().to_string());
        }
        Ok(files)
    }

    /// Compiles a source or another input with clang alone.
    ///
    /// # Errors
    ///
    /// If clang cannot be run, or fails.
    pub fn alone(&mut self, item: &Item, text: Option<&Path>, output: Option<&Path>) -> Result<(), Failed> {
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
        match text {
            Some(text) => command.args(["-x", "none"]).arg(text),
            None => push_item(&mut command, item),
        };
        if self.line.phase != Phase::Check {
            command.args(output.map(|_| "-o")).args(output);
        }
        self.run(&mut command)
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
        Item::Source(source) => {
            let language = match (source.language, source.preprocessed) {
                (Language::C, false) => "c",
                (Language::Cxx, false) => "c++",
                (Language::C, true) => "cpp-output",
                (Language::Cxx, true) => "c++-cpp-output",
            };
            command.args(["-x", language]).arg(&source.path)
        }
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
