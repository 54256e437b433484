//! The parts of LLVM IR that an import kept.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::*;
use terrace_ir::def::plain_error;
use terrace_ir::{Attr, OpRef, OptionalAttr, Str, View};
use terrace_llvm_ir::copy::Copier;
use terrace_llvm_ir::model::{ConstId, GlobalId, Metadata, Module, NodeId, NodeKind, Str0};
use terrace_llvm_ir::{ParseOptions, kinds, parse};

use super::attributes::AttributeSet;
use super::{Attached, Exporter, Result};
use crate::kept::{BLOCK_ORDER, DEBUG, KEPT, LAYOUT_SPEC, LIST, NODES, PREDECESSORS};

/// The parts of the kept module, and the state for restoring the kept parts of ops.
#[derive(Default)]
pub(super) struct KeptState {
    /// The name of the attribute; `None` if nothing in the context has it.
    name: Option<Str>,
    /// The nodes that ops refer to by their places.
    nodes: Vec<NodeId>,
    /// The groups of attributes that ops refer to by their numbers.
    groups: FxHashMap<u32, AttributeSet>,
    /// The places of nodes that attributes were.
    places: FxHashMap<Attr, usize>,
    /// The attributes that nodes were, by their places.
    attrs: FxHashMap<usize, Attr>,
    /// Nodes that each function has its own of.
    of_function: FxHashMap<usize, NodeId>,
    /// The names of kinds of attachments that LLVM has no numbers for, in the order in which they are met.
    kinds: FxHashMap<terrace_llvm_ir::Str, usize>,
    /// Whether predecessors are named in the order of blocks where nothing else is kept.
    pub(super) in_block_order: bool,
}

/// The kinds of attachments that LLVM knows without numbers.
const WITHOUT_NUMBERS: &[&[u8]] =
    &[b"vec_type_hint", b"work_group_size_hint", b"reqd_work_group_size", b"intel_reqd_sub_group_size"];

impl<'a> Exporter<'a> {
    /// Finds out whether the module kept something.
    pub(super) fn find_kept(&mut self, module: OpRef<'a>) {
        self.kept.name = self.cx.find_str(KEPT);
        self.kept.in_block_order = self.kept_string(module, PREDECESSORS) == Some(BLOCK_ORDER);
    }

    /// Copies the kept module. Symbols that no longer exist are null pointers.
    ///
    /// # Errors
    ///
    /// If the kept text is not LLVM IR.
    pub(super) fn copy_kept(&mut self, op: OpRef<'a>) -> Result {
        let cx = self.cx;
        let Some(text) = op.discardable_attr(NODES).and_then(|text| text.as_string(cx)) else {
            return Ok(());
        };
        let kept = parse(text.bytes(cx), ParseOptions::default())
            .map_err(|failure| plain_error(op, format!("'{NODES}' is not LLVM IR: {}", failure.message)))?;
        let mut copier = Copier::default();
        let mut globals =
            |to: &mut Module, global: GlobalId| to.symbol(kept.bytes(kept.global(global).name?));
        for (name, nodes) in &kept.named {
            let copies = nodes.iter();
            let copies: Vec<NodeId> =
                copies.map(|&node| copier.node(&kept, &mut self.module, node, &mut globals)).collect();
            let name = String::from_utf8_lossy(kept.bytes(*name));
            match &*name {
                LIST => self.kept.nodes = copies,
                name => self.module.add_named(name, &copies),
            }
        }
        for (&number, group) in &kept.groups {
            let group: Vec<_> =
                group.iter().map(|attribute| copier.attribute(&kept, &mut self.module, attribute)).collect();
            let mut set = AttributeSet::default();
            set.extend(&self.module, &group);
            self.kept.groups.insert(number, set);
        }
        let links = op.discardable_attr(DEBUG).optional_elements(cx);
        for link in links {
            if let Some(&[attr, place]) = link.as_array(cx)
                && let Some(place) = self.place(place)
            {
                self.kept.places.entry(attr).or_insert(place);
                self.kept.attrs.insert(place, attr);
            }
        }
        Ok(())
    }

    /// The place of a node that an attribute is.
    fn place(&self, attr: Attr) -> Option<usize> {
        let place = usize::try_from(attr.as_i64(self.cx)?).ok()?;
        (place < self.kept.nodes.len()).then_some(place)
    }

    /// The kept attribute of an op; `None` for most ops.
    pub(super) fn kept(&self, op: OpRef<'_>) -> Option<Attr> {
        let name = self.kept.name?;
        match op.attrs() {
            Attr::EMPTY_DICT => None,
            attrs => attrs.dict_get(self.cx, name),
        }
    }

    /// An entry of the kept parts of an op.
    pub(super) fn kept_entry(&self, op: OpRef<'_>, name: &str) -> Option<Attr> {
        self.kept(op)?.dict_get(self.cx, self.cx.find_str(name)?)
    }

    /// A string that was kept of an op.
    pub(super) fn kept_string(&self, op: OpRef<'_>, name: &str) -> Option<&'a str> {
        self.kept_entry(op, name)?.as_str(self.cx)
    }

    /// The flags that were kept of an op.
    pub(super) fn kept_flags(&self, op: OpRef<'_>) -> Vec<&'a str> {
        let list = self.kept_entry(op, "flags").optional_elements(self.cx);
        list.iter().filter_map(|flag| flag.as_str(self.cx)).collect()
    }

    /// The kept attachments of an op.
    pub(super) fn kept_attachments(&mut self, op: OpRef<'_>) -> Attached {
        let attached = self.kept_entry(op, "metadata").and_then(|list| list.as_array(self.cx));
        self.kept_kinds(attached.unwrap_or(&[]))
    }

    /// The node of an attachment that the op's attribute represents only in part, if the op still has that
    /// attribute.
    pub(super) fn exact_node(&mut self, op: OpRef<'_>, kind: &str, attr: Attr) -> Option<NodeId> {
        let place = self.kept_entry(op, "exact")?.dict_get(self.cx, self.cx.find_str(kind)?)?;
        let place = self.place(place)?;
        if self.kept.attrs.get(&place) == Some(&attr) { Some(self.listed_node(place)) } else { None }
    }

    /// Attachments of pairs of a kind and a node.
    pub(super) fn kept_kinds(&mut self, pairs: &[Attr]) -> Attached {
        let mut found = Vec::new();
        for pair in pairs {
            if let Some(&[kind, node]) = pair.as_array(self.cx)
                && let Some(place) = self.place(node)
            {
                let kind = self.module.strings.intern(super::bytes_of(self.cx, kind));
                found.push((kind, self.listed_node(place)));
            }
        }
        found
    }

    /// Brings attachments into LLVM's order: by the numbers of kinds, and then as they are met.
    pub(super) fn sort_attachments(&mut self, attached: &mut Attached) {
        if attached.len() < 2 {
            return;
        }
        let order = |exporter: &mut Self, kind: terrace_llvm_ir::Str| {
            let name = exporter.module.bytes(kind);
            let known = kinds::number(name).or_else(|| {
                let place = WITHOUT_NUMBERS.iter().position(|known| *known == name)?;
                Some(kinds::KINDS.len() + place)
            });
            known.unwrap_or_else(|| {
                let next = kinds::KINDS.len() + WITHOUT_NUMBERS.len() + exporter.kept.kinds.len();
                *exporter.kept.kinds.entry(kind).or_insert(next)
            })
        };
        let mut keyed: Vec<(usize, (terrace_llvm_ir::Str, NodeId))> =
            attached.iter().map(|&pair| (order(self, pair.0), pair)).collect();
        keyed.sort_by_key(|(place, _)| *place);
        *attached = keyed.into_iter().map(|(_, pair)| pair).collect();
    }

    /// The original text of the data layout, if the module still has the specification that was imported from
    /// it.
    pub(super) fn kept_layout(&self) -> Option<&'a str> {
        let kept = self.kept_entry(self.module_op, "datalayout")?;
        let &[text, spec] = kept.as_array(self.cx)? else { return None };
        let current = self.module_op.discardable_attr(std::str::from_utf8(LAYOUT_SPEC).ok()?);
        text.as_str(self.cx).filter(|_| current == Some(spec))
    }

    /// The node that an attribute of the dialect was.
    pub(super) fn kept_debug_node(&mut self, attr: Attr) -> Option<NodeId> {
        let place = *self.kept.places.get(&attr)?;
        Some(self.listed_node(place))
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
        kept.into_iter().flatten().map(order).collect()
    }

    /// Whether the module was imported with entities that the dialect cannot represent.
    pub(super) fn has_kept(&self) -> bool {
        self.module_op.discardable_attr(KEPT).is_some()
    }

    /// A node of the list of the module; identities of assignments are those of a function.
    fn listed_node(&mut self, place: usize) -> NodeId {
        let node = self.kept.nodes[place];
        let special = self.module.special(node);
        if special.is_none_or(|special| self.module.bytes(special.name) != b"DIAssignID") {
            return node;
        }
        if let Some(&node) = self.kept.of_function.get(&place) {
            return node;
        }
        let kind = self.module.node(node).kind.clone();
        let node = self.module.add_node(true, kind);
        self.kept.of_function.insert(place, node);
        node
    }

    /// Forgets the nodes that each function has its own of.
    pub(super) fn start_kept_of_function(&mut self) {
        self.kept.of_function.clear();
    }

    /// The operand of a record or a call that was kept; values are those of an op.
    fn kept_operand(&mut self, attr: Attr, values: &[Metadata]) -> Metadata {
        match attr.as_array(self.cx) {
            Some([kind, operands @ ..]) if kind.as_str(self.cx) == Some("list") => {
                let operands = operands.iter().map(|&operand| self.kept_part(operand, values)).collect();
                // Values differ from function to function.
                Metadata::Node(self.module.add_node(false, NodeKind::Arguments(operands)))
            }
            _ => self.kept_part(attr, values),
        }
    }

    /// An operand that is no list.
    fn kept_part(&mut self, attr: Attr, values: &[Metadata]) -> Metadata {
        let cx = self.cx;
        if let Some(place) = self.place(attr) {
            return Metadata::Node(self.listed_node(place));
        }
        let Some(&[kind, place]) = attr.as_array(cx) else { return Metadata::Null };
        let found = match kind.as_str(cx) {
            Some("value") => {
                let place = place.as_i64(cx).and_then(|place| usize::try_from(place).ok());
                place.and_then(|place| values.get(place))
            }
            Some("only") => {
                let node = self.place(place).map(|place| self.kept.nodes[place]);
                node.and_then(|node| self.module.tuple(node)?.first())
            }
            _ => None,
        };
        found.copied().unwrap_or(Metadata::Null)
    }

    /// Adds a record of debug information that the dialect has no op for; false if the op is none.
    pub(super) fn kept_record(&mut self, view: View<'a, CallIntrinsicOp>) -> bool {
        let Some(kind) = self.kept_string(view.0, "record") else { return false };
        let mut values = Vec::new();
        for (index, value) in view.args().enumerate() {
            let value = self.recorded(view.0, index, value);
            values.push(self.value_metadata(value));
        }
        let operands = self.kept_entry(view.0, "operands").and_then(|list| list.as_array(self.cx));
        // A record without a location in a function is dropped.
        let Some(location) = self.location(view.0) else { return true };
        let operands = operands.into_iter().flatten();
        let mut operands: Vec<Metadata> =
            operands.map(|&operand| self.kept_operand(operand, &values)).collect();
        operands.push(Metadata::Node(location));
        self.push_record(kind, operands);
        true
    }

    /// Whether an op is a record that was kept.
    pub(super) fn is_kept_record(&self, op: OpRef<'_>) -> bool {
        self.kept(op).is_some() && op.isa::<CallIntrinsicOp>() && self.kept_entry(op, "record").is_some()
    }

    /// Adds the original memory effects of a call, if its op still has those that were imported from them;
    /// otherwise returns false.
    pub(super) fn kept_effects(&mut self, op: OpRef<'_>, effects: Attr, set: &mut AttributeSet) -> bool {
        let kept = self.kept_entry(op, "effects").and_then(|pair| pair.as_array(self.cx));
        match kept {
            Some([known, own @ ..]) if *known == effects => {
                own.iter().for_each(|&own| self.kept_group(set, own));
                true
            }
            _ => false,
        }
    }

    /// Adds the attributes of a group that was kept.
    pub(super) fn kept_group(&mut self, set: &mut AttributeSet, group: Attr) {
        let number = group.as_i64(self.cx).and_then(|number| u32::try_from(number).ok());
        if let Some(group) = number.and_then(|number| self.kept.groups.get(&number)) {
            set.extend(&self.module, &group.clone().into_list());
        }
    }

    /// Adds the attributes of a call that were kept.
    pub(super) fn kept_call_attributes(&mut self, op: OpRef<'_>, set: &mut AttributeSet) {
        if let Some(group) = self.kept_entry(op, "attributes") {
            self.kept_group(set, group);
        }
    }

    /// The argument of a call that was metadata, if one has this place.
    pub(super) fn kept_argument(&mut self, op: OpRef<'_>, place: usize) -> Option<Metadata> {
        let kept = self.kept_entry(op, "metadata_arguments")?;
        let value = kept.dict_get(self.cx, self.cx.find_str(&place.to_string())?)?;
        Some(self.kept_operand(value, &[]))
    }

    /// The constant that was kept of an op under a name.
    pub(super) fn kept_constant(&mut self, op: OpRef<'_>, name: &str) -> Option<ConstId> {
        let place = self.place(self.kept_entry(op, name)?)?;
        match self.module.tuple(self.kept.nodes[place]) {
            Some(&[Metadata::Const(constant)]) => Some(constant),
            _ => None,
        }
    }

    /// The properties of a symbol that were kept.
    pub(super) fn kept_properties(&mut self, op: OpRef<'_>) -> Vec<(Str0, Option<terrace_llvm_ir::Str>)> {
        const FLAGS: &[Str0] =
            &["no_sanitize_address", "no_sanitize_hwaddress", "sanitize_memtag", "sanitize_address_dyninit"];
        let mut properties = Vec::new();
        for name in ["partition", "code_model"] {
            if let Some(value) = self.kept_string(op, name) {
                properties.push((name, Some(self.module.str(value))));
            }
        }
        let kept = self.kept_flags(op);
        properties.extend(FLAGS.iter().filter(|flag| kept.contains(flag)).map(|flag| (*flag, None)));
        properties
    }

    /// The keyword among some that was kept of an op under a name; empty if there is none.
    pub(super) fn kept_keyword(&self, op: OpRef<'_>, name: &str, keywords: &[Str0]) -> Str0 {
        let kept = self.kept_string(op, name);
        keywords.iter().copied().find(|keyword| Some(*keyword) == kept).unwrap_or_default()
    }
}
