//! Debug information and annotations of loops in bytecode: as upstream encodes them, parameter by parameter.
//!
//! Other attributes and all types are written as text.

use terrace_ir::asm::enum_attr;
use terrace_ir::bytecode::{
    BytecodeDialectInterface, DialectBytecodeReader, DialectBytecodeWriter, ReadResult,
};
use terrace_ir::def::{AttrDef, ParamDef, ParamKind};
use terrace_ir::params::ParamType;
use terrace_ir::{Attr, Context, OptionalAttr};

use crate::attrs::*;

/// The attributes with an encoding; the index is the code.
static ENCODED: [&AttrDef; 19] = [
    DIBasicTypeAttr::DEF,
    DICompileUnitAttr::DEF,
    DICompositeTypeAttr::DEF,
    DIDerivedTypeAttr::DEF,
    DIExpressionElemAttr::DEF,
    DIExpressionAttr::DEF,
    DIFileAttr::DEF,
    DIGlobalVariableAttr::DEF,
    DIGlobalVariableExpressionAttr::DEF,
    DIImportedEntityAttr::DEF,
    DILabelAttr::DEF,
    DILexicalBlockAttr::DEF,
    DILexicalBlockFileAttr::DEF,
    DILocalVariableAttr::DEF,
    DINamespaceAttr::DEF,
    DISubprogramAttr::DEF,
    DISubrangeAttr::DEF,
    DISubroutineTypeAttr::DEF,
    LoopAnnotationAttr::DEF,
];

/// The encoding of a parameter.
enum Encoding {
    Number,
    OptionalNumber,
    Bool,
    /// The text of a string, not the attribute.
    Text,
    List(&'static ParamKind),
    Attribute,
    OptionalAttribute,
    /// Upstream forgets it.
    Nothing,
}

impl Encoding {
    fn of(def: &'static AttrDef, param: &'static ParamDef<'static>) -> Self {
        let has_text = std::ptr::eq(def, DIFileAttr::DEF) || std::ptr::eq(def, DIBasicTypeAttr::DEF);
        match &param.kind {
            ParamKind::Bool => Self::Bool,
            ParamKind::Array(inner) => Self::List(inner),
            ParamKind::UInt(_) | ParamKind::Enum(_) | ParamKind::EnumField(_) => match param.optional {
                true => Self::OptionalNumber,
                false => Self::Number,
            },
            _ if has_text => Self::Text,
            _ if param.name == "splitDebugFilename" => Self::Nothing,
            _ if param.optional => Self::OptionalAttribute,
            _ => Self::Attribute,
        }
    }
}

fn number(cx: &Context, attr: Attr) -> u64 {
    attr.as_integer(cx).and_then(|(value, _)| value.to_u64()).unwrap_or(0)
}

/// A number as a parameter of a kind.
fn number_attr(cx: &Context, kind: &ParamKind, value: u64) -> Attr {
    match kind {
        ParamKind::Enum(def) => enum_attr(cx, def, value),
        ParamKind::EnumField(field) => enum_attr(cx, field.def, value),
        ParamKind::UInt(64) => u64::attr(cx, value),
        _ => u32::attr(cx, value as u32),
    }
}

/// Whether elements of a list are numbers.
fn is_number(kind: &ParamKind) -> bool {
    matches!(kind, ParamKind::UInt(_))
}

fn write_param(encoding: &Encoding, value: Attr, writer: &mut dyn DialectBytecodeWriter) {
    let cx = writer.cx();
    match encoding {
        Encoding::Number => {
            let value = number(cx, value);
            writer.write_varint(value);
        }
        Encoding::OptionalNumber => {
            let number = number(cx, value);
            writer.write_varint_with_flag(number, !value.is_null());
        }
        Encoding::Bool => writer.write_bool(value == Attr::TRUE),
        Encoding::Text => {
            let text = value.as_string(cx).map_or(Vec::new(), |text| text.bytes(cx).to_vec());
            writer.write_string(&text);
        }
        Encoding::List(kind) => {
            let items = value.optional_elements(cx);
            let items: Vec<(Attr, u64)> = items.iter().map(|&item| (item, number(cx, item))).collect();
            writer.write_bool(!items.is_empty());
            if !items.is_empty() {
                writer.write_varint(items.len() as u64);
            }
            for (item, number) in items {
                match is_number(kind) {
                    true => writer.write_varint(number),
                    false => writer.write_optional_attribute(item),
                }
            }
        }
        Encoding::Attribute => writer.write_attribute(value),
        Encoding::OptionalAttribute => writer.write_optional_attribute(value),
        Encoding::Nothing => {}
    }
}

fn read_param(
    encoding: &Encoding,
    kind: &ParamKind,
    reader: &mut dyn DialectBytecodeReader,
) -> ReadResult<Attr> {
    Ok(match encoding {
        Encoding::Number => {
            let value = reader.read_varint()?;
            number_attr(reader.cx(), kind, value)
        }
        Encoding::OptionalNumber => match reader.read_varint_with_flag()? {
            (value, true) => number_attr(reader.cx(), kind, value),
            _ => Attr::NULL,
        },
        Encoding::Bool if reader.read_bool()? => Attr::TRUE,
        Encoding::Bool => Attr::FALSE,
        Encoding::Text => {
            let text = reader.read_string()?;
            reader.cx().str_attr(text)
        }
        Encoding::List(kind) => {
            let length = if reader.read_bool()? { reader.read_length()? } else { 0 };
            let mut items = Vec::with_capacity(length);
            for _ in 0..length {
                items.push(if is_number(kind) {
                    let value = reader.read_varint()?;
                    number_attr(reader.cx(), kind, value)
                } else {
                    reader.read_optional_attribute()?
                });
            }
            reader.cx().array_attr(&items)
        }
        Encoding::Attribute => reader.read_attribute()?,
        Encoding::OptionalAttribute => reader.read_optional_attribute()?,
        Encoding::Nothing => Attr::NULL,
    })
}

/// The encodings of the dialect.
pub(crate) struct Encodings;

impl BytecodeDialectInterface for Encodings {
    fn read_attribute(&self, reader: &mut dyn DialectBytecodeReader) -> ReadResult<Attr> {
        let code = reader.read_varint()?;
        let Some(def) = usize::try_from(code).ok().and_then(|code| ENCODED.get(code).copied()) else {
            return Err(reader.error(format!("unknown attribute code: {code}")));
        };
        let mut params = Vec::with_capacity(def.params.len());
        for param in def.params {
            params.push(read_param(&Encoding::of(def, param), &param.kind, reader)?);
        }
        let attr = reader.cx().dialect_attr(def, &params);
        attr.map_err(|message| reader.error(message))
    }

    fn write_attribute(&self, attr: Attr, writer: &mut dyn DialectBytecodeWriter) -> bool {
        let cx = writer.cx();
        let found = ENCODED
            .iter()
            .enumerate()
            .find_map(|(code, def)| Some((code, *def, cx.attr_params(attr, def)?.to_vec())));
        let Some((code, def, params)) = found else { return false };
        writer.write_varint(code as u64);
        for (param, &value) in def.params.iter().zip(&params) {
            write_param(&Encoding::of(def, param), value, writer);
        }
        true
    }
}
