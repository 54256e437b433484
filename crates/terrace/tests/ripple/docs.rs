//! Compiles and runs the programs of the pages about Ripple.

use std::path::Path;
use std::process::Command;

use terrace::tools::native::toolchain::clang;
use terrace::tools::process::Scratch;
use terrace::tools::ripple;
use terrace_filetest::harness::Test;

use crate::setup::compile;

/// The programs of a page: their languages and texts.
fn programs(page: &str) -> Vec<(ripple::Language, String)> {
    let mut programs = Vec::new();
    let mut open: Option<(ripple::Language, String)> = None;
    for line in page.lines() {
        // The name of a file may follow the language.
        match (&mut open, line.split(' ').next().filter(|_| line.starts_with("```")).unwrap_or(line)) {
            (None, "```c") => open = Some((ripple::Language::C, String::new())),
            (None, "```c++") => open = Some((ripple::Language::Cxx, String::new())),
            (Some(_), "```") => programs.extend(open.take()),
            (Some((_, text)), _) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, _) => {}
        }
    }
    programs
}

/// A test for each program of the pages; those that others are compared with are compiled by the commands of a page alone.
pub(crate) fn tests() -> impl Iterator<Item = Test> {
    ["use/ripple.md", "use/fast-kernels.md", "reference/ripple.md"].into_iter().flat_map(|page| {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let programs = programs(&std::fs::read_to_string(docs.join(page)).expect("the page is there"));
        assert!(programs.len() >= 2, "{page} has programs");
        let with_ripple = programs.into_iter().filter(|(_, text)| text.contains("ripple"));
        with_ripple.enumerate().map(move |(number, (language, text))| {
            let run =
                move || Ok(["-O0", "-O2"].iter().try_for_each(|level| check(language, &text, level))?);
            Test::new(&format!("program_{number}_of_{page}"), run).needs(clang())
        })
    })
}

/// Compiles a program, and runs it if it has a main function.
fn check(language: ripple::Language, text: &str, level: &str) -> Result<(), String> {
    let has_main = text.contains("int main(");
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let ending = if language == ripple::Language::C { "c" } else { "cpp" };
    let source = scratch.write(&format!("program.{ending}"), text).map_err(|error| error.to_string())?;
    let output = scratch.file("program");
    let words = [level, "-Wall", "-Wextra", "-Werror", "-o"].map(str::to_owned);
    let paths = [output.display().to_string(), source.display().to_string(), "-lm".to_owned()];
    let kind = if has_main { None } else { Some("-c".to_owned()) };
    let args: Vec<String> = words.into_iter().chain(paths).chain(kind).collect();
    let (code, _, said) = compile(&args, language);
    if code != 0 {
        return Err(format!("it does not compile at {level}:\n{said}"));
    }
    if has_main {
        let status = Command::new(&output).status().map_err(|error| error.to_string())?;
        if !status.success() {
            return Err(format!("at {level} it ends with {status}"));
        }
    }
    Ok(())
}
