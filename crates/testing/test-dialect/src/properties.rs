//! Ops with properties: values that are no attributes upstream.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{AttrKind, I32Attr, StrAttr, UnitAttr, UnitProp};
use terrace_ir::bytecode::{DialectBytecodeReader, DialectBytecodeWriter, NativeProperty, ReadResult};
use terrace_ir::constraints::{ANY_TYPE, I32, I64};
use terrace_ir::def::{CustomArg, CustomDirective, OpDef};
use terrace_ir::infer::InferInput;
use terrace_ir::property::{Property, elements_of, int_array, int_attr, int_of};
use terrace_ir::{Attr, Context, OpKind, OpRef, Signedness, Type, attr_kinds};
use terrace_macros::op;

/// An integer of 8 bits.
const I8: Property = Property::Int { width: 8, signed: true };
/// An unsigned integer of 8 bits.
const UI8: Property = Property::Int { width: 8, signed: false };
/// An integer that is not negative.
const NON_NEGATIVE: Property = Property::Confined(&Property::I64, |cx, attr| int_of(cx, attr, true) >= 0);
/// A list of such integers, with at least one.
const NON_EMPTY: Property = Property::Confined(&Property::Array(&NON_NEGATIVE), is_filled);

fn is_filled(cx: &Context, attr: Attr) -> bool {
    attr.as_array(cx).is_some_and(|items| !items.is_empty())
}

attr_kinds! {
    /// An integer.
    pub I64Prop("int64_t") -> i64 {
        value: |cx, attr| Some(int_of(cx, attr, true)),
        attr: |cx, value| int_attr(cx, 64, value),
        property: Property::I64,
    }
    /// An integer of 32 bits.
    pub I32Prop("int32_t") { property: Property::I32 }
    /// A string.
    pub StringProp("string") { property: Property::String }
    /// `true` or `false`.
    pub BoolProp("boolean") { property: Property::Bool }
    /// Integers in a dense array.
    pub IntArrayProp("array of int64_t") -> Vec<i64> {
        value: |cx, attr| Some(elements_of(cx, attr, 64)),
        attr: |cx, items: Vec<i64>| int_array(cx, 64, &items),
        property: Property::IntArray { width: 64 },
    }
    /// Integers of 32 bits in a dense array.
    pub IntArray32Prop("array of int32_t") { property: Property::IntArray { width: 32 } }
    /// An integer that may be absent.
    pub OptionalI64Prop("optional int64_t") { property: Property::Optional(&Property::I64) }
    /// An integer of 8 bits that may be absent.
    pub OptionalI8Prop("optional int8_t") { property: Property::Optional(&I8) }
    /// An unsigned integer of 8 bits that may be absent.
    pub OptionalUI8Prop("optional uint8_t") { property: Property::Optional(&UI8) }
    /// A string that may be absent.
    pub OptionalStringProp("optional string") { property: Property::Optional(&Property::String) }
    /// The same, always written in full.
    pub LongStringProp("optional string") { property: Property::Wrapped(&Property::String) }
    /// An integer with a default that may be absent.
    pub OptionalDefaultProp("optional int64_t") { property: Property::Wrapped(&Property::I64) }
    /// An optional integer that may be absent.
    pub NestedOptionalProp("optional optional int64_t") {
        property: Property::Wrapped(&Property::Optional(&Property::I64)),
    }
    /// A flag that may be absent.
    pub OptionalUnitProp("optional unit property") { property: Property::Wrapped(&Property::Unit) }
    /// Integers.
    pub I64ArrayProp("array of int64_t") { property: Property::Array(&Property::I64) }
    /// Strings.
    pub StringArrayProp("array of string") { property: Property::Array(&Property::String) }
    /// Lists of integers.
    pub NestedArrayProp("array of array of int32_t") { property: Property::Array(&Property::Array(&Property::I32)) }
    /// Integers that may be absent altogether.
    pub OptionalArrayProp("optional array of int32_t") {
        property: Property::Optional(&Property::Array(&Property::I32)),
    }
    /// Integers each of which may be absent.
    pub OptionsProp("array of optional int64_t") { property: Property::Array(&Property::Optional(&Property::I64)) }
    /// Flags.
    pub UnitsProp("array of unit property") { property: Property::Array(&Property::Unit) }
    /// An integer that is not negative.
    pub NonNegativeProp("non-negative int64_t") { property: NON_NEGATIVE }
    /// The same, or nothing.
    pub OptionalNonNegativeProp("optional non-negative int64_t") { property: Property::Optional(&NON_NEGATIVE) }
    /// An integer from 0 to 5.
    pub UpToFiveProp("between 0 and 5") {
        property: Property::Confined(&NON_NEGATIVE, |cx, attr| int_of(cx, attr, true) <= 5),
    }
    /// Integers that are not negative.
    pub NonNegativeArrayProp("array of non-negative int64_t") { property: Property::Array(&NON_NEGATIVE) }
    /// At least one integer.
    pub NonEmptyProp("non-empty array of int64_t") {
        property: Property::Confined(&Property::Array(&Property::I64), is_filled),
    }
    /// At least one integer, none of which is negative.
    pub NonEmptyNonNegativeProp("non-empty array of non-negative int64_t") { property: NON_EMPTY }
    /// The same, or nothing.
    pub OptionalNonEmptyProp("optional non-empty array of non-negative int64_t") {
        property: Property::Optional(&NON_EMPTY),
    }
    /// A string that C++ wraps in a struct.
    pub MyStructProp("MyPropStruct") -> &'a str {
        value: |cx, attr: Attr| attr.as_str(cx),
        attr: |cx, text| cx.string_attr(text),
        native: NativeProperty {
            write: |attr, writer| Property::String.write(attr, writer),
            read: |reader| Property::String.read(reader),
        },
    }
    /// A label and a number, which have their own syntax.
    pub LabelledProp("PropertiesWithCustomPrint") -> (&'a str, i64) {
        value: |cx, attr: Attr| {
            let entry = |name: &str| attr.dict_get(cx, cx.find_str(name)?);
            Some((entry("label")?.as_str(cx)?, entry("value")?.as_i64(cx)?))
        },
        attr: |cx, (label, value)| {
            let value = int_attr(cx, 32, value);
            cx.dict(vec![(cx.str("label"), cx.string_attr(label)), (cx.str("value"), value)])
        },
        native: NativeProperty { write: write_labelled, read: read_labelled },
    }
}

fn write_labelled(attr: Attr, writer: &mut dyn DialectBytecodeWriter) {
    let found = LabelledProp::value(writer.cx(), attr).map(|(label, value)| (label.to_owned(), value));
    let (label, value) = found.unwrap_or((String::new(), 0));
    writer.write_string(label.as_bytes());
    writer.write_varint(value as u64);
}

fn read_labelled(reader: &mut dyn DialectBytecodeReader) -> ReadResult<Attr> {
    let label = reader.read_string()?;
    let value = reader.read_varint()? as i64;
    let cx = reader.cx();
    let value = int_attr(cx, 32, value);
    Ok(cx.dict(vec![(cx.str("label"), cx.str_attr(label)), (cx.str("value"), value)]))
}

fn zero(cx: &Context) -> Attr {
    cx.int_attr(Type::I32, 0)
}

fn zero64(cx: &Context) -> Attr {
    cx.int_attr(Type::I64, 0)
}

fn minus_one(cx: &Context) -> Attr {
    cx.int_attr(Type::I32, -1)
}

fn empty(cx: &Context) -> Attr {
    cx.string_attr("")
}

fn none(_: &Context) -> Attr {
    Attr::EMPTY_ARRAY
}

fn no(_: &Context) -> Attr {
    Attr::FALSE
}

/// Properties of several types, and an attribute.
#[op(
    "test.with_properties",
    format = "`a` `=` $a `,` `b` `=` $b `,` `c` `=` $c `,` `flag` `=` $flag `,` `array` `=` $array `,` \
               `array32` `=` $array32 attr-dict"
)]
pub struct WithPropertiesOp {
    a: Prop<I64Prop>,
    b: Prop<StrAttr>,
    c: Prop<StringProp>,
    flag: Prop<BoolProp>,
    array: Prop<IntArrayProp>,
    array32: Prop<IntArray32Prop>,
}

/// A property in a dictionary, and an attribute.
#[op("test.with_properties_and_attr", format = "$lhs prop-dict attr-dict")]
pub struct WithPropertiesAndAttrOp {
    lhs: Prop<I32Attr>,
    rhs: Prop<I64Prop>,
}

/// The same, and a result that has as many bits as both together.
#[op("test.with_properties_and_inferred_type", infer = infer_sum, format = "$lhs prop-dict attr-dict")]
pub struct WithPropertiesAndInferredTypeOp {
    lhs: Prop<I32Attr>,
    rhs: Prop<I64Prop>,
    packed: OptProp<UnitAttr>,
    result: Res<ANY_TYPE>,
}

fn infer_sum(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let number = |name: &str| Some(int_of(input.cx, input.prop(name)?, true));
    let sum = number("lhs").zip(number("rhs")).and_then(|(lhs, rhs)| lhs.checked_add(rhs));
    match sum.and_then(|sum| u32::try_from(sum).ok()).filter(|&sum| sum <= MAX_WIDTH) {
        Some(width) => Ok(vec![input.cx.integer(width, Signedness::Signless)]),
        None => Err(String::new()),
    }
}

/// The largest number of bits of an integer type.
const MAX_WIDTH: u32 = (1 << 24) - 1;

/// A property that is a string in C++'s own struct.
#[op("test.with_wrapped_properties", format = "prop-dict attr-dict")]
pub struct WithWrappedPropertiesOp {
    prop: Prop<MyStructProp>,
}

/// No properties, but a place for them.
#[op("test.empty_properties", format = "prop-dict attr-dict")]
pub struct EmptyPropertiesOp {}

/// A property that a directive reads.
#[op("test.using_property_in_custom", customs(&USING_PROPERTY),
     format = "custom<UsingPropertyInCustom>($prop) attr-dict")]
pub struct UsingPropertyInCustomOp {
    prop: Prop<IntArrayProp>,
}

/// The same, and another property in a dictionary.
#[op("test.using_property_in_custom_and_other", customs(&USING_PROPERTY),
     format = "custom<UsingPropertyInCustom>($prop) prop-dict attr-dict")]
pub struct UsingPropertyInCustomAndOtherOp {
    prop: Prop<IntArrayProp>,
    other: Prop<I64Prop>,
}

static USING_PROPERTY: CustomDirective = CustomDirective {
    name: "UsingPropertyInCustom",
    parse: parse_using_property,
    print: print_using_property,
};

fn parse_using_property(p: &mut dyn OpParser, state: &mut ParseState, _args: &[CustomArg]) -> PResult<bool> {
    let mut items = Vec::new();
    p.token("[")?;
    if !p.optional_token("]") {
        items.push(p.integer()?);
        while p.optional_token(",") {
            items.push(p.integer()?);
        }
        p.token("]")?;
    }
    let array = int_array(p.cx(), 64, &items);
    state.set_prop(p.cx(), "prop", array);
    Ok(true)
}

fn print_using_property(p: &mut dyn OpPrinter, op: OpRef<'_>, _args: &[CustomArg]) {
    let array = op.inherent_attr("prop").map_or(Vec::new(), |attr| elements_of(op.cx(), attr, 64));
    p.text(&format!("{array:?}"));
}

/// Two properties, the second of which is written after their sum is known.
#[op("test.using_property_ref_in_custom", customs(&INT_PROPERTY, &SUM_PROPERTY),
     format = "custom<IntProperty>($first) `+` custom<SumProperty>($second, ref($first)) attr-dict")]
pub struct UsingPropertyRefInCustomOp {
    first: Prop<I64Prop>,
    second: Prop<I64Prop>,
}

static INT_PROPERTY: CustomDirective = CustomDirective {
    name: "IntProperty",
    parse: |p, state, _| {
        let value = p.integer()?;
        let value = int_attr(p.cx(), 64, value);
        state.set_prop(p.cx(), "first", value);
        Ok(true)
    },
    print: |p, op, _| p.text(&UsingPropertyRefInCustomOp::view_of(op).first().to_string()),
};

static SUM_PROPERTY: CustomDirective =
    CustomDirective { name: "SumProperty", parse: parse_sum, print: print_sum };

fn parse_sum(p: &mut dyn OpParser, state: &mut ParseState, _args: &[CustomArg]) -> PResult<bool> {
    let loc = p.loc();
    let first = state.prop(p.cx(), "first").map_or(0, |attr| int_of(p.cx(), attr, true));
    let second = p.integer()?;
    p.token("=")?;
    let sum = p.integer()?;
    if first.wrapping_add(second) != sum {
        return Err(p.error(loc, "Expected sum to equal first + second".to_owned()));
    }
    let second = int_attr(p.cx(), 64, second);
    state.set_prop(p.cx(), "second", second);
    Ok(true)
}

fn print_sum(p: &mut dyn OpPrinter, op: OpRef<'_>, _args: &[CustomArg]) {
    let op = UsingPropertyRefInCustomOp::view_of(op);
    let (first, second) = (op.first(), op.second());
    p.text(&format!("{second} = {}", first.wrapping_add(second)));
}

/// Lists of operands and results. Upstream's format has a `prop-dict` before `end`, which the sizes leave empty but for its
/// space.
#[op(
    "test.variadic_segment_prop",
    traits(AttrSizedOperandSegments, AttrSizedResultSegments),
    format = "$a1 `:` $a2 `:` type($b1) `:` type($b2) ` ` attr-dict ` ` `end`"
)]
pub struct VariadicSegmentPropOp {
    a1: VarOperand<I64>,
    a2: VarOperand<I64>,
    b1: VarRes<I64>,
    b2: VarRes<I64>,
}

/// A property whose C++ struct has its own syntax.
#[op("test.with_nice_properties", customs(&NICE_PROPERTIES), format = "custom<NiceProperties>($prop) attr-dict")]
pub struct WithNicePropertiesOp {
    prop: Prop<LabelledProp>,
}

static NICE_PROPERTIES: CustomDirective =
    CustomDirective { name: "NiceProperties", parse: parse_nice, print: print_nice };

fn parse_nice(p: &mut dyn OpParser, state: &mut ParseState, _args: &[CustomArg]) -> PResult<bool> {
    let label = p.keyword_or_string()?;
    p.token("is")?;
    let value = p.integer()?;
    let prop = LabelledProp::attr(p.cx(), (&label, value));
    state.set_prop(p.cx(), "prop", prop);
    Ok(true)
}

fn print_nice(p: &mut dyn OpPrinter, op: OpRef<'_>, _args: &[CustomArg]) {
    let (label, value) = WithNicePropertiesOp::view_of(op).prop();
    p.keyword_or_string(label.as_bytes());
    p.text(&format!(" is {value}"));
}

/// An attribute and properties with defaults.
#[op("test.with_default_valued_properties", format = "($a^) : (`na`)? ($b^)? ($c^)? ($unit^)? attr-dict")]
pub struct WithDefaultValuedPropertiesOp {
    a: DefaultProp<I32Attr, zero>,
    b: DefaultProp<StringProp, empty>,
    c: DefaultProp<I32Prop, minus_one>,
    unit: DefaultProp<UnitProp, no>,
}

/// Properties that may be absent.
#[op(
    "test.with_optional_properties",
    format = "(`anAttr` `=` $anAttr^)? (`simple` `=` $simple^)? (`simplei8` `=` $simplei8^)? \
               (`simpleui8` `=` $simpleui8^)? (`nonTrivialStorage` `=` $nonTrivialStorage^)? \
               (`hasDefault` `=` $hasDefault^)? (`nested` `=` $nested^)? (`longSyntax` `=` $longSyntax^)? \
               (`hasUnit` $hasUnit^)? (`maybeUnit` `=` $maybeUnit^)? attr-dict"
)]
pub struct WithOptionalPropertiesOp {
    anAttr: OptProp<I32Attr>,
    simple: DefaultProp<OptionalI64Prop, none>,
    simplei8: DefaultProp<OptionalI8Prop, none>,
    simpleui8: DefaultProp<OptionalUI8Prop, none>,
    nonTrivialStorage: DefaultProp<OptionalStringProp, none>,
    hasDefault: DefaultProp<OptionalDefaultProp, none>,
    nested: DefaultProp<NestedOptionalProp, none>,
    longSyntax: DefaultProp<LongStringProp, none>,
    hasUnit: DefaultProp<UnitProp, no>,
    maybeUnit: DefaultProp<OptionalUnitProp, none>,
}

/// Lists of properties.
#[op(
    "test.with_array_properties",
    format = "`ints` `=` $ints `strings` `=` $strings `nested` `=` $nested `opt` `=` $opt \
               `explicitOptions` `=` $explicitOptions `explicitUnits` `=` $explicitUnits \
               ($hasDefault^ `thats_has_default`)? attr-dict"
)]
pub struct WithArrayPropertiesOp {
    ints: Prop<I64ArrayProp>,
    strings: Prop<StringArrayProp>,
    nested: Prop<NestedArrayProp>,
    opt: DefaultProp<OptionalArrayProp, none>,
    explicitOptions: Prop<OptionsProp>,
    explicitUnits: Prop<UnitsProp>,
    hasDefault: DefaultProp<I64ArrayProp, none>,
}

/// Properties that satisfy conditions.
#[op("test.op_with_property_predicates", format = "attr-dict prop-dict")]
pub struct WithPropertyPredicatesOp {
    scalar: Prop<NonNegativeProp>,
    optional: DefaultProp<OptionalNonNegativeProp, none>,
    defaulted: DefaultProp<NonNegativeProp, zero64>,
    more_constrained: Prop<UpToFiveProp>,
    array: Prop<NonNegativeArrayProp>,
    non_empty_unconstrained: Prop<NonEmptyProp>,
    non_empty_constrained: Prop<NonEmptyNonNegativeProp>,
    non_empty_optional: DefaultProp<OptionalNonEmptyProp, none>,
    unconstrained: Prop<I64Prop>,
}

/// Properties before which nothing is written.
#[op("test.prop_pattern_op_1", format = "$tag $val $cond attr-dict")]
pub struct PropPatternOp1 {
    tag: Prop<StringProp>,
    val: Prop<I64Prop>,
    cond: Prop<BoolProp>,
    results: Res<I32>,
}

/// An operand and a property.
#[op("test.prop_pattern_op_2", format = "$input $tag attr-dict")]
pub struct PropPatternOp2 {
    input: Operand<I32>,
    tag: Prop<StringProp>,
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 16] = [
    WithPropertiesOp::DEF,
    WithPropertiesAndAttrOp::DEF,
    WithPropertiesAndInferredTypeOp::DEF,
    WithWrappedPropertiesOp::DEF,
    EmptyPropertiesOp::DEF,
    UsingPropertyInCustomOp::DEF,
    UsingPropertyInCustomAndOtherOp::DEF,
    UsingPropertyRefInCustomOp::DEF,
    VariadicSegmentPropOp::DEF,
    WithNicePropertiesOp::DEF,
    WithDefaultValuedPropertiesOp::DEF,
    WithOptionalPropertiesOp::DEF,
    WithArrayPropertiesOp::DEF,
    WithPropertyPredicatesOp::DEF,
    PropPatternOp1::DEF,
    PropPatternOp2::DEF,
];
