//! Ops whose transformations are not implemented: they are parsed, verified and printed, and applying one is
//! a definite failure with a message.

use terrace_dialects_core::scf::forall::DeviceMappingArrayAttr;

use terrace_ir::attr_kind::{AnyAttr, BoolArrayAttr, I64ArrayAttr, I64Attr, UnitAttr};
use terrace_ir::def::op_error;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::{Attr, CheckResult, Context, OpRef};
use terrace_macros::op;
use terrace_transform::effects::FunctionalStyle;
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{TransformOpInterface, TransformResult, TransformResults, TransformState};

use super::reduction::nothing;
use super::semi_function_type::SEMI_FUNCTION_TYPE;

/// Defines ops that fail when they are run.
macro_rules! missing {
    ($($(#[$meta:meta])* $op:ident ($name:literal, $format:literal, [$($extra:tt)*], $effects:expr, $what:literal) {
        $($fields:tt)*
    })*) => {$(
        $(#[$meta])*
        #[op($name, interfaces(dyn TransformOpInterface, dyn MemoryEffects = $effects), $($extra)* format = $format)]
        pub struct $op { $($fields)* }

        impl TransformOpInterface for $op {
            fn apply<'s>(
                &self,
                op: OpRef<'s>,
                state: &mut TransformState<'s>,
                _results: &mut TransformResults,
            ) -> TransformResult {
                Err(state.definite_at(op, concat!($what, " is not implemented")))
            }

            fn is_implemented(&self) -> bool {
                false
            }
        }
    )*};
}

pub(super) fn is_permutation(numbers: &[i64]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.iter().copied().eq(0..sorted.len() as i64)
}

pub(super) fn fail(op: OpRef<'_>, message: impl Into<String>) -> CheckResult {
    Err(op_error(op, message.into()))
}

pub(super) fn materialize(cx: &Context) -> Attr {
    cx.string_attr("bufferization.materialize_in_destination")
}

missing! {
    /// Copies parts of operands into buffers of their own.
    PromoteOp("transform.structured.promote",
        "$target attr-dict `:` custom<SemiFunctionType>(type($target), type($transformed), \"false\")",
        [customs(&SEMI_FUNCTION_TYPE),], FunctionalStyle, "promotion of subviews to buffers") {
        target: Operand<TRANSFORM_HANDLE>,
        operands_to_promote: DefaultProp<I64ArrayAttr, nothing>,
        use_full_tile_buffers: DefaultProp<BoolArrayAttr, nothing>,
        use_full_tiles_by_default: OptProp<UnitAttr>,
        use_original_subview_size: OptProp<UnitAttr>,
        use_alloca: OptProp<UnitAttr>,
        memory_space: OptProp<AnyAttr>,
        mapping: OptProp<DeviceMappingArrayAttr>,
        alignment: OptProp<I64Attr>,
        transformed: Res<TRANSFORM_HANDLE>,
    }
}
