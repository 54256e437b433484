//! Modules, and unrealized conversion casts.

use std::sync::Arc;

use terrace_ir::attr_kind::{StrAttr, SymbolNameAttr};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::data_layout::DataLayoutOpInterface;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT, op_error};
use terrace_ir::dialect_interfaces::{DialectInlinerInterface, OpAsmDialectInterface};
use terrace_ir::fold::FoldValue;
use terrace_ir::symbols::verify_symbol;
use terrace_ir::{
    Attr, CheckResult, Context, Folded, Ir, Loc, OpHandle, OpKind, OpRef, OptionalAttr, RegionRef, Type,
    TypeData,
};
use terrace_macros::op;

/// The dialect whose types and attributes every other one builds on. Those are part of the IR itself.
pub static BUILTIN: DialectDef = DialectDef {
    name: "builtin",
    doc: "Modules and unrealized casts.",
    ops: &[ModuleOp::DEF, UnrealizedConversionCastOp::DEF],
    interfaces: &[
        &(&BuiltinDialectInterfaces as &dyn OpAsmDialectInterface),
        &(&BuiltinDialectInterfaces as &dyn DialectInlinerInterface),
    ],
    ..EMPTY_DIALECT
};

/// The aliases of builtin types and attributes are the printer's; the dialect has resources. Casts go anywhere.
struct BuiltinDialectInterfaces;

impl OpAsmDialectInterface for BuiltinDialectInterfaces {}

impl DialectInlinerInterface for BuiltinDialectInterfaces {
    fn allows_op(&self, op: OpRef<'_>, _dest: RegionRef<'_>, _clones: bool) -> bool {
        op.isa::<UnrealizedConversionCastOp>()
    }
}

/// A list of ops, usually functions: a symbol table in which the order does not matter.
#[op("builtin.module",
     traits(AffineScope, IsolatedFromAbove, NoRegionArguments, SymbolTable, NoTerminator, SingleBlock,
            GraphRegions, OpAsmInterface),
     format = "($sym_name^)? attr-dict-with-keyword $bodyRegion",
     verify = verify_module, default_dialect = "builtin", interfaces(dyn DataLayoutOpInterface))]
pub struct ModuleOp {
    sym_name: OptProp<SymbolNameAttr>,
    sym_visibility: OptProp<StrAttr>,
    bodyRegion: Region<Sized<1>>,
}

impl DataLayoutOpInterface for ModuleOp {}

impl ModuleOp {
    /// Returns an IR that is an empty module. The context has the dialect.
    pub fn create_ir(cx: &Arc<Context>) -> Ir {
        let mut ir = Ir::new(Arc::clone(cx), Arc::default());
        let module = ir.rewrite(Ir::ROOT, |rw| {
            let block = rw.body().top_regions().first().and_then(|&region| rw.body().entry(region));
            block.into_iter().for_each(|block| rw.set_insertion_point_to_end(block));
            rw.build(ModuleOp::of().loc(Loc::UNKNOWN))
        });
        let (body, regions) = ir.add_inner_body(OpHandle { body: Ir::ROOT, op: module.into() }, 1);
        ir.rewrite(body, |rw| rw.create_block(regions[0], &[]));
        ir
    }
}

fn verify_module(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    // A module is a symbol only where it has a name.
    if op.symbol_name().is_some() {
        verify_symbol(op)?;
    }
    for (name, _) in op.attrs().optional_entries(cx) {
        if !name.bytes(cx).contains(&b'.') {
            let name = String::from_utf8_lossy(name.bytes(cx));
            let message = format!("can only contain attributes with dialect-prefixed names, found: '{name}'");
            return Err(op_error(op, message));
        }
    }
    Ok(())
}

/// A conversion between types that conversions leave after and a later one resolves.
#[op("builtin.unrealized_conversion_cast",
     traits(Pure),
     format = "($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict",
     verify = verify_unrealized_cast, fold = fold_unrealized_cast)]
pub struct UnrealizedConversionCastOp {
    inputs: VarOperand<ANY_TYPE>,
    outputs: VarRes<ANY_TYPE>,
}

/// Folds a cast to the operand types, and a pair of inverse casts.
fn fold_unrealized_cast(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    if op.operand_types() == op.result_types() {
        return Folded::Results(op.operands().map(FoldValue::from).collect());
    }
    let first = op.operands().next().and_then(|operand| operand.defining_op());
    match first.filter(|inner| inner.isa::<UnrealizedConversionCastOp>()) {
        Some(inner) if inner.results().eq(op.operands()) && inner.operand_types() == op.result_types() => {
            Folded::Results(inner.operands().map(FoldValue::from).collect())
        }
        _ => Folded::Unchanged,
    }
}

fn verify_unrealized_cast(op: OpRef<'_>) -> CheckResult {
    if op.num_results() == 0 {
        return Err(op_error(op, "expected at least one result for cast operation"));
    }
    Ok(())
}

/// The memory space of a memref, ranked or not; absent for the default.
pub fn memory_space(cx: &Context, ty: Type) -> Option<Attr> {
    match ty.data(cx) {
        TypeData::MemRef { space, .. } | TypeData::UnrankedMemRef { space, .. } => *space,
        _ => None,
    }
}
