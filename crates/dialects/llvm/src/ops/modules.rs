//! The modules that ops are in.

use terrace_ir::symbols::SymbolTables;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Attr, OpRef};

/// The closest op around `op` that is a module as far as LLVM is concerned: isolated, with a symbol table.
pub fn parent_module(op: OpRef<'_>) -> Option<OpRef<'_>> {
    op.ancestors().find(|op| is_module(*op))
}

/// Whether an op is a module as far as LLVM is concerned.
pub fn is_module(op: OpRef<'_>) -> bool {
    op.has_trait(TraitSet::SymbolTable.with(TraitSet::IsolatedFromAbove))
}

/// The op that a symbol names in the module around `op`.
pub(super) fn in_module<'a>(op: OpRef<'a>, symbol: Attr, tables: &SymbolTables) -> Option<OpRef<'a>> {
    tables.lookup(parent_module(op)?, symbol.as_flat_symbol_ref(op.cx())?)
}
