//! Attributes.
//!
//! The map: [`simple`] has enums and small attributes of functions, calls and modules; [`aliasing`] alias
//! scopes and TBAA; [`loops`] loop annotations, [`debug_info`] debug information with the constants of
//! [`dwarf`]; [`params`] are kinds of parameters, [`kinds`] attribute kinds of slots of ops.

pub mod aliasing;
pub mod debug_info;
pub mod dwarf;
mod expression;
pub mod kinds;
pub mod loops;
pub mod module_flags;
pub mod params;
pub mod simple;

pub use aliasing::*;
pub use debug_info::*;
pub use expression::*;
pub use kinds::*;
pub use loops::*;
pub use module_flags::*;
pub use params::*;
pub use simple::*;

use terrace_ir::def::AttrDef;
use terrace_ir::{Attr, Context};

pub(crate) fn no(_cx: &Context) -> Attr {
    Attr::FALSE
}

pub(crate) fn empty_list(_cx: &Context) -> Attr {
    Attr::EMPTY_ARRAY
}

/// The attributes of the dialect.
pub(crate) static ATTRS: &[&AttrDef] = &[
    AccessGroupAttr::DEF,
    AddressSpaceAttr::DEF,
    AliasScopeAttr::DEF,
    AliasScopeDomainAttr::DEF,
    BlockAddressAttr::DEF,
    BlockTagAttr::DEF,
    CConvAttr::DEF,
    ComdatAttr::DEF,
    ConstantRangeAttr::DEF,
    DIAnnotationAttr::DEF,
    DIBasicTypeAttr::DEF,
    DICommonBlockAttr::DEF,
    DICompileUnitAttr::DEF,
    DICompositeTypeAttr::DEF,
    DIDerivedTypeAttr::DEF,
    DIExpressionAttr::DEF,
    DIExpressionElemAttr::DEF,
    DIFileAttr::DEF,
    DIGenericSubrangeAttr::DEF,
    DIGlobalVariableAttr::DEF,
    DIGlobalVariableExpressionAttr::DEF,
    DIImportedEntityAttr::DEF,
    DILabelAttr::DEF,
    DILexicalBlockAttr::DEF,
    DILexicalBlockFileAttr::DEF,
    DILocalVariableAttr::DEF,
    DIModuleAttr::DEF,
    DINamespaceAttr::DEF,
    DINullTypeAttr::DEF,
    DIStringTypeAttr::DEF,
    DISubprogramAttr::DEF,
    DISubrangeAttr::DEF,
    DISubroutineTypeAttr::DEF,
    DSOLocalEquivalentAttr::DEF,
    DependentLibrariesAttr::DEF,
    DereferenceableAttr::DEF,
    FastmathFlagsAttr::DEF,
    FramePointerKindAttr::DEF,
    IntegerOverflowFlagsAttr::DEF,
    LinkageAttr::DEF,
    LoopAnnotationAttr::DEF,
    LoopDistributeAttr::DEF,
    LoopInterleaveAttr::DEF,
    LoopLicmAttr::DEF,
    LoopPeeledAttr::DEF,
    LoopPipelineAttr::DEF,
    LoopUnrollAndJamAttr::DEF,
    LoopUnrollAttr::DEF,
    LoopUnswitchAttr::DEF,
    LoopVectorizeAttr::DEF,
    MemoryEffectsAttr::DEF,
    MmraTagAttr::DEF,
    ModuleFlagAttr::DEF,
    ModuleFlagCGProfileEntryAttr::DEF,
    ModuleFlagProfileSummaryAttr::DEF,
    ModuleFlagProfileSummaryDetailedAttr::DEF,
    PoisonAttr::DEF,
    TailCallKindAttr::DEF,
    TargetAttr::DEF,
    TargetFeaturesAttr::DEF,
    TbaaMemberAttr::DEF,
    TbaaRootAttr::DEF,
    TbaaTagAttr::DEF,
    TbaaTypeDescriptorAttr::DEF,
    UWTableKindAttr::DEF,
    UndefAttr::DEF,
    VScaleRangeAttr::DEF,
    VecTypeHintAttr::DEF,
    WorkgroupAttributionAttr::DEF,
    ZeroAttr::DEF,
];
