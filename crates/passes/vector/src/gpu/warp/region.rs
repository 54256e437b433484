//! The region that the first lane of a warp runs, and what leaves it.

use rustc_hash::FxHashMap;
use terrace_dialects_gpu::gpu::warp::WarpExecuteOnLane0Op;
use terrace_ir::{Block, Loc, Op, OpKind, OpRef, Rewriter, Type, Value};

/// A `gpu.warp_execute_on_lane_0`.
pub(super) struct Warp {
    pub(super) op: Op,
    pub(super) block: Block,
    pub(super) end: Op,
    pub(super) lane: Value,
    pub(super) size: i64,
    pub(super) loc: Loc,
}

impl Warp {
    pub(super) fn of(rw: &Rewriter<'_>, op: WarpExecuteOnLane0Op) -> Option<Self> {
        let view = op.view(rw);
        let block = view.warp_region().entry()?;
        let end = block.terminator()?;
        Some(Self {
            op: op.into(),
            block: block.id(),
            end: end.id(),
            lane: view.laneid().id(),
            size: Some(view.warp_size()).filter(|&size| size > 0)?,
            loc: view.0.loc(),
        })
    }

    /// The values that leave the region.
    pub(super) fn yields(&self, rw: &Rewriter<'_>) -> Vec<Value> {
        rw.op(self.end).operands().map(|value| value.id()).collect()
    }

    /// The results of the op.
    pub(super) fn results(&self, rw: &Rewriter<'_>) -> Vec<Value> {
        rw.body().results(self.op).collect()
    }

    /// The type that each lane has of a result.
    pub(super) fn result_type(&self, rw: &Rewriter<'_>, index: usize) -> Type {
        rw.value(self.results(rw)[index]).ty()
    }

    /// The first used result that an op for which `is_wanted` holds computes: its index, and that op.
    pub(super) fn yielded(
        &self,
        rw: &Rewriter<'_>,
        is_wanted: impl Fn(OpRef<'_>) -> bool,
    ) -> Option<(usize, Op)> {
        let results = self.results(rw);
        rw.op(self.end).operands().zip(results).enumerate().find_map(|(index, (value, result))| {
            let def = value.defining_op().filter(|def| is_wanted(*def))?;
            (!rw.value(result).is_unused()).then_some((index, def.id()))
        })
    }

    /// Whether a value is defined outside of the region.
    pub(super) fn is_outside(&self, rw: &Rewriter<'_>, value: Value) -> bool {
        let view = rw.value(value);
        let block = view.owner_block().or_else(|| view.defining_op()?.block());
        let around = block.and_then(|block| block.region()).and_then(|region| region.parent_op());
        !around.is_some_and(|around| rw.op(self.op).is_ancestor(around))
    }

    /// The op with other results, before this one, which has no region any more.
    pub(super) fn with_yields(
        &self,
        rw: &mut Rewriter<'_>,
        values: &[Value],
        types: &[Type],
    ) -> Option<Self> {
        let view = WarpExecuteOnLane0Op::assume(self.op).view(rw);
        let args: Vec<Value> = view.args().map(|value| value.id()).collect();
        let attrs = view.0.attrs();
        rw.set_insertion_point_before(self.op);
        let region = rw.take_regions(self.op).into_iter().next()?;
        let size = rw.cx().int_attr(Type::I64, self.size);
        let new = WarpExecuteOnLane0Op::of(self.lane, &args).warp_size_attr(size).results(types);
        let new: Op = rw.build(new.warp_region(region).loc(self.loc)).into();
        rw.set_attrs(new, attrs);
        rw.set_operands(self.end, values);
        Some(Self { op: new, ..*self })
    }

    /// Replaces the op by one with additional results, at the end, and sets the insertion point after it. Returns their values;
    /// what is a result of the type already is none again.
    pub(super) fn append(
        &self,
        rw: &mut Rewriter<'_>,
        values: &[Value],
        types: &[Type],
    ) -> Option<(Self, Vec<Value>)> {
        let old = self.results(rw);
        let (mut all, mut all_types) = (self.yields(rw), rw.op(self.op).result_types());
        let mut known = FxHashMap::default();
        for (at, key) in all.iter().copied().zip(all_types.iter().copied()).enumerate() {
            known.entry(key).or_insert(at);
        }
        let mut indices = Vec::with_capacity(values.len());
        for (&value, &ty) in values.iter().zip(types) {
            indices.push(known.get(&(value, ty)).copied().unwrap_or_else(|| {
                all.push(value);
                all_types.push(ty);
                all.len() - 1
            }));
        }
        let new = self.with_yields(rw, &all, &all_types)?;
        let results = new.results(rw);
        rw.replace_op(self.op, &results[..old.len()]);
        rw.set_insertion_point_after(new.op);
        Some((new, indices.into_iter().map(|index| results[index]).collect()))
    }

    /// Replaces the uses of a result.
    pub(super) fn replace_result(&self, rw: &mut Rewriter<'_>, index: usize, value: Value) {
        let result = self.results(rw)[index];
        rw.replace_all_uses_with(result, value);
    }
}

/// A warp without results at the insertion point, with a block that has arguments, and no terminator yet.
pub(super) fn create_warp(
    rw: &mut Rewriter<'_>,
    like: &Warp,
    args: &[Value],
    arg_types: &[Type],
    results: &[Type],
    loc: Loc,
) -> Option<(Op, Block)> {
    let point = rw.insertion_point()?;
    let region = rw.new_region();
    let arg_types: Vec<(Type, Loc)> = arg_types.iter().map(|&ty| (ty, loc)).collect();
    let block = rw.create_block(region, &arg_types);
    rw.set_insertion_point(point);
    let size = rw.cx().int_attr(Type::I64, like.size);
    let new = WarpExecuteOnLane0Op::of(like.lane, args).warp_size_attr(size).results(results);
    Some((rw.build(new.warp_region(region).loc(loc)).into(), block))
}
