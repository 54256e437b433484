//! The dialects of a context: which there are, and their loading.

mod lookup;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, RwLock};

use rustc_hash::FxHashMap;
use terrace_support::held::{Arena, Held};

use crate::builtin_rows::{BUILTIN_ATTR_NAMES, BUILTIN_TYPE_NAMES};
use crate::context::Context;
use crate::context_slot;
use crate::def::{AttrDefId, DialectDef, DialectTable, DialectTables, TypeDefId};
use crate::dialect::Dialect;
use crate::dialect_interfaces::{AliasInterfaces, OpAsmDialectInterface};
use crate::extension::names::{check_dialect_table, defined_twice};
use crate::extension::{BUILTIN, DialectExtension, Extended, Extensions, attachments, of_dialect};
use crate::ids::OpName;
use crate::interface_map::InterfaceMap;
use crate::op_info::{DefInfo, OpInfo};
use crate::strings::Str;

/// The dialects of a context, and the names of ops. Dialects are loaded on first use, and so is the information on each of
/// their ops.
#[derive(Default)]
struct Registry {
    op_names: RwLock<FxHashMap<Str, OpName>>,
    registry: FxHashMap<&'static str, &'static DialectDef>,
    extensions: Box<[&'static DialectExtension]>,
    /// The extensions of dialects that are not registered, and the interfaces of those dialects.
    unregistered: FxHashMap<&'static str, (Extensions, InterfaceMap)>,
    dialects: RwLock<FxHashMap<Str, Option<Arc<Dialect>>>>,
    /// Held while a dialect is loaded.
    loading: Mutex<()>,
    /// The thread that holds it; zero for none.
    loader: AtomicUsize,
}

context_slot!(Registry);

/// The interfaces of the types or attributes that are part of the IR, by row of their table.
fn builtin_interfaces(of: Extended, names: &[&str], extensions: Option<&Extensions>) -> Box<[InterfaceMap]> {
    let maps = names.iter().map(|name| InterfaceMap::new(&[], attachments(of, name, extensions)));
    maps.collect()
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
    /// When a dialect is loaded in which a type or an attribute is defined twice, when an op is looked up that is, or when an
    /// interface is queried that is implemented twice.
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
                let attachments = attachments(Extended::Dialect, namespace, Some(&own));
                unregistered.insert(namespace, (own, InterfaceMap::new(&[], attachments)));
            }
        }
        let cx = Self::without_dialects(
            builtin_interfaces(Extended::Types, BUILTIN_TYPE_NAMES, builtin.as_ref()),
            builtin_interfaces(Extended::Attrs, BUILTIN_ATTR_NAMES, builtin.as_ref()),
        );
        cx.set_slot(Registry {
            registry,
            extensions: extensions.into(),
            unregistered,
            ..Registry::default()
        });
        cx
    }

    /// The names of the dialects that can be loaded, sorted.
    pub fn registered_dialects(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.slot::<Registry>().registry.keys().copied().collect();
        names.sort_unstable();
        names
    }

    /// The dialects that were loaded so far, sorted by name.
    pub fn loaded_dialects(&self) -> Vec<Arc<Dialect>> {
        let dialects = self.slot::<Registry>().dialects.read().unwrap_or_else(|e| e.into_inner());
        let mut loaded: Vec<Arc<Dialect>> = dialects.values().flatten().cloned().collect();
        loaded.sort_unstable_by(|a, b| a.namespace().cmp(b.namespace()));
        loaded
    }

    /// Returns the dialect with this namespace, or `None` if it is not loaded.
    pub fn loaded_dialect(&self, namespace: &str) -> Option<Arc<Dialect>> {
        let dialects = self.slot::<Registry>().dialects.read().unwrap_or_else(|e| e.into_inner());
        dialects.get(&self.find_str(namespace)?)?.clone()
    }

    /// The dialect with this namespace, loaded if need be; `None` if it is not registered.
    pub fn dialect(&self, namespace: &str) -> Option<Arc<Dialect>> {
        let key = self.find_str(namespace);
        if let Some(found) = key.and_then(|k| {
            self.slot::<Registry>().dialects.read().unwrap_or_else(|e| e.into_inner()).get(&k).cloned()
        }) {
            let Registry { loading, loader, .. } = self.slot();
            // The loading thread may use the dialect while it is incomplete; others wait.
            if found.as_ref().is_some_and(|dialect| !dialect.ready.load(Ordering::Acquire))
                && loader.load(Ordering::Relaxed) != this_thread()
            {
                drop(loading.lock());
            }
            return found;
        }
        let def = *self.slot::<Registry>().registry.get(namespace)?;
        Some(self.load(def))
    }

    /// Loads a dialect and its dependencies.
    fn load(&self, def: &'static DialectDef) -> Arc<Dialect> {
        self.loading(|| self.load_alone(Held::from(def)))
    }

    /// Runs `load` exclusively: one thread at a time.
    fn loading<R>(&self, load: impl FnOnce() -> R) -> R {
        let Registry { loading, loader, .. } = self.slot();
        if loader.load(Ordering::Relaxed) == this_thread() {
            return load();
        }
        let _guard = loading.lock().unwrap_or_else(|e| e.into_inner());
        loader.store(this_thread(), Ordering::Relaxed);
        let loaded = load();
        loader.store(0, Ordering::Relaxed);
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
        let extensions = of_dialect(&self.slot::<Registry>().extensions, def.name);
        check_dialect_table(def, extensions.as_ref())?;
        if self.dialect(def.name).is_some() {
            return Err(defined_twice("dialect", def.name));
        }
        self.loading(|| {
            let is_known = |map: &FxHashMap<Str, OpName>| {
                def.ops.iter().find(|op| self.find_str(op.name).is_some_and(|name| map.contains_key(&name)))
            };
            if let Some(op) =
                is_known(&self.slot::<Registry>().op_names.read().unwrap_or_else(|e| e.into_inner()))
            {
                return Err(format!("the op '{}' was named before it was defined", op.name));
            }
            Ok(self.load_alone(held.clone()))
        })
    }

    fn load_alone(&self, held: Held<DialectTables>) -> Arc<Dialect> {
        let def = held.get();
        let key = self.str(def.name);
        let mut dialects = self.slot::<Registry>().dialects.write().unwrap_or_else(|e| e.into_inner());
        if let Some(Some(found)) = dialects.get(&key) {
            return found.clone();
        }
        let mut dialect =
            Dialect::new(key, held.clone(), of_dialect(&self.slot::<Registry>().extensions, def.name));
        let extensions = dialect.extensions().cloned();
        let (types, attrs) = dialect.held();
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
        for needed in def.depends {
            self.dialect(needed);
        }
        // The printer itself has the aliases of builtin attributes.
        if key != Str::BUILTIN
            && let Some(interface) = dialect.interface::<dyn OpAsmDialectInterface>()
        {
            self.slot::<AliasInterfaces>().add(def.name, interface);
        }
        dialect.ready.store(true, Ordering::Release);
        dialect
    }

    /// The op name for a full name; loads its dialect. An unregistered name gets a new entry.
    pub fn op_name(&self, full_name: &str) -> OpName {
        let name = self.str(full_name);
        self.known_op(name).unwrap_or_else(|| {
            let dialect = full_name.split_once('.').and_then(|(prefix, _)| self.dialect(prefix));
            let defined = dialect.as_ref().and_then(|dialect| self.defined_op(full_name, dialect));
            defined.unwrap_or_else(|| self.add_op(name, || OpInfo::unregistered(name, dialect)))
        })
    }

    /// The op name for a registered op; `None` for an unknown one.
    pub fn registered_op(&self, full_name: &str) -> Option<OpName> {
        if let Some(found) = self.find_str(full_name).and_then(|name| self.known_op(name)) {
            return self.op_info(found).def().is_some().then_some(found);
        }
        let (prefix, _) = full_name.split_once('.')?;
        let dialect = self.dialect(prefix)?;
        self.defined_op(full_name, &dialect)
    }

    /// The op of a name that was looked up before, or `None`.
    fn known_op(&self, name: Str) -> Option<OpName> {
        self.slot::<Registry>().op_names.read().unwrap_or_else(|e| e.into_inner()).get(&name).copied()
    }

    /// The op that a dialect or its extensions define, or `None`. Of a definition that nothing names, no information is
    /// computed.
    fn defined_op(&self, full_name: &str, dialect: &Arc<Dialect>) -> Option<OpName> {
        let def = dialect.held_op(full_name)?;
        let name = self.str(full_name);
        // Defaults of its attributes may be of other dialects, and are created outside of the lock.
        let info = OpInfo::registered(self, name, def, dialect);
        Some(self.add_op(name, || info))
    }

    /// Adds an op, unless another thread has added one of the name.
    fn add_op(&self, name: Str, info: impl FnOnce() -> OpInfo) -> OpName {
        let mut names = self.slot::<Registry>().op_names.write().unwrap_or_else(|e| e.into_inner());
        *names.entry(name).or_insert_with(|| OpName::from_u32(self.ops.push(info())))
    }
}
