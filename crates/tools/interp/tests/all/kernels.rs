//! Programs whose loops over elements have the same results, and the same reports, with kernels and without.

use std::fmt::Write;
use std::sync::Arc;

use terrace_asm::{ParseOptions, parse_source};
use terrace_diag::SourceMap;
use terrace_dialects_builtin::builtin::BUILTIN;
use terrace_dialects_core::arith::ARITH;
use terrace_dialects_core::func::FUNC;
use terrace_dialects_core::math::MATH;
use terrace_dialects_core::scf::SCF;
use terrace_dialects_linalg::LINALG;
use terrace_dialects_mem::memref::MEMREF;
use terrace_dialects_mem::tensor::TENSOR;
use terrace_interp::{EXTENSIONS, Limits, Machine, compile, text};
use terrace_ir::Context;

/// Returns the results or the error of a program, and the number of kernels run.
fn run(program: &str, kernels: bool) -> (String, u64) {
    let dialects = [&BUILTIN, &FUNC, &ARITH, &MATH, &SCF, &LINALG, &MEMREF, &TENSOR];
    let cx = Arc::new(Context::with_extensions(&dialects, EXTENSIONS));
    let mut sources = SourceMap::new();
    let buffer = sources.add("program.mlir", program.to_owned()).expect("the text is small");
    let output = parse_source(&cx, &Arc::new(sources), buffer, None, ParseOptions::default());
    let found: Vec<_> = output.diags.iter().map(|diag| diag.message.clone()).collect();
    let ir = output.ir.unwrap_or_else(|| panic!("{found:?} in {program}"));
    let root = ir.root().expect("there is a module");
    terrace_ir::verify::verify(root, Default::default()).expect("the program is valid");
    let main = root.single_region().entry().and_then(|block| block.first()).expect("there is a function");
    let compiled = compile(main, 64);
    let mut out = Vec::new();
    let mut machine = Machine::new(&compiled, Limits { kernels, ..Limits::default() }, &mut out);
    let result = machine.call(&cx, &[]);
    let count = machine.kernels;
    let told = match result {
        Ok(given) => {
            let outputs = compiled.functions[0].outputs.iter().zip(&given.results);
            outputs.map(|(&ty, value)| text::value(&cx, ty, value)).collect()
        }
        Err(diag) => diag.notes.iter().fold(diag.message.clone(), |mut told, (_, note)| {
            let _ = write!(told, "; {note}");
            told
        }),
    };
    (told, count)
}

/// Runs a program with kernels and without; `kernels` of its ops must be run by kernels.
fn same(name: &str, program: &str, kernels: u64) -> String {
    let (quick, count) = run(program, true);
    let (slow, none) = run(program, false);
    assert_eq!(quick, slow, "{name}");
    assert_eq!((count, none), (kernels, 0), "{name} gives {quick}");
    quick
}

/// A tensor of floats that differ.
fn numbers(shape: &str, ty: &str) -> String {
    let rank = shape.matches('x').count() + 1;
    let args: Vec<String> = (0..rank).map(|i| format!("%i{i}: index")).collect();
    let (convert, int) = match ty {
        "i8" => ("arith.index_cast %s : index to i8", true),
        "i32" => ("arith.index_cast %s : index to i32", true),
        _ => ("arith.index_cast %s : index to i32", false),
    };
    let mut body =
        "%k = arith.constant 37 : index\n%m = arith.constant 11 : index\n%s0 = arith.constant 5 : index\n"
            .to_owned();
    for i in 0..rank {
        let _ = writeln!(
            body,
            "%p{i} = arith.muli %s{i}, %k : index\n%s{} = arith.addi %p{i}, %i{i} : index",
            i + 1
        );
    }
    let _ = writeln!(
        body,
        "%t = arith.remui %s{rank}, %m : index\n%f5 = arith.constant 5 : index\n%s = arith.subi %t, %f5 : index"
    );
    let _ = writeln!(body, "%v = {convert}");
    let value = if int { "%v" } else { "%f" };
    if !int {
        let _ = writeln!(
            body,
            "%w = arith.sitofp %v : i32 to {ty}\n%d = arith.constant 7.0 : {ty}\n%f = arith.divf %w, %d : {ty}"
        );
    }
    format!(
        "tensor.generate {{ ^bb0({}):\n{body}tensor.yield {value} : {ty} }} : tensor<{shape}x{ty}>",
        args.join(", ")
    )
}

/// An op on two tensors of floats, with a result that begins at some value.
fn named(op: &str, a: (&str, &str), b: (&str, &str), out: (&str, &str)) -> String {
    let ((a, at), (b, bt), (out, ot)) = (a, b, out);
    let init = if ot.starts_with('i') { "2" } else { "0.5" };
    format!(
        "func.func @main() -> tensor<{out}x{ot}> {{
           %a = {}
           %b = {}
           %e = tensor.empty() : tensor<{out}x{ot}>
           %c = arith.constant {init} : {ot}
           %z = linalg.fill ins(%c : {ot}) outs(%e : tensor<{out}x{ot}>) -> tensor<{out}x{ot}>
           %r = {op} ins(%a, %b : tensor<{a}x{at}>, tensor<{b}x{bt}>) outs(%z : tensor<{out}x{ot}>) -> tensor<{out}x{ot}>
           return %r : tensor<{out}x{ot}>
         }}",
        numbers(a, at),
        numbers(b, bt)
    )
}

#[test]
fn named_ops() {
    for ty in ["f32", "f64", "f16", "bf16"] {
        same("matmul", &named("linalg.matmul", ("7x9", ty), ("9x300", ty), ("7x300", ty)), 2);
    }
    same("mixed", &named("linalg.matmul", ("7x9", "i8"), ("9x13", "i8"), ("7x13", "i32")), 2);
    same("batch", &named("linalg.batch_matmul", ("3x7x9", "f32"), ("3x9x5", "f32"), ("3x7x5", "f32")), 2);
    same("matvec", &named("linalg.matvec", ("40x9", "f32"), ("9", "f32"), ("40", "f32")), 2);
    let conv = "linalg.conv_2d_nhwc_hwcf {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<[1, 2]> : tensor<2xi64>}";
    same("conv", &named(conv, ("2x9x8x3", "f32"), ("3x2x3x4", "f32"), ("2x4x6x4", "f32")), 2);
    let pool = "linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>}";
    same("pool", &named(pool, ("1x8x8x5", "f32"), ("2x2", "f32"), ("1x4x4x5", "f32")), 2);
}

/// A generic op on one operand; the maps and iterators are given, as is the computation of `%q` from `%x` and `%y`.
fn generic(shape: &str, ty: &str, maps: &str, kinds: &str, out: &str, body: &str) -> String {
    let init = if ty.starts_with('i') { "2" } else { "0.5" };
    format!(
        "func.func @main() -> tensor<{out}{ty}> {{
           %a = {}
           %e = tensor.empty() : tensor<{out}{ty}>
           %c = arith.constant {init} : {ty}
           %z = linalg.fill ins(%c : {ty}) outs(%e : tensor<{out}{ty}>) -> tensor<{out}{ty}>
           %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}
               ins(%a : tensor<{shape}x{ty}>) outs(%z : tensor<{out}{ty}>) {{
             ^bb0(%x: {ty}, %y: {ty}):
               {body}
               linalg.yield %q : {ty}
           }} -> tensor<{out}{ty}>
           return %r : tensor<{out}{ty}>
         }}",
        numbers(shape, ty)
    )
}

const ID: &str = "affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>";
const PAR: &str = "\"parallel\", \"parallel\"";

#[test]
fn elementwise() {
    let bodies = [
        "%0 = arith.constant 0.0 : f32 %q = arith.maximumf %x, %0 : f32",
        "%0 = arith.constant 0.0 : f32 %1 = arith.cmpf ugt, %x, %0 : f32 %q = arith.select %1, %x, %y : f32",
        "%0 = math.exp %x : f32 %q = arith.divf %0, %y : f32",
        "%0 = arith.extf %x : f32 to f64 %1 = arith.addf %0, %0 : f64 %q = arith.truncf %1 : f64 to f32",
        "%0 = linalg.index 0 : index %1 = linalg.index 1 : index %2 = arith.muli %0, %1 : index
         %3 = arith.index_cast %2 : index to i32 %4 = arith.sitofp %3 : i32 to f32 %q = arith.addf %4, %x : f32",
        "%q = arith.mulf %c, %c : f32",
        "%q = arith.minnumf %x, %y : f32",
        "%0 = arith.negf %x : f32 %q = arith.subf %0, %y : f32",
    ];
    for body in bodies {
        same(body, &generic("5x300", "f32", ID, PAR, "5x300x", body), 2);
    }
    let transposed = "affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>";
    same("transposed", &generic("7x30", "f64", transposed, PAR, "30x7x", "%q = arith.addf %x, %y : f64"), 2);
    // The yielded value is an operand, or is defined outside.
    same("yields", &generic("5x9", "f32", ID, PAR, "5x9x", "%q = arith.addf %x, %x : f32"), 2);
    // The loops stay where a map is more than a sum.
    let modulo = "affine_map<(d0, d1) -> (d0 mod 2, d1)>, affine_map<(d0, d1) -> (d0, d1)>";
    same("mod", &generic("5x9", "f32", modulo, PAR, "5x9x", "%q = arith.addf %x, %y : f32"), 1);
}

#[test]
fn reductions() {
    for (maps, out) in [
        ("affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>", ""),
        ("affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>", "20x"),
    ] {
        let kinds =
            if out.is_empty() { "\"reduction\", \"reduction\"" } else { "\"parallel\", \"reduction\"" };
        // The few elements of the destination are filled by loops.
        let kernels = 1;
        for body in [
            "%q = arith.addf %x, %y : f32",
            "%q = arith.subf %y, %x : f32",
            "%0 = arith.mulf %x, %x : f32 %q = arith.addf %y, %0 : f32",
            "%0 = arith.mulf %y, %x : f32 %q = arith.addf %0, %x : f32",
            "%0 = arith.cmpf ogt, %x, %y : f32 %q = arith.select %0, %x, %y : f32",
            "%0 = linalg.index 1 : index %1 = arith.index_cast %0 : index to i32 %2 = arith.sitofp %1 : i32 to f32
             %3 = arith.mulf %2, %x : f32 %q = arith.addf %y, %3 : f32",
            "%q = arith.addf %x, %c : f32",
        ] {
            same(body, &generic("20x301", "f32", maps, kinds, out, body), kernels);
        }
        same("i32", &generic("20x301", "i32", maps, kinds, out, "%q = arith.muli %x, %y : i32"), kernels);
        same("f64", &generic("20x301", "f64", maps, kinds, out, "%q = arith.addf %x, %y : f64"), kernels);
    }
}

#[test]
fn reports() {
    let body = "%q = arith.divsi %y, %x : i32";
    assert_eq!(same("division", &generic("20x30", "i32", ID, PAR, "20x30x", body), 1), "division by zero");
    let body = "%0 = arith.constant 2147483647 : i32 %q = arith.addi %x, %0 overflow<nsw> : i32";
    same("overflow", &generic("20x30", "i32", ID, PAR, "20x30x", body), 1);
    let unwritten = "func.func @main() -> tensor<40xf32> {
        %e = tensor.empty() : tensor<40xf32>
        %r = linalg.exp ins(%e : tensor<40xf32>) outs(%e : tensor<40xf32>) -> tensor<40xf32>
        return %r : tensor<40xf32> }";
    assert_eq!(same("unwritten", unwritten, 0), "read of a tensor element that was not written");
    let sizes = "func.func @main() -> tensor<?xf32> {
        %n = arith.constant 40 : index
        %m = arith.constant 39 : index
        %c = arith.constant 1.0 : f32
        %e = tensor.empty(%n) : tensor<?xf32>
        %f = tensor.empty(%m) : tensor<?xf32>
        %g = linalg.fill ins(%c : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
        %r = linalg.exp ins(%g : tensor<?xf32>) outs(%f : tensor<?xf32>) -> tensor<?xf32>
        return %r : tensor<?xf32> }";
    let message = "operand #1 has size 39 in dimension 0, where another operand has 40";
    assert_eq!(same("sizes", sizes, 1), message);
}

/// A program on a buffer of 64 floats, which it returns.
fn on_buffer(body: &str) -> String {
    format!(
        "func.func @main() -> f32 {{
           %zero = arith.constant 0 : index
           %one = arith.constant 1 : index
           %n = arith.constant 64 : index
           %m = memref.alloc() : memref<64xf32>
           %start = arith.constant 1.0 : f32
           %last = scf.for %i = %zero to %n step %one iter_args(%v = %start) -> f32 {{
             memref.store %v, %m[%i] : memref<64xf32>
             %w = arith.addf %v, %start : f32
             scf.yield %w : f32
           }}
           {body}
           %f = arith.constant 3.0 : f32
           %sum = scf.for %i = %zero to %n step %one iter_args(%v = %start) -> f32 {{
             %x = memref.load %m[%i] : memref<64xf32>
             %y = arith.mulf %v, %f : f32
             %w = arith.addf %x, %y : f32
             scf.yield %w : f32
           }}
           memref.dealloc %m : memref<64xf32>
           return %sum : f32
         }}"
    )
}

#[test]
fn buffers() {
    let slice = |name: &str, offset: usize, stride: i64| {
        let layout = format!("memref<32xf32, strided<[{stride}], offset: {offset}>>");
        (
            format!("%{name} = memref.subview %m[{offset}] [32] [{stride}] : memref<64xf32> to {layout}\n"),
            layout,
        )
    };
    let exp = |a: (String, String), b: (String, String)| {
        on_buffer(&format!("{}{}linalg.negf ins(%a : {}) outs(%b : {})", a.0, b.0, a.1, b.1))
    };
    same("in place", &on_buffer("linalg.negf ins(%m : memref<64xf32>) outs(%m : memref<64xf32>)"), 1);
    same("halves", &exp(slice("a", 0, 1), slice("b", 32, 1)), 1);
    // Interleaved elements are not treated as disjoint, and neither are overlapping ones.
    same("strides", &exp(slice("a", 0, 2), slice("b", 1, 2)), 0);
    same("overlap", &exp(slice("a", 0, 1), slice("b", 1, 1)), 0);
    let partly = "%s = memref.alloc() : memref<64xf32>
        %h = memref.subview %s[0] [63] [1] : memref<64xf32> to memref<63xf32, strided<[1]>>
        linalg.fill ins(%start : f32) outs(%h : memref<63xf32, strided<[1]>>)
        linalg.add ins(%m, %s : memref<64xf32>, memref<64xf32>) outs(%m : memref<64xf32>)
        memref.dealloc %s : memref<64xf32>";
    assert_eq!(same("partly", &on_buffer(partly), 1), "read of memory that was not written; allocated here");
    let constant = "%d = memref.subview %m[0] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1]>>
        linalg.dot ins(%d, %d : memref<32xf32, strided<[1]>>, memref<32xf32, strided<[1]>>) outs(%o : memref<f32>)";
    let dot = format!(
        "%o = memref.alloc() : memref<f32>
        memref.store %start, %o[] : memref<f32>
        {constant}
        %got = memref.load %o[] : memref<f32>
        memref.store %got, %m[%one] : memref<64xf32>
        memref.dealloc %o : memref<f32>"
    );
    same("dot", &on_buffer(&dot), 1);
}
