//! The context: everything that is uniqued or registered, shared by any number of IRs and threads.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use rustc_hash::FxBuildHasher;
use terrace_support::append_vec::AppendVec;
use terrace_support::interner::Interner;
use terrace_support::slots::Slots;

use crate::attrs::{Attr, AttrData, known_attrs};
use crate::defined_names::DefinedNames;
use crate::handles::{AttrDefId, TypeDefId};
use crate::ids::OpName;
use crate::interface_map::InterfaceMap;
use crate::resources::Resources;
use crate::slots::ContextSlot;
use crate::strings::{KNOWN, Str};
use crate::types::{Type, TypeData, known_types};

pub use crate::interface_map::InterfaceEntry;
pub use crate::op_info::{DefInfo, OpInfo};

/// The uniqued types and attributes, and the registered dialects. Reads take no lock; dialects are loaded on first use.
pub struct Context {
    id: u64,
    strings: Interner<Box<[u8]>>,
    pub(crate) types: Interner<TypeData>,
    pub(crate) attrs: Interner<AttrData>,
    pub(crate) ops: AppendVec<OpInfo>,
    pub(crate) defined_names: DefinedNames<512>,
    pub(crate) defined_attrs: DefinedNames<64>,
    pub(crate) type_defs: AppendVec<DefInfo>,
    pub(crate) attr_defs: AppendVec<DefInfo>,
    /// The interfaces of the types that are part of the IR, by row of their table.
    pub(crate) builtin_types: Box<[InterfaceMap]>,
    /// The same for attributes.
    pub(crate) builtin_attrs: Box<[InterfaceMap]>,
    allow_unregistered: AtomicBool,
    matches_upstream: AtomicBool,
    records_causes: AtomicBool,
    forbids_files: AtomicBool,
    distinct: AtomicU64,
    /// The number of bytecode files read.
    origins: AtomicU32,
    loc_attrs: AtomicBool,
    /// True if applications of rules are counted.
    pub(crate) counts_rules: AtomicBool,
    pub(crate) observes_actions: AtomicBool,
    /// True if there are types or attributes that are not valid.
    pub(crate) has_invalid: AtomicBool,
    /// State of which the context knows nothing.
    slots: Slots,
    /// Blobs of `dense_resource` attributes and of the file metadata.
    pub resources: Resources,
}

impl Context {
    /// Creates a context without dialects. The interfaces are those of the types and attributes that are part of the IR.
    pub(crate) fn without_dialects(types: Box<[InterfaceMap]>, attrs: Box<[InterfaceMap]>) -> Self {
        static CONTEXTS: AtomicU64 = AtomicU64::new(1);
        let cx = Self {
            id: CONTEXTS.fetch_add(1, Ordering::Relaxed),
            strings: Interner::new(),
            types: Interner::new(),
            attrs: Interner::new(),
            ops: AppendVec::new(),
            defined_names: DefinedNames::new(),
            defined_attrs: DefinedNames::new(),
            type_defs: AppendVec::new(),
            attr_defs: AppendVec::new(),
            builtin_types: types,
            builtin_attrs: attrs,
            allow_unregistered: AtomicBool::new(false),
            matches_upstream: AtomicBool::new(false),
            records_causes: AtomicBool::new(false),
            forbids_files: AtomicBool::new(false),
            distinct: AtomicU64::new(0),
            origins: AtomicU32::new(0),
            loc_attrs: AtomicBool::new(false),
            counts_rules: AtomicBool::new(false),
            observes_actions: AtomicBool::new(false),
            has_invalid: AtomicBool::new(false),
            slots: Slots::default(),
            resources: Resources::default(),
        };
        for text in KNOWN {
            cx.str(text);
        }
        for data in known_types() {
            cx.types.intern(data);
        }
        for data in known_attrs() {
            cx.attrs.intern(data);
        }
        cx
    }

    /// Sets the state of a type, unless there is one already.
    pub(crate) fn set_slot<T: ContextSlot>(&self, state: T) {
        self.slots.get_or_create(T::key(), || state);
    }

    /// Returns a number that no other context of the process has; never zero. It is for tables that are kept across contexts
    /// and must not mix their handles up.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Returns the state of a type that its owner keeps with the context, created on first use. Reading it takes no lock.
    #[inline]
    pub fn slot<T: ContextSlot>(&self) -> &T {
        self.slots.get(T::key())
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

    /// Returns the data of a type.
    #[inline]
    pub fn type_data(&self, ty: Type) -> &TypeData {
        self.types.get(ty.as_u32())
    }

    /// Returns the data of an attribute.
    #[inline]
    pub fn attr_data(&self, attr: Attr) -> &AttrData {
        self.attrs.get(attr.as_u32())
    }

    /// The number of types, an exclusive upper bound of their handles.
    pub fn num_types(&self) -> u32 {
        self.types.len()
    }

    /// The number of attributes, an exclusive upper bound of their handles.
    pub fn num_attrs(&self) -> u32 {
        self.attrs.len()
    }

    /// Returns a number that no distinct attribute has.
    pub(crate) fn fresh_distinct_id(&self) -> u64 {
        self.distinct.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns a unique number for a bytecode file.
    pub fn fresh_origin(&self) -> u32 {
        self.origins.fetch_add(1, Ordering::Relaxed)
    }

    /// Records that a location is used as an attribute, so that the printer looks for aliases.
    pub fn note_loc_attr(&self) {
        self.loc_attrs.store(true, Ordering::Relaxed);
    }

    /// Whether a location may be used as an attribute.
    pub fn has_loc_attrs(&self) -> bool {
        self.loc_attrs.load(Ordering::Relaxed)
    }

    /// Allows ops, types and attributes of unregistered dialects.
    pub fn set_allow_unregistered(&self, allow: bool) {
        self.allow_unregistered.store(allow, Ordering::Relaxed);
    }

    /// Whether dialects that are not registered are taken.
    pub fn allows_unregistered(&self) -> bool {
        self.allow_unregistered.load(Ordering::Relaxed)
    }

    /// Makes folds, patterns and passes match upstream even where that changes the results of a program:
    /// `--match-upstream`. `docs/reference/deviations.md` lists the differences.
    pub fn set_match_upstream(&self, matches: bool) {
        self.matches_upstream.store(matches, Ordering::Relaxed);
    }

    /// Whether upstream is followed also where it is wrong.
    pub fn matches_upstream(&self) -> bool {
        self.matches_upstream.load(Ordering::Relaxed)
    }

    /// Enables recording in locations of the causes of allocations and copies, for explanations.
    pub fn set_records_causes(&self, records: bool) {
        self.records_causes.store(records, Ordering::Relaxed);
    }

    /// Whether passes record why they allocate and copy buffers.
    pub fn records_causes(&self) -> bool {
        self.records_causes.load(Ordering::Relaxed)
    }

    /// Forbids passes to read and write files that their options name, or allows it: for input that is not trusted.
    pub fn set_forbids_files(&self, forbids: bool) {
        self.forbids_files.store(forbids, Ordering::Relaxed);
    }

    /// Asks for a file that a pass is about to read or write.
    ///
    /// # Errors
    ///
    /// Files are forbidden: a message that names this one.
    pub fn ask_for_file(&self, name: &str) -> Result<(), String> {
        match self.forbids_files.load(Ordering::Relaxed) {
            true => Err(format!("passes read and write no files here, and not '{name}'")),
            false => Ok(()),
        }
    }

    /// Returns the information on an op name.
    #[inline]
    pub fn op_info(&self, name: OpName) -> &OpInfo {
        &self.ops[name.as_u32()]
    }

    /// Returns the definition of a dialect type.
    pub fn type_def(&self, id: TypeDefId) -> &DefInfo {
        &self.type_defs[id.as_u32()]
    }

    /// Returns the definition of a dialect attribute.
    pub fn attr_def(&self, id: AttrDefId) -> &DefInfo {
        &self.attr_defs[id.as_u32()]
    }
}

/// A map keyed by handles or names, hashed fast and without a random seed.
pub type FastMap<K, V> = std::collections::HashMap<K, V, FxBuildHasher>;
