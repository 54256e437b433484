//! Calls of functions of C's library, which are declared where they are first called.

use terrace_conversion::ConversionRewriter;
use terrace_dialects_core::func::{CallOp, FuncOp};
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::symbols::nearest_symbol_table;
use terrace_ir::{Attr, InsertPoint, Ir, Loc, Op, OpHandle, Str, Type, Value};

/// Replaces an op by a call of a function on its operands. The function is declared at a location with unit attributes if there
/// is none; `None` if a symbol of its name is no function.
pub fn replace_with_call(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    name: &str,
    declared_at: Loc,
    attrs: &[&str],
) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (loc, types, from) = (view.loc(), view.result_types(), view.handle());
    let operands: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
    let inputs: Vec<Type> = view.operands().map(|operand| operand.ty()).collect();
    let name = cx.str(name);
    let declaration = Declaration {
        name,
        inputs: &inputs,
        results: &types,
        loc: declared_at,
        attrs,
        place: DeclarationPlace::Start,
    };
    if !rw.with_ir(|ir| declare(ir, from, &declaration)) {
        return rw.notify_match_failure(op, "a symbol of the function's name is no function");
    }
    rw.set_insertion_point_before(op);
    let callee = cx.flat_symbol_ref(name);
    let call = rw.build(CallOp::of(&operands).loc(loc).callee_attr(callee).results(&types));
    let results: Vec<Value> = rw.body().results(call).collect();
    rw.replace_op(op, &results);
    Some(())
}

/// The position of a declaration in its symbol table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum DeclarationPlace {
    /// Before all ops.
    Start,
    /// Before the last op.
    BeforeLast,
}

/// A function to declare.
pub struct Declaration<'a> {
    /// The name.
    pub name: Str,
    /// The types of the arguments.
    pub inputs: &'a [Type],
    /// The types of the results.
    pub results: &'a [Type],
    /// The location.
    pub loc: Loc,
    /// Names of unit attributes.
    pub attrs: &'a [&'a str],
    /// The position in the symbol table.
    pub place: DeclarationPlace,
}

/// Finds a function in the symbol table around an op, or declares it there. Returns whether it is one.
pub fn declare(ir: &mut Ir, from: OpHandle, declaration: &Declaration<'_>) -> bool {
    let cx = std::sync::Arc::clone(ir.cx());
    let Some(table) = nearest_symbol_table(ir.op(from)).map(|table| table.handle()) else { return false };
    let tables = ir.symbol_tables();
    if let Some(found) = tables.lookup(ir.op(table), declaration.name) {
        return found.interface::<dyn FunctionOp>().is_some();
    }
    let Some(block) = ir.op(table).single_region().entry() else { return false };
    let (body, block) = (block.body_id(), block.id());
    let made = ir.rewrite(body, |rw| {
        let last = rw.body().last_op(block).filter(|_| declaration.place == DeclarationPlace::BeforeLast);
        let point = last.map_or_else(|| InsertPoint::start(rw.body(), block), InsertPoint::Before);
        rw.set_insertion_point(point);
        let function = FuncOp::of()
            .loc(declaration.loc)
            .sym_name_attr(cx.str_attr(declaration.name))
            .function_type((declaration.inputs, declaration.results))
            .sym_visibility_attr(cx.string_attr("private"));
        let made = rw.build(function);
        declaration.attrs.iter().for_each(|name| rw.set_attr(made, name, Attr::UNIT));
        made
    });
    ir.add_inner_body(OpHandle { body, op: made.into() }, 1);
    true
}
