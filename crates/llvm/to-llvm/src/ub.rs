//! `convert-ub-to-llvm`.

use std::sync::Arc;
use terrace_ir::OpKind;

use terrace_conversion::ConversionPatterns;
use terrace_dialects_builtin::ub::{PoisonOp, UnreachableOp};
use terrace_dialects_llvm::ops as llvm;
use terrace_ir::Context;

use terrace_llvm_common::build::Build;
use terrace_llvm_common::converter::LlvmTypeConverter;

/// Adds the patterns that turn ops of ub into ops of the dialect llvm.
pub fn populate_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
) {
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<PoisonOp>(
        cx,
        "PoisonOpLowering",
        &converter.types,
        move |rw, op, _| {
            let (cx, loc) = (rw.cx(), rw.body().loc(op));
            let Some(ty) = lower.convert(cx, PoisonOp::view_of(rw.op(op)).result().ty()) else {
                return rw.notify_match_failure(op, "unsupported type");
            };
            rw.set_insertion_point_before(op);
            let poison = Build::new(rw, loc, lower.index).poison(ty);
            rw.replace_op(op, &[poison]);
            Some(())
        },
    );
    patterns.add_with_type_converter::<UnreachableOp>(
        cx,
        "UnreachableOpLowering",
        &converter.types,
        |rw, op, _| {
            let loc = rw.body().loc(op);
            rw.set_insertion_point_before(op);
            let end = rw.build(llvm::UnreachableOp::of().loc(loc));
            rw.replace_op_with(op, end);
            Some(())
        },
    );
}
