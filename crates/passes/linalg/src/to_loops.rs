//! `convert-linalg-to-loops` and its kin: structured ops on buffers as nests of loops around their computation.

use terrace_affine::AffineMap;
use terrace_dialects_core::scf;
use terrace_dialects_linalg::region_ops::IndexOp;
use terrace_dialects_linalg::structured::{as_structured, has_buffer_semantics};
use terrace_dialects_mem::affine::{AffineApplyOp, AffineForOp, AffineLoadOp, AffineStoreOp, AffineYieldOp};
use terrace_dialects_mem::index_values::{index_constant, value_of};
use terrace_dialects_mem::{memref, tensor};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::pattern::{Pattern, RewriteFn};
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{DYNAMIC, Loc, Op, OpFoldResult, OpKind, Rewriter, Type, Value, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

use terrace_dialects_mem::affine::make::make_canonical_apply;

/// The pass that makes `scf.for`.
pub static TO_LOOPS: PassDef = PassDef {
    name: "convert-linalg-to-loops",
    class: "ConvertLinalgToLoopsPass",
    doc: "Lower the operations from the linalg dialect into loops",
    make: |_| Ok(Pass::Body(Box::new(ToLoops(|rw, op| lower(rw, op, LoopKind::For))))),
    ..EMPTY_PASS
};

/// The pass that lowers to `scf.parallel`, and `scf.for` for loops that are not parallel.
pub static TO_PARALLEL_LOOPS: PassDef = PassDef {
    name: "convert-linalg-to-parallel-loops",
    class: "ConvertLinalgToParallelLoopsPass",
    doc: "Lower the operations from the linalg dialect into parallel loops",
    make: |_| Ok(Pass::Body(Box::new(ToLoops(|rw, op| lower(rw, op, LoopKind::Parallel))))),
    ..EMPTY_PASS
};

/// The pass that makes `affine.for`.
pub static TO_AFFINE_LOOPS: PassDef = PassDef {
    name: "convert-linalg-to-affine-loops",
    class: "ConvertLinalgToAffineLoopsPass",
    doc: "Lower the operations from the linalg dialect into affine loops",
    make: |_| Ok(Pass::Body(Box::new(ToLoops(|rw, op| lower(rw, op, LoopKind::Affine))))),
    ..EMPTY_PASS
};

struct ToLoops(RewriteFn);

impl BodyPass for ToLoops {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = rw.cx();
        let mut patterns = PatternSet::new();
        patterns.add(cx, &Pattern::any("LinalgRewritePattern", self.0));
        for def in [memref::DimOp::DEF, tensor::DimOp::DEF, AffineApplyOp::DEF] {
            for &(name, rewrite) in def.canonicalize {
                patterns.add(cx, &Pattern::new(name, def.name, rewrite));
            }
        }
        patterns.add(cx, &pattern!("FoldAffineOp", AffineApplyOp, fold_apply).with_benefit(0));
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run)?;
        Ok(())
    }
}

/// Folds a trivial map to a constant or the operand.
fn fold_apply(rw: &mut Rewriter<'_>, op: AffineApplyOp) -> Option<()> {
    let map = op.view(rw).map_attr().as_affine_map(rw.cx())?;
    let [expr] = &map.results[..] else { return None };
    let value = match map.num_inputs() {
        0 => {
            let loc = rw.body().loc(op);
            rw.set_insertion_point_before(op);
            index_constant(rw, expr.as_constant()?, loc)
        }
        1 if expr.as_dim().is_some() || expr.as_symbol().is_some() => rw.op(op).single_operand().id(),
        _ => return None,
    };
    rw.replace_op(op, &[value]);
    Some(())
}

/// The kind of loops to create.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LoopKind {
    For,
    Parallel,
    Affine,
}

fn lower(rw: &mut Rewriter<'_>, op: Op, kind: LoopKind) -> Option<()> {
    let view = rw.op(op);
    let Some(structured) = as_structured(view).filter(|_| has_buffer_semantics(view)) else {
        return rw.notify_match_failure(op, "expected linalg op with buffer semantics");
    };
    let nest = Nest {
        op,
        kind,
        loc: view.loc(),
        maps: structured.indexing_maps(view),
        destinations: structured.destinations(view),
    };
    let parallel = structured.parallel(view);
    rw.set_insertion_point_before(op);
    let sizes = nest.sizes(rw, parallel.len())?;
    let mut bounds = [Vec::new(), Vec::new(), Vec::new()];
    for size in sizes {
        for (list, index) in bounds.iter_mut().zip([OpFoldResult::Static(0), size, OpFoldResult::Static(1)]) {
            list.push(value_of(rw, index, nest.loc));
        }
    }
    match kind {
        LoopKind::For => nest.make_for(rw, &bounds, &[])?,
        LoopKind::Parallel => nest.make_parallel(rw, &bounds, &parallel, &mut Vec::new())?,
        LoopKind::Affine => nest.make_affine(rw, &bounds)?,
    };
    rw.erase_op(op);
    Some(())
}

/// A nest of loops in the place of an op.
struct Nest {
    op: Op,
    kind: LoopKind,
    loc: Loc,
    maps: Vec<AffineMap>,
    destinations: (usize, usize),
}

impl Nest {
    /// The trip count of each loop: the extent of the first operand dimension that it indexes.
    fn sizes(&self, rw: &mut Rewriter<'_>, loops: usize) -> Option<Vec<OpFoldResult>> {
        let operands: Vec<Value> = rw.body().operands(self.op).collect();
        let mut sizes = vec![None; loops];
        for (&operand, map) in operands.iter().zip(&self.maps) {
            let shape = rw.body().value_type(operand).shape_or_scalar(rw.cx());
            for (dim, &extent) in shape.iter().enumerate() {
                let size = match extent {
                    DYNAMIC => OpFoldResult::Value(self.dim(rw, operand, dim)),
                    _ => OpFoldResult::Static(extent),
                };
                if let Some(at) = map.results.get(dim).and_then(|expr| expr.as_dim()) {
                    sizes.get_mut(at as usize)?.get_or_insert(size);
                }
            }
        }
        sizes.into_iter().collect()
    }

    fn dim(&self, rw: &mut Rewriter<'_>, buffer: Value, dim: usize) -> Value {
        let dim = index_constant(rw, dim as i64, self.loc);
        rw.build_or_fold_value(memref::DimOp::of(buffer, dim).loc(self.loc))
    }

    /// One `scf.for` in the other, with the computation in the innermost.
    fn make_for(
        &self,
        rw: &mut Rewriter<'_>,
        [lower, upper, step]: &[Vec<Value>; 3],
        outer: &[Value],
    ) -> Option<()> {
        let mut ivs = outer.to_vec();
        let mut blocks = Vec::new();
        for i in 0..lower.len() {
            let region = rw.new_region();
            let block = rw.create_block(region, &[(Type::INDEX, self.loc)]);
            rw.build(scf::ForOp::of(lower[i], upper[i], step[i], &[]).loc(self.loc).region(region));
            ivs.push(rw.body().arg(block, 0));
            blocks.push(block);
            rw.set_insertion_point_to_start(block);
        }
        let Some((&inner, others)) = blocks.split_last() else { return self.compute(rw, &ivs) };
        for &block in others {
            rw.set_insertion_point_to_end(block);
            rw.build(scf::YieldOp::of(&[]).loc(self.loc));
        }
        rw.set_insertion_point_to_start(inner);
        self.compute(rw, &ivs)?;
        rw.set_insertion_point_to_end(inner);
        rw.build(scf::YieldOp::of(&[]).loc(self.loc));
        Some(())
    }

    /// One loop for each run of parallel ones and for each other one; from the inside out.
    fn make_parallel(
        &self,
        rw: &mut Rewriter<'_>,
        bounds: &[Vec<Value>; 3],
        parallel: &[bool],
        ivs: &mut Vec<Value>,
    ) -> Option<()> {
        let done = ivs.len();
        if done == parallel.len() {
            return self.compute(rw, ivs);
        }
        let count = parallel[done..].iter().take_while(|&&parallel| parallel).count();
        let part = |list: &Vec<Value>| list[done..done + count.max(1)].to_vec();
        let [lower, upper, step] = [part(&bounds[0]), part(&bounds[1]), part(&bounds[2])];
        let region = rw.new_region();
        let block = rw.create_block(region, &vec![(Type::INDEX, self.loc); lower.len()]);
        ivs.extend(rw.body().args(block));
        let looped: Op = if count == 0 {
            rw.build(scf::ForOp::of(lower[0], upper[0], step[0], &[]).loc(self.loc).region(region)).into()
        } else {
            let op = scf::ParallelOp::of().loc(self.loc).lower_bound(&lower).upper_bound(&upper);
            rw.build(op.step(&step).region(region)).into()
        };
        rw.set_insertion_point_to_end(block);
        self.make_parallel(rw, bounds, parallel, ivs)?;
        rw.set_insertion_point_to_end(block);
        let _: Op = match count {
            0 => rw.build(scf::YieldOp::of(&[]).loc(self.loc)).into(),
            _ => rw.build(scf::ReduceOp::of(&[]).loc(self.loc)).into(),
        };
        rw.set_insertion_point_after(looped);
        Some(())
    }

    /// One `affine.for` in the other, with the computation in the innermost.
    fn make_affine(&self, rw: &mut Rewriter<'_>, [lower, ends, _]: &[Vec<Value>; 3]) -> Option<()> {
        let mut ivs = Vec::new();
        if lower.is_empty() {
            return self.compute(rw, &ivs);
        }
        for i in 0..lower.len() {
            let region = rw.new_region();
            let block = rw.create_block(region, &[(Type::INDEX, self.loc)]);
            ivs.push(rw.body().arg(block, 0));
            let constants = m_scalar_i64(rw.value(lower[i])).zip(m_scalar_i64(rw.value(ends[i])));
            let cx = rw.cx();
            let (lower, upper, maps): (&[Value], &[Value], _) = match constants {
                Some((from, to)) => (&[], &[], [AffineMap::constant(from), AffineMap::constant(to)]),
                None => (&lower[i..=i], &ends[i..=i], [AffineMap::identity(1), AffineMap::identity(1)]),
            };
            let [from, to] = maps.map(|map| cx.affine_map_attr(map));
            let one = cx.int_attr(Type::INDEX, 1);
            rw.build(
                AffineForOp::of()
                    .loc(self.loc)
                    .lower_bound_operands(lower)
                    .upper_bound_operands(upper)
                    .lower_bound_map_attr(from)
                    .upper_bound_map_attr(to)
                    .step_attr(one)
                    .region(region),
            );
            rw.set_insertion_point_to_end(block);
            if i + 1 == ends.len() {
                self.compute(rw, &ivs)?;
            }
            rw.set_insertion_point_to_end(block);
            rw.build(AffineYieldOp::of(&[]).loc(self.loc));
            rw.set_insertion_point_to_start(block);
        }
        Some(())
    }

    fn subscripts(&self, rw: &mut Rewriter<'_>, operand: usize, ivs: &[Value]) -> Vec<Value> {
        let map = &self.maps[operand];
        map.results
            .iter()
            .map(|expr| {
                let map = AffineMap::new(map.num_dims, map.num_symbols, vec![expr.clone()]);
                make_canonical_apply(rw, self.loc, map, ivs)
            })
            .collect()
    }

    fn load(&self, rw: &mut Rewriter<'_>, operand: usize, ivs: &[Value]) -> Value {
        let value = rw.body().operand(self.op, operand);
        let ty = rw.body().value_type(value);
        if !ty.is_memref(rw.cx()) {
            return value;
        }
        let element = ty.element_type(rw.cx()).unwrap_or(ty);
        let indices = self.subscripts(rw, operand, ivs);
        match self.kind {
            LoopKind::Affine => {
                let map = rw.cx().affine_map_attr(AffineMap::identity(indices.len() as u32));
                rw.build_value(AffineLoadOp::of(value, &indices).map_attr(map).result(element).loc(self.loc))
            }
            _ => rw.build_value(memref::LoadOp::of(value, &indices).result(element).loc(self.loc)),
        }
    }

    fn store(&self, rw: &mut Rewriter<'_>, value: Value, operand: usize, indices: &[Value]) {
        let buffer = rw.body().operand(self.op, operand);
        match self.kind {
            LoopKind::Affine => {
                let map = rw.cx().affine_map_attr(AffineMap::identity(indices.len() as u32));
                rw.build(AffineStoreOp::of(value, buffer, indices).map_attr(map).loc(self.loc));
            }
            _ => {
                rw.build(memref::StoreOp::of(value, buffer, indices).loc(self.loc));
            }
        }
    }

    /// Loads the elements of one iteration, computes and stores.
    fn compute(&self, rw: &mut Rewriter<'_>, ivs: &[Value]) -> Option<()> {
        let count = rw.body().operands(self.op).len();
        let loaded: Vec<Value> = (0..count).map(|i| self.load(rw, i, ivs)).collect();
        let (first, outputs) = self.destinations;
        let indexing: Vec<Vec<Value>> =
            (first..first + outputs).map(|i| self.subscripts(rw, i, ivs)).collect();
        let block = rw.body().entry(rw.body().regions(self.op).next()?)?;
        let mut map = IrMapping::new();
        rw.body().args(block).zip(loaded).for_each(|(arg, value)| map.map(arg, value));
        let ops: Vec<Op> = rw.body().ops_of(block).collect();
        let (&end, ops) = ops.split_last()?;
        let mut indices = Vec::new();
        for &op in ops {
            let copy = rw.clone_op(op, &mut map)?;
            if rw.op(copy).isa::<IndexOp>() {
                indices.push(copy);
            }
        }
        let values: Vec<Value> = rw.body().operands(end).map(|value| map.value(value)).collect();
        for (i, value) in values.into_iter().enumerate() {
            self.store(rw, value, first + i, &indexing[i]);
        }
        for index in indices {
            let dim = IndexOp::view_of(rw.op(index)).dim();
            rw.replace_op(index, &[*ivs.get(usize::try_from(dim).ok()?)?]);
        }
        Some(())
    }
}
