//! The check of `explain`: its remarks correspond one to one to the allocations and copies of the output, and
//! its suggested edits have the promised effect.
//!
//! The output is what `--one-shot-bufferize --canonicalize --cse --canonicalize` prints without an
//! explanation: allocations and copies are counted in its text. Flags of further passes before or after are
//! included. The deallocations in the remarks are compared with a run of the program.

use std::path::Path;
use std::sync::Arc;

use terrace_asm::PrintOptions;
use terrace_bufferize::advice::Edit;
use terrace_bufferize::options::BufferizationOptions;
use terrace_bufferize::passes::explained::{Explained, Offer, explain_one_shot_bufferize};
use terrace_bufferize::passes::one_shot::{OneShotBufferizeOptions, read_options};
use terrace_diag::Property;
use terrace_ir::{Diag, Ir, OpHandle};
use terrace_pass::{Manager, ManagerOptions, OpPipeline, Silent};

use crate::execute::lifetimes;
use crate::judge::{Bench, Start, print};

/// The maximum number of instructions that a program executes.
const STEPS: u64 = 2_000_000;

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

/// Passes before bufferization and after it, as names without options: one pair is used for each program.
pub const AROUND: &[(&str, &str)] = &[
    ("", ""),
    ("empty-tensor-to-alloc-tensor", "buffer-deallocation-pipeline"),
    ("", "buffer-results-to-out-params,canonicalize"),
    ("", "ownership-based-buffer-deallocation,canonicalize,buffer-deallocation-simplification,canonicalize"),
    ("empty-tensor-to-alloc-tensor", "buffer-deallocation"),
    ("", "buffer-hoisting,buffer-loop-hoisting,promote-buffers-to-stack"),
    (
        "",
        "buffer-deallocation-pipeline,canonicalize,optimize-allocation-liveness,convert-bufferization-to-memref",
    ),
    ("", "expand-realloc,buffer-deallocation,convert-bufferization-to-memref,canonicalize"),
];

/// A configuration of bufferization: options, and passes before and after.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The options of `one-shot-bufferize`.
    pub options: &'static str,
    /// Passes before it, by their names.
    pub before: &'static str,
    /// Passes after it, by their names.
    pub after: &'static str,
}

/// The pipelines with which the program of a number is bufferized.
pub fn ways(number: u64) -> impl Iterator<Item = Way> {
    let around = move |i: usize| AROUND[(number as usize + i) % AROUND.len()];
    OPTION_SETS.iter().enumerate().flat_map(move |(i, &options)| {
        let (before, after) = around(i);
        let plain = Way { options, before: "", after: "" };
        let others = Way { options, before, after };
        std::iter::once(plain).chain((!before.is_empty() || !after.is_empty()).then_some(others))
    })
}

/// The flags for passes.
fn flags_of(passes: &str) -> String {
    passes.split(',').filter(|pass| !pass.is_empty()).map(|pass| format!("--{pass} ")).collect()
}

/// The counts of a campaign.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Programs that were bufferized.
    pub programs: u64,
    /// Programs that cannot be bufferized with the options.
    pub refused: u64,
    /// The number of remarks about allocations and copies.
    pub remarks: u64,
    /// Allocations in outputs.
    pub allocations: u64,
    /// Copies in outputs.
    pub copies: u64,
    /// Edits that were offered and applied.
    pub edits: u64,
    /// Of these, those whose program was run with the same results.
    pub edits_run: u64,
    /// Allocations at run time whose deallocation was confirmed.
    pub freed: u64,
}

impl Counts {
    /// Adds the counts of another program.
    pub fn add(&mut self, other: Counts) {
        self.programs += other.programs;
        self.refused += other.refused;
        self.remarks += other.remarks;
        self.allocations += other.allocations;
        self.copies += other.copies;
        self.edits += other.edits;
        self.edits_run += other.edits_run;
        self.freed += other.freed;
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

/// Checks that the numbers are 1 to `last`, each once.
fn are_all(mut found: Vec<u64>, last: u64, what: &str) -> Result<(), String> {
    found.sort_unstable();
    match found.iter().copied().eq(1..=last) {
        true => Ok(()),
        false => Err(format!("{what} 1 to {last} of the output are told of as {found:?}")),
    }
}

/// Checks the explanation of a program that is bufferized by some pipeline.
///
/// # Errors
///
/// If a statement of the explanation is false.
pub fn check(bench: &Bench, text: &str, way: Way) -> Result<Counts, String> {
    let Way { options, before, after } = way;
    let flags = format!("{}--one-shot-bufferize={options}", flags_of(before));
    let Some(explained) = explain(bench, text, way)? else {
        return Ok(Counts { refused: 1, ..Counts::default() });
    };
    let mut counts = Counts::default();
    match &explained.outcome {
        Err(_) => {
            let after = flags_of(after);
            let cleaned = format!("{flags} --canonicalize --cse --canonicalize {after}");
            if bench.printed(text, if after.is_empty() { &flags } else { &cleaned }).is_ok() {
                return Err("only with an explanation it cannot be bufferized".to_owned());
            }
            counts.refused = 1;
        }
        Ok(_) => {
            let cleaned = format!("{flags} --canonicalize --cse --canonicalize {}", flags_of(after));
            // The output for mutually recursive functions may be invalid, as upstream's is.
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
            let freed = confirm_freeing(&explained)?;
            counts = Counts { programs: 1, allocations, copies, freed, ..counts };
            counts.remarks = explained.remarks.iter().filter(|diag| stands(diag)).count() as u64;
        }
    }
    for offer in &explained.offers {
        counts.edits += 1;
        counts.edits_run += u64::from(apply(bench, text, way, offer)?);
    }
    Ok(counts)
}

/// Checks that each remark about an allocation reports how it is freed, unless deallocation was refused.
fn check_freeing(remarks: &[Box<Diag>]) -> Result<(), String> {
    let refused = |diag: &Diag| diag.notes.iter().any(|(_, text)| text.contains("does not take the output"));
    if remarks.iter().any(|diag| refused(diag)) {
        return Ok(());
    }
    let tells = |diag: &Diag| diag.properties.iter().any(|(note, key, _)| note.is_some() && *key == "freed");
    let silent = remarks.iter().find(|diag| !numbers(diag, "allocations").is_empty() && !tells(diag));
    silent.map_or(Ok(()), |diag| Err(format!("it is not told who frees this: {}", diag.message)))
}

/// Runs the program with what frees its buffers, and compares where each is freed with the notes. Returns how many were.
fn confirm_freeing(explained: &Explained) -> Result<u64, String> {
    let Some(freeing) = &explained.freeing else { return Ok(0) };
    let found = freeing.program().and_then(|program| lifetimes(program, STEPS));
    let mut confirmed = 0;
    for (made, freed) in found.into_iter().flatten() {
        freeing.confirm(made, freed)?;
        confirmed += 1;
    }
    Ok(confirmed)
}

fn manager(bench: &Bench) -> Manager<'_> {
    Manager {
        registry: bench.registry(),
        options: ManagerOptions::default().parallel(false),
        print: PrintOptions::default(),
        cwd: Path::new(""),
    }
}

/// Runs the passes before bufferization on a program; `None` if they fail.
fn prepared(bench: &Bench, text: &str, way: Way) -> Result<Option<(Ir, OpHandle)>, String> {
    let cx = Arc::new(bench.new_context());
    cx.set_records_causes(true);
    let mut ir = bench.parse(text, &cx)?;
    let root = ir.root().map(|root| root.handle()).ok_or("nothing")?;
    let mut before = OpPipeline::new(Some(ir.op(root).name_text()));
    before.implicit_nesting = true;
    for pass in way.before.split(',').filter(|pass| !pass.is_empty()) {
        before.add_named(bench.registry(), pass, "").map_err(|_| format!("no pass {pass}"))?;
    }
    let outcome = manager(bench).run(&mut ir, &before, root, &mut Silent);
    Ok(outcome.is_ok().then_some((ir, root)))
}

/// Runs the passes before, and bufferizes with an explanation of what the passes after leave; `None` if the passes before
/// fail.
fn explain(bench: &Bench, text: &str, way: Way) -> Result<Option<Explained>, String> {
    let Some((mut ir, root)) = prepared(bench, text, way)? else { return Ok(None) };
    let mut read = terrace_pass::PassOptions::new(OneShotBufferizeOptions::DEFS);
    read.parse(&format!("{} explain", way.options)).map_err(|_| "options")?;
    let options = read_options(&read).explain_after(way.after.to_owned());
    Ok(Some(explain_one_shot_bufferize(&mut ir, root, &options, false, &manager(bench))))
}

/// Applies an edit to the program, and compares its cost then, counted in the text of the output, with the
/// promised one. Returns whether the edited program was run.
fn apply(bench: &Bench, text: &str, way: Way, offer: &Offer) -> Result<bool, String> {
    let (mut options, mut passes, mut places) = (way.options.to_owned(), String::new(), Vec::new());
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
            Edit::Pass(pass) => passes = format!("{passes}--{pass} "),
            place => places.push(place),
        }
    }
    let (mut program, mut before) = (text.to_owned(), flags_of(way.before));
    if !places.is_empty() {
        // The locations are those of the output of the previous passes.
        let (mut ir, root) = prepared(bench, text, way)?.ok_or("the passes before fail")?;
        let mut unused = BufferizationOptions::default();
        for edit in places {
            let applied = edit.apply(&mut ir, root, &mut unused, &manager(bench));
            applied.ok_or_else(|| format!("{edit:?} cannot be applied"))?;
        }
        (program, before) = (print(&ir), String::new());
    }
    let after = flags_of(way.after);
    let flags =
        format!("{before}{passes}--one-shot-bufferize={options} --canonicalize --cse --canonicalize {after}");
    let output = bench
        .printed(&program, &flags)
        .map_err(|message| format!("after {:?} it cannot be bufferized: {message}", offer.edit))?;
    let given = count(text);
    let [allocations, copies] = count(&output);
    let promised = [offer.after.allocations, offer.after.copies];
    // Allocations and copies of the program itself are not part of the cost.
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
