//! Damaged bytecode: every truncation, and random damages, of several files are an error with an offset, or a file that
//! verifies or does not; never a panic. Depth costs heap, not stack. `TERRACE_DAMAGES` is how many damages there are of each
//! file; without it, there are as many as a run of all tests has time for.

use std::cell::RefCell;
use std::sync::Arc;

use terrace_asm::{ParseOptions, PrintOptions, print_ir};
use terrace_bytecode::{
    BytecodeWriterConfig, bytecode_stats, open_lazily, read_source, read_symbol_of, write_bytecode,
};
use terrace_diag::SourceMap;
use terrace_ir::diag::Diag;
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Context, Ir};

const FILES: &[&str] = &[
    "tests/bytecode/roundtrip.mlir",
    "tests/bytecode/versions.mlir",
    "tests/bytecode/location-ranges.mlir",
    "tests/bytecode/unread.mlir",
    "tests/bytecode/symbols.mlir",
    "tests/dialects/builtin.mlir",
    "tests/dialects/arith.mlir",
    "tests/dialects/quant/types.mlir",
    "tests/dialects/irdl/shapes.irdl.mlir",
    "tests/dialects/pdl_interp/ops.mlir",
    "tests/dialects/llvm/attributes.mlir",
    "tests/dialects/llvm/globals.mlir",
    "tests/dialects/vector/ops.mlir",
    "tests/dialects/linalg/ops.mlir",
    "tests/dialects/tensor/ops.mlir",
    "tests/dialects/memref/ops.mlir",
    "tests/dialects/affine/ops.mlir",
    "tests/dialects/ripple/ops.mlir",
    "tests/dialects/shape/ops.mlir",
    "tests/transform/pdl-match.mlir",
];

/// Contexts that serve for some files, since loading dialects takes longer than reading one.
#[derive(Default)]
struct Contexts {
    uses: usize,
    all: Option<Arc<Context>>,
    bare: Option<Arc<Context>>,
}

const USES: usize = 200;

thread_local! {
    static CONTEXTS: RefCell<Contexts> = RefCell::default();
}

/// Returns a context with all dialects, or one that knows the language alone.
fn context_with(all: bool) -> Arc<Context> {
    CONTEXTS.with_borrow_mut(|contexts| {
        contexts.uses += 1;
        if contexts.uses % USES == 0 {
            (contexts.all, contexts.bare) = (None, None);
        }
        let slot = if all { &mut contexts.all } else { &mut contexts.bare };
        let context = slot.get_or_insert_with(|| {
            let cx = match all {
                true => terrace_test_opt::setup().new_context(),
                false => Context::new(&[&terrace::dialects::builtin::BUILTIN]),
            };
            cx.set_allow_unregistered(true);
            Arc::new(cx)
        });
        Arc::clone(context)
    })
}

fn context() -> Arc<Context> {
    context_with(true)
}

fn bare_context() -> Arc<Context> {
    context_with(false)
}

fn read(bytes: &[u8]) -> Result<Ir, Vec<String>> {
    read_in(&context(), bytes)
}

fn read_in(cx: &Arc<Context>, bytes: &[u8]) -> Result<Ir, Vec<String>> {
    let mut sources = SourceMap::new();
    let buffer = sources.add("damaged", bytes.to_vec()).expect("the file is small");
    let output = read_source(cx, &Arc::new(sources), buffer, None, ParseOptions::default());
    output.ir.ok_or_else(|| {
        let told = |diag: &Diag| {
            let notes: String = diag.notes.iter().map(|(_, text)| format!("\n  {text}")).collect();
            format!("{}{notes}", diag.message)
        };
        output.diags.iter().map(|diag| told(diag)).collect()
    })
}

fn write(ir: &Ir, version: i64) -> Vec<u8> {
    let mut bytes = Vec::new();
    let config = BytecodeWriterConfig::default().version(Some(version));
    write_bytecode(ir, ir.root().expect("an op"), &config, &mut bytes).expect("the IR can be written");
    bytes
}

fn text(ir: &Ir) -> String {
    let mut text = Vec::new();
    print_ir(ir, &PrintOptions::default().generic(true), &mut text).expect("a vector takes all");
    String::from_utf8_lossy(&text).into_owned()
}

/// Reads a file that may be damaged, and uses what is read.
fn judge(bytes: &[u8]) {
    let _ = bytecode_stats(bytes);
    if bytes.starts_with(b"ML\xefR") {
        // What is carried unread, and what is read in parts.
        if let Ok(ir) = read_in(&bare_context(), bytes) {
            let mut again = Vec::new();
            let config = BytecodeWriterConfig::default();
            let _ = write_bytecode(&ir, ir.root().expect("an op"), &config, &mut again);
            text(&ir);
        }
        let mut sources = SourceMap::new();
        let buffer = sources.add("damaged", bytes.to_vec()).expect("the file is small");
        let sources = Arc::new(sources);
        for function in ["f", "callee", "unread_beside_folded", "ops_to_match"] {
            let _ = read_symbol_of(&context(), &sources, buffer, function);
        }
        if let Ok(file) = open_lazily(&context(), &sources, buffer) {
            let _ = file.finalize(|_, _| true);
        }
    }
    match read(bytes) {
        Ok(ir) => {
            let valid = verify(ir.root().expect("an op"), VerifyOptions::default().parallel(false));
            if valid.is_ok() {
                text(&ir);
            }
        }
        Err(errors) => {
            // What begins as text is read as such.
            let located = errors.iter().any(|error| error.contains("\n  at offset "));
            assert!(located || !bytes.starts_with(b"ML\xefR"), "{errors:?} in {bytes:?}");
        }
    }
}

fn files() -> Vec<Vec<u8>> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for name in FILES {
        let text = std::fs::read(root.join(name)).expect("the file is there");
        let ir = read(&text).unwrap_or_else(|errors| panic!("{name} is read: {errors:?}"));
        files.extend([0, 5, 6].map(|version| write(&ir, version)));
    }
    files
}

/// Returns the requested number of damaged copies of each file.
fn damages() -> Option<usize> {
    std::env::var("TERRACE_DAMAGES").ok()?.parse().ok()
}

#[test]
fn truncated_files_are_errors() {
    for file in files() {
        // Long files are cut at some places only, unless there is time.
        let step = if damages().is_some() { 1 } else { file.len() / 400 + 1 };
        for end in (4..file.len()).step_by(step) {
            judge(&file[..end]);
            assert!(read(&file[..end]).is_err(), "a file of {} bytes cut at {end}", file.len());
        }
    }
}

#[test]
fn damaged_files_are_errors_or_read() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for file in files() {
        for _ in 0..damages().unwrap_or(150) {
            let mut damaged = file.clone();
            for _ in 0..=random(3) {
                let at = 4 + random(damaged.len() - 4);
                match random(4) {
                    0 => damaged[at] = random(256) as u8,
                    1 => damaged[at] ^= 1 << random(8),
                    2 => damaged.insert(at, random(256) as u8),
                    _ => drop(damaged.remove(at)),
                }
            }
            judge(&damaged);
        }
    }
}

#[test]
fn depth_costs_heap() {
    const DEPTH: usize = 50_000;
    let array = format!("\"a.b\"() {{x = {}1{}}} : () -> ()", "[".repeat(DEPTH), "]".repeat(DEPTH));
    let regions = format!("{}{}", "\"a.b\"() ({ ".repeat(DEPTH), "}) : () -> () ".repeat(DEPTH));
    let types = format!("\"a.b\"() {{x = {}i32{}}} : () -> ()", "tuple<".repeat(DEPTH), ">".repeat(DEPTH));
    for source in [array, regions, types] {
        let ir = read(source.as_bytes()).expect("the text is right");
        for version in [1, 6] {
            let bytes = write(&ir, version);
            let again = read(&bytes).expect("the file is right");
            assert_eq!(write(&again, version), bytes);
        }
    }
}

#[test]
fn entries_that_refer_to_themselves_are_errors() {
    // A dictionary whose only value is the dictionary, in a file of version 1.
    let ir = read(b"\"a.b\"() {x = [[unit]]} : () -> ()").expect("the text is right");
    let file = write(&ir, 1);
    let mut errors = 0;
    for at in 4..file.len() {
        for number in 0..8u8 {
            let mut damaged = file.clone();
            damaged[at] = number << 1 | 1;
            judge(&damaged);
            errors += usize::from(read(&damaged).is_err());
        }
    }
    assert!(errors > 0);
}
