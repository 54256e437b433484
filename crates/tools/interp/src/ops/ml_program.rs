//! Functions and globals of the dialect ml_program. A graph is run in an order of its values and tokens.

use std::rc::Rc;

use terrace_dialects_shape::ml_program::function::{OutputOp, ReturnOp};
use terrace_dialects_shape::ml_program::global::{
    ExternAttr, GlobalLoadConstOp, GlobalLoadOp, GlobalOp, GlobalStoreOp,
};
use terrace_dialects_shape::ml_program::token::{GlobalLoadGraphOp, GlobalStoreGraphOp, TokenOp};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{Attr, Blob, Loc, OpKind, OpRef, ValueRef};

use super::arith::{constant_of, number_of};
use super::func::return_;
use super::moves::extents;
use crate::fault::Fault;
use crate::layout::Element;
use crate::lower::{Interpret, Lowered, Lowering, ValuePlace};
use crate::object::{Array, Constant};
use crate::program::Global;

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "ml_program", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// The lowerings of the ops.
static MODELS: &[OpModel<dyn Interpret>] = &[
    (ReturnOp::DEF, &return_),
    (OutputOp::DEF, &return_),
    (TokenOp::DEF, &token),
    (GlobalLoadOp::DEF, &load),
    (GlobalLoadConstOp::DEF, &load_const),
    (GlobalLoadGraphOp::DEF, &load_graph),
    (GlobalStoreOp::DEF, &store),
    (GlobalStoreGraphOp::DEF, &store_graph),
];

/// The buffer of a global.
struct Held {
    handle: u64,
    element: Element,
    /// The extents of a tensor or vector, which are those of the initial value where the type leaves them open.
    shape: Option<Vec<u64>>,
    size: usize,
    declared: Loc,
}

/// The global that an op names.
fn global(lw: &mut Lowering<'_>, op: OpRef<'_>, name: Attr) -> Lowered<Held> {
    let mut at = Some(op);
    let found = std::iter::from_fn(|| {
        let here = at?;
        at = here.parent_op();
        Some(lw.symbol(here, name).filter(|symbol| symbol.isa::<GlobalOp>()))
    });
    let unknown = || format!("the global '{}' is not declared", lw.cx.attr_text(name));
    let global = found.flatten().next().ok_or_else(unknown)?;
    let view = GlobalOp::view_of(global);
    let (ty, value) = (view.value_type(), view.value_attr());
    if value.is_some_and(|value| value.isa::<ExternAttr>(lw.cx)) {
        return Err("a global that is defined elsewhere".to_owned());
    }
    let number = value.and_then(|value| number_of(lw, value));
    let element = lw.element(ty.element_type_or_self(lw.cx))?;
    let dense = value.filter(|_| number.is_none());
    let initial = dense.map(|value| constant_of(lw, value)).transpose()?;
    let shape = match &initial {
        Some(initial) => Some(initial.shape().to_vec()),
        None if lw.element(ty).is_ok() => None,
        None => Some(extents(lw, ty)?),
    };
    let initial = match number {
        Some(slots) => {
            let mut bytes = vec![0; element.bytes()];
            element.write(&slots, &mut bytes);
            Constant::new(element, Vec::new(), Blob::from(bytes), false)
        }
        None => initial,
    };
    let count = shape.iter().flatten().try_fold(1u64, |n, &extent| n.checked_mul(extent));
    let size = count.unwrap_or(u64::MAX).saturating_mul(element.bytes() as u64);
    let (constant, declared) = (!view.is_mutable(), global.loc());
    let buffer = Global { bytes: initial, size, unit: element.bytes(), constant, loc: declared };
    Ok(Held { handle: lw.global(global, buffer), element, shape, size: size as usize, declared })
}

fn load(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = GlobalLoadOp::view_of(op);
    read(lw, op, view.global_attr(), view.result())
}

fn load_const(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = GlobalLoadConstOp::view_of(op);
    read(lw, op, view.global_attr(), view.result())
}

fn load_graph(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = GlobalLoadGraphOp::view_of(op);
    token_of(lw, view.produce_token());
    read(lw, op, view.global_attr(), view.result())
}

fn store(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = GlobalStoreOp::view_of(op);
    write(lw, op, view.global_attr(), view.value())
}

fn store_graph(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = GlobalStoreGraphOp::view_of(op);
    token_of(lw, view.produce_token());
    write(lw, op, view.global_attr(), view.value())
}

fn token(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    token_of(lw, TokenOp::view_of(op).token());
    Ok(())
}

/// Assigns a token its register, a constant, since the order is that of the instructions.
fn token_of(lw: &mut Lowering<'_>, token: ValueRef<'_>) {
    let reg = lw.constant(1);
    lw.alias(token, ValuePlace::Slots(reg, 1));
}

/// Appends: `result` is what a global holds.
fn read(lw: &mut Lowering<'_>, op: OpRef<'_>, name: Attr, result: ValueRef<'_>) -> Lowered {
    let Held { handle, element, shape, size, declared } = global(lw, op, name)?;
    let place = lw.place(result)?;
    lw.native(op, true, move |env| {
        if !env.heap.is_written(handle, 0, size) {
            return Err(Fault::new("read of a global that was not written").note(declared, "declared here"));
        }
        let bytes = env.heap.read(handle, 0, size)?;
        match (place, &shape) {
            (ValuePlace::Object(d), Some(shape)) => {
                let array = Array::new(element, shape.clone(), bytes.to_vec());
                env.objects[d as usize] = Some(Rc::new(array));
            }
            (ValuePlace::Slots(d, n), None) => {
                element.read(bytes, &mut env.slots[d as usize..(d + n) as usize]);
            }
            _ => return Err(Fault::new("a global of another kind of type")),
        }
        Ok(())
    })
}

/// Appends: a global holds `value`.
fn write(lw: &mut Lowering<'_>, op: OpRef<'_>, name: Attr, value: ValueRef<'_>) -> Lowered {
    let Held { handle, element, shape, size, .. } = global(lw, op, name)?;
    let place = lw.place(value)?;
    lw.native(op, true, move |env| {
        match (place, &shape) {
            (ValuePlace::Object(source), Some(shape)) => {
                let Some(array) = env.objects[source as usize].clone() else {
                    return Err(Fault::new("use of a tensor that is not there"));
                };
                if array.shape != *shape {
                    let (found, own) = (&array.shape, shape);
                    let message = format!("a tensor of sizes {found:?} for a global of sizes {own:?}");
                    return Err(Fault::new(message));
                }
                (0..array.len()).try_for_each(|at| array.check_written(at))?;
                env.heap.write(handle, 0, size)?.copy_from_slice(&array.bytes);
            }
            (ValuePlace::Slots(source, n), None) => {
                let slots = &env.slots[source as usize..(source + n) as usize];
                element.write(slots, env.heap.write(handle, 0, size)?);
            }
            _ => return Err(Fault::new("a global of another kind of type")),
        }
        Ok(())
    })
}
