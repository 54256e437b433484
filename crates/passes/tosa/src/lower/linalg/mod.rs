//! The lowerings to linalg.
//!
//! The map: [`named`] is the pass to named ops, with [`convolutions`] and [`pooling`]; [`general`] is the pass for all other
//! ops. There, [`elementwise`] creates loops over elements, whose bodies are in the table of [`scalars`] and in [`casts`], and
//! [`broadcast`] makes dynamic extents equal; [`rescale`] has the loops with scales of integers, [`reductions`] reductions and
//! `argmax`, [`layout`] lookups and copies, [`resize`] images of other sizes, and [`fourier`] Fourier transforms. [`make`]
//! creates ops of linalg for all of them.

mod broadcast;
mod casts;
mod convolutions;
mod elementwise;
mod fourier;
mod general;
mod layout;
mod make;
mod named;
mod pooling;
mod reductions;
mod rescale;
mod resize;
mod scalars;

pub use general::TOSA_TO_LINALG;
pub use named::{NamedOptions, TOSA_TO_LINALG_NAMED};

use terrace_conversion::{ConversionRewriter, TypeConverter};
use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_dialects_mem::tensor::CastOp;
use terrace_ir::verify::compatible_shapes;
use terrace_ir::{Context, Loc, Op, Rewriter, Signedness, Type, TypeData, Value};

/// Unsigned integers, and tensors of them, without signedness; other types stay.
fn without_unsigned(cx: &Context, ty: Type) -> Option<Type> {
    match ty.element_type_or_self(cx).data(cx) {
        TypeData::Integer { width, signedness: Signedness::Unsigned } => {
            let element = cx.integer(*width, Signedness::Signless);
            if ty.is_tensor(cx) { ty.with_element(cx, element) } else { Some(element) }
        }
        _ => Some(ty),
    }
}

fn cast(rw: &mut Rewriter<'_>, types: &[Type], values: &[Value], loc: Loc) -> Option<Vec<Value>> {
    let cast = rw.build(UnrealizedConversionCastOp::of(values).outputs(types).loc(loc));
    Some(rw.body().results(cast).collect())
}

/// The conversion of unsigned integers to integers without signedness.
fn type_converter() -> TypeConverter {
    TypeConverter::new()
        .add_conversion(without_unsigned)
        .add_source_materialization(cast)
        .add_target_materialization(cast)
}

/// Replaces an op by a tensor, with what the type of its result knows of the shape. `None` if that contradicts the tensor's.
fn replace_with_cast(
    rw: &mut ConversionRewriter<'_>,
    op: impl Into<Op>,
    result: Value,
    ty: Type,
    loc: Loc,
) -> Option<()> {
    let (cx, own_ty) = (rw.cx(), rw.body().value_type(result));
    if own_ty.element_type(cx) != ty.element_type(cx) || !compatible_shapes(cx, own_ty, ty) {
        return rw.notify_match_failure(op, "the shape of the result is another one");
    }
    let result = rw.build_or_fold_value(CastOp::of(result).dest(ty).loc(loc));
    rw.replace_op(op, &[result]);
    Some(())
}
