//! The fields of nodes of debug information, as LLVM writes them.

use terrace_dialects_llvm::attrs::{DIExpressionAttr, dwarf};
use terrace_dialects_llvm::enums::{DIFlags, DISubprogramFlags};
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::{Attr, Context};
use terrace_llvm_ir::Str;
use terrace_llvm_ir::model::{ExpressionItem, Field, Metadata, Module, NodeId, NodeKind, Special};

/// Collects the fields of a node.
pub(super) struct Fields<'m> {
    module: &'m mut Module,
    name: Str,
    fields: Vec<(Str, Field)>,
}

impl<'m> Fields<'m> {
    pub(super) fn new(module: &'m mut Module, name: &str) -> Self {
        let name = module.str(name);
        Self { module, name, fields: Vec::new() }
    }

    fn add(&mut self, name: &str, field: Field) {
        let name = self.module.str(name);
        self.fields.push((name, field));
    }

    /// Adds keywords.
    pub(super) fn words(&mut self, name: &str, words: &[String]) {
        let words = words.iter().map(|word| self.module.str(word)).collect();
        self.add(name, Field::Words(words));
    }

    pub(super) fn word(&mut self, name: &str, value: &str) {
        self.words(name, &[value.to_string()]);
    }

    /// Adds a number that may be zero.
    pub(super) fn any_number(&mut self, name: &str, value: i128) {
        self.add(name, Field::Number(value));
    }

    pub(super) fn number(&mut self, name: &str, value: u64) {
        if value != 0 {
            self.any_number(name, i128::from(value));
        }
    }

    pub(super) fn boolean(&mut self, name: &str, value: bool) {
        self.add(name, Field::Bool(value));
    }

    pub(super) fn string(&mut self, cx: &Context, name: &str, value: Option<Attr>) {
        let Some(value) = value.and_then(|value| value.as_string(cx)) else { return };
        if !value.bytes(cx).is_empty() {
            self.any_string(name, value.bytes(cx));
        }
    }

    pub(super) fn any_string(&mut self, name: &str, bytes: &[u8]) {
        let text = self.module.strings.intern(bytes);
        self.add(name, Field::Text(text));
    }

    pub(super) fn node(&mut self, name: &str, node: Option<NodeId>) {
        if let Some(node) = node {
            self.add(name, Field::Metadata(Metadata::Node(node)));
        }
    }

    pub(super) fn node_or_null(&mut self, name: &str, node: Option<NodeId>) {
        self.add(name, Field::Metadata(node.map_or(Metadata::Null, Metadata::Node)));
    }

    pub(super) fn expression(&mut self, cx: &Context, name: &str, expression: Option<DIExpressionAttr>) {
        if expression.is_some() {
            self.any_expression(cx, name, expression);
        }
    }

    /// Adds an expression, which has no parts if there is none.
    pub(super) fn any_expression(&mut self, cx: &Context, name: &str, expression: Option<DIExpressionAttr>) {
        let node = expression_node(cx, self.module, expression);
        self.node(name, Some(node));
    }

    pub(super) fn keyword(&mut self, name: &str, def: &'static terrace_ir::def::EnumDef, value: u32) {
        let mut text = String::new();
        match def.write(u64::from(value), &mut text) {
            true => self.word(name, &text),
            false => self.any_number(name, i128::from(value)),
        }
    }

    pub(super) fn flags(&mut self, flags: DIFlags) {
        if flags == DIFlags::ZERO {
            return;
        }
        self.words("flags", &flag_words(flags));
    }

    pub(super) fn finish(self) -> NodeKind {
        NodeKind::Special(Special { name: self.name, fields: self.fields.into() })
    }
}

/// Flags as LLVM names them, those of access and of inheritance as one word each.
fn flag_words(flags: DIFlags) -> Vec<String> {
    const ACCESS: u64 = 3;
    const INHERITANCE: u64 = 0x3_0000;
    let bits = flags.to_int();
    let mut words: Vec<String> = Vec::new();
    match bits & ACCESS {
        1 => words.push("DIFlagPrivate".into()),
        2 => words.push("DIFlagProtected".into()),
        3 => words.push("DIFlagPublic".into()),
        _ => {}
    }
    match bits & INHERITANCE {
        0x1_0000 => words.push("DIFlagSingleInheritance".into()),
        0x2_0000 => words.push("DIFlagMultipleInheritance".into()),
        0x3_0000 => words.push("DIFlagVirtualInheritance".into()),
        _ => {}
    }
    const OTHERS: &[(u64, &str)] = &[
        (4, "FwdDecl"),
        (8, "AppleBlock"),
        (16, "ReservedBit4"),
        (32, "Virtual"),
        (64, "Artificial"),
        (128, "Explicit"),
        (256, "Prototyped"),
        (512, "ObjcClassComplete"),
        (1024, "ObjectPointer"),
        (2048, "Vector"),
        (4096, "StaticMember"),
        (8192, "LValueReference"),
        (16384, "RValueReference"),
        (32768, "ExportSymbols"),
        (1 << 18, "IntroducedVirtual"),
        (1 << 19, "BitField"),
        (1 << 20, "NoReturn"),
        (1 << 22, "TypePassByValue"),
        (1 << 23, "TypePassByReference"),
        (1 << 24, "EnumClass"),
        (1 << 25, "Thunk"),
        (1 << 26, "NonTrivial"),
        (1 << 27, "BigEndian"),
        (1 << 28, "LittleEndian"),
        (1 << 29, "AllCallsDescribed"),
    ];
    words.extend(OTHERS.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, name)| format!("DIFlag{name}")));
    words
}

/// The keywords of the flags of a subprogram.
pub(super) fn subprogram_flag_words(flags: DISubprogramFlags) -> Vec<String> {
    const NAMES: &[(u64, &str)] = &[
        (1, "Virtual"),
        (2, "PureVirtual"),
        (4, "LocalToUnit"),
        (8, "Definition"),
        (16, "Optimized"),
        (32, "Pure"),
        (64, "Elemental"),
        (128, "Recursive"),
        (256, "MainSubprogram"),
        (512, "Deleted"),
        (2048, "ObjCDirect"),
    ];
    let bits = flags.to_int();
    NAMES.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, name)| format!("DISPFlag{name}")).collect()
}

/// The node of an expression, which has no parts if there is none.
pub(super) fn expression_node(
    cx: &Context,
    module: &mut Module,
    expression: Option<DIExpressionAttr>,
) -> NodeId {
    const CONVERT: u32 = 0x1001;
    let mut items = Vec::new();
    let mut add = |word: Option<String>, number: u64| {
        items.push(match word {
            Some(word) => ExpressionItem::Word(module.str(&word)),
            None => ExpressionItem::Number(number),
        });
    };
    let word = |def: &'static terrace_ir::def::EnumDef, value: u64| {
        let mut text = String::new();
        def.write(value, &mut text).then_some(text)
    };
    for element in expression.into_iter().flat_map(|expression| expression.operations(cx)) {
        let opcode = element.opcode(cx);
        add(word(dwarf::Operation::DEF, u64::from(opcode)), u64::from(opcode));
        for (index, argument) in element.arguments(cx).into_iter().enumerate() {
            let is_encoding = opcode == CONVERT && index == 1;
            let keyword = if is_encoding { word(dwarf::Encoding::DEF, argument) } else { None };
            add(keyword, argument);
        }
    }
    module.unique_node(NodeKind::Expression(items.into()))
}
