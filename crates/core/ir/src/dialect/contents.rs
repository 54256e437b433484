//! The contents of a dialect: its definitions, and those that its extensions add.

use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;
use terrace_support::held::Held;

use super::Dialect;
use crate::def::{DialectTable, DialectTables, OpTable, OpTables, ParamsTable, ParamsTables};
use crate::extension::names::defined_twice;
use crate::extension::{DialectExtension, Extended, Extensions, attachments};
use crate::interface_map::InterfaceMap;
use crate::pattern::Pattern;
use crate::strings::Str;

impl Dialect {
    pub(crate) fn new(name: Str, held: Held<DialectTables>, extensions: Option<Extensions>) -> Self {
        let def = held.get();
        let attachments = attachments(Extended::Dialect, def.name, extensions.as_ref());
        Self {
            name,
            namespace: def.name.into(),
            types: FxHashMap::default(),
            attrs: FxHashMap::default(),
            interfaces: InterfaceMap::new(def.interfaces, attachments),
            extensions: extensions.map(|extensions| Box::new(extensions) as _),
            ready: AtomicBool::new(false),
            def: held.into(),
        }
    }

    /// Returns its definition.
    #[inline]
    pub fn def(&self) -> &DialectTable<'_> {
        self.def.get()
    }

    /// Its ops, then those of its extensions.
    pub fn ops(&self) -> impl Iterator<Item = &OpTable<'_>> {
        let own = self.def().ops.iter().copied();
        own.chain(self.added().flat_map(|extension| extension.ops).map(|&op| op as &OpTable<'_>))
    }

    /// Its types, then those of its extensions.
    pub fn type_defs(&self) -> impl Iterator<Item = &ParamsTable<'_>> {
        let own = self.def().types.iter().copied();
        own.chain(self.added().flat_map(|extension| extension.types).map(|&def| def as &ParamsTable<'_>))
    }

    /// Its attributes, then those of its extensions.
    pub fn attr_defs(&self) -> impl Iterator<Item = &ParamsTable<'_>> {
        let own = self.def().attrs.iter().copied();
        own.chain(self.added().flat_map(|extension| extension.attrs).map(|&def| def as &ParamsTable<'_>))
    }

    /// The definition of the op with this full name, to be kept; `None` if there is none. The cost is that of a look at each of
    /// the dialect's definitions.
    ///
    /// # Panics
    ///
    /// If the op is defined twice.
    pub(crate) fn held_op(&self, name: &str) -> Option<Held<OpTables>> {
        let own = self.def.to_held();
        let at = own.get().ops.iter().position(|op| op.name == name);
        let count = at.map_or(0, |at| own.get().ops[at..].iter().filter(|op| op.name == name).count());
        let mut added = self.added().flat_map(|extension| extension.ops).filter(|op| op.name == name);
        let first_added = added.next();
        let count = count + usize::from(first_added.is_some()) + added.count();
        assert!(count < 2, "{}", defined_twice("op", name));
        at.map(|at| own.map(|def| def.ops[at])).or_else(|| first_added.map(|&op| Held::from(op)))
    }

    /// The definitions of its types and attributes, to be kept.
    pub(crate) fn held(&self) -> (Vec<Held<ParamsTables>>, Vec<Held<ParamsTables>>) {
        let own = self.def.to_held();
        let count = own.get().types.len();
        let mut types: Vec<Held<ParamsTables>> = (0..count).map(|at| own.map(|def| def.types[at])).collect();
        types.extend(self.added().flat_map(|extension| extension.types).map(|&def| Held::from(def)));
        let count = own.get().attrs.len();
        let mut attrs: Vec<Held<ParamsTables>> = (0..count).map(|at| own.map(|def| def.attrs[at])).collect();
        attrs.extend(self.added().flat_map(|extension| extension.attrs).map(|&def| Held::from(def)));
        (types, attrs)
    }

    /// Its canonicalization patterns for more than one op, then those of its extensions.
    pub fn canonicalization(&self) -> impl Iterator<Item = &'static Pattern> {
        let added = self.added().flat_map(|extension| extension.canonicalize);
        self.def().canonicalize.iter().chain(added)
    }

    /// Its extensions.
    fn added(&self) -> impl Iterator<Item = &'static DialectExtension> {
        self.extensions().into_iter().flat_map(|all| all.iter().copied())
    }

    pub(crate) fn extensions(&self) -> Option<&Extensions> {
        self.extensions.as_ref()?.downcast_ref()
    }
}
