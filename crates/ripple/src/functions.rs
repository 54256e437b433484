//! Functions, their ops and their calls.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::enums::AtomicOrdering;
use terrace_dialects_llvm::intrinsics::{MaskedGatherOp, MaskedLoadOp};
use terrace_dialects_llvm::ops::{AddressOfOp, CallOp, InvokeOp, LLVMFuncOp, LoadOp};
use terrace_dialects_llvm::types::{ArrayType, StructRef};
use terrace_ir::data_layout::DataLayout;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::symbols::symbol_name_of;
use terrace_ir::traits::TraitSet;
use terrace_ir::{BodyId, InsertPoint, Ir, Op, OpHandle, OpRef, OptionalAttr, Rewriter, Str, Type};
use terrace_rewrite::inline::inline_call;

use crate::aggregates::MAX_VECTOR;
use crate::dialect::is_ripple;
use crate::legal_vectors::allow_vectors_of;

/// The largest number of calls that are inlined into one function.
const MAX_INLINED: usize = 10_000;

/// The defined functions of a module that have ops of ripple and all that those call, in the module's order.
pub(crate) fn functions_of_ripple(ir: &Ir, module: OpHandle) -> Vec<OpHandle> {
    let defined: Vec<OpRef<'_>> = functions(ir, module).collect();
    let tables = ir.symbol_tables();
    let mut found: FxHashSet<OpHandle> = FxHashSet::default();
    let mut pending: Vec<OpRef<'_>> =
        defined.iter().copied().filter(|&function| uses_ripple(function)).collect();
    while let Some(function) = pending.pop() {
        if !found.insert(function.handle()) {
            continue;
        }
        for op in ops_of(function) {
            let Some(callee) = callee_of(op).or_else(|| addressed(op)) else { continue };
            let target = tables.lookup(ir.op(module), callee);
            pending
                .extend(target.filter(|target| target.isa::<LLVMFuncOp>() && target.inner_body().is_some()));
        }
    }
    defined.iter().map(|function| function.handle()).filter(|function| found.contains(function)).collect()
}

/// The functions of a module with a body.
pub(crate) fn functions(ir: &Ir, module: OpHandle) -> impl Iterator<Item = OpRef<'_>> {
    let ops = ir.op(module).regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops());
    ops.filter(|op| op.isa::<LLVMFuncOp>() && op.regions().any(|region| !region.is_empty()))
}

/// The ops of a function.
pub(crate) fn ops_of(function: OpRef<'_>) -> impl Iterator<Item = OpRef<'_>> {
    function.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops())
}

/// Whether a function has ops that are about the elements of a block.
pub(crate) fn uses_ripple(function: OpRef<'_>) -> bool {
    ops_of(function).any(is_ripple)
}

/// The function that an op calls by name.
pub(crate) fn callee_of(op: OpRef<'_>) -> Option<Str> {
    let callee = match op.cast::<InvokeOp>() {
        Some(invoke) => invoke.callee_attr(),
        None => op.cast::<CallOp>()?.callee_attr(),
    };
    callee?.as_flat_symbol_ref(op.cx())
}

/// The function or global whose address an op takes.
pub(crate) fn addressed(op: OpRef<'_>) -> Option<Str> {
    op.cast::<AddressOfOp>()?.global_name_attr().as_flat_symbol_ref(op.cx())
}

/// The function with a body that a call is of.
pub(crate) fn callee<'a>(ir: &'a Ir, call: OpRef<'a>) -> Option<OpRef<'a>> {
    let module = terrace_dialects_llvm::ops::parent_module(call)?;
    let found = ir.symbol_tables().lookup(module, callee_of(call)?)?;
    (found.isa::<LLVMFuncOp>() && found.regions().any(|region| !region.is_empty())).then_some(found)
}

/// Whether a call, or the function with a body that it calls, is to be inlined always.
pub(crate) fn always_inlined(ir: &Ir, call: OpRef<'_>) -> bool {
    let Some(function) = callee(ir, call).and_then(|function| function.cast::<LLVMFuncOp>()) else {
        return false;
    };
    function.always_inline() || call.cast::<CallOp>().is_some_and(|call| call.always_inline())
}

/// Whether a call passes a structure to a function, or gets one from it, other than through memory of the caller's.
pub(crate) fn passes_by_value(call: OpRef<'_>, callee: OpRef<'_>) -> bool {
    let (cx, layout) = (call.cx(), DataLayout::of(call));
    let is_structure = |ty: Type| {
        let is_small_vector = || layout.type_size(cx, ty).is_ok_and(|size| size.minimum <= MAX_VECTOR);
        StructRef::of(cx, ty).is_some()
            || ty.dyn_cast::<ArrayType>(cx).is_some()
            || ty.element_type(cx).is_some() && is_small_vector()
            || ty.is_integer(cx)
                && ty.bit_width(cx).is_some_and(|width| width > 8 && !width.is_power_of_two())
    };
    let is_passed = has_parameter(callee, "llvm.byval")
        || call.operands().any(|operand| is_structure(operand.ty()))
        || call.results().any(|result| is_structure(result.ty()));
    is_passed && !has_parameter(callee, "llvm.sret")
}

/// Inlines the calls in a body for which `wanted` returns true, and those that come with them; returns whether there were any.
pub(crate) fn inline_calls(ir: &mut Ir, body: BodyId, wanted: impl Fn(&Ir, OpRef<'_>) -> bool) -> bool {
    let mut count = 0;
    loop {
        let calls: Vec<(OpHandle, OpHandle)> = ir
            .body(body)
            .live_ops()
            .map(|op| OpRef::in_body(ir, ir.body(body), body, op))
            .filter(|&op| op.isa::<CallOp>() && wanted(ir, op))
            .filter_map(|op| Some((op.handle(), callee(ir, op)?.handle())))
            .filter(|(_, callee)| ir.op(*callee).inner_body() != Some(body))
            .collect();
        let mut inlined = false;
        for (call, callee) in calls {
            if count < MAX_INLINED && inline_call(ir, call, callee, true).is_some() {
                if let Some(function) = ir.op(call).parent_op().map(|function| function.handle()) {
                    allow_vectors_of(ir, function, callee);
                }
                ir.rewrite(body, |rw| rw.erase_op(call.op));
                inlined = true;
                count += 1;
            }
        }
        if !inlined {
            return count > 0;
        }
    }
}

/// Copies a function to the end of a module; returns the copy.
pub(crate) fn copy_function(ir: &mut Ir, module: OpHandle, function: OpHandle) -> OpHandle {
    let block = ir.op(module).regions().next().and_then(|region| region.blocks().next());
    let point = block.map(|block| (block.body_id(), InsertPoint::End(block.id())));
    let copy = point.map(|point| ir.clone_op(function, point, &mut IrMapping::new()));
    copy.unwrap_or(function)
}

/// The name of a function.
pub(crate) fn name_of(function: OpRef<'_>) -> &str {
    symbol_name_of(function).map_or("", |name| name.text(function.cx()))
}

/// Whether a function has a parameter with an attribute.
pub(crate) fn has_parameter(function: OpRef<'_>, attr: &str) -> bool {
    let cx = function.cx();
    let attrs = function.inherent_attr("arg_attrs").optional_elements(cx);
    attrs.iter().any(|attrs| attrs.dict_get(cx, cx.str(attr)).is_some())
}

/// Erases ops that have no effect and no use.
pub(crate) fn erase_dead(rw: &mut Rewriter<'_>) {
    let Some(&region) = rw.body().top_regions().first() else { return };
    let ops: Vec<Op> =
        rw.body().blocks_of(region).flat_map(|block| rw.body().ops_of(block).collect::<Vec<_>>()).collect();
    for op in ops.into_iter().rev() {
        let view = rw.op(op);
        let is_plain_load = view
            .cast::<LoadOp>()
            .is_some_and(|load| !load.volatile_() && load.ordering() == AtomicOrdering::NotAtomic);
        let is_masked_load = view.isa::<MaskedLoadOp>() || view.isa::<MaskedGatherOp>();
        let is_dead = (view.has_trait(TraitSet::Pure) || is_plain_load || is_masked_load)
            && view.num_successors() == 0
            && view.num_results() > 0
            && view.results().all(|result| result.is_unused());
        if is_dead {
            rw.erase_op(op);
        }
    }
}
