//! Debug information: locations, expressions, and nodes that may contain themselves.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::attrs::dwarf::{Encoding, Operation};
use terrace_dialects_llvm::attrs::{
    DICompositeTypeAttr, DIExpressionAttr, DIExpressionElemAttr, DIFileAttr, DIGlobalVariableAttr,
    DIGlobalVariableExpressionAttr, DISubprogramAttr,
};
use terrace_ir::{Attr, Loc, LocData, Str};

use super::Importer;
use terrace_llvm_ir::model::{ExpressionItem, Field, Global, Metadata, Module, NodeId, NodeKind, Special};

/// The maximum nesting depth of translated nodes; deeper nodes are dropped.
const MOST_DEPTH: usize = 4000;

/// The state of the translation of debug info nodes.
#[derive(Default)]
pub(super) struct DebugState {
    /// Nodes that are done.
    done: FxHashMap<NodeId, Option<Attr>>,
    /// Nodes that are done as long as some of those around them are not: with the places of those in `open`.
    partly: FxHashMap<NodeId, (Option<Attr>, Vec<usize>)>,
    /// The nodes that are being translated, innermost last.
    open: Vec<Open>,
    /// The numbers by which nodes that contain themselves are known.
    recursive_ids: FxHashMap<NodeId, Attr>,
    distinct_ids: FxHashMap<NodeId, Attr>,
    locations: FxHashMap<NodeId, Loc>,
    /// The locations of functions' first lines.
    expressions: FxHashMap<NodeId, Attr>,
}

/// A node that is being translated.
struct Open {
    node: NodeId,
    /// Whether it was met inside of itself.
    is_recursive: bool,
    /// The indices in `open` of the recursive nodes that the translation refers to.
    depends: Vec<usize>,
    /// The nodes whose translation is only valid while this one is incomplete.
    inside: Vec<NodeId>,
}

/// The fields of a node by name.
#[derive(Clone, Copy)]
pub(super) struct Fields<'m> {
    cx: &'m terrace_ir::Context,
    module: &'m Module,
    special: &'m Special,
}

impl<'m> Fields<'m> {
    pub(super) fn get(self, name: &str) -> Option<&'m Field> {
        let fields = self.special.fields.iter();
        fields
            .into_iter()
            .find(|(known, _)| self.module.bytes(*known) == name.as_bytes())
            .map(|(_, field)| field)
    }

    /// Whether there are fields besides these.
    pub(super) fn has_other(self, names: &[&str]) -> bool {
        let is_known = |name| names.iter().any(|known| known.as_bytes() == self.module.bytes(name));
        !self.special.fields.iter().all(|&(name, _)| is_known(name))
    }

    pub(super) fn kind(self) -> &'m [u8] {
        self.module.bytes(self.special.name)
    }

    pub(super) fn node(self, name: &str) -> Option<NodeId> {
        match self.get(name)? {
            Field::Metadata(Metadata::Node(node)) => Some(*node),
            _ => None,
        }
    }

    /// A string that is not empty.
    pub(super) fn text(self, name: &str) -> Option<Str> {
        match self.get(name)? {
            Field::Text(text) => match self.module.bytes(*text) {
                [] => None,
                bytes => Some(self.cx.str_from_bytes(bytes)),
            },
            _ => None,
        }
    }

    pub(super) fn text_attr(self, name: &str) -> Option<Attr> {
        self.text(name).map(|text| self.cx.str_attr(text))
    }

    pub(super) fn text_or_empty(self, name: &str) -> Attr {
        self.text_attr(name).unwrap_or_else(|| self.cx.string_attr(""))
    }

    pub(super) fn number(self, name: &str) -> Option<i128> {
        match self.get(name)? {
            Field::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub(super) fn u64(self, name: &str) -> u64 {
        self.number(name).unwrap_or(0) as u64
    }

    pub(super) fn u32(self, name: &str) -> u32 {
        self.number(name).unwrap_or(0) as u32
    }

    pub(super) fn bool(self, name: &str) -> Option<bool> {
        match self.get(name)? {
            Field::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The keywords of a field, as text.
    pub(super) fn words(self, name: &str) -> Option<Vec<&'m str>> {
        match self.get(name)? {
            Field::Words(words) => Some(
                words.iter().filter_map(|word| std::str::from_utf8(self.module.bytes(*word)).ok()).collect(),
            ),
            _ => None,
        }
    }

    /// The constant that a field has by a keyword or a number, the default if there is no such field; `None` if it is none
    /// that has a keyword.
    pub(super) fn constant(self, name: &str, def: &terrace_ir::def::EnumDef, default: u32) -> Option<u32> {
        let value = match (self.words(name), self.number(name)) {
            (Some(words), _) => def.value_of(words.first()?)?,
            (None, Some(number)) => u64::try_from(number).ok().filter(|&number| def.has(number))?,
            (None, None) => return Some(default),
        };
        u32::try_from(value).ok()
    }
}

impl<'m> Importer<'m> {
    /// The fields of a node; `None` if it has none.
    pub(super) fn fields(&self, node: NodeId) -> Option<Fields<'m>> {
        match &self.module.node(node).kind {
            NodeKind::Special(special) => Some(Fields { cx: self.cx, module: self.module, special }),
            _ => None,
        }
    }

    pub(super) fn distinct_id(&mut self, node: NodeId) -> Attr {
        let cx = self.cx;
        *self.debug.distinct_ids.entry(node).or_insert_with(|| cx.fresh_distinct(Attr::UNIT))
    }

    /// A node of debug information as an attribute; `None` where it has no equal.
    pub(super) fn debug_node(&mut self, node: NodeId) -> Option<Attr> {
        if let Some(&done) = self.debug.done.get(&node) {
            if let Some(attr) = done.filter(|_| self.debug.open.is_empty()) {
                self.link_debug_node(attr, node);
            }
            return done;
        }
        if let Some((attr, depends)) = self.debug.partly.get(&node).cloned() {
            self.note_dependence(&depends);
            return attr;
        }
        let place = self.debug.open.iter().position(|open| open.node == node);
        if let Some(place) = place
            && let Some(own) = self.self_reference(node)
        {
            self.debug.open[place].is_recursive = true;
            self.note_dependence(&[place]);
            return Some(own);
        }
        if self.debug.open.len() >= MOST_DEPTH {
            return None;
        }
        self.debug.open.push(Open { node, is_recursive: false, depends: Vec::new(), inside: Vec::new() });
        let mut attr = stacker::maybe_grow(64 << 10, 1 << 20, || self.debug_node_of(node));
        let Some(mut open) = self.debug.open.pop() else { return attr };
        if open.is_recursive
            && let Some(done) = attr
        {
            attr = self.with_recursive_id(node, done);
        }
        for inside in open.inside {
            self.debug.partly.remove(&inside);
        }
        let place = self.debug.open.len();
        open.depends.retain(|&other| other != place);
        match open.depends.iter().max() {
            None => {
                self.debug.done.insert(node, attr);
                if let Some(attr) = attr.filter(|_| place == 0) {
                    self.link_debug_node(attr, node);
                }
            }
            Some(&innermost) => {
                self.note_dependence(&open.depends);
                self.debug.open[innermost].inside.push(node);
                self.debug.partly.insert(node, (attr, open.depends));
            }
        }
        attr
    }

    fn note_dependence(&mut self, places: &[usize]) {
        if let Some(open) = self.debug.open.last_mut() {
            for &place in places {
                if !open.depends.contains(&place) {
                    open.depends.push(place);
                }
            }
        }
    }

    fn recursive_id(&mut self, node: NodeId) -> Attr {
        let cx = self.cx;
        *self.debug.recursive_ids.entry(node).or_insert_with(|| cx.fresh_distinct(Attr::UNIT))
    }

    /// The self-reference in a recursive node; `None` for nodes that cannot be recursive.
    fn self_reference(&mut self, node: NodeId) -> Option<Attr> {
        match self.fields(node)?.kind() {
            b"DICompositeType" => {
                let id = self.recursive_id(node);
                Some(super::debug_types::composite_itself(self.cx, id))
            }
            b"DISubprogram" => {
                let id = self.recursive_id(node);
                Some(DISubprogramAttr::itself(self.cx, id).into())
            }
            _ => None,
        }
    }

    /// A node with the number by which it is known inside of itself.
    fn with_recursive_id(&mut self, node: NodeId, attr: Attr) -> Option<Attr> {
        let id = self.recursive_id(node);
        for def in [DICompositeTypeAttr::DEF, DISubprogramAttr::DEF] {
            if let Some(params) = self.cx.attr_params(attr, def) {
                let mut params = params.to_vec();
                params[0] = id;
                let attr = self.cx.dialect_attr(def, &params);
                return Some(attr.expect("any number may be the first parameter"));
            }
        }
        Some(attr)
    }

    /// The attribute of a node that a field names.
    pub(super) fn debug_field(&mut self, fields: Fields<'m>, name: &str) -> Option<Attr> {
        self.debug_node(fields.node(name)?)
    }

    /// The file that a field names.
    pub(super) fn file_field(&mut self, fields: Fields<'m>) -> Option<DIFileAttr> {
        self.debug_field(fields, "file")?.dyn_cast::<DIFileAttr>(self.cx)
    }

    /// The expression that a field names.
    pub(super) fn expression_field(&mut self, fields: Fields<'m>, name: &str) -> Option<DIExpressionAttr> {
        self.expression(fields.node(name)?)?.dyn_cast::<DIExpressionAttr>(self.cx)
    }

    /// An expression; `None` if the node is none.
    pub(super) fn expression(&mut self, node: NodeId) -> Option<Attr> {
        if let Some(&known) = self.debug.expressions.get(&node) {
            return Some(known);
        }
        let NodeKind::Expression(items) = &self.module.node(node).kind else { return None };
        let cx = self.cx;
        let number = |item: &ExpressionItem| match *item {
            ExpressionItem::Number(number) => number,
            ExpressionItem::Word(word) => {
                let word = std::str::from_utf8(self.module.bytes(word)).ok();
                let value = word
                    .and_then(|word| Encoding::DEF.value_of(word).or_else(|| Operation::DEF.value_of(word)));
                value.expect("keywords are checked when they are read")
            }
        };
        let (mut elements, mut rest) = (Vec::new(), &items[..]);
        while let [first, tail @ ..] = rest {
            let operation = number(first);
            let count = argument_count(operation).min(tail.len());
            let arguments = tail[..count].iter().map(number).collect();
            elements.push(DIExpressionElemAttr::get(cx, operation as u32, arguments));
            rest = &tail[count..];
        }
        let attr = Attr::from(DIExpressionAttr::get(cx, elements));
        self.debug.expressions.insert(node, attr);
        Some(attr)
    }

    /// A global variable and its expression.
    pub(super) fn global_variable_expression(&mut self, node: NodeId) -> Option<Attr> {
        let fields = self.fields(node)?;
        if fields.kind() != b"DIGlobalVariableExpression" {
            return None;
        }
        let variable = self.debug_field(fields, "var")?.dyn_cast::<DIGlobalVariableAttr>(self.cx)?;
        let expression = self.expression_field(fields, "expr");
        let attr = Attr::from(DIGlobalVariableExpressionAttr::get(self.cx, variable, expression));
        self.link_debug_node(attr, node);
        Some(attr)
    }

    /// The name of the file that a scope is in; empty if the scope has none.
    fn file_of(&self, scope: NodeId) -> Str {
        let fields = self.fields(scope).filter(|fields| fields.kind() != b"DIFile");
        let file = match fields {
            Some(fields) => fields.node("file"),
            None => Some(scope),
        };
        let name = file.and_then(|file| self.fields(file)).and_then(|file| file.text("filename"));
        name.unwrap_or_else(|| self.cx.str(""))
    }

    /// The location of a function.
    pub(super) fn function_loc(&mut self, global: &Global) -> Loc {
        let cx = self.cx;
        let found = global.attachments.iter().find(|(kind, _)| self.module.bytes(*kind) == b"dbg");
        let Some(&(_, node)) = found else { return Loc::UNKNOWN };
        let Some(fields) = self.fields(node) else { return Loc::UNKNOWN };
        let file = cx.file_loc(self.file_of(node), fields.u32("line"), 0);
        match self.debug_node(node) {
            Some(subprogram) => self.fused(file, subprogram),
            None => Loc::from_attr(file),
        }
    }

    fn fused(&self, inner: Attr, metadata: Attr) -> Loc {
        Loc::from_attr(self.cx.loc_attr(LocData::Fused { metadata, locations: [inner].into() }))
    }

    /// A location of debug information.
    pub(super) fn location(&mut self, node: NodeId) -> Loc {
        if let Some(&known) = self.debug.locations.get(&node) {
            return known;
        }
        // Inlined calls are a chain of locations.
        let (mut chain, mut at) = (Vec::new(), Some(node));
        while let Some(node) = at
            && chain.len() < MOST_DEPTH
            && !chain.contains(&node)
        {
            chain.push(node);
            at = self.fields(node).and_then(|fields| fields.node("inlinedAt"));
        }
        let mut outer = None;
        for &node in chain.iter().rev() {
            let loc = self.plain_location(node);
            let loc = match outer.and_then(|outer: Loc| outer.as_attr(self.cx)) {
                Some(caller) => {
                    let callee = loc.as_attr(self.cx).unwrap_or(Attr::UNKNOWN_LOC);
                    Loc::from_attr(self.cx.loc_attr(LocData::CallSite { callee, caller }))
                }
                None => loc,
            };
            self.debug.locations.insert(node, loc);
            outer = Some(loc);
        }
        outer.unwrap_or(Loc::UNKNOWN)
    }

    fn plain_location(&mut self, node: NodeId) -> Loc {
        let Some(fields) = self.fields(node).filter(|fields| fields.kind() == b"DILocation") else {
            return Loc::UNKNOWN;
        };
        let Some(scope) = fields.node("scope") else { return Loc::UNKNOWN };
        let file = match self.file_of(scope) {
            file if file.bytes(self.cx).is_empty() => self.cx.str("-"),
            file => file,
        };
        let file = self.cx.file_loc(file, fields.u32("line"), fields.u32("column"));
        match self.debug_node(scope) {
            Some(scope) => self.fused(file, scope),
            None => Loc::from_attr(file),
        }
    }
}

/// The number of arguments of an operation in a DWARF expression.
fn argument_count(operation: u64) -> usize {
    match operation {
        // DW_OP_LLVM_fragment, DW_OP_LLVM_convert, DW_OP_bregx, DW_OP_LLVM_extract_bits_sext and _zext
        0x1000 | 0x1001 | 0x92 | 0x1007 | 0x1008 => 2,
        // DW_OP_constu, DW_OP_consts, DW_OP_deref_size, DW_OP_plus_uconst, DW_OP_LLVM_tag_offset,
        // DW_OP_LLVM_entry_value, DW_OP_LLVM_arg, DW_OP_regx, DW_OP_breg0..31
        0x10 | 0x11 | 0x94 | 0x23 | 0x1002 | 0x1003 | 0x1005 | 0x90 | 0x70..=0x8f => 1,
        _ => 0,
    }
}
