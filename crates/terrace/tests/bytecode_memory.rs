//! Reading a file, damaged or not, takes at most ten times its size, besides what a context takes.

use std::fs;
use std::process::ExitCode;
use std::sync::Arc;

use terrace_asm::ParseOptions;
use terrace_bytecode::{BytecodeWriterConfig, bytecode_stats, read_source};
use terrace_diag::SourceMap;
use terrace_filetest::harness::{self, Test};
use terrace_ir::Context;

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

/// The allowance for freed pages that are not returned to the system, and a context.
const SLACK: usize = 4 << 20;

fn memory_is_bounded_by_the_file() {
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

fn main() -> ExitCode {
    harness::run(vec![
        Test::of("memory_is_bounded_by_the_file", memory_is_bounded_by_the_file).needs(reset_peak()),
    ])
}
