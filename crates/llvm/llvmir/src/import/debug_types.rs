//! Nodes of debug information, each kind as its attribute.

use terrace_dialects_llvm::attrs::dwarf::{CallingConvention, Encoding, Language, Tag};
use terrace_dialects_llvm::attrs::*;
use terrace_dialects_llvm::enums::{DIEmissionKind, DIFlags, DINameTableKind, DISubprogramFlags};
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::{Attr, Context, Type};

use super::Importer;
use super::debug_info::Fields;
use super::debug_words;
use terrace_llvm_ir::model::{Field, Metadata, NodeId};

fn tag(fields: Fields<'_>, default: u32) -> Option<u32> {
    fields.constant("tag", Tag::DEF, default)
}

fn flags(fields: Fields<'_>) -> DIFlags {
    let bits = match fields.words("flags") {
        Some(words) => {
            words.iter().filter_map(|word| debug_words::flag(word)).fold(0, |all, bits| all | bits)
        }
        None => fields.u64("flags"),
    };
    // Two bits are a number: of multiple and virtual inheritance, the dialect has no flag.
    known_flags(if bits & 2 << 16 == 0 { bits } else { bits & !(3 << 16) })
}

/// The flags among some bits that the dialect knows.
fn known_flags<E: EnumValue>(bits: u64) -> E {
    let known = E::DEF.cases.iter().fold(0, |all, case| all | case.value);
    E::from_int(bits & known).expect("all bits are those of flags")
}

/// The self-reference in a recursive composite type.
pub(super) fn composite_itself(cx: &Context, id: Attr) -> Attr {
    DICompositeTypeAttr::get(
        cx,
        Some(id),
        true,
        0,
        None,
        None,
        0,
        None,
        None,
        DIFlags::ZERO,
        0,
        0,
        None,
        None,
        None,
        None,
        Vec::new(),
    )
    .into()
}

impl<'m> Importer<'m> {
    /// A node as an attribute, from its fields.
    pub(super) fn debug_node_of(&mut self, node: NodeId) -> Option<Attr> {
        let fields = self.fields(node)?;
        let cx = self.cx;
        Some(match fields.kind() {
            b"DIBasicType" => DIBasicTypeAttr::get(
                cx,
                tag(fields, 0x24)?,
                fields.text_or_empty("name"),
                fields.u64("size"),
                fields.constant("encoding", Encoding::DEF, 0)?,
            )
            .into(),
            b"DICommonBlock" => {
                let scope = self.debug_field(fields, "scope")?;
                let decl = self.debug_field(fields, "declaration");
                let decl = decl.and_then(|decl| decl.dyn_cast::<DIGlobalVariableAttr>(cx));
                let (name, file) = (fields.text_or_empty("name"), self.file_field(fields));
                DICommonBlockAttr::get(cx, scope, decl, name, file, fields.u32("line")).into()
            }
            b"DICompileUnit" => self.compile_unit(node, fields)?,
            b"DICompositeType" => self.composite_type(fields)?,
            b"DIDerivedType" => self.derived_type(fields)?,
            b"DIStringType" => {
                let length = self.debug_field(fields, "stringLength");
                let length_expression = self.expression_field(fields, "stringLengthExpression");
                let location = self.expression_field(fields, "stringLocationExpression");
                DIStringTypeAttr::get(
                    cx,
                    tag(fields, 0x12)?,
                    fields.text_or_empty("name"),
                    fields.u64("size"),
                    fields.u32("align"),
                    length,
                    length_expression,
                    location,
                    fields.constant("encoding", Encoding::DEF, 0)?,
                )
                .into()
            }
            b"DIFile" => {
                DIFileAttr::get(cx, fields.text_or_empty("filename"), fields.text_or_empty("directory"))
                    .into()
            }
            b"DIGlobalVariable" => self.global_variable(fields)?,
            b"DIImportedEntity" => {
                let scope = self.debug_field(fields, "scope")?;
                let entity = self.debug_field(fields, "entity")?;
                let (file, elements) = (self.file_field(fields), self.debug_list(fields, "elements"));
                let elements = elements.unwrap_or_default();
                let name = fields.text_attr("name");
                DIImportedEntityAttr::get(
                    cx,
                    tag(fields, 0)?,
                    scope,
                    entity,
                    file,
                    fields.u32("line"),
                    name,
                    elements,
                )
                .into()
            }
            b"DILabel" => {
                let scope = self.debug_field(fields, "scope")?;
                let (name, file) = (fields.text_attr("name"), self.file_field(fields));
                DILabelAttr::get(cx, scope, name, file, fields.u32("line")).into()
            }
            b"DILexicalBlock" => {
                let (scope, file) = (self.debug_field(fields, "scope")?, self.file_field(fields));
                DILexicalBlockAttr::get(cx, scope, file, fields.u32("line"), fields.u32("column")).into()
            }
            b"DILexicalBlockFile" => {
                let (scope, file) = (self.debug_field(fields, "scope")?, self.file_field(fields));
                DILexicalBlockFileAttr::get(cx, scope, file, fields.u32("discriminator")).into()
            }
            b"DILocalVariable" => {
                let (scope, file) = (self.debug_field(fields, "scope")?, self.file_field(fields));
                let ty = self.debug_field(fields, "type");
                let name = fields.text_attr("name");
                let (line, arg, align) = (fields.u32("line"), fields.u32("arg"), fields.u32("align"));
                DILocalVariableAttr::get(cx, scope, name, file, line, arg, align, ty, flags(fields)).into()
            }
            b"DIModule" => {
                let (file, scope) = (self.file_field(fields), self.debug_field(fields, "scope"));
                DIModuleAttr::get(
                    cx,
                    file,
                    scope,
                    fields.text_attr("name"),
                    fields.text_attr("configMacros"),
                    fields.text_attr("includePath"),
                    fields.text_attr("apinotes"),
                    fields.u32("line"),
                    fields.bool("isDecl").unwrap_or(false),
                )
                .into()
            }
            b"DINamespace" => {
                let scope = self.debug_field(fields, "scope");
                let exports = fields.bool("exportSymbols").unwrap_or(false);
                DINamespaceAttr::get(cx, fields.text_attr("name"), scope, exports).into()
            }
            b"DISubprogram" => self.subprogram(node, fields)?,
            b"DISubrange" => {
                let [count, low, high, stride] =
                    ["count", "lowerBound", "upperBound", "stride"].map(|name| self.bound(fields, name));
                count.or(high)?;
                DISubrangeAttr::get(cx, count, low, high, stride).into()
            }
            b"DIGenericSubrange" => {
                let [count, low, high, stride] =
                    ["count", "lowerBound", "upperBound", "stride"].map(|name| self.bound(fields, name));
                count.or(high)?;
                DIGenericSubrangeAttr::get(cx, count, low?, high, stride?).into()
            }
            b"DISubroutineType" => {
                let types = self.subroutine_types(fields)?;
                let convention = fields.constant("cc", CallingConvention::DEF, 0)?;
                DISubroutineTypeAttr::get(cx, convention, types).into()
            }
            _ => return None,
        })
    }

    fn compile_unit(&mut self, node: NodeId, fields: Fields<'m>) -> Option<Attr> {
        let cx = self.cx;
        let emission = match fields.words("emissionKind").as_deref() {
            None => DIEmissionKind::from_int(fields.u64("emissionKind"))?,
            Some(["NoDebug"]) => DIEmissionKind::None,
            Some(["FullDebug"]) => DIEmissionKind::Full,
            Some(["LineTablesOnly"]) => DIEmissionKind::LineTablesOnly,
            _ => DIEmissionKind::DebugDirectivesOnly,
        };
        let table = match fields.words("nameTableKind").as_deref() {
            Some([word, ..]) => DINameTableKind::from_keyword(word)?,
            _ => DINameTableKind::from_int(fields.u64("nameTableKind"))?,
        };
        let file = self.file_field(fields)?;
        let language = fields.constant("language", Language::DEF, 0)?;
        let attr = DICompileUnitAttr::get(
            cx,
            self.distinct_id(node),
            language,
            file,
            fields.text_attr("producer"),
            fields.bool("isOptimized").unwrap_or(false),
            emission,
            table,
            fields.text_attr("splitDebugFilename"),
        );
        Some(attr.into())
    }

    /// The nodes of a tuple that a field names; `None` if one of them cannot be represented.
    fn debug_list(&mut self, fields: Fields<'m>, name: &str) -> Option<Vec<Attr>> {
        let Some(list) = fields.node(name).and_then(|list| self.module.tuple(list)) else {
            return Some(Vec::new());
        };
        let mut attrs = Vec::new();
        let mut is_whole = true;
        for element in list {
            match element {
                Metadata::Node(node) => match self.debug_node(*node) {
                    Some(attr) => attrs.push(attr),
                    None => is_whole = false,
                },
                Metadata::Null => is_whole = false,
                _ => {}
            }
        }
        is_whole.then_some(attrs)
    }

    fn composite_type(&mut self, fields: Fields<'m>) -> Option<Attr> {
        let cx = self.cx;
        let flags = flags(fields);
        let elements = match self.options.drop_di_composite_type_elements && !flags.contains(DIFlags::VECTOR)
        {
            true => Vec::new(),
            false => self.debug_list(fields, "elements").unwrap_or_default(),
        };
        let base = self.debug_field(fields, "baseType");
        let tag = tag(fields, 0)?;
        const ARRAY: u32 = 1;
        if tag == ARRAY && base.is_none() {
            return None;
        }
        let (file, scope) = (self.file_field(fields), self.debug_field(fields, "scope"));
        let [location, rank, allocated, associated] = ["dataLocation", "rank", "allocated", "associated"]
            .map(|name| self.expression_field(fields, name));
        let attr = DICompositeTypeAttr::get(
            cx,
            None,
            false,
            tag,
            fields.text_attr("name"),
            file,
            fields.u32("line"),
            scope,
            base,
            flags,
            fields.u64("size"),
            fields.u64("align"),
            location,
            rank,
            allocated,
            associated,
            elements,
        );
        Some(attr.into())
    }

    fn derived_type(&mut self, fields: Fields<'m>) -> Option<Attr> {
        let base = match fields.node("baseType") {
            Some(base) => Some(self.debug_node(base)?),
            None => None,
        };
        let extra = self.debug_field(fields, "extraData");
        let attr = DIDerivedTypeAttr::get(
            self.cx,
            tag(fields, 0)?,
            fields.text_attr("name"),
            base,
            fields.u64("size"),
            fields.u32("align"),
            fields.u64("offset"),
            fields.number("dwarfAddressSpace").map(|space| space as u32),
            extra,
        );
        Some(attr.into())
    }

    fn global_variable(&mut self, fields: Fields<'m>) -> Option<Attr> {
        let scope = self.debug_field(fields, "scope");
        let file = self.file_field(fields)?;
        let ty = self.debug_field(fields, "type")?;
        let attr = DIGlobalVariableAttr::get(
            self.cx,
            scope,
            fields.text_attr("name"),
            fields.text_attr("linkageName"),
            file,
            fields.u32("line"),
            ty,
            fields.bool("isLocal").unwrap_or(false),
            fields.bool("isDefinition").unwrap_or(true),
            fields.u32("align"),
        );
        Some(attr.into())
    }

    fn subprogram(&mut self, node: NodeId, fields: Fields<'m>) -> Option<Attr> {
        let cx = self.cx;
        let id = self.module.node(node).distinct.then(|| self.distinct_id(node));
        let scope = match fields.node("scope") {
            Some(scope) => Some(self.debug_node(scope)?),
            None => None,
        };
        let bits = match fields.words("spFlags") {
            Some(words) => words
                .iter()
                .filter_map(|word| debug_words::subprogram_flag(word))
                .fold(0, |all, bits| all | bits),
            None if fields.get("spFlags").is_some() => fields.u64("spFlags"),
            None => {
                let bit = |name: &str, default: bool, bit: u64| {
                    if fields.bool(name).unwrap_or(default) { bit } else { 0 }
                };
                bit("isLocal", false, 4) | bit("isDefinition", true, 8) | bit("isOptimized", false, 16)
            }
        };
        let flags = known_flags::<DISubprogramFlags>(bits);
        let ty = match fields.node("type") {
            Some(ty) => Some(self.debug_node(ty)?),
            None => None,
        };
        let ty = ty.and_then(|ty| ty.dyn_cast::<DISubroutineTypeAttr>(cx));
        let retained = self.debug_list(fields, "retainedNodes").unwrap_or_default();
        let annotations = self.annotations(fields);
        let unit = self.debug_field(fields, "unit").and_then(|unit| unit.dyn_cast::<DICompileUnitAttr>(cx));
        let file = self.file_field(fields);
        let attr = DISubprogramAttr::get(
            cx,
            None,
            false,
            id,
            unit,
            scope,
            fields.text_attr("name"),
            fields.text_attr("linkageName"),
            file,
            fields.u32("line"),
            fields.u32("scopeLine"),
            flags,
            ty,
            retained,
            annotations,
        );
        Some(attr.into())
    }

    fn annotations(&mut self, fields: Fields<'m>) -> Vec<Attr> {
        let (cx, module) = (self.cx, self.module);
        let list = fields.node("annotations").map_or(&[][..], |list| module.operands(list));
        let pair = |entry: &Metadata| match entry {
            Metadata::Node(node) => match module.tuple(*node)? {
                [Metadata::Text(name), Metadata::Text(value)] => Some(
                    DIAnnotationAttr::get(cx, cx.str_attr(self.str(*name)), cx.str_attr(self.str(*value)))
                        .into(),
                ),
                _ => None,
            },
            _ => None,
        };
        list.iter().filter_map(pair).collect()
    }

    /// A bound of a dimension: a number, an expression or a variable.
    fn bound(&mut self, fields: Fields<'m>, name: &str) -> Option<Attr> {
        match fields.get(name)? {
            Field::Number(number) => Some(self.cx.int_attr(Type::I64, *number as i64)),
            Field::Metadata(Metadata::Const(constant)) => {
                let number = self.module.constants.as_int(*constant)?.to_i64()?;
                Some(self.cx.int_attr(Type::I64, number))
            }
            Field::Metadata(Metadata::Node(node)) => match self.expression(*node) {
                Some(expression) => Some(expression),
                None => {
                    let attr = self.debug_node(*node)?;
                    let is_variable =
                        attr.isa::<DILocalVariableAttr>(self.cx) || attr.isa::<DIGlobalVariableAttr>(self.cx);
                    is_variable.then_some(attr)
                }
            },
            _ => None,
        }
    }

    fn subroutine_types(&mut self, fields: Fields<'m>) -> Option<Vec<Attr>> {
        let Some(list) = fields.node("types").and_then(|list| self.module.tuple(list)) else {
            return Some(Vec::new());
        };
        let null: Attr = DINullTypeAttr::get(self.cx).into();
        let mut types = Vec::new();
        for element in list {
            types.push(match element {
                Metadata::Node(node) => self.debug_node(*node)?,
                _ => null,
            });
        }
        Some(types)
    }
}
