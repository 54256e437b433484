//! Internal to Terrace; no promise of stability. The interface by which a dialect takes part in the conversion to the
//! dialect llvm: a crate of its own, so that dialects implement it without the conversions of others.

#![forbid(unsafe_code)]

use std::sync::Arc;

use terrace_conversion::{ConversionPatterns, ConversionTarget, TypeConverter};
use terrace_ir::Context;

/// The part of a dialect in the conversion to the dialect llvm. The name is upstream's.
pub trait ConvertToLlvmPatternInterface: Send + Sync {
    /// Adds the patterns of the dialect. The type converter is one to the types of the dialect llvm.
    fn populate_patterns(&self, cx: &Context, patterns: &mut ConversionPatterns, types: &Arc<TypeConverter>);

    /// Adds which ops of the dialect are legal; by default nothing.
    fn populate_target(&self, target: ConversionTarget, _types: &Arc<TypeConverter>) -> ConversionTarget {
        target
    }
}
