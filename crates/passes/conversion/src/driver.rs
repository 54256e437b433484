//! Legalization of ops: in order, each by folding or by the first matching pattern, and then the ops that
//! were created.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::def::plain_error;
use terrace_ir::fold::{FoldValue, Folded, constant_value, fold_op};
use terrace_ir::rewriter::{Edit, Journal};
use terrace_ir::rule_counts::RuleKind;
use terrace_ir::traits::TraitSet;
use terrace_ir::{
    Block, BodyId, CheckResult, Diag, InsertPoint, Op, Region, Rewriter, Type, Value, ValueDef,
};

use crate::casts::reconcile;
use crate::config::{ConversionConfig, ConversionMode, FoldingMode};
use crate::log::{erasure_of_block, erasure_of_op};
use crate::patterns::{Action, ConversionPatterns, Entry};
use crate::rewriter::{Changes, ConversionRewriter, Legalize};
use crate::state::{Rewrite, State};
use crate::target::ConversionTarget;

/// A conversion: a target and the patterns.
pub struct Conversion {
    /// The conversion target.
    pub target: ConversionTarget,
    /// The conversion patterns.
    pub patterns: ConversionPatterns,
}

/// The result of converting a body.
#[derive(Debug)]
pub struct ConversionResult {
    /// The diagnostics, in order.
    pub diags: Vec<Box<Diag>>,
    /// Whether all is legal that has to be.
    pub converted: bool,
    /// The ops that stay although they are not known to be legal, in order.
    pub unlegalized: Vec<Op>,
}

/// Applies a partial conversion to a body. Unmatched ops are kept, unless they are explicitly illegal.
pub fn apply_partial(rw: &mut Rewriter<'_>, conversion: &Conversion) -> ConversionResult {
    apply_with(rw, conversion, ConversionMode::Partial, FoldingMode::default())
}

/// Applies a full conversion to a body. Ops that are not known to be legal must be converted.
pub fn apply_full(rw: &mut Rewriter<'_>, conversion: &Conversion) -> ConversionResult {
    apply_with(rw, conversion, ConversionMode::Full, FoldingMode::default())
}

/// The ops of a body that a partial conversion would legalize, in order. The converted body must be
/// discarded.
pub(crate) fn legalizable(rw: &mut Rewriter<'_>, conversion: &Conversion) -> Vec<Op> {
    let mut driver = Driver::new(conversion, FoldingMode::default());
    let mut state = State::default();
    let ops = driver.ops_to_convert(rw);
    ops.into_iter().filter(|&op| driver.legalize(&mut state, rw, op)).collect()
}

/// Converts a body.
pub fn apply_with(
    rw: &mut Rewriter<'_>,
    conversion: &Conversion,
    mode: ConversionMode,
    folding: FoldingMode,
) -> ConversionResult {
    let state = State::new(ConversionConfig::partial().mode(mode).folding(folding));
    apply_entered(rw, conversion, state, &mut FxHashMap::default(), None)
}

/// Converts a body that patterns of other bodies may have modified; these changes are in `state`. Changes
/// that patterns make in other bodies are added to `entered`. With a `root`, only that op is converted.
pub(crate) fn apply_entered(
    rw: &mut Rewriter<'_>,
    conversion: &Conversion,
    mut state: State,
    entered: &mut FxHashMap<BodyId, State>,
    root: Option<Op>,
) -> ConversionResult {
    let config = state.config;
    let mut driver = Driver { root, ..Driver::new(conversion, config.folding) };
    let original = config.undo_moves.then(|| (rw.body().clone(), state.clone()));
    let start = state.snapshot();
    let mut unlegalized = Vec::new();
    let mut result = driver.convert(&mut state, rw, config.mode, &mut unlegalized);
    while let (Some(failed), Some((body, before))) = (driver.broken, &original) {
        driver.excluded.insert(failed);
        driver.applied.clear();
        driver.broken = None;
        rw.restore(body.clone());
        state = before.clone();
        state.forget_records(&start);
        unlegalized.clear();
        result = driver.convert(&mut state, rw, config.mode, &mut unlegalized);
    }
    let mut diags = std::mem::take(&mut state.diags);
    entered.extend(std::mem::take(&mut state.entered));
    let result = result.and_then(|()| {
        commit(rw, &mut state);
        resolve_casts(rw, state)
    });
    let converted = result.is_ok();
    diags.extend(result.err());
    ConversionResult { diags, converted, unlegalized }
}

struct Driver<'c> {
    conversion: &'c Conversion,
    folding: FoldingMode,
    /// The patterns that are being applied.
    applied: FxHashSet<usize>,
    /// The first application of a pattern that should not have been and could not be undone.
    broken: Option<(Op, usize)>,
    /// Applications of patterns that would have to be undone.
    excluded: FxHashSet<(Op, usize)>,
    /// The only op to convert.
    root: Option<Op>,
}

/// The help of a failed conversion.
const WHY: &str = "--print-match-failures reports why each pattern did not match";

impl<'c> Driver<'c> {
    fn new(conversion: &'c Conversion, folding: FoldingMode) -> Self {
        let (applied, excluded) = (FxHashSet::default(), FxHashSet::default());
        Self { conversion, folding, applied, broken: None, excluded, root: None }
    }

    fn convert(
        &mut self,
        state: &mut State,
        rw: &mut Rewriter<'_>,
        mode: ConversionMode,
        unlegalized: &mut Vec<Op>,
    ) -> CheckResult {
        let ops = if state.is_legal { Vec::new() } else { self.ops_to_convert(rw) };
        for op in ops {
            if self.legalize(state, rw, op) {
                continue;
            }
            if self.broken.is_some() && state.config.undo_moves {
                break;
            }
            let view = rw.op(op);
            let message = format!("failed to legalize operation '{}'", view.name_text());
            let refused = |message| Err(plain_error(view, message).help(WHY));
            if mode == ConversionMode::Full
                || self.broken.is_some() && !self.conversion.target.is_illegal(view)
            {
                return refused(message);
            }
            if self.conversion.target.is_illegal(view) {
                return refused(format!("{message} that was explicitly marked illegal"));
            }
            unlegalized.push(op);
        }
        Ok(())
    }

    /// The ops of a body in conversion order: outer ops first, blocks in control flow order, without the
    /// nested ops of recursively legal ops. Unreachable ops are not converted.
    fn ops_to_convert(&self, rw: &Rewriter<'_>) -> Vec<Op> {
        if let Some(root) = self.root {
            return vec![root];
        }
        self.ops_of_regions(rw, rw.body().top_regions())
    }

    /// The ops of regions in conversion order.
    fn ops_of_regions(&self, rw: &Rewriter<'_>, regions: &[Region]) -> Vec<Op> {
        let body = rw.body();
        let mut out = Vec::new();
        let mut pending: Vec<Op> = Vec::new();
        let push = |regions: &mut dyn Iterator<Item = Region>, pending: &mut Vec<Op>| {
            let start = pending.len();
            for region in regions {
                pending.extend(blocks_in_order(rw, region).into_iter().flat_map(|b| body.ops_of(b)));
            }
            pending[start..].reverse();
        };
        push(&mut regions.iter().copied(), &mut pending);
        while let Some(op) = pending.pop() {
            out.push(op);
            if body.regions(op).len() > 0 && self.conversion.target.is_legal(rw.op(op)) != Some(true) {
                push(&mut body.regions(op), &mut pending);
            }
        }
        out
    }

    fn legalize(&mut self, state: &mut State, rw: &mut Rewriter<'_>, op: Op) -> bool {
        if state.unresolved.contains_key(&op) || state.is_ignored(op) || rw.body().is_erased(op) {
            return true;
        }
        if let Some(recursively) = self.conversion.target.is_legal(rw.op(op)) {
            if recursively {
                self.ignore_nested(state, rw, op);
            }
            return true;
        }
        match self.folding {
            FoldingMode::Never => self.apply_pattern(state, rw, op),
            FoldingMode::BeforePatterns => match self.fold(state, rw, op) {
                Some(legal) => legal,
                None => self.apply_pattern(state, rw, op),
            },
            FoldingMode::AfterPatterns => {
                self.apply_pattern(state, rw, op) || self.fold(state, rw, op) == Some(true)
            }
        }
    }

    fn ignore_nested(&mut self, state: &mut State, rw: &Rewriter<'_>, op: Op) {
        let body = rw.body();
        let mut pending = vec![op];
        while let Some(op) = pending.pop() {
            let start = pending.len();
            pending.extend(body.regions(op).flat_map(|r| body.blocks_of(r)).flat_map(|b| body.ops_of(b)));
            state.ignored.extend(pending[start..].iter().copied());
        }
    }

    /// Folds an op; returns whether the result is legal, or `None` if it does not fold.
    fn fold(&mut self, state: &mut State, rw: &mut Rewriter<'_>, op: Op) -> Option<bool> {
        let view = rw.op(op);
        let is_constant = view.has_trait(TraitSet::ConstantLike)
            && view.num_results() == 1
            && constant_value(view.single_result()).is_some();
        if is_constant {
            return None;
        }
        let operands: Vec<Value> = rw.body().operands(op).collect();
        let mut changed = false;
        // Changes in place may let it fold further; but not for ever.
        for _ in 0..10 {
            match fold_op(rw.op(op)) {
                Folded::Unchanged | Folded::Hoisted(_) => break,
                Folded::Changed(changes) => {
                    rw.apply(op, &changes);
                    state.record_edit(Edit::Modified(op));
                    changed = true;
                }
                Folded::Results(results) => {
                    let folded = self.fold_to(state, rw, op, &results);
                    if folded.is_none() && changed && operands.len() == rw.body().operands(op).len() {
                        rw.set_operands(op, &operands);
                    }
                    return folded;
                }
            }
        }
        changed.then(|| self.legalize(state, rw, op))
    }

    /// Replaces an op by the values it folds to; `None` if that requires a constant that is not legal.
    fn fold_to(
        &mut self,
        state: &mut State,
        rw: &mut Rewriter<'_>,
        op: Op,
        results: &[FoldValue],
    ) -> Option<bool> {
        let view = rw.op(op);
        let name = view.name();
        let loc = view.loc();
        // In a graph, ops may fold to each other: one of them has to stay.
        let own = |value: Value| rw.body().value_def(value) == ValueDef::Result(op);
        let in_cycle = results.iter().any(|result| match *result {
            FoldValue::Value(value) => state.final_values(value).into_iter().any(own),
            FoldValue::Attr(_) => false,
        });
        if in_cycle {
            return None;
        }
        rw.set_insertion_point_before(op);
        let (mut values, mut made) = (Vec::with_capacity(results.len()), Vec::new());
        for (i, result) in results.iter().enumerate() {
            match *result {
                FoldValue::Value(value) => values.push(value),
                FoldValue::Attr(attr) => {
                    let ty = rw.body().value_type(rw.body().result(op, i));
                    let Some(constant) = rw.constant_of(name, attr, ty, loc) else {
                        made.into_iter().rev().for_each(|op| rw.erase_op(op));
                        return None;
                    };
                    made.push(constant);
                    state.record_edit(Edit::Inserted(constant));
                    values.push(rw.body().single_result(constant));
                }
            }
        }
        // With a constant that is not legal, the op is left to the patterns.
        if !made.iter().all(|&constant| self.legalize(state, rw, constant)) {
            made.into_iter().rev().for_each(|op| rw.erase_op(op));
            return None;
        }
        let values = values.into_iter().map(|value| smallvec::smallvec![value]);
        state.replace_op(rw.body(), op, values, None);
        Some(true)
    }

    /// Applies the first matching pattern; returns whether the op was legalized.
    fn apply_pattern(&mut self, state: &mut State, rw: &mut Rewriter<'_>, op: Op) -> bool {
        let conversion = self.conversion;
        let patterns = &conversion.patterns;
        for &at in patterns.for_op(rw.op(op)) {
            let entry = &patterns.entries[at];
            if self.excluded.contains(&(op, at)) || !entry.recursive && !self.applied.insert(at) {
                continue;
            }
            let before = state.snapshot();
            let name = rw.op(op).name_text();
            let counted =
                rw.cx().rule_class(rw.op(op)).map(|(counts, class)| (counts, name.to_owned(), class));
            let mut changes = Changes::new(rw.body_id(), state.log.as_ref());
            let mut inner = rw.listening(&mut changes);
            inner.set_insertion_point_before(op);
            inner.set_pattern(Some(entry.name));
            let failures = inner.num_match_failures();
            let converter = entry.converter.clone();
            let mut rewriter =
                ConversionRewriter { rw: inner, state: &mut *state, converter, legalizer: Some(&mut *self) };
            let matched = attempt(&mut rewriter, entry, op);
            for op in state.redirected.drain(..) {
                if let Some(at) = changes.modified.iter().position(|&modified| modified == op) {
                    changes.modified.swap_remove(at);
                    changes.moved = true;
                }
            }
            state.created.extend(changes.created.iter().copied());
            state.moved += u64::from(changes.moved || self.modified_others(&changes));
            let illegal = match matched {
                Some(()) => self.legalize_changes(state, rw, changes).err(),
                None => noting(rw, entry.name, |rw| rw.note_unmatched(op, failures)),
            };
            if let Some((generated, is_new)) = illegal {
                let name = rw.op(generated).name_text();
                let what = if is_new { "generated operation" } else { "operation updated in-place" };
                let reason = format!("failed to legalize {what} '{name}'");
                noting::<_, ()>(rw, entry.name, |rw| rw.notify_match_failure::<()>(op, &reason));
            }
            let legal = matched.is_some() && illegal.is_none();
            self.applied.remove(&at);
            if legal {
                if let Some((counts, name, class)) = counted {
                    counts.add(RuleKind::Conversion, &name, class);
                }
                return true;
            }
            // What a pattern made may not stay if it is not legal; another one may do better.
            if self.broken.is_some() || !state.undo(rw, &before) {
                self.broken.get_or_insert((op, at));
                return false;
            }
        }
        false
    }

    /// Whether ops were changed that were there before.
    fn modified_others(&self, changes: &Changes) -> bool {
        let new: FxHashSet<Op> = changes.created.iter().copied().collect();
        changes.modified.iter().any(|op| !new.contains(op))
    }

    /// Legalizes the ops that a pattern modified and created.
    ///
    /// # Errors
    ///
    /// The first op that is not legalized, and whether the pattern created it.
    fn legalize_changes(
        &mut self,
        state: &mut State,
        rw: &mut Rewriter<'_>,
        changes: Changes,
    ) -> Result<(), (Op, bool)> {
        let Changes { created, modified, .. } = changes;
        let new: FxHashSet<Op> = created.iter().copied().collect();
        let mut seen = FxHashSet::default();
        for op in modified.into_iter().filter(|op| !new.contains(op)).chain(created) {
            let is_done = !seen.insert(op) || state.unresolved.contains_key(&op);
            if !is_done && !self.legalize(state, rw, op) {
                return Err((op, new.contains(&op)));
            }
        }
        Ok(())
    }
}

impl Legalize for Driver<'_> {
    fn settle(&mut self, state: &mut State, rw: &mut Rewriter<'_>, op: Op) -> bool {
        let may_remain = state.config.mode == ConversionMode::Partial;
        let is_legal = self.legalize(state, rw, op);
        is_legal || self.broken.is_none() && may_remain && !self.conversion.target.is_illegal(rw.op(op))
    }

    fn ops_in(&self, rw: &Rewriter<'_>, region: Region) -> Vec<Op> {
        self.ops_of_regions(rw, &[region])
    }
}

/// Applies a pattern to an op.
fn attempt(rewriter: &mut ConversionRewriter<'_>, entry: &Entry, op: Op) -> Option<()> {
    let cx = rewriter.rw.cx();
    cx.apply_pattern_action(entry.name, || match &entry.action {
        Action::Plain(convert) => convert(rewriter, op),
        Action::With(convert, one_to_one) => {
            let adaptor = rewriter.adapt(op, *one_to_one)?;
            convert(rewriter, op, &adaptor)
        }
    })
}

/// Notes something about a pattern; always returns `None`.
fn noting<R, T>(
    rw: &mut Rewriter<'_>,
    pattern: &'static str,
    note: impl FnOnce(&mut Rewriter<'_>) -> R,
) -> Option<T> {
    let outer = rw.set_pattern(Some(pattern));
    note(rw);
    rw.set_pattern(outer);
    None
}

/// The blocks of a region in the order of their first visit along branches.
fn blocks_in_order(rw: &Rewriter<'_>, region: Region) -> Vec<Block> {
    let body = rw.body();
    let Some(entry) = body.entry(region) else { return Vec::new() };
    if body.next_block(entry).is_none() {
        return vec![entry];
    }
    let (mut out, mut seen) = (Vec::new(), FxHashSet::default());
    let mut pending = vec![entry];
    while let Some(block) = pending.pop() {
        if !seen.insert(block) {
            continue;
        }
        out.push(block);
        let Some(last) = body.last_op(block) else { continue };
        let start = pending.len();
        pending.extend(body.successors(last));
        pending[start..].reverse();
    }
    out
}

/// Tells listeners the values that replace an op, if there is one for each result, be it needed or not.
fn notify_replaced(
    rw: &mut Rewriter<'_>,
    state: &State,
    op: Op,
    results: &[Value],
    needed: &[Option<Value>],
) {
    let last = |result: Value| match state.final_values(result)[..] {
        [value] if value != result => Some(value),
        _ => None,
    };
    let values: Option<Vec<Value>> =
        results.iter().zip(needed).map(|(&result, &value)| value.or_else(|| last(result))).collect();
    if let Some(values) = values.filter(|values| !values.is_empty()) {
        rw.notify_op_replaced(op, &values);
    }
}

/// Replaces values and erases the replaced ops.
fn commit(rw: &mut Rewriter<'_>, state: &mut State) {
    let rewrites = std::mem::take(&mut state.rewrites);
    for (rewrite, record) in &rewrites {
        match *record {
            Some(record) => {
                let mut journal = Journal::default();
                replace_values(&mut rw.listening(&mut journal), state, rewrite);
                state.complete_record(record, edits_of(rw, rewrite, journal));
            }
            None => replace_values(rw, state, rewrite),
        }
    }
    for (rewrite, _) in &rewrites {
        match *rewrite {
            Rewrite::Op(op, _) => rw.drop_all_references(op),
            Rewrite::Block(block) => {
                let ops: Vec<Op> = rw.body().ops_of(block).collect();
                ops.into_iter().for_each(|op| rw.drop_all_references(op));
            }
            Rewrite::Value(..) => {}
        }
    }
    for (rewrite, _) in rewrites {
        match rewrite {
            Rewrite::Op(op, _) if !rw.body().is_erased(op) => rw.erase_op(op),
            Rewrite::Block(block) => rw.erase_block(block),
            _ => {}
        }
    }
}

/// Replaces the values of a rewrite.
fn replace_values(rw: &mut Rewriter<'_>, state: &mut State, rewrite: &Rewrite) {
    match rewrite {
        Rewrite::Op(op, converter) => {
            let results: Vec<Value> = rw.body().results(*op).collect();
            let needed: Vec<Option<Value>> =
                results.iter().map(|&result| state.replacement(rw, result, converter.as_ref())).collect();
            notify_replaced(rw, state, *op, &results, &needed);
            for (&result, value) in results.iter().zip(needed) {
                if let Some(value) = value {
                    rw.replace_all_uses_with(result, value);
                }
            }
        }
        Rewrite::Value(from, converter) => {
            if let Some(to) = state.replacement(rw, *from, converter.as_ref()) {
                replace_value(rw, *from, to);
            }
        }
        Rewrite::Block(_) => {}
    }
}

/// Returns the edits of a rewrite, of which `journal` has those of the values' users.
fn edits_of(rw: &Rewriter<'_>, rewrite: &Rewrite, journal: Journal) -> Vec<Edit> {
    let users =
        journal.edits.into_iter().map(|(_, edit)| edit).filter(|edit| matches!(edit, Edit::Modified(_)));
    match *rewrite {
        Rewrite::Op(op, _) => {
            std::iter::once(Edit::Replaced(op)).chain(users).chain(erasure_of_op(rw.body(), op)).collect()
        }
        Rewrite::Value(..) => users.collect(),
        Rewrite::Block(block) => erasure_of_block(rw.body(), block),
    }
}

/// Replaces a value by another one, except where that does not dominate: in its defining op, and before it.
fn replace_value(rw: &mut Rewriter<'_>, from: Value, to: Value) {
    let terrace_ir::ValueDef::Result(op) = rw.body().value_def(to) else {
        rw.replace_all_uses_with(from, to);
        return;
    };
    let block = rw.body().block_of(op);
    rw.replace_uses_with_if(from, to, |body, user, _| {
        body.block_of(user) != block || (user != op && body.is_before(op, user))
    });
}

/// Removes the casts of a conversion that cancel, and materializes the others by the type converters.
fn resolve_casts(rw: &mut Rewriter<'_>, state: State) -> CheckResult {
    let casts: Vec<Op> = state.casts.iter().copied().filter(|&op| !rw.body().is_erased(op)).collect();
    for op in reconcile(rw, &casts) {
        let Some(cast) = state.unresolved.get(&op) else { continue };
        let inputs: Vec<Value> = rw.body().operands(op).collect();
        let (results, loc) = (rw.op(op).result_types(), rw.body().loc(op));
        rw.set_insertion_point(InsertPoint::Before(op));
        let converter = cast.converter.as_ref().filter(|_| state.config.build_materializations);
        let mut journal = Journal::default();
        if let Some(converter) = converter {
            let mut heard = rw.listening(&mut journal);
            if let Some(values) = converter.materialize(cast, &mut heard, &results, &inputs, loc) {
                heard.replace_op(op, &values);
                state.record_cast(journal);
                continue;
            }
        }
        if !state.config.build_materializations {
            if state.config.attach_debug_materialization_kind {
                let kind = rw.cx().string_attr(if cast.source { "source" } else { "target" });
                rw.set_attr(op, "__kind__", kind);
            }
            continue;
        }
        let (cx, view) = (rw.cx(), rw.op(op));
        let list = |types: Vec<Type>| -> String {
            types.iter().map(|&ty| format!("'{}'", cx.type_text(ty))).collect::<Vec<_>>().join(", ")
        };
        let message = format!(
            "failed to legalize unresolved materialization from ({}) to ({}) that remained live after conversion",
            list(view.operand_types()),
            list(results)
        );
        let mut diag = plain_error(view, message);
        let user = view.results().flat_map(|v| v.uses()).map(|(user, _)| user).next();
        if let Some(user) = user {
            diag = diag.note_with_op(user.loc(), "see existing live user here: ", user.handle());
        }
        return Err(diag);
    }
    Ok(())
}
