//! Nodes, groups of attributes and globals that are added to a module.

use crate::model::{
    Attribute, Global, GlobalId, GlobalKind, Metadata, Module, Node, NodeId, NodeKind, Special,
};
use crate::strings::Str;

impl Module {
    /// The handle of a string.
    pub fn str(&mut self, text: &str) -> Str {
        self.strings.intern(text.as_bytes())
    }

    /// A string as metadata.
    pub fn text(&mut self, text: &[u8]) -> Metadata {
        Metadata::Text(self.strings.intern(text))
    }

    /// Adds a node that differs from all others.
    pub fn add_node(&mut self, distinct: bool, kind: NodeKind) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("a module has fewer than 2^32 nodes"));
        self.nodes.push(Node { distinct, kind, number: None });
        id
    }

    /// The node of a kind that is not distinct; the same for the same kind.
    pub fn unique_node(&mut self, kind: NodeKind) -> NodeId {
        if let Some(&known) = self.unique_nodes.get(&kind) {
            return known;
        }
        let id = self.add_node(false, kind.clone());
        self.unique_nodes.insert(kind, id);
        id
    }

    /// The node of a tuple; the same for the same operands.
    pub fn tuple_node(&mut self, operands: &[Metadata]) -> NodeId {
        self.unique_node(NodeKind::Tuple(operands.into()))
    }

    /// A new tuple whose first operand is itself.
    pub fn self_reference(&mut self, operands: &[Metadata]) -> NodeId {
        let node = self.add_node(true, NodeKind::Undefined);
        let all = std::iter::once(Metadata::Node(node)).chain(operands.iter().copied()).collect();
        self.nodes[node.0 as usize].kind = NodeKind::Tuple(all);
        node
    }

    /// Sets the contents of a node.
    pub fn define_node(&mut self, node: NodeId, distinct: bool, kind: NodeKind) {
        let place = &mut self.nodes[node.0 as usize];
        (place.distinct, place.kind) = (distinct, kind);
    }

    /// The node with fields that a node is.
    pub fn special(&self, node: NodeId) -> Option<&Special> {
        match &self.node(node).kind {
            NodeKind::Special(special) => Some(special),
            _ => None,
        }
    }

    /// Adds nodes to the list of a name.
    pub fn add_named(&mut self, name: &str, nodes: &[NodeId]) {
        let name = self.str(name);
        match self.named.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => known.extend_from_slice(nodes),
            None => self.named.push((name, nodes.to_vec())),
        }
    }

    /// The nodes of the list of a name.
    pub fn named_nodes(&self, name: &str) -> &[NodeId] {
        let found = self.named.iter().find(|(known, _)| self.bytes(*known) == name.as_bytes());
        found.map_or(&[], |(_, nodes)| nodes)
    }

    /// The number of the group of some attributes; the same for the same attributes.
    pub fn attribute_group(&mut self, attributes: Vec<Attribute>) -> u32 {
        if let Some(&known) = self.group_numbers.get(&attributes) {
            return known;
        }
        let number = self.groups.last_key_value().map_or(0, |(last, _)| last + 1);
        self.groups.insert(number, attributes.clone());
        self.group_numbers.insert(attributes, number);
        number
    }

    /// Appends a global.
    pub fn add_global(&mut self, global: Global) -> GlobalId {
        let id = self.reserve_global(global);
        self.order.push(id);
        id
    }

    /// Adds a global that is not printed until it has a place in the order of globals.
    pub fn reserve_global(&mut self, global: Global) -> GlobalId {
        let id = GlobalId(u32::try_from(self.globals.len()).expect("a module has fewer than 2^32 globals"));
        if let Some(name) = global.name {
            self.symbols.entry(name).or_insert(id);
        }
        self.globals.push(global);
        id
    }

    /// The global of a name that was added.
    pub fn symbol(&self, name: &[u8]) -> Option<GlobalId> {
        self.symbols.get(&self.strings.find(name)?).copied()
    }

    /// The global of a name; one without a kind if there is none yet.
    pub fn symbol_or_reserve(&mut self, name: &[u8]) -> GlobalId {
        let name = self.strings.intern(name);
        match self.symbols.get(&name) {
            Some(&known) => known,
            None => self.reserve_global(Global {
                name: Some(name),
                kind: GlobalKind::Undefined,
                ..Global::default()
            }),
        }
    }
}
