//! Patterns that convert an op to one op of the dialect llvm, which is applied to each row of
//! multi-dimensional vectors.

use std::sync::Arc;

use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter};
use terrace_dialects_core::arith::{
    ExtFOp, FastMathFlags, FastMathFlagsAttr, IntegerOverflowFlagsAttr, TruncFOp,
};
use terrace_dialects_llvm::attrs::FastmathFlagsAttr;
use terrace_dialects_llvm::enums::{FastmathFlags, IntegerOverflowFlags};
use terrace_dialects_llvm::types::{ArrayType, is_compatible_type};
use terrace_ir::attr_kind::AttrKind;
use terrace_ir::build::OperationState;
use terrace_ir::enum_attr::{EnumValue, enum_attr};
use terrace_ir::{Attr, Context, Op, OpKind, OpRef, OptionalAttr, Type, Value};

use terrace_llvm_common::build::Build;
use terrace_llvm_common::converter::LlvmTypeConverter;

/// The flags of arithmetic, and those of the dialect llvm.
const FAST_MATH: [(FastMathFlags, FastmathFlags); 7] = [
    (FastMathFlags::NNAN, FastmathFlags::NNAN),
    (FastMathFlags::NINF, FastmathFlags::NINF),
    (FastMathFlags::NSZ, FastmathFlags::NSZ),
    (FastMathFlags::ARCP, FastmathFlags::ARCP),
    (FastMathFlags::CONTRACT, FastmathFlags::CONTRACT),
    (FastMathFlags::AFN, FastmathFlags::AFN),
    (FastMathFlags::REASSOC, FastmathFlags::REASSOC),
];

/// The flags of the dialect llvm for those of arithmetic.
pub fn fastmath_flags(flags: FastMathFlags) -> FastmathFlags {
    let found = FAST_MATH.iter().filter(|(flag, _)| flags.contains(*flag));
    found.fold(FastmathFlags::NONE, |all, (_, flag)| all | *flag)
}

/// The attribute for the flags of arithmetic that an op has; `None` if it has none.
pub fn fastmath_attr(op: OpRef<'_>) -> Option<Attr> {
    let cx = op.cx();
    let flags = FastMathFlagsAttr::value(cx, op.inherent_attr("fastmath")?)?;
    Some(FastmathFlagsAttr::get(cx, fastmath_flags(flags)).into())
}

fn overflow_attr(op: OpRef<'_>) -> Option<Attr> {
    let cx = op.cx();
    let flags = IntegerOverflowFlagsAttr::value(cx, op.inherent_attr("overflowFlags")?)?;
    Some(enum_attr(cx, IntegerOverflowFlags::from_int(flags.to_int())?))
}

/// The inherent attributes that an op of kind `K` has for those of another op: flags, and those of the same name.
pub fn converted_attrs<K: OpKind>(op: OpRef<'_>) -> Vec<Option<Attr>> {
    let names = K::DEF.props.iter().map(|prop| prop.name);
    names
        .map(|name| match name {
            "fastmathFlags" => fastmath_attr(op),
            "overflowFlags" => overflow_attr(op),
            name => op.inherent_attr(name),
        })
        .collect()
}

/// Adds a pattern that converts ops of kind `S` to ops of kind `T`.
pub fn one_to_one<S: OpKind, T: OpKind>(
    patterns: &mut ConversionPatterns,
    cx: &Context,
    name: &'static str,
    converter: &Arc<LlvmTypeConverter>,
) {
    let lowering = Arc::clone(converter);
    patterns.add_with_type_converter::<S>(cx, name, &converter.types, move |rw, op, adaptor| {
        if has_unsupported_float(rw.op(op), &lowering) {
            return rw.notify_match_failure(op, "unsupported floating point type");
        }
        let props = converted_attrs::<T>(rw.op(op));
        replace_elementwise(rw, op.into(), &adaptor.flat(), &lowering, |build, operands, ty| {
            build.rw.build_value(
                OperationState::positional::<T>(operands, &props).with_results(&[ty]).with_loc(build.loc),
            )
        })
    });
}

/// Whether an op has a floating-point number of a format that LLVM does not have.
pub fn has_unsupported_float(op: OpRef<'_>, converter: &LlvmTypeConverter) -> bool {
    let cx = op.cx();
    let types = op.operands().map(|value| value.ty()).chain(op.results().map(|value| value.ty()));
    types.map(|ty| ty.element_type_or_self(cx)).any(|ty| {
        ty.is_float(cx) && converter.convert(cx, ty).is_none_or(|converted| !converted.is_float(cx))
    })
}

/// The discardable attributes of the converted op: those of the original one. Casts of floats have no flags
/// in the dialect llvm, and keep the attribute.
fn kept_attrs(op: OpRef<'_>) -> Attr {
    let (cx, own) = (op.cx(), op.attrs());
    let is_cast = op.isa::<ExtFOp>() || op.isa::<TruncFOp>();
    let Some(flags) = op.inherent_attr("fastmath").filter(|_| is_cast) else { return own };
    let mut entries = own.optional_entries(cx).to_vec();
    entries.push((cx.str("fastmath"), flags));
    cx.dict(entries)
}

/// Replaces an op with one result by what `make` makes of its converted operands; for each vector where they are arrays
/// of vectors. Discardable attributes stay.
pub fn replace_elementwise(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    operands: &[Value],
    converter: &LlvmTypeConverter,
    mut make: impl FnMut(&mut Build<'_, '_>, &[Value], Type) -> Value,
) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let result = rw.op(op).results().next()?.ty();
    let Some(ty) = converter.convert(cx, result) else {
        return rw.notify_match_failure(op, "the type of the result cannot be converted");
    };
    if !operands.iter().all(|&value| is_compatible_type(cx, rw.body().value_type(value))) {
        return rw.notify_match_failure(op, "the type of an operand is not of the dialect llvm");
    }
    let discardable = kept_attrs(rw.op(op));
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let keep = |build: &mut Build<'_, '_>, made: Value| {
        if let Some(made) = build.rw.value(made).defining_op().map(|made| made.id()) {
            build.rw.set_attrs(made, discardable);
        }
    };
    let value = if ty.isa::<ArrayType>(cx) {
        let whole = build.poison(ty);
        for_each_vector(cx, ty).into_iter().fold(whole, |whole, (position, vector)| {
            let parts: Vec<Value> = operands
                .iter()
                .map(|&operand| match build.rw.body().value_type(operand).isa::<ArrayType>(cx) {
                    true => build.extract(operand, &position),
                    false => operand,
                })
                .collect();
            let part = make(&mut build, &parts, vector);
            keep(&mut build, part);
            build.insert(whole, part, &position)
        })
    } else {
        let made = make(&mut build, operands, ty);
        keep(&mut build, made);
        made
    };
    rw.replace_op(op, &[value]);
    Some(())
}

/// The positions of the vectors in an array of them, in order, and their type.
pub fn for_each_vector(cx: &Context, mut ty: Type) -> Vec<(Vec<i64>, Type)> {
    let mut positions: Vec<Vec<i64>> = vec![Vec::new()];
    while let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
        let count = array.num_elements(cx) as i64;
        positions = positions
            .into_iter()
            .flat_map(|position| (0..count).map(move |at| [position.as_slice(), &[at]].concat()))
            .collect();
        ty = array.element_type(cx);
    }
    positions.into_iter().map(|position| (position, ty)).collect()
}

/// Adds one-to-one conversion patterns, each named after its two ops.
#[macro_export]
macro_rules! one_to_one_patterns {
    ($patterns:expr, $cx:expr, $converter:expr; $($from:ty => $to:ty,)*) => {
        $($crate::one_to_one::one_to_one::<$from, $to>(
            $patterns,
            $cx,
            concat!("VectorConvertToLLVMPattern<", stringify!($from), ", ", stringify!($to), ">"),
            $converter,
        );)*
    };
}

/// The converted operands of an op, one value each.
pub fn operands<const N: usize>(adaptor: &Adaptor) -> Option<[Value; N]> {
    adaptor.flat().try_into().ok()
}
