//! The fields of nodes of debug information, as LLVM writes them.

use std::fmt::Write;

use terrace_dialects_llvm::attrs::{DIExpressionAttr, dwarf};
use terrace_dialects_llvm::enums::{DIFlags, DISubprogramFlags};
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::{Attr, Context};

use super::metadata::{Node, NodeText};
use crate::names::write_quoted;

/// Writes the fields of a node.
pub(super) struct Fields {
    pub(super) text: NodeText,
    is_first: bool,
}

impl Fields {
    pub(super) fn new(name: &str) -> Self {
        Self { text: NodeText::new(format!("!{name}(")), is_first: true }
    }

    pub(super) fn name(&mut self, name: &str) {
        if !std::mem::take(&mut self.is_first) {
            self.text.text(", ");
        }
        self.text.text(name);
        self.text.text(": ");
    }

    pub(super) fn word(&mut self, name: &str, value: &str) {
        self.name(name);
        self.text.text(value);
    }

    pub(super) fn number(&mut self, name: &str, value: u64) {
        if value != 0 {
            self.word(name, &value.to_string());
        }
    }

    pub(super) fn boolean(&mut self, name: &str, value: bool) {
        self.word(name, if value { "true" } else { "false" });
    }

    pub(super) fn string(&mut self, cx: &Context, name: &str, value: Option<Attr>) {
        let Some(value) = value.and_then(|value| value.as_string(cx)) else { return };
        if !value.bytes(cx).is_empty() {
            self.any_string(name, value.bytes(cx));
        }
    }

    pub(super) fn any_string(&mut self, name: &str, bytes: &[u8]) {
        let mut text = String::new();
        write_quoted(&mut text, bytes);
        self.word(name, &text);
    }

    pub(super) fn node(&mut self, name: &str, node: Option<Node>) {
        if let Some(node) = node {
            self.name(name);
            self.text.node(node);
        }
    }

    pub(super) fn node_or_null(&mut self, name: &str, node: Option<Node>) {
        match node {
            Some(_) => self.node(name, node),
            None => self.word(name, "null"),
        }
    }

    pub(super) fn expression(&mut self, cx: &Context, name: &str, expression: Option<DIExpressionAttr>) {
        if let Some(expression) = expression {
            self.word(name, &expression_text(cx, expression));
        }
    }

    pub(super) fn keyword(&mut self, name: &str, def: &'static terrace_ir::def::EnumDef, value: u32) {
        let mut text = String::new();
        if !def.write(u64::from(value), &mut text) {
            text = value.to_string();
        }
        self.word(name, &text);
    }

    pub(super) fn flags(&mut self, flags: DIFlags) {
        if flags == DIFlags::ZERO {
            return;
        }
        self.word("flags", &flags_text(flags));
    }

    pub(super) fn finish(mut self) -> NodeText {
        self.text.text(")");
        self.text
    }
}

/// Flags as LLVM names them, those of access and of inheritance as one word each.
fn flags_text(flags: DIFlags) -> String {
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
    words.join(" | ")
}

pub(super) fn subprogram_flags_text(flags: DISubprogramFlags) -> String {
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
    let words: Vec<String> =
        NAMES.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, name)| format!("DISPFlag{name}")).collect();
    if words.is_empty() { "0".to_string() } else { words.join(" | ") }
}

/// An expression as LLVM writes it where it is used.
pub(super) fn expression_text(cx: &Context, expression: DIExpressionAttr) -> String {
    const CONVERT: u32 = 0x1001;
    let mut text = "!DIExpression(".to_string();
    let mut is_first = true;
    let mut separate = |text: &mut String| {
        if !std::mem::take(&mut is_first) {
            text.push_str(", ");
        }
    };
    for element in expression.operations(cx) {
        separate(&mut text);
        let opcode = element.opcode(cx);
        if !dwarf::Operation::DEF.write(u64::from(opcode), &mut text) {
            let _ = write!(text, "{opcode}");
        }
        for (index, argument) in element.arguments(cx).into_iter().enumerate() {
            separate(&mut text);
            let is_encoding = opcode == CONVERT && index == 1;
            if !is_encoding || !dwarf::Encoding::DEF.write(argument, &mut text) {
                let _ = write!(text, "{argument}");
            }
        }
    }
    text.push(')');
    text
}
