//! The state of the analysis of a body: `AnalysisState`.

use std::cell::RefCell;
use std::rc::Rc;
use terrace_support::options;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_dialects_mem::bufferization::ToBufferOp;
use terrace_dialects_mem::bufferization::types::BufferizationType;
use terrace_dialects_mem::{memref, tensor};
use terrace_ir::subset::SubsetOp;
use terrace_ir::{OpRef, Region, RegionRef, Value, ValueRef};
use terrace_support::entity::Entity;

use crate::functions::Functions;
use crate::globals::Globals;
use crate::interface::{
    AliasingOperand, AliasingOperands, AliasingValue, AliasingValues, BufferRelation, BufferizableOp,
    Operand, OperandKey, owner, tensor_operands, uses,
};
use crate::options::BufferizationOptions;
use crate::provenance::Provenance;

/// Decisions about the operands that bufferize in place.
pub trait Decisions {
    /// Whether an operand's buffer is used as it is, and not copied.
    fn is_in_place(&self, operand: Operand<'_>, state: &State<'_>) -> bool;

    /// Whether two values are known to have the same buffer.
    fn are_equivalent(&self, _a: Value, _b: Value) -> bool {
        false
    }

    /// Whether the buffers of two values may overlap.
    fn are_aliasing(&self, _a: Value, _b: Value) -> bool {
        true
    }

    /// The values whose buffers may overlap with that of a value, itself among them; `None` if that is not known.
    fn aliases(&self, _value: Value) -> Option<Vec<Value>> {
        None
    }

    /// A number of the set of values whose buffers may overlap with that of a value: `None` if the set is not known.
    fn alias_set(&self, _value: Value) -> Option<usize> {
        None
    }

    /// A number of the set of values that are known to have the buffer of a value: `None` if the set is not known.
    fn equivalence_set(&self, _value: Value) -> Option<usize> {
        None
    }

    /// Whether the contents of an operand are undefined.
    fn has_undefined_contents(&self, _operand: Operand<'_>) -> bool {
        false
    }
}

/// Copies every buffer before it is written: `AlwaysCopyAnalysisState`, which needs no analysis.
pub struct AlwaysCopyAnalysis;

impl Decisions for AlwaysCopyAnalysis {
    fn is_in_place(&self, operand: Operand<'_>, state: &State<'_>) -> bool {
        operand.op.isa::<ToBufferOp>() || !state.bufferizes_to_memory_write(operand)
    }
}

/// Only operands that must be are in place: the decisions for a body that was not analyzed.
pub struct RequiredInPlaceOnly;

impl Decisions for RequiredInPlaceOnly {
    fn is_in_place(&self, operand: Operand<'_>, state: &State<'_>) -> bool {
        state.bufferizable(operand.op).is_some_and(|model| model.must_bufferize_in_place(operand, state))
    }
}

options! {
    /// The configuration of a search along the reverse use-def chain.
    #[derive(Clone, Copy, Debug)]
    pub struct TraversalConfig {
        /// Whether values where the search ends are found too.
        pub always_include_leaves: bool,
        /// Whether only operands that are in place are followed.
        pub follow_in_place_only: bool,
        /// Whether only aliases with the same buffer are followed.
        pub follow_equivalent_only: bool,
        /// Whether to follow ops that are not bufferizable.
        pub follow_unknown_ops: bool,
        /// Whether only ops that keep the type, and casts, are followed.
        pub follow_same_type_or_casts_only: bool,
    }
}

impl Default for TraversalConfig {
    fn default() -> Self {
        Self {
            always_include_leaves: true,
            follow_in_place_only: false,
            follow_equivalent_only: false,
            follow_unknown_ops: false,
            follow_same_type_or_casts_only: false,
        }
    }
}

/// The action for a value during a traversal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TraversalStep {
    /// The value is a result.
    Take,
    /// Skip it, and do not follow it.
    Leave,
    /// Its aliases are followed.
    Follow,
}

impl TraversalStep {
    /// Takes the matching values, and follows all others.
    fn of(wanted: bool) -> Self {
        if wanted { Self::Take } else { Self::Follow }
    }
}

/// Cached query results, valid as long as the IR does not change.
#[derive(Default)]
pub(crate) struct Known {
    /// The definitions by value index.
    definitions: Vec<Option<Definitions>>,
    read: FxHashMap<Value, bool>,
    outside: FxHashMap<Value, bool>,
    written_inside: FxHashMap<Value, bool>,
    pub(crate) repetitive: FxHashMap<Region, Option<Region>>,
    pub(crate) parallel: FxHashMap<Region, Option<Region>>,
}

/// The definitions of an operand's contents: mostly one.
pub type Definitions = SmallVec<[Value; 2]>;

/// The state of the analysis of a body: the decisions, with caches for queries.
pub struct State<'a> {
    /// The options.
    pub options: &'a BufferizationOptions,
    /// The summaries of called functions.
    pub functions: &'a Functions,
    /// The globals that constants become; without them, constants cannot be bufferized.
    pub globals: Option<&'a Globals>,
    /// The recorder of causes; `None` if explanations are not requested.
    pub provenance: Option<&'a Provenance>,
    /// The decisions.
    pub decisions: Rc<dyn Decisions + 'a>,
    pub(crate) known: RefCell<Known>,
}

impl<'a> State<'a> {
    /// A state based only on the interfaces of ops.
    pub fn new(
        options: &'a BufferizationOptions,
        functions: &'a Functions,
        decisions: Rc<dyn Decisions + 'a>,
    ) -> Self {
        Self { options, functions, globals: None, provenance: None, decisions, known: RefCell::default() }
    }

    /// The same, with the globals that constants become.
    pub fn with_globals(self, globals: &'a Globals) -> Self {
        Self { globals: Some(globals), ..self }
    }

    /// The same, with the records of causes.
    pub fn with_provenance(self, provenance: Option<&'a Provenance>) -> Self {
        Self { provenance, ..self }
    }

    /// Clears the caches that are valid only for unmodified IR.
    pub fn reset(&self) {
        *self.known.borrow_mut() = Known::default();
    }

    /// Returns the model of an op; `None` if it is not bufferizable or excluded by the options.
    pub fn bufferizable(&self, op: OpRef<'_>) -> Option<&'static dyn BufferizableOp> {
        op.interface::<dyn BufferizableOp>().filter(|_| self.options.is_op_allowed(op))
    }

    /// Whether an op has tensors that become buffers.
    pub fn has_tensor_semantics(&self, op: OpRef<'_>) -> bool {
        match op.interface::<dyn BufferizableOp>() {
            Some(model) => model.has_tensor_semantics(op),
            None => crate::interface::has_tensors(op),
        }
    }

    /// Whether an operand is in place.
    pub fn is_in_place(&self, operand: Operand<'_>) -> bool {
        self.decisions.is_in_place(operand, self)
    }

    /// Whether two values are known to have the same buffer.
    pub fn are_equivalent(&self, a: ValueRef<'_>, b: ValueRef<'_>) -> bool {
        a == b || self.decisions.are_equivalent(a.id(), b.id())
    }

    /// Whether an operand's buffer is read; an op that is not known reads.
    pub fn bufferizes_to_memory_read(&self, operand: Operand<'_>) -> bool {
        self.bufferizable(operand.op).is_none_or(|model| model.bufferizes_to_memory_read(operand, self))
    }

    /// Whether an operand's buffer is written; an op that is not known writes.
    pub fn bufferizes_to_memory_write(&self, operand: Operand<'_>) -> bool {
        self.bufferizable(operand.op).is_none_or(|model| model.bufferizes_to_memory_write(operand, self))
    }

    /// Whether an operand is neither read nor written, but has an alias.
    pub fn bufferizes_to_alias_only(&self, operand: Operand<'_>) -> bool {
        self.bufferizable(operand.op).is_some_and(|model| {
            !model.bufferizes_to_memory_read(operand, self)
                && !model.bufferizes_to_memory_write(operand, self)
                && !model.aliasing_values(operand, self).is_empty()
        })
    }

    /// The values that may have an operand's buffer; all of an op that is not known.
    pub fn aliasing_values<'v>(&self, operand: Operand<'v>) -> AliasingValues<'v> {
        match self.bufferizable(operand.op) {
            Some(model) => model.aliasing_values(operand, self),
            None => Self::unknown_aliasing_values(operand),
        }
    }

    /// The values that may have the buffer of an operand of an op of which nothing is known: all of them.
    pub fn unknown_aliasing_values<'v>(operand: Operand<'v>) -> AliasingValues<'v> {
        let op = operand.op;
        let arguments = op.regions().filter_map(|region| region.entry()).flat_map(|block| block.args());
        let values = op.results().chain(arguments).filter(|value| value.ty().is_tensor_like(op.cx()));
        values
            .map(|value| AliasingValue { value, relation: BufferRelation::Unknown, is_definite: false })
            .collect()
    }

    /// The operands whose buffer a value may have; all of an op that is not known.
    pub fn aliasing_operands<'v>(&self, value: ValueRef<'v>) -> AliasingOperands<'v> {
        let Some(op) = owner(value) else { return AliasingOperands::new() };
        if let Some(model) = self.bufferizable(op) {
            return model.aliasing_operands(value, self);
        }
        let is_entry =
            value.owner_block().is_none_or(|block| block.region().and_then(|r| r.entry()) == Some(block));
        if !is_entry || op.body_id() != value.body_id() {
            return AliasingOperands::new();
        }
        tensor_operands(op)
            .map(|operand| AliasingOperand { operand, relation: BufferRelation::Unknown, is_definite: false })
            .collect()
    }

    /// Whether a value's contents are written by its defining op; also true for block arguments.
    pub fn value_bufferizes_to_memory_write(&self, value: ValueRef<'_>) -> bool {
        let Some(op) = value.defining_op() else { return true };
        self.bufferizable(op).is_none_or(|model| model.result_bufferizes_to_memory_write(value, self))
    }

    /// Whether a buffer may be written where a value has it.
    pub fn is_writable(&self, value: ValueRef<'_>) -> bool {
        let model = owner(value).and_then(|op| self.bufferizable(op));
        model.is_some_and(|model| model.is_writable(value, self))
    }

    /// Whether the model of a value's op forbids writes to its buffer; as upstream, others are not checked.
    pub fn is_read_only(&self, value: ValueRef<'_>) -> bool {
        let model = owner(value).and_then(|op| self.bufferizable(op));
        model.is_some_and(|model| !model.is_writable(value, self))
    }

    /// By default, a result is written if it has no alias, or a written one, or by a write in the op.
    pub fn default_result_writes(&self, result: ValueRef<'_>) -> bool {
        let Some(op) = result.defining_op() else { return true };
        let operands = self.aliasing_operands(result);
        if operands.is_empty() || operands.iter().any(|alias| self.bufferizes_to_memory_write(alias.operand))
        {
            return true;
        }
        let config = TraversalConfig { always_include_leaves: false, ..TraversalConfig::default() };
        let written_inside = |value: ValueRef<'_>| {
            // Around a loop of blocks the data may come from the op itself: that adds nothing.
            if value.defining_op() == Some(op) {
                return TraversalStep::Leave;
            }
            let mut around = owner(value).filter(|inner| inner.body_id() == op.body_id());
            while let Some(inner) = around {
                if inner == op {
                    return TraversalStep::of(self.value_bufferizes_to_memory_write(value));
                }
                around = inner.parent_op().filter(|inner| inner.body_id() == op.body_id());
            }
            TraversalStep::Leave
        };
        // Whatever is around the op's own regions need not be looked at.
        if op.num_regions() == 0 {
            return false;
        }
        if let Some(&known) = self.known.borrow().written_inside.get(&result.id()) {
            return known;
        }
        let found = stacker::maybe_grow(64 << 10, 1 << 20, || {
            let inside =
                |operand| !self.walk_along_operands(operand, written_inside, config, |_| ()).is_empty();
            operands.iter().any(|alias| inside(alias.operand))
        });
        self.known.borrow_mut().written_inside.insert(result.id(), found);
        found
    }

    /// Whether a value is read, also through aliases that are not reads themselves.
    pub fn is_value_read(&self, value: ValueRef<'_>) -> bool {
        self.look_for_read(value, false)
    }

    /// [`is_value_read`](Self::is_value_read), from memory if need be; the IR must not change.
    pub fn is_value_read_cached(&self, value: ValueRef<'_>) -> bool {
        self.look_for_read(value, true)
    }

    fn look_for_read(&self, value: ValueRef<'_>, remember: bool) -> bool {
        // The values that were looked at, each with the one it is an alias of.
        let mut trail: Vec<(ValueRef<'_>, usize)> = vec![(value, usize::MAX)];
        let mut seen: FxHashSet<Value> = [value.id()].into_iter().collect();
        let mut next = trail.len() - 1;
        let mut stack = vec![next];
        let mut found = None;
        while let Some(at) = stack.pop() {
            let value = trail[at].0;
            if remember && let Some(&read) = self.known.borrow().read.get(&value.id()) {
                if read {
                    found = Some(at);
                    break;
                }
                continue;
            }
            let mut reads = false;
            for operand in uses(value) {
                if self.bufferizes_to_memory_read(operand) {
                    reads = true;
                    break;
                }
                if self.bufferizes_to_alias_only(operand) {
                    for alias in self.aliasing_values(operand) {
                        if seen.insert(alias.value.id()) {
                            next += 1;
                            trail.push((alias.value, at));
                            stack.push(next);
                        }
                    }
                }
            }
            if reads {
                found = Some(at);
                break;
            }
        }
        if remember {
            let mut known = self.known.borrow_mut();
            match found {
                None => known.read.extend(trail.iter().map(|(value, _)| (value.id(), false))),
                Some(mut at) => {
                    while at != usize::MAX {
                        known.read.insert(trail[at].0.id(), true);
                        at = trail[at].1;
                    }
                }
            }
        }
        found.is_some()
    }

    /// Finds the nearest values on an operand's reverse use-def chain that match, in discovery order.
    pub fn find_in_reverse_use_def_chain<'v>(
        &self,
        operand: Operand<'v>,
        condition: impl Fn(ValueRef<'v>) -> bool,
        config: TraversalConfig,
    ) -> Vec<ValueRef<'v>> {
        self.walk_along_operands(operand, |value| TraversalStep::of(condition(value)), config, |_| ())
    }

    /// The same; `follow` is called with each visited operand, the start of the search first.
    pub fn find_along_operands<'v>(
        &self,
        operand: Operand<'v>,
        condition: impl Fn(ValueRef<'v>) -> bool,
        config: TraversalConfig,
        follow: impl FnMut(Operand<'v>),
    ) -> Vec<ValueRef<'v>> {
        self.walk_along_operands(operand, |value| TraversalStep::of(condition(value)), config, follow)
    }

    /// The same, with values that may be skipped together with all values reached through them.
    fn walk_along_operands<'v>(
        &self,
        operand: Operand<'v>,
        step: impl Fn(ValueRef<'v>) -> TraversalStep,
        config: TraversalConfig,
        mut follow: impl FnMut(Operand<'v>),
    ) -> Vec<ValueRef<'v>> {
        let mut found: Vec<ValueRef<'v>> = Vec::new();
        let (mut is_found, mut visited) = (FewValues::default(), FewValues::default());
        let mut open: SmallVec<[ValueRef<'v>; 4]> = smallvec::smallvec![operand.value()];
        follow(operand);
        while let Some(value) = open.pop() {
            let mut find = |wanted: bool| {
                if wanted && is_found.insert(value.id()) {
                    found.push(value);
                }
            };
            if !visited.insert(value.id()) {
                find(config.always_include_leaves);
                continue;
            }
            match step(value) {
                TraversalStep::Take => {
                    find(true);
                    continue;
                }
                TraversalStep::Leave => continue,
                TraversalStep::Follow => {}
            }
            let known = owner(value).is_some_and(|op| self.bufferizable(op).is_some());
            if !config.follow_unknown_ops && !known {
                find(config.always_include_leaves);
                continue;
            }
            let aliases = self.aliasing_operands(value);
            if aliases.is_empty() {
                find(config.always_include_leaves);
                continue;
            }
            for alias in aliases {
                let from = alias.operand.value();
                let stops = config.follow_equivalent_only && alias.relation != BufferRelation::Equivalent
                    || config.follow_in_place_only && !self.is_in_place(alias.operand)
                    || config.follow_same_type_or_casts_only && from.ty() != value.ty() && !is_cast(value);
                if stops {
                    find(config.always_include_leaves);
                    continue;
                }
                follow(alias.operand);
                if !open.contains(&from) {
                    open.push(from);
                }
            }
        }
        found
    }

    /// Whether data of a value comes from a leaf that is reached without a subset of a larger tensor.
    pub fn comes_from_outside(&self, value: ValueRef<'_>) -> bool {
        let is_subset = |value: ValueRef<'_>| {
            let from = value.defining_op().and_then(|op| Some((op, op.interface::<dyn SubsetOp>()?)));
            from.is_some_and(|(op, subset)| subset.source(op).is_none())
        };
        // The values that were looked at, each with the one that it was come from.
        let mut trail: Vec<(ValueRef<'_>, usize)> = vec![(value, usize::MAX)];
        let mut seen: FxHashSet<Value> = [value.id()].into_iter().collect();
        let mut stack = vec![0];
        let mut found = None;
        while let Some(at) = stack.pop() {
            let value = trail[at].0;
            match self.known.borrow().outside.get(&value.id()) {
                Some(true) => {
                    found = Some(at);
                    break;
                }
                Some(false) => continue,
                None => {}
            }
            if is_subset(value) {
                continue;
            }
            let known = owner(value).is_some_and(|op| self.bufferizable(op).is_some());
            let aliases = if known { self.aliasing_operands(value) } else { AliasingOperands::new() };
            if aliases.is_empty() {
                found = Some(at);
                break;
            }
            for alias in aliases {
                let from = alias.operand.value();
                if seen.insert(from.id()) {
                    stack.push(trail.len());
                    trail.push((from, at));
                }
            }
        }
        let mut known = self.known.borrow_mut();
        match found {
            None => known.outside.extend(trail.iter().map(|(value, _)| (value.id(), false))),
            Some(mut at) => {
                while at != usize::MAX {
                    known.outside.insert(trail[at].0.id(), true);
                    at = trail[at].1;
                }
            }
        }
        found.is_some()
    }

    /// The definitions of an operand's contents.
    pub fn find_definitions(&self, operand: Operand<'_>) -> Definitions {
        let known = |value: Value| self.known.borrow().definitions.get(value.index()).cloned().flatten();
        if let Some(found) = known(operand.value().id()) {
            return found;
        }
        // Along aliases of one operand each, the definitions are those of the first.
        let mut chain: SmallVec<[Value; 8]> = SmallVec::new();
        let mut at = operand;
        let mut seen = FewValues::default();
        let found: Definitions = loop {
            let value = at.value();
            if let Some(found) = known(value.id()) {
                break found;
            }
            if !seen.insert(value.id()) {
                break Definitions::new();
            }
            chain.push(value.id());
            if self.value_bufferizes_to_memory_write(value) {
                break smallvec::smallvec![value.id()];
            }
            let is_known = owner(value).is_some_and(|op| self.bufferizable(op).is_some());
            let aliases = if is_known { self.aliasing_operands(value) } else { AliasingOperands::new() };
            match aliases[..] {
                [] => break Definitions::new(),
                [alias] => at = alias.operand,
                _ => {
                    let config =
                        TraversalConfig { always_include_leaves: false, ..TraversalConfig::default() };
                    let writes = |value: ValueRef<'_>| self.value_bufferizes_to_memory_write(value);
                    let found = self.find_in_reverse_use_def_chain(at, writes, config);
                    break found.into_iter().map(|value| value.id()).collect();
                }
            }
        };
        let definitions = &mut self.known.borrow_mut().definitions;
        for value in chain {
            if definitions.len() <= value.index() {
                let all = operand.op.body().num_values().max(value.index() + 1);
                definitions.resize(all, None);
            }
            definitions[value.index()] = Some(found.clone());
        }
        found
    }

    /// Whether the copy of an out-of-place operand can be replaced by an uninitialized allocation.
    pub fn can_omit_tensor_copy(&self, operand: Operand<'_>) -> bool {
        if self.decisions.has_undefined_contents(operand) {
            return true;
        }
        let reads = self.bufferizes_to_memory_read(operand);
        if self.bufferizes_to_memory_write(operand) && !reads {
            return true;
        }
        !reads && !self.aliasing_values(operand).iter().any(|alias| self.is_value_read(alias.value))
    }
}

/// A set of values, most often a small one.
#[derive(Default)]
struct FewValues {
    few: SmallVec<[Value; 8]>,
    /// All values, if they are many.
    many: FxHashSet<Value>,
}

impl FewValues {
    /// Whether a value was not in the set, in which it is from now on.
    fn insert(&mut self, value: Value) -> bool {
        if !self.many.is_empty() {
            return self.many.insert(value);
        }
        if self.few.contains(&value) {
            return false;
        }
        if self.few.len() < self.few.inline_size() {
            self.few.push(value);
        } else {
            self.many.extend(self.few.drain(..));
            self.many.insert(value);
        }
        true
    }
}

/// The region around the op that a region belongs to, in the same body.
pub fn parent_region(region: RegionRef<'_>) -> Option<RegionRef<'_>> {
    let op = region.parent_op().filter(|op| op.body_id() == region.body_id())?;
    op.block()?.region()
}

/// The region that a value is defined in.
pub fn region_of(value: ValueRef<'_>) -> Option<RegionRef<'_>> {
    match value.defining_op() {
        Some(op) => op.block()?.region(),
        None => value.owner_block()?.region(),
    }
}

/// Whether a value is the result of a cast.
fn is_cast(value: ValueRef<'_>) -> bool {
    value.defining_op().is_some_and(|op| {
        op.isa::<tensor::CastOp>()
            || op.isa::<memref::CastOp>()
            || op.isa::<UnrealizedConversionCastOp>()
            || op.isa::<memref::MemorySpaceCastOp>()
    })
}

/// Operands by their keys.
pub type OperandSet = FxHashSet<OperandKey>;
