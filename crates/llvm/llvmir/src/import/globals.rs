//! Variables, aliases, ifuncs and comdats.

use terrace_dialects_llvm::attrs::{LinkageAttr, ZeroAttr};
use terrace_dialects_llvm::enums::{Comdat, Linkage, UnnamedAddr, Visibility};
use terrace_dialects_llvm::*;
use terrace_ir::enum_attr::{EnumValue, enum_attr, enum_param_attr};
use terrace_ir::{Attr, AttrData, Block, BodyId, Ir, Loc, Op, OpHandle, Str, Type};

use super::{FunctionState, Importer, Result};
use terrace_llvm_ir::model::{ConstId, ConstKind, Global, GlobalId, GlobalKind};

/// Why every word for the significance of an address is known.
const ADDRESSES: &str = "the dialect has every significance of addresses";

/// The name of the op that contains all comdats.
const COMDATS: &str = "__llvm_global_comdat";

/// The prefix of the names of unnamed globals.
const NAMELESS: &str = "mlir.llvm.nameless_global";

impl<'m> Importer<'m> {
    /// Creates the op with all comdats that are used.
    pub(super) fn comdat_op(&mut self, ir: &mut Ir, (body, block): (BodyId, Block)) {
        let module = self.module;
        let of = |wants_function: bool| {
            module.order.iter().filter_map(move |&id| {
                let global = module.global(id);
                (matches!(global.kind, GlobalKind::Function(_)) == wants_function).then_some(global.comdat?)
            })
        };
        let mut used: Vec<terrace_llvm_ir::Str> = Vec::new();
        for name in of(false).chain(of(true)) {
            if !self.comdats.contains_key(&name) {
                self.comdats.insert(name, self.comdat_symbol(self.str(name)));
                used.push(name);
            }
        }
        if used.is_empty() {
            return;
        }
        let (cx, loc) = (self.cx, self.module_loc);
        let selection = |name| {
            let found = module.comdats.iter().find(|comdat| comdat.name == name);
            let found = found.expect("the reader refuses comdats that are not defined");
            Comdat::from_keyword(found.selection).expect("the dialect has every rule for comdats")
        };
        ir.rewrite(body, |rw| {
            rw.set_insertion_point_to_end(block);
            let op = ComdatOp::of().loc(loc).sym_name_attr(cx.string_attr(COMDATS));
            let op = op.body_with(&[], |rw, _| {
                for name in used {
                    rw.build(
                        ComdatSelectorOp::of()
                            .loc(loc)
                            .sym_name_attr(cx.str_attr(cx.str_from_bytes(module.bytes(name))))
                            .comdat(selection(name)),
                    );
                }
            });
            rw.build(op);
        });
    }

    fn comdat_symbol(&self, name: Str) -> Attr {
        self.cx.attr(AttrData::SymbolRef { root: self.cx.str(COMDATS), nested: [name].into() })
    }

    /// The symbol of a comdat.
    pub(super) fn comdat(&self, global: &Global) -> Option<Attr> {
        self.comdats.get(&global.comdat?).copied()
    }

    /// The symbol of a global.
    pub(super) fn symbol_of(&mut self, id: GlobalId) -> Str {
        if let Some(name) = self.module.global(id).name {
            return self.str(name);
        }
        if let Some(&name) = self.nameless.get(&id) {
            return name;
        }
        let mut number = self.nameless.len();
        let name = loop {
            let name = self.cx.str(&format!("{NAMELESS}_{number}"));
            if self.names.insert(name) {
                break name;
            }
            number += 1;
        };
        self.nameless.insert(id, name);
        name
    }

    pub(super) fn linkage_attr(&self, global: &Global) -> Attr {
        let linkage = match global.linkage {
            "" => Linkage::External,
            keyword => Linkage::from_keyword(keyword).expect("the dialect has every linkage"),
        };
        enum_param_attr(self.cx, linkage, LinkageAttr::DEF)
    }

    pub(super) fn unnamed_addr(&self, global: &Global) -> Option<Attr> {
        let value = UnnamedAddr::from_keyword(global.unnamed_addr).expect(ADDRESSES);
        (value != UnnamedAddr::None).then(|| enum_attr(self.cx, value))
    }

    pub(super) fn visibility(&self, global: &Global) -> Attr {
        enum_attr(
            self.cx,
            Visibility::from_keyword(global.visibility).expect("the dialect has every visibility"),
        )
    }

    /// Creates the ops of all variables.
    pub(super) fn globals(&mut self, ir: &mut Ir, at: (BodyId, Block)) -> Result {
        let module = self.module;
        for &id in &module.order {
            let global = module.global(id);
            self.at = global.offset;
            let GlobalKind::Variable { ty, is_constant, externally_initialized, initializer } = &global.kind
            else {
                continue;
            };
            let name = global.name.map(|name| self.module.bytes(name)).unwrap_or_default();
            if matches!(name, b"llvm.global_ctors" | b"llvm.global_dtors") {
                self.structors(ir, at, name == b"llvm.global_ctors", global, *initializer)?;
                continue;
            }
            let variable = (self.ty(*ty), *is_constant, *externally_initialized);
            self.variable(ir, at, id, variable, *initializer)?;
        }
        Ok(())
    }

    fn variable(
        &mut self,
        ir: &mut Ir,
        (body, block): (BodyId, Block),
        id: GlobalId,
        (ty, is_constant, externally_initialized): (Type, bool, bool),
        initializer: Option<ConstId>,
    ) -> Result {
        let (cx, global) = (self.cx, self.module.global(id));
        let value = initializer.and_then(|initializer| self.constant_attr(initializer));
        let expressions: Vec<Attr> = global
            .attachments
            .iter()
            .filter(|(kind, _)| self.module.bytes(*kind) == b"dbg")
            .filter_map(|&(_, node)| self.global_variable_expression(node))
            .collect();
        let name = self.symbol_of(id);
        let attributes = self.attribute_list(&global.attributes, &[]);
        self.keep_global(global, |kind| kind == b"dbg");
        // Several nodes may be the same as attributes.
        let variables = global.attachments.iter().filter(|(kind, _)| self.module.bytes(*kind) == b"dbg");
        for &(kind, node) in variables {
            let attr = self.global_variable_expression(node);
            if attr.is_none_or(|attr| !self.stands_for_node(attr, node)) {
                self.keep_attachment(kind, node);
            }
        }
        let op = GlobalOp::of()
            .loc(self.module_loc)
            .global_type(ty)
            .constant(is_constant)
            .sym_name_attr(cx.str_attr(name))
            .linkage_attr(self.linkage_attr(global))
            .dso_local(global.dso_local)
            .thread_local_(global.thread_local)
            .externally_initialized(externally_initialized)
            .value_attr(value)
            .alignment_attr(global.align.map(|align| cx.int_attr(Type::I64, align as i64)))
            .addr_space_attr(cx.int_attr(Type::I32, i64::from(global.space)))
            .unnamed_addr_attr(self.unnamed_addr(global))
            .section_attr(global.section.map(|section| cx.str_attr(self.str(section))))
            .comdat_attr(self.comdat(global))
            .dbg_exprs_attr((!expressions.is_empty()).then(|| cx.array_attr(&expressions)))
            .visibility_attr(self.visibility(global))
            .target_specific_attrs_attr(attributes);
        let op = ir.rewrite(body, |rw| {
            rw.set_insertion_point_to_end(block);
            let op = rw.build(op);
            self.set_kept(rw, op.into());
            op
        });
        let initializer = initializer.filter(|_| value.is_none());
        self.initializer(ir, (body, op.into()), initializer)
    }

    /// Adds a region to an op, which computes a constant if there is one.
    fn initializer(&mut self, ir: &mut Ir, (body, op): (BodyId, Op), constant: Option<ConstId>) -> Result {
        let (inner, regions) = ir.add_inner_body(OpHandle { body, op }, 1);
        let Some(constant) = constant else { return Ok(()) };
        let loc = self.module_loc;
        ir.rewrite(inner, |rw| {
            let block = rw.create_block(regions[0], &[]);
            self.function = FunctionState { constant_block: Some(block), ..FunctionState::default() };
            let value = self.constant(rw, constant)?;
            rw.set_insertion_point_to_end(block);
            rw.build(ReturnOp::of().loc(loc).arg(value));
            Ok(())
        })
    }

    /// Creates the op of functions that run at the start or the end of a program.
    fn structors(
        &mut self,
        ir: &mut Ir,
        (body, block): (BodyId, Block),
        at_start: bool,
        global: &Global,
        initializer: Option<ConstId>,
    ) -> Result {
        let cx = self.cx;
        let entries = initializer.and_then(|initializer| self.structor_entries(initializer));
        let Some(entries) = entries.filter(|_| global.linkage == "appending") else {
            let line = self.line(global.offset);
            return self.error(Loc::UNKNOWN, format!("unhandled global variable: {line}"));
        };
        let list = |part: fn(&(Attr, Attr, Attr)) -> Attr| {
            cx.array_attr(&entries.iter().map(part).collect::<Vec<_>>())
        };
        let (functions, priorities, data) = (list(|e| e.0), list(|e| e.1), list(|e| e.2));
        let loc = self.module_loc;
        ir.rewrite(body, |rw| {
            rw.set_insertion_point_to_end(block);
            match at_start {
                true => {
                    rw.build(
                        GlobalCtorsOp::of()
                            .loc(loc)
                            .ctors_attr(functions)
                            .priorities_attr(priorities)
                            .data_attr(data),
                    );
                }
                false => {
                    rw.build(
                        GlobalDtorsOp::of()
                            .loc(loc)
                            .dtors_attr(functions)
                            .priorities_attr(priorities)
                            .data_attr(data),
                    );
                }
            }
        });
        Ok(())
    }

    fn structor_entries(&mut self, initializer: ConstId) -> Option<Vec<(Attr, Attr, Attr)>> {
        let (cx, constants) = (self.cx, &self.module.constants);
        let elements = match &constants.get(initializer).kind {
            ConstKind::Elements(elements) => elements,
            ConstKind::Zero if self.module.types.element_count(constants.get(initializer).ty) == Some(0) => {
                return Some(Vec::new());
            }
            _ => return None,
        };
        let mut entries = Vec::new();
        for &element in elements {
            let ConstKind::Elements(parts) = &constants.get(element).kind else { return None };
            let &[priority, function, data] = &parts[..] else { return None };
            let priority = constants.as_int(priority)?.to_u64()? as i64;
            let ConstKind::Global(function) = constants.get(function).kind else { return None };
            let data = match constants.get(data).kind {
                ConstKind::Global(global) => cx.flat_symbol_ref(self.symbol_of(global)),
                ConstKind::Null => ZeroAttr::get(cx).into(),
                _ => return None,
            };
            let function = cx.flat_symbol_ref(self.symbol_of(function));
            entries.push((function, cx.int_attr(Type::I32, priority), data));
        }
        Some(entries)
    }

    /// Creates the ops of aliases and ifuncs.
    pub(super) fn aliases(&mut self, ir: &mut Ir, (body, block): (BodyId, Block)) -> Result {
        let (cx, module, loc) = (self.cx, self.module, self.module_loc);
        for &id in &module.order {
            let global = module.global(id);
            self.at = global.offset;
            let GlobalKind::Alias { ty, target } = global.kind else { continue };
            let name = self.symbol_of(id);
            let op = AliasOp::of()
                .loc(loc)
                .alias_type(self.ty(ty))
                .sym_name_attr(cx.str_attr(name))
                .linkage_attr(self.linkage_attr(global))
                .dso_local(global.dso_local)
                .thread_local_(global.thread_local)
                .unnamed_addr_attr(self.unnamed_addr(global))
                .visibility_attr(self.visibility(global));
            self.keep_global(global, |_| false);
            let op = ir.rewrite(body, |rw| {
                rw.set_insertion_point_to_end(block);
                let op = rw.build(op);
                self.set_kept(rw, op.into());
                op
            });
            self.initializer(ir, (body, op.into()), Some(target))?;
        }
        // The last comes first, as upstream has them.
        for &id in module.order.iter().rev() {
            let global = module.global(id);
            self.at = global.offset;
            let GlobalKind::IFunc { ty, resolver } = global.kind else { continue };
            let ConstKind::Global(target) = module.constants.get(resolver).kind else {
                let line = self.line(global.offset);
                return self.error(Loc::UNKNOWN, format!("unhandled global ifunc: {line}"));
            };
            let (name, target) = (self.symbol_of(id), self.symbol_of(target));
            let unnamed = UnnamedAddr::from_keyword(global.unnamed_addr).expect(ADDRESSES);
            let op = IFuncOp::of()
                .loc(loc)
                .sym_name_attr(cx.str_attr(name))
                .i_func_type(self.ty(ty))
                .resolver_attr(cx.flat_symbol_ref(target))
                .resolver_type(self.ty(module.constants.get(resolver).ty))
                .linkage_attr(self.linkage_attr(global))
                .dso_local(global.dso_local)
                .address_space_attr(cx.int_attr(Type::I32, i64::from(global.space)))
                .unnamed_addr_attr(enum_attr(cx, unnamed))
                .visibility_attr(self.visibility(global));
            self.keep_global(global, |_| false);
            ir.rewrite(body, |rw| {
                rw.set_insertion_point_to_end(block);
                let op = rw.build(op);
                self.set_kept(rw, op.into());
            });
        }
        Ok(())
    }
}
