//! What a context knows of an op name.

use std::any::{Any, TypeId};
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{OnceLock, RwLock};

use rustc_hash::FxBuildHasher;

use crate::attrs::Attr;
use crate::context::Context;
use crate::def::{Arity, DialectDef, OpDef, Presence, PropDef};
use crate::effects::{MemoryEffects, OwnEffects};
use crate::extension::{Attachments, Extensions};
use crate::interfaces::{DestinationStyleOp, LoopLike, RegionBranchOp, SymbolUser};
use crate::strings::Str;
use crate::traits::{CheckPhase, Trait, TraitSet};

/// An interface an op implements: a `&'static dyn Trait` behind `Any`.
pub type InterfaceEntry = &'static (dyn Any + Send + Sync);

/// How the operands or results of an op are spread over the slots of its definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slots {
    /// There is no definition.
    Unknown,
    /// Each slot takes one value.
    Fixed,
    /// One slot takes what is left; of how many slots.
    One { variable: usize, slots: usize },
    /// Several do, and an inherent attribute, if there is one, says how many values each has.
    Several { sizes: Option<usize>, slots: usize },
}

impl Slots {
    fn of(def: &OpDef, arities: impl ExactSizeIterator<Item = Arity> + Clone, sizes: &str) -> Self {
        let slots = arities.len();
        let mut variable = arities.enumerate().filter(|(_, arity)| *arity != Arity::One).map(|(i, _)| i);
        match (variable.next(), variable.next()) {
            (None, _) => Self::Fixed,
            (Some(variable), None) => Self::One { variable, slots },
            _ => Self::Several { sizes: def.props.iter().position(|prop| prop.name == sizes), slots },
        }
    }
}

/// What a context knows of an op name.
pub struct OpInfo {
    /// The full name.
    pub name: Str,
    /// The definition; `None` if the op is not registered.
    pub def: Option<&'static OpDef>,
    /// The dialect, if it is loaded.
    pub dialect: Option<&'static DialectDef>,
    /// The definition's traits.
    pub traits: TraitSet,
    /// Names of the inherent attribute slots.
    pub prop_names: Box<[Str]>,
    /// What absent inherent attributes are filled with; [`Attr::NULL`] for nothing.
    pub prop_defaults: Box<[Attr]>,
    /// The compiled format, owned by the reader and printer of the textual form.
    pub compiled: OnceLock<Box<dyn Any + Send + Sync>>,
    /// How operands are spread over their slots.
    pub(crate) operand_slots: Slots,
    /// How results are spread over their slots.
    pub(crate) result_slots: Slots,
    /// The traits that the verifier has something to check for, by when it does.
    pub(crate) checks: TraitChecks,
    /// What the definition's effects amount to, where they are the same for all such ops.
    pub(crate) effects: Option<OwnEffects>,
    /// A mark of each interface in the definition, so that most questions for others need no search.
    own_marks: u64,
    /// What extensions of the dialect attach; `None` if it has none.
    pub(crate) attachments: Option<Box<Attachments>>,
    /// The same for the interfaces that extensions attach to any op of the dialect.
    extension_marks: u64,
    external: RwLock<Vec<InterfaceEntry>>,
    /// The same for those that were attached to the context.
    external_marks: AtomicU64,
    /// The op checks the symbols it uses.
    uses_symbols: AtomicBool,
}

/// One bit that stands for an interface, and for some others.
#[inline]
fn mark_of(interface: TypeId) -> u64 {
    1 << (FxBuildHasher.hash_one(interface) & 63)
}

/// The marks of some interfaces.
fn marks_of(interfaces: impl Iterator<Item = TypeId>) -> u64 {
    interfaces.fold(0, |marks, interface| marks | mark_of(interface))
}

/// Traits to check, by when they are checked.
#[derive(Default)]
pub(crate) struct TraitChecks {
    /// Before the table.
    pub(crate) structural: Box<[&'static Trait]>,
    /// With the table.
    pub(crate) conditions: Box<[&'static Trait]>,
    /// After the table.
    pub(crate) others: Box<[&'static Trait]>,
    /// All that is checked, but for `contextual`, the regions, what is passed to successors and the op's own hook,
    /// depends on the types of operands and results and on inherent attributes.
    pub(crate) by_signature: bool,
    /// Those that depend on more: before and with the table, and after it.
    pub(crate) contextual: [Box<[&'static Trait]>; 2],
    /// Those that are checked after the ops in the regions.
    pub(crate) late: Box<[&'static Trait]>,
    /// The interfaces that are checked after those.
    pub(crate) interfaces: Box<[RegionCheck]>,
    /// Something is checked after the ops in the regions, even if there are no regions.
    pub(crate) after_regions: bool,
}

/// An interface that is checked after the ops in the regions.
pub(crate) enum RegionCheck {
    Branch(&'static dyn RegionBranchOp),
    Loop(&'static dyn LoopLike),
    Style(&'static dyn DestinationStyleOp),
}

impl RegionCheck {
    fn of(entry: &InterfaceEntry) -> Option<Self> {
        let branch = entry.downcast_ref().copied().map(Self::Branch);
        let looped = || entry.downcast_ref().copied().map(Self::Loop);
        let style = || entry.downcast_ref().copied().map(Self::Style);
        branch.or_else(looped).or_else(style)
    }
}

impl TraitChecks {
    fn of(def: &'static OpDef, attached: &[InterfaceEntry]) -> Self {
        let pick = |phase| -> Box<[&'static Trait]> {
            def.traits.iter().filter(|t| t.phase() == Some(phase)).collect()
        };
        let [structural, conditions, others] =
            [CheckPhase::Structural, CheckPhase::Condition, CheckPhase::Other].map(pick);
        let plain = def.regions.is_empty();
        let contextual = |list: &[&'static Trait]| -> Box<[&'static Trait]> {
            let depends = |t: &&Trait| !t.looks_at_signature_only() || !plain && matches!(t, Trait::Check(_));
            list.iter().copied().filter(|t| depends(t)).collect()
        };
        let traits = TraitSet::of(def.traits);
        let interfaces: Box<[RegionCheck]> =
            def.interfaces.iter().chain(attached).filter_map(RegionCheck::of).collect();
        let is_late = |t: &&Trait| {
            matches!(
                t,
                Trait::SymbolTable | Trait::IsolatedFromAbove | Trait::SingleBlockImplicitTerminator(_)
            )
        };
        Self {
            by_signature: (plain || def.infer.is_none()) && !traits.has(TraitSet::Symbol),
            contextual: [contextual(&[&structural[..], &conditions[..]].concat()), contextual(&others)],
            after_regions: traits.has(TraitSet::SymbolTable)
                || def.verify_regions.is_some()
                || !interfaces.is_empty(),
            late: def.traits.iter().filter(is_late).collect(),
            interfaces,
            structural,
            conditions,
            others,
        }
    }
}

impl OpInfo {
    /// Whether the op checks the symbols it uses.
    #[inline]
    pub fn uses_symbols(&self) -> bool {
        self.uses_symbols.load(Ordering::Relaxed)
    }

    /// Whether an implementation of interface `I` may have been attached to the op.
    #[inline]
    pub(crate) fn may_have_attached<I: ?Sized + 'static>(&self) -> bool {
        self.external_marks.load(Ordering::Acquire) & mark_of(TypeId::of::<&'static I>()) != 0
    }

    /// The implementation of interface `I` (a `dyn Trait`), if there is one.
    #[inline]
    pub fn interface<I: ?Sized + 'static>(&self) -> Option<&'static I> {
        let mark = mark_of(TypeId::of::<&'static I>());
        if self.own_marks & mark != 0
            && let Some(found) = self.def.and_then(|def| find(def.interfaces))
        {
            return Some(found);
        }
        if (self.extension_marks | self.external_marks.load(Ordering::Acquire)) & mark == 0 {
            return None;
        }
        self.attached()
    }

    /// The implementation of an interface that is not on the definition.
    fn attached<I: ?Sized + 'static>(&self) -> Option<&'static I> {
        let mark = mark_of(TypeId::of::<&'static I>());
        if self.extension_marks & mark != 0
            && let Some(found) = self.attachments.as_ref().and_then(|attachments| attachments.find())
        {
            return Some(found);
        }
        if self.external_marks.load(Ordering::Acquire) & mark == 0 {
            return None;
        }
        find(&self.external.read().unwrap_or_else(|e| e.into_inner()))
    }

    /// Attaches an implementation from outside the dialect and its extensions.
    pub(crate) fn attach(&self, entry: InterfaceEntry) {
        self.external.write().unwrap_or_else(|e| e.into_inner()).push(entry);
        self.external_marks.fetch_or(mark_of(entry.type_id()), Ordering::Release);
        if entry.is::<&'static dyn SymbolUser>() {
            self.uses_symbols.store(true, Ordering::Release);
        }
    }

    /// What is known of an op name without a definition.
    pub(crate) fn unregistered(name: Str, dialect: Option<&'static DialectDef>) -> Self {
        Self {
            name,
            def: None,
            dialect,
            traits: TraitSet::EMPTY,
            prop_names: Box::default(),
            prop_defaults: Box::default(),
            compiled: OnceLock::new(),
            operand_slots: Slots::Unknown,
            result_slots: Slots::Unknown,
            checks: TraitChecks::default(),
            effects: None,
            own_marks: 0,
            attachments: None,
            extension_marks: 0,
            external: RwLock::default(),
            external_marks: AtomicU64::new(0),
            uses_symbols: AtomicBool::new(false),
        }
    }

    /// What is known of a registered op, with what extensions attach to it.
    pub(crate) fn registered(
        cx: &Context,
        name: Str,
        def: &'static OpDef,
        dialect: &'static DialectDef,
        extensions: Option<&Extensions>,
    ) -> Self {
        let default = |prop: &PropDef| match prop.presence {
            Presence::Default(make) => make(cx),
            _ => Attr::NULL,
        };
        let arities = def.operands.iter().map(|operand| operand.arity);
        let result_arities = def.results.iter().map(|result| result.arity);
        let mut info = Self {
            def: Some(def),
            traits: TraitSet::of(def.traits),
            prop_names: def.props.iter().map(|prop| cx.str(prop.name)).collect(),
            prop_defaults: def.props.iter().map(default).collect(),
            operand_slots: Slots::of(def, arities, "operandSegmentSizes"),
            result_slots: Slots::of(def, result_arities, "resultSegmentSizes"),
            effects: OwnEffects::of(def),
            own_marks: marks_of(def.interfaces.iter().map(|&entry| entry.type_id())),
            ..Self::unregistered(name, Some(dialect))
        };
        if let Some(extensions) = extensions {
            info.extend(def, extensions);
        }
        let attached = info.attached_that_are_checked();
        info.checks = TraitChecks::of(def, &attached);
        let mut entries = def.interfaces.iter().chain(&attached);
        info.uses_symbols = AtomicBool::new(entries.any(|entry| entry.is::<&'static dyn SymbolUser>()));
        info
    }

    fn extend(&mut self, def: &'static OpDef, extensions: &Extensions) {
        let attachments = Attachments::new(def.name, extensions.clone());
        self.extension_marks = marks_of(attachments.interfaces());
        self.attachments = Some(Box::new(attachments));
        let by_predicate = Attachments::by_predicate(self);
        self.attachments =
            self.attachments.take().map(|attachments| Box::new(attachments.with(by_predicate)));
        if self.may_be_extended::<dyn MemoryEffects>() && self.attached::<dyn MemoryEffects>().is_some() {
            self.effects = None;
        }
    }

    /// Whether an extension attaches interface `I` to an op of the dialect, or one with the same mark.
    fn may_be_extended<I: ?Sized + 'static>(&self) -> bool {
        self.extension_marks & mark_of(TypeId::of::<&'static I>()) != 0
    }

    /// The implementations from extensions, if there may be any among them that the verifier calls.
    fn attached_that_are_checked(&self) -> Vec<InterfaceEntry> {
        let may_be = self.may_be_extended::<dyn SymbolUser>()
            || self.may_be_extended::<dyn RegionBranchOp>()
            || self.may_be_extended::<dyn LoopLike>()
            || self.may_be_extended::<dyn DestinationStyleOp>();
        let attachments = self.attachments.as_ref().filter(|_| may_be);
        attachments.map_or(Vec::new(), |attachments| attachments.all().collect())
    }
}

/// The implementation of an interface among some.
fn find<I: ?Sized + 'static>(entries: &[InterfaceEntry]) -> Option<&'static I> {
    entries.iter().find_map(|entry| entry.downcast_ref::<&'static I>().copied())
}
