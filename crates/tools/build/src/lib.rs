//! For build scripts: compiles MLIR, and C and C++ with Ripple, into a Rust program, with bindings.
//!
//! [`Mlir`] compiles files of MLIR, [`Ripple`] sources in C or C++ that use Ripple. Each writes a static library, tells
//! Cargo to link it, and writes `NAME.rs` with its functions to the directory `OUT_DIR`, for
//! `include!(concat!(env!("OUT_DIR"), "/NAME.rs"))`.
//!
//! The crate calls the program `terrace`, that of the environment's `TERRACE` or the first in the path, which needs
//! clang; and `ar`, or the program of the environment's `AR`. The map: [`bindings`] writes Rust for C declarations.
//!
//! A failure ends the build script with a message, as build scripts do.

#![forbid(unsafe_code)]

mod bindings;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};

/// Files of MLIR, compiled to a static library.
#[derive(Debug)]
pub struct Mlir {
    name: String,
    files: Vec<PathBuf>,
    level: String,
    flags: Vec<String>,
}

impl Mlir {
    /// A library with a name, and no file yet.
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), files: Vec::new(), level: "2".to_owned(), flags: Vec::new() }
    }

    /// Adds a file of MLIR. Functions with the attribute `llvm.emit_c_interface` are in the bindings.
    #[must_use]
    pub fn file(mut self, path: impl Into<PathBuf>) -> Self {
        self.files.push(path.into());
        self
    }

    /// Sets how much clang optimizes, from 0 to 3; 2 otherwise.
    #[must_use]
    pub fn optimize(mut self, level: u8) -> Self {
        self.level = level.to_string();
        self
    }

    /// Adds a flag of `terrace opt`, a pass that comes before the program is lowered.
    #[must_use]
    pub fn flag(mut self, flag: &str) -> Self {
        self.flags.push(flag.to_owned());
        self
    }

    /// Compiles the files to the library. Ends the process if that fails.
    pub fn compile(self) {
        orderly(self.try_compile());
    }

    fn try_compile(self) -> Result<(), String> {
        let build = Build::new()?;
        let machine = [format!("--opt={}", self.level), format!("--target={}", build.target)];
        let mut objects = vec![build.out.join(format!("{}-runtime.o", self.name))];
        build.terrace(&["compile", "--runtime", "-o"], &objects[..1], &machine)?;
        let mut declarations = String::new();
        for file in &self.files {
            let object = build.object(&self.name, file);
            let header = object.with_extension("h");
            let mut flags = vec![format!("--header={}", header.display())];
            flags.extend(machine.iter().chain(&self.flags).cloned());
            println!("cargo:rerun-if-changed={}", file.display());
            build.terrace(&["compile"], &[file.clone(), "-o".into(), object.clone()], &flags)?;
            declarations += &read(&header)?;
            objects.push(object);
        }
        let has_libm = build.target.contains("linux");
        build.library(&self.name, &objects, &declarations)?;
        if has_libm {
            println!("cargo:rustc-link-lib=m");
        }
        Ok(())
    }
}

/// Sources in C or C++ that use Ripple, compiled to a static library.
#[derive(Debug)]
pub struct Ripple {
    name: String,
    files: Vec<PathBuf>,
    headers: Vec<PathBuf>,
    flags: Vec<String>,
}

impl Ripple {
    /// A library with a name, and no file yet.
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), files: Vec::new(), headers: Vec::new(), flags: Vec::new() }
    }

    /// Adds a source: in C if its name ends in `.c`, otherwise in C++.
    #[must_use]
    pub fn file(mut self, path: impl Into<PathBuf>) -> Self {
        self.files.push(path.into());
        self
    }

    /// Adds a header in C whose functions are in the bindings. Their types are numbers, pointers to them, and structures
    /// of both.
    #[must_use]
    pub fn header(mut self, path: impl Into<PathBuf>) -> Self {
        self.headers.push(path.into());
        self
    }

    /// Adds a flag of clang, such as `-O3` or `-march=native`.
    #[must_use]
    pub fn flag(mut self, flag: &str) -> Self {
        self.flags.push(flag.to_owned());
        self
    }

    /// Compiles the sources to the library. Ends the process if that fails.
    pub fn compile(self) {
        orderly(self.try_compile());
    }

    fn try_compile(self) -> Result<(), String> {
        let build = Build::new()?;
        let (mut objects, mut declarations) = (Vec::new(), String::new());
        for file in &self.files {
            let object = build.object(&self.name, file);
            let compiler =
                if file.extension().is_some_and(|end| end == "c") { "ripple-cc" } else { "ripple-c++" };
            let mut flags = vec![format!("--target={}", build.target), "-fPIC".to_owned()];
            flags.extend(self.flags.iter().cloned());
            println!("cargo:rerun-if-changed={}", file.display());
            let files = [file.clone(), "-o".into(), object.clone()];
            build.terrace(&[compiler, "-c"], &files, &flags)?;
            objects.push(object);
        }
        for header in &self.headers {
            println!("cargo:rerun-if-changed={}", header.display());
            declarations += &read(header)?;
        }
        build.library(&self.name, &objects, &declarations)
    }
}

/// The surroundings of a build script.
struct Build {
    out: PathBuf,
    target: String,
    program: String,
}

impl Build {
    fn new() -> Result<Self, String> {
        let variable = |name: &str| {
            std::env::var(name).map_err(|_| format!("{name} is not set: this is for build scripts of Cargo"))
        };
        for name in ["TERRACE", "TERRACE_CLANG", "PATH", "AR"] {
            println!("cargo:rerun-if-env-changed={name}");
        }
        let program = std::env::var("TERRACE").unwrap_or_else(|_| "terrace".to_owned());
        let target = clang_target(&variable("TARGET")?);
        Ok(Self { out: PathBuf::from(variable("OUT_DIR")?), target, program })
    }

    /// The object file of a source of a library.
    fn object(&self, library: &str, source: &Path) -> PathBuf {
        let stem = source.file_stem().map_or("".into(), OsStr::to_string_lossy);
        self.out.join(format!("{library}-{stem}.o"))
    }

    /// Runs the program `terrace`.
    fn terrace(&self, command: &[&str], files: &[PathBuf], flags: &[String]) -> Result<(), String> {
        run(Command::new(&self.program).args(command).args(files).args(flags))
    }

    /// Writes the library and its bindings, and tells Cargo to link it.
    fn library(&self, name: &str, objects: &[PathBuf], declarations: &str) -> Result<(), String> {
        let archive = self.out.join(format!("lib{name}.a"));
        // `ar` adds to an archive that is there.
        if archive.exists() {
            std::fs::remove_file(&archive).map_err(|error| at(&archive, &error))?;
        }
        let ar = std::env::var("AR").unwrap_or_else(|_| "ar".to_owned());
        run(Command::new(ar).arg("crs").arg(&archive).args(objects))?;
        let path = self.out.join(format!("{name}.rs"));
        std::fs::write(&path, bindings::rust(declarations)?).map_err(|error| at(&path, &error))?;
        println!("cargo:rustc-link-search=native={}", self.out.display());
        println!("cargo:rustc-link-lib=static={name}");
        Ok(())
    }
}

/// Clang's name of a target of Rust.
fn clang_target(target: &str) -> String {
    target.replace("-unknown-linux", "-linux")
}

fn at(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| at(path, &error))
}

/// Runs a program, whose messages are shown; an error unless it succeeds.
fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{program}: {status}: {command:?}")),
        Err(error) if program == "terrace" => {
            Err(format!("terrace: {error}; `cargo install terrace-cli` installs it, TERRACE names another"))
        }
        Err(error) => Err(format!("{program}: {error}")),
    }
}

/// Ends the build script with the message of an error.
fn orderly(result: Result<(), String>) {
    if let Err(message) = result {
        eprintln!("error: {message}");
        exit(1);
    }
}
