//! Functions, calls and loops that carry vectors of several tiles.

use std::sync::Arc;

use terrace_conversion::{ConversionPatterns, TypeConverter};
use terrace_ir::Context;
use terrace_passes_shared::function_types::populate_function_type_patterns;
use terrace_passes_shared::structural_types::populate_structural_type_patterns;

pub(super) fn populate_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<TypeConverter>,
) {
    populate_function_type_patterns(cx, patterns, converter);
    populate_structural_type_patterns(cx, patterns, converter);
}
