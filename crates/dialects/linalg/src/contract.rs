//! `linalg.contract`: any sum of products.

use terrace_affine::AffineMap;
use terrace_dialects_mem::constraints::ANY_SHAPED;
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::AffineMapArrayAttr;
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::plain_error;
use terrace_ir::effects::{ConditionallySpeculatable, MemoryEffects};
use terrace_ir::interfaces::DestinationStyleOp;
use terrace_ir::{Attr, CheckResult, OpRef};
use terrace_macros::op;

use crate::attrs::{TypeFnAttr, cast_signed};
use crate::named::{mul_add, verify_contraction};
use crate::structured::{Structured, maps_of_attr, second_slot, structured_interfaces};
use crate::syntax::{parse_hidden, parse_maps, print_hidden, print_maps};
use crate::tiling::StructuredTiling;
use terrace_ir::tiling::{PartialReductionOp, TilingInterface};

/// Sums up products of elements along dimensions that the maps leave out of the destination.
#[op("linalg.contract",
     traits(AttrSizedOperandSegments, SingleBlockImplicitTerminator("linalg.yield"), RecursiveMemoryEffects),
     interfaces(dyn Structured, dyn DestinationStyleOp, dyn MemoryEffects, dyn ConditionallySpeculatable,
                dyn TilingInterface = StructuredTiling, dyn PartialReductionOp = StructuredTiling),
     fold = terrace_dialects_mem::memref::fold_casts, asm = (parse, print),
     syntax = "`indexing_maps` `=` $indexing_maps attr-dict `ins` `(` $inputs `:` type($inputs) `)` `outs` `(` $outputs \
               `:` type($outputs) `)` (`->` type($result_tensors))?",
     verify = verify, verify_regions = verify_contraction)]
pub struct ContractOp {
    inputs: VarOperand<ANY_TYPE>,
    outputs: VarOperand<ANY_SHAPED>,
    indexing_maps: Prop<AffineMapArrayAttr>,
    cast: OptDefaultProp<TypeFnAttr, cast_signed>,
    result_tensors: VarRes<ANY_SHAPED>,
    combiner: Region<Sized<1>>,
}

impl Structured for ContractOp {
    fn indexing_maps(&self, op: OpRef<'_>) -> Vec<AffineMap> {
        maps_of_attr(op)
    }
    fn parallel(&self, op: OpRef<'_>) -> Vec<bool> {
        let maps = maps_of_attr(op);
        let Some(out) = maps.last() else { return Vec::new() };
        let mut kinds = vec![false; out.num_dims as usize];
        for dim in out.results.iter().filter_map(|result| result.as_dim()) {
            kinds[dim as usize] = true;
        }
        kinds
    }
    fn destinations(&self, op: OpRef<'_>) -> (usize, usize) {
        second_slot(op)
    }
}

structured_interfaces!(ContractOp);

fn parse(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let maps = parse_maps(p, "element of indexing_maps array is not an affine_map");
    let Ok(Some(maps)) = maps else {
        let here = p.loc();
        return Err(p.error(here, "expected 'indexing_maps' attribute".to_string()));
    };
    state.set_prop(p.cx(), "indexing_maps", maps);
    parse_hidden(p, state, 3, &mut mul_add)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    print_maps(p, op, Attr::NULL);
    // Maps that are kept are shown here, where other ops hide them.
    print_hidden(p, op, &["indexing_maps"]);
}

/// The error for an operand's indexing map; `None` if it is valid.
fn map_error(map: &AffineMap, shape: Option<&[i64]>, dims: u32) -> Option<&'static str> {
    if !map.is_projected_permutation(false) {
        return Some("provided affine_map is not a projected permutation");
    }
    match shape {
        Some(shape) if shape.len() != map.num_results() => {
            return Some("ranks of shaped operand and results of corresponding affine_map differ");
        }
        None if map.num_results() != 0 => {
            return Some("affine_map specifies shaped access while operand has non-shaped type");
        }
        _ => {}
    }
    (map.num_dims != dims).then_some("iteration spaces of provided affine_maps differ")
}

fn verify(op: OpRef<'_>) -> CheckResult {
    let fail = |message: String| Err(plain_error(op, message));
    let maps = maps_of_attr(op);
    let dims = maps.first().map_or(0, |map| map.num_dims);
    // How often inputs, and how often destinations have a dimension.
    let mut uses = vec![[0usize; 2]; dims as usize];
    for (i, (map, operand)) in maps.iter().zip(op.operands()).take(3).enumerate() {
        if let Some(rule) = map_error(map, operand.ty().shape(op.cx()), dims) {
            return fail(rule.to_string());
        }
        for dim in map.results.iter().filter_map(|result| result.as_dim()) {
            uses[dim as usize][usize::from(i == 2)] += 1;
        }
    }
    for (dim, &[inputs, outputs]) in uses.iter().enumerate() {
        if inputs == 0 && outputs == 0 {
            return fail(format!("iteration space dim at index {dim} not used to access any operand"));
        }
        if inputs == 1 && outputs != 1 {
            return fail(format!(
                "iteration space dim at index {dim} is neither a contracting dim nor of parallel iteration type"
            ));
        }
    }
    if !uses.contains(&[2, 0]) {
        return fail("'indexing_maps' do not specify a contracting dimension".to_string());
    }
    Ok(())
}
