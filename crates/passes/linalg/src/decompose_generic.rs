//! Generic ops of several statements as one generic op for each: the first computes the first statement, the next one
//! has the rest.

use terrace_affine::AffineMap;
use terrace_dialects_linalg::builders::{Loops, make_generic};
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::region_ops::YieldOp;
use terrace_dialects_linalg::structured::{as_structured, element_or_self, has_tensor_semantics};
use terrace_dialects_mem::make_slices::empty;
use terrace_ir::pattern::Pattern;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Block, Context, Loc, Op, OpRef, Rewriter, Type, Value, pattern};
use terrace_passes_shared::arithmetic::zero_attr;

use crate::collapse::loop_sizes;
use crate::pad::create_padding_value;

/// Splits the first statement off generic ops with several.
pub static DECOMPOSE_GENERIC: &[Pattern] = &[pattern!("DecomposeLinalgOp", GenericOp, decompose_generic)];

/// Whether all elements are numbers: of an integer type, `index`, or a floating-point type.
fn are_numbers(cx: &Context, types: &[Type]) -> bool {
    types.iter().all(|&ty| ty.is_int_or_index(cx) || ty.is_float(cx))
}

/// The statements of a generic op, and what it is made of.
struct Statements {
    inputs: Vec<Value>,
    outputs: Vec<Value>,
    maps: Vec<AffineMap>,
    types: Vec<Type>,
    /// The first statement.
    first: Op,
    /// For each of its results, the first result of the op that it is yielded as.
    yielded: Vec<Option<usize>>,
    block: Block,
    loc: Loc,
}

impl Statements {
    /// The statements of an op on tensors with parallel loops and permuted destinations, if there are several and the
    /// first one computes numbers.
    fn of(op: OpRef<'_>) -> Option<Self> {
        let structured = as_structured(op)?;
        let (maps, parallel) = (structured.indexing_maps(op), structured.parallel(op));
        let (first, _) = structured.destinations(op);
        let block = op.single_region().entry()?;
        let statement = block.ops().next()?;
        let last = block.last()?;
        if parallel.contains(&false)
            || !has_tensor_semantics(op)
            || maps[first..].iter().any(|map| !map.is_permutation())
            || block.ops().take(3).count() < 3
            || !are_numbers(op.cx(), &statement.result_types())
            || !are_numbers(op.cx(), &last.operand_types())
        {
            return None;
        }
        let operands: Vec<Value> = op.operands().map(|value| value.id()).collect();
        let (inputs, outputs) = operands.split_at(first);
        let place = |result| last.operands().position(|value| value == result);
        Some(Self {
            inputs: inputs.to_vec(),
            outputs: outputs.to_vec(),
            maps,
            types: op.result_types(),
            first: statement.id(),
            yielded: statement.results().map(place).collect(),
            block: block.id(),
            loc: op.loc(),
        })
    }

    /// A region with an argument for each element, and the map of the arguments of the block to those at `places`.
    fn region(
        &self,
        rw: &mut Rewriter<'_>,
        operands: &[Value],
        places: &[usize],
    ) -> (terrace_ir::Region, Block, IrMapping) {
        let cx = rw.cx();
        let args: Vec<(Type, Loc)> =
            operands.iter().map(|&value| (element_or_self(cx, rw.value(value).ty()), self.loc)).collect();
        let region = rw.new_region();
        let block = rw.create_block(region, &args);
        let new: Vec<Value> = rw.body().args(block).collect();
        let mut map = IrMapping::new();
        let old: Vec<Value> = rw.body().args(self.block).collect();
        old.into_iter().zip(places).for_each(|(arg, &at)| map.map(arg, new[at]));
        (region, block, map)
    }

    /// The op that computes the first statement. Its further results are those of the statement, and it yields zeros
    /// for what the statement does not compute.
    fn peel(&self, rw: &mut Rewriter<'_>, op: Op) -> Option<(Op, Vec<AffineMap>)> {
        let sizes = loop_sizes(rw, op)?;
        let results: Vec<Value> = rw.body().results(self.first).collect();
        let (mut inits, mut maps, mut types) = (Vec::new(), Vec::new(), self.types.clone());
        for (&result, place) in results.iter().zip(&self.yielded) {
            let (init, map) = match *place {
                Some(at) => (self.outputs[at], self.maps[self.inputs.len() + at].clone()),
                None => {
                    let element = rw.value(result).ty();
                    (empty(rw, &sizes, element, self.loc), AffineMap::identity(sizes.len() as u32))
                }
            };
            types.push(rw.value(init).ty());
            inits.push(init);
            maps.push(map);
        }
        let end = rw.block(self.block).last()?.id();
        let mut yields: Vec<Value> = rw.body().operands(end).collect();
        for value in yields.iter_mut().filter(|value| !results.contains(value)) {
            let ty = rw.value(*value).ty();
            *value = create_padding_value(rw, zero_attr(rw.cx(), ty)?, ty, self.loc);
        }
        yields.extend(results);
        let outputs = [&self.outputs[..], &inits].concat();
        let operands = [&self.inputs[..], &outputs].concat();
        let all_maps = [&self.maps[..], &maps].concat();
        let places: Vec<usize> = (0..self.maps.len()).collect();
        let (region, block, mut map) = self.region(rw, &operands, &places);
        let parallel = vec![true; sizes.len()];
        let loops = Loops { inputs: &self.inputs, outputs: &outputs, maps: &all_maps, parallel: &parallel };
        let made = make_generic(rw, &loops, &types, region, self.loc);
        rw.set_insertion_point_to_end(block);
        rw.clone_op(self.first, &mut map)?;
        let yields: Vec<Value> = yields.into_iter().map(|value| map.value(value)).collect();
        rw.build(YieldOp::of(&yields).loc(self.loc));
        rw.set_insertion_point_after(made);
        Some((made, maps))
    }

    /// The op with the other statements, which reads what the first one computes.
    fn rest(&self, rw: &mut Rewriter<'_>, peeled: Op, maps: &[AffineMap]) -> Option<Op> {
        let first = self.inputs.len();
        let extra: Vec<Value> = rw.body().results(peeled).skip(self.types.len()).collect();
        let inputs = [&self.inputs[..], &extra].concat();
        let operands = [&inputs[..], &self.outputs].concat();
        let maps = [&self.maps[..first], maps, &self.maps[first..]].concat();
        // Upstream takes the argument at the old place, where another value is now.
        let places: Vec<usize> = match rw.cx().matches_upstream() {
            true => (0..self.maps.len()).collect(),
            false => (0..first).chain(inputs.len()..operands.len()).collect(),
        };
        let (region, block, mut map) = self.region(rw, &operands, &places);
        let args: Vec<Value> = rw.body().args(block).skip(first).collect();
        let results: Vec<Value> = rw.body().results(self.first).collect();
        results.into_iter().zip(args).for_each(|(result, arg)| map.map(result, arg));
        let parallel = vec![true; maps.first()?.num_dims as usize];
        let loops = Loops { inputs: &inputs, outputs: &self.outputs, maps: &maps, parallel: &parallel };
        let made = make_generic(rw, &loops, &self.types, region, self.loc);
        rw.set_insertion_point_to_end(block);
        let others: Vec<Op> = rw.body().ops_of(self.block).skip(1).collect();
        for other in others {
            rw.clone_op(other, &mut map)?;
        }
        rw.set_insertion_point_after(made);
        Some(made)
    }
}

/// Replaces a `linalg.generic` on tensors with parallel loops, several statements and permuted destinations by one for
/// the first statement and one for the rest.
fn decompose_generic(rw: &mut Rewriter<'_>, op: GenericOp) -> Option<()> {
    let statements = Statements::of(op.view(rw).0)?;
    if rw.holds_isolated(op.into()) {
        return None;
    }
    let (peeled, maps) = statements.peel(rw, op.into())?;
    let rest = statements.rest(rw, peeled, &maps)?;
    let end = rw.block(statements.block).last()?.id();
    let computed: Vec<Value> = rw.body().results(statements.first).collect();
    let yields: Vec<Value> = rw.body().operands(end).collect();
    let replacements: Vec<Value> = yields
        .into_iter()
        .enumerate()
        .map(|(at, value)| rw.body().result(if computed.contains(&value) { peeled } else { rest }, at))
        .collect();
    rw.replace_op(op, &replacements);
    Some(())
}
