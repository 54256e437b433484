//! The rewriter of conversion patterns.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use rustc_hash::FxHashSet;
use smallvec::smallvec;
use terrace_ir::build::NewOp;
use terrace_ir::rewriter::{Edit, Listener};
use terrace_ir::{
    Block, Body, BodyId, Diag, InsertPoint, Loc, Op, OpRef, OpSpec, Region, Rewriter, Type, Value, ValueDef,
};

use crate::log::Log;
use crate::patterns::Adaptor;
use crate::state::{State, Unresolved, Values, insert_point_after, value_loc};
use crate::types::{InputMapping, SignatureConversion, TypeConverter};

/// The ops that a pattern created and modified, in order.
pub(crate) struct Changes {
    /// The body that they are in.
    id: BodyId,
    pub(crate) created: Vec<Op>,
    pub(crate) modified: Vec<Op>,
    /// Those of the created ops that have regions.
    owners: FxHashSet<Op>,
    /// Whether anything was moved, so that erasing the new ops does not undo all.
    pub(crate) moved: bool,
    /// The edits for a listener, if there is one, and how many there were before the pattern.
    log: Option<(Log, usize)>,
}

impl Changes {
    pub(crate) fn new(id: BodyId, log: Option<&(BodyId, Log)>) -> Self {
        let log = log.map(|(_, log)| (log.clone(), log.len()));
        Self {
            id,
            created: Vec::new(),
            modified: Vec::new(),
            owners: FxHashSet::default(),
            moved: false,
            log,
        }
    }

    /// Records an edit that is carried out at once.
    fn record(&self, edit: Edit) {
        let Some((log, from)) = &self.log else { return };
        match edit {
            Edit::Inserted(_) | Edit::Moved(_) | Edit::BlockInserted(_) => {
                log.push(self.id, vec![edit]);
            }
            Edit::Modified(op) => log.modified(self.id, op, *from),
            // What is replaced and erased is recorded by the state.
            Edit::Replaced(_) | Edit::Erased(_) | Edit::BlockErased(_) | Edit::BlockModified(_) => {}
        }
    }
}

impl Listener for Changes {
    fn moving_block(&mut self, id: BodyId, _body: &Body, block: Block) {
        if let Some((log, _)) = self.log.as_ref().filter(|_| id == self.id) {
            log.push_moving(id, block);
        }
    }

    fn edit(&mut self, id: BodyId, body: &Body, edit: Edit) {
        if id != self.id {
            self.moved = true;
            return;
        }
        self.record(edit);
        match edit {
            Edit::Inserted(op) => {
                self.created.push(op);
                if body.regions(op).len() > 0 {
                    self.owners.insert(op);
                }
            }
            Edit::Modified(op) => self.modified.push(op),
            Edit::Moved(_) | Edit::BlockErased(_) => self.moved = true,
            // A block goes with the new op that it is in; in a region that no op owns yet, with the op that will.
            Edit::BlockInserted(block) => {
                let region = body.region_of(block);
                self.moved |= region.is_some_and(|region| match body.region_parent(region) {
                    Some(owner) => !self.owners.contains(&owner),
                    None => body.top_regions().contains(&region),
                });
            }
            Edit::Erased(_) | Edit::Replaced(_) | Edit::BlockModified(_) => {}
        }
    }
}

/// Legalizes ops on behalf of patterns.
pub(crate) trait Legalize {
    /// Legalizes an op and what becomes of it; returns whether it is legal or may remain.
    fn settle(&mut self, state: &mut State, rw: &mut Rewriter<'_>, op: Op) -> bool;

    /// Returns the ops of a region in the order in which they are converted.
    fn ops_in(&self, rw: &Rewriter<'_>, region: Region) -> Vec<Op>;
}

/// A [`Rewriter`] that defers replacements and erasures. All other changes are immediate.
pub struct ConversionRewriter<'r> {
    pub(crate) rw: Rewriter<'r>,
    pub(crate) state: &'r mut State,
    pub(crate) converter: Option<Arc<TypeConverter>>,
    /// The driver; `None` in other bodies than that of the op to convert.
    pub(crate) legalizer: Option<&'r mut (dyn Legalize + 'r)>,
}

impl<'r> Deref for ConversionRewriter<'r> {
    type Target = Rewriter<'r>;
    fn deref(&self) -> &Rewriter<'r> {
        &self.rw
    }
}

impl<'r> DerefMut for ConversionRewriter<'r> {
    fn deref_mut(&mut self) -> &mut Rewriter<'r> {
        &mut self.rw
    }
}

impl ConversionRewriter<'_> {
    /// New ops go after an op that is erased in the end, if they went before it.
    fn leave(&mut self, op: Op) {
        if self.rw.insertion_point() == Some(InsertPoint::Before(op)) {
            self.rw.set_insertion_point_after(op);
        }
    }

    /// Replaces an op's results and erases it. As many values as results.
    pub fn replace_op(&mut self, op: impl Into<Op>, values: &[Value]) {
        let op = op.into();
        assert_eq!(self.rw.body().results(op).len(), values.len(), "one value for each result");
        self.leave(op);
        let values = values.iter().map(|&value| smallvec![value]);
        self.state.replace_op(self.rw.body(), op, values, self.converter.clone());
    }

    /// Replaces an op's results by any number of values each and erases it.
    pub fn replace_with_many(&mut self, op: impl Into<Op>, values: &[Vec<Value>]) {
        let op = op.into();
        assert_eq!(self.rw.body().results(op).len(), values.len(), "values for each result");
        self.leave(op);
        let values = values.iter().map(|values| values.iter().copied().collect());
        self.state.replace_op(self.rw.body(), op, values, self.converter.clone());
    }

    /// Replaces an op's results by those of another op and erases it.
    pub fn replace_op_with(&mut self, op: impl Into<Op>, new: impl Into<Op>) {
        let values: Vec<Value> = self.rw.body().results(new.into()).collect();
        self.replace_op(op, &values);
    }

    /// Replaces an op by a new one, which is created before it and has its result types unless others were set.
    #[track_caller]
    pub fn replace<'b, N: NewOp<'b>>(&mut self, op: impl Into<Op>, new: N) -> N::Handle {
        let op = op.into();
        self.rw.set_insertion_point_before(op);
        let mut state = new.state();
        state.default_results(self.rw.op(op).results().map(|result| result.ty()));
        let new = self.rw.build(state);
        self.replace_op_with(op, new);
        N::handle(new)
    }

    /// Creates an op like another one before it, with the converted values of its operands, results of converted types, and
    /// its regions, the arguments of whose blocks are converted. `None` if a type cannot be converted, if the pattern has no
    /// type converter, or if the regions are a body of their own.
    pub fn clone_converted(&mut self, op: impl Into<Op>, adaptor: &Adaptor) -> Option<Op> {
        let op = op.into();
        let view = self.rw.op(op);
        if view.inner_body().is_some() {
            return None;
        }
        let converter = self.converter.as_ref()?;
        let results = view.results().map(|result| converter.convert_value(result));
        let results = results.collect::<Option<Vec<_>>>()?.concat();
        let successors: Vec<Block> = view.successors().map(|block| block.id()).collect();
        let (name, loc) = (view.name(), view.loc());
        let regions: Vec<Region> = self.rw.body().regions(op).collect();
        for region in regions {
            if self.rw.body().entry(region).is_some() {
                self.convert_region_types(region)?;
            }
        }
        let regions =
            if self.rw.body().regions(op).next().is_some() { self.take_regions(op) } else { Vec::new() };
        let (operands, props) = (adaptor.flat(), self.rw.body().props(op).to_vec());
        let attrs = self.rw.body().attrs(op);
        self.rw.set_insertion_point_before(op);
        let spec = OpSpec {
            name,
            operands: &operands,
            results: &results,
            props: &props,
            attrs,
            successors: &successors,
            loc,
        };
        Some(self.rw.create_op_with_regions(&spec, &regions))
    }

    /// Replaces an op by one like it, as [`Self::clone_converted`] creates it, whose results of converted types replace each
    /// result.
    pub fn replace_converted(&mut self, op: impl Into<Op>, adaptor: &Adaptor) -> Option<()> {
        let op = op.into();
        let converter = self.converter.clone()?;
        let results = self.rw.op(op).results();
        let counts = results.map(|result| converter.convert_value(result).map(|types| types.len()));
        let counts: Vec<usize> = counts.collect::<Option<_>>()?;
        let new = self.clone_converted(op, adaptor)?;
        let results: Vec<Value> = self.rw.body().results(new).collect();
        let mut results = results.into_iter();
        let values: Vec<Vec<Value>> =
            counts.into_iter().map(|count| results.by_ref().take(count).collect()).collect();
        self.replace_with_many(op, &values);
        Some(())
    }

    /// Moves the regions out of an op, and leaves empty ones.
    pub fn take_regions(&mut self, op: impl Into<Op>) -> Vec<Region> {
        let op = op.into();
        self.state.moved += 1;
        self.rw.take_regions(op)
    }

    /// Erases an op whose results nothing will use.
    pub fn erase_op(&mut self, op: impl Into<Op>) {
        let op = op.into();
        self.leave(op);
        self.state.replace_op(self.rw.body(), op, std::iter::empty(), self.converter.clone());
    }

    /// Erases a block and its ops; it is unlinked from its region immediately.
    pub fn erase_block(&mut self, block: Block) {
        self.state.erase_block(self.rw.body(), block);
        self.rw.detach_block(block);
    }

    /// Replaces a value by others.
    pub fn replace_uses(&mut self, from: Value, to: &[Value]) {
        self.state.replace_value(from, to.iter().copied().collect(), self.converter.clone());
    }

    /// Moves the ops of a block to `point`, its arguments replaced by `values`, and erases it.
    pub fn inline_block(&mut self, block: Block, point: InsertPoint, values: &[Value]) {
        let args: Vec<Value> = self.rw.body().args(block).collect();
        assert_eq!(args.len(), values.len(), "one value for each argument");
        for (&arg, &value) in args.iter().zip(values) {
            self.replace_uses(arg, &[value]);
        }
        self.rw.move_ops(block, point);
        self.erase_block(block);
    }

    /// Replaces the uses of a value for which a condition holds by others, immediately.
    pub fn replace_uses_if(&mut self, from: Value, to: &[Value], condition: impl Fn(OpRef<'_>) -> bool) {
        let ty = self.rw.body().value_type(from);
        let (point, loc) = (insert_point_after(self.rw.body(), to), value_loc(self.rw.body(), from));
        let converter = self.converter.clone();
        let unresolved = Unresolved { converter, source: true, original: None, pure: true };
        let made = self.state.cast(&mut self.rw, point, to, &[ty], unresolved, loc);
        self.state.moved += 1;
        let users = self.rw.value(from).uses().map(|(user, _)| user);
        let chosen: FxHashSet<Op> = users.filter(|&user| condition(user)).map(|user| user.id()).collect();
        // They are not to be legalized for that reason alone.
        self.state.redirected.extend(&chosen);
        self.rw.replace_uses_with_if(from, made[0], |_, user, _| chosen.contains(&user));
    }

    /// Legalizes the ops of a region, nested ones too; returns whether all are legal that have to be in this conversion.
    /// No region of a body that was [entered](Self::enter) can be legalized.
    pub fn legalize_region(&mut self, region: Region) -> bool {
        let Some(legalizer) = self.legalizer.as_mut() else { return false };
        let ops = legalizer.ops_in(&self.rw, region);
        let mut rw = self.rw.unheard();
        ops.into_iter().all(|op| rw.body().is_erased(op) || legalizer.settle(self.state, &mut rw, op))
    }

    /// Reports a diagnostic, independently of the result of the conversion.
    pub fn report(&mut self, diag: Box<Diag>) {
        self.state.diags.push(diag);
    }

    /// Whether an op was replaced or erased before.
    pub fn is_replaced(&self, op: impl Into<Op>) -> bool {
        let op = op.into();
        self.state.replaced.contains(&op)
    }

    /// Returns the current replacement of a value.
    pub fn remap(&self, value: Value) -> Value {
        self.state.lookup(self.rw.body(), value)[0]
    }

    /// The pattern's type converter.
    pub fn converter(&self) -> Option<&Arc<TypeConverter>> {
        self.converter.as_ref()
    }

    /// Returns the values that replace an op's operands; `None` if a type cannot be converted.
    pub fn adapt(&mut self, op: impl Into<Op>, one_to_one: bool) -> Option<Adaptor> {
        let op = op.into();
        let operands: Vec<Value> = self.rw.body().operands(op).collect();
        let loc = self.rw.body().loc(op);
        let mut adapted: Vec<Values> = Vec::with_capacity(operands.len());
        for (at, value) in operands.into_iter().enumerate() {
            let Some(values) = self.adapt_value(value, loc) else {
                let ty = self.rw.cx().type_text(self.rw.body().value_type(value));
                let reason = format!("unable to convert type for operand #{at}, type was '{ty}'");
                return self.rw.notify_match_failure(op, &reason);
            };
            adapted.push(values);
        }
        if one_to_one && adapted.iter().any(|values| values.len() != 1) {
            return self.rw.notify_match_failure(op, "pattern does not support 1:N conversion");
        }
        Some(Adaptor::new(adapted))
    }

    /// The types that a value becomes. That of an argument of a block that was replaced is known by its replacement alone, if
    /// its place matters.
    fn converted_types(&self, converter: &TypeConverter, value: Value) -> Option<Vec<Type>> {
        let body = self.rw.body();
        let is_detached = match body.value_def(value) {
            ValueDef::Argument(block) => body.region_of(block).is_none(),
            _ => false,
        };
        if !is_detached || !converter.depends_on_values() {
            return converter.convert_value(self.rw.value(value));
        }
        let values = self.state.lookup(body, value).into_iter();
        let types: Option<Vec<Vec<Type>>> =
            values.map(|value| converter.convert_value(self.rw.value(value))).collect();
        Some(types?.concat())
    }

    fn adapt_value(&mut self, value: Value, loc: Loc) -> Option<Values> {
        let Some(converter) = self.converter.clone() else {
            return Some(self.state.lookup(self.rw.body(), value));
        };
        let wanted = self.converted_types(&converter, value)?;
        if wanted.is_empty() {
            return Some(Values::new());
        }
        if let Some(found) = self.state.lookup_typed(self.rw.body(), value, &wanted) {
            return Some(found);
        }
        let inputs = self.state.lookup(self.rw.body(), value);
        let point = insert_point_after(self.rw.body(), &inputs);
        let original = Some(self.rw.body().value_type(value));
        let unresolved = Unresolved { converter: Some(converter), source: false, original, pure: true };
        Some(self.state.cast(&mut self.rw, point, &inputs, &wanted, unresolved, loc))
    }

    /// Works on the body of an isolated op, which is converted after this one; returns `None` if the op has none. Ops that are
    /// replaced in there keep their places until that body is converted.
    ///
    /// # Panics
    ///
    /// If the patterns were not declared to change other bodies ([`ConversionPatterns::across_bodies`]).
    ///
    /// [`ConversionPatterns::across_bodies`]: crate::ConversionPatterns::across_bodies
    pub fn enter<R>(
        &mut self,
        op: impl Into<Op>,
        work: impl FnOnce(&mut ConversionRewriter<'_>) -> R,
    ) -> Option<R> {
        let op = op.into();
        let id = self.rw.body().inner(op)?;
        let entered = self.state.entered.remove(&id);
        let log = self.state.log.as_ref().map(|(_, log)| log);
        let mut state = entered.unwrap_or_else(|| State::logged(self.state.config, id, log));
        let converter = self.converter.clone();
        let result = self.rw.enter(op, |inner| {
            let mut changes = Changes::new(id, state.log.as_ref());
            let rw = inner.listening(&mut changes);
            let result = work(&mut ConversionRewriter { rw, state: &mut state, converter, legalizer: None });
            state.created.extend(changes.created);
            result
        });
        self.state.diags.append(&mut state.diags);
        self.state.entered.insert(id, state);
        result
    }

    /// Splits the block of an op. Returns the block before the op, and the one with the op and the ops after it; `None`
    /// if the op is in no block. A block without arguments keeps the longer part, so that splitting it many times takes
    /// time linear in its length.
    pub fn split_before(&mut self, op: impl Into<Op>) -> Option<(Block, Block)> {
        let op = op.into();
        let block = self.rw.body().block_of(op)?;
        if self.rw.body().n_args(block) > 0 || !has_less_before(self.rw.body(), block, op) {
            return Some((block, self.rw.split_block(op)));
        }
        let before: Vec<Op> = self.rw.body().ops_of(block).take_while(|&other| other != op).collect();
        let head = self.rw.create_block_before(block, &[]);
        for op in before {
            self.rw.move_op(op, InsertPoint::End(head));
        }
        // The branches go where they went.
        let branches = self.rw.body().preds(block).map(|used| self.rw.body().use_owner(used));
        self.state.redirected.extend(branches);
        self.rw.replace_block_uses(block, head);
        Some((head, block))
    }

    /// Replaces the arguments of a block: a new block with its ops takes its place.
    pub fn convert_signature(&mut self, block: Block, signature: &SignatureConversion) -> Block {
        let body = self.rw.body();
        if body.args(block).map(|arg| body.value_type(arg)).eq(signature.types.iter().copied()) {
            return block;
        }
        let mut locs = vec![Loc::UNKNOWN; signature.types.len()];
        for (i, input) in signature.inputs.iter().enumerate() {
            if let InputMapping::Args(start, count) = *input {
                locs[start..start + count].fill(body.arg_loc(block, i));
            }
        }
        let args: Vec<(Type, Loc)> = signature.types.iter().copied().zip(locs).collect();
        let saved = self.rw.insertion_point();
        let new = self.rw.create_block_after(block, &args);
        self.rw.move_ops(block, InsertPoint::End(new));
        let branches = self.rw.body().preds(block).map(|used| self.rw.body().use_owner(used));
        self.state.redirected.extend(branches);
        let log = self.state.log.as_ref().map(|(_, log)| (log.clone(), log.len()));
        self.rw.replace_block_uses(block, new);
        // Listeners are notified of the branches last, and only if they can be undone.
        let branches = log.as_ref().map(|(log, at)| log.split_off(*at));
        for (i, input) in signature.inputs.iter().enumerate() {
            let old = self.rw.body().arg(block, i);
            let to: Values = match input {
                InputMapping::Args(start, count) => {
                    (*start..start + count).map(|at| self.rw.body().arg(new, at)).collect()
                }
                InputMapping::Values(values) => values.iter().copied().collect(),
                InputMapping::Dropped => {
                    let (ty, loc) = (self.rw.body().value_type(old), value_loc(self.rw.body(), old));
                    let point = InsertPoint::start(self.rw.body(), new);
                    let converter = self.converter.clone();
                    let unresolved = Unresolved { converter, source: true, original: None, pure: false };
                    self.state.cast(&mut self.rw, point, &[], &[ty], unresolved, loc)
                }
            };
            self.state.replace_value(old, to, self.converter.clone());
        }
        if let (Some((log, _)), Some(branches)) = (log, branches)
            && self.state.config.allow_pattern_rollback
        {
            log.extend(branches);
        }
        self.erase_block(block);
        match saved {
            Some(InsertPoint::End(at)) if at == block => self.rw.set_insertion_point_to_end(new),
            Some(saved) => self.rw.set_insertion_point(saved),
            None => {}
        }
        new
    }

    /// Converts the arguments of all blocks of a region with the pattern's type converter; returns the entry block,
    /// `None` if there is none or a type cannot be converted.
    pub fn convert_region_types(&mut self, region: Region) -> Option<Block> {
        let converter = self.converter.clone()?;
        let blocks: Vec<Block> = self.rw.body().blocks_of(region).collect();
        let signatures: Option<Vec<SignatureConversion>> =
            blocks.iter().map(|&block| converter.convert_block(self.rw.block(block))).collect();
        let mut pairs: Vec<_> = blocks.into_iter().zip(signatures?).collect();
        if pairs.is_empty() {
            return None;
        }
        let entry = pairs.remove(0);
        for (block, signature) in pairs {
            self.convert_signature(block, &signature);
        }
        Some(self.convert_signature(entry.0, &entry.1))
    }
}

/// Whether fewer ops precede `op` in its block than follow it.
fn has_less_before(body: &Body, block: Block, op: Op) -> bool {
    let (mut before, mut after) = (body.first_op(block), Some(op));
    while before != Some(op) {
        let Some(at) = after else { return false };
        before = before.and_then(|before| body.next_op(before));
        after = body.next_op(at);
    }
    true
}
