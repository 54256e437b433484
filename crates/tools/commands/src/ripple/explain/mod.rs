//! `terrace explain --ripple`: the lowering of each memory access of a program that uses Ripple, with the
//! reason and an estimate of its cost, as text, as JSON, or as a page next to the source.
//!
//! [`mod@collect`] takes what the passes tell of accesses, [`remarks`], [`assembly`] reads what clang compiles the result to, [`cost`]
//! estimates its cycles, by llvm-mca or by the table of [`classes`], [`report`] puts all that together by lines, [`advise`] compares sizes of blocks,
//! [`text`], [`json`] and [`page`] show it.

mod advise;
mod assembly;
mod classes;
mod collect;
mod cost;
mod json;
mod page;
mod remarks;
mod report;
mod text;

use std::io::Write;
use std::path::Path;

use terrace_opt::output::write_file;
use terrace_opt::{Io, Setup, exit};

use super::super::native::toolchain;
use super::command_line::{self, Item, Language, Phase};
use super::explained::{CompiledModule, Explained};
use super::headers;
use super::sizes::sized_functions;
use super::stages::{Compiled, Failed, Stages};
use crate::process::Scratch;

use advise::{Variant, advice};
use assembly::Assembly;
use collect::collect;
use cost::{Target, estimate, estimate_by_table};
use json::as_json;
use page::as_page;
use report::{Advice, Program, Report};
use text::{Shown, as_text};

/// The options of the command; the other arguments are those of clang.
struct ExplainOptions {
    html: Option<String>,
    json: bool,
    by_table: bool,
    advise: bool,
    shown: Shown,
}

impl ExplainOptions {
    /// Takes the options out of arguments, and returns the others.
    ///
    /// # Errors
    ///
    /// If an option has an unknown value.
    fn parse(args: &[String]) -> Result<(Self, Vec<String>), String> {
        let shown = Shown { by_cost: true, assembly: false };
        let mut options = Self { html: None, json: false, by_table: false, advise: false, shown };
        let mut rest = Vec::new();
        for arg in args {
            if let Some(path) = arg.strip_prefix("--html=") {
                options.html = Some(path.to_owned());
                continue;
            }
            match arg.as_str() {
                "--diagnostic-format=json" => options.json = true,
                "--sort=cost" => options.shown.by_cost = true,
                "--sort=source" => options.shown.by_cost = false,
                "--estimate=llvm-mca" => options.by_table = false,
                "--estimate=table" => options.by_table = true,
                "--advise" => options.advise = true,
                "--assembly" => options.shown.assembly = true,
                other if other.starts_with("--sort=") => {
                    return Err(format!("'{other}': lines are sorted by 'cost' or as in the 'source'"));
                }
                other if other.starts_with("--estimate=") => {
                    return Err(format!("'{other}': cycles are estimated by 'llvm-mca' or by a 'table'"));
                }
                other => rest.push(other.to_owned()),
            }
        }
        Ok((options, rest))
    }
}

/// Explains programs on any streams; the result is the exit code. Arguments are those of clang, with some
/// about the report.
pub fn run(args: &[String], io: Io<'_>, setup: &Setup) -> u8 {
    let Io { stdout, stderr, cwd, color, .. } = io;
    let (options, mut rest) = match ExplainOptions::parse(args) {
        Ok(parsed) => parsed,
        Err(message) => {
            complain(stderr, setup, &message);
            return exit::WRONG_COMMAND_LINE;
        }
    };
    // Nothing is linked, however many sources there are.
    rest.push("-c".to_owned());
    let is_cxx = |arg: &String| [".cpp", ".cc", ".cxx", ".C"].iter().any(|ending| arg.ends_with(ending));
    let language = if rest.iter().any(is_cxx) { Language::Cxx } else { Language::C };
    let prepared = command_line::parse(&rest, language, cwd).and_then(|line| {
        if line.sources().next().is_none() || line.phase != Phase::Object {
            return Err("--ripple expects sources in C or C++".to_owned());
        }
        let clang = toolchain::clang_of(setup)?;
        let scratch = Scratch::new()?;
        let headers = headers::write(&scratch)?;
        Ok((line, clang, scratch, headers))
    });
    let (line, clang, scratch, headers) = match prepared {
        Ok(prepared) => prepared,
        Err(message) => {
            complain(stderr, setup, &message);
            return exit::WRONG_COMMAND_LINE;
        }
    };
    let mut stages = Stages {
        clang,
        driver: language,
        line: &line,
        scratch: &scratch,
        headers,
        cwd,
        color,
        setup,
        stdout,
        stderr,
        explained: Some(Explained { advise: options.advise, ..Explained::default() }),
        columns: std::cell::RefCell::default(),
    };
    let mut code = 0;
    for (number, item) in line.items.iter().enumerate() {
        let Item::Source(source) = item else { continue };
        match stages.source(source, number, Path::new("")) {
            Ok(Compiled::Done) => {}
            Ok(Compiled::Plain(_)) => {
                // There is nowhere left to complain to.
                let _ = writeln!(stages.stderr, "{}: the program does not use Ripple", source.path);
            }
            Err(Failed(failed)) => code = failed,
        }
    }
    let Some(Explained { diagnostics, modules, .. }) = stages.explained.take() else { return code };
    let (stdout, stderr, clang) = (stages.stdout, stages.stderr, stages.clang);
    let programs: Vec<Program> =
        modules.iter().map(|module| program(&module.compiled, &clang, options.by_table)).collect();
    let advice = modules.iter().zip(&programs).flat_map(|(module, base)| {
        let variants = module.variants.iter();
        let variants = variants.map(|(factor, compiled)| Variant {
            factor: *factor,
            program: program(compiled, &clang, options.by_table),
        });
        advice(base, &sized_functions(&module.input), &variants.collect::<Vec<_>>())
    });
    let advice: Vec<Advice> = advice.collect();
    let output = options.html.as_deref().or(line.output.as_deref()).unwrap_or("-");
    let files = collect(&diagnostics, stderr);
    let report = Report::new(files, programs, advice, cwd);
    let text = match () {
        () if options.json => [&diagnostics[..], as_json(&report).as_bytes()].concat(),
        () if options.html.is_some() => as_page(&report).into_bytes(),
        () => as_text(&report, options.shown).into_bytes(),
    };
    match write_file(output, &text, stdout, cwd) {
        Ok(()) => code,
        Err(message) => complain(stderr, setup, &message),
    }
}

/// Estimates the cycles of a module.
fn program(module: &CompiledModule, clang: &Path, by_table: bool) -> Program {
    let assembly = Assembly::parse(&module.assembly);
    let estimates = match by_table {
        true => estimate_by_table(&assembly),
        false => estimate(&assembly, &Target::of_module(&module.llvm_ir), clang),
    };
    Program { assembly, estimates }
}

fn complain(stderr: &mut dyn Write, setup: &Setup, message: &str) -> u8 {
    // There is nowhere left to complain to.
    let _ = writeln!(stderr, "{}: error: {message}", setup.name);
    exit::REFUSED
}
