//! Addresses that are known when a program is linked.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use terrace_ir::attr_kind::FlatSymbolRefAttr;
use terrace_ir::def::op_error;
use terrace_ir::interfaces::SymbolUser;
use terrace_ir::symbols::SymbolTables;
use terrace_ir::{Attr, CheckResult, Folded, OpKind, OpRef, op_match};
use terrace_macros::op;

use super::function::LLVMFuncOp;
use super::globals::{AliasOp, AliasOpView, GlobalOp, GlobalOpView, IFuncOp};
use super::modules::in_module;
use crate::attrs::*;
use crate::constraints::*;
use crate::enums::Linkage;
use crate::types::address_space;

/// The address of a global, a function or an alias.
#[op("llvm.mlir.addressof", traits(Pure, ConstantLike), interfaces(dyn SymbolUser),
     fold = |op, _| AddressOfOp::view_of(op).global_name_attr().opt().into(),
     format = "$global_name attr-dict `:` qualified(type($res))")]
pub struct AddressOfOp {
    global_name: Prop<FlatSymbolRefAttr>,
    res: Res<POINTER>,
}

impl SymbolUser for AddressOfOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        let view = AddressOfOp::view_of(op);
        let symbol = in_module(op, view.global_name_attr(), tables);
        let space = match symbol {
            Some(symbol) => {
                op_match!(symbol, {
                    GlobalOp(global) => Some(GlobalOpView::addr_space(global) as u32),
                    AliasOp(alias) => AliasOpView::address_space(alias),
                    LLVMFuncOp | IFuncOp => return Ok(()),
                    _ => return Err(op_error(op, NO_GLOBAL)),
                })
            }
            None => return Err(op_error(op, NO_GLOBAL)),
        };
        if space.is_some() && space != address_space(op.cx(), view.res().ty()) {
            let message = "pointer address space must match address space of the referenced global or alias";
            return Err(op_error(op, message));
        }
        Ok(())
    }
}

const NO_GLOBAL: &str = "must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or \
                         'llvm.mlir.ifunc'";

/// The address of a function that is as good as another one and is defined in this unit.
#[op("llvm.dso_local_equivalent", traits(Pure, ConstantLike), interfaces(dyn SymbolUser), fold = fold_equivalent,
     format = "$function_name attr-dict `:` qualified(type($res))")]
pub struct DSOLocalEquivalentOp {
    function_name: Prop<FlatSymbolRefAttr>,
    res: Res<POINTER>,
}

fn fold_equivalent(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let name = DSOLocalEquivalentOp::view_of(op).function_name_attr();
    Attr::from(DSOLocalEquivalentAttr::get(op.cx(), name)).into()
}

impl SymbolUser for DSOLocalEquivalentOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        let name = DSOLocalEquivalentOp::view_of(op).function_name_attr();
        let symbol = in_module(op, name, tables);
        let (function, alias) =
            (symbol.and_then(|s| s.cast::<LLVMFuncOp>()), symbol.and_then(|s| s.cast::<AliasOp>()));
        if let Some(alias) = alias {
            let mut ops = alias.0.nested_ops();
            let is_of_global = ops.any(|inner| {
                inner.cast::<AddressOfOp>().is_some_and(|address| {
                    in_module(inner, address.global_name_attr(), tables).is_some_and(|s| s.isa::<GlobalOp>())
                })
            });
            if is_of_global {
                return Err(op_error(op, "must reference an alias to a function"));
            }
        }
        let linkage = function.map(|f| f.linkage()).or(alias.map(|a| a.linkage()));
        match linkage {
            None => Err(op_error(op, "must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'")),
            Some(Linkage::ExternWeak) => {
                Err(op_error(op, "target function with 'extern_weak' linkage not allowed"))
            }
            Some(_) => Ok(()),
        }
    }
}

/// The address of a block.
#[op("llvm.blockaddress", traits(Pure, ConstantLike), interfaces(dyn SymbolUser), verify = verify_block_address,
     fold = |op, _| BlockAddressOp::view_of(op).block_addr_attr().opt().into(),
     format = "$block_addr attr-dict `:` qualified(type($res))")]
pub struct BlockAddressOp {
    block_addr: Prop<BlockAddressKind>,
    res: Res<POINTER>,
}

impl BlockAddressOpView<'_> {
    /// The function that the block is in, and the block's tag.
    pub fn target(self) -> Option<(Attr, BlockTagAttr)> {
        let address = self.block_addr().dyn_cast::<BlockAddressAttr>(self.0.cx())?;
        Some((address.function(self.0.cx()), address.tag(self.0.cx())))
    }
}

impl SymbolUser for BlockAddressOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        let function = BlockAddressOp::view_of(op).target().and_then(|(name, _)| in_module(op, name, tables));
        if function.is_some_and(|function| function.isa::<LLVMFuncOp>()) {
            return Ok(());
        }
        Err(op_error(op, "must reference a function defined by 'llvm.func'"))
    }
}

fn verify_block_address(op: OpRef<'_>) -> CheckResult {
    let tables = op.ir().symbol_tables();
    let found = BlockAddressOp::view_of(op).target().is_some_and(|(name, tag)| {
        let function = in_module(op, name, &tables).filter(|f| f.isa::<LLVMFuncOp>());
        function.is_some_and(|function| block_tags(function, &tables).contains(&Attr::from(tag)))
    });
    if found {
        return Ok(());
    }
    Err(op_error(op, "expects an existing block label target in the referenced function"))
}

/// The tags of the blocks of a function. One function may have thousands whose addresses are taken.
fn block_tags(function: OpRef<'_>, tables: &SymbolTables) -> Arc<FxHashSet<Attr>> {
    let name = function.cx().op_name(BlockTagOp::DEF.name);
    tables.markers(function, name, |op| op.cast::<BlockTagOp>().map(|tag| tag.tag_attr()))
}

/// Names the block it is in for `llvm.blockaddress`.
#[op("llvm.blocktag", format = "$tag attr-dict")]
pub struct BlockTagOp {
    tag: Prop<BlockTagKind>,
}
