//! The parts of a module besides symbols, and the module as a whole.

use rustc_hash::FxHashSet;
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_llvm::attrs::{
    ModuleFlagAttr, ModuleFlagCGProfileEntryAttr, ModuleFlagProfileSummaryAttr,
};
use terrace_dialects_llvm::*;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::{Attr, OpRef, OptionalAttr, op_match};
use terrace_llvm_ir::Type as LlvmType;
use terrace_llvm_ir::model::{Comdat, ConstKind, Metadata, Module, NodeId, NodeKind};
use terrace_support::apint::ApInt;

use super::{Exporter, Result};

/// The version of debug information that LLVM reads.
const DEBUG_INFO_VERSION: i64 = 3;

/// An integer as metadata.
pub(super) fn int_metadata(module: &mut Module, width: u32, value: i64) -> Metadata {
    let ty = module.types.int(width);
    Metadata::Const(module.int(ty, ApInt::from_i64(width, value)))
}

impl<'a> Exporter<'a> {
    /// Builds all parts of a module.
    pub(super) fn build(&mut self, module: OpRef<'a>, layout: &str) -> Result {
        let cx = self.cx;
        if !module.isa::<ModuleOp>() {
            return Err(op_error(module, "can not be translated to an LLVMIR module"));
        }
        self.find_kept(module);
        self.module.id = Some(self.module.str("LLVMDialectModule"));
        let source = self.kept_string(module, "source_filename").unwrap_or("LLVMDialectModule");
        self.module.source = Some(self.module.str(source));
        self.module.layout = self.kept_layout().unwrap_or(layout).to_string();
        let text_of = |name: &str| module.discardable_attr(name).and_then(|text| text.as_str(cx));
        if let Some(triple) = text_of("llvm.target_triple").filter(|triple| !triple.is_empty()) {
            self.module.triple = Some(self.module.str(triple));
        }
        if let Some(lines) = module.discardable_attr("llvm.module_asm") {
            self.module_asm(module, lines)?;
        }
        let ops: Vec<OpRef<'a>> =
            module.single_region().entry().into_iter().flat_map(|block| block.ops()).collect();
        self.declare_symbols(&ops)?;
        self.copy_kept(module)?;
        for name in ["llvm.ident", "llvm.commandline"] {
            if let Some(text) = text_of(name) {
                self.add_strings(name, &[text.as_bytes()]);
            }
        }
        if let Some(libraries) = module.discardable_attr("llvm.dependent_libraries") {
            for library in libraries.optional_elements(cx) {
                self.add_strings("llvm.dependent-libraries", &[super::bytes_of(cx, *library)]);
            }
        }
        self.global_variables(&ops);
        for &op in &ops {
            self.symbol(op)?;
        }
        for &op in &ops {
            if let Some(function) = op.cast::<LLVMFuncOp>() {
                self.visit_function(function)?;
            }
        }
        self.intrinsic_groups();
        for &op in &ops {
            if let Some(function) = op.cast::<LLVMFuncOp>() {
                self.function(function)?;
            }
        }
        let name = self.module.text(b"Debug Info Version");
        // LLVM does not require it without debug information.
        let is_needed = !self.has_kept() || !self.module.named_nodes("llvm.dbg.cu").is_empty();
        if is_needed && !self.flag_names.contains(&name) {
            let version = int_metadata(&mut self.module, 32, DEBUG_INFO_VERSION);
            self.flag(2, "Debug Info Version", version);
        }
        self.declare_intrinsics();
        self.use_comdats();
        Ok(())
    }

    fn module_asm(&mut self, module: OpRef<'_>, lines: Attr) -> Result {
        let Some(lines) = lines.as_array(self.cx) else {
            return Err(plain_error(module, "expected an array attribute for a module level asm"));
        };
        // LLVM puts the strings together, and ends each with a line break.
        for part in lines {
            let Some(part) = part.as_string(self.cx) else {
                let message = "expected a string attribute for each entry of a module level asm";
                return Err(plain_error(module, message));
            };
            let text = &mut self.module.assembly;
            text.extend_from_slice(part.bytes(self.cx));
            if text.last().is_some_and(|&byte| byte != b'\n') {
                text.push(b'\n');
            }
        }
        Ok(())
    }

    /// Adds a node of strings to the list of a name.
    fn add_strings(&mut self, name: &str, texts: &[&[u8]]) {
        let texts: Vec<Metadata> = texts.iter().map(|text| self.module.text(text)).collect();
        let node = self.module.tuple_node(&texts);
        self.module.add_named(name, &[node]);
    }

    /// Adds a flag of the module.
    fn flag(&mut self, behavior: u64, name: &str, value: Metadata) {
        let name = self.module.text(name.as_bytes());
        let behavior = int_metadata(&mut self.module, 32, behavior as i64);
        let node = self.module.tuple_node(&[behavior, name, value]);
        self.flag_names.push(name);
        self.module.add_named("llvm.module.flags", &[node]);
    }

    /// An op at the top of a module that is neither a global nor a function.
    pub(super) fn module_op(&mut self, op: OpRef<'a>) -> Result {
        op_match!(op, {
            ModuleFlagsOp(flags) => {
                for flag in flags.flags().iter().filter_map(|flag| flag.dyn_cast::<ModuleFlagAttr>(self.cx)) {
                    self.module_flag(flag);
                }
            }
            LinkerOptionsOp(options) => {
                let options = options.options_attr().optional_elements(self.cx);
                let texts: Vec<&[u8]> =
                    options.iter().map(|option| super::bytes_of(self.cx, *option)).collect();
                self.add_strings("llvm.linker.options", &texts);
            }
            _ => {
                if !op.isa::<ComdatOp>() {
                    return Err(unsupported(op));
                }
            }
        });
        Ok(())
    }

    fn module_flag(&mut self, flag: ModuleFlagAttr) {
        let (cx, behavior) = (self.cx, flag.behavior(self.cx) as u64);
        let key = String::from_utf8_lossy(super::bytes_of(cx, flag.key(cx))).into_owned();
        let value = flag.value(cx);
        let value = if let Some(text) = value.as_str(cx) {
            self.module.text(text.as_bytes())
        } else if let Some((number, _)) = value.as_integer(cx) {
            let ty = self.module.types.int(number.width());
            Metadata::Const(self.module.int(ty, number.clone()))
        } else if let Some(entries) = value.as_array(cx) {
            let nodes = entries.iter().filter_map(|&entry| self.profile_entry(entry)).collect();
            Metadata::Node(self.module.add_node(true, NodeKind::Tuple(nodes)))
        } else if let Some(summary) = value.dyn_cast::<ModuleFlagProfileSummaryAttr>(cx) {
            Metadata::Node(self.profile_summary(summary))
        } else {
            return;
        };
        self.flag(behavior, &key, value);
    }

    /// The module flag entry for a call edge with its count.
    fn profile_entry(&mut self, entry: Attr) -> Option<Metadata> {
        let cx = self.cx;
        let entry = entry.dyn_cast::<ModuleFlagCGProfileEntryAttr>(cx)?;
        let mut function = |symbol: Option<Attr>| {
            let name = symbol.and_then(|symbol| symbol.as_flat_symbol_ref(cx));
            match name.filter(|name| self.functions.contains(name)) {
                Some(name) => Metadata::Const(self.symbol_constant(LlvmType::PTR, name.bytes(cx))),
                None => Metadata::Null,
            }
        };
        let (from, to) = (function(entry.from(cx)), function(entry.to(cx)));
        let count = int_metadata(&mut self.module, 64, entry.count(cx) as i64);
        Some(Metadata::Node(self.module.tuple_node(&[from, to, count])))
    }

    fn profile_summary(&mut self, summary: ModuleFlagProfileSummaryAttr) -> NodeId {
        let cx = self.cx;
        let mut fields: Vec<(&str, Metadata)> = Vec::new();
        fields.push(("ProfileFormat", self.module.text(summary.format(cx).keyword().as_bytes())));
        let numbers = [
            ("TotalCount", Some(summary.total_count(cx))),
            ("MaxCount", Some(summary.max_count(cx))),
            ("MaxInternalCount", Some(summary.max_internal_count(cx))),
            ("MaxFunctionCount", Some(summary.max_function_count(cx))),
            ("NumCounts", Some(summary.num_counts(cx))),
            ("NumFunctions", Some(summary.num_functions(cx))),
            ("IsPartialProfile", summary.is_partial_profile(cx)),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                fields.push((name, int_metadata(&mut self.module, 64, number as i64)));
            }
        }
        if let Some(ratio) = summary.partial_profile_ratio(cx).and_then(|ratio| ratio.as_float(cx)) {
            let (double, _) = ratio.convert(
                terrace_support::apfloat::FloatKind::F64,
                terrace_support::apfloat::Rounding::NearestEven,
            );
            let ratio = self.module.constant(LlvmType::DOUBLE, ConstKind::Float(double.bits()));
            fields.push(("PartialProfileRatio", Metadata::Const(ratio)));
        }
        let mut details = Vec::new();
        for detail in summary.detailed_summary(cx) {
            let numbers =
                [u64::from(detail.cut_off(cx)), detail.min_count(cx), u64::from(detail.num_counts(cx))];
            let numbers = numbers.map(|number| int_metadata(&mut self.module, 64, number as i64));
            details.push(Metadata::Node(self.module.tuple_node(&numbers)));
        }
        fields.push(("DetailedSummary", Metadata::Node(self.module.tuple_node(&details))));
        let mut nodes = Vec::new();
        for (name, value) in fields {
            let name = self.module.text(name.as_bytes());
            nodes.push(Metadata::Node(self.module.tuple_node(&[name, value])));
        }
        self.module.tuple_node(&nodes)
    }

    /// Sets the comdats that symbols are in: those of functions first.
    fn use_comdats(&mut self) {
        let mut seen = FxHashSet::default();
        for &name in self.function_comdats.iter().chain(&self.global_comdats) {
            if seen.insert(name) {
                let selection = self.comdats.get(&name).copied().unwrap_or("any");
                self.module.comdats.push(Comdat { name, selection });
            }
        }
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
