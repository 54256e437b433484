//! Malformed ops in valid programs: whatever operands, segment sizes or attributes an op lacks, the verifier and the printer
//! of the generic form look at it and at the ops around it without a panic. `TERRACE_MALFORMED=1` tries every op of every
//! file test; without it there are as many as a run of all tests has time for.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use terrace_asm::{ParseOptions, PrintOptions, print_ir};
use terrace_bytecode::read_source;
use terrace_diag::SourceMap;
use terrace_ir::def::Arity;
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Attr, BodyId, Context, Ir, Op, OpHandle, OpRef};

/// A mutation of an op.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Damage {
    NoOperands,
    LastOperandLost,
    OperandRepeated,
    SegmentsRotated,
    AttributeLost(usize),
}

fn files(below: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(below).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files(&path, found),
            false if path.extension().is_some_and(|extension| extension == "mlir") => found.push(path),
            false => {}
        }
    }
}

fn context() -> Arc<Context> {
    let cx = terrace_test_opt::setup().new_context();
    cx.set_allow_unregistered(true);
    Arc::new(cx)
}

fn read(cx: &Arc<Context>, text: &str) -> Option<Ir> {
    let mut sources = SourceMap::new();
    let buffer = sources.add("chunk", text.as_bytes().to_vec()).expect("the file is small");
    read_source(cx, &Arc::new(sources), buffer, None, ParseOptions::default()).ir
}

fn is_valid(ir: &Ir) -> bool {
    verify(ir.root().expect("an op"), VerifyOptions::default().parallel(false)).is_ok()
}

fn print(ir: &Ir) {
    let mut text = Vec::new();
    print_ir(ir, &PrintOptions::default().generic(true), &mut text).expect("a vector takes all");
}

/// Whether the number of operands is one that the op's definition does not allow.
fn lacks_operands(op: OpRef<'_>) -> bool {
    let least = |def: &terrace_ir::def::OpTable<'_>| {
        def.operands.iter().filter(|operand| operand.arity == Arity::One).count()
    };
    op.def().is_some_and(|def| !def.dynamic && op.num_operands() < least(def))
}

fn damages(op: OpRef<'_>) -> Vec<Damage> {
    let mut damages = Vec::new();
    if op.num_operands() > 0 {
        damages.extend([Damage::NoOperands, Damage::OperandRepeated]);
    }
    if op.num_operands() > 1 {
        damages.push(Damage::LastOperandLost);
    }
    if op.inherent_attr("operandSegmentSizes").is_some() {
        damages.push(Damage::SegmentsRotated);
    }
    let props = op.props().iter().enumerate();
    damages.extend(props.filter(|(_, attr)| !attr.is_null()).map(|(i, _)| Damage::AttributeLost(i)));
    damages
}

/// Damages an op, looks at the program, and mends the op; returns what is wrong with how it went, if anything is.
fn try_damage(ir: &mut Ir, at: OpHandle, damage: Damage) -> Option<String> {
    let op = ir.op(at);
    let (name, operands, props) = (op.name_text().to_owned(), op.operands(), op.props().to_vec());
    let operands: Vec<_> = operands.map(|value| value.id()).collect();
    let segments = op.inherent_attr("operandSegmentSizes");
    let rotated = segments.and_then(|sizes| {
        let mut sizes: Vec<i32> = sizes.i32_elements(op.cx())?.collect();
        sizes.rotate_right(1);
        Some(op.cx().i32_array(&sizes))
    });
    ir.rewrite(at.body, |rw| match damage {
        Damage::NoOperands => rw.set_operands(at.op, &[]),
        Damage::LastOperandLost => rw.set_operands(at.op, &operands[..operands.len() - 1]),
        Damage::OperandRepeated => rw.set_operands(at.op, &[&operands[..], &operands[..1]].concat()),
        Damage::SegmentsRotated => {
            rw.set_attr(at.op, "operandSegmentSizes", rotated.unwrap_or(Attr::NULL));
        }
        Damage::AttributeLost(index) => rw.set_prop(at.op, index, Attr::NULL),
    });
    let judged = catch_unwind(AssertUnwindSafe(|| {
        let (valid, lacking) = (is_valid(ir), lacks_operands(ir.op(at)));
        print(ir);
        (valid && lacking).then(|| format!("{name}, {damage:?}: is valid without its operands"))
    }));
    ir.rewrite(at.body, |rw| {
        rw.set_operands(at.op, &operands);
        props.iter().enumerate().for_each(|(i, &attr)| rw.set_prop(at.op, i, attr));
    });
    judged.unwrap_or_else(|_| Some(format!("{name}, {damage:?}: a panic")))
}

#[test]
fn no_op_relies_on_others_before_they_are_verified() {
    let step = if std::env::var_os("TERRACE_MALFORMED").is_some() { 1 } else { 61 };
    let mut paths = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests"), &mut paths);
    paths.sort();
    let (mut tried, mut failures) = (0_usize, Vec::new());
    for path in &paths {
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        let cx = context();
        for chunk in text.split("// -----") {
            let Some(mut ir) = read(&cx, chunk).filter(is_valid) else { continue };
            let bodies = (0..ir.num_bodies()).map(|id| BodyId::from_u32(id as u32));
            let all: Vec<OpHandle> = bodies
                .filter_map(|id| Some((id, ir.find_body(id)?)))
                .flat_map(|(body, ops)| {
                    ops.live_ops().map(move |op: Op| OpHandle { body, op }).collect::<Vec<_>>()
                })
                .collect();
            for at in all {
                for damage in damages(ir.op(at)) {
                    tried += 1;
                    if tried % step == 0 {
                        let failure = try_damage(&mut ir, at, damage);
                        failures.extend(failure.map(|failure| format!("{}: {failure}", path.display())));
                    }
                }
            }
        }
    }
    assert!(tried > 10_000, "{tried} damages are too few to tell");
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
