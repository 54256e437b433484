//! The conversion of the dialect ripple in `convert-to-llvm`: ops keep their kind, with types of the dialect llvm. An
//! index becomes an integer, a block a pointer, and an index function the address of a function.
//!
//! Entry: ops of ripple, loops expanded. Exit: the same ops on types of the dialect llvm; ops with regions or with
//! memrefs as addresses are unchanged.

use std::sync::Arc;

use terrace_conversion::{ConversionPatterns, ConversionTarget, TypeConverter};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::{Context, OpRef};
use terrace_llvm_interface::ConvertToLlvmPatternInterface;

use crate::{constructs, dialect};

/// The conversion of the dialect.
pub(crate) static CONVERSION: DialectExtension = DialectExtension {
    dialect: "ripple",
    dialect_interfaces: &[&(&RippleToLlvm as &dyn ConvertToLlvmPatternInterface)],
    ..EMPTY_EXTENSION
};

struct RippleToLlvm;

impl ConvertToLlvmPatternInterface for RippleToLlvm {
    fn populate_patterns(&self, cx: &Context, patterns: &mut ConversionPatterns, types: &Arc<TypeConverter>) {
        let ops = [dialect::OPS, constructs::OPS].into_iter().flatten();
        for def in ops.filter(|def| def.regions.is_empty()) {
            patterns.add_named_with_type_converter(
                cx,
                (def.name, "RippleOpConversion"),
                types,
                |rw, op, adaptor| rw.replace_converted(op, adaptor),
            );
        }
    }

    fn populate_target(&self, target: ConversionTarget, types: &Arc<TypeConverter>) -> ConversionTarget {
        let types = Arc::clone(types);
        target.dynamic_dialect(CONVERSION.dialect, move |op| {
            types.is_legal_op(op) || !is_convertible(op, &types)
        })
    }
}

/// Whether the types of an op can be converted: not those of loops, and not memrefs.
fn is_convertible(op: OpRef<'_>, types: &TypeConverter) -> bool {
    let cx = op.cx();
    let mut all = op.operands().chain(op.results()).map(|value| value.ty());
    op.regions().next().is_none() && all.all(|ty| !ty.is_memref(cx) && types.convert_to_one(cx, ty).is_some())
}
