//! Enums as attributes, as properties and in lists.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState, enum_attr};
use terrace_ir::attr_kind::AnyAttr;
use terrace_ir::def::{AttrDef, AttrSyntax, EMPTY_PARAMS, EnumDef, EnumField, OpDef, ParamDef, ParamKind};
use terrace_ir::enum_attr::{EnumValue, enum_param, enum_value};
use terrace_ir::{Attr, Context, OpKind, OpRef, attr_kinds, bit_enums, enums};
use terrace_macros::op;

enums! {
    /// Three cases.
    pub enum TestEnum("test::TestEnum", 32) {
        First = 0 => "first",
        Second = 1 => "second",
        Third = 2 => "third",
    }
    /// Cases of which some are no words.
    pub enum SimpleEnum("::test::SimpleEnum", 32) {
        A = 0 => "a",
        B = 1 => "b",
        Plus = 2 => "+",
        LongString = 3 => "dash-separated-sentence",
    }
}

bit_enums! {
    /// Flags with commas between.
    pub struct TestBitEnum("test::TestBitEnum", 32, ", ") {
        READ = 1 => "read",
        WRITE = 2 => "write",
        EXECUTE = 4 => "execute",
    }
    /// Flags with bars between.
    pub struct TestBitEnumVerticalBar("test::TestBitEnumVerticalBar", 32, " | ") {
        USER = 1 => "user",
        GROUP = 2 => "group",
        OTHER = 4 => "other",
    }
}

const fn field(def: &'static EnumDef, summary: &'static str) -> EnumField {
    EnumField { def, summary, class: def.name, quoted: false }
}

/// `#test<enum first>`.
pub(crate) static ENUM: AttrDef = AttrDef {
    name: "test.enum",
    class: "TestEnumAttr",
    params: &[ParamDef::of_enum("value", TestEnum::DEF)],
    format: Some("$value"),
    ..EMPTY_PARAMS
};

static SIMPLE_FIELD: EnumField = field(SimpleEnum::DEF, "allowed i32 cases: 0, 1, 2, 3");
/// `#test<simple_enum a>`.
pub(crate) static SIMPLE_ENUM: AttrDef = AttrDef {
    name: "test.simple_enum",
    class: "TestSimpleEnumAttr",
    params: &[ParamDef::new("value", ParamKind::EnumField(&SIMPLE_FIELD))],
    format: Some("`` $value"),
    ..EMPTY_PARAMS
};

static BIT_FIELD: EnumField = field(TestBitEnum::DEF, "a test bit enum");
/// `#test.bit_enum<read, write>`.
pub(crate) static BIT_ENUM: AttrDef = AttrDef {
    name: "test.bit_enum",
    class: "TestBitEnumAttr",
    params: &[ParamDef::new("value", ParamKind::EnumField(&BIT_FIELD))],
    format: Some("`<` $value `>`"),
    ..EMPTY_PARAMS
};

static BAR_FIELD: EnumField = field(TestBitEnumVerticalBar::DEF, "another test bit enum");
/// `#test.bit_enum_vbar<user | group>`.
pub(crate) static BIT_ENUM_VBAR: AttrDef = AttrDef {
    name: "test.bit_enum_vbar",
    class: "TestBitEnumVerticalBarAttr",
    params: &[ParamDef::new("value", ParamKind::EnumField(&BAR_FIELD))],
    format: Some("`<` $value `>`"),
    ..EMPTY_PARAMS
};

const fn list(kind: ParamKind) -> ParamDef<'static> {
    ParamDef { name: "value", kind, optional: true, default: None }
}

/// `#test<array_of_ints[1, 2]>`.
pub(crate) static ARRAY_OF_INTS: AttrDef = AttrDef {
    name: "test.array_of_ints",
    class: "ArrayOfInts",
    params: &[list(ParamKind::Array(&ParamKind::Int(32)))],
    format: Some("`[` (`]`) : ($value^ `]`)?"),
    ..EMPTY_PARAMS
};

/// `#test<array_of_enums[a, b]>`.
pub(crate) static ARRAY_OF_ENUMS: AttrDef = AttrDef {
    name: "test.array_of_enums",
    class: "ArrayOfEnums",
    params: &[list(ParamKind::Array(&ParamKind::Dialect(&SIMPLE_ENUM)))],
    format: Some("`[` (`]`) : ($value^ `]`)?"),
    ..EMPTY_PARAMS
};

/// `#test<array_of_ugly[ begin 1 end ]>`.
pub(crate) static ARRAY_OF_UGLY: AttrDef = AttrDef {
    name: "test.array_of_ugly",
    class: "ArrayOfUglyAttrs",
    params: &[list(ParamKind::Array(&ParamKind::Dialect(&crate::ugly::UGLY)))],
    format: Some("`[` (`]`) : ($value^ ` ` `]`)?"),
    ..EMPTY_PARAMS
};

/// The attributes of this file.
pub(crate) const ATTRS: [&AttrDef; 7] =
    [&ENUM, &SIMPLE_ENUM, &BIT_ENUM, &BIT_ENUM_VBAR, &ARRAY_OF_INTS, &ARRAY_OF_ENUMS, &ARRAY_OF_UGLY];

attr_kinds! {
    /// `#test<enum first>`.
    pub TestEnumAttr("a test enum") -> TestEnum { parameter_of: ENUM }
    /// A plain enum.
    pub TestEnumProp("TestEnum") -> TestEnum { native_enum }
    /// `#test.bit_enum<read>`.
    pub TestBitEnumAttr("a test bit enum") -> TestBitEnum { parameter_of: BIT_ENUM }
    /// `#test.bit_enum_vbar<user>`.
    pub TestBitEnumVerticalBarAttr("another test bit enum") -> TestBitEnumVerticalBar { parameter_of: BIT_ENUM_VBAR }
    /// Plain flags.
    pub TestBitEnumProp("TestBitEnum") -> TestBitEnum { native_enum }
    /// A plain enum that is written as an integer and may be given as `#test<enum first>`.
    pub TestEnumPropAttrForm("TestEnum") {
        accepts: |cx, attr| {
            let read = enum_value::<TestEnum>;
            read(cx, attr).or_else(|| enum_param(cx, attr, &ENUM)).is_some()
        },
        stored: |cx, attr| match enum_param::<TestEnum>(cx, attr, &ENUM) {
            Some(value) => enum_attr(cx, TestEnum::DEF, value.to_int()),
            None => attr,
        },
    }
    /// Lists.
    pub ArrayOfUglyAttrs("") {
        accepts: |cx, attr| cx.attr_params(attr, &ARRAY_OF_UGLY).is_some(), syntax: AttrSyntax::Dialect(&ARRAY_OF_UGLY),
    }
    /// Lists.
    pub ArrayOfInts("") {
        accepts: |cx, attr| cx.attr_params(attr, &ARRAY_OF_INTS).is_some(), syntax: AttrSyntax::Dialect(&ARRAY_OF_INTS),
    }
    /// Lists.
    pub ArrayOfEnums("") {
        accepts: |cx, attr| cx.attr_params(attr, &ARRAY_OF_ENUMS).is_some(), syntax: AttrSyntax::Dialect(&ARRAY_OF_ENUMS),
    }
}

/// Holds an enum and another attribute.
#[op("test.op_with_enum", format = "$value (`tag` $tag^)? attr-dict")]
pub struct OpWithEnum {
    value: Prop<TestEnumAttr>,
    tag: OptProp<AnyAttr>,
}

/// Holds a plain enum.
#[op("test.op_with_enum_prop", format = "$value attr-dict")]
pub struct OpWithEnumProp {
    value: Prop<TestEnumProp>,
}

/// Holds a plain enum that is written as an integer.
#[op("test.op_with_enum_prop_attr_form", format = "prop-dict attr-dict")]
pub struct OpWithEnumPropAttrForm {
    value: Prop<TestEnumPropAttrForm>,
}

/// Holds an enum that is written as an attribute.
#[op("test.op_with_enum_prop_attr_form_always", format = "prop-dict attr-dict")]
pub struct OpWithEnumPropAttrFormAlways {
    value: Prop<TestEnumAttr>,
}

/// Holds plain flags.
#[op("test.op_with_bit_enum_prop", format = "$value1 ($value2^)? attr-dict `:` `(``)`")]
pub struct OpWithTestBitEnum {
    value1: DefaultProp<TestBitEnumProp, read>,
    value2: DefaultProp<TestBitEnumProp, read>,
}

fn read(cx: &Context) -> Attr {
    enum_attr(cx, TestBitEnum::DEF, TestBitEnum::READ.to_int())
}

/// Holds plain flags that are written with the name of the enum.
#[op("test.op_with_bit_enum_prop_named", asm = (parse_named, print_named),
     syntax = "`bit_enum` `<` $value1 `>` (`bit_enum` `<` $value2 `>`)? attr-dict")]
pub struct OpWithBitEnumPropNamed {
    value1: DefaultProp<TestBitEnumProp, read>,
    value2: DefaultProp<TestBitEnumProp, read>,
}

fn parse_named(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    for (name, required) in [("value1", true), ("value2", false)] {
        if required {
            p.token("bit_enum")?;
        } else if !p.optional_token("bit_enum") {
            break;
        }
        p.token("<")?;
        let value = p.enum_keyword(TestBitEnum::DEF)?;
        p.token(">")?;
        let attr = enum_attr(p.cx(), TestBitEnum::DEF, value);
        state.set_prop(p.cx(), name, attr);
    }
    p.optional_attr_dict(state)
}

fn print_named(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = OpWithBitEnumPropNamed::view_of(op);
    for (value, required) in [(view.value1(), true), (view.value2(), false)] {
        if required || value != TestBitEnum::READ {
            let mut text = String::new();
            TestBitEnum::DEF.write(value.to_int(), &mut text);
            p.text(&format!(" bit_enum<{text}>"));
        }
    }
    p.attr_dict(op, &["value1", "value2"]);
}

/// Holds flags and another attribute.
#[op("test.op_with_bit_enum", format = "$value (`tag` $tag^)? attr-dict")]
pub struct OpWithBitEnum {
    value: Prop<TestBitEnumAttr>,
    tag: OptProp<AnyAttr>,
}

/// Holds flags and another attribute.
#[op("test.op_with_bit_enum_vbar", format = "$value (`tag` $tag^)? attr-dict")]
pub struct OpWithBitEnumVerticalBar {
    value: Prop<TestBitEnumVerticalBarAttr>,
    tag: OptProp<AnyAttr>,
}

/// Holds lists.
#[op("test.array_of_attr_op", format = "`a` `=` $a `,` `b` `=` $b `,` `c` `=` $c attr-dict")]
pub struct ArrayOfAttrOp {
    a: Prop<ArrayOfUglyAttrs>,
    b: Prop<ArrayOfInts>,
    c: Prop<ArrayOfEnums>,
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 9] = [
    OpWithEnum::DEF,
    OpWithEnumProp::DEF,
    OpWithEnumPropAttrForm::DEF,
    OpWithEnumPropAttrFormAlways::DEF,
    OpWithTestBitEnum::DEF,
    OpWithBitEnumPropNamed::DEF,
    OpWithBitEnum::DEF,
    OpWithBitEnumVerticalBar::DEF,
    ArrayOfAttrOp::DEF,
];
