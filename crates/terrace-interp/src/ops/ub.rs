//! The dialect ub.

use terrace_ir::OpRef;

use crate::inst::Inst;
use crate::lower::{Lowered, Lowering, Place, Row};

/// How the ops are lowered.
pub static ROWS: &[Row] = &[("ub.poison", &poison), ("ub.unreachable", &unreachable)];

fn poison(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    match lw.place(op.result(0))? {
        Place::Slots(d, n) => {
            lw.emit(Inst::Poison { d, n });
            Ok(())
        }
        Place::Object(_) => {
            lw.native(op, false, |_| Err(crate::fault::Fault::Poison("an op that makes poison")))
        }
    }
}

fn unreachable(lw: &mut Lowering<'_>, _op: OpRef<'_>) -> Lowered {
    lw.trap("execution of ub.unreachable".to_owned());
    Ok(())
}
