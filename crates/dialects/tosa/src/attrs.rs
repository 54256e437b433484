//! Enums, the attributes that hold them, attributes of quantization and of targets, and kinds of attributes.

use terrace_ir::attr_kind::DenseI64Array;
use terrace_ir::def::{AttrDef, AttrSyntax, EMPTY_PARAMS, ParamDef};
use terrace_ir::enum_attr::{EnumValue, enum_param_attr};
use terrace_ir::{Attr, AttrData, Context, Type, attr_kinds, enums};
use terrace_macros::attr_def;

enums! {
    /// A profile of the specification: a set of data types for the base operators.
    pub enum Profile("::mlir::tosa::Profile", 32) {
        None = 0 => "none",
        ProInt = 1 => "pro_int",
        ProFp = 2 => "pro_fp",
    }
    /// An extension of a profile.
    pub enum Extension("::mlir::tosa::Extension", 32) {
        None = 0 => "none",
        Int16 = 1 => "int16",
        Int4 = 2 => "int4",
        Bf16 = 3 => "bf16",
        Fp8E4M3 = 4 => "fp8e4m3",
        Fp8E5M2 = 5 => "fp8e5m2",
        Fft = 6 => "fft",
        Variable = 7 => "variable",
        ControlFlow = 8 => "controlflow",
        DoubleRound = 9 => "doubleround",
        InexactRound = 10 => "inexactround",
        Dynamic = 11 => "dynamic",
        MxFp = 12 => "mxfp",
        Int64 = 13 => "int64",
        Shape = 14 => "shape",
    }
    /// A level of the specification: limits of ranks and sizes.
    pub enum Level("::mlir::tosa::Level", 32) {
        None = 0 => "none",
        EightK = 1 => "8k",
    }
    /// A version of the specification.
    pub enum SpecificationVersion("::mlir::tosa::SpecificationVersion", 32) {
        V1_0 = 0 => "1.0",
        V1_1Draft = 1 => "1.1.draft",
    }
    /// The elements that a resized image is made of.
    pub enum ResizeMode("::mlir::tosa::ResizeMode", 32) {
        NearestNeighbor = 1 => "NEAREST_NEIGHBOR",
        Bilinear = 2 => "BILINEAR",
    }
    /// Returns whether a result is NaN if one of two compared numbers is.
    pub enum NanPropagationMode("::mlir::tosa::NanPropagationMode", 32) {
        Propagate = 1 => "PROPAGATE",
        Ignore = 2 => "IGNORE",
    }
    /// The rounding of a scaled integer.
    pub enum RoundingMode("::mlir::tosa::RoundingMode", 32) {
        SingleRound = 1 => "SINGLE_ROUND",
        InexactRound = 2 => "INEXACT_ROUND",
        DoubleRound = 3 => "DOUBLE_ROUND",
    }
    /// The number of elements that share a scale.
    pub enum BlockSize("::mlir::tosa::BlockSize", 32) {
        Of32 = 32 => "BLOCK_SIZE_32",
    }
}

macro_rules! enum_attrs {
    ($($(#[doc = $doc:literal])* $table:ident = $name:literal, $class:literal: $value:ident;)*) => {
        $($(#[doc = $doc])*
        pub static $table: AttrDef = AttrDef {
            name: $name,
            class: $class,
            doc: concat!($($doc),*),
            params: &[ParamDef::of_enum("value", $value::DEF)],
            format: Some("`<` $value `>`"),
            ..EMPTY_PARAMS
        };

        impl $value {
            /// Returns the attribute of the dialect that holds this value.
            pub fn attr(self, cx: &Context) -> Attr {
                enum_param_attr(cx, self, &$table)
            }
        })*
    };
}

enum_attrs! {
    /// A profile.
    PROFILE = "tosa.prof", "ProfileAttr": Profile;
    /// An extension.
    EXTENSION = "tosa.ext", "ExtensionAttr": Extension;
    /// A level.
    LEVEL = "tosa.level", "LevelAttr": Level;
    /// A version of the specification.
    SPECIFICATION_VERSION = "tosa.specification_version", "SpecificationVersionAttr": SpecificationVersion;
    /// The elements that a resized image is made of.
    RESIZE_MODE = "tosa.resize_mode", "ResizeModeAttr": ResizeMode;
    /// Returns whether a result is NaN if one of two compared numbers is.
    NAN_MODE = "tosa.nan_mode", "NanPropagationModeAttr": NanPropagationMode;
    /// The rounding of a scaled integer.
    ROUNDING_MODE = "tosa.rounding_mode", "RoundingModeAttr": RoundingMode;
    /// The number of elements that share a scale.
    BLOCK_SIZE = "tosa.block_size", "BlockSizeAttr": BlockSize;
}

impl BlockSize {
    /// Returns the number of elements of a block.
    pub fn elements(self) -> i64 {
        self as u64 as i64
    }
}

/// Quantization of an op with one input.
#[attr_def("tosa.unary_quant", class = "UnaryOpQuantizationAttr", format = "`<` struct(params) `>`")]
pub struct UnaryOpQuantizationAttr {
    input_zp: i64,
    output_zp: i64,
}

/// Quantization of a convolution.
#[attr_def("tosa.conv_quant", class = "ConvOpQuantizationAttr", format = "`<` struct(params) `>`")]
pub struct ConvOpQuantizationAttr {
    input_zp: i64,
    weight_zp: i64,
}

/// Quantization of a product of matrices.
#[attr_def("tosa.matmul_quant", class = "MatMulOpQuantizationAttr", format = "`<` struct(params) `>`")]
pub struct MatMulOpQuantizationAttr {
    a_zp: i64,
    b_zp: i64,
}

/// Quantization of padding.
#[attr_def("tosa.pad_quant", class = "PadOpQuantizationAttr", format = "`<` struct(params) `>`")]
pub struct PadOpQuantizationAttr {
    input_zp: i64,
}

/// The capabilities of a target: version and level of the specification, profiles and extensions.
#[attr_def(
    "tosa.target_env",
    class = "TargetEnvAttr",
    format = "`<` `specification_version` `=` $specification_version `,` `level` `=` $level `,` `profiles` `=` \
                     `[` $profiles `]` `,` `extensions` `=` `[` $extensions `]` `>`"
)]
pub struct TargetEnvAttr {
    specification_version: SpecificationVersion,
    level: Level,
    profiles: Vec<Profile>,
    extensions: Vec<Extension>,
}

/// The discardable attribute of a module with its target.
pub const TARGET_ENV: &str = "tosa.target_env";

/// The attributes of the dialect.
pub static ATTRS: &[&AttrDef] = &[
    &PROFILE,
    &EXTENSION,
    &LEVEL,
    &SPECIFICATION_VERSION,
    &RESIZE_MODE,
    &NAN_MODE,
    &ROUNDING_MODE,
    &BLOCK_SIZE,
    UnaryOpQuantizationAttr::DEF,
    ConvOpQuantizationAttr::DEF,
    MatMulOpQuantizationAttr::DEF,
    PadOpQuantizationAttr::DEF,
    TargetEnvAttr::DEF,
];

/// Returns `#tosa.nan_mode<PROPAGATE>`, the default.
pub fn propagate(cx: &Context) -> Attr {
    NanPropagationMode::Propagate.attr(cx)
}

/// Returns `false`, the default of flags.
pub fn no(_cx: &Context) -> Attr {
    Attr::FALSE
}

/// The elements of an array of `i64`, if it has as many.
fn i64_array_of<const N: usize>(cx: &Context, attr: Attr) -> Option<DenseI64Array<'_>> {
    DenseI64Array::new(cx, attr).filter(|array| array.len() == N)
}

/// Returns whether a type is one in which convolutions accumulate.
fn is_acc_type(cx: &Context, ty: Type) -> bool {
    [Type::I32, Type::F16, Type::F32].contains(&ty)
        || (ty.is_signless_integer(cx) && ty.bit_width(cx) == Some(48))
}

attr_kinds! {
    /// The elements that a resized image is made of.
    pub ResizeModeAttr("Supported resize/upsampling strategies") -> ResizeMode { parameter_of: RESIZE_MODE }
    /// Returns whether a result is NaN if one of two compared numbers is.
    pub NanPropagationModeAttr("Supported NaN propagation strategies") -> NanPropagationMode { parameter_of: NAN_MODE }
    /// The rounding of a scaled integer.
    pub RoundingModeAttr("Supported rounding modes") -> RoundingMode { parameter_of: ROUNDING_MODE }
    /// The number of elements that share a scale.
    pub BlockSizeAttr("Block size for the block_scaled formats") -> BlockSize { parameter_of: BLOCK_SIZE }
    /// Two numbers.
    pub I64Array2Attr("i64 dense array attribute with exactly 2 elements") -> DenseI64Array<'a> {
        value: i64_array_of::<2>, attr: |cx, array| cx.i64_array(&array.to_vec()),
    }
    /// Three numbers.
    pub I64Array3Attr("i64 dense array attribute with exactly 3 elements") -> DenseI64Array<'a> {
        value: i64_array_of::<3>, attr: |cx, array| cx.i64_array(&array.to_vec()),
    }
    /// Four numbers.
    pub I64Array4Attr("i64 dense array attribute with exactly 4 elements") -> DenseI64Array<'a> {
        value: i64_array_of::<4>, attr: |cx, array| cx.i64_array(&array.to_vec()),
    }
    /// Six numbers.
    pub I64Array6Attr("i64 dense array attribute with exactly 6 elements") -> DenseI64Array<'a> {
        value: i64_array_of::<6>, attr: |cx, array| cx.i64_array(&array.to_vec()),
    }
    /// The type in which an op accumulates.
    pub AccTypeAttr(
        "type attribute of 32-bit signless integer or 48-bit signless integer or 16-bit float or 32-bit float"
    ) -> Type {
        value: |cx: &'_ Context, attr: Attr| attr.as_type(cx).filter(|&ty| is_acc_type(cx, ty)),
        attr: |cx, ty| cx.type_attr(ty),
        placeholder: Type::NONE,
        syntax: AttrSyntax::Type,
    }
    /// An integer or a float.
    pub IntOrFloatAttr("arbitrary integer attribute or arbitrary float attribute") {
        accepts: |cx, attr| matches!(attr.data(cx), AttrData::Integer { .. } | AttrData::Float { .. }),
    }
    /// Elements of a tensor.
    pub ElementsAttr("constant vector/tensor attribute") { accepts: |cx, attr| attr.is_elements(cx) }
    /// A dense constant of indices.
    pub IndexElementsAttr("index elements attribute") {
        accepts: |cx, attr| match attr.data(cx) {
            AttrData::DenseElements { ty, .. } => ty.element_type(cx) == Some(Type::INDEX),
            _ => false,
        },
    }
}
