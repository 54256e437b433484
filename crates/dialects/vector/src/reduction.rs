//! Combining the elements of one vector.

use terrace_dialects_core::arith::attrs::{FastMathFlagsAttr, no_fastmath};
use terrace_ir::attr_kind::{BoolAttr, DenseI64ArrayAttr, I64Attr};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::op_error;
use terrace_ir::infer::InferInput;
use terrace_ir::traits::TypesMatch;
use terrace_ir::{Attr, CheckResult, Folded, OpKind, OpRef, Type, VectorType};
use terrace_macros::op;

use crate::attrs::CombiningKindAttr;
use crate::canonicalize_reduce as patterns;
use crate::constraints::{ANY_NON0_VECTOR, ANY_VECTOR, LIKE_SOURCE};
use crate::mask::MaskableOp;
use crate::types::{mask_of, vector};
use terrace_ir::enum_attr::EnumValue;

static ACC_LIKE_DEST: TypesMatch =
    TypesMatch::new("dest and acc have the same type", "dest", "acc", |_, ty| Some(ty));

/// Reduces all elements of a vector to a scalar.
#[op("vector.reduction",
     traits(Pure, Predicate(&LIKE_SOURCE), TypesMatchWith(&ACC_LIKE_DEST)), interfaces(dyn MaskableOp),
     verify = verify_reduction, canonicalize(reduce_one: patterns::reduce_one),
     format = "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($vector) \
               `into` type($dest)")]
pub struct ReductionOp {
    vector: Operand<ANY_VECTOR>,
    acc: OptOperand<ANY_TYPE>,
    kind: Prop<CombiningKindAttr>,
    fastmath: DefaultProp<FastMathFlagsAttr, no_fastmath>,
    dest: Res<ANY_TYPE>,
}

impl MaskableOp for ReductionOp {
    fn expected_mask(&self, op: OpRef<'_>) -> Type {
        mask_of(op.cx(), ReductionOp::view_of(op).vector().ty())
    }
}

fn verify_reduction(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ReductionOp::view_of(op));
    let rank = vector(cx, view.vector().ty()).rank();
    if rank > 1 {
        return Err(op_error(op, format!("unsupported reduction rank: {rank}")));
    }
    let (kind, element) = (view.kind(), view.dest().ty());
    if kind.combines(cx, element) {
        return Ok(());
    }
    let (element, kind) = (cx.type_text(element), kind.keyword());
    Err(op_error(op, format!("unsupported reduction type ''{element}'' for kind '{kind}'")))
}

/// Combines along some dimensions.
#[op("vector.multi_reduction",
     traits(Pure, AllTypesMatch(&["dest", "acc"]), Predicate(&LIKE_SOURCE), InferTypes),
     interfaces(dyn MaskableOp), infer = infer_like_acc, verify = verify_multi_reduction,
     fold = fold_multi_reduction, canonicalize(reduce_ones: patterns::reduce_ones),
     format = "$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` type($dest)")]
pub struct MultiDimReductionOp {
    source: Operand<ANY_NON0_VECTOR>,
    acc: Operand<ANY_TYPE>,
    kind: Prop<CombiningKindAttr>,
    reduction_dims: Prop<DenseI64ArrayAttr>,
    dest: Res<ANY_TYPE>,
}

impl MaskableOp for MultiDimReductionOp {
    fn expected_mask(&self, op: OpRef<'_>) -> Type {
        mask_of(op.cx(), MultiDimReductionOp::view_of(op).source().ty())
    }
}

fn infer_like_acc(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    input.operand("acc").map(|ty| vec![ty]).ok_or_else(|| "expected an accumulator".to_string())
}

fn verify_multi_reduction(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), MultiDimReductionOp::view_of(op));
    let source = vector(cx, view.source().ty());
    let mut reduced = vec![false; source.rank()];
    for dim in view.reduction_dims().iter() {
        if let Some(flag) = usize::try_from(dim).ok().and_then(|dim| reduced.get_mut(dim)) {
            *flag = true;
        }
    }
    let kept = || (0..source.rank()).filter(|&dim| !reduced[dim]);
    let shape: Vec<i64> = kept().map(|dim| source.shape[dim]).collect();
    let scalable: Vec<bool> = kept().map(|dim| source.scalable[dim]).collect();
    let inferred = if shape.is_empty() {
        source.element
    } else {
        VectorType::get_scalable(cx, &shape, &scalable, source.element)
    };
    if view.dest().ty() == inferred {
        return Ok(());
    }
    let [dest, source] = [view.dest(), view.source()].map(|value| cx.type_text(value.ty()));
    Err(op_error(op, format!("destination type '{dest}' is incompatible with source type '{source}'")))
}

/// A scan: combines elements along a dimension and returns all intermediate results.
#[op("vector.scan",
     traits(Pure, AllTypesMatch(&["source", "dest"]), AllTypesMatch(&["initial_value", "accumulated_value"])),
     verify = verify_scan,
     format = "$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)")]
pub struct ScanOp {
    source: Operand<ANY_NON0_VECTOR>,
    initial_value: Operand<ANY_VECTOR>,
    kind: Prop<CombiningKindAttr>,
    reduction_dim: Prop<I64Attr>,
    inclusive: Prop<BoolAttr>,
    dest: Res<ANY_NON0_VECTOR>,
    accumulated_value: Res<ANY_VECTOR>,
}

fn verify_scan(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ScanOp::view_of(op));
    let fail = |message: String| Err(op_error(op, message));
    let (source, initial) = (vector(cx, view.source().ty()), vector(cx, view.initial_value().ty()));
    let (rank, initial_rank) = (source.rank(), initial.rank());
    let dim = view.reduction_dim();
    if dim >= rank as i64 {
        return fail(format!("reduction dimension {dim} has to be less than {rank}"));
    }
    if initial_rank + 1 != rank {
        return fail(format!("initial value rank {initial_rank} has to be equal to {}", rank - 1));
    }
    let kept = source.shape.iter().enumerate().filter(|&(i, _)| i as i64 != dim).map(|(_, extent)| extent);
    if !kept.eq(initial.shape) {
        return fail("incompatible input/initial value shapes".to_string());
    }
    let (kind, element) = (view.kind(), vector(cx, view.dest().ty()).element);
    if kind.combines(cx, element) {
        return Ok(());
    }
    let (element, kind) = (cx.type_text(element), kind.keyword());
    fail(format!("unsupported reduction type '{element}' for kind '{kind}'"))
}

fn fold_multi_reduction(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = MultiDimReductionOp::view_of(op);
    let source = view.source();
    let nothing = vector(op.cx(), source.ty()).rank() == 1 && view.reduction_dims().is_empty();
    // Upstream forgets what the elements are combined with.
    (nothing && op.cx().matches_upstream()).then_some(source).into()
}
