//! The lowerings to linalg.
//!
//! The map: [`named`] is the pass to named ops, with [`convolutions`] and [`pooling`]; [`general`] is the pass for all other
//! ops. There, [`elementwise`] creates loops over elements, whose bodies are in the table of [`scalars`] and in [`casts`], and
//! [`broadcast`] makes dynamic extents equal. [`make`] creates ops of linalg for all of them.

mod broadcast;
mod casts;
mod convolutions;
mod elementwise;
mod general;
mod make;
mod named;
mod pooling;
mod reductions;
mod scalars;

pub use general::TOSA_TO_LINALG;
pub use named::{NamedOptions, TOSA_TO_LINALG_NAMED};

use terrace_conversion::TypeConverter;
use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_ir::{Context, Loc, Rewriter, Signedness, Type, TypeData, Value};

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
