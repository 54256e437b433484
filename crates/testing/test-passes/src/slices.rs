//! `slice-analysis-test`: functions with what each structured op needs.

use rustc_hash::FxHashSet;
use terrace_dialects_core::func::{FuncOp, ReturnOp};
use terrace_dialects_linalg::structured::Structured;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{BodyId, Diag, InsertPoint, Ir, Loc, OpHandle, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::motion::backward_slice;
use terrace_rewrite::walk::post_order;

pass_options! {
    /// The options of the pass.
    struct SliceOptions {
        /// Test Slice analysis with multiple blocks but slice omiting block arguments
        omit_block_arguments("omit-block-arguments"): bool = "true",
    }
}

/// The pass.
pub(crate) static SLICE_ANALYSIS_TEST: PassDef = PassDef {
    name: "slice-analysis-test",
    class: "(anonymous namespace)::SliceAnalysisTestPass",
    doc: "Test Slice analysis functionality.",
    anchor: Some("builtin.module"),
    options: SliceOptions::DEFS,
    make: |options| match SliceOptions::from(options).omit_block_arguments {
        true => Ok(Pass::Ir(Box::new(CopySlices))),
        false => Err("slices through block arguments are not supported yet".to_owned()),
    },
    ..EMPTY_PASS
};

struct CopySlices;

impl IrPass for CopySlices {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let module = ir.op(op).single_region();
        let functions = module.blocks().flat_map(|block| block.ops()).filter(|op| op.isa::<FuncOp>());
        let mut table = SymbolTable::new(ir.op(op));
        let mut number = 0;
        for function in functions.map(|function| function.handle()).collect::<Vec<_>>() {
            let structured = |op: &OpHandle| ir.op(*op).interface::<dyn Structured>().is_some();
            for op in post_order(ir, function).into_iter().filter(structured).collect::<Vec<_>>() {
                if copy_slice(ir, &mut table, (function, op), number).is_none() {
                    let rule = "the slice cannot be a function: it needs an argument of a block in this one";
                    run.report(Diag::error(ir.op(op).loc(), rule));
                    return Err(Failed);
                }
                number += 1;
            }
        }
        Ok(())
    }
}

/// Adds a function like the one around an op with the op's backward slice alone, before it; `None` if the slice needs a
/// value that the function does not have.
fn copy_slice(
    ir: &mut Ir,
    table: &mut SymbolTable,
    (function, op): (OpHandle, OpHandle),
    number: usize,
) -> Option<()> {
    let view = ir.op(function);
    let entry = view.single_region().entry()?;
    let old: Vec<Value> = entry.args().map(|arg| arg.id()).collect();
    let args: Vec<(Type, Loc)> = entry.args().map(|arg| (arg.ty(), arg.loc())).collect();
    let (ty, loc) = (view.attr("function_type")?, ir.op(op).loc());
    let name = format!("{}__backward_slice__{number}", view.symbol_name()?.text(ir.cx()));
    let slice = ir.rewrite(op.body, |rw| backward_slice(rw, op.op));
    let mut known: FxHashSet<Value> = old.iter().copied().collect();
    for &needed in &slice {
        let around = OpHandle { body: op.body, op: needed };
        let nested: Vec<_> =
            post_order(ir, around).into_iter().filter(|inner| inner.body == op.body).collect();
        for inner in nested.iter().map(|&inner| ir.op(inner)) {
            known.extend(inner.results().map(|result| result.id()));
            let blocks = inner.regions().flat_map(|region| region.blocks());
            known.extend(blocks.flat_map(|block| block.args()).map(|arg| arg.id()));
        }
        let mut operands = nested.iter().flat_map(|&inner| ir.op(inner).operands());
        if operands.any(|operand| !known.contains(&operand.id())) {
            return None;
        }
    }
    let made = table.insert(ir, &name, Some(InsertPoint::Before(function.op)), |rw, name| {
        rw.build(FuncOp::of().loc(loc).sym_name_attr(name).function_type_attr(ty)).into()
    })?;
    let (body, regions): (BodyId, _) = ir.add_inner_body(made, 1);
    let region = *regions.first()?;
    let (block, new) = ir.rewrite(body, |rw| {
        let block = rw.create_block(region, &args);
        (block, rw.body().args(block).collect::<Vec<Value>>())
    });
    let mut map = IrMapping::new();
    old.into_iter().zip(new).for_each(|(old, new)| map.map(old, new));
    for needed in slice {
        ir.clone_op(OpHandle { body: op.body, op: needed }, (body, InsertPoint::End(block)), &mut map);
    }
    ir.rewrite(body, |rw| {
        rw.set_insertion_point_to_end(block);
        rw.build(ReturnOp::of(&[]).loc(loc));
    });
    Some(())
}
