//! Kinds of inherent attributes of ops.

use terrace_ir::attr_kind::{FlatSymbolRefAttr, I32Attr, StrAttr, int_of_type};
use terrace_ir::def::AttrSyntax;
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::{Attr, AttrData, Context, Type, attr_kinds, int_attr_kinds};

use super::*;
use crate::enums::*;
use crate::types::FunctionType;

macro_rules! attr_of {
    ($($(#[$meta:meta])* $name:ident($summary:literal) = $attr:ident;)*) => {
        attr_kinds! {$(
            $(#[$meta])*
            pub $name($summary) {
                accepts: |cx, attr| attr.isa::<$attr>(cx),
                syntax: AttrSyntax::Dialect($attr::DEF),
            }
        )*}
    };
}

attr_of! {
    /// `#llvm.memory_effects<..>`.
    MemoryEffectsKind("") = MemoryEffectsAttr;
    /// `#llvm.loop_annotation<..>`.
    LoopAnnotationKind("") = LoopAnnotationAttr;
    /// `#llvm.vscale_range<..>`.
    VScaleRangeKind("") = VScaleRangeAttr;
    /// `#llvm.target_features<..>`.
    TargetFeaturesKind("LLVM target features attribute") = TargetFeaturesAttr;
    /// `#llvm.vec_type_hint<..>`.
    VecTypeHintKind("Explicit vectorization compiler hint") = VecTypeHintAttr;
    /// `#llvm.blockaddress<..>`.
    BlockAddressKind("") = BlockAddressAttr;
    /// `#llvm.blocktag<..>`.
    BlockTagKind("") = BlockTagAttr;
    /// `#llvm.dereferenceable<..>`.
    DereferenceableKind("LLVM dereferenceable attribute") = DereferenceableAttr;
    /// `#llvm.di_local_variable<..>`.
    DILocalVariableKind("") = DILocalVariableAttr;
    /// `#llvm.di_label<..>`.
    DILabelKind("") = DILabelAttr;
    /// `#llvm.di_expression<..>`.
    DIExpressionKind("") = DIExpressionAttr;
    /// `#llvm.alias_scope<..>`.
    AliasScopeKind("LLVM dialect alias scope") = AliasScopeAttr;
    /// `#llvm.access_group<..>`.
    AccessGroupKind("LLVM dialect access group metadata") = AccessGroupAttr;
    /// `#llvm.tbaa_tag<..>`.
    TbaaTagKind("LLVM dialect TBAA tag metadata") = TbaaTagAttr;
    /// `#llvm.di_global_variable_expression<..>`.
    DIGlobalVariableExpressionKind("") = DIGlobalVariableExpressionAttr;
}

attr_kinds! {
    /// Access groups.
    pub AccessGroupArrayKind("LLVM dialect access group metadata array") { array_of: AccessGroupKind }
    /// Alias scopes.
    pub AliasScopeArrayKind("LLVM dialect alias scope array") { array_of: AliasScopeKind }
    /// TBAA access tags.
    pub TbaaTagArrayKind("LLVM dialect TBAA tag metadata array") { array_of: TbaaTagKind }
    /// Global variables of debug information.
    pub DIGlobalVariableExpressionArrayKind("an array of variable expressions") {
        array_of: DIGlobalVariableExpressionKind
    }
    /// Symbols without nested parts.
    pub FlatSymbolRefArrayKind("flat symbol ref array attribute") { array_of: FlatSymbolRefAttr }
    /// `i32` integers.
    pub I32ArrayKind("32-bit integer array attribute") { array_of: I32Attr }
    /// Strings.
    pub StrArrayKind("string array attribute") { array_of: StrAttr }
    /// `#llvm.linkage<..>`.
    pub LinkageKind("LLVM Linkage specification") -> Linkage { parameter_of: *LinkageAttr::DEF }
    /// `#llvm.cconv<..>`.
    pub CConvKind("LLVM Calling Convention specification") -> CConv { parameter_of: *CConvAttr::DEF }
    /// `#llvm.tailcallkind<..>`; the words are upstream's.
    pub TailCallKindKind("LLVM Calling Convention specification") -> TailCallKind {
        parameter_of: *TailCallKindAttr::DEF
    }
    /// `#llvm.framePointerKind<..>`.
    pub FramePointerKindKind("") -> FramePointerKind { parameter_of: *FramePointerKindAttr::DEF }
    /// `#llvm.uwtableKind<..>`.
    pub UWTableKindKind("") -> UWTableKind { parameter_of: *UWTableKindAttr::DEF }
    /// `#llvm.fastmath<..>`.
    pub FastmathKind("LLVM fastmath flags") -> FastmathFlags { parameter_of: *FastmathFlagsAttr::DEF }
    /// The overflows that result in poison: an integer, which may be given as `#llvm.overflow<..>`.
    pub OverflowKind("LLVM integer overflow flags") -> IntegerOverflowFlags {
        native_enum: *IntegerOverflowFlagsAttr::DEF
    }
    /// The no-wrap guarantees of an address computation.
    pub GepFlagsKind("::mlir::LLVM::GEPNoWrapFlags") -> GEPNoWrapFlags { native_enum }
    /// The significance of an address.
    pub UnnamedAddrKind("LLVM GlobalValue UnnamedAddr") -> UnnamedAddr { stored_as_integer }
    /// Visibility after linking.
    pub VisibilityKind("LLVM GlobalValue Visibility") -> Visibility { stored_as_integer }
    /// The ordering of an atomic access.
    pub AtomicOrderingKind("Atomic ordering for LLVM's memory model") -> AtomicOrdering { stored_as_integer }
    /// The operation of an atomic op.
    pub AtomicBinOpKind("llvm.atomicrmw binary operations") -> AtomicBinOp { stored_as_integer }
    /// The rule by which the linker selects a section.
    pub ComdatKind("LLVM Comdat Types") -> Comdat { stored_as_integer }
    /// A comparison of integers.
    pub ICmpPredicateKind("llvm.icmp comparison predicate") -> ICmpPredicate { stored_as_integer }
    /// A comparison of floating-point numbers.
    pub FCmpPredicateKind("llvm.fcmp comparison predicate") -> FCmpPredicate { stored_as_integer }
    /// The dialect of inline assembly.
    pub AsmDialectKind("ATT (0) or Intel (1) asm dialect") -> AsmDialect { stored_as_integer }
    /// The floating-point exception behavior.
    pub FPExceptionBehaviorKind("LLVM Exception Behavior") -> FPExceptionBehavior { stored_as_integer }
    /// The rounding mode of results.
    pub RoundingModeKind("LLVM Rounding Mode whose minimum value is 0") -> RoundingMode { stored_as_integer }
    /// The type of a function.
    pub FunctionTypeKind("type attribute of LLVM function type") -> Type {
        value: |cx, attr: Attr| attr.as_type(cx).filter(|ty| ty.isa::<FunctionType>(cx)),
        attr: |cx, ty| cx.type_attr(ty),
        placeholder: Type::NONE,
        syntax: AttrSyntax::Type,
    }
    /// A dense constant of integers.
    pub IntElementsKind("integer elements attribute") {
        accepts: |cx, attr| match attr.data(cx) {
            AttrData::DenseElements { ty, .. } => ty.element_type(cx).is_some_and(|e| e.is_int_or_index(cx)),
            _ => false,
        },
    }
    /// An `f64` number.
    pub F64Kind("64-bit float attribute") {
        accepts: |cx, attr| matches!(attr.data(cx), AttrData::Float { ty: Type::F64, .. }),
        syntax: AttrSyntax::Typed(|_| Type::F64),
    }
    /// `true` or `false`, as an integer of one bit.
    pub I1Kind("1-bit signless integer attribute") -> bool {
        value: |cx, attr| int_of_type(cx, attr, Type::I1).map(|value| value != 0),
        attr: |cx, value| cx.bool_attr(value),
        syntax: AttrSyntax::Typed(|_| Type::I1),
    }
}

int_attr_kinds! {
    /// An `i32` integer that is not negative.
    pub NonNegativeI32Kind("32-bit signless integer attribute whose value is non-negative", Type::I32, |value| value >= 0);
}

macro_rules! defaults {
    ($($name:ident = |$cx:ident| $value:expr;)*) => {
        $(pub(crate) fn $name($cx: &Context) -> Attr {
            $value
        })*
    };
}

defaults! {
    no_overflow = |cx| enum_attr(cx, IntegerOverflowFlags::NONE);
    no_gep_flags = |cx| enum_attr(cx, GEPNoWrapFlags::NONE);
    default_visibility = |cx| enum_attr(cx, Visibility::Default);
    no_unnamed_addr = |cx| enum_attr(cx, UnnamedAddr::None);
    not_atomic = |cx| enum_attr(cx, AtomicOrdering::NotAtomic);
    external_linkage = |cx| enum_attr_of(cx, LinkageAttr::DEF, Linkage::External);
    c_cconv = |cx| enum_attr_of(cx, CConvAttr::DEF, CConv::C);
    no_tail_call = |cx| enum_attr_of(cx, TailCallKindAttr::DEF, TailCallKind::None);
    zero_i32 = |cx| cx.int_attr(Type::I32, 0);
    no_expression = |cx| DIExpressionAttr::get(cx, Vec::new()).into();
}
