//! Globals, aliases, indirect functions and comdats.

use terrace_dialects_llvm::enums::{Comdat, Linkage, UnnamedAddr, Visibility};
use terrace_dialects_llvm::*;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::{Attr, OpRef, OptionalAttr, RegionRef, ValueRef, View, op_match};
use terrace_llvm_ir::Type as LlvmType;
use terrace_llvm_ir::fold::Folder;
use terrace_llvm_ir::model::{ConstId, ConstKind, Global, GlobalId, GlobalKind, Str0};
use terrace_support::apint::ApInt;

use super::attributes::{AttributeSet, takes_number};
use super::forms::Form;
use super::module::unsupported;
use super::{Exporter, FunctionState, Local, Made, Result, bytes_of};
use crate::kept::INSTRUCTION;

/// The keyword of a linkage; empty for that of symbols which others may refer to.
fn linkage_keyword(linkage: Linkage) -> Str0 {
    match linkage {
        Linkage::External => "",
        Linkage::AvailableExternally => "available_externally",
        Linkage::Linkonce => "linkonce",
        Linkage::LinkonceODR => "linkonce_odr",
        Linkage::Weak => "weak",
        Linkage::WeakODR => "weak_odr",
        Linkage::Appending => "appending",
        Linkage::Internal => "internal",
        Linkage::Private => "private",
        Linkage::ExternWeak => "extern_weak",
        Linkage::Common => "common",
    }
}

/// The keyword of a visibility.
fn visibility_keyword(visibility: Visibility) -> Str0 {
    match visibility {
        Visibility::Default => "",
        Visibility::Hidden => "hidden",
        Visibility::Protected => "protected",
    }
}

/// The keyword of a global's `unnamed_addr`.
pub(super) fn unnamed_addr_keyword(unnamed_addr: Option<UnnamedAddr>) -> Str0 {
    match unnamed_addr {
        None | Some(UnnamedAddr::None) => "",
        Some(UnnamedAddr::Local) => "local_unnamed_addr",
        Some(UnnamedAddr::Global) => "unnamed_addr",
    }
}

/// The name of a global that is neither a variable nor a function.
fn name_of(op: OpRef<'_>) -> Option<&[u8]> {
    if op.isa::<GlobalCtorsOp>() {
        return Some(b"llvm.global_ctors");
    }
    if op.isa::<GlobalDtorsOp>() {
        return Some(b"llvm.global_dtors");
    }
    let is_symbol = op.isa::<AliasOp>() || op.isa::<IFuncOp>();
    op.symbol_name().filter(|_| is_symbol).map(|name| name.bytes(op.cx()))
}

impl<'a> Exporter<'a> {
    /// Declares what initializers and functions refer to, in the order of the ops.
    pub(super) fn declare_symbols(&mut self, ops: &[OpRef<'a>]) -> Result {
        for &op in ops {
            op_match!(op, {
                GlobalOp(global) => {
                    let ty = self.ty(global.global_type());
                    let id = self.declare(bytes_of(self.cx, global.sym_name_attr()));
                    let place = self.module.global_mut(id);
                    place.linkage = linkage_keyword(global.linkage());
                    place.kind = GlobalKind::Variable {
                        ty,
                        is_constant: global.constant(),
                        externally_initialized: global.externally_initialized(),
                        initializer: None,
                    };
                }
                ComdatOp(comdat) => {
                    for selector in comdat.body().blocks().flat_map(|block| block.ops()) {
                        self.comdat_selector(selector)?;
                    }
                }
                LLVMFuncOp(function) => {
                    let id = self.declare(bytes_of(self.cx, function.sym_name_attr()));
                    self.functions.extend(function.sym_name_attr().as_string(self.cx));
                    let comdat = self.comdat_of(function.comdat_attr());
                    self.function_comdats.extend(comdat);
                    self.take_addresses(id, function);
                }
                _ => {
                    if let Some(name) = name_of(op) {
                        self.declare(name);
                    }
                }
            })
        }
        Ok(())
    }

    /// Declares the symbol of a name at the next position of globals.
    pub(super) fn declare(&mut self, name: &[u8]) -> GlobalId {
        let id = self.module.symbol_or_reserve(name);
        self.module.order.push(id);
        id
    }

    /// The global of an op that was declared.
    pub(super) fn declared(&self, name: &[u8]) -> GlobalId {
        self.module.symbol(name).expect("the symbols of a module are declared before they are built")
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
        let name = self.module.strings.intern(bytes_of(self.cx, selector.sym_name_attr()));
        match self.comdats.insert(name, kind) {
            None => Ok(()),
            Some(_) => Err(plain_error(
                op,
                "comdat selection symbols must be unique even in different comdat regions",
            )),
        }
    }

    /// The name of the group that a symbol is in.
    pub(super) fn comdat_of(&mut self, comdat: Option<Attr>) -> Option<terrace_llvm_ir::Str> {
        let (_, nested) = comdat?.as_symbol_ref(self.cx)?;
        Some(self.module.strings.intern(nested.last()?.bytes(self.cx)))
    }

    /// An op at the top of a module but functions.
    pub(super) fn symbol(&mut self, op: OpRef<'a>) -> Result {
        op_match!(op, {
            GlobalOp(global) => self.global(global),
            AliasOp(alias) => self.alias(alias),
            IFuncOp(ifunc) => {
                self.ifunc(ifunc);
                Ok(())
            }
            GlobalCtorsOp(ctors) => {
                let lists = [ctors.ctors_attr(), ctors.priorities_attr(), ctors.data_attr()];
                self.structors(b"llvm.global_ctors", lists);
                Ok(())
            }
            GlobalDtorsOp(dtors) => {
                let lists = [dtors.dtors_attr(), dtors.priorities_attr(), dtors.data_attr()];
                self.structors(b"llvm.global_dtors", lists);
                Ok(())
            }
            LLVMFuncOp => Ok(()),
            _ => {
                if op.name_text().starts_with("llvm.") {
                    self.module_op(op)
                } else {
                    Err(unsupported(op))
                }
            }
        })
    }

    /// The common parts of a global.
    pub(super) fn linked(
        &mut self,
        op: OpRef<'_>,
        linkage: Linkage,
        visibility: Visibility,
        dso_local: bool,
    ) -> Global {
        let mut global = Global {
            linkage: linkage_keyword(linkage),
            visibility: visibility_keyword(visibility),
            dso_local,
            dll_storage: self.kept_keyword(op, "dll_storage", &["dllimport", "dllexport"]),
            ..Global::default()
        };
        global.properties = self.kept_properties(op);
        global
    }

    fn thread_local(&self, op: OpRef<'_>, global: &mut Global, holds: bool) {
        global.thread_local = holds;
        if holds {
            const MODELS: &[Str0] = &["localdynamic", "initialexec", "localexec"];
            global.tls_model = self.kept_keyword(op, "tls_model", MODELS);
        }
    }

    /// Sets the definition of a declared global.
    pub(super) fn define(&mut self, id: GlobalId, global: Global) {
        let place = self.module.global_mut(id);
        let name = place.name;
        *place = Global { name, ..global };
    }

    fn global(&mut self, op: View<'a, GlobalOp>) -> Result {
        let cx = self.cx;
        let ty = self.ty(op.global_type());
        let error = |why| plain_error(op.0, why);
        let initializer = if !op.initializer().is_empty() {
            Some(self.initializer(op.initializer())?)
        } else if let Some(value) = op.value_attr() {
            Some(self.constant_attr(value, ty).map_err(error)?)
        } else if op.linkage() == Linkage::Common {
            Some(self.zero(ty).map_err(error)?)
        } else {
            None
        };
        let mut global = self.linked(op.0, op.linkage(), op.visibility_(), op.dso_local());
        self.thread_local(op.0, &mut global, op.thread_local_());
        global.unnamed_addr = unnamed_addr_keyword(op.unnamed_addr());
        global.space = u32::try_from(op.addr_space()).expect("the verifier checks address spaces");
        global.section = op.section().map(|section| self.module.str(section));
        global.comdat = self.comdat_of(op.comdat_attr());
        self.global_comdats.extend(global.comdat);
        global.align = op.alignment().map(i64::unsigned_abs);
        let dbg = self.module.str("dbg");
        for expression in op.dbg_exprs_attr().optional_elements(cx) {
            global.attachments.extend(self.global_variable_expression(*expression).map(|node| (dbg, node)));
        }
        let kept = self.kept_attachments(op.0);
        if kept.iter().any(|(kind, _)| *kind == dbg) {
            global.attachments.clear();
        }
        global.attachments.extend(kept);
        self.sort_attachments(&mut global.attachments);
        if let Some(list) = op.target_specific_attrs_attr() {
            let mut set = AttributeSet::default();
            self.string_attributes(op.0, "target_specific_attrs", list, &mut set)?;
            global.attributes = self.group(set);
        }
        global.kind = GlobalKind::Variable {
            ty,
            is_constant: op.constant(),
            externally_initialized: op.externally_initialized(),
            initializer,
        };
        let id = self.declared(bytes_of(cx, op.sym_name_attr()));
        self.define(id, global);
        Ok(())
    }

    /// The constant that a region returns.
    fn initializer(&mut self, region: RegionRef<'a>) -> Result<ConstId> {
        self.function = FunctionState::default();
        for op in region.blocks().flat_map(|block| block.ops()) {
            if let Some(value) = op.cast::<ReturnOp>() {
                let Some(value) = value.arg() else { break };
                return match self.constant_of(value) {
                    Some(constant) => Ok(constant),
                    None => Err(plain_error(op, "unemittable constant value")),
                };
            }
            self.fold_op(op)?;
            let Some(result) = op.results().next() else { continue };
            if self.constant_of(result).is_none() {
                return Err(plain_error(op, "unemittable constant value"));
            }
        }
        let owner = region.parent_op().expect("an initializer is a region of an op");
        Err(plain_error(owner, "unemittable constant value"))
    }

    fn alias(&mut self, op: View<'a, AliasOp>) -> Result {
        let target = self.initializer(op.initializer())?;
        let mut global = self.linked(op.0, op.linkage(), op.visibility_(), op.dso_local());
        self.thread_local(op.0, &mut global, op.thread_local_());
        global.unnamed_addr = unnamed_addr_keyword(op.unnamed_addr());
        global.kind = GlobalKind::Alias { ty: self.ty(op.alias_type()), target };
        let id = self.declared(bytes_of(self.cx, op.sym_name_attr()));
        self.define(id, global);
        Ok(())
    }

    fn ifunc(&mut self, op: View<'a, IFuncOp>) {
        let mut global = self.linked(op.0, op.linkage(), op.visibility_(), op.dso_local());
        // Upstream's translation of an ifunc has no storage class.
        global.dll_storage = "";
        global.unnamed_addr = unnamed_addr_keyword(Some(op.unnamed_addr()));
        let resolver_type = self.ty(op.resolver_type());
        let resolver = self.symbol_constant(resolver_type, op.resolver().bytes(self.cx));
        global.kind = GlobalKind::IFunc { ty: self.ty(op.i_func_type()), resolver };
        let id = self.declared(bytes_of(self.cx, op.sym_name_attr()));
        self.define(id, global);
    }

    /// The functions that run before or after `main`, with their priorities and data.
    fn structors(&mut self, name: &[u8], [functions, priorities, data]: [Attr; 3]) {
        let cx = self.cx;
        let list = |attr: Attr| attr.optional_elements(cx);
        let entry_type = self.module.types.literal([LlvmType::I32, LlvmType::PTR, LlvmType::PTR], false);
        let symbol = |exporter: &mut Self, attr: Option<&Attr>| match attr
            .and_then(|attr| attr.as_flat_symbol_ref(cx))
        {
            Some(symbol) => exporter.symbol_constant(LlvmType::PTR, symbol.bytes(cx)),
            None => exporter.module.constant(LlvmType::PTR, ConstKind::Null),
        };
        let mut entries = Vec::new();
        for (index, function) in list(functions).iter().enumerate() {
            let priority = list(priorities).get(index).and_then(|priority| priority.as_i64(cx));
            let priority = ApInt::from_i64(32, priority.expect("the verifier checks priorities"));
            let priority = self.module.int(LlvmType::I32, priority);
            let function = symbol(self, Some(function));
            let data = symbol(self, list(data).get(index));
            entries.push(self.module.aggregate(entry_type, vec![priority, function, data]));
        }
        let ty = self.module.types.array(entry_type, entries.len() as u64);
        let initializer = Some(self.module.aggregate(ty, entries));
        let id = self.declared(name);
        let kind =
            GlobalKind::Variable { ty, is_constant: false, externally_initialized: false, initializer };
        self.define(id, Global { linkage: "appending", kind, ..Global::default() });
    }

    /// Attributes that are names, or names with values, each in a list.
    pub(super) fn string_attributes(
        &mut self,
        op: OpRef<'_>,
        what: &str,
        list: Attr,
        set: &mut AttributeSet,
    ) -> Result {
        let cx = self.cx;
        for &item in list.optional_elements(cx) {
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
            let module = &mut self.module;
            match (takes_number(name), value) {
                (None, value) => set.string(module, name, value.unwrap_or_default()),
                (Some(false), Some(_)) => {
                    return Err(plain_error(op, format!("LLVM attribute '{name}' does not expect a value")));
                }
                (Some(false), None) => set.flag(module, name),
                (Some(true), None) => {
                    return Err(plain_error(op, format!("LLVM attribute '{name}' expects a value")));
                }
                (Some(true), Some(value)) => {
                    let number =
                        value.parse().map_err(|_| op_error(op, format!("'{value}' is no number")))?;
                    set.number(module, name, number);
                }
            }
        }
        Ok(())
    }

    /// Creates a constant of an op if it is one, or if all its operands are.
    pub(super) fn fold_op(&mut self, op: OpRef<'a>) -> Result {
        let Some(result) = op.results().next() else { return Ok(()) };
        let form = self.form(op);
        if let Form::Constant = form {
            return self.constant_op(op, result);
        }
        // A constant expression needs constant operands.
        if !matches!(form, Form::Simple(_) | Form::Aggregate)
            || op.num_operands() == 0
            || !op.operands().all(|operand| self.constant_of(operand).is_some())
            || self.kept_entry(op, INSTRUCTION).is_some()
        {
            return Ok(());
        }
        let Some(Made { kind, flags, operands }) = self.plain(op, form) else { return Ok(()) };
        let operands: Vec<ConstId> = operands
            .into_iter()
            .filter_map(|operand| match operand {
                terrace_llvm_ir::model::Value::Const(constant) => Some(constant),
                _ => None,
            })
            .collect();
        let ty = self.ty(result.ty());
        let in_range = op.cast::<GEPOp>().and_then(|view| self.kept_string(view.0, "inrange"));
        let in_range = in_range.map(|range| self.module.str(range));
        let keeps_addresses = self.keeps_addresses;
        let mut folder = Folder { module: &mut self.module, layout: &self.layout, keeps_addresses };
        if let Some(constant) = folder.fold(&kind, ty, flags, &operands, in_range) {
            self.set_local(result, Local::Const(constant));
        }
        Ok(())
    }

    fn constant_op(&mut self, op: OpRef<'a>, result: ValueRef<'a>) -> Result {
        let (cx, ty) = (self.cx, self.ty(result.ty()));
        let error = |why| plain_error(op, why);
        let constant = op_match!(op, {
            ConstantOp(value) => {
                let Some(attr) = value.value_attr().opt() else { return Ok(()) };
                self.constant_attr(attr, ty).map_err(error)?
            }
            AddressOfOp(address) => self.symbol_constant(ty, address.global_name().bytes(cx)),
            UndefOp => self.module.constant(ty, ConstKind::Undef),
            PoisonOp => self.module.constant(ty, ConstKind::Poison),
            ZeroOp | NoneTokenOp => self.zero(ty).map_err(error)?,
            DSOLocalEquivalentOp(function) => {
                let global = self.module.symbol_or_reserve(function.function_name().bytes(cx));
                self.module.constant(ty, ConstKind::DsoLocalEquivalent(global))
            }
            BlockAddressOp(address) => {
                let kind = self.block_address(address);
                self.module.constant(ty, kind)
            }
            _ => return Ok(()),
        });
        self.set_local(result, Local::Const(constant));
        Ok(())
    }

    /// The address of a block; poison if there is no block with the tag.
    fn block_address(&mut self, op: View<'_, BlockAddressOp>) -> ConstKind {
        let Some((function, tag)) = op.target() else { return ConstKind::Poison };
        let name = function.as_flat_symbol_ref(self.cx).map(|symbol| symbol.bytes(self.cx));
        let function = name.and_then(|name| self.module.symbol(name));
        let number = function.and_then(|id| Some((id, *self.tags.get(&(id, tag.id(self.cx)))?)));
        number.map_or(ConstKind::Poison, |(function, number)| ConstKind::BlockAddress(function, number))
    }
}
