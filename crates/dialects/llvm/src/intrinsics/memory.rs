//! Memory intrinsics: copies, lifetimes, and pointer properties.

use terrace_ir::attr_kind::{DictArrayAttr, I32Attr, I64Attr, IntegerAttr};
use terrace_ir::effects::{EffectOn, reads, writes};
use terrace_ir::memory_slots::{DestructurableAccessor, PromotableMemOp, PromotableOp, SafeMemorySlotAccess};
use terrace_macros::op;

use super::{Intrinsic, IntrinsicOp};
use crate::attrs::*;
use crate::constraints::*;
use crate::ops::slots;
use terrace_dialects_builtin::infer::first_operand;

/// The intrinsic `llvm.invariant.end`.
#[op("llvm.intr.invariant.end",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.invariant.end", overloaded_results: &[], overloaded_arguments: &[2], immediates: &[(1, "size")] },
                dyn PromotableOp = slots::Marker),
     format = "$start `,` $size `,` $ptr attr-dict `:` qualified(type($ptr))")]
pub struct InvariantEndOp {
    start: Operand<DEFAULT_POINTER>,
    ptr: Operand<POINTER>,
    size: Prop<I64Attr>,
}

/// The intrinsic `llvm.invariant.start`.
#[op("llvm.intr.invariant.start",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.invariant.start", overloaded_results: &[], overloaded_arguments: &[1], immediates: &[(0, "size")] },
                dyn PromotableOp = slots::Marker),
     format = "$size `,` $ptr attr-dict `:` qualified(type($ptr))")]
pub struct InvariantStartOp {
    ptr: Operand<POINTER>,
    size: Prop<I64Attr>,
    res: Res<DEFAULT_POINTER>,
}

/// The intrinsic `llvm.launder.invariant.group`.
#[op("llvm.intr.launder.invariant.group", traits(SameOperandsAndResultType, InferTypes), infer = first_operand,
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.launder.invariant.group", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] },
                dyn PromotableOp = slots::Transparent),
     format = "$ptr attr-dict `:` qualified(type($ptr))")]
pub struct LaunderInvariantGroupOp {
    ptr: Operand<POINTER>,
    res: Res<POINTER>,
}

/// The intrinsic `llvm.strip.invariant.group`.
#[op("llvm.intr.strip.invariant.group", traits(SameOperandsAndResultType, InferTypes), infer = first_operand,
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.strip.invariant.group", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] },
                dyn PromotableOp = slots::Transparent),
     format = "$ptr attr-dict `:` qualified(type($ptr))")]
pub struct StripInvariantGroupOp {
    ptr: Operand<POINTER>,
    res: Res<POINTER>,
}

/// The intrinsic `llvm.lifetime.end`.
#[op("llvm.intr.lifetime.end",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.lifetime.end", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] },
                dyn PromotableOp = slots::Marker),
     format = "$ptr attr-dict `:` qualified(type($ptr))")]
pub struct LifetimeEndOp {
    ptr: Operand<POINTER>,
}

/// The intrinsic `llvm.lifetime.start`.
#[op("llvm.intr.lifetime.start",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.lifetime.start", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] },
                dyn PromotableOp = slots::Marker),
     format = "$ptr attr-dict `:` qualified(type($ptr))")]
pub struct LifetimeStartOp {
    ptr: Operand<POINTER>,
}

/// The intrinsic `llvm.memcpy.inline`.
#[op("llvm.intr.memcpy.inline", effects(writes(EffectOn::Operand(0)), reads(EffectOn::Operand(1))),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.memcpy.inline", overloaded_results: &[], overloaded_arguments: &[0, 1, 2], immediates: &[(2, "len"), (3, "isVolatile")] },
                dyn PromotableMemOp = slots::Memcpy,
                dyn DestructurableAccessor = slots::Memcpy,
                dyn SafeMemorySlotAccess = slots::Memcpy))]
pub struct MemcpyInlineOp {
    dst: Operand<POINTER>,
    src: Operand<POINTER>,
    len: Prop<IntegerAttr>,
    isVolatile: Prop<I1Kind>,
    access_groups: OptProp<AccessGroupArrayKind>,
    alias_scopes: OptProp<AliasScopeArrayKind>,
    noalias_scopes: OptProp<AliasScopeArrayKind>,
    tbaa: OptProp<TbaaTagArrayKind>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
}

/// The intrinsic `llvm.memcpy`.
#[op("llvm.intr.memcpy", effects(writes(EffectOn::Operand(0)), reads(EffectOn::Operand(1))),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.memcpy", overloaded_results: &[], overloaded_arguments: &[0, 1, 2], immediates: &[(3, "isVolatile")] },
                dyn PromotableMemOp = slots::Memcpy,
                dyn DestructurableAccessor = slots::Memcpy,
                dyn SafeMemorySlotAccess = slots::Memcpy))]
pub struct MemcpyOp {
    dst: Operand<POINTER>,
    src: Operand<POINTER>,
    len: Operand<INT>,
    isVolatile: Prop<I1Kind>,
    access_groups: OptProp<AccessGroupArrayKind>,
    alias_scopes: OptProp<AliasScopeArrayKind>,
    noalias_scopes: OptProp<AliasScopeArrayKind>,
    tbaa: OptProp<TbaaTagArrayKind>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
}

/// The intrinsic `llvm.memmove`.
#[op("llvm.intr.memmove", effects(writes(EffectOn::Operand(0)), reads(EffectOn::Operand(1))),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.memmove", overloaded_results: &[], overloaded_arguments: &[0, 1, 2], immediates: &[(3, "isVolatile")] },
                dyn PromotableMemOp = slots::Memcpy,
                dyn DestructurableAccessor = slots::Memcpy,
                dyn SafeMemorySlotAccess = slots::Memcpy))]
pub struct MemmoveOp {
    dst: Operand<POINTER>,
    src: Operand<POINTER>,
    len: Operand<INT>,
    isVolatile: Prop<I1Kind>,
    access_groups: OptProp<AccessGroupArrayKind>,
    alias_scopes: OptProp<AliasScopeArrayKind>,
    noalias_scopes: OptProp<AliasScopeArrayKind>,
    tbaa: OptProp<TbaaTagArrayKind>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
}

/// The intrinsic `llvm.memset.inline`.
#[op("llvm.intr.memset.inline", effects(writes(EffectOn::Operand(0))),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.memset.inline", overloaded_results: &[], overloaded_arguments: &[0, 2], immediates: &[(2, "len"), (3, "isVolatile")] },
                dyn PromotableMemOp = slots::Memset,
                dyn DestructurableAccessor = slots::Memset,
                dyn SafeMemorySlotAccess = slots::Memset))]
pub struct MemsetInlineOp {
    dst: Operand<POINTER>,
    val: Operand<I8>,
    len: Prop<IntegerAttr>,
    isVolatile: Prop<I1Kind>,
    access_groups: OptProp<AccessGroupArrayKind>,
    alias_scopes: OptProp<AliasScopeArrayKind>,
    noalias_scopes: OptProp<AliasScopeArrayKind>,
    tbaa: OptProp<TbaaTagArrayKind>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
}

/// The intrinsic `llvm.memset`.
#[op("llvm.intr.memset", effects(writes(EffectOn::Operand(0))),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.memset", overloaded_results: &[], overloaded_arguments: &[0, 2], immediates: &[(3, "isVolatile")] },
                dyn PromotableMemOp = slots::Memset,
                dyn DestructurableAccessor = slots::Memset,
                dyn SafeMemorySlotAccess = slots::Memset))]
pub struct MemsetOp {
    dst: Operand<POINTER>,
    val: Operand<I8>,
    len: Operand<INT>,
    isVolatile: Prop<I1Kind>,
    access_groups: OptProp<AccessGroupArrayKind>,
    alias_scopes: OptProp<AliasScopeArrayKind>,
    noalias_scopes: OptProp<AliasScopeArrayKind>,
    tbaa: OptProp<TbaaTagArrayKind>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
}

/// The intrinsic `llvm.experimental.noalias.scope.decl`.
#[op("llvm.intr.experimental.noalias.scope.decl",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.experimental.noalias.scope.decl", overloaded_results: &[], overloaded_arguments: &[], immediates: &[] }),
     format = "$scope attr-dict")]
pub struct NoAliasScopeDeclOp {
    scope: Prop<AliasScopeKind>,
}

/// The intrinsic `llvm.prefetch`.
#[op("llvm.intr.prefetch",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.prefetch", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[(1, "rw"), (2, "hint"), (3, "cache")] }))]
pub struct PrefetchOp {
    addr: Operand<POINTER>,
    rw: Prop<I32Attr>,
    hint: Prop<I32Attr>,
    cache: Prop<I32Attr>,
}

/// The intrinsic `llvm.ptrmask`.
#[op("llvm.intr.ptrmask", traits(Pure, AllTypesMatch(&["ptr", "res"])),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.ptrmask", overloaded_results: &[], overloaded_arguments: &[0, 1], immediates: &[] }),
     format = "$ptr `,` $mask attr-dict `:` functional-type(operands, results)")]
pub struct PtrMaskOp {
    ptr: Operand<POINTER_OR_VECTOR>,
    mask: Operand<ANY_INT_OR_VECTOR>,
    res: Res<POINTER_OR_VECTOR>,
}

/// The intrinsic `llvm.stackrestore`.
#[op("llvm.intr.stackrestore",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.stackrestore", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }),
     format = "$ptr attr-dict `:` qualified(type($ptr))")]
pub struct StackRestoreOp {
    ptr: Operand<POINTER>,
}

/// The intrinsic `llvm.stacksave`.
#[op("llvm.intr.stacksave",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.stacksave", overloaded_results: &[0], overloaded_arguments: &[], immediates: &[] }),
     format = "attr-dict `:` qualified(type($res))")]
pub struct StackSaveOp {
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.threadlocal.address`.
#[op("llvm.intr.threadlocal.address", traits(Pure),
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.threadlocal.address", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }))]
pub struct ThreadlocalAddressOp {
    global: Operand<POINTER>,
    res: Res<LLVM_TYPE>,
}

/// The intrinsic `llvm.vacopy`.
#[op("llvm.intr.vacopy",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.va_copy", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }),
     format = "$src_list `to` $dest_list attr-dict `:` type(operands)")]
pub struct VaCopyOp {
    dest_list: Operand<POINTER>,
    src_list: Operand<POINTER>,
}

/// The intrinsic `llvm.vaend`.
#[op("llvm.intr.vaend",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.va_end", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }),
     format = "$arg_list attr-dict `:` qualified(type($arg_list))")]
pub struct VaEndOp {
    arg_list: Operand<POINTER>,
}

/// The intrinsic `llvm.vastart`.
#[op("llvm.intr.vastart",
     interfaces(dyn IntrinsicOp = Intrinsic { name: "llvm.va_start", overloaded_results: &[], overloaded_arguments: &[0], immediates: &[] }),
     format = "$arg_list attr-dict `:` qualified(type($arg_list))")]
pub struct VaStartOp {
    arg_list: Operand<POINTER>,
}
