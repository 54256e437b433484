//! `duplicate-function-elimination`: of functions that are the same but for their names, one stays.

use std::hash::{Hash, Hasher};
use terrace_dialects_builtin::builtin::ModuleOp;

use rustc_hash::{FxHashMap, FxHasher};
use terrace_dialects_core::func::FuncOp;
use terrace_ir::def::plain_error;
use terrace_ir::sub_elements::AttrReplacer;
use terrace_ir::symbols::{nearest_symbol_table, symbol_refs_of_op};
use terrace_ir::{Attr, AttrData, Ir, OpHandle, OpKind, OpRef, Str};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::equivalence::{hash_shell, same_regions};
use terrace_rewrite::walk::walk;

/// The pass.
pub static DUPLICATE_FUNCTION_ELIMINATION: PassDef = PassDef {
    name: "duplicate-function-elimination",
    class: "DuplicateFunctionEliminationPass",
    doc: "Deduplicate functions",
    anchor: Some(ModuleOp::DEF.name),
    make: |_| Ok(Pass::Ir(Box::new(DuplicateFunctionElimination))),
    ..EMPTY_PASS
};

struct DuplicateFunctionElimination;

impl IrPass for DuplicateFunctionElimination {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let root = ir.op(op);
        let mut kept: FxHashMap<u64, Vec<OpRef<'_>>> = FxHashMap::default();
        let mut replaced: FxHashMap<OpHandle, Str> = FxHashMap::default();
        let mut gone: Vec<OpHandle> = Vec::new();
        walk(root, |op| {
            if !op.isa::<FuncOp>() || op.single_region().is_empty() {
                return;
            }
            let group = kept.entry(hash_function(op)).or_default();
            match group.iter().find(|other| same_function(**other, op)).and_then(|other| other.symbol_name())
            {
                Some(name) => {
                    replaced.insert(op.handle(), name);
                    gone.push(op.handle());
                }
                None => group.push(op),
            }
        });
        let mut renamed: Vec<(OpHandle, Vec<Attr>, Attr)> = Vec::new();
        for (user, changes) in users_of(root, &replaced) {
            let user = ir.op(user);
            let mut replacer = AttrReplacer::new(ir.cx(), changes);
            let props: Result<Vec<Attr>, String> =
                user.props().iter().map(|&prop| replacer.replace(prop)).collect();
            match props.and_then(|props| Ok((props, replacer.replace(user.attrs())?))) {
                Ok((props, attrs)) => renamed.push((user.handle(), props, attrs)),
                Err(message) => return run.fail(plain_error(user, message)),
            }
        }
        for (user, props, attrs) in renamed {
            ir.rewrite(user.body, |rw| {
                let before: Vec<Attr> = rw.body().props(user.op).to_vec();
                for (slot, &prop) in props.iter().enumerate().filter(|&(slot, &prop)| before[slot] != prop) {
                    rw.set_prop(user.op, slot, prop);
                }
                if rw.body().attrs(user.op) != attrs {
                    rw.set_attrs(user.op, attrs);
                }
            });
        }
        for function in gone {
            ir.erase_op(function);
        }
        Ok(())
    }
}

/// The slot of a function's name.
fn name_slot(op: OpRef<'_>) -> Option<usize> {
    op.info().prop_names.iter().position(|&name| name == Str::SYM_NAME)
}

fn hash_function(op: OpRef<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    let name = name_slot(op);
    op.attrs().hash(&mut hasher);
    for (_, prop) in op.props().iter().enumerate().filter(|(i, _)| Some(*i) != name) {
        prop.hash(&mut hasher);
    }
    let mut count = 0u64;
    walk(op, |inner| {
        if inner != op {
            hash_shell(inner).hash(&mut hasher);
            count += 1;
        }
    });
    count.hash(&mut hasher);
    hasher.finish()
}

/// Whether two functions are the same but for their names.
fn same_function(a: OpRef<'_>, b: OpRef<'_>) -> bool {
    let name = name_slot(a);
    let props = |op: OpRef<'_>| -> Vec<Attr> {
        op.props().iter().enumerate().filter(|(i, _)| Some(*i) != name).map(|(_, &prop)| prop).collect()
    };
    a.attrs() == b.attrs() && props(a) == props(b) && same_regions(a.single_region(), b.single_region())
}

/// The ops that use functions which go, and the references to rename there.
fn users_of(root: OpRef<'_>, replaced: &FxHashMap<OpHandle, Str>) -> Vec<(OpHandle, Vec<(Attr, Attr)>)> {
    let (cx, tables) = (root.cx(), root.ir().symbol_tables());
    let mut out = Vec::new();
    walk(root, |op| {
        let mut changes = Vec::new();
        for symbol in symbol_refs_of_op(op) {
            let Some(table) = op.parent_op().and_then(nearest_symbol_table) else { continue };
            let Some(target) = tables.lookup_nearest(table, symbol) else { continue };
            let Some(&name) = replaced.get(&target.handle()) else { continue };
            let Some((first, nested)) = symbol.as_symbol_ref(cx) else { continue };
            let new = match nested.split_last() {
                None => cx.flat_symbol_ref(name),
                Some((_, ahead)) => {
                    let nested = ahead.iter().copied().chain([name]).collect();
                    cx.attr(AttrData::SymbolRef { root: first, nested })
                }
            };
            changes.push((symbol, new));
        }
        if !changes.is_empty() {
            out.push((op.handle(), changes));
        }
    });
    out
}
