//! `linalg-fold-unit-extent-dims`: loops that run once, and the dimensions along which they run, go.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_linalg::CANONICALIZE_FILLS;
use terrace_dialects_linalg::builders::{Loops, make_generic, tensor_types};
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::region_ops::IndexOp;
use terrace_dialects_linalg::structured::{as_structured, has_tensor_semantics, keeps_elements};
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::tensor::{
    CastOp, CollapseShapeOp, EmptyOp, ExpandShapeOp, FOLD_EMPTY_TENSOR_WITH_DIM, PadOp,
    constant_padding_value,
};
use terrace_ir::pattern::Pattern;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{InsertPoint, Op, OpKind, OpRef, Rewriter, Type, Value, ValueDef, op_match, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::walk::body_post_order;

use super::empty::FOLD_EMPTY;
use super::fusion::bound_loops;
use super::rank_reduction::{Shapes, collapse, expand, pad_without};
use super::sizes::empty_like;
use terrace_passes_shared::greedy::{Greedy, canonicalization_of};
use terrace_passes_shared::resolve_dims::RESOLVE_DIMS;

pass_options! {
    /// The options of the pass.
    struct FoldUnitExtentDimsOptions {
        /// Generate rank-reducing slices instead of reassociative reshapes
        use_rank_reducing_slices("use-rank-reducing-slices"): bool = "false",
    }
}

/// The pass.
pub static FOLD_UNIT_EXTENT_DIMS: PassDef = PassDef {
    name: "linalg-fold-unit-extent-dims",
    class: "LinalgFoldUnitExtentDimsPass",
    doc: "Remove unit-extent dimension in Linalg ops on tensors",
    options: FoldUnitExtentDimsOptions::DEFS,
    make: |options| {
        let options = FoldUnitExtentDimsOptions::from(options);
        let slices = options.use_rank_reducing_slices;
        let mut patterns =
            vec![pattern!("read_destination", GenericOp, |rw, op| read_destination(rw, op.into()))];
        patterns.extend(cleanup_patterns(slices));
        Ok(Pass::Body(Box::new(FoldUnitDims { slices, cleanup: Greedy::new(&patterns) })))
    },
    ..EMPTY_PASS
};

/// The patterns that simplify IR after unit dimensions were dropped.
fn cleanup_patterns(slices: bool) -> Vec<Pattern> {
    let mut patterns = Vec::new();
    if !slices {
        patterns.extend_from_slice(super::rank_reduction::SLICES);
        patterns.extend(canonicalization_of(CollapseShapeOp::DEF));
        patterns.extend(canonicalization_of(ExpandShapeOp::DEF));
    }
    patterns.extend_from_slice(CANONICALIZE_FILLS);
    patterns.extend(canonicalization_of(CastOp::DEF).filter(|pattern| pattern.name.contains("empty")));
    patterns.push(FOLD_EMPTY_TENSOR_WITH_DIM);
    patterns.extend(canonicalization_of(EmptyOp::DEF));
    patterns.extend_from_slice(FOLD_EMPTY);
    patterns.extend_from_slice(RESOLVE_DIMS);
    patterns
}

/// Patterns that drop loops that run once, by reshapes of operands.
pub static FOLD_UNIT_DIMS_BY_RESHAPES: &[Pattern] = &[
    Pattern::new("DropUnitDims", GenericOp::DEF.name, |rw, op| drop_unit_dims(rw, op, &UnitDims::all(false))),
    pattern!("DropPadUnitDims", PadOp, |rw, op| drop_unit_borders(rw, op, false)),
];

/// Patterns that drop loops that run once, by slices of operands.
pub static FOLD_UNIT_DIMS_BY_SLICES: &[Pattern] = &[
    Pattern::new("DropUnitDims", GenericOp::DEF.name, |rw, op| drop_unit_dims(rw, op, &UnitDims::all(true))),
    pattern!("DropPadUnitDims", PadOp, |rw, op| drop_unit_borders(rw, op, true)),
];

struct FoldUnitDims {
    slices: bool,
    cleanup: Greedy,
}

impl BodyPass for FoldUnitDims {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        for op in body_post_order(rw.body()) {
            if rw.body().is_erased(op) {
                continue;
            }
            rw.set_insertion_point(InsertPoint::Before(op));
            op_match!(rw.op(op), {
                GenericOp => {
                    drop_unit_dims(rw, op, &UnitDims::all(self.slices));
                }
                PadOp => {
                    drop_unit_borders(rw, PadOp::assume(op), self.slices);
                }
                _ => {}
            })
        }
        self.cleanup.run(rw, run)
    }
}

/// The loops that run once.
fn unit_loops(op: OpRef<'_>, maps: &[AffineMap]) -> Vec<bool> {
    let mut extents = vec![None; maps.first().map_or(0, |map| map.num_dims as usize)];
    for (operand, map) in op.operands().zip(maps) {
        let shape = operand.ty().shape_or_scalar(op.cx());
        for (&extent, result) in shape.iter().zip(&map.results) {
            if let Some(dim) = result.as_dim() {
                extents[dim as usize].get_or_insert(extent);
            }
        }
    }
    extents.into_iter().map(|extent| extent == Some(1)).collect()
}

/// The dimensions of an operand without those along which only dropped loops run.
fn shapes_of(shape: &[i64], map: &AffineMap, unit: &[bool], new_dims: &[AffineExpr]) -> (Shapes, AffineMap) {
    let kept = unit.iter().filter(|unit| !**unit).count() as u32;
    let replaced = map.replace_dims_and_symbols(new_dims, &[], kept, 0);
    let drops = |dim: usize| {
        if shape[dim] != 1 {
            return false;
        }
        match map.results[dim].as_dim() {
            Some(old) => unit[old as usize],
            None => replaced.results[dim].as_constant() == Some(0),
        }
    };
    let dropped: Vec<bool> = (0..shape.len()).map(drops).collect();
    let results = (0..shape.len()).filter(|&dim| !dropped[dim]).map(|dim| replaced.results[dim].clone());
    let map = AffineMap::new(kept, map.num_symbols, results.collect());
    (Shapes::without(shape, &dropped), map)
}

/// The loops that are dropped, and how operands lose their dimensions.
#[derive(Clone, Copy)]
pub struct UnitDims {
    /// Whether operands are sliced, not reshaped.
    pub slices: bool,
    /// Whether tensors with encodings are reshaped, to tensors with the same encodings.
    pub reshapes_encoded: bool,
    /// The loops that may be dropped.
    pub is_wanted: fn(usize) -> bool,
}

impl UnitDims {
    /// All loops that run once, of ops on operands without encodings.
    #[must_use]
    pub fn all(slices: bool) -> Self {
        Self { slices, reshapes_encoded: false, is_wanted: |_| true }
    }
}

/// Replaces a structured op, at the insertion point, by a `linalg.generic` without loops that run once. `None`, without
/// modifications, if no operand loses a dimension.
pub fn drop_unit_dims(rw: &mut Rewriter<'_>, op: Op, options: &UnitDims) -> Option<()> {
    let slices = options.slices;
    let (cx, view) = (rw.cx(), rw.op(op));
    let structured = as_structured(view)?;
    let maps = structured.indexing_maps(view);
    let loops = maps.first()?.num_dims as usize;
    if loops == 0 || !bound_loops(&maps, loops) {
        return None;
    }
    let mut unit = unit_loops(view, &maps);
    unit.iter_mut().enumerate().for_each(|(dim, unit)| *unit &= (options.is_wanted)(dim));
    let mut count = 0;
    let new_dims: Vec<AffineExpr> = unit
        .iter()
        .map(|&unit| {
            if unit {
                return AffineExpr::constant(0);
            }
            count += 1;
            AffineExpr::dim(count - 1)
        })
        .collect();
    let (first, _) = structured.destinations(view);
    let mut plans = Vec::with_capacity(maps.len());
    for (operand, map) in view.operands().zip(&maps) {
        plans.push(shapes_of(operand.ty().shape_or_scalar(cx), map, &unit, &new_dims));
    }
    let new_maps: Vec<AffineMap> = plans.iter().map(|(_, map)| map.clone()).collect();
    if new_maps == maps || !bound_loops(&new_maps, count as usize) {
        return None;
    }
    let changes = |i: usize| maps[i].num_results() != new_maps[i].num_results();
    let encoded = |i: usize| {
        let operand = rw.op(op).operand(i);
        let is_reshaped = options.reshapes_encoded && operand.ty().is_tensor(cx);
        !is_reshaped && super::rank_reduction::is_fixed(operand)
    };
    if (0..maps.len()).any(|i| changes(i) && encoded(i)) {
        return None;
    }
    let parallel: Vec<bool> = structured
        .parallel(view)
        .into_iter()
        .zip(&unit)
        .filter(|(_, unit)| !**unit)
        .map(|(p, _)| p)
        .collect();
    let old: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let (loc, results) = (view.loc(), view.num_results());
    let region = view.single_region().id();
    let mut operands = Vec::with_capacity(old.len());
    for (i, &value) in old.iter().enumerate() {
        operands.push(if changes(i) { collapse(rw, value, &plans[i].0, slices, loc)? } else { value });
    }
    let (inputs, outputs) = operands.split_at(first);
    let types = if results == 0 { Vec::new() } else { tensor_types(rw, outputs) };
    let fresh = rw.new_region();
    rw.clone_region(region, fresh, &mut IrMapping::new())?;
    let loops = Loops { inputs, outputs, maps: &new_maps, parallel: &parallel };
    let made = make_generic(rw, &loops, &types, fresh, loc);
    renumber_indices(rw, made, &unit);
    rw.set_insertion_point_after(made);
    let mut values = Vec::with_capacity(results);
    for i in 0..results {
        let value = rw.body().result(made, i);
        let at = first + i;
        values.push(if changes(at) { expand(rw, value, old[at], &plans[at].0, slices, loc)? } else { value });
    }
    rw.replace_op(op, &values);
    Some(())
}

/// Renumbers `linalg.index` ops after unit loops are dropped.
fn renumber_indices(rw: &mut Rewriter<'_>, op: Op, unit: &[bool]) {
    let cx = rw.cx();
    let Some(block) = rw.op(op).single_region().entry() else { return };
    let found: Vec<(Op, usize)> = block
        .ops()
        .filter_map(|op| op.cast::<IndexOp>())
        .map(|index| (index.0.id(), index.dim() as usize))
        .collect();
    for (index, dim) in found {
        let loc = rw.body().loc(index);
        rw.set_insertion_point_before(index);
        if unit[dim] {
            let zero = index_constant(rw, 0, loc);
            rw.replace_op(index, &[zero]);
            continue;
        }
        let below = unit[..dim].iter().filter(|unit| **unit).count();
        if below > 0 {
            let dim = cx.int_attr(Type::I64, (dim - below) as i64);
            rw.replace(index, IndexOp::of().dim_attr(dim));
        }
    }
}

/// Dimensions of one element that get no borders need not be there when the others get them.
fn drop_unit_borders(rw: &mut Rewriter<'_>, op: PadOp, slices: bool) -> Option<()> {
    let view = op.view(rw);
    if super::rank_reduction::is_fixed(view.source()) {
        return None;
    }
    let value = constant_padding_value(view.0)?.id();
    pad_without(rw, op, value, slices)
}

/// A destination that is read is an input, where all iterations are independent, and all of it is written.
fn read_destination(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let structured = as_structured(view)?;
    let (maps, parallel) = (structured.indexing_maps(view), structured.parallel(view));
    if !has_tensor_semantics(view) || parallel.contains(&false) {
        return None;
    }
    let (first, _) = structured.destinations(view);
    let args: Vec<_> = view.single_region().entry()?.args().collect();
    let matches_upstream = rw.cx().matches_upstream();
    let read = (first..args.len()).filter(|&i| !args[i].is_unused());
    let read: Vec<usize> = read.filter(|&i| matches_upstream || !keeps_elements(view, i)).collect();
    if read.is_empty() {
        return None;
    }
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let (types, attrs, loc, old) = (view.result_types(), view.attrs(), view.loc(), view.single_region().id());
    let mut inputs = operands[..first].to_vec();
    inputs.extend(read.iter().map(|&i| operands[i]));
    let mut new_maps = maps[..first].to_vec();
    new_maps.extend(read.iter().map(|&i| maps[i].clone()));
    new_maps.extend_from_slice(&maps[first..]);
    let mut outputs = operands[first..].to_vec();
    let here = rw.insertion_point()?;
    for &i in &read {
        let value = operands[i];
        let point = match rw.body().value_def(value) {
            ValueDef::Result(def) => InsertPoint::after(rw.body(), def),
            ValueDef::Argument(block) => InsertPoint::start(rw.body(), block),
            ValueDef::Placeholder => here,
        };
        rw.set_insertion_point(point);
        let ty = rw.value(value).ty();
        outputs[i - first] = empty_like(rw, value, ty, loc);
    }
    rw.set_insertion_point_before(op);
    let region = rw.new_region();
    rw.clone_region(old, region, &mut IrMapping::new())?;
    let block = rw.body().entry(region)?;
    // The arguments that are read become those of inputs; destinations get new ones after them.
    let olds: Vec<Value> = rw.body().args(block).collect();
    let tys: Vec<Type> = olds.iter().map(|&arg| rw.value(arg).ty()).collect();
    let order: Vec<usize> = (0..first).chain(read.iter().copied()).chain(first..olds.len()).collect();
    let fresh: Vec<Value> = order.iter().map(|&i| rw.add_argument(block, tys[i], loc)).collect();
    for (i, &arg) in olds.iter().enumerate() {
        let at = if i < first {
            i
        } else {
            read.iter().position(|&r| r == i).map_or(i + read.len(), |r| first + r)
        };
        rw.replace_all_uses_with(arg, fresh[at]);
    }
    for i in (0..olds.len()).rev() {
        rw.erase_argument(block, i);
    }
    let loops = Loops { inputs: &inputs, outputs: &outputs, maps: &new_maps, parallel: &parallel };
    let made = make_generic(rw, &loops, &types, region, loc);
    rw.set_attrs(made, attrs);
    rw.replace_op_with(op, made);
    Some(())
}
