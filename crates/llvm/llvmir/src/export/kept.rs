//! Output of the parts of LLVM IR that an import kept as text.

use std::cell::OnceCell;
use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::attrs::{AccessGroupAttr, AliasScopeAttr};
use terrace_dialects_llvm::*;
use terrace_ir::{Attr, OpRef, Str};

use super::Exporter;
use super::attributes::AttributeSet;
use super::metadata::{Kind, Node, NodeText};
use crate::kept::{BLOCK_ORDER, DEBUG, KEPT, LAYOUT_SPEC, NAMED, NODES, PREDECESSORS};
use crate::names::{write_metadata_name, write_quoted};

/// The nodes that the module lists, and what else is needed to write what was kept.
#[derive(Default)]
pub(super) struct KeptState {
    /// The name of the attribute; `None` if nothing in the context has it.
    name: Option<Str>,
    nodes: Vec<Option<Node>>,
    entries: Vec<Attr>,
    /// The places of nodes that attributes of debug information were.
    debug: FxHashMap<Attr, usize>,
    /// The attributes that nodes were, by their places.
    attrs: FxHashMap<usize, Attr>,
    /// Nodes that each function has its own of.
    of_function: FxHashMap<usize, Node>,
    symbols: OnceCell<FxHashSet<Box<[u8]>>>,
    kinds: Vec<String>,
    /// Whether predecessors are named in the order of blocks where nothing else is kept.
    pub(super) in_block_order: bool,
}

/// The prefix of nodes that are distinct for each function.
const ASSIGN_ID: &str = "distinct !DIAssignID(";

impl<'a> Exporter<'a> {
    /// Reads what the module kept.
    pub(super) fn read_kept(&mut self, module: OpRef<'a>) {
        let cx = self.cx;
        self.kept.name = cx.find_str(KEPT);
        self.kept.in_block_order = self.kept_string(module, PREDECESSORS) == Some(BLOCK_ORDER);
        let entries = module.discardable_attr(NODES).and_then(|list| list.as_array(cx)).unwrap_or_default();
        self.kept.entries = entries.to_vec();
        let reserve = |entry: &Attr| entry.as_str(cx).is_some();
        self.kept.nodes =
            entries.iter().map(|entry| reserve(entry).then(|| self.metadata.reserve())).collect();
        for (place, entry) in entries.iter().enumerate() {
            if let (Some(text), Some(node)) = (entry.as_str(cx), self.kept.nodes[place]) {
                let (text, is_distinct) = self.kept_text(text, &[]);
                self.metadata.define(node, text, is_distinct);
            }
        }
        let links = module.discardable_attr(DEBUG).and_then(|list| list.as_array(cx)).unwrap_or_default();
        for link in links {
            if let Some(&[attr, place]) = link.as_array(cx)
                && let Some(place) = place.as_str(cx).and_then(listed_place)
            {
                self.kept.debug.entry(attr).or_insert(place);
                self.kept.attrs.insert(place, attr);
            }
        }
        for &(name, nodes) in
            module.discardable_attr(NAMED).and_then(|dict| dict.as_dict(cx)).unwrap_or_default()
        {
            for &node in nodes.as_array(cx).unwrap_or_default() {
                if let Some(node) = self.kept_node(node) {
                    self.add_named(&String::from_utf8_lossy(name.bytes(cx)), node);
                }
            }
        }
    }

    /// The kept attribute of an op; `None` for most ops.
    pub(super) fn kept(&self, op: OpRef<'_>) -> Option<Attr> {
        let name = self.kept.name?;
        match op.attrs() {
            Attr::EMPTY_DICT => None,
            attrs => attrs.dict_get(self.cx, name),
        }
    }

    /// An entry of what was kept of an op.
    pub(super) fn kept_entry(&self, op: OpRef<'_>, name: &str) -> Option<Attr> {
        self.kept(op)?.dict_get(self.cx, self.cx.find_str(name)?)
    }

    /// A string that was kept of an op.
    pub(super) fn kept_string(&self, op: OpRef<'_>, name: &str) -> Option<&'a str> {
        self.kept_entry(op, name)?.as_str(self.cx)
    }

    /// The flags that were kept of an op.
    pub(super) fn kept_flags(&self, op: OpRef<'_>) -> Vec<&'a str> {
        let list = self.kept_entry(op, "flags").and_then(|list| list.as_array(self.cx)).unwrap_or_default();
        list.iter().filter_map(|flag| flag.as_str(self.cx)).collect()
    }

    /// Appends the flags that were kept of an op, each after a space.
    pub(super) fn write_kept_flags(&mut self, op: OpRef<'_>) {
        for flag in self.kept_flags(op) {
            self.text(" ");
            self.text(flag);
        }
    }

    /// The kept attachments of an op.
    pub(super) fn kept_attachments(&mut self, op: OpRef<'_>) -> Vec<(Kind, Node)> {
        let attached = self.kept_entry(op, "metadata").and_then(|dict| dict.as_dict(self.cx));
        self.kept_kinds(attached.unwrap_or_default())
    }

    /// The node of an attachment that says more than the attribute which an op has for it, if the op still has that.
    pub(super) fn exact_node(&mut self, op: OpRef<'_>, kind: &str, attr: Attr) -> Option<Node> {
        let place = self.kept_entry(op, "exact")?.dict_get(self.cx, self.cx.find_str(kind)?)?;
        let place = listed_place(place.as_str(self.cx)?)?;
        if self.kept.attrs.get(&place) == Some(&attr) { self.listed_node(place) } else { None }
    }

    /// Nodes by the names of what they are attached as.
    pub(super) fn kept_kinds(&mut self, attached: &[(Str, Attr)]) -> Vec<(Kind, Node)> {
        let mut found = Vec::new();
        for &(name, node) in attached {
            if let Some(node) = self.kept_node(node) {
                found.push((self.kind(&String::from_utf8_lossy(name.bytes(self.cx))), node));
            }
        }
        found
    }

    /// The kind of attachments of a name.
    fn kind(&mut self, name: &str) -> Kind {
        if let Some(kind) = Kind::find(name) {
            return kind;
        }
        let place = self.kept.kinds.iter().position(|known| known == name).unwrap_or_else(|| {
            self.kept.kinds.push(name.to_string());
            self.kept.kinds.len() - 1
        });
        Kind::Other(place as u32)
    }

    /// Appends the name of a kind.
    pub(super) fn write_kind(&self, out: &mut String, kind: Kind) {
        match kind {
            Kind::Other(place) => {
                let name = self.kept.kinds.get(place as usize).map_or("", |name| name);
                write_metadata_name(out, name.as_bytes());
            }
            known => {
                out.push('!');
                out.push_str(known.name());
            }
        }
    }

    /// The node that an attribute is: its text, or the attribute of the dialect that it has.
    pub(super) fn kept_node(&mut self, attr: Attr) -> Option<Node> {
        let cx = self.cx;
        if let Some(text) = attr.as_str(cx) {
            if let Some(place) = listed_place(text) {
                return self.listed_node(place);
            }
            let (text, is_distinct) = self.kept_text(text, &[]);
            return Some(if is_distinct { self.metadata.distinct(text) } else { self.metadata.get(text) });
        }
        if attr.isa::<AccessGroupAttr>(cx) {
            return Some(self.access_group(attr));
        }
        if attr.isa::<AliasScopeAttr>(cx) {
            return Some(self.alias_scope(attr));
        }
        self.subprogram(attr)
    }

    /// The data layout as it was written, if the module still has the one that was made of it.
    pub(super) fn kept_layout(&self) -> Option<&'a str> {
        let kept = self.kept_entry(self.module_op, "datalayout")?;
        let &[text, spec] = kept.as_array(self.cx)? else { return None };
        let current = self.module_op.discardable_attr(std::str::from_utf8(LAYOUT_SPEC).ok()?);
        text.as_str(self.cx).filter(|_| current == Some(spec))
    }

    /// The node that an attribute of debug information was.
    pub(super) fn kept_debug_node(&mut self, attr: Attr) -> Option<Node> {
        let place = *self.kept.debug.get(&attr)?;
        self.listed_node(place)
    }

    /// The orders in which the `phi` instructions of a block named predecessors, by the terminator of the block: places in the order
    /// of blocks. Orders of another number of predecessors are left out.
    pub(super) fn kept_predecessors(
        &self,
        terminator: OpRef<'_>,
        predecessors: usize,
    ) -> Vec<Option<Vec<usize>>> {
        let kept = self.kept_entry(terminator, PREDECESSORS).and_then(|list| list.as_array(self.cx));
        let order = |attr: &Attr| -> Option<Vec<usize>> {
            let places = attr.as_i32_array(self.cx).filter(|places| places.len() == predecessors)?;
            let mut seen = vec![false; predecessors];
            let place = |place: i32| {
                let place = usize::try_from(place).ok()?;
                (!std::mem::replace(seen.get_mut(place)?, true)).then_some(place)
            };
            places.into_iter().map(place).collect()
        };
        kept.unwrap_or_default().iter().map(order).collect()
    }

    /// Whether the module was imported with what the dialect has no place for.
    pub(super) fn has_kept(&self) -> bool {
        self.module_op.discardable_attr(KEPT).is_some()
    }

    /// A node of the list of the module.
    fn listed_node(&mut self, place: usize) -> Option<Node> {
        let entry = *self.kept.entries.get(place)?;
        if entry.as_str(self.cx).is_some_and(|text| text.starts_with(ASSIGN_ID)) {
            if let Some(&node) = self.kept.of_function.get(&place) {
                return Some(node);
            }
            let (text, _) = self.kept_text("!DIAssignID()", &[]);
            let node = self.metadata.distinct(text);
            self.kept.of_function.insert(place, node);
            return Some(node);
        }
        match self.kept.nodes[place] {
            Some(node) => Some(node),
            None => {
                let node = self.kept_node(entry);
                self.kept.nodes[place] = node;
                node
            }
        }
    }

    /// Forgets the nodes that each function has its own of.
    pub(super) fn start_kept_of_function(&mut self) {
        self.kept.of_function.clear();
    }

    /// Whether a module has a symbol.
    fn has_symbol(&self, name: &[u8]) -> bool {
        let symbols = self.kept.symbols.get_or_init(|| {
            let module = self.module_op;
            let ops = module.region(0).entry().into_iter().flat_map(|block| block.ops());
            let name = |op: OpRef<'_>| op.inherent_attr("sym_name")?.as_string(self.cx);
            ops.filter_map(name).map(|name| name.bytes(self.cx).into()).collect()
        });
        symbols.contains(name)
    }

    /// The text of a node with the nodes that it refers to, and whether it is distinct; values are those of an op.
    fn kept_text(&mut self, text: &str, values: &[String]) -> (NodeText, bool) {
        let (text, is_distinct) = match text.strip_prefix("distinct ") {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let mut node = NodeText::default();
        let mut rest = text;
        while let Some(at) = rest.find(['!', '"', '@', '%']) {
            let (before, from) = rest.split_at(at);
            node.text(before);
            let digits = from[1..].bytes().take_while(u8::is_ascii_digit).count();
            let number = from[1..=digits].parse::<usize>().ok();
            let end = match (from.as_bytes()[0], number) {
                (b'"', _) => {
                    let end = quoted_end(from);
                    node.text(&from[..end]);
                    end
                }
                (b'!', Some(place)) => {
                    match self.listed_node(place) {
                        Some(listed) => node.node(listed),
                        None => node.text("null"),
                    }
                    1 + digits
                }
                (b'%', Some(place)) if place < values.len() => {
                    node.text(&values[place]);
                    1 + digits
                }
                (b'@', _) => {
                    let end = identifier_end(from);
                    let name = crate::read::unquoted(&from.as_bytes()[1..end]);
                    node.text(if self.has_symbol(&name) { &from[..end] } else { "null" });
                    end
                }
                (b'%', _) => {
                    let end = identifier_end(from);
                    let name = crate::read::unquoted(&from.as_bytes()[1..end]);
                    self.types.note_name(self.cx, &name);
                    node.text(&from[..end]);
                    end
                }
                _ => {
                    node.text(&from[..1]);
                    1
                }
            };
            rest = &from[end..];
        }
        node.text(rest);
        (node, is_distinct)
    }

    /// Appends metadata that were kept as an operand of a record or a call.
    fn write_kept_operand(&mut self, attr: Attr, values: &[String]) {
        let is_inline = attr.as_str(self.cx).filter(|text| {
            let digits = text.strip_prefix('!').unwrap_or("x");
            let is_listed = digits.bytes().all(|byte| byte.is_ascii_digit());
            !is_listed && !text.starts_with("!{")
        });
        let mut out = std::mem::take(&mut self.out);
        match is_inline {
            Some(text) => {
                let (text, _) = self.kept_text(text, values);
                self.metadata.write_inline(&mut out, &text);
            }
            None => match self.kept_node(attr) {
                Some(node) => self.metadata.write_reference(&mut out, node),
                None => out.push_str("!{}"),
            },
        }
        self.out = out;
    }

    /// Appends a record of debug information that the dialect has no op for; false if the op is none.
    pub(super) fn kept_record(&mut self, view: CallIntrinsicOpView<'a>) -> bool {
        let Some(kind) = self.kept_string(view.0, "record") else { return false };
        let args = view.args().enumerate();
        let values: Vec<String> =
            args.map(|(index, value)| self.typed_text(self.recorded(view.0, index, value))).collect();
        let operands = self.kept_entry(view.0, "operands").and_then(|list| list.as_array(self.cx));
        // Without a place in a function, a record says nothing.
        let Some(location) = self.location(view.0) else { return true };
        let _ = write!(self.out, "    #dbg_{kind}(");
        for &operand in operands.unwrap_or_default() {
            self.write_kept_operand(operand, &values);
            self.text(", ");
        }
        let mut out = std::mem::take(&mut self.out);
        self.metadata.write_reference(&mut out, location);
        self.out = out;
        self.text(")\n");
        true
    }

    /// Whether an op is a record that was kept.
    pub(super) fn is_kept_record(&self, op: OpRef<'_>) -> bool {
        self.kept(op).is_some() && op.isa::<CallIntrinsicOp>() && self.kept_entry(op, "record").is_some()
    }

    fn typed_text(&mut self, value: terrace_ir::ValueRef<'_>) -> String {
        let start = self.out.len();
        self.typed(value);
        self.out.split_off(start)
    }

    /// The effects that a call itself had, if its op still has those that were made of them.
    pub(super) fn kept_effects(&self, op: OpRef<'_>, effects: Attr) -> Option<&'a str> {
        match self.kept_entry(op, "effects")?.as_array(self.cx)? {
            &[known, own] if known == effects => own.as_str(self.cx),
            _ => None,
        }
    }

    /// Adds the attributes of a call that were kept.
    pub(super) fn kept_call_attributes(&self, op: OpRef<'_>, set: &mut AttributeSet) {
        if let Some(list) = self.kept_entry(op, "attributes") {
            set.written(self.cx, list);
        }
    }

    /// Appends an argument of a call that was metadata, if one has this place.
    pub(super) fn kept_argument(&mut self, op: OpRef<'_>, place: usize) -> bool {
        let kept = self.kept_entry(op, "metadata_arguments");
        let name = self.cx.find_str(&place.to_string());
        let Some(value) = kept.zip(name).and_then(|(kept, name)| kept.dict_get(self.cx, name)) else {
            return false;
        };
        self.text("metadata ");
        self.write_kept_operand(value, &[]);
        true
    }

    /// Text that was kept, with symbols that the module still has.
    pub(super) fn kept_constant(&mut self, text: &str) -> String {
        let (text, _) = self.kept_text(text, &[]);
        let mut out = String::new();
        self.metadata.write_inline(&mut out, &text);
        out
    }

    /// Appends a constant that a function kept, after a keyword.
    pub(super) fn kept_function_constant(&mut self, op: OpRef<'_>, keyword: &str) {
        if let Some(text) = self.kept_string(op, keyword) {
            let text = self.kept_constant(text);
            let _ = write!(self.out, " {keyword} {text}");
        }
    }

    /// Appends properties of a symbol that were kept, each after a separator.
    pub(super) fn kept_properties(&mut self, out: &mut String, op: OpRef<'_>, separator: &str) {
        for name in ["partition", "code_model"] {
            if let Some(value) = self.kept_string(op, name) {
                let _ = write!(out, "{separator}{name} ");
                write_quoted(out, value.as_bytes());
            }
        }
        for flag in self.kept_flags(op) {
            let _ = write!(out, "{separator}{flag}");
        }
    }

    /// `thread_local`, with the model that was kept.
    pub(super) fn thread_local_text(&self, op: OpRef<'_>) -> String {
        match self.kept_string(op, "tls_model") {
            Some(model) => format!("thread_local({model}) "),
            None => "thread_local ".to_string(),
        }
    }

    /// The DLL storage class that was kept, with a space after it.
    pub(super) fn dll_storage_text(&self, op: OpRef<'_>) -> String {
        self.kept_string(op, "dll_storage").map(|class| format!("{class} ")).unwrap_or_default()
    }
}

/// The place in the list of the module that a text names.
fn listed_place(text: &str) -> Option<usize> {
    text.strip_prefix('!')?.parse().ok()
}

/// The end of a quoted text that starts with its quote.
fn quoted_end(text: &str) -> usize {
    text[1..].find('"').map_or(text.len(), |end| end + 2)
}

/// The end of an identifier that starts with a sigil.
fn identifier_end(text: &str) -> usize {
    if text[1..].starts_with('"') {
        return 1 + quoted_end(&text[1..]);
    }
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'$');
    1 + text[1..].bytes().take_while(|&byte| is_plain(byte)).count()
}
