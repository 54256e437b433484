//! `test-affine-data-copy`: copies the memory that a loop nest accesses.

use terrace_dialects_mem::affine::{AffineForOp, AffineLoadOp};
use terrace_ir::{Op, OpKind, Rewriter, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_passes_affine::data_copy::{NestData, copy_nest_data};

use crate::loop_fusion::loops_by_depth;

pass_options! {
    /// The options of the pass.
    struct DataCopyOptions {
        /// Test copy generation enforcing a limit of capacity (default: unlimited)
        capacity("capacity-kib"): String = "18446744073709551615",
        /// Test copy generation for a single memref region
        of_region("for-memref-region"): bool = "false",
        /// Enable memref filter testing in affine data copy optimization
        of_memref("memref-filter"): bool = "false",
    }
}

/// The pass.
pub(crate) static TEST_AFFINE_DATA_COPY: PassDef = PassDef {
    name: "test-affine-data-copy",
    class: "(anonymous namespace)::TestAffineDataCopy",
    doc: "Tests affine data copy utility functions.",
    anchor: Some("func.func"),
    options: DataCopyOptions::DEFS,
    make: |options| {
        let options = DataCopyOptions::from(options);
        let kib: u64 =
            options.capacity.parse().map_err(|_| "'capacity-kib' must be a number of KiB".to_owned())?;
        let capacity = i64::try_from(kib).ok().and_then(|kib| kib.checked_mul(1024));
        Ok(Pass::Body(Box::new(DataCopy { options, capacity })))
    },
    ..EMPTY_PASS
};

struct DataCopy {
    options: DataCopyOptions,
    /// The number of bytes that buffers may have, if it is limited.
    capacity: Option<i64>,
}

impl BodyPass for DataCopy {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        // One nest with one innermost loop.
        let loops = loops_by_depth(rw);
        let (Some([nest]), Some([innermost])) =
            (loops.first().map(Vec::as_slice), loops.last().map(Vec::as_slice))
        else {
            return Ok(());
        };
        let loaded = first_loaded(rw, *innermost);
        let data = match (self.options.of_memref, self.options.of_region, loaded) {
            (false, false, _) => NestData::Iteration,
            (true, _, Some(memref)) => NestData::IterationOf(memref),
            (false, true, Some(memref)) => NestData::NestOf(memref),
            (_, _, None) => return Ok(()),
        };
        copy_nest_data(rw, AffineForOp::assume(*nest), data, self.capacity, run)
    }
}

/// The memref of the first load in a loop's body.
fn first_loaded(rw: &Rewriter<'_>, looped: Op) -> Option<Value> {
    let block = AffineForOp::view_of(rw.op(looped)).region().entry()?;
    let mut loads = block.ops().filter_map(|op| op.cast::<AffineLoadOp>());
    Some(loads.next()?.memref().id())
}
