//! Strings that lowered programs print.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::enums::{GEPNoWrapFlags, Linkage};
use terrace_dialects_llvm::ops::{AddressOfOp, GlobalOp};
use terrace_dialects_llvm::types::{ArrayType, PointerType};
use terrace_ir::elements::dense_attr;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{Context, Diag, InsertPoint, Op, OpHandle, RankedTensorType, Type};

use crate::functions::{RuntimeFunction, module_around};
use terrace_llvm_common::build::{Build, GepIndex};

/// The names that are taken in modules which get strings; kept for a whole conversion, which adds strings alone under such names.
#[derive(Default)]
pub struct StringTables(Mutex<FxHashMap<OpHandle, SymbolTable>>);

/// Prints bytes by a function of the run-time library: they are a constant of the module, whose name begins with `name`.
///
/// # Errors
///
/// If the function's name is that of another symbol.
pub fn print_string(
    build: &mut Build<'_, '_>,
    tables: &StringTables,
    from: Op,
    (name, bytes, function): (&str, &[u8], &str),
) -> Result<(), Box<Diag>> {
    let cx = build.cx();
    let text = [bytes, &[0]].concat();
    let array: Type = ArrayType::get(cx, Type::I8, text.len() as u64).into();
    let value = dense_attr(cx, elements_type(cx, text.len()), text, 1);
    let (from_handle, loc) = (build.rw.handle(from), build.loc);
    let symbol = build.rw.with_ir(|ir| {
        let table = ir.op(module_around(ir, from_handle)?);
        let block = table.single_region().entry()?;
        let (body, start) = (block.body_id(), block.id());
        let mut tables = tables.0.lock().unwrap_or_else(PoisonError::into_inner);
        let symbols = tables.entry(table.handle()).or_insert_with(|| SymbolTable::new(table));
        let point = InsertPoint::start(ir.body(body), start);
        let global = symbols.insert(ir, name, Some(point), |rw, name| {
            let global = GlobalOp::of()
                .loc(loc)
                .sym_name_attr(name)
                .global_type(array)
                .constant(true)
                .linkage(Linkage::Private)
                .value_attr(value);
            rw.build(global).into()
        })?;
        ir.add_inner_body(global, 1);
        terrace_ir::symbols::symbol_name_of(ir.op(global))
    });
    let Some(symbol) = symbol else { return Ok(()) };
    let pointer = PointerType::default_space(cx);
    let function = RuntimeFunction { name: function, inputs: &[pointer], result: None };
    let address = AddressOfOp::of().loc(loc).global_name_attr(cx.flat_symbol_ref(symbol)).res(pointer);
    let address = build.rw.build_value(address);
    let first = build.gep(pointer, array, address, &[GepIndex::Known(0)], GEPNoWrapFlags::NONE);
    function.call(build, from, &[first]).map(|_| ())
}

fn elements_type(cx: &Context, count: usize) -> Type {
    RankedTensorType::get(cx, &[count as i64], Type::I8)
}
