//! Layouts of slices, combining kinds and sizes of elements.

use terrace_ir::def::{AttrDef, EMPTY_PARAMS, ParamDef};
use terrace_ir::enum_attr::enum_param_attr;
use terrace_ir::{Attr, Context, attr_kinds, enums};

enums! {
    /// The layout of a tile's slices: rows or columns.
    pub enum TileSliceLayout("::mlir::arm_sme::TileSliceLayout", 32) {
        Horizontal = 0 => "horizontal",
        Vertical = 1 => "vertical",
    }
    /// The combination of an outer product with its accumulator: addition or subtraction.
    pub enum CombiningKind("::mlir::arm_sme::CombiningKind", 32) {
        Add = 0 => "add",
        Sub = 1 => "sub",
    }
    /// The size of an element.
    pub enum TypeSize("::mlir::arm_sme::TypeSize", 32) {
        Byte = 0 => "byte",
        Half = 1 => "half",
        Word = 2 => "word",
        Double = 3 => "double",
    }
}

impl TypeSize {
    /// The size in bytes.
    pub const fn bytes(self) -> i64 {
        match self {
            TypeSize::Byte => 1,
            TypeSize::Half => 2,
            TypeSize::Word => 4,
            TypeSize::Double => 8,
        }
    }
}

/// `#arm_sme.layout<vertical>`.
pub static LAYOUT_ATTR: AttrDef = AttrDef {
    name: "arm_sme.layout",
    class: "ArmSME_TileSliceLayoutAttr",
    doc: "The layout of a tile's slices: rows or columns.",
    params: &[ParamDef::of_enum("value", <TileSliceLayout as terrace_ir::enum_attr::EnumValue>::DEF)],
    format: Some("`<` $value `>`"),
    ..EMPTY_PARAMS
};

/// `#arm_sme.kind<add>`.
pub static COMBINING_KIND_ATTR: AttrDef = AttrDef {
    name: "arm_sme.kind",
    class: "ArmSME_CombiningKindAttr",
    doc: "The combination of an outer product with its accumulator: addition or subtraction.",
    params: &[ParamDef::of_enum("value", <CombiningKind as terrace_ir::enum_attr::EnumValue>::DEF)],
    format: Some("`<` $value `>`"),
    ..EMPTY_PARAMS
};

/// `#arm_sme.type_size<byte>`.
pub static TYPE_SIZE_ATTR: AttrDef = AttrDef {
    name: "arm_sme.type_size",
    class: "ArmSME_TypeSizeAttr",
    doc: "The size of an element.",
    params: &[ParamDef::of_enum("value", <TypeSize as terrace_ir::enum_attr::EnumValue>::DEF)],
    format: Some("`<` $value `>`"),
    ..EMPTY_PARAMS
};

attr_kinds! {
    /// The layout of the slices that an op accesses.
    pub TileSliceLayoutAttr("Layout of a tile slice") -> TileSliceLayout { parameter_of: LAYOUT_ATTR }
    /// The combination of an outer product with its accumulator.
    pub CombiningKindAttr("Kind of combining function") -> CombiningKind { parameter_of: COMBINING_KIND_ATTR }
    /// The size of the elements that an op counts.
    pub TypeSizeAttr("Size of a vector element type") -> TypeSize { parameter_of: TYPE_SIZE_ATTR }
}

/// Rows.
pub(super) fn horizontal(cx: &Context) -> Attr {
    enum_param_attr(cx, TileSliceLayout::Horizontal, &LAYOUT_ATTR)
}

/// Addition.
pub(super) fn add(cx: &Context) -> Attr {
    enum_param_attr(cx, CombiningKind::Add, &COMBINING_KIND_ATTR)
}
