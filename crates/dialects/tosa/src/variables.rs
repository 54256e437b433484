//! Variables, constants, and ops that leave their operands as they are.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{AnyAttr, StrAttr, SymbolNameAttr, TypeAttr};
use terrace_ir::def::{CustomArg, CustomDirective};
use terrace_ir::elements::int_values;
use terrace_ir::interfaces::SymbolUser;
use terrace_ir::symbols::{SymbolTables, nearest_symbol_table};
use terrace_ir::{
    AttrData, CheckResult, DYNAMIC, OpDef, OpKind, OpRef, RankedTensorType, Str, Type, ValueRef,
};
use terrace_macros::op;

use crate::attrs::{ElementsAttr, IndexElementsAttr};
use crate::shapes::{BROADCAST, InferShapedType, shape_elements};
use crate::syntax::also;
use crate::types::{TENSOR, storage_element};
use crate::verify::{fail, same_type};

/// Elements that do not change.
#[op("tosa.const", traits(ConstantLike, Pure, AllShapesMatch(&["values", "output"])), verify = verify_const,
     fold = |op, _| ConstOp::view_of(op).values_attr().opt().into())]
pub struct ConstOp {
    values: Prop<ElementsAttr>,
    output: Res<TENSOR>,
}

fn verify_const(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ConstOp::view_of(op));
    let (values, output) = (view.values_attr().ty(cx).unwrap_or(Type::NONE), view.output().ty());
    if !values.is_tensor(cx) || !output.is_tensor(cx) {
        return fail(op, "expected tensors for attr/result type");
    }
    let [values, output] = [values, output].map(|ty| ty.element_type_or_self(cx));
    match values == output || storage_element(cx, output) == values {
        true => Ok(()),
        false => fail(op, "expected same attr/result element types"),
    }
}

/// The operand.
#[op("tosa.identity", traits(Pure), interfaces(dyn InferShapedType = BROADCAST),
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct IdentityOp {
    input1: Operand<TENSOR>,
    output: Res<TENSOR>,
}

/// An op that the specification does not have.
#[op("tosa.custom", format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct CustomOp {
    operator_name: Prop<StrAttr>,
    domain_name: Prop<StrAttr>,
    implementation_attrs: Prop<StrAttr>,
    input_list: VarOperand<TENSOR>,
    output_list: VarRes<TENSOR>,
}

/// A variable of the module.
#[op("tosa.variable", traits(Symbol), customs(&VARIABLE_VALUE),
     format = "$sym_name attr-dict custom<VariableOpTypeOrInitialValue>($var_shape, $type, $initial_value)")]
pub struct VariableOp {
    sym_name: Prop<SymbolNameAttr>,
    var_shape: Prop<IndexElementsAttr>,
    r#type: Prop<TypeAttr>,
    initial_value: OptProp<AnyAttr>,
}

/// Returns the type of a variable's value; `None` if its shape is no list of extents.
pub fn variable_type(op: OpRef<'_>) -> Option<Type> {
    let (cx, view) = (op.cx(), VariableOp::view_of(op));
    let AttrData::DenseElements { .. } = view.var_shape_attr().data(cx) else { return None };
    let extents = int_values(cx, view.var_shape_attr())?;
    let extent = |value: &terrace_support::apint::ApInt| {
        let extent = value.to_i64()?;
        Some(if extent < 0 { DYNAMIC } else { extent })
    };
    let shape: Vec<i64> = extents.iter().map(extent).collect::<Option<_>>()?;
    RankedTensorType::get_checked(cx, &shape, view.type_()).ok()
}

/// Sets a variable.
#[op("tosa.variable_write", interfaces(dyn SymbolUser),
     format = "$name attr-dict `,` $input1 `:` type($input1)")]
pub struct VariableWriteOp {
    name: Prop<SymbolNameAttr>,
    input1: Operand<TENSOR>,
}

/// The value of a variable.
#[op("tosa.variable_read", interfaces(dyn SymbolUser), format = "$name attr-dict `:` type($output1)")]
pub struct VariableReadOp {
    name: Prop<SymbolNameAttr>,
    output1: Res<TENSOR>,
}

impl SymbolUser for VariableWriteOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        let view = VariableWriteOp::view_of(op);
        check_variable(op, tables, view.name(), (view.input1(), "'input1'"))
    }

    fn name_slot(&self) -> Option<usize> {
        Some(VARIABLE_NAME)
    }
}

impl SymbolUser for VariableReadOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        let view = VariableReadOp::view_of(op);
        check_variable(op, tables, view.name(), (view.output1(), "'output1'"))
    }

    fn name_slot(&self) -> Option<usize> {
        Some(VARIABLE_NAME)
    }
}

/// The slot of the name of the variable that an op accesses.
const VARIABLE_NAME: usize = 0;

/// Checks that a variable is declared, and that a value is of its type.
fn check_variable(
    op: OpRef<'_>,
    tables: &SymbolTables,
    name: Str,
    (value, value_name): (ValueRef<'_>, &str),
) -> CheckResult {
    let Some(table) = op.parent_op().and_then(nearest_symbol_table) else { return Ok(()) };
    let variable = tables.lookup(table, name).filter(|symbol| symbol.isa::<VariableOp>());
    let Some(variable) = variable else {
        return fail(op, format!("'{}' has not been declared by 'tosa.variable'", name.text(op.cx())));
    };
    let Some(ty) = variable_type(variable) else { return Ok(()) };
    same_type(op, (value.ty(), value_name), (ty, "the input tensor"))
}

/// `: tensor<2xf32>`, or `= dense<0.0> : tensor<2xf32>` with an initial value.
static VARIABLE_VALUE: CustomDirective =
    CustomDirective { name: "VariableOpTypeOrInitialValue", parse: parse_variable, print: print_variable };

/// The slots of the shape, the element type and the initial value.
fn variable_slots(args: &[CustomArg]) -> [usize; 3] {
    [0, 1, 2].map(|at| match args.get(at) {
        Some(CustomArg::Prop(slot)) => *slot as usize,
        _ => 0,
    })
}

fn parse_variable(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let [shape_slot, type_slot, value_slot] = variable_slots(args);
    let mut ty = None;
    if p.optional_token(":") {
        ty = Some(p.ty()?);
    }
    if ty.is_none() || p.optional_token("=") {
        if ty.is_none() {
            let loc = p.loc();
            if !p.optional_token("=") {
                return Err(p.error(loc, "expected type after colon".to_owned()));
            }
        }
        let value = p.attr(Type::NONE).map_err(|_| also(p, "expected attribute"))?;
        state.props[value_slot] = value;
        ty = ty.or_else(|| value.ty(p.cx()));
    }
    let loc = p.loc();
    let Some(ty) = ty else { return Err(p.error(loc, "expected Typed attr".to_owned())) };
    if !ty.is_shaped(p.cx()) {
        return Err(p.error(loc, "expected shaped type".to_owned()));
    }
    let Some(shape) = ty.shape(p.cx()) else {
        return Err(p.error(loc, "expected ranked type".to_owned()));
    };
    state.props[shape_slot] = shape_elements(p.cx(), shape);
    state.props[type_slot] = p.cx().type_attr(ty.element_type_or_self(p.cx()));
    Ok(true)
}

fn print_variable(p: &mut dyn OpPrinter, op: OpRef<'_>, args: &[CustomArg]) {
    let [.., value_slot] = variable_slots(args);
    let value = op.prop(value_slot);
    let is_typed = value.is_some_and(|value| value.ty(op.cx()).is_some());
    if !is_typed {
        p.text(": ");
        match variable_type(op) {
            Some(ty) => p.ty(ty),
            None => p.text("<<invalid type>>"),
        }
    }
    if let Some(value) = value {
        p.text(if is_typed { "= " } else { " = " });
        p.attr(value);
    }
}

/// The ops of this file.
pub(crate) const OPS: &[&OpDef] = &[
    ConstOp::DEF,
    CustomOp::DEF,
    IdentityOp::DEF,
    VariableOp::DEF,
    VariableReadOp::DEF,
    VariableWriteOp::DEF,
];
