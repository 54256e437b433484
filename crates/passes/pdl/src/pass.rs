//! The pass `convert-pdl-to-pdl-interp`.

use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_pdl::interp::control::FuncOp;
use terrace_dialects_pdl::pattern::PatternOp;
use terrace_dialects_pdl::types::operation_type;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{Diag, InsertPoint, Ir, OpHandle, OpKind};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

use crate::matcher::MatcherWriter;
use crate::matcher_tree::matcher_tree;
use crate::predicates::Predicates;
use crate::rewriters::{detached, write_rewriters};

/// The name of the function that matches.
pub const MATCHER: &str = "matcher";
/// The name of the module of functions that rewrite.
pub const REWRITERS: &str = "rewriters";

/// The pass.
pub static CONVERT_PDL_TO_PDL_INTERP: PassDef = PassDef {
    name: "convert-pdl-to-pdl-interp",
    class: "ConvertPDLToPDLInterpPass",
    doc: "Convert PDL ops to PDL interpreter ops",
    anchor: Some(ModuleOp::DEF.name),
    make: |_| Ok(Pass::Ir(Box::new(ConvertPdlToPdlInterp))),
    ..EMPTY_PASS
};

struct ConvertPdlToPdlInterp;

impl IrPass for ConvertPdlToPdlInterp {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        convert(ir, op).or_else(|diag| run.fail(diag))
    }
}

/// Replaces the patterns of a module by a function that matches them, and a module of functions that rewrite.
///
/// # Errors
///
/// If a pattern uses what it does not determine.
pub fn convert(ir: &mut Ir, module: OpHandle) -> Result<(), Box<Diag>> {
    let cx = ir.cx().clone();
    let cx = &*cx;
    let mut all = Predicates::default();
    let (tree, patterns) = {
        let block = ir.op(module).regions().next().and_then(|region| region.entry());
        let ops = block.into_iter().flat_map(|block| block.ops());
        let patterns = ops.filter(|op| op.isa::<PatternOp>()).map(PatternOp::view_of);
        let (tree, built) = matcher_tree(patterns, &mut all)?;
        (tree, detached(built))
    };
    let loc = ir.op(module).loc();
    let block = ir.op(module).regions().next().and_then(|region| region.entry());
    let Some(block) = block else { return Ok(()) };
    let (body, block) = (block.body_id(), block.id());
    let (matcher, rewriters) = ir.rewrite(body, |rw| {
        let start = InsertPoint::start(rw.body(), block);
        rw.set_insertion_point(start);
        let ty = cx.type_attr(cx.function_type(&[operation_type(cx)], &[]));
        let name = cx.string_attr(MATCHER);
        let matcher = rw.build(FuncOp::of().loc(loc).sym_name_attr(name).function_type_attr(ty));
        let name = cx.string_attr(REWRITERS);
        let rewriters = rw.build(ModuleOp::of().loc(loc).sym_name_attr(name));
        (rw.handle(matcher), rw.handle(rewriters))
    });
    let (inner, regions) = ir.add_inner_body(rewriters, 1);
    ir.rewrite(inner, |rw| rw.create_block(regions[0], &[]));
    let mut symbols = SymbolTable::new(ir.op(rewriters));
    let written = write_rewriters(ir, &mut symbols, &patterns, &tree.successes(&all))?;
    let (inner, regions) = ir.add_inner_body(matcher, 1);
    let root = all.root();
    ir.rewrite(inner, |rw| {
        let entry = rw.create_block(regions[0], &[(operation_type(cx), loc)]);
        let Some(argument) = rw.body().args(entry).next() else { return };
        let name = cx.string_attr(REWRITERS);
        let mut writer = MatcherWriter::new(rw, cx, &all, &tree, &written, name, (root, argument), loc);
        let first = writer.write(regions[0]);
        rw.move_ops(first, InsertPoint::End(entry));
        rw.erase_block(first);
    });
    patterns.iter().for_each(|(pattern, ..)| ir.erase_op(*pattern));
    Ok(())
}
