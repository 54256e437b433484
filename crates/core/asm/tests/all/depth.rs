//! Regions in regions, printed: the indentation alone makes the output quadratic in the depth, but neither the stack
//! nor the memory may follow it.

use std::io::Write;
use std::sync::Arc;

use terrace_asm::{ParseOptions, PrintOptions, parse_source, print_ir};
use terrace_diag::SourceMap;
use terrace_dialects_core::DIALECTS;
use terrace_ir::Context;

const DEPTH: usize = 100_000;

/// Counts what it is given, and the longest piece of it.
#[derive(Default)]
struct Discard {
    bytes: usize,
    longest: usize,
}

impl Write for Discard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.bytes += bytes.len();
        self.longest = self.longest.max(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn printing_deep_regions() {
    let cx = Context::new(DIALECTS);
    cx.set_allow_unregistered(true);
    let text = terrace_progen::inputs::family("nest").expect("a family of this name").text(DEPTH);
    let mut sources = SourceMap::new();
    let buffer = sources.add("nest.mlir", text).expect("the text is small");
    let output = parse_source(&Arc::new(cx), &Arc::new(sources), buffer, None, ParseOptions::default());
    let ir = output.ir.expect("the input is valid");

    let mut out = Discard::default();
    print_ir(&ir, &PrintOptions::default().assume_verified(true), &mut out).expect("no error");
    // The ops are in a module; each of them opens a line and closes one.
    let indentation = 2 * (1..=DEPTH).map(|depth| 2 * depth).sum::<usize>();
    let lines = "\"gen.nest\"() ({\n".len() + "}) : () -> ()\n".len();
    assert_eq!(out.bytes, "module {\n".len() + indentation + DEPTH * lines + "}\n\n".len());
    assert!(out.longest < 1 << 23, "{}", out.longest);
}
