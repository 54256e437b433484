//! A symbol table that is changed: symbols come, go and get other names through it, and it stays in step.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::attrs::{Attr, AttrData};
use crate::context::Context;
use crate::ids::{Op, OpHandle};
use crate::ir::{Ir, OpRef};
use crate::optional::OptionalAttr;
use crate::rewriter::{InsertPoint, Rewriter};
use crate::strings::Str;
use crate::sub_elements::AttrReplacer;
use crate::symbols::{for_each_user, named_by_text, symbol_name_of, symbol_refs_of_op, symbol_uses};
use crate::traits::TraitSet;

/// The attribute that names a symbol.
const SYM_NAME: &str = "sym_name";

/// The symbols of one op with the trait `SymbolTable`: names are unique, new ones are made so.
///
/// It is made in time linear in the number of ops in the table, and is good as long as symbols are inserted, renamed and
/// erased through it alone.
#[derive(Clone, Debug)]
pub struct SymbolTable {
    table: OpHandle,
    symbols: FxHashMap<Str, OpHandle>,
    /// Names that were given out for ops that are yet to be made.
    reserved: FxHashSet<Str>,
    /// The number that the next name that is taken gets.
    counter: u64,
}

impl SymbolTable {
    /// The table of an op.
    pub fn new(table: OpRef<'_>) -> Self {
        let mut symbols = FxHashMap::default();
        let block = (table.num_regions() > 0).then(|| table.region(0).entry()).flatten();
        for op in block.into_iter().flat_map(|block| block.ops()) {
            if let Some(name) = symbol_name_of(op) {
                symbols.entry(name).or_insert(op.handle());
            }
        }
        Self { table: table.handle(), symbols, reserved: FxHashSet::default(), counter: 0 }
    }

    /// The op with the trait.
    pub fn op(&self) -> OpHandle {
        self.table
    }

    /// Returns the op that defines a symbol; `None` if none does.
    pub fn lookup(&self, name: Str) -> Option<OpHandle> {
        self.symbols.get(&name).copied()
    }

    fn is_taken(&self, name: Str) -> bool {
        self.symbols.contains_key(&name) || self.reserved.contains(&name)
    }

    /// Returns a name that no symbol has, and keeps it for an op that is made later: `base`, or `base` with a number.
    pub fn reserve(&mut self, cx: &Context, base: &str) -> Str {
        let mut name = cx.str(base);
        while self.is_taken(name) {
            name = cx.str(&format!("{base}_{}", self.counter));
            self.counter += 1;
        }
        self.reserved.insert(name);
        name
    }

    /// Inserts the op that `make` creates for a unique name: `base`, or `base` with a number if that is taken. It is
    /// inserted at `point`, by default at the end of the table, before its terminator if there is one. Returns the op;
    /// `None` if the table has no block.
    pub fn insert(
        &mut self,
        ir: &mut Ir,
        base: &str,
        point: Option<InsertPoint>,
        make: impl FnOnce(&mut Rewriter<'_>, Attr) -> Op,
    ) -> Option<OpHandle> {
        let block = ir.op(self.table).region(0).entry()?;
        let (body, block) = (block.body_id(), block.id());
        let name = self.reserve(ir.cx(), base);
        let attr = ir.cx().str_attr(name);
        let op = ir.rewrite(body, |rw| {
            match (point, rw.block(block).last().filter(|op| op.has_trait(TraitSet::Terminator))) {
                (Some(point), _) => rw.set_insertion_point(point),
                (None, Some(end)) => rw.set_insertion_point_before(end.id()),
                (None, None) => rw.set_insertion_point_to_end(block),
            }
            make(rw, attr)
        });
        let op = OpHandle { body, op };
        self.reserved.remove(&name);
        self.symbols.insert(name, op);
        Some(op)
    }

    /// Erases a symbol. Who refers to it still does.
    pub fn erase(&mut self, ir: &mut Ir, symbol: OpHandle) {
        if let Some(name) = symbol_name_of(ir.op(symbol))
            && self.lookup(name) == Some(symbol)
        {
            self.symbols.remove(&name);
        }
        ir.erase_op(symbol);
    }

    /// Renames a symbol, and all references to it in the table, to `base`, or to `base` with a number if that is taken.
    /// Returns the name; `None`, without a change, if the op is not a symbol of the table, if its uses are not all
    /// known, or if an attribute that refers to it cannot refer to the new name.
    pub fn rename(&mut self, ir: &mut Ir, symbol: OpHandle, base: &str) -> Option<Str> {
        let old = symbol_name_of(ir.op(symbol)).filter(|&name| self.lookup(name) == Some(symbol))?;
        let uses = self.uses(ir, old)?;
        let cx = ir.cx().clone();
        let new = self.reserve(&cx, base);
        let renamed = uses.iter().filter_map(|&(_, attr)| {
            let (_, nested) = attr.as_symbol_ref(&cx)?;
            Some((attr, cx.attr(AttrData::SymbolRef { root: new, nested: nested.into() })))
        });
        let mut replacer = AttrReplacer::new(&cx, renamed);
        let mut users: Vec<OpHandle> = uses.iter().map(|&(user, _)| user).collect();
        users.dedup();
        let replaced = users.into_iter().map(|user| Attributes::replaced(ir.op(user), &mut replacer));
        let replaced: Vec<Attributes> = replaced.collect::<Option<_>>()?;
        replaced.into_iter().for_each(|attributes| attributes.set(ir));
        set_symbol_name(ir, symbol, new);
        self.reserved.remove(&new);
        self.symbols.remove(&old);
        self.symbols.insert(new, symbol);
        Some(new)
    }

    /// Returns the references to a symbol in the table with their ops; `None` if an op that may be a symbol table could
    /// hide some.
    fn uses(&self, ir: &Ir, name: Str) -> Option<Vec<(OpHandle, Attr)>> {
        let cx = ir.cx();
        let refers = |attr: Attr| attr.as_symbol_ref(cx).is_some_and(|(root, _)| root == name);
        let mut found: Vec<(OpHandle, Attr)> = Vec::new();
        for op in ir.op(self.table).region(0).blocks().flat_map(|block| block.ops()) {
            let uses = match op.has_trait(TraitSet::SymbolTable) {
                // Ops in a nested symbol table refer to symbols of that table.
                true => symbol_refs_of_op(op).into_iter().map(|attr| (op, attr)).collect(),
                false => symbol_uses(op)?,
            };
            let uses = uses.into_iter().filter(|(_, attr)| refers(*attr));
            found.extend(uses.map(|(op, attr)| (op.handle(), attr)));
        }
        Some(found)
    }
}

/// Renames symbols in an op with the trait `SymbolTable`, at any depth, and all references to them in it, also those by
/// paths from outside of their own tables. The new names must not be taken. Returns `None`, without a change, if an op that
/// may be a symbol table could hide references, or an attribute that refers to one of the symbols cannot refer to its new
/// name.
pub fn rename_symbols(ir: &mut Ir, root: OpHandle, renames: &[(OpHandle, Str)]) -> Option<()> {
    let cx = ir.cx().clone();
    let names: FxHashMap<OpHandle, Str> = renames.iter().copied().collect();
    let (mut changed, mut pending) = (Vec::new(), vec![root]);
    while let Some(table) = pending.pop() {
        let table = ir.op(table);
        let (mut references, mut users) = (FxHashMap::default(), Vec::new());
        for op in table.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops()) {
            for_each_user(op, |user| {
                if user.has_trait(TraitSet::SymbolTable) {
                    pending.push(user.handle());
                }
                let mut refers = false;
                for attr in symbol_refs_of_op(user) {
                    if let Some(renamed) = renamed_reference(table, attr, &names) {
                        references.insert(attr, renamed);
                        refers = true;
                    }
                }
                if refers {
                    users.push(user);
                }
            })?;
        }
        let mut replacer = AttrReplacer::new(&cx, references);
        for user in users {
            changed.push(Attributes::replaced(user, &mut replacer)?);
        }
    }
    changed.into_iter().for_each(|attributes| attributes.set(ir));
    renames.iter().for_each(|&(symbol, name)| set_symbol_name(ir, symbol, name));
    Some(())
}

/// The reference in a symbol table with the new names of what is found along its path; `None` if nothing has one.
fn renamed_reference(table: OpRef<'_>, attr: Attr, names: &FxHashMap<OpHandle, Str>) -> Option<Attr> {
    let cx = table.cx();
    let (root, nested) = attr.as_symbol_ref(cx)?;
    let mut path: Vec<Str> = std::iter::once(root).chain(nested.iter().copied()).collect();
    let (mut at, mut renamed) = (table, false);
    for part in &mut path {
        if !at.has_trait(TraitSet::SymbolTable) {
            break;
        }
        let Some(found) = table.ir().symbol_tables().lookup(at, *part) else { break };
        if let Some(&name) = names.get(&found.handle()) {
            *part = name;
            renamed = true;
        }
        at = found;
    }
    renamed.then(|| cx.attr(AttrData::SymbolRef { root: path[0], nested: path[1..].into() }))
}

/// The attributes that an op gets.
struct Attributes {
    op: OpHandle,
    props: Vec<Attr>,
    attrs: Attr,
}

impl Attributes {
    /// Those of an op, replaced; `None` if one cannot hold its replacement.
    fn replaced(op: OpRef<'_>, replacer: &mut AttrReplacer<'_>) -> Option<Self> {
        let props = op.props().iter().map(|&prop| replacer.replace(prop)).collect::<Result<Vec<Attr>, _>>();
        let mut props = props.ok()?;
        if let Some((slot, reference)) = named_by_text(op) {
            let (name, _) = replacer.replace(reference).ok()?.as_symbol_ref(op.cx())?;
            props[slot] = op.cx().str_attr(name);
        }
        Some(Self { op: op.handle(), props, attrs: replacer.replace(op.attrs()).ok()? })
    }

    fn set(self, ir: &mut Ir) {
        let Self { op: OpHandle { body, op }, props, attrs } = self;
        ir.rewrite(body, |rw| {
            for (slot, &prop) in props.iter().enumerate() {
                if rw.body().props(op)[slot] != prop {
                    rw.set_prop(op, slot, prop);
                }
            }
            if rw.body().attrs(op) != attrs {
                rw.set_attrs(op, attrs);
            }
        });
    }
}

/// Sets the name of a symbol, which may be an op that is not registered.
fn set_symbol_name(ir: &mut Ir, symbol: OpHandle, name: Str) {
    let cx = ir.cx().clone();
    let name = cx.str_attr(name);
    ir.rewrite(symbol.body, |rw| match rw.body().opaque_props(symbol.op) {
        Some(props) if props.dict_get(&cx, Str::SYM_NAME).is_some() => {
            let entries = props.optional_entries(&cx).iter().copied();
            let renamed = entries.map(|(key, old)| (key, if key == Str::SYM_NAME { name } else { old }));
            let props = cx.dict(renamed.collect());
            rw.set_prop(symbol.op, 0, props);
        }
        _ => rw.set_attr(symbol.op, SYM_NAME, name),
    });
}
