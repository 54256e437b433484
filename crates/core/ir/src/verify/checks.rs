//! The checks of the ops of one name.

use crate::def::{CheckFn, OpTable};
use crate::interface_map::InterfaceEntry;
use crate::interfaces::{DestinationStyleOp, LoopLike, RegionBranchOp, SymbolUser};
use crate::op_info::OpInfo;
use crate::traits::{CheckPhase, Trait, TraitSet};

/// Traits to check, by when they are checked.
#[derive(Default)]
pub(super) struct TraitChecks {
    /// Before the table.
    pub(super) structural: Box<[&'static Trait]>,
    /// With the table.
    pub(super) conditions: Box<[&'static Trait]>,
    /// After the table.
    pub(super) others: Box<[&'static Trait]>,
    /// All that is checked, but for `contextual`, the regions, what is passed to successors and the op's own hook,
    /// depends on the types of operands and results and on inherent attributes.
    pub(super) by_signature: bool,
    /// Traits whose checks depend on more than the signature: those before and with the table, and those after it.
    pub(super) contextual: [Box<[&'static Trait]>; 2],
    /// Traits checked after the ops in the regions.
    pub(super) late: Box<[&'static Trait]>,
    /// The check of the dialect.
    pub(super) dialect: Option<CheckFn>,
    /// The interfaces that are checked after those.
    pub(super) interfaces: Box<[RegionCheck]>,
    /// True if there are checks after the ops in the regions, even if there are no regions.
    pub(super) after_regions: bool,
}

/// An interface that is checked after the ops in the regions.
pub(super) enum RegionCheck {
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
    fn of_op(info: &OpInfo) -> Self {
        let Some(def) = info.def() else { return Self::default() };
        let dialect = info.dialect.as_ref().and_then(|dialect| dialect.def().verify_op);
        Self::of(def, dialect, &info.attached_that_are_checked())
    }

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
    /// Returns the checks of the ops of this name.
    #[inline]
    pub(super) fn checks(&self) -> &TraitChecks {
        self.checks.get_or_init(|| TraitChecks::of_op(self))
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
