//! A slice of what `cargo xtask check-explain` does.

use terrace_check::Bench;
use terrace_check::explanations::{Counts, Way, check, programs, ways};
use terrace_dialects_core::func::ReturnOp;
use terrace_dialects_mem::memref::AllocOp;
use terrace_ir::{Loc, MemRefType, Op, Rewriter, Type};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, Registry};

#[test]
fn remarks_stand_for_all_allocations_and_copies_and_edits_do_what_they_promise() {
    let bench = Bench::default();
    let mut counts = Counts::default();
    for number in 0..60 {
        let text = programs(&bench, number);
        let all: Vec<Way> = ways(number).collect();
        for way in [all[(number / 4) as usize % all.len()], all[(number / 4 + 1) as usize % all.len()]] {
            match check(&bench, &text, way) {
                Ok(found) => counts.add(found),
                Err(message) => panic!("program {number}, {way:?}: {message}\n{text}"),
            }
        }
    }
    assert!(counts.programs > 60 && counts.copies > 200 && counts.edits > 20, "{counts:?}");
    assert!(counts.freed > 50, "{counts:?}");
}

/// A pass that allocates without a cause.
static SILENT_ALLOC: PassDef = PassDef {
    name: "silent-alloc",
    class: "SilentAlloc",
    doc: "Allocates without recording a cause.",
    anchor: Some("func.func"),
    make: |_| Ok(Pass::Body(Box::new(SilentAlloc))),
    ..EMPTY_PASS
};

struct SilentAlloc;

impl BodyPass for SilentAlloc {
    fn run(&self, rw: &mut Rewriter<'_>, _: &mut PassRun<'_>) -> Result<(), Failed> {
        let returns: Vec<Op> = rw.body().live_ops().filter(|&op| rw.op(op).isa::<ReturnOp>()).collect();
        for op in returns {
            let shape = [4];
            let ty = MemRefType::get(rw.cx(), &shape, Type::I1);
            rw.set_insertion_point_before(op);
            rw.build(AllocOp::of().loc(Loc::UNKNOWN).memref(ty));
        }
        Ok(())
    }
}

#[test]
fn a_pass_that_allocates_without_a_cause_is_reported() {
    let known = terrace::passes::registry();
    let registry = Registry::new(known.passes().into_iter().chain([&SILENT_ALLOC]), known.pipelines());
    let bench = Bench::new(registry);
    let way = Way { options: "bufferize-function-boundaries", before: "", after: "silent-alloc" };
    let text = "func.func @main() -> index { %0 = arith.constant 1 : index  return %0 : index }";
    let message = check(&bench, text, way).expect_err("an allocation without a cause");
    assert!(message.contains("no reason was recorded for this 'memref.alloc'"), "{message}");
}
