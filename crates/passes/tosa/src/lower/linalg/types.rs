//! Types of the lowered programs: integers without signedness.

use terrace_conversion::TypeConverter;
use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_ir::{Context, Loc, Rewriter, Signedness, Type, TypeData, Value};

/// Unsigned integers, and tensors of them, without signedness; other types stay.
pub(super) fn without_unsigned(cx: &Context, ty: Type) -> Option<Type> {
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
pub(super) fn type_converter() -> TypeConverter {
    TypeConverter::new()
        .add_conversion(without_unsigned)
        .add_source_materialization(cast)
        .add_target_materialization(cast)
}
