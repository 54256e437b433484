//! The ops in the regions of structured ops.

use terrace_affine::AffineExpr;
use terrace_ir::OpKind;
use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::op_error;
use terrace_ir::infer::InferInput;
use terrace_ir::value_bounds::{BoundSet, Quantity, ValueBounds};
use terrace_ir::{Attr, CheckResult, Folded, OpRef, Type, value_bounds};
use terrace_macros::op;

use crate::attrs::DimAttr;
use crate::structured::{as_structured, element_or_self, static_loops};

/// Ends a computation: the new elements of the destinations.
#[op("linalg.yield", traits(Pure, ReturnLike, Terminator), asm = (parse_yield, print_yield),
     syntax = "($values)? attr-dict (`:` type($values))?",
     verify = verify_yield)]
pub struct YieldOp {
    values: VarOperand<ANY_TYPE>,
}

fn parse_yield(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let at = p.loc();
    let operands = p.operand_list(Delimiter::None)?;
    p.optional_attr_dict(state)?;
    if operands.is_empty() {
        return Ok(());
    }
    p.token(":")?;
    let types = p.type_list()?;
    let values = p.resolve_all(&operands, &types, at)?;
    state.operands.extend(values);
    Ok(())
}

fn print_yield(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    if op.num_operands() > 0 {
        p.text(" ");
        p.values(&mut op.operands());
    }
    p.attr_dict(op, &[]);
    if op.num_operands() > 0 {
        p.text(" : ");
        p.types_of(&mut op.operands());
    }
}

fn verify_yield(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    let Some(parent) = op.parent_op() else { return Ok(()) };
    if parent.num_regions() != 1 || parent.single_region().is_empty() {
        return Err(op_error(op, "expected single non-empty parent region"));
    }
    let Some(structured) = as_structured(parent) else {
        return Err(op_error(op, "expected parent op with LinalgOp interface"));
    };
    let (first, count) = structured.destinations(parent);
    if op.num_operands() != count {
        let found = op.num_operands();
        return Err(op_error(
            op,
            format!(
                "expected number of yield values ({found}) to match the number of inits / outs operands of the \
                 enclosing LinalgOp ({count})"
            ),
        ));
    }
    for (i, value) in op.operands().enumerate() {
        let element = element_or_self(cx, parent.operand(first + i).ty());
        if value.ty() != element {
            let [found, element] = [value.ty(), element].map(|ty| cx.type_text(ty));
            return Err(op_error(
                op,
                format!(
                    "type of yield operand {} ('{found}') doesn't match the element type of the enclosing \
                     linalg.generic op ('{element}')",
                    i + 1
                ),
            ));
        }
    }
    Ok(())
}

/// The number of the iteration of a loop.
#[op("linalg.index", traits(Pure, InferTypes), interfaces(dyn ValueBounds), infer = infer_index, verify = verify_index,
     fold = fold_index,
     format = "$dim attr-dict `:` type($result)")]
pub struct IndexOp {
    dim: Prop<DimAttr>,
    result: Res<INDEX>,
}

value_bounds! {
    index IndexOp = index_bounds;
}

/// At least zero, and less than the extent along which the first operand is accessed by this loop alone.
fn index_bounds<'a>(op: OpRef<'a>, result: Quantity<'a>, set: &mut dyn BoundSet<'a>) {
    set.at_least(result, AffineExpr::constant(0));
    let around = op.ancestors();
    let Some((parent, structured)) = around.filter_map(|op| Some((op, as_structured(op)?))).next() else {
        return;
    };
    let dim = u32::try_from(IndexOp::view_of(op).dim()).ok();
    let maps = structured.indexing_maps(parent);
    let found = parent.operands().zip(&maps).find_map(|(operand, map)| {
        let at = map.results.iter().position(|expr| expr.as_dim().is_some() && expr.as_dim() == dim)?;
        Some((operand, at))
    });
    if let Some((operand, at)) = found {
        let extent = set.extent(operand, at);
        set.less(result, extent);
    }
}

fn infer_index(_input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    Ok(vec![Type::INDEX])
}

fn verify_index(op: OpRef<'_>) -> CheckResult {
    let parent = op.parent_op();
    let Some((parent, structured)) = parent.and_then(|parent| Some((parent, as_structured(parent)?))) else {
        return Err(op_error(op, "expected parent op with LinalgOp interface"));
    };
    let (dim, loops) = (IndexOp::view_of(op).dim(), structured.parallel(parent).len());
    if loops as i64 <= dim {
        return Err(op_error(
            op,
            format!(
                "expected dim ({dim}) to be lower than the number of loops ({loops}) of the enclosing LinalgOp"
            ),
        ));
    }
    Ok(())
}

/// The number of the only iteration of a loop.
fn fold_index(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let cx = op.cx();
    let found = || {
        let parent = op.parent_op()?;
        let maps = as_structured(parent)?.indexing_maps(parent);
        let dim = usize::try_from(IndexOp::view_of(op).dim()).ok()?;
        (*static_loops(parent, &maps).get(dim)? == 1).then(|| cx.int_attr(Type::INDEX, 0))
    };
    found().into()
}
