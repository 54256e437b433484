//! Discovery and invocation of clang.

use std::path::{Path, PathBuf};
use std::process::Command;

use terrace_opt::Setup;

/// The names of clang that are looked for, the best first.
const NAMES: [&str; 4] = ["clang-22", "clang-21", "clang-20", "clang"];
/// The variable that names another one.
const VARIABLE: &str = "TERRACE_CLANG";

/// Returns the path of clang, as terrace looks for it.
///
/// # Errors
///
/// If it is not found; the message explains how to install it.
pub fn clang() -> Result<PathBuf, String> {
    find(VARIABLE)
}

/// Returns the path of clang for a tool: its own variable comes first, as `OPS_CLANG` for the tool `ops`.
///
/// # Errors
///
/// If it is not found; the message explains how to install it.
pub fn clang_of(setup: &Setup) -> Result<PathBuf, String> {
    find(&setup.variable("CLANG"))
}

fn find(variable: &str) -> Result<PathBuf, String> {
    let given = |name: &str| std::env::var_os(name).filter(|path| !path.is_empty());
    if let Some(path) = given(variable).or_else(|| given(VARIABLE)) {
        return Ok(path.into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = NAMES.iter().find_map(|name| {
        std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| is_program(file))
    });
    found.ok_or_else(|| {
        format!("machine code needs clang of LLVM 20 or later, and none was found: install clang-22, or set {variable}")
    })
}

/// Returns the path of another program of the LLVM that a clang belongs to; `None` if it is not installed. It is next to
/// clang, or has the same version in its name.
pub fn beside(clang: &Path, name: &str) -> Option<PathBuf> {
    let on_path = |name: &Path| {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| is_program(file))
    };
    let found = if is_program(clang) { clang.to_owned() } else { on_path(clang)? };
    let version = found.file_name()?.to_str()?.strip_prefix("clang")?;
    let versioned = format!("{name}{version}");
    let next_to_it = [found.canonicalize().ok()?.with_file_name(name), found.with_file_name(&versioned)];
    next_to_it.into_iter().find(|file| is_program(file)).or_else(|| on_path(Path::new(&versioned)))
}

fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// Runs clang.
///
/// # Errors
///
/// If it fails, with its error output.
pub fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("cannot run '{name}': {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("'{name}' failed:\n{}", said.trim_end()))
}
