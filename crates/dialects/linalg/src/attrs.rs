//! Functions of elements, iterator types, and constraints of attributes.

use terrace_ir::attr_kind::{DenseI64Array, int_of_type};
use terrace_ir::def::{AttrDef, AttrSyntax, EMPTY_PARAMS, ParamDef};
use terrace_ir::enum_attr::{EnumValue, enum_param_attr};
use terrace_ir::{Attr, AttrData, Context, RankedTensorType, Type, attr_kinds, enums};

enums! {
    /// A function of elements.
    pub enum ElementwiseKind("::mlir::linalg::ElementwiseKind", 32) {
        Exp = 0 => "exp",
        Log = 1 => "log",
        Abs = 2 => "abs",
        Ceil = 3 => "ceil",
        Floor = 4 => "floor",
        Negf = 5 => "negf",
        Reciprocal = 6 => "reciprocal",
        Round = 7 => "round",
        Sqrt = 8 => "sqrt",
        Rsqrt = 9 => "rsqrt",
        Square = 10 => "square",
        Tanh = 11 => "tanh",
        Erf = 12 => "erf",
        Add = 13 => "add",
        Sub = 14 => "sub",
        Mul = 15 => "mul",
        Div = 16 => "div",
        DivUnsigned = 17 => "div_unsigned",
        MaxSigned = 18 => "max_signed",
        MinSigned = 19 => "min_signed",
        MaxUnsigned = 20 => "max_unsigned",
        MinUnsigned = 21 => "min_unsigned",
        Powf = 22 => "powf",
        Select = 23 => "select",
    }
    /// A function of one element.
    pub enum UnaryFn("::mlir::linalg::UnaryFn", 32) {
        Exp = 0 => "exp",
        Log = 1 => "log",
        Abs = 2 => "abs",
        Ceil = 3 => "ceil",
        Floor = 4 => "floor",
        Negf = 5 => "negf",
        Reciprocal = 6 => "reciprocal",
        Round = 7 => "round",
        Sqrt = 8 => "sqrt",
        Rsqrt = 9 => "rsqrt",
        Square = 10 => "square",
        Tanh = 11 => "tanh",
        Erf = 12 => "erf",
    }
    /// A function of two elements.
    pub enum BinaryFn("::mlir::linalg::BinaryFn", 32) {
        Add = 0 => "add",
        Sub = 1 => "sub",
        Mul = 2 => "mul",
        Div = 3 => "div",
        DivUnsigned = 4 => "div_unsigned",
        MaxSigned = 5 => "max_signed",
        MinSigned = 6 => "min_signed",
        MaxUnsigned = 7 => "max_unsigned",
        MinUnsigned = 8 => "min_unsigned",
        Powf = 9 => "powf",
    }
    /// A function of three elements.
    pub enum TernaryFn("::mlir::linalg::TernaryFn", 32) {
        Select = 0 => "select",
    }
    /// The signedness of an integer conversion.
    pub enum TypeFn("::mlir::linalg::TypeFn", 32) {
        CastSigned = 0 => "cast_signed",
        CastUnsigned = 1 => "cast_unsigned",
    }
    /// The iterator type of a loop: parallel or reduction.
    pub enum IteratorType("::mlir::utils::IteratorType", 32) {
        Parallel = 0 => "parallel",
        Reduction = 1 => "reduction",
    }
    /// The sizes of tiles of Winograd's algorithm: outputs and filter.
    pub enum WinogradConv2DFmr("mlir::linalg::WinogradConv2DFmr", 32) {
        F23 = 0 => "F_2_3",
        F43 = 1 => "F_4_3",
        F25 = 2 => "F_2_5",
    }
}

macro_rules! enum_attr_defs {
    ($($(#[$doc:meta])* $attr:ident = $mnemonic:literal, $class:literal: $enum:ident;)*) => {
        $(
            $(#[$doc])*
            pub static $attr: AttrDef = AttrDef {
                name: concat!("linalg.", $mnemonic),
                class: $class,
                doc: $mnemonic,
                params: &[ParamDef::of_enum("value", $enum::DEF)],
                format: Some("`<` $value `>`"),
                ..EMPTY_PARAMS
            };

            impl $enum {
                #[doc = concat!("Returns `#linalg.", $mnemonic, "<..>` with this value.")]
                pub fn attr(self, cx: &Context) -> Attr {
                    enum_param_attr(cx, self, &$attr)
                }
            }
        )*
        /// The attributes of the dialect.
        pub static ATTRS: &[&AttrDef] = &[$(&$attr),*];
    };
}

enum_attr_defs! {
    /// `#linalg.elementwise_kind<exp>`.
    ELEMENTWISE_KIND_ATTR = "elementwise_kind", "ElementwiseKindAttr": ElementwiseKind;
    /// `#linalg.unary_fn<exp>`.
    UNARY_FN_ATTR = "unary_fn", "UnaryFnAttr": UnaryFn;
    /// `#linalg.binary_fn<add>`.
    BINARY_FN_ATTR = "binary_fn", "BinaryFnAttr": BinaryFn;
    /// `#linalg.ternary_fn<select>`.
    TERNARY_FN_ATTR = "ternary_fn", "TernaryFnAttr": TernaryFn;
    /// `#linalg.type_fn<cast_signed>`.
    TYPE_FN_ATTR = "type_fn", "TypeFnAttr": TypeFn;
    /// `#linalg.iterator_type<parallel>`.
    ITERATOR_TYPE_ATTR = "iterator_type", "IteratorTypeEnum": IteratorType;
}

attr_kinds! {
    /// A function of elements.
    pub ElementwiseKindAttr(
        "allowed 32-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, \
         18, 19, 20, 21, 22, 23"
    ) -> ElementwiseKind { parameter_of: ELEMENTWISE_KIND_ATTR }
    /// The signedness of an integer conversion.
    pub TypeFnAttr("allowed 32-bit signless integer cases: 0, 1") -> TypeFn { parameter_of: TYPE_FN_ATTR }
    /// The iterator type of a loop.
    pub IteratorTypeAttr("Iterator type") -> IteratorType { parameter_of: ITERATOR_TYPE_ATTR }
    /// The iterator types of all loops.
    pub IteratorTypeArrayAttr("Iterator type should be an enum.") { array_of: IteratorTypeAttr }
    /// Dimensions in increasing order.
    pub SortedDimsAttr("i64 dense array attribute should be in increasing order") -> DenseI64Array<'a> {
        value: |cx, attr| DenseI64Array::new(cx, attr).filter(|dims| dims.iter().is_sorted_by(|a, b| a < b)),
        attr: |cx, dims| cx.i64_array(&dims.to_vec()),
        syntax: AttrSyntax::DenseArray(Type::I64),
    }
    /// A dimension.
    pub DimAttr("64-bit signless integer attribute whose minimum value is 0") -> i64 {
        value: |cx, attr| int_of_type(cx, attr, Type::I64).filter(|&dim| dim >= 0),
        attr: |cx, dim| cx.int_attr(Type::I64, dim),
        syntax: AttrSyntax::Typed(|_| Type::I64),
    }
    /// The sizes of tiles of Winograd's algorithm.
    pub WinogradConv2DFmrAttr("allowed 32-bit signless integer cases: 0, 1, 2") -> WinogradConv2DFmr { stored_as_integer }
}

/// A function of elements, by how many it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ElementFn {
    /// Of one.
    Unary(UnaryFn),
    /// Of two.
    Binary(BinaryFn),
    /// Of three.
    Ternary(TernaryFn),
}

impl BinaryFn {
    /// Whether the function reads integers as numbers without sign.
    pub fn is_unsigned(self) -> bool {
        matches!(self, BinaryFn::DivUnsigned | BinaryFn::MaxUnsigned | BinaryFn::MinUnsigned)
    }
}

impl ElementwiseKind {
    /// Returns the function.
    pub fn function(self) -> ElementFn {
        let word = self.keyword();
        match (UnaryFn::from_keyword(word), BinaryFn::from_keyword(word)) {
            (Some(function), _) => ElementFn::Unary(function),
            (_, Some(function)) => ElementFn::Binary(function),
            _ => ElementFn::Ternary(TernaryFn::Select),
        }
    }

    /// Returns how many elements the function takes.
    pub fn arity(self) -> usize {
        match self.function() {
            ElementFn::Unary(_) => 1,
            ElementFn::Binary(_) => 2,
            ElementFn::Ternary(_) => 3,
        }
    }
}

/// `#linalg.type_fn<cast_signed>`.
pub fn cast_signed(cx: &Context) -> Attr {
    TypeFn::CastSigned.attr(cx)
}

/// No map at all.
pub fn no_maps(cx: &Context) -> Attr {
    cx.array_attr(&[])
}

fn is_window(cx: &Context, attr: Attr, dims: i64) -> bool {
    let AttrData::DenseElements { ty, .. } = attr.data(cx) else { return false };
    ty.element_type(cx) == Some(Type::I64) && ty.shape(cx) == Some(&[dims])
}

macro_rules! windows {
    ($($(#[$doc:meta])* $name:ident $ones:ident = $count:literal;)*) => {
        $(
            attr_kinds! {
                $(#[$doc])*
                pub $name(concat!("64-bit signless int elements attribute of shape [", $count, "]")) {
                    accepts: |cx, attr| is_window(cx, attr, $count),
                }
            }
            /// One in each dimension.
            pub fn $ones(cx: &Context) -> Attr {
                let ty = RankedTensorType::get(cx, &[$count], Type::I64);
                let one = terrace_support::apint::ApInt::new(64, 1);
                terrace_ir::elements::int_elements(cx, ty, &vec![one; $count]).unwrap_or(Attr::NULL)
            }
        )*
    };
}

windows! {
    /// A stride or dilation for one dimension.
    Window1Attr ones_1 = 1;
    /// Strides or dilations for two dimensions.
    Window2Attr ones_2 = 2;
    /// Strides or dilations for three dimensions.
    Window3Attr ones_3 = 3;
}
