//! The region of a warp as an `scf.if` of its first lane; what enters and leaves it goes through memory.

use std::sync::Arc;

use terrace_dialects_core::arith::{CmpIOp, CmpIPredicate};
use terrace_dialects_core::scf::{IfOp, YieldOp};
use terrace_dialects_gpu::gpu::warp::WarpExecuteOnLane0Op;
use terrace_dialects_mem::affine::make::apply_expr;
use terrace_dialects_mem::index_values::{index_constant, value_of};
use terrace_dialects_mem::memref::{LoadOp, StoreOp};
use terrace_dialects_vector::types::as_vector;
use terrace_ir::pattern::Root;
use terrace_ir::{Context, InsertPoint, Loc, Op, OpFoldResult, OpKind, Rewriter, Type, Value};
use terrace_passes_shared::transfers::{Read, create_read, create_write, minor_map};
use terrace_rewrite::PatternSet;

use super::lanes::distributed_dims;
use super::region::Warp;

/// Creates a buffer for a value of a type at the insertion point: one of the extents of a vector, or of one scalar. `None` if it
/// cannot.
pub type AllocateForWarp = Arc<dyn Fn(&mut Rewriter<'_>, Op, Type) -> Option<Value> + Send + Sync>;
/// Makes all lanes wait for each other at the insertion point.
pub type SynchronizeWarp = Arc<dyn Fn(&mut Rewriter<'_>, Op) + Send + Sync>;

/// The memory that values go through.
#[derive(Clone)]
pub struct WarpMemory {
    /// Creates buffers that all lanes access.
    pub allocate: AllocateForWarp,
    /// Waits until all lanes have stored what the others load.
    pub synchronize: SynchronizeWarp,
}

/// Adds the pattern that lowers `gpu.warp_execute_on_lane_0`.
pub fn add_warp_to_scf_if(set: &mut PatternSet, cx: &Context, options: &WarpMemory) {
    let options = options.clone();
    let lower = move |rw: &mut Rewriter<'_>, op: Op| lower(rw, WarpExecuteOnLane0Op::assume(op), &options);
    let root = Root::Op(WarpExecuteOnLane0Op::DEF.name);
    set.add_action(cx, "WarpOpToScfIfPattern", root, 1, Box::new(lower));
}

/// A value that the first lane has whole, and each lane a part of, in a buffer.
struct Transit {
    buffer: Value,
    whole: Type,
    part: Type,
    lane: Value,
    zero: Value,
    loc: Loc,
}

impl Transit {
    /// The indices of the whole or of a lane's part.
    fn indices(&self, rw: &mut Rewriter<'_>, is_part: bool) -> Vec<Value> {
        let cx = rw.cx();
        let Some(whole) = as_vector(cx, self.whole) else { return vec![self.zero] };
        let mut indices = vec![self.zero; whole.rank()];
        if let Some(part) = as_vector(cx, self.part).filter(|_| is_part) {
            for dim in distributed_dims(whole.shape, part.shape) {
                let place = terrace_affine::AffineExpr::symbol(0)
                    * terrace_affine::AffineExpr::constant(part.shape[dim]);
                let place = apply_expr(rw, place, &[OpFoldResult::Value(self.lane)], self.loc);
                indices[dim] = value_of(rw, place, self.loc);
            }
        }
        indices
    }

    fn store(&self, rw: &mut Rewriter<'_>, value: Value, is_part: bool) {
        let indices = self.indices(rw, is_part);
        match as_vector(rw.cx(), self.whole) {
            None => {
                rw.build(StoreOp::of(value, self.buffer, &indices).loc(self.loc));
            }
            Some(whole) => {
                let map = minor_map(rw, self.buffer, whole.rank());
                create_write(rw, value, self.buffer, &indices, &map, &vec![true; whole.rank()], self.loc);
            }
        }
    }

    fn load(&self, rw: &mut Rewriter<'_>, is_part: bool) -> Value {
        let indices = self.indices(rw, is_part);
        match as_vector(rw.cx(), self.whole) {
            None => rw.build_value(LoadOp::of(self.buffer, &indices).result(self.whole).loc(self.loc)),
            Some(whole) => {
                let map = minor_map(rw, self.buffer, whole.rank());
                let (ty, in_bounds) =
                    (if is_part { self.part } else { self.whole }, vec![true; whole.rank()]);
                let (base, indices) = (self.buffer, &indices[..]);
                let read = Read { base, indices, padding: None, mask: None, map, in_bounds: &in_bounds, ty };
                let read = create_read(rw, &read, self.loc);
                rw.body().single_result(read)
            }
        }
    }
}

fn lower(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op, options: &WarpMemory) -> Option<()> {
    let warp = Warp::of(rw, op)?;
    let (loc, old) = (warp.loc, warp.op);
    rw.set_insertion_point_before(old);
    let zero = index_constant(rw, 0, loc);
    let is_first =
        rw.build_value(CmpIOp::of(warp.lane, zero).predicate(CmpIPredicate::Eq).result(Type::I1).loc(loc));
    let point = rw.insertion_point()?;
    let (then_region, else_region) = (rw.new_region(), rw.new_region());
    let block = rw.create_block(then_region, &[]);
    rw.set_insertion_point(point);
    let branch = rw.build(IfOp::of(is_first).then_region(then_region).else_region(else_region).loc(loc));
    let branch: Op = branch.into();
    let transit = |rw: &mut Rewriter<'_>, whole: Type, part: Type| {
        rw.set_insertion_point_before(branch);
        let buffer = (options.allocate)(rw, old, whole)?;
        Some(Transit { buffer, whole, part, lane: warp.lane, zero, loc })
    };
    let args: Vec<Value> = op.view(rw).args().map(|value| value.id()).collect();
    let block_args: Vec<Value> = rw.body().args(warp.block).collect();
    let mut loaded = Vec::with_capacity(args.len());
    for (&arg, &block_arg) in args.iter().zip(&block_args) {
        let (part, whole) = (rw.value(arg).ty(), rw.value(block_arg).ty());
        let transit = transit(rw, whole, part)?;
        transit.store(rw, arg, true);
        rw.set_insertion_point_to_start(block);
        loaded.push(transit.load(rw, false));
    }
    if !args.is_empty() {
        rw.set_insertion_point_before(branch);
        (options.synchronize)(rw, old);
    }
    rw.inline_block(warp.block, InsertPoint::End(block), &loaded);
    let (yields, results) = (warp.yields(rw), warp.results(rw));
    let mut replacements = Vec::with_capacity(results.len());
    for (&value, &result) in yields.iter().zip(&results) {
        let (whole, part) = (rw.value(value).ty(), rw.value(result).ty());
        let transit = transit(rw, whole, part)?;
        rw.set_insertion_point_before(warp.end);
        transit.store(rw, value, false);
        rw.set_insertion_point_after(branch);
        replacements.push(transit.load(rw, true));
    }
    if !yields.is_empty() {
        rw.set_insertion_point_after(branch);
        (options.synchronize)(rw, old);
    }
    rw.replace(warp.end, YieldOp::of(&[]));
    rw.replace_op(old, &replacements);
    Some(())
}
