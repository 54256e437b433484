//! Watched variables: what debuggers show of a variable of the source that is a value. No program states them: they are
//! made of debug information where a program is compiled without optimizations.
//!
//! A variable whose values have a shape is shown as a vector: it has a slot in memory with the shape of all its values
//! together, to which its value is written wherever it is assigned, for the active elements.

use terrace_dialects_llvm::ops::{LoadOp, StoreOp};
use terrace_ir::{Op, OpKind, OpRef, Type, Value};

use super::Construct;
use crate::analysis::{FunctionAnalysis, InferShape};
use crate::dialect::WatchOp;
use crate::intrinsics::Intrinsic;
use crate::shape::Shape;
use crate::vectorize::{Anchor, Emitter, Lanes, Render, Rendered};
use crate::watches::{WatchKey, Watched, WatchedVariables, declared_slot, shaped_variable};

/// The construct.
pub(crate) struct WatchConstruct;

impl Construct for WatchConstruct {
    const INTRINSICS: &'static [Intrinsic] = &[];
}

impl InferShape for WatchConstruct {
    fn infer_shape<'a>(&self, _op: OpRef<'a>, _analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
        Some(Shape::SCALAR)
    }
}

impl Render for WatchConstruct {
    fn render(&self, emit: &mut Emitter<'_, '_>, at: &Rendered<'_>) -> Option<Lanes> {
        let watch = WatchOp::view_of(emit.rw.op(at.op));
        let (value, key) = (watch.value(), WatchKey::of(emit.rw.op(at.op)));
        let (value, ty) = (value.id(), value.ty());
        // A block has no value when the program runs.
        if emit.shapes.block(value).is_some() {
            return None;
        }
        let watched = watched(emit);
        let &mut Watched { shape: Some(shape), slot } = watched.get_mut(&key)? else { return None };
        let whole = emit.shaped(ty, shape);
        let slot = slot.unwrap_or_else(|| {
            let slot = new_slot(emit, &key, ty, shape);
            watched_slot(emit, &key, slot);
            slot
        });
        let lanes = emit.lanes(value).in_shape(shape);
        let mut stored = emit.vector_of(&lanes);
        if let Some(active) = emit.mask_vector(at.mask, shape) {
            let old = emit.rw.build_value(LoadOp::of(slot).res(whole));
            stored = emit.select(active, stored, old);
        }
        emit.rw.build(StoreOp::of(stored, slot));
        None
    }
}

fn watched<'e>(emit: &'e mut Emitter<'_, '_>) -> &'e mut WatchedVariables {
    if emit.watched.is_none() {
        let mut all = WatchedVariables::default();
        let ops: Vec<Op> = emit.rw.body().live_ops().filter(|&op| emit.rw.op(op).isa::<WatchOp>()).collect();
        for op in ops {
            let op = emit.rw.op(op);
            let shape = emit.shapes.of(WatchOp::view_of(op).value().id());
            let entry =
                all.entry(WatchKey::of(op)).or_insert(Watched { shape: Some(Shape::SCALAR), slot: None });
            entry.shape = entry.shape.and_then(|known| known.join(shape).ok());
        }
        emit.watched = Some(all);
    }
    emit.watched.get_or_insert_default()
}

fn watched_slot(emit: &mut Emitter<'_, '_>, key: &WatchKey, slot: Value) {
    if let Some(entry) = watched(emit).get_mut(key) {
        entry.slot = Some(slot);
    }
}

/// The memory of a variable, of which a debugger is told, at the entry of the function.
fn new_slot(emit: &mut Emitter<'_, '_>, key: &WatchKey, ty: Type, shape: Shape) -> Value {
    let whole = emit.shaped(ty, shape);
    let Some(entry) = emit.rw.body().blocks_of(emit.region).next() else { return emit.poison(whole) };
    let size = crate::addresses::stride(emit.cx(), &emit.layout, ty).unwrap_or(8);
    let variable = shaped_variable(emit.cx(), key.variable, shape, size);
    emit.at(Anchor::Start(entry), |emit| declared_slot(emit.rw, whole, variable, key.loc))
}
