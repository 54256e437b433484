//! Transpositions and broadcasts.

use terrace_affine::AffineMap;
use terrace_dialects_mem::constraints::ANY_TENSOR;
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::DenseI64ArrayAttr;
use terrace_ir::def::op_error;
use terrace_ir::effects::{ConditionallySpeculatable, MemoryEffects};
use terrace_ir::interfaces::DestinationStyleOp;
use terrace_ir::{BinaryOpView, CheckResult, OpKind, OpRef};
use terrace_macros::op;

use crate::canonicalize::erase_identity;
use crate::canonicalize_reorder as patterns;
use crate::map_reduce::TENSOR_OR_MEMREF;
use crate::structured::{Structured, structured_interfaces, verify_structured};
use crate::syntax::{add_tensor_results, fill_region, parse_dims, parse_parts, print_dims, print_parts};
use crate::tiling::StructuredTiling;
use terrace_ir::tiling::{PartialReductionOp, TilingInterface};

/// The dimensions in another order.
#[op("linalg.transpose",
     traits(SingleBlockImplicitTerminator("linalg.yield"), RecursiveMemoryEffects),
     interfaces(dyn Structured, dyn DestinationStyleOp, dyn MemoryEffects, dyn ConditionallySpeculatable,
                dyn TilingInterface = StructuredTiling, dyn PartialReductionOp = StructuredTiling),
     fold = patterns::fold_transpose,
     canonicalize(transpose_of_transpose: patterns::transpose_of_transpose,
                  transpose_of_broadcast: patterns::transpose_of_broadcast),
     asm = (parse_transpose, print_transpose),
     syntax = "`ins` `(` $input `:` type($input) `)` `outs` `(` $init `:` type($init) `)` `permutation` `=` $permutation \
               attr-dict",
     verify = verify_transpose, verify_regions = verify_structured,
     names = "transposed")]
pub struct TransposeOp {
    input: Operand<TENSOR_OR_MEMREF>,
    init: Operand<TENSOR_OR_MEMREF>,
    permutation: Prop<DenseI64ArrayAttr>,
    result: VarRes<ANY_TENSOR>,
    region: Region<Sized<1>>,
}

/// The elements again along more dimensions.
#[op("linalg.broadcast",
     traits(SingleBlockImplicitTerminator("linalg.yield"), RecursiveMemoryEffects),
     interfaces(dyn Structured, dyn DestinationStyleOp, dyn MemoryEffects, dyn ConditionallySpeculatable,
                dyn TilingInterface = StructuredTiling, dyn PartialReductionOp = StructuredTiling),
     canonicalize(erase_identity: erase_identity, broadcast_of_broadcast: patterns::broadcast_of_broadcast),
     asm = (parse_broadcast, print_broadcast),
     syntax = "`ins` `(` $input `:` type($input) `)` `outs` `(` $init `:` type($init) `)` `dimensions` `=` $dimensions \
               attr-dict",
     verify = verify_broadcast, verify_regions = verify_structured,
     names = "broadcasted")]
pub struct BroadcastOp {
    input: Operand<TENSOR_OR_MEMREF>,
    init: Operand<TENSOR_OR_MEMREF>,
    dimensions: Prop<DenseI64ArrayAttr>,
    result: VarRes<ANY_TENSOR>,
    region: Region<Sized<1>>,
}

fn shapes(op: OpRef<'_>) -> [&[i64]; 2] {
    let (input, init) = BinaryOpView(op).operands();
    [input, init].map(|value| value.ty().shape_or_scalar(op.cx()))
}

fn positions(dims: &[i64]) -> Vec<usize> {
    dims.iter().filter_map(|&dim| usize::try_from(dim).ok()).collect()
}

impl Structured for TransposeOp {
    fn indexing_maps(&self, op: OpRef<'_>) -> Vec<AffineMap> {
        let permutation: Vec<u32> =
            TransposeOp::view_of(op).permutation().iter().map(|dim| dim as u32).collect();
        let identity = AffineMap::identity(shapes(op)[1].len() as u32);
        let inverse = AffineMap::permutation(&permutation).inverse_permutation();
        vec![inverse.unwrap_or_else(|| identity.clone()), identity]
    }
    fn parallel(&self, op: OpRef<'_>) -> Vec<bool> {
        vec![true; shapes(op)[1].len()]
    }
    fn destinations(&self, _op: OpRef<'_>) -> (usize, usize) {
        (1, 1)
    }
}

impl Structured for BroadcastOp {
    fn indexing_maps(&self, op: OpRef<'_>) -> Vec<AffineMap> {
        let identity = AffineMap::identity(shapes(op)[1].len() as u32);
        vec![identity.drop_results(&positions(&BroadcastOp::view_of(op).dimensions().to_vec())), identity]
    }
    fn parallel(&self, op: OpRef<'_>) -> Vec<bool> {
        vec![true; shapes(op)[1].len()]
    }
    fn destinations(&self, _op: OpRef<'_>) -> (usize, usize) {
        (1, 1)
    }
}

structured_interfaces!(TransposeOp, BroadcastOp);

fn parse(p: &mut dyn OpParser, state: &mut ParseState, attr: &str) -> PResult<()> {
    let parts = parse_parts(p, state, false)?;
    add_tensor_results(p, state, &parts.outputs);
    parse_dims(p, state, attr)?;
    p.optional_attr_dict(state)?;
    let types = [parts.inputs, parts.outputs].concat();
    let at = state.loc;
    let filled = fill_region(p, state, &types, &mut |s| {
        if !types.is_empty() {
            s.yield_value_at(s.arg(0), at);
        }
        Ok(())
    });
    filled.map_err(|message| p.error(at, message))
}

fn parse_transpose(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    parse(p, state, "permutation")
}

fn parse_broadcast(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    parse(p, state, "dimensions")
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>, attr: &str) {
    print_parts(p, op);
    print_dims(p, op, attr);
    p.attr_dict(op, &[attr]);
}

fn print_transpose(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    print(p, op, "permutation");
}

fn print_broadcast(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    print(p, op, "dimensions");
}

fn verify_transpose(op: OpRef<'_>) -> CheckResult {
    let fail = |message: String| Err(op_error(op, message));
    let permutation = TransposeOp::view_of(op).permutation().to_vec();
    let mut seen = vec![false; permutation.len()];
    for &dim in &permutation {
        let fresh = usize::try_from(dim).ok().and_then(|dim| seen.get_mut(dim));
        if fresh.is_none_or(|seen| std::mem::replace(seen, true)) {
            return fail("permutation is not valid".to_string());
        }
    }
    let [input, init] = shapes(op);
    let rank = input.len();
    if rank != init.len() {
        return fail(format!("input rank {rank} does not match init rank {}", init.len()));
    }
    if rank != permutation.len() {
        let size = permutation.len();
        return fail(format!("size of permutation {size} does not match the argument rank {rank}"));
    }
    for (i, &dim) in positions(&permutation).iter().enumerate() {
        if input[dim] != init[i] {
            return fail(format!(
                "dim(result, {i}) = {} doesn't match dim(input, permutation[{i}]) = {}",
                init[i], input[dim]
            ));
        }
    }
    Ok(())
}

fn verify_broadcast(op: OpRef<'_>) -> CheckResult {
    let fail = |message: String| Err(op_error(op, message));
    let added = BroadcastOp::view_of(op).dimensions().to_vec();
    let [input, init] = shapes(op);
    let rank = init.len();
    if input.len() + added.len() != rank {
        return fail(format!(
            "input rank plus added dimensions does not match init rank. input rank: {}, dimensions size: {}, init \
             rank: {rank}",
            input.len(),
            added.len()
        ));
    }
    if let Some(i) = added.iter().position(|dim| !(0..rank as i64).contains(dim)) {
        let last = rank as i64 - 1;
        let dim = added[i];
        return fail(format!("dimension {i} is out of range. expected range: [0, {last}], got: {dim}"));
    }
    let mut kept = vec![true; rank];
    positions(&added).into_iter().for_each(|dim| kept[dim] = false);
    for (i, dim) in (0..rank).filter(|&dim| kept[dim]).enumerate() {
        // A dimension that is named twice leaves more of the destination than there is input.
        let Some(&extent) = input.get(i) else { return Ok(()) };
        if extent != init[dim] {
            let to = init[dim];
            return fail(format!("input dim {i} should match init dim {dim}. input: {extent}, init: {to}"));
        }
    }
    Ok(())
}
