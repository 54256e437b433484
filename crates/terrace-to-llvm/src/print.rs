//! Strings that lowered programs print.

use terrace_dialects_llvm::enums::{GEPNoWrapFlags, Linkage};
use terrace_dialects_llvm::ops::{AddressOfOp, GlobalOp};
use terrace_dialects_llvm::types::{ArrayType, PointerType};
use terrace_ir::elements::dense_attr;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::symbols::nearest_symbol_table;
use terrace_ir::{Context, Diag, InsertPoint, Op, Type, TypeData};

use crate::build::{Build, GepIndex};
use crate::functions::RuntimeFunction;

/// Prints bytes by a function of the run-time library: they are a constant of the module, whose name begins with `name`.
///
/// # Errors
///
/// If the function's name is that of another symbol.
pub fn print_string(
    build: &mut Build<'_, '_>,
    from: Op,
    name: &str,
    bytes: &[u8],
    function: &str,
) -> Result<(), Box<Diag>> {
    let cx = build.cx();
    let text = [bytes, &[0]].concat();
    let array: Type = ArrayType::get(cx, Type::I8, text.len() as u64).into();
    let value = dense_attr(cx, elements_type(cx, text.len()), text, 1);
    let (from_handle, loc) = (build.rw.handle(from), build.loc);
    let symbol = build.rw.with_ir(|ir| {
        let table = nearest_symbol_table(ir.op(from_handle))?;
        let table = table.parent_op().and_then(nearest_symbol_table).unwrap_or(table);
        let block = table.region(0).entry()?;
        let (body, start) = (block.body_id(), block.id());
        let mut symbols = SymbolTable::new(table);
        let point = InsertPoint::start(ir.body(body), start);
        let global = symbols.insert(ir, name, Some(point), |rw, name| {
            let global = GlobalOp::builder(cx, loc)
                .sym_name_attr(name)
                .global_type(array)
                .constant(true)
                .linkage(Linkage::Private)
                .value_attr(value);
            rw.build(global)
        })?;
        ir.add_inner_body(global, 1);
        terrace_ir::symbols::symbol_name_of(ir.op(global))
    });
    let Some(symbol) = symbol else { return Ok(()) };
    let pointer = PointerType::default_space(cx);
    let function = RuntimeFunction { name: function, inputs: &[pointer], result: None };
    let address = AddressOfOp::builder(cx, loc).global_name_attr(cx.flat_symbol_ref(symbol)).res(pointer);
    let address = build.rw.build_value(address);
    let first = build.gep(pointer, array, address, &[GepIndex::Known(0)], GEPNoWrapFlags::NONE);
    function.call(build, from, &[first]).map(|_| ())
}

fn elements_type(cx: &Context, count: usize) -> Type {
    cx.ty(TypeData::RankedTensor { shape: [count as i64].into(), element: Type::I8, encoding: None })
}
