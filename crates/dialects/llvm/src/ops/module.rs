//! Facts about modules: groups of sections, options of the linker, flags.

use terrace_ir::attr_kind::{ArrayAttr, SymbolNameAttr};
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::{CheckResult, OpKind, OpRef};
use terrace_macros::op;

use super::modules::is_module;
use crate::attrs::{ComdatKind, ModuleFlagAttr, StrArrayKind};

/// A group of sections, and which of several the linker takes.
#[op("llvm.comdat_selector", traits(Symbol), format = "$sym_name $comdat attr-dict")]
pub struct ComdatSelectorOp {
    sym_name: Prop<SymbolNameAttr>,
    comdat: Prop<ComdatKind>,
}

/// Contains comdat selectors.
#[op("llvm.comdat", traits(NoTerminator, NoRegionArguments, SymbolTable, Symbol), verify_regions = verify_comdat_ops,
     format = "$sym_name $body attr-dict")]
pub struct ComdatOp {
    sym_name: Prop<SymbolNameAttr>,
    body: Region<Sized<1>>,
}

fn verify_comdat_ops(op: OpRef<'_>) -> CheckResult {
    let entry = ComdatOp::view_of(op).body().entry();
    match entry.into_iter().flat_map(|entry| entry.ops()).find(|op| !op.isa::<ComdatSelectorOp>()) {
        Some(other) => Err(plain_error(other, "only comdat selector symbols can appear in a comdat region")),
        None => Ok(()),
    }
}

/// Options of the linker.
#[op("llvm.linker_options", verify = verify_at_module, format = "$options attr-dict")]
pub struct LinkerOptionsOp {
    options: Prop<StrArrayKind>,
}

/// Flags of the module.
#[op("llvm.module_flags", verify = verify_flags, format = "$flags attr-dict")]
pub struct ModuleFlagsOp {
    flags: Prop<ArrayAttr>,
}

fn verify_at_module(op: OpRef<'_>) -> CheckResult {
    match op.parent_op() {
        Some(parent) if !is_module(parent) => Err(op_error(op, "must appear at the module level")),
        _ => Ok(()),
    }
}

fn verify_flags(op: OpRef<'_>) -> CheckResult {
    verify_at_module(op)?;
    if ModuleFlagsOp::view_of(op).flags().iter().any(|flag| !flag.isa::<ModuleFlagAttr>(op.cx())) {
        return Err(op_error(op, "expected a module flag attribute"));
    }
    Ok(())
}
