//! `test-symbol-rauw`: symbols get the names that an attribute asks for.

use terrace_ir::symbol_table::rename_symbols;
use terrace_ir::{Ir, OpHandle, Str};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::walk::post_order;

/// The pass.
pub(crate) static TEST_SYMBOL_RAUW: PassDef = PassDef {
    name: "test-symbol-rauw",
    class: "(anonymous namespace)::SymbolReplacementPass",
    doc: "Test replacement of symbol uses",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(Rename))),
    ..EMPTY_PASS
};

struct Rename;

impl IrPass for Rename {
    fn run(&self, ir: &mut Ir, op: OpHandle, _: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = ir.cx();
        let wanted = post_order(ir, op).into_iter().filter(|&inner| inner != op);
        let renames = wanted.filter_map(|symbol| {
            let name = ir.op(symbol).discardable_attr("sym.new_name")?.as_str(cx)?;
            Some((symbol, cx.str(name)))
        });
        let renames: Vec<(OpHandle, Str)> = renames.collect();
        // Where a symbol table may be hidden, nothing changes.
        rename_symbols(ir, op, &renames);
        Ok(())
    }
}
