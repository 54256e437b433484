//! Debug information. Types and subprograms may be recursive: a recursive node has an ID (`recId`), and
//! inside of it a node with that ID and `isRecSelf` refers to the whole.

#![allow(clippy::too_many_arguments, reason = "attributes are made of all their parameters")]

use terrace_ir::Context;
use terrace_ir::attrs::Attr;
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::params::ParamType;
use terrace_macros::attr_def;

use super::dwarf::{CallingConvention, Encoding, Language, Tag};
use super::params::*;
use super::{DIExpressionAttr, empty_list, no};
use crate::enums::{DIFlags, DINameTableKind, DISubprogramFlags};
use crate::types::zero_u32;

fn zero_u64(cx: &Context) -> Attr {
    <u64 as ParamType>::attr(cx, 0)
}

fn zero_tag(cx: &Context) -> Attr {
    Tag::attr(cx, 0)
}

fn zero_encoding(cx: &Context) -> Attr {
    Encoding::attr(cx, 0)
}

fn zero_convention(cx: &Context) -> Attr {
    CallingConvention::attr(cx, 0)
}

fn no_flags(cx: &Context) -> Attr {
    enum_attr(cx, DIFlags::ZERO)
}

fn no_subprogram_flags(cx: &Context) -> Attr {
    enum_attr(cx, DISubprogramFlags::default())
}

fn default_name_table(cx: &Context) -> Attr {
    enum_attr(cx, DINameTableKind::Default)
}

/// A name and a value that a node is annotated with.
#[attr_def("llvm.di_annotation", class = "LLVM_DIAnnotationAttr", format = "`<` struct(params) `>`")]
pub struct DIAnnotationAttr {
    name: StringParam,
    value: StringParam,
}

/// A type without parts.
#[attr_def(
    "llvm.di_basic_type",
    class = "LLVM_DIBasicTypeAttr",
    format = "`<` struct(params) `>`",
    alias = "di_basic_type"
)]
#[allow(non_snake_case)]
pub struct DIBasicTypeAttr {
    tag: DefaultParam<Tag, zero_tag>,
    name: StringParam,
    sizeInBits: DefaultParam<u64, zero_u64>,
    encoding: DefaultParam<Encoding, zero_encoding>,
}

/// A common block.
#[attr_def(
    "llvm.di_common_block",
    class = "LLVM_DICommonBlockAttr",
    format = "`<` struct(params) `>`",
    alias = "di_common_block"
)]
pub struct DICommonBlockAttr {
    scope: DIScopeParam,
    decl: Option<DIGlobalVariableAttr>,
    name: StringParam,
    file: Option<DIFileAttr>,
    line: DefaultParam<u32, zero_u32>,
}

/// A compilation.
#[attr_def(
    "llvm.di_compile_unit",
    class = "LLVM_DICompileUnitAttr",
    format = "`<` struct(params) `>`",
    alias = "di_compile_unit"
)]
#[allow(non_snake_case)]
pub struct DICompileUnitAttr {
    id: DistinctParam,
    sourceLanguage: Language,
    file: DIFileAttr,
    producer: Option<StringParam>,
    isOptimized: bool,
    emissionKind: DIEmissionKindField,
    nameTableKind: DefaultParam<DINameTableKindField, default_name_table>,
    splitDebugFilename: Option<StringParam>,
}

/// A type with elements.
#[attr_def(
    "llvm.di_composite_type",
    class = "LLVM_DICompositeTypeAttr",
    format = "`<` struct(params) `>`",
    alias = "di_composite_type"
)]
#[allow(non_snake_case)]
pub struct DICompositeTypeAttr {
    recId: Option<DistinctParam>,
    isRecSelf: DefaultParam<bool, no>,
    tag: DefaultParam<Tag, zero_tag>,
    name: Option<StringParam>,
    file: Option<DIFileAttr>,
    line: DefaultParam<u32, zero_u32>,
    scope: Option<DIScopeParam>,
    baseType: Option<DITypeParam>,
    flags: DefaultParam<DIFlagsField, no_flags>,
    sizeInBits: DefaultParam<u64, zero_u64>,
    alignInBits: DefaultParam<u64, zero_u64>,
    dataLocation: Option<DIExpressionAttr>,
    rank: Option<DIExpressionAttr>,
    allocated: Option<DIExpressionAttr>,
    associated: Option<DIExpressionAttr>,
    elements: DefaultParam<Vec<DINodeParam>, empty_list>,
}

/// A type derived from another type.
#[attr_def(
    "llvm.di_derived_type",
    class = "LLVM_DIDerivedTypeAttr",
    format = "`<` struct(params) `>`",
    alias = "di_derived_type"
)]
#[allow(non_snake_case)]
pub struct DIDerivedTypeAttr {
    tag: DefaultParam<Tag, zero_tag>,
    name: Option<StringParam>,
    baseType: Option<DITypeParam>,
    sizeInBits: DefaultParam<u64, zero_u64>,
    alignInBits: DefaultParam<u32, zero_u32>,
    offsetInBits: DefaultParam<u64, zero_u64>,
    dwarfAddressSpace: Option<u32>,
    extraData: Option<DINodeParam>,
}

/// A source file.
#[attr_def(
    "llvm.di_file",
    class = "LLVM_DIFileAttr",
    format = "`<` $name `in` $directory `>`",
    alias = "di_file"
)]
pub struct DIFileAttr {
    name: StringParam,
    directory: StringParam,
}

/// The bounds of a dimension, by expressions.
#[attr_def(
    "llvm.di_generic_subrange",
    class = "LLVM_DIGenericSubrangeAttr",
    format = "`<` struct(params) `>`"
)]
#[allow(non_snake_case)]
pub struct DIGenericSubrangeAttr {
    count: Option<Attr>,
    lowerBound: Attr,
    upperBound: Option<Attr>,
    stride: Attr,
}

/// A global variable.
#[attr_def(
    "llvm.di_global_variable",
    class = "LLVM_DIGlobalVariable",
    format = "`<` struct(params) `>`",
    alias = "di_global_variable"
)]
#[allow(non_snake_case)]
pub struct DIGlobalVariableAttr {
    scope: Option<DIScopeParam>,
    name: Option<StringParam>,
    linkageName: Option<StringParam>,
    file: DIFileAttr,
    line: u32,
    r#type: DITypeParam,
    isLocalToUnit: DefaultParam<bool, no>,
    isDefined: DefaultParam<bool, no>,
    alignInBits: DefaultParam<u32, zero_u32>,
}

/// A global variable, and how its value is found.
#[attr_def(
    "llvm.di_global_variable_expression",
    class = "LLVM_DIGlobalVariableExpressionAttr",
    format = "`<` struct(params) `>`",
    alias = "di_global_variable_expression"
)]
pub struct DIGlobalVariableExpressionAttr {
    var: DIGlobalVariableAttr,
    expr: Option<DIExpressionAttr>,
}

/// Something that a scope imports.
#[attr_def(
    "llvm.di_imported_entity",
    class = "LLVM_DIImportedEntityAttr",
    format = "`<` struct(params) `>`",
    alias = "di_imported_entity"
)]
pub struct DIImportedEntityAttr {
    tag: DefaultParam<Tag, zero_tag>,
    scope: DIScopeParam,
    entity: DINodeParam,
    file: Option<DIFileAttr>,
    line: DefaultParam<u32, zero_u32>,
    name: Option<StringParam>,
    elements: DefaultParam<Vec<DINodeParam>, empty_list>,
}

/// A label.
#[attr_def(
    "llvm.di_label",
    class = "LLVM_DILabelAttr",
    format = "`<` struct(params) `>`",
    alias = "di_label"
)]
pub struct DILabelAttr {
    scope: DIScopeParam,
    name: Option<StringParam>,
    file: Option<DIFileAttr>,
    line: DefaultParam<u32, zero_u32>,
}

/// A block of source.
#[attr_def(
    "llvm.di_lexical_block",
    class = "LLVM_DILexicalBlockAttr",
    format = "`<` struct(params) `>`",
    alias = "di_lexical_block"
)]
pub struct DILexicalBlockAttr {
    scope: DIScopeParam,
    file: Option<DIFileAttr>,
    line: DefaultParam<u32, zero_u32>,
    column: DefaultParam<u32, zero_u32>,
}

/// A part of a block that is from another file.
#[attr_def(
    "llvm.di_lexical_block_file",
    class = "LLVM_DILexicalBlockFile",
    format = "`<` struct(params) `>`",
    alias = "di_lexical_block_file"
)]
pub struct DILexicalBlockFileAttr {
    scope: DIScopeParam,
    file: Option<DIFileAttr>,
    discriminator: u32,
}

/// A local variable or an argument.
#[attr_def(
    "llvm.di_local_variable",
    class = "LLVM_DILocalVariableAttr",
    format = "`<` struct(params) `>`",
    alias = "di_local_variable"
)]
#[allow(non_snake_case)]
pub struct DILocalVariableAttr {
    scope: DIScopeParam,
    name: Option<StringParam>,
    file: Option<DIFileAttr>,
    line: DefaultParam<u32, zero_u32>,
    arg: DefaultParam<u32, zero_u32>,
    alignInBits: DefaultParam<u32, zero_u32>,
    r#type: Option<DITypeParam>,
    flags: DefaultParam<DIFlagsField, no_flags>,
}

/// A module of the source language.
#[attr_def(
    "llvm.di_module",
    class = "LLVM_DIModuleAttr",
    format = "`<` struct(params) `>`",
    alias = "di_module"
)]
#[allow(non_snake_case)]
pub struct DIModuleAttr {
    file: Option<DIFileAttr>,
    scope: Option<DIScopeParam>,
    name: Option<StringParam>,
    configMacros: Option<StringParam>,
    includePath: Option<StringParam>,
    apinotes: Option<StringParam>,
    line: DefaultParam<u32, zero_u32>,
    isDecl: DefaultParam<bool, no>,
}

/// A namespace.
#[attr_def(
    "llvm.di_namespace",
    class = "LLVM_DINamespaceAttr",
    format = "`<` struct(params) `>`",
    alias = "di_namespace"
)]
#[allow(non_snake_case)]
pub struct DINamespaceAttr {
    name: Option<StringParam>,
    scope: Option<DIScopeParam>,
    exportSymbols: bool,
}

/// No type, as the result of a subprogram that returns nothing.
#[attr_def("llvm.di_null_type", class = "LLVM_DINullTypeAttr", format = "", alias = "di_null_type")]
pub struct DINullTypeAttr {}

/// A string.
#[attr_def(
    "llvm.di_string_type",
    class = "LLVM_DIStringTypeAttr",
    format = "`<` struct(params) `>`",
    alias = "di_string_type"
)]
#[allow(non_snake_case)]
pub struct DIStringTypeAttr {
    tag: DefaultParam<Tag, zero_tag>,
    name: StringParam,
    sizeInBits: DefaultParam<u64, zero_u64>,
    alignInBits: DefaultParam<u32, zero_u32>,
    stringLength: Option<DIVariableParam>,
    stringLengthExp: Option<DIExpressionAttr>,
    stringLocationExp: Option<DIExpressionAttr>,
    encoding: DefaultParam<Encoding, zero_encoding>,
}

/// A function.
#[attr_def(
    "llvm.di_subprogram",
    class = "LLVM_DISubprogramAttr",
    format = "`<` struct(params) `>`",
    alias = "di_subprogram"
)]
#[allow(non_snake_case)]
pub struct DISubprogramAttr {
    recId: Option<DistinctParam>,
    isRecSelf: DefaultParam<bool, no>,
    id: Option<DistinctParam>,
    compileUnit: Option<DICompileUnitAttr>,
    scope: Option<DIScopeParam>,
    name: Option<StringParam>,
    linkageName: Option<StringParam>,
    file: Option<DIFileAttr>,
    line: DefaultParam<u32, zero_u32>,
    scopeLine: DefaultParam<u32, zero_u32>,
    subprogramFlags: DefaultParam<DISubprogramFlagsField, no_subprogram_flags>,
    r#type: Option<DISubroutineTypeAttr>,
    retainedNodes: DefaultParam<Vec<DINodeParam>, empty_list>,
    annotations: DefaultParam<Vec<DINodeParam>, empty_list>,
}

impl DISubprogramAttr {
    /// The self-reference in a recursive subprogram, with its number.
    pub fn itself(cx: &Context, rec_id: Attr) -> Self {
        let flags = DISubprogramFlags::default();
        Self::get(
            cx,
            Some(rec_id),
            true,
            None,
            None,
            None,
            None,
            None,
            None,
            0,
            0,
            flags,
            None,
            vec![],
            vec![],
        )
    }
}

/// The bounds of a dimension.
#[attr_def("llvm.di_subrange", class = "LLVM_DISubrangeAttr", format = "`<` struct(params) `>`")]
#[allow(non_snake_case)]
pub struct DISubrangeAttr {
    count: Option<Attr>,
    lowerBound: Option<Attr>,
    upperBound: Option<Attr>,
    stride: Option<Attr>,
}

/// The type of a subprogram.
#[attr_def(
    "llvm.di_subroutine_type",
    class = "LLVM_DISubroutineTypeAttr",
    format = "`<` struct(params) `>`",
    alias = "di_subroutine_type"
)]
#[allow(non_snake_case)]
pub struct DISubroutineTypeAttr {
    callingConvention: DefaultParam<CallingConvention, zero_convention>,
    types: DefaultParam<Vec<DITypeParam>, empty_list>,
}
