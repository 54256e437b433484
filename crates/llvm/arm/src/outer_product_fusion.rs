//! `arm-sme-outer-product-fusion`: chains of outer products of extended vectors become sums of two or four outer products of
//! the vectors before they are extended, interleaved.

use terrace_dialects_arm::sme::attrs::CombiningKind;
use terrace_dialects_arm::sme::*;
use terrace_dialects_core::arith::{ExtFOp, ExtSIOp, ExtUIOp};
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_dialects_vector::{ExtractOp, InterleaveOp, ScalableExtractOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Loc, Op, OpKind, Rewriter, Type, Value, ValueRef, VectorType, View, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef};

use crate::build::Greedy;

/// Fuses outer products.
pub static ARM_SME_OUTER_PRODUCT_FUSION: PassDef = PassDef {
    name: "arm-sme-outer-product-fusion",
    class: "OuterProductFusion",
    doc: "Fuse 'arm_sme.outerproduct' operations into 2-way or 4-way widening variants",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(Greedy::new(PATTERNS)))),
    ..EMPTY_PASS
};

/// The patterns of the pass. Extensions are first moved after extracts.
static PATTERNS: &[Pattern] = &[
    pattern!("SwapVectorExtractOfArithExtend", ExtractOp, swap_extract).with_benefit(1024),
    pattern!("SwapVectorScalableExtractOfArithExtend", ScalableExtractOp, swap_scalable_extract)
        .with_benefit(1024),
    pattern!("OuterProductFusion2Way", OuterProductOp, fuse_2_ways),
    pattern!("OuterProductFusion4Way", OuterProductOp, fuse_4_ways),
];

/// The kind of extension of an operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extension {
    Float,
    Signed,
    Unsigned,
}

/// The kind of extension that defines a value, and its operand.
fn extension(value: ValueRef<'_>) -> Option<(Extension, ValueRef<'_>)> {
    let op = value.defining_op()?;
    if let Some(view) = op.cast::<ExtFOp>() {
        return Some((Extension::Float, view.in_()));
    }
    if let Some(view) = op.cast::<ExtSIOp>() {
        return Some((Extension::Signed, view.in_()));
    }
    op.cast::<ExtUIOp>().map(|view| (Extension::Unsigned, view.in_()))
}

/// The outer products that are added up, the last one first; `None`, with the reason, if there are fewer.
fn chain(rw: &mut Rewriter<'_>, op: Op, count: usize) -> Option<Vec<Op>> {
    let mut chain = vec![op];
    while chain.len() < count {
        let current = OuterProductOp::view_of(rw.op(*chain.last()?));
        let reason =
            match current.acc().map(|acc| acc.defining_op().and_then(|op| op.cast::<OuterProductOp>())) {
                None => "no accumulator operand",
                Some(None) => "defining op of accumulator must be 'arm_sme.outerproduct'",
                Some(Some(before)) if before.kind() != current.kind() => {
                    "combining kind (add or sub) of outer products must match"
                }
                Some(Some(before)) if before.result().uses().count() != 1 => {
                    "outer product(s) not single use and cannot be removed, no benefit to fusing"
                }
                Some(Some(before)) if before.lhs_mask().is_some() != current.lhs_mask().is_some() => {
                    "unsupported masking, either both outerproducts are masked or neither"
                }
                Some(Some(before)) => {
                    chain.push(before.0.id());
                    continue;
                }
            };
        return rw.notify_match_failure(op, reason);
    }
    Some(chain)
}

/// The extensions of the two factors, if all outer products have the same ones, with the same types.
fn extensions(
    rw: &Rewriter<'_>,
    chain: &[Op],
    supported: &[(i64, Type, &[Type])],
) -> Option<(Extension, Extension)> {
    let cx = rw.cx();
    let mut common: Option<(Extension, Extension, Type, Type)> = None;
    for &op in chain {
        let view = OuterProductOp::view_of(rw.op(op));
        let ((lhs, lhs_in), (rhs, rhs_in)) = (extension(view.lhs())?, extension(view.rhs())?);
        let found = (lhs, rhs, lhs_in.ty(), view.result().ty());
        if rhs_in.ty() != lhs_in.ty() || *common.get_or_insert(found) != found {
            return None;
        }
    }
    let (lhs, rhs, input, tile) = common?;
    let is = |side: i64, to: Type, from: Type| {
        tile == VectorType::get_scalable(cx, &[side, side], &[true, true], to)
            && input == VectorType::get_scalable(cx, &[side], &[true], from)
    };
    let fits = supported.iter().any(|(side, to, from)| from.iter().any(|&from| is(*side, *to, from)));
    fits.then_some((lhs, rhs))
}

fn interleave(rw: &mut Rewriter<'_>, lhs: Value, rhs: Value, loc: Loc) -> Option<Value> {
    let (cx, ty) = (rw.cx(), rw.body().value_type(lhs));
    let input = vector(cx, ty);
    let mut shape = input.shape.to_vec();
    *shape.last_mut()? *= 2;
    let ty = VectorType::get_scalable(cx, &shape, input.scalable, input.element);
    Some(rw.build_value(InterleaveOp::of(lhs, rhs).result(ty).loc(loc)))
}

/// Interleaves the values of two or four outer products, given from the last to the first.
fn pack(rw: &mut Rewriter<'_>, values: &[Value], loc: Loc) -> Option<Value> {
    match *values {
        [second, first] => interleave(rw, first, second, loc),
        [fourth, third, second, first] => {
            let even = interleave(rw, first, third, loc)?;
            let odd = interleave(rw, second, fourth, loc)?;
            interleave(rw, even, odd, loc)
        }
        _ => None,
    }
}

/// Creates the sum of outer products in place of the last op of a chain.
fn replace_chain(
    rw: &mut Rewriter<'_>,
    chain: &[Op],
    create: fn(&mut Rewriter<'_>, Op, Fused),
) -> Option<()> {
    let of = |rw: &Rewriter<'_>, get: fn(View<'_, OuterProductOp>) -> Option<Value>| -> Option<Vec<Value>> {
        chain.iter().map(|&op| get(OuterProductOp::view_of(rw.op(op)))).collect()
    };
    let (op, loc) = (*chain.first()?, rw.op(*chain.first()?).loc());
    rw.set_insertion_point_before(op);
    let lhs = of(rw, |view| Some(extension(view.lhs())?.1.id()))?;
    let rhs = of(rw, |view| Some(extension(view.rhs())?.1.id()))?;
    let masks = of(rw, |view| Some(view.lhs_mask()?.id())).zip(of(rw, |view| Some(view.rhs_mask()?.id())));
    let acc = OuterProductOp::view_of(rw.op(*chain.last()?)).acc().map(ValueRef::id);
    let lhs = pack(rw, &lhs, loc)?;
    let rhs = pack(rw, &rhs, loc)?;
    let masks = match masks {
        Some((lhs, rhs)) => Some((pack(rw, &lhs, loc)?, pack(rw, &rhs, loc)?)),
        None => None,
    };
    create(rw, op, Fused { lhs, rhs, masks, acc });
    Some(())
}

/// The operands of a sum of outer products.
struct Fused {
    lhs: Value,
    rhs: Value,
    masks: Option<(Value, Value)>,
    acc: Option<Value>,
}

macro_rules! create {
    ($marker:ident) => {
        |rw: &mut Rewriter<'_>, op: Op, fused: Fused| {
            let mut builder = $marker::of(fused.lhs, fused.rhs);
            if let Some((lhs, rhs)) = fused.masks {
                builder = builder.lhs_mask(lhs).rhs_mask(rhs);
            }
            if let Some(acc) = fused.acc {
                builder = builder.acc(acc);
            }
            rw.replace(op, builder);
        }
    };
}

fn fuse_2_ways(rw: &mut Rewriter<'_>, op: OuterProductOp) -> Option<()> {
    let chain = chain(rw, op.into(), 2)?;
    let float: &[(i64, Type, &[Type])] = &[(4, Type::F32, &[Type::F16, Type::BF16])];
    let int: &[(i64, Type, &[Type])] = &[(4, Type::I32, &[Type::I16])];
    let found = extensions(rw, &chain, &[float, int].concat())?;
    let kind = op.view(rw).kind();
    let create: fn(&mut Rewriter<'_>, Op, Fused) = match (kind, found) {
        (CombiningKind::Add, (Extension::Float, Extension::Float)) => create!(FMopa2WayOp),
        (CombiningKind::Add, (Extension::Signed, Extension::Signed)) => create!(SMopa2WayOp),
        (CombiningKind::Add, (Extension::Unsigned, Extension::Unsigned)) => create!(UMopa2WayOp),
        (CombiningKind::Sub, (Extension::Float, Extension::Float)) => create!(FMops2WayOp),
        (CombiningKind::Sub, (Extension::Signed, Extension::Signed)) => create!(SMops2WayOp),
        (CombiningKind::Sub, (Extension::Unsigned, Extension::Unsigned)) => create!(UMops2WayOp),
        _ => return None,
    };
    replace_chain(rw, &chain, create)
}

fn fuse_4_ways(rw: &mut Rewriter<'_>, op: OuterProductOp) -> Option<()> {
    let chain = chain(rw, op.into(), 4)?;
    let found = extensions(rw, &chain, &[(4, Type::I32, &[Type::I8]), (2, Type::I64, &[Type::I16])])?;
    let kind = op.view(rw).kind();
    let create: fn(&mut Rewriter<'_>, Op, Fused) = match (kind, found) {
        (CombiningKind::Add, (Extension::Signed, Extension::Signed)) => create!(SMopa4WayOp),
        (CombiningKind::Add, (Extension::Unsigned, Extension::Unsigned)) => create!(UMopa4WayOp),
        (CombiningKind::Add, (Extension::Signed, Extension::Unsigned)) => create!(SuMopa4WayOp),
        (CombiningKind::Add, (Extension::Unsigned, Extension::Signed)) => create!(UsMopa4WayOp),
        (CombiningKind::Sub, (Extension::Signed, Extension::Signed)) => create!(SMops4WayOp),
        (CombiningKind::Sub, (Extension::Unsigned, Extension::Unsigned)) => create!(UMops4WayOp),
        (CombiningKind::Sub, (Extension::Signed, Extension::Unsigned)) => create!(SuMops4WayOp),
        (CombiningKind::Sub, (Extension::Unsigned, Extension::Signed)) => create!(UsMops4WayOp),
        _ => return None,
    };
    replace_chain(rw, &chain, create)
}

/// Extends the extracted vector in place of the vector that it is extracted from.
fn extend_instead(rw: &mut Rewriter<'_>, op: Op, how: Extension, extracted: Value) {
    let (ty, loc) = (rw.op(op).single_result().ty(), rw.op(op).loc());
    let extended = match how {
        Extension::Float => rw.build_value(ExtFOp::of(extracted).out(ty).loc(loc)),
        Extension::Signed => rw.build_value(ExtSIOp::of(extracted).out(ty).loc(loc)),
        Extension::Unsigned => rw.build_value(ExtUIOp::of(extracted).out(ty).loc(loc)),
    };
    rw.replace_op(op, &[extended]);
}

fn swap_extract(rw: &mut Rewriter<'_>, op: ExtractOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc) = (view.result().ty(), view.0.loc());
    let Some(result) = as_vector(cx, ty) else {
        return rw.notify_match_failure(op, "extracted type is not a vector type");
    };
    if result.scalable.iter().filter(|&&scalable| scalable).count() != 1 {
        return rw.notify_match_failure(op, "extracted type is not a 1-D scalable vector type");
    }
    let Some((how, from)) = extension(view.source()) else {
        return rw.notify_match_failure(op, "extract not from extend op");
    };
    let ty = result.with_element(cx, from.ty().element_type(cx)?);
    let dynamic: Vec<Value> = view.dynamic_position().map(ValueRef::id).collect();
    let (from, position) = (from.id(), view.static_position_attr());
    rw.set_insertion_point_before(op);
    let extract = ExtractOp::of(from).dynamic_position(&dynamic).static_position_attr(position);
    let extracted = rw.build_value(extract.result(ty).loc(loc));
    extend_instead(rw, op.into(), how, extracted);
    Some(())
}

fn swap_scalable_extract(rw: &mut Rewriter<'_>, op: ScalableExtractOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc, position) = (view.result().ty(), view.0.loc(), view.pos_attr());
    let Some((how, from)) = extension(view.source()) else {
        return rw.notify_match_failure(op, "extract not from extend op");
    };
    let ty = vector(cx, ty).with_element(cx, from.ty().element_type(cx)?);
    let source = from.id();
    rw.set_insertion_point_before(op);
    let extracted = rw.build_value(ScalableExtractOp::of(source).pos_attr(position).result(ty).loc(loc));
    extend_instead(rw, op.into(), how, extracted);
    Some(())
}
