//! `symbol-dce`: erases unused private symbols.

use rustc_hash::FxHashSet;
use terrace_ir::def::op_error;
use terrace_ir::symbols::{Visibility, defines_symbol, lookup_all, symbol_uses, visibility};
use terrace_ir::traits::TraitSet;
use terrace_ir::{Diag, Ir, OpHandle, OpRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

use crate::walk::walk;

/// The pass.
pub static SYMBOL_DCE: PassDef = PassDef {
    name: "symbol-dce",
    class: "SymbolDCE",
    doc: "Eliminate dead symbols",
    statistics: &[("num-dce'd", "Number of symbols DCE'd")],
    make: |_| Ok(Pass::Ir(Box::new(SymbolDce))),
    ..EMPTY_PASS
};

struct SymbolDce;

impl IrPass for SymbolDce {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let table = ir.op(op);
        if !table.has_trait(TraitSet::SymbolTable) {
            let message = " was scheduled to run under SymbolDCE, but does not define a symbol table";
            return run.fail(op_error(table, message));
        }
        let hidden =
            table.parent_op().is_none() || !defines_symbol(table) || visibility(table) == Visibility::Private;
        let live = match live_symbols(table, hidden) {
            Ok(live) => live,
            Err(diag) => return run.fail(diag),
        };
        let mut dead = Vec::new();
        walk(table, |nested| {
            if nested.has_trait(TraitSet::SymbolTable) {
                let ops = nested.single_region().blocks().flat_map(|b| b.ops());
                dead.extend(ops.filter(|op| defines_symbol(*op)).map(|op| op.handle()));
            }
        });
        dead.retain(|op| !live.contains(op));
        run.count(0, dead.len() as u64);
        // Inner ones first, so that none goes twice.
        for op in dead.into_iter().rev() {
            ir.erase_op(op);
        }
        Ok(())
    }
}

/// The symbols below a table that are used, or may be.
fn live_symbols(table: OpRef<'_>, hidden: bool) -> Result<FxHashSet<OpHandle>, Box<Diag>> {
    let tables = table.ir().symbol_tables();
    let mut live = FxHashSet::default();
    let mut pending: Vec<(OpRef<'_>, bool)> = Vec::new();
    enter_table(table, hidden, &mut live, &mut pending);
    while let Some((op, hidden)) = pending.pop() {
        if op.has_trait(TraitSet::SymbolTable) {
            let inside = hidden || !defines_symbol(op) || visibility(op) == Visibility::Private;
            enter_table(op, inside, &mut live, &mut pending);
        } else {
            let below = op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops());
            pending.extend(below.filter(|op| op.num_regions() > 0).map(|op| (op, hidden)));
        }
        let Some(parent) = op.parent_op().filter(|parent| parent.has_trait(TraitSet::SymbolTable)) else {
            continue;
        };
        let Some(uses) = symbol_uses(op) else {
            let message = "operation contains potentially unknown symbol table, meaning that we can't reliable \
                           compute symbol uses";
            return Err(Diag::error(op.loc(), message));
        };
        for (_, symbol) in uses {
            for found in lookup_all(&tables, parent, symbol).into_iter().flatten() {
                if live.insert(found.handle()) {
                    pending.push((found, hidden));
                }
            }
        }
    }
    Ok(live)
}

/// Lists the live roots of a table: ops that are not symbols, and symbols that may have unknown uses.
fn enter_table<'a>(
    table: OpRef<'a>,
    hidden: bool,
    live: &mut FxHashSet<OpHandle>,
    pending: &mut Vec<(OpRef<'a>, bool)>,
) {
    for op in table.single_region().blocks().flat_map(|b| b.ops()) {
        if !defines_symbol(op) {
            pending.push((op, hidden));
            continue;
        }
        let visible = visibility(op);
        let discardable = (hidden || visible == Visibility::Private) && visible != Visibility::Public;
        if !discardable && live.insert(op.handle()) {
            pending.push((op, hidden));
        }
    }
}
