//! What a context knows of an op name.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use crate::attr_kind::{AttrKind, BoolAttr};
use crate::attrs::Attr;
use crate::context::Context;
use crate::def::{Arity, CheckFn, OpTable, OpTables, Optionality, PropDef};
use crate::dialect::Dialect;
use crate::effects::{MemoryEffects, OwnEffects};
use crate::extension::{Attachments, Extended};
use crate::interface_map::{InterfaceEntry, InterfaceMap};
use crate::interfaces::{DestinationStyleOp, LoopLike, RegionBranchOp, SymbolUser};
use crate::strings::Str;
use crate::traits::{CheckPhase, Trait, TraitSet};
use terrace_support::held::Held;

/// The distribution of an op's operands or results over the slots of its definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slots {
    /// The op has no definition.
    Unknown,
    /// Each slot takes one value.
    Fixed,
    /// One slot takes what is left; of how many slots.
    One { variable: usize, slots: usize },
    /// Several are variadic; an inherent attribute, if any, has the number of values of each.
    Several { sizes: Option<usize>, slots: usize },
}

impl Slots {
    fn of(def: &OpTable<'_>, arities: impl ExactSizeIterator<Item = Arity> + Clone, sizes: &str) -> Self {
        let slots = arities.len();
        let mut variable = arities.enumerate().filter(|(_, arity)| *arity != Arity::One).map(|(i, _)| i);
        match (variable.next(), variable.next()) {
            (None, _) => Self::Fixed,
            (Some(variable), None) => Self::One { variable, slots },
            _ => Self::Several { sizes: def.props.iter().position(|prop| prop.name == sizes), slots },
        }
    }
}

/// The registered information on an op name.
pub struct OpInfo {
    /// The full name.
    pub name: Str,
    /// The definition; `None` if the op is not registered.
    def: Option<Held<OpTables>>,
    /// The dialect, if it is loaded.
    pub dialect: Option<Arc<Dialect>>,
    /// The definition's traits.
    pub traits: TraitSet,
    /// Names of the inherent attribute slots.
    pub prop_names: Box<[Str]>,
    /// Defaults of absent inherent attributes; [`Attr::NULL`] if there is no default.
    pub prop_defaults: Box<[Attr]>,
    /// The same for ops that code creates: flags that may be absent are there, as upstream's builders have them.
    pub built_defaults: Box<[Attr]>,
    /// The compiled format, owned by the reader and printer of the textual form.
    pub compiled: OnceLock<Box<dyn Any + Send + Sync>>,
    /// The distribution of operands over their slots.
    pub(crate) operand_slots: Slots,
    /// The distribution of results over their slots.
    pub(crate) result_slots: Slots,
    /// The traits that the verifier has something to check for, by when it does.
    pub(crate) checks: TraitChecks,
    /// The effects declared by the definition, if they are the same for all its ops.
    pub(crate) effects: Option<OwnEffects>,
    /// The interfaces it implements.
    pub(crate) interfaces: InterfaceMap,
    /// The op checks the symbols it uses.
    uses_symbols: bool,
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
    /// Traits whose checks depend on more than the signature: those before and with the table, and those after it.
    pub(crate) contextual: [Box<[&'static Trait]>; 2],
    /// Traits checked after the ops in the regions.
    pub(crate) late: Box<[&'static Trait]>,
    /// The check of the dialect.
    pub(crate) dialect: Option<CheckFn>,
    /// The interfaces that are checked after those.
    pub(crate) interfaces: Box<[RegionCheck]>,
    /// True if there are checks after the ops in the regions, even if there are no regions.
    pub(crate) after_regions: bool,
}

/// An interface that is checked after the ops in the regions.
pub(crate) enum RegionCheck {
    Branch(&'static dyn RegionBranchOp),
    Loop(&'static dyn LoopLike),
    Style(&'static dyn DestinationStyleOp),
}

impl RegionCheck {
    fn of(&entry: &InterfaceEntry) -> Option<Self> {
        let branch = entry.downcast().map(Self::Branch);
        let looped = || entry.downcast().map(Self::Loop);
        let style = || entry.downcast().map(Self::Style);
        branch.or_else(looped).or_else(style)
    }
}

impl TraitChecks {
    fn of(def: &OpTable<'_>, dialect: Option<CheckFn>, attached: &[InterfaceEntry]) -> Self {
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
            dialect,
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
        self.uses_symbols
    }

    /// Returns the definition, or `None` if the op is not registered.
    #[inline]
    pub fn def(&self) -> Option<&OpTable<'_>> {
        self.def.as_ref().map(Held::get)
    }

    /// Returns the op's implementation of interface `I` (a `dyn Trait`), or `None`.
    #[inline]
    pub fn interface<I: ?Sized + 'static>(&self) -> Option<&'static I> {
        self.interfaces.get()
    }

    /// Returns the implementation of interface `I` (a `dyn Trait`) by the op's dialect, or `None`.
    #[inline]
    pub fn dialect_interface<I: ?Sized + 'static>(&self) -> Option<&'static I> {
        self.dialect.as_ref()?.interface()
    }

    /// Returns the namespace of the op's dialect; empty if that is not loaded.
    pub fn dialect_name(&self) -> Str {
        self.dialect.as_ref().map_or(Str::EMPTY, |dialect| dialect.name)
    }

    /// Returns the information on an op name without a definition.
    pub(crate) fn unregistered(name: Str, dialect: Option<Arc<Dialect>>) -> Self {
        Self {
            name,
            def: None,
            dialect,
            traits: TraitSet::EMPTY,
            prop_names: Box::default(),
            prop_defaults: Box::default(),
            built_defaults: Box::default(),
            compiled: OnceLock::new(),
            operand_slots: Slots::Unknown,
            result_slots: Slots::Unknown,
            checks: TraitChecks::default(),
            effects: None,
            interfaces: InterfaceMap::default(),
            uses_symbols: false,
        }
    }

    /// Returns the information on a registered op, with the interfaces attached by extensions of its dialect.
    pub(crate) fn registered(cx: &Context, name: Str, held: Held<OpTables>, dialect: &Arc<Dialect>) -> Self {
        let def = held.get();
        let default = |prop: &PropDef<'_>| match prop.presence {
            Optionality::Default(make) => make(cx),
            _ => Attr::NULL,
        };
        let built = |prop: &PropDef<'_>| match prop.presence {
            Optionality::OptionalDefault(make) if std::ptr::eq(prop.constraint, BoolAttr::CONSTRAINT) => {
                make(cx)
            }
            _ => default(prop),
        };
        let arities = def.operands.iter().map(|operand| operand.arity);
        let result_arities = def.results.iter().map(|result| result.arity);
        let attachments = Attachments::new(Extended::Ops, def.name, dialect.extensions());
        let mut info = Self {
            def: Some(held.clone()),
            traits: TraitSet::of(def.traits),
            prop_names: def.props.iter().map(|prop| cx.str(prop.name)).collect(),
            prop_defaults: def.props.iter().map(default).collect(),
            built_defaults: def.props.iter().map(built).collect(),
            operand_slots: Slots::of(def, arities, "operandSegmentSizes"),
            result_slots: Slots::of(def, result_arities, "resultSegmentSizes"),
            effects: OwnEffects::of(def),
            interfaces: InterfaceMap::new(def.interfaces, attachments),
            ..Self::unregistered(name, Some(Arc::clone(dialect)))
        };
        info.attach_by_predicate();
        let attached = info.attached_that_are_checked();
        info.checks = TraitChecks::of(def, dialect.def().verify_op, &attached);
        let mut entries = def.interfaces.iter().chain(&attached);
        info.uses_symbols = entries.any(|entry| entry.is::<dyn SymbolUser>());
        info
    }

    fn attach_by_predicate(&mut self) {
        let by_predicate = Attachments::by_predicate(self);
        if let Some(attachments) = self.interfaces.attachments_mut() {
            attachments.set_by_predicate(by_predicate);
        }
        if self.interfaces.may_be_extended::<dyn MemoryEffects>()
            && self.interfaces.attachments().is_some_and(|all| all.find::<dyn MemoryEffects>().is_some())
        {
            self.effects = None;
        }
    }

    /// Returns the names of the interfaces that the op implements, itself or by extensions, sorted.
    pub fn interface_names(&self) -> Vec<&'static str> {
        self.interfaces.names()
    }

    /// The implementations from extensions, if there may be any among them that the verifier calls.
    fn attached_that_are_checked(&self) -> Vec<InterfaceEntry> {
        let map = &self.interfaces;
        let may_be = map.may_be_extended::<dyn SymbolUser>()
            || map.may_be_extended::<dyn RegionBranchOp>()
            || map.may_be_extended::<dyn LoopLike>()
            || map.may_be_extended::<dyn DestinationStyleOp>();
        let attachments = map.attachments().filter(|_| may_be);
        attachments.map_or(Vec::new(), |attachments| attachments.all().collect())
    }
}
