//! Globals, aliases, indirect functions and comdats.

use std::fmt::Write;
use std::rc::Rc;

use terrace_dialects_llvm::enums::{Comdat, Linkage, UnnamedAddr, Visibility};
use terrace_dialects_llvm::*;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::{Attr, OpRef, RegionRef, Type, ValueRef};

use super::attributes::AttributeSet;
use super::constant_attrs::constant;
use super::forms::Form;
use super::metadata::{Kind, Node};
use super::module::unsupported;
use super::{Exporter, FunctionState, Local, Result, bytes_of, symbol_constant, symbol_text};
use crate::constants::{Const, ConstKind};
use crate::kept::INSTRUCTION;
use crate::names::{write_identifier, write_quoted};

/// Linkage with a space after it; nothing for that of symbols which others may refer to.
pub(super) fn linkage_text(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::External => "",
        Linkage::AvailableExternally => "available_externally ",
        Linkage::Linkonce => "linkonce ",
        Linkage::LinkonceODR => "linkonce_odr ",
        Linkage::Weak => "weak ",
        Linkage::WeakODR => "weak_odr ",
        Linkage::Appending => "appending ",
        Linkage::Internal => "internal ",
        Linkage::Private => "private ",
        Linkage::ExternWeak => "extern_weak ",
        Linkage::Common => "common ",
    }
}

/// Whether a symbol is in the same module for certain without being said so.
fn is_implicitly_local(linkage: Linkage, visibility: Visibility) -> bool {
    matches!(linkage, Linkage::Internal | Linkage::Private)
        || (visibility != Visibility::Default && linkage != Linkage::ExternWeak)
}

/// Appends `dso_local` and the visibility.
pub(super) fn write_visibility(out: &mut String, dso_local: bool, linkage: Linkage, visibility: Visibility) {
    if dso_local && !is_implicitly_local(linkage, visibility) {
        out.push_str("dso_local ");
    }
    out.push_str(match visibility {
        Visibility::Default => "",
        Visibility::Hidden => "hidden ",
        Visibility::Protected => "protected ",
    });
}

/// The keyword of a global's `unnamed_addr`.
pub(super) fn unnamed_addr_text(unnamed_addr: Option<UnnamedAddr>) -> &'static str {
    match unnamed_addr {
        None | Some(UnnamedAddr::None) => "",
        Some(UnnamedAddr::Local) => "local_unnamed_addr",
        Some(UnnamedAddr::Global) => "unnamed_addr",
    }
}

impl<'a> Exporter<'a> {
    /// Notes what initializers and functions need to know of symbols.
    pub(super) fn declare_symbols(&mut self, ops: &[OpRef<'a>]) -> Result {
        for &op in ops {
            if let Some(global) = op.cast::<GlobalOp>() {
                if global.linkage() != Linkage::ExternWeak {
                    let size = self.layout.store_size(self.cx, global.global_type());
                    self.sizes.insert(symbol_text(bytes_of(self.cx, global.sym_name_attr())), size);
                }
            } else if let Some(comdat) = op.cast::<ComdatOp>() {
                for selector in comdat.body().blocks().flat_map(|block| block.ops()) {
                    self.comdat_selector(selector)?;
                }
            } else if let Some(function) = op.cast::<LLVMFuncOp>() {
                self.functions.extend(function.sym_name_attr().as_string(self.cx));
                self.function_comdats.extend(self.comdat_of(function.comdat_attr()));
                self.number_tagged_blocks(function);
            }
        }
        Ok(())
    }

    fn comdat_selector(&mut self, op: OpRef<'_>) -> Result {
        let Some(selector) = op.cast::<ComdatSelectorOp>() else { return Ok(()) };
        let kind = match selector.comdat() {
            Comdat::Any => "any",
            Comdat::ExactMatch => "exactmatch",
            Comdat::Largest => "largest",
            Comdat::NoDeduplicate => "nodeduplicate",
            Comdat::SameSize => "samesize",
        };
        let mut name = String::new();
        write_identifier(&mut name, '$', bytes_of(self.cx, selector.sym_name_attr()));
        match self.comdats.insert(name.into(), kind) {
            None => Ok(()),
            Some(_) => Err(plain_error(
                op,
                "comdat selection symbols must be unique even in different comdat regions",
            )),
        }
    }

    /// The group that a symbol is in, with its sigil.
    pub(super) fn comdat_of(&self, comdat: Option<Attr>) -> Option<Rc<str>> {
        let (_, nested) = comdat?.as_symbol_ref(self.cx)?;
        let mut name = String::new();
        write_identifier(&mut name, '$', nested.last()?.bytes(self.cx));
        Some(name.into())
    }

    /// ` comdat`, with the name of the group unless it is that of the symbol.
    pub(super) fn comdat_text(&self, comdat: Option<Attr>, symbol: &str, separator: &str) -> String {
        match self.comdat_of(comdat) {
            None => String::new(),
            Some(name) if name[1..] == symbol[1..] => format!("{separator} comdat"),
            Some(name) => format!("{separator} comdat({name})"),
        }
    }

    /// An op at the top of a module but functions.
    pub(super) fn symbol(&mut self, op: OpRef<'a>) -> Result {
        if let Some(global) = op.cast::<GlobalOp>() {
            self.global(global)
        } else if let Some(alias) = op.cast::<AliasOp>() {
            self.alias(alias)
        } else if let Some(ifunc) = op.cast::<IFuncOp>() {
            self.ifunc(ifunc);
            Ok(())
        } else if let Some(ctors) = op.cast::<GlobalCtorsOp>() {
            self.structors(
                "@llvm.global_ctors",
                ctors.ctors_attr(),
                ctors.priorities_attr(),
                ctors.data_attr(),
            );
            Ok(())
        } else if let Some(dtors) = op.cast::<GlobalDtorsOp>() {
            self.structors(
                "@llvm.global_dtors",
                dtors.dtors_attr(),
                dtors.priorities_attr(),
                dtors.data_attr(),
            );
            Ok(())
        } else if op.isa::<LLVMFuncOp>() {
            Ok(())
        } else if op.name_text().starts_with("llvm.") {
            self.module_op(op)
        } else {
            Err(unsupported(op))
        }
    }

    fn global(&mut self, op: GlobalOpView<'a>) -> Result {
        let cx = self.cx;
        let ty = op.global_type();
        let initializer = if !op.initializer().is_empty() {
            Some(self.initializer(op.initializer())?)
        } else if let Some(value) = op.value_attr() {
            Some(constant(cx, value, ty).map_err(|why| plain_error(op.0, why))?)
        } else {
            None
        };
        let linkage = op.linkage();
        let symbol = symbol_text(bytes_of(cx, op.sym_name_attr()));
        let mut out = symbol.to_string();
        out.push_str(" = ");
        if initializer.is_none() && linkage == Linkage::External {
            out.push_str("external ");
        }
        out.push_str(linkage_text(linkage));
        write_visibility(&mut out, op.dso_local(), linkage, op.visibility_());
        out.push_str(&self.dll_storage_text(op.0));
        if op.thread_local_() {
            out.push_str(&self.thread_local_text(op.0));
        }
        let unnamed = unnamed_addr_text(op.unnamed_addr());
        if !unnamed.is_empty() {
            out.push_str(unnamed);
            out.push(' ');
        }
        if op.addr_space() != 0 {
            let _ = write!(out, "addrspace({}) ", op.addr_space());
        }
        if op.externally_initialized() {
            out.push_str("externally_initialized ");
        }
        out.push_str(if op.constant() { "constant " } else { "global " });
        self.types.write(cx, &mut out, ty);
        if let Some(initializer) = initializer {
            out.push(' ');
            initializer.write(cx, &mut self.types, &mut out);
        } else if linkage == Linkage::Common {
            out.push(' ');
            Const::zero(ty).write(cx, &mut self.types, &mut out);
        }
        if let Some(section) = op.section() {
            out.push_str(", section ");
            write_quoted(&mut out, section.as_bytes());
        }
        self.kept_properties(&mut out, op.0, ", ");
        out.push_str(&self.comdat_text(op.comdat_attr(), &symbol, ","));
        self.global_comdats.extend(self.comdat_of(op.comdat_attr()));
        if let Some(alignment) = op.alignment() {
            let _ = write!(out, ", align {alignment}");
        }
        let mut attached = Vec::new();
        for expression in op.dbg_exprs_attr().and_then(|list| list.as_array(cx)).unwrap_or_default() {
            if let Some(node) = self.global_variable_expression(*expression) {
                attached.push((Kind::Dbg, node));
            }
        }
        let kept = self.kept_attachments(op.0);
        if kept.iter().any(|(kind, _)| *kind == Kind::Dbg) {
            attached.clear();
        }
        attached.extend(kept);
        self.write_attachments(&mut out, ", ", attached);
        if let Some(list) = op.target_specific_attrs_attr() {
            let mut set = AttributeSet::default();
            self.string_attributes(op.0, "target_specific_attrs", list, &mut set)?;
            if !set.is_empty() {
                let _ = write!(out, " #{}", self.groups.number(&set));
            }
        }
        out.push('\n');
        self.globals.push_str(&out);
        Ok(())
    }

    /// Appends what is attached to a symbol or an instruction, in LLVM's order.
    pub(super) fn write_attachments(
        &mut self,
        out: &mut String,
        separator: &str,
        mut attached: Vec<(Kind, Node)>,
    ) {
        if attached.len() > 1 {
            attached.sort_by_key(|(kind, _)| kind.order());
        }
        for (kind, node) in attached {
            out.push_str(separator);
            self.write_kind(out, kind);
            out.push(' ');
            self.metadata.write_reference(out, node);
        }
    }

    /// The constant that a region returns.
    fn initializer(&mut self, region: RegionRef<'a>) -> Result<Const> {
        let cx = self.cx;
        self.function = FunctionState::default();
        for op in region.blocks().flat_map(|block| block.ops()) {
            if let Some(value) = op.cast::<ReturnOp>() {
                let Some(value) = value.arg() else { break };
                return match self.constant_of(value) {
                    Some(constant) => Ok(constant.clone()),
                    None => Err(plain_error(op, "unemittable constant value")),
                };
            }
            self.fold_op(op)?;
            let Some(result) = op.results().next() else { continue };
            if self.constant_of(result).is_none() {
                return Err(plain_error(op, "unemittable constant value"));
            }
        }
        let _ = cx;
        Err(plain_error(
            region.parent_op().unwrap_or_else(|| unreachable!("a region of an op")),
            "unemittable constant value",
        ))
    }

    fn alias(&mut self, op: AliasOpView<'a>) -> Result {
        let cx = self.cx;
        let aliasee = self.initializer(op.initializer())?;
        let mut out = symbol_text(bytes_of(cx, op.sym_name_attr())).to_string();
        out.push_str(" = ");
        out.push_str(linkage_text(op.linkage()));
        write_visibility(&mut out, op.dso_local(), op.linkage(), op.visibility_());
        out.push_str(&self.dll_storage_text(op.0));
        if op.thread_local_() {
            out.push_str(&self.thread_local_text(op.0));
        }
        let unnamed = unnamed_addr_text(op.unnamed_addr());
        if !unnamed.is_empty() {
            out.push_str(unnamed);
            out.push(' ');
        }
        out.push_str("alias ");
        self.types.write(cx, &mut out, op.alias_type());
        out.push_str(", ");
        match aliasee.kind {
            ConstKind::Symbol(_) => aliasee.write_typed(cx, &mut self.types, &mut out),
            _ => aliasee.write(cx, &mut self.types, &mut out),
        }
        self.kept_properties(&mut out, op.0, ", ");
        out.push('\n');
        self.aliases.push_str(&out);
        Ok(())
    }

    fn ifunc(&mut self, op: IFuncOpView<'a>) {
        let cx = self.cx;
        let mut out = symbol_text(bytes_of(cx, op.sym_name_attr())).to_string();
        out.push_str(" = ");
        out.push_str(linkage_text(op.linkage()));
        write_visibility(&mut out, op.dso_local(), op.linkage(), op.visibility_());
        let unnamed = unnamed_addr_text(Some(op.unnamed_addr()));
        if !unnamed.is_empty() {
            out.push_str(unnamed);
            out.push(' ');
        }
        out.push_str("ifunc ");
        self.types.write(cx, &mut out, op.i_func_type());
        out.push_str(", ");
        let resolver = op.resolver().bytes(cx);
        symbol_constant(op.resolver_type(), resolver).write_typed(cx, &mut self.types, &mut out);
        self.kept_properties(&mut out, op.0, ", ");
        out.push('\n');
        self.ifuncs.push_str(&out);
    }

    /// The functions that run before or after `main`, with their priorities.
    fn structors(&mut self, name: &str, functions: Attr, priorities: Attr, data: Attr) {
        let cx = self.cx;
        let list = |attr: Attr| attr.as_array(cx).unwrap_or_default();
        let functions = list(functions);
        let mut out = format!("{name} = appending global [{} x {{ i32, ptr, ptr }}] ", functions.len());
        if functions.is_empty() {
            out.push_str("zeroinitializer\n");
            self.globals.push_str(&out);
            return;
        }
        out.push('[');
        for (index, function) in functions.iter().enumerate() {
            let priority = list(priorities).get(index).and_then(|priority| priority.as_i64(cx)).unwrap_or(0);
            let symbol = function.as_flat_symbol_ref(cx).map(|symbol| symbol_text(symbol.bytes(cx)));
            let data = list(data).get(index).and_then(|data| data.as_flat_symbol_ref(cx));
            let data = data.map_or("null".into(), |data| symbol_text(data.bytes(cx)));
            out.push_str(if index > 0 { ", " } else { "" });
            let _ = write!(
                out,
                "{{ i32, ptr, ptr }} {{ i32 {priority}, ptr {}, ptr {data} }}",
                symbol.as_deref().unwrap_or("null")
            );
        }
        out.push_str("]\n");
        self.globals.push_str(&out);
    }

    /// Attributes that are names, or names with values, each in a list.
    pub(super) fn string_attributes(
        &self,
        op: OpRef<'_>,
        what: &str,
        list: Attr,
        set: &mut AttributeSet,
    ) -> Result {
        let cx = self.cx;
        for &item in list.as_array(cx).unwrap_or_default() {
            let (name, value) = match item.as_array(cx) {
                Some(&[name, value]) => match (name.as_str(cx), value.as_str(cx)) {
                    (Some(name), Some(value)) => (name, Some(value)),
                    _ => {
                        let message = format!("expected arrays within '{what}' to contain two strings");
                        return Err(plain_error(op, message));
                    }
                },
                Some(_) => {
                    let message = format!("expected arrays within '{what}' to contain two strings");
                    return Err(plain_error(op, message));
                }
                None => match item.as_str(cx) {
                    Some(name) => (name, None),
                    None => {
                        let message = format!("expected '{what}' to contain string or array attributes");
                        return Err(plain_error(op, message));
                    }
                },
            };
            match (super::attributes::takes_number(name), value) {
                (None, value) => set.string(name, value.unwrap_or_default()),
                (Some(false), Some(_)) => {
                    return Err(plain_error(op, format!("LLVM attribute '{name}' does not expect a value")));
                }
                (Some(false), None) => set.flag(name),
                (Some(true), None) => {
                    return Err(plain_error(op, format!("LLVM attribute '{name}' expects a value")));
                }
                (Some(true), Some(value)) => {
                    let number =
                        value.parse().map_err(|_| op_error(op, format!("'{value}' is no number")))?;
                    set.number(name, number, true);
                }
            }
        }
        Ok(())
    }

    /// Makes a constant of an op if it is one, or if all its operands are.
    pub(super) fn fold_op(&mut self, op: OpRef<'a>) -> Result {
        let Some(result) = op.results().next() else { return Ok(()) };
        if let Form::Constant = self.form(op) {
            return self.constant_op(op, result);
        }
        // What has no operands is no constant.
        if op.num_operands() == 0 || !op.operands().all(|operand| self.constant_of(operand).is_some()) {
            return Ok(());
        }
        if self.kept_entry(op, INSTRUCTION).is_some() {
            return Ok(());
        }
        let operands: Vec<Const> =
            op.operands().filter_map(|operand| self.constant_of(operand).cloned()).collect();
        if let Some(constant) = self.folder().fold(op, &operands) {
            self.set_local(result, Local::Const(constant));
        }
        Ok(())
    }

    fn constant_op(&mut self, op: OpRef<'a>, result: ValueRef<'a>) -> Result {
        let (cx, ty) = (self.cx, result.ty());
        let constant = if let Some(value) = op.cast::<ConstantOp>() {
            let Some(attr) = value.value_attr().opt() else { return Ok(()) };
            Some(constant(cx, attr, ty).map_err(|why| plain_error(op, why))?)
        } else if let Some(address) = op.cast::<AddressOfOp>() {
            Some(symbol_constant(ty, address.global_name().bytes(cx)))
        } else if op.isa::<UndefOp>() {
            Some(Const::new(ty, ConstKind::Undef))
        } else if op.isa::<PoisonOp>() {
            Some(Const::new(ty, ConstKind::Poison))
        } else if op.isa::<ZeroOp>() || op.isa::<NoneTokenOp>() {
            Some(Const::zero(ty))
        } else if let Some(function) = op.cast::<DSOLocalEquivalentOp>() {
            let symbol = symbol_text(function.function_name().bytes(cx));
            Some(Const::new(ty, ConstKind::Text(format!("dso_local_equivalent {symbol}").into())))
        } else if let Some(address) = op.cast::<BlockAddressOp>() {
            Some(self.block_address(address, ty))
        } else {
            return Ok(());
        };
        if let Some(constant) = constant {
            self.set_local(result, Local::Const(constant));
        }
        Ok(())
    }

    fn block_address(&self, op: BlockAddressOpView<'_>, ty: Type) -> Const {
        let Some((function, tag)) = op.target() else { return Const::new(ty, ConstKind::Poison) };
        let symbol = function.as_flat_symbol_ref(self.cx).map(|symbol| symbol_text(symbol.bytes(self.cx)));
        let symbol = symbol.unwrap_or_else(|| "@".into());
        let key = (symbol.clone(), tag.id(self.cx));
        let number = self.tags.get(&key).copied().unwrap_or_default();
        Const::new(ty, ConstKind::Text(format!("blockaddress({symbol}, %{number})").into()))
    }
}
