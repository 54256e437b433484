//! Patterns on loops.

use std::sync::Arc;

use terrace_conversion::{ConversionPatterns, ConversionTarget, TypeConverter};
use terrace_ir::OpRef;
use terrace_macros::op;
use terrace_passes_scf::loop_canonicalization::PATTERNS;
use terrace_passes_scf::structural_types::{populate_structural_type_patterns, structural_types_are_legal};
use terrace_passes_scf::to_cf;
use terrace_rewrite::PatternSet;
use terrace_transform::TransformState;
use terrace_transform::interfaces::{ConversionPatternDescriptorOpInterface, PatternDescriptorOpInterface};

/// The canonicalization patterns of loop bodies.
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

/// The conversion patterns that lower loops and branches to blocks.
#[op("transform.apply_conversion_patterns.scf.scf_to_control_flow",
     interfaces(dyn ConversionPatternDescriptorOpInterface), format = "attr-dict")]
pub struct ApplySCFToControlFlowPatternsOp {}

impl ConversionPatternDescriptorOpInterface for ApplySCFToControlFlowPatternsOp {
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        _: &Arc<TypeConverter>,
        patterns: &mut ConversionPatterns,
    ) -> Result<(), String> {
        to_cf::populate_patterns(op.cx(), patterns);
        Ok(())
    }
}

/// The conversion patterns that convert the types of values which loops and branches carry and yield.
#[op("transform.apply_conversion_patterns.scf.structural_conversions",
     interfaces(dyn ConversionPatternDescriptorOpInterface), format = "attr-dict")]
pub struct ApplySCFStructuralConversionPatternsOp {}

impl ConversionPatternDescriptorOpInterface for ApplySCFStructuralConversionPatternsOp {
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        types: &Arc<TypeConverter>,
        patterns: &mut ConversionPatterns,
    ) -> Result<(), String> {
        populate_structural_type_patterns(op.cx(), patterns, types);
        Ok(())
    }

    fn populate_conversion_target(
        &self,
        op: OpRef<'_>,
        types: &Arc<TypeConverter>,
        target: ConversionTarget,
    ) -> ConversionTarget {
        structural_types_are_legal(op.cx(), target, types)
    }
}
