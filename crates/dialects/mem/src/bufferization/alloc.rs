//! Making and freeing tensors and buffers.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::AnyAttr;
use terrace_ir::constraints::{I1, INDEX, TENSOR_KIND};
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::effects::{EffectOn, allocates, reads, writes};
use terrace_ir::infer::InferInput;
use terrace_ir::{CheckResult, Loc, OpKind, OpRef, Rewriter, Type, Value};
use terrace_macros::op;

use super::AllocationOpInterface;
use super::canonicalize::{
    alloc_tensor_known_sizes, dealloc_duplicate_retained, dealloc_duplicates, dealloc_never, dealloc_nothing,
    dealloc_of_base, dealloc_unused, simplify_clone,
};
use crate::constraints::{ANY_RANKED_OR_UNRANKED_MEMREF, ANY_TENSOR};
use crate::layout::verify_dynamic_sizes;
use crate::memref::causes::{BufferCause, with_cause};
use crate::memref::fold_casts;

/// A tensor that bufferizes to a new allocation, uninitialized or a copy of another tensor.
#[op("bufferization.alloc_tensor", canonicalize(alloc_tensor_known_sizes), traits(AttrSizedOperandSegments), asm = (parse, print),
     syntax = "`(` $dynamic_sizes `)` (`copy` `(` $copy `)`)? (`size_hint` `=` $size_hint)? attr-dict `:` type($result)",
     verify = verify_alloc)]
pub struct AllocTensorOp {
    dynamic_sizes: VarOperand<INDEX>,
    copy: OptOperand<ANY_TENSOR>,
    size_hint: OptOperand<INDEX>,
    memory_space: OptProp<AnyAttr>,
    result: Res<ANY_TENSOR>,
}

fn parse(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    p.token("(")?;
    let sizes = p.operand_list(terrace_ir::asm::Delimiter::None)?;
    p.token(")")?;
    let mut copy = None;
    if p.optional_token("copy") {
        p.token("(")?;
        copy = Some(p.operand()?);
        p.token(")")?;
    }
    let mut hint = None;
    if p.optional_token("size_hint") {
        p.token("=")?;
        hint = Some(p.operand()?);
    }
    p.optional_attr_dict(state)?;
    p.token(":")?;
    let ty = p.ty_of(&TENSOR_KIND)?;
    state.results.push(ty);
    state.set_operand_segments(p.cx(), &[sizes.len(), copy.iter().len(), hint.iter().len()]);
    let typed = |ty| move |operand| (operand, ty);
    let operands = sizes
        .into_iter()
        .map(typed(Type::INDEX))
        .chain(copy.into_iter().map(typed(ty)))
        .chain(hint.into_iter().map(typed(Type::INDEX)));
    for (operand, ty) in operands {
        state.operands.push(p.resolve(operand, ty)?);
    }
    Ok(())
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = AllocTensorOp::view_of(op);
    p.text("(");
    p.values(&mut view.dynamic_sizes());
    p.text(")");
    if let Some(copy) = view.copy() {
        p.text(" copy(");
        p.value(copy);
        p.text(")");
    }
    if let Some(hint) = view.size_hint() {
        p.text(" size_hint=");
        p.value(hint);
    }
    p.attr_dict(op, &["operandSegmentSizes"]);
    p.text(" : ");
    p.ty(view.result().ty());
}

fn verify_alloc(op: OpRef<'_>) -> CheckResult {
    let view = AllocTensorOp::view_of(op);
    let (ty, sizes) = (view.result().ty(), view.dynamic_sizes().len());
    match view.copy() {
        None => verify_dynamic_sizes(op, ty, sizes),
        Some(_) if sizes > 0 => Err(plain_error(op, "dynamic sizes not needed when copying a tensor")),
        Some(copy) if copy.ty() != ty => Err(plain_error(op, "expected that `copy` and return type match")),
        Some(_) => Ok(()),
    }
}

/// Frees the buffer of a tensor.
#[op("bufferization.dealloc_tensor", format = "$tensor attr-dict `:` type($tensor)")]
pub struct DeallocTensorOp {
    tensor: Operand<ANY_TENSOR>,
}

/// A buffer with the contents of another; it may alias it if that is unobservable.
#[op(
    "bufferization.clone", interfaces(dyn AllocationOpInterface), fold = fold_casts, canonicalize(simplify_clone),
    effects(reads(EffectOn::Operand(0)), writes(EffectOn::Result(0)), allocates(EffectOn::Result(0))),
    format = "$input attr-dict `:` type($input) `to` type($output)"
)]
pub struct CloneOp {
    input: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
    output: Res<ANY_RANKED_OR_UNRANKED_MEMREF>,
}

/// Frees each buffer whose condition is true, unless a retained buffer may alias it; the results are the
/// ownership of the retained buffers.
#[op("bufferization.dealloc", canonicalize(dealloc_duplicates, dealloc_duplicate_retained, dealloc_nothing, dealloc_never, dealloc_of_base, dealloc_unused), traits(AttrSizedOperandSegments, InferTypes), infer = infer_dealloc,
     verify = verify_dealloc,
     format = "(` ` `(` $memrefs^ `:` type($memrefs) `)` `if` ` ` `(` $conditions `)`)? \
               (`retain` ` ` `(` $retained^ `:` type($retained) `)`)? attr-dict")]
pub struct DeallocOp {
    memrefs: VarOperand<ANY_RANKED_OR_UNRANKED_MEMREF>,
    conditions: VarOperand<I1>,
    retained: VarOperand<ANY_RANKED_OR_UNRANKED_MEMREF>,
    updatedConditions: VarRes<I1>,
}

/// A condition for each retained buffer.
fn infer_dealloc(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let sizes = input.prop("operandSegmentSizes");
    let Some(retained) = sizes.and_then(|sizes| sizes.i32_elements(input.cx)?.nth(2)) else {
        return Err("expected the sizes of the operand segments".to_owned());
    };
    Ok(vec![Type::I1; retained.max(0) as usize])
}

fn verify_dealloc(op: OpRef<'_>) -> CheckResult {
    let view = DeallocOp::view_of(op);
    if view.memrefs().len() != view.conditions().len() {
        return Err(op_error(op, "must have the same number of conditions as memrefs to deallocate"));
    }
    if view.retained().len() != op.num_results() {
        let rule = "must have the same number of updated conditions (results) as retained operands";
        return Err(op_error(op, rule));
    }
    Ok(())
}

/// Creates a `bufferization.alloc_tensor` with these extents at the insertion point.
pub fn create_alloc_tensor(
    rw: &mut Rewriter<'_>,
    sizes: &[Value],
    ty: Type,
    loc: Loc,
    cause: &'static BufferCause,
) -> Value {
    let loc = with_cause(rw, loc, cause);
    rw.build_value(AllocTensorOp::of().loc(loc).dynamic_sizes(sizes).result(ty))
}

/// Creates a `bufferization.clone` at the insertion point.
pub fn create_clone(
    rw: &mut Rewriter<'_>,
    source: Value,
    ty: Type,
    loc: Loc,
    cause: &'static BufferCause,
) -> Value {
    let loc = with_cause(rw, loc, cause);
    rw.build_value(CloneOp::of(source).output(ty).loc(loc))
}
