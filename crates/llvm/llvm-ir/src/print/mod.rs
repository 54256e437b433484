//! Modules as text, byte for byte as LLVM's tools write them.

mod attributes;
mod constants;
mod functions;
mod instructions;
mod metadata;
mod types;

use rustc_hash::FxHashMap;
use terrace_support::apint::push_u64;

pub use attributes::write_attribute;
pub use constants::write_float;

use crate::model::{Body, Comdat, Global, GlobalId, GlobalKind, Module, Str0};
use crate::names::{write_identifier, write_metadata_name, write_quoted};
use crate::numbering::{LocalNumbers, NodeNumbers, global_numbers};
use crate::strings::Str;
use crate::types::Type;

/// Writes a module.
pub fn print(module: &Module) -> String {
    let mut printer = Printer::new(module);
    printer.nodes = NodeNumbers::of(module);
    printer.module();
    printer.out
}

/// Writes the parts of a module.
pub struct Printer<'m> {
    module: &'m Module,
    out: String,
    nodes: NodeNumbers,
    globals: FxHashMap<GlobalId, u32>,
    /// The names of globals that have none in the module.
    names: FxHashMap<GlobalId, Vec<u8>>,
    locals: LocalNumbers,
    /// The numbers of the blocks of other functions.
    others: FxHashMap<GlobalId, LocalNumbers>,
    types: Vec<Option<Box<str>>>,
    /// The body that is being written.
    body: Option<&'m Body>,
}

impl<'m> Printer<'m> {
    /// A printer that has written nothing. Nodes have no numbers.
    pub fn new(module: &'m Module) -> Self {
        Self {
            module,
            out: String::new(),
            nodes: NodeNumbers::new(module),
            globals: global_numbers(module),
            names: FxHashMap::default(),
            locals: LocalNumbers::default(),
            others: FxHashMap::default(),
            types: vec![None; module.types.len()],
            body: None,
        }
    }

    /// The same printer, with names for globals that have none.
    #[must_use]
    pub fn with_names(mut self, names: FxHashMap<GlobalId, Vec<u8>>) -> Self {
        self.names = names;
        self
    }

    /// The text that was written.
    pub fn finish(self) -> String {
        self.out
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn word(&mut self, word: Str) {
        self.out.push_str(&String::from_utf8_lossy(self.module.bytes(word)));
    }

    fn quoted(&mut self, text: Str) {
        write_quoted(&mut self.out, self.module.bytes(text));
    }

    fn number(&mut self, number: u64) {
        push_u64(&mut self.out, number);
    }

    /// Writes items between commas.
    fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        for (index, item) in items.into_iter().enumerate() {
            self.text(if index > 0 { ", " } else { "" });
            write(self, item);
        }
    }

    /// Writes the name of a global after its sigil.
    pub fn global_name(&mut self, id: GlobalId) {
        match (self.module.global(id).name, self.names.get(&id)) {
            (Some(name), _) => write_identifier(&mut self.out, '@', self.module.bytes(name)),
            (None, Some(name)) => write_identifier(&mut self.out, '@', name),
            (None, None) => {
                self.out.push('@');
                let number = *self.globals.get(&id).expect("a global without a name has a number");
                self.number(u64::from(number));
            }
        }
    }

    fn module(&mut self) {
        let module = self.module;
        if let Some(id) = module.id {
            self.text("; ModuleID = '");
            self.word(id);
            self.text("'\n");
        }
        if let Some(source) = module.source {
            self.text("source_filename = ");
            self.quoted(source);
            self.text("\n");
        }
        if !module.layout.is_empty() {
            self.text("target datalayout = ");
            write_quoted(&mut self.out, module.layout.as_bytes());
            self.text("\n");
        }
        if let Some(triple) = module.triple {
            self.text("target triple = ");
            self.quoted(triple);
            self.text("\n");
        }
        if let Some(assembly) = module.assembly.strip_suffix(b"\n") {
            self.text("\n");
            for line in assembly.split(|&byte| byte == b'\n') {
                self.text("module asm ");
                write_quoted(&mut self.out, line);
                self.text("\n");
            }
        }
        self.type_definitions();
        if !module.comdats.is_empty() {
            self.text("\n");
        }
        for (index, comdat) in module.comdats.iter().enumerate() {
            self.text(if index > 0 { "\n" } else { "" });
            self.comdat(comdat);
        }
        self.globals_of(|kind| matches!(kind, GlobalKind::Variable { .. }), Self::variable);
        self.globals_of(|kind| matches!(kind, GlobalKind::Alias { .. }), Self::alias);
        self.globals_of(|kind| matches!(kind, GlobalKind::IFunc { .. }), Self::alias);
        for &id in &module.order {
            if let GlobalKind::Function(function) = &module.global(id).kind {
                self.text("\n");
                self.function(id, function);
            }
        }
        self.use_lists("", &module.use_lists);
        if !module.groups.is_empty() {
            self.text("\n");
        }
        for (&number, group) in &module.groups {
            self.text("attributes #");
            self.number(u64::from(number));
            self.text(" = { ");
            self.attributes(group, true);
            self.text(" }\n");
        }
        if !module.named.is_empty() {
            self.text("\n");
        }
        for (name, nodes) in &module.named {
            write_metadata_name(&mut self.out, module.bytes(*name));
            self.text(" = !{");
            self.list(nodes, |printer, &node| printer.node_reference(node));
            self.text("}\n");
        }
        self.node_definitions();
        for (index, &entry) in module.summary.iter().enumerate() {
            self.text(if index == 0 { "\n" } else { "" });
            self.word(entry);
            self.text("\n");
        }
    }

    fn comdat(&mut self, comdat: &Comdat) {
        write_identifier(&mut self.out, '$', self.module.bytes(comdat.name));
        self.text(" = comdat ");
        self.text(comdat.selection);
        self.text("\n");
    }

    /// Writes the globals of a kind, with an empty line before the first.
    fn globals_of(
        &mut self,
        is_kind: impl Fn(&GlobalKind) -> bool,
        write: impl Fn(&mut Self, GlobalId, &'m Global),
    ) {
        let module = self.module;
        let mut any = false;
        for &id in &module.order {
            let global = module.global(id);
            if is_kind(&global.kind) {
                self.text(if any { "" } else { "\n" });
                any = true;
                write(self, id, global);
                self.text("\n");
            }
        }
    }

    /// Writes the keywords at the start of a global, each with a space after it.
    fn linkage(&mut self, global: &Global) {
        let is_local = matches!(global.linkage, "private" | "internal")
            || (!global.visibility.is_empty() && global.linkage != "extern_weak");
        let local = if global.dso_local && !is_local { "dso_local" } else { "" };
        for word in [global.linkage, local, global.visibility, global.dll_storage] {
            self.spaced(word);
        }
    }

    /// Writes a keyword with a space after it, if there is one.
    fn spaced(&mut self, word: Str0) {
        if !word.is_empty() {
            self.text(word);
            self.text(" ");
        }
    }

    fn thread_local(&mut self, global: &Global) {
        if !global.thread_local {
            return;
        }
        self.text("thread_local");
        if !global.tls_model.is_empty() {
            self.text("(");
            self.text(global.tls_model);
            self.text(")");
        }
        self.text(" ");
    }

    fn properties(&mut self, global: &Global, separator: &str) {
        for (keyword, value) in &global.properties {
            self.text(separator);
            self.text(keyword);
            if let Some(value) = value {
                self.text(" ");
                self.quoted(*value);
            }
        }
    }

    fn comdat_of(&mut self, global: &Global, separator: &str) {
        let Some(comdat) = global.comdat else { return };
        self.text(separator);
        self.text("comdat");
        if global.name != Some(comdat) {
            self.text("(");
            write_identifier(&mut self.out, '$', self.module.bytes(comdat));
            self.text(")");
        }
    }

    fn section(&mut self, global: &Global, separator: &str) {
        if let Some(section) = global.section {
            self.text(separator);
            self.text("section ");
            self.quoted(section);
        }
    }

    fn address_space(&mut self, space: u32) {
        self.text("addrspace(");
        self.number(u64::from(space));
        self.text(")");
    }

    fn variable(&mut self, id: GlobalId, global: &'m Global) {
        let GlobalKind::Variable { ty, is_constant, externally_initialized, initializer } = &global.kind
        else {
            return;
        };
        self.global_name(id);
        self.text(" = ");
        if initializer.is_none() && global.linkage.is_empty() {
            self.text("external ");
        }
        self.linkage(global);
        self.thread_local(global);
        self.spaced(global.unnamed_addr);
        if global.space != 0 {
            self.address_space(global.space);
            self.text(" ");
        }
        self.text(if *externally_initialized { "externally_initialized " } else { "" });
        self.text(if *is_constant { "constant " } else { "global " });
        self.ty(*ty);
        if let Some(initializer) = *initializer {
            self.text(" ");
            self.constant(initializer);
        }
        self.section(global, ", ");
        self.properties(global, ", ");
        self.comdat_of(global, ", ");
        if let Some(align) = global.align {
            self.text(", align ");
            self.number(align);
        }
        self.attachments(&global.attachments, ", ");
        self.groups_of(&global.attributes);
    }

    fn alias(&mut self, id: GlobalId, global: &'m Global) {
        let (keyword, ty, target) = match global.kind {
            GlobalKind::Alias { ty, target } => ("alias ", ty, target),
            GlobalKind::IFunc { ty, resolver } => ("ifunc ", ty, resolver),
            _ => return,
        };
        self.global_name(id);
        self.text(" = ");
        self.linkage(global);
        self.thread_local(global);
        self.spaced(global.unnamed_addr);
        self.text(keyword);
        self.ty(ty);
        self.text(", ");
        // Expressions have their types in them.
        match self.module.constants.get(target).is_expression() {
            true => self.constant(target),
            false => self.typed_constant(target),
        }
        self.properties(global, ", ");
        self.attachments(&global.attachments, ", ");
    }

    /// Writes a type.
    pub fn ty(&mut self, ty: Type) {
        types::write(self, ty);
    }
}
