//! Descriptors of patterns, for `transform.apply_patterns`: [`plain`] has those without options, [`configured`] the others.

pub mod configured;
pub mod plain;

use terrace_ir::OpRef;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::pattern::Pattern;
use terrace_rewrite::PatternSet;
use terrace_transform::TransformState;
use terrace_transform::interfaces::PatternDescriptorOpInterface;

/// The pattern descriptors without options.
pub static PLAIN: DialectExtension =
    DialectExtension { dialect: "transform", ops: plain::OPS, ..EMPTY_EXTENSION };

/// The pattern descriptors with options.
pub static CONFIGURED: DialectExtension =
    DialectExtension { dialect: "transform", ops: configured::OPS, ..EMPTY_EXTENSION };

/// A descriptor of these patterns.
struct Patterns(fn() -> Vec<Pattern>);

impl PatternDescriptorOpInterface for Patterns {
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        _: &TransformState<'_>,
        patterns: &mut PatternSet,
    ) -> Result<(), String> {
        patterns.add_all(op.cx(), &(self.0)());
        Ok(())
    }
}
