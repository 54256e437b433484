//! `test-merge-blocks`: blocks become one while ops are converted.

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPatterns, ConversionRewriter, ConversionTarget,
};
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_test::folds::BranchToOp;
use terrace_dialects_test::legal::{IllegalOpF, MergeBlocksOp};
use terrace_dialects_test::syntax::TestReturnOp;
use terrace_dialects_test::traits::{FinishOp, SingleBlockImplicitTerminatorOp};
use terrace_dialects_test::verifiers::{TypeConsumerOp, TypeProducerOp};
use terrace_ir::{Block, Context, InsertPoint, Op, OpRef, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef};

use super::ReportingConversion;

/// The pass.
pub(crate) static TEST_MERGE_BLOCKS: PassDef = PassDef {
    name: "test-merge-blocks",
    class: "(anonymous namespace)::TestMergeBlocksPatternDriver",
    doc: "Test Merging operation in ConversionPatternRewriter",
    make: |_| {
        let config = ConversionConfig::partial().undo_moves(true);
        Ok(Pass::Ir(Box::new(ReportingConversion { make: conversion, config })))
    },
    ..EMPTY_PASS
};

/// The op of this kind around an op.
fn outer_op(op: OpRef<'_>) -> Option<OpRef<'_>> {
    std::iter::successors(op.parent_op(), |op| op.parent_op())
        .find(|op| op.isa::<SingleBlockImplicitTerminatorOp>())
}

fn conversion(cx: &Context) -> Conversion {
    let target = ConversionTarget::new()
        .legal::<FuncOp>(cx)
        .legal::<ModuleOp>(cx)
        .legal::<FinishOp>(cx)
        .legal::<TypeConsumerOp>(cx)
        .legal::<TypeProducerOp>(cx)
        .legal::<TestReturnOp>(cx)
        .illegal::<IllegalOpF>(cx)
        .dynamic::<MergeBlocksOp>(cx, |op| op.regions().all(|region| region.blocks().count() == 1))
        .dynamic::<BranchToOp>(cx, |op| op.parent_op().is_some_and(|parent| parent.isa::<MergeBlocksOp>()))
        .dynamic::<SingleBlockImplicitTerminatorOp>(cx, |op| outer_op(op).is_none());
    let mut patterns = ConversionPatterns::new();
    patterns
        .add::<MergeBlocksOp>(cx, "TestMergeBlock", |rw, op| merge(rw, op.into(), false))
        .add_named(cx, ("test.undo_blocks_merge", "TestUndoBlocksMerge"), |rw, op| merge(rw, op, true))
        .add::<SingleBlockImplicitTerminatorOp>(cx, "TestMergeSingleBlockOps", |rw, op| {
            if outer_op(rw.op(op)).is_none() {
                return rw.notify_match_failure(op, "it is in no op of its kind");
            }
            let block = rw.op(op).single_region().entry()?.id();
            let end = rw.body().last_op(block)?;
            rw.inline_block(block, InsertPoint::Before(op.into()), &[]);
            rw.erase_op(end);
            rw.erase_op(op);
            Some(())
        });
    Conversion { target, patterns }
}

/// The second block of an op becomes the end of the first, and begins with an illegal op if that is asked for.
fn merge(rw: &mut ConversionRewriter<'_>, op: Op, adds_illegal: bool) -> Option<()> {
    let region = rw.body().regions(op).next()?;
    let blocks: Vec<Block> = rw.body().blocks_of(region).collect();
    let [first, second, ..] = blocks[..] else { return None };
    let branch = rw.body().last_op(first)?;
    let values: Vec<Value> = rw.body().operands(branch).collect();
    if values.len() != rw.body().n_args(second) {
        return rw.notify_match_failure(op, "the branch passes another number of values");
    }
    if adds_illegal {
        let loc = rw.body().loc(op);
        rw.set_insertion_point_to_start(second);
        rw.build(IllegalOpF::of().loc(loc));
    }
    rw.erase_op(branch);
    rw.inline_block(second, InsertPoint::End(first), &values);
    rw.notify_op_modified(op);
    Some(())
}
