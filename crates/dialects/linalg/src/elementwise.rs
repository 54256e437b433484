//! `linalg.elementwise`: a function of elements, which an attribute names.

use terrace_affine::AffineMap;
use terrace_dialects_builtin::constraints::ANY_RANKED_TENSOR;
use terrace_dialects_mem::constraints::ANY_SHAPED;
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{AffineMapArrayAttr, AttrKind};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::effects::{ConditionallySpeculatable, MemoryEffects};
use terrace_ir::interfaces::DestinationStyleOp;
use terrace_ir::{Attr, Context, OpKind, OpRef, Type};
use terrace_macros::op;

use crate::attrs::{ElementFn, ElementwiseKind, ElementwiseKindAttr, TernaryFn, no_maps};
use crate::region_builders::Scalars;
use crate::structured::{
    Structured, maps_of_attr, result_rank, second_slot, structured_interfaces, verify_structured,
};
use crate::syntax::{parse_hidden, parse_maps, print_hidden, print_maps};
use crate::tiling::StructuredTiling;
use terrace_ir::tiling::{PartialReductionOp, TilingInterface};

/// A function of elements.
#[op("linalg.elementwise",
     traits(AttrSizedOperandSegments, SingleBlockImplicitTerminator("linalg.yield"), RecursiveMemoryEffects),
     interfaces(dyn Structured, dyn DestinationStyleOp, dyn MemoryEffects, dyn ConditionallySpeculatable,
                dyn TilingInterface = StructuredTiling, dyn PartialReductionOp = StructuredTiling),
     fold = terrace_dialects_mem::memref::fold_casts, asm = (parse, print),
     syntax = "`kind` `=` $kind (`indexing_maps` `=` $indexing_maps)? attr-dict `ins` `(` $inputs `:` type($inputs) `)` \
               `outs` `(` $outputs `:` type($outputs) `)` (`->` type($result_tensors))?",
     verify_regions = verify_structured)]
pub struct ElementwiseOp {
    inputs: VarOperand<ANY_TYPE>,
    outputs: VarOperand<ANY_SHAPED>,
    kind: Prop<ElementwiseKindAttr>,
    indexing_maps: OptDefaultProp<AffineMapArrayAttr, no_maps>,
    result_tensors: VarRes<ANY_RANKED_TENSOR>,
    region: Region,
}

impl Structured for ElementwiseOp {
    fn indexing_maps(&self, op: OpRef<'_>) -> Vec<AffineMap> {
        maps_of_attr(op)
    }
    fn parallel(&self, op: OpRef<'_>) -> Vec<bool> {
        vec![true; result_rank(op)]
    }
    fn destinations(&self, op: OpRef<'_>) -> (usize, usize) {
        second_slot(op)
    }
}

structured_interfaces!(ElementwiseOp);

fn identities(cx: &Context, count: usize, rank: usize) -> Attr {
    cx.array_attr(&vec![cx.affine_map_attr(AffineMap::identity(rank as u32)); count])
}

/// Creates the body of an elementwise function. Fails if it is not defined for the argument types.
pub(crate) fn compute(s: &mut Scalars<'_>, kind: ElementwiseKind) -> Result<(), String> {
    let value = match kind.function() {
        ElementFn::Unary(function) => s.unary(function, s.arg(0))?,
        ElementFn::Binary(function) => s.binary(function, s.arg(0), s.arg(1))?,
        ElementFn::Ternary(TernaryFn::Select) => s.select(s.arg(0), s.arg(1), s.arg(2)),
    };
    s.yield_value(value);
    Ok(())
}

fn parse(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    p.token("kind")?;
    p.token("=")?;
    let fail = |p: &mut dyn OpParser, message: &str| {
        let here = p.loc();
        Err(p.error(here, message.to_string()))
    };
    let Ok(kind) = p.attr(Type::NONE) else { return fail(p, "expected operation 'kind' attribute") };
    let Some(function) = ElementwiseKindAttr::value(p.cx(), kind) else {
        return fail(p, "expected ElementwiseKind attribute");
    };
    state.set_prop(p.cx(), "kind", kind);
    let maps = parse_maps(p, "expected affine map attribute")?;
    let count = function.arity() + 1;
    if parse_hidden(p, state, count, &mut |s, _| compute(s, function)).is_err() {
        return fail(p, "unable to parse elemwise op");
    }
    let maps = maps.filter(|maps| maps.as_array(p.cx()).is_some_and(|maps| !maps.is_empty()));
    let maps = match maps {
        Some(maps) => maps,
        None => {
            let last = state.operands.last().map(|&value| p.value_type(value));
            let Some(rank) = last.and_then(|ty| ty.shape(p.cx())).map(<[i64]>::len) else {
                return fail(p, "return type needs to be shaped type");
            };
            identities(p.cx(), count, rank)
        }
    };
    state.set_prop(p.cx(), "indexing_maps", maps);
    Ok(())
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let (cx, view) = (op.cx(), ElementwiseOp::view_of(op));
    p.text(" kind=");
    p.attr(view.kind_attr());
    let arity = view.kind().arity();
    print_maps(p, op, identities(cx, arity + 1, result_rank(op)));
    print_hidden(p, op, &["kind", "indexing_maps"]);
}
