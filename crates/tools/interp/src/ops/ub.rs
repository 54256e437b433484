//! The dialect ub.

use std::rc::Rc;

use terrace_dialects_builtin::ub::{PoisonOp, UnreachableOp};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{OpKind, OpRef};

use crate::inst::Inst;
use crate::lower::{Interpret, Lowered, Lowering, ValuePlace};
use crate::object::Array;

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "ub", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// The lowerings of the ops.
static MODELS: &[OpModel<dyn Interpret>] = &[(PoisonOp::DEF, &poison), (UnreachableOp::DEF, &unreachable)];

fn poison(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let result = PoisonOp::view_of(op).result();
    match lw.place(result)? {
        ValuePlace::Slots(d, n) => {
            lw.emit(Inst::Poison { d, n });
            Ok(())
        }
        ValuePlace::Object(d) if result.ty().has_static_shape(lw.cx) => {
            // Element by element, so that others may be replaced.
            let ty = result.ty();
            let element = lw.element(ty.element_type_or_self(lw.cx))?;
            let shape: Vec<u64> = crate::ops::moves::shape_of(lw, ty)?.iter().map(|&n| n as u64).collect();
            let loc = op.loc();
            lw.native(op, false, move |env| {
                let mark = env.new_mark(loc, "an op that makes poison");
                let count = super::tensor::count(&shape, element.bytes())?;
                let array = Array::marked(element, shape.clone(), count, mark)?;
                env.objects[d as usize] = Some(Rc::new(array));
                Ok(())
            })
        }
        ValuePlace::Object(_) => {
            lw.native(op, false, |_| Err(crate::fault::Fault::Poison("an op that makes poison")))
        }
    }
}

fn unreachable(lw: &mut Lowering<'_>, _op: OpRef<'_>) -> Lowered {
    lw.trap("execution of ub.unreachable".to_owned());
    Ok(())
}
