//! The context: everything that is uniqued or registered, shared by any number of IRs and threads.

use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, RwLock};

use rustc_hash::{FxBuildHasher, FxHashMap};
use terrace_support::append_vec::AppendVec;
use terrace_support::held::{Arena, Held};
use terrace_support::interner::Interner;

use crate::attrs::{Attr, AttrData, known_attrs};
use crate::builtin_defs::{BUILTIN_ATTRS, BUILTIN_TYPES, attr_row, type_row};
use crate::def::{
    AttrDef, AttrDefId, DialectDef, DialectTable, DialectTables, ParamsTable, ParamsTables, TypeDef,
    TypeDefId,
};
use crate::defined_names::DefinedNames;
use crate::dialect::Dialect;
use crate::dialect_interfaces::{AliasInterfaces, OpAsmDialectInterface};
use crate::extension::{
    Attachments, BUILTIN, DialectExtension, Extended, Extensions, check_dialect_table, defined_twice,
    of_dialect,
};
use crate::ids::OpName;
use crate::interface_map::InterfaceMap;
use crate::resources::Resources;
use crate::slots::{ContextSlot, SlotTable};
use crate::strings::{KNOWN, Str};
use crate::types::{Type, TypeData, known_types};

pub use crate::interface_map::InterfaceEntry;
pub use crate::op_info::OpInfo;

/// A dialect type or attribute definition within a context.
pub struct DefInfo {
    /// The full name.
    pub name: Str,
    def: Held<ParamsTables>,
    /// The compiled format.
    pub compiled: OnceLock<Box<dyn Any + Send + Sync>>,
    /// The interfaces that its types or attributes implement.
    pub interfaces: InterfaceMap,
}

impl DefInfo {
    fn new(cx: &Context, of: Extended, held: Held<ParamsTables>, extensions: Option<&Extensions>) -> Self {
        let def = held.get();
        let interfaces = InterfaceMap::new(def.interfaces, Attachments::new(of, def.name, extensions));
        Self { name: cx.str(def.name), compiled: OnceLock::new(), interfaces, def: held }
    }

    /// Returns the definition.
    #[inline]
    pub fn def(&self) -> &ParamsTable<'_> {
        self.def.get()
    }

    /// Returns whether this is the definition.
    pub fn is(&self, def: &ParamsTable<'_>) -> bool {
        std::ptr::addr_eq(self.def(), def)
    }
}

/// The interfaces of the types or attributes that are part of the IR, by row of their table.
fn builtin_interfaces(
    of: Extended,
    defs: &'static [TypeDef],
    extensions: Option<&Extensions>,
) -> Box<[InterfaceMap]> {
    let maps =
        defs.iter().map(|def| InterfaceMap::new(def.interfaces, Attachments::new(of, def.name, extensions)));
    maps.collect()
}

/// The uniqued types and attributes, and the registered dialects. Reads take no lock; dialects are loaded on first use.
pub struct Context {
    id: u64,
    strings: Interner<Box<[u8]>>,
    pub(crate) types: Interner<TypeData>,
    pub(crate) attrs: Interner<AttrData>,
    ops: AppendVec<OpInfo>,
    op_names: RwLock<FxHashMap<Str, OpName>>,
    pub(crate) defined_names: DefinedNames,
    type_defs: AppendVec<DefInfo>,
    attr_defs: AppendVec<DefInfo>,
    registry: FxHashMap<&'static str, &'static DialectDef>,
    extensions: Box<[&'static DialectExtension]>,
    /// The interfaces of the types that are part of the IR, by row of their table.
    builtin_types: Box<[InterfaceMap]>,
    /// The same for attributes.
    builtin_attrs: Box<[InterfaceMap]>,
    /// The extensions of dialects that are not registered, and the interfaces of those dialects.
    unregistered: FxHashMap<&'static str, (Extensions, InterfaceMap)>,
    dialects: RwLock<FxHashMap<Str, Option<Arc<Dialect>>>>,
    /// Held while a dialect is loaded.
    loading: Mutex<()>,
    /// The thread that holds it; zero for none.
    loader: AtomicUsize,
    allow_unregistered: AtomicBool,
    matches_upstream: AtomicBool,
    records_causes: AtomicBool,
    distinct: AtomicU64,
    /// The number of bytecode files read.
    origins: AtomicU32,
    loc_attrs: AtomicBool,
    /// Whether there are types or attributes that are not valid.
    pub(crate) has_invalid: AtomicBool,
    /// State of which the context knows nothing.
    slots: SlotTable,
    /// Blobs of `dense_resource` attributes and of the file metadata.
    pub resources: Resources,
}

/// A number that no other running thread has; never zero.
fn this_thread() -> usize {
    thread_local!(static PLACE: u8 = const { 0 });
    PLACE.with(|place| std::ptr::from_ref(place) as usize)
}

impl Context {
    /// A context in which the given dialects can be loaded.
    pub fn new(dialects: &[&'static DialectDef]) -> Self {
        Self::with_extensions(dialects, &[])
    }

    /// Creates a context in which the given dialects can be loaded, with their extensions. The order of extensions does
    /// not matter; [`crate::extension::check`] finds conflicts between them.
    ///
    /// # Panics
    ///
    /// When a dialect is loaded in which an op, a type or an attribute is defined twice, or when an interface is
    /// queried that is implemented twice.
    pub fn with_extensions(
        dialects: &[&'static DialectDef],
        extensions: &[&'static DialectExtension],
    ) -> Self {
        let builtin = of_dialect(extensions, BUILTIN);
        let registry: FxHashMap<_, _> = dialects.iter().map(|d| (d.name, *d)).collect();
        let mut unregistered = FxHashMap::default();
        for namespace in extensions.iter().map(|extension| extension.dialect) {
            if !registry.contains_key(namespace)
                && let Some(own) = of_dialect(extensions, namespace)
            {
                let attachments = Attachments::new(Extended::Dialect, namespace, Some(&own));
                unregistered.insert(namespace, (own, InterfaceMap::new(&[], attachments)));
            }
        }
        static CONTEXTS: AtomicU64 = AtomicU64::new(1);
        let cx = Self {
            id: CONTEXTS.fetch_add(1, Ordering::Relaxed),
            builtin_types: builtin_interfaces(Extended::Types, BUILTIN_TYPES, builtin.as_ref()),
            builtin_attrs: builtin_interfaces(Extended::Attrs, BUILTIN_ATTRS, builtin.as_ref()),
            unregistered,
            strings: Interner::new(),
            types: Interner::new(),
            attrs: Interner::new(),
            ops: AppendVec::new(),
            op_names: RwLock::default(),
            defined_names: DefinedNames::new(),
            type_defs: AppendVec::new(),
            attr_defs: AppendVec::new(),
            registry,
            extensions: extensions.into(),
            dialects: RwLock::default(),
            loading: Mutex::new(()),
            loader: AtomicUsize::new(0),
            allow_unregistered: AtomicBool::new(false),
            matches_upstream: AtomicBool::new(false),
            records_causes: AtomicBool::new(false),
            distinct: AtomicU64::new(0),
            origins: AtomicU32::new(0),
            loc_attrs: AtomicBool::new(false),
            has_invalid: AtomicBool::new(false),
            slots: SlotTable::default(),
            resources: Resources::default(),
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

    /// Returns a number that no other context of the process has; never zero. It is for tables that are kept across contexts
    /// and must not mix their handles up.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Returns the state of a type that its owner keeps with the context, created on first use. Reading it takes no lock.
    #[inline]
    pub fn slot<T: ContextSlot>(&self) -> &T {
        self.slots.get()
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

    /// A distinct attribute unlike any other, over `attr`.
    pub fn fresh_distinct(&self, attr: Attr) -> Attr {
        let id = self.distinct.fetch_add(1, Ordering::Relaxed);
        self.attr(AttrData::Distinct { id, attr })
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

    /// Takes ops, types and attributes of dialects that are not registered.
    pub fn set_allow_unregistered(&self, allow: bool) {
        self.allow_unregistered.store(allow, Ordering::Relaxed);
    }

    /// Whether dialects that are not registered are taken.
    pub fn allows_unregistered(&self) -> bool {
        self.allow_unregistered.load(Ordering::Relaxed)
    }

    /// Makes folds, patterns and passes match upstream even where that changes the results of a program:
    /// `--match-upstream`. `docs/deviations.md` lists the differences.
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

    /// The names of the dialects that can be loaded, sorted.
    pub fn registered_dialects(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.registry.keys().copied().collect();
        names.sort_unstable();
        names
    }

    /// The dialects that were loaded so far, sorted by name.
    pub fn loaded_dialects(&self) -> Vec<Arc<Dialect>> {
        let dialects = self.dialects.read().unwrap_or_else(|e| e.into_inner());
        let mut loaded: Vec<Arc<Dialect>> = dialects.values().flatten().cloned().collect();
        loaded.sort_unstable_by(|a, b| a.namespace().cmp(b.namespace()));
        loaded
    }

    /// Returns the dialect with this namespace, or `None` if it is not loaded.
    pub fn loaded_dialect(&self, namespace: &str) -> Option<Arc<Dialect>> {
        let dialects = self.dialects.read().unwrap_or_else(|e| e.into_inner());
        dialects.get(&self.find_str(namespace)?)?.clone()
    }

    /// The dialect with this namespace, loaded if need be; `None` if it is not registered.
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

    /// Loads a dialect and what it needs.
    fn load(&self, def: &'static DialectDef) -> Arc<Dialect> {
        self.loading(|| self.load_alone(Held::from(def)))
    }

    /// Runs `load` exclusively: one thread at a time.
    fn loading<R>(&self, load: impl FnOnce() -> R) -> R {
        if self.loader.load(Ordering::Relaxed) == this_thread() {
            return load();
        }
        let _guard = self.loading.lock().unwrap_or_else(|e| e.into_inner());
        self.loader.store(this_thread(), Ordering::Relaxed);
        let loaded = load();
        self.loader.store(0, Ordering::Relaxed);
        loaded
    }

    /// Defines a dialect while the program runs. Its tables are freed with the context.
    ///
    /// # Errors
    ///
    /// A message if there is a dialect of the name, if one of its ops was named before, if two ops, types or attributes
    /// have one name or one of another dialect, or if a format is not well-formed. That formats name what their definition
    /// has is for the caller to ensure.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrace_ir::Context;
    /// use terrace_ir::def::{DialectTable, EMPTY_DIALECT, EMPTY_OP, OpTable};
    ///
    /// let cx = Context::new(&[]);
    /// let read_from_somewhere = String::from("dyn");
    /// cx.define_dialect(|arena| {
    ///     let name = arena.alloc_str(&format!("{read_from_somewhere}.nop"));
    ///     let nop: &OpTable<'_> = arena.alloc(OpTable { name, ..EMPTY_OP });
    ///     let name = arena.alloc_str(&read_from_somewhere);
    ///     arena.alloc(DialectTable { name, ops: arena.alloc_slice([nop]), ..EMPTY_DIALECT })
    /// })?;
    /// assert!(cx.registered_op("dyn.nop").is_some());
    /// # Ok::<(), String>(())
    /// ```
    pub fn define_dialect(
        &self,
        build: impl for<'a> FnOnce(&'a Arena) -> &'a DialectTable<'a>,
    ) -> Result<Arc<Dialect>, String> {
        let held = Held::<DialectTables>::new(build);
        let def = held.get();
        let extensions = of_dialect(&self.extensions, def.name);
        check_dialect_table(def, extensions.as_ref())?;
        if self.dialect(def.name).is_some() {
            return Err(defined_twice("dialect", def.name));
        }
        self.loading(|| {
            let is_known = |map: &FxHashMap<Str, OpName>| {
                def.ops.iter().find(|op| self.find_str(op.name).is_some_and(|name| map.contains_key(&name)))
            };
            if let Some(op) = is_known(&self.op_names.read().unwrap_or_else(|e| e.into_inner())) {
                return Err(format!("the op '{}' was named before it was defined", op.name));
            }
            Ok(self.load_alone(held.clone()))
        })
    }

    fn load_alone(&self, held: Held<DialectTables>) -> Arc<Dialect> {
        let def = held.get();
        let key = self.str(def.name);
        let mut dialects = self.dialects.write().unwrap_or_else(|e| e.into_inner());
        if let Some(Some(found)) = dialects.get(&key) {
            return found.clone();
        }
        let mut dialect = Dialect::new(key, held.clone(), of_dialect(&self.extensions, def.name));
        let extensions = dialect.extensions().cloned();
        let (ops, types, attrs) = dialect.held();
        for ty in types {
            let info = DefInfo::new(self, Extended::Types, ty.clone(), extensions.as_ref());
            let first = dialect.add_type(ty.get().name, TypeDefId::from_u32(self.type_defs.push(info)));
            assert!(first, "{}", defined_twice("type", ty.get().name));
        }
        for attr in attrs {
            let info = DefInfo::new(self, Extended::Attrs, attr.clone(), extensions.as_ref());
            let first = dialect.add_attr(attr.get().name, AttrDefId::from_u32(self.attr_defs.push(info)));
            assert!(first, "{}", defined_twice("attribute", attr.get().name));
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
            for op in ops {
                let name = self.str(op.get().name);
                let info = OpInfo::registered(self, name, op, &dialect);
                let first = names.insert(name, OpName::from_u32(self.ops.push(info)));
                assert!(first.is_none(), "{}", defined_twice("op", name.text(self)));
            }
        }
        // The printer has the aliases of what is builtin itself.
        if key != Str::BUILTIN
            && let Some(interface) = dialect.interface::<dyn OpAsmDialectInterface>()
        {
            self.slot::<AliasInterfaces>().add(def.name, interface);
        }
        dialect.ready.store(true, Ordering::Release);
        dialect
    }

    /// The op name for a full name; loads its dialect. A name nobody registered gets an entry of its own.
    pub fn op_name(&self, full_name: &str) -> OpName {
        let name = self.str(full_name);
        if let Some(&found) = self.op_names.read().unwrap_or_else(|e| e.into_inner()).get(&name) {
            return found;
        }
        let dialect = full_name.split_once('.').and_then(|(prefix, _)| self.dialect(prefix));
        let mut names = self.op_names.write().unwrap_or_else(|e| e.into_inner());
        *names.entry(name).or_insert_with(|| {
            let info = OpInfo::unregistered(name, dialect);
            OpName::from_u32(self.ops.push(info))
        })
    }

    /// The op name for a registered op; `None` for an unknown one.
    pub fn registered_op(&self, full_name: &str) -> Option<OpName> {
        if let Some(name) = self.find_str(full_name)
            && let Some(&found) = self.op_names.read().unwrap_or_else(|e| e.into_inner()).get(&name)
        {
            return self.op_info(found).def().is_some().then_some(found);
        }
        let (prefix, _) = full_name.split_once('.')?;
        self.dialect(prefix)?;
        let name = self.find_str(full_name)?;
        let found = *self.op_names.read().unwrap_or_else(|e| e.into_inner()).get(&name)?;
        self.op_info(found).def().is_some().then_some(found)
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

    fn find_def<'a>(
        &self,
        defs: &'a AppendVec<DefInfo>,
        def: &'static TypeDef,
    ) -> Option<(u32, &'a DefInfo)> {
        let (prefix, _) = def.name.split_once('.')?;
        self.dialect(prefix)?;
        (0..defs.len()).map(|i| (i, &defs[i])).find(|(_, info)| info.is(def))
    }

    /// Returns the id of an attribute definition, whose dialect is loaded if need be; `None` if it is not registered.
    pub fn attr_def_id(&self, def: &'static AttrDef) -> Option<AttrDefId> {
        Some(AttrDefId::from_u32(self.find_def(&self.attr_defs, def)?.0))
    }

    /// The parameters of an attribute of this definition.
    pub fn attr_params(&self, attr: Attr, def: &'static AttrDef) -> Option<&[Attr]> {
        match self.attr_data(attr) {
            AttrData::Dialect { def: id, params } if self.attr_def(*id).is(def) => Some(params),
            _ => None,
        }
    }

    /// The parameters of a type of this definition.
    pub fn type_params(&self, ty: Type, def: &'static TypeDef) -> Option<&[Attr]> {
        match self.type_data(ty) {
            TypeData::Dialect { def: id, params } if self.type_def(*id).is(def) => Some(params),
            _ => None,
        }
    }

    /// Returns the implementation of interface `I` (a `dyn Trait`) by an attribute, or `None`.
    pub fn attr_interface<I: ?Sized + 'static>(&self, attr: Attr) -> Option<&'static I> {
        let data = self.attr_data(attr);
        match data {
            AttrData::Dialect { def, .. } => self.attr_def(*def).interfaces.get(),
            AttrData::Opaque { dialect, data, .. } if !self.unregistered.is_empty() => {
                self.opaque_interface(Extended::Attrs, *dialect, *data)
            }
            _ => self.builtin_attrs[attr_row(data)?].get(),
        }
    }

    /// Returns the implementation of interface `I` (a `dyn Trait`) by a type, or `None`.
    pub fn type_interface<I: ?Sized + 'static>(&self, ty: Type) -> Option<&'static I> {
        let data = self.type_data(ty);
        match data {
            TypeData::Dialect { def, .. } | TypeData::Identified { def, .. } => {
                self.type_def(*def).interfaces.get()
            }
            TypeData::Opaque { dialect, data } if !self.unregistered.is_empty() => {
                self.opaque_interface(Extended::Types, *dialect, *data)
            }
            _ => self.builtin_types[type_row(data)?].get(),
        }
    }

    /// Returns the implementation of interface `I` (a `dyn Trait`) by a dialect, or `None`. The dialect is loaded if need
    /// be; one that is not registered has what extensions implement for it.
    pub fn dialect_interface<I: ?Sized + 'static>(&self, namespace: &str) -> Option<&'static I> {
        match self.dialect(namespace) {
            Some(dialect) => dialect.interface(),
            None => self.unregistered.get(namespace)?.1.get(),
        }
    }

    /// Returns what extensions of a dialect that is not registered implement for a type or attribute by the name that its
    /// text starts with, or `None`.
    fn opaque_interface<I: ?Sized + 'static>(
        &self,
        of: Extended,
        dialect: Str,
        data: Str,
    ) -> Option<&'static I> {
        let dialect = dialect.text(self);
        let (extensions, _) = self.unregistered.get(dialect)?;
        let data = data.bytes(self);
        let mnemonic = data.split(|&byte| byte == b'<').next().unwrap_or(data);
        let name = format!("{dialect}.{}", String::from_utf8_lossy(mnemonic));
        InterfaceMap::new(&[], Attachments::new(of, &name, Some(extensions))).get()
    }
}

/// A map keyed by handles or names, hashed fast and without a random seed.
pub type FastMap<K, V> = std::collections::HashMap<K, V, FxBuildHasher>;
