//! `linalg-fuse-elementwise-ops`: fuses elementwise producers into their users.

use terrace_affine::AffineMap;
use terrace_dialects_linalg::CANONICALIZE_ALL;
use terrace_dialects_linalg::builders::{Loops, make_generic};
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::region_ops::{IndexOp, YieldOp};
use terrace_dialects_linalg::structured::{as_structured, element_or_self, has_tensor_semantics};
use terrace_dialects_mem::affine::AffineApplyOp;
use terrace_dialects_mem::tensor::{CollapseShapeOp, ExpandShapeOp};
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Block, Loc, Op, OpKind, OpRef, Rewriter, Type, TypeData, Value, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef};

use super::cleanup::CLEANUP;
use super::constant::CONSTANT_TRANSPOSE;
use super::reshape_fusion::{FuseSingleUse, fold_reshapes_by_expansion};
use terrace_passes_shared::greedy::{Greedy, canonicalization_of};
use terrace_passes_shared::reshapes::BUBBLE_UP_EXPAND_SHAPE;

/// The pass.
pub static FUSE_ELEMENTWISE_OPS: PassDef = PassDef {
    name: "linalg-fuse-elementwise-ops",
    class: "LinalgElementwiseOpFusionPass",
    doc: "Fuse elementwise operations on tensors",
    make: |_| {
        let mut patterns = vec![pattern!("fuse_producer", GenericOp, |rw, op| fuse_producer(rw, op.into()))];
        patterns.extend_from_slice(CLEANUP);
        patterns.extend(fold_reshapes_by_expansion::<FuseSingleUse>());
        patterns.extend_from_slice(BUBBLE_UP_EXPAND_SHAPE);
        patterns.extend(canonicalization_of(AffineApplyOp::DEF));
        patterns.extend(canonicalization_of(GenericOp::DEF));
        patterns.extend(canonicalization_of(ExpandShapeOp::DEF));
        patterns.extend(canonicalization_of(CollapseShapeOp::DEF));
        patterns.extend_from_slice(CANONICALIZE_ALL);
        patterns.push(CONSTANT_TRANSPOSE);
        Ok(Pass::Body(Box::new(Greedy::top_down(&patterns))))
    },
    ..EMPTY_PASS
};

/// A generic op that takes part in a fusion.
struct Side<'a> {
    op: OpRef<'a>,
    maps: Vec<AffineMap>,
    parallel: Vec<bool>,
    inputs: usize,
}

impl<'a> Side<'a> {
    fn of(op: OpRef<'a>) -> Option<Self> {
        let structured = as_structured(op.isa::<GenericOp>().then_some(op)?)?;
        let (inputs, _) = structured.destinations(op);
        Some(Self { op, maps: structured.indexing_maps(op), parallel: structured.parallel(op), inputs })
    }

    fn outputs(&self) -> usize {
        self.maps.len() - self.inputs
    }

    fn sees(&self, operand: usize) -> bool {
        let block = self.op.single_region().entry();
        block.and_then(|block| block.args().nth(operand)).is_some_and(|arg| !arg.is_unused())
    }
}

/// Whether the maps together determine the bounds of each loop.
pub(super) fn bound_loops(maps: &[AffineMap], loops: usize) -> bool {
    if maps.is_empty() {
        return loops == 0;
    }
    AffineMap::concat(maps).inverse_permutation().is_some()
}

/// A producer, the consumer, the consumer's operand through which one uses the other, and the producer's result.
struct Pair<'a> {
    producer: Side<'a>,
    consumer: Side<'a>,
    operand: usize,
    result: usize,
}

impl<'a> Pair<'a> {
    /// The pair for an operand of an op, where they can become one op.
    fn of(consumer: OpRef<'a>, operand: usize) -> Option<Self> {
        let cx = consumer.cx();
        let value = consumer.operand(operand);
        let producer = Side::of(value.defining_op()?)?;
        let consumer = Side::of(consumer)?;
        let pair = Self { producer, consumer, operand, result: value.index() as usize };
        let Self { producer, consumer, .. } = &pair;
        if !has_tensor_semantics(producer.op)
            || !matches!(value.ty().data(cx), TypeData::RankedTensor { .. })
            || producer.parallel.contains(&false)
            || operand >= consumer.inputs
        {
            return None;
        }
        let map = &consumer.maps[operand];
        if map.num_results() != producer.parallel.len() || !pair.result_map().is_permutation() {
            return None;
        }
        let reduces = consumer.parallel.contains(&false);
        (!reduces || pair.covers_loops()).then_some(pair)
    }

    fn result_map(&self) -> &AffineMap {
        &self.producer.maps[self.producer.inputs + self.result]
    }

    /// The producer's loops as functions of the consumer's.
    fn loops(&self) -> Option<AffineMap> {
        Some(self.result_map().inverse_permutation()?.compose(&self.consumer.maps[self.operand]))
    }

    /// The map of an operand of the producer as one of the consumer's loops.
    fn moved_map(&self, operand: usize) -> Option<AffineMap> {
        let inverse = self.result_map().inverse_permutation()?;
        let map = self.producer.maps[operand].compose(&inverse);
        Some(map.compose(&self.consumer.maps[self.operand]))
    }

    /// Whether the operands that stay run along all loops of the consumer.
    fn covers_loops(&self) -> bool {
        let mut covered = vec![false; self.consumer.parallel.len()];
        let mut cover = |map: &AffineMap| {
            for dim in map.results.iter().filter_map(|result| result.as_dim()) {
                covered[dim as usize] = true;
            }
        };
        let fused = self.consumer.op.operand(self.operand);
        for (operand, map) in self.consumer.op.operands().zip(&self.consumer.maps) {
            if operand != fused {
                cover(map);
            }
        }
        (0..self.producer.inputs).filter_map(|i| self.moved_map(i)).for_each(|map| cover(&map));
        !covered.contains(&false)
    }

    /// The producer's results that the fused op must return as well.
    fn preserved(&self) -> Vec<bool> {
        let (producer, consumer) = (&self.producer, &self.consumer);
        let mut dropped = Vec::new();
        let mut preserved = Vec::with_capacity(producer.outputs());
        for (i, result) in producer.op.results().enumerate() {
            let at = producer.inputs + i;
            dropped.push(at);
            let kept = producer.maps.iter().enumerate().filter(|(i, _)| !dropped.contains(i));
            let others = consumer.maps.iter().enumerate().filter(|(i, _)| *i != self.operand);
            let maps: Vec<AffineMap> = kept.chain(others).map(|(_, map)| map.clone()).collect();
            let loops = producer.parallel.len() + consumer.parallel.len();
            let keep = producer.sees(at)
                || !bound_loops(&maps, loops)
                || result.uses().any(|(user, _)| user != consumer.op);
            if keep {
                dropped.pop();
            }
            preserved.push(keep);
        }
        preserved
    }
}

/// Whether a `linalg.generic` and the one that computes an operand of it can become one op.
#[must_use]
pub fn is_fusable(consumer: OpRef<'_>, operand: usize) -> bool {
    Pair::of(consumer, operand).is_some()
}

/// A `linalg.generic` that computes what two did.
#[derive(Clone, Debug)]
pub struct FusedElementwise {
    /// The op.
    pub op: Op,
    /// The results of the producer that the op has as well, with those that are the same.
    pub preserved: Vec<(Value, Value)>,
    /// The results that take the place of the consumer's.
    pub results: Vec<Value>,
}

/// Creates a `linalg.generic` at the insertion point that fuses a consumer with the producer of an operand;
/// both stay. `None` if they cannot be fused.
pub fn fuse_elementwise(rw: &mut Rewriter<'_>, consumer: Op, operand: usize) -> Option<FusedElementwise> {
    let pair = Pair::of(rw.op(consumer), operand)?;
    let kept = pair.preserved();
    let producer: Vec<Value> = pair.producer.op.results().map(|result| result.id()).collect();
    let plan = Plan::of(&pair, &kept)?;
    let op = plan.build(rw)?;
    let mut results: Vec<Value> = rw.body().results(op).collect();
    let own = results.split_off(kept.iter().filter(|kept| **kept).count());
    let preserved = producer.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(result, _)| result);
    Some(FusedElementwise { op, preserved: preserved.zip(results).collect(), results: own })
}

/// Fuses the first operand whose producer has no other use.
fn fuse_producer(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let operand = (0..view.num_operands()).find(|&operand| {
        Pair::of(view, operand).is_some_and(|pair| {
            let uses = pair.producer.op.results().map(|result| result.uses().take(2).count()).sum::<usize>();
            uses == 1
        })
    })?;
    let fused = fuse_elementwise(rw, op, operand)?;
    rw.replace_op(op, &fused.results);
    Some(())
}

/// The plan of a fusion of a producer into an operand of a consumer.
struct Plan {
    producer: Op,
    consumer: Op,
    operand: usize,
    result: usize,
    producer_inputs: usize,
    consumer_inputs: usize,
    preserved: Vec<bool>,
    inputs: Vec<Value>,
    outputs: Vec<Value>,
    maps: Vec<AffineMap>,
    parallel: Vec<bool>,
    types: Vec<Type>,
    loops: AffineMap,
    loc: Loc,
}

impl Plan {
    fn of(pair: &Pair<'_>, preserved: &[bool]) -> Option<Self> {
        let (producer, consumer) = (&pair.producer, &pair.consumer);
        let cx = producer.op.cx();
        let (mut inputs, mut outputs, mut maps) = (Vec::new(), Vec::new(), Vec::new());
        for i in 0..consumer.inputs {
            if i != pair.operand {
                inputs.push(consumer.op.operand(i).id());
                maps.push(consumer.maps[i].clone());
                continue;
            }
            for j in 0..producer.inputs {
                inputs.push(producer.op.operand(j).id());
                maps.push(pair.moved_map(j)?);
            }
        }
        let mut types = Vec::new();
        for (i, _) in preserved.iter().enumerate().filter(|(_, kept)| **kept) {
            let output = producer.op.operand(producer.inputs + i);
            outputs.push(output.id());
            maps.push(pair.moved_map(producer.inputs + i)?);
            types.push(output.ty());
        }
        for (i, map) in consumer.maps.iter().enumerate().skip(consumer.inputs) {
            let output = consumer.op.operand(i);
            outputs.push(output.id());
            maps.push(map.clone());
            if !output.ty().is_memref(cx) {
                types.push(output.ty());
            }
        }
        if !bound_loops(&maps, consumer.parallel.len()) {
            return None;
        }
        Some(Self {
            producer: producer.op.id(),
            consumer: consumer.op.id(),
            operand: pair.operand,
            result: pair.result,
            producer_inputs: producer.inputs,
            consumer_inputs: consumer.inputs,
            preserved: preserved.to_vec(),
            inputs,
            outputs,
            maps,
            parallel: consumer.parallel.clone(),
            types,
            loops: pair.loops()?,
            loc: consumer.op.loc(),
        })
    }

    fn build(&self, rw: &mut Rewriter<'_>) -> Option<Op> {
        let cx = rw.cx();
        let region = rw.new_region();
        let args: Vec<(Type, Loc)> = self
            .inputs
            .iter()
            .chain(&self.outputs)
            .map(|&value| (element_or_self(cx, rw.value(value).ty()), self.loc))
            .collect();
        let block = rw.create_block(region, &args);
        let loops = Loops {
            inputs: &self.inputs,
            outputs: &self.outputs,
            maps: &self.maps,
            parallel: &self.parallel,
        };
        let made = make_generic(rw, &loops, &self.types, region, self.loc);
        rw.set_insertion_point_to_end(block);
        self.fill(rw, block)?;
        Some(made)
    }

    /// Clones both payloads into the block.
    fn fill(&self, rw: &mut Rewriter<'_>, block: Block) -> Option<()> {
        let [first, second] = [self.producer, self.consumer].map(|op| rw.op(op).single_region().id());
        let (first, second) = (rw.body().entry(first)?, rw.body().entry(second)?);
        let mut map = IrMapping::new();
        let mut fresh = rw.body().args(block).collect::<Vec<_>>().into_iter();
        let producer_args: Vec<Value> = rw.body().args(first).collect();
        let consumer_args: Vec<Value> = rw.body().args(second).collect();
        let kept = self.preserved.iter().zip(&producer_args[self.producer_inputs..]);
        let order = consumer_args[..self.operand]
            .iter()
            .chain(&producer_args[..self.producer_inputs])
            .chain(&consumer_args[self.operand + 1..self.consumer_inputs])
            .chain(kept.filter(|(kept, _)| **kept).map(|(_, arg)| arg))
            .chain(&consumer_args[self.consumer_inputs..]);
        for (&arg, new) in order.zip(fresh.by_ref()) {
            map.map(arg, new);
        }
        self.map_indices(rw, first, &mut map);
        let yielded = clone_payload(rw, first, &mut map, true)?;
        map.map(consumer_args[self.operand], *yielded.get(self.result)?);
        let last = clone_payload(rw, second, &mut map, false)?;
        let kept = self.preserved.iter().zip(yielded).filter(|(kept, _)| **kept);
        let values: Vec<Value> = kept.map(|(_, value)| value).chain(last).collect();
        rw.build(YieldOp::of(&values).loc(self.loc));
        Some(())
    }

    /// The numbers of the producer's iterations are computed of those of the fused op's.
    fn map_indices(&self, rw: &mut Rewriter<'_>, block: Block, map: &mut IrMapping) {
        let cx = rw.cx();
        let uses: Vec<(Op, usize)> = rw
            .body()
            .ops_of(block)
            .filter_map(|op| {
                let index = rw.op(op).cast::<IndexOp>()?;
                Some((op, index.dim() as usize))
            })
            .collect();
        if uses.is_empty() {
            return;
        }
        let loc = rw.body().loc(self.producer);
        let mut indices = Vec::with_capacity(self.parallel.len());
        for dim in 0..self.parallel.len() {
            let dim = cx.int_attr(Type::I64, dim as i64);
            indices.push(rw.build_value(IndexOp::of().dim_attr(dim).result(Type::INDEX).loc(loc)));
        }
        for (op, dim) in uses {
            let of = cx.affine_map_attr(self.loops.sub_map(&[dim]));
            let index = rw.build_value(AffineApplyOp::of(&indices).map_attr(of).result(Type::INDEX).loc(loc));
            let old = rw.body().single_result(op);
            map.map(old, index);
        }
    }
}

/// Clones the ops of a block except for its terminator, and optionally `linalg.index` ops; returns the
/// operands of the terminator.
fn clone_payload(
    rw: &mut Rewriter<'_>,
    block: Block,
    map: &mut IrMapping,
    mapped_indices: bool,
) -> Option<Vec<Value>> {
    let mut ops: Vec<Op> = rw.body().ops_of(block).collect();
    let end = ops.pop()?;
    for op in ops {
        if !mapped_indices || !rw.op(op).isa::<IndexOp>() {
            rw.clone_op(op, map)?;
        }
    }
    Some(rw.body().operands(end).map(|value| map.value(value)).collect())
}
