//! The parts of a module besides symbols, and the text as a whole.

use std::fmt::Write;
use std::rc::Rc;

use rustc_hash::FxHashSet;
use terrace_dialects_core::builtin::ModuleOp;
use terrace_dialects_llvm::attrs::{
    ModuleFlagAttr, ModuleFlagCGProfileEntryAttr, ModuleFlagProfileSummaryAttr,
};
use terrace_dialects_llvm::*;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::{Attr, OpRef};

use super::metadata::{Item, Node, string_item, tuple_text};
use super::{Exporter, Result, symbol_text};
use crate::names::{write_metadata_name, write_quoted};

/// The version of debug information that LLVM reads.
const DEBUG_INFO_VERSION: u32 = 3;

impl<'a> Exporter<'a> {
    /// Writes all parts of a module.
    pub(super) fn module(&mut self, module: OpRef<'a>, layout: &str) -> Result {
        let cx = self.cx;
        if !module.isa::<ModuleOp>() {
            return Err(op_error(module, "can not be translated to an LLVMIR module"));
        }
        self.read_kept(module);
        self.header.push_str("; ModuleID = 'LLVMDialectModule'\nsource_filename = ");
        let source = self.kept_string(module, "source_filename").unwrap_or("LLVMDialectModule");
        write_quoted(&mut self.header, source.as_bytes());
        self.header.push('\n');
        let layout = self.kept_layout().unwrap_or(layout);
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
            self.module_asm(module, lines)?;
        }
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
        self.global_variables(&ops);
        self.declare_symbols(&ops)?;
        for &op in &ops {
            self.symbol(op)?;
        }
        for &op in &ops {
            if let Some(function) = op.cast::<LLVMFuncOp>() {
                self.visit_function(function)?;
            }
        }
        self.intrinsic_groups();
        let name = string_item(b"Debug Info Version");
        // LLVM does not ask for it where there is no debug information.
        let is_needed = !self.has_kept() || self.named.iter().any(|(name, _)| name == "llvm.dbg.cu");
        if is_needed && !self.flag_names.contains(&name) {
            self.flag(2, "Debug Info Version", &format!("i32 {DEBUG_INFO_VERSION}"));
        }
        self.number_named();
        for &op in &ops {
            if let Some(function) = op.cast::<LLVMFuncOp>() {
                self.function(function)?;
            }
        }
        Ok(())
    }

    fn module_asm(&mut self, module: OpRef<'_>, lines: Attr) -> Result {
        let Some(lines) = lines.as_array(self.cx) else {
            return Err(plain_error(module, "expected an array attribute for a module level asm"));
        };
        // LLVM puts the strings together, ends each with a line break, and writes line by line.
        let mut text = Vec::new();
        for part in lines {
            let Some(part) = part.as_string(self.cx) else {
                let message = "expected a string attribute for each entry of a module level asm";
                return Err(plain_error(module, message));
            };
            text.extend_from_slice(part.bytes(self.cx));
            if text.last().is_some_and(|&byte| byte != b'\n') {
                text.push(b'\n');
            }
        }
        if text.pop().is_none() {
            return Ok(());
        }
        self.header.push('\n');
        for line in text.split(|&byte| byte == b'\n') {
            self.header.push_str("module asm ");
            write_quoted(&mut self.header, line);
            self.header.push('\n');
        }
        Ok(())
    }

    /// Adds a node to a named list.
    pub(super) fn add_named(&mut self, name: &str, node: Node) {
        match self.named.iter_mut().find(|(known, _)| known == name) {
            Some((_, nodes)) => nodes.push(node),
            None => self.named.push((name.to_string(), vec![node])),
        }
    }

    /// Adds a flag of the module.
    fn flag(&mut self, behavior: u64, name: &str, value: &str) {
        self.flag_item(behavior, name, Item::Text(value.to_string()));
    }

    fn flag_item(&mut self, behavior: u64, name: &str, value: Item) {
        let name = string_item(name.as_bytes());
        let node = self.metadata.tuple(&[Item::Text(format!("i32 {behavior}")), name.clone(), value]);
        self.flag_names.push(name);
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
        } else if let Some(entries) = value.as_array(cx) {
            let nodes: Vec<Item> = entries.iter().filter_map(|&entry| self.profile_entry(entry)).collect();
            let node = self.metadata.distinct(tuple_text(&nodes));
            self.flag_item(behavior, &key, Item::Node(node));
        } else if let Some(summary) = value.dyn_cast::<ModuleFlagProfileSummaryAttr>(cx) {
            let node = self.profile_summary(summary);
            self.flag_item(behavior, &key, Item::Node(node));
        }
    }

    /// The module flag entry for a call edge with its count.
    fn profile_entry(&mut self, entry: Attr) -> Option<Item> {
        let cx = self.cx;
        let entry = entry.dyn_cast::<ModuleFlagCGProfileEntryAttr>(cx)?;
        let function = |symbol: Option<Attr>| {
            let name = symbol.and_then(|symbol| symbol.as_flat_symbol_ref(cx));
            match name.filter(|name| self.functions.contains(name)) {
                Some(name) => Item::Text(format!("ptr {}", symbol_text(name.bytes(cx)))),
                None => Item::Text("null".into()),
            }
        };
        let items = [
            function(entry.from(cx)),
            function(entry.to(cx)),
            Item::Text(format!("i64 {}", entry.count(cx))),
        ];
        Some(Item::Node(self.metadata.tuple(&items)))
    }

    fn profile_summary(&mut self, summary: ModuleFlagProfileSummaryAttr) -> Node {
        let cx = self.cx;
        let mut fields: Vec<(&str, Item)> = Vec::new();
        let number = |value: u64| Item::Text(format!("i64 {value}"));
        fields.push(("ProfileFormat", string_item(summary.format(cx).keyword().as_bytes())));
        fields.push(("TotalCount", number(summary.total_count(cx))));
        fields.push(("MaxCount", number(summary.max_count(cx))));
        fields.push(("MaxInternalCount", number(summary.max_internal_count(cx))));
        fields.push(("MaxFunctionCount", number(summary.max_function_count(cx))));
        fields.push(("NumCounts", number(summary.num_counts(cx))));
        fields.push(("NumFunctions", number(summary.num_functions(cx))));
        fields.extend(summary.is_partial_profile(cx).map(|value| ("IsPartialProfile", number(value))));
        if let Some(ratio) = summary.partial_profile_ratio(cx).and_then(|ratio| ratio.as_float(cx)) {
            let mut text = "double ".to_string();
            crate::constants::write_float(&mut text, ratio);
            fields.push(("PartialProfileRatio", Item::Text(text)));
        }
        let mut details = Vec::new();
        for detail in summary.detailed_summary(cx) {
            let numbers =
                [u64::from(detail.cut_off(cx)), detail.min_count(cx), u64::from(detail.num_counts(cx))];
            details.push(Item::Node(self.metadata.tuple(&numbers.map(number))));
        }
        fields.push(("DetailedSummary", Item::Node(self.metadata.tuple(&details))));
        let nodes: Vec<Item> = fields
            .into_iter()
            .map(|(name, value)| Item::Node(self.metadata.tuple(&[string_item(name.as_bytes()), value])))
            .collect();
        self.metadata.tuple(&nodes)
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
        let used: Vec<Rc<str>> = self.function_comdats.iter().chain(&self.global_comdats).cloned().collect();
        let mut seen = FxHashSet::default();
        let comdats = used.into_iter().filter(|name| seen.insert(name.clone()));
        let comdats: Vec<String> = comdats
            .map(|name| {
                let kind = self.comdats.get(&name).copied().unwrap_or("any");
                format!("{name} = comdat {kind}\n")
            })
            .collect();
        if !comdats.is_empty() {
            text.push('\n');
            text.push_str(&comdats.join("\n"));
        }
        for part in [&self.globals, &self.aliases, &self.ifuncs] {
            if !part.is_empty() {
                text.push('\n');
                text.push_str(part);
            }
        }
        // Functions are most of the text: they stay where they are.
        let mut functions = std::mem::take(&mut self.out);
        functions.insert_str(0, &text);
        text = functions;
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

/// The error for an op without a translation.
pub(super) fn unsupported(op: OpRef<'_>) -> Box<terrace_ir::Diag> {
    let name = op.name_text();
    let message = match name.starts_with("llvm.") {
        true => format!("LLVM Translation failed for operation: {name}"),
        false => format!(
            "cannot be converted to LLVM IR: missing `LLVMTranslationDialectInterface` registration for dialect for op: {name}"
        ),
    };
    plain_error(op, message)
}
