//! Nesting far deeper than any stack of calls, and numbers far longer than any of use: time grows with the input and
//! the output alone, and nothing overflows, be it in the reader, the verifier, the printer or on dropping.

use std::io::Write;

use terrace_opt::Io;

/// Counts what it is given, and forgets it.
#[derive(Default)]
struct Discard(u64);

impl Write for Discard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn opt(input: &str, flags: &[&str]) -> (i32, u64, String) {
    let args: Vec<String> = flags.iter().map(|flag| (*flag).to_string()).collect();
    let (mut stdin, mut stdout, mut stderr) = (input.as_bytes(), Discard::default(), Vec::new());
    let io = Io::unattended(&mut stdin, &mut stdout, &mut stderr);
    let code = terrace_opt::run("terrace-opt", &args, io, &terrace_test_opt::setup());
    stderr.truncate(300);
    (code, stdout.0, String::from_utf8_lossy(&stderr).into_owned())
}

const DEPTH: usize = 100_000;
/// Printed, each region adds to the indentation of all lines within: the output is quadratic in this.
const REGION_DEPTH: usize = 20_000;
const ALLOW: &str = "--allow-unregistered-dialect";

fn nest(depth: usize, open: &str, middle: &str, close: &str) -> String {
    format!("{}{middle}{}", open.repeat(depth), close.repeat(depth))
}

/// Reads, verifies and prints it all, with locations and without aliases too.
#[track_caller]
fn accepted(text: &str) {
    for flags in [&[ALLOW][..], &[ALLOW, "--mlir-print-debuginfo", "--mlir-print-op-generic"]] {
        let (code, written, stderr) = opt(text, flags);
        assert_eq!(code, 0, "{stderr}");
        assert!(written > 0);
    }
}

/// Ends with an error at a position, or is accepted.
#[track_caller]
fn survived(text: &str) {
    let (code, _, stderr) = opt(text, &[ALLOW]);
    assert!(code == 0 || (code == 1 && stderr.starts_with("<stdin>:")), "{code}: {stderr}");
}

/// The same, cut off in the middle: everything that is open is dropped.
#[track_caller]
fn refused(text: &str) {
    let (code, _, stderr) = opt(text, &[ALLOW]);
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.starts_with("<stdin>:"), "{stderr}");
}

fn with_attr(attr: &str) -> String {
    format!("\"t.a\"() {{a = {attr}}} : () -> ()\n")
}

#[test]
fn regions() {
    accepted(&nest(REGION_DEPTH, "\"t.a\"() ({ ", "", "}) : () -> () "));
    refused(&"\"t.a\"() ({ ".repeat(DEPTH));
    refused(&"module { ".repeat(DEPTH));
}

#[test]
fn regions_without_printing_them() {
    let text = nest(DEPTH, "\"t.a\"() ({ ", "", "}) : () -> () ");
    let (code, _, stderr) = opt(&text, &[ALLOW, "--mlir-print-skip-regions"]);
    assert_eq!(code, 0, "{stderr}");
}

#[test]
fn isolated_regions() {
    let text = nest(DEPTH, "builtin.module { ", "", "} ");
    let (code, _, stderr) = opt(&text, &[ALLOW, "--mlir-print-skip-regions"]);
    assert_eq!(code, 0, "{stderr}");
}

#[test]
fn arrays() {
    accepted(&with_attr(&nest(DEPTH, "[", "1", "]")));
    refused(&with_attr(&"[".repeat(DEPTH)));
}

#[test]
fn dictionaries() {
    accepted(&with_attr(&nest(DEPTH, "{a = ", "1", "}")));
    refused(&with_attr(&"{a = ".repeat(DEPTH)));
}

#[test]
fn types() {
    accepted(&format!("\"t.a\"() : () -> ({})", nest(DEPTH, "tuple<", "i8", ">")));
    refused(&format!("\"t.a\"() : () -> ({})", "tuple<".repeat(DEPTH)));
}

#[test]
fn function_types() {
    accepted(&with_attr(&nest(DEPTH, "() -> (", "i8", ")")));
    refused(&with_attr(&"() -> (".repeat(DEPTH)));
}

#[test]
fn memory_spaces() {
    survived(&with_attr(&nest(DEPTH, "memref<1xi8, {a = ", "1", "}>")));
}

#[test]
fn call_sites() {
    accepted(&format!("\"t.a\"() : () -> () loc({})", nest(DEPTH, "callsite(unknown at ", "unknown", ")")));
    refused(&format!("\"t.a\"() : () -> () loc({})", "callsite(unknown at ".repeat(DEPTH)));
}

#[test]
fn fused_locations() {
    accepted(&format!("\"t.a\"() : () -> () loc({})", nest(DEPTH, "fused<1>[", "unknown", ", \"x\"]")));
    accepted(&format!("\"t.a\"() : () -> () loc({})", nest(DEPTH, "\"n\"(", "unknown", ")")));
}

#[test]
fn affine_parentheses() {
    accepted(&with_attr(&format!("affine_map<(d0) -> ({})>", nest(DEPTH, "(", "d0", ")"))));
    accepted(&with_attr(&format!("affine_map<(d0) -> ({}d0)>", "-".repeat(DEPTH))));
    survived(&with_attr(&format!("affine_map<(d0) -> ({})>", nest(DEPTH, "(", "d0", " floordiv 2)"))));
    survived(&with_attr(&format!("affine_map<(d0) -> (d0{})>", " floordiv 3 + 1".repeat(DEPTH))));
    refused(&with_attr(&format!("affine_map<(d0) -> ({})>", "(".repeat(DEPTH))));
}

#[test]
fn dense_brackets() {
    refused(&with_attr(&format!("dense<{}> : tensor<1xi8>", nest(DEPTH, "[", "1", "]"))));
    refused(&with_attr(&format!("dense<{}> : tensor<1xi8>", "[".repeat(DEPTH))));
    let shape = "1x".repeat(DEPTH);
    survived(&with_attr(&format!("dense<{}> : tensor<{shape}i8>", nest(DEPTH, "[", "1", "]"))));
}

#[test]
fn uninterpreted_brackets() {
    for (open, close) in [("<", ">"), ("(", ")"), ("[", "]"), ("{", "}")] {
        survived(&with_attr(&format!("#x.y<{}>", nest(DEPTH, open, "1", close))));
        refused(&with_attr(&format!("#x.y<{}>", open.repeat(DEPTH))));
    }
}

#[test]
fn aliases_of_aliases() {
    let mut text = "!t0 = i8\n#a0 = 1\n".to_string();
    for i in 1..DEPTH {
        let before = i - 1;
        text.push_str(&format!("!t{i} = tuple<!t{before}>\n#a{i} = [#a{before}]\n"));
    }
    let last = DEPTH - 1;
    survived(&format!("{text}\"t.a\"() {{a = #a{last}}} : () -> !t{last}\n"));
}

#[test]
fn long_numbers() {
    let digits = "9".repeat(400_000);
    for attr in [
        digits.clone(),
        format!("-{digits}"),
        format!("{digits} : i64"),
        format!("{digits} : i16777215"),
        format!("{digits} : f64"),
        format!("{digits}.0"),
        format!("0.{digits}"),
        format!("-{digits}.{digits} : f32"),
        format!("1.0e{digits}"),
        format!("1.0e-{digits}"),
        format!("0x{digits}"),
        format!("0x{digits} : i64"),
        format!("0x{digits} : f64"),
        format!("0x{digits} : i16777215"),
        format!("dense<{digits}> : tensor<1xi8>"),
        format!("dense<{digits}.5> : tensor<1xf32>"),
        format!("dense<\"0x{digits}\"> : tensor<1xi8>"),
        format!("array<i8: {digits}>"),
        format!("array<f32: {digits}.0>"),
        format!("i{digits}"),
        format!("tensor<{digits}xi8>"),
        format!("#{digits}"),
        format!("!{digits}"),
        format!("distinct[{digits}]<1>"),
        format!("affine_map<(d0) -> ({digits})>"),
        format!("strided<[{digits}]>"),
        format!("loc(\"f\":{digits}:{digits})"),
    ] {
        survived(&with_attr(&attr));
    }
    survived(&format!("%0:{digits} = \"t.a\"() : () -> i8"));
    survived(&format!("\"t.a\"(%0#{digits}) : (i8) -> ()"));
}

/// A script whose ops are nested in each other, each in the argument of the one around it.
fn nested_script(depth: usize, open: &str) -> String {
    let mut text = String::from(
        "module attributes {transform.with_named_sequence} {\n\
         transform.named_sequence @__transform_main(%a: !transform.any_op) {\n",
    );
    for level in 0..depth {
        let outer = level.checked_sub(1).map_or("%a".to_owned(), |level| format!("%a{level}"));
        text.push_str(&open.replace("OUTER", &outer));
        text.push_str(&format!("{{\n^bb0(%a{level}: !transform.any_op):\n"));
    }
    text.push_str(&"}\n".repeat(depth));
    text.push_str("transform.yield\n}\n}\n");
    text
}

/// Effects of ops that follow from those of the ops in them take time that grows with the script alone.
#[test]
fn scripts() {
    let flags = ["--transform-infer-effects", "--transform-dialect-check-uses", "--transform-interpreter"];
    for open in [
        "transform.sequence OUTER : !transform.any_op failures(propagate) ",
        "transform.foreach OUTER : !transform.any_op ",
    ] {
        let text = nested_script(2_000, open);
        for flag in flags {
            let (code, _, stderr) = opt(&text, &[flag]);
            assert_eq!(code, 0, "{flag}: {stderr}");
        }
    }
}

/// Loops in each other, each of which elements of a block leave at different times.
#[test]
fn loops_that_elements_leave() {
    let depth = 400;
    let mut text = String::from(
        "llvm.func @nest(%p: !llvm.ptr) {\n\
         %zero = llvm.mlir.constant(0 : i64) : i64\n\
         %four = llvm.mlir.constant(4 : i64) : i64\n\
         %one = llvm.mlir.constant(1 : i64) : i64\n\
         %b = llvm.call_intrinsic \"llvm.ripple.block.setshape.i64\"(%zero, %four) : (i64, i64) -> !llvm.ptr\n\
         %x = llvm.call_intrinsic \"llvm.ripple.block.index.i64\"(%b, %zero) : (!llvm.ptr, i64) -> i64\n\
         %a = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i64\n\
         llvm.br ^h0(%zero : i64)\n",
    );
    for level in 0..depth {
        text.push_str(&format!(
            "^h{level}(%i{level}: i64):\n\
             %c{level} = llvm.icmp \"slt\" %i{level}, %x : i64\n\
             llvm.cond_br %c{level}, ^b{level}, ^e{level}\n\
             ^b{level}:\nllvm.br ^h{}(%zero : i64)\n",
            level + 1
        ));
    }
    text.push_str(&format!(
        "^h{depth}(%i{depth}: i64):\nllvm.store %x, %a : i64, !llvm.ptr\nllvm.br ^e{depth}\n"
    ));
    for level in (0..depth).rev() {
        text.push_str(&format!(
            "^e{}:\n%j{level} = llvm.add %i{level}, %one : i64\nllvm.br ^h{level}(%j{level} : i64)\n",
            level + 1
        ));
    }
    text.push_str("^e0:\nllvm.return\n}\n");
    let (code, _, stderr) = opt(&text, &["--convert-llvm-to-ripple", "--ripple-vectorize"]);
    assert_eq!(code, 0, "{stderr}");
}
