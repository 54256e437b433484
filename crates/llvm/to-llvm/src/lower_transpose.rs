//! `transform.apply_patterns.vector.lower_transpose`, some of whose patterns create instructions of AVX2.

use terrace_ir::attr_kind::BoolAttr;
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::{Attr, Context, OpKind, OpRef, attr_kinds, enums};
use terrace_macros::op;
use terrace_passes_vector::lower_transpose::{
    LOWER_TRANSPOSE_ELEMENTWISE, LOWER_TRANSPOSE_SHUFFLE_1D, LOWER_TRANSPOSE_SHUFFLE_16X16,
};
use terrace_rewrite::PatternSet;
use terrace_transform::TransformState;
use terrace_transform::interfaces::PatternDescriptorOpInterface;

use crate::vector::transpose_avx2::LOWER_TRANSPOSE_AVX2;

enums! {
    /// The lowering of vector transposes.
    pub enum VectorTransposeLowering("::mlir::vector::VectorTransposeLowering", 32) {
        EltWise = 0 => "eltwise",
        LLVMIntr = 1 => "llvmintr",
        Shuffle1D = 2 => "shuffle_1d",
        Shuffle16x16 = 3 => "shuffle_16x16",
    }
}

attr_kinds! {
    /// A lowering of transposes.
    pub VectorTransposeLoweringAttr("control the lowering of `vector.transpose` operations.") -> VectorTransposeLowering {
        stored_as_integer
    }
}

fn elementwise(cx: &Context) -> Attr {
    enum_attr(cx, VectorTransposeLowering::EltWise)
}

fn no(_: &Context) -> Attr {
    Attr::FALSE
}

/// The patterns that lower transposes.
#[op("transform.apply_patterns.vector.lower_transpose",
     interfaces(dyn PatternDescriptorOpInterface),
     format = "oilist(`lowering_strategy` `=` $lowering_strategy | `avx2_lowering_strategy` `=` $avx2_lowering_strategy) \
               attr-dict")]
pub struct ApplyLowerTransposePatternsOp {
    lowering_strategy: DefaultProp<VectorTransposeLoweringAttr, elementwise>,
    avx2_lowering_strategy: DefaultProp<BoolAttr, no>,
}

impl PatternDescriptorOpInterface for ApplyLowerTransposePatternsOp {
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        _: &TransformState<'_>,
        patterns: &mut PatternSet,
    ) -> Result<(), String> {
        let view = ApplyLowerTransposePatternsOp::view_of(op);
        if view.avx2_lowering_strategy() {
            patterns.add_all(op.cx(), LOWER_TRANSPOSE_AVX2);
        }
        let lowering = match view.lowering_strategy() {
            VectorTransposeLowering::EltWise => LOWER_TRANSPOSE_ELEMENTWISE,
            VectorTransposeLowering::Shuffle1D => LOWER_TRANSPOSE_SHUFFLE_1D,
            VectorTransposeLowering::Shuffle16x16 => LOWER_TRANSPOSE_SHUFFLE_16X16,
            VectorTransposeLowering::LLVMIntr => LOWER_TRANSPOSE_ELEMENTWISE,
        };
        patterns.add_all(op.cx(), lowering);
        Ok(())
    }
}
