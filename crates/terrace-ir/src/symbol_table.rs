//! A symbol table that is changed: symbols come, go and get other names through it, and it stays in step.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::attrs::{Attr, AttrData, NamedAttr};
use crate::context::Context;
use crate::ids::{Op, OpHandle};
use crate::ir::{Ir, OpRef};
use crate::rewriter::{InsertPoint, Rewriter};
use crate::strings::Str;
use crate::symbols::{symbol_name_of, symbol_refs_of_op, symbol_uses};
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

    /// Puts the op that `make` makes for a name into the table: `base`, or `base` with a number if that is taken. It goes to
    /// `point`, else to the end of the table, before its terminator if there is one. Returns the op; `None` if the table has
    /// no block.
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
                (Some(point), _) => rw.set_insert_point(point),
                (None, Some(end)) => rw.before(end.id()),
                (None, None) => rw.at_end(block),
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

    /// Gives a symbol another name, also where it is referred to in the table: `base`, or `base` with a number if that is
    /// taken. Returns the name; `None`, and no change, if the op is no symbol of the table or if it cannot be told who
    /// refers to it.
    pub fn rename(&mut self, ir: &mut Ir, symbol: OpHandle, base: &str) -> Option<Str> {
        let old = symbol_name_of(ir.op(symbol)).filter(|&name| self.lookup(name) == Some(symbol))?;
        let users = self.users(ir, old)?;
        let cx = ir.cx().clone();
        let new = self.reserve(&cx, base);
        for user in users {
            let op = ir.op(user);
            let mut known = FxHashMap::default();
            let mut replace = |attr: Attr| renamed(&cx, attr, old, new, &mut known);
            let props: Vec<Attr> = op.props().iter().map(|&prop| replace(prop)).collect();
            let attrs = replace(op.attrs());
            ir.rewrite(user.body, |rw| {
                for (slot, &prop) in props.iter().enumerate() {
                    if rw.body().props(user.op)[slot] != prop {
                        rw.set_prop(user.op, slot, prop);
                    }
                }
                if rw.body().attrs(user.op) != attrs {
                    rw.set_attrs(user.op, attrs);
                }
            });
        }
        let name = cx.str_attr(new);
        ir.rewrite(symbol.body, |rw| rw.set_attr(symbol.op, SYM_NAME, name));
        self.reserved.remove(&new);
        self.symbols.remove(&old);
        self.symbols.insert(new, symbol);
        Some(new)
    }

    /// Returns the ops in the table that refer to a symbol of it; `None` if a table that nobody knows of may hide some.
    fn users(&self, ir: &Ir, name: Str) -> Option<Vec<OpHandle>> {
        let cx = ir.cx();
        let refers = |attr: Attr| attr.as_symbol_ref(cx).is_some_and(|(root, _)| root == name);
        let mut users: Vec<OpHandle> = Vec::new();
        for op in ir.op(self.table).region(0).blocks().flat_map(|block| block.ops()) {
            let uses = match op.has_trait(TraitSet::SymbolTable) {
                // What is in a table of its own refers to symbols of that.
                true => symbol_refs_of_op(op).into_iter().map(|attr| (op, attr)).collect(),
                false => symbol_uses(op)?,
            };
            users.extend(uses.into_iter().filter(|(_, attr)| refers(*attr)).map(|(op, _)| op.handle()));
        }
        users.dedup();
        Some(users)
    }
}

/// Returns an attribute with a symbol renamed in all references that begin with it; shared parts are looked at once.
fn renamed(cx: &Context, attr: Attr, old: Str, new: Str, known: &mut FxHashMap<Attr, Attr>) -> Attr {
    if attr.is_null() {
        return attr;
    }
    if let Some(&done) = known.get(&attr) {
        return done;
    }
    let mut inner = |attr: Attr| renamed(cx, attr, old, new, known);
    let result = match attr.data(cx) {
        AttrData::SymbolRef { root, nested } if *root == old => {
            cx.attr(AttrData::SymbolRef { root: new, nested: nested.clone() })
        }
        AttrData::Array(items) => cx.array_attr(&items.iter().map(|&item| inner(item)).collect::<Vec<_>>()),
        AttrData::Dict(entries) => {
            cx.dict(entries.iter().map(|&(name, value)| (name, inner(value))).collect::<Vec<NamedAttr>>())
        }
        AttrData::Dialect { def, params } => {
            let params: Box<[Attr]> = params.iter().map(|&param| inner(param)).collect();
            cx.attr(AttrData::Dialect { def: *def, params })
        }
        _ => attr,
    };
    known.insert(attr, result);
    result
}
