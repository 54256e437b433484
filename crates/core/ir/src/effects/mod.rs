//! Side effects: memory effects of ops, triviality of dead ops, and speculatability.

mod table;

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::attrs::Attr;
use crate::def::{Arity, OpTable};
use crate::ids::{OpHandle, Value};
use crate::ir::OpRef;
use crate::op_info::{OpInfo, OwnEffects};
use crate::traits::TraitSet;
pub use table::{
    DEFAULT_RESOURCE, EffectDef, EffectKind, EffectOn, SCOPE_RESOURCE, allocates, frees, reads, writes,
};

/// An effect of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    /// The kind of the effect.
    pub kind: EffectKind,
    /// The value it is done to; `None` if that is not known.
    pub value: Option<Value>,
    /// The symbol it is done to.
    pub symbol: Option<Attr>,
    /// The resource's name.
    pub resource: &'static str,
}

impl Effect {
    /// An effect on a value, or on anything.
    pub fn new(kind: EffectKind, value: Option<Value>) -> Self {
        Self { kind, value, symbol: None, resource: DEFAULT_RESOURCE }
    }
}

/// Declares effects that the definition's table cannot express.
pub trait MemoryEffects: Send + Sync {
    /// Appends the effects of the op itself, without those of ops in its regions.
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>);
}

/// Declares the speculatability of an op.
pub trait ConditionallySpeculatable: Send + Sync {
    /// Returns the speculatability of the op.
    fn speculatability(&self, op: OpRef<'_>) -> Speculatability;
}

/// The speculatability of an op: legality of executing it where the source program would not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speculatability {
    /// It may trap or not terminate.
    No,
    /// It is speculatable.
    Yes,
    /// As far as the ops in its regions may be.
    Recursive,
}

impl Speculatability {
    /// That of an op with the trait `MayBeUndefined`, and whether its operands are known to be some for which it is
    /// defined. Upstream declares such ops to be speculatable, which `--match-upstream` follows.
    pub fn where_defined(op: OpRef<'_>, is_defined: impl FnOnce() -> bool) -> Self {
        if op.cx().matches_upstream() || is_defined() { Self::Yes } else { Self::No }
    }
}

/// The effects of one op: mostly one or two.
pub type Effects = SmallVec<[Effect; 2]>;

/// The effects of the op itself; `None` if they are not known.
pub fn own_effects(op: OpRef<'_>) -> Option<Effects> {
    let info = op.info();
    let def = info.def()?;
    if let Some(interface) = info.interface::<dyn MemoryEffects>() {
        let mut out = Vec::new();
        interface.effects(op, &mut out);
        return Some(out.into());
    }
    let mut out = Effects::new();
    if def.effects.is_empty() {
        let none = TraitSet::NoMemoryEffect.with(TraitSet::Pure);
        return info.traits.has_any(none).then_some(out);
    }
    for effect in def.effects {
        let new = |value, symbol| Effect { kind: effect.kind, value, symbol, resource: effect.resource };
        match effect.on {
            EffectOn::Operand(slot) => {
                out.extend(op.operand_group(slot).map(|value| new(Some(value.id()), None)));
            }
            EffectOn::Result(slot) => {
                out.extend(op.result_group(slot).map(|value| new(Some(value.id()), None)));
            }
            EffectOn::Symbol(slot) => out.push(new(None, op.prop(slot))),
            EffectOn::Anything => out.push(new(None, None)),
        }
    }
    Some(out)
}

/// The effects of the op without those of the ops in its regions; `None` if they are not known. An op may have both: one of
/// linalg reads and writes its operands, and its effects are those of its region, too.
pub fn effects_outside_regions(op: OpRef<'_>) -> Option<Effects> {
    own_effects(op).or_else(|| op.has_trait(TraitSet::RecursiveMemoryEffects).then(Effects::new))
}

/// Whether every op of a tree of effects satisfies `check`, which sees an op and its own effects. Ops whose
/// effects are those of their regions are looked into. False where effects are not known.
fn all_effects(op: OpRef<'_>, check: impl Fn(OpRef<'_>, &[Effect]) -> bool) -> bool {
    let mut pending: SmallVec<[OpRef<'_>; 4]> = SmallVec::new();
    pending.push(op);
    while let Some(op) = pending.pop() {
        let recursive = op.has_trait(TraitSet::RecursiveMemoryEffects);
        if recursive {
            pending.extend(op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops()));
        }
        match own_effects(op) {
            Some(effects) if check(op, &effects) => {}
            Some(_) => return false,
            None if recursive => {}
            None => return false,
        }
    }
    true
}

/// Whether the op and the ops in its regions have no effect on memory.
pub fn is_memory_effect_free(op: OpRef<'_>) -> bool {
    op.has_trait(TraitSet::Pure) || all_effects(op, |_, effects| effects.is_empty())
}

/// All effects of the op and of the ops in its regions; `None` if some are not known.
pub fn effects_recursively(op: OpRef<'_>) -> Option<Vec<Effect>> {
    let mut out = Vec::new();
    let mut pending = vec![op];
    while let Some(op) = pending.pop() {
        let recursive = op.has_trait(TraitSet::RecursiveMemoryEffects);
        if recursive {
            pending.extend(op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops()));
        }
        match own_effects(op) {
            Some(effects) => out.extend(effects),
            None if recursive => {}
            None => return None,
        }
    }
    Some(out)
}

/// Whether the op is trivially dead once its results are unused: it is not a terminator or symbol, and its
/// only effects are reads, or effects on its own allocations.
pub fn would_be_trivially_dead(op: OpRef<'_>) -> bool {
    if op.info().traits.has_any(TraitSet::Terminator.with(TraitSet::Symbol)) {
        return false;
    }
    if op.has_trait(TraitSet::Pure) {
        return true;
    }
    all_effects(op, are_harmless)
}

/// Whether an op's own effects permit its erasure if its results are unused: they are reads, or effects on
/// its own allocations.
pub fn are_harmless(op: OpRef<'_>, effects: &[Effect]) -> bool {
    let own = |value: Value| {
        op.results().any(|r| r.id() == value)
            && effects.iter().any(|e| e.kind == EffectKind::Allocate && e.value == Some(value))
    };
    effects.iter().all(|e| e.kind == EffectKind::Read || e.value.is_some_and(own))
}

/// Whether the op can go: its results have no use and it does nothing else.
pub fn is_trivially_dead(op: OpRef<'_>) -> bool {
    op.results().all(|r| r.is_unused()) && would_be_trivially_dead(op)
}

/// Whether the op may be executed speculatively.
pub fn is_speculatable(op: OpRef<'_>) -> bool {
    let mut pending: SmallVec<[OpRef<'_>; 4]> = SmallVec::new();
    pending.push(op);
    while let Some(op) = pending.pop() {
        let traits = op.info().traits;
        let known = if traits.has_any(TraitSet::Pure.with(TraitSet::AlwaysSpeculatable))
            && !traits.has(TraitSet::MayBeUndefined)
        {
            Speculatability::Yes
        } else if let Some(interface) = op.interface::<dyn ConditionallySpeculatable>() {
            interface.speculatability(op)
        } else if traits.has(TraitSet::RecursivelySpeculatable) {
            Speculatability::Recursive
        } else {
            Speculatability::No
        };
        match known {
            Speculatability::No => return false,
            Speculatability::Yes => {}
            Speculatability::Recursive => {
                pending.extend(op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops()));
            }
        }
    }
    true
}

/// Whether the op can be moved or dropped freely: no effect on memory, and speculatable.
pub fn is_pure(op: OpRef<'_>) -> bool {
    let traits = op.info().traits;
    let always = traits.has(TraitSet::Pure) && !traits.has(TraitSet::MayBeUndefined);
    always || (is_speculatable(op) && is_memory_effect_free(op))
}

/// The memory effects of the ops of a body, nested ops included. Each op is computed after the ops nested in it, so
/// queries take constant time where the functions above walk the nested ops.
#[derive(Default)]
pub struct EffectSummary {
    bits: Vec<u8>,
}

const SETTLED: u8 = 1;
const NOT_FREE: u8 = 2;
const WRITES: u8 = 4;
const SIDE_EFFECTS: u8 = 8;

impl OwnEffects {
    /// Returns the effects of all ops of a definition, as declared in its table; `None` if they depend on the op.
    pub(crate) fn of(def: &OpTable<'_>) -> Option<Self> {
        let traits = TraitSet::of(def.traits);
        let recursive = traits.has(TraitSet::RecursiveMemoryEffects);
        if def.interfaces.iter().any(|entry| entry.is::<dyn MemoryEffects>()) {
            return None;
        }
        if def.effects.is_empty() {
            let none = traits.has_any(TraitSet::NoMemoryEffect.with(TraitSet::Pure));
            return Some(Self(if none || recursive { 0 } else { NOT_FREE | WRITES | SIDE_EFFECTS }));
        }
        let allocates =
            |on| def.effects.iter().any(|effect| effect.kind == EffectKind::Allocate && effect.on == on);
        let mut bits = 0;
        for effect in def.effects {
            // The number of values of a slot, and whether an operand is the op's own result, depends on the op.
            let owned = match effect.on {
                EffectOn::Operand(slot) => {
                    if def.operands[slot].arity != Arity::One
                        || def.effects.iter().any(|effect| effect.kind == EffectKind::Allocate)
                    {
                        return None;
                    }
                    false
                }
                EffectOn::Result(slot) => {
                    if def.results[slot].arity != Arity::One {
                        return None;
                    }
                    allocates(effect.on)
                }
                EffectOn::Symbol(_) | EffectOn::Anything => false,
            };
            bits |= bits_of(effect.kind, owned);
        }
        Some(Self(bits))
    }

    /// Returns the effects of this op if the definition determines them.
    #[inline]
    fn known(info: &OpInfo) -> Option<Self> {
        info.effects
    }

    fn find(op: OpRef<'_>) -> Self {
        if let Some(known) = Self::known(op.info()) {
            return known;
        }
        let Some(effects) = own_effects(op) else {
            let recursive = op.has_trait(TraitSet::RecursiveMemoryEffects);
            return Self(if recursive { 0 } else { NOT_FREE | WRITES | SIDE_EFFECTS });
        };
        let allocated = |value: Value| {
            op.results().any(|r| r.id() == value)
                && effects.iter().any(|e| e.kind == EffectKind::Allocate && e.value == Some(value))
        };
        let bits = |effect: &Effect| bits_of(effect.kind, effect.value.is_some_and(allocated));
        Self(effects.iter().map(bits).fold(0, |all, bits| all | bits))
    }
}

/// Returns the bits of an effect; `owned` if it is on a resource that the op allocates itself.
fn bits_of(kind: EffectKind, owned: bool) -> u8 {
    let writes = if kind == EffectKind::Write { WRITES } else { 0 };
    let side_effects = if kind == EffectKind::Read || owned { 0 } else { SIDE_EFFECTS };
    NOT_FREE | writes | side_effects
}

/// Whether the op itself has side effects, so that it is not dead if its results are unused. True for unknown effects.
pub fn has_own_side_effects(op: OpRef<'_>) -> bool {
    OwnEffects::find(op).0 & SIDE_EFFECTS != 0
}

/// [`is_memory_effect_free`] and [`would_be_trivially_dead`] with a memory, for ops in any order and of all bodies: the ops
/// inside an op are looked at once. The IR must not change.
#[derive(Default)]
pub struct RecursiveEffects {
    known: RefCell<FxHashMap<OpHandle, u8>>,
}

impl RecursiveEffects {
    /// Creates an empty cache.
    pub fn new() -> Self {
        Self::default()
    }

    fn bits(&self, op: OpRef<'_>) -> u8 {
        let looked_into =
            |op: OpRef<'_>| op.num_regions() > 0 && op.has_trait(TraitSet::RecursiveMemoryEffects);
        if !looked_into(op) {
            return OwnEffects::find(op).0;
        }
        if let Some(&bits) = self.known.borrow().get(&op.handle()) {
            return bits;
        }
        let inner = |op: OpRef<'_>| -> Vec<OpHandle> {
            let inner = op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops());
            inner.map(|inner| inner.handle()).collect()
        };
        let mut known = self.known.borrow_mut();
        let mut pending = vec![(op.handle(), false)];
        while let Some((handle, entered)) = pending.pop() {
            let op = op.ir().op(handle);
            if !looked_into(op) || (!entered && known.contains_key(&handle)) {
                continue;
            }
            let inner = inner(op);
            if !entered {
                pending.push((handle, true));
                pending.extend(inner.into_iter().map(|inner| (inner, false)));
                continue;
            }
            let of = |&inner: &OpHandle| match known.get(&inner) {
                Some(&bits) => bits,
                None => OwnEffects::find(op.ir().op(inner)).0,
            };
            let bits = inner.iter().map(of).fold(OwnEffects::find(op).0, |all, bits| all | bits);
            known.insert(handle, bits);
        }
        known.get(&op.handle()).copied().unwrap_or(NOT_FREE | WRITES | SIDE_EFFECTS)
    }

    /// [`is_memory_effect_free`].
    pub fn is_free(&self, op: OpRef<'_>) -> bool {
        op.has_trait(TraitSet::Pure) || self.bits(op) & NOT_FREE == 0
    }

    /// [`would_be_trivially_dead`].
    pub fn would_be_trivially_dead(&self, op: OpRef<'_>) -> bool {
        !op.info().traits.has_any(TraitSet::Terminator.with(TraitSet::Symbol))
            && (op.has_trait(TraitSet::Pure) || self.bits(op) & SIDE_EFFECTS == 0)
    }
}

impl EffectSummary {
    /// Creates an empty cache.
    pub fn new() -> Self {
        Self::default()
    }

    fn get(&self, op: OpRef<'_>) -> u8 {
        self.bits.get(op.id().as_u32() as usize).copied().unwrap_or(0)
    }

    /// Settles an op. Ops in its regions that were not settled before count as doing anything.
    pub fn settle(&mut self, op: OpRef<'_>) {
        let recursive = op.has_trait(TraitSet::RecursiveMemoryEffects);
        let mut bits = SETTLED | OwnEffects::find(op).0;
        if recursive {
            for inner in op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops()) {
                bits |= match (inner.body_id() == op.body_id()).then(|| self.get(inner)) {
                    Some(known) if known & SETTLED != 0 => known,
                    _ => NOT_FREE | WRITES | SIDE_EFFECTS,
                };
            }
        }
        let at = op.id().as_u32() as usize;
        if at >= self.bits.len() {
            self.bits.resize((at + 1).max(op.body().num_ops()), 0);
        }
        self.bits[at] = bits;
    }

    /// Whether a settled op and those inside have no effect on memory.
    pub fn is_free(&self, op: OpRef<'_>) -> bool {
        self.get(op) & (SETTLED | NOT_FREE) == SETTLED
    }

    /// Whether a settled op or one nested in it may write, or has unknown effects.
    pub fn may_write(&self, op: OpRef<'_>) -> bool {
        self.get(op) & (SETTLED | WRITES) != SETTLED
    }

    /// Whether a settled op and those inside have no side effects, so that they are dead if their results are not used.
    pub fn is_side_effect_free(&self, op: OpRef<'_>) -> bool {
        self.get(op) & (SETTLED | SIDE_EFFECTS) == SETTLED
    }

    /// [`would_be_trivially_dead`] of a settled op.
    pub fn would_be_trivially_dead(&self, op: OpRef<'_>) -> bool {
        !op.info().traits.has_any(TraitSet::Terminator.with(TraitSet::Symbol)) && self.is_side_effect_free(op)
    }
}
