//! Variables on the stack, addresses, and accesses to memory.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{DenseI32ArrayAttr, I64Attr, StrAttr, TypeAttr, UnitAttr};
use terrace_ir::data_layout::DataLayout;
use terrace_ir::def::op_error;
use terrace_ir::effects::{Effect, EffectKind, EffectOn, MemoryEffects, SCOPE_RESOURCE, allocates};
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::memory_slots::{
    DestructurableAccessor, DestructurableAllocation, PromotableAllocation, PromotableMemOp, PromotableOp,
    SafeMemorySlotAccess,
};
use terrace_ir::traits::TypesMatch;
use terrace_ir::{Attr, CheckResult, Context, OpKind, OpRef, Type, ValueRef};
use terrace_macros::op;

use super::slots;
use crate::attrs::*;
use crate::constraints::*;
use crate::enums::{AtomicBinOp, AtomicOrdering};
use crate::types::*;

/// Allocates a variable on the stack.
#[op("llvm.alloca", effects(allocates(EffectOn::Result(0)).of(SCOPE_RESOURCE)), asm = (parse_alloca, print_alloca),
     syntax = "(`inalloca`)? $arraySize `x` $elem_type attr-dict `:` functional-type($arraySize, $res)",
     verify = verify_alloca,
     interfaces(dyn PromotableAllocation = slots::Alloca, dyn DestructurableAllocation = slots::Alloca))]
pub struct AllocaOp {
    arraySize: Operand<INT>,
    alignment: OptProp<I64Attr>,
    elem_type: Prop<TypeAttr>,
    inalloca: OptProp<UnitAttr>,
    res: Res<POINTER>,
}

fn parse_alloca(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    if p.optional_token("inalloca") {
        state.set_prop(p.cx(), "inalloca", Attr::UNIT);
    }
    let size = p.operand()?;
    p.token("x")?;
    let element = p.ty()?;
    p.optional_attr_dict(state)?;
    p.token(":")?;
    let type_loc = p.loc();
    let ty = p.ty()?;
    let alignment = state.prop(p.cx(), "alignment");
    if state.is_given(p.cx(), "alignment") && alignment.is_none_or(|a| a.as_integer(p.cx()).is_none()) {
        let loc = p.name_loc();
        return Err(p.error(loc, "expected integer alignment".to_string()));
    }
    if alignment.and_then(|a| a.as_u64(p.cx())) == Some(0) {
        state.set_prop(p.cx(), "alignment", Attr::NULL);
    }
    let Some((&[input], &[result])) = ty.function(p.cx()) else {
        let message = "expected trailing function type with one argument and one result";
        return Err(p.error(type_loc, message.to_string()));
    };
    let size = p.resolve(size, input)?;
    state.operands.push(size);
    if result.isa::<PointerType>(p.cx()) {
        let element = p.cx().type_attr(element);
        state.set_prop(p.cx(), "elem_type", element);
    }
    state.results.push(result);
    Ok(())
}

fn print_alloca(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = AllocaOp::view_of(op);
    p.text(if view.inalloca() { " inalloca " } else { " " });
    p.value(view.array_size());
    p.text(" x ");
    p.ty(view.elem_type());
    match view.alignment() {
        Some(0) | None => p.attr_dict(op, &["alignment", "elem_type", "inalloca"]),
        Some(_) => p.attr_dict(op, &["elem_type", "inalloca"]),
    }
    p.text(" : ");
    p.ty(op.cx().function_type(&[view.array_size().ty()], &[view.res().ty()]));
}

fn verify_alloca(op: OpRef<'_>) -> CheckResult {
    let target = AllocaOp::view_of(op).elem_type().dyn_cast::<TargetExtType>(op.cx());
    if target.is_some_and(|target| !target.supports_memory_ops(op.cx())) {
        return Err(op_error(op, "this target extension type cannot be used in alloca"));
    }
    Ok(())
}

/// Verifies that only pointers are dereferenceable.
pub(super) fn verify_dereferenceable(op: OpRef<'_>) -> CheckResult {
    let is_pointer = op.results().next().is_some_and(|result| result.ty().isa::<PointerType>(op.cx()));
    if op.inherent_attr("dereferenceable").is_some() && !is_pointer {
        return Err(op_error(op, "expected op to return a single LLVM pointer type"));
    }
    Ok(())
}

/// Reads from memory.
#[op("llvm.load", traits(Check(verify_dereferenceable)), verify = verify_load,
     interfaces(dyn MemoryEffects, dyn PromotableMemOp = slots::Load, dyn DestructurableAccessor = slots::Load,
                dyn SafeMemorySlotAccess = slots::Load),
     format = "(`volatile` $volatile_^)? $addr (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? \
               (`invariant` $invariant^)? (`invariant_group` $invariantGroup^)? \
               (`dereferenceable` `` $dereferenceable^)? attr-dict `:` qualified(type($addr)) `->` type($res)")]
pub struct LoadOp {
    addr: Operand<POINTER>,
    alignment: OptProp<I64Attr>,
    volatile_: OptProp<UnitAttr>,
    nontemporal: OptProp<UnitAttr>,
    invariant: OptProp<UnitAttr>,
    invariantGroup: OptProp<UnitAttr>,
    ordering: DefaultProp<AtomicOrderingKind, not_atomic>,
    syncscope: OptProp<StrAttr>,
    dereferenceable: OptProp<DereferenceableKind>,
    access_groups: OptProp<AccessGroupArrayKind>,
    alias_scopes: OptProp<AliasScopeArrayKind>,
    noalias_scopes: OptProp<AliasScopeArrayKind>,
    tbaa: OptProp<TbaaTagArrayKind>,
    res: Res<LOADABLE>,
}

/// Writes to memory.
#[op("llvm.store", verify = verify_store,
     interfaces(dyn MemoryEffects, dyn PromotableMemOp = slots::Store, dyn DestructurableAccessor = slots::Store,
                dyn SafeMemorySlotAccess = slots::Store),
     format = "(`volatile` $volatile_^)? $value `,` $addr (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? \
               (`invariant_group` $invariantGroup^)? attr-dict `:` type($value) `,` qualified(type($addr))")]
pub struct StoreOp {
    value: Operand<LOADABLE>,
    addr: Operand<POINTER>,
    alignment: OptProp<I64Attr>,
    volatile_: OptProp<UnitAttr>,
    nontemporal: OptProp<UnitAttr>,
    invariantGroup: OptProp<UnitAttr>,
    ordering: DefaultProp<AtomicOrderingKind, not_atomic>,
    syncscope: OptProp<StrAttr>,
    access_groups: OptProp<AccessGroupArrayKind>,
    alias_scopes: OptProp<AliasScopeArrayKind>,
    noalias_scopes: OptProp<AliasScopeArrayKind>,
    tbaa: OptProp<TbaaTagArrayKind>,
}

/// The effects of a load or store. A volatile or ordered access may read and write any memory.
fn access_effects(
    kind: EffectKind,
    addr: ValueRef<'_>,
    is_volatile: bool,
    ordering: AtomicOrdering,
    out: &mut Vec<Effect>,
) {
    out.push(Effect::new(kind, Some(addr.id())));
    if is_volatile || !matches!(ordering, AtomicOrdering::NotAtomic | AtomicOrdering::Unordered) {
        out.push(Effect::new(EffectKind::Write, None));
        out.push(Effect::new(EffectKind::Read, None));
    }
}

impl MemoryEffects for LoadOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        let view = LoadOp::view_of(op);
        access_effects(EffectKind::Read, view.addr(), view.volatile_(), view.ordering(), out);
    }
}

impl MemoryEffects for StoreOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        let view = StoreOp::view_of(op);
        access_effects(EffectKind::Write, view.addr(), view.volatile_(), view.ordering(), out);
    }
}

/// Verifies the common invariants of loads and stores: an atomic access needs a suitable type and an
/// alignment.
fn verify_access(
    op: OpRef<'_>,
    ty: Type,
    ordering: AtomicOrdering,
    unsupported: [AtomicOrdering; 2],
    has_syncscope: bool,
    has_alignment: bool,
) -> CheckResult {
    if ordering == AtomicOrdering::NotAtomic {
        if has_syncscope {
            return Err(op_error(op, "expected syncscope to be null for non-atomic access"));
        }
        return Ok(());
    }
    if !is_atomic_type(op.cx(), ty, &DataLayout::of(op)) {
        let message = format!("unsupported type '{}' for atomic access", op.cx().type_text(ty));
        return Err(op_error(op, message));
    }
    if unsupported.contains(&ordering) {
        return Err(op_error(op, format!("unsupported ordering '{}'", ordering.keyword())));
    }
    if !has_alignment {
        return Err(op_error(op, "expected alignment for atomic access"));
    }
    Ok(())
}

fn verify_load(op: OpRef<'_>) -> CheckResult {
    let view = LoadOp::view_of(op);
    let unsupported = [AtomicOrdering::Release, AtomicOrdering::AcqRel];
    let (syncscope, alignment) = (view.syncscope_attr().is_some(), view.alignment_attr().is_some());
    verify_access(op, view.res().ty(), view.ordering(), unsupported, syncscope, alignment)
}

fn verify_store(op: OpRef<'_>) -> CheckResult {
    let view = StoreOp::view_of(op);
    let unsupported = [AtomicOrdering::Acquire, AtomicOrdering::AcqRel];
    let (syncscope, alignment) = (view.syncscope_attr().is_some(), view.alignment_attr().is_some());
    verify_access(op, view.value().ty(), view.ordering(), unsupported, syncscope, alignment)
}

static RMW_TYPES: TypesMatch =
    TypesMatch::new("result #0 and operand #1 have the same type", "val", "res", |_, ty| Some(ty));

/// Atomically reads a value, computes another from it and writes that.
#[op("llvm.atomicrmw", traits(TypesMatchWith(&RMW_TYPES)), verify = verify_rmw,
     format = "(`volatile` $volatile_^)? $bin_op $ptr `,` $val (`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict \
               `:` qualified(type($ptr)) `,` type($val)")]
pub struct AtomicRMWOp {
    bin_op: Prop<AtomicBinOpKind>,
    ptr: Operand<POINTER>,
    val: Operand<ATOMIC>,
    ordering: Prop<AtomicOrderingKind>,
    syncscope: OptProp<StrAttr>,
    alignment: OptProp<I64Attr>,
    volatile_: OptProp<UnitAttr>,
    access_groups: OptProp<AccessGroupArrayKind>,
    alias_scopes: OptProp<AliasScopeArrayKind>,
    noalias_scopes: OptProp<AliasScopeArrayKind>,
    tbaa: OptProp<TbaaTagArrayKind>,
    res: Res<ATOMIC>,
}

fn verify_rmw(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), AtomicRMWOp::view_of(op));
    let ty = view.val().ty();
    let is_float = matches!(
        view.bin_op(),
        AtomicBinOp::Fadd
            | AtomicBinOp::Fsub
            | AtomicBinOp::Fmin
            | AtomicBinOp::Fmax
            | AtomicBinOp::Fminimum
            | AtomicBinOp::Fmaximum
    );
    let message = if is_float {
        match is_compatible_vector(cx, ty) {
            true if is_scalable_vector(cx, ty) => Some("expected LLVM IR fixed vector type"),
            true => (!is_compatible_float(cx, ty.element_type_or_self(cx)))
                .then_some("expected LLVM IR floating point type for vector element"),
            false => (!is_compatible_float(cx, ty)).then_some("expected LLVM IR floating point type"),
        }
    } else if view.bin_op() == AtomicBinOp::Xchg {
        (!is_atomic_type(cx, ty, &DataLayout::of(op))).then_some("unexpected LLVM IR type for 'xchg' bin_op")
    } else {
        let width = if ty.is_integer(cx) { ty.bit_width(cx) } else { None };
        (!matches!(width, Some(8 | 16 | 32 | 64))).then_some("expected LLVM IR integer type")
    };
    if let Some(message) = message {
        return Err(op_error(op, message));
    }
    if view.ordering() < AtomicOrdering::Monotonic {
        return Err(op_error(op, "expected at least 'monotonic' ordering"));
    }
    Ok(())
}

static CMPXCHG_OPERANDS: TypesMatch =
    TypesMatch::new("operand #1 and operand #2 have the same type", "val", "cmp", |_, ty| Some(ty));
static CMPXCHG_RESULT: TypesMatch = TypesMatch::new(
    "result #0 has an LLVM struct type consisting of the type of operand #2 and a bool",
    "val",
    "res",
    |cx, ty| Some(value_and_flag(cx, ty)),
);

/// The structure of a type and a flag.
pub fn value_and_flag(cx: &Context, ty: Type) -> Type {
    StructType::get(cx, vec![ty, Type::I1], false).into()
}

/// Atomically compares memory with a value, and replaces it by another one if they are equal; returns the
/// previous value and whether they were equal.
#[op("llvm.cmpxchg", traits(TypesMatchWith(&CMPXCHG_OPERANDS), TypesMatchWith(&CMPXCHG_RESULT)),
     verify = verify_cmpxchg,
     format = "(`weak` $weak^)? (`volatile` $volatile_^)? $ptr `,` $cmp `,` $val (`syncscope` `(` $syncscope^ `)`)? \
               $success_ordering $failure_ordering attr-dict `:` qualified(type($ptr)) `,` type($val)")]
pub struct AtomicCmpXchgOp {
    ptr: Operand<POINTER>,
    cmp: Operand<INT_OR_POINTER>,
    val: Operand<INT_OR_POINTER>,
    success_ordering: Prop<AtomicOrderingKind>,
    failure_ordering: Prop<AtomicOrderingKind>,
    syncscope: OptProp<StrAttr>,
    alignment: OptProp<I64Attr>,
    weak: OptProp<UnitAttr>,
    volatile_: OptProp<UnitAttr>,
    access_groups: OptProp<AccessGroupArrayKind>,
    alias_scopes: OptProp<AliasScopeArrayKind>,
    noalias_scopes: OptProp<AliasScopeArrayKind>,
    tbaa: OptProp<TbaaTagArrayKind>,
    res: Res<STRUCT>,
}

fn verify_cmpxchg(op: OpRef<'_>) -> CheckResult {
    let view = AtomicCmpXchgOp::view_of(op);
    if !is_atomic_type(op.cx(), view.val().ty(), &DataLayout::of(op)) {
        return Err(op_error(op, "unexpected LLVM IR type"));
    }
    let orderings = [view.success_ordering(), view.failure_ordering()];
    if orderings.iter().any(|&ordering| ordering < AtomicOrdering::Monotonic) {
        return Err(op_error(op, "ordering must be at least 'monotonic'"));
    }
    if matches!(orderings[1], AtomicOrdering::Release | AtomicOrdering::AcqRel) {
        return Err(op_error(op, "failure ordering cannot be 'release' or 'acq_rel'"));
    }
    Ok(())
}

/// Orders accesses before and after it.
#[op("llvm.fence", verify = verify_fence, format = "(`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict")]
pub struct FenceOp {
    ordering: Prop<AtomicOrderingKind>,
    syncscope: OptProp<StrAttr>,
}

fn verify_fence(op: OpRef<'_>) -> CheckResult {
    if FenceOp::view_of(op).ordering() <= AtomicOrdering::Monotonic {
        let message = "can be given only acquire, release, acq_rel, and seq_cst orderings";
        return Err(op_error(op, message));
    }
    Ok(())
}

/// Computes an address within a value of a type from indices.
#[op("llvm.getelementptr", traits(Pure, ViewLike), customs(&super::gep::INDICES), fold = super::gep::fold_gep,
     verify = super::gep::verify_gep,
     interfaces(dyn PromotableOp = slots::Gep, dyn DestructurableAccessor = slots::Gep,
                dyn SafeMemorySlotAccess = slots::Gep),
     format = "($noWrapFlags^)? $base `[` custom<GEPIndices>($dynamicIndices, $rawConstantIndices) `]` attr-dict \
               `:` functional-type(operands, results) `,` $elem_type")]
pub struct GEPOp {
    base: Operand<POINTER_OR_VECTOR>,
    dynamicIndices: VarOperand<INT_OR_VECTOR>,
    rawConstantIndices: Prop<DenseI32ArrayAttr>,
    elem_type: Prop<TypeAttr>,
    noWrapFlags: DefaultProp<GepFlagsKind, no_gep_flags>,
    res: Res<POINTER_OR_VECTOR>,
}
