//! The parts of LLVM IR that the dialect cannot represent, in dictionaries of discardable attributes.
//!
//! The dictionary [`KEPT`] of an op has the rest of its instruction or global. Metadata nodes, constants and
//! attributes are in a separate module, the text of which is the attribute [`NODES`]: ops refer to nodes by
//! their indices in its list [`LIST`], and to attributes by the numbers of groups. [`DEBUG`] maps attributes
//! of the dialect to their nodes, so that both references to a node resolve to the same one.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::{Attr, Loc, NamedAttr, Op, Rewriter, Type};
use terrace_llvm_ir::copy::Copier;
use terrace_llvm_ir::model::{
    Attribute, AttributeSet, ConstId, Global, GlobalId, GlobalKind, LocalId, Metadata, Module, NodeId,
    NodeKind,
};
use terrace_llvm_ir::{Str, print};

use super::Importer;
use crate::kept::{DEBUG, KEPT, LIST, NODES};

/// The fields of locations that those of ops have.
const LOCATION_FIELDS: &[&str] = &["line", "column", "scope", "inlinedAt"];

/// The module with the entities that ops refer to.
#[derive(Default)]
struct KeptModule {
    module: Module,
    copier: Copier,
    places: FxHashMap<NodeId, usize>,
    listed: Vec<NodeId>,
}

/// The kept parts of the new op, and the entities that ops refer to.
#[derive(Default)]
pub(super) struct Kept {
    entries: Vec<NamedAttr>,
    metadata: Vec<Attr>,
    parts: KeptModule,
    /// Attributes of debug information that locations and ops have, with their nodes, in order.
    debug: Vec<(Attr, NodeId)>,
    linked: FxHashMap<Attr, NodeId>,
    /// Attachments that the op's attributes represent only in part.
    exact: Vec<NamedAttr>,
    exact_nodes: FxHashSet<NodeId>,
    /// Whether a location cannot be fully represented on an op.
    inexact: FxHashMap<NodeId, bool>,
    loops: FxHashMap<Attr, NodeId>,
    /// Whether a block of the module has `phi` instructions.
    pub(super) has_phis: bool,
}

impl<'m> Importer<'m> {
    /// Whether entities that ops cannot represent are kept.
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

    /// Keeps an attachment of the new op.
    pub(super) fn keep_attachment(&mut self, kind: Str, node: NodeId) {
        if self.keeps() {
            let pair = [self.cx.str_attr(self.str(kind)), self.kept_node(node)];
            self.kept.metadata.push(self.cx.array_attr(&pair));
        }
    }

    /// Keeps flags of the op that is being created.
    pub(super) fn keep_flags(&mut self, flags: &[&str]) {
        if self.keeps() && !flags.is_empty() {
            let flags: Vec<Attr> = flags.iter().map(|flag| self.cx.string_attr(flag)).collect();
            self.keep("flags", self.cx.array_attr(&flags));
        }
    }

    /// Keeps the attributes of a call, other than those of its arguments, that its op cannot represent.
    pub(super) fn keep_call_attributes(&mut self, attributes: &[Attribute], known: &[&str]) {
        if !self.keeps() {
            return;
        }
        let others = attributes.iter().filter(|attribute| {
            let name = self.module.bytes(attribute.name);
            !known.iter().any(|known| known.as_bytes() == name)
        });
        let others: Vec<Attribute> = others.cloned().collect();
        if !others.is_empty() {
            let group = self.kept_group(&others);
            self.keep("attributes", group);
        }
    }

    /// Keeps the memory effects of a call, if its op has others because of its callee.
    pub(super) fn keep_effects(&mut self, attributes: &[Attribute], effects: Attr) {
        if !self.keeps() || self.memory_effects(attributes) == Some(effects) {
            return;
        }
        let own = attributes.iter().find(|attribute| self.module.bytes(attribute.name) == b"memory");
        let own = own.map(|own| self.kept_group(std::slice::from_ref(own)));
        let pair: Vec<Attr> = std::iter::once(effects).chain(own).collect();
        self.keep("effects", self.cx.array_attr(&pair));
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

    /// Keeps the optional properties of a global.
    pub(super) fn keep_global(&mut self, global: &Global, is_known: impl Fn(&[u8]) -> bool) {
        if !self.keeps() {
            return;
        }
        for &(kind, node) in &global.attachments {
            if !is_known(self.module.bytes(kind)) {
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
                Some(value) => self.keep(keyword, self.cx.str_attr(self.str(value))),
                None => flags.push(keyword),
            }
        }
        self.keep_flags(&flags);
    }

    /// Sets the kept parts of an op.
    pub(super) fn set_kept(&mut self, rw: &mut Rewriter<'_>, op: Op) {
        if let Some(kept) = self.take_kept() {
            rw.set_attr(op, KEPT, kept);
        }
    }

    /// The dictionary of the kept parts of an op; `None` if there are none.
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
            entries.push((self.cx.str("metadata"), self.cx.array_attr(&attached)));
        }
        (!entries.is_empty()).then(|| self.cx.dict(entries))
    }

    /// Keeps nodes of named metadata.
    pub(super) fn keep_named(&mut self, name: &str, nodes: &[NodeId]) {
        if self.keeps() && !nodes.is_empty() {
            let nodes: Vec<NodeId> = nodes.iter().map(|&node| self.copied(node)).collect();
            self.kept.parts.module.add_named(name, &nodes);
        }
    }

    /// Sets the attributes of the module that ops refer to.
    pub(super) fn kept_of_module(&mut self) {
        let mut links = Vec::new();
        for (attr, node) in std::mem::take(&mut self.kept.debug) {
            links.push(self.cx.array_attr(&[attr, self.kept_node(node)]));
        }
        let copies = self.kept.parts.copier.nodes();
        let mut shared: Vec<(NodeId, NodeId, Attr)> = copies
            .filter_map(|(node, copy)| {
                let attr = self.access_groups.get(&node).or_else(|| self.scopes.get(&node))?;
                Some((copy, node, *attr))
            })
            .collect();
        shared.sort_by_key(|(copy, ..)| copy.0);
        for (_, node, attr) in shared {
            links.push(self.cx.array_attr(&[attr, self.kept_node(node)]));
        }
        if !links.is_empty() {
            self.set_module_attr(DEBUG, self.cx.array_attr(&links));
        }
        let KeptModule { mut module, listed, .. } = std::mem::take(&mut self.kept.parts);
        if module.nodes.is_empty() && module.groups.is_empty() {
            return;
        }
        if !listed.is_empty() {
            module.add_named(LIST, &listed);
        }
        for (index, global) in module.globals.iter_mut().enumerate() {
            global.kind = GlobalKind::Variable {
                ty: terrace_llvm_ir::Type::I8,
                is_constant: false,
                externally_initialized: false,
                initializer: None,
            };
            module.order.push(GlobalId(index as u32));
        }
        self.set_module_attr(NODES, self.cx.string_attr(&print(&module)));
    }

    /// Copies into the kept module.
    fn copy<T>(
        &mut self,
        copy: impl FnOnce(
            &mut KeptModule,
            &mut dyn FnMut(&mut Module, GlobalId) -> Option<GlobalId>,
            &Module,
        ) -> T,
    ) -> T {
        let mut parts = std::mem::take(&mut self.kept.parts);
        let module = self.module;
        let mut globals = |to: &mut Module, global| {
            let name = self.symbol_of(global);
            Some(to.symbol_or_reserve(name.bytes(self.cx)))
        };
        let copied = copy(&mut parts, &mut globals, module);
        self.kept.parts = parts;
        copied
    }

    /// The copy of a node in the kept module.
    fn copied(&mut self, node: NodeId) -> NodeId {
        self.copy(|parts, globals, from| parts.copier.node(from, &mut parts.module, node, globals))
    }

    /// The place of a copy in the list of nodes, as an attribute.
    fn listed(&mut self, copy: NodeId) -> Attr {
        let parts = &mut self.kept.parts;
        let next = parts.listed.len();
        let place = *parts.places.entry(copy).or_insert(next);
        if place == next {
            parts.listed.push(copy);
        }
        self.cx.int_attr(Type::I32, place as i64)
    }

    /// A node by its place in the list of nodes.
    pub(super) fn kept_node(&mut self, node: NodeId) -> Attr {
        let copy = self.copied(node);
        self.listed(copy)
    }

    /// Metadata other than a node, as the only operand of one.
    fn kept_in_tuple(&mut self, metadata: Metadata) -> Attr {
        let copy = self.copy(|parts, globals, from| {
            let copy = parts.copier.metadata(from, &mut parts.module, metadata, globals);
            parts.module.tuple_node(&[copy])
        });
        self.listed(copy)
    }

    /// A constant, as the only operand of a node.
    pub(super) fn kept_constant(&mut self, constant: ConstId) -> Attr {
        self.kept_in_tuple(Metadata::Const(constant))
    }

    /// An operand of a record or a call: a node by its index, a value by its operand index, a list of these,
    /// or other metadata in a separate node.
    pub(super) fn kept_operand(&mut self, metadata: Metadata) -> Attr {
        let cx = self.cx;
        let parts: Vec<Attr> = match metadata {
            Metadata::Node(node) => match &self.module.node(node).kind {
                NodeKind::Arguments(operands) => {
                    let operands = operands.iter().map(|&operand| self.kept_operand(operand));
                    std::iter::once(cx.string_attr("list")).chain(operands).collect()
                }
                _ => return self.kept_node(node),
            },
            Metadata::Local(local) => {
                let place = self.kept_local(local);
                vec![cx.string_attr("value"), cx.int_attr(Type::I32, place as i64)]
            }
            other => vec![cx.string_attr("only"), self.kept_in_tuple(other)],
        };
        cx.array_attr(&parts)
    }

    /// The number of a value among the operands of the op that is being created.
    fn kept_local(&mut self, local: LocalId) -> usize {
        match self.kept_locals.iter().position(|&known| known == local) {
            Some(place) => place,
            None => {
                self.kept_locals.push(local);
                self.kept_locals.len() - 1
            }
        }
    }

    /// Attributes by the number of their group.
    pub(super) fn kept_group(&mut self, attributes: &[Attribute]) -> Attr {
        let group = self.copy(|parts, _, from| {
            let copies = attributes.iter();
            let copies = copies.map(|attribute| parts.copier.attribute(from, &mut parts.module, attribute));
            let copies = copies.collect();
            parts.module.attribute_group(copies)
        });
        self.cx.int_attr(Type::I32, i64::from(group))
    }

    /// Keeps the node of an attachment that the attribute of the new op represents only in part.
    fn keep_exact(&mut self, kind: &str, attr: Attr, node: NodeId) {
        let place = self.kept_node(node);
        self.kept.exact.push((self.cx.str(kind), place));
        if self.kept.exact_nodes.insert(node) {
            self.kept.debug.push((attr, node));
        }
    }

    /// Keeps the node of a location if the location of an op represents it only in part.
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
        let operands = self.module.operands(node);
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
        matches!(self.module.tuple(node), Some(&[Metadata::Text(text)]) if self.module.bytes(text) == name)
    }

    /// Whether an attribute of debug information represents this node, and no other one.
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

    /// Attributes of an argument that its dictionary has no entries for.
    pub(super) fn kept_parameter_attributes(&mut self, others: &[Attribute]) -> Option<NamedAttr> {
        if others.is_empty() || !self.keeps() {
            return None;
        }
        Some((self.cx.str(KEPT), self.kept_group(others)))
    }
}
