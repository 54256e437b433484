//! Nodes of metadata, which are numbered as the text refers to them.

use rustc_hash::FxHashMap;

/// A node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Node(u32);

/// A part of the text of a node.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Piece {
    Text(String),
    Node(Node),
}

/// The text of a node: words and other nodes.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct NodeText {
    pieces: Vec<Piece>,
    /// The nodes in the order in which they get numbers, where that is not the order of the text.
    numbered: Vec<Node>,
}

impl NodeText {
    /// Text to begin with.
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { pieces: vec![Piece::Text(text.into())], numbered: Vec::new() }
    }

    /// Appends text.
    pub(super) fn text(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(Piece::Text(last)) => last.push_str(text),
            _ => self.pieces.push(Piece::Text(text.to_string())),
        }
    }

    /// Appends a reference to a node.
    pub(super) fn node(&mut self, node: Node) {
        self.pieces.push(Piece::Node(node));
    }

    /// Says in which order nodes get numbers.
    pub(super) fn number(&mut self, nodes: impl IntoIterator<Item = Option<Node>>) {
        self.numbered.extend(nodes.into_iter().flatten());
    }

    /// The nodes in the order in which they get numbers; those of the text come after those that were named.
    fn references(&self) -> impl DoubleEndedIterator<Item = Node> {
        let in_text = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Node(node) => Some(*node),
            Piece::Text(_) => None,
        });
        self.numbered.iter().copied().chain(in_text)
    }
}

/// An element of a tuple.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Item {
    /// Text, such as `i32 3`, `!"name"` or `null`.
    Text(String),
    /// A node.
    Node(Node),
}

struct NodeData {
    is_distinct: bool,
    text: NodeText,
    number: Option<u32>,
}

/// All nodes of a module.
#[derive(Default)]
pub(super) struct Metadata {
    nodes: Vec<NodeData>,
    same: FxHashMap<NodeText, Node>,
    in_order: Vec<Node>,
}

/// A string as metadata.
pub(super) fn string_item(bytes: &[u8]) -> Item {
    let mut text = "!".to_string();
    crate::names::write_quoted(&mut text, bytes);
    Item::Text(text)
}

/// A list of items between braces.
pub(super) fn tuple_text(items: &[Item]) -> NodeText {
    let mut text = NodeText::new("!{");
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            text.text(", ");
        }
        match item {
            Item::Text(item) => text.text(item),
            Item::Node(node) => text.node(*node),
        }
    }
    text.text("}");
    text
}

impl Metadata {
    /// The node of a text; the same for the same text.
    pub(super) fn get(&mut self, text: NodeText) -> Node {
        if let Some(&node) = self.same.get(&text) {
            return node;
        }
        let node = self.add(text.clone(), false);
        self.same.insert(text, node);
        node
    }

    /// The node of a tuple; the same for the same items.
    pub(super) fn tuple(&mut self, items: &[Item]) -> Node {
        self.get(tuple_text(items))
    }

    /// A new node whose text comes with [`Self::define`].
    pub(super) fn reserve(&mut self) -> Node {
        self.add(NodeText::default(), true)
    }

    /// Sets the text of a node that was reserved.
    pub(super) fn define(&mut self, node: Node, text: NodeText, is_distinct: bool) {
        let data = &mut self.nodes[node.0 as usize];
        data.text = text;
        data.is_distinct = is_distinct;
    }

    /// A new node that differs from others of its text.
    pub(super) fn distinct(&mut self, text: NodeText) -> Node {
        self.add(text, true)
    }

    /// A new tuple whose first item is itself.
    pub(super) fn self_reference(&mut self, items: &[Item]) -> Node {
        let node = self.reserve();
        let all: Vec<Item> = std::iter::once(Item::Node(node)).chain(items.iter().cloned()).collect();
        self.define(node, tuple_text(&all), true);
        node
    }

    fn add(&mut self, text: NodeText, is_distinct: bool) -> Node {
        let node = Node(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(NodeData { is_distinct, text, number: None });
        node
    }

    /// The number of a node. It and the nodes it refers to get one if they have none.
    pub(super) fn number(&mut self, node: Node) -> u32 {
        if let Some(number) = self.nodes[node.0 as usize].number {
            return number;
        }
        let mut pending = vec![node];
        while let Some(next) = pending.pop() {
            let data = &mut self.nodes[next.0 as usize];
            if data.number.is_some() {
                continue;
            }
            data.number = Some(u32::try_from(self.in_order.len()).unwrap_or(u32::MAX));
            self.in_order.push(next);
            pending.extend(data.text.references().rev());
        }
        self.nodes[node.0 as usize].number.unwrap_or_default()
    }

    /// Appends `!3`.
    pub(super) fn write_reference(&mut self, out: &mut String, node: Node) {
        out.push('!');
        terrace_support::apint::push_u64(out, u64::from(self.number(node)));
    }

    /// Appends the text of a node where it stands for itself.
    pub(super) fn write_inline(&mut self, out: &mut String, text: &NodeText) {
        for piece in &text.pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Node(node) => self.write_reference(out, *node),
            }
        }
    }

    /// Appends all nodes that have a number.
    pub(super) fn write_all(&mut self, out: &mut String) {
        if !self.in_order.is_empty() {
            out.push('\n');
        }
        for node in self.in_order.clone() {
            self.write_reference(out, node);
            let data = &mut self.nodes[node.0 as usize];
            out.push_str(if data.is_distinct { " = distinct " } else { " = " });
            let text = std::mem::take(&mut data.text);
            self.write_inline(out, &text);
            out.push('\n');
        }
    }
}

/// Kinds of attachments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The debug location of an instruction.
    Dbg,
    /// The TBAA access tag.
    Tbaa,
    /// Branch weights.
    Prof,
    /// The loaded memory does not change.
    InvariantLoad,
    /// To which scopes an access belongs.
    AliasScope,
    /// With which scopes an access does not alias.
    Noalias,
    /// The data are not needed again soon.
    Nontemporal,
    /// So many bytes may be read.
    Dereferenceable,
    /// So many bytes may be read, or the pointer is null.
    DereferenceableOrNull,
    /// Loads of one group see the same.
    InvariantGroup,
    /// Loop metadata.
    Loop,
    /// The group of an access in loops without dependences.
    AccessGroup,
    /// Relaxations of the memory model.
    Mmra,
    /// Another one that LLVM has a number for, by its place in [`FIXED`].
    Fixed(u8),
    /// Types hinted at for vectors.
    VecTypeHint,
    /// Sizes of work groups hinted at.
    WorkGroupSizeHint,
    /// Sizes of work groups.
    ReqdWorkGroupSize,
    /// Sizes of sub-groups.
    IntelReqdSubGroupSize,
    /// One with a name of its own, by its place among those that were kept.
    Other(u32),
}

/// The kinds that LLVM has numbers for, by those numbers.
const FIXED: &[&str] = &[
    "dbg",
    "tbaa",
    "prof",
    "fpmath",
    "range",
    "tbaa.struct",
    "invariant.load",
    "alias.scope",
    "noalias",
    "nontemporal",
    "llvm.mem.parallel_loop_access",
    "nonnull",
    "dereferenceable",
    "dereferenceable_or_null",
    "make.implicit",
    "unpredictable",
    "invariant.group",
    "align",
    "llvm.loop",
    "type",
    "section_prefix",
    "absolute_symbol",
    "associated",
    "callees",
    "irr_loop",
    "llvm.access.group",
    "callback",
    "llvm.preserve.access.index",
    "vcall_visibility",
    "noundef",
    "annotation",
    "nosanitize",
    "func_sanitize",
    "exclude",
    "memprof",
    "callsite",
    "kcfi_type",
    "pcsections",
    "DIAssignID",
    "coro.outside.frame",
    "mmra",
    "noalias.addrspace",
    "callee_type",
    "nofree",
    "captures",
    "alloc_token",
    "implicit.ref",
];

/// The kinds that ops have attributes for, with their places in [`FIXED`].
const KNOWN: &[(Kind, u8)] = &[
    (Kind::Dbg, 0),
    (Kind::Tbaa, 1),
    (Kind::Prof, 2),
    (Kind::InvariantLoad, 6),
    (Kind::AliasScope, 7),
    (Kind::Noalias, 8),
    (Kind::Nontemporal, 9),
    (Kind::Dereferenceable, 12),
    (Kind::DereferenceableOrNull, 13),
    (Kind::InvariantGroup, 16),
    (Kind::Loop, 18),
    (Kind::AccessGroup, 25),
    (Kind::Mmra, 40),
];

impl Kind {
    /// The kind of a name, if LLVM has a number for it.
    pub(super) fn find(name: &str) -> Option<Kind> {
        let place = FIXED.iter().position(|known| *known == name)? as u8;
        let known = KNOWN.iter().find(|(_, other)| *other == place);
        Some(known.map_or(Kind::Fixed(place), |(kind, _)| *kind))
    }

    /// The place in the order in which LLVM writes attachments.
    pub(super) fn order(self) -> u32 {
        let known = KNOWN.iter().find(|(kind, _)| *kind == self);
        match (known, self) {
            (Some(&(_, place)), _) | (None, Kind::Fixed(place)) => u32::from(place),
            (None, Kind::VecTypeHint) => 100,
            (None, Kind::WorkGroupSizeHint) => 101,
            (None, Kind::ReqdWorkGroupSize) => 102,
            (None, Kind::IntelReqdSubGroupSize) => 103,
            (None, Kind::Other(place)) => 200 + place,
            (None, _) => u32::MAX,
        }
    }

    /// The name, if it is not one of a module's own.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::VecTypeHint => "vec_type_hint",
            Kind::WorkGroupSizeHint => "work_group_size_hint",
            Kind::ReqdWorkGroupSize => "reqd_work_group_size",
            Kind::IntelReqdSubGroupSize => "intel_reqd_sub_group_size",
            Kind::Other(_) => "",
            _ => FIXED.get(self.order() as usize).copied().unwrap_or_default(),
        }
    }
}
