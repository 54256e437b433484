//! Interfaces that many dialects implement alike: those of the inliner, and of attributes on loops.

use terrace_ir::dialect_interfaces::DialectInlinerInterface;
use terrace_ir::{OpRef, RegionRef, ValueRef};

/// Ops may go anywhere, and anything may go into them.
pub struct InlineAll;

impl DialectInlinerInterface for InlineAll {
    fn allows_region(&self, _: RegionRef<'_>, _: RegionRef<'_>, _: &[ValueRef<'_>], _clones: bool) -> bool {
        true
    }

    fn allows_op(&self, _op: OpRef<'_>, _dest: RegionRef<'_>, _clones: bool) -> bool {
        true
    }
}

/// An inliner interface: ops may be inlined anywhere, but nothing may be inlined into their regions.
pub struct InlineOpsOnly;

impl DialectInlinerInterface for InlineOpsOnly {
    fn allows_op(&self, _op: OpRef<'_>, _dest: RegionRef<'_>, _clones: bool) -> bool {
        true
    }
}

/// Marks dialects whose attributes on a loop belong on the branch that closes it when there are only branches.
pub trait LoopAttrDialectInterface: Send + Sync {}
