//! `convert-elementwise-to-linalg` and `linalg-fold-into-elementwise`: functions of elements as ops of linalg.

use terrace_affine::AffineMap;
use terrace_conversion::{
    Conversion, ConversionPass, ConversionPatterns, ConversionRewriter, ConversionTarget,
};
use terrace_dialects_linalg::attrs::ElementwiseKind;
use terrace_dialects_linalg::builders::{Loops, make_generic, make_named, maps_attr};
use terrace_dialects_linalg::elementwise::ElementwiseOp;
use terrace_dialects_linalg::named_elementwise::{
    AbsOp, AddOp, CeilOp, DivOp, DivUnsignedOp, ErfOp, ExpOp, FloorOp, LogOp, MulOp, NegFOp, PowFOp,
    ReciprocalOp, RoundOp, RsqrtOp, SelectOp, SqrtOp, SquareOp, SubOp, TanhOp,
};
use terrace_dialects_linalg::region_ops::YieldOp;
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_linalg::transpose_broadcast::TransposeOp;
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::pattern::Pattern;
use terrace_ir::{
    Attr, Context, Loc, Op, OpKind, OpRef, OpSpec, Rewriter, TraitSet, Type, TypeData, Value, pattern,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef};

use super::sizes::empty_like;
use terrace_passes_shared::greedy::Greedy;

/// The pass that makes loops over the elements of tensors.
pub static CONVERT_ELEMENTWISE_TO_LINALG: PassDef = PassDef {
    name: "convert-elementwise-to-linalg",
    class: "ConvertElementwiseToLinalgPass",
    doc: "Convert ElementwiseMappable ops to linalg",
    make: |_| Ok(ConversionPass::partial(conversion)),
    ..EMPTY_PASS
};

/// The pass that takes transpositions into functions of elements.
pub static FOLD_INTO_ELEMENTWISE: PassDef = PassDef {
    name: "linalg-fold-into-elementwise",
    class: "LinalgFoldIntoElementwisePass",
    doc: "Fold transpose ops into elementwise",
    make: |_| Ok(Pass::Body(Box::new(Greedy::new(FOLD)))),
    ..EMPTY_PASS
};

static FOLD: &[Pattern] =
    &[pattern!("fold_transposes", ElementwiseOp, |rw, op| fold_transposes(rw, op.into()))];

/// Elementwise ops on tensors are illegal and are converted to `linalg.generic`. As in every conversion, ops are folded
/// first: a constant moves to the right, and is not used as the destination.
fn conversion(_cx: &Context) -> Conversion {
    let target = ConversionTarget::new().mark_unknown_op_dynamically_legal(|op| !works_on_tensors(op));
    let mut patterns = ConversionPatterns::new();
    patterns.add_match_any("ConvertAnyElementwiseMappableOpOnRankedTensors", to_generic);
    Conversion { target, patterns }
}

fn is_ranked(cx: &Context, ty: Type) -> bool {
    matches!(ty.data(cx), TypeData::RankedTensor { .. })
}

/// Whether an op computes each element of ranked tensors from those at the same place, and scalars.
fn works_on_tensors(op: OpRef<'_>) -> bool {
    let cx = op.cx();
    let scalar =
        |ty: Type| ty.is_int_or_index(cx) || ty.is_float(cx) || matches!(ty.data(cx), TypeData::Complex(_));
    let traits =
        [TraitSet::Elementwise, TraitSet::Scalarizable, TraitSet::Vectorizable, TraitSet::Tensorizable];
    let types = op.operand_types();
    traits.iter().all(|&one| op.has_trait(one))
        && types.iter().any(|&ty| is_ranked(cx, ty))
        && types.iter().all(|&ty| is_ranked(cx, ty) || scalar(ty))
        && op.result_types().iter().all(|&ty| is_ranked(cx, ty))
        && op.num_results() > 0
}

fn to_generic(rw: &mut ConversionRewriter<'_>, op: Op) -> Option<()> {
    if !works_on_tensors(rw.op(op)) {
        return rw.notify_match_failure(op, "requires elementwise op on ranked tensors");
    }
    let (cx, view) = (rw.cx(), rw.op(op));
    let (inputs, types) = (view.operands().collect::<Vec<_>>(), view.result_types());
    let rank = types.first()?.shape(cx)?.len() as u32;
    let identity = AffineMap::identity(rank);
    let map = |ty| if is_ranked(cx, ty) { identity.clone() } else { AffineMap::new(rank, 0, Vec::new()) };
    let mut maps: Vec<AffineMap> = inputs.iter().map(|value| map(value.ty())).collect();
    maps.extend(types.iter().map(|_| identity.clone()));
    let like: Vec<Option<Value>> = types
        .iter()
        .map(|&ty| inputs.iter().find(|value| value.ty() == ty).map(|value| value.id()))
        .collect();
    let inputs: Vec<Value> = inputs.iter().map(|value| value.id()).collect();
    let (name, props, attrs, loc) = (view.name(), view.props().to_vec(), view.attrs(), view.loc());
    let elements: Vec<Type> = types.iter().map(|ty| ty.element_type_or_self(cx)).collect();
    let mut outputs = Vec::with_capacity(types.len());
    for (like, &ty) in like.into_iter().zip(&types) {
        outputs.push(match like {
            Some(value) => value,
            None => empty_like(rw, inputs[0], ty, loc),
        });
    }
    let args: Vec<(Type, Loc)> = inputs
        .iter()
        .chain(&outputs)
        .map(|&value| (rw.value(value).ty(), loc))
        .map(|(ty, loc)| (if is_ranked(cx, ty) { ty.element_type_or_self(cx) } else { ty }, loc))
        .collect();
    let region = rw.new_region();
    let block = rw.create_block(region, &args);
    let point = rw.insertion_point();
    rw.set_insertion_point_to_end(block);
    let operands: Vec<Value> = rw.body().args(block).take(inputs.len()).collect();
    let spec =
        OpSpec { name, operands: &operands, results: &elements, props: &props, attrs, successors: &[], loc };
    let scalar = rw.create_op(&spec);
    let values: Vec<Value> = rw.body().results(scalar).collect();
    rw.build(YieldOp::of(&values).loc(loc));
    rw.set_insertion_point(point?);
    let parallel = vec![true; rank as usize];
    let loops = Loops { inputs: &inputs, outputs: &outputs, maps: &maps, parallel: &parallel };
    let made = make_generic(rw, &loops, &types, region, loc);
    rw.replace_op_with(op, made);
    Some(())
}

/// Operands that are transposed are read in another order instead.
fn fold_transposes(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let structured = as_structured(view)?;
    let (first, _) = structured.destinations(view);
    let mut maps = structured.indexing_maps(view);
    let mut inputs = Vec::with_capacity(first);
    let mut changed = false;
    for (operand, map) in view.operands().zip(&mut maps).take(first) {
        let transpose = operand.defined_by::<TransposeOp>().filter(|_| map.is_identity());
        match transpose {
            Some(transpose) => {
                *map = as_structured(transpose.0)?.indexing_maps(transpose.0).swap_remove(0);
                inputs.push(transpose.input().id());
                changed = true;
            }
            None => inputs.push(operand.id()),
        }
    }
    if !changed {
        return None;
    }
    let outputs: Vec<Value> = view.operands().skip(first).map(|value| value.id()).collect();
    let (kind, loc) = (ElementwiseOp::view_of(view).kind_attr(), view.loc());
    let props = [Some(kind), Some(maps_attr(cx, &maps))];
    let made = make_named(rw, ElementwiseOp::DEF, &inputs, &outputs, &props, loc)?;
    rw.replace_op_with(op, made);
    Some(())
}

macro_rules! to_elementwise {
    ($($kind:ident),*) => {
        /// Patterns that write named ops as functions of elements.
        pub(crate) static NAMED_TO_ELEMENTWISE: &[Pattern] =
            &[$(Pattern::new("to_elementwise", $kind::DEF.name, named_to_elementwise)),*];
    };
}

to_elementwise!(
    SelectOp,
    AddOp,
    SubOp,
    MulOp,
    DivOp,
    DivUnsignedOp,
    PowFOp,
    ExpOp,
    LogOp,
    AbsOp,
    CeilOp,
    FloorOp,
    NegFOp,
    ReciprocalOp,
    RoundOp,
    SqrtOp,
    RsqrtOp,
    SquareOp,
    TanhOp,
    ErfOp
);

fn named_to_elementwise(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let structured = as_structured(view)?;
    let (first, _) = structured.destinations(view);
    let kind = ElementwiseKind::from_keyword(view.name_text().strip_prefix("linalg.")?)?.attr(cx);
    let props: [Option<Attr>; 2] = [Some(kind), Some(maps_attr(cx, &structured.indexing_maps(view)))];
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let (inputs, outputs) = operands.split_at(first);
    let loc = view.loc();
    let made = make_named(rw, ElementwiseOp::DEF, inputs, outputs, &props, loc)?;
    rw.replace_op_with(op, made);
    Some(())
}
