//! Creation, modification, motion, replacement and erasure of ops.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Edit, InsertPoint, Rewriter};
use crate::attrs::{Attr, NamedAttr};
use crate::body::{Body, OpSpec, ValueDef};
use crate::build::NewOp;
use crate::dialect_interfaces::{DialectFoldInterface, NoConstant};
use crate::fold::Change;
use crate::ids::{Block, BodyId, Op, OpName, Region, Use, Value};
use crate::interfaces::{BranchOp, LoopLike, SuccessorOperands};
use crate::loc::Loc;
use crate::optional::OptionalAttr;
use crate::strings::Str;
use crate::traits::TraitSet;
use crate::types::Type;

impl<'a> Rewriter<'a> {
    fn place(&mut self, op: Op, point: InsertPoint) {
        match point {
            InsertPoint::End(block) => self.body.append_op(block, op),
            InsertPoint::Before(before) => self.body.insert_before(op, before),
        }
    }

    /// Inserts a detached op at the insertion point. Panics where none was set.
    pub fn insert(&mut self, op: Op) -> Op {
        let point = self.point.expect("an insertion point");
        self.place(op, point);
        self.note(Edit::Inserted(op));
        self.tell_of_contents(op);
        op
    }

    /// Notifies the listener of the body of the contents of an inserted op's regions.
    pub(crate) fn tell_of_contents(&mut self, op: Op) {
        if self.body.listener.0.is_none() {
            return;
        }
        let mut pending = vec![op];
        while let Some(op) = pending.pop() {
            let blocks = self.body.regions(op).flat_map(|region| self.body.blocks_of(region));
            for block in blocks.collect::<Vec<Block>>() {
                self.tell_body(|listener, id, body| listener.edit(id, body, Edit::BlockInserted(block)));
                for op in self.body.ops_of(block).collect::<Vec<Op>>() {
                    self.tell_body(|listener, id, body| listener.edit(id, body, Edit::Inserted(op)));
                    pending.push(op);
                }
            }
        }
    }

    /// Sets the body whose top regions are those of an isolated op.
    pub(crate) fn set_inner(&mut self, op: Op, body: BodyId, regions: usize) {
        self.body.set_inner(op, body, regions);
        self.note(Edit::Modified(op));
    }

    /// Creates `regions` empty regions of an op whose body is moved to another one.
    pub(crate) fn leave_inner(&mut self, op: Op, regions: usize) {
        let regions: Vec<Region> = (0..regions).map(|_| self.body.new_region()).collect();
        self.body.leave_inner(op, &regions);
        self.note(Edit::Modified(op));
    }

    /// Creates an op and inserts it at the insertion point.
    pub fn create_op(&mut self, spec: &OpSpec<'_>) -> Op {
        let op = self.body.new_op(spec);
        self.insert(op)
    }

    /// Creates an op with regions and inserts it at the insertion point.
    pub fn create_op_with_regions(&mut self, spec: &OpSpec<'_>, regions: &[Region]) -> Op {
        let op = self.body.new_op(spec);
        self.body.set_regions(op, regions);
        self.insert(op)
    }

    /// Creates an op (`SelectOp::of(condition, a, b)`), with its regions, at the insertion point.
    ///
    /// # Panics
    ///
    /// If result types were not set, and the op's inference fails.
    #[track_caller]
    pub fn build<'b, N: NewOp<'b>>(&mut self, op: N) -> N::Handle {
        let op = op.state().create_with(self);
        N::handle(self.insert(op))
    }

    /// Reserves capacity for this many more ops of at most one result, and for their operands.
    pub fn reserve(&mut self, ops: usize, operands: usize) {
        self.body.reserve(ops, operands);
    }

    /// Like [`Self::build`]; returns the first result.
    #[track_caller]
    pub fn build_value<'b>(&mut self, op: impl NewOp<'b>) -> Value {
        let op = self.build(op.state());
        self.body.result(op, 0)
    }

    /// Creates an op with the name, properties, attributes and location of another at the insertion point, without
    /// successors and regions.
    pub fn create_like(&mut self, op: Op, operands: &[Value], results: &[Type]) -> Op {
        let props = self.body.props(op).to_vec();
        self.create_op(&OpSpec {
            name: self.body.name(op),
            operands,
            results,
            props: &props,
            attrs: self.body.attrs(op),
            successors: &[],
            loc: self.body.loc(op),
        })
    }

    /// Creates the constant op for an attribute of the dialect of the op `name` at the insertion point. `None`, and no
    /// change, if the dialect has no such constant; [`Self::try_constant_of`] returns the reason.
    pub fn constant_of(&mut self, name: OpName, attr: Attr, ty: Type, loc: Loc) -> Option<Op> {
        self.try_constant_of(name, attr, ty, loc).ok()
    }

    /// Creates the constant op for an attribute of the dialect of the op `name` at the insertion point.
    ///
    /// # Errors
    ///
    /// The reason for which there is none; nothing is changed then.
    pub fn try_constant_of(
        &mut self,
        name: OpName,
        attr: Attr,
        ty: Type,
        loc: Loc,
    ) -> Result<Op, NoConstant> {
        let dialect = self.cx().op_info(name).dialect_interface::<dyn DialectFoldInterface>();
        self.try_materialize_constant(dialect.ok_or(NoConstant::NoInterface)?, attr, ty, loc)
    }

    /// Creates the constant op of a dialect for an attribute at the insertion point. `None`, and no change, if the dialect
    /// has no such constant, or one without the trait `ConstantLike`.
    pub fn materialize_constant(
        &mut self,
        dialect: &dyn DialectFoldInterface,
        attr: Attr,
        ty: Type,
        loc: Loc,
    ) -> Option<Op> {
        self.try_materialize_constant(dialect, attr, ty, loc).ok()
    }

    fn try_materialize_constant(
        &mut self,
        dialect: &dyn DialectFoldInterface,
        attr: Attr,
        ty: Type,
        loc: Loc,
    ) -> Result<Op, NoConstant> {
        let made = dialect.materialize_constant(self.cx, attr, ty);
        let (name, props) = made.ok_or(NoConstant::Refused)?;
        if !self.cx.op_info(name).traits.has(TraitSet::ConstantLike) {
            return Err(NoConstant::NotConstantLike(name));
        }
        let spec = OpSpec {
            name,
            operands: &[],
            results: &[ty],
            props: &props,
            attrs: Attr::EMPTY_DICT,
            successors: &[],
            loc,
        };
        Ok(self.create_op(&spec))
    }

    /// Moves an op.
    pub fn move_op(&mut self, op: impl Into<Op>, point: InsertPoint) {
        let op = op.into();
        if point == InsertPoint::Before(op) {
            return;
        }
        self.note_moving(op);
        self.body.unlink_op(op);
        self.place(op, point);
        self.note(Edit::Moved(op));
    }

    /// Replaces an operand.
    pub fn set_operand(&mut self, op: impl Into<Op>, index: usize, value: Value) {
        let op = op.into();
        self.body.set_operand(op, index, value);
        self.note(Edit::Modified(op));
    }

    /// Replaces all operands, whose number may change. Segment sizes are left as they are.
    pub fn set_operands(&mut self, op: impl Into<Op>, operands: &[Value]) {
        let op = op.into();
        self.body.set_operands(op, operands);
        self.note(Edit::Modified(op));
    }

    /// Replaces the values of one operand slot, whose number may change; segment sizes follow.
    pub fn set_operand_group(&mut self, op: Op, slot: usize, values: &[Value]) {
        let (start, len) = self.op(op).operand_range(slot);
        self.splice_operands(op, slot, start, len, values);
    }

    /// Replaces the operands of a branch's `index`th successor; segment sizes are updated. Arguments that the
    /// op produces are not among `values`. Panics for an op that is no branch.
    pub fn set_successor_operands(&mut self, op: Op, index: usize, values: &[Value]) {
        let view = self.op(op);
        let branch = view.interface::<dyn BranchOp>().expect("a branch");
        let SuccessorOperands { start, len, slot, segment, .. } = branch.successor_operands(view, index);
        if let (Some(segment), Some(name)) = (segment, view.def().and_then(|def| def.operands[slot].segments))
            && let Some(at) = view.def().and_then(|def| def.props.iter().position(|p| p.name == name))
            && let Some(mut sizes) = view.prop(at).and_then(|attr| attr.as_i32_array(self.cx()))
        {
            sizes[segment] = values.len() as i32;
            let attr = self.cx().i32_array(&sizes);
            self.body.set_prop(op, at, attr);
        }
        self.splice_operands(op, slot, start, len, values);
    }

    /// Replaces what branches pass to successors, each given by its number, as [`Self::set_successor_operands`] does one
    /// after the other. An op is changed once, so that the time is linear in the number of its operands.
    pub fn set_passed(&mut self, changes: Vec<(Op, usize, Vec<Value>)>) {
        let mut last: FxHashMap<Op, usize> = FxHashMap::default();
        changes.iter().enumerate().for_each(|(at, (op, ..))| {
            last.insert(*op, at);
        });
        let mut lists: FxHashMap<Op, Vec<(usize, Vec<Value>)>> = FxHashMap::default();
        for (at, (op, index, values)) in changes.into_iter().enumerate() {
            lists.entry(op).or_default().push((index, values));
            if last[&op] == at {
                match &lists.remove(&op).unwrap_or_default()[..] {
                    [(index, values)] => self.set_successor_operands(op, *index, values),
                    several => self.set_several_successor_operands(op, several),
                }
            }
        }
    }

    fn set_several_successor_operands(&mut self, op: Op, lists: &[(usize, Vec<Value>)]) {
        let view = self.op(op);
        let branch = view.interface::<dyn BranchOp>().expect("a branch");
        let old: Vec<Value> = view.operands().map(|v| v.id()).collect();
        let mut places: Vec<SuccessorOperands> = Vec::new();
        let mut segments: Vec<(usize, Vec<i32>)> = Vec::new();
        for (index, list) in lists {
            let passed = branch.successor_operands(view, *index);
            let name = view.def().and_then(|def| def.operands[passed.slot].segments);
            if let (Some(segment), Some(name)) = (passed.segment, name)
                && let Some(at) = view.def().and_then(|def| def.props.iter().position(|p| p.name == name))
            {
                if segments.iter().all(|&(known, _)| known != at) {
                    let sizes = view.prop(at).and_then(|attr| attr.as_i32_array(self.cx()));
                    segments.push((at, sizes.unwrap_or_default()));
                }
                for (_, sizes) in segments.iter_mut().filter(|(known, _)| *known == at) {
                    if let Some(size) = sizes.get_mut(segment) {
                        *size = list.len() as i32;
                    }
                }
            }
            places.push(passed);
        }
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|&at| (places[at].start, lists[at].0));
        let (mut operands, mut done) = (Vec::with_capacity(old.len()), 0);
        for at in order {
            let SuccessorOperands { start, len, .. } = places[at];
            operands.extend_from_slice(&old[done..start.max(done)]);
            operands.extend_from_slice(&lists[at].1);
            done = start + len;
        }
        operands.extend_from_slice(&old[done..]);
        let sizes =
            view.info().prop_names.iter().position(|&n| self.cx().str_bytes(n) == b"operandSegmentSizes");
        let sized = sizes.and_then(|at| Some((at, view.prop(at)?.as_i32_array(self.cx())?)));
        self.body.set_operands(op, &operands);
        if let Some((at, mut sizes)) = sized {
            for (passed, (_, list)) in places.iter().zip(lists) {
                sizes[passed.slot] += list.len() as i32 - passed.len as i32;
            }
            segments.push((at, sizes));
        }
        for (at, sizes) in segments {
            let attr = self.cx().i32_array(&sizes);
            self.body.set_prop(op, at, attr);
        }
        self.note(Edit::Modified(op));
    }

    /// The regions of an op, which gets empty ones instead: they are for another op now.
    pub fn take_regions(&mut self, op: Op) -> Vec<Region> {
        let regions: Vec<Region> = self.body.regions(op).collect();
        let mut empty = Vec::with_capacity(regions.len());
        for _ in &regions {
            empty.push(self.body.new_region());
        }
        self.body.set_regions(op, &empty);
        // Pattern drivers are notified of the op that gets the regions.
        self.tell_body(|listener, id, body| listener.edit(id, body, Edit::Modified(op)));
        regions
    }

    /// Reports a change of an op that no other method reports, such as of its blocks' arguments.
    pub fn notify_op_modified(&mut self, op: impl Into<Op>) {
        let op = op.into();
        self.note(Edit::Modified(op));
    }

    /// Drops the operands that are not kept; segment sizes follow.
    pub fn keep_operands(&mut self, op: Op, keep: &[bool]) {
        let view = self.op(op);
        let operands: Vec<Value> =
            view.operands().zip(keep).filter(|(_, keep)| **keep).map(|(v, _)| v.id()).collect();
        let slots = view.def().map_or(0, |def| def.operands.len());
        let kept = |slot: usize| {
            let (start, len) = view.operand_range(slot);
            keep[start..start + len].iter().filter(|keep| **keep).count() as i32
        };
        let sizes: Vec<i32> = (0..slots).map(kept).collect();
        let names = &view.info().prop_names;
        let at = names.iter().position(|&n| self.cx().str_bytes(n) == b"operandSegmentSizes");
        self.body.set_operands(op, &operands);
        if let Some(at) = at {
            let attr = self.cx().i32_array(&sizes);
            self.body.set_prop(op, at, attr);
        }
        self.note(Edit::Modified(op));
    }

    /// A copy of an op before it, with results of these types and the op's regions, which gets empty ones instead.
    pub fn with_results(&mut self, op: Op, results: &[Type]) -> Op {
        let view = self.op(op);
        let operands: Vec<Value> = view.operands().map(|v| v.id()).collect();
        let successors: Vec<Block> = view.successors().map(|b| b.id()).collect();
        let (name, props, attrs, loc) = (view.name(), view.props().to_vec(), view.attrs(), view.loc());
        let regions = self.take_regions(op);
        self.set_insertion_point_before(op);
        let spec =
            OpSpec { name, operands: &operands, results, props: &props, attrs, successors: &successors, loc };
        self.create_op_with_regions(&spec, &regions)
    }

    /// Replaces an op by one that has further results, with the same regions.
    pub fn append_results(&mut self, op: Op, types: &[Type]) -> Op {
        let mut results = self.op(op).result_types();
        let count = results.len();
        results.extend(types);
        let made = self.with_results(op, &results);
        let values: Vec<Value> = self.body.results(made).take(count).collect();
        self.replace_op(op, &values);
        made
    }

    /// Replaces an op by one that has only the results that are kept, with the same regions. Nothing uses the others.
    pub fn keep_results(&mut self, op: Op, keep: &[bool]) -> Op {
        let results: Vec<Type> =
            self.op(op).results().zip(keep).filter(|(_, keep)| **keep).map(|(v, _)| v.ty()).collect();
        let made = self.with_results(op, &results);
        let mut kept = self.body.results(made);
        // Any values can replace unused results.
        let values: Vec<Value> = self.body.results(op).collect();
        let values: Vec<Value> = values
            .iter()
            .zip(keep)
            .map(|(&old, keep)| if *keep { kept.next().unwrap_or(old) } else { old })
            .collect();
        drop(kept);
        self.replace_op(op, &values);
        made
    }

    /// Replaces a loop by one that carries another value: it starts as `init` and is `yielded` in the end of each
    /// iteration. Returns the loop, whose last result and last block argument are that value. None, and no change, for a
    /// loop that can not carry more.
    pub fn replace_with_additional_yields(&mut self, op: Op, init: Value, yielded: Value) -> Option<Op> {
        let view = self.op(op);
        let looped = view.interface::<dyn LoopLike>()?;
        let slot = looped.extensible_slot(view)?;
        let block = looped.regions(view).first()?.entry()?.id();
        let terminator = self.block(block).last()?.id();
        let mut inits: Vec<Value> = view.operand_group(slot).map(|v| v.id()).collect();
        let mut results = view.result_types();
        inits.push(init);
        results.push(self.body.value_type(init));
        let mut carried: Vec<Value> = self.body.operands(terminator).collect();
        carried.push(yielded);
        self.set_operands(terminator, &carried);
        let (ty, loc) = (self.body.value_type(init), self.value(init).loc());
        self.add_argument(block, ty, loc);
        let made = self.with_results(op, &results);
        self.set_operand_group(made, slot, &inits);
        let values: Vec<Value> = self.body.results(made).take(results.len() - 1).collect();
        self.replace_op(op, &values);
        Some(made)
    }

    fn splice_operands(&mut self, op: Op, slot: usize, start: usize, len: usize, values: &[Value]) {
        let view = self.op(op);
        let mut operands: Vec<Value> = view.operands().map(|v| v.id()).collect();
        let sizes =
            view.info().prop_names.iter().position(|&n| self.cx().str_bytes(n) == b"operandSegmentSizes");
        let sized = sizes.and_then(|at| Some((at, view.prop(at)?.as_i32_array(self.cx())?)));
        operands.splice(start..start + len, values.iter().copied());
        self.body.set_operands(op, &operands);
        if let Some((at, mut sizes)) = sized {
            sizes[slot] += values.len() as i32 - len as i32;
            let attr = self.cx().i32_array(&sizes);
            self.body.set_prop(op, at, attr);
        }
        self.note(Edit::Modified(op));
    }

    /// Replaces a successor.
    pub fn set_successor(&mut self, op: Op, index: usize, block: Block) {
        self.body.set_successor(op, index, block);
        self.note(Edit::Modified(op));
    }

    /// Sets an inherent attribute slot.
    pub fn set_prop(&mut self, op: impl Into<Op>, index: usize, attr: Attr) {
        let op = op.into();
        self.body.set_prop(op, index, attr);
        self.note(Edit::Modified(op));
    }

    /// Sets the discardable attributes, a dictionary.
    pub fn set_attrs(&mut self, op: impl Into<Op>, attrs: Attr) {
        let op = op.into();
        self.body.set_attrs(op, attrs);
        self.note(Edit::Modified(op));
    }

    /// Sets the attribute of this name, inherent where the op's definition has it; [`Attr::NULL`] removes it.
    pub fn set_attr(&mut self, op: impl Into<Op>, name: &str, attr: Attr) {
        self.set_named_attr(op.into(), name, attr);
    }

    fn set_named_attr(&mut self, op: Op, name: &str, attr: Attr) {
        let cx = self.cx();
        let name: Str = cx.str(name);
        match self.op(op).info().prop_names.iter().position(|&n| n == name) {
            Some(slot) => self.body.set_prop(op, slot, attr),
            None => {
                let old = self.body.attrs(op).optional_entries(cx);
                let mut entries: Vec<NamedAttr> = old.iter().copied().filter(|e| e.0 != name).collect();
                if !attr.is_null() {
                    entries.push((name, attr));
                }
                let attrs = cx.dict(entries);
                self.body.set_attrs(op, attrs);
            }
        }
        self.note(Edit::Modified(op));
    }

    /// Sets the location of an op. Pattern drivers are not notified, since a location enables no pattern.
    pub fn set_loc(&mut self, op: impl Into<Op>, loc: Loc) {
        let op = op.into();
        self.body.set_loc(op, loc);
        self.tell_body(|listener, id, body| listener.edit(id, body, Edit::Modified(op)));
    }

    /// Changes a value's type.
    pub fn set_type(&mut self, value: Value, ty: Type) {
        self.body.set_value_type(value, ty);
        match self.body.value_def(value) {
            ValueDef::Result(op) => self.note(Edit::Modified(op)),
            ValueDef::Argument(block) => self.note(Edit::BlockModified(block)),
            ValueDef::Placeholder => self.body.edits += 1,
        }
    }

    /// Applies the changes of an in-place fold; returns whether there were any: a constant that no dialect creates is none.
    pub fn apply(&mut self, op: Op, changes: &[Change]) -> bool {
        let changed = self.change(op, changes);
        if changed {
            self.note(Edit::Modified(op));
        }
        changed
    }

    pub(super) fn change(&mut self, op: Op, changes: &[Change]) -> bool {
        let mut changed = false;
        for change in changes {
            match change {
                Change::Operand(index, value) => self.body.set_operand(op, *index, *value),
                Change::Operands(values) => self.body.set_operands(op, values),
                Change::Prop(slot, attr) => self.body.set_prop(op, *slot, *attr),
                Change::Attrs(attrs) => self.body.set_attrs(op, *attrs),
                Change::SwapRegions(a, b) => {
                    let mut regions: Vec<Region> = self.body.regions(op).collect();
                    regions.swap(*a, *b);
                    self.body.set_regions(op, &regions);
                }
                Change::ResultType(index, ty) => {
                    let value = self.body.result(op, *index);
                    self.body.set_value_type(value, *ty);
                }
                Change::Constant(index, attr) => {
                    let value = self.body.result(op, *index);
                    self.set_insertion_point(InsertPoint::Before(op));
                    let (ty, loc) = (self.body.value_type(value), self.body.loc(op));
                    let Some(constant) = self.constant_of(self.body.name(op), *attr, ty, loc) else {
                        continue;
                    };
                    let constant = self.body.result(constant, 0);
                    self.replace_all_uses_with(value, constant);
                }
            }
            changed = true;
        }
        changed
    }

    /// Replaces the uses of `old` for which `wanted` holds by `new`: it takes the user and the operand's index.
    pub fn replace_uses_with_if(
        &mut self,
        old: Value,
        new: Value,
        wanted: impl Fn(&Body, Op, usize) -> bool,
    ) {
        if old == new {
            return;
        }
        let uses: Vec<Use> = self.body.uses(old).collect();
        for used in uses {
            let (owner, index) = (self.body.use_owner(used), self.body.use_index(used));
            if wanted(self.body, owner, index) {
                self.body.set_operand(owner, index, new);
                self.note(Edit::Modified(owner));
            }
        }
    }

    /// Replaces all uses of `old` by `new`.
    pub fn replace_all_uses_with(&mut self, old: Value, new: Value) {
        if old == new {
            return;
        }
        self.body.note_replaced(old, new);
        while let Some(used) = self.body.first_use(old) {
            let (owner, index) = (self.body.use_owner(used), self.body.use_index(used));
            self.body.set_operand(owner, index, new);
            self.note(Edit::Modified(owner));
        }
    }

    /// Replaces all uses of `old` by `new`, except for those in `except`.
    pub fn replace_all_uses_except(&mut self, old: Value, new: Value, except: Op) {
        self.replace_uses_with_if(old, new, |_, owner, _| owner != except);
    }

    /// Replaces an op's results and erases it. As many values as results.
    pub fn replace_op(&mut self, op: impl Into<Op>, values: &[Value]) {
        self.replace_results(op.into(), values);
    }

    fn replace_results(&mut self, op: Op, values: &[Value]) {
        let results: Vec<Value> = self.body.results(op).collect();
        assert_eq!(results.len(), values.len(), "one value for each result");
        self.notify_op_replaced(op, values);
        for (old, &new) in results.into_iter().zip(values) {
            self.replace_all_uses_with(old, new);
        }
        self.erase_op(op);
    }

    /// Notifies listeners that the results of an op are about to be replaced by values, for callers that replace the
    /// uses step by step.
    pub fn notify_op_replaced(&mut self, op: Op, values: &[Value]) {
        self.note(Edit::Replaced(op));
        for listener in [&mut self.listener, &mut self.outer].into_iter().flatten() {
            listener.replaced(self.id, self.body, op, values);
        }
        self.tell_body(|listener, id, body| listener.replaced(id, body, op, values));
    }

    /// Replaces an op's results by those of another op and erases it.
    pub fn replace_op_with(&mut self, op: impl Into<Op>, new: impl Into<Op>) {
        let values: Vec<Value> = self.body.results(new).collect();
        self.replace_op(op, &values);
    }

    /// Replaces an op by a new one, which is created before it and has its result types unless others were set.
    #[track_caller]
    pub fn replace<'b, N: NewOp<'b>>(&mut self, op: impl Into<Op>, new: N) -> N::Handle {
        let op = op.into();
        self.set_insertion_point_before(op);
        let mut state = new.state();
        state.default_results(self.body.results(op).map(|result| self.body.value_type(result)));
        let new = self.build(state);
        self.replace_op_with(op, new);
        N::handle(new)
    }

    /// Drops all uses of an op that is about to be erased, and of the ops in its regions.
    pub fn drop_all_references(&mut self, op: Op) {
        let mut pending = vec![op];
        while let Some(op) = pending.pop() {
            let regions = self.body.regions(op).flat_map(|r| self.body.blocks_of(r));
            pending.extend(regions.flat_map(|b| self.body.ops_of(b)));
            self.body.drop_references(op);
            self.tell_body(|listener, id, body| listener.edit(id, body, Edit::Modified(op)));
        }
    }

    /// Erases an op, with its regions, whose results have no uses outside of it.
    pub fn erase_op(&mut self, op: impl Into<Op>) {
        self.erase(op.into());
    }

    fn erase(&mut self, op: Op) {
        debug_assert!(
            self.body.results(op).all(|v| self.body.uses(v).all(|used| self.body.use_owner(used) == op)),
            "results are used"
        );
        if self.point == Some(InsertPoint::Before(op)) && self.body.block_of(op).is_some() {
            self.point = Some(InsertPoint::after(self.body, op));
        }
        let mut pending = vec![Erasure::WithRegions(op)];
        while let Some(next) = pending.pop() {
            match next {
                Erasure::WithRegions(op) => {
                    pending.push(Erasure::Op(op));
                    // The last region is erased first.
                    pending.extend(self.body.regions(op).map(Erasure::Region));
                }
                Erasure::Region(region) => {
                    let start = pending.len();
                    self.push_blocks(region, &mut pending);
                    pending[start..].reverse();
                }
                Erasure::Op(op) => {
                    self.note(Edit::Erased(op));
                    self.body.erase_single_op(op);
                }
                Erasure::Block(block) => self.note(Edit::BlockErased(block)),
            }
        }
    }

    /// The ops of a region's blocks, the last first, and these blocks: successors before the blocks that they may use values
    /// of, those that can be reached from the first block before the others.
    fn push_blocks(&self, region: Region, pending: &mut Vec<Erasure>) {
        let push_ops = |block: Block, pending: &mut Vec<Erasure>| {
            let start = pending.len();
            pending.extend(self.body.ops_of(block).map(Erasure::WithRegions));
            pending[start..].reverse();
        };
        let mut blocks = self.body.blocks_of(region);
        let Some(first) = blocks.next() else { return };
        if blocks.next().is_none() {
            push_ops(first, pending);
            pending.push(Erasure::Block(first));
            return;
        }
        let mut seen = FxHashSet::default();
        for block in self.body.blocks_of(region) {
            let mut reached = Vec::new();
            let mut open = vec![(block, false)];
            while let Some((block, is_left)) = open.pop() {
                if is_left {
                    push_ops(block, pending);
                    reached.push(Erasure::Block(block));
                } else if seen.insert(block) {
                    open.push((block, true));
                    let successors =
                        self.body.last_op(block).into_iter().flat_map(|op| self.body.successors(op));
                    let start = open.len();
                    open.extend(successors.map(|block| (block, false)));
                    open[start..].reverse();
                }
            }
            pending.extend(reached);
        }
    }
}

/// A step of erasing an op.
enum Erasure {
    /// An op and what is in it.
    WithRegions(Op),
    /// The blocks of a region.
    Region(Region),
    /// An op in whose regions all is erased.
    Op(Op),
    /// A block whose ops are erased.
    Block(Block),
}
