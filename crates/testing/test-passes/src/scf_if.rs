//! `test-scf-if-utils`: outlines the branches of each `scf.if`.

use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::scf::IfOp;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Ir, OpHandle, OpKind};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_passes_scf::outline::outline_region;
use terrace_rewrite::walk::post_order;

/// The pass.
pub(crate) static TEST_SCF_IF_UTILS: PassDef = PassDef {
    name: "test-scf-if-utils",
    class: "(anonymous namespace)::TestSCFIfUtilsPass",
    doc: "test scf.if utils",
    anchor: Some(ModuleOp::DEF.name),
    make: |_| Ok(Pass::Ir(Box::new(Outline))),
    ..EMPTY_PASS
};

struct Outline;

impl IrPass for Outline {
    fn run(&self, ir: &mut Ir, op: OpHandle, _: &mut PassRun<'_>) -> Result<(), Failed> {
        let branches: Vec<OpHandle> =
            post_order(ir, op).into_iter().filter(|&op| ir.op(op).isa::<IfOp>()).collect();
        for (number, branch) in branches.into_iter().enumerate() {
            for (region, name) in ["outlined_then", "outlined_else"].into_iter().enumerate() {
                let view = ir.op(branch);
                if view.regions().nth(region).is_none_or(|region| region.entry().is_none()) {
                    continue;
                }
                let mut around = view.ancestors();
                let table = around.find(|op| op.has_trait(TraitSet::SymbolTable)).ok_or(Failed)?;
                let mut table = SymbolTable::new(table);
                outline_region(ir, branch, region, &format!("{name}{number}"), &mut table).ok_or(Failed)?;
            }
        }
        Ok(())
    }
}
