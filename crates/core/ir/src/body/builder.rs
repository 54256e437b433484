//! Creation of ops and blocks that are not in the IR yet, so that no listener is notified.

use std::ops::Deref;

use super::{Body, OpSpec};
use crate::ids::{Block, BodyId, Op, OpHandle, Region, Use, Value};
use crate::loc::Loc;
use crate::strings::Str;
use crate::types::Type;

/// Creates ops that are in no block yet, with the contents of their regions. It reads as the body that they will be in.
pub struct OpBuilder<'b>(&'b mut Body);

impl Deref for OpBuilder<'_> {
    type Target = Body;

    fn deref(&self) -> &Body {
        self.0
    }
}

impl<'b> OpBuilder<'b> {
    /// A builder of ops of a body.
    pub(crate) fn new(body: &'b mut Body) -> Self {
        Self(body)
    }

    /// The same builder, for a shorter time.
    pub fn reborrow(&mut self) -> OpBuilder<'_> {
        OpBuilder(self.0)
    }

    /// Whether no op that is in a block has this region.
    fn is_new_region(&self, region: Region) -> bool {
        match self.region_parent(region) {
            Some(parent) => self.block_of(parent).is_none(),
            None => !self.top_regions().contains(&region),
        }
    }

    fn assert_new_block(&self, block: Block) {
        let is_new = self.region_of(block).is_none_or(|region| self.is_new_region(region));
        assert!(is_new, "block {} is in the IR: a rewriter changes it", block.as_u32());
    }

    /// Creates an op that is in no block yet.
    pub fn new_op(&mut self, spec: &OpSpec<'_>) -> Op {
        self.0.new_op(spec)
    }

    /// Creates a region that no op owns yet.
    pub fn new_region(&mut self) -> Region {
        self.0.new_region()
    }

    /// Creates a block that is in no region yet.
    pub fn new_block(&mut self) -> Block {
        self.0.new_block()
    }

    /// Appends a new block to a new region.
    ///
    /// # Panics
    ///
    /// If the region is in the IR.
    pub fn append_block(&mut self, region: Region, block: Block) {
        assert!(self.is_new_region(region), "region {} is in the IR: a rewriter changes it", region.as_u32());
        self.0.append_block(region, block);
    }

    /// Adds arguments to a new block; returns the first of them.
    ///
    /// # Panics
    ///
    /// If the block is in the IR.
    pub fn add_args(&mut self, block: Block, args: impl ExactSizeIterator<Item = (Type, Loc)>) -> Value {
        self.assert_new_block(block);
        self.0.add_args(block, args)
    }

    /// Appends an op to a new block.
    ///
    /// # Panics
    ///
    /// If the block is in the IR.
    pub fn append_op(&mut self, block: Block, op: Op) {
        self.assert_new_block(block);
        self.0.append_op(block, op);
    }

    /// Sets the regions of a new op without regions to these, which no op owns yet.
    ///
    /// # Panics
    ///
    /// If the op is in a block.
    pub fn set_regions(&mut self, op: Op, regions: &[Region]) {
        assert!(self.block_of(op).is_none(), "op {} is in the IR: a rewriter changes it", op.as_u32());
        self.0.set_regions(op, regions);
    }

    /// Marks the one property slot of a new op as a whole dictionary.
    ///
    /// # Panics
    ///
    /// If the op is in a block.
    pub fn set_opaque_props(&mut self, op: Op) {
        assert!(self.block_of(op).is_none(), "op {} is in the IR: a rewriter changes it", op.as_u32());
        self.0.set_opaque_props(op);
    }
}

/// Creates a whole body, as a reader does, before it is inserted into an IR ([`Ir::put_new_body`](crate::Ir::put_new_body)).
#[derive(Default)]
pub struct BodyBuilder(Box<Body>);

impl Deref for BodyBuilder {
    type Target = Body;

    #[inline]
    fn deref(&self) -> &Body {
        &self.0
    }
}

macro_rules! delegate {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $ty:ty),*) $(-> $result:ty)?;)*) => {
        impl BodyBuilder {
            $($(#[$doc])*
            #[inline]
            pub fn $name(&mut self, $($arg: $ty),*) $(-> $result)? {
                self.0.$name($($arg),*)
            })*
        }
    };
}

delegate! {
    /// Creates an op that is in no block yet.
    new_op(spec: &OpSpec<'_>) -> Op;
    /// Creates a region that no op owns yet.
    new_region() -> Region;
    /// Creates a region of the body's own op.
    new_top_region() -> Region;
    /// Adds a region to the op of the body.
    adopt_top_region(region: Region);
    /// Creates a block that is in no region yet.
    new_block() -> Block;
    /// Appends a block to a region.
    append_block(region: Region, block: Block);
    /// Appends an op to a block.
    append_op(block: Block, op: Op);
    /// Sets the regions of an op without regions to these, which no op owns yet.
    set_regions(op: Op, regions: &[Region]);
    /// Sets the body whose top regions are the regions of an op, and their number.
    set_inner(op: Op, body: BodyId, regions: usize);
    /// Sets the op whose regions this body holds.
    set_parent(parent: Option<OpHandle>);
    /// Marks the one property slot of an op as a whole dictionary.
    set_opaque_props(op: Op);
    /// Sets the location of an op.
    set_loc(op: Op, loc: Loc);
    /// Sets the location of an argument of a block.
    set_arg_loc(block: Block, index: usize, loc: Loc);
    /// Names a value; the printer makes the name unique.
    set_value_name(value: Value, name: Str);
    /// Creates a value for a name that is used before its definition.
    new_placeholder(ty: Type) -> Value;
    /// Replaces all uses of `old` by `new`, as when the definition of a placeholder is read.
    replace_all_uses(old: Value, new: Value);
    /// Reorders the uses of a value; `uses` has all of them.
    set_use_order(value: Value, uses: &[Use]);
    /// Notes that ops may use values that are defined outside, which is invalid.
    set_uses_outside();
    /// Reserves `left / done` times the current size of all tables.
    reserve_in_proportion(left: usize, done: usize);
    /// Reserves the capacity of another body, unless that is large.
    reserve_as(other: &Body);
    /// Frees memory that growth left unused.
    shrink();
}

impl BodyBuilder {
    /// An empty body of the given op.
    pub fn new(parent: Option<OpHandle>) -> Self {
        Self(Box::new(Body::new(parent)))
    }

    /// Adds arguments to a block; returns the first of the new ones.
    #[inline]
    pub fn add_args(&mut self, block: Block, args: impl ExactSizeIterator<Item = (Type, Loc)>) -> Value {
        self.0.add_args(block, args)
    }

    /// Moves the body out, without excess capacity. A small one is copied, and leaves its allocations here for another.
    #[must_use]
    pub fn take_exact(&mut self) -> Self {
        Self(Box::new(self.0.take_exact()))
    }

    /// A builder of detached ops of the body.
    pub fn ops(&mut self) -> OpBuilder<'_> {
        OpBuilder::new(&mut self.0)
    }

    /// The body.
    pub(crate) fn finish(self) -> Box<Body> {
        self.0
    }
}
