//! Patterns on loops.

use terrace_ir::OpRef;
use terrace_macros::op;
use terrace_rewrite::PatternSet;
use terrace_transform::TransformState;
use terrace_transform::interfaces::PatternDescriptorOpInterface;
use terrace_transforms::scf::loop_canonicalization::PATTERNS;

/// The patterns that canonicalize what is in loops.
#[op("transform.apply_patterns.scf.for_loop_canonicalization",
     interfaces(dyn PatternDescriptorOpInterface), format = "attr-dict")]
pub struct ApplyForLoopCanonicalizationPatternsOp {}

impl PatternDescriptorOpInterface for ApplyForLoopCanonicalizationPatternsOp {
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        _: &TransformState<'_>,
        patterns: &mut PatternSet,
    ) -> Result<(), String> {
        patterns.add_all(op.cx(), PATTERNS);
        Ok(())
    }
}
