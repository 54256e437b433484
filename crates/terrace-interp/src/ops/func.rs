//! The dialect func.

use terrace_dialects_core::func::{CallIndirectOp, CallOp, ConstantOp, ReturnOp};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{OpKind, OpRef, ValueRef};

use crate::inst::{Inst, Reg};
use crate::lower::{Interpret, Lowered, Lowering, Place};
use crate::program::{CallSite, Callee};

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "func", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// How the ops are lowered.
static MODELS: &[OpModel<dyn Interpret>] = &[
    (CallOp::DEF, &call),
    (CallIndirectOp::DEF, &call_indirect),
    (ConstantOp::DEF, &constant),
    (ReturnOp::DEF, &return_),
];

fn call(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let symbol = op.inherent_attr("callee").ok_or("a call without a callee")?;
    let callee = lw.symbol(op, symbol).ok_or("a call of an unknown function")?;
    if callee.num_regions() > 0 && callee.region(0).is_empty() {
        let name = callee.symbol_name().map_or("", |name| name.text(callee.cx()));
        return match external(name) {
            Some(external) => external.lower(lw, op),
            None => Err(format!("the function '{name}' has no body and is not known")),
        };
    }
    let number = lw.function_number(callee);
    emit_call(lw, op, Callee::Function(number), 0)
}

fn call_indirect(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let callee = lw.slot(op.operand(0))?;
    emit_call(lw, op, Callee::Indirect(callee), 1)
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
            Place::Slots(first, n) => slots.extend(first..first + n),
            Place::Object(reg) => objects.push(reg),
        }
    }
    Ok((slots, objects))
}

fn emit_call(lw: &mut Lowering<'_>, op: OpRef<'_>, callee: Callee, skip: usize) -> Lowered {
    let (args, objects) = registers(lw, op.operands().skip(skip))?;
    let (results, object_results) = registers(lw, op.results())?;
    let site = lw.program.calls.len() as u32;
    lw.program.calls.push(CallSite { callee, args, objects, results, object_results });
    lw.emit(Inst::Call { site });
    Ok(())
}

fn constant(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let symbol = op.prop(0).ok_or("a constant without a value")?;
    let function = lw.symbol(op, symbol).ok_or("the address of an unknown function")?;
    let number = lw.function_number(function);
    let reg = lw.constant(u64::from(number));
    lw.alias(op.result(0), Place::Slots(reg, 1));
    Ok(())
}

fn return_(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let (mut regs, objects) = registers(lw, op.operands())?;
    regs.extend(objects);
    let list = lw.list(&regs);
    lw.emit(Inst::Return { list });
    Ok(())
}
