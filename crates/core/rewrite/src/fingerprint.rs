//! A fingerprint that distinguishes two states of an op.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use terrace_ir::OpRef;

/// A hash of an op and the IR nested in it: names, attributes, operands, types, and structure. Equal for
/// unmodified IR.
pub fn fingerprint(op: OpRef<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    crate::walk::walk(op, |op| {
        op.handle().hash(&mut hasher);
        op.name().hash(&mut hasher);
        op.attrs().hash(&mut hasher);
        op.props().hash(&mut hasher);
        op.loc().hash(&mut hasher);
        for value in op.operands() {
            value.id().hash(&mut hasher);
        }
        for value in op.results() {
            value.ty().hash(&mut hasher);
        }
        for block in op.successors() {
            block.id().hash(&mut hasher);
        }
        for block in op.regions().flat_map(|r| r.blocks()) {
            block.id().hash(&mut hasher);
            block.args().for_each(|arg| (arg.id(), arg.ty()).hash(&mut hasher));
        }
    });
    hasher.finish()
}
