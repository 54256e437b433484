//! A nest of loops that is being vectorized: its values, and the vectors and scalars in their place.

use rustc_hash::FxHashMap;
use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_mem::affine::AffineForOp;
use terrace_dialects_vector::elements::splat_of;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Block, InsertPoint, Op, OpKind, Rewriter, Type, Value, ValueRef, VectorType};
use terrace_passes_shared::vector_ops::broadcast;

use crate::vectorize_strategy::{Refusal, VectorizationStrategy};

/// A loop of the new nest whose body is being created.
pub(crate) struct OpenLoop {
    pub(crate) old: AffineForOp,
    pub(crate) new: AffineForOp,
    pub(crate) block: Block,
    pub(crate) variable: Value,
    /// The dimension of the vectors along which it advances.
    pub(crate) dim: Option<usize>,
    /// Masks created at the start of the block, by what they mask.
    pub(crate) masks: Vec<(Vec<(usize, bool)>, Value)>,
}

/// A nest that is being vectorized.
pub(crate) struct Nest<'n, 'r> {
    pub(crate) rw: &'n mut Rewriter<'r>,
    pub(crate) strategy: &'n VectorizationStrategy,
    pub(crate) root: Op,
    pub(crate) after_root: InsertPoint,
    /// The loops around the insertion point.
    pub(crate) open: Vec<OpenLoop>,
    pub(crate) scalars: FxHashMap<Value, Value>,
    pub(crate) vectors: FxHashMap<Value, Value>,
    /// Vectors of constants, by the block in which they are.
    constants: FxHashMap<(Value, Block), Value>,
    /// The ops that combine values which a loop carries: the value to mask, and by what.
    pub(crate) combiners: FxHashMap<Op, Option<(Value, Value, Value)>>,
    /// The ops created before the new loop, and those after it.
    pub(crate) beside: [Vec<Op>; 2],
    pub(crate) new_root: Option<Op>,
    /// The replacements of the results of the nest.
    pub(crate) results: Vec<(Value, Value)>,
}

impl<'n, 'r> Nest<'n, 'r> {
    pub(crate) fn new(rw: &'n mut Rewriter<'r>, root: Op, strategy: &'n VectorizationStrategy) -> Self {
        let after_root = InsertPoint::after(rw.body(), root);
        Self {
            rw,
            strategy,
            root,
            after_root,
            open: Vec::new(),
            scalars: FxHashMap::default(),
            vectors: FxHashMap::default(),
            constants: FxHashMap::default(),
            combiners: FxHashMap::default(),
            beside: [Vec::new(), Vec::new()],
            new_root: None,
            results: Vec::new(),
        }
    }

    /// Sets the insertion point to where the ops of the innermost open loop are created.
    pub(crate) fn here(&mut self) {
        match self.open.last() {
            Some(inner) => self.rw.set_insertion_point_to_end(inner.block),
            None => self.rw.set_insertion_point(self.after_root),
        }
    }

    /// The type of the vectors of scalars.
    pub(crate) fn vector_type(&self, scalar: Type) -> Type {
        VectorType::get(self.rw.cx(), &self.strategy.sizes, scalar)
    }

    /// Whether a value is defined outside of the nest.
    fn is_outside(&self, value: ValueRef<'_>) -> bool {
        let around = match value.defining_op() {
            Some(op) => Some(op),
            None => value.owner_block().and_then(|block| block.region()?.parent_op()),
        };
        !around.is_some_and(|op| self.rw.op(self.root).is_ancestor(op))
    }

    /// Records an op as created outside of the new nest.
    pub(crate) fn note_beside(&mut self, value: Value) {
        let made = self.rw.value(value).defining_op().map(|op| op.id());
        if self.open.is_empty() {
            self.beside[usize::from(self.new_root.is_some())].extend(made);
        }
    }

    /// The vector of a value that an op uses.
    pub(crate) fn operand(&mut self, user: Op, value: Value) -> Result<Value, Refusal> {
        if let Some(&vector) = self.vectors.get(&value) {
            return Ok(vector);
        }
        let view = self.rw.value(value);
        if let Some(op) = view.defining_op().filter(|op| op.isa::<ConstantOp>()) {
            return self.constant(op.id(), value);
        }
        if !self.is_uniform(view) {
            return Err(Refusal::at(self.rw.op(user), "an operand of an op in it has no vector form"));
        }
        let (loc, ty) = (view.loc(), self.vector_type(view.ty()));
        let scalar = self.scalars.get(&value).copied().unwrap_or(value);
        self.set_insertion_point_after_value(scalar);
        let vector = broadcast(self.rw, scalar, ty, loc);
        self.vectors.insert(value, vector);
        if self.is_outside(self.rw.value(value)) {
            let made = self.rw.value(vector).defining_op().map(|op| op.id());
            self.beside[0].extend(made);
        }
        self.here();
        Ok(vector)
    }

    fn set_insertion_point_after_value(&mut self, value: Value) {
        let view = self.rw.value(value);
        match (view.defining_op().map(|op| op.id()), view.owner_block().map(|block| block.id())) {
            (Some(op), _) => self.rw.set_insertion_point_after(op),
            (None, Some(block)) => self.rw.set_insertion_point_to_start(block),
            (None, None) => self.here(),
        }
    }

    /// Whether a value is the same in all lanes, and may be the element of a vector.
    fn is_uniform(&self, value: ValueRef<'_>) -> bool {
        let looped = value.owner_block().filter(|_| value.index() == 0);
        let looped = looped.and_then(|block| block.region()?.parent_op());
        if looped.is_some_and(|op| op.isa::<AffineForOp>() && !self.strategy.dims.contains_key(&op.id())) {
            return true;
        }
        let (cx, ty) = (self.rw.cx(), value.ty());
        self.is_outside(value) && (ty.is_int_or_index(cx) || ty.is_float(cx))
    }

    /// The vector of a constant, at the start of the innermost open loop that is vectorized.
    pub(crate) fn constant(&mut self, op: Op, value: Value) -> Result<Value, Refusal> {
        let mut open = self.open.iter().rev();
        if let Some(&known) = open.find_map(|open| self.constants.get(&(value, open.block))) {
            return Ok(known);
        }
        let view = self.rw.op(op);
        let refusal = Refusal::at(view, "a constant in it has no vector form");
        let (attr, loc) = (ConstantOp::view_of(view).value_attr(), view.loc());
        let vector = self.vector_type(view.single_result().ty());
        let attr = splat_of(self.rw.cx(), attr, vector).ok_or(refusal.clone())?;
        let innermost = self.open.iter().rev().find(|open| open.dim.is_some());
        let block = innermost.map(|open| open.block).ok_or(refusal)?;
        self.rw.set_insertion_point_to_start(block);
        let made = self.rw.build_value(ConstantOp::of().value_attr(attr).result(vector).loc(loc));
        self.constants.insert((value, block), made);
        self.here();
        Ok(made)
    }

    /// The values that stand for indices in the new nest.
    ///
    /// # Errors
    ///
    /// The reason why one is not the same in all lanes.
    pub(crate) fn scalars_of(&mut self, user: Op, values: &[Value]) -> Result<Vec<Value>, Refusal> {
        values.iter().map(|&value| self.scalar(user, value)).collect()
    }

    fn scalar(&mut self, user: Op, value: Value) -> Result<Value, Refusal> {
        if let Some(&scalar) = self.scalars.get(&value) {
            return Ok(scalar);
        }
        let view = self.rw.value(value);
        if self.is_outside(view) {
            return Ok(value);
        }
        let constant = view.defining_op().filter(|op| op.isa::<ConstantOp>()).map(|op| op.id());
        let (Some(constant), Some(outermost)) = (constant, self.open.first()) else {
            let rule = "an index is computed in it by other ops than 'affine.apply'";
            return Err(Refusal::at(self.rw.op(user), rule));
        };
        self.rw.set_insertion_point_to_start(outermost.block);
        let copy = self.rw.clone_op(constant, &mut IrMapping::new());
        let copy = copy.map_or(value, |copy| self.rw.body().single_result(copy));
        self.scalars.insert(value, copy);
        self.here();
        Ok(copy)
    }
}
