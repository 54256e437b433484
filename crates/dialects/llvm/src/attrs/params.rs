//! Kinds of parameters: builtin attributes, and classes of attributes of the dialect.

use terrace_ir::attrs::{Attr, AttrData};
use terrace_ir::def::{EnumField, ParamKind};
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::params::ParamType;
use terrace_ir::{Context, LocData};

use super::*;
use crate::enums::*;

macro_rules! attr_params {
    ($($(#[$meta:meta])* $name:ident($class:literal, $pred:expr);)*) => {$(
        $(#[$meta])*
        pub struct $name;

        impl ParamType for $name {
            type Value<'a> = Attr;
            const KIND: ParamKind = ParamKind::AttrWhere($pred, $class);

            fn value(cx: &Context, attr: Attr) -> Option<Attr> {
                let fits: fn(&Context, Attr) -> bool = $pred;
                fits(cx, attr).then_some(attr)
            }

            fn attr(_cx: &Context, value: Attr) -> Attr {
                value
            }

            fn placeholder<'a>() -> Self::Value<'a> {
                Attr::NULL
            }
        }
    )*};
}

attr_params! {
    /// Any attribute.
    AnyParam("Attribute", |_, _| true);
    /// A string.
    StringParam("StringAttr", |cx, attr| attr.as_str(cx).is_some());
    /// An integer with its type.
    IntegerParam("IntegerAttr", |cx, attr| attr.as_integer(cx).is_some());
    /// A floating-point number with its type.
    FloatParam("FloatAttr", |cx, attr| attr.as_float(cx).is_some());
    /// `true` or `false`.
    BoolParam("BoolAttr", |_, attr| attr == Attr::TRUE || attr == Attr::FALSE);
    /// A symbol without nested parts.
    FlatSymbolParam("FlatSymbolRefAttr", |cx, attr| attr.as_flat_symbol_ref(cx).is_some());
    /// An attribute that is like no other.
    DistinctParam("DistinctAttr", |cx, attr| matches!(attr.data(cx), AttrData::Distinct { .. }));
    /// A type as an attribute.
    TypeParam("TypeAttr", |cx, attr| attr.as_type(cx).is_some());
    /// A fused location.
    FusedLocParam("FusedLoc", |cx, attr| matches!(attr.as_loc(cx), Some(LocData::Fused { .. })));
    /// A node of type-based alias information: a root or a type descriptor.
    TbaaNodeParam("TBAANodeAttr", |cx, attr| attr.isa::<TbaaRootAttr>(cx) || attr.isa::<TbaaTypeDescriptorAttr>(cx));
    /// A node of debug information.
    DINodeParam("DINodeAttr", is_di_node);
    /// A scope of debug information.
    DIScopeParam("DIScopeAttr", is_di_scope);
    /// A type of debug information.
    DITypeParam("DITypeAttr", is_di_type);
    /// A variable of debug information.
    DIVariableParam("DIVariableAttr", is_di_variable);
}

/// Whether an attribute is of one of these definitions.
fn is_one_of(cx: &Context, attr: Attr, defs: &[&'static terrace_ir::def::AttrDef]) -> bool {
    defs.iter().any(|def| cx.attr_params(attr, def).is_some())
}

/// Whether an attribute is a type of debug information.
pub fn is_di_type(cx: &Context, attr: Attr) -> bool {
    let types = [
        DINullTypeAttr::DEF,
        DIBasicTypeAttr::DEF,
        DICompositeTypeAttr::DEF,
        DIDerivedTypeAttr::DEF,
        DIStringTypeAttr::DEF,
        DISubroutineTypeAttr::DEF,
    ];
    is_one_of(cx, attr, &types)
}

/// Whether an attribute is a scope inside a function.
pub fn is_di_local_scope(cx: &Context, attr: Attr) -> bool {
    is_one_of(cx, attr, &[DILexicalBlockAttr::DEF, DILexicalBlockFileAttr::DEF, DISubprogramAttr::DEF])
}

/// Whether an attribute is a scope of debug information.
pub fn is_di_scope(cx: &Context, attr: Attr) -> bool {
    let scopes = [
        DICommonBlockAttr::DEF,
        DICompileUnitAttr::DEF,
        DICompositeTypeAttr::DEF,
        DIDerivedTypeAttr::DEF,
        DIFileAttr::DEF,
        DIModuleAttr::DEF,
        DINamespaceAttr::DEF,
    ];
    is_one_of(cx, attr, &scopes) || is_di_local_scope(cx, attr)
}

/// Whether an attribute is a variable of debug information.
pub fn is_di_variable(cx: &Context, attr: Attr) -> bool {
    is_one_of(cx, attr, &[DILocalVariableAttr::DEF, DIGlobalVariableAttr::DEF])
}

/// Whether an attribute is a node of debug information.
pub fn is_di_node(cx: &Context, attr: Attr) -> bool {
    let others = [
        DIGenericSubrangeAttr::DEF,
        DIImportedEntityAttr::DEF,
        DILabelAttr::DEF,
        DIAnnotationAttr::DEF,
        DISubrangeAttr::DEF,
    ];
    is_one_of(cx, attr, &others) || is_di_type(cx, attr) || is_di_scope(cx, attr) || is_di_variable(cx, attr)
}

macro_rules! enum_fields {
    ($($name:ident($enum:ty, $summary:literal, $class:literal);)*) => {$(
        #[doc = concat!("A parameter that is a [`", stringify!($enum), "`].")]
        pub struct $name;

        impl ParamType for $name {
            type Value<'a> = $enum;
            const KIND: ParamKind = {
                static FIELD: EnumField =
                    EnumField { def: <$enum as EnumValue>::DEF, summary: $summary, class: $class, quoted: true };
                ParamKind::EnumField(&FIELD)
            };

            fn value(cx: &Context, attr: Attr) -> Option<$enum> {
                <$enum as ParamType>::value(cx, attr)
            }

            fn attr(cx: &Context, value: $enum) -> Attr {
                <$enum as ParamType>::attr(cx, value)
            }

            fn placeholder<'a>() -> Self::Value<'a> {
                Default::default()
            }
        }
    )*};
}

enum_fields! {
    CConvField(CConv, "Calling Conventions", "CConv");
    ComdatField(Comdat, "LLVM Comdat Types", "comdat::Comdat");
    FramePointerKindField(FramePointerKind, "LLVM FramePointerKind", "framePointerKind::FramePointerKind");
    DIEmissionKindField(DIEmissionKind, "LLVM debug emission kind", "DIEmissionKind");
    DINameTableKindField(DINameTableKind, "LLVM debug name table kind", "DINameTableKind");
    DIFlagsField(DIFlags, "LLVM DI flags", "DIFlags");
    DISubprogramFlagsField(DISubprogramFlags, "LLVM DISubprogram flags", "DISubprogramFlags");
    ModRefInfoField(ModRefInfo, "LLVM ModRefInfo", "ModRefInfo");
    LinkageField(Linkage, "LLVM linkage types", "linkage::Linkage");
    ModFlagBehaviorField(ModFlagBehavior, "LLVM Module Flag Behavior", "ModFlagBehavior");
    ProfileSummaryFormatKindField(ProfileSummaryFormatKind, "LLVM ProfileSummary format kinds", "ProfileSummaryFormatKind");
    TailCallKindField(TailCallKind, "Tail Call Kind", "TailCallKind");
    UWTableKindField(UWTableKind, "LLVM Unwind Behavior", "uwtable::UWTableKind");
}
