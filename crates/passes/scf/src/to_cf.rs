//! `convert-scf-to-cf`: lowers structured loops and conditionals to blocks and branches.

use terrace_conversion::{
    Conversion, ConversionPass, ConversionPatterns, ConversionRewriter, ConversionTarget,
};
use terrace_dialects_builtin::dialect_interfaces::LoopAttrDialectInterface;
use terrace_dialects_core::arith;
use terrace_dialects_core::arith::CmpIPredicate;
use terrace_dialects_core::cf;
use terrace_dialects_core::scf::*;
use terrace_ir::elements::int_vector;
use terrace_ir::{
    Attr, AttrData, Block, Context, InsertPoint, Loc, Op, OpKind, OptionalAttr, Region, Type, Value,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{PassDef, pass_options};
use terrace_support::apint::ApInt;

use super::forall::make_parallel;
use terrace_passes_shared::arithmetic::Arith;

pass_options! {
    /// The options of the pass.
    struct ConvertScfToCfOptions {
        /// Experimental performance flag to disallow pattern rollback
        allow_pattern_rollback("allow-pattern-rollback"): bool = "true",
    }
}

/// The pass.
pub static CONVERT_SCF_TO_CF: PassDef = PassDef {
    name: "convert-scf-to-cf",
    class: "SCFToControlFlowPass",
    doc: "Convert SCF dialect to ControlFlow dialect, replacing structured control flow with a CFG",
    options: ConvertScfToCfOptions::DEFS,
    make: |options| ConversionPass::plain(options, conversion),
    ..EMPTY_PASS
};

fn conversion(cx: &Context) -> Conversion {
    let target = ConversionTarget::new()
        .illegal::<ForallOp>(cx)
        .illegal::<ForOp>(cx)
        .illegal::<IfOp>(cx)
        .illegal::<IndexSwitchOp>(cx)
        .illegal::<ParallelOp>(cx)
        .illegal::<WhileOp>(cx)
        .illegal::<ExecuteRegionOp>(cx)
        .mark_unknown_op_dynamically_legal(|_| true);
    let mut patterns = ConversionPatterns::new();
    populate_patterns(cx, &mut patterns);
    Conversion { target, patterns }
}

/// Adds the patterns that lower the ops of scf.
pub fn populate_patterns(cx: &Context, patterns: &mut ConversionPatterns) {
    patterns
        .add::<ForallOp>(cx, "ForallLowering", |rw, op| lower_forall(rw, op.into()))
        .add::<ForOp>(cx, "ForLowering", lower_for)
        .add::<IfOp>(cx, "IfLowering", lower_if)
        .add::<ParallelOp>(cx, "ParallelLowering", lower_parallel)
        .add::<WhileOp>(cx, "WhileLowering", lower_while)
        .add::<ExecuteRegionOp>(cx, "ExecuteRegionLowering", lower_execute_region)
        .add::<IndexSwitchOp>(cx, "IndexSwitchLowering", lower_index_switch)
        .add_with_benefit::<WhileOp>(cx, "DoWhileLowering", 2, lower_do_while);
}

/// The last op of a region.
fn terminator(rw: &ConversionRewriter<'_>, region: Region) -> Option<Op> {
    rw.body().last_op(rw.body().last_block(region)?)
}

fn branch(rw: &mut ConversionRewriter<'_>, dest: Block, operands: &[Value], loc: Loc) -> Op {
    rw.build(cf::BrOp::of(operands).loc(loc).dest(dest)).into()
}

fn branch_if(
    rw: &mut ConversionRewriter<'_>,
    condition: Value,
    (yes, yes_operands): (Block, &[Value]),
    no: Block,
    loc: Loc,
) -> Op {
    rw.build(
        cf::CondBrOp::of(condition).loc(loc).true_dest_operands(yes_operands).true_dest(yes).false_dest(no),
    )
    .into()
}

/// Copies the loop's attributes to its latch branch, for dialects that attach them there.
fn keep_loop_attrs(rw: &mut ConversionRewriter<'_>, looped: Op, branch: Op) {
    let cx = rw.cx();
    let belongs_to_branch = |attr: Attr| {
        let dialect = match attr.data(cx) {
            AttrData::Dialect { def, .. } => cx.attr_def(*def).name.dialect_prefix(cx),
            AttrData::Opaque { dialect, .. } => Some(dialect.text(cx)),
            _ => None,
        };
        dialect.is_some_and(|dialect| cx.dialect_interface::<dyn LoopAttrDialectInterface>(dialect).is_some())
    };
    let attrs = rw.body().attrs(looped);
    let kept: Vec<_> =
        attrs.optional_entries(cx).iter().copied().filter(|&(_, attr)| belongs_to_branch(attr)).collect();
    if !kept.is_empty() {
        let attrs = cx.dict(kept);
        rw.set_attrs(branch, attrs);
    }
}

fn lower_for(rw: &mut ConversionRewriter<'_>, op: ForOp) -> Option<()> {
    let view = op.view(rw);
    let (lower, upper, step) = (view.lower_bound().id(), view.upper_bound().id(), view.step().id());
    let inits: Vec<Value> = view.init_args().map(|v| v.id()).collect();
    let (unsigned, loc, region) = (view.unsigned_cmp(), view.0.loc(), view.region().id());
    let (init, end) = rw.split_before(op)?;
    let condition = rw.body().entry(region)?;
    let point = InsertPoint::start(rw.body(), condition);
    let first = rw.split_at(point);
    let last = rw.body().last_block(region)?;
    rw.inline_region_before(region, end);
    let args: Vec<Value> = rw.body().args(condition).collect();

    let yielded = rw.body().last_op(last)?;
    rw.set_insertion_point_to_end(last);
    let mut next = vec![Arith::new(rw, loc).add(args[0], step)];
    next.extend(rw.body().operands(yielded));
    let latch = branch(rw, condition, &next, loc);
    keep_loop_attrs(rw, op.into(), latch);
    rw.erase_op(yielded);

    rw.set_insertion_point_to_end(init);
    let first_values: Vec<Value> = [lower].into_iter().chain(inits).collect();
    branch(rw, condition, &first_values, loc);

    rw.set_insertion_point_to_end(condition);
    let goes_on = Arith::new(rw, loc).compare(
        if unsigned { CmpIPredicate::Ult } else { CmpIPredicate::Slt },
        args[0],
        upper,
    );
    branch_if(rw, goes_on, (first, &[]), end, loc);
    rw.replace_op(op, &args[1..]);
    Some(())
}

fn lower_if(rw: &mut ConversionRewriter<'_>, op: IfOp) -> Option<()> {
    let view = op.view(rw);
    let (condition, loc, types) = (view.condition().id(), view.0.loc(), view.0.result_types());
    let (then_region, else_region) = (view.then_region().id(), view.else_region().id());
    let (block, rest) = rw.split_before(op)?;
    let mut goes_on = rest;
    if !types.is_empty() {
        let args: Vec<(Type, Loc)> = types.into_iter().map(|ty| (ty, loc)).collect();
        goes_on = rw.create_block_before(rest, &args);
        rw.set_insertion_point_to_end(goes_on);
        branch(rw, rest, &[], loc);
    }
    let then_block = rw.body().entry(then_region)?;
    lower_branch(rw, then_region, goes_on, loc)?;
    let mut else_block = goes_on;
    if let Some(entry) = rw.body().entry(else_region) {
        else_block = entry;
        lower_branch(rw, else_region, goes_on, loc)?;
    }
    rw.set_insertion_point_to_end(block);
    branch_if(rw, condition, (then_block, &[]), else_block, loc);
    let values: Vec<Value> = rw.body().args(goes_on).collect();
    rw.replace_op(op, &values);
    Some(())
}

/// Inlines a region before a block, to which it branches.
fn lower_branch(rw: &mut ConversionRewriter<'_>, region: Region, goes_on: Block, loc: Loc) -> Option<()> {
    let (last, end) = (rw.body().last_block(region)?, terminator(rw, region)?);
    let values: Vec<Value> = rw.body().operands(end).collect();
    rw.set_insertion_point_to_end(last);
    branch(rw, goes_on, &values, loc);
    rw.erase_op(end);
    rw.inline_region_before(region, goes_on);
    Some(())
}

fn lower_execute_region(rw: &mut ConversionRewriter<'_>, op: ExecuteRegionOp) -> Option<()> {
    let view = op.view(rw);
    let (loc, types, region) = (view.0.loc(), view.0.result_types(), view.region().id());
    let (block, rest) = rw.split_before(op)?;
    let blocks: Vec<Block> = rw.body().blocks_of(region).collect();
    rw.set_insertion_point_to_end(block);
    branch(rw, *blocks.first()?, &[], loc);
    for block in blocks {
        let Some(end) = rw.body().last_op(block).filter(|&end| rw.op(end).isa::<YieldOp>()) else { continue };
        let values: Vec<Value> = rw.body().operands(end).collect();
        rw.set_insertion_point_to_end(block);
        branch(rw, rest, &values, loc);
        rw.erase_op(end);
    }
    rw.inline_region_before(region, rest);
    let values: Vec<Value> = types.into_iter().map(|ty| rw.add_argument(rest, ty, loc)).collect();
    rw.replace_op(op, &values);
    Some(())
}

/// One loop in the other, each over one dimension; they are lowered after that.
fn lower_parallel(rw: &mut ConversionRewriter<'_>, op: ParallelOp) -> Option<()> {
    let view = op.view(rw);
    let (loc, block) = (view.0.loc(), view.region().entry()?);
    let reduce = block.last().filter(|last| last.isa::<ReduceOp>())?.id();
    let block = block.id();
    let values = |list: &mut dyn Iterator<Item = terrace_ir::ValueRef<'_>>| -> Vec<Value> {
        list.map(|v| v.id()).collect()
    };
    let (lower, upper) = (values(&mut view.lower_bound()), values(&mut view.upper_bound()));
    let (steps, mut carried) = (values(&mut view.step()), values(&mut view.init_vals()));
    let types = view.0.result_types();

    let mut results = carried.clone();
    let mut ivs = Vec::with_capacity(steps.len());
    let mut inner = rw.body().block_of(op)?;
    for (i, ((&lower, &upper), &step)) in lower.iter().zip(&upper).zip(&steps).enumerate() {
        let region = rw.new_region();
        let args: Vec<(Type, Loc)> = [Type::INDEX].iter().chain(&types).map(|&ty| (ty, loc)).collect();
        let body = rw.create_block(region, &args);
        let looped =
            rw.build(ForOp::of(lower, upper, step, &carried).loc(loc).results(&types).region(region));
        let made: Vec<Value> = rw.body().results(looped).collect();
        if i == 0 {
            results = made;
        } else if !made.is_empty() {
            rw.set_insertion_point_to_end(inner);
            rw.build(YieldOp::of(&made).loc(loc));
        }
        if types.is_empty() {
            rw.set_insertion_point_to_end(body);
            rw.build(YieldOp::of(&[]).loc(loc));
        }
        let args: Vec<Value> = rw.body().args(body).collect();
        ivs.push(args[0]);
        carried = args[1..].to_vec();
        inner = body;
        rw.set_insertion_point_to_start(inner);
    }

    let mut yielded = Vec::with_capacity(carried.len());
    let reductions: Vec<Region> = rw.body().regions(reduce).collect();
    for (i, (region, &carried)) in reductions.into_iter().zip(&carried).enumerate() {
        let (block, end) = (rw.body().entry(region)?, terminator(rw, region)?);
        yielded.push(rw.op(end).single_operand().id());
        rw.erase_op(end);
        let operand = rw.body().operand(reduce, i);
        rw.inline_block(block, InsertPoint::Before(reduce), &[carried, operand]);
    }
    rw.erase_op(reduce);
    let point = rw.body().last_op(inner).map_or(InsertPoint::End(inner), InsertPoint::Before);
    rw.inline_block(block, point, &ivs);
    if !yielded.is_empty() {
        rw.set_insertion_point_to_end(inner);
        rw.build(YieldOp::of(&yielded).loc(loc));
    }
    rw.replace_op(op, &results);
    Some(())
}

fn lower_while(rw: &mut ConversionRewriter<'_>, op: WhileOp) -> Option<()> {
    let view = op.view(rw);
    let (loc, before, after) = (view.0.loc(), view.before().id(), view.after().id());
    let inits: Vec<Value> = view.inits().map(|v| v.id()).collect();
    let (current, rest) = rw.split_before(op)?;
    let (before_block, after_block) = (rw.body().entry(before)?, rw.body().entry(after)?);
    rw.inline_region_before(after, rest);
    rw.inline_region_before(before, after_block);
    rw.set_insertion_point_to_end(current);
    branch(rw, before_block, &inits, loc);

    rw.set_insertion_point_to_end(before_block);
    let end = rw.body().last_op(before_block)?;
    let operands: Vec<Value> = rw.body().operands(end).collect();
    let (condition, args) = operands.split_first()?;
    let end_loc = rw.body().loc(end);
    branch_if(rw, *condition, (after_block, args), rest, end_loc);
    rw.erase_op(end);

    rw.set_insertion_point_to_end(after_block);
    let end = rw.body().last_op(after_block)?;
    let values: Vec<Value> = rw.body().operands(end).collect();
    let end_loc = rw.body().loc(end);
    let latch = branch(rw, before_block, &values, end_loc);
    rw.erase_op(end);
    keep_loop_attrs(rw, op.into(), latch);
    rw.replace_op(op, args);
    Some(())
}

/// Lowers a loop whose after region only forwards its arguments to one with the back edge at the condition.
fn lower_do_while(rw: &mut ConversionRewriter<'_>, op: WhileOp) -> Option<()> {
    let view = op.view(rw);
    let after = view.after().entry()?;
    let only = after.first().filter(|only| only.isa::<YieldOp>() && only.next().is_none())?;
    if !only.operands().eq(after.args()) {
        return None;
    }
    let (loc, before) = (view.0.loc(), view.before().id());
    let inits: Vec<Value> = view.inits().map(|v| v.id()).collect();
    let (current, rest) = rw.split_before(op)?;
    let before_block = rw.body().entry(before)?;
    rw.inline_region_before(before, rest);
    rw.set_insertion_point_to_end(current);
    branch(rw, before_block, &inits, loc);
    rw.set_insertion_point_to_end(before_block);
    let end = rw.body().last_op(before_block)?;
    let operands: Vec<Value> = rw.body().operands(end).collect();
    let (condition, args) = operands.split_first()?;
    let end_loc = rw.body().loc(end);
    let latch = branch_if(rw, *condition, (before_block, args), rest, end_loc);
    keep_loop_attrs(rw, op.into(), latch);
    rw.replace_op(op, args);
    rw.erase_op(end);
    Some(())
}

fn lower_index_switch(rw: &mut ConversionRewriter<'_>, op: IndexSwitchOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, types, arg) = (view.0.loc(), view.0.result_types(), view.arg().id());
    let cases = view.cases().to_vec();
    let regions: Vec<Region> = view.case_regions().map(|r| r.id()).collect();
    let default = view.default_region().id();
    let (block, rest) = rw.split_before(op)?;
    let values: Vec<Value> = types.into_iter().map(|ty| rw.add_argument(rest, ty, loc)).collect();
    let mut blocks = Vec::with_capacity(regions.len() + 1);
    for region in regions.into_iter().chain([default]) {
        let (entry, end) = (rw.body().entry(region)?, terminator(rw, region)?);
        let (operands, end_loc) = (rw.body().operands(end).collect::<Vec<_>>(), rw.body().loc(end));
        rw.set_insertion_point_before(end);
        branch(rw, rest, &operands, end_loc);
        rw.erase_op(end);
        rw.inline_region_before(region, rest);
        blocks.push(entry);
    }
    let default = blocks.pop()?;
    rw.set_insertion_point_to_end(block);
    let flag = rw.build_value(arith::IndexCastOp::of(arg).out(Type::I32).loc(loc));
    // Cases are cut off at 32 bits.
    let numbers: Vec<ApInt> = cases.iter().map(|&case| ApInt::from_i64(32, i64::from(case as i32))).collect();
    let numbers = int_vector(cx, Type::I32, &numbers);
    let operands: Vec<&[Value]> = vec![&[]; blocks.len()];
    rw.build(
        cf::SwitchOp::of(flag)
            .loc(loc)
            .case_operands(&operands)
            .case_values_attr(numbers)
            .default_destination(default)
            .case_destinations(&blocks),
    );
    rw.replace_op(op, &values);
    Some(())
}

fn lower_forall(rw: &mut ConversionRewriter<'_>, op: Op) -> Option<()> {
    let (parallel, end) = make_parallel(rw, ForallOp::assume(op))?;
    rw.erase_op(end);
    rw.replace_op_with(op, parallel);
    Some(())
}
