//! Making and freeing buffers.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::effects::{EffectOn, SCOPE_RESOURCE, allocates, frees};
use terrace_ir::interfaces::{RegionBranchOp, RegionPoint};
use terrace_ir::memory_slots::{DestructurableAllocation, PromotableAllocation};
use terrace_ir::value_bounds::ValueBounds;
use terrace_ir::{Attr, CheckResult, Loc, OpKind, OpRef, Rewriter, TraitSet, Type, Value, ValueRef};
use terrace_macros::op;

use super::canonicalize::{
    alloc_known_sizes, alloca_known_sizes, hoist_from_scope, inline_scope, simplify_dead_alloc,
};
use super::causes::{BufferCause, with_cause};
use super::fold::fold_casts;
use crate::bufferization::AllocationOpInterface;
use crate::constraints::{ANY_MEMREF, ANY_RANKED_OR_UNRANKED_MEMREF, AlignmentAttr, MEMREF_RANK_1};
use crate::layout::{memref, verify_dynamic_sizes};

/// A new buffer on the heap; values are given for unknown extents and for the symbols of the layout.
#[op("memref.alloc", interfaces(dyn ValueBounds, dyn AllocationOpInterface), canonicalize(alloc_known_sizes, simplify_dead_alloc), effects(allocates(EffectOn::Result(0))), traits(AttrSizedOperandSegments), verify = verify_alloc, names = "alloc",
     format = "`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)")]
pub struct AllocOp {
    dynamicSizes: VarOperand<INDEX>,
    symbolOperands: VarOperand<INDEX>,
    alignment: OptProp<AlignmentAttr>,
    memref: Res<ANY_MEMREF>,
}

/// A new buffer on the stack, which lives as long as the scope around it.
#[op("memref.alloca", interfaces(dyn ValueBounds, dyn PromotableAllocation, dyn DestructurableAllocation, dyn AllocationOpInterface), canonicalize(alloca_known_sizes, simplify_dead_alloc), effects(allocates(EffectOn::Result(0)).of(SCOPE_RESOURCE)), traits(AttrSizedOperandSegments), verify = verify_alloca, names = "alloca",
     format = "`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)")]
pub struct AllocaOp {
    dynamicSizes: VarOperand<INDEX>,
    symbolOperands: VarOperand<INDEX>,
    alignment: OptProp<AlignmentAttr>,
    memref: Res<ANY_MEMREF>,
}

/// The operands and attributes of a `memref.alloc` or `memref.alloca`.
#[derive(Clone)]
pub struct Allocation<'a> {
    /// The extents that are not in the type.
    pub dynamic_sizes: Vec<ValueRef<'a>>,
    /// The symbols of the layout.
    pub symbol_operands: Vec<ValueRef<'a>>,
    /// The alignment, if specified.
    pub alignment: Option<Attr>,
    /// The new buffer.
    pub memref: ValueRef<'a>,
}

macro_rules! allocations {
    ($($view:ident)*) => {
        $(
            impl<'a> From<$view<'a>> for Allocation<'a> {
                fn from(view: $view<'a>) -> Self {
                    Self {
                        dynamic_sizes: view.dynamic_sizes().collect(),
                        symbol_operands: view.symbol_operands().collect(),
                        alignment: view.alignment_attr(),
                        memref: view.memref(),
                    }
                }
            }
        )*
    };
}

allocations!(AllocOpView AllocaOpView);

impl<'a> Allocation<'a> {
    /// Returns the allocation that an op is; `None` for any other op.
    pub fn of(op: OpRef<'a>) -> Option<Self> {
        op.cast::<AllocOp>().map(Self::from).or_else(|| op.cast::<AllocaOp>().map(Self::from))
    }
}

fn verify_alloc(op: OpRef<'_>) -> CheckResult {
    verify_allocation(op, &AllocOp::view_of(op).into())
}

fn verify_allocation(op: OpRef<'_>, allocation: &Allocation<'_>) -> CheckResult {
    let ty = allocation.memref.ty();
    verify_dynamic_sizes(op, ty, allocation.dynamic_sizes.len())?;
    let symbols = memref(op.cx(), ty).map_or(0, |m| m.layout_symbols(op.cx()));
    let given = allocation.symbol_operands.len();
    if given == symbols {
        return Ok(());
    }
    let rule = "symbol operand count does not equal memref symbol count";
    Err(op_error(op, format!("{rule}: expected {symbols}, got {given}")))
}

fn verify_alloca(op: OpRef<'_>) -> CheckResult {
    let mut scope = op.parent_op();
    while scope.is_some_and(|scope| !scope.has_trait(TraitSet::AutomaticAllocationScope)) {
        scope = scope.and_then(|scope| scope.parent_op());
    }
    if scope.is_none() {
        return Err(op_error(op, "requires an ancestor op with AutomaticAllocationScope trait"));
    }
    verify_allocation(op, &AllocaOp::view_of(op).into())
}

/// A scope for stack allocations, which are freed at its end.
#[op("memref.alloca_scope", canonicalize(inline_scope, hoist_from_scope),
     traits(AutomaticAllocationScope, SingleBlockImplicitTerminator("memref.alloca_scope.return"),
            RecursiveMemoryEffects, NoRegionArguments),
     interfaces(dyn RegionBranchOp), asm = (parse_scope, print_scope),
     syntax = "(`->` `(` type($results) `)`)? $bodyRegion attr-dict")]
pub struct AllocaScopeOp {
    results: VarRes<ANY_TYPE>,
    bodyRegion: Region<Sized<1>>,
}

impl RegionBranchOp for AllocaScopeOp {
    fn successors(&self, _op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint> {
        match point {
            RegionPoint::Parent => vec![RegionPoint::Region(0)],
            RegionPoint::Region(_) => vec![RegionPoint::Parent],
        }
    }
    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>> {
        match target {
            RegionPoint::Parent => op.results().collect(),
            RegionPoint::Region(_) => Vec::new(),
        }
    }
    fn entry_successor_operands(&self, _op: OpRef<'_>, _target: RegionPoint) -> std::ops::Range<usize> {
        0..0
    }
}

fn parse_scope(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let types = p.optional_arrow_type_list()?;
    state.results.extend(types);
    let region = p.region(state, &[], false)?;
    p.ensure_terminator(state, region);
    p.optional_attr_dict(state)
}

fn print_scope(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let yields = op.num_results() > 0;
    p.text(" ");
    if yields {
        p.text(" -> (");
        p.types_of(&mut op.results());
        p.text(")");
    }
    p.text(" ");
    p.region(AllocaScopeOp::view_of(op).body_region(), false, yields);
    p.attr_dict(op, &[]);
}

/// Ends the region of `memref.alloca_scope` and passes its results on.
#[op("memref.alloca_scope.return",
     traits(HasParent(&["memref.alloca_scope"]), Pure, ReturnLike, Terminator),
     format = "attr-dict ($results^ `:` type($results))?")]
pub struct AllocaScopeReturnOp {
    results: VarOperand<ANY_TYPE>,
}

/// Frees a buffer allocated by `memref.alloc`.
#[op("memref.dealloc", traits(MemRefsNormalizable), fold = fold_casts, effects(frees(EffectOn::Operand(0))), format = "$memref attr-dict `:` type($memref)")]
pub struct DeallocOp {
    memref: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
}

/// A buffer of another length that begins with the contents of a given one, which is freed.
#[op("memref.realloc", interfaces(dyn AllocationOpInterface), canonicalize(simplify_dead_alloc), effects(frees(EffectOn::Operand(0)), allocates(EffectOn::Result(0))), verify = verify_realloc,
     format = "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type(results)")]
pub struct ReallocOp {
    source: Operand<MEMREF_RANK_1>,
    dynamicResultSize: OptOperand<INDEX>,
    alignment: OptProp<AlignmentAttr>,
    _result: Res<MEMREF_RANK_1>,
}

fn verify_realloc(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ReallocOp::view_of(op));
    let (from_ty, to_ty) = (view.source().ty(), view.result().ty());
    let (Some(from), Some(to)) = (memref(cx, from_ty), memref(cx, to_ty)) else { return Ok(()) };
    let (from_text, to_text) = (cx.type_text(from_ty), cx.type_text(to_ty));
    if !from.has_identity_layout(cx) {
        return Err(plain_error(op, format!("unsupported layout for source memref type '{from_text}'")));
    }
    if !to.has_identity_layout(cx) {
        return Err(plain_error(op, format!("unsupported layout for result memref type '{to_text}'")));
    }
    for (differ, what) in
        [(from.space != to.space, "memory spaces"), (from.element != to.element, "element types")]
    {
        if differ {
            let pair = format!("source memref type '{from_text}' and result memref type '{to_text}'");
            return Err(plain_error(op, format!("different {what} specified for {pair}")));
        }
    }
    match (to.num_dynamic() > 0, view.dynamic_result_size().is_some()) {
        (true, false) => {
            Err(plain_error(op, format!("missing dimension operand for result type '{to_text}'")))
        }
        (false, true) => {
            Err(plain_error(op, format!("unnecessary dimension operand for result type '{to_text}'")))
        }
        _ => Ok(()),
    }
}

/// The operands and attributes of an allocation to create.
#[derive(Clone, Copy, Default)]
pub struct AllocSpec<'a> {
    /// The extents that are not in the type.
    pub sizes: &'a [Value],
    /// The symbols of the layout.
    pub symbols: &'a [Value],
    /// The alignment, if specified.
    pub alignment: Option<Attr>,
}

impl<'a> AllocSpec<'a> {
    /// An allocation with these extents.
    pub fn of_sizes(sizes: &'a [Value]) -> Self {
        Self { sizes, ..Self::default() }
    }
}

/// Creates a `memref.alloc` at the insertion point.
pub fn create_alloc(
    rw: &mut Rewriter<'_>,
    spec: AllocSpec<'_>,
    ty: Type,
    loc: Loc,
    cause: &'static BufferCause,
) -> Value {
    let loc = with_cause(rw, loc, cause);
    let AllocSpec { sizes, symbols, alignment } = spec;
    rw.build_value(
        AllocOp::of()
            .loc(loc)
            .dynamic_sizes(sizes)
            .symbol_operands(symbols)
            .alignment_attr(alignment)
            .memref(ty),
    )
}

/// Creates a `memref.alloca` at the insertion point.
pub fn create_alloca(
    rw: &mut Rewriter<'_>,
    spec: AllocSpec<'_>,
    ty: Type,
    loc: Loc,
    cause: &'static BufferCause,
) -> Value {
    let loc = with_cause(rw, loc, cause);
    let AllocSpec { sizes, symbols, alignment } = spec;
    rw.build_value(
        AllocaOp::of()
            .loc(loc)
            .dynamic_sizes(sizes)
            .symbol_operands(symbols)
            .alignment_attr(alignment)
            .memref(ty),
    )
}
