//! Buffers of a device, and what waits.

use terrace_dialects_mem::constraints::ANY_MEMREF;
use terrace_dialects_mem::layout::{memref, verify_dynamic_sizes};
use terrace_dialects_mem::memref::DimOp;
use terrace_dialects_mem::memref::fold_casts;
use terrace_ir::attr_kind::UnitAttr;
use terrace_ir::constraints::{ANY_TYPE, I32, INDEX};
use terrace_ir::def::{TypeConstraint, op_error};
use terrace_ir::effects::{EffectKind, EffectOn, allocates, frees, own_effects, reads, writes};
use terrace_ir::enum_attr::enum_param;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::verify::compatible_shapes;
use terrace_ir::{CheckResult, Context, DYNAMIC, OpKind, OpRef, Rewriter, TraitSet, Type, Value, ValueRef};
use terrace_macros::op;

use super::async_deps::ASYNC_DEPENDENCIES;
use super::attrs::{ADDRESS_SPACE, AddressSpace};
use super::types::ASYNC_TOKEN;

/// A new buffer in the memory of a device.
#[op("gpu.alloc", traits(AttrSizedOperandSegments), effects(allocates(EffectOn::Result(0))), verify = verify_alloc,
     customs(&ASYNC_DEPENDENCIES),
     format = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) (` ` `host_shared` $hostShared^)? ` ` `(` \
               $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)")]
pub struct AllocOp {
    asyncDependencies: VarOperand<ASYNC_TOKEN>,
    dynamicSizes: VarOperand<INDEX>,
    symbolOperands: VarOperand<INDEX>,
    hostShared: OptProp<UnitAttr>,
    memref: Res<ANY_MEMREF>,
    asyncToken: OptRes<ASYNC_TOKEN>,
}

fn verify_alloc(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), AllocOp::view_of(op));
    verify_dynamic_sizes(op, view.memref().ty(), view.dynamic_sizes().count())?;
    let symbols = memref(cx, view.memref().ty()).map_or(0, |ty| ty.layout_map(cx).num_symbols as usize);
    match view.symbol_operands().count() == symbols {
        true => Ok(()),
        false => Err(op_error(op, "symbol operand count does not equal memref symbol count")),
    }
}

/// An extent of a new buffer is the size it was made with.
pub(super) fn dim_of_alloc(rw: &mut Rewriter<'_>, op: DimOp) -> Option<()> {
    let view = op.view(rw);
    let index = usize::try_from(m_scalar_i64(view.index())?).ok()?;
    let shape = view.source().ty().shape(rw.cx())?;
    let alloc = view.source().defined_by::<AllocOp>()?;
    if *shape.get(index)? != DYNAMIC {
        return None;
    }
    let place = shape[..index].iter().filter(|&&extent| extent == DYNAMIC).count();
    let size = alloc.dynamic_sizes().nth(place)?.id();
    rw.replace_op(op, &[size]);
    Some(())
}

/// Frees a buffer of a device.
#[op("gpu.dealloc", effects(frees(EffectOn::Operand(1))), customs(&ASYNC_DEPENDENCIES),
     format = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $memref attr-dict `:` type($memref)")]
pub struct DeallocOp {
    asyncDependencies: VarOperand<ASYNC_TOKEN>,
    memref: Operand<ANY_MEMREF>,
    asyncToken: OptRes<ASYNC_TOKEN>,
}

/// Copies a buffer, also between host and device.
#[op("gpu.memcpy", effects(writes(EffectOn::Operand(1)), reads(EffectOn::Operand(2))), verify = verify_memcpy,
     fold = fold_casts, canonicalize(unread_copy), customs(&ASYNC_DEPENDENCIES),
     format = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $dst `,` $src `:` type($dst) `,` type($src) \
               attr-dict")]
pub struct MemcpyOp {
    asyncDependencies: VarOperand<ASYNC_TOKEN>,
    dst: Operand<ANY_MEMREF>,
    src: Operand<ANY_MEMREF>,
    asyncToken: OptRes<ASYNC_TOKEN>,
}

fn verify_memcpy(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), MemcpyOp::view_of(op));
    let (from, to) = (view.src().ty(), view.dst().ty());
    if from.element_type_or_self(cx) != to.element_type_or_self(cx) {
        return Err(op_error(op, "arguments have incompatible element type"));
    }
    match compatible_shapes(cx, from, to) {
        true => Ok(()),
        false => Err(op_error(op, "arguments have incompatible shape")),
    }
}

/// Whether the only effect of an op on a value is of one kind.
fn only_effect(op: OpRef<'_>, kind: EffectKind, value: Value) -> bool {
    let effects = own_effects(op);
    let mut on_value = effects.iter().flatten().filter(|effect| effect.value == Some(value));
    on_value.next().is_some_and(|effect| effect.kind == kind) && on_value.next().is_none()
}

/// A copy into a new buffer that is freed, and not used besides, is not made.
fn unread_copy(rw: &mut Rewriter<'_>, op: MemcpyOp) -> Option<()> {
    let view = op.view(rw);
    let buffer = view.dst();
    let made = buffer.defining_op()?;
    let is_unread = only_effect(made, EffectKind::Allocate, buffer.id())
        && buffer.uses().all(|(user, _)| user == view.0 || only_effect(user, EffectKind::Free, buffer.id()));
    let tokens: Vec<Value> = view.async_dependencies().map(|token| token.id()).collect();
    if !is_unread || tokens.len() > 1 || tokens.len() != view.0.num_results() {
        return None;
    }
    rw.replace_op(op, &tokens);
    Some(())
}

/// Sets all elements of a buffer to a value.
#[op("gpu.memset", traits(AllElementTypesMatch(&["dst", "value"])), effects(writes(EffectOn::Operand(1))),
     fold = fold_casts, customs(&ASYNC_DEPENDENCIES),
     format = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $dst `,` $value `:` type($dst) `,` type($value) \
               attr-dict")]
pub struct MemsetOp {
    asyncDependencies: VarOperand<ASYNC_TOKEN>,
    dst: Operand<ANY_MEMREF>,
    value: Operand<ANY_TYPE>,
    asyncToken: OptRes<ASYNC_TOKEN>,
}

/// Waits for tokens; with a result, for what waits for it.
#[op("gpu.wait", canonicalize(drop_met_waits, simplify_wait), customs(&ASYNC_DEPENDENCIES),
     format = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) attr-dict")]
pub struct WaitOp {
    asyncDependencies: VarOperand<ASYNC_TOKEN>,
    asyncToken: OptRes<ASYNC_TOKEN>,
}

/// A token of a wait for nothing need not be waited for.
fn drop_met_waits(rw: &mut Rewriter<'_>, op: WaitOp) -> Option<()> {
    let view = op.view(rw);
    let is_met = |token: &ValueRef<'_>| {
        token.defined_by::<WaitOp>().is_some_and(|wait| wait.async_dependencies().next().is_none())
    };
    let kept: Vec<Value> =
        view.async_dependencies().filter(|token| !is_met(token)).map(|token| token.id()).collect();
    if kept.len() == view.0.num_operands() {
        return None;
    }
    rw.set_operands(op, &kept);
    Some(())
}

fn simplify_wait(rw: &mut Rewriter<'_>, op: WaitOp) -> Option<()> {
    let view = op.view(rw);
    let tokens: Vec<Value> = view.async_dependencies().map(|token| token.id()).collect();
    match (tokens.as_slice(), view.async_token()) {
        ([], None) => rw.erase_op(op),
        ([token], Some(_)) => rw.replace_op(op, &[*token]),
        (_, Some(token)) if token.is_unused() => rw.erase_op(op),
        _ => return None,
    }
    Some(())
}

/// Waits until all threads of a block are here.
#[op("gpu.barrier", canonicalize(repeated_barrier), format = "attr-dict")]
pub struct BarrierOp {}

fn repeated_barrier(rw: &mut Rewriter<'_>, op: BarrierOp) -> Option<()> {
    let view = op.view(rw);
    view.0.next()?.isa::<BarrierOp>().then_some(())?;
    rw.erase_op(op);
    Some(())
}

/// Makes host memory accessible to a device.
#[op("gpu.host_register", format = "$value attr-dict `:` type($value)")]
pub struct HostRegisterOp {
    value: Operand<UNRANKED_MEMREF>,
}

/// Undoes `gpu.host_register`.
#[op("gpu.host_unregister", format = "$value attr-dict `:` type($value)")]
pub struct HostUnregisterOp {
    value: Operand<UNRANKED_MEMREF>,
}

static UNRANKED_MEMREF: TypeConstraint =
    TypeConstraint::new("unranked.memref of any type values", |cx, ty| {
        ty.is_memref(cx) && ty.shape(cx).is_none()
    });

/// A buffer of bytes that all threads of a block share, whose size the launch states.
#[op("gpu.dynamic_shared_memory", traits(Pure), verify = verify_shared,
     format = "attr-dict `:` type($resultMemref)")]
pub struct DynamicSharedMemoryOp {
    resultMemref: Res<BYTES>,
}

static BYTES: TypeConstraint = TypeConstraint::new("1D memref of 8-bit signless integer values", |cx, ty| {
    memref(cx, ty).is_some_and(|ty| {
        ty.shape.len() == 1 && ty.element == cx.integer(8, terrace_ir::Signedness::Signless)
    })
});

/// Whether a type is a buffer that a block shares.
pub fn is_shared(cx: &Context, ty: Type) -> bool {
    let space = memref(cx, ty).and_then(|ty| ty.space);
    space.and_then(|space| enum_param::<AddressSpace>(cx, space, &ADDRESS_SPACE))
        == Some(AddressSpace::Workgroup)
}

fn verify_shared(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    if !op.self_and_ancestors().skip(1).any(|outer| outer.has_trait(TraitSet::SymbolTable)) {
        return Err(op_error(op, "must be inside an op with symbol table"));
    }
    let ty = op.single_result().ty();
    if !is_shared(cx, ty) {
        return Err(op_error(op, "address space must be address_space<workgroup>"));
    }
    if ty.shape(cx).is_some_and(|shape| !shape.contains(&DYNAMIC)) {
        let what = "result memref type must be memref<?xi8, #gpu.address_space<workgroup>>";
        return Err(op_error(op, what));
    }
    Ok(())
}

/// Selects the device of ops that follow.
#[op("gpu.set_default_device", effects(writes(EffectOn::Anything)), format = "attr-dict $devIndex")]
pub struct SetDefaultDeviceOp {
    devIndex: Operand<I32>,
}
