//! Changes IR, and keeps a journal of the changes.
//!
//! Every change goes through here. The journal is what listeners, handles, incremental verification and
//! tracing read; nothing else watches the IR.

use crate::attrs::Attr;
use crate::body::{Body, OpSpec};
use crate::ids::{Block, BodyId, Op, Region, Value};
use crate::types::Type;

/// A change to a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// An op was put into a block.
    Inserted(Op),
    /// An op was moved.
    Moved(Op),
    /// An op was erased.
    Erased(Op),
    /// Operands, attributes or location of an op changed.
    Modified(Op),
    /// Every use of the first value became one of the second.
    Replaced(Value, Value),
    /// A block was put into a region.
    BlockInserted(Block),
    /// A block was erased.
    BlockErased(Block),
}

/// Where new ops go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InsertPoint {
    /// At the end of a block.
    End(Block),
    /// In front of an op.
    Before(Op),
}

/// Changes one body and journals the edits, in order.
pub struct Rewriter<'a> {
    body: &'a mut Body,
    id: BodyId,
    journal: Vec<Edit>,
    point: Option<InsertPoint>,
}

impl<'a> Rewriter<'a> {
    /// A rewriter of the body with an empty journal.
    pub fn new(body: &'a mut Body, id: BodyId) -> Self {
        Self { body, id, journal: Vec::new(), point: None }
    }

    /// The body, to read.
    pub fn body(&self) -> &Body {
        self.body
    }

    /// The body's handle.
    pub fn body_id(&self) -> BodyId {
        self.id
    }

    /// The edits so far.
    pub fn journal(&self) -> &[Edit] {
        &self.journal
    }

    /// Ends the rewriting and gives the edits.
    pub fn into_journal(self) -> Vec<Edit> {
        self.journal
    }

    /// Sets where new ops go.
    pub fn set_insert_point(&mut self, point: InsertPoint) {
        self.point = Some(point);
    }

    /// Makes an op and puts it at the insertion point. Panics where none was set.
    pub fn create(&mut self, spec: &OpSpec<'_>) -> Op {
        let op = self.body.new_op(spec);
        self.insert(op, self.point.expect("an insertion point"));
        op
    }

    /// Makes an op with regions and puts it at the insertion point. Panics where none was set.
    pub fn create_with_regions(&mut self, spec: &OpSpec<'_>, regions: &[Region]) -> Op {
        let op = self.body.new_op(spec);
        self.body.set_regions(op, regions);
        self.insert(op, self.point.expect("an insertion point"));
        op
    }

    fn insert(&mut self, op: Op, point: InsertPoint) {
        match point {
            InsertPoint::End(block) => self.body.append_op(block, op),
            InsertPoint::Before(before) => self.body.insert_before(op, before),
        }
        self.journal.push(Edit::Inserted(op));
    }

    /// Moves an op.
    pub fn move_op(&mut self, op: Op, point: InsertPoint) {
        self.body.unlink_op(op);
        match point {
            InsertPoint::End(block) => self.body.append_op(block, op),
            InsertPoint::Before(before) => self.body.insert_before(op, before),
        }
        self.journal.push(Edit::Moved(op));
    }

    /// Replaces an operand.
    pub fn set_operand(&mut self, op: Op, index: usize, value: Value) {
        self.body.set_operand(op, index, value);
        self.journal.push(Edit::Modified(op));
    }

    /// Replaces all operands.
    pub fn set_operands(&mut self, op: Op, operands: &[Value]) {
        self.body.set_operands(op, operands);
        self.journal.push(Edit::Modified(op));
    }

    /// Sets an inherent attribute slot.
    pub fn set_prop(&mut self, op: Op, index: usize, attr: Attr) {
        self.body.set_prop(op, index, attr);
        self.journal.push(Edit::Modified(op));
    }

    /// Sets the discardable attributes, a dictionary.
    pub fn set_attrs(&mut self, op: Op, attrs: Attr) {
        self.body.set_attrs(op, attrs);
        self.journal.push(Edit::Modified(op));
    }

    /// Changes a value's type.
    pub fn set_type(&mut self, value: Value, ty: Type) {
        self.body.set_value_type(value, ty);
        if let crate::body::ValueDef::Result(op) = self.body.value_def(value) {
            self.journal.push(Edit::Modified(op));
        }
    }

    /// Makes every use of `old` a use of `new`.
    pub fn replace_all_uses(&mut self, old: Value, new: Value) {
        self.body.replace_all_uses(old, new);
        self.journal.push(Edit::Replaced(old, new));
    }

    /// Replaces an op's results and erases it. As many values as results.
    pub fn replace(&mut self, op: Op, values: &[Value]) {
        let results: Vec<Value> = self.body.results(op).collect();
        assert_eq!(results.len(), values.len(), "one value for each result");
        for (old, &new) in results.into_iter().zip(values) {
            self.replace_all_uses(old, new);
        }
        self.erase(op);
    }

    /// Erases an op whose results have no uses.
    pub fn erase(&mut self, op: Op) {
        debug_assert!(self.body.results(op).all(|v| self.body.first_use(v).is_none()), "results are used");
        self.body.erase_op(op);
        self.journal.push(Edit::Erased(op));
    }

    /// Puts a new block at the end of a region.
    pub fn add_block(&mut self, region: Region) -> Block {
        let block = self.body.new_block();
        self.body.append_block(region, block);
        self.journal.push(Edit::BlockInserted(block));
        block
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Context;
    use crate::loc::Loc;

    fn spec<'a>(cx: &Context, operands: &'a [Value], results: &'a [Type]) -> OpSpec<'a> {
        OpSpec {
            name: cx.op_name("test.op"),
            operands,
            results,
            props: &[],
            attrs: Attr::EMPTY_DICT,
            successors: &[],
            loc: Loc::UNKNOWN,
        }
    }

    #[test]
    fn edits_are_journaled_in_order() {
        let cx = Context::new(&[]);
        let mut body = Body::new(None);
        let region = body.new_top_region();
        let mut rw = Rewriter::new(&mut body, BodyId::from_u32(0));
        let block = rw.add_block(region);
        rw.set_insert_point(InsertPoint::End(block));
        let a = rw.create(&spec(&cx, &[], &[Type::I32]));
        let b = rw.create(&spec(&cx, &[], &[Type::I32]));
        let (va, vb) = (rw.body().result(a, 0), rw.body().result(b, 0));
        let user = rw.create(&spec(&cx, &[va, va], &[]));
        rw.replace(a, &[vb]);
        assert_eq!(rw.body().operands(user).collect::<Vec<_>>(), [vb, vb]);
        assert!(rw.body().is_erased(a) && rw.body().first_use(va).is_none());
        assert_eq!(rw.body().ops_of(block).collect::<Vec<_>>(), [b, user]);
        let journal = rw.into_journal();
        assert_eq!(journal[4..], [Edit::Replaced(va, vb), Edit::Erased(a)]);
    }

    #[test]
    fn order_survives_many_insertions_at_one_place() {
        let cx = Context::new(&[]);
        let mut body = Body::new(None);
        let region = body.new_top_region();
        let mut rw = Rewriter::new(&mut body, BodyId::from_u32(0));
        let block = rw.add_block(region);
        rw.set_insert_point(InsertPoint::End(block));
        let first = rw.create(&spec(&cx, &[], &[]));
        let last = rw.create(&spec(&cx, &[], &[]));
        rw.set_insert_point(InsertPoint::Before(last));
        let ops: Vec<Op> = (0..200).map(|_| rw.create(&spec(&cx, &[], &[]))).collect();
        assert!(rw.body().is_before(first, ops[0]) && rw.body().is_before(ops[199], last));
        assert!(ops.windows(2).all(|w| rw.body().is_before(w[0], w[1])));
    }
}
