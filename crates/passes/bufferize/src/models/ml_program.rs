//! The dialect ml_program: globals become globals of the dialect memref.
//!
//! A load of a global that is written copies it, since the loaded value may be used after a store. In upstream it is the
//! global's own buffer.

use rustc_hash::FxHashSet;
use terrace_dialects_mem::memref::{GetGlobalOp, GlobalOp as MemrefGlobalOp};
use terrace_dialects_shape::ml_program::global::{GlobalLoadOp, GlobalOp, GlobalStoreOp};
use terrace_ir::def::plain_error;
use terrace_ir::effects::is_memory_effect_free;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::interfaces::CallLike;
use terrace_ir::{Attr, Context, Op, OpKind, OpRef, Rewriter, Type, ValueRef};

use crate::buffers::{buffer_type, create_alloc, create_copy, get_buffer, replace_op_with_bufferized_values};
use crate::interface::{BufferizableOp, BufferizeCx, Bufferized, failure};
use crate::operands::Operand;
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

/// Whether a global is known to keep its value.
fn is_constant(from: OpRef<'_>, global: Attr) -> bool {
    let global = from.ir().symbol_tables().lookup_nearest(from, global);
    global.is_some_and(|global| match (global.cast::<GlobalOp>(), global.cast::<MemrefGlobalOp>()) {
        (Some(global), _) => !global.is_mutable(),
        (_, Some(global)) => global.constant(),
        _ => false,
    })
}

/// The number of ops after a load that are searched for writes; beyond it there may be some.
const MAX_SEARCHED: usize = 100;

/// Whether the global that an op loads may be written before a value that shares its buffer is used.
fn may_be_overwritten(load: OpRef<'_>, loaded: ValueRef<'_>, state: &State<'_>) -> bool {
    let (mut users, mut values) = (FxHashSet::default(), vec![loaded]);
    while let Some(value) = values.pop() {
        for (op, index) in value.uses() {
            let Some(model) = op.interface::<dyn BufferizableOp>() else { return true };
            let is_later = op.block().map(|block| block.id()) == load.block().map(|block| block.id());
            if !is_later || may_store(op) || op.next().is_none() || users.len() == MAX_SEARCHED {
                return true;
            }
            users.insert(op.id());
            values
                .extend(model.aliasing_values(Operand { op, index }, state).iter().map(|alias| alias.value));
        }
    }
    let later = std::iter::successors(load.next(), |op| op.next()).take(MAX_SEARCHED);
    for op in later {
        users.remove(&op.id());
        // What a store reads is read before it writes.
        if users.is_empty() || op.isa::<GlobalStoreOp>() || may_store(op) {
            break;
        }
    }
    !users.is_empty()
}

/// Whether an op is a call or a region with stores, perhaps.
fn may_store(op: OpRef<'_>) -> bool {
    let is_nested = op.num_regions() > 0 || op.interface::<dyn CallLike>().is_some();
    is_nested && !is_memory_effect_free(op)
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

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let (load, loc) = (GlobalLoadOp::view_of(rw.op(op)), rw.op(op).loc());
        let Some((name, ty)) = global_of(rw.cx(), load.global_attr(), load.result().ty()) else {
            return Err(failure(load.0));
        };
        let is_copied = !rw.cx().matches_upstream()
            && !is_constant(load.0, load.global_attr())
            && may_be_overwritten(load.0, load.result(), cx.state);
        let mut buffer = rw.build_value(GetGlobalOp::of().name_attr(name).result(ty).loc(loc));
        if is_copied {
            let own = create_alloc(rw, ty, &[], loc, cx, Cause::NewResult(op));
            create_copy(rw, buffer, own, loc, cx, Cause::NewResult(op));
            buffer = own;
        }
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
