//! Atomic accesses to elements.

use terrace_dialects_core::arith::{AtomicRMWKind, AtomicRMWKindAttr};
use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::effects::{EffectOn, reads, writes};
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::traits::TypesMatch;
use terrace_ir::{CheckResult, OpKind, OpRef, TraitSet, Type};
use terrace_macros::op;

use super::fold::fold_casts_but;

use crate::constraints::{SIGNLESS_INT_OR_FLOAT, SIGNLESS_INT_OR_FLOAT_MEMREF};
use crate::layout::{element_rule, rank};

static VALUE_IS_ELEMENT: TypesMatch =
    element_rule("value type matches element type of memref", "memref", "value");
static RESULT_IS_ELEMENT: TypesMatch =
    element_rule("result type matches element type of memref", "memref", "result");

/// Atomically combines an element with a value by a predefined operation; returns the previous element.
#[op("memref.atomic_rmw", fold = |op, _| fold_casts_but(op, Some(AtomicRMWOp::view_of(op).value())), effects(reads(EffectOn::Operand(1)), writes(EffectOn::Operand(1))),
     traits(AllTypesMatch(&["value", "result"]), TypesMatchWith(&VALUE_IS_ELEMENT)), verify = verify_rmw,
     format = "$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` \
               `->` type($result)")]
pub struct AtomicRMWOp {
    value: Operand<SIGNLESS_INT_OR_FLOAT>,
    memref: Operand<SIGNLESS_INT_OR_FLOAT_MEMREF>,
    indices: VarOperand<INDEX>,
    kind: Prop<AtomicRMWKindAttr>,
    result: Res<SIGNLESS_INT_OR_FLOAT>,
}

/// Whether a kind of combination is for floats (true) or integers (false); `None` if the verifier does not care.
fn is_for_floats(kind: AtomicRMWKind) -> Option<bool> {
    use AtomicRMWKind::*;
    match kind {
        Addf | Maximumf | Minimumf | Mulf => Some(true),
        Addi | Maxs | Maxu | Mins | Minu | Muli | Ori | Xori | Andi => Some(false),
        Assign | Maxnumf | Minnumf => None,
    }
}

fn verify_rmw(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), AtomicRMWOp::view_of(op));
    if view.indices().len() != rank(cx, view.memref().ty()) {
        return Err(op_error(op, "expects the number of subscripts to be equal to memref rank"));
    }
    let kind = view.kind();
    let ty = view.value().ty();
    let wanted = match is_for_floats(kind) {
        Some(true) if !ty.is_float(cx) => "a floating-point type",
        Some(false) if !ty.is_integer(cx) => "an integer type",
        _ => return Ok(()),
    };
    Err(op_error(op, format!("with kind '{}' expects {wanted}", kind.keyword())))
}

/// Atomically replaces an element by the value that a region computes from it; returns the previous element.
#[op("memref.generic_atomic_rmw", effects(reads(EffectOn::Operand(0)), writes(EffectOn::Operand(0))),
     traits(SingleBlockImplicitTerminator("memref.atomic_yield"), TypesMatchWith(&RESULT_IS_ELEMENT)),
     asm = (parse_generic, print_generic),
     syntax = "$memref `[` $indices `]` `:` type($memref) $atomic_body attr-dict",
     verify = verify_generic)]
pub struct GenericAtomicRMWOp {
    memref: Operand<SIGNLESS_INT_OR_FLOAT_MEMREF>,
    indices: VarOperand<INDEX>,
    result: Res<SIGNLESS_INT_OR_FLOAT>,
    atomic_body: Region,
}

fn parse_generic(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let memref = p.operand()?;
    let indices = p.operand_list(Delimiter::Square)?;
    p.token(":")?;
    let at = p.loc();
    let ty = p.ty()?;
    state.operands.push(p.resolve(memref, ty)?);
    for index in indices {
        state.operands.push(p.resolve(index, Type::INDEX)?);
    }
    p.region(state, &[], false)?;
    p.optional_attr_dict(state)?;
    let Some(memref) = crate::layout::memref(p.cx(), ty) else {
        return Err(p.error(at, "invalid kind of type specified".to_string()));
    };
    state.results.push(memref.element);
    Ok(())
}

fn print_generic(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = GenericAtomicRMWOp::view_of(op);
    p.text(" ");
    p.value(view.memref());
    p.text("[");
    p.values(&mut view.indices());
    p.text("] : ");
    p.ty(view.memref().ty());
    p.text(" ");
    p.region(view.atomic_body(), true, true);
    p.attr_dict(op, &[]);
}

/// The first op inside, inner ones first, that may touch memory.
fn find_effect(root: OpRef<'_>) -> Option<OpRef<'_>> {
    let mut open = vec![(root, false)];
    let mut tainted = None;
    while let Some((op, entered)) = open.pop() {
        if !entered {
            open.push((op, true));
            let inner: Vec<OpRef<'_>> =
                op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops()).collect();
            open.extend(inner.into_iter().rev().map(|op| (op, false)));
        } else if op != root
            && !op.has_trait(TraitSet::Pure)
            && !op.has_trait(TraitSet::NoMemoryEffect)
            && !op.has_trait(TraitSet::RecursiveMemoryEffects)
        {
            tainted = Some(op);
            break;
        }
    }
    tainted
}

fn verify_generic(op: OpRef<'_>) -> CheckResult {
    let view = GenericAtomicRMWOp::view_of(op);
    let args = view.atomic_body().entry().map_or(Vec::new(), |block| block.arg_types());
    let &[arg] = args.as_slice() else {
        return Err(op_error(op, "expected single number of entry block arguments"));
    };
    if arg != view.result().ty() {
        return Err(op_error(op, "expected block argument of the same type result type"));
    }
    if let Some(inner) = find_effect(op) {
        let rule = "should contain only operations with no side effects";
        return Err(plain_error(inner, format!("body of 'memref.generic_atomic_rmw' {rule}")));
    }
    Ok(())
}

/// Ends the region of `memref.generic_atomic_rmw` with the element's new value.
#[op("memref.atomic_yield",
     traits(HasParent(&["memref.generic_atomic_rmw"]), Pure, Terminator, ReturnLike), verify = verify_yield,
     format = "$result attr-dict `:` type($result)")]
pub struct AtomicYieldOp {
    result: Operand<ANY_TYPE>,
}

fn verify_yield(op: OpRef<'_>) -> CheckResult {
    let (cx, ty) = (op.cx(), AtomicYieldOp::view_of(op).result().ty());
    let Some(expected) = op.parent_op().and_then(|parent| parent.result_types().first().copied()) else {
        return Ok(());
    };
    if ty == expected {
        return Ok(());
    }
    let (found, expected) = (cx.type_text(ty), cx.type_text(expected));
    Err(op_error(op, format!("types mismatch between yield op: '{found}' and its parent: '{expected}'")))
}
