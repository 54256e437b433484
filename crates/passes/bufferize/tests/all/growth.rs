//! The analysis looks at a number of pairs that grows with the program, and not faster, whatever its shape.

use std::fmt::Write;
use std::rc::Rc;
use std::sync::Arc;

use terrace_asm::{ParseOptions, parse_source};
use terrace_bufferize::EXTENSIONS;
use terrace_bufferize::analysis::{Analysis, OneShotDecisions};
use terrace_bufferize::functions::Functions;
use terrace_bufferize::options::BufferizationOptions;
use terrace_bufferize::state::State;
use terrace_diag::SourceMap;
use terrace_ir::{Context, OpRef};
use terrace_rewrite::walk::body_post_order;

const T: &str = "tensor<8xf32>";

/// The lines of a function's body, which begins with the tensor `%t` and ends with the given one.
type Shape = fn(&mut String, usize) -> std::fmt::Result;

/// Inserts in a row.
fn chain(out: &mut String, n: usize) -> std::fmt::Result {
    writeln!(out, "%v0 = linalg.fill ins(%x : f32) outs(%t : {T}) -> {T}")?;
    for i in 1..n {
        writeln!(out, "%v{i} = tensor.insert %x into %v{}[%c0] : {T}", i - 1)?;
    }
    writeln!(out, "return %v{} : {T}", n - 1)
}

/// Inserts of what is read from the tensor that all of them copy.
fn fan(out: &mut String, n: usize) -> std::fmt::Result {
    for i in 0..n {
        writeln!(out, "%e{i} = tensor.extract %t[%c0] : {T}")?;
        writeln!(out, "%v{i} = tensor.insert %e{i} into %t[%c0] : {T}")?;
    }
    writeln!(out, "return %v{} : {T}", n - 1)
}

/// Loops in loops, each of which reads and writes.
fn loops(out: &mut String, n: usize) -> std::fmt::Result {
    let mut given = "%t".to_owned();
    for i in 0..n {
        writeln!(out, "%r{i} = scf.for %i{i} = %c0 to %n step %c1 iter_args(%a{i} = {given}) -> ({T}) {{")?;
        writeln!(out, "%e{i} = tensor.extract %a{i}[%c0] : {T}")?;
        writeln!(out, "%v{i} = tensor.insert %e{i} into %a{i}[%c0] : {T}")?;
        given = format!("%v{i}");
    }
    for i in (0..n).rev() {
        writeln!(out, "scf.yield {given} : {T}\n}}")?;
        given = format!("%r{i}");
    }
    writeln!(out, "return {given} : {T}")
}

/// Conditions in conditions.
fn conditions(out: &mut String, n: usize) -> std::fmt::Result {
    for i in 0..n {
        writeln!(out, "%r{i} = scf.if %c -> ({T}) {{")?;
    }
    writeln!(out, "%v = tensor.insert %x into %t[%c0] : {T}")?;
    let mut given = "%v".to_owned();
    for i in (0..n).rev() {
        writeln!(out, "scf.yield {given} : {T}\n}} else {{\nscf.yield %t : {T}\n}}")?;
        given = format!("%r{i}");
    }
    writeln!(out, "return {given} : {T}")
}

/// Blocks in a row that go two ways, of which one writes.
fn diamonds(out: &mut String, n: usize) -> std::fmt::Result {
    writeln!(out, "cf.br ^b0(%t : {T})")?;
    for i in 0..n {
        let next = i + 1;
        writeln!(out, "^b{i}(%a{i}: {T}):\ncf.cond_br %c, ^l{i}, ^r{i}")?;
        writeln!(out, "^l{i}:\n%v{i} = tensor.insert %x into %a{i}[%c0] : {T}\ncf.br ^b{next}(%v{i} : {T})")?;
        writeln!(out, "^r{i}:\ncf.br ^b{next}(%a{i} : {T})")?;
    }
    writeln!(out, "^b{n}(%a{n}: {T}):\nreturn %a{n} : {T}")
}

/// Loops of blocks in a row, each of which reads and writes.
fn circles(out: &mut String, n: usize) -> std::fmt::Result {
    writeln!(out, "cf.br ^b0(%t : {T})")?;
    for i in 0..n {
        let next = i + 1;
        writeln!(out, "^b{i}(%a{i}: {T}):\n%e{i} = tensor.extract %a{i}[%c0] : {T}")?;
        writeln!(out, "%v{i} = tensor.insert %e{i} into %a{i}[%c0] : {T}")?;
        writeln!(out, "cf.cond_br %c, ^b{i}(%v{i} : {T}), ^b{next}(%v{i} : {T})")?;
    }
    writeln!(out, "^b{n}(%a{n}: {T}):\nreturn %a{n} : {T}")
}

/// Parts that overlap with the ones before, taken out of and put into one tensor.
fn overlapping_parts(out: &mut String, n: usize) -> std::fmt::Result {
    const P: &str = "tensor<2xf32>";
    writeln!(out, "%v0 = tensor.insert %x into %t[%c0] : {T}")?;
    for i in 0..n {
        let next = i + 1;
        writeln!(out, "%s{i} = tensor.extract_slice %v{i}[{}] [2] [1] : {T} to {P}", i % 5)?;
        writeln!(
            out,
            "%v{next} = tensor.insert_slice %s{i} into %v{i}[{}] [2] [1] : {P} into {T}",
            i % 5 + 1
        )?;
    }
    writeln!(out, "return %v{n} : {T}")
}

/// A loop that carries many tensors.
fn carried(out: &mut String, n: usize) -> std::fmt::Result {
    let list = |prefix: &str| (0..n).map(|i| format!("%{prefix}{i}")).collect::<Vec<_>>().join(", ");
    let inits = (0..n).map(|i| format!("%a{i} = %t")).collect::<Vec<_>>().join(", ");
    let types = vec![T; n].join(", ");
    writeln!(out, "%r:{n} = scf.for %i = %c0 to %n step %c1 iter_args({inits}) -> ({types}) {{")?;
    for i in 0..n {
        writeln!(out, "%v{i} = tensor.insert %x into %a{i}[%c0] : {T}")?;
    }
    writeln!(out, "scf.yield {} : {types}\n}}\nreturn %r#0 : {T}", list("v"))
}

/// The number of pairs that are compared in the analysis of a generated function.
fn pairs(shape: Shape, n: usize, strict_analysis: bool) -> u64 {
    let mut text = format!("func.func @f(%t: {T}, %x: f32, %n: index, %c: i1) -> {T} {{\n");
    text.push_str("%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n");
    shape(&mut text, n).expect("a string takes all");
    text.push_str("}\n");
    let dialects =
        [terrace_dialects_core::DIALECTS, terrace_dialects_mem::DIALECTS, terrace_dialects_linalg::DIALECTS];
    let cx = Arc::new(Context::with_extensions(&dialects.concat(), EXTENSIONS));
    let mut sources = SourceMap::new();
    let buffer = sources.add("f.mlir", text.clone()).expect("the text is small");
    let output = parse_source(&cx, &Arc::new(sources), buffer, None, ParseOptions::default());
    let ir = output.ir.unwrap_or_else(|| panic!("{text}"));
    let functions = Functions::default();
    let options = BufferizationOptions::default_for_functions()
        .allow_return_allocs_from_loops(true)
        .strict_analysis(strict_analysis);
    let root = ir.root().expect("there is a module");
    let function =
        root.single_region().entry().and_then(|block| block.ops().next()).expect("there is a function");
    let body = function.inner_body().expect("functions have bodies of their own");
    let first = body_post_order(ir.body(body))[0];
    let decisions = Rc::new(OneShotDecisions::new(ir.body(body)));
    let state = State::new(&options, &functions, decisions.clone());
    let analysis = Analysis::run(&state, decisions, OpRef::in_body(&ir, ir.body(body), body, first));
    analysis.map(|analysis| analysis.statistics.pairs).expect("all can be bufferized")
}

#[test]
fn pairs_grow_with_the_program() {
    let shapes: [(&str, Shape); 8] = [
        ("chain", chain),
        ("fan", fan),
        ("loops", loops),
        ("conditions", conditions),
        ("diamonds", diamonds),
        ("circles", circles),
        ("overlapping parts", overlapping_parts),
        ("carried", carried),
    ];
    for (name, shape) in shapes {
        for strict in [false, true] {
            let (few, many) = (pairs(shape, 50, strict), pairs(shape, 400, strict));
            assert!(
                many <= 9 * few + 50,
                "{name}, strict {strict}: {few} pairs, then {many} of eight times as much"
            );
        }
    }
}
