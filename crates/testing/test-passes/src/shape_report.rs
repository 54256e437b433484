//! `test-shape-function-report`: how the shapes of the results of each op in a function may be computed.

use terrace_dialects_core::func::FuncOp;
use terrace_dialects_shape::shape::function::{FunctionLibraryOp, libraries_of, shape_function};
use terrace_ir::infer::infers_result_types;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Diag, Ir, OpHandle, OpRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::walk::post_order;

/// The pass.
pub(crate) static TEST_SHAPE_FUNCTION_REPORT: PassDef = PassDef {
    name: "test-shape-function-report",
    class: "(anonymous namespace)::ReportShapeFnPass",
    doc: "Test pass to report associated shape functions",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(ReportShapeFunctions))),
    ..EMPTY_PASS
};

struct ReportShapeFunctions;

impl IrPass for ReportShapeFunctions {
    fn run(&self, ir: &mut Ir, module: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let module = ir.op(module);
        let libraries = libraries_of(module);
        for function in post_order(ir, module.handle()) {
            let function = ir.op(function);
            let in_library = function.parent_op().is_some_and(|parent| parent.isa::<FunctionLibraryOp>());
            if !function.isa::<FuncOp>() || in_library {
                continue;
            }
            for op in post_order(ir, function.handle()) {
                if let Some(remark) = remark(module, ir.op(op), &libraries) {
                    run.report(Diag::remark(ir.op(op).loc(), remark));
                }
            }
        }
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

/// The remark on an op; `None` on a terminator, if there are libraries.
fn remark(module: OpRef<'_>, op: OpRef<'_>, libraries: &[OpRef<'_>]) -> Option<String> {
    if libraries.is_empty() {
        return Some("no associated way to refine shape".into());
    }
    if op.has_trait(TraitSet::Terminator) {
        return None;
    }
    if op.info().def().is_some_and(infers_result_types) {
        return Some("implements InferType op interface".into());
    }
    let mapped = libraries.iter().find_map(|&library| shape_function(library, op));
    let function = mapped.or_else(|| {
        let (root, nested) = op.attr("shape.function")?.as_symbol_ref(op.cx())?;
        op.ir().symbol_tables().lookup_path(module, root, nested)
    });
    Some(match function.and_then(|function| function.symbol_name()) {
        Some(name) => format!("associated shape function: {}", name.text(op.cx())),
        None => "no associated way to refine shape".into(),
    })
}
