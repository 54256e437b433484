//! `tosa-layerwise-constant-fold`: ops on constants as constants, where that needs no more memory.

use terrace_dialects_core::func::FuncOp;
use terrace_dialects_tosa::canonicalize;
use terrace_dialects_tosa::data_layout::{TransposeOp, permutation};
use terrace_dialects_tosa::elementwise::ReciprocalOp;
use terrace_dialects_tosa::reductions::{
    ReduceAllOp, ReduceAnyOp, ReduceMaxOp, ReduceMinOp, ReduceProductOp, ReduceSumOp,
};
use terrace_dialects_tosa::shapes::int_attr;
use terrace_dialects_tosa::variables::ConstOp;
use terrace_ir::elements::{Numbers, dense_attr, dense_from_raw, int_elements, int_values};
use terrace_ir::fold::constant_value;
use terrace_ir::pattern::Pattern;
use terrace_ir::{
    Attr, AttrData, Context, Op, OpKind, OpRef, Rewriter, Signedness, Type, TypeData, ValueRef,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};
use terrace_support::apfloat::{ApFloat, Rounding};
use terrace_support::apint::ApInt;

pass_options! {
    /// The constants that are folded.
    pub struct FoldOptions {
        /// Always perform the reduce constant optimization; may add more tosa.const but would reduce runtime
        /// calculations
        aggressive_reduce_constant("aggressive-reduce-constant"): bool = "false",
    }
}

/// The pass.
pub static TOSA_LAYERWISE_CONSTANT_FOLD: PassDef = PassDef {
    name: "tosa-layerwise-constant-fold",
    class: "TosaLayerwiseConstantFoldPass",
    doc: "Fold layerwise operations on constant tensors",
    anchor: Some(FuncOp::DEF.name),
    options: FoldOptions::DEFS,
    make: |options| Ok(Pass::Body(Box::new(FoldConstants { options: options.into() }))),
    ..EMPTY_PASS
};

struct FoldConstants {
    options: FoldOptions,
}

impl BodyPass for FoldConstants {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add_all(rw.cx(), &PATTERNS);
        patterns
            .add_all(rw.cx(), if self.options.aggressive_reduce_constant { &ALWAYS } else { &OF_ONE_USE });
        patterns.add_all(rw.cx(), canonicalize::PATTERNS);
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run)?;
        Ok(())
    }
}

static PATTERNS: [Pattern; 2] = [
    Pattern::new("FoldConstantReciprocal", ReciprocalOp::DEF.name, fold_reciprocal),
    Pattern::new("FoldConstantTranspose", TransposeOp::DEF.name, fold_transpose),
];

fn replace_by_constant(rw: &mut Rewriter<'_>, op: Op, values: Attr, ty: Type) {
    rw.replace(op, ConstOp::of().values(values).output(ty));
}

/// The elements of a tosa.const.
fn const_elements(value: ValueRef<'_>) -> Option<Attr> {
    value.defining_op().filter(|op| op.isa::<ConstOp>()).and_then(|_| constant_value(value))
}

fn has_one_use(value: ValueRef<'_>) -> bool {
    value.uses().count() == 1
}

fn fold_reciprocal(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, operand) = (rw.cx(), ReciprocalOp::view_of(rw.op(op)).input1());
    let numbers = Numbers::<ApFloat>::of_attr(cx, const_elements(operand)?)?;
    if numbers.single().is_none() && !has_one_use(operand) {
        return None;
    }
    let reciprocal = |value: &ApFloat| {
        let one = ApFloat::from_int(value.kind(), &ApInt::new(2, 1), true, Rounding::NearestEven).0;
        Some(one.div(*value, Rounding::NearestEven).0)
    };
    let (ty, result) = (operand.ty(), rw.op(op).single_result().ty());
    if ty != result {
        return None;
    }
    replace_by_constant(rw, op, numbers.map(reciprocal)?.to_attr(cx, ty)?, ty);
    Some(())
}

fn fold_transpose(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), TransposeOp::view_of(rw.op(op)));
    let (operand, ty, perms) = (view.input1(), view.output().ty(), permutation(&view.perms().to_vec())?);
    if operand.uses().any(|(user, _)| user.id() != op) || !ty.has_static_shape(cx) {
        return None;
    }
    let values = transposed(cx, constant_value(operand)?, &perms, ty)?;
    replace_by_constant(rw, op, values, ty);
    Some(())
}

/// The elements of a constant that is no splat, in the order of the dimensions `perms`, as a constant of a type.
pub(crate) fn transposed(cx: &Context, constant: Attr, perms: &[usize], ty: Type) -> Option<Attr> {
    let constant = without_resource(cx, constant)?;
    let AttrData::DenseElements { ty: from, data, splat: false } = constant.data(cx) else { return None };
    let (shape, count) = (from.shape(cx)?, usize::try_from(from.num_elements(cx)?).ok()?);
    let size = data.len().checked_div(count)?;
    let strides = strides(shape)?;
    // The dimension `at` of the result is the operand's `perms[at]`.
    let mut offsets = vec![0_usize];
    for &dim in perms {
        let (extent, stride) = (usize::try_from(*shape.get(dim)?).ok()?, strides[dim]);
        offsets = offsets.iter().flat_map(|at| (0..extent).map(move |index| at + index * stride)).collect();
    }
    let element = |&at: &usize| data.get(at * size..(at + 1) * size);
    let moved = offsets.iter().map(element).collect::<Option<Vec<_>>>()?.concat();
    Some(dense_attr(cx, ty, moved, size))
}

/// The constant with its elements in it, where they are in a resource of the file.
fn without_resource(cx: &Context, constant: Attr) -> Option<Attr> {
    let AttrData::DenseResource { ty, key } = constant.data(cx) else { return Some(constant) };
    // Files disagree on the layout of numbers that fill no bytes.
    ty.element_type(cx)?.bit_width(cx).filter(|width| width % 8 == 0)?;
    let (_, blob) = cx.resources.builtin_blob(key.text(cx))?;
    dense_from_raw(cx, *ty, blob)
}

/// The distances of elements along each dimension.
fn strides(shape: &[i64]) -> Option<Vec<usize>> {
    let mut stride = 1_usize;
    let mut strides = vec![0; shape.len()];
    for (at, &extent) in strides.iter_mut().zip(shape).rev() {
        *at = stride;
        stride = stride.checked_mul(usize::try_from(extent).ok()?)?;
    }
    Some(strides)
}

type Combine = fn(&ApInt, &ApInt, unsigned: bool) -> ApInt;

macro_rules! reductions {
    ($($op:ident, $pattern:literal, $combine:expr;)*) => {
        static OF_ONE_USE: [Pattern; 6] =
            [$(Pattern::new($pattern, $op::DEF.name, |rw, op| fold_reduction(rw, op, false, $combine))),*];
        static ALWAYS: [Pattern; 6] =
            [$(Pattern::new($pattern, $op::DEF.name, |rw, op| fold_reduction(rw, op, true, $combine))),*];
    };
}

reductions! {
    ReduceAllOp, "FoldReduceAll", |a, b, _| a.and(b);
    ReduceAnyOp, "FoldReduceAny", |a, b, _| a.or(b);
    ReduceMaxOp, "FoldReduceMax", |a, b, unsigned| if is_less(a, b, unsigned) { b.clone() } else { a.clone() };
    ReduceMinOp, "FoldReduceMin", |a, b, unsigned| if is_less(b, a, unsigned) { b.clone() } else { a.clone() };
    ReduceProductOp, "FoldReduceProduct", |a, b, _| a.mul(b);
    ReduceSumOp, "FoldReduceSum", |a, b, _| a.add(b);
}

fn is_less(a: &ApInt, b: &ApInt, unsigned: bool) -> bool {
    if unsigned { a.ult(b) } else { a.slt(b) }
}

fn fold_reduction(rw: &mut Rewriter<'_>, op: Op, always: bool, combine: Combine) -> Option<()> {
    let (cx, op_ref) = (rw.cx(), rw.op(op));
    let (operand, ty) = (op_ref.single_operand(), op_ref.single_result().ty());
    let values = const_elements(operand)?;
    if !(always || has_one_use(operand)) || !ty.has_static_shape(cx) {
        return None;
    }
    let from = values.ty(cx)?;
    let shape = from.shape(cx)?;
    let elements = int_values(cx, values)?;
    let element = from.element_type_or_self(cx).data(cx);
    let unsigned = matches!(element, TypeData::Integer { signedness: Signedness::Unsigned, .. });
    let reduced = reduce(op_ref, &elements, shape, |a, b| combine(a, b, unsigned))?;
    let values = int_elements(cx, ty, &reduced)?;
    replace_by_constant(rw, op, values, ty);
    Some(())
}

/// Reduces elements along the op's axis; `None` where it has none.
fn reduce(
    op: OpRef<'_>,
    elements: &[ApInt],
    shape: &[i64],
    combine: impl Fn(&ApInt, &ApInt) -> ApInt,
) -> Option<Vec<ApInt>> {
    let axis = usize::try_from(int_attr(op, "axis")?).ok()?;
    let (extent, stride) = (usize::try_from(*shape.get(axis)?).ok()?, *strides(shape)?.get(axis)?);
    let lanes = elements.chunks_exact(extent.checked_mul(stride).filter(|&size| size > 0)?);
    let along = |lane: &[ApInt], at: usize| {
        let mut along = lane.iter().skip(at).step_by(stride);
        let first = along.next()?.clone();
        Some(along.fold(first, |reduced, element| combine(&reduced, element)))
    };
    lanes.flat_map(|lane| (0..stride).map(move |at| along(lane, at))).collect()
}
