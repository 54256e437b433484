//! Resolution of calls to their callees.

use terrace_ir::OpRef;
use terrace_ir::interfaces::{CallLike, Callable, Callee};
use terrace_ir::symbols::SymbolTables;

/// The op that a call names or whose result it calls; `None` if it cannot be found.
pub(crate) fn target<'a>(call: OpRef<'a>, tables: &SymbolTables) -> Option<OpRef<'a>> {
    match call.interface::<dyn CallLike>()?.callee(call)? {
        Callee::Symbol(symbol) => tables.lookup_nearest(call, symbol),
        Callee::Value(value) => value.defining_op(),
    }
}

/// Whether an op is a callable without a body.
pub(crate) fn is_declaration(op: OpRef<'_>) -> bool {
    let callable = op.interface::<dyn Callable>();
    callable.is_some_and(|callable| callable.callable_region(op).is_none_or(|region| region.is_empty()))
}
