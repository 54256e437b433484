//! Attributes and a type with declarative formats, as upstream's test dialect has them.

use std::borrow::Cow;

use terrace_dialects_ptr::ptr::MemorySpace;
use terrace_ir::asm::{AttrPrinter, OpParser, PResult};
use terrace_ir::constraints::INTEGER_KIND;
use terrace_ir::def::{
    AttrDef, EMPTY_PARAMS, IdentifiedAsm, ParamAsm, ParamDef, ParamKind, TypeDef, TypeDefId,
};
use terrace_ir::type_interfaces::{LocationLike, Marker, OpAsmTypeInterface};
use terrace_ir::types::DYNAMIC;
use terrace_ir::{Attr, Context, Type, TypeData};
use terrace_support::apfloat::FloatKind;

use crate::ugly::UGLY;

const fn param(name: &'static str, kind: ParamKind) -> ParamDef<'static> {
    ParamDef { name, kind, optional: false, default: None }
}

const INTEGER: ParamKind =
    ParamKind::AttrWhere(|cx, attr| attr.as_integer(cx).is_some(), "::mlir::IntegerAttr");

/// An integer with its type.
static WITH_TYPE_BUILDER: AttrDef = AttrDef {
    name: "test.attr_with_type_builder",
    class: "AttrWithTypeBuilder",
    params: &[param("attr", INTEGER)],
    format: Some("$attr"),
    typed: Some(|cx, params| params[0].ty(cx)),
    ..EMPTY_PARAMS
};

/// Every kind of parameter and every part of a format.
static WITH_FORMAT: AttrDef = AttrDef {
    name: "test.attr_with_format",
    class: "TestAttrWithFormat",
    params: &[
        param("one", ParamKind::Int(64)),
        param("two", ParamKind::Str),
        param("three", INTEGER),
        param("four", ParamKind::Bracketed(&ParamKind::Array(&ParamKind::Int(32)))),
        param("five", ParamKind::UInt(64)),
        param("six", ParamKind::Array(&ParamKind::Int(32))),
        param("arrayOfAttrWithTypeBuilderAttr", ParamKind::Array(&ParamKind::Dialect(&WITH_TYPE_BUILDER))),
    ],
    format: Some(
        "`<` $one `:` struct($two, $four) `:` $three `:` $five `:` `[` $six `]` `,` \
         `[` $arrayOfAttrWithTypeBuilderAttr `]` `>`",
    ),
    verify: Some(&one_counts_four),
    ..EMPTY_PARAMS
};

fn one_counts_four(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let count = params[3].as_array(cx).map_or(0, |list| list.len() as i64);
    if params[0].as_i64(cx) == Some(count) {
        return Ok(());
    }
    Err("expected 'one' to equal 'four.size()'".to_string())
}

/// Two types, the first an integer's.
static WITH_TYPE: AttrDef = AttrDef {
    name: "test.attr_with_type",
    class: "TestAttrWithTypeParam",
    params: &[param("int_type", ParamKind::TypeOf(&INTEGER_KIND)), param("any_type", ParamKind::Type)],
    format: Some("`<` $int_type `,` $any_type `>`"),
    ..EMPTY_PARAMS
};

/// A type with named parameters.
static TYPE_WITH_FORMAT: TypeDef = TypeDef {
    name: "test.type_with_format",
    class: "TestTypeWithFormat",
    params: &[
        param("one", ParamKind::Int(64)),
        param("two", ParamKind::Str),
        param("three", ParamKind::Attr),
    ],
    format: Some("`<` $one `,` struct($three, $two) `>`"),
    ..EMPTY_PARAMS
};

/// `!test.smpla`: a type that is only its name.
pub static SMPLA: TypeDef = TypeDef { name: "test.smpla", class: "SimpleAType", ..EMPTY_PARAMS };
/// `!test.test_type`: a type that is only its name.
pub static TEST_TYPE: TypeDef = TypeDef { name: "test.test_type", class: "TestType", ..EMPTY_PARAMS };

/// `!test.test_rec<name, body>`: a type with a name, whose body is a type of this dialect, be it the same.
pub static TEST_REC: TypeDef = TypeDef {
    name: "test.test_rec",
    class: "TestRecursiveType",
    identified: Some(IdentifiedAsm { parse: parse_rec, print: print_rec }),
    ..EMPTY_PARAMS
};

fn parse_rec(p: &mut dyn OpParser, def: TypeDefId) -> PResult<Type> {
    p.token("<")?;
    let name = p.keyword("expected valid keyword")?;
    let ty = p.cx().identified_type(def, p.cx().str(&name));
    if !p.start_cyclic(ty)? {
        p.token(">")?;
        return Ok(ty);
    }
    p.token(",")?;
    let body = p.optional_type_of_dialect("test")?;
    let body = body.ok_or_else(|| p.error(p.name_loc(), "unknown type!".to_owned()))?;
    p.token(">")?;
    p.end_cyclic();
    let body = [p.cx().type_attr(body)];
    if p.cx().set_identified_body(ty, &body).is_err() {
        let message = format!("the type '{name}' has another body already");
        return Err(p.error(p.name_loc(), message));
    }
    Ok(ty)
}

fn print_rec(p: &mut dyn AttrPrinter, cx: &Context, ty: Type) {
    p.text("<");
    p.text(cx.identified_name(ty, &TEST_REC).map_or("", |name| name.text(cx)));
    if p.start_cyclic(ty) {
        let body = cx.identified_body(ty).and_then(|body| body.first()?.as_type(cx));
        if let Some(body) = body {
            p.text(", ");
            print_test_type(p, cx, body);
        }
        p.end_cyclic();
    }
    p.text(">");
}

/// A type of this dialect, without `!test.`.
fn print_test_type(p: &mut dyn AttrPrinter, cx: &Context, ty: Type) {
    if let TypeData::Dialect { def, .. } | TypeData::Identified { def, .. } = ty.data(cx) {
        let name = cx.type_def(*def).name.text(cx);
        p.text(name.strip_prefix("test.").unwrap_or(name));
        p.ty_params(ty);
    }
}

/// `#test.custom_location<"file" * 3>`: a custom location.
static CUSTOM_LOCATION: AttrDef = AttrDef {
    name: "test.custom_location",
    class: "TestCustomLocation",
    params: &[
        param("file", ParamKind::AttrWhere(|cx, attr| attr.as_str(cx).is_some(), "mlir::StringAttr")),
        param("line", ParamKind::Int(32)),
    ],
    format: Some("`<` $file `*` $line `>`"),
    alias: Some("loc"),
    interfaces: &[&(&Marker as &dyn LocationLike)],
    ..EMPTY_PARAMS
};

/// `#test.const_memory_space<1>`: read-only memory.
static CONST_MEMORY_SPACE: AttrDef = AttrDef {
    name: "test.const_memory_space",
    class: "TestConstMemorySpace",
    params: &[ParamDef { name: "addressSpace", kind: ParamKind::Int(32), optional: true, default: None }],
    format: Some("(`<` $addressSpace^ `>`)?"),
    interfaces: &[&(&ReadOnly as &'static dyn MemorySpace)],
    ..EMPTY_PARAMS
};

struct ReadOnly;

impl MemorySpace for ReadOnly {
    fn check_store(&self, _cx: &Context, _space: Attr, _ty: Type) -> Result<(), String> {
        Err("memory space is read-only".to_string())
    }
}

/// `#test.slash_attr<1 / 2>`: two integers.
pub(crate) static SLASH: AttrDef = AttrDef {
    name: "test.slash_attr",
    class: "Slash",
    params: &[param("lhs", ParamKind::Int(32)), param("rhs", ParamKind::Int(32))],
    format: Some("`<` $lhs `/` $rhs `>`"),
    ..EMPTY_PARAMS
};

const STRING: ParamKind = ParamKind::AttrWhere(|cx, attr| attr.as_str(cx).is_some(), "mlir::StringAttr");

/// `#test.nested_alias<"text", #test.nested_alias<"text">>`.
pub(crate) static NESTED_ALIAS: AttrDef = AttrDef {
    name: "test.nested_alias",
    class: "TestNestedAlias",
    params: &[
        param("value", STRING),
        ParamDef { name: "nested", kind: ParamKind::Attr, optional: true, default: None },
    ],
    format: Some("`<` $value (`,` $nested^)? `>`"),
    ..EMPTY_PARAMS
};

/// `#test.conditional_alias<text>`: a string, or the alias of one.
static CONDITIONAL_ALIAS: AttrDef = AttrDef {
    name: "test.conditional_alias",
    class: "TestConditionalAlias",
    params: &[param("value", STRING)],
    asm: Some((parse_conditional_alias, print_conditional_alias)),
    ..EMPTY_PARAMS
};

fn parse_conditional_alias(p: &mut dyn OpParser, _ty: Type) -> PResult<Vec<Attr>> {
    p.token("<")?;
    let text = match p.optional_keyword() {
        Some(text) => p.cx().string_attr(&text),
        None => p.attr(Type::NONE)?,
    };
    p.token(">")?;
    Ok(vec![text])
}

fn print_conditional_alias(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    p.text("<");
    if !p.alias(params[0])
        && let Some(text) = params[0].as_string(cx)
    {
        p.keyword_or_string(text.bytes(cx));
    }
    p.text(">");
}

/// `#test.attr_with_self_type_param : i8`.
static SELF_TYPE: AttrDef = AttrDef {
    name: "test.attr_with_self_type_param",
    class: "AttrWithSelfTypeParam",
    params: &[param("type", ParamKind::Type)],
    format: Some(""),
    self_type: Some(0),
    typed: Some(|cx, params| params[0].as_type(cx)),
    ..EMPTY_PARAMS
};

/// `#test.op_asm_attr_interface<value = "text">`: has an alias by its value.
pub(crate) static OP_ASM_ATTR: AttrDef = AttrDef {
    name: "test.op_asm_attr_interface",
    class: "TestOpAsmAttrInterface",
    params: &[param("value", STRING)],
    format: Some("`<` struct(params) `>`"),
    ..EMPTY_PARAMS
};

/// The same, with an alias by its name.
static OP_ASM_ATTR_DEFAULT: AttrDef = AttrDef {
    name: "test.op_asm_attr_interface_tablegen_default",
    class: "TestOpAsmAttrInterfaceTablegenDefault",
    params: &[param("value", STRING)],
    format: Some("`<` struct(params) `>`"),
    alias: Some("op_asm_attr_interface_tablegen_default"),
    ..EMPTY_PARAMS
};

/// `#test.custom_float<"float" : 2.0>`: a number of a format.
static CUSTOM_FLOAT: AttrDef = AttrDef {
    name: "test.custom_float",
    class: "TestCustomFloat",
    params: &[param("type_str", STRING), param("value", ParamKind::Attr)],
    asm: Some((parse_custom_float, print_custom_float)),
    ..EMPTY_PARAMS
};

fn parse_custom_float(p: &mut dyn OpParser, _ty: Type) -> PResult<Vec<Attr>> {
    p.token("<")?;
    let at = p.loc();
    let name = p.optional_string()?.ok_or_else(|| p.error(at, "expected string".to_owned()))?;
    p.token(":")?;
    let at = p.loc();
    let ty = match &*name {
        b"float" => Type::F32,
        b"double" => Type::F64,
        b"fp80" => p.cx().float(FloatKind::F80),
        _ => {
            let message = "unknown float type, expected 'float', 'double' or 'fp80'";
            return Err(p.error(at, message.to_owned()));
        }
    };
    let name = p.cx().str_attr(p.cx().str_from_bytes(&name));
    let value = p.float_of(ty)?;
    p.token(">")?;
    Ok(vec![name, value])
}

fn print_custom_float(p: &mut dyn AttrPrinter, _cx: &Context, params: &[Attr]) {
    p.text("<");
    p.attr(params[0]);
    p.text(" : ");
    p.attr_without_type(params[1]);
    p.text(">");
}

/// `#test.custom_struct<type_str = "text", value = ?, opt_value = 1>`: parameters by name, with syntaxes of their own.
static CUSTOM_STRUCT: AttrDef = AttrDef {
    name: "test.custom_struct",
    class: "TestCustomStruct",
    params: &[
        param("type_str", STRING),
        param("value", ParamKind::Custom(&EXTENT)),
        ParamDef {
            name: "opt_value",
            kind: ParamKind::Custom(&INTEGER_OR_ARRAY),
            optional: true,
            default: None,
        },
    ],
    format: Some("`<` struct($type_str, $value, $opt_value) `>`"),
    ..EMPTY_PARAMS
};

/// A number, or `?` for one that is not known.
static EXTENT: ParamAsm = ParamAsm {
    parse: |p| {
        let extent = if p.optional_token("?") { DYNAMIC } else { p.integer()? };
        Ok(p.cx().int_attr(Type::I64, extent))
    },
    print: |p, cx, extent| match extent.as_i64(cx) {
        Some(DYNAMIC) | None => p.text("?"),
        Some(extent) => p.text(&extent.to_string()),
    },
    class: "int64_t",
};

/// An array; the number alone, if it has one.
static INTEGER_OR_ARRAY: ParamAsm = ParamAsm {
    parse: |p| match p.optional_integer()? {
        Some(value) => Ok(p.cx().array_attr(&[p.cx().int_attr(Type::I64, value)])),
        None => p.attr(Type::NONE),
    },
    print: |p, cx, array| match array.as_array(cx) {
        Some([one]) if one.as_integer(cx).is_some() => p.attr_without_type(*one),
        _ => p.attr(array),
    },
    class: "mlir::ArrayAttr",
};

/// Three attributes.
static SUB_ELEMENTS_ACCESS: AttrDef = AttrDef {
    name: "test.sub_elements_access",
    class: "TestSubElementsAccess",
    params: &[
        param("first", ParamKind::Attr),
        param("second", ParamKind::Attr),
        param("third", ParamKind::Attr),
    ],
    format: Some("`<` params `>`"),
    ..EMPTY_PARAMS
};

/// `!test.int<unsigned, 8>`: an integer.
pub(crate) static INT: TypeDef = TypeDef {
    name: "test.int",
    class: "TestInteger",
    params: &[param("width", ParamKind::Int(32)), param("signedness", ParamKind::Keyword)],
    asm: Some((parse_int, print_int)),
    ..EMPTY_PARAMS
};

fn parse_int(p: &mut dyn OpParser, _ty: Type) -> PResult<Vec<Attr>> {
    p.token("<")?;
    let signedness = p.keyword_or_string()?;
    p.token(",")?;
    let width = p.integer()?;
    p.token(">")?;
    Ok(vec![p.cx().int_attr(Type::I32, width), p.cx().string_attr(&signedness)])
}

fn print_int(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let (width, signedness) = (params[0].u64_value(cx), params[1].as_str(cx).unwrap_or(""));
    p.text(&format!("<{signedness}, {width}>"));
}

/// `!test.type_verification<i16>`: one of two types.
static TYPE_VERIFICATION: TypeDef = TypeDef {
    name: "test.type_verification",
    class: "TestTypeVerification",
    params: &[param("param", ParamKind::Type)],
    format: Some("`<` $param `>`"),
    verify: Some(&is_i16_or_i32),
    ..EMPTY_PARAMS
};

fn is_i16_or_i32(cx: &Context, params: &[Attr]) -> Result<(), String> {
    match params[0].as_type(cx) {
        Some(Type::I16 | Type::I32) => Ok(()),
        _ => Err("failed to verify 'param': 16-bit signless integer or 32-bit signless integer".to_owned()),
    }
}

struct AsmName;

impl OpAsmTypeInterface for AsmName {
    fn asm_name(&self, _cx: &Context, _ty: Type) -> Option<Cow<'static, str>> {
        Some("op_asm_type_interface".into())
    }
}

/// `!test.op_asm_type_interface`: names its values, and has an alias.
static OP_ASM_TYPE: TypeDef = TypeDef {
    name: "test.op_asm_type_interface",
    class: "TestTypeOpAsmTypeInterface",
    alias: Some("op_asm_type_interface_type"),
    interfaces: &[&(&AsmName as &dyn OpAsmTypeInterface)],
    ..EMPTY_PARAMS
};

/// The same, with an alias by its name.
static OP_ASM_TYPE_DEFAULT: TypeDef = TypeDef {
    name: "test.op_asm_type_interface_tablegen_default",
    class: "TestTypeOpAsmTypeInterfaceTablegenDefault",
    alias: Some("op_asm_type_interface_tablegen_default"),
    ..EMPTY_PARAMS
};

/// The attributes of the dialect.
pub(crate) static ATTRS: &[&AttrDef] = &[
    &UGLY,
    &WITH_TYPE_BUILDER,
    &WITH_FORMAT,
    &WITH_TYPE,
    &CUSTOM_LOCATION,
    &CONST_MEMORY_SPACE,
    &SLASH,
    &NESTED_ALIAS,
    &CONDITIONAL_ALIAS,
    &SELF_TYPE,
    &OP_ASM_ATTR,
    &OP_ASM_ATTR_DEFAULT,
    &CUSTOM_FLOAT,
    &CUSTOM_STRUCT,
    &SUB_ELEMENTS_ACCESS,
    crate::enums::ATTRS[0],
    crate::enums::ATTRS[1],
    crate::enums::ATTRS[2],
    crate::enums::ATTRS[3],
    crate::enums::ATTRS[4],
    crate::enums::ATTRS[5],
    crate::enums::ATTRS[6],
    &crate::structured::ITERATOR_TYPE,
    &crate::traits::ATTR_WITH_TRAIT,
    &crate::versions::ATTR_PARAMS,
    crate::dynamic::ATTRS[0],
    crate::dynamic::ATTRS[1],
    crate::dynamic::ATTRS[2],
];
/// The types of the dialect.
pub(crate) static TYPES: &[&TypeDef] = &[
    &TYPE_WITH_FORMAT,
    &TEST_REC,
    &crate::layouts::TYPE_WITH_LAYOUT,
    &SMPLA,
    &TEST_TYPE,
    &INT,
    &TYPE_VERIFICATION,
    &OP_ASM_TYPE,
    &OP_ASM_TYPE_DEFAULT,
    &crate::traits::TYPE_WITH_TRAIT,
    &crate::formats::OPTIONAL_VALUE_TYPE,
    &crate::versions::TEST_I32,
    crate::shaped::TestTensorType::DEF,
    crate::shaped::TestMemrefType::DEF,
    crate::dynamic::TYPES[0],
    crate::dynamic::TYPES[1],
    crate::dynamic::TYPES[2],
];
