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
        let replaced = users.into_iter().map(|user| {
            let op = ir.op(user);
            let props =
                op.props().iter().map(|&prop| replacer.replace(prop)).collect::<Result<Vec<Attr>, _>>();
            Ok((user, props?, replacer.replace(op.attrs())?))
        });
        let replaced: Vec<(OpHandle, Vec<Attr>, Attr)> = replaced.collect::<Result<_, String>>().ok()?;
        for (user, props, attrs) in replaced {
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
        ir.rewrite(symbol.body, |rw| match rw.body().opaque_props(symbol.op) {
            // Of an op that is not registered.
            Some(props) if props.dict_get(&cx, Str::SYM_NAME).is_some() => {
                let entries = props.optional_entries(&cx).iter().copied();
                let renamed = entries.map(|(key, old)| (key, if key == Str::SYM_NAME { name } else { old }));
                let props = cx.dict(renamed.collect());
                rw.set_prop(symbol.op, 0, props);
            }
            _ => rw.set_attr(symbol.op, SYM_NAME, name),
        });
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use terrace_diag::SourceMap;

    use super::SymbolTable;
    use crate::body::OpSpec;
    use crate::ids::{Op, OpHandle};
    use crate::rewriter::Rewriter;
    use crate::{Attr, Context, Ir, Loc};

    /// Creates an op that is not registered, with a symbol name and a reference in a list.
    fn symbol(rw: &mut Rewriter<'_>, name: Attr, refers_to: Attr) -> Op {
        let cx = rw.cx();
        let list = cx.array_attr(&[cx.array_attr(&[refers_to])]);
        let props = cx.dict(vec![(cx.str("sym_name"), name), (cx.str("uses"), list)]);
        let spec = OpSpec {
            name: cx.op_name("test.symbol"),
            operands: &[],
            results: &[],
            props: &[props],
            attrs: Attr::EMPTY_DICT,
            successors: &[],
            loc: Loc::UNKNOWN,
        };
        let op = rw.op_builder().new_op(&spec);
        rw.op_builder().set_opaque_props(op);
        rw.insert(op)
    }

    #[test]
    fn symbols_get_unique_names_and_references_follow_a_new_name() {
        let cx = Arc::new(Context::new(&[]));
        let mut ir = Ir::new(cx.clone(), Arc::new(SourceMap::default()));
        let table = ir.rewrite(Ir::ROOT, |rw| {
            let region = rw.body().top_regions()[0];
            if let Some(block) = rw.body().entry(region) {
                rw.set_insertion_point_to_end(block);
            }
            let inner = rw.new_region();
            rw.create_block(inner, &[]);
            let spec = OpSpec {
                name: cx.op_name("test.table"),
                operands: &[],
                results: &[],
                props: &[],
                attrs: Attr::EMPTY_DICT,
                successors: &[],
                loc: Loc::UNKNOWN,
            };
            rw.create_op_with_regions(&spec, &[inner])
        });
        let table = OpHandle { body: Ir::ROOT, op: table };
        let mut symbols = SymbolTable::new(ir.op(table));
        let refers_to = cx.flat_symbol_ref(cx.str("f"));
        let mut names = Vec::new();
        for _ in 0..3 {
            let made = symbols.insert(&mut ir, "f", None, |rw, name| symbol(rw, name, refers_to));
            names.push(made.and_then(|op| ir.op(op).symbol_name()).map(|name| name.text(&cx).to_owned()));
        }
        assert_eq!(names, ["f", "f_0", "f_1"].map(|name| Some(name.to_owned())));
        let first = symbols.lookup(cx.str("f"));
        assert_eq!(first.and_then(|op| symbols.rename(&mut ir, op, "f_1")), Some(cx.str("f_1_2")));
        assert_eq!(symbols.lookup(cx.str("f")), None);
        let users = ir.op(table).region(0).blocks().flat_map(|block| block.ops());
        let refers: Vec<Option<Attr>> = users
            .map(|op| op.inherent_attr("uses")?.as_array(&cx)?[0].as_array(&cx)?.first().copied())
            .collect();
        let expected = Some(cx.flat_symbol_ref(cx.str("f_1_2")));
        assert_eq!(refers, [expected; 3]);
    }
}
