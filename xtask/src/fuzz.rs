//! `fuzz`: damaged files, in one process and without a compiler of its own.
//!
//! The targets below `fuzz/` are guided by coverage and need a nightly compiler; this needs nothing. It works on the
//! file tests, which between them write most of what can be written: it changes bytes, words and lines, and puts
//! pieces of one file into another.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use terrace_opt::Io;
use terrace_opt::driver::INTERNAL_ERROR;

use crate::args::Args;

/// A small input that takes longer is a finding.
const SLOW: Duration = Duration::from_secs(10);
/// Longer files are cut into windows of about this size.
const WINDOW: usize = 4096;
/// Text that means something at many places.
const WORDS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "<{",
    "}>",
    "->",
    ":",
    "::",
    ",",
    "=",
    "=>",
    "-",
    "*",
    "%0",
    "%a",
    "#0",
    "^bb0",
    "@f",
    "#a",
    "!t",
    "\"",
    "\\",
    "//",
    "{-#",
    "#-}",
    "0",
    "-1",
    "0x",
    "0xFFFFFFFFFFFFFFFF",
    "1.0e999",
    "99999999999999999999",
    "18446744073709551615",
    "i1",
    "i0",
    "i32",
    "si8",
    "f32",
    "bf16",
    "index",
    "none",
    "tensor<",
    "vector<[4]x",
    "memref<?x",
    "tensor<*xf32>",
    "tuple<",
    "complex<",
    "() -> ()",
    "affine_map<(d0)[s0] -> (d0 floordiv 0)>",
    "affine_set<",
    "dense<",
    "dense<>",
    "sparse<",
    "dense_resource<",
    "array<i8",
    "strided<",
    "distinct[0]<",
    "loc(",
    "loc(unknown)",
    "callsite(",
    "fused<",
    "unit",
    "true",
    "\0",
    "\u{e9}",
    "builtin.module",
    "func.func",
    "return",
    "operandSegmentSizes",
    "sym_name",
    "\"t.a\"() ({",
];

/// Numbers that look random and follow from a seed.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Below `bound`, which may be zero.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % (bound.max(1) as u64)) as usize
    }
}

pub(crate) fn main(args: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(args, &["--seconds", "--seed"], &[])?;
    let seconds: u64 = args.value("--seconds").unwrap_or("60").parse()?;
    let seed: u64 = args.value("--seed").unwrap_or("1").parse()?;
    let mut files: Vec<PathBuf> = Vec::new();
    for path in args.rest.iter().map(PathBuf::from) {
        if path.is_dir() { collect(&path, &mut files)? } else { files.push(path) }
    }
    if files.is_empty() {
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests"), &mut files)?;
    }
    let corpus: Vec<Vec<u8>> = files
        .iter()
        .map(|path| Ok(parts(std::fs::read(path)?)))
        .collect::<std::io::Result<Vec<_>>>()?
        .concat();
    if corpus.is_empty() {
        return Err("there is nothing to damage".into());
    }
    // A panic is reported with its input; the default hook would write it a second time.
    std::panic::set_hook(Box::new(|_| {}));

    // The watcher sees an input that never comes back.
    let (report, watched) = mpsc::channel::<Option<Vec<u8>>>();
    let watcher = std::thread::spawn(move || {
        let mut current: Option<Vec<u8>> = None;
        loop {
            match watched.recv_timeout(SLOW) {
                Ok(next) => current = next,
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(input) = &current {
                        show("takes long", input, "");
                        std::process::exit(1);
                    }
                }
            }
        }
    });
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut numbers = Numbers(seed);
    let (mut runs, mut good) = (0u64, 0u64);
    while Instant::now() < end {
        let input = damaged(&corpus, &mut numbers);
        report.send(Some(input.clone()))?;
        match judge(&input) {
            Ok(accepted) => good += u64::from(accepted),
            Err((what, log)) => {
                show(&format!("{what}, after {runs} runs"), &input, &log);
                return Ok(false);
            }
        }
        runs += 1;
    }
    drop(report);
    // The watcher only waits.
    let _ = watcher.join();
    println!("{runs} inputs, {good} of them accepted; nothing found with seed {seed}");
    Ok(true)
}

fn show(what: &str, input: &[u8], log: &str) {
    println!("---- {what}\n{log}\n---- input\n{}\n----", String::from_utf8_lossy(input));
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(dir)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "mlir") {
            files.push(path);
        }
    }
    Ok(())
}

/// The parts of a test file between its split marks, without comments; long ones in windows of whole lines.
fn parts(text: Vec<u8>) -> Vec<Vec<u8>> {
    let (mut parts, mut part) = (Vec::new(), Vec::new());
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let start = line.trim_ascii_start();
        if start.starts_with(b"// -----") || part.len() > WINDOW {
            parts.push(std::mem::take(&mut part));
        }
        if !start.starts_with(b"//") {
            part.extend_from_slice(line);
        }
    }
    parts.push(part);
    parts.retain(|part| !part.trim_ascii().is_empty());
    parts
}

/// The bounds of the word, number or sign at a byte.
fn word_at(text: &[u8], at: usize) -> std::ops::Range<usize> {
    let word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$');
    let start = text[..at].iter().rposition(|&byte| !word(byte)).map_or(0, |i| i + 1);
    let len = text[at..].iter().position(|&byte| !word(byte)).unwrap_or(text.len() - at);
    start..(at + len.max(1)).min(text.len())
}

fn line_at(text: &[u8], at: usize) -> std::ops::Range<usize> {
    let start = text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |i| i + 1);
    let len = text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len() - at, |i| i + 1);
    start..at + len
}

fn damaged(corpus: &[Vec<u8>], numbers: &mut Numbers) -> Vec<u8> {
    let mut text = corpus[numbers.below(corpus.len())].clone();
    for _ in 0..=numbers.below(3) * numbers.below(4) {
        if text.is_empty() {
            break;
        }
        let at = numbers.below(text.len());
        let other = &corpus[numbers.below(corpus.len())];
        let from = numbers.below(other.len());
        let (word, line) = (word_at(&text, at), line_at(&text, at));
        let known = WORDS[numbers.below(WORDS.len())].as_bytes();
        match numbers.below(12) {
            0 => text[at] = numbers.below(256) as u8,
            1 => drop(text.remove(at)),
            2 => drop(text.drain(word)),
            3 => drop(text.splice(word, known.iter().copied())),
            4 => drop(text.splice(at..at, known.iter().copied())),
            5 => drop(text.splice(word, other[word_at(other, from)].iter().copied())),
            6 => drop(text.drain(line)),
            7 => {
                let again = text[line.clone()].to_vec();
                drop(text.splice(line.start..line.start, again));
            }
            8 => drop(text.splice(line.start..line.start, other[line_at(other, from)].iter().copied())),
            9 => {
                let end = (from + numbers.below(64)).min(other.len());
                drop(text.splice(at..at, other[from..end].iter().copied()));
            }
            10 => text.truncate(at),
            _ => {
                // Two lines change places.
                let second = line_at(&text, numbers.below(text.len()));
                if line.end <= second.start {
                    let moved: Vec<u8> = text.drain(line.clone()).collect();
                    let to = second.end - moved.len();
                    drop(text.splice(to..to, moved));
                }
            }
        }
    }
    text
}

/// Whether the input is accepted; what is wrong, where it may not be refused or accepted that way.
fn judge(input: &[u8]) -> Result<bool, (&'static str, String)> {
    for flags in [
        &["--allow-unregistered-dialect"][..],
        &["--allow-unregistered-dialect", "--mlir-print-op-generic", "--mlir-print-debuginfo"],
    ] {
        let (code, once, errors) = opt(input, flags)?;
        if code != 0 {
            return Ok(false);
        }
        let (code, twice, again) = opt(&once, flags)?;
        if code != 0 && !is_lossy(&once) {
            return Err((
                "output does not read back",
                format!("{}\n{errors}{again}", String::from_utf8_lossy(&once)),
            ));
        }
        if once != twice && !is_lossy(&once) {
            let (once, twice) = (String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice));
            return Err(("output changes when read back", format!("{once}\n---- then\n{twice}")));
        }
    }
    transform(input)?;
    any_pass(input)?;
    execute(input)?;
    Ok(true)
}

/// Passes that write files of their own.
const WRITERS: &[&str] = &["snapshot-op-locations", "view-op-graph"];

/// Runs one of all registered passes, which may refuse the input.
fn any_pass(input: &[u8]) -> Result<(), (&'static str, String)> {
    let hash = input.iter().fold(11u64, |hash, &b| hash.wrapping_mul(31) ^ u64::from(b));
    let passes = terrace_test_opt::setup().registry.passes();
    let name = passes[(hash % passes.len() as u64) as usize].name;
    if !WRITERS.contains(&name) {
        opt(input, &["--allow-unregistered-dialect", &format!("--{name}")])?;
    }
    Ok(())
}

/// Runs the first function of the input on ones, within bounds; it may do what it must not, as long as it is told.
fn execute(input: &[u8]) -> Result<(), (&'static str, String)> {
    let text = String::from_utf8_lossy(input);
    let Some((_, rest)) = text.split_once("func.func @") else { return Ok(()) };
    let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let mut args = ["-", "--max-steps=20000", "--max-memory=50000000", "--max-depth=200", "--max-seconds=5"]
        .map(str::to_owned)
        .to_vec();
    args.push(format!("--entry={name}"));
    for _ in 0..2 {
        let (result, _, errors) = with_streams(input, |io| {
            let run = || terrace::tools::run::run(&args, io, &terrace_test_opt::setup());
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(run))
        });
        if result.is_err() {
            return Err(("terrace run panics", format!("{args:?}\n{errors}")));
        }
        // Once more with as many arguments as it takes.
        let Some((_, rest)) = errors.split_once("the function takes ") else { break };
        let wanted = rest.split(' ').next().and_then(|count| count.parse().ok()).unwrap_or(0);
        if wanted == 0 || wanted > 20 {
            break;
        }
        args.extend(std::iter::repeat_n("--arg=1".to_owned(), wanted));
    }
    Ok(())
}

/// Passes that any valid input goes through.
const PASSES: &[&str] = &[
    "--canonicalize",
    "--canonicalize=region-simplify=aggressive",
    "--canonicalize=top-down=false",
    "--cse",
    "--sccp",
    "--inline",
    "--loop-invariant-code-motion",
    "--symbol-dce",
    "--control-flow-sink",
    "--topological-sort",
    "--affine-loop-normalize",
    "--arith-expand",
    "--arith-int-range-narrowing",
    "--arith-unsigned-when-equivalent",
    "--convert-elementwise-to-linalg",
    "--convert-linalg-to-affine-loops",
    "--convert-linalg-to-loops",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--int-range-optimizations",
    "--lift-cf-to-scf",
    "--linalg-fold-unit-extent-dims",
    "--linalg-fuse-elementwise-ops",
    "--linalg-generalize-named-ops",
    "--linalg-specialize-generic-ops",
    "--lower-affine",
    "--mem2reg",
    "--memref-expand",
    "--scf-for-loop-canonicalization",
    "--scf-for-loop-peeling",
    "--scf-for-loop-range-folding",
    "--scf-for-loop-specialization",
    "--scf-parallel-loop-fusion",
    "--sroa",
];

/// Passes that make tensors buffers, place them and free them; they refuse much.
const BUFFERIZE: &[&str] = &[
    "--one-shot-bufferize",
    "--one-shot-bufferize=allow-unknown-ops",
    "--one-shot-bufferize=allow-unknown-ops explain",
    "--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops",
    "--one-shot-bufferize=bufferize-function-boundaries allow-unknown-ops strict-analysis",
    "--one-shot-bufferize=bufferize-function-boundaries copy-before-write",
    "--one-shot-bufferize=bufferize-function-boundaries test-analysis-only print-conflicts dump-alias-sets",
    "--one-shot-bufferize=bufferize-function-boundaries allow-unknown-ops \
     function-boundary-type-conversion=identity-layout-map unknown-type-conversion=identity-layout-map",
    "--eliminate-empty-tensors",
    "--empty-tensor-to-alloc-tensor",
    "--drop-equivalent-buffer-results",
    "--buffer-results-to-out-params=modify-public-functions hoist-static-allocs",
    "--finalizing-bufferize",
    "--convert-bufferization-to-memref",
    "--ownership-based-buffer-deallocation",
    "--ownership-based-buffer-deallocation=private-function-dynamic-ownership unstructured-control-flow",
    "--buffer-deallocation-simplification",
    "--bufferization-lower-deallocations",
    "--buffer-deallocation-pipeline",
    "--buffer-deallocation",
    "--optimize-allocation-liveness",
    "--expand-realloc",
    "--buffer-hoisting",
    "--buffer-loop-hoisting",
    "--promote-buffers-to-stack=max-alloc-size-in-bytes=4096 max-rank-of-allocated-memref=2",
    "--verify-deallocation",
];

/// How passes say that an input is not for them.
const REFUSALS: &[&str] = &[
    "potentially unknown symbol table",
    "does not define a symbol table",
    "failed to legalize",
    "Cannot convert unknown control flow op",
    "transformation does not support",
    "needs at least one tuple element",
    // What was structured in an affine loop.
    "expects region #0 to have 0 or 1 blocks",
];

/// Runs passes on a valid input, which ones depends on it: what comes out must be valid after each, and the same
/// whatever the number of threads.
fn transform(input: &[u8]) -> Result<(), (&'static str, String)> {
    let mut hash = input.iter().fold(5381u64, |hash, &b| hash.wrapping_mul(33) ^ u64::from(b));
    let mut flags = vec!["--allow-unregistered-dialect"];
    for _ in 0..3 {
        flags.push(PASSES[(hash % PASSES.len() as u64) as usize]);
        hash /= PASSES.len() as u64;
    }
    let (code, threads, errors) = opt(input, &flags)?;
    if code != 0 && !REFUSALS.iter().any(|text| errors.contains(text)) {
        return Err(("passes break a valid input", format!("{flags:?}\n{errors}")));
    }
    flags.push("--mlir-disable-threading");
    let (_, alone, _) = opt(input, &flags)?;
    if alone != threads {
        return Err(("threads make a difference", format!("{flags:?}")));
    }
    // What a pass does not refuse is valid when it is through. Nothing else checks that, so a refusal is the pass's.
    let mut flags = vec!["--allow-unregistered-dialect", "--verify-each=false"];
    for _ in 0..2 {
        hash = hash.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        flags.push(BUFFERIZE[((hash >> 33) % BUFFERIZE.len() as u64) as usize]);
        let (code, output, _) = opt(input, &flags)?;
        if code != 0 {
            return Ok(());
        }
        let (code, _, errors) = opt(&output, &["--allow-unregistered-dialect"])?;
        // Globals of ml_program become invalid ones of memref where their types do not fit, and some loads stay, as upstream's.
        let global = input.windows(b"ml_program.global".len()).any(|text| text == b"ml_program.global");
        if code != 0 && !is_lossy(&output) && !global {
            let output = String::from_utf8_lossy(&output);
            return Err(("passes break a valid input", format!("{flags:?}\n{output}\n{errors}")));
        }
    }
    Ok(())
}

/// Whether upstream's form of something in the output does not read back, or not as the same: a part of a complex
/// number that is infinite or no number is written with the bits of its type and read as those of an `f64`, a
/// symbol without a name is written as something that is none, `#d<a<>b<>>` as `#d.a<>b<>`, which ends
/// early, and `#d.a-` as `#d<a->`, which does not end.
fn is_lossy(output: &[u8]) -> bool {
    let text = String::from_utf8_lossy(output);
    let has_bits = |number: &str| number.split('>').next().is_some_and(|parts| parts.contains(" 0x"));
    let goes_on = |two: &[u8]| two[0] == b'>' && (two[1].is_ascii_alphanumeric() || two[1] == b'<');
    text.contains("@<<INVALID EMPTY SYMBOL>>")
        || text.contains("->>")
        || text.contains("<->")
        || output.windows(2).any(goes_on)
        || text.split("#complex.number<").skip(1).any(has_bits)
}

fn opt(input: &[u8], flags: &[&str]) -> Result<(i32, Vec<u8>, String), (&'static str, String)> {
    let args: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
    let (code, stdout, stderr) =
        with_streams(input, |io| terrace_opt::run("terrace-opt", &args, io, &terrace_test_opt::setup()));
    if code == INTERNAL_ERROR { Err(("panic", stderr)) } else { Ok((code, stdout, stderr)) }
}

/// Calls `run` with streams in memory; returns its result, the output and the text of the error stream.
fn with_streams<R>(input: &[u8], run: impl FnOnce(Io<'_>) -> R) -> (R, Vec<u8>, String) {
    let (mut stdout, mut stderr, mut stdin) = (Vec::new(), Vec::new(), input);
    let result = run(Io {
        stdin: &mut stdin,
        interactive: false,
        color: false,
        stdout: &mut stdout,
        stderr: &mut stderr,
        cwd: Path::new(""),
    });
    (result, stdout, String::from_utf8_lossy(&stderr).into_owned())
}
