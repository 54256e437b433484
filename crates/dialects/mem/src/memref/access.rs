//! Reading and writing buffers, and asking for their extents.

use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::BoolAttr;
use terrace_ir::constraints::{ANY_TYPE, INDEX, MEMREF_KIND};
use terrace_ir::def::op_error;
use terrace_ir::effects::{ConditionallySpeculatable, EffectOn, Speculatability, reads, writes};
use terrace_ir::infer::InferInput;
use terrace_ir::int_range::{InferIntRange, Range, infer_extent};
use terrace_ir::interfaces::ShapedDimOp;
use terrace_ir::memory_slots::{DestructurableAccessor, PromotableMemOp};
use terrace_ir::traits::TypesMatch;
use terrace_ir::value_bounds::ValueBounds;
use terrace_ir::{CheckResult, Loc, Op, OpKind, OpRef, Rewriter, Type, Value, ValueRef};
use terrace_macros::op;

use super::canonicalize::{dim_of_reshape, fold_empty_copy, fold_self_copy};
use super::causes::{BufferCause, with_cause};
use super::fold::{fold_alignment, fold_casts, fold_casts_but, fold_copy, fold_dim, fold_rank};

use crate::constraints::{
    ANY_MEMREF, ANY_NON0_RANKED_OR_UNRANKED_MEMREF, ANY_RANKED_OR_UNRANKED_MEMREF, AlignmentAttr,
    LocalityAttr, PositiveI32Attr, no,
};
use crate::extents::extent_speculatability;
use crate::layout::{element_rule, rank};

static LOADED: TypesMatch = element_rule("result type matches element type of 'memref'", "memref", "result");
static STORED: TypesMatch =
    element_rule("type of 'value' matches element type of 'memref'", "memref", "value");

/// Reads an element.
#[op("memref.load", interfaces(dyn PromotableMemOp, dyn DestructurableAccessor), fold = fold_casts, effects(reads(EffectOn::Operand(0))), traits(MemRefsNormalizable, TypesMatchWith(&LOADED)), verify = verify_load,
     format = "$memref `[` $indices `]` attr-dict `:` type($memref)")]
pub struct LoadOp {
    memref: Operand<ANY_MEMREF>,
    indices: VarOperand<INDEX>,
    nontemporal: OptDefaultProp<BoolAttr, no>,
    alignment: OptProp<AlignmentAttr>,
    result: Res<ANY_TYPE>,
}

fn verify_load(op: OpRef<'_>) -> CheckResult {
    let view = LoadOp::view_of(op);
    let (rank, given) = (rank(op.cx(), view.memref().ty()), view.indices().len());
    if given == rank {
        return Ok(());
    }
    let message = format!("incorrect number of indices for load, expected {rank} but got {given}");
    Err(op_error(op, message))
}

/// Writes an element.
#[op("memref.store", interfaces(dyn PromotableMemOp, dyn DestructurableAccessor), fold = |op, _| fold_casts_but(op, Some(StoreOp::view_of(op).value())), effects(writes(EffectOn::Operand(1))), traits(MemRefsNormalizable, TypesMatchWith(&STORED)), verify = verify_store,
     format = "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)")]
pub struct StoreOp {
    value: Operand<ANY_TYPE>,
    memref: Operand<ANY_MEMREF>,
    indices: VarOperand<INDEX>,
    nontemporal: OptDefaultProp<BoolAttr, no>,
    alignment: OptProp<AlignmentAttr>,
}

fn verify_store(op: OpRef<'_>) -> CheckResult {
    let view = StoreOp::view_of(op);
    if view.indices().len() != rank(op.cx(), view.memref().ty()) {
        return Err(op_error(op, "store index operand count not equal to memref rank"));
    }
    Ok(())
}

/// Writes the elements of one buffer to another of the same shape.
#[op(
    "memref.copy", fold = fold_copy, canonicalize(fold_empty_copy, fold_self_copy),
    effects(reads(EffectOn::Operand(0)), writes(EffectOn::Operand(1))),
    traits(SameOperandsElementType, SameOperandsShape),
    format = "$source `,` $target attr-dict `:` type($source) `to` type($target)"
)]
pub struct CopyOp {
    source: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
    target: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
}

/// Prefetches an element for a read or write.
#[op("memref.prefetch", fold = fold_casts, effects(writes(EffectOn::Operand(0))), asm = (parse_prefetch, print_prefetch),
     syntax = "$memref `[` $indices `]` `,` (`read` | `write`) `,` `locality` `<` $localityHint `>` `,` (`data` | `instr`) \
               attr-dict `:` type($memref)",
     verify = verify_prefetch)]
pub struct PrefetchOp {
    memref: Operand<ANY_MEMREF>,
    indices: VarOperand<INDEX>,
    isWrite: Prop<BoolAttr>,
    localityHint: Prop<LocalityAttr>,
    isDataCache: Prop<BoolAttr>,
}

/// The names of the attributes for the keywords after a prefetched element.
pub(crate) const PREFETCH_PROPS: [&str; 3] = ["localityHint", "isWrite", "isDataCache"];

/// The keywords of a prefetch.
pub(crate) struct PrefetchWords {
    rw: String,
    cache: String,
}

/// `, read, locality<3>, data`.
pub(crate) fn parse_prefetch_words(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<PrefetchWords> {
    p.token(",")?;
    let rw = p.keyword("expected valid keyword")?;
    p.token(",")?;
    p.token("locality")?;
    p.token("<")?;
    let hint = p.attr(Type::I32)?;
    state.set_prop(p.cx(), "localityHint", hint);
    p.token(">")?;
    p.token(",")?;
    Ok(PrefetchWords { rw, cache: p.keyword("expected valid keyword")? })
}

/// Sets the attributes for the keywords.
pub(crate) fn set_prefetch_words(
    p: &mut dyn OpParser,
    state: &mut ParseState,
    words: &PrefetchWords,
) -> PResult<()> {
    for (name, word, [yes, no], message) in [
        ("isWrite", &words.rw, ["write", "read"], "rw specifier has to be 'read' or 'write'"),
        ("isDataCache", &words.cache, ["data", "instr"], "cache type has to be 'data' or 'instr'"),
    ] {
        if word != yes && word != no {
            let at = p.name_loc();
            return Err(p.error(at, message.to_string()));
        }
        let value = p.cx().bool_attr(word == yes);
        state.set_prop(p.cx(), name, value);
    }
    Ok(())
}

/// `, read, locality<3>, data`.
pub(crate) fn print_prefetch_words(p: &mut dyn OpPrinter, is_write: bool, hint: i64, is_data: bool) {
    p.text(if is_write { ", write, locality<" } else { ", read, locality<" });
    p.text(&hint.to_string());
    p.text(if is_data { ">, data" } else { ">, instr" });
}

fn parse_prefetch(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let memref = p.operand()?;
    let indices = p.operand_list(Delimiter::Square)?;
    let words = parse_prefetch_words(p, state)?;
    let ty = p.colon_ty_of(&MEMREF_KIND)?;
    state.operands.push(p.resolve(memref, ty)?);
    for index in indices {
        state.operands.push(p.resolve(index, Type::INDEX)?);
    }
    set_prefetch_words(p, state, &words)
}

fn print_prefetch(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = PrefetchOp::view_of(op);
    p.text(" ");
    p.value(view.memref());
    p.text("[");
    p.values(&mut view.indices());
    p.text("]");
    print_prefetch_words(p, view.is_write(), view.locality_hint(), view.is_data_cache());
    p.attr_dict(op, &PREFETCH_PROPS);
    p.text(" : ");
    p.ty(view.memref().ty());
}

fn verify_prefetch(op: OpRef<'_>) -> CheckResult {
    let view = PrefetchOp::view_of(op);
    if view.indices().len() != rank(op.cx(), view.memref().ty()) {
        return Err(op_error(op, "too few indices"));
    }
    Ok(())
}

/// Asserts the alignment of a buffer in bytes, and returns it.
#[op("memref.assume_alignment", fold = fold_alignment, traits(ViewLike, Pure, SameOperandsAndResultType, InferTypes), names = "assume_align",
     infer = terrace_dialects_builtin::infer::first_operand, verify = verify_alignment,
     format = "$memref `,` $alignment attr-dict `:` type($memref)")]
pub struct AssumeAlignmentOp {
    memref: Operand<ANY_MEMREF>,
    alignment: Prop<PositiveI32Attr>,
    result: Res<ANY_MEMREF>,
}

fn verify_alignment(op: OpRef<'_>) -> CheckResult {
    let alignment = AssumeAlignmentOp::view_of(op).alignment();
    if alignment.count_ones() != 1 {
        return Err(op_error(op, "alignment must be power of 2"));
    }
    Ok(())
}

/// Asserts that buffers do not alias, and returns them.
#[op("memref.distinct_objects", traits(DistinctObjects, Pure, InferTypes), infer = all_operands, verify = verify_distinct,
     format = "$operands attr-dict `:` type($operands)")]
pub struct DistinctObjectsOp {
    operands: VarOperand<ANY_MEMREF>,
    results: VarRes<ANY_MEMREF>,
}

/// A result of each operand's type.
fn all_operands(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    Ok(input.operands.to_vec())
}

fn verify_distinct(op: OpRef<'_>) -> CheckResult {
    if op.operand_types() != op.result_types() {
        return Err(op_error(op, "operand types and result types must match"));
    }
    if op.num_operands() == 0 {
        return Err(op_error(op, "expected at least one operand"));
    }
    Ok(())
}

/// The extent of a dimension.
#[op(
    "memref.dim", fold = fold_dim, canonicalize(dim_of_reshape),
    traits(MemRefsNormalizable, NoMemoryEffect), interfaces(dyn ValueBounds, dyn ShapedDimOp, dyn InferIntRange, dyn ConditionallySpeculatable),
    names = "dim",
    format = "attr-dict $source `,` $index `:` type($source)"
)]
pub struct DimOp {
    source: Operand<ANY_NON0_RANKED_OR_UNRANKED_MEMREF>,
    index: Operand<INDEX>,
    result: Res<INDEX>,
}

impl ConditionallySpeculatable for DimOp {
    fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
        let view = DimOp::view_of(op);
        extent_speculatability(view.source(), view.index())
    }
}

impl ShapedDimOp for DimOp {
    fn shaped_value<'a>(&self, op: OpRef<'a>) -> ValueRef<'a> {
        DimOp::view_of(op).source()
    }
    fn dimension<'a>(&self, op: OpRef<'a>) -> ValueRef<'a> {
        DimOp::view_of(op).index()
    }
}

impl InferIntRange for DimOp {
    fn infer(&self, op: OpRef<'_>, operands: &[Option<Range>], set: &mut dyn FnMut(Value, Range)) {
        let view = DimOp::view_of(op);
        let range = infer_extent(op, view.source().ty(), operands.get(1).and_then(Option::as_ref));
        set(view.result().id(), range);
    }
}

/// The number of dimensions.
#[op("memref.rank", interfaces(dyn ValueBounds), fold = fold_rank, traits(Pure), format = "$memref attr-dict `:` type($memref)")]
pub struct RankOp {
    memref: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
    _result: Res<INDEX>,
}

/// Creates a `memref.copy` at the insertion point.
pub fn create_copy(
    rw: &mut Rewriter<'_>,
    from: Value,
    to: Value,
    loc: Loc,
    cause: &'static BufferCause,
) -> Op {
    let loc = with_cause(rw, loc, cause);
    rw.build(CopyOp::of(from, to).loc(loc)).into()
}
