//! Reading and writing through addresses.

use terrace_ir::attr_kind::{StrAttr, UnitProp};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::effects::{Effect, EffectKind, EffectOn, MemoryEffects, reads, writes};
use terrace_ir::enum_attr::{EnumValue, enum_attr};
use terrace_ir::property::Property;
use terrace_ir::traits::{Predicate, TypesMatch};
use terrace_ir::{Attr, CheckResult, Context, OpKind, OpRef, Type, ValueRef, attr_kinds, enums};
use terrace_macros::op;

use super::space::MemorySpace;
use super::types::{LIST, MASK, POINTER, PTR_LIST, ptr_space};

enums! {
    /// The ordering of an atomic access.
    pub enum AtomicOrdering("::mlir::ptr::AtomicOrdering", 32) {
        NotAtomic = 0 => "not_atomic",
        Unordered = 1 => "unordered",
        Monotonic = 2 => "monotonic",
        Acquire = 3 => "acquire",
        Release = 4 => "release",
        AcqRel = 5 => "acq_rel",
        SeqCst = 6 => "seq_cst",
    }
}

attr_kinds! {
    /// The ordering of an atomic access.
    pub AtomicOrderingAttr("Atomic ordering for LLVM's memory model") -> AtomicOrdering { native_enum }
    /// The alignment of an access, in bytes; `None` if it is not known.
    pub OptionalAlignmentProp("optional int64_t") -> Option<i64> {
        value: |cx, attr: Attr| match attr.as_array(cx)? {
            [] => Some(None),
            [alignment] => alignment.as_i64(cx).map(Some),
            _ => None,
        },
        attr: |cx, alignment: Option<i64>| {
            let items: Vec<Attr> = alignment.iter().map(|&value| cx.int_attr(Type::I64, value)).collect();
            cx.array_attr(&items)
        },
        property: Property::Optional(&Property::I64),
    }
}

fn not_atomic(cx: &Context) -> Attr {
    enum_attr(cx, AtomicOrdering::NotAtomic)
}

fn no_alignment(_cx: &Context) -> Attr {
    Attr::EMPTY_ARRAY
}

fn no(_: &Context) -> Attr {
    Attr::FALSE
}

/// The common operands and attributes of `ptr.load` and `ptr.store`.
struct PointerAccess<'a> {
    op: OpRef<'a>,
    ptr: ValueRef<'a>,
    is_volatile: bool,
    ordering: AtomicOrdering,
    has_syncscope: bool,
    alignment: Option<i64>,
}

macro_rules! accesses {
    ($($view:ident)*) => {
        $(
            impl<'a> From<$view<'a>> for PointerAccess<'a> {
                fn from(view: $view<'a>) -> Self {
                    Self {
                        op: view.0,
                        ptr: view.ptr(),
                        is_volatile: view.volatile_(),
                        ordering: view.ordering(),
                        has_syncscope: view.syncscope_attr().is_some(),
                        alignment: view.alignment(),
                    }
                }
            }
        )*
    };
}

accesses!(LoadOpView StoreOpView);

fn mask_of(cx: &Context, ty: Type) -> Option<Type> {
    ty.with_element(cx, Type::I1)
}

static RESULT_MASK: TypesMatch =
    TypesMatch::new("result and mask must be compatible", "result", "mask", mask_of);
static VALUE_MASK: TypesMatch =
    TypesMatch::new("value and mask must be compatible", "value", "mask", mask_of);

/// Whether both are vectors or both tensors.
fn same_container(cx: &Context, a: Type, b: Type) -> bool {
    a.is_vector(cx) == b.is_vector(cx)
}

static RESULT_CONTAINER: Predicate = Predicate {
    summary: "all of {result, ptrs} have same type IDs",
    holds: |op| {
        let view = GatherOp::view_of(op);
        same_container(op.cx(), view.result().ty(), view.ptrs().ty())
    },
};
static VALUE_CONTAINER: Predicate = Predicate {
    summary: "all of {value, ptrs} have same type IDs",
    holds: |op| {
        let view = ScatterOp::view_of(op);
        same_container(op.cx(), view.value().ty(), view.ptrs().ty())
    },
};

/// Reads a value.
#[op("ptr.load", interfaces(dyn MemoryEffects), verify = verify_load,
     format = "(`volatile` $volatile_^)? $ptr (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? \
               oilist(`nontemporal` $nontemporal | `invariant` $invariant | `invariant_group` $invariantGroup \
               | `alignment` `=` $alignment) attr-dict `:` qualified(type($ptr)) `->` type($value)")]
pub struct LoadOp {
    ptr: Operand<POINTER>,
    alignment: DefaultProp<OptionalAlignmentProp, no_alignment>,
    volatile_: DefaultProp<UnitProp, no>,
    nontemporal: DefaultProp<UnitProp, no>,
    invariant: DefaultProp<UnitProp, no>,
    invariantGroup: DefaultProp<UnitProp, no>,
    ordering: DefaultProp<AtomicOrderingAttr, not_atomic>,
    syncscope: OptProp<StrAttr>,
    value: Res<ANY_TYPE>,
}

/// The effects of an access. A volatile or ordered access may read and write any memory.
fn access_effects(access: PointerAccess<'_>, kind: EffectKind, out: &mut Vec<Effect>) {
    out.push(Effect::new(kind, Some(access.ptr.id())));
    let orders_others = !matches!(access.ordering, AtomicOrdering::NotAtomic | AtomicOrdering::Unordered);
    if access.is_volatile || orders_others {
        out.push(Effect::new(EffectKind::Write, None));
        out.push(Effect::new(EffectKind::Read, None));
    }
}

impl MemoryEffects for LoadOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        access_effects(LoadOp::view_of(op).into(), EffectKind::Read, out);
    }
}

impl MemoryEffects for StoreOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        access_effects(StoreOp::view_of(op).into(), EffectKind::Write, out);
    }
}

/// Writes a value.
#[op("ptr.store", interfaces(dyn MemoryEffects), verify = verify_store,
     format = "(`volatile` $volatile_^)? $value `,` $ptr (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? \
               oilist(`nontemporal` $nontemporal | `invariant_group` $invariantGroup \
               | `alignment` `=` $alignment) attr-dict `:` type($value) `,` qualified(type($ptr))")]
pub struct StoreOp {
    value: Operand<ANY_TYPE>,
    ptr: Operand<POINTER>,
    alignment: DefaultProp<OptionalAlignmentProp, no_alignment>,
    volatile_: DefaultProp<UnitProp, no>,
    nontemporal: DefaultProp<UnitProp, no>,
    invariantGroup: DefaultProp<UnitProp, no>,
    ordering: DefaultProp<AtomicOrderingAttr, not_atomic>,
    syncscope: OptProp<StrAttr>,
}

/// Reads values in a row where conditions are true; returns others elsewhere.
#[op("ptr.masked_load", effects(reads(EffectOn::Operand(0))), traits(TypesMatchWith(&RESULT_MASK), AllTypesMatch(&["result", "passthrough"])),
     verify = verify_masked_load,
     format = "$ptr `,` $mask `,` $passthrough (`alignment` `=` $alignment^)? attr-dict `:` \
               qualified(type($ptr)) `->` type($result)")]
pub struct MaskedLoadOp {
    ptr: Operand<POINTER>,
    mask: Operand<MASK>,
    passthrough: Operand<LIST>,
    alignment: DefaultProp<OptionalAlignmentProp, no_alignment>,
    result: Res<LIST>,
}

/// Writes values in a row where conditions are true.
#[op("ptr.masked_store", effects(writes(EffectOn::Operand(1))), traits(TypesMatchWith(&VALUE_MASK)), verify = verify_masked_store,
     format = "$value `,` $ptr `,` $mask (`alignment` `=` $alignment^)? attr-dict `:` type($value) `,` \
               qualified(type($ptr))")]
pub struct MaskedStoreOp {
    value: Operand<LIST>,
    ptr: Operand<POINTER>,
    mask: Operand<MASK>,
    alignment: DefaultProp<OptionalAlignmentProp, no_alignment>,
}

/// Reads a value through each address where conditions are true; returns others elsewhere.
#[op("ptr.gather", effects(reads(EffectOn::Operand(0))),
     traits(TypesMatchWith(&RESULT_MASK), AllTypesMatch(&["result", "passthrough"]),
            AllShapesMatch(&["result", "ptrs"]), Predicate(&RESULT_CONTAINER)),
     verify = verify_gather,
     format = "$ptrs `,` $mask `,` $passthrough (`alignment` `=` $alignment^)? attr-dict `:` type($ptrs) `->` \
               type($result)")]
pub struct GatherOp {
    ptrs: Operand<PTR_LIST>,
    mask: Operand<MASK>,
    passthrough: Operand<LIST>,
    alignment: DefaultProp<OptionalAlignmentProp, no_alignment>,
    result: Res<LIST>,
}

/// Writes a value through each address where conditions are true.
#[op("ptr.scatter", effects(writes(EffectOn::Operand(1))),
     traits(TypesMatchWith(&VALUE_MASK), AllShapesMatch(&["value", "ptrs"]), Predicate(&VALUE_CONTAINER)),
     verify = verify_scatter,
     format = "$value `,` $ptrs `,` $mask (`alignment` `=` $alignment^)? attr-dict `:` type($value) `,` type($ptrs)")]
pub struct ScatterOp {
    value: Operand<LIST>,
    ptrs: Operand<PTR_LIST>,
    mask: Operand<MASK>,
    alignment: DefaultProp<OptionalAlignmentProp, no_alignment>,
}

/// The memory space of an address allows reading a value of this type.
fn verify_readable(op: OpRef<'_>, ptr: ValueRef<'_>, ty: Type) -> CheckResult {
    verify_space(op, ptr, |cx, rules, space| rules.check_load(cx, space, ty))
}

/// The memory space of an address allows writing a value of this type.
fn verify_writable(op: OpRef<'_>, ptr: ValueRef<'_>, ty: Type) -> CheckResult {
    verify_space(op, ptr, |cx, rules, space| rules.check_store(cx, space, ty))
}

fn verify_space(
    op: OpRef<'_>,
    ptr: ValueRef<'_>,
    check: impl FnOnce(&Context, &dyn MemorySpace, Attr) -> Result<(), String>,
) -> CheckResult {
    let cx = op.cx();
    let Some(space) = ptr_space(cx, ptr.ty().element_type_or_self(cx)) else { return Ok(()) };
    let Some(rules) = cx.attr_interface::<dyn MemorySpace>(space) else { return Ok(()) };
    check(cx, rules, space).map_err(|message| plain_error(op, message))
}

fn verify_alignment(op: OpRef<'_>, alignment: Option<i64>) -> CheckResult {
    match alignment {
        Some(..=0) => Err(plain_error(op, "alignment must be positive")),
        Some(alignment) if alignment.count_ones() != 1 => {
            Err(plain_error(op, "alignment must be a power of 2"))
        }
        _ => Ok(()),
    }
}

fn verify_ordering(access: &PointerAccess<'_>, unsupported: [AtomicOrdering; 2]) -> CheckResult {
    let PointerAccess { op, ordering, .. } = *access;
    if ordering == AtomicOrdering::NotAtomic {
        if access.has_syncscope {
            return Err(op_error(op, "expected syncscope to be null for non-atomic access"));
        }
        return Ok(());
    }
    if unsupported.contains(&ordering) {
        return Err(op_error(op, format!("unsupported ordering '{}'", ordering.keyword())));
    }
    if access.alignment.is_none() {
        return Err(op_error(op, "expected alignment for atomic access"));
    }
    Ok(())
}

fn verify_load(op: OpRef<'_>) -> CheckResult {
    let view = LoadOp::view_of(op);
    verify_readable(op, view.ptr(), view.value().ty())?;
    verify_alignment(op, view.alignment())?;
    verify_ordering(&view.into(), [AtomicOrdering::Release, AtomicOrdering::AcqRel])
}

fn verify_store(op: OpRef<'_>) -> CheckResult {
    let view = StoreOp::view_of(op);
    verify_writable(op, view.ptr(), view.value().ty())?;
    verify_alignment(op, view.alignment())?;
    verify_ordering(&view.into(), [AtomicOrdering::Acquire, AtomicOrdering::AcqRel])
}

fn verify_masked_load(op: OpRef<'_>) -> CheckResult {
    let view = MaskedLoadOp::view_of(op);
    verify_readable(op, view.ptr(), view.result().ty())?;
    verify_alignment(op, view.alignment())
}

fn verify_masked_store(op: OpRef<'_>) -> CheckResult {
    let view = MaskedStoreOp::view_of(op);
    verify_writable(op, view.ptr(), view.value().ty())?;
    verify_alignment(op, view.alignment())
}

fn verify_gather(op: OpRef<'_>) -> CheckResult {
    let view = GatherOp::view_of(op);
    verify_readable(op, view.ptrs(), view.result().ty())?;
    verify_alignment(op, view.alignment())
}

fn verify_scatter(op: OpRef<'_>) -> CheckResult {
    let view = ScatterOp::view_of(op);
    verify_writable(op, view.ptrs(), view.value().ty())?;
    verify_alignment(op, view.alignment())
}
