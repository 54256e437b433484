//! Going over a shape's extents.

use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::op_error;
use terrace_ir::{CheckResult, OpKind, OpRef, Type};
use terrace_macros::op;

use super::types::{SHAPE_OR_EXTENT_TENSOR, is_shape, is_size};

/// Executes its region for each extent of a shape, with iteration arguments; the region's arguments are the
/// dimension index, its extent, and the iteration arguments.
#[op("shape.reduce", traits(SingleBlockImplicitTerminator("shape.yield")), asm = (parse, print),
     syntax = "`(` $shape `,` $initVals `)` `:` type($shape) (`->` type($result))? $region attr-dict",
     verify = verify)]
pub struct ReduceOp {
    shape: Operand<SHAPE_OR_EXTENT_TENSOR>,
    initVals: VarOperand<ANY_TYPE>,
    result: VarRes<ANY_TYPE>,
    region: Region<Sized<1>>,
}

fn parse(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let loc = p.loc();
    let operands = p.operand_list(Delimiter::Paren)?;
    p.token(":")?;
    let ty = p.ty()?;
    let types = p.optional_arrow_type_list()?;
    let Some((&shape, inits)) = operands.split_first() else {
        return Err(p.error(loc, "expected a shape".to_string()));
    };
    state.operands.push(p.resolve(shape, ty)?);
    let name_loc = p.name_loc();
    let inits = p.resolve_all(inits, &types, name_loc)?;
    state.operands.extend(inits);
    state.results.extend(types);
    p.region(state, &[], false)?;
    p.optional_attr_dict(state)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = ReduceOp::view_of(op);
    p.text("(");
    p.value(view.shape());
    p.text(", ");
    p.values(&mut view.init_vals());
    p.text(") : ");
    p.ty(view.shape().ty());
    p.optional_arrow_types(&op.result_types());
    p.text(" ");
    p.region(view.region(), true, true);
    p.attr_dict(op, &[]);
}

fn verify(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ReduceOp::view_of(op));
    let args = view.region().entry().map_or(Vec::new(), |block| block.arg_types());
    let expected = view.init_vals().len() + 2;
    if args.len() != expected {
        return Err(op_error(op, format!("ReduceOp body is expected to have {expected} arguments")));
    }
    if args[0] != Type::INDEX {
        return Err(op_error(op, "argument 0 of ReduceOp body is expected to be of IndexType"));
    }
    let extent = "argument 1 of ReduceOp body is expected to be of";
    if is_shape(cx, view.shape().ty()) {
        if !is_size(cx, args[1]) {
            return Err(op_error(op, format!("{extent} SizeType if the ReduceOp operates on a ShapeType")));
        }
    } else if args[1] != Type::INDEX {
        return Err(op_error(op, format!("{extent} IndexType if the ReduceOp operates on an extent tensor")));
    }
    if let Some(i) = view.init_vals().zip(&args[2..]).position(|(init, &arg)| init.ty() != arg) {
        let at = i + 2;
        return Err(op_error(
            op,
            format!("type mismatch between argument {at} of ReduceOp body and initial value {i}"),
        ));
    }
    Ok(())
}

/// Terminates the region of `shape.reduce` with the values of the next iteration.
#[op("shape.yield",
     traits(HasParent(&["shape.reduce", "shape.function_library"]), Pure, ReturnLike, Terminator),
     verify = verify_yield, format = "attr-dict ($operands^ `:` type($operands))?")]
pub struct YieldOp {
    operands: VarOperand<ANY_TYPE>,
}

fn verify_yield(op: OpRef<'_>) -> CheckResult {
    let expected = op.parent_op().map_or(Vec::new(), |parent| parent.result_types());
    if op.num_operands() != expected.len() {
        return Err(op_error(op, "number of operands does not match number of results of its parent"));
    }
    if op.operand_types() != expected {
        return Err(op_error(op, "types mismatch between yield op and its parent"));
    }
    Ok(())
}
