//! Copies the library functions that are called into the program, with all symbols that they refer to.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::attrs::LinkageAttr;
use terrace_dialects_llvm::enums::{Linkage, Visibility};
use terrace_dialects_llvm::ops::{GlobalOp, LLVMFuncOp};
use terrace_ir::attrs::AttrData;
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::sub_elements::AttrReplacer;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::symbols::{symbol_name_of, symbol_uses};
use terrace_ir::{Attr, InsertPoint, Ir, OpHandle, OpRef, Str};

use super::Library;
use crate::functions::ops_of;

/// Copies functions, by their numbers, to the end of a module, by the names that they are called with.
pub(crate) fn link(library: &Library, ir: &mut Ir, module: OpHandle, called: &BTreeMap<usize, Str>) {
    let mut symbols = SymbolTable::new(ir.op(module));
    for (number, source) in library.modules.iter().enumerate() {
        let names: FxHashMap<Str, Str> = called
            .iter()
            .map(|(&number, &name)| (library.function(number), name))
            .filter(|(function, _)| function.module == number)
            .map(|(function, name)| (function.symbol, name))
            .collect();
        if !names.is_empty() {
            link_module(source, ir, module, names, &mut symbols);
        }
    }
}

/// Whether an op declares a symbol that another module defines.
fn is_declaration(op: OpRef<'_>) -> bool {
    if op.isa::<LLVMFuncOp>() {
        return op.regions().all(|region| region.is_empty());
    }
    op.isa::<GlobalOp>()
        && op.inherent_attr("value").is_none()
        && op.regions().all(|region| region.is_empty())
}

fn link_module(
    source: &Ir,
    ir: &mut Ir,
    module: OpHandle,
    mut names: FxHashMap<Str, Str>,
    symbols: &mut SymbolTable,
) {
    let cx = Arc::clone(ir.cx());
    let Some(root) = source.root() else { return };
    let defined: FxHashMap<Str, OpRef<'_>> =
        ops_of(root).filter_map(|op| Some((symbol_name_of(op)?, op))).collect();
    // The functions that are called, and the transitive closure of their symbol uses.
    let mut reached: Vec<Str> =
        ops_of(root).filter_map(symbol_name_of).filter(|name| names.contains_key(name)).collect();
    let mut taken: Vec<OpRef<'_>> = Vec::new();
    let mut next = 0;
    while let Some(&name) = reached.get(next) {
        next += 1;
        let Some(&op) = defined.get(&name) else { continue };
        taken.push(op);
        for (_, attr) in symbol_uses(op).unwrap_or_default() {
            let Some((root, [])) = attr.as_symbol_ref(&cx) else { continue };
            if names.contains_key(&root) || !defined.contains_key(&root) {
                continue;
            }
            let known = symbols.lookup(root);
            let fresh = match is_declaration(defined[&root]) {
                // The program knows it by the same name.
                true if known.is_some() => {
                    names.insert(root, root);
                    continue;
                }
                _ => symbols.reserve(&cx, root.text(&cx)),
            };
            names.insert(root, fresh);
            reached.push(root);
        }
    }
    let reference = |name: Str| cx.attr(AttrData::SymbolRef { root: name, nested: Box::default() });
    let renamed = names.iter().filter(|(old, new)| old != new);
    let mut replacer = AttrReplacer::new(&cx, renamed.map(|(&old, &new)| (reference(old), reference(new))));
    // Attributes of the dialect llvm take any name.
    let mut renamed_in = |attr: Attr| replacer.replace(attr).unwrap_or(attr);
    let Some(block) = ir.op(module).regions().next().and_then(|region| region.entry()) else { return };
    let to = (block.body_id(), InsertPoint::End(block.id()));
    for op in taken {
        let Some(name) = symbol_name_of(op).and_then(|name| names.get(&name)).copied() else { continue };
        let is_declared = is_declaration(op);
        let copy = ir.clone_op_from(source, op.handle(), to);
        let users: Vec<OpHandle> =
            std::iter::once(ir.op(copy)).chain(ops_of(ir.op(copy))).map(OpRef::handle).collect();
        for user in users {
            let op = ir.op(user);
            let props: Vec<Attr> = op.props().iter().map(|&prop| renamed_in(prop)).collect();
            ir.rewrite(user.body, |rw| {
                for (slot, &prop) in props.iter().enumerate() {
                    if rw.body().props(user.op)[slot] != prop {
                        rw.set_prop(user.op, slot, prop);
                    }
                }
            });
        }
        ir.rewrite(copy.body, |rw| {
            rw.set_attr(copy.op, "sym_name", cx.str_attr(name));
            if !is_declared {
                rw.set_attr(copy.op, "linkage", LinkageAttr::get(&cx, Linkage::Internal).into());
                rw.set_attr(copy.op, "comdat", Attr::NULL);
                rw.set_attr(copy.op, "visibility_", enum_attr(&cx, Visibility::Default));
            }
        });
    }
}
