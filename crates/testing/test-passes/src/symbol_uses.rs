//! `test-symbol-uses`: the uses of each symbol, and the erasure of declarations that have none.

use terrace_asm::print_op_in_diagnostic;
use terrace_dialects_core::func::FuncOp;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::symbols::{defines_symbol, nearest_symbol_table, symbol_uses};
use terrace_ir::{Attr, Diag, Ir, OpHandle, OpRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::walk::post_order;

/// The pass.
pub(crate) static TEST_SYMBOL_USES: PassDef = PassDef {
    name: "test-symbol-uses",
    class: "(anonymous namespace)::SymbolUsesPass",
    doc: "Test detection of symbol uses",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(SymbolUses))),
    ..EMPTY_PASS
};

struct SymbolUses;

impl IrPass for SymbolUses {
    fn run(&self, ir: &mut Ir, module: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut unused = Vec::new();
        for op in post_order(ir, module) {
            let view = ir.op(op);
            if op == module || !defines_symbol(view) {
                continue;
            }
            let Some(is_used) = report_uses(view, ir.op(module), run) else { break };
            let is_declaration = view.isa::<FuncOp>() && view.single_region().is_empty();
            if !is_used && is_declaration {
                unused.push(op);
            }
        }
        let mut table = SymbolTable::new(ir.op(module));
        for op in unused {
            let Some(name) = ir.op(op).symbol_name().filter(|&name| table.lookup(name) == Some(op)) else {
                continue;
            };
            table.erase(ir, op);
            remark(ir.op(module), format!("{} function successfully erased", name.text(ir.cx())), run);
        }
        Ok(())
    }
}

/// Reports a remark on an op, which may be erased before it is shown.
fn remark(op: OpRef<'_>, text: String, run: &mut PassRun<'_>) {
    let mut diag = Diag::remark(op.loc(), text);
    if run.manager.options.shows_ops {
        diag.op_text = Some(print_op_in_diagnostic(op, &run.manager.print, false));
    }
    run.report(diag);
}

/// Reports the uses of a symbol and those in it; returns whether it is used, or `None` if that is not known.
fn report_uses(symbol: OpRef<'_>, module: OpRef<'_>, run: &mut PassRun<'_>) -> Option<bool> {
    let Some(inside) = symbol_uses(symbol) else {
        let text = "symbol contains an unknown nested operation that 'may' define a new symbol table";
        remark(symbol, text.to_owned(), run);
        return None;
    };
    if !inside.is_empty() {
        remark(symbol, format!("symbol contains {} nested references", inside.len()), run);
    }
    let found = uses_below(symbol, module)?;
    if found.is_empty() {
        remark(symbol, "symbol has no uses".to_owned(), run);
        return Some(false);
    }
    let cx = symbol.cx();
    for (user, reference) in &found {
        let path = cx.attr_text(*reference);
        let leaf = path.rsplit("::").next().map_or("", |leaf| leaf.trim_start_matches('@'));
        remark(*user, format!("found use of symbol : {path} : \"{leaf}\""), run);
    }
    remark(symbol, format!("symbol has {} uses", found.len()), run);
    Some(true)
}

/// Returns the references to a symbol in the module: from its own table by its name, from those around that by a path.
/// `None` if there may be others.
fn uses_below<'a>(symbol: OpRef<'a>, module: OpRef<'a>) -> Option<Vec<(OpRef<'a>, Attr)>> {
    let cx = symbol.cx();
    let (mut at, mut path, mut found) = (symbol, Vec::new(), Vec::new());
    while at.handle() != module.handle() {
        path.insert(0, at.symbol_name()?);
        let table = nearest_symbol_table(at.parent_op()?)?;
        let is_meant = |reference: &Attr| {
            let parts = reference.as_symbol_ref(cx);
            parts.is_some_and(|(root, nested)| path[0] == root && path[1..] == *nested)
        };
        for op in table.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops()) {
            found.extend(symbol_uses(op)?.into_iter().filter(|(_, reference)| is_meant(reference)));
        }
        at = table;
    }
    Some(found)
}
