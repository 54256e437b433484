//! Arguments of inlined calls.

use terrace_ir::data_layout::{DataLayout, LayoutProperty};
use terrace_ir::symbols::SymbolTables;
use terrace_ir::{Attr, Context, Loc, Op, OpHandle, OpKind, OpRef, Rewriter, Type, Value, ValueDef};

use crate::attrs::MemoryEffectsAttr;
use crate::enums::ModRefInfo;
use crate::intrinsics::{MemcpyOp, SSACopyOp};
use crate::ops::{AddressOfOp, AllocaOp, ConstantOp, GlobalOp, LLVMFuncOp};

/// The attribute of an argument that no other pointer aliases.
pub(super) const NOALIAS: &str = "llvm.noalias";
const ALIGN: &str = "llvm.align";

fn number(cx: &Context, attr: Option<Attr>) -> Option<u64> {
    attr?.as_integer(cx)?.0.to_u64()
}

/// The value that replaces an argument in the inlined body: for `byval`, a copy of the pointee if one is needed;
/// otherwise an `llvm.intr.ssa.copy` as a marker, by which uses of the argument are found after inlining.
pub(super) fn stand_in(
    rw: &mut Rewriter<'_>,
    call: Op,
    callable: OpHandle,
    value: Value,
    attrs: Attr,
) -> Value {
    let (cx, loc) = (rw.cx(), rw.body().loc(call));
    if let Some(element) = attrs.dict_get(cx, cx.str("llvm.byval")).and_then(|attr| attr.as_type(cx)) {
        let alignment = number(cx, attrs.dict_get(cx, cx.str(ALIGN))).unwrap_or(1);
        return pass_by_value(rw, (callable, loc), value, element, alignment);
    }
    let ty = rw.value(value).ty();
    let copy = rw.build(SSACopyOp::of(value).res(ty).loc(loc));
    if attrs.dict_get(cx, cx.str(NOALIAS)).is_some() {
        rw.set_attr(copy, NOALIAS, Attr::UNIT);
    }
    rw.body().single_result(copy)
}

/// Whether what is passed by value, if the attributes of an argument say so, has a size, so that it can be copied.
pub(super) fn can_stand_in(callable: OpRef<'_>, attrs: Attr) -> bool {
    let cx = callable.cx();
    let element = attrs.dict_get(cx, cx.str("llvm.byval")).and_then(|attr| attr.as_type(cx));
    element.is_none_or(|element| DataLayout::of(callable).type_size(cx, element).is_ok())
}

/// Creates a copy of a by-value argument, unless the callee only reads it and the address has the required
/// alignment.
fn pass_by_value(
    rw: &mut Rewriter<'_>,
    (callable, call_loc): (OpHandle, Loc),
    value: Value,
    element: Type,
    requested: u64,
) -> Value {
    let cx = rw.cx();
    let function = if callable.body == rw.body_id() { rw.op(callable.op) } else { rw.ir().op(callable) };
    let layout = DataLayout::of(function);
    let effects = function.cast::<LLVMFuncOp>().and_then(|function| function.memory_effects());
    let effects = effects.and_then(|effects| effects.dyn_cast::<MemoryEffectsAttr>(cx));
    let reads_only =
        effects.is_some_and(|effects| matches!(effects.arg_mem(cx), ModRefInfo::NoModRef | ModRefInfo::Ref));
    let minimum = layout.abi_alignment(cx, element).unwrap_or(1);
    let size =
        layout.type_size(cx, element).expect("calls with values without a size are not inlined").minimum;
    if reads_only && (requested <= minimum || align(rw, value, requested, &layout) >= requested) {
        return value;
    }
    let (loc, ty) = (rw.value(value).loc(), rw.value(value).ty());
    // Arguments of functions that were imported have no place of their own.
    let loc = if loc == Loc::UNKNOWN { call_loc } else { loc };
    let constant = |rw: &mut Rewriter<'_>, value: u64| {
        let value = cx.int_attr(Type::I64, value as i64);
        rw.build_value(ConstantOp::of().value_attr(value).res(Type::I64).loc(loc))
    };
    let point = rw.insertion_point();
    if let Some(entry) =
        rw.value(value).parent_region().and_then(|region| region.entry()).map(|entry| entry.id())
    {
        rw.set_insertion_point_to_start(entry);
    }
    let one = constant(rw, 1);
    let alignment = requested.max(minimum) as i64;
    let alloca = AllocaOp::of(one).loc(loc).elem_type(element).alignment(alignment).res(ty);
    let copy = rw.build_value(alloca);
    if let Some(point) = point {
        rw.set_insertion_point(point);
    }
    let size = constant(rw, size);
    rw.build(MemcpyOp::of(copy, value, size).loc(loc).is_volatile(false));
    copy
}

/// The alignment of an address, after it was raised to the wanted one if possible.
fn align(rw: &mut Rewriter<'_>, value: Value, wanted: u64, layout: &DataLayout) -> u64 {
    let cx = rw.cx();
    let op = match rw.body().value_def(value) {
        ValueDef::Result(op) => rw.op(op),
        ValueDef::Argument(_) | ValueDef::Placeholder => return argument_alignment(rw, value).unwrap_or(1),
    };
    if op.isa::<AllocaOp>() {
        let op = op.id();
        return align_alloca(rw, op, wanted, layout);
    }
    let global = op.cast::<AddressOfOp>().and_then(|address| {
        SymbolTables::new().lookup_nearest(op, address.global_name_attr())?.cast::<GlobalOp>()
    });
    number(cx, global.and_then(|global| global.alignment_attr())).unwrap_or(1)
}

fn argument_alignment(rw: &Rewriter<'_>, value: Value) -> Option<u64> {
    let (cx, value) = (rw.cx(), rw.value(value));
    let function = value.owner_block()?.region()?.parent_op()?.cast::<LLVMFuncOp>()?;
    let attrs = function.arg_attrs_attr()?.as_array(cx)?;
    number(cx, attrs.get(value.index() as usize)?.dict_get(cx, cx.str(ALIGN)))
}

fn align_alloca(rw: &mut Rewriter<'_>, alloca: Op, wanted: u64, layout: &DataLayout) -> u64 {
    let cx = rw.cx();
    let current = AllocaOp::view_of(rw.op(alloca)).alignment().map_or(1, |alignment| alignment as u64);
    if wanted <= current {
        return current;
    }
    let stack = number(cx, layout.property(cx, LayoutProperty::StackAlignment)).unwrap_or(0);
    // Beyond what the stack is aligned to, it would have to be aligned at run time, unless it is already.
    if stack == 0 || 8 * wanted <= stack || 8 * current > stack {
        rw.set_attr(alloca, "alignment", cx.int_attr(Type::I64, wanted as i64));
        return wanted;
    }
    current
}
