//! Making tensors.

use terrace_dialects_builtin::constraints::ANY_RANKED_TENSOR;
use terrace_ir::attr_kind::I64Attr;
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::traits::TypesMatch;
use terrace_ir::value_bounds::ValueBounds;
use terrace_ir::{CheckResult, DYNAMIC, OpKind, OpRef, RankedTensorType, Type};
use terrace_macros::op;

use super::canonicalize::{
    concat_known_inputs, concat_known_result, concat_of_one, empty_known_sizes, generate_known_sizes,
};
use super::fold::{fold_concat, fold_from_elements, fold_splat};

use crate::constraints::ANY_STATIC_SHAPE_TENSOR;
use crate::layout::{add_extents, element_rule, rank, verify_dynamic_sizes};

/// A tensor of a shape, whose elements are not set.
#[op("tensor.empty", interfaces(dyn ValueBounds), canonicalize(empty_known_sizes), traits(Pure), verify = verify_sizes,
     format = "`(` $dynamicSizes `)` attr-dict `:` type($result)")]
pub struct EmptyOp {
    dynamicSizes: VarOperand<INDEX>,
    result: Res<ANY_RANKED_TENSOR>,
}

/// Verifies that the operands are the dynamic extents of the result.
fn verify_sizes(op: OpRef<'_>) -> CheckResult {
    verify_dynamic_sizes(op, op.single_result().ty(), op.num_operands())
}

static ELEMENTS: TypesMatch = element_rule("operand types match result element type", "result", "elements")
    .counted(|cx, ty| {
        ty.num_elements(cx).and_then(|count| usize::try_from(count).ok()).unwrap_or(usize::MAX)
    });

/// A tensor of given elements.
#[op("tensor.from_elements", fold = fold_from_elements, traits(Pure, TypesMatchWith(&ELEMENTS)), names = "from_elements",
     format = "$elements attr-dict `:` type($result)")]
pub struct FromElementsOp {
    elements: VarOperand<ANY_TYPE>,
    result: Res<ANY_STATIC_SHAPE_TENSOR>,
}

/// A tensor each of whose elements a region computes from its indices.
#[op("tensor.generate", canonicalize(generate_known_sizes), traits(RecursiveMemoryEffects, SingleBlockImplicitTerminator("tensor.yield")),
     verify = verify_sizes, verify_regions = verify_generate, names = "generated",
     format = "$dynamicExtents $body attr-dict `:` type($result)")]
pub struct GenerateOp {
    dynamicExtents: VarOperand<INDEX>,
    result: Res<ANY_RANKED_TENSOR>,
    body: Region<Sized<1>>,
}

fn verify_generate(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), GenerateOp::view_of(op));
    let Some(block) = view.body().entry() else { return Ok(()) };
    let (ty, args) = (view.result().ty(), block.arg_types());
    if args.iter().any(|&arg| arg != Type::INDEX) {
        return Err(plain_error(op, "all body arguments must be index"));
    }
    if args.len() != rank(cx, ty) {
        return Err(plain_error(op, "must have one body argument per input dimension"));
    }
    let yielded = block.last().and_then(|last| last.operands().next()).map(|value| value.ty());
    if yielded != ty.element_type(cx) {
        let rule = "body must be terminated with a `yield` operation of the tensor element type";
        return Err(op_error(op, rule));
    }
    Ok(())
}

/// Ends a region that computes an element.
#[op("tensor.yield", traits(Pure, ReturnLike, Terminator, HasParent(&["tensor.generate", "tensor.pad"])),
     format = "$value attr-dict `:` type($value)")]
pub struct YieldOp {
    value: Operand<ANY_TYPE>,
}

static SPLAT: TypesMatch = element_rule("operand type matches element type of result", "aggregate", "input");

/// A tensor of one value.
#[op("tensor.splat", fold = fold_splat, traits(Pure, TypesMatchWith(&SPLAT)), verify = verify_splat, names = "splat",
     format = "$input (`[` $dynamicSizes^ `]`)? attr-dict `:` type($aggregate)")]
pub struct SplatOp {
    input: Operand<ANY_TYPE>,
    dynamicSizes: VarOperand<INDEX>,
    aggregate: Res<ANY_RANKED_TENSOR>,
}

fn verify_splat(op: OpRef<'_>) -> CheckResult {
    let view = SplatOp::view_of(op);
    verify_dynamic_sizes(op, view.aggregate().ty(), view.dynamic_sizes().len())
}

/// Tensors one after the other along a dimension.
#[op("tensor.concat", fold = fold_concat, canonicalize(concat_of_one, concat_known_inputs, concat_known_result), traits(Pure), verify = verify_concat, names = "concat",
     format = "`dim` `(` $dim `)` $inputs attr-dict `:` functional-type(operands, results)")]
pub struct ConcatOp {
    inputs: VarOperand<ANY_RANKED_TENSOR>,
    dim: Prop<I64Attr>,
    result: Res<ANY_RANKED_TENSOR>,
}

fn verify_concat(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ConcatOp::view_of(op));
    let fail = |message: String| Err(op_error(op, message));
    let (inputs, to) = (op.operand_types(), view.result().ty());
    let shape = to.ranked_shape(cx);
    let shape_of = |ty: Type| ty.ranked_shape(cx);
    let element = to.element_type_or_self(cx);
    if inputs.is_empty() {
        return fail("requires at least one input".to_string());
    }
    if inputs.iter().any(|&ty| shape_of(ty).len() != shape.len()) {
        return fail("rank of concatenated inputs must match result rank".to_string());
    }
    if inputs.iter().any(|&ty| ty.element_type_or_self(cx) != element) {
        return fail("inputs and result element type must match".to_string());
    }
    let dim = usize::try_from(view.dim()).unwrap_or(usize::MAX);
    if dim >= shape.len() {
        return fail("concatenation dim must be less than the tensor rank".to_string());
    }
    let mut sizes = Vec::with_capacity(shape.len());
    for i in 0..shape.len() {
        let extents = inputs.iter().map(|&ty| shape_of(ty)[i]);
        if i == dim {
            sizes.push(extents.fold(0, add_extents));
            continue;
        }
        let mut known = extents.filter(|&extent| extent != DYNAMIC);
        let size = known.next().unwrap_or(DYNAMIC);
        if known.any(|extent| extent != size) {
            return fail(format!("static concatenation size mismatch along non-concatenated dimension {i}"));
        }
        sizes.push(size);
    }
    let fits = |(&size, &extent): (&i64, &i64)| size == extent || size == DYNAMIC || extent == DYNAMIC;
    if sizes.iter().zip(shape).all(fits) {
        return Ok(());
    }
    let (to, inferred) = (cx.type_text(to), cx.type_text(RankedTensorType::get(cx, &sizes, element)));
    fail(format!("result type '{to}'does not match inferred shape '{inferred}' static sizes"))
}
