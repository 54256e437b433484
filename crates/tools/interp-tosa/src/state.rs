//! Constants, variables, and ops that leave their operands as they are.

use std::rc::Rc;

use terrace_dialects_tosa::variables::{
    ConstOp, CustomOp, IdentityOp, VariableOp, VariableReadOp, VariableWriteOp, variable_type,
};
use terrace_interp::fault::Fault;
use terrace_interp::layout::Element;
use terrace_interp::lower::{Interpret, Lowered, Lowering};
use terrace_interp::object::Array;
use terrace_interp::ops::arith::constant_of;
use terrace_interp::ops::moves::extents;
use terrace_interp::program::Global;
use terrace_ir::extension::OpModel;
use terrace_ir::{AttrData, Loc, OpKind, OpRef, Str};

use crate::operands::{compute_marked, register};

/// The lowerings of the ops.
pub(crate) static MODELS: &[OpModel<dyn Interpret>] = &[
    (ConstOp::DEF, &constant),
    (IdentityOp::DEF, &identity),
    (CustomOp::DEF, &custom),
    (VariableReadOp::DEF, &read),
    (VariableWriteOp::DEF, &write),
];

fn constant(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let constant = constant_of(lw, ConstOp::view_of(op).values_attr())?;
    compute_marked(lw, op, move |_| Ok(vec![constant.array()?]))
}

fn identity(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    compute_marked(lw, op, |arrays| Ok(vec![Array::clone(&arrays[0])]))
}

fn custom(_: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = CustomOp::view_of(op);
    let (name, domain) = (view.operator_name(), view.domain_name());
    Err(format!("the custom operator '{name}' of '{domain}' is known to its implementation alone"))
}

/// A variable: the buffer that holds it, and its type.
struct Variable {
    handle: u64,
    element: Element,
    shape: Vec<u64>,
    declared: Loc,
}

/// The variable that a name refers to at an op.
fn variable(lw: &mut Lowering<'_>, op: OpRef<'_>, name: Str) -> Lowered<Variable> {
    let unknown = || format!("the variable '{}' is not declared", name.text(op.cx()));
    let symbol = lw.cx.flat_symbol_ref(name);
    let declared = lw.symbol(op, symbol).filter(|symbol| symbol.isa::<VariableOp>()).ok_or_else(unknown)?;
    let ty = variable_type(declared).ok_or("a variable whose shape is no list of extents")?;
    let (shape, element) = (extents(lw, ty)?, lw.element(ty.element_type_or_self(lw.cx))?);
    let initial = VariableOp::view_of(declared).initial_value_attr();
    let bytes = match initial.filter(|value| matches!(value.data(op.cx()), AttrData::DenseElements { .. })) {
        Some(value) => Some(constant_of(lw, value)?),
        None => None,
    };
    let size = shape.iter().product::<u64>().saturating_mul(element.bytes() as u64);
    let global = Global { bytes, size, unit: element.bytes(), constant: false, loc: declared.loc() };
    Ok(Variable { handle: lw.global(declared, global), element, shape, declared: declared.loc() })
}

fn read(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = VariableReadOp::view_of(op);
    let variable = variable(lw, op, view.name())?;
    let d = register(lw, view.output1())?;
    lw.native(op, true, move |env| {
        let size = variable.shape.iter().product::<u64>() as usize * variable.element.bytes();
        if !env.heap.is_written(variable.handle, 0, size) {
            let fault = Fault::new("read of a variable that was not written");
            return Err(fault.note(variable.declared, "declared here"));
        }
        let bytes = env.heap.read(variable.handle, 0, size)?.to_vec();
        env.objects[d as usize] = Some(Rc::new(Array::new(variable.element, variable.shape.clone(), bytes)));
        Ok(())
    })
}

fn write(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = VariableWriteOp::view_of(op);
    let variable = variable(lw, op, view.name())?;
    let source = register(lw, view.input1())?;
    lw.native(op, true, move |env| {
        let Some(array) = env.objects[source as usize].clone() else {
            return Err(Fault::new("use of a tensor that is not there"));
        };
        if array.shape != variable.shape {
            let (found, own) = (&array.shape, &variable.shape);
            return Err(Fault::new(format!("a tensor of sizes {found:?} for a variable of sizes {own:?}")));
        }
        (0..array.len()).try_for_each(|at| array.check_written(at))?;
        env.heap.write(variable.handle, 0, array.bytes.len())?.copy_from_slice(&array.bytes);
        Ok(())
    })
}
