//! The state of the interpreter: mappings of handles and parameters.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use terrace_asm::print_op_in_diagnostic;
use terrace_ir::diag::Severity;
use terrace_ir::{
    Attr, BodyId, Context, Diag, Ir, OpHandle, OpRef, RegionRef, Rewriter, ValueHandle, ValueRef,
};
use terrace_pass::{Manager, PassRun};

use crate::effects::ConsumedOperands;
use crate::extension::Extensions;
use crate::failure::{TransformFailure, TransformResult};
use crate::invalidation::Invalidation;
use crate::observe::Observer;
use crate::results::Mapping;
use crate::tracking::Events;
use crate::types::{
    HandleKind, TransformHandleTypeInterface, TransformParamTypeInterface, TransformValueHandleTypeInterface,
    handle_kind,
};

/// Values of the script that are associated with one payload object.
type Handles = SmallVec<[ValueHandle; 1]>;

/// The state of the interpreter: the payload, and the mappings of handles and parameters.
///
/// The script is read from a copy, so that the payload may be all of the IR, the script included.
pub struct TransformState<'s> {
    /// The IR that holds the payload.
    pub ir: &'s mut Ir,
    /// Whether handles are checked for use after they were used up.
    pub expensive_checks: bool,
    /// Whether `--debug-only=transform-matcher` was given.
    pub(crate) debug_matcher: bool,
    /// Runs passes, and knows them by name.
    pub manager: &'s Manager<'s>,
    /// State of transform ops besides the handles.
    pub extensions: Extensions,
    script: &'s Ir,
    run: PassRun<'s>,
    payload_root: OpHandle,
    top_level: Vec<Mapping>,
    mappings: FxHashMap<ValueHandle, Mapping>,
    handles_of_ops: FxHashMap<OpHandle, Handles>,
    handles_of_values: FxHashMap<ValueHandle, Handles>,
    scopes: Vec<Vec<ValueHandle>>,
    /// The ops of the script that are being applied, outer ones first.
    pub(crate) active: Vec<OpHandle>,
    consumed: FxHashMap<OpHandle, ConsumedOperands>,
    pub(crate) invalidated: FxHashMap<ValueHandle, Invalidation>,
    pub(crate) events: Events,
    pub(crate) observer: Option<Box<dyn Observer>>,
}

impl<'s> TransformState<'s> {
    /// Creates the state of a script whose entry point is applied to `payload_root` and the payload of its
    /// trailing arguments.
    #[must_use]
    pub fn new(
        ir: &'s mut Ir,
        script: &'s Ir,
        payload_root: OpHandle,
        top_level: Vec<Mapping>,
        manager: &'s Manager<'s>,
    ) -> Self {
        let observer = Self::take_observer(script.cx());
        let events = Events::listen(ir, observer.is_some());
        Self {
            ir,
            expensive_checks: true,
            debug_matcher: script.cx().is_debug_type("transform-matcher"),
            manager,
            extensions: Extensions::default(),
            script,
            run: PassRun::new(manager),
            payload_root,
            top_level,
            mappings: FxHashMap::default(),
            handles_of_ops: FxHashMap::default(),
            handles_of_values: FxHashMap::default(),
            scopes: vec![Vec::new()],
            active: Vec::new(),
            consumed: FxHashMap::default(),
            invalidated: FxHashMap::default(),
            events,
            observer,
        }
    }

    /// Ends the run; returns the diagnostics and the output.
    #[must_use]
    pub fn finish(mut self) -> PassRun<'s> {
        self.return_observer();
        self.events.stop_listening(self.ir);
        self.run
    }

    /// The script.
    #[must_use]
    pub fn script(&self) -> &'s Ir {
        self.script
    }

    /// The context.
    #[must_use]
    pub fn cx(&self) -> &'s Context {
        self.script.cx()
    }

    /// The payload root of the script.
    #[must_use]
    pub fn payload_root(&self) -> OpHandle {
        self.payload_root
    }

    /// The payload of the entry's trailing arguments.
    #[must_use]
    pub fn top_level(&self) -> &[Mapping] {
        &self.top_level
    }

    /// Returns which operands an op of the script uses up. The script does not change, so that this is computed once.
    pub(crate) fn consumed_operands(&mut self, op: OpRef<'_>) -> ConsumedOperands {
        if op.num_regions() > 0 && !self.consumed.contains_key(&op.handle()) {
            // What is nested in the op is applied next.
            self.consumed.extend(ConsumedOperands::of_nested(op));
        }
        self.consumed.entry(op.handle()).or_insert_with(|| ConsumedOperands::of(op)).clone()
    }

    /// An op of the payload.
    #[must_use]
    pub fn op(&self, op: OpHandle) -> OpRef<'_> {
        self.ir.op(op)
    }

    /// Reports a remark, a warning, or an error that does not end the script.
    pub fn report(&mut self, diag: Box<Diag>) {
        let diag = self.with_op_text(diag);
        self.run.report(diag);
    }

    /// Reports something about an op of the script, which may be in a library, or of the payload.
    pub fn report_about(&mut self, op: OpRef<'_>, mut diag: Box<Diag>) {
        diag.op = None;
        if self.manager.options.shows_ops {
            let is_error = diag.severity == Severity::Error;
            diag.op_text = Some(print_op_in_diagnostic(op, &self.manager.print, is_error));
        }
        self.run.report(diag);
    }

    /// Returns the text of an op for diagnostics that are reported after it is erased; `None` if diagnostics
    /// do not show ops.
    #[must_use]
    pub fn shown_op(&self, op: OpHandle) -> Option<String> {
        let shows = self.manager.options.shows_ops;
        shows.then(|| print_op_in_diagnostic(self.op(op), &self.manager.print, false))
    }

    /// Stores the text of the op that a diagnostic is about: the script may modify it later.
    fn with_op_text(&self, mut diag: Box<Diag>) -> Box<Diag> {
        if let Some(op) = diag.op.filter(|_| self.manager.options.shows_ops) {
            let is_error = diag.severity == Severity::Error;
            diag.op_text = Some(print_op_in_diagnostic(self.op(op), &self.manager.print, is_error));
        }
        diag
    }

    /// Returns the diagnostics so far.
    #[must_use]
    pub fn reported(&self) -> &[Box<Diag>] {
        &self.run.diags
    }

    /// Reports an error, and returns the definite failure.
    #[must_use]
    pub fn definite(&mut self, error: Box<Diag>) -> TransformFailure {
        self.report(error);
        TransformFailure::Definite
    }

    /// Reports an error about an op of the script, and returns the definite failure.
    #[must_use]
    pub fn definite_about(&mut self, op: OpRef<'_>, error: Box<Diag>) -> TransformFailure {
        self.report_about(op, error);
        TransformFailure::Definite
    }

    /// Reports an error at an op of the script, and returns the definite failure.
    #[must_use]
    pub fn definite_at(&mut self, op: OpRef<'_>, message: impl Into<String>) -> TransformFailure {
        self.definite(Diag::error(op.loc(), message))
    }

    /// Reports why a transformation was not applied, if there are details, and returns the definite failure.
    #[must_use]
    pub fn definite_refusal(&mut self, refusal: Option<Box<Diag>>) -> TransformFailure {
        refusal.into_iter().for_each(|error| self.report(error));
        TransformFailure::Definite
    }

    /// Writes to the output, before the IR.
    pub fn print(&mut self, text: &str) {
        self.run.printed.push_str(text);
    }

    /// Writes a line to the error stream, with `--debug-only=transform-matcher`.
    pub fn debug_matcher(&mut self, line: impl FnOnce(&Self) -> String) {
        if self.debug_matcher {
            let line = line(self);
            self.run.text.push_str(&format!("[transform-matcher] {line}\n"));
        }
    }

    /// Calls a function that needs a `PassRun` on the payload, and takes over its diagnostics.
    pub fn with_run<R>(&mut self, work: impl FnOnce(&mut Ir, &mut PassRun<'s>) -> R) -> R {
        work(self.ir, &mut self.run)
    }

    /// Changes the body of a payload op with a rewriter that can change other bodies as well.
    pub fn rewrite<R>(&mut self, body: BodyId, work: impl FnOnce(&mut Rewriter<'_>) -> R) -> R {
        self.ir.rewrite_across(body, work)
    }

    /// Returns the payload of a value of the script; `None` if it was consumed or is not in scope.
    #[must_use]
    pub fn mapping(&self, value: ValueRef<'_>) -> Option<&Mapping> {
        self.mappings.get(&value.handle())
    }

    /// Returns the payload ops of a handle.
    #[must_use]
    pub fn payload_ops(&self, handle: ValueRef<'_>) -> Vec<OpHandle> {
        match self.mapping(handle) {
            Some(Mapping::Ops(ops)) => ops.clone(),
            _ => Vec::new(),
        }
    }

    /// Returns the payload values of a handle.
    #[must_use]
    pub fn payload_values(&self, handle: ValueRef<'_>) -> Vec<ValueHandle> {
        match self.mapping(handle) {
            Some(Mapping::Values(values)) => values.clone(),
            _ => Vec::new(),
        }
    }

    /// Returns the attributes of a parameter.
    #[must_use]
    pub fn params(&self, param: ValueRef<'_>) -> Vec<Attr> {
        match self.mapping(param) {
            Some(Mapping::Params(params)) => params.clone(),
            _ => Vec::new(),
        }
    }

    /// Returns the payload of values of the script; empty for consumed ones.
    #[must_use]
    pub fn mapped_values<'v>(&self, values: impl IntoIterator<Item = ValueRef<'v>>) -> Vec<Mapping> {
        let one = |value: ValueRef<'v>| match self.mapping(value) {
            Some(mapping) => mapping.clone(),
            None => Mapping::empty(handle_kind(value.cx(), value.ty()).unwrap_or(HandleKind::Op)),
        };
        values.into_iter().map(one).collect()
    }

    /// Runs in a region scope of the script, whose mappings are dropped afterwards.
    pub fn in_region_scope<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        self.scopes.push(Vec::new());
        let result = work(self);
        for value in self.scopes.pop().expect("the scope was pushed above") {
            self.remove(value);
            self.invalidated.remove(&value);
        }
        result
    }

    /// Maps an argument of a block of the script to payload.
    ///
    /// # Errors
    ///
    /// A definite failure if its type does not allow it.
    pub fn map_block_argument(&mut self, argument: ValueRef<'_>, mapping: Mapping) -> TransformResult {
        self.set_mapping(argument, mapping)
    }

    /// Maps the arguments of a region's first block to payload.
    ///
    /// # Errors
    ///
    /// As [`Self::map_block_argument`].
    pub fn map_block_arguments(&mut self, region: RegionRef<'_>, mappings: Vec<Mapping>) -> TransformResult {
        let Some(block) = region.entry() else { return Ok(()) };
        for (argument, mapping) in block.args().zip(mappings) {
            self.set_mapping(argument, mapping)?;
        }
        Ok(())
    }

    /// Maps a value of the script to payload.
    ///
    /// # Errors
    ///
    /// A definite failure if its type does not allow it.
    pub(crate) fn set_mapping(&mut self, value: ValueRef<'_>, mapping: Mapping) -> TransformResult {
        let handle = value.handle();
        match self.check_payload(value, &mapping) {
            Err(TransformFailure::Silenceable(errors)) => {
                errors.into_iter().for_each(|error| self.run.report(error));
                return Err(TransformFailure::Definite);
            }
            other => other?,
        }
        self.remove(handle);
        self.invalidated.remove(&handle);
        self.insert(handle, mapping);
        self.scopes.last_mut().into_iter().for_each(|scope| scope.push(handle));
        Ok(())
    }

    fn check_payload(&self, value: ValueRef<'_>, mapping: &Mapping) -> TransformResult {
        let (cx, ty, loc) = (value.cx(), value.ty(), value.loc());
        match mapping {
            Mapping::Ops(ops) => match cx.type_interface::<dyn TransformHandleTypeInterface>(ty) {
                Some(handle) => {
                    let ops: Vec<OpRef<'_>> = ops.iter().map(|&op| self.ir.op(op)).collect();
                    handle.check_payload(cx, ty, loc, &ops)
                }
                None => wrong_kind(value),
            },
            Mapping::Values(values) => match cx.type_interface::<dyn TransformValueHandleTypeInterface>(ty) {
                Some(handle) => {
                    let values: Vec<ValueRef<'_>> = values.iter().map(|&value| self.value(value)).collect();
                    handle.check_payload(cx, ty, loc, &values)
                }
                None => wrong_kind(value),
            },
            Mapping::Params(params) => match cx.type_interface::<dyn TransformParamTypeInterface>(ty) {
                Some(param) => param.check_payload(cx, ty, loc, params),
                None => wrong_kind(value),
            },
        }
    }

    /// A value of the payload.
    #[must_use]
    pub fn value(&self, value: ValueHandle) -> ValueRef<'_> {
        ValueRef::in_body(self.ir, self.ir.body(value.body), value.body, value.value)
    }

    fn insert(&mut self, handle: ValueHandle, mapping: Mapping) {
        match &mapping {
            Mapping::Ops(ops) => {
                ops.iter().for_each(|&op| self.handles_of_ops.entry(op).or_default().push(handle));
            }
            Mapping::Values(values) => {
                values
                    .iter()
                    .for_each(|&value| self.handles_of_values.entry(value).or_default().push(handle));
            }
            Mapping::Params(_) => {}
        }
        self.mappings.insert(handle, mapping);
    }

    /// Drops the mapping of a value of the script.
    pub(crate) fn remove(&mut self, handle: ValueHandle) {
        let Some(mapping) = self.mappings.remove(&handle) else { return };
        match mapping {
            Mapping::Ops(ops) => ops.iter().for_each(|op| drop_handle(&mut self.handles_of_ops, op, handle)),
            Mapping::Values(values) => {
                values.iter().for_each(|value| drop_handle(&mut self.handles_of_values, value, handle));
            }
            Mapping::Params(_) => {}
        }
    }

    /// The handles that may be associated with some ops or values, or with ops and values nested in these,
    /// with their payload, in script order. Iterates over the nested payload or over all handles, whichever
    /// is less.
    pub(crate) fn mappings_below(&self, ancestors: &[OpHandle]) -> Vec<(ValueHandle, &Mapping)> {
        let mut all: Vec<ValueHandle> =
            self.handles_below(ancestors).unwrap_or_else(|| self.mappings.keys().copied().collect());
        all.sort_unstable_by_key(|handle| (handle.body, handle.value));
        all.dedup();
        all.into_iter().filter_map(|handle| Some((handle, self.mappings.get(&handle)?))).collect()
    }

    /// The handles of some ops, of the ops nested in them, and of the values of these; `None` if there are
    /// more of them than handles.
    fn handles_below(&self, ancestors: &[OpHandle]) -> Option<Vec<ValueHandle>> {
        let mut left = self.mappings.len();
        let mut found = Vec::new();
        let mut ops: Vec<OpRef<'_>> = ancestors.iter().map(|&op| self.ir.op(op)).collect();
        while let Some(op) = ops.pop() {
            left = left.checked_sub(1)?;
            found.extend(self.handles_of_op(op.handle()));
            found.extend(op.results().flat_map(|result| self.handles_of_value(result.handle())));
            for block in op.regions().flat_map(|region| region.blocks()) {
                found.extend(block.args().flat_map(|arg| self.handles_of_value(arg.handle())));
                for inner in block.ops() {
                    if ops.len() > left {
                        return None;
                    }
                    ops.push(inner);
                }
            }
        }
        Some(found)
    }

    /// Returns all handles with their payload, in script order.
    #[must_use]
    pub fn all_mappings(&self) -> Vec<(ValueHandle, &Mapping)> {
        let mut all: Vec<_> = self.mappings.iter().map(|(&handle, mapping)| (handle, mapping)).collect();
        all.sort_unstable_by_key(|(handle, _)| (handle.body, handle.value));
        all
    }

    /// The handles associated with an op.
    #[must_use]
    pub fn handles_of_op(&self, op: OpHandle) -> &[ValueHandle] {
        self.handles_of_ops.get(&op).map_or(&[], |handles| handles)
    }

    /// The handles associated with a value.
    #[must_use]
    pub fn handles_of_value(&self, value: ValueHandle) -> &[ValueHandle] {
        self.handles_of_values.get(&value).map_or(&[], |handles| handles)
    }

    /// Replaces an op in all handles by another one, or removes it.
    pub fn replace_payload_op(&mut self, op: OpHandle, replacement: Option<OpHandle>) {
        let Some(handles) = self.handles_of_ops.remove(&op) else { return };
        for &handle in &handles {
            if let Some(Mapping::Ops(ops)) = self.mappings.get_mut(&handle) {
                match replacement {
                    Some(new) => ops.iter_mut().filter(|at| **at == op).for_each(|at| *at = new),
                    None => ops.retain(|at| *at != op),
                }
            }
        }
        if let Some(new) = replacement {
            self.handles_of_ops.entry(new).or_default().extend(handles);
        }
    }

    /// Replaces a value in all handles by another one, or removes it.
    pub fn replace_payload_value(&mut self, value: ValueHandle, replacement: Option<ValueHandle>) {
        let Some(handles) = self.handles_of_values.remove(&value) else { return };
        for &handle in &handles {
            if let Some(Mapping::Values(values)) = self.mappings.get_mut(&handle) {
                match replacement {
                    Some(new) => values.iter_mut().filter(|at| **at == value).for_each(|at| *at = new),
                    None => values.retain(|at| *at != value),
                }
            }
        }
        if let Some(new) = replacement {
            self.handles_of_values.entry(new).or_default().extend(handles);
        }
    }

    /// Drops erased payload: the ops and values of erased bodies.
    pub(crate) fn forget_bodies(&mut self, bodies: &FxHashSet<BodyId>) {
        let ops: Vec<OpHandle> =
            self.handles_of_ops.keys().copied().filter(|op| bodies.contains(&op.body)).collect();
        ops.into_iter().for_each(|op| self.replace_payload_op(op, None));
        let values: Vec<ValueHandle> =
            self.handles_of_values.keys().copied().filter(|value| bodies.contains(&value.body)).collect();
        values.into_iter().for_each(|value| self.replace_payload_value(value, None));
    }
}

fn drop_handle<K: std::hash::Hash + Eq>(map: &mut FxHashMap<K, Handles>, key: &K, handle: ValueHandle) {
    if let Some(handles) = map.get_mut(key) {
        handles.retain(|at| *at != handle);
        if handles.is_empty() {
            map.remove(key);
        }
    }
}

/// The failure of a value whose type is for payload of another kind.
fn wrong_kind(value: ValueRef<'_>) -> TransformResult {
    let message = match handle_kind(value.cx(), value.ty()) {
        Some(HandleKind::Value) => "wrong kind of value provided for the top-level value handle",
        Some(HandleKind::Param) => "wrong kind of value provided for top-level parameter",
        _ => "wrong kind of value provided for top-level operation handle",
    };
    Err(TransformFailure::silenceable(Diag::error(value.loc(), message)))
}
