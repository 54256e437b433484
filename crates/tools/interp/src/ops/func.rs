//! The dialect func.

use terrace_dialects_core::func::{CallIndirectOp, CallOp, ConstantOp, ReturnOp};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{OpKind, OpRef, ValueRef};

use crate::inst::{Inst, Reg};
use crate::lower::{Interpret, Lowered, Lowering, ValuePlace};
use crate::program::{CallSite, Callee};

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "func", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// The lowerings of the ops.
static MODELS: &[OpModel<dyn Interpret>] = &[
    (CallOp::DEF, &call),
    (CallIndirectOp::DEF, &call_indirect),
    (ConstantOp::DEF, &constant),
    (ReturnOp::DEF, &return_),
];

fn call(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let callee = lw.symbol(op, CallOp::view_of(op).callee_attr()).ok_or("a call of an unknown function")?;
    if callee.regions().next().is_some_and(|body| body.is_empty()) {
        let name = callee.symbol_name().map_or("", |name| name.text(callee.cx()));
        return match external(name) {
            Some(external) => external.lower(lw, op),
            None => Err(format!("the function '{name}' has no body and is not known")),
        };
    }
    let number = lw.function_number(callee);
    emit_call(lw, op, Callee::Function(number), CallOp::view_of(op).operands())
}

fn call_indirect(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = CallIndirectOp::view_of(op);
    let callee = lw.slot(view.callee())?;
    emit_call(lw, op, Callee::Indirect(callee), view.callee_operands())
}

/// Returns how calls of a function without a body are lowered, or `None` if it is not known.
fn external(name: &str) -> Option<&'static dyn Interpret> {
    super::print::FUNCTIONS.iter().find(|(known, _)| *known == name).map(|(_, function)| *function)
}

/// Splits places into slots and objects.
fn registers<'a>(
    lw: &mut Lowering<'_>,
    values: impl Iterator<Item = ValueRef<'a>>,
) -> Lowered<(Vec<Reg>, Vec<Reg>)> {
    let (mut slots, mut objects) = (Vec::new(), Vec::new());
    for value in values {
        match lw.place(value)? {
            ValuePlace::Slots(first, n) => slots.extend(first..first + n),
            ValuePlace::Object(reg) => objects.push(reg),
        }
    }
    Ok((slots, objects))
}

fn emit_call<'a>(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    callee: Callee,
    args: impl Iterator<Item = ValueRef<'a>>,
) -> Lowered {
    let (args, objects) = registers(lw, args)?;
    let (results, object_results) = registers(lw, op.results())?;
    let site = lw.program.calls.len() as u32;
    lw.program.calls.push(CallSite { callee, args, objects, results, object_results });
    lw.emit(Inst::Call { site });
    Ok(())
}

fn constant(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ConstantOp::view_of(op);
    let function = lw.symbol(op, view.value_attr()).ok_or("the address of an unknown function")?;
    let number = lw.function_number(function);
    let reg = lw.constant(u64::from(number));
    lw.alias(view.result(), ValuePlace::Slots(reg, 1));
    Ok(())
}

pub(super) fn return_(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let (mut regs, objects) = registers(lw, op.operands())?;
    regs.extend(objects);
    let list = lw.list(&regs);
    lw.emit(Inst::Return { list });
    Ok(())
}
