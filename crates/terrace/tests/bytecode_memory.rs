//! Reading a file, damaged or not, takes at most ten times its size, besides what a context takes; large constants stay in
//! the file that they are read from.

use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::{fs, io};

use terrace_asm::{ParseOptions, print_ir};
use terrace_bytecode::{BytecodeWriterConfig, bytecode_stats, read_source, write_bytecode};
use terrace_diag::SourceMap;
use terrace_filetest::harness::{self, Test};
use terrace_ir::print::PrintOptions;
use terrace_ir::{Context, Ir};
use terrace_support::file;

fn context() -> Arc<Context> {
    let cx = terrace_test_opt::setup().new_context();
    cx.set_allow_unregistered(true);
    Arc::new(cx)
}

/// A line of the process's status, in bytes.
fn status(name: &str) -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(name))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kilobytes| kilobytes << 10)
}

/// Resets the peak of the memory in use.
fn reset_peak() -> Result<(), String> {
    fs::write("/proc/self/clear_refs", "5").map_err(|error| format!("/proc/self/clear_refs: {error}"))
}

/// Held by the test that measures: the peak is that of the process.
static MEASURING: Mutex<()> = Mutex::new(());

/// The allowance for freed pages that are not returned to the system, and a context.
const SLACK: usize = 4 << 20;

fn memory_is_bounded_by_the_file() {
    let _alone = MEASURING.lock();
    // Ops, attributes, types, strings, regions and constants.
    let mut text = String::new();
    for at in 0..20_000 {
        text += &format!(
            "func.func @f{at}(%x: tensor<{at}x2xi32>) -> i32 {{\n  \"a.b\"() {{x = [{at}, \"s{at}\"], y = dense<{at}> : vector<4xi32>}} : \
             () -> ()\n  %0 = arith.constant {at} : i32\n  return %0 : i32\n}}\n"
        );
    }
    let cx = context();
    let mut sources = SourceMap::new();
    let buffer = sources.add("text", text).expect("the text is small");
    let output = read_source(&cx, &Arc::new(sources), buffer, None, ParseOptions::default());
    let ir = output.ir.expect("the text is well-formed");
    let file = terrace::bytecode(&ir, &BytecodeWriterConfig::default()).expect("it can be written");
    drop((ir, cx));
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let count = std::env::var("TERRACE_DAMAGES").ok().and_then(|count| count.parse().ok()).unwrap_or(15);
    let mut most = 0;
    for number in 0..count {
        let mut damaged = file.clone();
        for _ in 0..if number == 0 { 0 } else { 1 + random(3) } {
            let at = 4 + random(damaged.len() - 4);
            damaged[at] = random(256) as u8;
        }
        reset_peak().expect("it was possible before");
        let (before, size) = (status("VmRSS:").expect("the status has it"), damaged.len());
        let mut sources = SourceMap::new();
        let buffer = sources.add("damaged", damaged).expect("the file is small");
        let sources = Arc::new(sources);
        let _ = bytecode_stats(sources.buffer(buffer).bytes());
        let output = read_source(&context(), &sources, buffer, None, ParseOptions::default());
        let peak = status("VmHWM:").expect("the status has it");
        drop(output);
        let used = peak.saturating_sub(before).saturating_sub(SLACK);
        most = most.max(used);
        assert!(used <= 10 * size, "{used} bytes for a file of {size}, damage {number}");
    }
    println!("at most {most} bytes beyond the slack for a file of {} bytes", file.len());
}

/// The memory that a step takes at most at once.
fn peak_of(step: impl FnOnce()) -> usize {
    reset_peak().expect("it was possible before");
    let before = status("VmRSS:").expect("the status has it");
    step();
    status("VmHWM:").expect("the status has it").saturating_sub(before)
}

/// Reads a file in place.
fn read_in_place(path: &Path) -> Ir {
    let mut sources = SourceMap::new();
    let content = file::read(path, true).expect("the file is there");
    let buffer = sources.add("file", content).expect("the file is small");
    let output = read_source(&context(), &Arc::new(sources), buffer, None, ParseOptions::default());
    output.ir.expect("the file is well-formed")
}

fn large_constants_stay_in_their_file() {
    let _alone = MEASURING.lock();
    const BYTES: usize = 96 << 20;
    let text = format!(
        "\"a.b\"() {{x = dense_resource<w> : tensor<{BYTES}xi8>}} : () -> ()\n\
         {{-# dialect_resources: {{ builtin: {{ w: \"0x01000000{}\" }} }} #-}}\n",
        "5A".repeat(BYTES)
    );
    let dir = std::env::temp_dir();
    let [as_text, as_bytecode] =
        ["mlir", "mlirbc"].map(|kind| dir.join(format!("terrace-large-{}.{kind}", std::process::id())));
    fs::write(&as_text, text).expect("the directory can be written to");
    let written = |from: &Path, to: &Path| {
        let ir = read_in_place(from);
        let mut out = fs::File::create(to).expect("the directory can be written to");
        let root = ir.root().expect("an op");
        write_bytecode(&ir, root, &BytecodeWriterConfig::default(), &mut out).expect("the IR can be written");
    };
    let printed = |from: &Path| {
        let ir = read_in_place(from);
        print_ir(&ir, &PrintOptions::default(), &mut io::sink()).expect("nothing fails");
    };
    let peaks = [
        ("text to bytecode", peak_of(|| written(&as_text, &as_bytecode))),
        ("text to text", peak_of(|| printed(&as_text))),
        ("bytecode to bytecode", peak_of(|| written(&as_bytecode, &as_text))),
        ("bytecode to text", peak_of(|| printed(&as_bytecode))),
    ];
    [as_text, as_bytecode].iter().for_each(|path| fs::remove_file(path).expect("it was written"));
    for (step, peak) in peaks {
        assert!(peak < BYTES / 2, "{step}: {peak} bytes for a constant of {BYTES}");
    }
}

fn main() -> ExitCode {
    harness::run(vec![
        Test::of("memory_is_bounded_by_the_file", memory_is_bounded_by_the_file).needs(reset_peak()),
        Test::of("large_constants_stay_in_their_file", large_constants_stay_in_their_file)
            .needs(reset_peak()),
    ])
}
