//! `compare-bufferize`: generated functions on tensors, analyzed and bufferized here and by mlir-opt; `compare-buffers`:
//! generated programs on buffers, freed and placed; `compare-transform`: generated scripts, run and verified.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use terrace::tools::process::{Scratch, wait};

use crate::args::Args;
use crate::differences::{Case, Class, Judge};
use crate::runs::{BY_SCRIPTS, OF_SCRIPTS, ON_BUFFERS, Run, TO_BUFFERS};

/// A set of generated programs, and the runs in which both programs have to agree on them.
struct Suite {
    /// The text of a seed.
    text: fn(u64) -> String,
    runs: &'static [Run],
    /// Whether buffers are placed and freed: then ours may take what mlir-opt refuses, and differences are explained.
    frees: bool,
}

const BUFFERIZE: Suite =
    Suite { text: terrace_progen::bufferization::functions, runs: TO_BUFFERS, frees: false };

/// One program of three has circles in its graphs of blocks, which mlir-opt mostly refuses.
const BUFFERS: Suite = Suite {
    text: |seed| terrace_progen::deallocation::program(seed, seed.is_multiple_of(3), false),
    runs: ON_BUFFERS,
    frees: true,
};

/// Programs with the scripts that transform them.
const TRANSFORM: Suite = Suite {
    text: |seed| {
        terrace_progen::kind("scripts")
            .map_or_else(String::new, |kind| terrace_progen::program(kind, seed, &|_| true))
    },
    runs: BY_SCRIPTS,
    frees: false,
};

/// Scripts that are taken or refused.
const VERDICTS: Suite =
    Suite { text: terrace_progen::script_verdicts::script, runs: OF_SCRIPTS, frees: false };

/// `compare-transform`; whether nothing differs.
pub(crate) fn transform(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let scripts = compare(&TRANSFORM, rest)?;
    // Kinds are of programs.
    if rest.iter().any(|arg| arg == "--kind") {
        return Ok(scripts);
    }
    Ok(compare(&VERDICTS, rest)? && scripts)
}

/// `compare-bufferize`; whether nothing differs.
pub(crate) fn bufferize(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    compare(&BUFFERIZE, rest)
}

/// `compare-buffers`; whether nothing differs.
pub(crate) fn buffers(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    compare(&BUFFERS, rest)
}

/// The prefixes of pipelines that free all buffers.
const FREES: [&str; 1] = ["--buffer-deallocation-pipeline"];

/// The counts of all texts.
#[derive(Default)]
struct Counts {
    /// Texts that mlir-opt accepts.
    taken: usize,
    equal: usize,
    refused_by_both: usize,
    refused_there: usize,
    refused_here: usize,
    died_there: usize,
    died_here: usize,
    /// Outputs from here that the checker of deallocation does not like, or that fail in one of a few runs.
    reported: usize,
    /// The differences by class.
    classes: BTreeMap<Class, usize>,
}

impl Counts {
    /// Counts two outputs, which are empty where a program was refused and missing where one died; whether they differ.
    fn add(&mut self, ours: Option<&str>, theirs: Option<&str>, more: bool) -> bool {
        let Some(theirs) = theirs else {
            // There is nothing to compare with.
            self.died_there += 1;
            self.died_here += usize::from(ours.is_none());
            return ours.is_none();
        };
        let Some(ours) = ours else {
            self.died_here += 1;
            return true;
        };
        match (ours.is_empty(), theirs.is_empty()) {
            (true, true) => self.refused_by_both += 1,
            (false, true) => {
                self.refused_there += 1;
                return !more;
            }
            (true, false) => {
                self.taken += 1;
                self.refused_here += 1;
            }
            (false, false) => {
                self.taken += 1;
                self.equal += usize::from(ours == theirs);
            }
        }
        ours != theirs
    }

    fn print(&self, what: &str) {
        println!(
            "{what}: {} of {} that mlir-opt takes are equal ({:.2} %); refused: {} by both, {} there alone, {} here \
             alone; died: {} there, {} here",
            self.equal,
            self.taken,
            100.0 * self.equal as f64 / self.taken.max(1) as f64,
            self.refused_by_both,
            self.refused_there,
            self.refused_here,
            self.died_there,
            self.died_here
        );
        for (class, count) in &self.classes {
            println!("  {count} differ: {}", class.text());
        }
        if self.reported > 0 {
            println!("  {} outputs from here are wrong when checked or run", self.reported);
        }
    }
}

fn compare(suite: &Suite, rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(
        rest,
        &["--peers", "--cand", "--kind", "--programs", "--seed", "--show", "--only"],
        &["--list"],
    )?;
    let peers = args.value("--peers").unwrap_or("/usr/lib/llvm-{}/bin/mlir-opt");
    let cand = args.value("--cand").unwrap_or("target/debug/terrace-opt");
    let number = |name: &str, default: u64| args.value(name).map_or(Ok(default), str::parse);
    let (programs, seed, show) = (number("--programs", 1000)?, number("--seed", 1)?, number("--show", 3)?);
    // Programs of a kind that all passes are checked with: then ours may take what mlir-opt refuses.
    let kind = args.value("--kind").filter(|_| !suite.frees).map(|name| {
        terrace_progen::kind(name).ok_or_else(|| format!("there is no kind of programs '{name}'"))
    });
    let kind = kind.transpose()?;
    let text = |seed: u64| match kind {
        Some(kind) => terrace_progen::program(kind, seed, &|_| true),
        None => (suite.text)(seed),
    };
    let more = suite.frees || kind.is_some();
    // mlir-opt does not know that iterations of scf.parallel write at the same time, and takes the region of an op that it
    // does not know for a graph.
    let is_known = |text: &String| {
        kind.is_none() || !["scf.parallel", "\"test."].iter().any(|unlike| text.contains(unlike))
    };
    let all_texts = (0..programs).map(|i| text(seed.wrapping_mul(1 << 32).wrapping_add(i)));
    let texts: Vec<String> = all_texts.filter(is_known).collect();
    let scratch = Scratch::new()?;
    let file = scratch.file("programs.mlir");
    let mut all = true;
    let only = args.value("--only").unwrap_or("");
    let exactly = suite.runs.iter().any(|(what, ..)| *what == only);
    let judge = suite.frees.then(Judge::new);
    for &(what, version, passes) in suite.runs {
        if !what.contains(only) || exactly && what != only {
            continue;
        }
        let peer = peers.replace("{}", &version.to_string());
        if !Path::new(&peer).exists() {
            println!("{what}: not compared, there is no {peer}");
            continue;
        }
        let ours = outputs(cand, &[&["--match-upstream"], passes].concat(), &texts, &file)?;
        let theirs = outputs(&peer, passes, &texts, &file)?;
        let mut counts = Counts::default();
        let mut shown = 0;
        for (i, text) in texts.iter().enumerate() {
            let difference = counts.add(ours[i].as_deref(), theirs[i].as_deref(), more);
            if let Some((judge, ours)) =
                judge.as_ref().zip(ours[i].as_deref()).filter(|(_, ours)| !ours.is_empty())
                && let Some(message) =
                    FREES.iter().any(|flag| passes[0].starts_with(flag)).then(|| judge.report(ours)).flatten()
            {
                counts.reported += 1;
                if args.flag("--list") {
                    println!("program {i}: WRONG HERE: {message}");
                }
            }
            if !difference {
                continue;
            }
            let (ours, theirs) = (ours[i].as_deref(), theirs[i].as_deref());
            let class = match (&judge, ours, theirs) {
                (Some(judge), Some(ours), Some(theirs)) => {
                    let alone = || outputs(&peer, passes, std::slice::from_ref(text), &file).ok()?.pop()?;
                    judge.class(&Case { program: text, passes, ours, theirs }, alone)
                }
                _ => Class::Unknown,
            };
            if args.flag("--list") {
                println!("program {i}: {}", class.text());
            }
            if class.is_open() && shown < show {
                shown += 1;
                let text_of = |output: Option<&str>| output.unwrap_or("(died)").to_owned();
                println!("program {i}:\n{text}{}", difference_of(&text_of(ours), &text_of(theirs)));
            }
            *counts.classes.entry(class).or_default() += 1;
        }
        counts.print(what);
        all &= counts.classes.keys().all(|class| !class.is_open()) && counts.reported == 0;
    }
    Ok(all)
}

/// The outputs of a program for each text; `None` for those that it crashes on.
fn outputs(
    program: &str,
    passes: &[&str],
    texts: &[String],
    file: &Path,
) -> Result<Vec<Option<String>>, Box<dyn Error>> {
    let out = file.with_extension("out");
    // `None` if the program was killed: then it has no exit code.
    let run = |texts: &[String]| -> Result<Option<Vec<String>>, Box<dyn Error>> {
        std::fs::write(file, texts.join("// -----\n"))?;
        // Crash reports are disabled, since they are slow.
        let mut command = Command::new(program);
        command.env("LLVM_DISABLE_SYMBOLIZATION", "1").arg(file).arg("--split-input-file").args(passes);
        command.stdout(std::fs::File::create(&out)?).stderr(Stdio::null());
        let mut child = command.spawn()?;
        // One that does not end is killed.
        let limit = LIMIT + LIMIT_OF_TEXT * u32::try_from(texts.len())?;
        let code = wait(&mut child, limit)?.and_then(|status| status.code());
        let text = String::from_utf8_lossy(&std::fs::read(&out)?).into_owned();
        let parts: Vec<String> = text.split("// -----\n").map(|part| steady(part.trim())).collect();
        Ok((code.is_some() && parts.len() == texts.len()).then_some(parts))
    };
    let mut all: Vec<Option<String>> = Vec::with_capacity(texts.len());
    let mut pending: Vec<&[String]> = texts.chunks(100).rev().collect();
    while let Some(some) = pending.pop() {
        match run(some)? {
            Some(parts) => all.extend(parts.into_iter().map(Some)),
            None if some.len() == 1 => all.push(None),
            None => {
                let (first, rest) = some.split_at(some.len() / 2);
                pending.extend([rest, first]);
            }
        }
    }
    Ok(all)
}

/// A text with the globals of constants in an order, and without their numbers: both depend on where mlir-opt has the
/// functions in its memory.
fn steady(text: &str) -> String {
    const NAME: &str = "@__constant_";
    if !text.contains(NAME) {
        return text.to_owned();
    }
    let (mut globals, mut others) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let Some((before, name)) = line.split_once(NAME) else {
            others.push(line.to_owned());
            continue;
        };
        let end = name.find(' ').unwrap_or(name.len());
        let (name, behind) = name.split_at(end);
        let (stem, number) = name.rsplit_once('_').unwrap_or((name, "none"));
        let stem = if number.bytes().all(|c| c.is_ascii_digit()) { stem } else { name };
        let line = format!("{before}{NAME}{stem}{behind}");
        if before.contains("memref.global ") { globals.push(line) } else { others.push(line) }
    }
    globals.sort();
    globals.extend(others);
    globals.join("\n")
}

/// The time limit of a run, and its increase for each text.
const LIMIT: Duration = Duration::from_secs(4);
const LIMIT_OF_TEXT: Duration = Duration::from_millis(40);

/// The first lines that differ.
fn difference_of(ours: &str, theirs: &str) -> String {
    let (mut a, mut b) = (ours.lines(), theirs.lines());
    let mut out = String::new();
    loop {
        match (a.next(), b.next()) {
            (None, None) => return out,
            (x, y) if x == y => {}
            (x, y) => {
                let _ =
                    writeln!(out, "here:  {}\nthere: {}", x.unwrap_or("(nothing)"), y.unwrap_or("(nothing)"));
                return out;
            }
        }
    }
}
