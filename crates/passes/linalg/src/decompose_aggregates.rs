//! `linalg-decompose-aggregates`: decomposes ops of linalg without an iteration domain into ops with one.

use terrace_dialects_linalg::pack_unpack::{PackOp, UnPackOp};
use terrace_dialects_linalg::softmax::SoftmaxOp;
use terrace_ir::OpKind;
use terrace_ir::pattern::Pattern;
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef};

use super::decompose_softmax::decompose_softmax;
use super::lower_pack::{lower_pack, lower_unpack};
use terrace_passes_shared::greedy::Greedy;

/// The pass.
pub(super) static DECOMPOSE_AGGREGATES: PassDef = PassDef {
    name: "linalg-decompose-aggregates",
    class: "LinalgDecomposeAggregatesPass",
    doc: "Decompose pack, unpack and softmax on tensors into bufferizable ops",
    make: |_| Ok(Pass::Body(Box::new(Greedy::new(PATTERNS)))),
    ..EMPTY_PASS
};

static PATTERNS: &[Pattern] = &[
    Pattern::new("lower_pack", PackOp::DEF.name, |rw, op| lower_pack(rw, PackOp::assume(op), true).map(drop)),
    Pattern::new("lower_unpack", UnPackOp::DEF.name, |rw, op| {
        lower_unpack(rw, UnPackOp::assume(op), true).map(drop)
    }),
    Pattern::new("decompose_softmax", SoftmaxOp::DEF.name, |rw, op| {
        decompose_softmax(rw, SoftmaxOp::assume(op)).map(drop)
    }),
];
