//! Symbol tables that are kept between look-ups.

use std::sync::{Arc, RwLock};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::attrs::Attr;
use crate::ids::{OpHandle, OpName};
use crate::ir::{Ir, OpRef, RegionRef};
use crate::strings::Str;
use crate::traits::TraitSet;

/// Symbol tables by op, each built on first use, and rebuilt when it is out of date.
///
/// Rewriters that work in parallel may share one.
#[derive(Default)]
pub struct SymbolTables {
    tables: RwLock<FxHashMap<OpHandle, Arc<Snapshot>>>,
    markers: RwLock<FxHashMap<(OpHandle, OpName), Markers>>,
}

/// The attributes of the ops of one name in an op, and how often the body with them had been changed.
#[derive(Clone)]
struct Markers {
    edits: u64,
    attrs: Arc<FxHashSet<Attr>>,
}

/// The symbols of a table at some time.
struct Snapshot {
    /// The edit count of the body with the symbols at the time.
    edits: u64,
    symbols: FxHashMap<Str, OpHandle>,
}

impl Snapshot {
    fn of(scope: SymbolScope<'_>) -> Self {
        Self { edits: scope.region.body().edits, symbols: build(scope.region) }
    }

    /// Looks a symbol up; `None` if the table may be out of date for it.
    fn lookup<'a>(&self, scope: SymbolScope<'a>, symbol: Str) -> Option<Option<OpRef<'a>>> {
        let found = self.symbols.get(&symbol).map(|&handle| (handle, scope.region.body()));
        if self.edits == scope.region.body().edits {
            return Some(found.map(|(handle, _)| scope.op(handle)));
        }
        let (handle, body) = found?;
        let stands = handle.body == scope.region.body_id()
            && !body.is_erased(handle.op)
            && body.block_of(handle.op).and_then(|block| body.region_of(block)) == Some(scope.region.id());
        let op = stands.then(|| scope.op(handle))?;
        (symbol_of(op, Str::SYM_NAME) == Some(symbol)).then_some(Some(op))
    }
}

impl SymbolTables {
    /// No table yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The op that `symbol` names in the table of `table_op`.
    pub fn lookup<'a>(&self, table_op: OpRef<'a>, symbol: Str) -> Option<OpRef<'a>> {
        self.lookup_in(SymbolScope::of(table_op)?, symbol)
    }

    fn lookup_in<'a>(&self, scope: SymbolScope<'a>, symbol: Str) -> Option<OpRef<'a>> {
        // Nothing is known, nor to be remembered, of symbols that are changed elsewhere at this time.
        if scope.region.is_detached() {
            return None;
        }
        let key = scope.table.handle();
        let found = self.tables.read().unwrap_or_else(|e| e.into_inner()).get(&key).cloned();
        if let Some(known) = found.and_then(|table| table.lookup(scope, symbol)) {
            return known;
        }
        let table = Arc::new(Snapshot::of(scope));
        self.tables.write().unwrap_or_else(|e| e.into_inner()).insert(key, table.clone());
        table.lookup(scope, symbol).flatten()
    }

    /// The attributes that `read` finds on the ops called `name` in the regions of `holder`, at any depth: labels and
    /// tags in a function that other ops may refer to. They are read again after the body of `holder` was changed.
    pub fn markers(
        &self,
        holder: OpRef<'_>,
        name: OpName,
        read: impl Fn(OpRef<'_>) -> Option<Attr>,
    ) -> Arc<FxHashSet<Attr>> {
        let Some(scope) = SymbolScope::of(holder) else { return Arc::default() };
        let is_detached = scope.region.is_detached();
        let key = (holder.handle(), name);
        if !is_detached
            && let Some(known) = self.markers.read().unwrap_or_else(|e| e.into_inner()).get(&key)
            && known.edits == scope.region.body().edits
        {
            return known.attrs.clone();
        }
        let attrs = Arc::new(holder.nested_ops().filter(|op| op.name() == name).filter_map(read).collect());
        if !is_detached {
            let edits = scope.region.body().edits;
            let known = Markers { edits, attrs: Arc::clone(&attrs) };
            self.markers.write().unwrap_or_else(|e| e.into_inner()).insert(key, known);
        }
        attrs
    }

    /// The op that a reference names, looked up in `table_op`: the root there, each nested part in the op found so far.
    pub fn lookup_path<'a>(&self, table_op: OpRef<'a>, root: Str, nested: &[Str]) -> Option<OpRef<'a>> {
        self.lookup_path_in(SymbolScope::of(table_op)?, root, nested)
    }

    fn lookup_path_in<'a>(&self, scope: SymbolScope<'a>, root: Str, nested: &[Str]) -> Option<OpRef<'a>> {
        let mut found = self.lookup_in(scope, root)?;
        for &part in nested {
            if !found.has_trait(TraitSet::SymbolTable) {
                return None;
            }
            found = self.lookup(found, part)?;
        }
        Some(found)
    }

    /// The op that a symbol reference names, looked up from the closest symbol table around `from`.
    pub fn lookup_nearest<'a>(&self, from: OpRef<'a>, symbol: Attr) -> Option<OpRef<'a>> {
        let (root, nested) = symbol.as_symbol_ref(from.cx())?;
        self.lookup_path_in(SymbolScope::around(from)?, root, nested)
    }
}

/// A symbol table with the region of its symbols. Seen from an op inside, the region is known even while its body is
/// detached from the IR.
#[derive(Clone, Copy)]
pub(super) struct SymbolScope<'a> {
    table: OpRef<'a>,
    pub(super) region: RegionRef<'a>,
}

impl<'a> SymbolScope<'a> {
    fn of(table: OpRef<'a>) -> Option<Self> {
        (table.num_regions() > 0).then(|| Self { table, region: table.region(0) })
    }

    /// The closest symbol table that holds `op`, or `op` itself.
    pub(super) fn around(op: OpRef<'a>) -> Option<Self> {
        if op.has_trait(TraitSet::SymbolTable) {
            return Self::of(op);
        }
        let mut region = op.block()?.region()?;
        loop {
            let table = region.parent_op()?;
            if table.has_trait(TraitSet::SymbolTable) {
                return Some(Self { table, region });
            }
            region = table.block()?.region()?;
        }
    }

    /// The view of an op at the top level of the region.
    fn op(self, handle: OpHandle) -> OpRef<'a> {
        OpRef::in_body(self.region.ir(), self.region.body(), self.region.body_id(), handle.op)
    }
}

fn build(region: RegionRef<'_>) -> FxHashMap<Str, OpHandle> {
    let mut table = FxHashMap::default();
    let name = Str::SYM_NAME;
    for block in region.blocks() {
        for op in block.ops() {
            if let Some(symbol) = symbol_of(op, name) {
                table.entry(symbol).or_insert(op.handle());
            }
        }
    }
    table
}

/// Returns the symbol that an op defines, by the attribute that has its name; `None` if it defines none.
pub(super) fn symbol_of(op: OpRef<'_>, name: Str) -> Option<Str> {
    let (cx, info) = (op.cx(), op.info());
    let inherent = match info.def() {
        Some(_) => info.prop_names.iter().position(|&p| p == name).and_then(|slot| op.prop(slot)),
        None => op.body().opaque_props(op.id()).and_then(|props| props.dict_get(cx, name)),
    };
    inherent.or_else(|| op.attrs().dict_get(cx, name))?.as_string(cx)
}

impl Ir {
    /// Returns the symbols of all tables; each table is built on first use, and rebuilt after changes.
    pub fn symbol_tables(&self) -> Arc<SymbolTables> {
        let tables = self.analyses.symbol_tables.get_or_init(|| Arc::new(SymbolTables::default()));
        Arc::clone(tables).downcast().unwrap_or_default()
    }
}
