//! The parts of `phi` instructions and records that block arguments cannot represent; valid as long as a body
//! is unmodified since its import.

use rustc_hash::FxHashMap;
use terrace_ir::analysis::{EditCounts, RegionAnalysis};
use terrace_ir::{Attr, Block, Body, Op, Region, Value};
use terrace_llvm_ir::model::Flags;

/// The parts of a `phi` besides its values.
#[derive(Default, Clone)]
pub(crate) struct PhiNote {
    /// Flags of floating-point numbers.
    pub(crate) flags: Flags,
    /// The attachments, except for the location: names, and the places of nodes.
    pub(crate) metadata: Vec<Attr>,
}

impl PhiNote {
    /// Whether it has no entries.
    pub(crate) fn is_empty(&self) -> bool {
        self.flags == Flags::default() && self.metadata.is_empty()
    }
}

/// The notes on the block arguments and records of a region; none unless an import provided them and nothing was edited since.
#[derive(Default)]
pub(crate) struct PhiNotes {
    pub(crate) by_block: FxHashMap<Block, Vec<PhiNote>>,
    /// Values that records name where they are not valid, by the op of the record and the place of the operand, which is poison.
    pub(crate) records: FxHashMap<(Op, usize), Value>,
}

impl RegionAnalysis for PhiNotes {
    const NAME: &'static str = "PhiNotes";

    fn compute(_: &Body, _: Region) -> Self {
        Self::default()
    }

    fn depends_on(edits: EditCounts) -> u64 {
        edits.all
    }
}
