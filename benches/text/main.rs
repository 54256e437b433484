//! The way of text through the reader, the verifier and the printer: `cargo bench --manifest-path benches/Cargo.toml`.
//!
//! One thread, without the driver around it; a name or a part of one chooses benches, as in
//! `cargo bench --manifest-path benches/Cargo.toml -- parse`.

use std::sync::Arc;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use terrace_asm::{ParseOptions, PrintOptions, parse_source, print_ir};
use terrace_diag::{BufferId, SourceMap};
use terrace_dialects_core::DIALECTS;
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Context, Ir};
use terrace_progen::inputs::{FAMILIES, family};

/// Ops, or elements of a constant, of each input.
const OPS: usize = 10_000;

fn main() {
    divan::main();
}

/// A loaded input.
struct Input {
    sources: Arc<SourceMap>,
    buffer: BufferId,
    bytes: usize,
}

impl Input {
    fn new(name: &str) -> Self {
        let text = family(name).expect("a name from the list").text(OPS);
        let (mut sources, bytes) = (SourceMap::new(), text.len());
        let buffer = sources.add("input.mlir", text).expect("the text is small");
        Input { sources: Arc::new(sources), buffer, bytes }
    }

    fn parse(&self) -> Ir {
        let cx = Context::new(DIALECTS);
        cx.set_allow_unregistered(true);
        let options = ParseOptions::default().parallel(false);
        let output = parse_source(&Arc::new(cx), &self.sources, self.buffer, None, options);
        output.ir.expect("inputs are valid")
    }
}

fn check(ir: &Ir) {
    let root = ir.root().expect("inputs are valid");
    verify(root, VerifyOptions::default().parallel(false)).expect("inputs are valid");
}

fn print(ir: &Ir, out: &mut Vec<u8>) {
    let options = PrintOptions::default().parallel(false).assume_verified(true);
    print_ir(ir, &options, out).expect("memory does not refuse");
}

fn names() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().filter(|family| family.ops > 0).map(|family| family.name)
}

#[divan::bench(name = "parse", args = names())]
fn bench_parse(bencher: Bencher<'_, '_>, name: &str) {
    let input = Input::new(name);
    let counted = bencher.counter(BytesCount::new(input.bytes)).counter(ItemsCount::new(OPS));
    counted.bench_local(|| input.parse());
}

#[divan::bench(name = "verify", args = names())]
fn bench_verify(bencher: Bencher<'_, '_>, name: &str) {
    let ir = Input::new(name).parse();
    bencher.counter(ItemsCount::new(OPS)).bench_local(|| check(&ir));
}

#[divan::bench(name = "print", args = names())]
fn bench_print(bencher: Bencher<'_, '_>, name: &str) {
    let ir = Input::new(name).parse();
    let mut out = Vec::new();
    print(&ir, &mut out);
    let counted = bencher.counter(BytesCount::new(out.len())).counter(ItemsCount::new(OPS));
    counted.bench_local(|| {
        out.clear();
        print(&ir, &mut out);
    });
}

#[divan::bench(name = "parse_verify_print", args = names())]
fn bench_all(bencher: Bencher<'_, '_>, name: &str) {
    let input = Input::new(name);
    let counted = bencher.counter(BytesCount::new(input.bytes)).counter(ItemsCount::new(OPS));
    counted.bench_local(|| {
        let (ir, mut out) = (input.parse(), Vec::new());
        check(&ir);
        print(&ir, &mut out);
        out
    });
}
