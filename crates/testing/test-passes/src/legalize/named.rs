//! The patterns of `test-legalize-patterns` for ops that are known by their names alone.

use std::sync::Arc;

use terrace_conversion::patterns::{ConvertFn, ConvertWithFn};
use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter, TypeConverter};
use terrace_dialects_test::legal::{IllegalOpF, InvalidOp, LegalOpB, ValidOp};
use terrace_dialects_test::traits::FinishOp;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Attr, Block, Context, InsertPoint, Op, OpSpec, Region, Type, Value};

use crate::driver_patterns::create_named;

/// A pattern for an op name, and how it takes the operands.
enum Named {
    /// It reads them itself.
    Plain(&'static str, &'static str, ConvertFn),
    /// As their types are converted.
    Converted(&'static str, &'static str, ConvertWithFn),
}

/// Adds the patterns.
pub(super) fn add_patterns(cx: &Context, patterns: &mut ConversionPatterns, types: &Arc<TypeConverter>) {
    for pattern in REGIONS.iter().chain(REPLACEMENTS) {
        match *pattern {
            Named::Plain(op, name, convert) => patterns.add_named(cx, (op, name), convert),
            Named::Converted(op, name, convert) => {
                patterns.add_named_with_type_converter(cx, (op, name), types, convert)
            }
        };
    }
}

static REGIONS: &[Named] = &[
    Named::Plain("test.region", "TestRegionRewriteBlockMovement", move_blocks),
    Named::Plain("test.region_builder", "TestRegionRewriteUndo", |rw, op| {
        let (region, loc) = (rw.new_region(), rw.body().loc(op));
        let block = rw.create_block(region, &[(Type::I64, loc)]);
        rw.set_insertion_point_to_end(block);
        let arg = rw.body().arg(block, 0);
        rw.build(InvalidOp::of(&[arg]).loc(loc));
        create_with_region(rw, op, "test.region", region);
        rw.erase_op(op);
        Some(())
    }),
    Named::Plain("test.create_block", "TestCreateBlock", |rw, op| create_block(rw, op, false)),
    Named::Plain("test.create_illegal_block", "TestCreateIllegalBlock", |rw, op| create_block(rw, op, true)),
    Named::Plain("test.undo_block_erase", "TestUndoBlockErase", |rw, op| {
        let second = first_region(rw, op).and_then(|region| rw.body().blocks_of(region).nth(1))?;
        rw.set_insertion_point_to_start(second);
        let loc = rw.body().loc(op);
        rw.build(IllegalOpF::of().loc(loc));
        rw.erase_block(second);
        rw.notify_op_modified(op);
        Some(())
    }),
    Named::Plain("test.undo_block_arg_replace", "TestUndoBlockArgReplace", |rw, op| {
        let block = first_region(rw, op).and_then(|region| rw.body().entry(region))?;
        let arg = rw.body().args(block).next()?;
        let loc = rw.body().loc(op);
        let illegal = rw.build_value(IllegalOpF::of().loc(loc));
        rw.replace_uses(arg, &[illegal]);
        rw.notify_op_modified(op);
        Some(())
    }),
    Named::Plain("test.hoist_me", "TestUndoMoveOpBefore", |rw, op| {
        let parent = region_of(rw, op).and_then(|region| rw.body().region_parent(region))?;
        rw.move_op(op, InsertPoint::Before(parent));
        rw.replace(op, IllegalOpF::of());
        Some(())
    }),
    Named::Converted("test.drop_region_op", "TestDropOpSignatureConversion", |rw, op, _| {
        let region = first_region(rw, op)?;
        rw.convert_region_types(region)?;
        rw.erase_op(op);
        Some(())
    }),
    Named::Converted("test.detached_signature_conversion", "TestDetachedSignatureConversion", detached),
    Named::Converted("test.post_order_legalization", "TestPostOrderLegalization", |rw, op, _| {
        let region = first_region(rw, op)?;
        rw.convert_region_types(region)?;
        if !rw.legalize_region(region) {
            return rw.notify_match_failure(op, "its region is not legalized");
        }
        rw.set_attr(op, "is_legal", Attr::UNIT);
        Some(())
    }),
];

static REPLACEMENTS: &[Named] = &[
    Named::Plain("test.rewrite", "TestRemapValueTypeInRegion", |rw, op| {
        let operand = rw.body().operands(op).next()?;
        let operand = rw.remap(operand);
        rw.replace_op(op, &[operand]);
        Some(())
    }),
    Named::Plain("test.replace_non_root", "TestNonRootReplacement", |rw, op| {
        let illegal = rw.build(IllegalOpF::of());
        let legal = rw.build(LegalOpB::of());
        rw.replace_op_with(op, illegal);
        rw.replace_op_with(illegal, legal);
        Some(())
    }),
    Named::Plain("test.erase_op", "TestEraseOp", |rw, op| {
        rw.erase_op(op);
        Some(())
    }),
    Named::Plain("test.drop_operands_and_replace_with_valid", "TestDropAndReplaceInvalidOp", |rw, op| {
        rw.set_insertion_point_before(op);
        let new = rw.build(ValidOp::of(&[]));
        rw.replace_op_with(op, new);
        Some(())
    }),
    Named::Converted("test.value_replace", "TestValueReplace", |rw, op, _| replace_value(rw, op)),
    Named::Plain("test.replace_with_valid_producer", "TestReplaceWithValidProducer", |rw, op| {
        let ty = rw.op(op).attr("type").and_then(|attr| attr.as_type(rw.cx()))?;
        replace_by(rw, op, "test.valid_producer", &[], &[ty], &[1])
    }),
    Named::Converted("test.multiple_1_to_n_replacement", "TestMultiple1ToNReplacement", |rw, op, _| {
        let [ty] = rw.op(op).result_types()[..] else { return None };
        replace_by(rw, op, "test.step_1", &[], &[ty; 2], &[2])
    }),
    Named::Converted("test.step_1", "TestMultiple1ToNReplacement", |rw, op, _| {
        let [a, b] = rw.op(op).result_types()[..] else { return None };
        replace_by(rw, op, "test.legal_op", &[], &[a, a, b, b], &[2, 2])
    }),
    Named::Plain("test.replace_with_valid_consumer", "TestReplaceWithValidConsumer", |rw, op| {
        if rw.op(op).attr("with_converter").is_some() {
            return rw.notify_match_failure(op, "it has a converter");
        }
        let operands: Vec<Value> = rw.body().operands(op).map(|operand| rw.remap(operand)).collect();
        replace_by(rw, op, "test.valid_consumer", &operands, &[], &[])
    }),
    Named::Converted(
        "test.replace_with_valid_consumer",
        "TestReplaceWithValidConsumer",
        |rw, op, adaptor| {
            if rw.op(op).attr("with_converter").is_none() {
                return rw.notify_match_failure(op, "it has no converter");
            }
            replace_by(rw, op, "test.valid_consumer", &adaptor.flat(), &[], &[])
        },
    ),
];

/// The region that an op is in.
fn region_of(rw: &ConversionRewriter<'_>, op: Op) -> Option<Region> {
    rw.body().block_of(op).and_then(|block| rw.body().region_of(block))
}

fn first_region(rw: &ConversionRewriter<'_>, op: impl Into<Op>) -> Option<Region> {
    rw.body().regions(op.into()).next()
}

/// A new block with a terminator, and with an illegal op before that if `is_illegal`, at the end of the region that an op is
/// in.
fn create_block(rw: &mut ConversionRewriter<'_>, op: Op, is_illegal: bool) -> Option<()> {
    let (region, loc) = (region_of(rw, op)?, rw.body().loc(op));
    let block = rw.create_block(region, &[(Type::I32, loc); 2]);
    rw.set_insertion_point_to_end(block);
    if is_illegal {
        rw.build(IllegalOpF::of().loc(loc));
    }
    rw.build(FinishOp::of().loc(loc));
    rw.erase_op(op);
    Some(())
}

/// Moves or copies the blocks of an op after those of the region that it is in.
fn move_blocks(rw: &mut ConversionRewriter<'_>, op: Op) -> Option<()> {
    let (region, parent) = (first_region(rw, op)?, region_of(rw, op)?);
    match rw.op(op).attr("legalizer.should_clone").is_some() {
        true => rw.clone_region(region, parent, &mut IrMapping::new())?,
        false => rw.inline_region(region, parent),
    }
    if rw.op(op).attr("legalizer.erase_old_blocks").is_some() {
        let blocks: Vec<Block> = rw.body().blocks_of(region).collect();
        blocks.into_iter().for_each(|block| rw.erase_block(block));
    }
    rw.erase_op(op);
    Some(())
}

/// Converts the signature of a block that no op has.
fn detached(rw: &mut ConversionRewriter<'_>, op: Op, _adaptor: &Adaptor) -> Option<()> {
    if rw.body().regions(op).len() != 1 {
        return rw.notify_match_failure(op, "it has several regions");
    }
    let converter = rw.converter()?.clone();
    let region = *rw.take_regions(op).first()?;
    let block = rw.body().entry(region)?;
    let signature = converter.convert_block(rw.block(block))?;
    rw.convert_signature(block, &signature);
    let new = create_with_region(rw, op, "test.legal_op", region);
    rw.replace_op_with(op, new);
    Some(())
}

/// Creates an op with a region before another one, with its operands and result types.
fn create_with_region(rw: &mut ConversionRewriter<'_>, op: Op, name: &str, region: Region) -> Op {
    let (name, results, loc) = (rw.cx().op_name(name), rw.op(op).result_types(), rw.body().loc(op));
    let operands: Vec<Value> = rw.body().operands(op).collect();
    let (attrs, successors) = (Attr::EMPTY_DICT, &[]);
    rw.set_insertion_point_before(op);
    let spec = OpSpec { name, operands: &operands, results: &results, props: &[], attrs, successors, loc };
    rw.create_op_with_regions(&spec, &[region])
}

/// Replaces an op by a new one of a name: each result by the next `counts` results.
fn replace_by(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    name: &str,
    operands: &[Value],
    results: &[Type],
    counts: &[usize],
) -> Option<()> {
    rw.set_insertion_point_before(op);
    let new = create_named(rw, name, operands, results);
    let mut values = rw.body().results(new).collect::<Vec<Value>>().into_iter();
    let values: Vec<Vec<Value>> = counts.iter().map(|&count| values.by_ref().take(count).collect()).collect();
    rw.replace_with_many(op, &values);
    Some(())
}

/// Replaces the first operand by the others, or its uses in ops that ask for that.
fn replace_value(rw: &mut ConversionRewriter<'_>, op: Op) -> Option<()> {
    let operands: Vec<Value> = rw.body().operands(op).collect();
    let [first, second] = operands[..] else { return None };
    match rw.op(op).attr("conditional").is_some() {
        true => rw.replace_uses_if(first, &[second; 2], |user| user.attr("replace_uses").is_some()),
        false => rw.replace_uses(first, &[second; 2]),
    }
    rw.set_attr(op, "is_legal", Attr::UNIT);
    Some(())
}
