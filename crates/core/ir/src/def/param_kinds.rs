//! The kinds of parameters of dialect types and attributes.

use std::borrow::Cow;

use super::{AttrDef, EnumDef, TypeKind};
use crate::asm::{AttrPrinter, OpParser, PResult};
use crate::attrs::Attr;
use crate::context::Context;

/// An enum as a parameter.
pub struct EnumField {
    /// The enum.
    pub def: &'static EnumDef,
    /// Upstream's words, as in "expected keyword for {summary}".
    pub summary: &'static str,
    /// Upstream's class.
    pub class: &'static str,
    /// Whether several flags are written in quotes.
    pub quoted: bool,
}

/// A parameter with a hand-written syntax.
pub struct ParamAsm {
    /// Parses it.
    pub parse: fn(&mut dyn OpParser) -> PResult<Attr>,
    /// Prints it.
    pub print: fn(&mut dyn AttrPrinter, &Context, Attr),
    /// Upstream's class.
    pub class: &'static str,
}

/// The kind of a parameter of a dialect type or attribute.
pub enum ParamKind {
    /// One with a hand-written syntax.
    Custom(&'static ParamAsm),
    /// A type.
    Type,
    /// An attribute.
    Attr,
    /// A type of one kind.
    TypeOf(&'static TypeKind),
    /// An attribute that fits, and upstream's class of it.
    AttrWhere(fn(&Context, Attr) -> bool, &'static str),
    /// An attribute of one definition, written without prefix.
    Dialect(&'static AttrDef),
    /// The same, where the definition refers to the one that has the parameter.
    Recursive(fn() -> &'static AttrDef),
    /// A signed integer of this width, in bits.
    Int(u32),
    /// An unsigned integer of this width, in bits.
    UInt(u32),
    /// `true` or `false`.
    Bool,
    /// A quoted string.
    Str,
    /// A bare or quoted keyword kept as a string.
    Keyword,
    /// A keyword of an enum.
    Enum(&'static EnumDef),
    /// A keyword of an enum that is not an attribute; several flags may be in quotes.
    EnumField(&'static EnumField),
    /// Any number of them, separated by commas.
    Array(&'static ParamKind),
    /// A list in square brackets.
    Bracketed(&'static ParamKind),
    /// A floating-point number.
    Float,
    /// An affine map.
    AffineMap,
}

/// Upstream's class for a kind of type: `::mlir::IntegerType` for `builtin.integer`.
fn kind_class(name: &str) -> Cow<'static, str> {
    let (dialect, kind) = name.split_once('.').unwrap_or(("builtin", name));
    let owner = if dialect == "builtin" { String::new() } else { format!("{dialect}::") };
    let (first, rest) = kind.split_at(kind.len().min(1));
    Cow::Owned(format!("::mlir::{owner}{}{rest}Type", first.to_ascii_uppercase()))
}

/// Upstream's class for the attributes of a definition: `DIFileAttr` for one that is called `LLVM_DIFileAttr`.
fn attr_class(def: &'static AttrDef) -> Cow<'static, str> {
    let name = def.class_or_name();
    match name.strip_suffix("Attr") {
        Some(_) => Cow::Borrowed(name.split_once('_').map_or(name, |(_, class)| class)),
        None => Cow::Owned(format!("{name}Attr")),
    }
}

impl ParamKind {
    /// Returns its C++ type, for upstream's messages.
    pub fn class(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            ParamKind::Type => "::mlir::Type",
            ParamKind::Attr => "::mlir::Attribute",
            ParamKind::TypeOf(kind) => return kind_class(kind.name),
            ParamKind::AttrWhere(_, name) => name,
            ParamKind::Custom(asm) => asm.class,
            ParamKind::Dialect(def) => return attr_class(def),
            ParamKind::Recursive(def) => return attr_class(def()),
            ParamKind::Int(32) => "int",
            ParamKind::UInt(32) => "unsigned",
            ParamKind::Int(width) => return Cow::Owned(format!("int{width}_t")),
            ParamKind::UInt(width) => return Cow::Owned(format!("uint{width}_t")),
            ParamKind::Bool => "bool",
            ParamKind::Str | ParamKind::Keyword => "std::string",
            ParamKind::Enum(def) => def.name,
            ParamKind::EnumField(field) => field.class,
            ParamKind::Array(inner) => {
                return Cow::Owned(format!("::llvm::ArrayRef<{}>", inner.class()));
            }
            ParamKind::Bracketed(inner) => return inner.class(),
            ParamKind::Float => "double",
            ParamKind::AffineMap => "::mlir::AffineMap",
        })
    }
}

/// A parameter of a dialect type or attribute.
pub struct ParamDef<'d> {
    /// Its name.
    pub name: &'d str,
    /// The kind of the parameter.
    pub kind: ParamKind,
    /// Whether it may be absent.
    pub optional: bool,
    /// Its value where it is not written.
    pub default: Option<fn(&Context) -> Attr>,
}

impl ParamDef<'static> {
    /// A parameter that must be given.
    pub const fn new(name: &'static str, kind: ParamKind) -> Self {
        Self { name, kind, optional: false, default: None }
    }

    /// A parameter that is a keyword of an enum.
    pub const fn of_enum(name: &'static str, def: &'static EnumDef) -> Self {
        Self::new(name, ParamKind::Enum(def))
    }
}
