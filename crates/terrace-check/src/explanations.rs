//! Whether `explain` says the truth: its remarks stand for every allocation and every copy of the output, each once, and for
//! nothing else; and the edits that it offers do what it promises.
//!
//! The output is what `--one-shot-bufferize --canonicalize --cse --canonicalize` prints without an explanation: allocations and copies are
//! counted in its text.

use std::path::Path;
use std::sync::Arc;

use terrace_asm::PrintOptions;
use terrace_bufferize::advice::Edit;
use terrace_bufferize::passes::explained::{Explained, Offer, explain_one_shot_bufferize};
use terrace_bufferize::passes::one_shot::{OPTIONS, read_options};
use terrace_diag::Property;
use terrace_ir::Diag;
use terrace_pass::{Manager, ManagerOptions};

use crate::judge::{Bench, Start, print};

/// The options that programs are bufferized with, in turn.
pub const OPTION_SETS: &[&str] = &[
    "bufferize-function-boundaries",
    "bufferize-function-boundaries allow-return-allocs-from-loops",
    "bufferize-function-boundaries allow-return-allocs-from-loops copy-before-write",
    "bufferize-function-boundaries allow-return-allocs-from-loops function-boundary-type-conversion=identity-layout-map",
    "bufferize-function-boundaries allow-return-allocs-from-loops unknown-type-conversion=identity-layout-map",
    "bufferize-function-boundaries allow-return-allocs-from-loops strict-analysis",
    "allow-unknown-ops allow-return-allocs-from-loops",
];

/// What was counted.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Programs that were bufferized.
    pub programs: u64,
    /// Programs that cannot be bufferized with the options.
    pub refused: u64,
    /// Remarks that stand for something.
    pub remarks: u64,
    /// Allocations in outputs.
    pub allocations: u64,
    /// Copies in outputs.
    pub copies: u64,
    /// Edits that were offered and applied.
    pub edits: u64,
    /// Of these, those after which the program was run and gave the same.
    pub edits_run: u64,
}

impl Counts {
    /// Adds what another program gave.
    pub fn add(&mut self, other: Counts) {
        self.programs += other.programs;
        self.refused += other.refused;
        self.remarks += other.remarks;
        self.allocations += other.allocations;
        self.copies += other.copies;
        self.edits += other.edits;
        self.edits_run += other.edits_run;
    }
}

/// The allocations and the copies in a text.
fn count(text: &str) -> [u64; 2] {
    let of = |names: &[&str]| {
        text.lines().filter(|line| names.iter().any(|name| line.contains(name))).count() as u64
    };
    [of(&["memref.alloc(", "memref.alloca(", "bufferization.clone "]), of(&["memref.copy "])]
}

/// The numbers in a property of a diagnostic itself.
fn numbers<'a>(diag: &'a Diag, key: &str) -> &'a [u64] {
    let found = diag.properties.iter().find(|(note, name, _)| note.is_none() && *name == key);
    match found {
        Some((_, _, Property::Numbers(numbers))) => numbers,
        _ => &[],
    }
}

/// Whether numbers are those from 1 to a last one, each once.
fn are_all(mut found: Vec<u64>, last: u64, what: &str) -> Result<(), String> {
    found.sort_unstable();
    match found.iter().copied().eq(1..=last) {
        true => Ok(()),
        false => Err(format!("{what} 1 to {last} of the output are told of as {found:?}")),
    }
}

/// Checks the explanation of a program that is bufferized with options.
///
/// # Errors
///
/// What is not true.
pub fn check(bench: &Bench, text: &str, options: &str) -> Result<Counts, String> {
    let flags = format!("--one-shot-bufferize={options}");
    let explained = explain(bench, text, options)?;
    let mut counts = Counts::default();
    match &explained.outcome {
        Err(_) => {
            if bench.printed(text, &flags).is_ok() {
                return Err("only with an explanation it cannot be bufferized".to_owned());
            }
            counts.refused = 1;
        }
        Ok(_) => {
            let cleaned = format!("{flags} --canonicalize --cse --canonicalize");
            // What is made of functions that call each other in circles may be invalid, as upstream's output is.
            let Ok(output) = bench.printed(text, &cleaned) else {
                return Ok(Counts { refused: 1, ..counts });
            };
            let [allocations, copies] = count(&output);
            let of = |keys: [&str; 2]| -> Vec<u64> {
                let of_one =
                    |diag: &Diag| keys.iter().flat_map(|key| numbers(diag, key).to_vec()).collect::<Vec<_>>();
                explained.remarks.iter().flat_map(|diag| of_one(diag)).collect()
            };
            are_all(of(["allocations", "given_allocations"]), allocations, "allocations")?;
            are_all(of(["copies", "given_copies"]), copies, "copies")?;
            let unexplained = explained.remarks.iter().find(|diag| diag.message.starts_with("no reason"));
            if let Some(diag) = unexplained {
                return Err(diag.message.clone());
            }
            let stands =
                |diag: &Diag| !numbers(diag, "allocations").is_empty() || !numbers(diag, "copies").is_empty();
            check_freeing(&explained.remarks)?;
            counts = Counts { programs: 1, allocations, copies, ..counts };
            counts.remarks = explained.remarks.iter().filter(|diag| stands(diag)).count() as u64;
        }
    }
    for offer in &explained.offers {
        counts.edits += 1;
        counts.edits_run += u64::from(apply(bench, text, options, offer)?);
    }
    Ok(counts)
}

/// Whether each remark about allocations tells how they are freed, unless nothing is.
fn check_freeing(remarks: &[Box<Diag>]) -> Result<(), String> {
    let refused = |diag: &Diag| diag.notes.iter().any(|(_, text)| text.contains("does not take the output"));
    if remarks.iter().any(|diag| refused(diag)) {
        return Ok(());
    }
    let tells = |diag: &Diag| diag.properties.iter().any(|(note, key, _)| note.is_some() && *key == "freed");
    let silent = remarks.iter().find(|diag| !numbers(diag, "allocations").is_empty() && !tells(diag));
    silent.map_or(Ok(()), |diag| Err(format!("it is not told who frees this: {}", diag.message)))
}

fn manager(bench: &Bench) -> Manager<'_> {
    Manager {
        registry: bench.registry(),
        options: ManagerOptions { verify_each: true, parallel: false },
        print: PrintOptions::default(),
        cwd: Path::new(""),
    }
}

fn explain(bench: &Bench, text: &str, options: &str) -> Result<Explained, String> {
    let cx = Arc::new(bench.new_context());
    let mut ir = bench.parse(text, &cx)?;
    let root = ir.root().map(|root| root.handle()).ok_or("nothing")?;
    let mut read = terrace_pass::Options::new(OPTIONS);
    read.parse(&format!("{options} explain")).map_err(|_| "options")?;
    Ok(explain_one_shot_bufferize(&mut ir, root, &read_options(&read)?, false, &manager(bench)))
}

/// Applies an edit to the program, and compares what it costs then, counted in the text of the output, with what was
/// promised. Returns whether the edited program was run.
fn apply(bench: &Bench, text: &str, options: &str, offer: &Offer) -> Result<bool, String> {
    let (mut options, mut before, mut places) = (options.to_owned(), String::new(), Vec::new());
    let edits = match &offer.edit {
        Edit::All(edits) => edits.as_slice(),
        one => std::slice::from_ref(one),
    };
    for edit in edits {
        match edit {
            Edit::Option(option) => match option.split_once('=') {
                Some((name, "false")) => options = options.replace(name, ""),
                Some((name, _)) => {
                    let others = options.split_whitespace().filter(|one| !one.starts_with(name));
                    options = others.chain([*option]).collect::<Vec<_>>().join(" ");
                }
                None => options = format!("{options} {option}"),
            },
            Edit::Pass(pass) => before = format!("{before}--{pass} "),
            place => places.push(place),
        }
    }
    let mut program = text.to_owned();
    if !places.is_empty() {
        let cx = Arc::new(bench.new_context());
        let mut ir = bench.parse(text, &cx)?;
        let root = ir.root().map(|root| root.handle()).ok_or("nothing")?;
        let mut unused = terrace_bufferize::options::Options::default();
        for edit in places {
            let applied = edit.apply(&mut ir, root, &mut unused, &manager(bench));
            applied.ok_or_else(|| format!("{edit:?} cannot be applied"))?;
        }
        program = print(&ir);
    }
    let flags = format!("{before}--one-shot-bufferize={options} --canonicalize --cse --canonicalize");
    let output = bench
        .printed(&program, &flags)
        .map_err(|message| format!("after {:?} it cannot be bufferized: {message}", offer.edit))?;
    let given = count(text);
    let [allocations, copies] = count(&output);
    let promised = [offer.after.allocations, offer.after.copies];
    // What the program allocates and copies by itself is not part of the cost.
    if given == [0, 0] && [allocations, copies] != promised {
        return Err(format!(
            "after {:?} there are {allocations} allocations and {copies} copies, and {} and {} were promised",
            offer.edit, promised[0], promised[1]
        ));
    }
    if program == text || !text.contains("@main") {
        return Ok(false);
    }
    match (bench.start(text, true), bench.start(&program, true)) {
        (Start::Good(one), Start::Good(other)) if one.results() == other.results() => Ok(true),
        (Start::Good(_), Start::Good(_)) => Err(format!("after {:?} it gives something else", offer.edit)),
        (Start::Good(_), Start::Bad(message)) => Err(format!("after {:?}: {message}", offer.edit)),
        _ => Ok(false),
    }
}

/// The program of a number: in turn of those that can be run and have tensors, and of those that need copies.
pub fn programs(bench: &Bench, number: u64) -> String {
    const RUN: [&str; 6] = ["tensors", "linalg", "mixed", "elements", "shapes", "regions"];
    let seed = number / 4;
    match number % 4 {
        0 | 1 => terrace_progen::copying::functions(number),
        2 => terrace_progen::bufferization::functions(seed),
        _ => {
            let kind = terrace_progen::kind(RUN[(seed % RUN.len() as u64) as usize]);
            let supported = |op: &str| bench.supports(op);
            kind.map_or(String::new(), |kind| terrace_progen::program(kind, seed, &supported))
        }
    }
}
