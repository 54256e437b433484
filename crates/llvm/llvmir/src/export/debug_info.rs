//! Debug information: nodes, records and locations.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::attrs::*;
use terrace_dialects_llvm::enums::{DIEmissionKind, DIFlags, DINameTableKind, DISubprogramFlags};
use terrace_dialects_llvm::intrinsics::*;
use terrace_dialects_llvm::ops::{CallIntrinsicOp, GlobalOp};
use terrace_ir::{Attr, Context, Loc, LocData, OpRef, OptionalAttr, ValueRef, op_match};

use terrace_llvm_ir::model::{Metadata, NodeId, NodeKind, Record, Value};

use super::debug_fields::{Fields, expression_node, subprogram_flag_words};
use super::{Exporter, Result, bytes_of};

/// The metadata nodes of debug info attributes.
#[derive(Default)]
pub(super) struct DebugInfo {
    nodes: FxHashMap<Attr, NodeId>,
    /// Nodes that contain themselves and are being made, by their numbers.
    open: Vec<(Attr, NodeId)>,
    /// Global variables of units.
    globals: FxHashMap<Attr, Vec<Metadata>>,
    /// Units, to which their globals are added in the end.
    units: Vec<(Attr, NodeId)>,
    locations: FxHashMap<(Attr, Option<NodeId>, Option<NodeId>), Option<NodeId>>,
}

/// A bound of a range.
enum Bound {
    Number(i64),
    Expression(DIExpressionAttr),
    Node(Option<NodeId>),
}

/// The scope of a location, which is that of the function for a location on a function.
pub(super) fn scope_of(cx: &Context, loc: Loc) -> Option<Attr> {
    match loc.as_attr(cx)?.as_loc(cx)? {
        LocData::Fused { metadata, .. } if metadata.isa::<DISubprogramAttr>(cx) => Some(*metadata),
        _ => None,
    }
}

/// `DW_TAG_base_type`.
const BASE_TYPE: u32 = 0x24;
/// `DW_TAG_variable`.
const VARIABLE: u32 = 0x34;

impl<'a> Exporter<'a> {
    fn node_of(&mut self, attr: Option<impl Into<Attr>>) -> Option<NodeId> {
        self.debug_node(attr?.into())
    }

    /// The list of some nodes; a null type maps to `null`.
    fn list_of(&mut self, attrs: &[Attr]) -> Option<NodeId> {
        if attrs.is_empty() {
            return None;
        }
        let items: Vec<Metadata> = attrs
            .iter()
            .map(|&attr| match self.debug_node(attr) {
                Some(node) => Metadata::Node(node),
                None => Metadata::Null,
            })
            .collect();
        Some(self.module.tuple_node(&items))
    }

    /// The debug information of a function.
    pub(super) fn subprogram(&mut self, attr: Attr) -> Option<NodeId> {
        self.debug_node(attr)
    }

    /// The node of an attribute of debug information; `None` for the null type.
    fn debug_node(&mut self, attr: Attr) -> Option<NodeId> {
        let cx = self.cx;
        if attr.is_null() || attr.isa::<DINullTypeAttr>(cx) {
            return None;
        }
        if let Some(&node) = self.debug.nodes.get(&attr) {
            return Some(node);
        }
        if let Some(node) = self.kept_debug_node(attr) {
            return Some(node);
        }
        let (id, is_self) =
            match (attr.dyn_cast::<DICompositeTypeAttr>(cx), attr.dyn_cast::<DISubprogramAttr>(cx)) {
                (Some(ty), _) => (ty.rec_id(cx), ty.is_rec_self(cx)),
                (_, Some(subprogram)) => (subprogram.rec_id(cx), subprogram.is_rec_self(cx)),
                _ => (None, false),
            };
        if is_self {
            return self.debug.open.iter().rev().find(|(open, _)| Some(*open) == id).map(|(_, node)| *node);
        }
        let depth = self.debug.open.len();
        let reserved = match id {
            Some(id) => {
                let node = self.module.add_node(true, NodeKind::Undefined);
                self.debug.open.push((id, node));
                Some(node)
            }
            None => None,
        };
        let made = self.make_debug_node(attr);
        self.debug.open.truncate(depth);
        let (kind, mut is_distinct) = made?;
        is_distinct |= attr.isa::<DICompositeTypeAttr>(cx) && id.is_some();
        let node = match reserved {
            Some(node) => {
                self.module.define_node(node, is_distinct, kind);
                node
            }
            None if is_distinct => self.module.add_node(true, kind),
            None => self.module.unique_node(kind),
        };
        // A node that refers to an incomplete recursive node is not cached: it depends on the enclosing
        // nodes.
        if depth == 0 || id.is_some() || is_distinct {
            self.debug.nodes.insert(attr, node);
        }
        if attr.isa::<DICompileUnitAttr>(cx) {
            self.debug.units.push((attr, node));
            self.module.add_named("llvm.dbg.cu", &[node]);
        }
        Some(node)
    }

    fn make_debug_node(&mut self, attr: Attr) -> Option<(NodeKind, bool)> {
        let cx = self.cx;
        if let Some(file) = attr.dyn_cast::<DIFileAttr>(cx) {
            let mut fields = Fields::new(&mut self.module, "DIFile");
            let bytes = |text: Attr| text.optional_bytes(cx);
            fields.any_string("filename", bytes(file.name(cx)));
            fields.any_string("directory", bytes(file.directory(cx)));
            return Some((fields.finish(), false));
        }
        if let Some(unit) = attr.dyn_cast::<DICompileUnitAttr>(cx) {
            return Some((self.compile_unit(unit), true));
        }
        if let Some(subprogram) = attr.dyn_cast::<DISubprogramAttr>(cx) {
            let is_definition = subprogram.subprogram_flags(cx).contains(DISubprogramFlags::DEFINITION);
            let is_distinct = subprogram.id(cx).is_some() || is_definition;
            return Some((self.subprogram_text(subprogram), is_distinct));
        }
        if let Some(block) = attr.dyn_cast::<DILexicalBlockAttr>(cx) {
            let (scope, file) = (self.debug_node(block.scope(cx)), self.node_of(block.file(cx)));
            let mut fields = Fields::new(&mut self.module, "DILexicalBlock");
            fields.node_or_null("scope", scope);
            fields.node("file", file);
            fields.number("line", u64::from(block.line(cx)));
            fields.number("column", u64::from(block.column(cx)));
            return Some((fields.finish(), true));
        }
        if let Some(block) = attr.dyn_cast::<DILexicalBlockFileAttr>(cx) {
            let (scope, file) = (self.debug_node(block.scope(cx)), self.node_of(block.file(cx)));
            let mut fields = Fields::new(&mut self.module, "DILexicalBlockFile");
            fields.node_or_null("scope", scope);
            fields.node("file", file);
            fields.any_number("discriminator", i128::from(block.discriminator(cx)));
            return Some((fields.finish(), true));
        }
        if let Some(variable) = attr.dyn_cast::<DILocalVariableAttr>(cx) {
            return Some((self.local_variable(variable), false));
        }
        if let Some(variable) = attr.dyn_cast::<DIGlobalVariableAttr>(cx) {
            return Some((self.global_variable(variable), true));
        }
        if let Some(label) = attr.dyn_cast::<DILabelAttr>(cx) {
            let (scope, file) = (self.debug_node(label.scope(cx)), self.node_of(label.file(cx)));
            let mut fields = Fields::new(&mut self.module, "DILabel");
            fields.node_or_null("scope", scope);
            fields.string(cx, "name", label.name(cx));
            fields.node("file", file);
            fields.number("line", u64::from(label.line(cx)));
            return Some((fields.finish(), false));
        }
        if let Some(space) = attr.dyn_cast::<DINamespaceAttr>(cx) {
            let scope = self.node_of(space.scope(cx));
            let mut fields = Fields::new(&mut self.module, "DINamespace");
            fields.string(cx, "name", space.name(cx));
            fields.node_or_null("scope", scope);
            if space.export_symbols(cx) {
                fields.boolean("exportSymbols", true);
            }
            return Some((fields.finish(), false));
        }
        if let Some(module) = attr.dyn_cast::<DIModuleAttr>(cx) {
            let (file, scope) = (self.node_of(module.file(cx)), self.node_of(module.scope(cx)));
            let mut fields = Fields::new(&mut self.module, "DIModule");
            fields.node_or_null("scope", scope);
            fields.string(cx, "name", module.name(cx));
            fields.string(cx, "configMacros", module.config_macros(cx));
            fields.string(cx, "includePath", module.include_path(cx));
            fields.string(cx, "apinotes", module.apinotes(cx));
            fields.node("file", file);
            fields.number("line", u64::from(module.line(cx)));
            if module.is_decl(cx) {
                fields.boolean("isDecl", true);
            }
            return Some((fields.finish(), false));
        }
        if let Some(entity) = attr.dyn_cast::<DIImportedEntityAttr>(cx) {
            let (scope, of) = (self.debug_node(entity.scope(cx)), self.debug_node(entity.entity(cx)));
            let (file, elements) = (self.node_of(entity.file(cx)), self.list_of(&entity.elements(cx)));
            let mut fields = Fields::new(&mut self.module, "DIImportedEntity");
            fields.keyword("tag", dwarf::Tag::DEF, entity.tag(cx));
            fields.string(cx, "name", entity.name(cx));
            fields.node_or_null("scope", scope);
            fields.node("entity", of);
            fields.node("file", file);
            fields.number("line", u64::from(entity.line(cx)));
            fields.node("elements", elements);
            return Some((fields.finish(), false));
        }
        if let Some(block) = attr.dyn_cast::<DICommonBlockAttr>(cx) {
            let (scope, decl) = (self.debug_node(block.scope(cx)), self.node_of(block.decl(cx)));
            let file = self.node_of(block.file(cx));
            let mut fields = Fields::new(&mut self.module, "DICommonBlock");
            fields.node_or_null("scope", scope);
            fields.node_or_null("declaration", decl);
            fields.string(cx, "name", Some(block.name(cx)));
            fields.node("file", file);
            fields.number("line", u64::from(block.line(cx)));
            return Some((fields.finish(), false));
        }
        if let Some(annotation) = attr.dyn_cast::<DIAnnotationAttr>(cx) {
            let texts = [annotation.name(cx), annotation.value(cx)];
            let texts = texts.map(|text| self.module.text(bytes_of(cx, text)));
            return Some((NodeKind::Tuple(texts.into()), false));
        }
        if let Some(expression) = attr.dyn_cast::<DIGlobalVariableExpressionAttr>(cx) {
            let variable = self.debug_node(expression.var(cx).into());
            let mut fields = Fields::new(&mut self.module, "DIGlobalVariableExpression");
            fields.node_or_null("var", variable);
            fields.any_expression(cx, "expr", expression.expr(cx));
            return Some((fields.finish(), false));
        }
        self.type_text(attr).map(|text| (text, false))
    }

    fn type_text(&mut self, attr: Attr) -> Option<NodeKind> {
        let cx = self.cx;
        if let Some(ty) = attr.dyn_cast::<DIBasicTypeAttr>(cx) {
            let mut fields = Fields::new(&mut self.module, "DIBasicType");
            if ty.tag(cx) != BASE_TYPE {
                fields.keyword("tag", dwarf::Tag::DEF, ty.tag(cx));
            }
            fields.string(cx, "name", Some(ty.name(cx)));
            fields.number("size", ty.size_in_bits(cx));
            if ty.encoding(cx) != 0 {
                fields.keyword("encoding", dwarf::Encoding::DEF, ty.encoding(cx));
            }
            return Some(fields.finish());
        }
        if let Some(ty) = attr.dyn_cast::<DIDerivedTypeAttr>(cx) {
            let (base, extra) = (self.node_of(ty.base_type(cx)), self.node_of(ty.extra_data(cx)));
            let mut fields = Fields::new(&mut self.module, "DIDerivedType");
            fields.keyword("tag", dwarf::Tag::DEF, ty.tag(cx));
            fields.string(cx, "name", ty.name(cx));
            fields.node_or_null("baseType", base);
            fields.number("size", ty.size_in_bits(cx));
            fields.number("align", u64::from(ty.align_in_bits(cx)));
            fields.number("offset", ty.offset_in_bits(cx));
            // The attribute has no flags; a variable is a type as a static member alone.
            if ty.tag(cx) == VARIABLE {
                fields.flags(DIFlags::STATIC_MEMBER);
            }
            fields.node("extraData", extra);
            if let Some(space) = ty.dwarf_address_space(cx) {
                fields.any_number("dwarfAddressSpace", i128::from(space));
            }
            return Some(fields.finish());
        }
        if let Some(ty) = attr.dyn_cast::<DICompositeTypeAttr>(cx) {
            let (file, scope) = (self.node_of(ty.file(cx)), self.node_of(ty.scope(cx)));
            let (base, elements) = (self.node_of(ty.base_type(cx)), self.list_of(&ty.elements(cx)));
            let mut fields = Fields::new(&mut self.module, "DICompositeType");
            fields.keyword("tag", dwarf::Tag::DEF, ty.tag(cx));
            fields.string(cx, "name", ty.name(cx));
            fields.node("scope", scope);
            fields.node("file", file);
            fields.number("line", u64::from(ty.line(cx)));
            fields.node("baseType", base);
            fields.number("size", ty.size_in_bits(cx));
            fields.number("align", ty.align_in_bits(cx));
            fields.flags(ty.flags(cx));
            fields.node("elements", elements);
            fields.expression(cx, "dataLocation", ty.data_location(cx));
            fields.expression(cx, "associated", ty.associated(cx));
            fields.expression(cx, "allocated", ty.allocated(cx));
            fields.expression(cx, "rank", ty.rank(cx));
            return Some(fields.finish());
        }
        if let Some(ty) = attr.dyn_cast::<DISubroutineTypeAttr>(cx) {
            let list = self.list_of(&ty.types(cx));
            let list = match list {
                Some(list) => list,
                None => self.module.tuple_node(&[]),
            };
            let mut fields = Fields::new(&mut self.module, "DISubroutineType");
            if ty.calling_convention(cx) != 0 {
                fields.keyword("cc", dwarf::CallingConvention::DEF, ty.calling_convention(cx));
            }
            fields.node("types", Some(list));
            return Some(fields.finish());
        }
        if let Some(ty) = attr.dyn_cast::<DIStringTypeAttr>(cx) {
            const STRING_TYPE: u32 = 0x12;
            let length = self.node_of(ty.string_length(cx));
            let mut fields = Fields::new(&mut self.module, "DIStringType");
            if ty.tag(cx) != STRING_TYPE {
                fields.keyword("tag", dwarf::Tag::DEF, ty.tag(cx));
            }
            fields.string(cx, "name", Some(ty.name(cx)));
            fields.node("stringLength", length);
            fields.expression(cx, "stringLengthExpression", ty.string_length_exp(cx));
            fields.expression(cx, "stringLocationExpression", ty.string_location_exp(cx));
            fields.number("size", ty.size_in_bits(cx));
            fields.number("align", u64::from(ty.align_in_bits(cx)));
            if ty.encoding(cx) != 0 {
                fields.keyword("encoding", dwarf::Encoding::DEF, ty.encoding(cx));
            }
            return Some(fields.finish());
        }
        if let Some(range) = attr.dyn_cast::<DISubrangeAttr>(cx) {
            let bounds = [range.count(cx), range.lower_bound(cx), range.upper_bound(cx), range.stride(cx)];
            return Some(self.range_text("DISubrange", bounds));
        }
        let range = attr.dyn_cast::<DIGenericSubrangeAttr>(cx)?;
        let bounds =
            [range.count(cx), Some(range.lower_bound(cx)), range.upper_bound(cx), Some(range.stride(cx))];
        Some(self.range_text("DIGenericSubrange", bounds))
    }

    /// A range whose bounds are numbers, variables or expressions.
    fn range_text(&mut self, name: &str, bounds: [Option<Attr>; 4]) -> NodeKind {
        let cx = self.cx;
        let names = ["count", "lowerBound", "upperBound", "stride"];
        let mut found = Vec::new();
        for (name, bound) in names.into_iter().zip(bounds) {
            let Some(bound) = bound else { continue };
            if let Some(number) = bound.as_i64(cx) {
                found.push((name, Bound::Number(number)));
            } else if let Some(expression) = bound.dyn_cast::<DIExpressionAttr>(cx) {
                found.push((name, Bound::Expression(expression)));
            } else {
                found.push((name, Bound::Node(self.debug_node(bound))));
            }
        }
        let mut fields = Fields::new(&mut self.module, name);
        for (name, bound) in found {
            match bound {
                Bound::Number(number) => fields.any_number(name, i128::from(number)),
                Bound::Expression(expression) => fields.expression(cx, name, Some(expression)),
                Bound::Node(node) => fields.node(name, node),
            }
        }
        fields.finish()
    }

    fn compile_unit(&mut self, unit: DICompileUnitAttr) -> NodeKind {
        let cx = self.cx;
        let file = self.debug_node(unit.file(cx).into());
        let globals = self.debug.globals.get(&Attr::from(unit)).cloned().unwrap_or_default();
        let globals = (!globals.is_empty()).then(|| self.module.tuple_node(&globals));
        let mut fields = Fields::new(&mut self.module, "DICompileUnit");
        fields.keyword("language", dwarf::Language::DEF, unit.source_language(cx));
        fields.node_or_null("file", file);
        fields.string(cx, "producer", unit.producer(cx));
        fields.boolean("isOptimized", unit.is_optimized(cx));
        fields.any_number("runtimeVersion", 0);
        fields.string(cx, "splitDebugFilename", unit.split_debug_filename(cx));
        fields.word(
            "emissionKind",
            match unit.emission_kind(cx) {
                DIEmissionKind::None => "NoDebug",
                DIEmissionKind::Full => "FullDebug",
                DIEmissionKind::LineTablesOnly => "LineTablesOnly",
                DIEmissionKind::DebugDirectivesOnly => "DebugDirectivesOnly",
            },
        );
        fields.node("globals", globals);
        match unit.name_table_kind(cx) {
            DINameTableKind::Default => {}
            DINameTableKind::GNU => fields.word("nameTableKind", "GNU"),
            DINameTableKind::None => fields.word("nameTableKind", "None"),
            DINameTableKind::Apple => fields.word("nameTableKind", "Apple"),
        }
        fields.finish()
    }

    fn subprogram_text(&mut self, subprogram: DISubprogramAttr) -> NodeKind {
        let cx = self.cx;
        let (file, scope) = (self.node_of(subprogram.file(cx)), self.node_of(subprogram.scope(cx)));
        let (ty, unit) = (self.node_of(subprogram.type_(cx)), self.node_of(subprogram.compile_unit(cx)));
        let retained = self.list_of(&subprogram.retained_nodes(cx));
        let annotations = self.list_of(&subprogram.annotations(cx));
        let mut fields = Fields::new(&mut self.module, "DISubprogram");
        fields.string(cx, "name", subprogram.name(cx));
        fields.string(cx, "linkageName", subprogram.linkage_name(cx));
        fields.node_or_null("scope", scope);
        fields.node("file", file);
        fields.number("line", u64::from(subprogram.line(cx)));
        fields.node("type", ty);
        fields.number("scopeLine", u64::from(subprogram.scope_line(cx)));
        match &subprogram_flag_words(subprogram.subprogram_flags(cx))[..] {
            [] => fields.any_number("spFlags", 0),
            words => fields.words("spFlags", words),
        }
        fields.node("unit", unit);
        fields.node("retainedNodes", retained);
        fields.node("annotations", annotations);
        fields.finish()
    }

    fn local_variable(&mut self, variable: DILocalVariableAttr) -> NodeKind {
        let cx = self.cx;
        let (scope, file) = (self.debug_node(variable.scope(cx)), self.node_of(variable.file(cx)));
        let ty = self.node_of(variable.type_(cx));
        let mut fields = Fields::new(&mut self.module, "DILocalVariable");
        fields.string(cx, "name", variable.name(cx));
        fields.number("arg", u64::from(variable.arg(cx)));
        fields.node_or_null("scope", scope);
        fields.node("file", file);
        fields.number("line", u64::from(variable.line(cx)));
        fields.node("type", ty);
        fields.flags(variable.flags(cx));
        fields.number("align", u64::from(variable.align_in_bits(cx)));
        fields.finish()
    }

    fn global_variable(&mut self, variable: DIGlobalVariableAttr) -> NodeKind {
        let cx = self.cx;
        let scope = self.node_of(variable.scope(cx));
        let (file, ty) = (self.debug_node(variable.file(cx).into()), self.debug_node(variable.type_(cx)));
        let mut fields = Fields::new(&mut self.module, "DIGlobalVariable");
        fields.string(cx, "name", variable.name(cx));
        fields.string(cx, "linkageName", variable.linkage_name(cx));
        fields.node_or_null("scope", scope);
        fields.node("file", file);
        fields.number("line", u64::from(variable.line(cx)));
        fields.node("type", ty);
        fields.boolean("isLocal", variable.is_local_to_unit(cx));
        fields.boolean("isDefinition", variable.is_defined(cx));
        fields.number("align", u64::from(variable.align_in_bits(cx)));
        fields.finish()
    }

    /// Creates the nodes of attachments of globals, which their units list. No node may have a number yet.
    pub(super) fn global_variables(&mut self, ops: &[OpRef<'a>]) {
        let cx = self.cx;
        for global in ops.iter().filter_map(|op| op.cast::<GlobalOp>()) {
            for &attr in global.dbg_exprs_attr().optional_elements(cx) {
                let variable = self.global_variable_expression(attr).and_then(|node| {
                    let scope = attr.dyn_cast::<DIGlobalVariableExpressionAttr>(cx)?.var(cx).scope(cx)?;
                    Some((unit_of(cx, scope)?, node))
                });
                if let Some((unit, node)) = variable {
                    self.debug.globals.entry(unit.into()).or_default().push(Metadata::Node(node));
                }
            }
        }
        for (attr, node) in self.debug.units.clone() {
            if let Some(unit) = attr.dyn_cast::<DICompileUnitAttr>(cx) {
                let kind = self.compile_unit(unit);
                self.module.define_node(node, true, kind);
            }
        }
    }

    /// The metadata attachment of a global variable.
    pub(super) fn global_variable_expression(&mut self, attr: Attr) -> Option<NodeId> {
        let expression = attr.dyn_cast::<DIGlobalVariableExpressionAttr>(self.cx)?;
        if let Some(node) = self.kept_debug_node(attr) {
            return Some(node);
        }
        expression.var(self.cx).scope(self.cx)?;
        self.debug_node(attr)
    }

    /// Appends the record of debug information that an op is; returns whether it is one.
    pub(super) fn debug_record(&mut self, op: OpRef<'a>) -> Result<bool> {
        let cx = self.cx;
        if self.is_kept_record(op)
            && let Some(view) = op.cast::<CallIntrinsicOp>()
        {
            return Ok(self.kept_record(view));
        }
        let (name, value, variable, expression) = op_match!(op, {
            DbgValueOp(view) => {
                ("value", Some(view.value()), view.var_info_attr(), Some(view.location_expr_attr()))
            }
            DbgDeclareOp(view) => {
                ("declare", Some(view.addr()), view.var_info_attr(), Some(view.location_expr_attr()))
            }
            DbgLabelOp(view) => ("label", None, view.label_attr(), None),
            _ => return Ok(false),
        });
        // A record without a location in a function is dropped.
        let Some(location) = self.location(op) else { return Ok(true) };
        let Some(variable) = self.debug_node(variable) else { return Ok(true) };
        let mut operands = Vec::new();
        if let Some(value) = value {
            let value = self.recorded(op, 0, value);
            operands.push(self.value_metadata(value));
        }
        operands.push(Metadata::Node(variable));
        if let Some(expression) = expression {
            let expression = expression.dyn_cast::<DIExpressionAttr>(cx);
            operands.push(Metadata::Node(expression_node(cx, &mut self.module, expression)));
        }
        operands.push(Metadata::Node(location));
        self.push_record(name, operands);
        Ok(true)
    }

    /// A value as metadata of a record.
    pub(super) fn value_metadata(&mut self, value: ValueRef<'_>) -> Metadata {
        match self.value(value) {
            Value::Local(local) => Metadata::Local(local),
            Value::Const(constant) => Metadata::Const(constant),
            Value::Metadata(metadata) => metadata,
        }
    }

    /// Adds a record before the next instruction.
    pub(super) fn push_record(&mut self, kind: &str, operands: Vec<Metadata>) {
        let kind = self.module.str(kind);
        self.function.body.records.push(Record { kind, operands, span: 0..0 });
    }

    /// The value that an operand of a record names, which may not be valid where the record is.
    pub(super) fn recorded(&self, op: OpRef<'a>, index: usize, operand: ValueRef<'a>) -> ValueRef<'a> {
        match self.function.notes.records.get(&(op.id(), index)) {
            Some(&value) => ValueRef::in_body(op.ir(), op.body(), op.body_id(), value),
            None => operand,
        }
    }

    /// The node of an op's location; `None` if its function has no debug info.
    pub(super) fn location(&mut self, op: OpRef<'a>) -> Option<NodeId> {
        if self.function.scope.is_some()
            && self.kept(op).is_some()
            && let Some(node) = self.exact_node(op, "dbg", self.ir.loc_attr(op.loc()))
        {
            return Some(node);
        }
        self.location_at(op.loc())
    }

    /// The node of a location in the function, if that has debug information.
    pub(super) fn location_at(&mut self, loc: Loc) -> Option<NodeId> {
        let scope = self.function.scope?;
        let loc = self.ir.loc_attr(loc);
        self.location_of(loc, Some(scope), None)
    }

    /// The node of a location in a scope, at a call where it was inlined.
    pub(super) fn location_of(
        &mut self,
        loc: Attr,
        scope: Option<NodeId>,
        inlined_at: Option<NodeId>,
    ) -> Option<NodeId> {
        let key = (loc, scope, inlined_at);
        if let Some(&known) = self.debug.locations.get(&key) {
            return known;
        }
        let node = self.new_location(loc, scope, inlined_at);
        self.debug.locations.insert(key, node);
        node
    }

    fn new_location(
        &mut self,
        mut loc: Attr,
        mut scope: Option<NodeId>,
        mut inlined_at: Option<NodeId>,
    ) -> Option<NodeId> {
        let cx = self.cx;
        loop {
            match loc.as_loc(cx)? {
                LocData::Unknown => return None,
                LocData::Name { child, .. } => loc = *child,
                LocData::Fused { locations, metadata } => {
                    if params::is_di_local_scope(cx, *metadata) {
                        scope = self.debug_node(*metadata);
                    }
                    loc = *locations.first()?;
                }
                LocData::CallSite { callee, caller } => {
                    inlined_at = Some(self.location_of(*caller, scope, inlined_at)?);
                    (loc, scope) = (*callee, None);
                }
                LocData::File { line, col, .. } => {
                    let scope = scope?;
                    let mut fields = Fields::new(&mut self.module, "DILocation");
                    fields.any_number("line", i128::from(*line));
                    fields.number("column", u64::from(*col));
                    fields.node("scope", Some(scope));
                    fields.node("inlinedAt", inlined_at);
                    let kind = fields.finish();
                    return Some(self.module.unique_node(kind));
                }
            }
        }
    }
}

/// The unit that a scope is in.
fn unit_of(cx: &Context, scope: Attr) -> Option<DICompileUnitAttr> {
    let mut scope = Some(scope);
    while let Some(attr) = scope {
        if let Some(unit) = attr.dyn_cast::<DICompileUnitAttr>(cx) {
            return Some(unit);
        }
        scope = if let Some(subprogram) = attr.dyn_cast::<DISubprogramAttr>(cx) {
            return subprogram.compile_unit(cx);
        } else if let Some(block) = attr.dyn_cast::<DILexicalBlockAttr>(cx) {
            Some(block.scope(cx))
        } else if let Some(block) = attr.dyn_cast::<DILexicalBlockFileAttr>(cx) {
            Some(block.scope(cx))
        } else if let Some(block) = attr.dyn_cast::<DICommonBlockAttr>(cx) {
            Some(block.scope(cx))
        } else if let Some(space) = attr.dyn_cast::<DINamespaceAttr>(cx) {
            space.scope(cx)
        } else if let Some(module) = attr.dyn_cast::<DIModuleAttr>(cx) {
            module.scope(cx)
        } else {
            None
        };
    }
    None
}
