//! `symbol-privatize`: symbols are private from now on.

use terrace_ir::symbols::defines_symbol;
use terrace_ir::{Ir, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};

pass_options! {
    /// The options of the pass.
    struct SymbolPrivatizeOptions {
        /// Comma-separated symbols to exclude
        exclude("exclude"): Vec<String> = "",
    }
}

/// The pass.
pub static SYMBOL_PRIVATIZE: PassDef = PassDef {
    name: "symbol-privatize",
    class: "SymbolPrivatize",
    doc: "Mark symbols private",
    options: SymbolPrivatizeOptions::DEFS,
    make: |options| {
        let options = SymbolPrivatizeOptions::from(options);
        Ok(Pass::Ir(Box::new(SymbolPrivatize { exclude: options.exclude })))
    },
    ..EMPTY_PASS
};

struct SymbolPrivatize {
    exclude: Vec<String>,
}

impl IrPass for SymbolPrivatize {
    fn run(&self, ir: &mut Ir, op: OpHandle, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let table = ir.op(op);
        let cx = table.cx();
        let wanted = |op: &terrace_ir::OpRef<'_>| {
            defines_symbol(*op)
                && op.symbol_name().is_some_and(|name| !self.exclude.iter().any(|e| e == name.text(cx)))
        };
        let symbols = table.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops()).filter(wanted);
        let symbols: Vec<_> = symbols.map(|op| op.handle()).collect();
        for symbol in symbols {
            ir.rewrite(symbol.body, |rw| {
                let private = rw.cx().string_attr("private");
                rw.set_attr(symbol.op, "sym_visibility", private);
            });
        }
        Ok(())
    }
}
