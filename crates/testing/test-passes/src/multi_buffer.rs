//! `test-multi-buffering`: makes several buffers of each allocation that the iterations of a loop overwrite.

use terrace_dialects_mem::memref::AllocOp;
use terrace_ir::Rewriter;
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_passes_memref_tensor::memref::multi_buffer::multi_buffer;
use terrace_rewrite::walk::body_post_order;

pass_options! {
    /// The options of the pass.
    struct MultiBufferOptions {
        /// Decide how many versions of the buffer should be created,
        multiplier("multiplier"): u64 = "2",
    }
}

/// The pass.
pub(crate) static TEST_MULTI_BUFFERING: PassDef = PassDef {
    name: "test-multi-buffering",
    class: "(anonymous namespace)::TestMultiBufferingPass",
    doc: "Test multi buffering transformation",
    options: MultiBufferOptions::DEFS,
    make: |options| Ok(Pass::Body(Box::new(MultiBufferOptions::from(options)))),
    ..EMPTY_PASS
};

impl BodyPass for MultiBufferOptions {
    fn run(&self, rw: &mut Rewriter<'_>, _: &mut PassRun<'_>) -> Result<(), Failed> {
        let factor = i64::try_from(self.multiplier).map_err(|_| Failed)?;
        let allocs = body_post_order(rw.body()).into_iter().filter(|&op| rw.op(op).isa::<AllocOp>());
        for alloc in allocs.collect::<Vec<_>>() {
            multi_buffer(rw, alloc, factor, false);
        }
        Ok(())
    }
}
