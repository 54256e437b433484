//! `convert-vector-to-scf`: transfers of several dimensions, and those of elements that are not next to each other, as loops;
//! prints of vectors as loops over their elements.
//!
//! The map: [`buffered`] makes loops over the first dimension, with vectors in a buffer on the stack, [`unrolled`] the same
//! without loops, [`rows`] loops over the elements of one dimension, [`scalable`] writes transposed scalable vectors row by
//! row, [`mod@print`] prints; [`transfer`] is what they share.

pub(super) mod buffered;
pub(super) mod print;
pub(super) mod rows;
pub(super) mod scalable;
pub(super) mod transfer;
pub(super) mod unrolled;

use std::sync::OnceLock;

use terrace_dialects_vector::{PrintOp, TransferReadOp, TransferWriteOp};
use terrace_ir::pattern::Root;
use terrace_ir::{Context, Op, OpKind, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};
use terrace_support::options;

use super::transfer_permutation::TRANSFER_PERMUTATION_LOWERING;

options! {
    /// The options of the lowering of transfers to loops.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct TransferToScfOptions {
        /// Loops are unrolled, and need no buffers.
        pub unroll: bool,
        /// The number of dimensions that transfers may have.
        pub target_rank: usize,
        /// Transfers of tensors are lowered, too.
        pub lower_tensors: bool,
        /// Scalable vectors are lowered, too.
        pub lower_scalable: bool,
    }
}

impl Default for TransferToScfOptions {
    fn default() -> Self {
        Self { unroll: false, target_rank: 1, lower_tensors: false, lower_scalable: false }
    }
}

/// A pattern that depends on the options.
type Rewrite = fn(&mut Rewriter<'_>, Op, TransferToScfOptions) -> Option<()>;

/// Adds the patterns that make loops of transfers and prints.
pub fn add_transfer_to_scf(patterns: &mut PatternSet, cx: &Context, options: TransferToScfOptions) {
    let mut add = |name: &'static str, op: &'static str, rewrite: Rewrite| {
        let action = Box::new(move |rw: &mut Rewriter<'_>, op: Op| rewrite(rw, op, options));
        patterns.add_action(cx, name, Root::Op(op), 1, action);
    };
    let (read, write) = (TransferReadOp::DEF.name, TransferWriteOp::DEF.name);
    if options.unroll {
        add("UnrollTransferReadConversion", read, unrolled::read);
        add("UnrollTransferWriteConversion", write, unrolled::write);
    } else {
        add("PrepareTransferReadConversion", read, buffered::prepare_read);
        add("PrepareTransferWriteConversion", write, buffered::prepare_write);
        add("TransferOpConversion<TransferReadOp>", read, buffered::read);
        add("TransferOpConversion<TransferWriteOp>", write, buffered::write);
    }
    if options.lower_scalable {
        add("ScalableTransposeTransferWriteConversion", write, scalable::write);
    }
    if options.target_rank == 1 {
        add("TransferOp1dConversion<TransferReadOp>", read, |rw, op, _| rows::read(rw, op));
        add("TransferOp1dConversion<TransferWriteOp>", write, |rw, op, _| rows::write(rw, op));
    }
    add("DecomposePrintOpConversion", PrintOp::DEF.name, |rw, op, _| {
        print::decompose(rw, PrintOp::assume(op))
    });
}

pass_options! {
    /// The options of the pass.
    struct VectorToScfOptions {
        /// Perform full unrolling when converting vector transfers to SCF
        full_unroll("full-unroll"): bool = "false",
        /// Add scalable vector specific lowerings (that introduce loops)
        lower_scalable("lower-scalable"): bool = "false",
        /// Lower transfer ops that operate on tensors
        lower_tensors("lower-tensors"): bool = "false",
        /// Target vector rank to which transfer ops should be lowered
        target_rank("target-rank"): u64 = "1",
    }
}

/// Lowers transfers and prints to loops.
pub static CONVERT_VECTOR_TO_SCF: PassDef = PassDef {
    name: "convert-vector-to-scf",
    class: "ConvertVectorToSCF",
    doc: "Lower the operations from the vector dialect into the SCF dialect",
    options: VectorToScfOptions::DEFS,
    make: |read| {
        let options = VectorToScfOptions::from(read);
        let options = TransferToScfOptions {
            unroll: options.full_unroll,
            target_rank: usize::try_from(options.target_rank).unwrap_or(usize::MAX),
            lower_tensors: options.lower_tensors,
            lower_scalable: options.lower_scalable,
        };
        Ok(Pass::Body(Box::new(ConvertVectorToScf { options, patterns: OnceLock::new() })))
    },
    ..EMPTY_PASS
};

struct ConvertVectorToScf {
    options: TransferToScfOptions,
    /// Those that lower maps, and then those that make loops.
    patterns: OnceLock<[PatternSet; 2]>,
}

impl BodyPass for ConvertVectorToScf {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = rw.cx();
        let patterns = self.patterns.get_or_init(|| {
            let mut sets = [PatternSet::new(), PatternSet::new()];
            sets[0].add_all(cx, TRANSFER_PERMUTATION_LOWERING);
            add_transfer_to_scf(&mut sets[1], cx, self.options);
            sets
        });
        for set in patterns {
            apply_greedily(rw, set, &GreedyOptions::bottom_up()).report(run)?;
        }
        Ok(())
    }
}
