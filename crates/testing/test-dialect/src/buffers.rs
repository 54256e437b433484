//! Ops on buffers: reads, writes, allocations and forwarding.

use std::ops::Range;

use terrace_dialects_core::region_if::results_or;
use terrace_dialects_mem::constraints::{ANY_MEMREF, ANY_RANKED_OR_UNRANKED_MEMREF, ANY_TENSOR};
use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::constraints::{ANY_TYPE, I1, INDEX};
use terrace_ir::def::OpDef;
use terrace_ir::effects::{EffectOn, allocates, reads, writes};
use terrace_ir::interfaces::{RegionBranchOp, RegionPoint};
use terrace_ir::{OpKind, OpRef, Value, ValueRef};
use terrace_macros::op;

/// Copies one buffer to another.
#[op(
    "test.copy",
    effects(reads(EffectOn::Operand(0)), writes(EffectOn::Operand(1))),
    format = "`(` $source `,` $target `)` `:` `(` type($source) `,` type($target) `)` attr-dict"
)]
pub struct CopyOp {
    source: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
    target: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
}

/// Reads one buffer and writes another.
#[op(
    "test.buffer_based",
    effects(reads(EffectOn::Operand(0)), writes(EffectOn::Operand(1))),
    format = "`in` `(` $input `:` type($input) `)` `out` `(` $output `:` type($output) `)` attr-dict"
)]
pub struct BufferBasedOp {
    input: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
    output: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
}

/// The same with a region.
#[op(
    "test.region_buffer_based",
    effects(reads(EffectOn::Operand(0)), writes(EffectOn::Operand(1))),
    format = "`in` `(` $input `:` type($input) `)` `out` `(` $output `:` type($output) `)` $region attr-dict"
)]
pub struct RegionBufferBasedOp {
    input: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
    output: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
    region: Region,
}

/// Reads a buffer, and makes its contents observable.
#[op("test.read_buffer", effects(reads(EffectOn::Operand(0)), writes(EffectOn::Anything)))]
pub struct ReadBufferOp {
    _buffer: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
}

/// Replaces an element of a tensor.
#[op("test.set_element", traits(Pure))]
pub struct SetElementOp {
    scalar: Operand<ANY_TYPE>,
    dest: Operand<ANY_TENSOR>,
    indices: VarOperand<INDEX>,
    result: Res<ANY_TENSOR>,
}

/// Is one of two tensors, or of two buffers.
#[op("test.pick", traits(Pure))]
pub struct PickOp {
    condition: Operand<I1>,
    first: Operand<ANY_TYPE>,
    second: Operand<ANY_TYPE>,
    result: Res<ANY_TYPE>,
}

/// Returns a tensor with the same elements, which gets a separate buffer when it is bufferized.
#[op("test.twin", traits(Pure))]
pub struct TwinOp {
    source: Operand<ANY_TENSOR>,
    result: Res<ANY_TENSOR>,
}

/// Takes buffers that may lose their layout.
#[op("test.op_norm", traits(MemRefsNormalizable))]
pub struct NormOp {
    _x: Operand<ANY_MEMREF>,
    _y: Operand<ANY_MEMREF>,
}

/// Takes buffers that keep their layout.
#[op("test.op_nonnorm")]
pub struct NonNormOp {
    _x: Operand<ANY_MEMREF>,
    _y: Operand<ANY_MEMREF>,
}

/// Takes a buffer and returns two, which may lose their layout.
#[op("test.op_norm_ret", traits(MemRefsNormalizable))]
pub struct NormRetOp {
    _x: Operand<ANY_MEMREF>,
    _y: Res<ANY_MEMREF>,
    _z: Res<ANY_MEMREF>,
}

/// Returns its operand buffer, which no interface declares.
#[op("test.forward_buffer", effects(reads(EffectOn::Operand(0))))]
pub struct ForwardBufferOp {
    _buffer: Operand<ANY_RANKED_OR_UNRANKED_MEMREF>,
    _result: Res<ANY_RANKED_OR_UNRANKED_MEMREF>,
}

/// Allocates a buffer that is not the first result.
#[op("test.alloc_with_multiple_results", effects(allocates(EffectOn::Result(1))), names = name_results,
     format = "attr-dict `:` type($index) `,` type($memref)")]
pub struct AllocWithMultipleResultsOp {
    index: Res<INDEX>,
    memref: Res<ANY_MEMREF>,
}

fn name_results(op: OpRef<'_>, set: &mut dyn FnMut(Value, &str)) {
    let view = AllocWithMultipleResultsOp::view_of(op);
    set(view.index().id(), "index");
    set(view.memref().id(), "memref");
}

/// Runs its first region or its second one, and the third after either.
#[op("test.region_if",
     traits(SingleBlockImplicitTerminator("test.region_if_yield"), RecursiveMemoryEffects),
     interfaces(dyn RegionBranchOp), asm = (parse_if, print_if),
     syntax = "operands `:` type(operands) `->` type(results) `then` <region> `else` <region> `join` <region> attr-dict")]
pub struct RegionIfOp {
    _operands: VarOperand<ANY_TYPE>,
    _results: VarRes<ANY_TYPE>,
    _thenRegion: Region,
    _elseRegion: Region,
    _joinRegion: Region,
}

/// Ends a region of `test.region_if`.
#[op(
    "test.region_if_yield",
    traits(Pure, ReturnLike, Terminator),
    format = "$results `:` type($results) attr-dict"
)]
pub struct RegionIfYieldOp {
    results: VarOperand<ANY_TYPE>,
}

impl RegionBranchOp for RegionIfOp {
    fn successors(&self, _op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint> {
        match point {
            RegionPoint::Parent => vec![RegionPoint::Region(0), RegionPoint::Region(1)],
            RegionPoint::Region(2) => vec![RegionPoint::Parent],
            RegionPoint::Region(_) => vec![RegionPoint::Region(2)],
        }
    }

    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>> {
        results_or(op, target, |i| op.region(i).entry().map_or(Vec::new(), |block| block.args().collect()))
    }

    fn entry_successor_operands(&self, op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        0..op.num_operands()
    }
}

fn parse_if(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let operands = p.operand_list(Delimiter::None)?;
    let types = p.optional_colon_type_list()?;
    let results = p.optional_arrow_type_list()?;
    state.results.extend(results);
    for (operand, ty) in operands.into_iter().zip(types) {
        state.operands.push(p.resolve(operand, ty)?);
    }
    for name in ["then", "else", "join"] {
        p.token(name)?;
        p.region(state, &[], false)?;
    }
    p.optional_attr_dict(state)
}

fn print_if(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    p.values(&mut op.operands());
    p.text(": ");
    p.types_of(&mut op.operands());
    p.arrow_types(&op.result_types());
    for (i, name) in ["then", "else", "join"].into_iter().enumerate() {
        p.text(&format!(" {name} "));
        p.region(op.region(i), true, true);
    }
    p.attr_dict(op, &[]);
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 14] = [
    AllocWithMultipleResultsOp::DEF,
    BufferBasedOp::DEF,
    CopyOp::DEF,
    ForwardBufferOp::DEF,
    NormOp::DEF,
    NonNormOp::DEF,
    NormRetOp::DEF,
    PickOp::DEF,
    ReadBufferOp::DEF,
    RegionBufferBasedOp::DEF,
    RegionIfOp::DEF,
    RegionIfYieldOp::DEF,
    SetElementOp::DEF,
    TwinOp::DEF,
];
