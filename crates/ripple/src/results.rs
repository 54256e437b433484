//! Return values in memory: structures that calling conventions return through a pointer, or that constructors write.
//!
//! A value that a function returns at several places has the shape of the conditions that choose among them, as any other expression
//! has. Memory that stands for it is told from variables by a mark until it is promoted, in the function or where that is inlined.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::intrinsics::{MemcpyOp, MemmoveOp, MemsetOp};
use terrace_dialects_llvm::ops::{AllocaOp, CallOp, ConstantOp, GEPOp, ICmpOp, LoadOp, ReturnOp, StoreOp};
use terrace_ir::data_layout::DataLayout;
use terrace_ir::{Attr, InsertPoint, Ir, Op, OpHandle, OpRef, Rewriter, Type, Value, ValueRef};
use terrace_rewrite::passes::mem2reg::promote_slots_if;

use crate::addresses::stride;
use crate::dialect::ExpressionOp;
use crate::functions::callee;
use crate::op_kinds::is_lifetime_marker;

/// The mark of an allocation that stands for what a function returns.
const RESULT: &str = "ripple.result";

/// The largest depth to which calls that are passed the address of a result are followed.
const MAX_DEPTH: usize = 8;

/// Whether an allocation stands for what a function returns.
pub(crate) fn is_result(op: OpRef<'_>) -> bool {
    op.isa::<AllocaOp>() && op.attr(RESULT).is_some()
}

/// Marks allocations as what a function returns.
pub(crate) fn mark_results(rw: &mut Rewriter<'_>, wanted: impl Fn(OpRef<'_>) -> bool) {
    let ops: Vec<Op> = rw.body().live_ops().filter(|&op| wanted(rw.op(op))).collect();
    for op in ops {
        mark(rw, op);
    }
}

/// Marks an allocation as what a function returns.
pub(crate) fn mark(rw: &mut Rewriter<'_>, op: Op) {
    rw.set_attr(op, RESULT, Attr::UNIT);
}

/// Removes the marks.
pub(crate) fn drop_marks(rw: &mut Rewriter<'_>) {
    let ops: Vec<Op> = rw.body().live_ops().filter(|&op| is_result(rw.op(op))).collect();
    for op in ops {
        rw.set_attr(op, RESULT, Attr::NULL);
    }
}

/// The parameter through which a function returns a structure, and the type of that, if the function takes one of several ways, and keeps the
/// address nowhere: what it returns may be in other memory first, then.
pub(crate) fn returned_through(ir: &Ir, function: OpHandle) -> Option<(usize, Type)> {
    let function = ir.op(function);
    let entry = function.regions().next()?.entry()?;
    let cx = ir.cx();
    // One way through the function chooses nothing.
    function.regions().next()?.blocks().nth(1)?;
    let attrs = function.inherent_attr("arg_attrs")?.as_array(cx)?;
    let name = cx.str("llvm.sret");
    let (index, ty) = attrs
        .iter()
        .enumerate()
        .find_map(|(index, attrs)| Some((index, attrs.dict_get(cx, name)?.as_type(cx)?)))?;
    let address = entry.args().nth(index)?;
    is_kept_nowhere(ir, address, 0).then_some((index, ty))
}

/// Whether an address is used to read and to write, and for nothing else, also by the functions that it is passed to.
fn is_kept_nowhere(ir: &Ir, address: ValueRef<'_>, depth: usize) -> bool {
    address.uses().all(|(user, index)| {
        if user.isa::<GEPOp>() {
            return index == 0 && is_kept_nowhere(ir, user.single_result(), depth);
        }
        if user.isa::<StoreOp>() {
            return index == 1;
        }
        if user.isa::<CallOp>() {
            let Some(callee) = callee(ir, user).filter(|_| depth < MAX_DEPTH) else { return false };
            let parameter = callee.regions().next().and_then(|region| region.entry()?.args().nth(index));
            return parameter.is_some_and(|parameter| is_kept_nowhere(ir, parameter, depth + 1))
                || is_stored_alone(ir, callee, index, depth);
        }
        user.isa::<LoadOp>()
            || user.isa::<MemcpyOp>()
            || user.isa::<MemmoveOp>()
            || user.isa::<MemsetOp>()
            || user.isa::<ICmpOp>()
    })
}

/// Whether a function stores a parameter to a local of its own, as clang has `this`, and what is read from there is kept nowhere.
fn is_stored_alone(ir: &Ir, function: OpRef<'_>, index: usize, depth: usize) -> bool {
    let Some(parameter) = function.regions().next().and_then(|region| region.entry()?.args().nth(index))
    else {
        return false;
    };
    parameter.uses().all(|(user, place)| {
        let slot = user.isa::<StoreOp>() && place == 0;
        slot && user.operand(1).defining_op().filter(|op| op.isa::<AllocaOp>()).is_some_and(|slot| {
            slot.single_result().uses().all(|(used, place)| {
                if used.isa::<LoadOp>() {
                    return is_kept_nowhere(ir, used.single_result(), depth + 1);
                }
                used.isa::<StoreOp>() && place == 1 || is_lifetime_marker(used)
            })
        })
    })
}

/// Lets a function write what it returns to memory of its own, and copy that at the end.
pub(crate) fn return_from_own_memory(rw: &mut Rewriter<'_>, layout: &DataLayout, (index, ty): (usize, Type)) {
    let Some(&region) = rw.body().top_regions().first() else { return };
    let Some(entry) = rw.body().blocks_of(region).next() else { return };
    let address = rw.body().arg(entry, index);
    let cx = rw.cx();
    let Some(size) = stride(cx, layout, ty) else { return };
    let returns: Vec<Op> = rw.body().live_ops().filter(|&op| rw.op(op).isa::<ReturnOp>()).collect();
    let Some(loc) = returns.first().map(|&op| rw.body().loc(op)) else { return };
    rw.set_insertion_point(InsertPoint::start(rw.body(), entry));
    let one = ConstantOp::of().loc(loc).value_attr(cx.int_attr(Type::I32, 1)).res(Type::I32);
    let one = rw.build_value(one);
    let pointer = rw.body().value_type(address);
    let slot = rw.build(AllocaOp::of(one).loc(loc).elem_type(ty).res(pointer));
    mark(rw, slot.into());
    let own = rw.body().single_result(slot);
    rw.replace_all_uses_with(address, own);
    for op in returns {
        rw.set_insertion_point_before(op);
        let length = ConstantOp::of().loc(loc).value_attr(cx.int_attr(Type::I64, size)).res(Type::I64);
        let length = rw.build_value(length);
        rw.build(MemcpyOp::of(address, own, length).loc(loc).is_volatile(false));
    }
}

/// Promotes what functions return, and marks what control chooses of it as an expression.
pub(crate) fn promote_results(rw: &mut Rewriter<'_>) {
    if !rw.body().live_ops().any(|op| is_result(rw.op(op))) {
        return;
    }
    let before: FxHashSet<Value> = arguments(rw).into_iter().collect();
    promote_slots_if(rw, is_result);
    mark_arguments(rw, |arg| !before.contains(&arg));
}

fn arguments(rw: &Rewriter<'_>) -> Vec<Value> {
    let regions: Vec<_> = rw.body().top_regions().to_vec();
    let blocks = regions.iter().flat_map(|&region| rw.body().blocks_of(region).skip(1));
    blocks.flat_map(|block| rw.body().args(block).collect::<Vec<_>>()).collect()
}

/// Marks arguments of blocks as what expressions choose.
pub(crate) fn mark_arguments(rw: &mut Rewriter<'_>, wanted: impl Fn(Value) -> bool) {
    for arg in arguments(rw) {
        if !wanted(arg) || rw.value(arg).is_unused() {
            continue;
        }
        let (loc, ty) = (rw.value(arg).loc(), rw.body().value_type(arg));
        let Some(block) = rw.value(arg).owner_block().map(|block| block.id()) else { continue };
        rw.set_insertion_point(InsertPoint::start(rw.body(), block));
        let marked = rw.build(ExpressionOp::of(arg).loc(loc).result(ty));
        let result = rw.body().single_result(marked);
        rw.replace_all_uses_except(arg, result, marked.into());
    }
}
