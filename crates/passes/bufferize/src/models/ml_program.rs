//! The dialect ml_program: globals become globals of the dialect memref.
//!
//! A load returns the global's own buffer, as in upstream: a loaded value must not be used after a store to
//! the same global.

use terrace_dialects_mem::memref::{GetGlobalOp, GlobalOp as MemrefGlobalOp};
use terrace_dialects_shape::ml_program::global::{GlobalLoadOp, GlobalOp, GlobalStoreOp};
use terrace_ir::def::plain_error;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{Attr, Context, Op, OpKind, OpRef, Rewriter, Type, ValueRef};

use crate::buffers::{buffer_type, create_copy, get_buffer, replace_op_with_bufferized_values};
use crate::interface::{BufferizableOp, BufferizeCx, Bufferized, failure};
use crate::provenance::Cause;
use crate::state::State;

/// The bufferization models of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "ml_program", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

static MODELS: &[OpModel<dyn BufferizableOp>] =
    &[(GlobalOp::DEF, &Global), (GlobalLoadOp::DEF, &GlobalLoad), (GlobalStoreOp::DEF, &GlobalStore)];

/// A reference to the global that `reference` names, and the type of its buffer for a tensor type: globals
/// have static extents.
fn global_of(cx: &Context, reference: Attr, tensor: Type) -> Option<(Attr, Type)> {
    if !tensor.has_static_shape(cx) {
        return None;
    }
    let (root, nested) = reference.as_symbol_ref(cx)?;
    let name = nested.last().copied().unwrap_or(root);
    Some((cx.flat_symbol_ref(name), buffer_type(cx, tensor, None, None)))
}

struct Global;

impl BufferizableOp for Global {
    never_written!(read: false);

    /// It has no operands, but may hold a tensor.
    fn has_tensor_semantics(&self, op: OpRef<'_>) -> bool {
        op.cast::<GlobalOp>().is_some_and(|global| global.value_type().is_tensor(op.cx()))
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, _cx: &BufferizeCx<'_>) -> Bufferized {
        let (cx, view) = (rw.cx(), rw.op(op));
        let loc = view.loc();
        let Some(global) = view.cast::<GlobalOp>() else { return Err(failure(view)) };
        let Some(value) = global.value_attr() else {
            return Err(plain_error(view, "global op must have a value"));
        };
        if !global.value_type().has_static_shape(cx) {
            return Err(failure(view));
        }
        let ty = cx.type_attr(buffer_type(cx, global.value_type(), None, None));
        let (name, visibility) = (global.sym_name_attr(), global.sym_visibility_attr());
        let constant = !global.is_mutable();
        rw.build(
            MemrefGlobalOp::of()
                .loc(loc)
                .sym_name_attr(name)
                .sym_visibility_attr(visibility)
                .type_attr(ty)
                .initial_value_attr(value)
                .constant(constant),
        );
        replace_op_with_bufferized_values(rw, op, &[]);
        Ok(())
    }
}

struct GlobalLoad;

impl BufferizableOp for GlobalLoad {
    never_written!(read: false);

    fn is_writable(&self, _value: ValueRef<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, _cx: &BufferizeCx<'_>) -> Bufferized {
        let (load, loc) = (GlobalLoadOp::view_of(rw.op(op)), rw.op(op).loc());
        let Some((name, ty)) = global_of(rw.cx(), load.global_attr(), load.result().ty()) else {
            return Err(failure(load.0));
        };
        let buffer = rw.build_value(GetGlobalOp::of().name_attr(name).result(ty).loc(loc));
        replace_op_with_bufferized_values(rw, op, &[buffer]);
        Ok(())
    }
}

struct GlobalStore;

impl BufferizableOp for GlobalStore {
    never_written!(read: true);

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let (store, loc) = (GlobalStoreOp::view_of(rw.op(op)), rw.op(op).loc());
        let value = store.value().id();
        let Some((name, ty)) = global_of(rw.cx(), store.global_attr(), store.value().ty()) else {
            return Err(failure(store.0));
        };
        let to = rw.build_value(GetGlobalOp::of().name_attr(name).result(ty).loc(loc));
        let from = get_buffer(rw, value, cx)?;
        create_copy(rw, from, to, loc, cx, Cause::Written(op, 0));
        rw.erase_op(op);
        Ok(())
    }
}
