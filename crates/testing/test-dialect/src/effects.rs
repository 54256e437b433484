//! Ops whose memory effects are given by an attribute.

use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::OpDef;
use terrace_ir::effects::{Effect, EffectKind, MemoryEffects};
use terrace_ir::{Attr, Context, OpKind, OpRef, OptionalAttr};
use terrace_macros::op;

/// The resource that only tests know.
pub const TEST_RESOURCE: &str = "<Test>";

/// Does what its attribute `effects` lists.
#[op("test.side_effect_op", interfaces(dyn MemoryEffects))]
pub struct SideEffectOp {
    result: Res<ANY_TYPE>,
}

/// Does what its attribute `effects` lists, maybe to the argument of its region.
#[op("test.side_effect_with_region_op", interfaces(dyn MemoryEffects),
     format = "`(` $operand `)` $body attr-dict `:` type($operand) `->` type($result)")]
pub struct SideEffectWithRegionOp {
    operand: Operand<ANY_TYPE>,
    result: Res<ANY_TYPE>,
    body: Region,
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 2] = [SideEffectOp::DEF, SideEffectWithRegionOp::DEF];

macro_rules! listed {
    ($($name:ident),*) => {
        $(impl MemoryEffects for $name {
            fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
                let list = op.discardable_attr("effects").optional_elements(op.cx());
                out.extend(list.iter().filter_map(|&entry| effect(op, entry)));
            }
        })*
    };
}

listed!(SideEffectOp, SideEffectWithRegionOp);

/// One entry of the list; `None` for one that is no dictionary with a known effect.
fn effect(op: OpRef<'_>, entry: Attr) -> Option<Effect> {
    let cx: &Context = op.cx();
    let get = |name: &str| {
        entry.as_dict(cx)?.iter().find_map(|&(key, value)| (key.text(cx) == name).then_some(value))
    };
    let kind = match get("effect")?.as_str(cx)? {
        "allocate" => EffectKind::Allocate,
        "free" => EffectKind::Free,
        "read" => EffectKind::Read,
        "write" => EffectKind::Write,
        _ => return None,
    };
    let argument = || op.regions().next()?.entry()?.args().next();
    let value = if get("on_result").is_some() {
        op.results().next()
    } else if get("on_operand").is_some() {
        op.operands().next()
    } else if get("on_argument").is_some() {
        argument()
    } else {
        None
    };
    let plain = Effect::new(kind, value.map(|value| value.id()));
    let resource = if get("test_resource").is_some() { TEST_RESOURCE } else { plain.resource };
    Some(Effect { symbol: get("on_reference"), resource, ..plain })
}
