//! The dialects that this crate converts, each by the interface that other crates implement for their own.

use std::sync::Arc;

use terrace_conversion::{ConversionPatterns, TypeConverter};
use terrace_ir::Context;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_llvm_common::converter::LlvmTypeConverter;
use terrace_llvm_interface::ConvertToLlvmPatternInterface;

/// Adds patterns.
pub(crate) type Populate = fn(&Context, &mut ConversionPatterns, &Arc<LlvmTypeConverter>);

struct Patterns(&'static [Populate]);

impl ConvertToLlvmPatternInterface for Patterns {
    fn populate_patterns(&self, cx: &Context, patterns: &mut ConversionPatterns, types: &Arc<TypeConverter>) {
        if let Some(converter) = LlvmTypeConverter::of_rules(types) {
            self.0.iter().for_each(|populate| populate(cx, patterns, &converter));
        }
    }
}

macro_rules! converted {
    ($($dialect:literal: [$($populate:path),*];)*) => {
        /// Additions to other dialects: their conversion, and ops of the dialect transform.
        pub static EXTENSIONS: &[&DialectExtension] = &[
            &crate::transform::TRANSFORM,
            $(&DialectExtension {
                dialect: $dialect,
                dialect_interfaces: &[&(&Patterns(&[$($populate),*]) as &dyn ConvertToLlvmPatternInterface)],
                ..EMPTY_EXTENSION
            }),*
        ];

        /// The names of the dialects that this crate converts.
        pub(crate) const CONVERTED: &[&str] = &[$($dialect),*];
    };
}

converted! {
    "arith": [crate::arith::populate_patterns];
    "cf": [crate::cf::populate_patterns, crate::cf::populate_assert_pattern];
    "complex": [crate::complex::populate_patterns];
    "func": [crate::func::populate_patterns];
    "index": [crate::index::populate_patterns];
    "math": [crate::math::populate_patterns];
    "memref": [crate::memref::populate_patterns];
    "ptr": [crate::ptr::populate_patterns];
    "ub": [crate::ub::populate_patterns];
    "vector": [crate::vector::populate_patterns];
}
