//! Replaces a call by the body of the callee.

use rustc_hash::FxHashMap;
use terrace_ir::dialect_interfaces::DialectInlinerInterface;
use terrace_ir::interfaces::{CallLike, Callable};
use terrace_ir::rewriter::IrMapping;
use terrace_ir::traits::TraitSet;
use terrace_ir::{
    Attr, Block, InsertPoint, Ir, Loc, Op, OpHandle, OpRef, OptionalAttr, RegionRef, Value, ValueRef,
};

/// Returns the inliner interface of the op's dialect.
fn inliner(op: OpRef<'_>) -> Option<&'static dyn DialectInlinerInterface> {
    op.info().dialect_interface()
}

/// Whether the dialects allow replacing `call` by the contents of `region`.
fn is_legal(call: OpRef<'_>, callable: OpRef<'_>, region: RegionRef<'_>, clones: bool) -> bool {
    let Some(dest) = call.block().and_then(|b| b.region()) else { return false };
    let allows_call = inliner(call).is_some_and(|dialect| dialect.allows_call(call, callable, clones));
    let around = dest.parent_op().and_then(inliner);
    let values: Vec<ValueRef<'_>> =
        match call.interface::<dyn CallLike>().map(|call_op| call_op.arguments(call)) {
            Some((start, len)) => (start..start + len).map(|i| call.operand(i)).collect(),
            None => Vec::new(),
        };
    if !allows_call || !around.is_some_and(|dialect| dialect.allows_region(dest, region, &values, clones)) {
        return false;
    }
    let mut pending: Vec<OpRef<'_>> = region.blocks().flat_map(|b| b.ops()).collect();
    while let Some(op) = pending.pop() {
        let Some(dialect) = inliner(op).filter(|dialect| dialect.allows_op(op, dest, clones)) else {
            return false;
        };
        if dialect.looks_inside(op) {
            pending.extend(op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops()));
        }
    }
    true
}

/// Replaces a call, which stays and has no uses then, by a copy of the contents of an isolated callable. Returns
/// the ops that were copied at the top level, or none, and no change, where the dialects or the types forbid it.
pub fn inline_call(ir: &mut Ir, call: OpHandle, callable: OpHandle, clones: bool) -> Option<Vec<Vec<Op>>> {
    let (view, target) = (ir.op(call), ir.op(callable));
    let interface = target.interface::<dyn Callable>()?;
    let region = interface.callable_region(target)?;
    let entry = region.entry()?;
    let (start, len) = view.interface::<dyn CallLike>()?.arguments(view);
    let operands: Vec<Value> = (start..start + len).map(|i| view.operand(i).id()).collect();
    let types_fit = operands.len() == entry.args().len()
        && (start..start + len).zip(entry.args()).all(|(i, arg)| view.operand(i).ty() == arg.ty())
        && view.result_types() == interface.callable_results(target);
    if !types_fit || !is_legal(view, target, region, clones) {
        return None;
    }
    let args: Vec<Value> = entry.args().map(|arg| arg.id()).collect();
    let attrs = target.inherent_attr("arg_attrs").optional_elements(ir.cx());
    let attrs = attrs.to_vec();
    let (src, from) = (region.body_id(), region.id());
    let (call_dialect, callable_dialect) = (inliner(view), inliner(target));
    let call_loc = view.loc();

    // A place for the copy, and what it is put between.
    let (staging, rest, arg_values) = ir.rewrite(call.body, |rw| {
        let point = InsertPoint::after(rw.body(), call.op);
        rw.set_insertion_point(point);
        let stands = |(i, &value): (usize, &Value)| match callable_dialect {
            Some(dialect) => {
                let attrs = attrs.get(i).copied().unwrap_or(Attr::EMPTY_DICT);
                dialect.argument(rw, call.op, callable, value, attrs)
            }
            None => value,
        };
        let values: Vec<Value> = operands.iter().enumerate().map(stands).collect();
        let staging = rw.new_region();
        (staging, rw.split_at(point), values)
    });
    let mut map = IrMapping::new();
    args.iter().zip(&arg_values).for_each(|(&arg, &value)| map.map(arg, value));
    ir.copy_region((src, from), (call.body, staging), &mut map);
    let blocks: Vec<Block> = ir.body(call.body).blocks_of(staging).collect();
    relocate(ir, call, &blocks, call_loc);
    let copied: Vec<Vec<Op>> =
        blocks.iter().map(|&block| ir.body(call.body).ops_of(block).collect()).collect();

    ir.rewrite(call.body, |rw| {
        let results: Vec<Value> = rw.body().results(call.op).collect();
        let entry = blocks[0];
        // The copy's entry block has the arguments that the mapping stood for.
        let args: Vec<Value> = rw.body().args(entry).collect();
        for (arg, &value) in args.into_iter().zip(&arg_values) {
            rw.replace_all_uses_with(arg, value);
        }
        while rw.body().n_args(entry) > 0 {
            rw.erase_argument(entry, rw.body().n_args(entry) - 1);
        }
        rw.inline_region_before(staging, rest);
        if let Some(dialect) = call_dialect {
            dialect.call_inlined(rw, call.op, &blocks);
        }
        let around = rw.op(call.op).parent_op().and_then(inliner);
        let merges = around.is_none_or(|dialect| dialect.merges_single_block(rw.block(entry)));
        if let [only] = *blocks
            && merges
        {
            let terminator = rw.body().last_op(only).expect("a block ends with a terminator");
            let view = rw.op(terminator);
            let returned: Vec<Value> = match inliner(view) {
                Some(dialect) => dialect.returned(view).iter().map(|v| v.id()).collect(),
                None => view.operands().map(|v| v.id()).collect(),
            };
            for (&result, &value) in results.iter().zip(&returned) {
                rw.replace_all_uses_with(result, value);
            }
            rw.erase_op(terminator);
            rw.inline_block(rest, InsertPoint::End(only), &[]);
        } else {
            for &result in &results {
                let (ty, loc) = (rw.value(result).ty(), rw.value(result).loc());
                let arg = rw.add_argument(rest, ty, loc);
                rw.replace_all_uses_with(result, arg);
            }
            for &block in &blocks {
                let Some(terminator) = rw.body().last_op(block) else { continue };
                if let Some(dialect) = inliner(rw.op(terminator)) {
                    dialect.branch_on(rw, terminator, rest);
                }
            }
        }
        let before = rw.body().block_of(call.op).expect("a call stands in a block");
        rw.inline_block(entry, InsertPoint::End(before), &[]);
    });
    Some(copied)
}

/// Sets the location of every copied op to a call site location, of its own location and that of the call.
fn relocate(ir: &mut Ir, call: OpHandle, blocks: &[Block], caller: Loc) {
    if caller == Loc::UNKNOWN {
        return;
    }
    let mut known: FxHashMap<Loc, Loc> = FxHashMap::default();
    let mut remap =
        |ir: &Ir, loc: Loc| -> Loc { *known.entry(loc).or_insert_with(|| ir.called_at(loc, caller)) };
    let mut bodies = vec![(call.body, blocks.to_vec())];
    while let Some((id, mut pending)) = bodies.pop() {
        ir.rewrite(id, |rw| {
            while let Some(block) = pending.pop() {
                for i in 0..rw.body().n_args(block) {
                    let loc = remap(rw.ir(), rw.body().arg_loc(block, i));
                    rw.set_arg_loc(block, i, loc);
                }
                for op in rw.body().ops_of(block).collect::<Vec<Op>>() {
                    let loc = remap(rw.ir(), rw.body().loc(op));
                    rw.set_loc(op, loc);
                    let data = rw.body();
                    pending.extend(data.regions(op).flat_map(|r| data.blocks_of(r)));
                    if let Some(inner) = data.inner(op) {
                        let body = rw.ir().body(inner);
                        let blocks = body.top_regions().iter().flat_map(|&r| body.blocks_of(r));
                        bodies.push((inner, blocks.collect()));
                    }
                }
            }
        });
    }
}

/// Whether several blocks may stand where the call stands.
pub fn allows_several_blocks(call: OpRef<'_>, callable: OpRef<'_>) -> bool {
    call.parent_op().is_some_and(|parent| {
        let single = [TraitSet::SingleBlock, TraitSet::SingleBlockImplicitTerminator];
        parent.name() == callable.name() || !single.into_iter().any(|kind| parent.might_have_trait(kind))
    })
}
