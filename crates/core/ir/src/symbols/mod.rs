//! Symbols: named ops in a symbol table, and references to them.

mod tables;

use rustc_hash::FxHashMap;
use terrace_support::spelling::nearest;

use crate::attrs::{Attr, AttrData};
use crate::def::{OpKind, op_error};
use crate::diag::CheckResult;
use crate::interfaces::FunctionOp;
use crate::ir::OpRef;
use crate::strings::Str;
use crate::sub_elements::{Element, SubElements};
use crate::traits::TraitSet;
pub use tables::SymbolTables;
use tables::{SymbolScope, symbol_of};

/// Returns the name of the symbol that an op defines; `None` if it defines none.
pub fn symbol_name_of(op: OpRef<'_>) -> Option<Str> {
    symbol_of(op, Str::SYM_NAME)
}

/// The closest symbol table that holds `op`, or `op` itself.
pub fn nearest_symbol_table(op: OpRef<'_>) -> Option<OpRef<'_>> {
    op.self_and_ancestors().find(|op| op.has_trait(TraitSet::SymbolTable))
}

/// Finds a symbol in the closest symbol table that holds `from` by scanning; for one-off questions.
pub fn find_nearest_symbol<'a>(from: OpRef<'a>, symbol: Str) -> Option<OpRef<'a>> {
    let block = SymbolScope::around(from)?.region.entry()?;
    block.ops().find(|op| symbol_of(*op, Str::SYM_NAME) == Some(symbol))
}

/// Returns the symbol whose name is nearest to `name` among the first few hundred of the closest table around `from`
/// that are of type `K`, written with its sigil. For help in errors.
pub fn nearest_symbol<K: OpKind>(from: OpRef<'_>, name: &str) -> Option<String> {
    const LOOKED_AT: usize = 500;
    let table = from.parent_op().and_then(nearest_symbol_table)?;
    let block = (table.num_regions() > 0).then(|| table.region(0).entry()).flatten()?;
    let symbols = block.ops().take(LOOKED_AT).filter(|op| op.isa::<K>());
    let names = symbols.filter_map(|op| Some(symbol_of(op, Str::SYM_NAME)?.text(op.cx())));
    nearest(name, names).map(|name| format!("@{name}"))
}

/// Checks the trait `Symbol`: `sym_name` is a string, `sym_visibility` one of the three and not public for a
/// declaration, and the op is in a symbol table.
pub fn verify_symbol(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    if op.attr("sym_name").and_then(|a| a.as_string(cx)).is_none() {
        return Err(op_error(op, "requires string attribute 'sym_name'"));
    }
    if let Some(vis) = op.attr("sym_visibility") {
        let Some(text) = vis.as_str(cx) else {
            let text = cx.attr_text(vis);
            return Err(op_error(
                op,
                format!(
                    "requires visibility attribute 'sym_visibility' to be a string attribute, but got {text}"
                ),
            ));
        };
        if !matches!(text, "public" | "private" | "nested") {
            return Err(op_error(
                op,
                format!(
                    "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"{text}\""
                ),
            ));
        }
    }
    let declares = |op: OpRef<'_>| {
        let function = op.interface::<dyn FunctionOp>();
        function.is_some_and(FunctionOp::is_declared_without_body) && op.region(0).is_empty()
    };
    if op.num_regions() > 0
        && declares(op)
        && op.attr("sym_visibility").and_then(|v| v.as_str(cx)).is_none_or(|v| v == "public")
    {
        return Err(op_error(op, "symbol declaration cannot have public visibility"));
    }
    if op.num_results() != 0 {
        return Err(op_error(op, "symbols must not have results"));
    }
    if op.parent_op().is_some_and(|parent| parent.is_registered() && !parent.has_trait(TraitSet::SymbolTable))
    {
        return Err(op_error(op, "symbol's parent must have the SymbolTable trait"));
    }
    Ok(())
}

/// Checks the trait `SymbolTable`: names in it are unique, and ops inside use symbols as they should.
pub fn verify_symbol_table(op: OpRef<'_>, tables: &SymbolTables) -> Vec<Box<crate::diag::Diag>> {
    let mut found = Vec::new();
    if op.num_regions() != 1 {
        return vec![op_error(op, "Operations with a 'SymbolTable' must have exactly one region")];
    }
    let region = op.region(0);
    if !region.has_one_block() {
        return vec![op_error(op, "Operations with a 'SymbolTable' must have exactly one block")];
    }
    let mut names: FxHashMap<Str, OpRef<'_>> = FxHashMap::default();
    let Some(block) = region.entry() else { return found };
    for inner in block.ops() {
        let Some(name) = symbol_of(inner, Str::SYM_NAME) else { continue };
        match names.entry(name) {
            std::collections::hash_map::Entry::Vacant(slot) => {
                slot.insert(inner);
            }
            std::collections::hash_map::Entry::Occupied(old) => {
                let text = String::from_utf8_lossy(name.bytes(op.cx())).into_owned();
                let mut diag =
                    crate::diag::Diag::error(inner.loc(), format!("redefinition of symbol named '{text}'"))
                        .note(old.get().loc(), "see existing symbol definition here");
                diag.op = Some(inner.handle());
                return vec![diag];
            }
        }
    }
    // Each op up to the next symbol table may check the symbols it uses. Most neither do, nor hold ops that could.
    let is_wanted = |op: &OpRef<'_>| op.num_regions() > 0 || op.info().uses_symbols();
    let mut stack: Vec<OpRef<'_>> = block.ops().filter(is_wanted).collect();
    stack.reverse();
    while let Some(inner) = stack.pop() {
        if inner.info().uses_symbols()
            && let Some(user) = inner.interface::<dyn crate::interfaces::SymbolUser>()
            && let Err(diag) = user.verify_symbol_uses(inner, tables)
        {
            found.push(diag);
            return found;
        }
        if inner.num_regions() > 0 && !inner.has_trait(TraitSet::SymbolTable) {
            let start = stack.len();
            for region in inner.regions() {
                stack.extend(region.blocks().flat_map(|block| block.ops()).filter(is_wanted));
            }
            stack[start..].reverse();
        }
    }
    found
}

/// The visibility of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visibility {
    /// Any symbol table, including unknown ones.
    Public,
    /// Only references in the same symbol table.
    Private,
    /// Only references in the scope of the symbol table.
    Nested,
}

/// Whether the op defines a symbol: one whose name is optional does so only if it has one.
pub fn defines_symbol(op: OpRef<'_>) -> bool {
    let info = op.info();
    let may = info.traits.has(TraitSet::Symbol) || info.prop_names.contains(&Str::SYM_NAME);
    may && symbol_of(op, Str::SYM_NAME).is_some()
}

/// The visibility of an op that defines a symbol.
pub fn visibility(op: OpRef<'_>) -> Visibility {
    match op.attr("sym_visibility").and_then(|v| v.as_str(op.cx())) {
        Some("private") => Visibility::Private,
        Some("nested") => Visibility::Nested,
        _ => Visibility::Public,
    }
}

/// Whether an op may be a symbol table without being known to be one.
pub fn may_be_unknown_table(op: OpRef<'_>) -> bool {
    op.num_regions() == 1 && op.info().dialect.is_none()
}

/// The slot of the attribute that names a symbol by a string, and the reference that it stands for; `None` for most ops, and
/// where mlir-opt is followed, which does not see such uses.
pub(crate) fn named_by_text(op: OpRef<'_>) -> Option<(usize, Attr)> {
    let cx = op.cx();
    if !op.info().uses_symbols() || cx.matches_upstream() {
        return None;
    }
    let slot = op.interface::<dyn crate::interfaces::SymbolUser>()?.name_slot()?;
    let name = op.props().get(slot)?.as_string(cx)?;
    Some((slot, cx.flat_symbol_ref(name)))
}

/// The references to symbols in the attributes of one op, including nested ones and names, each once, in order.
pub fn symbol_refs_of_op(op: OpRef<'_>) -> Vec<Attr> {
    unvisited_symbol_refs(op, &mut SubElements::default())
}

/// The symbol references in the attributes of an op that `walk` has not visited yet.
fn unvisited_symbol_refs(op: OpRef<'_>, walk: &mut SubElements) -> Vec<Attr> {
    let (cx, mut out) = (op.cx(), Vec::new());
    // Most attributes have no children that could refer to a symbol.
    let may_refer = |attr: &&Attr| match attr.data(cx) {
        AttrData::Dict(entries) => !entries.is_empty(),
        AttrData::SymbolRef { .. } | AttrData::Array(_) | AttrData::Dialect { .. } => true,
        AttrData::Distinct { .. } | AttrData::Loc(_) | AttrData::Type(_) => true,
        _ => false,
    };
    for &attr in op.props().iter().chain([&op.attrs()]).filter(may_refer) {
        walk.walk(cx, Element::Attr(attr), |element| {
            if let Element::Attr(attr) = element
                && let AttrData::SymbolRef { .. } = attr.data(cx)
            {
                out.push(attr);
            }
            true
        });
    }
    out.extend(named_by_text(op).map(|(_, attr)| attr));
    out
}

/// The symbol references in an op and what its regions hold, down to nested symbol tables, whose own contents
/// do not count but whose attributes do. `None` if a symbol table may be hidden in there.
pub fn symbol_uses<'a>(op: OpRef<'a>) -> Option<Vec<(OpRef<'a>, Attr)>> {
    let mut out = Vec::new();
    for_each_user(op, |at| out.extend(symbol_refs_of_op(at).into_iter().map(|attr| (at, attr))))?;
    Some(out)
}

/// The symbol references that [`symbol_uses`] finds, each once, without those in attributes that `walk` has visited before.
pub fn referenced_symbols(op: OpRef<'_>, walk: &mut SubElements) -> Option<Vec<Attr>> {
    let mut out = Vec::new();
    for_each_user(op, |at| out.extend(unvisited_symbol_refs(at, walk)))?;
    Some(out)
}

/// Visits an op and what its regions hold, down to nested symbol tables; `None` if one may be hidden in there.
pub(crate) fn for_each_user<'a>(op: OpRef<'a>, mut visit: impl FnMut(OpRef<'a>)) -> Option<()> {
    let mut pending = vec![op];
    while let Some(at) = pending.pop() {
        visit(at);
        if may_be_unknown_table(at) {
            return None;
        }
        if at.has_trait(TraitSet::SymbolTable) {
            continue;
        }
        let start = pending.len();
        pending.extend(at.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops()));
        pending[start..].reverse();
    }
    Some(())
}

/// The ops that the parts of a symbol reference name, outermost first, looked up in `table_op`. `None` if one
/// is not there.
pub fn lookup_all<'a>(tables: &SymbolTables, table_op: OpRef<'a>, symbol: Attr) -> Option<Vec<OpRef<'a>>> {
    let (root, nested) = symbol.as_symbol_ref(table_op.cx())?;
    let mut found = vec![tables.lookup(table_op, root)?];
    for &part in nested {
        let table = *found.last()?;
        if !table.has_trait(TraitSet::SymbolTable) {
            return None;
        }
        found.push(tables.lookup(table, part)?);
    }
    Some(found)
}
