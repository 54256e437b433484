//! Types narrower than the target's, and functions whose signatures have them.

use terrace_conversion::TypeConverter;
use terrace_ir::{Type, TypeData};

pub use terrace_passes_shared::function_types::populate_function_type_patterns;

/// The converter for accesses of memory that have `load_store_width` bits: all types stay, and those in function types are
/// converted.
pub fn narrow_type_converter() -> TypeConverter {
    TypeConverter::new().add_conversion(|_, ty| Some(ty)).add_nested_conversion(|types, ty| {
        let cx = types.cx;
        let TypeData::Function { inputs, results } = ty.data(cx) else { return None };
        let mut all = |list: &[Type]| -> Option<Vec<Type>> {
            list.iter().map(|&ty| types.convert_to_one(ty)).collect()
        };
        let (inputs, results) = (all(inputs), all(results));
        let converted = inputs.zip(results).map(|(inputs, results)| cx.function_type(&inputs, &results));
        Some(converted.map(|ty| vec![ty]))
    })
}
