//! `terrace explain --ripple`: the lowering of each memory access of a program that uses Ripple, with the
//! reason, as text, as JSON, or as a page next to the source.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use serde_json::Value;
use terrace_opt::output::write_file;
use terrace_opt::{Io, Setup, exit};

use super::super::explain_page::{escape, text_of};
use super::super::native::toolchain;
use super::command_line::{self, Item, Language, Phase};
use super::headers;
use super::stages::{Compiled, Failed, Stages};
use crate::process::Scratch;

/// The quality of an access's code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Grade {
    /// By vector accesses.
    Good,
    /// By more than one, under masks, or with a warning.
    Fair,
    /// By element extraction and insertion.
    Poor,
}

/// A diagnostic at a location.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Told {
    column: u64,
    severity: String,
    message: String,
}

impl Told {
    fn grade(&self) -> Grade {
        let has = |words: &[&str]| words.iter().any(|word| self.message.contains(word));
        match () {
            () if has(&["a gather of", "a scatter of", "a loop over", "is carried out for each element"]) => {
                Grade::Poor
            }
            () if self.severity != "remark" || has(&["masked", " loads of", " stores of"]) => Grade::Fair,
            () => Grade::Good,
        }
    }
}

/// The diagnostics of a file, by line.
type Lines = BTreeMap<u64, BTreeSet<Told>>;

/// Explains programs on any streams; the result is the exit code. Arguments are those of clang, with `--html=PATH` and
/// `--diagnostic-format=json`.
pub fn run(args: &[String], io: Io<'_>, setup: &Setup) -> u8 {
    let Io { stdout, stderr, cwd, color, .. } = io;
    let (mut html, mut json, mut rest) = (None, false, Vec::new());
    for arg in args {
        match arg.strip_prefix("--html=") {
            Some(path) => html = Some(path.to_owned()),
            None if arg == "--diagnostic-format=json" => json = true,
            None => rest.push(arg.clone()),
        }
    }
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
        explained: Some(Vec::new()),
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
    let reported = stages.explained.take().unwrap_or_default();
    let (stdout, stderr) = (stages.stdout, stages.stderr);
    let output = line.output.as_deref().unwrap_or("-");
    if json {
        return match write_file(output, &reported, stdout, cwd) {
            Ok(()) => code,
            Err(message) => complain(stderr, setup, &message),
        };
    }
    let files = collect(&reported, stderr);
    let written = match html {
        Some(path) => write_file(&path, as_page(&files, cwd).as_bytes(), stdout, cwd),
        None => write_file(output, as_text(&files, cwd).as_bytes(), stdout, cwd),
    };
    match written {
        Ok(()) => code,
        Err(message) => complain(stderr, setup, &message),
    }
}

fn complain(stderr: &mut dyn Write, setup: &Setup, message: &str) -> u8 {
    // There is nowhere left to complain to.
    let _ = writeln!(stderr, "{}: error: {message}", setup.name);
    exit::REFUSED
}

/// Remarks and warnings by files and lines; errors are printed.
fn collect(reported: &[u8], stderr: &mut dyn Write) -> BTreeMap<String, Lines> {
    let mut files: BTreeMap<String, Lines> = BTreeMap::new();
    for line in String::from_utf8_lossy(reported).lines() {
        let Ok(diag) = serde_json::from_str::<Value>(line) else {
            let _ = writeln!(stderr, "{line}");
            continue;
        };
        let at = &diag["location"];
        let text = |value: &Value| text_of(value).to_owned();
        let (file, message) = (text(&at["file"]), text(&diag["message"]));
        let number = |value: &Value| value.as_u64().unwrap_or_default();
        let (line, column) = (number(&at["start"]["line"]), number(&at["start"]["column"]));
        let severity = text(&diag["severity"]);
        if severity == "error" {
            let _ = writeln!(stderr, "{file}:{line}:{column}: error: {message}");
            continue;
        }
        let message = message.strip_suffix(" [ripple-access]").unwrap_or(&message).to_owned();
        files.entry(file).or_default().entry(line).or_default().insert(Told { column, severity, message });
    }
    files
}

fn source_of(file: &str, cwd: &Path) -> String {
    std::fs::read(cwd.join(file)).map(|text| String::from_utf8_lossy(&text).into_owned()).unwrap_or_default()
}

/// Returns the numbers of accesses and calls of each grade.
fn summary(lines: &Lines) -> String {
    let mut counts = [0; 3];
    for told in lines.values().flatten() {
        counts[told.grade() as usize] += 1;
    }
    let [good, fair, poor] = counts;
    format!(
        "{good} by one vector access, {fair} by several, under masks or with a warning, {poor} element by element"
    )
}

fn as_text(files: &BTreeMap<String, Lines>, cwd: &Path) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    for (file, lines) in files {
        let source = source_of(file, cwd);
        let source: Vec<&str> = source.lines().collect();
        for (line, told) in lines {
            let text = source.get((*line as usize).wrapping_sub(1)).map_or("", |text| text.trim());
            let _ = writeln!(out, "{file}:{line}: {text}");
            for Told { column, severity, message } in told {
                let warning = if severity == "remark" { "" } else { "warning: " };
                let _ = writeln!(out, "  {column}: {warning}{message}");
            }
        }
        let _ = writeln!(out, "{file}: {}", summary(lines));
    }
    out
}

const HEAD: &str = "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><style>
body { font: 14px sans-serif; margin: 1.5em; } table { border-collapse: collapse; }
td { vertical-align: top; padding: 0 .8em; } td.n { color: #888; text-align: right; } td.s { white-space: pre; font-family: monospace; }
tr.good td.s { background: #e4f5e4; } tr.fair td.s { background: #fdf3d0; } tr.poor td.s { background: #fbdcd6; }
td.t p { margin: 0 0 .2em; } .good { background: #e4f5e4; } .fair { background: #fdf3d0; } .poor { background: #fbdcd6; }
</style>";

/// Returns a self-contained page: the sources, with the diagnostics next to each line.
fn as_page(files: &BTreeMap<String, Lines>, cwd: &Path) -> String {
    let class = |grade: Grade| match grade {
        Grade::Good => "good",
        Grade::Fair => "fair",
        Grade::Poor => "poor",
    };
    let title = files.keys().next().map_or("Ripple", String::as_str);
    let mut out = format!("{HEAD}<title>{}</title></head><body>\n", escape(title));
    // Writing to a string does not fail.
    for (file, lines) in files {
        let _ = writeln!(out, "<h1>{}</h1>\n<p>{}</p>\n<table>", escape(file), escape(&summary(lines)));
        for (number, text) in source_of(file, cwd).lines().enumerate() {
            let told = lines.get(&(number as u64 + 1));
            let worst = told.and_then(|told| told.iter().map(Told::grade).max());
            let row = worst.map_or(String::new(), |grade| format!(" class=\"{}\"", class(grade)));
            let _ = write!(
                out,
                "<tr{row}><td class=\"n\">{}</td><td class=\"s\">{}</td><td class=\"t\">",
                number + 1,
                escape(text)
            );
            for told in told.into_iter().flatten() {
                let _ = write!(out, "<p class=\"{}\">{}</p>", class(told.grade()), escape(&told.message));
            }
            out.push_str("</td></tr>\n");
        }
        out.push_str("</table>\n");
    }
    out.push_str("</body></html>\n");
    out
}
