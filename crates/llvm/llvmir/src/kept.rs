//! The names of attributes in which an import keeps entities that the dialect cannot represent.

pub(crate) use terrace_dialects_llvm::reader::KEPT;

/// The attribute of a module for its data layout.
pub(crate) const LAYOUT_SPEC: &[u8] = b"dlti.dl_spec";

/// A module of LLVM IR as text, with the nodes, constants and attributes that ops of the module refer to.
pub(crate) const NODES: &str = "llvm.kept_nodes";

/// The named metadata of that module with the nodes that ops refer to by their places.
pub(crate) const LIST: &str = "llvm.kept";

/// Attributes of the dialect that ops of the module have, each with the place of its node.
pub(crate) const DEBUG: &str = "llvm.kept_debug";

/// The entry of a terminator that has the orders in which the `phi` instructions of its block name predecessors; of the module, whether
/// the others name them in the order of blocks.
pub(crate) const PREDECESSORS: &str = "predecessors";

/// The value of the module's [`PREDECESSORS`] entry.
pub(crate) const BLOCK_ORDER: &str = "block order";

/// The entry of a branch whose block passes on the result of a call that may throw: in LLVM IR, the call branches to the successor.
pub(crate) const EDGE: &str = "edge";

/// The entry of an op on constants that was an instruction, and stays one.
pub(crate) const INSTRUCTION: &str = "instruction";
