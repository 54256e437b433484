//! The context: everything that is uniqued or registered, shared by any number of IRs and threads.

use std::any::{Any, TypeId};
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, RwLock};

use rustc_hash::{FxBuildHasher, FxHashMap};
use terrace_support::append_vec::AppendVec;
use terrace_support::interner::Interner;

use crate::attrs::{Attr, AttrData, known_attrs};
use crate::def::{Arity, AttrDef, AttrDefId, DialectDef, OpDef, Presence, TypeDef, TypeDefId};
use crate::deferred::Deferred;
use crate::effects::OwnEffects;
use crate::ids::OpName;
use crate::interfaces::{DestinationStyleOp, LoopLike, RegionBranchOp, SymbolUser};
use crate::print::alias::OpaqueAliases;
use crate::resources::Resources;
use crate::rule_counts::RuleCounts;
use crate::strings::{KNOWN, Str};
use crate::traits::{CheckPhase, Trait, TraitSet};
use crate::types::{Type, TypeData, known_types};
use crate::verify::Memo;

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
    /// The definition; none for an op that is not registered.
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
    external: RwLock<Vec<InterfaceEntry>>,
    /// The same for those that were attached.
    external_marks: AtomicU64,
    /// The op checks the symbols it uses.
    uses_symbols: AtomicBool,
}

/// One bit that stands for an interface, and for some others.
#[inline]
fn mark_of(interface: TypeId) -> u64 {
    1 << (FxBuildHasher.hash_one(interface) & 63)
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
    fn of(def: &'static OpDef) -> Self {
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
        let interfaces: Box<[RegionCheck]> = def.interfaces.iter().filter_map(RegionCheck::of).collect();
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
        let find =
            |entries: &[InterfaceEntry]| entries.iter().find_map(|e| e.downcast_ref::<&'static I>().copied());
        let mark = mark_of(TypeId::of::<&'static I>());
        if self.own_marks & mark != 0
            && let Some(found) = self.def.and_then(|def| find(def.interfaces))
        {
            return Some(found);
        }
        if self.external_marks.load(Ordering::Acquire) & mark == 0 {
            return None;
        }
        find(&self.external.read().unwrap_or_else(|e| e.into_inner()))
    }
}

/// A dialect type or attribute definition within a context.
pub struct DefInfo {
    /// The full name.
    pub name: Str,
    /// The definition.
    pub def: &'static TypeDef,
    /// The compiled format.
    pub compiled: OnceLock<Box<dyn Any + Send + Sync>>,
}

/// A loaded dialect.
pub struct Dialect {
    /// Its definition.
    pub def: &'static DialectDef,
    types: FxHashMap<&'static str, TypeDefId>,
    attrs: FxHashMap<&'static str, AttrDefId>,
    /// Its ops and the dialects it needs are there too.
    ready: AtomicBool,
}

impl Dialect {
    /// The type with this mnemonic.
    pub fn type_def(&self, mnemonic: &str) -> Option<TypeDefId> {
        self.types.get(mnemonic).copied()
    }

    /// The attribute with this mnemonic.
    pub fn attr_def(&self, mnemonic: &str) -> Option<AttrDefId> {
        self.attrs.get(mnemonic).copied()
    }
}

/// Everything that is uniqued or registered. Reads take no lock; dialects load on first use.
pub struct Context {
    strings: Interner<Box<[u8]>>,
    types: Interner<TypeData>,
    attrs: Interner<AttrData>,
    ops: AppendVec<OpInfo>,
    op_names: RwLock<FxHashMap<Str, OpName>>,
    type_defs: AppendVec<DefInfo>,
    attr_defs: AppendVec<DefInfo>,
    registry: FxHashMap<&'static str, &'static DialectDef>,
    dialects: RwLock<FxHashMap<Str, Option<Arc<Dialect>>>>,
    /// Held while a dialect is loaded.
    loading: Mutex<()>,
    /// The thread that holds it; zero for none.
    loader: AtomicUsize,
    allow_unregistered: AtomicBool,
    matches_upstream: AtomicBool,
    distinct: AtomicU64,
    loc_attrs: AtomicBool,
    /// What the verifier remembers while it is not at work.
    memo: Mutex<Option<Memo>>,
    /// Diagnostics that wait for the end of a pass.
    pub(crate) deferred: Deferred,
    /// Which rules apply how often, if anybody asked.
    pub(crate) rule_counts: OnceLock<Arc<RuleCounts>>,
    /// Where the segments begin, for long lists of segment sizes.
    segment_starts: RwLock<FxHashMap<Attr, Arc<[u32]>>>,
    /// Blobs of `dense_resource` attributes and of the file metadata.
    pub resources: Resources,
    /// Aliases of uninterpreted types and attributes, and those they use.
    pub opaque_aliases: OpaqueAliases,
}

/// A number that no other running thread has; never zero.
fn this_thread() -> usize {
    thread_local!(static PLACE: u8 = const { 0 });
    PLACE.with(|place| std::ptr::from_ref(place) as usize)
}

fn mnemonic(name: &'static str) -> &'static str {
    name.split_once('.').map_or(name, |(_, rest)| rest)
}

impl Context {
    /// A context in which the given dialects can be loaded.
    pub fn new(dialects: &[&'static DialectDef]) -> Self {
        let cx = Self {
            strings: Interner::new(),
            types: Interner::new(),
            attrs: Interner::new(),
            ops: AppendVec::new(),
            op_names: RwLock::default(),
            type_defs: AppendVec::new(),
            attr_defs: AppendVec::new(),
            registry: dialects.iter().map(|d| (d.name, *d)).collect(),
            dialects: RwLock::default(),
            loading: Mutex::new(()),
            loader: AtomicUsize::new(0),
            allow_unregistered: AtomicBool::new(false),
            matches_upstream: AtomicBool::new(false),
            distinct: AtomicU64::new(0),
            loc_attrs: AtomicBool::new(false),
            memo: Mutex::new(None),
            deferred: Deferred::default(),
            rule_counts: OnceLock::new(),
            segment_starts: RwLock::default(),
            resources: Resources::default(),
            opaque_aliases: OpaqueAliases::default(),
        };
        for text in KNOWN {
            cx.str(text);
        }
        for data in known_types() {
            cx.ty(data);
        }
        for data in known_attrs() {
            cx.attr(data);
        }
        cx
    }

    /// Start and length of a segment, from the sizes of all (`array<i32: ...>`; negative ones count as zero). The starts
    /// of long lists are remembered, so that all segments of an op are found in linear time.
    pub fn segment_range(&self, sizes: Attr, segment: usize) -> (usize, usize) {
        const SHORT: usize = 16;
        let Some(mut list) = sizes.i32_elements(self) else { return (0, 0) };
        if segment < SHORT {
            let before = list.by_ref().take(segment).map(|size| size.max(0) as usize).sum();
            return (before, list.next().map_or(0, |size| size.max(0) as usize));
        }
        let range = |starts: &[u32]| match starts.get(segment..) {
            Some(&[start, end, ..]) => (start as usize, (end - start) as usize),
            _ => (starts.last().map_or(0, |&end| end as usize), 0),
        };
        if let Ok(known) = self.segment_starts.read()
            && let Some(starts) = known.get(&sizes)
        {
            return range(starts);
        }
        let mut end = 0u32;
        let ends = list.map(|size| {
            end = end.saturating_add(size.max(0) as u32);
            end
        });
        let starts: Arc<[u32]> = std::iter::once(0).chain(ends).collect();
        let found = range(&starts);
        if let Ok(mut known) = self.segment_starts.write() {
            known.insert(sizes, starts);
        }
        found
    }

    /// Interns a string.
    pub fn str(&self, text: &str) -> Str {
        self.str_from_bytes(text.as_bytes())
    }

    /// Interns bytes.
    pub fn str_from_bytes(&self, bytes: &[u8]) -> Str {
        Str::from_u32(self.strings.intern_with(bytes, || bytes.into()))
    }

    /// The handle of a string that was interned before.
    pub fn find_str(&self, text: &str) -> Option<Str> {
        self.strings.lookup(text.as_bytes()).map(Str::from_u32)
    }

    /// The bytes of an interned string.
    #[inline]
    pub fn str_bytes(&self, str: Str) -> &[u8] {
        self.strings.get(str.as_u32())
    }

    /// Uniques a type. The caller has checked that it is valid.
    #[inline]
    pub fn ty(&self, data: TypeData) -> Type {
        Type::from_u32(self.types.intern(data))
    }

    /// What a type holds.
    #[inline]
    pub fn type_data(&self, ty: Type) -> &TypeData {
        self.types.get(ty.as_u32())
    }

    /// Uniques an attribute. The caller has checked that it is valid.
    #[inline]
    pub fn attr(&self, data: AttrData) -> Attr {
        Attr::from_u32(self.attrs.intern(data))
    }

    /// What an attribute holds.
    #[inline]
    pub fn attr_data(&self, attr: Attr) -> &AttrData {
        self.attrs.get(attr.as_u32())
    }

    /// How many types there are; every handle is below.
    pub fn num_types(&self) -> u32 {
        self.types.len()
    }

    /// How many attributes there are; every handle is below.
    pub fn num_attrs(&self) -> u32 {
        self.attrs.len()
    }

    /// A distinct attribute unlike any other, over `attr`.
    pub fn fresh_distinct(&self, attr: Attr) -> Attr {
        let id = self.distinct.fetch_add(1, Ordering::Relaxed);
        self.attr(AttrData::Distinct { id, attr })
    }

    /// Says that a location is used as an attribute, so that the printer looks for aliases.
    pub fn note_loc_attr(&self) {
        self.loc_attrs.store(true, Ordering::Relaxed);
    }

    /// Whether a location may be used as an attribute.
    pub fn has_loc_attrs(&self) -> bool {
        self.loc_attrs.load(Ordering::Relaxed)
    }

    /// What the verifier remembers of earlier runs, for one that begins.
    pub(crate) fn take_memo(&self) -> Memo {
        self.memo.lock().unwrap_or_else(|e| e.into_inner()).take().unwrap_or_default()
    }

    /// Keeps what the verifier remembers, for later runs.
    pub(crate) fn keep_memo(&self, memo: Memo) {
        *self.memo.lock().unwrap_or_else(|e| e.into_inner()) = Some(memo);
    }

    /// Takes ops, types and attributes of dialects that are not registered.
    pub fn set_allow_unregistered(&self, allow: bool) {
        self.allow_unregistered.store(allow, Ordering::Relaxed);
    }

    /// Whether dialects that are not registered are taken.
    pub fn allows_unregistered(&self) -> bool {
        self.allow_unregistered.load(Ordering::Relaxed)
    }

    /// Lets folds, patterns and passes do what upstream does also where that changes what a program computes:
    /// `--match-upstream`. `docs/deviations.md` lists where that is.
    pub fn set_match_upstream(&self, matches: bool) {
        self.matches_upstream.store(matches, Ordering::Relaxed);
    }

    /// Whether upstream is followed also where it is wrong.
    pub fn matches_upstream(&self) -> bool {
        self.matches_upstream.load(Ordering::Relaxed)
    }

    /// The names of the dialects that can be loaded, sorted.
    pub fn registered_dialects(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.registry.keys().copied().collect();
        names.sort_unstable();
        names
    }

    /// The dialects that were loaded so far, sorted by name.
    pub fn loaded_dialects(&self) -> Vec<&'static DialectDef> {
        let dialects = self.dialects.read().unwrap_or_else(|e| e.into_inner());
        let names = self.registered_dialects();
        let loaded = |name| dialects.get(&self.find_str(name)?)?.as_ref().map(|dialect| dialect.def);
        names.into_iter().filter_map(loaded).collect()
    }

    /// The dialect with this namespace, loaded if need be; none where it is not registered.
    pub fn dialect(&self, namespace: &str) -> Option<Arc<Dialect>> {
        let key = self.find_str(namespace);
        if let Some(found) =
            key.and_then(|k| self.dialects.read().unwrap_or_else(|e| e.into_inner()).get(&k).cloned())
        {
            // Whoever loads it may use what is there of it; others wait for the whole.
            if found.as_ref().is_some_and(|dialect| !dialect.ready.load(Ordering::Acquire))
                && self.loader.load(Ordering::Relaxed) != this_thread()
            {
                drop(self.loading.lock());
            }
            return found;
        }
        let def = *self.registry.get(namespace)?;
        Some(self.load(def))
    }

    /// Loads a dialect and what it needs. One thread loads at a time.
    fn load(&self, def: &'static DialectDef) -> Arc<Dialect> {
        if self.loader.load(Ordering::Relaxed) == this_thread() {
            return self.load_alone(def);
        }
        let _guard = self.loading.lock().unwrap_or_else(|e| e.into_inner());
        self.loader.store(this_thread(), Ordering::Relaxed);
        let dialect = self.load_alone(def);
        self.loader.store(0, Ordering::Relaxed);
        dialect
    }

    fn load_alone(&self, def: &'static DialectDef) -> Arc<Dialect> {
        let key = self.str(def.name);
        let mut dialects = self.dialects.write().unwrap_or_else(|e| e.into_inner());
        if let Some(Some(found)) = dialects.get(&key) {
            return found.clone();
        }
        let mut dialect = Dialect {
            def,
            types: FxHashMap::default(),
            attrs: FxHashMap::default(),
            ready: AtomicBool::new(false),
        };
        for ty in def.types {
            let info = DefInfo { name: self.str(ty.name), def: ty, compiled: OnceLock::new() };
            dialect.types.insert(mnemonic(ty.name), TypeDefId::from_u32(self.type_defs.push(info)));
        }
        for attr in def.attrs {
            let info = DefInfo { name: self.str(attr.name), def: attr, compiled: OnceLock::new() };
            dialect.attrs.insert(mnemonic(attr.name), AttrDefId::from_u32(self.attr_defs.push(info)));
        }
        let dialect = Arc::new(dialect);
        dialects.insert(key, Some(dialect.clone()));
        drop(dialects);
        // First what it needs: defaults of attributes may be of those dialects, and are made below.
        for needed in def.depends {
            self.dialect(needed);
        }
        {
            let mut names = self.op_names.write().unwrap_or_else(|e| e.into_inner());
            for op in def.ops {
                let name = self.str(op.name);
                names.entry(name).or_insert_with(|| self.push_op(name, Some(op), Some(def)));
            }
        }
        dialect.ready.store(true, Ordering::Release);
        dialect
    }

    fn push_op(
        &self,
        name: Str,
        def: Option<&'static OpDef>,
        dialect: Option<&'static DialectDef>,
    ) -> OpName {
        let props = def.map_or(&[][..], |d| d.props);
        let default = |p: &crate::def::PropDef| match p.presence {
            Presence::Default(make) => make(self),
            _ => Attr::NULL,
        };
        OpName::from_u32(self.ops.push(OpInfo {
            name,
            def,
            dialect,
            traits: def.map_or(TraitSet::EMPTY, |d| TraitSet::of(d.traits)),
            prop_names: props.iter().map(|p| self.str(p.name)).collect(),
            prop_defaults: props.iter().map(default).collect(),
            compiled: OnceLock::new(),
            operand_slots: def.map_or(Slots::Unknown, |d| {
                Slots::of(d, d.operands.iter().map(|operand| operand.arity), "operandSegmentSizes")
            }),
            result_slots: def.map_or(Slots::Unknown, |d| {
                Slots::of(d, d.results.iter().map(|result| result.arity), "resultSegmentSizes")
            }),
            checks: def.map_or(TraitChecks::default(), TraitChecks::of),
            effects: def.and_then(OwnEffects::of),
            own_marks: def.map_or(0, |def| {
                def.interfaces.iter().fold(0, |marks, &entry| marks | mark_of(entry.type_id()))
            }),
            external: RwLock::default(),
            external_marks: AtomicU64::new(0),
            uses_symbols: AtomicBool::new(
                def.is_some_and(|d| d.interfaces.iter().any(|e| e.is::<&'static dyn SymbolUser>())),
            ),
        }))
    }

    /// The op name for a full name; loads its dialect. A name nobody registered gets an entry of its own.
    pub fn op_name(&self, full_name: &str) -> OpName {
        let name = self.str(full_name);
        if let Some(&found) = self.op_names.read().unwrap_or_else(|e| e.into_inner()).get(&name) {
            return found;
        }
        let dialect = full_name.split_once('.').and_then(|(prefix, _)| self.dialect(prefix));
        let mut names = self.op_names.write().unwrap_or_else(|e| e.into_inner());
        *names.entry(name).or_insert_with(|| self.push_op(name, None, dialect.map(|d| d.def)))
    }

    /// The op name for a registered op; none for an unknown one.
    pub fn registered_op(&self, full_name: &str) -> Option<OpName> {
        if let Some(name) = self.find_str(full_name)
            && let Some(&found) = self.op_names.read().unwrap_or_else(|e| e.into_inner()).get(&name)
        {
            return self.op_info(found).def.is_some().then_some(found);
        }
        let (prefix, _) = full_name.split_once('.')?;
        self.dialect(prefix)?;
        let name = self.find_str(full_name)?;
        let found = *self.op_names.read().unwrap_or_else(|e| e.into_inner()).get(&name)?;
        self.op_info(found).def.is_some().then_some(found)
    }

    /// What is known of an op name.
    #[inline]
    pub fn op_info(&self, name: OpName) -> &OpInfo {
        &self.ops[name.as_u32()]
    }

    /// What is known of a dialect type definition.
    pub fn type_def(&self, id: TypeDefId) -> &DefInfo {
        &self.type_defs[id.as_u32()]
    }

    /// What is known of a dialect attribute definition.
    pub fn attr_def(&self, id: AttrDefId) -> &DefInfo {
        &self.attr_defs[id.as_u32()]
    }

    fn find_def<'a>(
        &self,
        defs: &'a AppendVec<DefInfo>,
        def: &'static TypeDef,
    ) -> Option<(u32, &'a DefInfo)> {
        let (prefix, _) = def.name.split_once('.')?;
        self.dialect(prefix)?;
        (0..defs.len()).map(|i| (i, &defs[i])).find(|(_, info)| std::ptr::eq(info.def, def))
    }

    /// An attribute of a dialect's definition, which is loaded if need be. None if it is not registered.
    pub fn dialect_attr(&self, def: &'static AttrDef, params: &[Attr]) -> Option<Attr> {
        let (id, _) = self.find_def(&self.attr_defs, def)?;
        Some(self.attr(AttrData::Dialect { def: AttrDefId::from_u32(id), params: params.into() }))
    }

    /// A type of a dialect's definition, which is loaded if need be. None if it is not registered.
    pub fn dialect_type(&self, def: &'static TypeDef, params: &[Attr]) -> Option<Type> {
        let (id, _) = self.find_def(&self.type_defs, def)?;
        Some(self.ty(TypeData::Dialect { def: TypeDefId::from_u32(id), params: params.into() }))
    }

    /// The parameters of an attribute of this definition.
    pub fn attr_params(&self, attr: Attr, def: &'static AttrDef) -> Option<&[Attr]> {
        match self.attr_data(attr) {
            AttrData::Dialect { def: id, params } if std::ptr::eq(self.attr_def(*id).def, def) => {
                Some(params)
            }
            _ => None,
        }
    }

    /// The parameters of a type of this definition.
    pub fn type_params(&self, ty: Type, def: &'static TypeDef) -> Option<&[Attr]> {
        match self.type_data(ty) {
            TypeData::Dialect { def: id, params } if std::ptr::eq(self.type_def(*id).def, def) => {
                Some(params)
            }
            _ => None,
        }
    }

    /// What a dialect attribute's definition implements of interface `I` (a `dyn Trait`).
    pub fn attr_interface<I: ?Sized + 'static>(&self, attr: Attr) -> Option<&'static I> {
        let AttrData::Dialect { def, .. } = self.attr_data(attr) else { return None };
        let entries = self.attr_def(*def).def.interfaces;
        entries.iter().find_map(|entry| entry.downcast_ref::<&'static I>().copied())
    }

    /// Attaches an interface implementation to an op from outside its dialect (an external model).
    pub fn attach_interface(&self, op: OpName, entry: InterfaceEntry) {
        let info = self.op_info(op);
        info.external.write().unwrap_or_else(|e| e.into_inner()).push(entry);
        info.external_marks.fetch_or(mark_of(entry.type_id()), Ordering::Release);
        if entry.is::<&'static dyn SymbolUser>() {
            info.uses_symbols.store(true, Ordering::Release);
        }
    }
}

/// A map keyed by handles or names, hashed fast and without a random seed.
pub type FastMap<K, V> = std::collections::HashMap<K, V, FxBuildHasher>;
