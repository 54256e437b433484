//! Named metadata: flags of the module, options of the linker, what compiled it.

use terrace_dialects_llvm::attrs::{ModuleFlagAttr, ModuleFlagCGProfileEntryAttr};
use terrace_dialects_llvm::enums::ModFlagBehavior;
use terrace_dialects_llvm::*;
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::{Attr, Block, BodyId, Ir, Type};

use super::{Importer, Result};
use terrace_llvm_ir::model::{ConstKind, Metadata, NodeId};

/// Named metadata that become ops or attributes of the module.
const KNOWN: &[&str] = &[
    "llvm.module.flags",
    "llvm.linker.options",
    "llvm.dependent-libraries",
    "llvm.ident",
    "llvm.commandline",
];

/// The module metadata that becomes ops.
pub(super) struct ModuleMetadata {
    linker_options: Vec<Attr>,
    flags: Vec<Attr>,
}

impl<'m> Importer<'m> {
    /// Translates named metadata and what instructions refer to.
    pub(super) fn module_metadata(&mut self) -> Result<ModuleMetadata> {
        self.instruction_metadata()?;
        let (cx, module) = (self.cx, self.module);
        let strings = |operands: &[Metadata]| -> Vec<Attr> {
            let text = |operand: &Metadata| match operand {
                Metadata::Text(text) => Some(cx.str_attr(cx.str_from_bytes(module.bytes(*text)))),
                _ => None,
            };
            operands.iter().filter_map(text).collect()
        };
        let named = |name: &str| -> &[NodeId] {
            let found = module.named.iter().find(|(known, _)| self.module.bytes(*known) == name.as_bytes());
            found.map_or(&[], |(_, nodes)| &nodes[..])
        };
        let tuple = |node: &NodeId| module.operands(*node);
        let linker_options =
            named("llvm.linker.options").iter().map(|node| cx.array_attr(&strings(tuple(node)))).collect();
        let libraries: Vec<Attr> = named("llvm.dependent-libraries")
            .iter()
            .filter(|node| tuple(node).len() == 1)
            .flat_map(|node| strings(tuple(node)))
            .collect();
        if !libraries.is_empty() {
            self.set_module_attr("llvm.dependent_libraries", cx.array_attr(&libraries));
        }
        let flags = self.module_flags(named("llvm.module.flags"));
        for name in ["llvm.ident", "llvm.commandline"] {
            match named(name) {
                [node] if tuple(node).len() == 1 && strings(tuple(node)).len() == 1 => {
                    self.set_module_attr(name, strings(tuple(node))[0]);
                }
                nodes => self.keep_named(name, nodes),
            }
        }
        for (name, nodes) in &module.named {
            if !KNOWN.iter().any(|known| known.as_bytes() == self.module.bytes(*name)) {
                self.keep_named(&self.lossy(*name), nodes);
            }
        }
        Ok(ModuleMetadata { linker_options, flags })
    }

    fn module_flags(&mut self, nodes: &[NodeId]) -> Vec<Attr> {
        let cx = self.cx;
        let (mut flags, mut others) = (Vec::new(), Vec::new());
        for &node in nodes {
            let Some(&[behavior, Metadata::Text(key), value]) = self.module.tuple(node) else { continue };
            let behavior =
                self.metadata_int(behavior).and_then(|number| ModFlagBehavior::from_int(number as u64));
            let Some(behavior) = behavior else { continue };
            let attr = match value {
                // The op has only numbers of 32 bits.
                Metadata::Const(constant)
                    if self.keeps()
                        && self.module.constants.get(constant).ty != terrace_llvm_ir::Type::I32 =>
                {
                    None
                }
                Metadata::Const(_) => {
                    self.metadata_int(value).map(|number| cx.int_attr(Type::I32, i64::from(number as i32)))
                }
                Metadata::Text(text) => Some(cx.str_attr(self.str(text))),
                Metadata::Node(node) => self.flag_node(self.module.bytes(key), node),
                _ => None,
            };
            match attr {
                Some(attr) => {
                    flags.push(ModuleFlagAttr::get(cx, behavior, cx.str_attr(self.str(key)), attr).into())
                }
                None if self.keeps() => others.push(node),
                None => {
                    let (key, value) =
                        (String::from_utf8_lossy(self.module.bytes(key)), self.metadata_text(value));
                    let message = format!("unsupported module flag value for key '{key}' : {value}");
                    self.warn(self.module_loc, message);
                }
            }
        }
        self.keep_named("llvm.module.flags", &others);
        flags
    }

    fn flag_node(&mut self, key: &[u8], node: NodeId) -> Option<Attr> {
        match key {
            b"CG Profile" => {
                let entries = self.module.tuple(node)?.iter().map(|entry| self.call_count(*entry));
                let entries: Vec<Attr> = entries.collect::<Vec<_>>().into_iter().collect::<Option<_>>()?;
                Some(self.cx.array_attr(&entries))
            }
            b"ProfileSummary" => self.profile_summary(node),
            _ => None,
        }
    }

    /// The attribute for a call edge with its count.
    fn call_count(&mut self, entry: Metadata) -> Option<Attr> {
        let Metadata::Node(node) = entry else { return None };
        let &[from, to, count] = self.module.tuple(node)? else { return None };
        let count = self.metadata_int(count)?;
        let [from, to] = [from, to].map(|function| match function {
            Metadata::Const(constant) => match self.module.constants.get(constant).kind {
                ConstKind::Global(global) => Some(self.cx.flat_symbol_ref(self.symbol_of(global))),
                _ => None,
            },
            _ => None,
        });
        Some(ModuleFlagCGProfileEntryAttr::get(self.cx, from, to, count as u64).into())
    }

    /// Creates the ops of named metadata.
    pub(super) fn metadata_ops(
        &mut self,
        ir: &mut Ir,
        (body, block): (BodyId, Block),
        kept: &ModuleMetadata,
    ) {
        let (cx, loc) = (self.cx, self.module_loc);
        ir.rewrite(body, |rw| {
            rw.set_insertion_point_to_end(block);
            for &options in &kept.linker_options {
                rw.build(LinkerOptionsOp::of().loc(loc).options_attr(options));
            }
            if !kept.flags.is_empty() {
                rw.build(ModuleFlagsOp::of().loc(loc).flags_attr(cx.array_attr(&kept.flags)));
            }
        });
    }
}
