//! The state of ownership tracking: the owner of each buffer in each block, and the buffers that a block has to free.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_mem::bufferization::{DeallocOp, create_clone};
use terrace_dialects_mem::layout::{memref, strided_layout};
use terrace_dialects_mem::memref::causes::OWNERSHIP_CLONE;
use terrace_dialects_mem::memref::{ExtractStridedMetadataOp, ReinterpretCastOp};
use terrace_ir::fold::constant_value;
use terrace_ir::{
    Attr, Block, Diag, Loc, MemRefType, Op, OpFoldResult, Rewriter, Type, TypeData, Value, ValueDef,
};

use crate::flow::is_buffer_type;
use crate::liveness::BufferLiveness;

use super::kept::kept_for_others;

/// The ownership of a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ownership {
    /// No ownership has been computed yet.
    #[default]
    Uninitialized,
    /// The block, where this condition holds.
    Unique(Value),
    /// Two different conditions were joined.
    Unknown,
}

/// The state of the deallocation of a body.
pub struct DeallocationState {
    owners: FxHashMap<(Value, Block), Ownership>,
    /// The buffers that a block frees at its end, if it owns them and does not pass them on.
    pending: FxHashMap<Block, Vec<Value>>,
    liveness: BufferLiveness,
    /// The results of ops that are replaced which have to be kept for other blocks.
    kept: FxHashSet<Value>,
    /// The replacements of results of ops that were replaced.
    renamed: FxHashMap<Value, Value>,
    /// The results that do.
    replacements: FxHashSet<Value>,
    rules: Liveness,
}

/// The rules by which liveness is computed.
#[derive(Clone, Copy, Default)]
pub struct Liveness {
    /// Whether a buffer that is retained twice is known to be owned by both, which it is.
    pub twice: bool,
    /// Whether results of ops that were replaced are no longer known to be live, as upstream has it.
    pub forgets: bool,
}

/// A constant of type `i1` at the insertion point.
pub fn make_bool(rw: &mut Rewriter<'_>, value: bool, loc: Loc) -> Value {
    let attr = if value { Attr::TRUE } else { Attr::FALSE };
    rw.build_value(ConstantOp::of().value_attr(attr).result(Type::I1).loc(loc))
}

/// Whether a value is a buffer.
pub fn is_buffer(rw: &Rewriter<'_>, value: Value) -> bool {
    is_buffer_type(rw.cx(), rw.body().value_type(value))
}

/// Whether a condition is known to hold.
pub fn is_true(rw: &Rewriter<'_>, condition: Value) -> bool {
    constant_value(rw.value(condition)) == Some(Attr::TRUE)
}

/// The block that a value is defined in.
pub fn block_of(rw: &Rewriter<'_>, value: Value) -> Option<Block> {
    match rw.body().value_def(value) {
        ValueDef::Argument(block) => Some(block),
        ValueDef::Result(op) => rw.body().block_of(op),
        ValueDef::Placeholder => None,
    }
}

/// Creates the op that frees buffers if their conditions hold, unless they are retained; returns the
/// ownership of those.
pub fn make_dealloc(
    rw: &mut Rewriter<'_>,
    memrefs: &[Value],
    conditions: &[Value],
    retained: &[Value],
    loc: Loc,
) -> Vec<Value> {
    let types = vec![Type::I1; retained.len()];
    let op = rw.build(
        DeallocOp::of()
            .loc(loc)
            .memrefs(memrefs)
            .conditions(conditions)
            .retained(retained)
            .updated_conditions(&types),
    );
    rw.body().results(op).collect()
}

impl DeallocationState {
    /// Creates a state without ownership.
    pub fn new(rw: &Rewriter<'_>, rules: Liveness) -> Self {
        Self {
            owners: FxHashMap::default(),
            pending: FxHashMap::default(),
            liveness: BufferLiveness::new(rw),
            kept: kept_for_others(rw),
            renamed: FxHashMap::default(),
            replacements: FxHashSet::default(),
            rules,
        }
    }

    /// Replaces the results of an op by those of another one.
    pub fn rename(&mut self, from: Value, to: Value) {
        self.renamed.insert(from, to);
        self.replacements.insert(to);
    }

    /// The buffers that are live where a block begins. Results of ops that were replaced are where they have to be kept.
    pub fn live_in(&self, rw: &Rewriter<'_>, block: Block) -> Vec<Value> {
        let region = rw.body().region_of(block);
        let current = |&value: &Value| {
            let Some(&renamed) = self.renamed.get(&value) else { return Some(value) };
            let same_region = || block_of(rw, renamed).and_then(|own| rw.body().region_of(own)) == region;
            let forgotten = self.rules.forgets || !self.kept.contains(&value) && same_region();
            (!forgotten).then_some(renamed)
        };
        self.liveness.live_in(block).iter().filter_map(current).collect()
    }

    /// The ownership of a buffer in a block.
    pub fn ownership(&self, buffer: Value, block: Block) -> Ownership {
        self.owners.get(&(buffer, block)).copied().unwrap_or_default()
    }

    /// The ownership of a buffer in its defining block.
    pub fn own_ownership(&self, rw: &Rewriter<'_>, buffer: Value) -> Ownership {
        block_of(rw, buffer).map_or(Ownership::Uninitialized, |block| self.ownership(buffer, block))
    }

    /// A buffer is owned like this as well.
    pub fn combine(&mut self, rw: &Rewriter<'_>, buffer: Value, block: Block, with: Ownership) {
        let own = self.owners.entry((buffer, block)).or_default();
        *own = match (*own, with) {
            (own, Ownership::Uninitialized) => own,
            (Ownership::Uninitialized, with) => with,
            // Nearly every place has constants of its own.
            (Ownership::Unique(a), Ownership::Unique(b)) if a == b || same_constants(rw, a, b) => {
                Ownership::Unique(a)
            }
            _ => Ownership::Unknown,
        };
    }

    /// Sets the ownership of a buffer to a condition, replacing the previous one.
    pub fn set(&mut self, buffer: Value, block: Block, condition: Value) {
        self.owners.insert((buffer, block), Ownership::Unique(condition));
    }

    /// The block frees a buffer at its end.
    pub fn free_later(&mut self, buffer: Value, block: Block) {
        self.pending.entry(block).or_default().push(buffer);
    }

    /// Sets the ownership of buffers to the results of a dealloc op; a buffer that is retained twice is owned
    /// by the disjunction. Upstream treats the latter as two owners, but does not know that aliases of a
    /// replaced result are live after the first `passed` buffers, which are passed on.
    pub fn set_retained(
        &mut self,
        rw: &Rewriter<'_>,
        block: Block,
        retained: &[Value],
        conditions: &[Value],
        passed: usize,
    ) {
        for &buffer in retained {
            self.owners.remove(&(buffer, block));
        }
        for (at, (&buffer, &condition)) in retained.iter().zip(conditions).enumerate() {
            let same_owner = self.rules.twice || at >= passed && self.replacements.contains(&buffer);
            if same_owner && self.ownership(buffer, block) != Ownership::Uninitialized {
                continue;
            }
            self.combine(rw, buffer, block, Ownership::Unique(condition));
        }
    }

    /// Returns an alias of this buffer with a definite ownership value: a clone, if it is unknown.
    pub fn with_known_owner(&mut self, rw: &mut Rewriter<'_>, buffer: Value, block: Block) -> (Value, Value) {
        if let Ownership::Unique(condition) = self.ownership(buffer, block) {
            return (buffer, condition);
        }
        let loc = rw.value(buffer).loc();
        let ty = rw.body().value_type(buffer);
        let copy = create_clone(rw, buffer, ty, loc, &OWNERSHIP_CLONE);
        let condition = make_bool(rw, true, loc);
        self.own_new(rw, copy, condition);
        (copy, condition)
    }

    /// Makes a block the owner of a buffer that is allocated in it.
    pub fn own_new(&mut self, rw: &Rewriter<'_>, buffer: Value, condition: Value) {
        if let Some(block) = block_of(rw, buffer) {
            self.combine(rw, buffer, block, Ownership::Unique(condition));
            self.free_later(buffer, block);
        }
    }

    /// The buffers that are not freed on the edge from a block to `target`: those that are passed on, and those that
    /// are live in `target`.
    pub fn to_retain(&self, rw: &Rewriter<'_>, target: Option<Block>, passed: &[Value]) -> Vec<Value> {
        let mut out: Vec<Value> = passed.iter().copied().filter(|&value| is_buffer(rw, value)).collect();
        out.extend(target.into_iter().flat_map(|target| self.live_in(rw, target)));
        out
    }

    /// The buffers that a block frees at its end, as base buffers, with the conditions under which it owns them.
    ///
    /// # Errors
    ///
    /// If the ownership of a buffer is unknown, or its base buffer cannot be computed.
    pub fn to_free(
        &self,
        rw: &mut Rewriter<'_>,
        block: Block,
        loc: Loc,
    ) -> Result<(Vec<Value>, Vec<Value>), Box<Diag>> {
        let (mut memrefs, mut conditions) = (Vec::new(), Vec::new());
        for &buffer in self.pending.get(&block).into_iter().flatten() {
            let Ownership::Unique(condition) = self.ownership(buffer, block) else {
                return Err(Diag::error(
                    rw.value(buffer).loc(),
                    "MemRef value does not have valid ownership",
                ));
            };
            let view = rw.value(buffer);
            if memref(view.cx(), view.ty()).is_some_and(|ty| ty.strides_and_offset(view.cx()).is_none()) {
                return Err(Diag::error(
                    view.loc(),
                    "the base of a buffer is only known of a strided layout, which this buffer has not",
                ));
            }
            memrefs.push(base_buffer(rw, buffer, loc));
            conditions.push(condition);
        }
        Ok((memrefs, conditions))
    }

    /// Frees the buffers that a block owns before a terminator that leaves the region, unless it forwards
    /// them; returns the ownership values of those.
    ///
    /// # Errors
    ///
    /// If the ownership of a buffer is unknown, or its base buffer cannot be computed.
    pub fn free_at_end(
        &mut self,
        rw: &mut Rewriter<'_>,
        op: Op,
        passed: &[Value],
    ) -> Result<Vec<Value>, Box<Diag>> {
        let (Some(block), loc) = (rw.body().block_of(op), rw.body().loc(op)) else { return Ok(Vec::new()) };
        rw.set_insertion_point_before(op);
        let (memrefs, conditions) = self.to_free(rw, block, loc)?;
        let retained = self.to_retain(rw, None, passed);
        if memrefs.is_empty() && retained.is_empty() {
            return Ok(Vec::new());
        }
        let owners = make_dealloc(rw, &memrefs, &conditions, &retained, loc);
        self.set_retained(rw, block, &retained, &owners, retained.len());
        Ok(owners)
    }
}

fn same_constants(rw: &Rewriter<'_>, a: Value, b: Value) -> bool {
    constant_value(rw.value(a)).is_some_and(|a| constant_value(rw.value(b)) == Some(a))
}

/// Creates the base buffer of a buffer: only the allocation as a whole can be freed.
fn base_buffer(rw: &mut Rewriter<'_>, buffer: Value, loc: Loc) -> Value {
    let (cx, mut buffer) = (rw.cx(), buffer);
    let mut ty = rw.body().value_type(buffer);
    if let TypeData::UnrankedMemRef { element, space } = *ty.data(cx) {
        // Metadata is for buffers with rank.
        let layout = Some(strided_layout(cx, 0, &[]));
        ty = MemRefType::get_with(cx, &[], element, layout, space);
        buffer = rw.build_value(
            ReinterpretCastOp::of(buffer)
                .loc(loc)
                .mixed_offsets(&[OpFoldResult::Static(0)])
                .mixed_sizes(&[])
                .mixed_strides(&[])
                .result(ty),
        );
    }
    if memref(cx, ty).is_none() {
        return buffer;
    }
    let op = rw.build(ExtractStridedMetadataOp::of(buffer).loc(loc));
    op.view(rw).base_buffer().id()
}
