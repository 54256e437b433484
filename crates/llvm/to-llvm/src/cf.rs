//! `convert-cf-to-llvm`.

use std::sync::Arc;

use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter};
use terrace_dialects_core::cf::*;
use terrace_dialects_llvm::ops as llvm;
use terrace_ir::{Block, Context, Op, OpKind, Type, Value};

use crate::functions::RuntimeFunction;
use crate::print::{StringTables, print_string};
use terrace_llvm_common::build::Build;
use terrace_llvm_common::converter::LlvmTypeConverter;

/// Adds the patterns that turn branches into those of the dialect llvm.
pub fn populate_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
) {
    let types = &converter.types;
    patterns.add_with_type_converter::<BrOp>(cx, "BranchOpLowering", types, |rw, op, adaptor| {
        let (loc, attrs) = (rw.body().loc(op), rw.op(op).attrs());
        let operands = adaptor.flat();
        let dest = converted_successor(rw, op.into(), 0, &operands)?;
        rw.set_insertion_point_before(op);
        let new = rw.build(llvm::BrOp::of(&operands).loc(loc).dest(dest));
        rw.set_attrs(new, attrs);
        rw.replace_op_with(op, new);
        Some(())
    });
    patterns.add_with_type_converter::<CondBrOp>(cx, "CondBranchOpLowering", types, |rw, op, adaptor| {
        let (loc, attrs) = (rw.body().loc(op), rw.op(op).attrs());
        let view = CondBrOp::view_of(rw.op(op));
        let counts = [1, view.true_dest_operands().len(), view.false_dest_operands().len()];
        let weights = view.branch_weights_attr();
        let [condition, yes_operands, no_operands] = split(adaptor, counts);
        let &[condition] = condition.as_slice() else { return None };
        converted_successor(rw, op.into(), 0, &yes_operands)?;
        converted_successor(rw, op.into(), 1, &no_operands)?;
        let view = CondBrOp::view_of(rw.op(op));
        let (yes, no) = (view.true_dest().id(), view.false_dest().id());
        rw.set_insertion_point_before(op);
        let mut branch = llvm::CondBrOp::of(condition)
            .loc(loc)
            .true_dest_operands(&yes_operands)
            .false_dest_operands(&no_operands)
            .true_dest(yes)
            .false_dest(no);
        if let Some(weights) = weights {
            branch = branch.branch_weights_attr(weights);
        }
        let new = rw.build(branch);
        rw.set_attrs(new, attrs);
        rw.replace_op_with(op, new);
        Some(())
    });
    patterns.add_with_type_converter::<SwitchOp>(cx, "SwitchOpLowering", types, convert_switch);
}

/// The converted values of operand groups of these lengths.
fn split<const N: usize>(adaptor: &Adaptor, counts: [usize; N]) -> [Vec<Value>; N] {
    let mut start = 0;
    counts.map(|count| {
        start += count;
        adaptor.range((start - count, count))
    })
}

/// A successor of an op with arguments of the types of these values: the block itself, or one that takes its place. Successors
/// that were converted before may be the same block.
fn converted_successor(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    index: usize,
    values: &[Value],
) -> Option<Block> {
    let block = rw.op(op).successors().nth(index)?.id();
    let types = values.iter().map(|&value| rw.body().value_type(value));
    if rw.body().args(block).map(|arg| rw.body().value_type(arg)).eq(types.clone()) {
        return Some(block);
    }
    let types: Vec<Type> = types.collect();
    let converter = rw.converter()?.clone();
    let Some(signature) = converter.convert_block(rw.block(block)) else {
        return rw.notify_match_failure(op, "could not compute block signature");
    };
    if signature.types() != types {
        let reason = "mismatch between adaptor operand types and computed block signature";
        return rw.notify_match_failure(op, reason);
    }
    Some(rw.convert_signature(block, &signature))
}

fn convert_switch(rw: &mut ConversionRewriter<'_>, op: SwitchOp, adaptor: &Adaptor) -> Option<()> {
    let (loc, attrs) = (rw.body().loc(op), rw.op(op).attrs());
    let view = op.view(rw);
    let sizes = view.case_operand_segments().to_vec();
    let default_count = view.default_operands().len();
    let case_values = view.case_values_attr();
    let [flag, default_operands] = split(adaptor, [1, default_count]);
    let &[flag] = flag.as_slice() else { return None };
    converted_successor(rw, op.into(), 0, &default_operands)?;
    let (mut start, mut operands) = (1 + default_count, Vec::new());
    for (index, size) in sizes.into_iter().enumerate() {
        let size = usize::try_from(size).ok()?;
        let values = adaptor.range((start, size));
        start += size;
        converted_successor(rw, op.into(), 1 + index, &values)?;
        operands.push(values);
    }
    let view = op.view(rw);
    let default = view.default_destination().id();
    let converted: Vec<Block> = view.case_destinations().map(|block| block.id()).collect();
    rw.set_insertion_point_before(op);
    let groups: Vec<&[Value]> = operands.iter().map(Vec::as_slice).collect();
    let mut switch = llvm::SwitchOp::of(flag)
        .loc(loc)
        .default_operands(&default_operands)
        .case_operands(&groups)
        .default_destination(default)
        .case_destinations(&converted);
    if let Some(values) = case_values {
        switch = switch.case_values_attr(values);
    }
    let new = rw.build(switch);
    rw.set_attrs(new, attrs);
    rw.replace_op_with(op, new);
    Some(())
}

/// Adds the pattern that prints the message of an assertion that fails, and aborts.
pub fn populate_assert_pattern(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
) {
    populate_assert_pattern_with(cx, patterns, converter, true);
}

/// Adds the pattern that prints the message of a failed assertion, and aborts or continues.
pub fn populate_assert_pattern_with(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
    aborts: bool,
) {
    let (lower, tables) = (Arc::clone(converter), StringTables::default());
    patterns
        .add_with_type_converter::<AssertOp>(
            cx,
            "AssertOpLowering",
            &converter.types,
            move |rw, op, adaptor| convert_assert(rw, op, adaptor, (&lower, &tables), aborts),
        )
        .across_bodies();
}

fn convert_assert(
    rw: &mut ConversionRewriter<'_>,
    op: AssertOp,
    adaptor: &Adaptor,
    (converter, tables): (&LlvmTypeConverter, &StringTables),
    aborts: bool,
) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let &[condition] = adaptor.values(0) else { return None };
    let message = op.view(rw).msg_attr().as_string(cx)?.bytes(cx).to_vec();
    let region = rw.op(op).block()?.region()?.id();
    let next = rw.body().next_op(op.into())?;
    let (last, rest) = rw.split_before(next)?;
    let last_block = rw.body().last_block(region)?;
    let failing = rw.create_block_after(last_block, &[]);
    rw.set_insertion_point_to_end(failing);
    let mut build = Build::new(rw, loc, converter.index);
    let printed = print_string(&mut build, tables, op.into(), ("assert_msg", &message, "puts"));
    let abort = RuntimeFunction { name: "abort", inputs: &[], result: None };
    let done = match printed {
        Ok(()) if aborts => abort.call(&mut build, op.into(), &[]).map(|_| ()),
        printed => printed,
    };
    if let Err(diag) = done {
        rw.report(diag);
        return None;
    }
    match aborts {
        true => {
            rw.build(llvm::UnreachableOp::of().loc(loc));
        }
        false => {
            rw.build(llvm::BrOp::of(&[]).loc(loc).dest(rest));
        }
    }
    rw.set_insertion_point_to_end(last);
    rw.build(llvm::CondBrOp::of(condition).loc(loc).true_dest(rest).false_dest(failing));
    rw.erase_op(op);
    Some(())
}
