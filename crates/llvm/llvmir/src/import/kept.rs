//! The parts of LLVM IR that the dialect cannot represent, in dictionaries of discardable attributes.
//!
//! The dictionary [`KEPT`] of an op has what its instruction or global says besides; nodes of metadata are written as LLVM IR
//! writes them. Nodes that refer to others are entries of a list of the module, [`NODES`], and are named by their place in it.
//! Access groups and alias scopes are the attributes that the dialect has; of debug information, [`DEBUG`] names the node that an
//! attribute was. So both ways to a node lead to the same one.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::{Attr, Loc, NamedAttr, Op, Rewriter, Str, Type};

use super::Importer;
use crate::kept::{DEBUG, KEPT, NAMED, NODES, TYPES};
use crate::names::{write_escaped, write_identifier, write_metadata_name};
use crate::read::model::{
    Attribute, AttributeSet, AttributeValue, ExpressionItem, Field, Global, Metadata, NodeId, NodeKind,
};

/// The fields of locations that those of ops have.
const LOCATION_FIELDS: &[&str] = &["line", "column", "scope", "inlinedAt"];

/// The kept parts of the op that is being created, and the nodes that the module must list.
#[derive(Default)]
pub(super) struct Kept {
    entries: Vec<NamedAttr>,
    metadata: Vec<NamedAttr>,
    places: FxHashMap<NodeId, usize>,
    listed: Vec<NodeId>,
    named: Vec<NamedAttr>,
    /// Attributes of debug information that locations and ops have, with their nodes, in order.
    debug: Vec<(Attr, NodeId)>,
    linked: FxHashMap<Attr, NodeId>,
    /// Attachments that say more than the attribute that the op has for them.
    exact: Vec<NamedAttr>,
    exact_nodes: FxHashSet<NodeId>,
    /// Whether a location says more than one of an op can.
    inexact: FxHashMap<NodeId, bool>,
    loops: FxHashMap<Attr, NodeId>,
    types: Vec<Attr>,
    /// Whether a block of the module has `phi` instructions.
    pub(super) has_phis: bool,
}

impl<'m> Importer<'m> {
    /// Whether what ops have no place for is kept.
    pub(super) fn keeps(&self) -> bool {
        !self.options.match_upstream
    }

    /// Keeps an entry of the op that is being created.
    pub(super) fn keep(&mut self, name: &str, value: Attr) {
        if self.keeps() {
            self.kept.entries.push((self.cx.str(name), value));
        }
    }

    /// Keeps a string of the op that is being created.
    pub(super) fn keep_text(&mut self, name: &str, text: &str) {
        if self.keeps() {
            self.keep(name, self.cx.string_attr(text));
        }
    }

    /// Keeps what is attached to the op that is being created.
    pub(super) fn keep_attachment(&mut self, kind: Str, node: NodeId) {
        if self.keeps() {
            let value = self.kept_node(node);
            self.kept.metadata.push((kind, value));
        }
    }

    /// Keeps flags of the op that is being created.
    pub(super) fn keep_flags(&mut self, flags: &[&str]) {
        if self.keeps() && !flags.is_empty() {
            let flags: Vec<Attr> = flags.iter().map(|flag| self.cx.string_attr(flag)).collect();
            self.keep("flags", self.cx.array_attr(&flags));
        }
    }

    /// Keeps what a call has around its arguments and its op has no place for.
    pub(super) fn keep_call_attributes(&mut self, attributes: &[Attribute], known: &[&str]) {
        if !self.keeps() {
            return;
        }
        let others = attributes.iter().filter(|attribute| {
            let name = attribute.name.bytes(self.cx);
            !known.iter().any(|known| known.as_bytes() == name)
        });
        let list: Vec<Attr> = others.map(|attribute| self.attribute_as_written(attribute)).collect();
        if !list.is_empty() {
            self.keep("attributes", self.cx.array_attr(&list));
        }
    }

    /// Keeps the effects that a call itself says it has, if its op has others because of what it calls.
    pub(super) fn keep_effects(&mut self, attributes: &[Attribute], effects: Attr) {
        if !self.keeps() || self.memory_effects(attributes) == Some(effects) {
            return;
        }
        let own = attributes.iter().find(|attribute| attribute.name.bytes(self.cx) == b"memory");
        let own = own.map_or(self.cx.string_attr(""), |own| self.attribute_as_written(own));
        self.keep("effects", self.cx.array_attr(&[effects, own]));
    }

    /// Keeps the attributes of arguments and results of a call whose op has no place for any.
    pub(super) fn keep_parameters(&mut self, arguments: &[AttributeSet], result: &AttributeSet) {
        if !self.keeps() {
            return;
        }
        if arguments.iter().any(|set| !set.is_empty()) {
            let dicts: Vec<Attr> = arguments.iter().map(|set| self.parameter_dict(set)).collect();
            self.keep("arg_attrs", self.cx.array_attr(&dicts));
        }
        if !result.is_empty() {
            let dict = self.parameter_dict(result);
            self.keep("res_attrs", self.cx.array_attr(&[dict]));
        }
    }

    /// Keeps what a global has besides what all of its kind have.
    pub(super) fn keep_global(&mut self, global: &Global, is_known: impl Fn(&[u8]) -> bool) {
        if !self.keeps() {
            return;
        }
        for &(kind, node) in &global.attachments {
            if !is_known(kind.bytes(self.cx)) {
                self.keep_attachment(kind, node);
            }
        }
        for (name, text) in [("tls_model", global.tls_model), ("dll_storage", global.dll_storage)] {
            if !text.is_empty() {
                self.keep_text(name, text);
            }
        }
        let mut flags = Vec::new();
        for &(keyword, value) in &global.properties {
            match value {
                Some(value) => self.keep(keyword, self.cx.str_attr(value)),
                None => flags.push(keyword),
            }
        }
        self.keep_flags(&flags);
    }

    /// Sets what was kept of an op.
    pub(super) fn set_kept(&mut self, rw: &mut Rewriter<'_>, op: Op) {
        if let Some(kept) = self.take_kept() {
            rw.set_attr(op, KEPT, kept);
        }
    }

    /// The dictionary of what was kept of an op; `None` if that is nothing.
    pub(super) fn take_kept(&mut self) -> Option<Attr> {
        let kept = &self.kept;
        if kept.entries.is_empty() && kept.metadata.is_empty() && kept.exact.is_empty() {
            return None;
        }
        let mut entries = std::mem::take(&mut self.kept.entries);
        let attached = std::mem::take(&mut self.kept.metadata);
        let exact = std::mem::take(&mut self.kept.exact);
        if !exact.is_empty() {
            entries.push((self.cx.str("exact"), self.cx.dict(exact)));
        }
        if !attached.is_empty() {
            entries.push((self.cx.str("metadata"), self.cx.dict(attached)));
        }
        (!entries.is_empty()).then(|| self.cx.dict(entries))
    }

    /// Keeps nodes of named metadata.
    pub(super) fn keep_named(&mut self, name: Str, nodes: &[NodeId]) {
        if self.keeps() && !nodes.is_empty() {
            let nodes: Vec<Attr> = nodes.iter().map(|&node| self.kept_node(node)).collect();
            self.kept.named.push((name, self.cx.array_attr(&nodes)));
        }
    }

    /// Sets the attributes of the module that ops refer to.
    pub(super) fn kept_of_module(&mut self) {
        let mut links = Vec::new();
        for (attr, node) in std::mem::take(&mut self.kept.debug) {
            let text = self.reference(node);
            links.push(self.cx.array_attr(&[attr, self.cx.string_attr(&text)]));
        }
        if !links.is_empty() {
            self.set_module_attr(DEBUG, self.cx.array_attr(&links));
        }
        let mut nodes = Vec::new();
        // Each entry may add others to the list.
        while let Some(&node) = self.kept.listed.get(nodes.len()) {
            let entry = match self.known_node(node) {
                Some(attr) => attr,
                None => {
                    let text = self.node_as_written(node);
                    self.cx.string_attr(&text)
                }
            };
            nodes.push(entry);
        }
        let named = std::mem::take(&mut self.kept.named);
        if !named.is_empty() {
            self.set_module_attr(NAMED, self.cx.dict(named));
        }
        if !self.kept.types.is_empty() {
            self.set_module_attr(TYPES, self.cx.array_attr(&self.kept.types));
        }
        if !nodes.is_empty() {
            self.set_module_attr(NODES, self.cx.array_attr(&nodes));
        }
    }

    /// Keeps structures with names that texts name.
    pub(super) fn keep_types(&mut self, types: &[Type]) {
        for &ty in types {
            let attr = self.cx.type_attr(ty);
            if !self.kept.types.contains(&attr) {
                self.kept.types.push(attr);
            }
        }
    }

    /// A node as an attribute: that of the dialect, or its text.
    pub(super) fn kept_node(&mut self, node: NodeId) -> Attr {
        match self.known_node(node) {
            Some(attr) => attr,
            None => {
                let text = self.reference(node);
                self.cx.string_attr(&text)
            }
        }
    }

    /// The attribute of the dialect that stands for a node everywhere.
    fn known_node(&self, node: NodeId) -> Option<Attr> {
        self.access_groups.get(&node).or_else(|| self.scopes.get(&node)).copied()
    }

    /// Keeps the node of an attachment that the op that is being created has an attribute for, which says less.
    fn keep_exact(&mut self, kind: &str, attr: Attr, node: NodeId) {
        let text = self.reference(node);
        self.kept.exact.push((self.cx.str(kind), self.cx.string_attr(&text)));
        if self.kept.exact_nodes.insert(node) {
            self.kept.debug.push((attr, node));
        }
    }

    /// Keeps the node of a location if that says more than the location of an op does.
    pub(super) fn keep_location(&mut self, node: Option<NodeId>, loc: Loc) {
        if let Some(node) = node.filter(|_| self.keeps())
            && self.is_inexact(node)
            && let Some(loc) = loc.as_attr(self.cx)
        {
            self.keep_exact("dbg", loc, node);
        }
    }

    /// Whether a location, or one that it was inlined at, has other fields than those of ops, or is distinct.
    pub(super) fn is_inexact(&mut self, node: NodeId) -> bool {
        let (mut chain, mut at, mut found) = (Vec::new(), Some(node), false);
        while let Some(node) = at {
            if let Some(&known) = self.kept.inexact.get(&node) {
                found = known;
                break;
            }
            let Some(fields) = self.fields(node) else { break };
            // A chain that names itself ends where it was met.
            self.kept.inexact.insert(node, false);
            chain.push((node, self.module.node(node).distinct || fields.has_other(LOCATION_FIELDS)));
            at = fields.node("inlinedAt");
        }
        for (node, own) in chain.into_iter().rev() {
            found |= own;
            self.kept.inexact.insert(node, found);
        }
        found
    }

    /// Keeps the node of a loop if another one has the same annotation.
    pub(super) fn keep_loop(&mut self, annotation: Attr, node: NodeId) {
        if !self.keeps() {
            return;
        }
        let operands = self.module.tuple(node).unwrap_or_default();
        let inexact = operands.iter().any(|operand| match *operand {
            // The attribute of the dialect becomes a property with a value.
            Metadata::Node(part) if self.is_property(part, b"llvm.loop.unroll.runtime.disable") => true,
            Metadata::Node(part) => {
                let location = self.fields(part).filter(|fields| fields.kind() == b"DILocation");
                location.is_some_and(|fields| fields.node("inlinedAt").is_some() || self.is_inexact(part))
            }
            _ => false,
        });
        if *self.kept.loops.entry(annotation).or_insert(node) != node || inexact {
            self.keep_exact("llvm.loop", annotation, node);
        }
    }

    /// Whether a node is the name of a property and nothing else.
    fn is_property(&self, node: NodeId, name: &[u8]) -> bool {
        matches!(self.module.tuple(node), Some(&[Metadata::Text(text)]) if text.bytes(self.cx) == name)
    }

    /// Whether an attribute of debug information stands for this node, and for no other one.
    pub(super) fn stands_for_node(&self, attr: Attr, node: NodeId) -> bool {
        self.kept.linked.get(&attr).is_none_or(|known| *known == node)
    }

    /// Notes which node an attribute of debug information was.
    pub(super) fn link_debug_node(&mut self, attr: Attr, node: NodeId) {
        if self.keeps() && !self.kept.linked.contains_key(&attr) {
            self.kept.linked.insert(attr, node);
            self.kept.debug.push((attr, node));
        }
    }

    /// A node where another one refers to it: itself, or its place in the list of the module.
    fn reference(&mut self, node: NodeId) -> String {
        let data = self.module.node(node);
        let stands_alone = match &data.kind {
            NodeKind::Tuple(operands) => {
                let refers = operands.iter().any(|operand| matches!(operand, Metadata::Node(_)));
                !data.distinct && !refers
            }
            NodeKind::Expression(_) | NodeKind::Arguments(_) => true,
            _ => false,
        };
        if stands_alone {
            return self.node_as_written(node);
        }
        let next = self.kept.listed.len();
        let place = *self.kept.places.entry(node).or_insert(next);
        if place == next {
            self.kept.listed.push(node);
        }
        format!("!{place}")
    }

    /// The definition of a node, as it is written.
    fn node_as_written(&mut self, node: NodeId) -> String {
        let module = self.module;
        let data = module.node(node);
        let mut out = if data.distinct { "distinct ".to_string() } else { String::new() };
        match &data.kind {
            NodeKind::Undefined => out.push_str("!{}"),
            NodeKind::Tuple(operands) => {
                out.push_str("!{");
                self.write_metadata_list(&mut out, operands);
                out.push('}');
            }
            NodeKind::Arguments(operands) => {
                out.push_str("!DIArgList(");
                self.write_metadata_list(&mut out, operands);
                out.push(')');
            }
            NodeKind::Expression(items) => {
                out.push_str("!DIExpression(");
                for (index, item) in items.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    match item {
                        ExpressionItem::Word(word) => {
                            out.push_str(&String::from_utf8_lossy(word.bytes(self.cx)));
                        }
                        ExpressionItem::Number(number) => out.push_str(&number.to_string()),
                    }
                }
                out.push(')');
            }
            NodeKind::Special(special) => {
                write_metadata_name(&mut out, special.name.bytes(self.cx));
                out.push('(');
                for (index, (name, field)) in special.fields.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    out.push_str(&String::from_utf8_lossy(name.bytes(self.cx)));
                    out.push_str(": ");
                    self.write_field(&mut out, field);
                }
                out.push(')');
            }
        }
        out
    }

    /// Appends the value of a field.
    pub(super) fn write_field(&mut self, out: &mut String, field: &Field) {
        match field {
            Field::Metadata(metadata) => self.write_metadata(out, *metadata),
            Field::Text(text) => {
                out.push('"');
                write_escaped(out, text.bytes(self.cx));
                out.push('"');
            }
            Field::Number(number) => out.push_str(&number.to_string()),
            Field::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Field::Words(words) => {
                for (index, word) in words.iter().enumerate() {
                    out.push_str(if index > 0 { " | " } else { "" });
                    out.push_str(&String::from_utf8_lossy(word.bytes(self.cx)));
                }
            }
        }
    }

    fn write_metadata_list(&mut self, out: &mut String, operands: &[Metadata]) {
        for (index, &operand) in operands.iter().enumerate() {
            out.push_str(if index > 0 { ", " } else { "" });
            self.write_metadata(out, operand);
        }
    }

    /// Appends metadata where a node refers to it.
    pub(super) fn write_metadata(&mut self, out: &mut String, metadata: Metadata) {
        match metadata {
            Metadata::Null => out.push_str("null"),
            Metadata::Node(node) => {
                let text = self.reference(node);
                out.push_str(&text);
            }
            Metadata::Text(text) => {
                out.push_str("!\"");
                write_escaped(out, text.bytes(self.cx));
                out.push('"');
            }
            Metadata::Const(constant) => {
                let text = self.constant_as_written(constant);
                out.push_str(&text);
            }
            Metadata::Local(local) => {
                let text = self.kept_local(local);
                out.push_str(&text);
            }
        }
    }

    /// An attribute as it is written; a string as a pair of strings.
    fn attribute_as_written(&self, attribute: &Attribute) -> Attr {
        let cx = self.cx;
        let name = String::from_utf8_lossy(attribute.name.bytes(cx)).into_owned();
        match &attribute.value {
            AttributeValue::Text(value) => cx.array_attr(&[cx.str_attr(attribute.name), cx.str_attr(*value)]),
            AttributeValue::Flag => cx.string_attr(&name),
            AttributeValue::Number(number) => {
                cx.string_attr(&crate::export::number_attribute(&name, *number))
            }
            AttributeValue::Type(ty) => {
                let mut text = format!("{name}(");
                crate::types::Types::default().write(cx, &mut text, *ty);
                text.push(')');
                cx.string_attr(&text)
            }
            AttributeValue::Range(low, high) => {
                let mut text = format!("{name}(i{} ", low.width());
                low.write_signed(&mut text);
                text.push_str(", ");
                high.write_signed(&mut text);
                text.push(')');
                cx.string_attr(&text)
            }
            AttributeValue::Words(words) => {
                let words = String::from_utf8_lossy(words.bytes(cx)).into_owned();
                cx.string_attr(&format!("{name}({words})"))
            }
        }
    }

    /// Attributes of an argument that its dictionary has no entries for.
    pub(super) fn kept_parameter_attributes(&self, others: &[Attribute]) -> Option<NamedAttr> {
        if others.is_empty() || !self.keeps() {
            return None;
        }
        let list: Vec<Attr> = others.iter().map(|attribute| self.attribute_as_written(attribute)).collect();
        Some((self.cx.str(KEPT), self.cx.array_attr(&list)))
    }

    /// A symbol with its sigil.
    pub(super) fn symbol_as_written(&mut self, id: crate::read::model::GlobalId) -> String {
        let name = self.symbol_of(id);
        let mut text = String::new();
        write_identifier(&mut text, '@', name.bytes(self.cx));
        text
    }
}
