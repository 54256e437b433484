//! Inlining of calls.

mod aliases;
mod allocas;
mod arguments;

use terrace_ir::attrs::LocData;
use terrace_ir::dialect_interfaces::DialectInlinerInterface;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::sub_elements::{AttrReplacer, Element, SubElements};
use terrace_ir::{
    Attr, AttrData, Block, BlockRef, Context, InsertPoint, Op, OpHandle, OpRef, OptionalAttr, RegionRef,
    Rewriter, Value, ValueRef,
};

use crate::attrs::{DISubprogramAttr, LoopAnnotationAttr};
use crate::intrinsics::VaStartOp;
use crate::ops::{BlockTagOp, BrOp, CallOp, LLVMFuncOp, ReturnOp, UnreachableOp};

/// Attributes of functions that are not inlined, among those that are passed through.
const NOT_INLINED: [&str; 4] = ["noduplicate", "presplitcoroutine", "returns_twice", "strictfp"];

/// An inliner interface: calls are inlined unless the call or the function forbids it, or the function cannot
/// be inlined.
pub(crate) struct Inliner;

impl DialectInlinerInterface for Inliner {
    fn allows_call(&self, call: OpRef<'_>, callable: OpRef<'_>, _clones: bool) -> bool {
        let cx = call.cx();
        let (Some(call), Some(function)) = (call.cast::<CallOp>(), callable.cast::<LLVMFuncOp>()) else {
            return false;
        };
        let list = |name: &str| callable.inherent_attr(name).optional_elements(cx);
        let is_disallowed = |attr: &Attr| attr.as_str(cx).is_some_and(|text| NOT_INLINED.contains(&text));
        !call.no_inline()
            && !function.no_inline()
            && !function.is_variadic()
            && !list("arg_attrs").iter().any(|attrs| attrs.dict_get(cx, cx.str("llvm.inalloca")).is_some())
            && list("arg_attrs").iter().all(|attrs| arguments::can_stand_in(callable, *attrs))
            && callable.inherent_attr("personality").is_none()
            && !list("passthrough").iter().any(is_disallowed)
    }

    fn allows_region(&self, _: RegionRef<'_>, _: RegionRef<'_>, _: &[ValueRef<'_>], _clones: bool) -> bool {
        true
    }

    fn allows_op(&self, op: OpRef<'_>, _dest: RegionRef<'_>, _clones: bool) -> bool {
        !op.isa::<VaStartOp>() && !op.isa::<BlockTagOp>()
    }

    fn branch_on(&self, rw: &mut Rewriter<'_>, terminator: Op, dest: Block) {
        if !rw.op(terminator).isa::<ReturnOp>() {
            return;
        }
        let values: Vec<Value> = rw.body().operands(terminator).collect();
        let loc = rw.body().loc(terminator);
        rw.set_insertion_point(InsertPoint::Before(terminator));
        rw.build(BrOp::of(&values).loc(loc).dest(dest));
        rw.erase_op(terminator);
    }

    fn argument(
        &self,
        rw: &mut Rewriter<'_>,
        call: Op,
        callable: OpHandle,
        value: Value,
        attrs: Attr,
    ) -> Value {
        arguments::stand_in(rw, call, callable, value, attrs)
    }

    fn merges_single_block(&self, block: BlockRef<'_>) -> bool {
        !block.last().is_some_and(|op| op.isa::<UnreachableOp>())
    }

    fn call_inlined(&self, rw: &mut Rewriter<'_>, call: Op, blocks: &[Block]) {
        allocas::place(rw, call, blocks);
        let inlined = ops_within(rw, blocks);
        aliases::adapt(rw, call, &inlined);
        add_access_groups(rw, call, blocks);
        relocate_loops(rw, call, &inlined);
    }
}

/// The ops of blocks, and those nested in them.
fn ops_within(rw: &Rewriter<'_>, blocks: &[Block]) -> Vec<Op> {
    let mut found = Vec::new();
    let mut pending: Vec<Block> = blocks.iter().rev().copied().collect();
    while let Some(block) = pending.pop() {
        for op in rw.body().ops_of(block) {
            found.push(op);
            pending.extend(rw.body().regions(op).flat_map(|region| rw.body().blocks_of(region)));
        }
    }
    found
}

/// An inherent attribute that is an array, which may be absent.
fn list<'a>(op: OpRef<'a>, name: &str) -> Option<&'a [Attr]> {
    op.inherent_attr(name)?.as_array(op.cx())
}

/// Whether an op may have an inherent attribute.
fn has_slot(op: OpRef<'_>, name: &str) -> bool {
    op.info().prop_names.iter().any(|slot| slot.text(op.cx()) == name)
}

/// Adds to a list of attributes of an op.
fn extend_list(rw: &mut Rewriter<'_>, op: Op, name: &str, more: &[Attr]) {
    let all = [list(rw.op(op), name).unwrap_or(&[]), more].concat();
    let all = rw.cx().array_attr(&all);
    rw.set_attr(op, name, all);
}

/// Accesses of the callee are in the groups of the call, too.
fn add_access_groups(rw: &mut Rewriter<'_>, call: Op, blocks: &[Block]) {
    let Some(groups) = list(rw.op(call), "access_groups").map(<[Attr]>::to_vec) else { return };
    let ops: Vec<Op> = blocks.iter().flat_map(|&block| rw.body().ops_of(block)).collect();
    for op in ops {
        if has_slot(rw.op(op), "access_groups") {
            extend_list(rw, op, "access_groups", &groups);
        }
    }
}

/// The loop annotation with other locations, if it has any.
fn relocated(cx: &Context, annotation: Attr, call: Attr, scope: Attr) -> Option<Attr> {
    let AttrData::Dialect { def, params } = annotation.data(cx) else { return None };
    let mut params = params.clone();
    let mut changed = false;
    for param in &mut params {
        if matches!(param.as_loc(cx), Some(LocData::Fused { .. })) {
            let inlined = cx.attr(AttrData::Loc(LocData::CallSite { callee: *param, caller: call }));
            let locations = [inlined].into();
            *param = cx.attr(AttrData::Loc(LocData::Fused { locations, metadata: scope }));
            changed = true;
        }
    }
    changed.then(|| cx.attr(AttrData::Dialect { def: *def, params }))
}

/// Relocates loop annotations of inlined ops to call site locations, in a function with debug information.
fn relocate_loops(rw: &mut Rewriter<'_>, call: Op, inlined: &[Op]) {
    let cx = rw.cx();
    let parents = rw.op(call).ancestors();
    let Some(function) = parents.into_iter().find(|op| op.interface::<dyn FunctionOp>().is_some()) else {
        return;
    };
    let Some(LocData::Fused { metadata, .. }) = function.loc().as_attr(cx).and_then(|loc| loc.as_loc(cx))
    else {
        return;
    };
    let scope = *metadata;
    if scope.is_null() || !scope.isa::<DISubprogramAttr>(cx) {
        return;
    }
    let call_loc = rw.ir().loc_attr(rw.body().loc(call));
    for &op in inlined {
        let view = rw.op(op);
        let (props, attrs) = (view.props().to_vec(), view.attrs());
        let mut changes = Vec::new();
        let mut walk = SubElements::default();
        for &root in props.iter().chain([&attrs]).filter(|attr| !attr.is_null()) {
            walk.walk(cx, Element::Attr(root), |element| {
                match element {
                    Element::Attr(attr) if attr.isa::<LoopAnnotationAttr>(cx) => {
                        changes.extend(relocated(cx, attr, call_loc, scope).map(|new| (attr, new)));
                    }
                    _ => {}
                }
                true
            });
        }
        if changes.is_empty() {
            continue;
        }
        let mut replacer = AttrReplacer::new(cx, changes);
        let mut replaced = |attr: Attr| replacer.replace(attr).unwrap_or(attr);
        for (slot, &prop) in props.iter().enumerate() {
            if !prop.is_null() && replaced(prop) != prop {
                rw.set_prop(op, slot, replaced(prop));
            }
        }
        if replaced(attrs) != attrs {
            rw.set_attrs(op, replaced(attrs));
        }
    }
}
