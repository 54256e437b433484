//! Blobs in text are printed and written as those that were decoded at once, and errors in them are found where they are.

use std::sync::Arc;

use terrace_asm::{ParseOptions, PrintOptions, parse_source, print_ir};
use terrace_bytecode::{BytecodeWriterConfig, read_source};
use terrace_diag::{Pos, SourceMap};
use terrace_ir::{Context, Ir};

fn context() -> Arc<Context> {
    Arc::new(Context::new(&terrace::dialects::all()))
}

/// A file of a constant whose blob has this text.
fn file(size: usize, blob: &str) -> String {
    format!(
        "module {{\n  func.func @f() -> tensor<{size}xi8> {{\n    %cst = arith.constant dense_resource<w> : tensor<{size}xi8>\n    \
         return %cst : tensor<{size}xi8>\n  }}\n}}\n\n{{-#\n  dialect_resources: {{\n    builtin: {{\n      w: \"{blob}\"\n    }}\n  }}\n#-}}\n\n"
    )
}

/// The IR, or the message of the first error and its line and column.
fn parse(cx: &Arc<Context>, text: &str) -> Result<Ir, (String, u32, u32)> {
    let mut sources = SourceMap::new();
    let buffer = sources.add("text", text.to_owned()).unwrap();
    let sources = Arc::new(sources);
    let output = parse_source(cx, &sources, buffer, None, ParseOptions::default());
    output.ir.ok_or_else(|| {
        let diag = &output.diags[0];
        let pos = Pos(diag.loc.as_source().unwrap());
        let (_, at) = sources.line_column(pos).unwrap();
        (diag.message.clone(), at.line, at.column)
    })
}

fn print(ir: &Ir) -> String {
    let mut out = Vec::new();
    print_ir(ir, &PrintOptions::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Sizes below and above that of blobs that stay text, and above that of parts.
const SIZES: [usize; 4] = [10, 2040, 5000, 5 << 20];

fn digits(size: usize) -> String {
    let mut digits: String = (0..size.min(1000)).map(|i| format!("{:02X}", i * 7 % 256)).collect();
    while digits.len() < size * 2 {
        digits.extend_from_within(..digits.len().min(size * 2 - digits.len()));
    }
    digits
}

#[test]
fn the_text_of_a_blob_comes_back_in_upper_case() {
    for size in SIZES {
        let digits = digits(size);
        let upper = file(size, &format!("0x10000000{digits}"));
        for text in [upper.clone(), file(size, &format!("0x10000000{}", digits.to_lowercase()))] {
            let cx = context();
            let ir = parse(&cx, &text).unwrap();
            assert!(print(&ir) == upper, "{size}");
            // Once more after the bytes were asked for.
            let (align, blob) = cx.resources.builtin_blob("w").unwrap();
            let expected: Vec<u8> = (0..size).map(|i| (i % size.min(1000) * 7 % 256) as u8).collect();
            assert!(align == 16 && blob.len() == size && *blob == expected[..], "{size}");
            assert!(print(&ir) == upper, "{size}");
        }
    }
}

#[test]
fn bytecode_has_the_bytes() {
    for size in SIZES {
        let text = file(size, &format!("0x10000000{}", digits(size)));
        let ir = parse(&context(), &text).unwrap();
        let written = terrace::bytecode(&ir, &BytecodeWriterConfig::default()).unwrap();
        let mut sources = SourceMap::new();
        let buffer = sources.add("bytecode", written).unwrap();
        let read = read_source(&context(), &Arc::new(sources), buffer, None, ParseOptions::default());
        assert!(print(&read.ir.unwrap()) == text, "{size}");
    }
}

#[test]
fn wrong_blobs_are_errors_at_their_text() {
    let message = |more: &str| Err((format!("expected hex string blob for key 'w'{more}"), 11, 10));
    let result = |size, blob: &str| parse(&context(), &file(size, blob)).map(|_| ());
    for size in SIZES {
        let digits = digits(size);
        // mlir-opt 22 has these messages at these places.
        assert_eq!(result(size, &format!("0x10000000{digits}0")), message(""));
        assert_eq!(result(size, &format!("0x10000000{digits}0G")), message(""));
        assert_eq!(result(size, &format!("0x1000000 {digits}0")), message(""));
        assert_eq!(result(size, &format!("0x10000000{digits}\\22")), message(""));
        assert_eq!(result(size, &format!("0X10000000{digits}")), message(""));
        let align = " to encode alignment in first 4 bytes, but got non-power-of-2 value: 3";
        assert_eq!(result(size, &format!("0x03000000{digits}")), message(align));
        assert_eq!(result(size, &format!("0x10000000{digits}")), Ok(()));
    }
    assert_eq!(result(1, "0x100000"), message(" to encode alignment in first 4 bytes"));
    assert_eq!(result(1, "0x"), message(" to encode alignment in first 4 bytes"));
}
