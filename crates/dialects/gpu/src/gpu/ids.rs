//! The place of a thread, and the sizes of what it is part of.

use terrace_ir::attr_kind::IndexAttr;
use terrace_ir::constraints::INDEX;
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::int_range::{InferIntRange, Range};
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::matchers::m_constant_int;
use terrace_ir::value_bounds::{AffineExpr, BoundSet, Quantity, Relation, ValueBounds};
use terrace_ir::{Context, OpRef, Value};
use terrace_macros::op;
use terrace_support::apint::ApInt;

use super::attrs::{Dimension, DimensionAttr};
use super::kernel::GPUFuncOp;
use super::launch::LaunchOp;

/// The greatest size of a block, a grid or a number of clusters.
const MAX_DIM: u64 = u32::MAX as u64;
/// The greatest number of blocks in a cluster.
const MAX_CLUSTER_DIM: u64 = 8;
/// The greatest size of a subgroup.
const MAX_SUBGROUP_SIZE: u64 = 128;

/// The owner of a size.
#[derive(Clone, Copy)]
enum Level {
    /// Of a block, in threads.
    Block,
    /// Of a grid, in blocks.
    Grid,
    /// Of a cluster, in blocks.
    Cluster,
}

impl Level {
    /// The attributes of functions that declare a size: that of `gpu.func`, and that of any function.
    fn attrs(self) -> (&'static str, &'static str) {
        match self {
            Level::Block => ("known_block_size", "gpu.known_block_size"),
            Level::Grid => ("known_grid_size", "gpu.known_grid_size"),
            Level::Cluster => ("known_cluster_size", "gpu.known_cluster_size"),
        }
    }

    /// The operand slot of a launch that is the first of three sizes.
    fn first_slot(self) -> usize {
        match self {
            Level::Grid => 1,
            Level::Block => 4,
            Level::Cluster => 7,
        }
    }
}

fn size_in(cx: &Context, op: OpRef<'_>, name: &str, dim: Dimension) -> Option<u64> {
    let sizes = op.attr(name)?.as_i32_array(cx)?;
    sizes.get(dim as usize).map(|&size| u64::from(size as u32))
}

/// The size that a launch or a function around the op declares; `None` if it is not known.
fn declared(op: OpRef<'_>, dim: Dimension, level: Level) -> Option<u64> {
    let cx = op.cx();
    let mut around = std::iter::successors(op.parent_op(), |op| op.parent_op());
    let (mut kernel, mut function) = (None, None);
    for outer in around.by_ref() {
        if outer.isa::<LaunchOp>() {
            let size = outer.operand_group(level.first_slot() + dim as usize).next();
            if let Some(size) = size.and_then(m_constant_int) {
                return size.to_u64();
            }
        }
        let is_function = outer.interface::<dyn FunctionOp>().is_some();
        function = function.or(is_function.then_some(outer));
        kernel = kernel.or(outer.isa::<GPUFuncOp>().then_some(outer));
    }
    let (of_kernel, of_function) = level.attrs();
    let inherent = kernel.and_then(|kernel| size_in(cx, kernel, of_kernel, dim));
    inherent.or_else(|| size_in(cx, function?, of_function, dim))
}

fn between(least: u64, most: u64) -> Range {
    Range::unsigned(ApInt::new(64, least), ApInt::new(64, most))
}

fn upper_bound(op: OpRef<'_>) -> Option<u64> {
    op.attr("upper_bound")?.as_u64(op.cx())
}

fn dimension(op: OpRef<'_>) -> Dimension {
    let attr = op.attr("dimension");
    attr.and_then(|attr| terrace_ir::enum_attr::enum_param(op.cx(), attr, &super::attrs::DIM))
        .map_or(Dimension::X, |dimension| dimension)
}

/// A size: exactly that of the context, or from one to the declared bound.
fn size(op: OpRef<'_>, level: Option<Level>, most: u64) -> Range {
    match level.and_then(|level| declared(op, dimension(op), level)) {
        Some(known) => between(known, known),
        None => between(1, upper_bound(op).unwrap_or(most).max(1)),
    }
}

/// A number below a size.
fn id(op: OpRef<'_>, level: Option<Level>, most: u64) -> Range {
    let size = level.and_then(|level| declared(op, dimension(op), level)).unwrap_or(most);
    between(0, upper_bound(op).unwrap_or(size).max(1) - 1)
}

fn global_id(op: OpRef<'_>) -> Range {
    if let Some(bound) = upper_bound(op) {
        return between(0, bound.max(1) - 1);
    }
    let size = |level| declared(op, dimension(op), level).unwrap_or(MAX_DIM);
    between(0, size(Level::Block).saturating_mul(size(Level::Grid)).max(1) - 1)
}

/// The bounds of the result are those of its range.
fn bound_result<'a>(op: OpRef<'a>, quantity: Quantity<'a>, range: &Range, set: &mut dyn BoundSet<'a>) {
    if quantity.dim.is_some() || quantity.value != op.single_result() {
        return;
    }
    for (relation, bound) in [(Relation::AtLeast, range.smin()), (Relation::AtMost, range.smax())] {
        if let Some(bound) = bound.to_i64() {
            set.bound(quantity, relation, AffineExpr::constant(bound));
        }
    }
}

macro_rules! ranges {
    ($marker:ident, $range:expr) => {
        impl InferIntRange for $marker {
            fn infer(&self, op: OpRef<'_>, _: &[Option<Range>], set: &mut dyn FnMut(Value, Range)) {
                let range: fn(OpRef<'_>) -> Range = $range;
                set(op.single_result().id(), range(op));
            }
        }

        impl ValueBounds for $marker {
            fn bounds<'a>(&self, op: OpRef<'a>, quantity: Quantity<'a>, set: &mut dyn BoundSet<'a>) {
                let range: fn(OpRef<'_>) -> Range = $range;
                bound_result(op, quantity, &range(op), set);
            }
        }
    };
}

macro_rules! dimension_ops {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $range:expr;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Pure, InferTypes, OpAsmInterface), interfaces(dyn InferIntRange, dyn ValueBounds),
             names = |op, set| named(op, $name, set), format = "$dimension (`upper_bound` $upper_bound^)? attr-dict")]
        pub struct $marker {
            dimension: Prop<DimensionAttr>,
            upper_bound: OptProp<IndexAttr>,
            _result: Res<INDEX>,
        }

        ranges!($marker, $range);
    )*};
}

macro_rules! plain_ops {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $format:literal, $range:expr;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Pure, InferTypes), interfaces(dyn InferIntRange, dyn ValueBounds), format = $format)]
        pub struct $marker {
            upper_bound: OptProp<IndexAttr>,
            result: Res<INDEX>,
        }

        ranges!($marker, $range);
    )*};
}

/// Names the result after the op and its dimension: `block_id_x`.
fn named(op: OpRef<'_>, name: &str, set: &mut dyn FnMut(Value, &str)) {
    let stem = name.strip_prefix("gpu.").unwrap_or(name);
    set(op.single_result().id(), &format!("{stem}_{}", dimension(op).keyword()));
}

dimension_ops! {
    /// The size of a block, in threads.
    BlockDimOp = "gpu.block_dim", |op| size(op, Some(Level::Block), MAX_DIM);
    /// The number of a block in its grid.
    BlockIdOp = "gpu.block_id", |op| id(op, Some(Level::Grid), MAX_DIM);
    /// The number of a block in its cluster.
    ClusterBlockIdOp = "gpu.cluster_block_id", |op| id(op, Some(Level::Cluster), MAX_CLUSTER_DIM);
    /// The size of a cluster, in blocks.
    ClusterDimBlocksOp = "gpu.cluster_dim_blocks", |op| size(op, Some(Level::Cluster), MAX_CLUSTER_DIM);
    /// The number of clusters in the grid.
    ClusterDimOp = "gpu.cluster_dim", |op| size(op, None, MAX_DIM);
    /// The number of a cluster in the grid.
    ClusterIdOp = "gpu.cluster_id", |op| id(op, None, MAX_DIM);
    /// The number of a thread in the grid.
    GlobalIdOp = "gpu.global_id", global_id;
    /// The size of the grid, in blocks.
    GridDimOp = "gpu.grid_dim", |op| size(op, Some(Level::Grid), MAX_DIM);
    /// The number of a thread in its block.
    ThreadIdOp = "gpu.thread_id", |op| id(op, Some(Level::Block), MAX_DIM);
}

plain_ops! {
    /// The number of a thread in its subgroup.
    LaneIdOp = "gpu.lane_id", "(`upper_bound` $upper_bound^)? attr-dict", |op| id(op, None, MAX_SUBGROUP_SIZE);
    /// The number of subgroups in a block.
    NumSubgroupsOp = "gpu.num_subgroups", "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)",
        |op| size(op, None, MAX_DIM);
    /// The number of a subgroup in its block.
    SubgroupIdOp = "gpu.subgroup_id", "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)",
        |op| id(op, None, MAX_DIM);
    /// The size of a subgroup, in threads.
    SubgroupSizeOp = "gpu.subgroup_size", "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)",
        |op| size(op, None, MAX_SUBGROUP_SIZE);
}
