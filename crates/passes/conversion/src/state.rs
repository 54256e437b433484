//! The state of a conversion: replaced values, ops and blocks to erase, and casts to resolve.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};
use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_ir::rewriter::{Edit, Journal};
use terrace_ir::{
    Attr, Block, Body, BodyId, Diag, InsertPoint, Loc, Op, OpKind, OpSpec, Rewriter, Type, Value, ValueDef,
};

use crate::config::ConversionConfig;
use crate::log::{Log, erasure_of_block, erasure_of_op};
use crate::types::TypeConverter;

/// Mostly a single value.
pub(crate) type Values = SmallVec<[Value; 1]>;

/// A rewrite that is committed once all ops are legal.
#[derive(Clone)]
pub(crate) enum Rewrite {
    Op(Op, Option<Arc<TypeConverter>>),
    Value(Value, Option<Arc<TypeConverter>>),
    Block(Block),
}

/// A cast that the conversion inserted.
#[derive(Clone)]
pub(crate) struct Unresolved {
    pub(crate) converter: Option<Arc<TypeConverter>>,
    pub(crate) source: bool,
    /// The type before conversion of the value that is cast, where that is known.
    pub(crate) original: Option<Type>,
    /// Whether it does nothing but mend a type.
    pub(crate) pure: bool,
}

#[derive(Clone, Default)]
pub(crate) struct State {
    map: FxHashMap<Values, Values>,
    mapped_to: FxHashSet<Value>,
    /// The rewrites to commit, each with the number of its record in the log, if that is not complete.
    pub(crate) rewrites: Vec<(Rewrite, Option<usize>)>,
    /// Replaced and erased ops, with all nested ops.
    pub(crate) replaced: FxHashSet<Op>,
    /// Ops nested in a recursively legal op.
    pub(crate) ignored: FxHashSet<Op>,
    pub(crate) unresolved: FxHashMap<Op, Unresolved>,
    /// The same, in order of creation.
    pub(crate) casts: Vec<Op>,
    /// The ops that patterns created, in order.
    pub(crate) created: Vec<Op>,
    /// The number of changes that erasing new ops does not undo.
    pub(crate) moved: u64,
    /// Ops whose successors are blocks with changed arguments, each once: they are not to be legalized for
    /// that reason alone.
    pub(crate) redirected: Vec<Op>,
    /// The states of bodies of isolated ops that patterns modified, and which are converted later.
    pub(crate) entered: FxHashMap<BodyId, State>,
    /// The diagnostics reported by patterns.
    pub(crate) diags: Vec<Box<Diag>>,
    /// Whether all ops of the body are legal, and only what was begun is finished.
    pub(crate) is_legal: bool,
    /// The options of the conversion.
    pub(crate) config: ConversionConfig,
    /// The body, and the edits for a listener, if there is one.
    pub(crate) log: Option<(BodyId, Log)>,
}

/// A position in the sequence of rewrites, to roll back to.
pub(crate) struct Snapshot {
    rewrites: usize,
    created: usize,
    moved: u64,
    log: usize,
}

impl State {
    /// Returns the state before any conversion.
    pub(crate) fn new(config: ConversionConfig) -> Self {
        Self { config, ..Self::default() }
    }

    /// Returns the state before any conversion of a body, with the log if there is one.
    pub(crate) fn logged(config: ConversionConfig, body: BodyId, log: Option<&Log>) -> Self {
        Self { log: log.map(|log| (body, log.clone())), ..Self::new(config) }
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        let log = self.log.as_ref().map_or(0, |(_, log)| log.len());
        Snapshot { rewrites: self.rewrites.len(), created: self.created.len(), moved: self.moved, log }
    }

    /// Rolls back to a snapshot: new ops are erased, and replaced ones kept. False, without modifications, if
    /// that does not suffice.
    pub(crate) fn undo(&mut self, rw: &mut Rewriter<'_>, to: &Snapshot) -> bool {
        if self.moved != to.moved {
            return false;
        }
        self.forget_records(to);
        for (rewrite, _) in self.rewrites.drain(to.rewrites..).rev() {
            let values: Vec<Value> = match rewrite {
                Rewrite::Op(op, _) => {
                    nested(rw.body(), [op]).for_each(|op| {
                        self.replaced.remove(&op);
                    });
                    rw.body().results(op).collect()
                }
                Rewrite::Value(value, _) => vec![value],
                Rewrite::Block(_) => Vec::new(),
            };
            for value in values {
                self.map.remove(&[value][..]);
            }
        }
        let created: Vec<Op> = self.created.drain(to.created..).collect();
        let live: Vec<Op> = created.into_iter().filter(|&op| !rw.body().is_erased(op)).collect();
        // What casts stand for is free again.
        for &op in live.iter().filter(|op| self.unresolved.remove(op).is_some()) {
            let inputs: Values = rw.body().operands(op).collect();
            let is_own = self.map.get(&inputs).is_some_and(|to| rw.body().results(op).eq(to.iter().copied()));
            if is_own {
                self.map.remove(&inputs);
            }
        }
        live.iter().for_each(|&op| rw.drop_all_references(op));
        for op in live.into_iter().rev() {
            if !rw.body().is_erased(op) {
                rw.erase_op(op);
            }
        }
        true
    }

    /// Removes the records since a snapshot from the log.
    pub(crate) fn forget_records(&self, from: &Snapshot) {
        if let Some((_, log)) = &self.log {
            log.truncate(from.log);
        }
    }

    pub(crate) fn is_ignored(&self, op: Op) -> bool {
        self.replaced.contains(&op) || self.ignored.contains(&op)
    }

    fn map(&mut self, from: Values, to: Values) {
        self.mapped_to.extend(to.iter().copied());
        self.map.insert(from, to);
    }

    /// Records the replacement of an op's results.
    pub(crate) fn replace_op(
        &mut self,
        body: &Body,
        op: Op,
        values: impl Iterator<Item = Values>,
        converter: Option<Arc<TypeConverter>>,
    ) {
        let results: Vec<Value> = body.results(op).collect();
        let record = self.record(|state| {
            let users = results.iter().flat_map(|&result| state.users(body, result)).map(Edit::Modified);
            std::iter::once(Edit::Replaced(op)).chain(users).chain(erasure_of_op(body, op)).collect()
        });
        for (result, values) in results.into_iter().zip(values).filter(|(_, values)| !values.is_empty()) {
            self.map(smallvec![result], values);
        }
        self.rewrites.push((Rewrite::Op(op, converter), record));
        self.mark_replaced(body, [op]);
    }

    pub(crate) fn replace_value(&mut self, from: Value, to: Values, converter: Option<Arc<TypeConverter>>) {
        if to[..] == [from] {
            return;
        }
        let record = self.record(|_| Vec::new());
        self.map(smallvec![from], to);
        self.rewrites.push((Rewrite::Value(from, converter), record));
    }

    pub(crate) fn erase_block(&mut self, body: &Body, block: Block) {
        let record = self.record(|_| erasure_of_block(body, block));
        self.rewrites.push((Rewrite::Block(block), record));
        self.moved += 1;
        self.mark_replaced(body, body.ops_of(block));
    }

    /// Records a request. Without rollback it is carried out at once, with the edits that `now` returns; otherwise these are
    /// known when it is committed, and the number of the record is returned.
    fn record(&self, now: impl FnOnce(&Self) -> Vec<Edit>) -> Option<usize> {
        let (body, log) = self.log.as_ref()?;
        if self.config.allow_pattern_rollback {
            return Some(log.push(*body, Vec::new()));
        }
        log.push(*body, now(self));
        None
    }

    /// Records the modification of an op, and its creation if it is new, outside of patterns.
    pub(crate) fn record_edit(&self, edit: Edit) {
        if let Some((body, log)) = &self.log {
            log.push(*body, vec![edit]);
        }
    }

    /// Sets the edits of a record that was not complete.
    pub(crate) fn complete_record(&self, record: usize, edits: Vec<Edit>) {
        if let Some((_, log)) = &self.log {
            log.fill(record, edits);
        }
    }

    /// Records the materialization of a cast.
    pub(crate) fn record_cast(&self, journal: Journal) {
        if let Some((body, log)) = &self.log {
            log.push_cast(*body, journal.edits.into_iter().map(|(_, edit)| edit).collect());
        }
    }

    /// The ops that use a value, or what it has replaced so far, and are not replaced themselves.
    fn users(&self, body: &Body, value: Value) -> Vec<Op> {
        let (mut users, mut pending) = (Vec::new(), vec![value]);
        while let Some(value) = pending.pop() {
            users.extend(body.uses(value).map(|used| body.use_owner(used)));
            let replaced = self.map.iter().filter(|(_, to)| to.contains(&value));
            let mut replaced: Vec<Value> = replaced.flat_map(|(from, _)| from.iter().copied()).collect();
            replaced.sort_unstable();
            pending.extend(replaced);
        }
        users.retain(|user| !self.replaced.contains(user));
        users
    }

    fn mark_replaced(&mut self, body: &Body, ops: impl IntoIterator<Item = Op>) {
        self.replaced.extend(nested(body, ops));
    }

    fn is_pure_conversion(&self, body: &Body, values: &[Value]) -> bool {
        common_op(body, values).and_then(|op| self.unresolved.get(&op)).is_some_and(|cast| cast.pure)
    }

    /// Returns the next replacements of these values: each separately, otherwise all together.
    fn next(&self, values: &Values) -> Option<Values> {
        if values.len() == 1 {
            return self.map.get(values).cloned();
        }
        let mut changed = false;
        let mut next = Values::new();
        for &value in values {
            let one: Values = smallvec![value];
            match self.map.get(&one) {
                Some(to) => {
                    changed = true;
                    next.extend(to.iter().copied());
                }
                None => next.push(value),
            }
        }
        if changed { Some(next) } else { self.map.get(values).cloned() }
    }

    /// The last replacements of `from` with the wanted types; `None` if there are no such.
    pub(crate) fn lookup_typed(&self, body: &Body, from: Value, wanted: &[Type]) -> Option<Values> {
        let mut current: Values = smallvec![from];
        let mut found = None;
        loop {
            if current.iter().map(|&v| body.value_type(v)).eq(wanted.iter().copied()) {
                found = Some(current.clone());
            }
            match self.next(&current) {
                Some(next) => current = next,
                None => return found,
            }
        }
    }

    /// The last replacements of `from`, without casts that only adapt types.
    pub(crate) fn lookup(&self, body: &Body, from: Value) -> Values {
        let mut current: Values = smallvec![from];
        let mut last = current.clone();
        loop {
            if !self.is_pure_conversion(body, &current) {
                last.clone_from(&current);
            }
            match self.next(&current) {
                Some(next) => current = next,
                None => return last,
            }
        }
    }

    /// The last replacements of `from`, which may be itself.
    pub(crate) fn final_values(&self, from: Value) -> Values {
        self.lookup_last(from).unwrap_or_else(|| smallvec![from])
    }

    /// The last replacements of `from`, including casts; `None` if it is not replaced.
    fn lookup_last(&self, from: Value) -> Option<Values> {
        let mut current: Values = smallvec![from];
        while let Some(next) = self.next(&current) {
            current = next;
        }
        (current[..] != [from]).then_some(current)
    }

    /// Creates a cast that is resolved later.
    pub(crate) fn cast(
        &mut self,
        rw: &mut Rewriter<'_>,
        point: InsertPoint,
        inputs: &[Value],
        results: &[Type],
        unresolved: Unresolved,
        loc: Loc,
    ) -> Values {
        let spec = OpSpec {
            name: rw.cx().op_name(UnrealizedConversionCastOp::DEF.name),
            operands: inputs,
            results,
            props: &[],
            attrs: Attr::EMPTY_DICT,
            successors: &[],
            loc,
        };
        let saved = rw.insertion_point();
        rw.set_insertion_point(point);
        let known = self.log.as_ref().map(|(_, log)| log.len());
        let op = rw.create_op(&spec);
        // Listeners are not notified of it.
        if let (Some((_, log)), Some(known)) = (&self.log, known) {
            log.truncate(known);
        }
        if let Some(saved) = saved {
            rw.set_insertion_point(saved);
        }
        self.unresolved.insert(op, unresolved);
        self.casts.push(op);
        self.created.push(op);
        let values: Values = rw.body().results(op).collect();
        if !inputs.is_empty() && self.config.allow_pattern_rollback {
            self.map(inputs.iter().copied().collect(), values.clone());
        }
        values
    }

    /// The final replacement of a value; `None` if it is not needed.
    pub(crate) fn replacement(
        &mut self,
        rw: &mut Rewriter<'_>,
        value: Value,
        converter: Option<&Arc<TypeConverter>>,
    ) -> Option<Value> {
        let body = rw.body();
        let ty = body.value_type(value);
        if let Some(found) = self.lookup_typed(body, value, &[ty])
            && found[..] != [value]
        {
            return Some(found[0]);
        }
        let dead = body.uses(value).all(|used| self.replaced.contains(&body.use_owner(used)));
        if dead && !self.mapped_to.contains(&value) {
            return None;
        }
        let last = self.lookup_last(value);
        let inputs = last.clone().unwrap_or_default();
        let point = match &last {
            Some(values) => insert_point_after(body, values),
            None => insert_point_after(body, &[value]),
        };
        let loc = value_loc(body, value);
        let unresolved =
            Unresolved { converter: converter.cloned(), source: true, original: None, pure: last.is_some() };
        let made = self.cast(rw, point, &inputs, &[ty], unresolved, loc);
        if last.is_none() {
            // Whatever this value takes the place of is found to be the cast, too.
            self.map(smallvec![value], made.clone());
        }
        Some(made[0])
    }
}

/// Returns some ops and all ops nested in them.
fn nested(body: &Body, ops: impl IntoIterator<Item = Op>) -> impl Iterator<Item = Op> {
    let mut pending: Vec<Op> = ops.into_iter().collect();
    std::iter::from_fn(move || {
        let op = pending.pop()?;
        pending.extend(body.regions(op).flat_map(|r| body.blocks_of(r)).flat_map(|b| body.ops_of(b)));
        Some(op)
    })
}

/// Returns the location of a value's definition.
pub(crate) fn value_loc(body: &Body, value: Value) -> Loc {
    match body.value_def(value) {
        ValueDef::Result(op) => body.loc(op),
        ValueDef::Argument(block) => body.arg_loc(block, body.value_index(value) as usize),
        ValueDef::Placeholder => Loc::UNKNOWN,
    }
}

/// The op that all of these are results of.
fn common_op(body: &Body, values: &[Value]) -> Option<Op> {
    let mut ops = values.iter().map(|&value| match body.value_def(value) {
        ValueDef::Result(op) => Some(op),
        _ => None,
    });
    let first = ops.next()??;
    ops.all(|op| op == Some(first)).then_some(first)
}

/// The first position that all of these values dominate.
pub(crate) fn insert_point_after(body: &Body, values: &[Value]) -> InsertPoint {
    let one = |value: Value| match body.value_def(value) {
        ValueDef::Result(op) => InsertPoint::after(body, op),
        ValueDef::Argument(block) => InsertPoint::start(body, block),
        ValueDef::Placeholder => panic!("a value that a conversion uses is defined"),
    };
    let block = |point: InsertPoint| match point {
        InsertPoint::End(block) => Some(block),
        InsertPoint::Before(op) => body.block_of(op),
    };
    let mut point = one(values[0]);
    for &value in &values[1..] {
        let next = one(value);
        let earlier = match (point, next) {
            (InsertPoint::Before(a), InsertPoint::Before(b)) if block(point) == block(next) => {
                body.is_before(a, b)
            }
            (InsertPoint::End(_), _) if block(point) == block(next) => false,
            _ => true,
        };
        if earlier {
            point = next;
        }
    }
    point
}
