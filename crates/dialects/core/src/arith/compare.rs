//! Comparisons, and the choice between two values.

use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::op_error;
use terrace_ir::int_range::InferIntRange;
use terrace_ir::interfaces::SelectLike;
use terrace_ir::traits::{Predicate, TypesMatch};
use terrace_ir::value_bounds::ValueBounds;
use terrace_ir::{CheckResult, OpKind, OpRef, Type, ValueRef};
use terrace_macros::op;

use super::attrs::{CmpFPredicateAttr, CmpIPredicateAttr, FastMathFlagsAttr, no_fastmath};
use super::canonicalize::{
    cmpi_of_exts, redundant_select_false, redundant_select_true, select_i1_to_not, select_not_cond,
    select_to_extui,
};
use super::canonicalize_cmpf::cmpf_int_to_fp_const;
use super::fold_compare;
use super::{ExtSIOp, ExtUIOp};
use terrace_dialects_builtin::constraints::{BOOL_LIKE, FLOAT_LIKE, SIGNLESS_INT_OR_INDEX_LIKE};
use terrace_dialects_builtin::infer::{i1_like_first_operand, i1_same_shape};

static RESULT_IS_I1_LIKE: TypesMatch = TypesMatch::new(
    "result type has i1 element type and same shape as operands",
    "lhs",
    "result",
    i1_same_shape,
);

/// Compares integers.
#[op("arith.cmpi",
     traits(Pure, SameTypeOperands, TypesMatchWith(&RESULT_IS_I1_LIKE), Elementwise, Scalarizable, Vectorizable,
            Tensorizable, InferTypes),
     format = "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)",
     infer = i1_like_first_operand, fold = fold_compare::cmpi, interfaces(dyn InferIntRange),
     canonicalize(cmpi_extsi: cmpi_of_exts::<ExtSIOp>, cmpi_extui: cmpi_of_exts::<ExtUIOp>))]
pub struct CmpIOp {
    predicate: Prop<CmpIPredicateAttr>,
    lhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
    rhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
    result: Res<BOOL_LIKE>,
}

/// Compares floats.
#[op("arith.cmpf",
     traits(Pure, SameTypeOperands, TypesMatchWith(&RESULT_IS_I1_LIKE), Elementwise, Scalarizable, Vectorizable,
            Tensorizable, InferTypes),
     format = "$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)",
     infer = i1_like_first_operand, fold = fold_compare::cmpf, canonicalize(cmpf_int_to_fp_const))]
pub struct CmpFOp {
    predicate: Prop<CmpFPredicateAttr>,
    lhs: Operand<FLOAT_LIKE>,
    rhs: Operand<FLOAT_LIKE>,
    fastmath: DefaultProp<FastMathFlagsAttr, no_fastmath>,
    result: Res<BOOL_LIKE>,
}

static CONDITION_FITS: Predicate = Predicate {
    summary: "condition is signless i1 or has matching shape",
    holds: |op| {
        let view = SelectOp::view_of(op);
        let (condition, result) = (view.condition().ty(), view.result().ty());
        condition == Type::I1 || condition.shape(op.cx()) == result.shape(op.cx())
    },
};

/// Selects the second operand if the first is true, otherwise the third; elementwise if the first is a mask.
#[op("arith.select",
     traits(Pure, AllTypesMatch(&["true_value", "false_value", "result"]), Predicate(&CONDITION_FITS), Elementwise,
            Scalarizable, Vectorizable, Tensorizable, InferTypes),
     asm = (parse_select, print_select),
     syntax = "$condition `,` $true_value `,` $false_value attr-dict `:` (type($condition) `,`)? type($result)",
     interfaces(dyn ValueBounds, dyn InferIntRange, dyn SelectLike), verify = verify_select,
     fold = fold_compare::select,
     canonicalize(redundant_select_false, redundant_select_true, select_not_cond, select_i1_to_not,
                  select_to_extui))]
pub struct SelectOp {
    condition: Operand<BOOL_LIKE>,
    true_value: Operand<ANY_TYPE>,
    false_value: Operand<ANY_TYPE>,
    result: Res<ANY_TYPE>,
}

impl SelectLike for SelectOp {
    fn choices<'a>(&self, op: OpRef<'a>) -> [ValueRef<'a>; 2] {
        let view = SelectOp::view_of(op);
        [view.true_value(), view.false_value()]
    }
}

fn parse_select(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let start = p.loc();
    let operands = p.operand_list(Delimiter::None)?;
    if operands.len() != 3 {
        return Err(p.error(start, "expected 3 operands".to_string()));
    }
    p.optional_attr_dict(state)?;
    p.token(":")?;
    let (mut condition, mut result) = (Type::I1, p.ty()?);
    if p.optional_token(",") {
        (condition, result) = (result, p.ty()?);
    }
    state.results.push(result);
    let loc = p.name_loc();
    let values = p.resolve_all(&operands, &[condition, result, result], loc)?;
    state.operands.extend_from_slice(&values);
    Ok(())
}

fn print_select(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    let view = SelectOp::view_of(op);
    p.values(&mut op.operands());
    p.attr_dict(op, &[]);
    p.text(" : ");
    let condition = view.condition().ty();
    if condition.is_shaped(op.cx()) {
        p.ty(condition);
        p.text(", ");
    }
    p.ty(view.result().ty());
}

fn verify_select(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), SelectOp::view_of(op));
    let (condition, result) = (view.condition().ty(), view.result().ty());
    if condition == Type::I1 {
        return Ok(());
    }
    let given = cx.type_text(condition);
    if !result.is_vector(cx) && !result.is_tensor(cx) {
        return Err(op_error(op, format!("expected condition to be a signless i1, but got '{given}'")));
    }
    let mask = result.i1_same_shape(cx);
    if condition != mask {
        let message = format!(
            "expected condition type to have the same shape as the result type, expected '{}', but got '{given}'",
            cx.type_text(mask)
        );
        return Err(op_error(op, message));
    }
    Ok(())
}
