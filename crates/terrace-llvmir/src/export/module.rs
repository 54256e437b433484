//! What a module has besides symbols, and the whole text.

use std::fmt::Write;

use terrace_dialects_core::builtin::ModuleOp;
use terrace_dialects_llvm::attrs::ModuleFlagAttr;
use terrace_dialects_llvm::*;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::{Attr, OpRef};

use super::metadata::{Item, Node, string_item, tuple_text};
use super::{Exporter, Result};
use crate::names::{write_metadata_name, write_quoted};

/// The version of debug information that LLVM reads.
const DEBUG_INFO_VERSION: u32 = 3;

/// The data layout of a module in LLVM's words.
pub(super) fn data_layout(module: OpRef<'_>) -> String {
    match module.discardable_attr("llvm.data_layout").and_then(|text| text.as_str(module.cx())) {
        Some(text) => text.to_string(),
        None => String::new(),
    }
}

impl<'a> Exporter<'a> {
    /// Writes all parts of a module.
    pub(super) fn module(&mut self, module: OpRef<'a>) -> Result {
        let cx = self.cx;
        if !module.isa::<ModuleOp>() {
            return Err(plain_error(module, "is not a module"));
        }
        self.header.push_str("; ModuleID = 'LLVMDialectModule'\nsource_filename = \"LLVMDialectModule\"\n");
        let layout = data_layout(module);
        if !layout.is_empty() {
            let _ = writeln!(self.header, "target datalayout = \"{layout}\"");
        }
        let text_of = |name: &str| module.discardable_attr(name).and_then(|text| text.as_str(cx));
        if let Some(triple) = text_of("llvm.target_triple").filter(|triple| !triple.is_empty()) {
            self.header.push_str("target triple = ");
            write_quoted(&mut self.header, triple.as_bytes());
            self.header.push('\n');
        }
        if let Some(lines) = module.discardable_attr("llvm.module_asm") {
            self.module_asm(lines);
        }
        self.flag(2, "Debug Info Version", &format!("i32 {DEBUG_INFO_VERSION}"));
        if let Some(ident) = text_of("llvm.ident") {
            let node = self.metadata.tuple(&[string_item(ident.as_bytes())]);
            self.add_named("llvm.ident", node);
        }
        if let Some(line) = text_of("llvm.commandline") {
            let node = self.metadata.tuple(&[string_item(line.as_bytes())]);
            self.add_named("llvm.commandline", node);
        }
        if let Some(libraries) = module.discardable_attr("llvm.dependent_libraries") {
            for library in libraries.as_array(cx).unwrap_or_default() {
                let name = library.as_str(cx).unwrap_or_default();
                let node = self.metadata.tuple(&[string_item(name.as_bytes())]);
                self.add_named("llvm.dependent-libraries", node);
            }
        }
        let ops: Vec<OpRef<'a>> =
            module.region(0).entry().into_iter().flat_map(|block| block.ops()).collect();
        self.declare_symbols(&ops)?;
        for &op in &ops {
            self.symbol(op)?;
        }
        self.number_named();
        for &op in &ops {
            if let Some(function) = op.cast::<LLVMFuncOp>() {
                self.function_attributes_first(function);
            }
        }
        for &op in &ops {
            if let Some(function) = op.cast::<LLVMFuncOp>() {
                self.note_intrinsics(function)?;
            }
        }
        self.intrinsic_groups();
        for &op in &ops {
            if let Some(function) = op.cast::<LLVMFuncOp>() {
                self.function(function)?;
            }
        }
        Ok(())
    }

    fn module_asm(&mut self, lines: Attr) {
        self.header.push('\n');
        for line in lines.as_array(self.cx).unwrap_or_default() {
            self.header.push_str("module asm ");
            write_quoted(&mut self.header, line.as_str(self.cx).unwrap_or_default().as_bytes());
            self.header.push('\n');
        }
    }

    /// Adds a node to a named list.
    fn add_named(&mut self, name: &str, node: Node) {
        match self.named.iter_mut().find(|(known, _)| known == name) {
            Some((_, nodes)) => nodes.push(node),
            None => self.named.push((name.to_string(), vec![node])),
        }
    }

    /// Adds a flag of the module, unless it has one of the name.
    fn flag(&mut self, behavior: u64, name: &str, value: &str) {
        let items = [
            Item::Text(format!("i32 {behavior}")),
            string_item(name.as_bytes()),
            Item::Text(value.to_string()),
        ];
        let node = self.metadata.tuple(&items);
        self.add_named("llvm.module.flags", node);
    }

    /// An op at the top of a module that is neither a global nor a function.
    pub(super) fn module_op(&mut self, op: OpRef<'a>) -> Result {
        if let Some(flags) = op.cast::<ModuleFlagsOp>() {
            for flag in flags.flags().iter().filter_map(|flag| flag.dyn_cast::<ModuleFlagAttr>(self.cx)) {
                self.module_flag(flag);
            }
        } else if let Some(options) = op.cast::<LinkerOptionsOp>() {
            let items: Vec<Item> = options
                .options_attr()
                .as_array(self.cx)
                .unwrap_or_default()
                .iter()
                .map(|option| string_item(option.as_str(self.cx).unwrap_or_default().as_bytes()))
                .collect();
            let node = self.metadata.tuple(&items);
            self.add_named("llvm.linker.options", node);
        } else if !op.isa::<ComdatOp>() {
            return Err(unsupported(op));
        }
        Ok(())
    }

    fn module_flag(&mut self, flag: ModuleFlagAttr) {
        let (cx, behavior) = (self.cx, flag.behavior(self.cx) as u64);
        let key = flag.key(cx).as_str(cx).unwrap_or_default().to_string();
        let value = flag.value(cx);
        if let Some(text) = value.as_str(cx) {
            let Item::Text(text) = string_item(text.as_bytes()) else { return };
            self.flag(behavior, &key, &text);
        } else if let Some((number, ty)) = value.as_integer(cx) {
            let mut text = format!("i{} ", ty.bit_width(cx).unwrap_or(32));
            number.write_signed(&mut text);
            self.flag(behavior, &key, &text);
        } else if let Some(nested) = self.flag_value(value) {
            let items =
                [Item::Text(format!("i32 {behavior}")), string_item(key.as_bytes()), Item::Node(nested)];
            let node = self.metadata.tuple(&items);
            self.add_named("llvm.module.flags", node);
        }
    }

    /// A value of a flag that is a list.
    fn flag_value(&mut self, value: Attr) -> Option<Node> {
        let items = self.flag_items(value)?;
        Some(self.metadata.get(tuple_text(&items)))
    }

    fn flag_items(&mut self, value: Attr) -> Option<Vec<Item>> {
        let items = value.as_array(self.cx)?;
        Some(items.iter().filter_map(|item| Some(string_item(item.as_str(self.cx)?.as_bytes()))).collect())
    }

    /// Numbers what the named lists refer to.
    fn number_named(&mut self) {
        for (_, nodes) in &self.named {
            for &node in nodes {
                self.metadata.number(node);
            }
        }
    }

    /// The whole text.
    pub(super) fn finish(mut self) -> String {
        let mut text = std::mem::take(&mut self.header);
        self.declare_intrinsics();
        self.types.write_definitions(self.cx, &mut text);
        if !self.comdats.is_empty() {
            text.push('\n');
            let comdats: Vec<String> =
                self.comdats.iter().map(|(name, kind)| format!("{name} = comdat {kind}\n")).collect();
            text.push_str(&comdats.join("\n"));
        }
        for part in [&self.globals, &self.aliases, &self.ifuncs] {
            if !part.is_empty() {
                text.push('\n');
                text.push_str(part);
            }
        }
        text.push_str(&self.out);
        self.groups.write(&mut text);
        if !self.named.is_empty() {
            text.push('\n');
        }
        for (name, nodes) in std::mem::take(&mut self.named) {
            write_metadata_name(&mut text, name.as_bytes());
            text.push_str(" = !{");
            for (index, node) in nodes.into_iter().enumerate() {
                text.push_str(if index > 0 { ", " } else { "" });
                self.metadata.write_reference(&mut text, node);
            }
            text.push_str("}\n");
        }
        self.metadata.write_all(&mut text);
        text
    }
}

/// What is said of an op that LLVM IR has nothing for.
pub(super) fn unsupported(op: OpRef<'_>) -> Box<terrace_ir::Diag> {
    let message = format!(
        "cannot be converted to LLVM IR: missing `LLVMTranslationDialectInterface` registration for dialect for op: {}",
        op.name_text()
    );
    match op.is_registered() && op.name_text().starts_with("llvm.") {
        true => op_error(op, "unsupported or non-LLVM operation: ".to_string() + op.name_text()),
        false => plain_error(op, message),
    }
}
